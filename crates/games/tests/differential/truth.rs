//! Plain minimax over texts: the value of a position and its distance from the end, by definition.

use std::collections::HashMap;
use tiptree::Turn;
use tiptree::erased::Position;

/// The tolerance within which values count as equal.
pub(super) const SLACK: f64 = 1e-9;
/// The maximum number of positions that the oracle visits.
const MOST: usize = 12_000;

/// The truth about a position: Max's payoff, and the plies to the end if the loser delays and everybody else hurries. Before a
/// roll they are the plies that suffice whatever is rolled if the game is won for certain, else unknown, `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Truth {
    pub(super) payoff: f64,
    pub(super) plies: u32,
}

/// Truths by position.
pub(super) struct Oracle {
    /// The least and the greatest payoff.
    ends: [f64; 2],
    known: HashMap<String, Option<Truth>>,
}

impl Oracle {
    pub(super) fn new(ends: [f64; 2]) -> Self {
        Oracle { ends, known: HashMap::new() }
    }

    /// The truth of a position; none if it takes too long to find, or if positions can repeat.
    pub(super) fn of(&mut self, position: &dyn Position) -> Option<Truth> {
        if let Turn::Over(payoff) = position.turn() {
            return Some(Truth { payoff, plies: 0 });
        }
        let text = position.text();
        if let Some(&truth) = self.known.get(&text) {
            return truth;
        }
        if self.known.len() >= MOST {
            return None;
        }
        // If the search meets this position again before its value is known, the play has run in a cycle.
        self.known.insert(text.clone(), None);
        let truth = self.look(position);
        if self.known.len() < MOST || truth.is_some() {
            self.known.insert(text, truth);
        }
        truth
    }

    fn look(&mut self, position: &dyn Position) -> Option<Truth> {
        let mut children = Vec::new();
        for mv in position.moves() {
            let mut child = position.duplicate();
            child.play(&mv).expect("a legal move");
            children.push(self.of(child.as_ref())?);
        }
        let (sign, worst) = match position.turn() {
            Turn::Max => (1.0, self.ends[0]),
            Turn::Min => (-1.0, self.ends[1]),
            _ => {
                let chances = position.chances();
                let payoff = children.iter().zip(chances).map(|(child, chance)| child.payoff * chance).sum();
                let is_certain =
                    self.ends.iter().any(|&end| children.iter().all(|child| child.payoff == end));
                let longest = children.iter().map(|child| child.plies).max().filter(|_| is_certain);
                return Some(Truth {
                    payoff,
                    plies: longest.map_or(u32::MAX, |plies| plies.saturating_add(1)),
                });
            }
        };
        let best = children.iter().map(|child| sign * child.payoff).fold(f64::NEG_INFINITY, f64::max);
        let payoff = sign * best;
        let ways =
            children.iter().filter(|child| (child.payoff - payoff).abs() <= SLACK).map(|child| child.plies);
        let plies = if (payoff - worst).abs() <= SLACK { ways.max() } else { ways.min() };
        Some(Truth { payoff, plies: plies.expect("a best child").saturating_add(1) })
    }
}
