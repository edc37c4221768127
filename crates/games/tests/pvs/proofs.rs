//! Whatever the settings, proofs are true: of the root, and of single moves.

use super::{Folded, is_playable};
use crate::plain::{PLY_28, Plain, labels};
use std::collections::HashSet;
use tiptree::search::depth_first::Deepening;
use tiptree::search::depth_first::pvs::{Driver, Pvs, Settings};
use tiptree::{Budget, Evaluator, Game, Insight, Neutral, Notation, Outcome, Report, Rng, Search, Turn};
use tiptree_games::connect4::{Board, Column, Connect4, Rivest, Running, Solver};

/// A score for the side to move as an outcome for Max.
fn outcome(score: i32, turn: Turn) -> Outcome {
    match if turn == Turn::Max { score } else { -score } {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

/// The solver's result of a position: the outcome, and the outcome after every move.
struct Truth {
    board: Board,
    result: Outcome,
    moves: Vec<(Column, Outcome)>,
}

impl Truth {
    fn new(game: &Connect4, solver: &mut Solver, board: Board) -> Truth {
        let turn = game.turn(&board);
        let name = |(mv, score): (Column, i32)| (mv, outcome(score, turn));
        let moves = solver.scores(&board).into_iter().map(name).collect();
        Truth { board, result: outcome(solver.score(&board), turn), moves }
    }

    /// Checks all proofs of a report; returns the number of proven moves.
    fn hold(&self, report: &Report<Column>, case: &str) -> usize {
        let mut count = 0;
        for (entry, &(mv, truth)) in report.moves.iter().zip(&self.moves) {
            assert_eq!(entry.mv, mv, "{case}");
            if let Some(proven) = entry.proven {
                assert_eq!(proven.result, Some(truth), "{case}: {entry:?}");
                count += 1;
            }
        }
        if let Some(proven) = report.proven {
            assert_eq!(proven.result, Some(self.result), "{case}");
            let best = report.best.unwrap();
            assert!(self.moves.contains(&(best, self.result)), "{case}: {best:?}");
        }
        count
    }
}

/// Every position within `plies` plies of the start in which there is a choice.
fn all(width: usize, height: usize, plies: u8) -> (Connect4, Vec<Board>) {
    let plain = Plain::new(width, height);
    let (mut seen, mut boards) = (HashSet::new(), vec![plain.game.start()]);
    let mut next = 0;
    while let Some(&board) = boards.get(next) {
        next += 1;
        for mv in plain.moves(&board) {
            let after = plain.game.after(&board, mv);
            let is_open = !plain.game.turn(&after).is_over() && after.plies() <= plies;
            if is_open && seen.insert(after) {
                boards.push(after);
            }
        }
    }
    boards.retain(|board| plain.moves(board).len() > 1);
    (plain.game, boards)
}

/// Random positions in which there is a choice, after at least `plies` plies.
fn random(width: usize, height: usize, plies: usize, count: u64) -> (Connect4, Vec<Board>) {
    let plain = Plain::new(width, height);
    let board = |number: u64| {
        let mut rng = Rng::derive(14, &[width as u64, height as u64, number]);
        let plies = plies + rng.below(width * height - 3 - plies);
        plain.random(&mut rng, plies)
    };
    let boards = (0..count).map(board).filter(|board| plain.moves(board).len() > 1).collect();
    (plain.game, boards)
}

/// The searches to be checked: both drivers, on one thread and on several, and with mirror images folded.
fn searches() -> Vec<Settings> {
    let usual = Settings::default();
    let small = usual.clone().table(16 << 10).mirror(true);
    let shy = usual.clone().insight(false).assure(false).window(0.1);
    let mtdf = usual.clone().driver(Driver::Bounds);
    vec![
        usual.clone().threads(2),
        small.clone().threads(3),
        mtdf.clone().threads(2).mirror(true),
        shy.clone().table(16 << 10),
        small.clone().driver(Driver::Bounds),
        usual,
        mtdf,
        small,
    ]
}

/// Runs one search without limits at every position and checks its proofs against the solver. `see` converts a board to
/// the state that is searched.
fn prove<G, E>(
    game: &G,
    evaluator: &E,
    settings: &Settings,
    truths: &[Truth],
    see: impl Fn(&Board) -> G::State,
) where
    G: Insight<Move = Column> + Clone,
    E: Evaluator<G> + Clone,
{
    let mut search = Deepening::new(game.clone(), evaluator.clone(), Pvs::new(settings.clone()));
    for truth in truths {
        search.start(see(&truth.board));
        let case = format!("{:?} with {settings:?}", truth.board);
        // Proofs at depths before the end of the game must be true too.
        for depth in [2, 5] {
            let report = search.run(&Budget::depth(depth));
            truth.hold(&report, &case);
            assert!(is_playable(game, search.state(), &report), "{case}: {:?}", report.pv);
        }
        let report = search.run(&Budget::unlimited());
        assert!(report.proven.is_some(), "{case}");
        assert!(is_playable(game, search.state(), &report), "{case}: {:?}", report.pv);
        assert!(truth.hold(&report, &case) > 0, "{case}");
    }
}

fn truths(game: &Connect4, boards: Vec<Board>) -> Vec<Truth> {
    let mut solver = Solver::new(game);
    boards.into_iter().map(|board| Truth::new(game, &mut solver, board)).collect()
}

/// Runs the usual search and MTD(f) at all of these positions, and each of the others at a share of them.
fn share(game: &Connect4, boards: Vec<Board>) {
    let running = Running::new(game.clone()).unwrap();
    let truths = truths(game, boards);
    let see = |board: &Board| running.summed(board);
    let usual = Settings::default();
    prove(&running, &Rivest, &usual, &truths, see);
    prove(&running, &Rivest, &usual.driver(Driver::Bounds), &truths, see);
    let searches = searches();
    let parts = truths.chunks(truths.len().div_ceil(2 * searches.len()));
    for (part, settings) in parts.zip(searches.iter().cycle()) {
        prove(&running, &Rivest, settings, part, see);
    }
}

#[test]
fn every_position_of_small_boards_is_proven_as_it_is() {
    for (width, height, plies) in [(4, 3, 12), (4, 4, 5), (3, 5, 15), (5, 3, 5)] {
        let (game, boards) = all(width, height, plies);
        share(&game, boards);
    }
}

#[test]
fn random_positions_are_proven_as_they_are() {
    for (width, height, plies, count) in
        [(5, 4, 4, 300), (4, 5, 5, 200), (5, 5, 12, 200), (6, 4, 8, 150), (7, 6, 24, 250)]
    {
        let (game, boards) = random(width, height, plies, count);
        share(&game, boards);
    }
}

#[test]
fn every_label_is_proven() {
    let game = Connect4::default();
    let boards = labels(PLY_28).step_by(2).map(|(position, ..)| game.parse_position(position).unwrap());
    share(&game, boards.collect());
}

#[test]
fn proofs_do_not_depend_on_the_evaluator() {
    for (width, height, plies) in [(5, 4, 6), (4, 4, 2)] {
        let (game, boards) = random(width, height, plies, 150);
        let truths = truths(&game, boards);
        for settings in &searches() {
            prove(&game, &Neutral::new(&game), settings, &truths[..60], |board| *board);
            prove(&game, &Folded { seed: 6, count: 10 }, settings, &truths[60..], |board| *board);
        }
    }
}
