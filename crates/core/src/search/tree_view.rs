//! Reading a grown tree: the position that a line of moves leads to, and the part below it that matters most.
//!
//! A search that keeps a tree shows it by a [`TreeView`], node by node. [`read`] asks for the nodes that it shows and for
//! no others. Nodes are addressed by moves: a number of a node holds only while the search does not go on.
//!
//! ```
//! use tiptree::search::best_first::MinMax;
//! use tiptree::search::tree_view::{Detail, read};
//! use tiptree::testing::synthetic::{HashEvaluator, HashTree};
//! use tiptree::{Budget, Search};
//!
//! let mut search = MinMax::new(HashTree::new(1, 12, 4), HashEvaluator::new(1, 1023));
//! let best = search.run(&Budget::moves(2000)).best.expect("the game is not over");
//! let view = search.tree_view(Detail::Stored).expect("mm keeps a tree");
//!
//! // The ten positions with the greatest share behind the best move, and the moves to them.
//! let part = read(view.as_ref(), &[best], 10, |_, mv| mv).expect("the best move is in the tree");
//! assert_eq!(part.moves, [best]);
//! assert!(part.children.iter().all(|child| child.mass <= part.mass));
//! ```

mod next_tip;
#[cfg(test)]
pub(super) mod touched;

pub use next_tip::{NextTip, RunnerUp, next_tip};

use super::distance::Distance;
use super::found::{self, Finding};
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::report::Proven;
use crate::score_bounds::ScoreBounds;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How much a view tells, and so what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the tree stores. A reading then costs what it shows.
    Stored,
    /// What a report tells of a root move. `mm` and `conspiracy` store neither visits nor bounds: the view makes one pass over the
    /// whole tree, as a report does. `mm-fast` keeps visits with the children, `uct` and `puct` values and bounds, which are then
    /// read too.
    Whole,
}

/// A node of one view, by a number that only this view understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub u64);

/// A tree, node by node.
pub trait TreeView<G: Game> {
    /// The rules.
    fn game(&self) -> &G;

    /// The root and its position; `None` if the root is not expanded.
    fn root(&self) -> Option<(NodeId, &G::State)>;

    /// A node, whose position is `state`.
    fn node(&self, node: NodeId, state: &G::State) -> ViewedNode<G::Move>;

    /// The edge that the search would follow from a node, as an index among the edges of [`node`](Self::node); `None` where it
    /// would follow none.
    fn arrow(&self, node: NodeId, state: &G::State) -> Option<usize>;
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its value, Max's view; `None` if it was not searched.
    pub value: Option<f64>,
    /// Its proven bounds, as far as the view knows them.
    pub bounds: ScoreBounds,
    /// The bounds of every position: the worst and the best payoff.
    pub ends: ScoreBounds,
    /// Its game value, if that is proven.
    pub proven: Option<Proven>,
    /// What the search counts: expansions in its subtree (`mm`, `mm-fast`, `conspiracy`), or how often it was passed on the
    /// way down (`ubfm`, `uct`, `puct`). `None` if the view does not know.
    pub visits: Option<u64>,
}

impl Known {
    /// A position with this value and these bounds, at this distance from the end. A proven value replaces an estimate.
    pub(super) fn new<G: Game, E: Evaluator<G>>(
        game: &G,
        evaluator: &E,
        value: Option<f64>,
        (bounds, distance): (ScoreBounds, Distance),
        visits: Option<u64>,
    ) -> Self {
        let proven = found::proven(game, evaluator, (bounds, distance), true);
        let ends = ScoreBounds::of_payoffs(game, evaluator);
        Known { value: bounds.proven().or(value), bounds, ends, proven, visits }
    }

    /// What is known of a position by the edge to it, this one, and by its own `node`: the bounds of the node if they are
    /// narrower, and its visits if the edge does not hold them.
    fn with(self, node: Known) -> Self {
        let visits = self.visits.or(node.visits);
        let is_within = node.bounds.lower >= self.bounds.lower && node.bounds.upper <= self.bounds.upper;
        let narrower = if is_within && node.bounds != self.bounds { node } else { self };
        Known { visits, ..narrower }
    }
}

/// A node and its edges; a tip has none.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewedNode<M> {
    /// What is known of its position.
    pub known: Known,
    /// Its edges, in the order of the moves. Moves that the search dropped have none.
    pub edges: Vec<ViewedEdge<M>>,
}

/// An edge of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewedEdge<M> {
    /// The move, and the forced replies that the search follows in the same edge.
    pub moves: Vec<M>,
    /// What the node knows of the position behind the edge. With transpositions, that position may have changed since the
    /// search last came through here.
    pub known: Known,
    /// The part of the node's derivative mass, or of its visits, that goes to this edge. The shares of all edges sum to 1,
    /// or to 0 as long as nothing was counted.
    pub share: f64,
    /// The weight of the edge, if the search ranks tips by sums of weights.
    pub penalty: Option<f64>,
    /// What is added to the value of the edge when the search chooses one, if it explores so and the term is finite.
    pub exploration: Option<f64>,
    /// The node behind it; `None` if the tree has none there.
    pub child: Option<NodeId>,
}

impl<M> ViewedEdge<M> {
    /// An edge to a tip, as a search found it for its report.
    pub(super) fn new<G, E>(game: &G, evaluator: &E, mut found: Finding<M>) -> Self
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        found.agree(ScoreBounds::of_payoffs(game, evaluator));
        let Finding { mv, value, bounds, distance, visits, share, .. } = found;
        ViewedEdge {
            moves: vec![mv],
            known: Known::new(game, evaluator, value, (bounds, distance), Some(visits)),
            share,
            penalty: None,
            exploration: None,
            child: None,
        }
    }
}

/// A position of the tree with the part below it that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode<M> {
    /// The moves from the position above, those of one edge; empty at the root.
    pub moves: Vec<M>,
    /// Whose turn it is here, or how the game ended.
    pub turn: Turn,
    /// What the edge to it and its own node tell of it.
    pub known: Known,
    /// Its share of the mass of the position above.
    pub share: f64,
    /// Its share of the root's mass: the product of the shares from the root.
    pub mass: f64,
    /// The probability of the outcome that leads to it; `None` after a decision and at the root.
    pub chance: Option<f64>,
    /// The weight of its edge; see [`ViewedEdge::penalty`].
    pub penalty: Option<f64>,
    /// The exploration term of its edge; see [`ViewedEdge::exploration`].
    pub exploration: Option<f64>,
    /// Whether the line from the root to the next tip passes here.
    pub is_next: bool,
    /// The number of its edges that are not among `children`; 0 at a tip.
    pub hidden: usize,
    /// The positions below it that were read, those of greatest share first.
    pub children: Vec<TreeNode<M>>,
}

/// The position that `path` leads to from the root, with up to `most` positions below it: those that have the greatest share of
/// the root's mass. `None` if that position is not in the tree. A path that ends between the forced replies of an edge leads to the
/// end of that edge. `name` names a move in its position.
///
/// The view is asked for the nodes on the path and for those of the positions shown, and for no others.
pub fn read<G: Game, N>(
    view: &dyn TreeView<G>,
    mut path: &[G::Move],
    most: usize,
    name: impl Fn(&G::State, G::Move) -> N,
) -> Option<TreeNode<N>> {
    let mut top = Place::root(view)?;
    while !path.is_empty() {
        let leads_on = |edge: &ViewedEdge<G::Move>| path.iter().zip(&edge.moves).all(|(a, b)| a == b);
        let number = top.edges.iter().position(leads_on)?;
        let edge = top.edges.swap_remove(number);
        path = &path[edge.moves.len().min(path.len())..];
        top = top.enter(view, (number, edge), &name);
    }
    let (mut places, mut open) = (vec![(0, top)], BinaryHeap::new());
    let mut opened = 0;
    loop {
        let above = places.len() - 1;
        let (_, last) = &mut places[above];
        for edge in last.edges.drain(..).enumerate() {
            open.push(Open { mass: last.shown.mass * edge.1.share, number: opened, above, edge });
            opened += 1;
        }
        if places.len() > most {
            break;
        }
        let Some(Open { above, edge, .. }) = open.pop() else { break };
        let (_, place) = &mut places[above];
        place.shown.hidden -= 1;
        let next = place.enter(view, edge, &name);
        places.push((above, next));
    }
    // Every position comes after the one above it, and before its siblings of smaller share.
    while let Some((above, place)) = places.pop() {
        match places.get_mut(above) {
            Some((_, parent)) => parent.shown.children.insert(0, place.shown),
            None => return Some(place.shown),
        }
    }
    None
}

/// A position that is read.
struct Place<G: Game, N> {
    shown: TreeNode<N>,
    state: G::State,
    edges: Vec<ViewedEdge<G::Move>>,
    /// The outcomes of a chance node with their probabilities; empty elsewhere.
    outcomes: Vec<(G::Move, f64)>,
    /// The edge on the line to the next tip, if that line passes here.
    arrow: Option<usize>,
}

/// The outcomes of a chance node with their probabilities; empty elsewhere.
fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, f64)> {
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    if game.turn(state) == Turn::Chance {
        game.moves(state, &mut moves);
        game.chances(state, &moves, &mut chances);
    }
    moves.into_iter().zip(chances).collect()
}

impl<G: Game, N> Place<G, N> {
    fn root(view: &dyn TreeView<G>) -> Option<Self> {
        let (id, state) = view.root()?;
        let ViewedNode { known, edges } = view.node(id, state);
        let arrow = view.arrow(id, state);
        let shown = TreeNode {
            moves: Vec::new(),
            turn: view.game().turn(state),
            known,
            share: 1.0,
            mass: 1.0,
            chance: None,
            penalty: None,
            exploration: None,
            is_next: arrow.is_some(),
            hidden: edges.len(),
            children: Vec::new(),
        };
        let outcomes = outcomes(view.game(), state);
        Some(Place { shown, state: state.clone(), edges, outcomes, arrow })
    }

    /// The position behind an edge of this one; `number` is its index.
    fn enter(
        &self,
        view: &dyn TreeView<G>,
        (number, edge): (usize, ViewedEdge<G::Move>),
        name: &dyn Fn(&G::State, G::Move) -> N,
    ) -> Self {
        let mut state = self.state.clone();
        let outcome = self.outcomes.iter().find(|(outcome, _)| edge.moves.first() == Some(outcome));
        let chance = outcome.map(|&(_, chance)| chance);
        let step = |mv| {
            let named = name(&state, mv);
            view.game().play(&mut state, mv);
            named
        };
        let moves = edge.moves.into_iter().map(step).collect();
        let is_next = self.arrow == Some(number);
        let arrow = edge.child.filter(|_| is_next).and_then(|child| view.arrow(child, &state));
        let (known, edges) = match edge.child.map(|child| view.node(child, &state)) {
            Some(node) => (edge.known.with(node.known), node.edges),
            None => (edge.known, Vec::new()),
        };
        let shown = TreeNode {
            moves,
            turn: view.game().turn(&state),
            known,
            share: edge.share,
            mass: self.shown.mass * edge.share,
            chance,
            penalty: edge.penalty,
            exploration: edge.exploration,
            is_next,
            hidden: edges.len(),
            children: Vec::new(),
        };
        let outcomes = outcomes(view.game(), &state);
        Place { shown, state, edges, outcomes, arrow }
    }
}

/// An edge of a shown position, behind which the next one may lie. The greatest mass comes first, then the edge opened first.
struct Open<M> {
    mass: f64,
    /// Its number among the edges opened.
    number: usize,
    /// The index of the position above it.
    above: usize,
    /// Its index among the edges of that position, and the edge itself.
    edge: (usize, ViewedEdge<M>),
}

impl<M> Ord for Open<M> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.mass.total_cmp(&other.mass).then(other.number.cmp(&self.number))
    }
}

impl<M> PartialOrd for Open<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> PartialEq for Open<M> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<M> Eq for Open<M> {}
