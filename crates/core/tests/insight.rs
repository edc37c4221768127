//! The conformance suite must pass what a sound game declares to a search, and name each thing that is not so.

use tiptree::testing::conformance;
use tiptree::{Game, Insight, Keyed, Prospect, ScoreBounds, Turn};

/// The cells of the row.
const WIDTH: u8 = 9;

/// What is wrong with what a game of [`Row`] declares.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    Nothing,
    WinsAnywhere,
    WinsOnStones,
    LosesTooSoon,
    OpenAndEmpty,
    WonWithMoves,
    ForgetsAMove,
    OtherOrder,
    PlaysOnStones,
    Clears,
    KeyNotFolded,
    FoldedWrongWay,
    MirrorOff,
    MirrorNoMirror,
    PlaceTooGreat,
    PassKeepsTheTurn,
    /// No flaw: bounds that are exact.
    AssuresWhatIs,
    AssuresTooMuch,
    AssuresTooLittle,
    AssuresNothing,
    AssuresBeyondPayoffs,
}

/// Treblecross: both put stones of one colour into the cells of a row, and who completes three side by side wins.
struct Row(Flaw);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stones {
    cells: u16,
    is_max: bool,
}

fn has_three(cells: u16) -> bool {
    cells & cells << 1 & cells << 2 != 0
}

fn reversed(cells: u16) -> u16 {
    cells.reverse_bits() >> (16 - WIDTH)
}

fn empty(cells: u16) -> impl Iterator<Item = u8> {
    (0..WIDTH).filter(move |cell| cells >> cell & 1 == 0)
}

fn wins(cells: u16) -> Option<u8> {
    empty(cells).find(|cell| has_three(cells | 1 << cell))
}

impl Game for Row {
    type State = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { cells: 0, is_max: true }
    }

    fn turn(&self, state: &Stones) -> Turn {
        match (has_three(state.cells), state.is_max) {
            (true, is_max) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
            (false, true) => Turn::Max,
            (false, false) => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, state: &Stones, moves: &mut Vec<u8>) {
        if !has_three(state.cells) {
            moves.extend(empty(state.cells));
        }
    }

    fn play(&self, state: &mut Stones, cell: u8) {
        *state = Stones { cells: state.cells | 1 << cell, is_max: !state.is_max };
    }
}

impl Keyed for Row {
    fn key(&self, state: &Stones) -> u64 {
        u64::from(state.cells) << 1 | u64::from(state.is_max)
    }
}

/// The payoff that best play leads to.
fn best_play(state: Stones) -> f64 {
    if has_three(state.cells) {
        return if state.is_max { -1.0 } else { 1.0 };
    }
    let sign = if state.is_max { 1.0 } else { -1.0 };
    let after = |cell: u8| Stones { cells: state.cells | 1 << cell, is_max: !state.is_max };
    sign * empty(state.cells).map(|cell| sign * best_play(after(cell))).fold(-1.0, f64::max)
}

impl Insight for Row {
    fn bounds(&self, state: &Stones) -> Option<ScoreBounds> {
        let (lower, upper) = match self.0 {
            Flaw::AssuresWhatIs if state.cells.count_ones() < 3 => return None,
            Flaw::AssuresWhatIs => (best_play(*state), best_play(*state)),
            Flaw::AssuresTooMuch => (0.0, 1.0),
            Flaw::AssuresTooLittle => (-1.0, 0.0),
            Flaw::AssuresNothing => (1.0, -1.0),
            Flaw::AssuresBeyondPayoffs => (-2.0, 1.0),
            _ => return None,
        };
        Some(ScoreBounds { lower, upper })
    }

    fn prospect(&self, &Stones { cells, .. }: &Stones, moves: &mut Vec<u8>) -> Prospect<u8> {
        if self.0 == Flaw::Clears {
            moves.clear();
        }
        if let Some(cell) = wins(cells) {
            match self.0 {
                Flaw::WonWithMoves => moves.push(cell),
                Flaw::WinsOnStones => return Prospect::Won(cells.trailing_zeros() as u8),
                _ => {}
            }
            return Prospect::Won(cell);
        }
        let safe: Vec<u8> = empty(cells).filter(|cell| wins(cells | 1 << cell).is_none()).collect();
        match self.0 {
            Flaw::WinsAnywhere if cells != 0 => return Prospect::Won(safe[0]),
            Flaw::LosesTooSoon if safe.len() < 3 => return Prospect::Lost,
            Flaw::OpenAndEmpty if safe.is_empty() => return Prospect::Open,
            _ if safe.is_empty() => return Prospect::Lost,
            Flaw::ForgetsAMove => moves.extend(safe.into_iter().skip(1)),
            Flaw::OtherOrder => moves.extend(safe.into_iter().rev()),
            Flaw::PlaysOnStones => moves.extend(0..WIDTH),
            _ => moves.extend(safe),
        }
        Prospect::Open
    }

    fn folded_key(&self, state: &Stones) -> (u64, bool) {
        let image = Stones { cells: reversed(state.cells), ..*state };
        let is_image = image.cells < state.cells;
        match self.0 {
            Flaw::KeyNotFolded => (self.key(state), false),
            Flaw::FoldedWrongWay => (self.key(if is_image { &image } else { state }), !is_image),
            _ => (self.key(if is_image { &image } else { state }), is_image),
        }
    }

    fn mirrored(&self, cell: u8) -> u8 {
        match self.0 {
            Flaw::MirrorNoMirror => (cell + 1) % WIDTH,
            Flaw::MirrorOff => cell,
            _ => WIDTH - 1 - cell,
        }
    }

    fn passed(&self, state: &Stones) -> Option<Stones> {
        let keeps = self.0 == Flaw::PassKeepsTheTurn;
        Some(Stones { is_max: state.is_max == keeps, ..*state })
    }

    fn places(&self) -> usize {
        usize::from(WIDTH) - usize::from(self.0 == Flaw::PlaceTooGreat)
    }

    fn place(&self, _state: &Stones, cell: u8) -> usize {
        usize::from(cell)
    }
}

fn verdict(flaw: Flaw) -> String {
    conformance::insight(&Row(flaw)).map_or_else(|fault| fault.to_string(), |()| String::new())
}

#[test]
fn sound_declarations_pass() {
    assert_eq!(verdict(Flaw::Nothing), "");
    assert_eq!(verdict(Flaw::AssuresWhatIs), "");
}

#[test]
fn every_flaw_is_named() {
    for (flaw, sentence) in [
        (Flaw::WinsAnywhere, "should win at once, but the turn after it is"),
        (Flaw::WinsOnStones, "is not legal"),
        (Flaw::LosesTooSoon, "the position should be lost, but"),
        (Flaw::OpenAndEmpty, "the position is open, but no move is worth a search"),
        (Flaw::WonWithMoves, "are pushed as worth a search"),
        (Flaw::ForgetsAMove, "does not lose at once, but is not worth a search"),
        (Flaw::OtherOrder, "the list of moves worth a search, legal and in order, should be"),
        (Flaw::PlaysOnStones, "the list of moves worth a search, legal and in order, should be"),
        (Flaw::Clears, "prospect must only push"),
        (Flaw::KeyNotFolded, "the folded key of the mirror image should be"),
        (Flaw::FoldedWrongWay, "the folded key should be"),
        (Flaw::MirrorOff, "the folded key should be"),
        (Flaw::MirrorNoMirror, "mirrored twice, should be"),
        (Flaw::PlaceTooGreat, "the place 8 of 8 is not below 8"),
        (Flaw::PassKeepsTheTurn, "the turn after a pass should be"),
        (Flaw::AssuresTooMuch, "the payoff should be at least 0, but best play leads to less"),
        (Flaw::AssuresTooLittle, "the payoff should be at most 0, but best play leads to more"),
        (Flaw::AssuresNothing, "the payoff should lie between 1 and -1, which is no part of -1 to 1"),
        (Flaw::AssuresBeyondPayoffs, "the payoff should lie between -2 and 1, which is no part of"),
    ] {
        let verdict = verdict(flaw);
        assert!(verdict.contains(sentence), "{flaw:?} gave {verdict:?} instead of {sentence:?}");
    }
}
