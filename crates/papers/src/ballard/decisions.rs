//! Decisions of real games of chance, at which searches are compared beyond the paper's random trees.

use crate::key;
use crate::study::Study;
use serde_json::{Map, Value};
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Rng, Turn};
use tiptree_lab::Error;

/// The search of the judge, which plays the games that the decisions are drawn from.
pub(super) const JUDGE: &str = "expectimax(depth=1)";

/// The probability of a random move instead of the best one, so that the positions vary.
const STRAY: f64 = 0.15;

/// How many decisions are drawn, and how they are searched.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// The number of decisions of each game.
    pub positions: u64,
    /// Their seed.
    pub seed: u64,
    /// The number of parallel workers.
    pub jobs: usize,
}

impl Decisions {
    /// A study at these decisions of the games in `settings`: what `searches` achieve with growing effort.
    pub(super) fn study(
        &self,
        (table, column): (&'static str, &'static str),
        settings: &'static [(&'static str, &'static str)],
        searches: &[&'static str],
        efforts: Vec<u64>,
    ) -> Study {
        let (positions, jobs) = (self.positions, self.jobs);
        Study {
            paper: "ballard",
            table,
            column,
            settings,
            searches: searches.to_vec(),
            efforts,
            positions,
            jobs,
        }
    }

    /// The parameters of a table that is made at these decisions.
    pub(super) fn parameters(&self) -> Map<String, Value> {
        key([("positions", self.positions.into()), ("seed", self.seed.into())])
    }

    /// The decision of this number between several moves. It is drawn from the decisions of a game in which both players
    /// play what `judge` finds best, except for an occasional random move.
    pub(super) fn draw(
        &self,
        rules: &dyn Rules,
        judge: &mut dyn Engine,
        number: u64,
    ) -> Result<String, Error> {
        let rng = &mut Rng::derive(self.seed, &[number]);
        let mut met = 0;
        let mut chosen = None;
        let mut position = rules.deal(rng.next_u64());
        loop {
            let moves = position.moves();
            let next = match position.turn() {
                Turn::Over(_) => {
                    if let Some(chosen) = chosen {
                        return Ok(chosen);
                    }
                    position = rules.deal(rng.next_u64());
                    continue;
                }
                Turn::Chance => rng.weighted(&position.chances()),
                Turn::Max | Turn::Min if moves.len() == 1 => 0,
                Turn::Max | Turn::Min => {
                    let text = position.text();
                    judge.start(&text)?;
                    let best = judge.run(&Budget::unlimited()).best;
                    met += 1;
                    // Reservoir sampling: each decision so far is equally likely to be chosen.
                    if rng.below(met) == 0 {
                        chosen = Some(text);
                    }
                    let best = moves.iter().position(|mv| Some(mv) == best.as_ref()).unwrap_or(0);
                    if rng.unit() < STRAY { rng.below(moves.len()) } else { best }
                }
            };
            position.play(&moves[next])?;
        }
    }
}

/// The searches with these names.
pub(super) fn engines(rules: &dyn Rules, searches: &[&str]) -> Result<Vec<Box<dyn Engine>>, Error> {
    searches.iter().map(|search| Ok(rules.engine(&search.parse()?, 0)?)).collect()
}
