//! What a search found, what it cost, and why it stopped.

use crate::game::Range;
use std::fmt;

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Moves applied to a state, counted as in Rivest 1987 even if a search keeps states: a best-first search pays for the
    /// walk down from the root.
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

impl Counters {
    /// The work since these counters were `earlier`.
    pub(crate) fn since(self, earlier: Counters) -> Counters {
        Counters {
            moves: self.moves - earlier.moves,
            evals: self.evals - earlier.evals,
            nodes: self.nodes - earlier.nodes,
            expansions: self.expansions - earlier.expansions,
            ..self
        }
    }
}

impl std::ops::AddAssign for Counters {
    /// Adds the work; depth and bytes become the greater of the two. Sums saturate, because counters may come from an edited
    /// file.
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
    /// The best move is decided; further search cannot change it.
    Decided,
    /// No other root move holds enough of the derivative mass.
    Sure,
    /// The limit on move calls was reached.
    Moves,
    /// The limit on evaluations was reached.
    Evals,
    /// The limit on positions entered was reached.
    Nodes,
    /// The limit on depth was reached.
    Depth,
    /// The limit on wall-clock time was reached.
    Time,
    /// The limit on the thread's CPU time was reached.
    Cpu,
    /// The memory limit was reached, or an allocation failed.
    Memory,
    /// A position has more moves than the search can hold.
    Wide,
    /// Stopped from outside.
    Cancelled,
}

impl Stop {
    /// Whether a counted limit was reached.
    pub(crate) fn is_counted(self) -> bool {
        matches!(self, Stop::Moves | Stop::Evals | Stop::Nodes)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// The result of a finished game for Max, in games of wins, draws and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Max has the greatest payoff.
    Win,
    /// The payoff is the midpoint.
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

/// A proven value: it rests on play to the end of the game and on no estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proven {
    /// The value on the evaluator's scale.
    pub value: f64,
    /// Its name, in games of wins, draws and losses.
    pub result: Option<Outcome>,
    /// Plies to the end of the game, if proven: the loser delays, and otherwise the shortest line is taken. For a root move, the
    /// plies that follow it: 0 if the move ends the game. Behind chance nodes, the plies that suffice whatever is rolled. `None` if
    /// a search has proven the value but not that no line is shorter.
    pub plies: Option<u32>,
}

/// How the value of a root move relates to the true value at the depth searched.
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

/// A move at the root and what the search found about it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove<M> {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: M,
    /// Its value, Max's view; `None` if the move was not searched.
    pub value: Option<f64>,
    /// Whether the value is an estimate, a bound or exact.
    pub bound: Bound,
    /// The game value after the move, if it is proven.
    pub proven: Option<Proven>,
    /// Expansions (best-first), playouts (sampling) or positions (depth-first) spent below the move.
    pub visits: u64,
    /// The move's share of the derivative mass, or of the visits; 0 if the move was not searched.
    pub share: f64,
}

/// What a search has learned of its evaluator, and works with from then on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Learned {
    /// The constant part of the penalty of every edge, as the parameter `c` gives it.
    pub constant: f64,
    /// The bonus for the side to move at every tip, in the same unit.
    pub tempo: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play; `None` at a chance node or when the game is over.
    pub best: Option<M>,
    /// Every move that is as good as the best, the best included.
    pub best_moves: Vec<M>,
    /// The value of the root, Max's view.
    pub value: f64,
    /// The range of values.
    pub range: Range,
    /// The game value, if it is proven.
    pub proven: Option<Proven>,
    /// The principal variation: the line that both sides are expected to play.
    pub pv: Vec<M>,
    /// The line most likely to change the choice of the search: from the best move to the tip below it on which the value
    /// depends most. Empty if there is no such tip, or the result is proven.
    pub refutation: Vec<M>,
    /// Every legal move, in the game's order.
    pub moves: Vec<RootMove<M>>,
    /// The work done.
    pub counters: Counters,
    /// What the search has learned of its evaluator; `None` if it has not, or does not.
    pub learned: Option<Learned>,
    /// Why the search stopped; `None` while it is under way.
    pub stop: Option<Stop>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// CPU seconds of the searching thread.
    pub cpu_seconds: f64,
}

impl<M> Report<M> {
    /// The same report with every move translated. `root` translates one root move at a time; `line` translates a whole line
    /// at once, because each move is read in the position after the one before.
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
            learned: self.learned,
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
    /// use tiptree::testing::synthetic::{HashEvaluator, HashTree};
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
            learned: None,
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
