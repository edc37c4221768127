//! The expander: the game, the evaluator and the observer of a search, and the expansion of a tip.
//!
//! Every search with an [`Arena`] expands its tips here, so that moves, evaluations and memory are counted alike. The arena
//! keeps the state of every node, so an expansion plays one move and not the whole path from the root. The moves counted
//! are still the paper's, which counts the whole path.

use super::arena::{Arena, ROOT, Rule};
use super::tree::{Tree, Way};
use crate::evaluator::{Evaluator, Leaf};
use crate::game::{Game, Turn, declared_chances};
use crate::meter::Meter;
use crate::player::Player;
use crate::report::{Report, Stop};
use crate::search::Observer;
use crate::search::found::Found;
use crate::search::verdict::Root;
use std::fmt::{self, Debug};

/// What an arena needs to grow.
pub(super) struct Expander<G: Game, E, O> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) observer: O,
    pub(super) root: G::State,
    /// The moves of the tip that is being expanded.
    pub(super) moves: Vec<G::Move>,
    /// Whether the evaluator's priors are asked for.
    pub(super) reads_priors: bool,
    /// Bytes that the search keeps beside the arena.
    pub(super) held: u64,
    leaves: Vec<Leaf>,
    chances: Vec<f64>,
}

/// A tip to be expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip {
    /// Its place.
    pub(super) place: usize,
    /// The player to decide there; `None` at a chance node.
    pub(super) player: Option<Player>,
    /// The number of moves counted for reaching it.
    pub(super) walked: u64,
    /// Decisions from the root.
    pub(super) depth: u32,
}

impl Tip {
    /// The decisions from the root to its children.
    #[inline]
    fn reach(&self) -> u32 {
        self.depth + u32::from(self.player.is_some())
    }

    /// Whether its children are beyond the depth limit.
    #[inline]
    pub(super) fn is_beyond(&self, meter: &Meter) -> bool {
        meter.budget().depth.is_some_and(|limit| self.reach() > limit)
    }

    /// Whether the depth limit allows its expansion; stops the meter if it does not.
    #[inline]
    pub(super) fn may_be_expanded(&self, meter: &mut Meter) -> bool {
        let is_beyond = self.is_beyond(meter);
        if is_beyond {
            meter.stop(Stop::Depth);
        }
        !is_beyond
    }
}

impl<G: Game, E: Evaluator<G>, O> Expander<G, E, O> {
    /// An expander at the start of the game.
    pub(super) fn new(game: G, evaluator: E, observer: O) -> Self {
        Expander {
            root: game.start(),
            game,
            evaluator,
            observer,
            moves: Vec::new(),
            reads_priors: false,
            held: 0,
            leaves: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The root with everything that a verdict on it needs.
    pub(super) fn judged<'a>(&'a self, meter: &'a Meter) -> Root<'a, G, E> {
        Root { game: &self.game, evaluator: &self.evaluator, state: &self.root, meter }
    }

    /// The report on a tree. `found` returns the findings at the root; it is called only if the root is expanded.
    pub(super) fn report(
        &self,
        tree: &Tree<G>,
        meter: &Meter,
        found: impl FnOnce() -> Found<G::Move>,
    ) -> Report<G::Move> {
        let Expander { game, evaluator, root, .. } = self;
        let value = || if tree.is_empty() { evaluator.range().middle() } else { tree.root_value() };
        let found = if tree.is_tip(ROOT) { Found::nothing(game, evaluator, root, value()) } else { found() };
        found.report(game, evaluator, meter)
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Expander<G, E, O> {
    /// Resets the arena to E = {s}: the root alone, with its static value.
    pub(super) fn plant<R: Rule>(&mut self, arena: &mut Arena<G::State, G::Move, R>, meter: &mut Meter) {
        let leaf = self.evaluator.leaf(&self.game, &self.root);
        meter.counters.evals += u64::from(!leaf.turn.is_over());
        meter.counters.nodes += 1;
        if O::CONSIDERS {
            self.observer.considered(&self.game, &self.root);
        }
        arena.plant(leaf);
    }

    /// Expands a tip, whose moves are already listed in `moves`, into a node with this state and key. Returns the node, or
    /// `None` if the budget does not cover it. `own` is what the growth rule stores for the node. If there is an `unvalued`,
    /// it stands for the value of children where a player decides, which are then not evaluated.
    #[inline(always)]
    pub(super) fn expand<R: Rule>(
        &mut self,
        arena: &mut Arena<G::State, G::Move, R>,
        tip: Tip,
        position: (G::State, u64),
        own: R::Node,
        unvalued: Option<f64>,
        meter: &mut Meter,
    ) -> Option<usize> {
        let added = self.moves.len() as u64;
        let moves = tip.walked + added;
        if !meter.affords(moves, added, added) {
            return None;
        }
        let has_odds = tip.player.is_none() || self.reads_priors;
        let memory = meter.budget().memory.map(|limit| limit.saturating_sub(self.held));
        if !arena.make_room(self.moves.len(), has_odds, memory) {
            meter.stop(Stop::Memory);
            return None;
        }
        let (state, _) = &position;
        self.leaves.clear();
        match unvalued {
            None => self.evaluator.children(&self.game, state, &self.moves, &mut self.leaves),
            Some(value) => self.leave_unvalued(state, value),
        }
        self.chances.clear();
        if tip.player.is_none() {
            declared_chances(&self.game, state, &self.moves, &mut self.chances);
        } else if self.reads_priors {
            self.evaluator.priors(&self.game, state, &self.moves, &mut self.chances);
        }
        if O::CONSIDERS {
            for &mv in &self.moves {
                self.observer.considered(&self.game, &self.game.after(state, mv));
            }
        }
        let (listed, leaves, chances) = (&self.moves, &self.leaves, &self.chances);
        let (node, ends) = arena.expand(tip.place, position, own, listed, leaves, chances);
        self.observer.expanded(tip.place, arena.node(node).edges());
        let counters = &mut meter.counters;
        counters.moves += moves;
        counters.evals += if unvalued.is_some() { self.evaluated() } else { added - ends };
        counters.nodes += added;
        counters.expansions += 1;
        counters.max_depth = counters.max_depth.max(tip.reach());
        Some(node)
    }

    /// Makes the leaves after the listed moves. Where a player decides, the leaf has this value and is not evaluated.
    #[cold]
    fn leave_unvalued(&mut self, state: &G::State, value: f64) {
        self.leaves.extend(self.moves.iter().map(|&mv| {
            let child = self.game.after(state, mv);
            match self.game.turn(&child) {
                turn @ (Turn::Max | Turn::Min) => Leaf { value, turn },
                Turn::Chance | Turn::Over(_) => self.evaluator.leaf(&self.game, &child),
            }
        }));
    }

    /// How many of the leaves were evaluated, where those that a player decides were not.
    fn evaluated(&self) -> u64 {
        self.leaves.iter().filter(|leaf| leaf.turn == Turn::Chance).count() as u64
    }

    /// Lists the moves of the tip at a place of a tree, whose parent is the node `above`, and asks for the values of its
    /// children. The answers are not used.
    pub(super) fn prepare(&mut self, tree: &Tree<G>, above: usize, place: usize) {
        let state = self.game.after(tree.state(above), tree.edge(place).mv);
        self.moves.clear();
        self.game.moves(&state, &mut self.moves);
        self.leaves.clear();
        self.evaluator.children(&self.game, &state, &self.moves, &mut self.leaves);
    }

    /// Expands the tip at a place of a tree, with all its moves. Returns the new node, or `None` if the budget does not
    /// cover it. `above` is the parent node; `walked` moves are counted for reaching the tip, which is `depth` decisions
    /// from the root.
    #[inline(always)]
    pub(super) fn grow(
        &mut self,
        tree: &mut Tree<G>,
        (above, place): (Option<usize>, usize),
        (walked, depth): (u64, u32),
        meter: &mut Meter,
    ) -> Option<usize> {
        let tip = Tip { place, player: tree.kind(place).player(), walked, depth };
        if !tip.may_be_expanded(meter) {
            return None;
        }
        let after = |above| self.game.after(tree.state(above), tree.edge(place).mv);
        let state = above.map_or_else(|| self.root.clone(), after);
        self.moves.clear();
        self.game.moves(&state, &mut self.moves);
        self.expand(tree, tip, (state, 0), Way::new(tip.player), None, meter)
    }
}

impl<G: Game, E, O> Debug for Expander<G, E, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not be printable.
        f.debug_struct("Expander").finish_non_exhaustive()
    }
}
