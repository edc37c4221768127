//! Measures in Connect-Four how much time running sums and the batch evaluation of all children save, what the fitted
//! evaluator costs, and what families cost on plain boards.
//!
//! `cargo run --release -p tiptree-games --example speed`

use std::hint::black_box;
use std::time::Instant;
use tiptree::{Evaluator, Game, Leaf, Rng};
use tiptree_games::connect4::{Column, Connect4, Fitted, Incremental, Rivest, Running, Sums, Weighing};

/// Positions of random games that are not over, with their moves.
type Positions<G> = Vec<(<G as Game>::State, Vec<Column>)>;

fn positions<G: Game<Move = Column>>(game: &G) -> Positions<G> {
    let mut found = Vec::new();
    for number in 0..8 {
        let mut rng = Rng::derive(1, &[number]);
        let mut state = game.start();
        loop {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            found.push((state.clone(), moves));
            game.play(&mut state, mv);
        }
    }
    found
}

/// The nanoseconds per item in the fastest of many rounds, which is the least disturbed one.
fn nanoseconds<T>(items: &[T], mut work: impl FnMut(&T)) -> f64 {
    let round = |_| {
        let begin = Instant::now();
        items.iter().for_each(&mut work);
        begin.elapsed().as_secs_f64() * 1e9 / items.len() as f64
    };
    (0..400).map(round).fold(f64::INFINITY, f64::min)
}

/// The times of `after`, of an evaluation, of all children as a batch, and of all children played one by one.
fn measure<G: Game<Move = Column>>(name: &str, game: &G, evaluator: &impl Evaluator<G>) -> [f64; 4] {
    let positions = positions(game);
    // Into a stack of states, as searches do.
    let mut stack = vec![game.start(); 64];
    let mut height = 0;
    let after = nanoseconds(&positions, |(state, moves)| {
        height = (height + 1) % stack.len();
        stack[height] = game.after(state, moves[0]);
    });
    black_box(&stack);
    let mut leaves: Vec<Leaf> = Vec::new();
    let children = nanoseconds(&positions, |(state, moves)| {
        leaves.clear();
        evaluator.children(game, black_box(state), moves, &mut leaves);
        black_box(&leaves);
    });
    let one_by_one = nanoseconds(&positions, |(state, moves)| {
        leaves.clear();
        leaves.extend(moves.iter().map(|&mv| evaluator.leaf(game, black_box(&game.after(state, mv)))));
        black_box(&leaves);
    });
    let leaf = nanoseconds(&positions, |(state, _)| {
        black_box(evaluator.leaf(game, black_box(state)));
    });
    let mut moves = Vec::new();
    let listing = nanoseconds(&positions, |(state, _)| {
        moves.clear();
        game.moves(black_box(state), &mut moves);
        black_box(&moves);
    });
    println!(
        "{name:13} after {after:5.1} ns   leaf {leaf:5.1} ns   moves {listing:5.1} ns   children {children:6.1} ns   \
         one by one {one_by_one:6.1} ns"
    );
    [after, leaf, children, one_by_one]
}

/// The time of a family on a plain board relative to running sums, timed alternately.
fn on_boards<S: Sums>(name: &str, game: &Incremental<S>, evaluator: &impl Evaluator<Incremental<S>>) -> f64 {
    let (plain, of_boards) = (game.plain(), game.on_boards());
    let positions = positions(game);
    let mut leaves = Vec::new();
    let mut least = [f64::INFINITY; 2];
    for _ in 0..5 {
        let running = nanoseconds(&positions, |(state, moves)| {
            leaves.clear();
            evaluator.children(game, black_box(state), moves, &mut leaves);
            black_box(&leaves);
        });
        let on_board = nanoseconds(&positions, |(state, moves)| {
            leaves.clear();
            of_boards.children(plain, black_box(state.board()), moves, &mut leaves);
            black_box(&leaves);
        });
        least = [least[0].min(running), least[1].min(on_board)];
    }
    println!("{name:13} children {:6.1} ns   with running sums {:6.1} ns", least[1], least[0]);
    least[1] / least[0]
}

fn main() {
    let game = Connect4::default();
    let [plain_after, plain_leaf, _, plain_all] = measure("from scratch", &game, &Rivest);
    let weighing = Weighing::fitted(game.clone()).expect("the usual board");
    let running = Running::new(game.clone()).expect("the usual board has no long line");
    let [after, leaf, children, all] = measure("running sums", &running, &Rivest);
    let [fitted_after, _, fitted_children, _] = measure("fitted", &weighing, &Fitted);
    let ratio = on_boards("on boards", &running, &Rivest);
    let fitted_ratio = on_boards("fitted so", &weighing, &Fitted);
    println!("all children: {ratio:.2} times the time on plain boards, {fitted_ratio:.2} times fitted");
    println!(
        "play and evaluate: running sums {:.1} times as fast",
        (plain_after + plain_leaf) / (after + leaf)
    );
    println!("all children: the door {:.2} times as fast as playing each", all / children);
    println!("all children: the door {:.1} times as fast as from scratch", plain_all / children);
    println!(
        "fitted: {:.2} times the time for all children, {:.2} times for a move",
        fitted_children / children,
        fitted_after / after
    );
}
