//! What a search with a stored tree has found at its root, and the report that it makes.

use super::distance::Distance;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::meter::Meter;
use crate::parse_error::ParseError;
use crate::player::Player;
use crate::report::{Bound, Outcome, Proven, Report, RootMove, Stop};
use crate::score_bounds::ScoreBounds;
use crate::spec::{Parameter, Spec};

/// What is known of a root move. Values are the evaluator's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<M> {
    /// The move.
    pub mv: M,
    /// The value behind it, Max's view; none where the move was not searched.
    pub value: Option<f64>,
    /// What the value says of the truth, as long as nothing is proven.
    pub bound: Bound,
    /// What is certain behind it.
    pub bounds: ScoreBounds,
    /// Plies from behind the move to the end, of use where the value is certain.
    pub distance: Distance,
    /// What was spent behind it: expansions, playouts, positions.
    pub visits: u64,
    /// Its part of the derivative mass or of the visits.
    pub share: f64,
}

impl<M> Finding<M> {
    /// A move behind which nothing was searched, and of which this much is certain.
    pub fn unsearched(mv: M, bounds: ScoreBounds) -> Self {
        let (value, bound, distance) = (None, Bound::Estimate, Distance::UNKNOWN);
        Finding { mv, value, bound, bounds, distance, visits: 0, share: 0.0 }
    }

    /// A move whose value is proven, so far from the end.
    pub fn proven(mv: M, value: f64, distance: Distance) -> Self {
        Finding { distance, ..Finding::unsearched(mv, ScoreBounds::exactly(value)) }
    }

    /// Makes value and bounds agree: what is certain replaces an estimate, and nothing lies beyond the `ends` of the game.
    pub(super) fn agree(&mut self, ends: ScoreBounds) {
        if self.bounds.proven().is_none() {
            let ScoreBounds { lower, upper } = self.bounds;
            self.bounds = ScoreBounds { lower: lower.max(ends.lower), upper: upper.min(ends.upper) };
        }
        if let Some(value) = self.bounds.proven() {
            (self.value, self.bound) = (Some(value), Bound::Exact);
        }
    }
}

/// What was found at a root.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The value of the root, Max's view.
    pub value: f64,
    /// What is certain of it.
    pub bounds: ScoreBounds,
    /// Plies to the end, of use where the value is certain.
    pub distance: Distance,
    /// Every legal move, in the game's order.
    pub moves: Vec<Finding<M>>,
    /// The places of the best moves, the one to play first; none where nobody decides.
    pub best: Vec<usize>,
    /// The expected line behind the best move.
    pub line: Vec<M>,
    /// Behind the best move, the line to the tip on which its value depends most.
    pub refutation: Vec<M>,
    /// Whether chance may have a part in what was found, as far as the search knows.
    pub has_rolls: bool,
    /// Move calls spent on the choice between proven moves.
    pub spent: u64,
}

impl<M: Copy> Found<M> {
    /// A root of which nothing but this is known, and at which no move is chosen.
    pub fn new(value: f64, bounds: ScoreBounds, moves: Vec<Finding<M>>) -> Self {
        let (best, line, refutation) = (Vec::new(), Vec::new(), Vec::new());
        let (distance, has_rolls) = (Distance::UNKNOWN, true);
        Found { value, bounds, distance, moves, best, line, refutation, has_rolls, spent: 0 }
    }

    /// Nothing but the rules and a static `value` of a root that is not over: a forced move, a finished game, a budget too
    /// small for more.
    pub fn nothing<G, E>(game: &G, evaluator: &E, root: &G::State, value: f64) -> Self
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let turn = game.turn(root);
        if let Turn::Over(payoff) = turn {
            let value = evaluator.payoff(game, payoff);
            return Found {
                distance: Distance::END,
                ..Found::new(value, ScoreBounds::exactly(value), Vec::new())
            };
        }
        let open = ScoreBounds::of_payoffs(game, evaluator);
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let best = if Player::of(turn).is_some() { (0..legal.len()).collect() } else { Vec::new() };
        let moves = legal.iter().map(|&mv| Finding::unsearched(mv, open)).collect();
        Found { best, ..Found::new(value, open, moves) }
    }

    /// Makes the report.
    pub fn report<G, E>(self, game: &G, evaluator: &E, meter: &Meter) -> Report<M>
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let prove = |bounds: ScoreBounds, distance: Distance| {
            // No distance is known behind chance, where a value halfway need not be a draw.
            let has_rolls = self.has_rolls && game.has_chance() && distance.most == u32::MAX;
            let result = |value| {
                outcome(game, evaluator, value).filter(|&outcome| outcome != Outcome::Draw || !has_rolls)
            };
            bounds.proven().map(|value| Proven { value, result: result(value), plies: distance.plies() })
        };
        let root_move = |finding: &Finding<M>| {
            let proven = prove(finding.bounds, finding.distance);
            let Finding { mv, value, bound, visits, share, .. } = *finding;
            RootMove { mv, value, bound, proven, visits, share }
        };
        let best = self.best.first().map(|&place| self.moves[place].mv);
        let in_order = (0..self.moves.len()).filter(|place| self.best.contains(place));
        let mut counters = meter.counters;
        counters.moves += self.spent;
        counters.nodes += self.spent;
        let mut report = Report {
            best,
            best_moves: in_order.map(|place| self.moves[place].mv).collect(),
            value: self.value,
            range: evaluator.range(),
            proven: prove(self.bounds, self.distance),
            pv: best.into_iter().chain(self.line).collect(),
            refutation: self.refutation,
            moves: self.moves.iter().map(root_move).collect(),
            counters,
            stop: meter.stopped(),
            seconds: 0.0,
            cpu_seconds: 0.0,
        };
        meter.time(&mut report);
        report
    }
}

/// The name of a certain value, where it has one.
fn outcome<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, value: f64) -> Option<Outcome> {
    let payoffs = game.payoffs();
    [payoffs.high, payoffs.low, payoffs.middle()]
        .into_iter()
        .find(|&payoff| evaluator.payoff(game, payoff) == value)
        .and_then(|payoff| Outcome::of(payoff, payoffs))
}

/// What makes a root move the best, where nothing certain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The value, of the moves that were followed not much less often than any other.
    Both,
    /// How often it was followed, then its value: safe decision.
    Visits,
    /// The value.
    Value,
}

/// A move that was followed less often than this part of the one most followed has a value that is not to be relied on.
const RELIABLE: f64 = 0.25;
/// Less than values differ by.
const LITTLE: f64 = 1e-9;

impl Pick {
    /// The parameter that names it.
    pub(in crate::search) const PARAMETER: Parameter = Parameter::new(
        "pick",
        "both",
        "the root move by visits (safe decision), by value, or by value of those with at least a quarter of the most \
         visits (both); what is certain comes first",
    );

    /// The one that `spec` names.
    pub(in crate::search) fn named(spec: &Spec) -> Result<Pick, ParseError> {
        Ok(match spec.choose("pick", &["both", "visits", "value"])? {
            "visits" => Pick::Visits,
            "value" => Pick::Value,
            _ => Pick::Both,
        })
    }

    /// What this rule thinks of each of `moves` for `player`, `ends` being all that a game can end with.
    pub fn scores<M>(self, player: Player, moves: &[Finding<M>], ends: ScoreBounds) -> Vec<f64> {
        let worst = ends.worst_for(player);
        let most = moves.iter().map(|one| one.visits).max().unwrap_or(0).max(1) as f64;
        // Visits and value are both on 0 to 1. A little of the one decides where the other is equal.
        let share = |one: &Finding<M>| one.visits as f64 / most;
        let merit = |one: &Finding<M>| {
            let value = one.value.unwrap_or(worst);
            player.sign() * (value - worst) / (ends.upper - ends.lower)
        };
        let score = |one: &Finding<M>| match self {
            Pick::Both if share(one) >= RELIABLE => 1.0 + merit(one) + LITTLE * share(one),
            Pick::Both => share(one),
            Pick::Visits => share(one) + 0.5 / most * merit(one),
            Pick::Value => merit(one),
        };
        moves.iter().map(score).collect()
    }
}

/// Why nothing is to be searched at `root`, if so: the game is over, or there is one legal move.
pub fn idle<G: Game>(game: &G, root: &G::State) -> Option<Stop> {
    match game.turn(root) {
        Turn::Over(_) => Some(Stop::Complete),
        Turn::Chance => None,
        Turn::Max | Turn::Min => {
            let mut moves = Vec::new();
            game.moves(root, &mut moves);
            (moves.len() == 1).then_some(Stop::Forced)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::verdict;

    #[test]
    fn a_value_counts_where_enough_was_followed() {
        let ends = ScoreBounds { lower: -1.0, upper: 1.0 };
        let open = |value, visits| Finding { value: Some(value), visits, ..Finding::unsearched(0, ends) };
        let moves = [open(-0.5, 100), open(0.4, 25), open(0.9, 24), open(0.4, 26)];
        let picked =
            |pick: Pick, player| verdict::best(player, &moves, ends, &pick.scores(player, &moves, ends));
        assert_eq!(picked(Pick::Both, Player::Max), [3]);
        assert_eq!(picked(Pick::Both, Player::Min), [0]);
        assert_eq!(picked(Pick::Visits, Player::Max), [0]);
        assert_eq!(picked(Pick::Value, Player::Max), [2]);
    }

    #[test]
    fn what_is_certain_replaces_an_estimate() {
        let ends = ScoreBounds { lower: -1.0, upper: 1.0 };
        let mut one = Finding { value: Some(0.3), ..Finding::proven(7, 1.0, Distance::END) };
        one.agree(ends);
        assert_eq!((one.value, one.bound), (Some(1.0), Bound::Exact));
        let mut open = Finding::unsearched(7, ScoreBounds { lower: -9.0, upper: 0.5 });
        open.agree(ends);
        assert_eq!((open.value, open.bounds), (None, ScoreBounds { lower: -1.0, upper: 0.5 }));
    }
}
