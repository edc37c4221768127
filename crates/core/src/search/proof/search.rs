//! The search itself: which question comes next, and what the answers say about the root's moves.

use super::descent::{Child, Frame};
use super::settings::Settings;
use super::table::Table;
use crate::budget::Budget;
use crate::convert::ratio;
use crate::error::Unsupported;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::insight::{Insight, Prospect};
use crate::meter::Meter;
use crate::player::Player;
use crate::report::{Report, Stop};
use crate::score_bounds::ScoreBounds;
use crate::search::Search;
use crate::search::found::{self, Finding, Found};
use crate::search::verdict::{Root, Scores};
use std::fmt;

/// The path may take one part in this many of the memory limit; the rest is for the table.
pub(super) const PATH_PART: u64 = 4;

/// Depth-first proof-number search.
pub struct ProofNumber<G: Game, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) settings: Settings,
    /// The worst and the best end of the game, on the evaluator's scale.
    pub(super) ends: ScoreBounds,
    pub(super) root: G::State,
    pub(super) table: Table,
    /// Every question asked so far, at earlier roots too.
    pub(super) questions: Vec<f64>,
    /// The current question and its number.
    pub(super) question: (f64, u8),
    /// The decisions on the path, from the root on; empty between two questions.
    pub(super) frames: Vec<Frame>,
    /// The moves of the decisions on the path. Those of the root stay between questions.
    pub(super) children: Vec<Child<G>>,
    /// The moves of one position.
    pub(super) moves: Vec<G::Move>,
    /// Expansions since the table's size was checked.
    pub(super) expansions: u32,
}

impl<G: Insight, E: Evaluator<G>> ProofNumber<G, E> {
    /// The search with these settings, at the start of the game.
    ///
    /// # Errors
    /// If the game has chance, or positions may repeat.
    pub fn new(game: G, evaluator: E, settings: Settings) -> Result<Self, Unsupported> {
        if game.has_chance() {
            return Err(Unsupported::new("dfpn", "a game without chance"));
        }
        if game.repeats() {
            return Err(Unsupported::new("dfpn", "a game in which no position comes back"));
        }
        Ok(ProofNumber {
            ends: ScoreBounds::of_payoffs(&game, &evaluator),
            root: game.start(),
            game,
            evaluator,
            table: Table::new(settings.table),
            settings,
            questions: Vec::new(),
            question: (f64::NAN, 0),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            expansions: 0,
        })
    }

    /// The bytes that the path holds.
    pub(super) fn path_bytes(&self) -> u64 {
        let children = self.children.capacity() * size_of::<Child<G>>();
        (children + self.frames.capacity() * size_of::<Frame>()) as u64
    }

    /// The proven bounds of a root at which `player` decides.
    fn bounds(&self, player: Player) -> ScoreBounds {
        match self.root_moves() {
            [] => self.ends,
            moves => ScoreBounds::choice(player, moves.iter().map(|child| child.bounds)),
        }
    }

    /// The root's moves with their bounds and numbers; empty before the first expansion.
    fn root_moves(&self) -> &[Child<G>] {
        let count = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        &self.children[..count]
    }

    /// Why the search ends, if the value of the root is proven: complete if every move's is too, else decided.
    fn stop_reason(&self, bounds: ScoreBounds) -> Option<Stop> {
        bounds.proven()?;
        let all = self.root_moves().iter().all(|child| child.bounds.proven().is_some());
        Some(if all { Stop::Complete } else { Stop::Decided })
    }

    fn found(&self, player: Player, meter: &Meter) -> Found<G::Move> {
        let moves = self.root_moves();
        let bounds = self.bounds(player);
        let middle = |bounds: ScoreBounds| f64::midpoint(bounds.lower, bounds.upper);
        // The unfinished work below a move counts for it.
        let under_way: u64 = self.frames.iter().skip(1).map(|frame| frame.work).sum();
        let followed = self.frames.first().map(|frame| frame.place);
        let work = |place: usize| moves[place].work + if followed == Some(place) { under_way } else { 0 };
        let all: u64 = (0..moves.len()).map(work).sum();
        let finding = |(place, child): (usize, &Child<G>)| Finding {
            // There are no estimates: a move that was not searched has no value.
            value: (work(place) > 0).then(|| middle(child.bounds)),
            visits: work(place),
            share: if all == 0 { 0.0 } else { ratio(work(place), all) },
            ..Finding::unsearched(child.mv, child.bounds)
        };
        let findings = moves.iter().enumerate().map(finding).collect();
        let scores = moves.iter().map(|child| child.numbers.favour(player)).collect();
        let root = Root { game: &self.game, evaluator: &self.evaluator, state: &self.root, meter };
        let line = |place: usize| self.line(&moves[place]);
        root.verdict((middle(bounds), bounds), findings, &Scores::new(scores), &line)
    }

    /// The principal variation after a move whose value is proven, as far as the table has it.
    fn line(&self, child: &Child<G>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let Some(value) = child.bounds.proven() else { return line };
        let (mut state, mut replies) = (child.state.clone(), Vec::new());
        loop {
            replies.clear();
            if self.game.turn(&state).is_over() {
                return line;
            }
            if let Prospect::Won(mv) = self.game.prospect(&state, &mut replies) {
                line.push(mv);
                return line;
            }
            replies.clear();
            self.game.moves(&state, &mut replies);
            let leads_on = |next: &G::State| {
                let bounds = self.static_bounds(next, &mut Vec::new()).0;
                let recalled = || self.table.recall(self.key(next)).and_then(|entry| entry.bounds.proven());
                bounds.proven().or_else(recalled) == Some(value)
            };
            let mut ways = replies.iter().map(|&mv| (mv, self.game.after(&state, mv)));
            let Some((mv, next)) = ways.find(|(_, next)| leads_on(next)) else { return line };
            line.push(mv);
            state = next;
        }
    }

    /// Sets the root, and forgets the path and the root's moves.
    fn clear(&mut self, root: G::State) {
        self.root = root;
        self.frames.clear();
        self.children.clear();
        self.expansions = 0;
    }
}

/// The next question if the value lies between these bounds: either answer narrows them.
fn between(ScoreBounds { lower, upper }: ScoreBounds) -> f64 {
    let middle = f64::midpoint(lower, upper);
    if middle > lower { middle } else { upper }
}

impl<G: Insight, E: Evaluator<G>> Search<G> for ProofNumber<G, E> {
    fn start(&mut self, state: G::State) {
        self.clear(state);
        self.table.forget();
        self.questions.clear();
    }

    fn advance(&mut self, mv: G::Move) {
        self.clear(self.game.after(&self.root, mv));
    }

    /// A part of the work on the current question, or on the next one if that is answered.
    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        if self.children.is_empty()
            && let Some(stop) = found::idle(&self.game, &self.root)
        {
            return Some(stop);
        }
        let player = Player::without_chance(self.game.turn(&self.root))?;
        if self.expansions == 0 {
            // A quarter is kept for the path.
            self.table.fit(meter.budget().memory.map(|limit| limit - limit / PATH_PART), self.question.1);
        }
        if self.frames.is_empty() {
            let bounds = self.bounds(player);
            let stop = self.stop_reason(bounds);
            if stop.is_some() || !self.ask(player, between(bounds), meter) {
                return stop.or(meter.stopped());
            }
        }
        self.proceed(meter);
        meter.counters.tree_bytes = self.table.bytes() + self.path_bytes();
        meter.offer(&self.game, &self.root, || self.report(meter));
        if !self.frames.is_empty() {
            return meter.stopped();
        }
        self.stop_reason(self.bounds(player))
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        self.expansions = 0;
        Meter::new(budget)
    }

    fn has_short_steps(&self) -> bool {
        true
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        let (game, evaluator) = (&self.game, &self.evaluator);
        let found = match Player::of(game.turn(&self.root)) {
            Some(player) if !self.children.is_empty() => self.found(player, meter),
            _ => {
                let middle = f64::midpoint(self.ends.lower, self.ends.upper);
                Found::nothing(game, evaluator, &self.root, middle)
            }
        };
        found.report(game, evaluator, meter)
    }
}

impl<G: Game, E> fmt::Debug for ProofNumber<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // States need not implement `Debug`, and a table is too large to read.
        f.debug_struct("ProofNumber").field("settings", &self.settings).finish_non_exhaustive()
    }
}
