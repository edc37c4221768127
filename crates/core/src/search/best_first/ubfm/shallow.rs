//! The hybrid: an alpha-beta search to a fixed depth, whose tree the best-first search then grows.
//!
//! Source: Korf and Chickering 1996, best-first extension. What differs: the positions that alpha-beta visits are stored
//! with all their children, which are evaluated at once anyway, and a value is always the minimax of what is stored.
//! Children that a cutoff skipped keep their static values and are tips like any other.

use super::super::arena::ROOT;
use super::search::Ubfm;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::meter::Meter;
use crate::player::Player;
use crate::search::Observer;

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Ubfm<G, E, O> {
    /// Runs the alpha-beta search from the expanded root to the depth of the settings, as far as the budget lasts.
    pub(super) fn search_shallow(&mut self, meter: &mut Meter) {
        self.alpha_beta(ROOT, (0, self.settings.shallow), (f64::NEG_INFINITY, f64::INFINITY), meter);
    }

    /// Searches behind a node `depth` decisions from the root, down to depth `last`. Values outside the window decide
    /// nothing. Returns whether the budget lasted.
    fn alpha_beta(
        &mut self,
        place: usize,
        (depth, last): (u32, u32),
        (mut alpha, mut beta): (f64, f64),
        meter: &mut Meter,
    ) -> bool {
        let node = self.graph.node(place);
        let (player, edges) = (node.own.player, node.edges());
        let depth = depth + u32::from(player.is_some());
        if depth >= last || node.own.mark.is_proven() {
            return true;
        }
        let mut order: Vec<usize> = edges.collect();
        if let Some(player) = player {
            let merit = |&edge: &usize| -player.sign() * self.graph.edge(edge).own.mark.value();
            order.sort_by(|a, b| merit(a).total_cmp(&merit(b)));
        }
        let mut has_lasted = true;
        for edge in order {
            // At a chance node a value is one of many in the expectation, so no window can be passed on.
            let window = if player.is_some() { (alpha, beta) } else { (f64::NEG_INFINITY, f64::INFINITY) };
            has_lasted = self.alpha_beta_edge(place, edge, (depth, last), window, meter);
            let value = self.graph.edge(edge).own.mark.value();
            match player {
                Some(Player::Max) => alpha = alpha.max(value),
                Some(Player::Min) => beta = beta.min(value),
                None => {}
            }
            if !has_lasted || alpha >= beta {
                break;
            }
        }
        self.review(place);
        has_lasted
    }

    fn alpha_beta_edge(
        &mut self,
        node: usize,
        edge: usize,
        (depth, last): (u32, u32),
        window: (f64, f64),
        meter: &mut Meter,
    ) -> bool {
        if self.graph.edge(edge).own.mark.is_proven() {
            return true;
        }
        let is_expanded = self.graph.edge(edge).node().is_some()
            || (meter.has_time() && self.expand(node, edge, 1, depth, meter));
        let next = self.graph.edge(edge).node().filter(|_| is_expanded);
        let has_lasted =
            is_expanded && next.is_none_or(|next| self.alpha_beta(next, (depth, last), window, meter));
        self.graph.pass(edge, 0);
        has_lasted
    }
}
