//! What a search with a stored tree has found at its root, and the report that it makes.

use super::chooser::Chooser;
use crate::assured::Assured;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::meter::Meter;
use crate::misread::Misread;
use crate::report::{Bound, Outcome, Proven, Report, RootMove, Stop};
use crate::spec::{Parameter, Spec};

/// What is known of a root move. Values are the evaluator's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<M> {
    /// The move.
    pub mv: M,
    /// The value behind it, Max's view.
    pub value: f64,
    /// What is certain behind it.
    pub assured: Assured,
    /// Plies to the end, where the value is certain and they are known.
    pub plies: Option<u32>,
    /// What was spent behind it: expansions, playouts.
    pub visits: u64,
    /// Its part of the derivative mass or of the visits.
    pub share: f64,
}

/// What was found at a root.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The value of the root, Max's view.
    pub value: f64,
    /// What is certain of it.
    pub assured: Assured,
    /// Plies to the end, where the value is certain and they are known.
    pub plies: Option<u32>,
    /// Every legal move, in the game's order.
    pub moves: Vec<Finding<M>>,
    /// The places of the best moves, the one to play first; none where nobody decides.
    pub best: Vec<usize>,
    /// The expected line behind the best move.
    pub line: Vec<M>,
    /// Behind the best move, the line to the tip on which its value depends most.
    pub fears: Vec<M>,
}

impl<M: Copy> Found<M> {
    /// Nothing but the rules and a static `value` of a root that is not over: a forced move, a finished game, a budget too
    /// small for more.
    pub fn nothing<G, E>(game: &G, evaluator: &E, root: &G::State, value: f64) -> Self
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let turn = game.turn(root);
        let value = if let Turn::Over(payoff) = turn { evaluator.payoff(game, payoff) } else { value };
        let open = Assured::within(evaluator.range());
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let share = 1.0 / legal.len() as f64;
        let finding = |&mv: &M| Finding { mv, value, assured: open, plies: None, visits: 0, share };
        Found {
            value,
            assured: if turn.is_over() { Assured::exactly(value) } else { open },
            plies: turn.is_over().then_some(0),
            moves: legal.iter().map(finding).collect(),
            best: if Chooser::of(turn).is_some() { (0..legal.len()).collect() } else { Vec::new() },
            line: Vec::new(),
            fears: Vec::new(),
        }
    }

    /// Makes the report.
    pub fn report<G, E>(self, game: &G, evaluator: &E, meter: &Meter) -> Report<M>
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let prove = |assured: Assured, plies| {
            assured.settled().map(|value| Proven {
                value,
                result: outcome(game, evaluator, value, plies),
                plies,
            })
        };
        let root_move = |finding: &Finding<M>| {
            let proven = prove(finding.assured, finding.plies);
            let bound = if proven.is_some() { Bound::Exact } else { Bound::Estimate };
            let Finding { mv, value, visits, share, .. } = *finding;
            RootMove { mv, value, bound, proven, visits, share }
        };
        let best_moves: Vec<M> = self.best.iter().map(|&place| self.moves[place].mv).collect();
        let best = best_moves.first().copied();
        let mut report = Report {
            best,
            best_moves,
            value: self.value,
            range: evaluator.range(),
            proven: prove(self.assured, self.plies),
            pv: best.into_iter().chain(self.line).collect(),
            fears: self.fears,
            moves: self.moves.iter().map(root_move).collect(),
            counters: meter.counters,
            stop: meter.stopped(),
            seconds: 0.0,
            cpu_seconds: 0.0,
        };
        meter.time(&mut report);
        report
    }
}

/// The name of a certain value. Behind chance, where the distance is unknown, a value halfway need not be a draw.
fn outcome<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    value: f64,
    plies: Option<u32>,
) -> Option<Outcome> {
    let payoffs = game.payoffs();
    [payoffs.high, payoffs.low, payoffs.middle()]
        .into_iter()
        .find(|&payoff| evaluator.payoff(game, payoff) == value)
        .and_then(|payoff| Outcome::of(payoff, payoffs))
        .filter(|&outcome| outcome != Outcome::Draw || plies.is_some() || !game.has_chance())
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
    pub(in crate::search) fn named(spec: &Spec) -> Result<Pick, Misread> {
        Ok(match spec.choose("pick", &["both", "visits", "value"])? {
            "visits" => Pick::Visits,
            "value" => Pick::Value,
            _ => Pick::Both,
        })
    }

    /// The places of the best moves for `chooser`, `ends` being all that a game can end with.
    pub fn best<M>(self, chooser: Chooser, moves: &[Finding<M>], ends: Assured) -> Vec<usize> {
        let worst = ends.floor(chooser);
        let most = moves.iter().map(|one| one.visits).max().unwrap_or(0).max(1) as f64;
        // What was followed, from 0 to 1, and the value, from 0 to 1. Little of the one decides where the other is equal.
        let share = |one: &Finding<M>| one.visits as f64 / most;
        let merit = |one: &Finding<M>| chooser.sign() * (one.value - worst) / (ends.greatest - ends.least);
        best(chooser, moves, worst, |one| match self {
            Pick::Both if share(one) >= RELIABLE => 1.0 + merit(one) + LITTLE * share(one),
            Pick::Both => share(one),
            Pick::Visits => share(one) + 0.5 / most * merit(one),
            Pick::Value => merit(one),
        })
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

/// The places of the best moves for `chooser`: what is certain first, then `score`, greater being better for them.
///
/// A move that another is certain not to be worse than is out. Of the rest, the open move of the greatest score is played,
/// unless a settled one is worth as much as that one only seems to be and is not certain to be. A settled value of `worst`,
/// the least that they can get, is played only if there is nothing else.
pub fn best<M>(
    chooser: Chooser,
    moves: &[Finding<M>],
    worst: f64,
    score: impl Fn(&Finding<M>) -> f64,
) -> Vec<usize> {
    let floor = chooser.extreme(moves.iter().map(|one| one.assured.floor(chooser)));
    let places = |holds: &dyn Fn(&Finding<M>) -> bool| -> Vec<usize> {
        (0..moves.len()).filter(|&place| holds(&moves[place])).collect()
    };
    let settled = places(&|one| one.assured.settled() == Some(floor));
    let is_open = |one: &Finding<M>| chooser.prefers(one.assured.hope(chooser), floor);
    let most = moves.iter().filter(|one| is_open(one)).map(&score).fold(f64::NEG_INFINITY, f64::max);
    let leaders = places(&|one| is_open(one) && score(one) >= most);
    let Some(&leader) = leaders.first() else { return settled };
    let leader = &moves[leader];
    let is_certain = !settled.is_empty()
        && floor != worst
        && leader.assured.floor(chooser) != floor
        && !chooser.prefers(leader.value, floor);
    if is_certain { settled } else { leaders }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(value: f64, least: f64, greatest: f64, visits: u64) -> Finding<u8> {
        let assured = Assured { least, greatest };
        Finding { mv: 0, value, assured, plies: None, visits, share: 0.0 }
    }

    fn by_visits(chooser: Chooser, moves: &[Finding<u8>]) -> Vec<usize> {
        best(chooser, moves, -chooser.sign(), |one| one.visits as f64)
    }

    #[test]
    fn a_value_counts_where_enough_was_followed() {
        let ends = Assured { least: -1.0, greatest: 1.0 };
        let open = |value, visits| finding(value, -1.0, 1.0, visits);
        let moves = [open(-0.5, 100), open(0.4, 25), open(0.9, 24), open(0.4, 26)];
        let picked = |pick: Pick, chooser| pick.best(chooser, &moves, ends);
        assert_eq!(picked(Pick::Both, Chooser::Max), [3]);
        assert_eq!(picked(Pick::Both, Chooser::Min), [0]);
        assert_eq!(picked(Pick::Visits, Chooser::Max), [0]);
        assert_eq!(picked(Pick::Value, Chooser::Max), [2]);
    }

    #[test]
    fn a_settled_win_is_played_whatever_was_visited() {
        let moves = [finding(0.9, -1.0, 1.0, 99), finding(1.0, 1.0, 1.0, 1), finding(0.0, 0.0, 0.0, 50)];
        assert_eq!(by_visits(Chooser::Max, &moves), [1]);
        assert_eq!(by_visits(Chooser::Min, &moves), [2]);
    }

    #[test]
    fn a_settled_loss_is_the_last_resort() {
        let moves = [finding(-1.0, -1.0, -1.0, 99), finding(-0.99, -1.0, 1.0, 1)];
        assert_eq!(by_visits(Chooser::Max, &moves), [1]);
        assert_eq!(by_visits(Chooser::Max, &moves[..1]), [0]);
    }

    #[test]
    fn a_settled_draw_is_better_than_what_seems_worse() {
        let draw = finding(0.0, 0.0, 0.0, 1);
        assert_eq!(by_visits(Chooser::Max, &[finding(-0.1, -1.0, 1.0, 99), draw]), [1]);
        assert_eq!(by_visits(Chooser::Max, &[finding(0.1, -1.0, 1.0, 99), draw]), [0]);
        assert_eq!(by_visits(Chooser::Min, &[finding(0.1, -1.0, 1.0, 99), draw]), [1]);
    }

    #[test]
    fn what_is_certain_not_to_be_worse_than_a_settled_draw_is_played() {
        let draw = finding(0.0, 0.0, 0.0, 99);
        assert_eq!(by_visits(Chooser::Max, &[finding(0.0, 0.0, 1.0, 1), draw]), [0]);
        assert_eq!(by_visits(Chooser::Min, &[finding(0.0, 0.0, 1.0, 1), draw]), [1]);
    }

    #[test]
    fn what_cannot_be_better_than_something_certain_is_out() {
        let moves = [finding(-0.2, -1.0, 0.0, 99), finding(0.1, 0.0, 1.0, 5), finding(0.3, 0.0, 1.0, 5)];
        assert_eq!(by_visits(Chooser::Max, &moves), [1, 2]);
    }
}
