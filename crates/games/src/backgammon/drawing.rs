//! The board drawn with letters, seen from Max's side.

use super::checkers::{BAR, Checkers};
use super::{Backgammon, State};
use tiptree::{Game, Player, Turn};

/// The rows of a half of the board; a point with more checkers shows their number.
const ROWS: u8 = 5;

impl State {
    /// The checkers of Max and of Min.
    pub(super) fn sides(&self) -> [&Checkers; 2] {
        match self.player {
            Player::Max => [&self.mover, &self.waiter],
            Player::Min => [&self.waiter, &self.mover],
        }
    }
}

/// What stands in a row of a point, counted from the rim: X for Max, O for Min.
fn cell(max: u8, min: u8, row: u8) -> String {
    let (count, letter) = if max > 0 { (max, "X") } else { (min, "O") };
    match count {
        0.. if count <= row => String::new(),
        count if count > ROWS && row == ROWS - 1 => count.to_string(),
        _ => letter.into(),
    }
}

/// The board over several lines.
pub(super) fn draw(game: &Backgammon, state: &State) -> String {
    let [max, min] = state.sides();
    let row = |points: [u8; 12], row: u8, bar: u8, owner: &str| {
        let cell = |&point: &u8| format!("{:^3}", cell(max.count(point), min.count(BAR - point), row));
        let [left, right] =
            [&points[..6], &points[6..]].map(|half| half.iter().map(cell).collect::<String>());
        let on_bar = if bar > row { owner } else { "" };
        format!("|{left}|{on_bar:^3}|{right}|\n")
    };
    let rim = |points: [u8; 12]| {
        let [left, right] = [&points[..6], &points[6..]]
            .map(|half| half.iter().map(|point| format!("{point:>2}-")).collect::<Vec<String>>().concat());
        format!("+{left}-----{right}+\n").replace("+ ", "+-").replace("- ", "--")
    };
    let above: [u8; 12] = std::array::from_fn(|index| 13 + index as u8);
    let below = above.map(|point| BAR - point);
    let upper: String = (0..ROWS).map(|at| row(above, at, min.on_bar(), "O")).collect();
    let lower: String = (0..ROWS).rev().map(|at| row(below, at, max.on_bar(), "X")).collect();
    let name = if state.player == Player::Max { "Max" } else { "Min" };
    let next = match (game.turn(state), state.dice) {
        (Turn::Over(payoff), _) => {
            let winner = if payoff > 0.0 { "Max" } else { "Min" };
            format!("{winner} has won {}", payoff.abs())
        }
        (_, Some(dice)) => format!("{name} to play {}{}", dice.high(), dice.low()),
        (_, None) => format!("{name} rolls"),
    };
    let standing =
        |name: &str, side: &Checkers| format!("{name} {} pips, {} off", side.pips(), side.borne_off());
    format!(
        "{}{upper}|{:18}|BAR|{:18}|\n{lower}{}{}; {}\n{next}",
        rim(above),
        "",
        "",
        rim(below),
        standing("X Max", max),
        standing("O Min", min)
    )
}
