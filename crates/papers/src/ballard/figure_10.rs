//! Figure 10: the order in which the procedures visit the leaves below a \*node.

use super::count::{as_printed, search};
use super::{Plan, tree};
use crate::golden::Golden;
use crate::{Comparison, key, reproduction};
use serde_json::{Map, Value};
use std::collections::HashMap;
use tiptree::search::depth_first::star::{Probing, Star, Variant};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Game, Keyed, Neutral, Observer, Search};
use tiptree_games::startree::{Order, Place, StarTree};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Reproduction;

const BRANCHINGS: [u16; 1] = [4];
/// The probing factor of both variants of Star2.5.
const FACTOR: usize = 2;

/// The index of the first visit of each leaf, from 1.
#[derive(Default)]
struct Turns(HashMap<u64, usize>);

impl Observer<StarTree> for Turns {
    const CONSIDERS: bool = true;

    fn considered(&mut self, tree: &StarTree, state: &Place) {
        if tree.turn(state).is_over() {
            let next = self.0.len() + 1;
            self.0.entry(tree.key(state)).or_insert(next);
        }
    }
}

pub(super) fn reproduce(plan: &Plan) -> Result<Reproduction, Error> {
    let citation =
        "citation = \"Ballard 1983, Figure 10, which is a drawing: its numbers are not in the text\"";
    let mut comparison = Comparison::new(Golden::parse("ballard-fig10", citation)?);
    let branchings = plan.branchings_or(&BRANCHINGS);
    for &n in &branchings {
        let tree = tree(n, 3, Order::Best)?;
        // Below the best *node no leaf has the least possible value, so that there is no cutoff at all.
        let node = tree.after(&tree.start(), 0);
        let mut add = |search: &str, turns: &Turns| {
            let row = key([("n", n.into()), ("search", search.into())]);
            comparison.add(row, "order", written(tree, node, turns));
        };
        add("expectimax", &exhaustive(tree, node));
        add("star1", &turns(tree, node, Variant::star1()));
        add("star2", &turns(tree, node, Variant::star2()));
        for (order, probing) in
            [("cyclic", Probing::cyclic(FACTOR)), ("sequential", Probing::sequential(FACTOR))]
        {
            let name = format!("star25(probe={FACTOR},order={order})");
            add(&name, &turns(tree, node, Variant::star25(probing)));
        }
    }
    let notes = vec![
        "Every leaf below a *node where nothing is cut has the number of its turn, with a bar between the -nodes. Probed \
         leaves are not numbered again."
            .into(),
    ];
    let parameters = Map::from_iter([("branching".to_owned(), Value::from(branchings))]);
    Ok(reproduction("ballard", "fig10", parameters, &comparison, notes))
}

fn turns(tree: StarTree, node: Place, variant: Variant) -> Turns {
    let mut turns = Turns::default();
    search(&mut Star::new(as_printed(variant)), tree, &node, None, &mut turns);
    turns
}

fn exhaustive(tree: StarTree, node: Place) -> Turns {
    let minimax = Minimax::default().to_depth(tree.depth());
    let mut search = Deepening::new(tree, Neutral::new(&tree), minimax).observed_by(Turns::default());
    search.start(node);
    search.run(&Budget::unlimited());
    std::mem::take(search.observer_mut())
}

/// The indices of all leaves below a \*node, in the order of the tree.
fn written(tree: StarTree, node: Place, turns: &Turns) -> String {
    let below = |state: &Place| {
        let mut arcs = Vec::new();
        tree.moves(state, &mut arcs);
        arcs.into_iter().map(|arc| tree.after(state, arc)).collect::<Vec<Place>>()
    };
    let turn = |leaf: &Place| turns.0.get(&tree.key(leaf)).map_or("-".into(), usize::to_string);
    let family = |minus: &Place| below(minus).iter().map(turn).collect::<Vec<String>>().join(" ");
    below(&node).iter().map(family).collect::<Vec<String>>().join(" | ")
}
