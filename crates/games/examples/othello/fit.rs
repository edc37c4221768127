//! Fits the weights of the evaluator to self-play games with solved endgames.

use crate::play::Player;
use std::fs;
use tiptree::{Evaluator, Game, Rng};
use tiptree_games::othello::{Board, Othello, Patterns, Solver};

/// The minimum and maximum number of random moves at the start of a game, so that all kinds of positions occur.
const RANDOM: (usize, usize) = (0, 32);
/// The number of empty squares at which the score is solved.
const SOLVED: u32 = 12;
/// Scores are clamped to this: beyond it the margin of a win does not matter.
const DECIDED: f64 = 40.0;
/// The number of passes over the samples, and the learning rates of the first and the last pass.
const EPOCHS: u32 = 16;
const RATES: (f64, f64) = (0.004, 0.0003);
/// Positions up to this many discs before or after a phase are also used to fit it.
const OVERLAP: u32 = 4;
/// One sample in this many is held out to test the fit.
const KEPT_BACK: usize = 20;

/// A position and its score for the side to move.
type Sample = (Board, f64);

/// Plays a game and adds its positions after the random moves to the samples: those before the endgame with the score
/// of the endgame's first position, those of the endgame with their own.
fn play(player: &Player, solver: &mut Solver, rng: &mut Rng, samples: &mut Vec<Sample>) {
    let random = RANDOM.0 + rng.below(RANDOM.1 - RANDOM.0 + 1);
    let mut line = Vec::new();
    let Some(mut board) = player.play(random, SOLVED, rng, |board| line.push(*board)) else { return };
    let score = solver.score(&board);
    let sample = |&earlier: &Board| {
        (earlier, f64::from(if earlier.is_white() == board.is_white() { score } else { -score }))
    };
    samples.extend(line.iter().map(sample));
    loop {
        let scores = solver.scores(&board);
        let Some(&best) = scores.iter().max_by_key(|(_, score)| *score) else { return };
        samples.push((board, f64::from(best.1)));
        let mv = if rng.below(2) == 0 { best.0 } else { scores[rng.below(scores.len())].0 };
        player.game.play(&mut board, mv);
    }
}

/// The samples of `games` games, played by two threads.
fn samples(evaluator: &dyn Evaluator<Othello>, games: u64, seed: u64) -> Vec<Sample> {
    let half = |thread: u64| {
        let player = Player { game: Othello::default(), evaluator };
        let mut solver = Solver::with_table(&player.game, 1 << 21);
        let mut samples = Vec::new();
        for number in (thread..games).step_by(2) {
            play(&player, &mut solver, &mut Rng::derive(seed, &[number]), &mut samples);
        }
        samples
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(move || half(1));
        let mut samples = half(0);
        samples.extend(other.join().expect("a thread that plays does not panic"));
        samples
    })
}

/// The first and the last number of discs of a phase.
fn discs(phase: usize) -> (u32, u32) {
    let phase_of = |discs| Patterns::phase(discs) == phase;
    let numbers = || (4..64).filter(move |&discs| phase_of(discs));
    (numbers().min().unwrap_or(4), numbers().max().unwrap_or(63))
}

/// Weights being fitted.
struct Fit {
    weights: Vec<f64>,
    canonical: Vec<usize>,
}

impl Fit {
    fn numbers(&self, board: &Board) -> impl Iterator<Item = usize> {
        Patterns::addends(board).into_iter().map(|number| self.canonical[number])
    }

    fn sum(&self, board: &Board) -> f64 {
        self.numbers(board).map(|number| self.weights[number]).sum()
    }

    /// Moves the weights towards the samples, one after the other (stochastic gradient descent).
    fn learn(&mut self, samples: &[&Sample], rng: &mut Rng) {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        for epoch in 0..EPOCHS {
            rng.shuffle(&mut order);
            let rate = RATES.0 * (RATES.1 / RATES.0).powf(f64::from(epoch) / f64::from(EPOCHS - 1));
            for &place in &order {
                let (board, score) = samples[place];
                let error = score.clamp(-DECIDED, DECIDED) - self.sum(board);
                let numbers: Vec<usize> = self.numbers(board).collect();
                for number in numbers {
                    self.weights[number] += rate * error;
                }
            }
        }
    }

    /// The slope that fits the sums to the outcomes best, and the mean squared error.
    fn slope(&self, samples: &[&Sample]) -> (f64, f64) {
        let pairs: Vec<(f64, f64)> =
            samples.iter().map(|(board, score)| (self.sum(board), score.signum())).collect();
        let miss = |slope: f64| {
            let square = |&(sum, outcome): &(f64, f64)| (outcome - Patterns::payoff(slope * sum)).powi(2);
            pairs.iter().map(square).sum::<f64>() / pairs.len() as f64
        };
        let slopes = (1..100).map(|step| f64::from(step) * 0.005);
        slopes.map(|slope| (slope, miss(slope))).min_by(|a, b| a.1.total_cmp(&b.1)).expect("some slope")
    }
}

/// Plays `games` games and writes the weights that fit them best.
pub(crate) fn fit(evaluator: &dyn Evaluator<Othello>, games: u64, seed: u64, out: &str) {
    let samples = samples(evaluator, games, seed);
    println!("{} positions", samples.len());
    let canonical: Vec<usize> = (0..Patterns::WEIGHTS).map(Patterns::canonical).collect();
    let mut slopes = [0.0; Patterns::PHASES];
    let weights = std::array::from_fn(|phase| {
        let (first, last) = discs(phase);
        let range = first.saturating_sub(OVERLAP)..=last + OVERLAP;
        let near = samples.iter().filter(|(board, _)| range.contains(&board.occupied().count_ones()));
        let near: Vec<&Sample> = near.collect();
        let (kept, used) = near.split_at(near.len() / KEPT_BACK);
        let mut fit = Fit { weights: vec![0.0; Patterns::WEIGHTS], canonical: canonical.clone() };
        fit.learn(used, &mut Rng::new(phase as u64));
        let (slope, miss) = fit.slope(kept);
        let error = |sample: &&Sample| (sample.1.clamp(-DECIDED, DECIDED) - fit.sum(&sample.0)).powi(2);
        let mean =
            |samples: &[&Sample]| (samples.iter().map(error).sum::<f64>() / samples.len() as f64).sqrt();
        let (own, new) = (mean(used), mean(kept));
        println!(
            "{first} to {last} discs: {} positions, off by {own:.2} discs, {new:.2} where new; slope {slope:.3}, payoffs \
             off by {:.3}",
            used.len(),
            miss.sqrt()
        );
        slopes[phase] = slope;
        fit.weights
    });
    fs::write(out, Patterns::bytes(&weights, slopes)).expect("a file that can be written");
}
