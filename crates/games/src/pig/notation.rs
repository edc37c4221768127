//! Positions and moves of Pig as text: `12-34+5 max`.
//!
//! Max's score stands first, then Min's, then the turn total if there is one, then whose turn it is. If the player does
//! not decide between rolling and holding, one more word says what happens next: `rolls`, `passes` or `won`.

use super::{Move, Phase, Pig, Player, Scores};
use tiptree::{Game, Notation, ParseError, Turn};

/// The width of a bar in the drawing.
const BAR: usize = 40;

impl Player {
    fn text(self) -> &'static str {
        match self {
            Player::Max => "max",
            Player::Min => "min",
        }
    }
}

impl Phase {
    fn text(self) -> &'static str {
        match self {
            Phase::Decides => "",
            Phase::Rolls => " rolls",
            Phase::Passes => " passes",
            Phase::Won => " won",
        }
    }
}

impl Scores {
    /// The banked scores, Max's first.
    fn scores(self) -> [u16; 2] {
        match self.player {
            Player::Max => [self.own, self.other],
            Player::Min => [self.other, self.own],
        }
    }
}

/// The parts of a position's text, not yet checked against the rules.
fn split(text: &str) -> Option<Scores> {
    let mut words = text.split(' ');
    let (scores, player) = (words.next()?, words.next()?);
    let phase = match words.next() {
        None => Phase::Decides,
        Some("rolls") => Phase::Rolls,
        Some("passes") => Phase::Passes,
        Some("won") => Phase::Won,
        Some(_) => return None,
    };
    let player = [Player::Max, Player::Min].into_iter().find(|known| known.text() == player)?;
    let (max, rest) = scores.split_once('-')?;
    let (min, total) = match rest.split_once('+') {
        Some((min, total)) => (min, number(total).filter(|&total| total > 0)?),
        None => (rest, 0),
    };
    let (max, min) = (number(max)?, number(min)?);
    let (own, other) = if player == Player::Max { (max, min) } else { (min, max) };
    words.next().is_none().then_some(Scores { own, other, total, player, phase })
}

/// A number in canonical form: digits only, no leading zero.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number: &u16| number.to_string() == text)
}

impl Pig {
    /// Whether rolls without a 1 can add up to `total`, with the goal reached by the last roll at the earliest.
    fn is_turn(&self, own: u16, total: u16) -> bool {
        let can_follow = |before: u16| before != 1 && own.saturating_add(before) < self.goal;
        total == 0 || (2..=6).any(|face| total.checked_sub(face).is_some_and(can_follow))
    }

    /// What is wrong with a position that play cannot reach; `None` if play can reach it.
    fn fault(&self, state: Scores) -> Option<String> {
        let Scores { own, other, total, phase, .. } = state;
        let goal = self.goal;
        let has_won = own.saturating_add(total) >= goal;
        let is_ready = matches!(phase, Phase::Rolls | Phase::Passes);
        if own >= goal || other >= goal {
            Some(format!("banked scores below the goal of {goal}"))
        } else if own == 1 || other == 1 || total == 1 {
            Some("no score and no turn total of 1, because a 1 scores nothing".into())
        } else if has_won != (phase == Phase::Won) {
            Some(format!("`won` exactly where score and turn total reach the goal of {goal}"))
        } else if total == 0 && !is_ready {
            Some("`rolls` or `passes` where there is no turn total".into())
        } else if total > 0 && phase == Phase::Passes {
            Some("no turn total after a 1".into())
        } else if !self.is_turn(own, total) {
            Some(format!("no roll after the goal of {goal} is reached"))
        } else {
            None
        }
    }
}

impl Notation for Pig {
    fn move_text(&self, _state: &Scores, mv: Move) -> String {
        match mv {
            Move::Roll => "roll".into(),
            Move::Hold => "hold".into(),
            Move::Pass => "pass".into(),
            Move::Face(face) => face.to_string(),
        }
    }

    fn position_text(&self, state: &Scores) -> String {
        let [max, min] = state.scores();
        let total = if state.total > 0 { format!("+{}", state.total) } else { String::new() };
        format!("{max}-{min}{total} {}{}", state.player.text(), state.phase.text())
    }

    fn parse_position(&self, text: &str) -> Result<Scores, ParseError> {
        if text.trim().is_empty() {
            return Ok(self.start());
        }
        let Some(state) = split(text.trim()) else {
            let expected = "scores, turn total and player, such as `12-34+5 max` or `12-34 min rolls`";
            return Err(ParseError::new("position", text, expected));
        };
        match self.fault(state) {
            Some(expected) => Err(ParseError::new("position", text, expected)),
            None => Ok(state),
        }
    }

    /// A bar for each player, the turn total in a lighter shade, and what happens next.
    fn draw(&self, state: &Scores) -> String {
        let cells = |points: u16| (usize::from(points.min(self.goal)) * BAR).div_ceil(usize::from(self.goal));
        let bar = |player: Player, name: &str, score: u16| {
            let total = if player == state.player { state.total } else { 0 };
            let (banked, reached) = (cells(score), cells(score + total));
            let bar = format!("{}{}", "█".repeat(banked), "▒".repeat(reached - banked));
            format!("{name} {score:>5} │{bar:·<BAR$}│\n")
        };
        let [max, min] = state.scores();
        let name = if state.player == Player::Max { "Max" } else { "Min" };
        let with = match state.total {
            0 => String::new(),
            total => format!(" with {total} in this turn"),
        };
        let next = match (state.phase, self.turn(state)) {
            (_, Turn::Over(_)) => format!("{name} has won{with}"),
            (Phase::Rolls, _) => format!("{name} rolls{with}"),
            (Phase::Passes, _) => format!("{name} has rolled a 1 and passes"),
            _ => format!("{name} to move{with}: roll or hold"),
        };
        format!("{}{}{next} (goal {})", bar(Player::Max, "Max", max), bar(Player::Min, "Min", min), self.goal)
    }
}
