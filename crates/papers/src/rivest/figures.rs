//! Figures 2 to 6: which tip is next, before and after the expansion of w.

use crate::golden::Golden;
use crate::{Comparison, key, reproduction};
use serde_json::{Map, Value};
use tiptree::search::best_first::MinMax;
use tiptree::search::best_first::arena::ROOT;
use tiptree::search::best_first::backup::{Backup, Minimax, PowerMean};
use tiptree::search::best_first::penalty::{Constant, Derivative, Penalty};
use tiptree::search::best_first::tree::Tree;
use tiptree::testing::drawn::{AsDrawn, DrawnTree};
use tiptree::{Budget, Meter, Search};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

/// The tree of the figures. The values of w's children, 11 and 11, are inferred from the printed penalties.
const TREE: &str = "+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))";
const P: f64 = 10.0;

/// Reproduces the figures.
///
/// # Errors
/// If the published numbers cannot be read.
pub fn reproduce() -> Result<Reproduction, Error> {
    let golden = Golden::parse("rivest-figures", include_str!("../../golden/rivest-figures.toml"))?;
    let mut comparison = Comparison::new(golden);
    let drawn: DrawnTree = TREE.parse()?;
    let mean = || PowerMean::new(P);
    // Two expansions give the tree of Figures 2, 4 and 5; a third gives that of Figures 3 and 6.
    for (figure, expansions) in [(2, 2), (3, 3)] {
        add_values(&mut comparison, figure, &drawn, &grown(&drawn, Minimax, Constant::default(), expansions));
    }
    for (figure, expansions) in [(4, 2), (5, 2), (6, 3)] {
        let tree = grown(&drawn, mean(), Derivative(mean()), expansions);
        if figure == 4 {
            add_values(&mut comparison, figure, &drawn, &tree);
        }
        add_penalties(&mut comparison, figure, &drawn, &tree);
        if figure != 4 {
            let node = key([("figure", figure.into()), ("node", "s".into())]);
            comparison.add(node, "arrow", name(&drawn, &tree, least(&tree)));
        }
    }
    let parameters = Map::from_iter([("p".to_owned(), Value::from(P)), ("tree".to_owned(), TREE.into())]);
    Ok(reproduction("rivest", "figures", parameters, &comparison, Vec::new()))
}

fn grown<B: Backup, W: Penalty>(
    drawn: &DrawnTree,
    backup: B,
    penalty: W,
    expansions: usize,
) -> Tree<DrawnTree> {
    let mut search = MinMax::from_parts(drawn.clone(), AsDrawn, backup, penalty, ());
    let mut meter = Meter::new(&Budget::unlimited());
    for _ in 0..expansions {
        search.step(&mut meter);
    }
    search.tree().clone()
}

fn name<'a>(drawn: &'a DrawnTree, tree: &Tree<DrawnTree>, place: usize) -> &'a str {
    drawn.name(tree.mv(place).map_or(0, |spot| spot.node))
}

/// The expandable tip of least penalty.
fn least(tree: &Tree<DrawnTree>) -> usize {
    let mut place = ROOT;
    while !tree.is_tip(place) {
        place = tree.arrow(place).expect("the figures' tips are expandable");
    }
    place
}

fn add_values(comparison: &mut Comparison, figure: u32, drawn: &DrawnTree, tree: &Tree<DrawnTree>) {
    for place in 0..tree.len() {
        let node = key([("figure", figure.into()), ("node", name(drawn, tree, place).into())]);
        comparison.add(node, "value", tree.value(place));
    }
}

fn add_penalties(comparison: &mut Comparison, figure: u32, drawn: &DrawnTree, tree: &Tree<DrawnTree>) {
    let penalties = tree.penalties(&PowerMean::new(P), &Derivative(PowerMean::new(P)));
    for place in (0..tree.len()).filter(|&place| tree.is_tip(place)) {
        let node = key([("figure", figure.into()), ("node", name(drawn, tree, place).into())]);
        comparison.add(node, "penalty", penalties[place]);
    }
}
