//! What the search is made of: each part can be exchanged, to see what it is scale.

/// How a way down is chosen. The letters are those of the sources: Q a mean value from 0 to 1 in the eyes of who decides, n
/// the visits of a move, N those of its position, P a prior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// `Q + c sqrt(ln N / n)`: UCB1 at every position (Auer 2002; Kocsis and Szepesvári 2006). Every move is tried once first.
    #[default]
    Uct,
    /// `Q + c P sqrt(N) / (1 + n)`: with a prior (Rosin 2011; Silver 2017).
    Puct,
}

/// What a position is scale that is new to the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// How a game played on at random ends.
    #[default]
    Playout,
    /// What the evaluator says.
    Evaluator,
    /// The mean of both, which counts as two evaluations.
    Mixed,
}

/// How likely a move seems before it has been looked at, under [`Rule::Puct`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priors {
    /// By a softmax of the static values behind all moves, each of which counts as an evaluation. With [`Leaf::Evaluator`]
    /// they are the values of those positions when they are reached.
    #[default]
    Values,
    /// As the evaluator says, which counts as one evaluation.
    Evaluator,
    /// Each as likely as every other.
    Equal,
}

/// Which root move is played, where none is settled to be best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The one of most visits.
    #[default]
    Visits,
    /// The one of the best lower confidence bound, among those that were visited a tenth as often as any.
    Bound,
    /// The one of the best mean.
    Value,
}

/// The parts of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How a way down is chosen.
    pub rule: Rule,
    /// What curiosity weighs against a mean from 0 to 1.
    pub c: f64,
    /// How much less than its position, when that was expanded, a move not yet looked at seems scale: first-play urgency. Only
    /// under [`Rule::Puct`], and where the values behind the moves are not known.
    pub urgency: f64,
    /// What a new position is scale.
    pub leaf: Leaf,
    /// Random games in a sample, each an evaluation: the way to a position costs more than a few of them.
    pub playouts: u32,
    /// How many samples a new position takes before its moves become part of the tree: fewer nodes and shorter ways. Where the
    /// evaluator alone says what it is scale, one is enough.
    pub expand: u32,
    /// A static value v of the evaluator, on the common scale 1 to 1023, stands for the mean `(1 + tanh((v - 512) / squash)) / 2`:
    /// an evaluator's range is much wider than its usual values. 0 takes the value as it is.
    pub squash: f64,
    /// Where priors come from.
    pub priors: Priors,
    /// The difference of static values, on the scale 1 to 1023, that makes a move e times as likely.
    pub temperature: f64,
    /// Whether equal positions are one node, in games where none comes back.
    pub graph: bool,
    /// Whether what the game sees without search is used: wins at once, replies that lose at once, bounds payoffs.
    pub insight: bool,
    /// Which root move is played.
    pub pick: Pick,
    /// Whether the tree outlives a move.
    pub keep: bool,
    /// Searching threads.
    pub threads: usize,
}

impl Settings {
    /// Whether the values of positions are known when their parents are expanded.
    pub(super) fn knows_values(&self) -> bool {
        (self.rule, self.priors, self.leaf) == (Rule::Puct, Priors::Values, Leaf::Evaluator)
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
