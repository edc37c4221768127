//! The tip that a search would visit next, and why.

use super::{Place, TreeNode, TreeView, ViewedEdge};
use crate::game::Game;

/// The line from the root to the tip that a search would visit next.
#[derive(Clone, Debug, PartialEq)]
pub struct NextTip<M> {
    /// The positions on the line below the root, without their children. Their penalties are the terms of the tip's.
    pub steps: Vec<TreeNode<M>>,
    /// The penalty of the tip, in searches that rank tips by sums of weights.
    pub penalty: Option<f64>,
    /// The tip that comes second by its penalty, if there is another.
    pub runner_up: Option<RunnerUp<M>>,
}

/// The best tip besides the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct RunnerUp<M> {
    /// The moves from the root.
    pub moves: Vec<M>,
    /// Its penalty.
    pub penalty: f64,
}

/// The tip that the search of `view` would visit next; `None` if nothing is left to search. `name` names a move in its position.
///
/// The runner-up is found by the arrows: from every edge that leaves the line they lead to the best tip behind it.
pub fn next_tip<G: Game, N: Clone>(
    view: &dyn TreeView<G>,
    name: impl Fn(&G::State, G::Move) -> N,
) -> Option<NextTip<N>> {
    let mut place: Place<G, N> = Place::root(view)?;
    let (mut steps, mut penalty) = (Vec::new(), Some(0.0));
    let mut second: Option<(f64, Vec<N>)> = None;
    let mut line: Vec<N> = Vec::new();
    while let Some(arrow) = place.arrow {
        for (number, edge) in place.edges.iter().enumerate().filter(|&(number, _)| number != arrow) {
            let Some((moves, behind)) = best_tip(view, &place, (number, edge.clone()), &name) else {
                continue;
            };
            let Some(total) = penalty.map(|above| above + behind) else { continue };
            if second.as_ref().is_none_or(|&(least, _)| total < least) {
                second = Some((total, [&line[..], &moves].concat()));
            }
        }
        let edge = place.edges.swap_remove(arrow);
        place = place.enter(view, (arrow, edge), &name);
        penalty = penalty.zip(place.shown.penalty).map(|(above, own)| above + own);
        line.extend(place.shown.moves.iter().cloned());
        steps.push(place.shown.clone());
    }
    let runner_up = second.map(|(penalty, moves)| RunnerUp { moves, penalty });
    (!steps.is_empty()).then_some(NextTip { steps, penalty, runner_up })
}

/// The moves from `above` to the best tip behind one of its edges, with the sum of the penalties. `None` if nothing is left to
/// search there, or the search has no penalties.
fn best_tip<G: Game, N: Clone>(
    view: &dyn TreeView<G>,
    above: &Place<G, N>,
    (number, edge): (usize, ViewedEdge<G::Move>),
    name: &dyn Fn(&G::State, G::Move) -> N,
) -> Option<(Vec<N>, f64)> {
    let mut child = edge.child;
    let mut place = above.enter(view, (number, edge), name);
    let (mut moves, mut sum) = (Vec::new(), 0.0);
    loop {
        moves.extend(place.shown.moves.iter().cloned());
        sum += place.shown.penalty.filter(|penalty| penalty.is_finite())?;
        let Some(node) = child else {
            let is_open = !place.shown.turn.is_over() && place.shown.known.proven.is_none();
            return is_open.then_some((moves, sum));
        };
        let arrow = view.arrow(node, &place.state)?;
        let edge = place.edges.swap_remove(arrow);
        child = edge.child;
        place = place.enter(view, (arrow, edge), name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Meter;
    use crate::search::Search;
    use crate::search::best_first::MinMax;
    use crate::search::best_first::backup::PowerMean;
    use crate::search::best_first::penalty::Derivative;
    use crate::search::tree_view::Detail;
    use crate::testing::drawn::{AsDrawn, DrawnTree};
    use crate::{Budget, Notation};

    /// Rivest 1987, Figure 6: after the expansions of s, u and w the next tip is y, and z is as good.
    #[test]
    fn the_terms_are_those_of_the_figure() {
        let drawn: DrawnTree = "+s 10 (t 2, -u 10 (+w 10 (y 11, z 11), x 12))".parse().unwrap();
        let mean = || PowerMean::new(10.0);
        let mut search = MinMax::from_parts(drawn.clone(), AsDrawn, mean(), Derivative(mean()), ());
        let mut meter = Meter::new(&Budget::unlimited());
        assert!(next_tip(search.tree_view(Detail::Stored).unwrap().as_ref(), |_, mv| mv).is_none());
        for _ in 0..3 {
            search.step(&mut meter);
        }
        let view = search.tree_view(Detail::Stored).unwrap();
        let next = next_tip(view.as_ref(), |state, mv| drawn.move_text(state, mv)).unwrap();
        let line: Vec<&str> = next.steps.iter().flat_map(|step| &step.moves).map(String::as_str).collect();
        assert_eq!(line, ["u", "w", "y"]);
        let sum: f64 = next.steps.iter().filter_map(|step| step.penalty).sum();
        assert_eq!(next.penalty, Some(sum));
        // Every tip by hand: its path and the sum of its penalties.
        let penalties = search.tree().penalties(&mean(), &Derivative(mean()));
        let mut tips: Vec<f64> = (0..search.tree().len())
            .filter(|&place| search.tree().is_tip(place))
            .map(|tip| penalties[tip])
            .collect();
        tips.sort_by(f64::total_cmp);
        let second = next.runner_up.unwrap();
        assert!(
            (tips[0] - sum).abs() < 1e-9 && (tips[1] - second.penalty).abs() < 1e-9,
            "{tips:?} {second:?}"
        );
        assert_eq!(second.moves, ["u", "w", "z"]);
    }
}
