//! The paper's own numbers: worked bounds, leaf counts of *-complete trees, the order in which leaves are visited.

use tiptree::ScoreBounds;
use tiptree::rng::scatter;
use tiptree::search::depth_first::star::{ChanceBounds, Probing, Sort, Star, Tally, Variant, Window};
use tiptree::{Game, Insight, Keyed, Neutral, Observer, Range, Rng, Turn};

#[test]
fn figure_4_bounds_a_roll_by_2_and_7() {
    let mut bounds = ChanceBounds::new(&[0.25; 4], ScoreBounds { lower: 0.0, upper: 10.0 });
    bounds.set(0, 5.0);
    bounds.set(1, 3.0);
    assert_eq!((bounds.lower(), bounds.upper()), (2.0, 7.0));
    // "A cutoff can occur if the alpha value passed to * is >= 7, or if the beta value is <= 2."
    let cut = |alpha, beta| bounds.cut(Window { alpha, beta });
    assert_eq!((cut(7.0, 8.0), cut(6.9, 8.0)), (Some(7.0), None));
    assert_eq!((cut(0.0, 2.0), cut(0.0, 2.1)), (Some(2.0), None));
}

#[test]
fn figure_6_passes_its_windows_down() {
    let third = [1.0 / 3.0; 3];
    // The roll at depth 2: alpha 4, beta 5, the first of three outcomes is worth 2.
    let mut upper = ChanceBounds::new(&third, ScoreBounds { lower: -10.0, upper: 10.0 });
    upper.set(0, 2.0);
    assert_eq!((upper.lower(), upper.upper()), (-6.0, 22.0 / 3.0));
    let raw = upper.window(1, Window { alpha: 4.0, beta: 5.0 });
    assert_eq!(raw, Window { alpha: 0.0, beta: 23.0 });
    let window = raw.within(ScoreBounds { lower: -10.0, upper: 10.0 });
    assert_eq!(window, Window { alpha: 0.0, beta: 10.0 });
    // Min's decision at depth 3 finds a move worth 3, so that the roll below it has 0 to 3.
    let window = Window { beta: window.beta.min(3.0), ..window };
    assert_eq!(window, Window { alpha: 0.0, beta: 3.0 });
    // The roll at depth 4: its first outcome is worth -3.
    let mut lower = ChanceBounds::new(&third, ScoreBounds { lower: -10.0, upper: 10.0 });
    lower.set(0, -3.0);
    assert_eq!((lower.lower(), lower.upper()), (-23.0 / 3.0, 17.0 / 3.0));
    let raw = lower.window(1, window);
    assert_eq!(raw.within(ScoreBounds { lower: -10.0, upper: 10.0 }), Window { alpha: -7.0, beta: 10.0 });
}

/// How the arcs below a node are ordered.
#[derive(Clone, Copy, PartialEq)]
enum Arcs {
    /// As is best for the search: the best move first, below Max's moves the lowest outcome first, below Min's the highest.
    Best,
    /// By chance.
    Random(u64),
}

/// A *-complete tree (section 6): Max, chance, Min, chance and so on, `branching` arcs each. The arcs of a player are worth
/// 0 to N-1 against him, those of chance -N/2 to N/2 without 0, and a leaf is worth the sum of its path.
#[derive(Clone, Copy)]
struct StarTree {
    branching: i64,
    depth: u32,
    arcs: Arcs,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Spot {
    level: u32,
    sum: i64,
    path: u64,
}

impl StarTree {
    /// Values are multiples of this, so that all averages are whole numbers.
    fn scale(&self) -> i64 {
        self.branching.pow(self.depth / 2)
    }

    fn levels(&self, kind: u32) -> i64 {
        (0..self.depth).map(|level| i64::from(level % 4 == kind)).sum()
    }

    fn arc(&self, spot: &Spot, mv: i64) -> i64 {
        let n = self.branching;
        let rank = match self.arcs {
            Arcs::Best => mv,
            Arcs::Random(seed) => {
                let mut ranks: Vec<i64> = (0..n).collect();
                Rng::derive(seed, &[spot.path]).shuffle(&mut ranks);
                ranks[mv as usize]
            }
        };
        let roll = |rank: i64| rank - n / 2 + i64::from(rank >= n / 2);
        match spot.level % 4 {
            0 => -rank,
            1 => roll(rank),
            2 => rank,
            _ => roll(n - 1 - rank),
        }
    }
}

impl Game for StarTree {
    type State = Spot;
    type Move = i64;

    fn start(&self) -> Spot {
        Spot { level: 0, sum: 0, path: 1 }
    }

    fn turn(&self, spot: &Spot) -> Turn {
        match spot.level {
            level if level == self.depth => Turn::Over((spot.sum * self.scale()) as f64),
            level if level % 4 == 0 => Turn::Max,
            level if level % 4 == 2 => Turn::Min,
            _ => Turn::Chance,
        }
    }

    /// The extreme sums of a path.
    fn payoffs(&self) -> Range {
        let (players, dice) = (self.branching - 1, self.branching / 2 * (self.levels(1) + self.levels(3)));
        let low = -players * self.levels(0) - dice;
        let high = players * self.levels(2) + dice;
        Range::new((low * self.scale()) as f64, (high * self.scale()) as f64)
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn moves(&self, spot: &Spot, moves: &mut Vec<i64>) {
        moves.extend((0..self.branching).filter(|_| spot.level < self.depth));
    }

    fn play(&self, spot: &mut Spot, mv: i64) {
        spot.sum += self.arc(spot, mv);
        spot.level += 1;
        spot.path = spot.path * self.branching as u64 + mv as u64;
    }
}

impl Keyed for StarTree {
    fn key(&self, spot: &Spot) -> u64 {
        scatter(spot.path) ^ u64::from(spot.level)
    }
}

impl Insight for StarTree {}

fn as_printed(variant: Variant) -> Variant {
    Variant { sort: Sort::None, ..variant }
}

/// A search of the whole tree with the window L to U.
fn whole(tree: StarTree, variant: Variant) -> (f64, Tally) {
    let mut star = Star::new(as_printed(variant));
    let range = tree.payoffs();
    let value = star.search(&tree, &Neutral::new(&tree), &tree.start(), 99, range.low, range.high, &mut ());
    (value, star.tally())
}

/// As the paper's Tables 1 to 4 and 7 count: Max's first roll is searched exhaustively and not probed, the others with the
/// best so far as alpha. The table has `bytes`; 0 for none.
fn first_in_full(tree: StarTree, variant: Variant, bytes: u64) -> Tally {
    let mut star = Star::new(as_printed(variant)).with_table(bytes);
    let (evaluator, high) = (Neutral::new(&tree), tree.payoffs().high);
    let first = tree.after(&tree.start(), 0);
    let mut alpha = (first.sum * tree.scale()) as f64;
    for mv in 1..tree.branching {
        let roll = tree.after(&tree.start(), mv);
        let value = star.search(&tree, &evaluator, &roll, 99, alpha, high, &mut ());
        alpha = alpha.max(value);
    }
    assert_eq!(alpha, 0.0, "the best move is worth nothing, exactly");
    let tally = star.tally();
    Tally { leaves: tally.leaves + (tree.branching * tree.branching) as u64, ..tally }
}

#[test]
fn tables_1_and_2_count_the_best_case() {
    let published = [(2, 5, 5), (4, 40, 25), (6, 138, 58), (8, 336, 105), (10, 670, 166), (20, 5560, 677)];
    for (branching, star1, star2) in published {
        let tree = StarTree { branching, depth: 3, arcs: Arcs::Best };
        assert_eq!(first_in_full(tree, Variant::star1(), 0).leaves, star1, "Star1, N = {branching}");
        assert_eq!(first_in_full(tree, Variant::star2(), 0).leaves, star2, "Star2, N = {branching}");
    }
}

#[test]
fn table_6_counts_the_best_case_of_deeper_trees() {
    // Percent of B**D leaves, as printed. At even depths the paper's Star2 is not to be had by any reading.
    let published = [
        (4, 3, 62, Some(45)),
        (4, 4, 58, None),
        (4, 5, 55, Some(38)),
        (4, 6, 56, None),
        (4, 7, 54, Some(28)),
        (6, 3, 64, Some(30)),
        (6, 4, 56, None),
        (6, 5, 56, Some(21)),
        (10, 3, 67, Some(18)),
        (10, 4, 55, None),
        (10, 5, 58, Some(11)),
        (20, 3, 70, Some(9)),
    ];
    for (branching, depth, star1, star2) in published {
        let tree = StarTree { branching, depth, arcs: Arcs::Best };
        let percent = |variant| {
            let (value, tally) = whole(tree, variant);
            assert_eq!(value, 0.0);
            let share = 100.0 * tally.leaves as f64 / branching.pow(depth) as f64;
            share.round_ties_even() as u64
        };
        assert_eq!(percent(Variant::star1()), star1, "Star1, B = {branching}, D = {depth}");
        if let Some(star2) = star2 {
            assert_eq!(percent(Variant::star2()), star2, "Star2, B = {branching}, D = {depth}");
        }
    }
}

/// The mean of something over random trees.
fn mean(branching: i64, trees: u64, count: impl Fn(StarTree) -> u64) -> f64 {
    let tree = |seed| StarTree { branching, depth: 3, arcs: Arcs::Random(seed) };
    (0..trees).map(|seed| count(tree(seed))).sum::<u64>() as f64 / trees as f64
}

/// Whether a mean is near the published one: five standard errors, as measured, of the two samples.
fn near(found: f64, published: f64, error: f64) {
    assert!((found - published).abs() <= error, "{found} against {published}");
}

#[test]
fn tables_3_and_4_count_the_average_case() {
    let leaves = |variant| move |tree| first_in_full(tree, variant, 0).leaves;
    near(mean(4, 2000, leaves(Variant::star1())), 53.9, 1.0);
    near(mean(10, 500, leaves(Variant::star1())), 810.0, 12.0);
    near(mean(4, 2000, leaves(Variant::star2())), 48.0, 2.5);
    near(mean(10, 500, leaves(Variant::star2())), 531.0, 20.0);
    let star2 = |tree| first_in_full(tree, Variant::star2(), 0);
    near(mean(10, 500, |tree| star2(tree).probing_cutoffs), 3.5, 0.5);
    near(mean(10, 500, |tree| star2(tree).regular_cutoffs), 3.5, 0.5);
}

#[test]
fn table_7_counts_every_leaf_once() {
    let percent = |probing| {
        let leaves = |tree| first_in_full(tree, Variant::star25(probing), 1 << 21).leaves;
        mean(20, 40, leaves) / 80.0
    };
    near(percent(Probing::cyclic(1)), 40.7, 4.0);
    near(percent(Probing::cyclic(3)), 31.7, 4.0);
    near(percent(Probing::cyclic(10)), 27.9, 4.0);
    near(percent(Probing::sequential(3)), 34.7, 4.0);
    near(percent(Probing::sequential(20)), 79.6, 2.0);
}

/// The leaves in the order of their visits, numbered from left to right.
#[derive(Default)]
struct Visits(Vec<u64>);

impl Observer<StarTree> for Visits {
    const CONSIDERS: bool = true;

    fn considered(&mut self, tree: &StarTree, spot: &Spot) {
        if tree.turn(spot).is_over() {
            self.0.push(spot.path % (tree.branching * tree.branching) as u64);
        }
    }
}

#[test]
fn figure_10_visits_leaves_in_the_order_of_each_procedure() {
    // Below a roll with four decisions of Min. The window is all there is, so that nothing is cut off.
    let tree = StarTree { branching: 4, depth: 3, arcs: Arcs::Best };
    let roll = tree.after(&tree.start(), 0);
    let order = |variant| {
        let mut visits = Visits::default();
        let mut star = Star::new(as_printed(variant)).with_table(1 << 16);
        let evaluator = Neutral::new(&tree);
        star.search(&tree, &evaluator, &roll, 99, f64::NEG_INFINITY, f64::INFINITY, &mut visits);
        visits.0
    };
    let left_to_right: Vec<u64> = (0..16).collect();
    assert_eq!(order(Variant::star1()), left_to_right);
    let star2 = [0, 4, 8, 12, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15];
    assert_eq!(order(Variant::star2()), star2);
    let cyclic = [0, 4, 8, 12, 1, 5, 9, 13, 2, 3, 6, 7, 10, 11, 14, 15];
    assert_eq!(order(Variant::star25(Probing::cyclic(2))), cyclic);
    let sequential = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];
    assert_eq!(order(Variant::star25(Probing::sequential(2))), sequential);
}
