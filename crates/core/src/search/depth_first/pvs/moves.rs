//! The moves of a decision: in which order they are searched, how deep, and with which windows.

use super::descent::{Descent, Found, Node, View};
use super::in_progress::InProgress;
use super::thread_state::{Candidate, History, ThreadState};
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::player::Player;
use crate::search::Observer;
use std::hint::select_unpredictable;

/// Scores of the best move of the last iteration and of the table's move: far above all others.
const FIRST: [f64; 2] = [1e300, 1e299];
/// What a full history score and a killer add to the static value that orders moves, as shares of the evaluator's range.
const HISTORY: f64 = 0.6;
const KILLER: f64 = 0.01;
/// The least depth at which a thread puts off moves that another one is searching.
const SHARED: u32 = 4;

/// The order in which the moves of a position are searched: one after the other, and then those that were put off.
struct Order {
    next: usize,
    count: usize,
    /// A bit for each move that was put off.
    later: u64,
}

impl Order {
    fn new(count: usize) -> Self {
        Order { next: 0, count, later: 0 }
    }

    /// The number of the next move, and whether it comes up for the first time.
    #[inline]
    fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.count {
            self.next += 1;
            return Some((self.next - 1, true));
        }
        let number = self.later.trailing_zeros();
        (self.later != 0).then(|| {
            self.later &= self.later - 1;
            (number as usize, false)
        })
    }

    /// Puts off a move. Returns false if its number does not fit the bit mask.
    #[inline]
    fn put_off(&mut self, number: usize) -> bool {
        let is_possible = number < u64::BITS as usize;
        if is_possible {
            self.later |= 1 << number;
        }
        is_possible
    }
}

impl<G: Insight, E: Evaluator<G>, O: Observer<G>> Descent<'_, '_, G, E, O> {
    /// Queues the listed moves. Returns how many are in their place: one if a move is known to come first, which often
    /// makes it needless to compute the scores of the others.
    pub(super) fn line_up(
        &mut self,
        state: &G::State,
        node: Node,
        is_max: bool,
        remembered: Option<usize>,
    ) -> Option<usize> {
        let ThreadState { queue, moves, .. } = &mut *self.thread;
        let base = queue.len();
        let queued = moves.iter().zip(0..);
        queue.extend(queued.map(|(&mv, place)| Candidate {
            mv,
            place,
            score: 0.0,
            value: f64::NAN,
            next: None,
        }));
        if moves.len() == 1 {
            return Some(1);
        }
        if node.ply > 0
            && let Some(place) = remembered.filter(|&place| place < moves.len())
        {
            queue.swap(base, base + place);
            return Some(1);
        }
        self.rank(state, node, is_max, base, remembered)?;
        Some(0)
    }

    /// Computes the scores for move ordering of the queue from `base` on.
    fn rank(
        &mut self,
        state: &G::State,
        node: Node,
        is_max: bool,
        base: usize,
        remembered: Option<usize>,
    ) -> Option<()> {
        let ThreadState { queue, moves, leaves, .. } = &mut *self.thread;
        leaves.clear();
        if node.ply == 0 || self.settings.sort {
            moves.clear();
            moves.extend(queue[base..].iter().map(|candidate| candidate.mv));
            self.walk.leaves(state, moves, leaves)?;
            if node.ply == 0 {
                self.walk.root.sketch(leaves);
            }
        }
        let game = self.walk.game;
        let killers = if self.settings.killers { self.thread.killers(node.ply) } else { [None; 2] };
        let ThreadState { queue, leaves, history, .. } = &mut *self.thread;
        let has_history = self.settings.history && history.is_kept();
        let (weight, bonus) = (HISTORY * self.span, KILLER * self.span);
        let mut leaves = leaves.iter();
        for candidate in &mut queue[base..] {
            if let Some(leaf) = leaves.next() {
                candidate.value = if is_max { leaf.value } else { -leaf.value };
                candidate.score = candidate.value;
                candidate.next = Player::of(leaf.turn);
            }
            if has_history {
                candidate.score += weight * history.score(game, state, candidate.mv, is_max);
            }
            if killers.contains(&Some(candidate.mv)) {
                candidate.score += bonus;
            }
        }
        if node.ply == 0 {
            let favourite = self.thread.favourite;
            for candidate in &mut self.thread.queue[base..] {
                if favourite == Some(candidate.mv) {
                    candidate.score = FIRST[0];
                } else if remembered == Some(candidate.place as usize) {
                    candidate.score = FIRST[1];
                }
            }
        }
        Some(())
    }

    /// Brings the best of the queue from `place` on to `place`, and returns it.
    #[inline]
    fn pick(&mut self, place: usize) -> Candidate<G::Move> {
        let rest = &mut self.thread.queue[place..];
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (number, candidate) in rest.iter().enumerate() {
            // Which move is better is unpredictable, so that a branch would cost more than it saves.
            let is_better = candidate.score > most;
            best = select_unpredictable(is_better, number, best);
            most = select_unpredictable(is_better, candidate.score, most);
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Searches the queue from `base` on, of which the first `placed` moves are in their place. Returns the result and
    /// the place of the best move.
    pub(super) fn search(
        &mut self,
        state: &G::State,
        node: Node,
        mut view: View,
        (base, placed): (usize, usize),
        key: Option<u64>,
    ) -> Option<(Found, usize)> {
        let is_scout = view.is_scout();
        let predicts = self.predicts(node);
        let mut best = f64::NEG_INFINITY;
        let (mut place, mut proven) = (0, true);
        let mut order = Order::new(self.thread.queue.len() - base);
        let in_progress = self.in_progress.filter(|_| node.depth >= SHARED).zip(key);
        while let Some((number, is_new)) = order.next() {
            if number == 1 && placed == 1 && is_new {
                self.rank(state, node, view.is_max, base + 1, None)?;
            }
            let is_picked = is_new && number >= placed;
            let candidate =
                if is_picked { self.pick(base + number) } else { self.thread.queue[base + number] };
            let mark = in_progress
                .map(|(in_progress, key)| (in_progress, InProgress::mark(key, candidate.place, node.depth)));
            if let Some((in_progress, mark)) = mark
                && (is_new && number > 0 && in_progress.holds(mark) && order.put_off(number))
            {
                continue;
            }
            let is_predicted = predicts && number > 0 && candidate.next.is_some();
            let is_sampled = is_predicted && node.depth == 2 && self.thread.errors.is_sampled();
            if is_predicted && !is_sampled {
                let most = self.most(&candidate, node.depth, number);
                if most <= view.alpha {
                    // A prediction proves nothing.
                    (best, proven) = (best.max(most), false);
                    continue;
                }
            }
            let before = self.walk.nodes();
            let child = self.walk.enter(state, candidate.mv)?;
            let found = match mark {
                None if node.depth == 2 => {
                    let (alpha, beta) =
                        if view.is_max { (view.alpha, view.beta) } else { (-view.beta, -view.alpha) };
                    let below = Node { depth: 1, ply: node.ply + 1, alpha, beta, passed: false };
                    self.last_decision(&child, below, candidate.next)
                }
                None => self.child(&child, node, view, number),
                Some(mark) => self.marked(mark, &child, node, view, number),
            }?;
            let own = view.turned(found.value);
            if is_sampled && !found.proven {
                self.thread.errors.add(own - candidate.value);
            }
            proven &= found.proven;
            if own > best {
                (best, place) = (own, candidate.place as usize);
            }
            if node.ply == 0 {
                self.record(candidate.mv, found, view, before);
            }
            if own > view.alpha {
                view.alpha = own;
                if !is_scout && own >= view.beta {
                    self.thread.lines.end(node.ply, candidate.mv);
                } else if !is_scout {
                    self.thread.lines.put(node.ply, candidate.mv);
                }
                if node.ply == 0 {
                    self.keep(candidate.mv, found.value);
                }
                if own >= view.beta {
                    self.cut(state, node, view.is_max, base, number);
                    proven = found.proven;
                    break;
                }
                if found.proven && self.is_won(own, view) {
                    proven = true;
                    break;
                }
            }
        }
        Some((Found { value: view.turned(best), proven }, place))
    }

    /// The value of a child, which is marked meanwhile as being searched.
    #[inline(never)]
    fn marked(
        &mut self,
        (in_progress, mark): (&InProgress, u64),
        child: &G::State,
        node: Node,
        view: View,
        number: usize,
    ) -> Option<Found> {
        in_progress.begin(mark);
        let found = self.child(child, node, view, number);
        in_progress.end(mark);
        found
    }

    /// The value of a child. The first child is searched with the full window, the others only if a scout search does not
    /// show that they are no better.
    #[inline]
    fn child(&mut self, child: &G::State, node: Node, view: View, number: usize) -> Option<Found> {
        let depth = node.depth - 1;
        let below = |depth: u32, alpha: f64, beta: f64| {
            let (alpha, beta) = if view.is_max { (alpha, beta) } else { (-beta, -alpha) };
            Node { depth, ply: node.ply + 1, alpha, beta, passed: false }
        };
        let View { alpha, beta, .. } = view;
        // Until a value is found, alpha may be minus infinity, and there is nothing for a scout to compare with.
        if number == 0 || alpha == f64::NEG_INFINITY {
            return self.value(child, below(depth, alpha, beta));
        }
        let scout = alpha.next_up();
        let reduction = self.reductions.of(node.depth, number);
        let mut found = self.value(child, below(depth - reduction, alpha, scout))?;
        if reduction > 0 && view.turned(found.value) > alpha && !found.proven {
            found = self.value(child, below(depth, alpha, scout))?;
        }
        let own = view.turned(found.value);
        if own > alpha && own < beta { self.value(child, below(depth, alpha, beta)) } else { Some(found) }
    }

    /// Updates killers and history after a cutoff, for the move that caused it and for those before it.
    #[inline]
    fn cut(&mut self, state: &G::State, node: Node, is_max: bool, base: usize, number: usize) {
        let (game, mv) = (self.walk.game, self.thread.queue[base + number].mv);
        if self.settings.killers {
            self.thread.add_killer(node.ply, mv);
        }
        if self.settings.history {
            let bonus = History::bonus(node.depth);
            self.thread.history.update(game, state, mv, is_max, bonus);
            if self.settings.malus {
                for place in base..base + number {
                    let mv = self.thread.queue[place].mv;
                    self.thread.history.update(game, state, mv, is_max, -bonus);
                }
            }
        }
    }
}
