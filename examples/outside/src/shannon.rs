//! Shannon's strategy of type B: alpha-beta that searches only the few moves that look best.
//!
//! It is written for untyped games, so it plays every game that the command line knows.

use tiptree::registry::SearchEntry;
use tiptree::search::found::{Found, idle};
use tiptree::untyped::{AnyEvaluator, State, Untyped};
use tiptree::{Evaluator, Game, Meter, Parameter, Report, Search, Stop, Turn};

/// The greatest depth, in decisions: each takes room on the stack.
const DEEPEST: u32 = 100;
/// The full window.
const OPEN: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The search; each step is an iteration, one decision deeper than the last.
struct Shannon {
    game: Untyped,
    evaluator: AnyEvaluator,
    width: usize,
    root: State,
    /// The depth of the last iteration, and whether it reached its horizon.
    depth: u32,
    is_cut: bool,
    found: Found<u64>,
}

impl Shannon {
    fn new(game: Untyped, evaluator: AnyEvaluator, width: usize) -> Self {
        let root = game.start();
        let found = Found::nothing(&game, &evaluator, &root, evaluator.range().middle());
        Shannon { game, evaluator, width, root, depth: 0, is_cut: false, found }
    }

    /// The moves that look best to the player to move, the best first; `None` if the budget is spent.
    fn likely(&self, state: &State, is_max: bool, meter: &mut Meter) -> Option<Vec<u64>> {
        let (mut moves, mut leaves) = (Vec::new(), Vec::new());
        self.game.moves(state, &mut moves);
        let count = moves.len() as u64;
        meter.spend(count, count, count).then_some(())?;
        self.evaluator.children(&self.game, state, &moves, &mut leaves);
        let sign = if is_max { -1.0 } else { 1.0 };
        let mut ranked: Vec<(f64, u64)> = leaves.iter().map(|leaf| sign * leaf.value).zip(moves).collect();
        ranked.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Some(ranked.into_iter().take(self.width).map(|(_, mv)| mv).collect())
    }

    /// The value of a position searched `depth` decisions deep, within the window from `low` to `high`, and its best
    /// move; `None` if the budget is spent.
    fn best(
        &mut self,
        state: &State,
        depth: u32,
        [mut low, mut high]: [f64; 2],
        meter: &mut Meter,
    ) -> Option<(f64, Option<u64>)> {
        let is_max = match self.game.turn(state) {
            Turn::Over(payoff) => return Some((self.evaluator.payoff(&self.game, payoff), None)),
            _ if depth == 0 => {
                self.is_cut = true;
                return meter.spend(0, 1, 0).then(|| (self.evaluator.evaluate(&self.game, state), None));
            }
            Turn::Chance => return Some((self.mean(state, depth, meter)?, None)),
            turn => turn == Turn::Max,
        };
        let mut best = (if is_max { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for mv in self.likely(state, is_max, meter)? {
            meter.spend(1, 0, 1).then_some(())?;
            let (value, _) = self.best(&self.game.after(state, mv), depth - 1, [low, high], meter)?;
            if if is_max { value > best.0 } else { value < best.0 } {
                best = (value, Some(mv));
                *(if is_max { &mut low } else { &mut high }) = value;
            }
            if low >= high {
                break;
            }
        }
        Some(best)
    }

    /// The mean over the outcomes of a roll.
    fn mean(&mut self, state: &State, depth: u32, meter: &mut Meter) -> Option<f64> {
        let (mut moves, mut chances, mut mean) = (Vec::new(), Vec::new(), 0.0);
        self.game.moves(state, &mut moves);
        self.game.chances(state, &moves, &mut chances);
        for (mv, chance) in moves.into_iter().zip(chances) {
            meter.spend(1, 0, 1).then_some(())?;
            mean += chance * self.best(&self.game.after(state, mv), depth, OPEN, meter)?.0;
        }
        Some(mean)
    }
}

impl Search<Untyped> for Shannon {
    fn start(&mut self, state: State) {
        let middle = self.evaluator.range().middle();
        self.found = Found::nothing(&self.game, &self.evaluator, &state, middle);
        (self.root, self.depth) = (state, 0);
    }
    fn advance(&mut self, mv: u64) {
        self.start(self.game.after(&self.root, mv));
    }
    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        if let Some(stop) = idle(&self.game, &self.root) {
            return Some(stop);
        }
        if self.depth >= meter.budget().depth.unwrap_or(DEEPEST).min(DEEPEST) {
            return Some(Stop::Depth);
        }
        self.is_cut = false;
        // If the budget ends within an iteration, the result of the last complete one stays.
        let (value, best) = self.best(&self.root.clone(), self.depth + 1, OPEN, meter)?;
        let mut found = Found::nothing(&self.game, &self.evaluator, &self.root, value);
        if let Some(place) = found.moves.iter().position(|finding| Some(finding.mv) == best) {
            (found.moves[place].value, found.best) = (Some(value), vec![place]);
        }
        (self.found, self.depth) = (found, self.depth + 1);
        meter.counters.max_depth = self.depth;
        (!self.is_cut).then_some(Stop::Complete)
    }
    fn report(&self, meter: &Meter) -> Report<u64> {
        self.found.clone().report(&self.game, &self.evaluator, meter)
    }
}

/// The search by name: `shannon(width=4)`.
pub fn entry() -> SearchEntry {
    SearchEntry::new("shannon", |spec, game, evaluator, _seed| {
        let width = spec.read_if("width", 6, "at least 1 move", |&width| width >= 1)?;
        Ok(Box::new(Shannon::new(game, evaluator, width)))
    })
    .summary("alpha-beta that looks only at the few moves that seem best: a strategy of type B")
    .source("Shannon 1950, section 4")
    .parameters([Parameter::new(
        "width",
        "6",
        "the moves of a position that are looked at, the best by their static values",
    )])
}
