//! Games at equal CPU time a move, every opening from both sides.
//!
//! The other knows a timeout by the wall only, which a busy machine eats into. So its timeout is long, and its evaluation,
//! which is called all the time, looks at the CPU clock of the thread: once the limit is spent it sleeps until the timeout
//! has passed, and the search ends of itself as it always does. Near the end of the game, where hardly anything is evaluated,
//! it may go on to the timeout. What either has spent is printed.

use crate::{TABLES, configurations};
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy};
use std::cell::Cell;
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;
use tiptree::clock::Clock;
use tiptree::search::depth_first::Deepening;
use tiptree::search::depth_first::pvs::{Pvs, Settings};
use tiptree::{Budget, Game, Notation, Search, Turn};
use tiptree_games::connect4::{Column, Connect4};
use tiptree_games::registry;
use tiptree_lab::openings::Openings;
use tiptree_lab::statistics::{Pentanomial, Scores};
use tiptree_peers::basic::Basic;
use tiptree_peers::rules::{Place, Position, Rules};
use tiptree_peers::timed;

/// The CPU time of a move.
const LIMIT: Duration = Duration::from_millis(5);
/// The other's timeout by the wall: enough for the limit also where the processor is shared.
const TIMEOUT: Duration = Duration::from_millis(20);
/// Evaluations between two looks at the clock.
const LOOK: u32 = 512;
const SEED: u64 = 1;
/// The set-ups of the other that are played against.
const FIELD: [&str; 2] = ["default", "double step, window, countermoves"];

/// The evaluation that ends a search when its CPU time is spent.
struct Limited {
    clock: Rc<Cell<Clock>>,
    evaluations: Cell<u32>,
}

impl minimax::Evaluator for Limited {
    type G = Rules<true>;

    #[inline]
    fn evaluate(&self, position: &Position) -> Evaluation {
        self.evaluations.set(self.evaluations.get() + 1);
        if self.evaluations.get().is_multiple_of(LOOK) && self.clock.get().cpu() >= LIMIT {
            sleep(TIMEOUT.saturating_sub(self.clock.get().wall()) + Duration::from_millis(1));
        }
        position.value()
    }
}

/// What a side has spent.
#[derive(Default)]
struct Spent {
    moves: u32,
    micros: f64,
    most: f64,
    /// Questions that were asked again.
    again: u32,
}

impl Spent {
    fn add(&mut self, micros: f64) {
        self.moves += 1;
        self.micros += micros;
        self.most = self.most.max(micros);
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = self.micros / f64::from(self.moves) / 1e3;
        let Spent { moves, most, again, .. } = self;
        write!(f, "{mean:.2} ms a move, {:.2} at most, {moves} moves, {again} asked again", most / 1e3)
    }
}

/// The other's move. Where the wall did not leave it the limit, it is asked again, and knows what it has found.
fn answer(
    peer: &mut IterativeSearch<Limited>,
    clock: &Cell<Clock>,
    position: &Position,
    spent: &mut Spent,
) -> Place {
    let mut total = 0.0;
    loop {
        clock.set(Clock::start());
        let (micros, place) = timed(|| peer.choose_move(position));
        total += micros;
        let is_short = clock.get().wall() >= TIMEOUT && micros < LIMIT.as_secs_f64() * 1e6;
        match place.filter(|_| !is_short) {
            None => spent.again += 1,
            Some(place) => {
                spent.add(total);
                return place;
            }
        }
    }
}

/// Ours with what it knows of Connect-Four and the other does not (wins at once, moves that lose at once, parity), and
/// without.
fn ours() -> [(&'static str, Settings); 2] {
    let plain = Settings::default().insight(false).assure(false);
    [("pvs", Settings::default()), ("pvs(insight=false,assure=false)", plain)]
}

/// A game from `opening`; our half points.
fn play(
    opening: &str,
    our_turn: Turn,
    settings: &Settings,
    options: IterativeOptions,
    spent: &mut [Spent; 2],
) -> usize {
    let game = Connect4::default().with_order("4352617").expect("each column once");
    let clock = Rc::new(Cell::new(Clock::start()));
    let mut peer =
        IterativeSearch::new(Limited { clock: Rc::clone(&clock), evaluations: Cell::new(0) }, options);
    peer.set_timeout(TIMEOUT);
    let mut search = Deepening::new(game.clone(), Basic, Pvs::new(settings.clone()));
    let mut board = game.parse_position(opening).expect("a position");
    search.start(board);
    let columns = opening.bytes().map(|letter| letter - b'1');
    let mut position = columns.fold(Position::default(), Position::after);
    loop {
        let column = match game.turn(&board) {
            Turn::Over(payoff) => {
                let own = if our_turn == Turn::Max { payoff } else { -payoff };
                return (own + 1.0) as usize;
            }
            turn if turn == our_turn => {
                let (micros, report) = timed(|| search.run(&Budget::cpu(LIMIT)));
                spent[0].add(micros);
                report.best.expect("a move")
            }
            _ => Column(answer(&mut peer, &clock, &position, &mut spent[1]).column()),
        };
        game.play(&mut board, column);
        search.advance(column);
        position = position.after(column.0);
    }
}

/// Prints the score of so many pairs of games against what is fastest of the other, with many bytes and with few.
pub fn race(pairs: usize) {
    let rules = registry().rules(&"connect4".parse().expect("a name"), None).expect("a game");
    let openings =
        Openings::read(&format!("random=6:{pairs}"), rules.as_ref(), SEED).expect("enough positions");
    for ((our_name, settings), table) in ours().iter().flat_map(|ours| TABLES.map(|table| (ours, table))) {
        for (name, options) in configurations(table).into_iter().filter(|(name, _)| FIELD.contains(name)) {
            let (mut score, mut spent) = (Pentanomial::default(), <[Spent; 2]>::default());
            for opening in &openings.positions {
                let turns = [Turn::Max, Turn::Min];
                score.add(turns.map(|turn| play(opening, turn, settings, options, &mut spent)).iter().sum());
            }
            // Every pair has an opening of its own.
            let scores = Scores::from(score);
            let (mean, error) = (scores.score().unwrap_or(f64::NAN), scores.score_ci95().unwrap_or(f64::NAN));
            let (games, mebibytes) = (score.games(), table >> 20);
            println!(
                "{our_name} against {name}, {mebibytes} MiB: {mean:.3} ± {error:.3} (95 %) of {games} games, pairs {:?}",
                score.0
            );
            println!("  we   {}\n  they {}", spent[0], spent[1]);
        }
    }
}
