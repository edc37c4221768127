//! What a search found, what it cost, and why it stopped.

use crate::game::Range;
use std::fmt;

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Moves applied to a state, counted as in Rivest 1987 also where a search keeps states: a best-first search
    /// pays for walking down from the root.
    pub moves: u64,
    /// Positions given to the evaluator, each of a batch.
    pub evals: u64,
    /// Positions entered.
    pub nodes: u64,
    /// Tips whose children were added to the tree.
    pub expansions: u64,
    /// Decisions from the root to the deepest position.
    pub max_depth: u32,
    /// Bytes of the stored tree, its states included.
    pub tree_bytes: u64,
}

impl std::ops::AddAssign for Counters {
    /// Adds work to work; of depth and bytes the greater stays. Counters may come from a file that somebody has edited, so
    /// that a sum too great is the greatest there is.
    fn add_assign(&mut self, other: Counters) {
        self.moves = self.moves.saturating_add(other.moves);
        self.evals = self.evals.saturating_add(other.evals);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.expansions = self.expansions.saturating_add(other.expansions);
        self.max_depth = self.max_depth.max(other.max_depth);
        self.tree_bytes = self.tree_bytes.max(other.tree_bytes);
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Stop {
    /// Nothing is left to search.
    Complete,
    /// There is one legal move, so nothing was searched.
    Forced,
    /// The best move is settled, whatever else the tree may hold.
    Decided,
    /// No other root move holds enough of the derivative mass.
    Sure,
    /// The limit of move calls.
    Moves,
    /// The limit of evaluations.
    Evals,
    /// The limit of positions entered.
    Nodes,
    /// The limit of depth.
    Depth,
    /// The limit on the wall's clock.
    Time,
    /// The limit on the thread's clock.
    Cpu,
    /// The limit of memory, or no more memory could be had.
    Memory,
    /// A position has more moves than the search can hold.
    Wide,
    /// Stopped from outside.
    Cancelled,
}

impl Stop {
    /// Whether what the search did was counted and reached a limit.
    pub(crate) fn is_counted(self) -> bool {
        matches!(self, Stop::Moves | Stop::Evals | Stop::Nodes)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// How a finished game went for Max, where the payoffs are three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Max has the greatest payoff.
    Win,
    /// The payoff is halfway.
    Draw,
    /// Max has the least payoff.
    Loss,
}

impl Outcome {
    /// The name of a payoff within its range, if it has one.
    pub fn of(payoff: f64, payoffs: Range) -> Option<Outcome> {
        match payoff {
            _ if payoff == payoffs.high => Some(Outcome::Win),
            _ if payoff == payoffs.low => Some(Outcome::Loss),
            _ if payoff == payoffs.middle() => Some(Outcome::Draw),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win => "win for Max",
            Outcome::Draw => "draw",
            Outcome::Loss => "win for Min",
        })
    }
}

/// A value that is no estimate: play to the end of the game gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proven {
    /// The value on the evaluator's scale.
    pub value: f64,
    /// Its name, where the payoffs are three.
    pub result: Option<Outcome>,
    /// Plies to the end, where they are certain: the loser delays, everybody else takes the shortest way. For a root move, the
    /// plies that follow it: 0 where the move ends the game. Unknown behind chance, and where a search has proven the value but
    /// not that there is no shorter way.
    pub plies: Option<u32>,
}

/// What the value of a root move says of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Bound {
    /// A backed-up estimate.
    Estimate,
    /// The depth-limited value is at least this.
    Lower,
    /// The depth-limited value is at most this.
    Upper,
    /// The depth-limited value is this.
    Exact,
}

/// A move at the root and what the search found behind it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove<M> {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: M,
    /// Its value, Max's view; none where the move was not searched.
    pub value: Option<f64>,
    /// What the value says of the truth.
    pub bound: Bound,
    /// The game value behind the move, where it is known.
    pub proven: Option<Proven>,
    /// Expansions (best-first), playouts (sampling) or positions (depth-first) spent behind the move.
    pub visits: u64,
    /// The move's part of the derivative mass, or of the visits; 0 where the move was not searched.
    pub share: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play; none where nobody decides: at a roll, or when the game is over.
    pub best: Option<M>,
    /// Every move that is as good, the best included.
    pub best_moves: Vec<M>,
    /// The value of the root, Max's view.
    pub value: f64,
    /// The range of values.
    pub range: Range,
    /// The game value, where it is known.
    pub proven: Option<Proven>,
    /// The line that both sides are expected to play.
    pub pv: Vec<M>,
    /// The line that could still change the mind of the search: behind its move, the tip on which the value depends most.
    /// Empty where the search has no such tip, or is certain.
    pub refutation: Vec<M>,
    /// Every legal move, in the game's order.
    pub moves: Vec<RootMove<M>>,
    /// The work done.
    pub counters: Counters,
    /// Why the search stopped; none while it is under way.
    pub stop: Option<Stop>,
    /// Seconds on the wall.
    pub seconds: f64,
    /// CPU seconds of the searching thread.
    pub cpu_seconds: f64,
}

impl<M> Report<M> {
    /// The same report with every move translated: those of the root by `root`, one at a time, and those of lines
    /// by `line`, all at once, because each is read in the position behind the one before.
    pub fn map<N>(self, mut root: impl FnMut(M) -> N, mut line: impl FnMut(Vec<M>) -> Vec<N>) -> Report<N> {
        Report {
            best: self.best.map(&mut root),
            best_moves: self.best_moves.into_iter().map(&mut root).collect(),
            value: self.value,
            range: self.range,
            proven: self.proven,
            pv: line(self.pv),
            refutation: line(self.refutation),
            moves: self
                .moves
                .into_iter()
                .map(|entry| RootMove {
                    mv: root(entry.mv),
                    value: entry.value,
                    bound: entry.bound,
                    proven: entry.proven,
                    visits: entry.visits,
                    share: entry.share,
                })
                .collect(),
            counters: self.counters,
            stop: self.stop,
            seconds: self.seconds,
            cpu_seconds: self.cpu_seconds,
        }
    }
}

impl<M: fmt::Display> fmt::Display for Report<M> {
    /// A summary for people: best move and value, the line, the work, and why the search stopped.
    ///
    /// ```
    /// use tiptree::search::best_first::MinMax;
    /// use tiptree::synthetic::{HashEvaluator, HashTree};
    /// use tiptree::{Budget, Search};
    ///
    /// let mut search = MinMax::new(HashTree::new(1, 20, 4), HashEvaluator::new(1, 1023));
    /// let report = search.run(&Budget::moves(50));
    /// assert!(report.to_string().starts_with("best "));
    /// assert!(report.to_string().ends_with("stopped by moves"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.best {
            Some(best) => write!(f, "best {best}, value {}", short(self.value))?,
            None => write!(f, "value {}", short(self.value))?,
        }
        write!(f, " on {} to {}", short(self.range.low), short(self.range.high))?;
        if let Some(proven) = self.proven {
            write!(f, ", proven {proven}")?;
        }
        if self.pv.len() > 1 {
            let line: Vec<String> = self.pv.iter().map(ToString::to_string).collect();
            write!(f, "\nline {}", line.join(" "))?;
        }
        let Counters { moves, evals, nodes, .. } = self.counters;
        write!(f, "\nmoves {moves}, evals {evals}, nodes {nodes}")?;
        match self.stop {
            Some(stop) => write!(f, ", stopped by {stop}"),
            None => f.write_str(", under way"),
        }
    }
}

impl fmt::Display for Proven {
    /// The result for Max, or the value where it has no name, and how far away the end is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            Some(outcome) => outcome.fmt(f)?,
            None => f.write_str(&short(self.value))?,
        }
        match self.plies {
            Some(0) | None => Ok(()),
            Some(1) => f.write_str(" in 1 ply"),
            Some(plies) => write!(f, " in {plies} plies"),
        }
    }
}

/// A number with up to three decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report<char> {
        Report {
            best: Some('a'),
            best_moves: vec!['a'],
            value: 0.123_456,
            range: Range::new(-1.0, 1.0),
            proven: None,
            pv: vec!['a', 'b'],
            refutation: Vec::new(),
            moves: Vec::new(),
            counters: Counters { moves: 7, evals: 6, nodes: 5, ..Counters::default() },
            stop: Some(Stop::Moves),
            seconds: 0.0,
            cpu_seconds: 0.0,
        }
    }

    #[test]
    fn a_report_reads_well() {
        let text = "best a, value 0.123 on -1 to 1\nline a b\nmoves 7, evals 6, nodes 5, stopped by moves";
        assert_eq!(report().to_string(), text);
    }

    #[test]
    fn a_proof_says_who_wins_and_when() {
        let proven = Proven { value: -1.0, result: Some(Outcome::Loss), plies: Some(3) };
        let report = Report { value: -1.0, proven: Some(proven), pv: vec!['a'], stop: None, ..report() };
        let text = "best a, value -1 on -1 to 1, proven win for Min in 3 plies\nmoves 7, evals 6, nodes 5, under way";
        assert_eq!(report.to_string(), text);
        let named = |value, plies| Proven { value, result: None, plies }.to_string();
        assert_eq!((named(10.0, Some(1)), named(0.5, None)), ("10 in 1 ply".into(), "0.5".into()));
    }
}
