//! What a search has found at its root, and the report made of it.

use super::distance::Distance;
use crate::convert::count_f64;
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
    /// How the value relates to the true one, as long as nothing is proven.
    pub bound: Bound,
    /// The proven bounds behind the move.
    pub bounds: ScoreBounds,
    /// Plies from behind the move to the end; meaningful where the value is proven.
    pub distance: Distance,
    /// What was spent behind it: expansions, playouts or positions.
    pub visits: u64,
    /// Its share of the derivative mass or of the visits.
    pub share: f64,
}

impl<M> Finding<M> {
    /// A move that was not searched, with these bounds.
    pub fn unsearched(mv: M, bounds: ScoreBounds) -> Self {
        let (value, bound, distance) = (None, Bound::Estimate, Distance::UNKNOWN);
        Finding { mv, value, bound, bounds, distance, visits: 0, share: 0.0 }
    }

    /// A move whose value is proven, with the distance to the end.
    pub fn proven(mv: M, value: f64, distance: Distance) -> Self {
        Finding { distance, ..Finding::unsearched(mv, ScoreBounds::exactly(value)) }
    }

    /// Makes value and bounds agree: a proven value replaces an estimate, and no bound lies beyond `ends`, the worst and the best
    /// payoff.
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
    /// Its proven bounds.
    pub bounds: ScoreBounds,
    /// Plies to the end; meaningful where the value is proven.
    pub distance: Distance,
    /// Every legal move, in the game's order.
    pub moves: Vec<Finding<M>>,
    /// The places of the best moves, the one to play first; none at a chance node or where the game is over.
    pub best: Vec<usize>,
    /// The principal variation behind the best move, without that move.
    pub line: Vec<M>,
    /// The line from the best move to the tip on which its value depends most.
    pub refutation: Vec<M>,
    /// Whether the result may depend on chance, as far as the search knows.
    pub has_rolls: bool,
    /// Move calls spent on the choice between proven moves.
    pub spent: u64,
}

impl<M: Copy> Found<M> {
    /// A root with this value, these bounds and these moves, at which no move is chosen.
    pub fn new(value: f64, bounds: ScoreBounds, moves: Vec<Finding<M>>) -> Self {
        let (best, line, refutation) = (Vec::new(), Vec::new(), Vec::new());
        let (distance, has_rolls) = (Distance::UNKNOWN, true);
        Found { value, bounds, distance, moves, best, line, refutation, has_rolls, spent: 0 }
    }

    /// The result without any search, by the rules alone: for a forced move, a finished game, or a budget too small for more.
    /// `value` is the static value, for a root that is not over.
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
        let prove = |bounds, distance| proven(game, evaluator, (bounds, distance), self.has_rolls);
        let root_move = |finding: &Finding<M>| {
            let proven = prove(finding.bounds, finding.distance);
            let Finding { mv, value, bound, visits, share, .. } = *finding;
            RootMove { mv, value, bound, proven, visits, share }
        };
        let best = self.best.first().map(|&place| self.moves[place].mv);
        let mut in_order = self.best.clone();
        in_order.sort_unstable();
        let mut counters = meter.counters;
        counters.moves += self.spent;
        counters.nodes += self.spent;
        let mut report = Report {
            best,
            best_moves: in_order.into_iter().map(|place| self.moves[place].mv).collect(),
            value: self.value,
            range: evaluator.range(),
            proven: prove(self.bounds, self.distance),
            pv: best.into_iter().chain(self.line).collect(),
            refutation: self.refutation,
            moves: self.moves.iter().map(root_move).collect(),
            counters,
            learned: None,
            stop: meter.stopped(),
            seconds: 0.0,
            cpu_seconds: 0.0,
        };
        meter.time(&mut report);
        report
    }
}

/// The proven value of a position with these bounds and this distance from the end, if there is one. `has_rolls` says whether it
/// may depend on chance.
pub(super) fn proven<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (bounds, distance): (ScoreBounds, Distance),
    has_rolls: bool,
) -> Option<Proven> {
    // With chance no distance is known, and a value halfway between loss and win need not be a draw.
    let has_rolls = has_rolls && game.has_chance() && distance.most == u32::MAX;
    let value = bounds.proven()?;
    let result = outcome(game, evaluator, value).filter(|&outcome| outcome != Outcome::Draw || !has_rolls);
    Some(Proven { value, result, plies: distance.plies() })
}

/// The outcome that a proven value stands for, where it stands for one.
fn outcome<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, value: f64) -> Option<Outcome> {
    let payoffs = game.payoffs();
    [payoffs.high, payoffs.low, payoffs.middle()]
        .into_iter()
        .find(|&payoff| evaluator.payoff(game, payoff) == value)
        .and_then(|payoff| Outcome::of(payoff, payoffs))
}

/// What makes a root move the best, where no proof does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The value, among the moves with at least a quarter of the most visits.
    Both,
    /// The visits, then the value: safe decision.
    Visits,
    /// The value.
    Value,
}

/// The share of the most visits that a move needs for its value to be reliable.
pub(in crate::search) const RELIABLE: f64 = 0.25;
/// A difference smaller than that of any two values.
const LITTLE: f64 = 1e-9;

impl Pick {
    /// The parameter that names it.
    pub(in crate::search) const PARAMETER: Parameter = Parameter::new(
        "pick",
        "both",
        "root move: by visits (safe decision), by value, or both: by value, among the moves with at least a quarter of \
         the most visits; proven results come first",
    );

    /// The one that `spec` names.
    pub(in crate::search) fn named(spec: &Spec) -> Result<Pick, ParseError> {
        Ok(match spec.choose("pick", &["both", "visits", "value"])? {
            "visits" => Pick::Visits,
            "value" => Pick::Value,
            _ => Pick::Both,
        })
    }

    /// The score of each of `moves` for `player` by this rule. `ends` are the worst and the best payoff.
    pub fn scores<M>(self, player: Player, moves: &[Finding<M>], ends: ScoreBounds) -> Vec<f64> {
        let worst = ends.worst_for(player);
        let most = count_f64(moves.iter().map(|one| one.visits).max().unwrap_or(0).max(1));
        // Visits and values are both on 0 to 1. The second criterion weighs so little that it only breaks ties.
        let share = |one: &Finding<M>| count_f64(one.visits) / most;
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

/// Why there is nothing to search at `root`, if so: the game is over, or there is one legal move.
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
    fn a_value_counts_where_there_are_enough_visits() {
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
    fn a_proven_value_replaces_an_estimate() {
        let ends = ScoreBounds { lower: -1.0, upper: 1.0 };
        let mut one = Finding { value: Some(0.3), ..Finding::proven(7, 1.0, Distance::END) };
        one.agree(ends);
        assert_eq!((one.value, one.bound), (Some(1.0), Bound::Exact));
        let mut open = Finding::unsearched(7, ScoreBounds { lower: -9.0, upper: 0.5 });
        open.agree(ends);
        assert_eq!((open.value, open.bounds), (None, ScoreBounds { lower: -1.0, upper: 0.5 }));
    }
}
