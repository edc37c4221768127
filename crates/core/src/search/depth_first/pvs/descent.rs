//! The recursion: one function for decisions, one for the frontier, one for chance.
//!
//! Contract (fail-soft), with `exact` the value of plain minimax to the same depth and [`Settings::is_exact`]:
//!
//! * `alpha < value < beta` implies `value == exact`;
//! * `value <= alpha` implies `exact <= value`;
//! * `value >= beta` implies `exact >= value`.
//!
//! Where `whole`, whatever the settings, the same holds with `exact` the value of the game.

use super::mind::{Candidate, Mind};
use super::reductions::Reductions;
use super::settings::Settings;
use super::table::{Entry, Says, Table};
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::insight::{Insight, Prospect};
use crate::report::Bound;
use crate::search::Observer;
use crate::search::depth_first::walk::Walk;

/// How much less deep is searched what comes after a pass.
const PASS: u32 = 3;
/// Orders of what is known to be best: far above all others.
const FIRST: [f64; 2] = [1e300, 1e299];
/// What full credit and what a killer add to the static value that orders moves, as shares of the evaluator's range.
const HISTORY: f64 = 0.16;
const KILLER: f64 = 0.01;

/// A position's place in the search: decisions left, decisions from the root, and the window in Max's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: usize,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    /// Whether a pass led here.
    pub(super) passed: bool,
}

/// What was found of a position: its value, Max's view, and whether it holds whatever the depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) value: f64,
    pub(super) whole: bool,
}

/// A thread at work on one iteration.
pub(super) struct Descent<'a, 'w, G: Game, E, O> {
    pub(super) settings: &'a Settings,
    reductions: &'a Reductions,
    table: &'a Table,
    pub(super) mind: &'a mut Mind<G>,
    pub(super) walk: &'a mut Walk<'w, G, E, O>,
    /// The values of a game lost and of one won by Max.
    ends: [f64; 2],
    /// The width of the evaluator's range.
    span: f64,
    /// Whether mirror images share what is known.
    folds: bool,
}

/// What bounds on the value say, if that is all that the window asks for.
#[inline]
fn decided((least, most): (f64, f64), node: Node) -> Option<Found> {
    if least >= node.beta || least == most {
        Some(Found { value: least, whole: true })
    } else {
        (most <= node.alpha).then_some(Found { value: most, whole: true })
    }
}

/// A decision in the eyes of who decides: greater is better.
#[derive(Clone, Copy)]
struct View {
    is_max: bool,
    alpha: f64,
    beta: f64,
}

impl View {
    fn new(is_max: bool, node: Node) -> View {
        let (alpha, beta) = if is_max { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        View { is_max, alpha, beta }
    }

    /// A value seen from the other side: from Max's to the decider's, and back.
    #[inline]
    fn turned(self, value: f64) -> f64 {
        if self.is_max { value } else { -value }
    }

    /// Whether nothing fits between the ends of the window, so that only a bound is asked for.
    #[inline]
    fn is_scout(self) -> bool {
        self.alpha.next_up() >= self.beta
    }
}

impl<'a, 'w, G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'a, 'w, G, E, O> {
    pub(super) fn new(
        (settings, reductions): (&'a Settings, &'a Reductions),
        table: &'a Table,
        mind: &'a mut Mind<G>,
        walk: &'a mut Walk<'w, G, E, O>,
    ) -> Self {
        let payoffs = walk.game.payoffs();
        let ends = [payoffs.low, payoffs.high].map(|payoff| walk.evaluator.payoff(walk.game, payoff));
        let range = walk.evaluator.range();
        let span = range.high - range.low;
        let folds = settings.mirror && walk.evaluator.is_symmetric();
        Descent { settings, reductions, table, mind, walk, ends, span, folds }
    }

    /// The value of a position.
    pub(super) fn value(&mut self, state: &G::State, node: Node) -> Option<Found> {
        match self.walk.game.turn(state) {
            Turn::Over(payoff) => {
                let value = self.walk.evaluator.payoff(self.walk.game, payoff);
                Some(Found { value, whole: true })
            }
            _ if node.depth == 0 => Some(Found { value: self.walk.evaluate(state)?, whole: false }),
            Turn::Max => self.decide(state, node, true),
            Turn::Min => self.decide(state, node, false),
            Turn::Chance => self.expect(state, node),
        }
    }

    /// The value of a decision, at least one above the horizon.
    pub(super) fn decide(&mut self, state: &G::State, node: Node, is_max: bool) -> Option<Found> {
        let view = View::new(is_max, node);
        let is_root = node.ply == 0;
        let key = (node.depth > 1).then(|| self.key(state));
        if !view.is_scout() {
            self.mind.lines.clear(node.ply);
        }
        self.mind.moves.clear();
        // At the root every move has its value. One above the horizon a loss is not yet to be seen.
        if self.settings.insight && !is_root && (node.depth > 1 || self.settings.extend > 0) {
            let [low, high] = self.ends;
            let (lost, won) = if is_max { (low, high) } else { (high, low) };
            match self.walk.game.prospect(state, &mut self.mind.moves) {
                Prospect::Won(mv) => {
                    self.mind.lines.clear(node.ply);
                    self.mind.lines.end(node.ply, mv);
                    return Some(Found { value: won, whole: true });
                }
                Prospect::Lost => return Some(Found { value: lost, whole: true }),
                Prospect::Open => {}
            }
        } else {
            self.walk.game.moves(state, &mut self.mind.moves);
        }
        let bounds = if is_root { None } else { self.assured(state) };
        if let Some(found) = bounds.and_then(|bounds| decided(bounds, node)) {
            return Some(found);
        }
        let depth = node.depth + u32::from(self.is_narrow(state, node));
        let found = if depth == 1 && !is_root {
            self.frontier(state, node, view)
        } else {
            self.deliberate(state, node, view, depth, key)
        };
        match bounds {
            None => found,
            Some((least, most)) => found.map(|found| {
                let value = found.value.clamp(least, most);
                // What comes from one bound is not known to be the other.
                Found { value, whole: found.whole && value == found.value }
            }),
        }
    }

    /// The least and the greatest value that the game is known to have from here on.
    #[inline]
    fn assured(&self, state: &G::State) -> Option<(f64, f64)> {
        let Walk { game, evaluator, .. } = *self.walk;
        if !self.settings.assure || self.mind.rolled {
            return None;
        }
        let (least, most) = game.assured(state)?;
        Some((evaluator.payoff(game, least), evaluator.payoff(game, most)))
    }

    /// The value of a decision whose moves are found, `depth` above the horizon: remembered, or searched.
    #[inline(never)]
    fn deliberate(
        &mut self,
        state: &G::State,
        node: Node,
        view: View,
        depth: u32,
        key: Option<(u64, bool)>,
    ) -> Option<Found> {
        let mut remembered = None;
        if let Some((key, mirrored)) = key
            && let Some(entry) = self.table.recall(key)
        {
            remembered = entry.place.filter(|_| entry.mirrored == mirrored);
            if node.ply > 0 && self.serves(&entry, node) {
                return Some(Found { value: entry.value, whole: entry.whole });
            }
        }
        if self.is_fine_after_a_pass(state, node, view)? {
            return Some(Found { value: view.turned(view.beta), whole: false });
        }
        let base = self.mind.queue.len();
        self.line_up(state, node, view.is_max, remembered)?;
        let (found, best) = self.search(state, Node { depth, ..node }, view, base)?;
        self.mind.queue.truncate(base);
        if let Some((key, mirrored)) = key {
            let own = view.turned(found.value);
            let (improves, cuts) = (own > view.alpha, own >= view.beta);
            let says = match improves == view.is_max {
                _ if improves && !cuts => Says::Exactly,
                true => Says::Least,
                false => Says::Most,
            };
            let Found { value, whole } = found;
            let place = improves.then_some(best);
            let entry = Entry { value, says, depth: node.depth, whole, place, mirrored };
            self.mind.filled += u64::from(self.table.note(key, entry));
        }
        Some(found)
    }

    /// The key of a position in the table, which is told of it.
    #[inline]
    fn key(&self, state: &G::State) -> (u64, bool) {
        let game = self.walk.game;
        let (key, mirrored) = if self.folds { game.folded_key(state) } else { (game.key(state), false) };
        self.table.announce(key);
        (key, mirrored)
    }

    /// The best move of a position that the table remembers.
    pub(super) fn remembered(&mut self, state: &G::State) -> Option<G::Move> {
        if !matches!(self.walk.game.turn(state), Turn::Max | Turn::Min) {
            return None;
        }
        self.mind.moves.clear();
        if self.settings.insight {
            if let Prospect::Won(mv) = self.walk.game.prospect(state, &mut self.mind.moves) {
                return Some(mv);
            }
        } else {
            self.walk.game.moves(state, &mut self.mind.moves);
        }
        let (key, mirrored) = self.key(state);
        let entry = self.table.recall(key).filter(|entry| entry.mirrored == mirrored)?;
        self.mind.moves.get(entry.place?).copied()
    }

    /// Whether what the table says is all that the window asks for.
    #[inline]
    fn serves(&self, entry: &Entry, node: Node) -> bool {
        let holds = entry.depth == node.depth
            || if entry.depth < node.depth { entry.whole } else { self.settings.deeper };
        holds
            && match entry.says {
                Says::Exactly => true,
                Says::Least => entry.value >= node.beta,
                Says::Most => entry.value <= node.alpha,
            }
    }

    /// Whether the few moves that were found deserve a closer look. Where moves lose at once something is going on; a game
    /// with few moves everywhere is no such case.
    fn is_narrow(&mut self, state: &G::State, node: Node) -> bool {
        let count = self.mind.moves.len();
        let few = count as u32;
        let is_narrow =
            few <= self.settings.extend && (few == 1 || node.depth + few <= self.settings.extend + 1);
        if !is_narrow || node.ply == 0 || node.ply > 2 * self.walk.root.depth as usize + 10 {
            return false;
        }
        self.walk.game.moves(state, &mut self.mind.moves);
        let is_pressed = self.mind.moves.len() > 2 * count;
        self.mind.moves.truncate(count);
        is_pressed
    }

    /// The value of a decision whose moves lead to the horizon: all of them at once.
    fn frontier(&mut self, state: &G::State, node: Node, view: View) -> Option<Found> {
        let Mind { moves, leaves, .. } = &mut *self.mind;
        leaves.clear();
        self.walk.enter_family(state, moves, leaves, node.ply as u32 + 1)?;
        let mut best = f64::NEG_INFINITY;
        let (mut place, mut is_over, mut all_over) = (0, false, true);
        for (number, leaf) in leaves.iter().enumerate() {
            let own = view.turned(leaf.value);
            let over = leaf.turn.is_over();
            all_over &= over;
            if own > best {
                (best, place, is_over) = (own, number, over);
            }
        }
        if !view.is_scout() && best > view.alpha {
            self.mind.lines.end(node.ply, self.mind.moves[place]);
        }
        // What ends the game as well as it can makes up for all that was not followed.
        let whole = all_over || (is_over && self.is_won(best, view));
        Some(Found { value: view.turned(best), whole })
    }

    /// Whether nothing can be better for who decides. Behind chance, sums may be greater by a rounding.
    #[inline]
    fn is_won(&self, own: f64, view: View) -> bool {
        let won = view.turned(self.ends[usize::from(view.is_max)]);
        own >= won && !self.mind.rolled
    }

    /// What is known of any value: no game is worse than lost or better than won, and no estimate.
    pub(super) fn limits(&self) -> [Found; 2] {
        let [low, high] = self.ends;
        let range = self.walk.evaluator.range();
        if self.mind.rolled || (low, high) != (range.low, range.high) {
            return [f64::NEG_INFINITY, f64::INFINITY].map(|value| Found { value, whole: false });
        }
        self.ends.map(|value| Found { value, whole: true })
    }

    /// Whether the decider could even pass and have enough.
    fn is_fine_after_a_pass(&mut self, state: &G::State, node: Node, view: View) -> Option<bool> {
        if !self.settings.pass || node.passed || node.ply == 0 || node.depth < PASS || !view.is_scout() {
            return Some(false);
        }
        let Some(next) = self.walk.game.passed(state) else { return Some(false) };
        self.walk.visit(&next)?;
        let node = Node { depth: node.depth - PASS, ply: node.ply + 1, passed: true, ..node };
        let found = self.value(&next, node)?;
        Some(view.turned(found.value) >= view.beta)
    }

    /// Queues the moves that were found, each with what speaks for it.
    fn line_up(
        &mut self,
        state: &G::State,
        node: Node,
        is_max: bool,
        remembered: Option<usize>,
    ) -> Option<()> {
        let Mind { queue, moves, leaves, .. } = &mut *self.mind;
        let base = queue.len();
        let queued = moves.iter().zip(0..);
        queue.extend(queued.map(|(&mv, place)| Candidate { mv, place, score: 0.0 }));
        if moves.len() == 1 {
            return Some(());
        }
        if node.ply == 0 || self.settings.sort {
            leaves.clear();
            self.walk.leaves(state, moves, leaves)?;
            if node.ply == 0 {
                self.walk.root.sketch(leaves);
            }
            for (candidate, leaf) in queue[base..].iter_mut().zip(leaves) {
                candidate.score = if is_max { leaf.value } else { -leaf.value };
            }
        }
        if self.settings.history && self.mind.learns() {
            for place in base..self.mind.queue.len() {
                let mv = self.mind.queue[place].mv;
                let credit = self.mind.credit(self.walk.game, state, mv, is_max);
                self.mind.queue[place].score += credit * HISTORY * self.span;
            }
        }
        let killers = if self.settings.killers { self.mind.killers(node.ply) } else { [None; 2] };
        let favourite = self.mind.favourite.filter(|_| node.ply == 0);
        for candidate in &mut self.mind.queue[base..] {
            if favourite == Some(candidate.mv) {
                candidate.score = FIRST[0];
            } else if remembered == Some(usize::from(candidate.place)) {
                candidate.score = FIRST[1];
            } else if killers.contains(&Some(candidate.mv)) {
                candidate.score += KILLER * self.span;
            }
        }
        Some(())
    }

    /// The next move in the queue from `place` on: the best of the rest.
    #[inline]
    fn pick(&mut self, place: usize) -> Candidate<G::Move> {
        let rest = &mut self.mind.queue[place..];
        let mut best = 0;
        for number in 1..rest.len() {
            if rest[number].score > rest[best].score {
                best = number;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Searches the queue from `base` on; what was found, and the place of the best move.
    fn search(
        &mut self,
        state: &G::State,
        node: Node,
        mut view: View,
        base: usize,
    ) -> Option<(Found, usize)> {
        let is_scout = view.is_scout();
        let mut best = f64::NEG_INFINITY;
        let (mut place, mut whole) = (0, true);
        for number in 0..self.mind.queue.len() - base {
            let candidate = self.pick(base + number);
            let before = self.walk.nodes();
            let child = self.walk.enter(state, candidate.mv)?;
            let found = self.child(&child, node, view, number)?;
            let own = view.turned(found.value);
            whole &= found.whole;
            if own > best {
                (best, place) = (own, usize::from(candidate.place));
            }
            if node.ply == 0 {
                self.record(candidate.mv, found, view, before);
            }
            if own > view.alpha {
                view.alpha = own;
                if !is_scout {
                    self.mind.lines.put(node.ply, candidate.mv);
                }
                if node.ply == 0 {
                    self.keep(found.value);
                }
                if own >= view.beta {
                    self.cut(state, node, view.is_max, base, number);
                    whole = found.whole;
                    break;
                }
                if found.whole && self.is_won(own, view) {
                    whole = true;
                    break;
                }
            }
        }
        Some((Found { value: view.turned(best), whole }, place))
    }

    /// The value of a child: the first with the whole window, the others only if a glance does not show that they are worse.
    #[inline]
    fn child(&mut self, child: &G::State, node: Node, view: View, number: usize) -> Option<Found> {
        let depth = node.depth - 1;
        let below = |depth: u32, alpha: f64, beta: f64| {
            let (alpha, beta) = if view.is_max { (alpha, beta) } else { (-beta, -alpha) };
            Node { depth, ply: node.ply + 1, alpha, beta, passed: false }
        };
        let View { alpha, beta, .. } = view;
        // Behind the first move, before anything is found, the window is open downwards.
        if number == 0 || alpha == f64::NEG_INFINITY {
            return self.value(child, below(depth, alpha, beta));
        }
        let scout = alpha.next_up();
        let reduction = self.reductions.of(node.depth, number);
        let mut found = self.value(child, below(depth - reduction, alpha, scout))?;
        if reduction > 0 && view.turned(found.value) > alpha && !found.whole {
            found = self.value(child, below(depth, alpha, scout))?;
        }
        let own = view.turned(found.value);
        if own > alpha && own < beta { self.value(child, below(depth, alpha, beta)) } else { Some(found) }
    }

    /// Takes note of the move that cut off, and of those that did not.
    #[inline]
    fn cut(&mut self, state: &G::State, node: Node, is_max: bool, base: usize, number: usize) {
        let (game, mv) = (self.walk.game, self.mind.queue[base + number].mv);
        if self.settings.killers {
            self.mind.kill(node.ply, mv);
        }
        if self.settings.history {
            self.mind.reward(game, state, mv, is_max, (node.depth, true));
            if self.settings.malus {
                for place in base..base + number {
                    let mv = self.mind.queue[place].mv;
                    self.mind.reward(game, state, mv, is_max, (node.depth, false));
                }
            }
        }
    }

    /// Takes note of a root move.
    fn record(&mut self, mv: G::Move, found: Found, view: View, before: u64) {
        let own = view.turned(found.value);
        let (improves, cuts) = (own > view.alpha, own >= view.beta);
        // A bound that is as good or as bad as can be is no mere bound.
        let [worst, best] = self.ends.map(|end| view.turned(end));
        let (worst, best) = (worst.min(best), worst.max(best));
        let is_exact = if improves { !cuts || own >= best } else { own <= worst };
        let bound = match improves == view.is_max {
            _ if !found.whole && !self.settings.is_exact() => Bound::Estimate,
            _ if is_exact => Bound::Exact,
            true => Bound::Lower,
            false => Bound::Upper,
        };
        let is_settled = found.whole && is_exact && !self.mind.rolled;
        self.walk.root.record_again(mv, found.value, bound, is_settled, self.walk.nodes() - before);
        if improves {
            self.walk.root.choose(mv);
        }
    }

    /// The best root move so far may be played, should the budget end.
    fn keep(&mut self, value: f64) {
        if self.settings.partial {
            self.walk.root.value = value;
            self.walk.root.pv = self.mind.lines.root().to_vec();
            self.walk.root.is_usable = true;
        }
    }

    /// The expectation at a chance node: every outcome exactly, in the game's order, whatever the window.
    fn expect(&mut self, state: &G::State, node: Node) -> Option<Found> {
        self.mind.rolled = true;
        let (base, chance_base) = (self.mind.queue.len(), self.mind.chances.len());
        self.mind.moves.clear();
        self.walk.game.moves(state, &mut self.mind.moves);
        self.walk.game.chances(state, &self.mind.moves, &mut self.mind.chances);
        let moves = self.mind.moves.iter().zip(0..);
        self.mind.queue.extend(moves.map(|(&mv, place)| Candidate { mv, place, score: 0.0 }));
        let window = Node { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, passed: false, ..node };
        let (mut sum, mut whole) = (0.0, true);
        for place in 0..self.mind.queue.len() - base {
            let mv = self.mind.queue[base + place].mv;
            let before = self.walk.nodes();
            let child = self.walk.enter(state, mv)?;
            // An outcome is no decision: it has the ply of the roll, but for the root, where moves are recorded.
            let found = self.value(&child, Node { ply: node.ply.max(1), ..window })?;
            if node.ply == 0 {
                let bound =
                    if found.whole || self.settings.is_exact() { Bound::Exact } else { Bound::Estimate };
                self.walk.root.record_again(mv, found.value, bound, found.whole, self.walk.nodes() - before);
            }
            sum += self.mind.chances[chance_base + place] * found.value;
            whole &= found.whole;
        }
        self.mind.queue.truncate(base);
        self.mind.chances.truncate(chance_base);
        self.mind.lines.clear(node.ply);
        Some(Found { value: sum, whole })
    }
}
