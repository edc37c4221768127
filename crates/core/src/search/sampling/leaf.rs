//! What a single position tells: bounds at a glance, a sample, and priors from the values behind its moves.

use super::descent::{Descent, Pause, ThreadState};
use super::gather::Need;
use super::node::Kind;
use super::settings::{self, Priors, Rule};
use super::tree::ROOT;
use crate::convert::{count_f32, equal_share, nearest_f32};
use crate::evaluator::Evaluator;
use crate::game::{Turn, declared_chances};
use crate::insight::{Insight, Prospect};
use crate::player::Player;
use crate::score_bounds::ScoreBounds;

/// What is known of a position before any sample.
pub(super) struct Glance {
    pub(super) kind: Kind,
    pub(super) bounds: ScoreBounds,
}

pub(super) fn kind_of(turn: Turn) -> Kind {
    match turn {
        Turn::Max => Kind::Max,
        Turn::Min => Kind::Min,
        Turn::Chance => Kind::Chance,
        Turn::Over(_) => Kind::Over,
    }
}

impl<G: Insight, E: Evaluator<G>> Descent<'_, G, E> {
    /// The kind of a position, and its bounds by the rules and the game's insight.
    pub(super) fn glance(&mut self, state: &G::State) -> Glance {
        let turn = self.game.turn(state);
        let kind = kind_of(turn);
        let open = self.scale.open;
        let bounds = match (turn, Player::of(turn)) {
            (Turn::Over(payoff), _) => ScoreBounds::exactly(self.evaluator.payoff(self.game, payoff)),
            (_, Some(player)) if self.settings.insight => {
                self.thread.moves.clear();
                match self.game.prospect(state, &mut self.thread.moves) {
                    Prospect::Won(_) => ScoreBounds::exactly(open.best_for(player)),
                    Prospect::Lost => ScoreBounds::exactly(open.worst_for(player)),
                    Prospect::Open => self.bounds(state),
                }
            }
            _ => open,
        };
        Glance { kind, bounds }
    }

    /// The bounds that the game declares. Games with chance have none here: their values are averages of payoffs, and an
    /// evaluator's map of payoffs need not keep averages.
    fn bounds(&self, state: &G::State) -> ScoreBounds {
        match self.game.bounds(state) {
            Some(payoffs) if !self.game.has_chance() => payoffs.valued(self.game, self.evaluator),
            _ => self.scale.open,
        }
    }

    /// The evaluations that a sample costs.
    pub(super) fn price(&self) -> u64 {
        let playouts = u64::from(self.settings.playouts);
        match self.settings.leaf {
            settings::Leaf::Playout => playouts,
            settings::Leaf::Evaluator => 1,
            settings::Leaf::Mixed => playouts + 1,
        }
    }

    /// A sample of the value of a position that is not over, from 0 to 1.
    pub(super) fn sample(&mut self, state: G::State) -> f32 {
        let evaluated = |state| self.scale.squashed(self.evaluator.evaluate(self.game, state));
        match self.settings.leaf {
            settings::Leaf::Playout => self.playout(state),
            settings::Leaf::Evaluator => evaluated(&state),
            settings::Leaf::Mixed => f32::midpoint(evaluated(&state), self.playout(state)),
        }
    }

    /// The mean result of [`playouts`](settings::Settings::playouts) random games.
    fn playout(&mut self, state: G::State) -> f32 {
        let Descent { game, evaluator, scale, thread, .. } = self;
        let mut play = |state| scale.unit(evaluator.payoff(game, game.playout(state, &mut thread.rng)));
        let playouts = self.settings.playouts;
        let sum = (1..playouts).fold(0.0, |sum, _| sum + play(state.clone())) + play(state);
        sum / count_f32(playouts)
    }

    /// Makes the edges of a tip. Returns false where another thread is making them.
    pub(super) fn expand(&mut self, number: u32, state: &G::State, depth: u32) -> Result<bool, Pause> {
        let node = self.tree.node(number);
        let player = node.kind().player();
        let needs_values = player.is_some() && self.settings.values_families();
        if needs_values && self.halts(Need::Family(number), state, depth) {
            return Err(Pause::Halted);
        }
        if !node.claim(self.shared) {
            return Ok(false);
        }
        self.list_moves(number, state);
        let made = self.make_edges(number, state);
        match made {
            Ok(first) => node.expand(first, self.thread.moves.len(), self.shared),
            Err(_) => node.release(),
        }
        made.map(|_| true)
    }

    /// Lists the moves of a node that get an edge.
    pub(super) fn list_moves(&mut self, number: u32, state: &G::State) {
        self.thread.moves.clear();
        let is_decision = self.tree.node(number).kind().player().is_some();
        // The report lists every move of the root.
        if self.settings.insight && is_decision && number != ROOT {
            self.game.prospect(state, &mut self.thread.moves);
        } else {
            self.game.moves(state, &mut self.thread.moves);
        }
    }

    /// Makes an edge for each listed move of a node. Returns the place of the first.
    fn make_edges(&mut self, number: u32, state: &G::State) -> Result<usize, Pause> {
        let node = self.tree.node(number);
        let (player, value) = (node.kind().player(), node.value.get());
        let first = self.tree.claim_edges(self.thread.moves.len(), self.shared)?;
        self.thread.weights.clear();
        self.thread.leaves.clear();
        match player {
            None => declared_chances(self.game, state, &self.thread.moves, &mut self.thread.weights),
            Some(player) if self.settings.rule == Rule::Puct => self.weigh(player, state)?,
            Some(_) => {}
        }
        let ThreadState { moves, weights, leaves, .. } = &*self.thread;
        self.tree.label(first, moves, weights);
        for place in 0..moves.len() {
            let prior = || weights.get(place).copied().unwrap_or(1.0);
            let exploration = player.map_or(0.0, |_| self.selection.exploration(0, prior));
            let mean = match (player, leaves.get(place)) {
                (None, _) => f32::NAN,
                (_, Some(leaf)) if leaf.turn.is_over() => self.scale.unit(leaf.value),
                (_, Some(leaf)) if self.knows_values() => self.scale.squashed(leaf.value),
                (Some(player), _) => value - nearest_f32(player.sign() * self.settings.urgency),
            };
            self.tree.edge(first + place).begin(mean, exploration);
        }
        Ok(first)
    }

    /// Whether the static values of all children are computed when a node is expanded.
    pub(super) fn knows_values(&self) -> bool {
        self.settings.knows_values()
    }

    /// Computes the priors of the listed moves.
    fn weigh(&mut self, player: Player, state: &G::State) -> Result<(), Pause> {
        let thread = &mut *self.thread;
        let count = thread.moves.len();
        let evals = match self.settings.priors {
            Priors::Values => count as u64,
            // In a batch they come with the value.
            Priors::Evaluator => {
                u64::from(!self.batch.is_some_and(|batch| batch.has_priors(self.game, state)))
            }
            Priors::Equal => 0,
        };
        if !self.meter.spend(0, evals, 0) {
            return Err(Pause::Stopped);
        }
        match self.settings.priors {
            Priors::Values => {
                self.evaluator.children(self.game, state, &thread.moves, &mut thread.leaves);
                let over = thread.leaves.iter().filter(|leaf| leaf.turn.is_over()).count();
                self.meter.counters.evals -= over as u64;
                let values = thread.leaves.iter().map(|leaf| leaf.value);
                self.scale.softmax(values, player.sign(), self.settings.temperature, &mut thread.weights);
            }
            Priors::Evaluator => {
                self.evaluator.priors(self.game, state, &thread.moves, &mut thread.weights);
            }
            Priors::Equal => thread.weights.resize(count, equal_share(count)),
        }
        Ok(())
    }
}
