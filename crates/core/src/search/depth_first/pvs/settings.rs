//! The parts of the search: each can be left out, to measure what it is worth.

use crate::search::builders::builders;

/// Late-move reduction by `base + slope * ln(depth) * ln(number of the move)` decisions, rounded down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction {
    /// The part of the reduction that is the same for all late moves.
    pub base: f64,
    /// How fast the reduction grows with the depth and the number of the move.
    pub slope: f64,
}

/// How an iteration finds its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// One search with an open window, or one around the last value (Marsland and Campbell 1982; Slate and Atkin 1977).
    #[default]
    Window,
    /// Searches with null windows only, from the last value on: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996).
    Bounds,
}

/// The parts of the search.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is there or not")]
pub struct Settings {
    /// How an iteration finds its value.
    pub driver: Driver,
    /// The most bytes of the transposition table; 0 for none.
    pub table: u64,
    /// The number of search threads. Several threads share the table; then only proven results are reproducible.
    pub threads: usize,
    /// The aspiration window of the first try: how far it reaches to either side of the last value, as a share of the
    /// evaluator's range; 0 opens the window at once.
    pub window: f64,
    /// Late-move reductions.
    pub reduce: Option<Reduction>,
    /// Extensions: positions are searched deeper if at most this many moves do not lose at once and others do. The fewer
    /// such moves, the farther from the horizon. A forced reply is not a decision, and is extended at any depth. 0
    /// extends nothing.
    pub extend: u32,
    /// Uses what the game declares: wins at once, and moves that lose at once.
    pub insight: bool,
    /// Bounds every value by what the game can prove without search.
    pub assure: bool,
    /// Mirror images share a table entry, if game and evaluator are symmetric.
    pub mirror: bool,
    /// Moves are ordered by the static values after them.
    pub sort: bool,
    /// Moves that cut off at the same ply come early.
    pub killers: bool,
    /// Moves that cut off anywhere come early.
    pub history: bool,
    /// Moves that were searched in vain before another one cut off come late.
    pub malus: bool,
    /// Table entries from a greater depth are used at a smaller one; else only what a search to the same depth would
    /// find.
    pub deeper: bool,
    /// An iteration that was cut short may change the move.
    pub partial: bool,
    /// The depths of the iterations after the first are multiples of this; 2 leaves out the odd ones.
    pub step: u32,
    /// The least depth at which the table is asked for all children before one is searched: enhanced transposition cutoffs
    /// (Plaat, Schaeffer, Pijls and de Bruin 1996); 0 for none.
    pub peek: u32,
    /// Futility pruning: a move is not searched if its static value predicts that it stays below alpha by more than this
    /// many standard errors; `None` prunes no such move.
    pub futility: Option<f64>,
    /// Null-move pruning: a position that is good enough even after a pass is cut off, if the game declares passes safe.
    pub pass: bool,
}

builders!(Settings {
    driver: Driver,
    table: u64,
    threads: usize,
    window: f64,
    reduce: Option<Reduction>,
    extend: u32,
    insight: bool,
    assure: bool,
    mirror: bool,
    sort: bool,
    killers: bool,
    history: bool,
    malus: bool,
    deeper: bool,
    partial: bool,
    step: u32,
    peek: u32,
    futility: Option<f64>,
    pass: bool,
});

impl Default for Settings {
    fn default() -> Self {
        Settings {
            driver: Driver::Window,
            table: 64 << 20,
            threads: 1,
            window: 0.012,
            reduce: Some(Reduction { base: 0.5, slope: 1.3 }),
            extend: 3,
            insight: true,
            assure: true,
            mirror: false,
            sort: true,
            killers: true,
            history: true,
            malus: true,
            deeper: true,
            partial: true,
            step: 1,
            peek: 0,
            futility: None,
            pass: true,
        }
    }
}

impl Settings {
    /// Settings with which every depth has the value of plain minimax: no reductions, no extensions, no predictions, no passes,
    /// and no values from greater depths or from beyond the horizon.
    pub fn exact() -> Self {
        let usual = Settings::default();
        Settings {
            reduce: None,
            extend: 0,
            assure: false,
            deeper: false,
            futility: None,
            pass: false,
            ..usual
        }
    }

    /// Whether every depth has the value of plain minimax.
    pub fn is_exact(&self) -> bool {
        let predicts = self.futility.is_some();
        self.reduce.is_none() && self.extend == 0 && !self.assure && !self.deeper && !predicts && !self.pass
    }
}
