//! A check that the view of a tree agrees with the report, with itself, and with what [`read`] makes of it.

use crate::game::Game;
use crate::meter::Meter;
use crate::search::Search;
use crate::search::tree_view::{Detail, TreeNode, TreeView, ViewedEdge, ViewedNode, read};

/// The most nodes that are checked one by one.
const MOST: usize = 2000;
/// The positions that are read at once.
const SHOWN: usize = 60;

/// Checks the view of `search`, which has spent what `meter` says. `is_tree` says that no transpositions are merged: an edge then
/// holds the value of the node behind it. Returns the moves of the line to the next tip; `None` if the root is not expanded.
///
/// # Panics
/// If something does not agree.
pub fn check<G: Game>(search: &dyn Search<G>, meter: &Meter, is_tree: bool) -> Option<Vec<G::Move>>
where
    G::Move: std::fmt::Debug,
{
    let view = search.tree_view(Detail::Whole).expect("the search keeps a tree");
    let view = view.as_ref();
    let (root, state) = view.root()?;
    check_root(search, meter, &view.node(root, state));
    check_nodes(view, is_tree);
    let part = read(view, &[], SHOWN, |_, mv| mv).expect("the root is expanded");
    check_part(view, &part, &[], 1.0);
    Some(next_tip(view))
}

/// The root moves agree with the report.
fn check_root<G: Game>(search: &dyn Search<G>, meter: &Meter, root: &ViewedNode<G::Move>)
where
    G::Move: std::fmt::Debug,
{
    let report = search.report(meter);
    assert!(root.edges.len() <= report.moves.len());
    for edge in &root.edges {
        let found = report.moves.iter().find(|found| found.mv == edge.moves[0]).expect("a legal move");
        let known = &edge.known;
        assert_eq!(known.value, found.value, "{found:?}");
        assert_eq!(known.visits, Some(found.visits), "{found:?}");
        assert_eq!(edge.share.to_bits(), found.share.to_bits(), "{found:?}");
        let proven = |proven: Option<crate::Proven>| proven.map(|proven| (proven.value, proven.result));
        assert_eq!(proven(known.proven), proven(found.proven), "{found:?}");
    }
}

/// Every node agrees with the edges that lead to it and from it.
fn check_nodes<G: Game>(view: &dyn TreeView<G>, is_tree: bool)
where
    G::Move: std::fmt::Debug,
{
    let mut open: Vec<(ViewedNode<G::Move>, G::State)> =
        view.root().map(|(id, state)| (view.node(id, state), state.clone())).into_iter().collect();
    for _ in 0..MOST {
        let Some((node, state)) = open.pop() else { break };
        let total: f64 = node.edges.iter().map(|edge| edge.share).sum();
        assert!(total == 0.0 || (total - 1.0).abs() < 1e-9, "shares sum to {total}");
        for edge in &node.edges {
            let Some(child) = edge.child else { continue };
            let state = after(view.game(), &state, edge);
            let below = view.node(child, &state);
            // An edge whose bounds are narrower may hold a value that is clamped to them.
            let is_same = edge.known.bounds == below.known.bounds;
            if is_tree && (is_same || edge.known.proven.is_some()) {
                let values =
                    [edge.known.value, below.known.value].map(|value| value.expect("it was searched"));
                let is_close = (values[0] - values[1]).abs() <= 1e-9 * (1.0 + values[0].abs());
                assert!(is_close, "{:?} behind {edge:?}", below.known);
            }
            open.push((below, state));
        }
    }
}

/// A part that was read agrees with what is read at each of its positions.
fn check_part<G: Game>(view: &dyn TreeView<G>, part: &TreeNode<G::Move>, path: &[G::Move], above: f64)
where
    G::Move: std::fmt::Debug,
{
    let path = [path, &part.moves].concat();
    assert_eq!(part.mass.to_bits(), (above * part.share).to_bits());
    let alone = read(view, &path, 0, |_, mv| mv).expect("a position that was shown");
    let hidden = part.hidden + part.children.len();
    assert_eq!(alone, TreeNode { children: Vec::new(), hidden, ..part.clone() });
    assert!(part.children.is_sorted_by(|a, b| a.share >= b.share));
    assert!(part.children.iter().filter(|child| child.is_next).count() <= usize::from(part.is_next));
    for child in &part.children {
        check_part(view, child, &path, part.mass);
    }
}

/// The moves along the arrows from the root to a tip, or to a node where nothing is left to search.
pub fn next_tip<G: Game>(view: &dyn TreeView<G>) -> Vec<G::Move> {
    let mut path = Vec::new();
    let mut next = view.root().map(|(id, state)| (id, state.clone()));
    while let Some((id, state)) = next {
        let Some(arrow) = view.arrow(id, &state) else { break };
        let edge = view.node(id, &state).edges.swap_remove(arrow);
        next = edge.child.map(|child| (child, after(view.game(), &state, &edge)));
        path.extend(edge.moves);
    }
    path
}

fn after<G: Game>(game: &G, state: &G::State, edge: &ViewedEdge<G::Move>) -> G::State {
    edge.moves.iter().fold(state.clone(), |state, &mv| game.after(&state, mv))
}
