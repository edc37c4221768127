//! A linear evaluator: three logistic regressions on the inputs that Tesauro gave his nets, for the chance to win and for what
//! a win or a loss pays beyond one point.
//!
//! With the [inputs](super::inputs) of Tesauro a regression sees pips, blots and made points wherever they are. What a player's
//! checkers mean to the other's is added: exposed blots, primes, the lead in the race. Contact and race have weights of their
//! own, and so have backgammon and hypergammon.

use super::checkers::{BAR, Checkers, HOME, Places, descending, mirrored};
use super::inputs::{OF_SIDE, push_side, rows, table};
use super::{Backgammon, State};
use tiptree::{Evaluator, Range};

/// The inputs of one player that depend on the checkers of the other.
const OF_CONTACT: usize = 5;
/// The inputs that no table has: those of contact of both players, the lead, and 1.
const OTHERS: usize = 2 * OF_CONTACT + 2;
/// The number of inputs of a position.
pub const INPUTS: usize = 2 * OF_SIDE + OTHERS;
/// The chance to win, what a win gains beyond one point, what a loss costs beyond it.
const REGRESSIONS: usize = 3;

/// The weights of one regression.
pub type Weights = [f64; INPUTS];

/// The regressions for one kind of position: the log-odds that the player whose turn it is wins; of half the points that a
/// win pays beyond the first; and the same for a loss.
pub type Regressions = [Weights; REGRESSIONS];

/// Pushes the inputs of a position that are not 0: those of the player whose turn it is, those of the opponent, and the others.
pub fn push_inputs(state: &State, inputs: &mut Vec<(usize, f64)>) {
    push_side(&state.mover, 0, inputs);
    push_side(&state.waiter, OF_SIDE, inputs);
    inputs.extend((2 * OF_SIDE..).zip(others(state)).filter(|(_, input)| *input != 0.0));
}

/// The inputs that no table has.
fn others(state: &State) -> [f64; OTHERS] {
    let State { mover, waiter, .. } = state;
    let [a, b, c, d, e] = contact(mover, waiter);
    let [f, g, h, i, j] = contact(waiter, mover);
    let [own, other] = [mover, waiter].map(|checkers| f64::from(checkers.pips()));
    // The luck of the dice to come grows with the square root of the distance; half a roll is the mover's advantage.
    let lead = (other - own + 4.0) / (other + own + 1.0).sqrt();
    [a, b, c, d, e, f, g, h, i, j, lead, 1.0]
}

/// The blots that one die can hit, the pips that are lost with them, the blots that two dice can hit, the closed points before
/// the checkers on the bar, and the points beyond two in the longest prime.
fn contact(own: &Checkers, other: &Checkers) -> [f64; OF_CONTACT] {
    let number = |places: Places| f64::from(places.count_ones());
    let opponents = mirrored(other.in_play()) | Places::from(other.on_bar() > 0);
    let two = opponents << 1 | opponents << 2;
    let near = two | two << 2 | two << 4;
    let (exposed, far) = (own.blots() & near, own.blots() & near << 6 & !near);
    let lost: u32 = descending(exposed).map(|point| u32::from(BAR - point)).sum();
    [
        number(exposed),
        f64::from(lost) / 25.0,
        number(far),
        f64::from(own.on_bar()) * number(other.made() & HOME),
        f64::from(longest_run(own.made()).saturating_sub(2)),
    ]
}

/// The most points in a row.
fn longest_run(mut points: Places) -> u32 {
    let mut length = 0;
    while points != 0 {
        points &= points << 1;
        length += 1;
    }
    length
}

/// Whether all checkers have passed each other, so that nothing can be hit any more.
pub fn is_race(state: &State) -> bool {
    let last = |checkers: &Checkers| checkers.in_play().checked_ilog2().unwrap_or(0);
    last(&state.mover) + last(&state.waiter) < u32::from(BAR)
}

/// The weights for one kind of position, those of the places summed by player, place and number of checkers.
#[derive(Clone, Debug, PartialEq)]
struct Sums {
    others: [[f64; REGRESSIONS]; OTHERS],
    of_side: [Vec<[f64; REGRESSIONS]>; 2],
}

impl Sums {
    fn new(regressions: &Regressions) -> Self {
        let each = |sum: &dyn Fn(&Weights) -> f64| std::array::from_fn(|number| sum(&regressions[number]));
        let side = |from: usize| {
            table(|inputs| {
                let inputs: Vec<(usize, f64)> = inputs.collect();
                each(&|weights| inputs.iter().map(|&(number, input)| weights[from + number] * input).sum())
            })
        };
        let others = std::array::from_fn(|number| each(&|weights| weights[2 * OF_SIDE + number]));
        Sums { others, of_side: [side(0), side(OF_SIDE)] }
    }

    /// The log-odds of the regressions.
    #[inline]
    fn log_odds(&self, state: &State) -> [f64; REGRESSIONS] {
        let mut sums = [0.0; REGRESSIONS];
        for (input, row) in others(state).into_iter().zip(&self.others) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * input);
        }
        for (checkers, table) in [&state.mover, &state.waiter].into_iter().zip(&self.of_side) {
            for row in rows(table, checkers) {
                sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
            }
        }
        sums
    }
}

/// The weights of a committed file: behind lines of comment the numbers of the regressions, for contact and then for races.
fn committed(text: &str) -> [Regressions; 2] {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut numbers = lines.flat_map(str::split_whitespace).filter_map(|word| word.parse().ok());
    let mut weights = [[[0.0; INPUTS]; REGRESSIONS]; 2];
    for weight in weights.as_flattened_mut().as_flattened_mut() {
        *weight = numbers.next().unwrap_or(f64::NAN);
    }
    weights
}

/// The linear evaluator of backgammon or hypergammon: the expected points, -3 to 3.
///
/// It values a position before the roll. Where the roll is known, it ignores the roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// While checkers of the players have yet to pass each other.
    contact: Sums,
    /// Afterwards.
    race: Sums,
}

impl Linear {
    /// The evaluator with the fitted weights of this game.
    pub fn new(game: &Backgammon) -> Self {
        let text = match game.checkers() {
            1..=3 => include_str!("../../data/hypergammon-linear.txt"),
            _ => include_str!("../../data/backgammon-linear.txt"),
        };
        let [contact, race] = committed(text);
        Linear::with_weights(&contact, &race)
    }

    /// The evaluator with these weights, for contact and for races.
    pub fn with_weights(contact: &Regressions, race: &Regressions) -> Self {
        Linear { contact: Sums::new(contact), race: Sums::new(race) }
    }

    /// The expected points of the player whose turn it is.
    fn points(&self, state: &State) -> f64 {
        let sums = if is_race(state) { &self.race } else { &self.contact };
        let [win, gain, cost] = sums.log_odds(state).map(|odds| 1.0 / (1.0 + (-odds).exp()));
        // A player who has borne off a checker cannot lose a gammon.
        let more = |loser: &Checkers, share: f64| if loser.borne_off() == 0 { 2.0 * share } else { 0.0 };
        win * (1.0 + more(&state.waiter, gain)) - (1.0 - win) * (1.0 + more(&state.mover, cost))
    }
}

impl Evaluator<Backgammon> for Linear {
    fn range(&self) -> Range {
        Range::new(-3.0, 3.0)
    }

    fn evaluate(&self, _game: &Backgammon, state: &State) -> f64 {
        state.player.sign() * self.points(state)
    }

    fn payoff(&self, _game: &Backgammon, payoff: f64) -> f64 {
        payoff
    }
}
