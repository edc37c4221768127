//! Contests of the propagation rules: pairs of games on one board, with each rule once on each side, at equal depth.

use super::board::{Layers, Measure, Shape};
use super::sweep::{Decisions, Sweep, player};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use tiptree::player::Player;
use tiptree::search::depth_first::rules::{Average, Minimax, Product};
use tiptree::{ParseError, Rng};
use tiptree_games::board_splitting::{BALANCED, BoardSplitting, Setup, Tzeng};
use tiptree_lab::Error;
use tiptree_lab::pool::{self, Event};

/// The greatest height of a board: its values take 16 MB for each rule, and every further move doubles them.
const TALLEST: usize = 20;
/// Boards per batch of a worker: enough that no worker waits, few enough to stop soon.
const BATCH: u64 = 64;
/// How the paper sets up its P-games: with the p that gives both players about the same chance.
pub const PAPERS_P: Setup = Setup::Independent { p: BALANCED };
/// How the paper sets up its N-games.
pub const PAPERS_N: Setup = Setup::Incremental { q: 0.5 };

/// The contests, as indices into [`RULES`]; the wins of the first rule are counted.
pub const CONTESTS: [(&str, usize, usize); 3] =
    [("product-minimax", 1, 0), ("average-minimax", 2, 0), ("average-product", 2, 1)];
/// The rules of propagation.
pub const RULES: [&str; 3] = ["minimax", "product", "average"];

/// One of the paper's five series: a kind of game and an evaluation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// Table 1: P-games, e1.
    POnes,
    /// Table 2: P-games, e2.
    PTzeng,
    /// Table 3: N-games, e1.
    NOnes,
    /// Table 4: G-games, e1.
    GOnes,
    /// Table 5: G-games, e3.
    GCentred,
}

impl Series {
    /// Whether all boards can be tried, so that there is no sampling error.
    pub fn is_exhaustive(self) -> bool {
        matches!(self, Series::GOnes | Series::GCentred)
    }

    /// The probability that the first player has a forced win, by recursion over the moves left.
    ///
    /// # Panics
    /// If the series has no random boards.
    pub fn forced(self, height: usize) -> f64 {
        // The probability that Max wins, by the strength of the position (which matters in N-games only). The
        // successors of a position are independent of each other.
        let strengths = 2 * height + 1;
        let mut wins: Vec<f64> = match self {
            Series::POnes | Series::PTzeng => vec![BALANCED; strengths],
            Series::NOnes => (0..strengths).map(|strength| f64::from(u8::from(strength > height))).collect(),
            Series::GOnes | Series::GCentred => panic!("G-games are not drawn"),
        };
        for left in 1..=height {
            let below = wins.clone();
            for (strength, win) in wins.iter_mut().enumerate().skip(left).take(strengths - 2 * left) {
                let child = match self {
                    Series::NOnes => f64::midpoint(below[strength - 1], below[strength + 1]),
                    _ => below[strength],
                };
                *win = player(left).product([child; 2].into_iter());
            }
        }
        if player(height) == Player::Max { wins[height] } else { 1.0 - wins[height] }
    }

    /// The shape of its boards.
    fn shape(self, height: usize) -> Shape {
        if self.is_exhaustive() { Shape::rows(height) } else { Shape::halves(height) }
    }

    fn measure(self, height: usize) -> Result<Measure, ParseError> {
        Ok(match self {
            Series::POnes | Series::NOnes | Series::GOnes => Measure::Ones,
            Series::PTzeng => {
                let tzeng = Tzeng::new(&BoardSplitting::new(height as u32, 2, PAPERS_P)?)?;
                let layer = |left| (0..=1usize << left).map(|ones| tzeng.chance(left as u32, ones)).collect();
                Measure::Table((0..=height).map(layer).collect())
            }
            Series::GCentred => Measure::Centred,
        })
    }
}

/// The boards on which a series is played.
#[derive(Clone, Debug)]
pub enum Boards {
    /// Drawn from a seed, each by its number.
    Drawn(BoardSplitting, u64),
    /// All rows of the board's length; the squares of each are the bits of its number.
    Rows,
}

impl Boards {
    /// Writes the squares of a board. Those of a row are written from right to left, as [`Shape::rows`] requires.
    pub fn squares(&self, number: u64, squares: &mut [f64]) {
        match self {
            Boards::Drawn(game, seed) => {
                let board = game.board(&mut Rng::derive(*seed, &[number]));
                unpack(board.words(), squares);
            }
            Boards::Rows => unpack(&[number], squares),
        }
    }
}

/// Unpacks bits, the lowest first, into numbers 0 and 1.
pub(super) fn unpack(words: &[u64], squares: &mut [f64]) {
    for (squares, word) in squares.chunks_mut(64).zip(words) {
        for (place, square) in squares.iter_mut().enumerate() {
            *square = (word >> place & 1) as f64;
        }
    }
}

/// The result of a contest at one depth, from the view of the first rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games won.
    pub wins: u64,
    /// Critical pairs: pairs in which one rule won both games.
    pub pairs: u64,
    /// Critical pairs won by the first rule.
    pub pair_wins: u64,
}

/// The contests of a series, all depths from 1 to the height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contests {
    /// The moves of a game.
    pub height: usize,
    /// The number of boards played, each twice per contest.
    pub boards: u64,
    /// The number of boards on which the first player has a forced win.
    pub forced: u64,
    /// By depth from 1, then in the order of [`CONTESTS`].
    pub counts: Vec<[Count; 3]>,
}

impl Contests {
    fn new(height: usize) -> Self {
        Contests { height, boards: 0, forced: 0, counts: vec![[Count::default(); 3]; height] }
    }

    fn add(&mut self, other: &Contests) {
        self.boards += other.boards;
        self.forced += other.forced;
        for (count, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            count.wins += more.wins;
            count.pairs += more.pairs;
            count.pair_wins += more.pair_wins;
        }
    }
}

/// A series to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The series.
    pub series: Series,
    /// The moves of a game.
    pub height: usize,
    /// The number of boards, if not all boards are tried.
    pub boards: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// The number of parallel workers.
    pub jobs: usize,
}

impl Plan {
    /// The number of boards that will be played.
    pub fn boards(&self) -> u64 {
        if self.series.is_exhaustive() { 1 << (self.height + 1) } else { self.boards }
    }

    /// Plays the series. `watch` is called with the number of boards so far. Setting `cancel` ends the run; what has
    /// been played is returned. The result does not depend on the number of jobs.
    ///
    /// # Errors
    /// If the height cannot be played.
    pub fn play(&self, cancel: &AtomicBool, watch: &mut dyn FnMut(u64)) -> Result<Contests, Error> {
        check_height(self.series, self.height)?;
        let field = Field::new(self)?;
        let mut total = Contests::new(self.height);
        let batches = self.boards().div_ceil(BATCH) as usize;
        let work = |batch: usize| {
            let first = batch as u64 * BATCH;
            Ok::<_, Infallible>(field.play(first..self.boards().min(first + BATCH)))
        };
        let Ok(()) = pool::run(self.jobs, 0..batches, cancel, work, &mut |event| {
            if let Event::Done(contests) = event {
                total.add(&contests);
                watch(total.boards);
            }
            Ok(ControlFlow::Continue(()))
        });
        Ok(total)
    }
}

/// Refuses heights at which a board does not fit into memory, or at which trying all boards would take too long.
///
/// # Errors
/// If the height is 0 or too great; the error says what it would need.
pub fn check_height(series: Series, height: usize) -> Result<(), ParseError> {
    if (1..=TALLEST).contains(&height) {
        return Ok(());
    }
    let expected = if height == 0 {
        format!("1 to {TALLEST} moves")
    } else if series.is_exhaustive() {
        format!(
            "1 to {TALLEST}: of height {height} there are 2^{} boards, and all of them are played",
            height.saturating_add(1)
        )
    } else {
        // A board has about as many positions above its squares as it has squares.
        let room = 16.0 * 2f64.powi(i32::try_from(height).unwrap_or(i32::MAX)) / 1e9;
        let room = if room < 1e12 { format!("{room:.0} GB") } else { "more than there is".into() };
        format!(
            "1 to {TALLEST}: a board of height {height} has 2^{height} squares, and its values would take {room}"
        )
    };
    Err(ParseError::new("height", height.to_string(), expected))
}

/// The data that all workers share.
struct Field {
    shape: Shape,
    measure: Measure,
    boards: Boards,
}

impl Field {
    fn new(plan: &Plan) -> Result<Self, ParseError> {
        let split = |setup| BoardSplitting::new(plan.height as u32, 2, setup);
        let boards = match plan.series {
            Series::POnes | Series::PTzeng => Boards::Drawn(split(PAPERS_P)?, plan.seed),
            Series::NOnes => Boards::Drawn(split(PAPERS_N)?, plan.seed),
            Series::GOnes | Series::GCentred => Boards::Rows,
        };
        let (shape, measure) = (plan.series.shape(plan.height), plan.series.measure(plan.height)?);
        Ok(Field { shape, measure, boards })
    }

    /// Plays the contests on the boards with these numbers.
    fn play(&self, numbers: std::ops::Range<u64>) -> Contests {
        let shape = self.shape;
        let mut contests = Contests::new(shape.height());
        let mut squares = vec![0.0; shape.width(0)];
        let (mut solved, mut statics) = (Layers::new(shape), Layers::new(shape));
        let mut players = Players::new(shape);
        for number in numbers {
            self.boards.squares(number, &mut squares);
            solved.solve(shape, &squares);
            statics.evaluate(shape, &squares, &self.measure);
            contests.boards += 1;
            // Max moves first if the height is odd.
            let for_first = if shape.height() % 2 == 1 { 1.0 } else { 0.0 };
            contests.forced += u64::from(solved.0[shape.height()][0] == for_first);
            let decisions = players.decide(&statics);
            for (depth, counts) in (1..).zip(&mut contests.counts) {
                for (count, (_, first, second)) in counts.iter_mut().zip(CONTESTS) {
                    pair(count, decisions[first], decisions[second], depth, &squares);
                }
            }
        }
        contests
    }
}

/// Plays a board twice, with each rule once on each side.
fn pair(count: &mut Count, first: &Decisions, second: &Decisions, depth: usize, squares: &[f64]) {
    let as_max = squares[Decisions::play(first, second, depth)] == 1.0;
    let as_min = squares[Decisions::play(second, first, depth)] == 0.0;
    count.wins += u64::from(as_max) + u64::from(as_min);
    if as_max == as_min {
        count.pairs += 1;
        count.pair_wins += u64::from(as_max);
    }
}

/// The three rules on one board.
pub(super) struct Players {
    minimax: Sweep<Minimax>,
    product: Sweep<Product>,
    average: Sweep<Average>,
}

impl Players {
    pub(super) fn new(shape: Shape) -> Self {
        Players {
            minimax: Sweep::new(Minimax, shape),
            product: Sweep::new(Product, shape),
            average: Sweep::new(Average::default(), shape),
        }
    }

    /// The decisions of the three rules, in the order of [`RULES`].
    pub(super) fn decide(&mut self, statics: &Layers) -> [&Decisions; 3] {
        [self.minimax.decide(statics), self.product.decide(statics), self.average.decide(statics)]
    }
}
