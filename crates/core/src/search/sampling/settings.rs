//! The settings of the search. Each part can be exchanged, to measure what it gains.

use crate::search::builders::builders;

/// How an edge is chosen. The letters are those of the sources: Q a mean value from 0 to 1 from the view of the player to move,
/// n the visits of a move, N those of its position, P a prior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// `Q + c sqrt(ln N / n)`: UCB1 at every position (Auer 2002; Kocsis and Szepesvári 2006). Every move is tried once first.
    #[default]
    Uct,
    /// `Q + c P sqrt(N) / (1 + n)`: with a prior (Rosin 2011; Silver 2017).
    Puct,
}

/// How a position new to the tree is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// By the result of random playouts.
    #[default]
    Playout,
    /// By the evaluator.
    Evaluator,
    /// By the mean of both. The evaluator counts as one evaluation more.
    Mixed,
}

/// The prior probability of a move, under [`Rule::Puct`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priors {
    /// By a softmax of the static values behind all moves, each of which counts as an evaluation. With [`Leaf::Evaluator`]
    /// they are the values of those positions when they are reached.
    #[default]
    Values,
    /// By the evaluator's own priors, which count as one evaluation.
    Evaluator,
    /// All moves equally likely.
    Equal,
}

/// Which root move is played, where none is proven to be best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The one with the most visits.
    #[default]
    Visits,
    /// The one with the best lower confidence bound, among those with at least a tenth of the most visits.
    Bound,
    /// The one with the best mean.
    Value,
}

/// The parts of the search.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How an edge is chosen.
    pub rule: Rule,
    /// The weight of exploration against a mean from 0 to 1.
    pub c: f64,
    /// First-play urgency: an unvisited move starts with the value that its position had when it was expanded, less this. It
    /// matters only under [`Rule::Puct`], and where the values behind the moves are not known.
    pub urgency: f64,
    /// How a new position is valued.
    pub leaf: Leaf,
    /// Random playouts in a sample, each an evaluation: the descent to a position costs more than a few of them.
    pub playouts: u32,
    /// How many samples a new position takes before it is expanded: more make fewer nodes and shorter descents. With
    /// [`Leaf::Evaluator`] one is enough.
    pub expand: u32,
    /// A static value v of the evaluator, on the common scale 1 to 1023, stands for the mean
    /// `(1 + tanh((v - 512) / squash)) / 2`, because an evaluator's range is much wider than its usual values. 0 takes the value
    /// as it is.
    pub squash: f64,
    /// Where priors come from.
    pub priors: Priors,
    /// The difference of static values, on the scale 1 to 1023, that makes a move e times as likely.
    pub temperature: f64,
    /// Whether transpositions share one node, in games where no position repeats.
    pub graph: bool,
    /// Whether to use what the game declares without search: wins at once, replies that lose at once, bounds of the payoff.
    pub insight: bool,
    /// Which root move is played.
    pub pick: Pick,
    /// Whether the subtree below a played move is kept.
    pub keep: bool,
    /// Searching threads.
    pub threads: usize,
}

builders!(Settings {
    rule: Rule,
    c: f64,
    urgency: f64,
    leaf: Leaf,
    playouts: u32,
    expand: u32,
    squash: f64,
    priors: Priors,
    temperature: f64,
    graph: bool,
    insight: bool,
    pick: Pick,
    keep: bool,
    threads: usize,
});

impl Settings {
    /// Whether the static values of all children are computed when a node is expanded.
    pub(super) fn knows_values(&self) -> bool {
        self.values_families() && self.leaf == Leaf::Evaluator
    }

    /// Whether the static values of all children are computed when a node is expanded, for the priors at least.
    pub(super) fn values_families(&self) -> bool {
        (self.rule, self.priors) == (Rule::Puct, Priors::Values)
    }

    /// Upper confidence bounds and random playouts.
    pub fn uct() -> Self {
        Settings {
            rule: Rule::Uct,
            c: 1.0,
            urgency: 0.0,
            leaf: Leaf::Playout,
            playouts: 1,
            expand: 1,
            squash: 200.0,
            priors: Priors::Equal,
            temperature: 50.0,
            graph: false,
            insight: true,
            pick: Pick::Visits,
            keep: true,
            threads: 1,
        }
    }

    /// Upper confidence bounds with priors, and an evaluator instead of playouts.
    pub fn puct() -> Self {
        Settings {
            rule: Rule::Puct,
            c: 0.5,
            leaf: Leaf::Evaluator,
            priors: Priors::Values,
            ..Settings::uct()
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings::uct()
    }
}
