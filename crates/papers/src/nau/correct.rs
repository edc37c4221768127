//! How often a rule chooses a move that keeps a forced win, at positions where exactly one of the two moves does.

use super::board::{Layers, Measure, Shape};
use super::contest::{PAPERS_P, Players, Series, check_height, unpack};
use super::sweep::player;
use std::convert::Infallible;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicBool;
use tiptree::Rng;
use tiptree::player::Player;
use tiptree_games::board_splitting::BoardSplitting;
use tiptree_lab::Error;
use tiptree_lab::pool::{self, Event};

/// Critical positions per batch of a worker.
const BATCH: u64 = 32;

/// Table 1c: P-games with the evaluation e1.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves left in the positions.
    pub heights: RangeInclusive<usize>,
    /// The number of critical positions of each height.
    pub boards: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// The number of parallel workers.
    pub jobs: usize,
}

/// The choices at critical positions of one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correct {
    /// The moves left.
    pub height: usize,
    /// The number of critical positions.
    pub boards: u64,
    /// The number of right choices, by depth from 1, then in the order of [`super::contest::RULES`].
    pub counts: Vec<[u64; 3]>,
}

impl Plan {
    /// The number of critical positions of all heights together.
    pub fn boards(&self) -> u64 {
        self.heights.clone().count() as u64 * self.boards
    }

    /// Runs the rules at all positions. `watch` is called with the number of positions so far. Setting `cancel` ends
    /// the run; what is done is returned, and the last height may have fewer positions. The result does not depend on
    /// the number of jobs.
    ///
    /// # Errors
    /// If a height cannot be played.
    pub fn run(&self, cancel: &AtomicBool, watch: &mut dyn FnMut(u64)) -> Result<Vec<Correct>, Error> {
        check_height(Series::POnes, *self.heights.end())?;
        let mut done = 0;
        let mut all = Vec::new();
        for height in self.heights.clone() {
            let game = BoardSplitting::new(height as u32, 2, PAPERS_P)?;
            let mut total = Correct { height, boards: 0, counts: vec![[0; 3]; height] };
            let batches = self.boards.div_ceil(BATCH) as usize;
            let work = |batch: usize| {
                let first = batch as u64 * BATCH;
                let numbers = first..self.boards.min(first + BATCH);
                Ok::<_, Infallible>(choices(&game, height, self.seed, numbers))
            };
            let Ok(()) = pool::run(self.jobs, 0..batches, cancel, work, &mut |event| {
                if let Event::Done(part) = event {
                    total.boards += part.boards;
                    for (count, more) in total.counts.iter_mut().flatten().zip(part.counts.iter().flatten()) {
                        *count += more;
                    }
                    watch(done + total.boards);
                }
                Ok(ControlFlow::Continue(()))
            });
            done += total.boards;
            if total.boards == 0 {
                break;
            }
            all.push(total);
        }
        Ok(all)
    }
}

/// The choices at the critical positions with these numbers.
fn choices(game: &BoardSplitting, height: usize, seed: u64, numbers: std::ops::Range<u64>) -> Correct {
    let shape = Shape::halves(height);
    let mut squares = vec![0.0; shape.width(0)];
    let (mut solved, mut statics) = (Layers::new(shape), Layers::new(shape));
    let mut players = Players::new(shape);
    let mut correct = Correct { height, boards: 0, counts: vec![[0; 3]; height] };
    for number in numbers {
        let mut rng = Rng::derive(seed, &[height as u64, number]);
        let [one, other] = loop {
            unpack(game.board(&mut rng).words(), &mut squares);
            solved.solve(shape, &squares);
            let below = &solved.0[height - 1];
            if below[0] != below[1] {
                break [below[0], below[1]];
            }
        };
        let right = usize::from(if player(height) == Player::Max { other > one } else { other < one });
        statics.evaluate(shape, &squares, &Measure::Ones);
        correct.boards += 1;
        for (place, decisions) in players.decide(&statics).into_iter().enumerate() {
            for (depth, counts) in (1..).zip(&mut correct.counts) {
                counts[place] += u64::from(decisions.side(depth, height, 0) == right);
            }
        }
    }
    correct
}
