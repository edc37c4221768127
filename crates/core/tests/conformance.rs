//! The conformance suite must pass a sound game and name the fault of each broken one.

use tiptree::testing::conformance;
use tiptree::testing::drawn::{AsDrawn, DrawnTree};
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Estimates, Evaluator, Game, Insight, Keyed, Leaf, Neutral, Notation, ParseError, Range, Turn};

/// What is wrong with a game of [`Heap`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    Nothing,
    ChancesSumToMore,
    ChanceOfZero,
    ChanceUnannounced,
    MoveTwice,
    MovesAfterTheEnd,
    NoMoves,
    MovesClear,
    MovesInAnyOrder,
    PayoffOutside,
    AfterForgetsTheSide,
    KeyIgnoresTheSide,
    KeyRemembersThePath,
    SameSuccessor,
    NeverEnds,
    TextIgnoresTheSide,
    MoveTextsAlike,
    MoveTextOfTwoWords,
    AnyMoveText,
    EmptyTextRefused,
    TextRefused,
}

/// A coin says how many may be taken from a heap, one to three or one to two; who takes the last one wins.
#[derive(Clone, Copy)]
struct Heap {
    flaw: Flaw,
    calls: fn() -> u8,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    left: u8,
    is_max: bool,
    most: u8,
    path: u64,
}

fn counter() -> u8 {
    use std::sync::atomic::{AtomicU8, Ordering};
    static CALLS: AtomicU8 = AtomicU8::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

fn heap(flaw: Flaw) -> Heap {
    Heap { flaw, calls: counter }
}

impl Game for Heap {
    type State = State;
    type Move = u8;

    fn start(&self) -> State {
        State { left: 12, is_max: true, most: 0, path: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        let won = if self.flaw == Flaw::PayoffOutside { 2.0 } else { 1.0 };
        match state {
            State { left: 0, is_max, .. } => Turn::Over(if *is_max { -won } else { won }),
            State { most: 0, .. } => Turn::Chance,
            State { is_max: true, .. } => Turn::Max,
            State { is_max: false, .. } => Turn::Min,
        }
    }

    fn moves(&self, state: &State, moves: &mut Vec<u8>) {
        if self.flaw == Flaw::MovesClear {
            moves.clear();
        }
        match state {
            State { left: 0, .. } if self.flaw == Flaw::MovesAfterTheEnd => moves.push(1),
            State { left: 0, .. } => {}
            State { left: 5, most: 1.., .. } if self.flaw == Flaw::NoMoves => {}
            State { most: 0, .. } => moves.extend([2, 3]),
            State { left, most, .. } => moves.extend(1..=*left.min(most)),
        }
        if self.flaw == Flaw::MoveTwice && state.left == 4 {
            moves.push(2);
        }
        if self.flaw == Flaw::MovesInAnyOrder && (self.calls)().is_multiple_of(3) {
            moves.reverse();
        }
    }

    fn has_chance(&self) -> bool {
        self.flaw != Flaw::ChanceUnannounced
    }

    fn chances(&self, _state: &State, moves: &[u8], chances: &mut Vec<f64>) {
        chances.extend(match self.flaw {
            Flaw::ChancesSumToMore => vec![0.6; moves.len()],
            Flaw::ChanceOfZero => vec![0.0, 1.0],
            _ => vec![0.25, 0.75],
        });
    }

    fn play(&self, state: &mut State, mv: u8) {
        state.path = state.path.wrapping_mul(5).wrapping_add(u64::from(mv));
        if state.most == 0 {
            state.most = if self.flaw == Flaw::SameSuccessor { 2 } else { mv };
            return;
        }
        state.left = if self.flaw == Flaw::NeverEnds && state.left == mv { 12 } else { state.left - mv };
        state.most = 0;
        state.is_max = !state.is_max;
    }

    fn after(&self, state: &State, mv: u8) -> State {
        let mut next = *state;
        self.play(&mut next, mv);
        if self.flaw == Flaw::AfterForgetsTheSide {
            next.is_max = true;
        }
        next
    }
}

impl Keyed for Heap {
    fn key(&self, state: &State) -> u64 {
        let side = u64::from(state.is_max && self.flaw != Flaw::KeyIgnoresTheSide);
        let path = if self.flaw == Flaw::KeyRemembersThePath { state.path } else { 0 };
        (u64::from(state.left) * 8 + u64::from(state.most) * 2 + side).wrapping_add(path.wrapping_mul(1000))
    }
}

impl Insight for Heap {}

impl Notation for Heap {
    fn move_text(&self, _state: &State, mv: u8) -> String {
        match self.flaw {
            Flaw::MoveTextsAlike => "take".into(),
            Flaw::MoveTextOfTwoWords => format!("take {mv}"),
            _ => mv.to_string(),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<u8, ParseError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let read = moves.iter().copied().find(|&mv| self.move_text(state, mv) == text);
        if self.flaw == Flaw::AnyMoveText {
            return Ok(read.unwrap_or(1));
        }
        read.ok_or_else(|| ParseError::new("move", text, "a number"))
    }

    fn position_text(&self, state: &State) -> String {
        let side = if state.is_max || self.flaw == Flaw::TextIgnoresTheSide { "X" } else { "O" };
        format!("{side}{}:{}", state.left, state.most)
    }

    fn parse_position(&self, text: &str) -> Result<State, ParseError> {
        let parse_error =
            || ParseError::new("position", text, "a side, the heap and the most to take, such as X12:0");
        if text.is_empty() && self.flaw != Flaw::EmptyTextRefused {
            return Ok(self.start());
        }
        let is_max = text.starts_with('X');
        let (left, most) =
            text.strip_prefix(['X', 'O']).and_then(|rest| rest.split_once(':')).ok_or_else(parse_error)?;
        let left = left.parse().ok().filter(|&left| left <= 12).ok_or_else(parse_error)?;
        let most = most.parse().ok().filter(|most| [0, 2, 3].contains(most)).ok_or_else(parse_error)?;
        if self.flaw == Flaw::TextRefused && left == 3 {
            return Err(parse_error());
        }
        Ok(State { left, is_max, most, path: 0 })
    }
}

/// The sentence of the first fault, empty where there is none.
fn verdict(flaw: Flaw) -> String {
    let game = heap(flaw);
    let result = conformance::all(&game, &Neutral::new(&game));
    result.map_or_else(|fault| fault.to_string(), |()| String::new())
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(verdict(Flaw::Nothing), "");
}

#[test]
fn every_flaw_of_a_game_is_named() {
    for (flaw, sentence) in [
        (Flaw::ChancesSumToMore, "the chances sum to 1.2 instead of 1"),
        (Flaw::ChanceOfZero, "0 is among the chances"),
        (Flaw::ChanceUnannounced, "the game says that it has no chance"),
        (Flaw::MoveTwice, "the move 2 is listed twice"),
        (Flaw::MovesAfterTheEnd, "but there are 1 moves"),
        (Flaw::NoMoves, "but there are 0 moves"),
        (Flaw::MovesClear, "moves must only push"),
        (Flaw::MovesInAnyOrder, "the list of moves, asked for twice, should be"),
        (Flaw::PayoffOutside, "2 is outside -1 to 1"),
        (Flaw::AfterForgetsTheSide, "by `after`, should be"),
        (Flaw::KeyIgnoresTheSide, "have the same key"),
        (Flaw::KeyRemembersThePath, "has two keys"),
        (Flaw::SameSuccessor, "2 and 3 lead to positions with the same key"),
        (Flaw::NeverEnds, "came back, but repeats() is false"),
        (Flaw::TextIgnoresTheSide, "the turn of the position read back from"),
        (Flaw::MoveTextsAlike, "the move read from \"take\" should be 3, but is 2"),
        (Flaw::MoveTextOfTwoWords, "should be one word"),
        (Flaw::AnyMoveText, "the text \"no such move\" was read as"),
        (Flaw::EmptyTextRefused, "at the start: the empty text is not the start"),
        (Flaw::TextRefused, "the position is not read back"),
    ] {
        let verdict = verdict(flaw);
        assert!(verdict.contains(sentence), "{flaw:?} gave {verdict:?} instead of {sentence:?}");
    }
}

/// An evaluator of [`Heap`] with one thing wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Eye {
    Sound,
    Outside,
    OffTheGrid,
    ChildrenDiffer,
    ChildrenMissing,
    ChildrenTurn,
    ChildrenClear,
    StatesDiffer,
    PriorsSumToMore,
    PriorNegative,
}

impl Evaluator<Heap> for Eye {
    fn range(&self) -> Range {
        Range::new(-4.0, 4.0).with_step(0.1)
    }

    fn evaluate(&self, _game: &Heap, state: &State) -> f64 {
        let value = f64::from(state.left % 4) / 10.0;
        match self {
            Eye::Outside if state.left == 7 => 4.1,
            Eye::OffTheGrid => value + 0.05,
            _ => value,
        }
    }

    fn children(&self, game: &Heap, state: &State, moves: &[u8], leaves: &mut Vec<Leaf>) {
        if *self == Eye::ChildrenClear {
            leaves.clear();
        }
        for &mv in moves.iter().skip(usize::from(*self == Eye::ChildrenMissing)) {
            let mut leaf = self.leaf(game, &game.after(state, mv));
            match self {
                Eye::ChildrenDiffer => leaf.value += 0.1,
                Eye::ChildrenTurn if state.left == mv => leaf.turn = Turn::Max,
                _ => {}
            }
            leaves.push(leaf);
        }
    }

    fn states(&self, game: &Heap, states: &[State], estimates: &mut Estimates) {
        let shift = if *self == Eye::StatesDiffer { 0.1 } else { 0.0 };
        estimates.values.extend(states.iter().map(|state| self.evaluate(game, state) + shift));
    }

    fn priors(&self, _game: &Heap, _state: &State, moves: &[u8], priors: &mut Vec<f64>) {
        let equal = 1.0 / moves.len() as f64;
        priors.extend(moves.iter().map(|_| if *self == Eye::PriorsSumToMore { 1.0 } else { equal }));
        if *self == Eye::PriorNegative && moves.len() == 2 {
            let first = priors.len() - 2;
            priors[first] = -0.5;
            priors[first + 1] = 1.5;
        }
    }
}

#[test]
fn every_flaw_of_an_evaluator_is_named() {
    let game = heap(Flaw::Nothing);
    conformance::check(&game, &Eye::Sound).unwrap();
    for (eye, sentence) in [
        (Eye::Outside, "4.1 is outside -4 to 4"),
        (Eye::OffTheGrid, "is not -4 plus a multiple of the step 0.1"),
        (Eye::ChildrenDiffer, "by `children`, should be"),
        (Eye::ChildrenMissing, "the number of leaves given by `children` should be 2, but is 1"),
        (Eye::ChildrenTurn, "by `children`, should be Min, but is Max"),
        (Eye::ChildrenClear, "children must only push"),
        (Eye::StatesDiffer, "the value given by `states` should be"),
        (Eye::PriorsSumToMore, "the priors sum to"),
        (Eye::PriorNegative, "-0.5 is among the priors"),
    ] {
        let verdict =
            conformance::check(&game, &eye).map_or_else(|fault| format!("{fault:?}"), |()| String::new());
        assert!(verdict.contains(sentence), "{eye:?} gave {verdict:?} instead of {sentence:?}");
    }
}

#[test]
fn a_fault_tells_the_moves_before_it() {
    let verdict = verdict(Flaw::NoMoves);
    assert!(verdict.starts_with("after 3 ") || verdict.starts_with("after 2 "), "{verdict}");
}

#[test]
fn the_librarys_own_games_pass() {
    let trees = [
        HashTree::new(1, 8, 3),
        HashTree::new(2, 9, 5).irregular().with_free_turns().with_chance(0.3).with_early_ends(0.05),
        HashTree::new(3, 6, 4).with_chance(1.0).with_payoffs(9),
    ];
    for tree in trees {
        conformance::all(&tree, &HashEvaluator::new(7, 50)).unwrap();
    }
    let drawn: DrawnTree = "+s 10 (t 2, *u 10 (-w 10 (y 11, z 11), x 12))".parse().unwrap();
    conformance::check(&drawn, &AsDrawn).unwrap();
}
