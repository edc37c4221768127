//! Plain minimax over texts: the value of a position and its distance from the end, by definition.

use std::collections::HashMap;
use tiptree::Turn;
use tiptree::erased::Position;

/// How far apart equal values may come out.
pub(super) const SLACK: f64 = 1e-9;
/// The positions after which the truth is given up.
const MOST: usize = 12_000;

/// What is true of a position: the payoff to Max, and the plies to the end, the loser delaying and everybody else hurrying;
/// no number of plies is known behind a roll.
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

    /// The truth of a position; none where finding it takes too long, or play can go round in circles.
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
        // Until it is known it may be met again only in a circle.
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
                return Some(Truth { payoff, plies: u32::MAX });
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
