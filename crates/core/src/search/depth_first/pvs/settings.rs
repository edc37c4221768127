//! What the search is made of: each part can be left out, to see what it is worth.

/// Late moves are searched less deep: after `base + slope * ln(depth) * ln(number of the move)`, rounded down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduction {
    /// What every late move loses.
    pub base: f64,
    /// How fast it loses more.
    pub slope: f64,
}

/// How the value of an iteration is closed in on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// One search with an open window, or one around the last value (Marsland and Campbell 1982; Slate and Atkin 1977).
    #[default]
    Window,
    /// Searches with empty windows only, from the last value on: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996).
    Bounds,
}

/// The parts of the search.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each part is there or not")]
pub struct Settings {
    /// How an iteration closes in on its value.
    pub driver: Driver,
    /// The most bytes of the table of positions; 0 for none.
    pub table: u64,
    /// Searching threads. More than one share the table; then only what is proven can be repeated.
    pub threads: usize,
    /// The window around the last value in which an iteration is tried first, as a share of the evaluator's range; 0 opens
    /// the window at once.
    pub window: f64,
    /// Late moves are searched less deep.
    pub reduce: Option<Reduction>,
    /// Positions with at most so many moves that do not lose at once are searched deeper, where others do: the fewer moves, the
    /// farther from the horizon. A forced reply is no decision, and follows anywhere; 0 extends nothing.
    pub extend: u32,
    /// What the game declares is used: wins at once, and moves that lose at once.
    pub insight: bool,
    /// What the game assures without search bounds every value.
    pub assure: bool,
    /// Mirror images share what is known, where game and evaluator have them.
    pub mirror: bool,
    /// Moves are ordered by the static values behind them.
    pub sort: bool,
    /// Moves that cut off at the same ply come early.
    pub killers: bool,
    /// Moves that cut off anywhere come early.
    pub history: bool,
    /// Moves that did not cut off where another did come late.
    pub malus: bool,
    /// What was found at a greater depth serves at a lesser one; else only what the same depth would find.
    pub deeper: bool,
    /// An iteration cut short may change the move.
    pub partial: bool,
    /// What is good enough after a pass is cut off, where the game declares passes safe.
    pub pass: bool,
}

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
            pass: true,
        }
    }
}

impl Settings {
    /// Everything that keeps the value of every depth what plain minimax finds: no reductions, no extensions, no passes,
    /// and nothing from other depths or from beyond them.
    pub fn exact() -> Self {
        Settings { reduce: None, extend: 0, assure: false, deeper: false, pass: false, ..Settings::default() }
    }

    /// Whether the value of every depth is what plain minimax finds.
    pub fn is_exact(&self) -> bool {
        self.reduce.is_none() && self.extend == 0 && !self.assure && !self.deeper && !self.pass
    }
}
