//! `searchmoves`: restricts a search to some of the root moves.
//!
//! This works with every search: it searches the position after each of the moves with an equal share of the budget, and the
//! best value decides. Without a limit, the moves are searched in rounds of growing length until the host sends `stop`.

use std::time::Instant;
use tiptree::erased::Engine;
use tiptree::{Bound, Budget, Counters, ParseError, Progress, Proven, Report, RootMove, Stop};

/// Nodes per move in the first round of a search without a limit; every further round doubles it.
const FIRST_ROUND: u64 = 4096;

/// A root move, the search of the position after it, and what that has found.
struct Branch {
    mv: String,
    /// Its index among the legal moves.
    index: usize,
    engine: Box<dyn Engine>,
    report: Option<Report<String>>,
}

/// A search that chooses among some of the root moves.
pub(super) struct Restricted {
    branches: Vec<Branch>,
    is_max: bool,
}

impl Restricted {
    /// A search among `moves`, at least one, each with its index among the legal moves and a search of the position after it.
    pub(super) fn new(moves: Vec<(String, usize, Box<dyn Engine>)>, is_max: bool) -> Self {
        let branch = |(mv, index, engine)| Branch { mv, index, engine, report: None };
        Restricted { branches: moves.into_iter().map(branch).collect(), is_max }
    }

    /// A value from the view of the player to move.
    fn own(&self, value: f64) -> f64 {
        if self.is_max { value } else { -value }
    }

    /// The sort key of a branch: its value, then the sooner win or the later loss if it is proven.
    fn merit(&self, report: &Report<String>) -> (f64, f64) {
        let value = self.own(report.value);
        let plies = report.proven.and_then(|proven| proven.plies).map_or(0.0, f64::from);
        let is_won = value > self.own(report.range.middle());
        (value, if is_won { -plies } else { plies })
    }

    /// The best branch that has been searched; the first if several are equal.
    fn best(&self) -> Option<(&Branch, &Report<String>)> {
        let searched = self.branches.iter().filter_map(|branch| Some((branch, branch.report.as_ref()?)));
        searched.reduce(|best, next| if self.merit(next.1) > self.merit(best.1) { next } else { best })
    }

    /// The work of all branches.
    fn counters(&self) -> Counters {
        let mut all = Counters::default();
        for report in self.branches.iter().filter_map(|branch| branch.report.as_ref()) {
            all += report.counters;
            all.max_depth = all.max_depth.max(report.counters.max_depth + 1);
        }
        all
    }

    /// The proven value of the root, whose best branch has this report: known if the best branch is a proven win, or if all
    /// branches are proven.
    fn proven(&self, best: &Report<String>) -> Option<Proven> {
        let most = self.own(if self.is_max { best.range.high } else { best.range.low });
        let is_proven =
            |branch: &Branch| branch.report.as_ref().is_some_and(|report| report.proven.is_some());
        let is_decided = self.own(best.value) >= most || self.branches.iter().all(is_proven);
        best.proven.filter(|_| is_decided).map(one_ply_earlier)
    }

    /// Searches every branch within its part of `budget`; returns whether each of them finished by itself.
    fn round(&mut self, part: &dyn Fn(u64) -> Option<Budget>, budget: &Budget) -> bool {
        let mut is_finished = true;
        for place in 0..self.branches.len() {
            let Some(part) = part(place as u64) else { continue };
            let branch = &mut self.branches[place];
            // The work of earlier rounds counts too.
            let earlier = branch.report.take().map_or(Counters::default(), |report| report.counters);
            let mut report = branch.engine.run(&part);
            report.counters += earlier;
            is_finished &= !matches!(report.stop, Some(Stop::Nodes | Stop::Cancelled));
            branch.report = Some(report);
            self.offer(budget);
        }
        is_finished
    }

    /// Reports the best branch so far to the watcher.
    fn offer(&self, budget: &Budget) {
        let (counters, best) = (self.counters(), self.best());
        if let (Some(watcher), Some((branch, report))) = (&budget.watcher, best)
            && watcher.wants(&counters)
        {
            let &Report { value, range, .. } = report;
            let proven = self.proven(report);
            watcher.see(Progress { value, range, proven, pv: vec![branch.index], counters });
        }
    }

    fn report(&self, seconds: f64) -> Report<String> {
        let (best, found) = self.best().expect("at least one branch is searched");
        let root_move = |branch: &Branch| {
            let report = branch.report.as_ref()?;
            let proven = report.proven.map(one_ply_earlier);
            let bound = if proven.is_some() { Bound::Exact } else { Bound::Estimate };
            let visits = report.counters.nodes;
            Some(RootMove {
                mv: branch.mv.clone(),
                value: Some(report.value),
                bound,
                proven,
                visits,
                share: 0.0,
            })
        };
        Report {
            best: Some(best.mv.clone()),
            best_moves: vec![best.mv.clone()],
            value: found.value,
            range: found.range,
            proven: self.proven(found),
            pv: std::iter::once(&best.mv).chain(&found.pv).cloned().collect(),
            refutation: Vec::new(),
            moves: self.branches.iter().filter_map(root_move).collect(),
            counters: self.counters(),
            learned: None,
            stop: found.stop,
            seconds,
            cpu_seconds: seconds,
        }
    }
}

/// A proven value, seen from one ply earlier.
fn one_ply_earlier(proven: Proven) -> Proven {
    Proven { plies: proven.plies.map(|plies| plies + 1), ..proven }
}

/// The part of a limit that branch `place` of `all` gets; it may be 0 if the limit is less than their number.
fn part(limit: u64, place: u64, all: u64) -> u64 {
    limit / all + u64::from(place < limit % all)
}

impl Engine for Restricted {
    /// Refused: the position is fixed.
    fn start(&mut self, position: &str) -> Result<(), ParseError> {
        Err(ParseError::new("position", position, "a search of all moves"))
    }

    fn play(&mut self, mv: &str) -> Result<(), ParseError> {
        Err(ParseError::new("move", mv, "a search of all moves"))
    }

    fn budget(&self, common: &Budget) -> Budget {
        self.branches[0].engine.budget(common)
    }

    fn run(&mut self, budget: &Budget) -> Report<String> {
        let clock = Instant::now();
        let all = self.branches.len() as u64;
        let free = Budget { memory: budget.memory.map(|bytes| bytes / all), ..budget.without_limits() };
        let limits = Budget { memory: None, sure: None, cancel: None, ..budget.clone() };
        if limits.is_unlimited() {
            for round in 0.. {
                let nodes = Some(FIRST_ROUND << round.min(40));
                if self.round(&|_| Some(Budget { nodes, ..free.clone() }), budget) || is_cancelled(budget) {
                    break;
                }
            }
        } else {
            let share = |place: u64| {
                let count = |limit: Option<u64>| limit.map(|limit| part(limit, place, all));
                let [moves, evals, nodes] = [budget.moves, budget.evals, budget.nodes].map(count);
                let depth = budget.depth.map(|depth| depth.saturating_sub(1).max(1));
                let time = budget.time_for_a_move().map(|time| time / all as u32);
                let cpu = budget.cpu.map(|time| time / all as u32);
                let is_some = ![moves, evals, nodes].contains(&Some(0));
                is_some.then(|| Budget {
                    moves,
                    evals,
                    nodes,
                    depth,
                    time,
                    cpu,
                    sure: budget.sure,
                    ..free.clone()
                })
            };
            self.round(&share, budget);
        }
        self.report(clock.elapsed().as_secs_f64())
    }
}

fn is_cancelled(budget: &Budget) -> bool {
    budget.cancel.as_ref().is_some_and(|cancel| cancel.load(std::sync::atomic::Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree_games::registry;

    /// Connect-Four after `position`, restricted to `moves`.
    fn restricted(search: &str, position: &str, moves: &[&str]) -> Restricted {
        let rules = registry().rules(&"connect4".parse().unwrap(), None).unwrap();
        let board = rules.position(position).unwrap();
        let legal = board.moves();
        let branch = |mv: &&str| {
            let mut engine = rules.engine(&search.parse().unwrap(), 1).unwrap();
            engine.start(position).unwrap();
            engine.play(mv).unwrap();
            ((*mv).to_owned(), legal.iter().position(|known| known == mv).unwrap(), engine)
        };
        let moves = moves.iter().map(branch).collect();
        Restricted::new(moves, board.turn() == tiptree::Turn::Max)
    }

    #[test]
    fn the_best_of_the_moves_allowed_is_chosen_by_every_search() {
        // Max has three in column 4: 4 wins. Of the other moves only 1 keeps Min's three in column 1 from winning.
        let position = "414141";
        let budget: Budget = "moves=6000".parse().unwrap();
        for search in
            ["mm", "mm-fast", "ab", "pvs", "mtdf", "uct", "puct", "ubfm", "dfpn", "minimax(depth=3)"]
        {
            let won = restricted(search, position, &["2", "4"]).run(&budget);
            assert_eq!(won.best.as_deref(), Some("4"), "{search}");
            let held = restricted(search, position, &["1", "2", "3"]).run(&budget);
            assert_eq!(held.best.as_deref(), Some("1"), "{search}: {held:?}");
            assert!(held.counters.moves <= 6000, "{search}: {:?}", held.counters);
            assert_eq!(held.moves.len(), 3);
        }
    }

    #[test]
    fn a_proof_counts_the_move_itself() {
        let report = restricted("mm", "414141", &["4"]).run(&Budget::moves(100));
        assert_eq!(report.proven.and_then(|proven| proven.plies), Some(1));
        assert_eq!(report.pv, ["4"]);
        // A win by another move says nothing about the allowed ones: 2 loses at once.
        let report = restricted("mm", "414141", &["2"]).run(&Budget::moves(500));
        let proven = report.proven.unwrap();
        assert_eq!((proven.result, proven.plies), (Some(tiptree::Outcome::Loss), Some(2)));
    }

    #[test]
    fn a_limit_smaller_than_the_number_of_moves_is_kept() {
        let report = restricted("mm", "", &["1", "2", "3"]).run(&Budget::evals(2));
        assert!(report.counters.evals <= 2);
        assert!(report.best.is_some());
    }

    #[test]
    fn without_a_limit_it_ends_when_all_is_known() {
        let report = restricted("dfpn", "414141", &["2", "4"]).run(&Budget::unlimited());
        assert_eq!(report.best.as_deref(), Some("4"));
    }
}
