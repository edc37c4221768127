//! Means over many trees, searched in parallel.

use super::Plan;
use crate::moments::Moments;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use tiptree::{Game, Rng};
use tiptree_games::startree::{Place, StarTree};
use tiptree_lab::pool::{self, Event};
use tiptree_lab::reproduce::Key;

/// Leaves per batch of a worker: enough that handing out batches costs nothing, few enough that all workers end
/// together.
const BATCH_LEAVES: u64 = 100_000;

/// Trees of one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Series {
    pub(super) tree: StarTree,
    /// The number of trees.
    pub(super) trees: u32,
}

impl Series {
    /// Whether the order of the arcs is random.
    pub(super) fn is_random(&self) -> bool {
        self.tree.is_dealt()
    }

    fn label(&self) -> String {
        format!("n={} depth={}", self.tree.branching(), self.tree.depth())
    }

    /// The trees in batches.
    fn batches(&self) -> impl Iterator<Item = Range<u32>> {
        let size = (BATCH_LEAVES / self.tree.leaves()).clamp(1, u64::from(u32::MAX)) as u32;
        let trees = self.trees;
        (0..trees.div_ceil(size))
            .map(move |batch| batch * size..(batch * size).saturating_add(size).min(trees))
    }

    /// The start of a tree. It depends only on the shape, the seed and the number, so that all tables draw the same
    /// trees.
    fn start(&self, seed: u64, number: u32) -> Place {
        let path = [self.tree.branching().into(), self.tree.depth().into(), number.into()];
        self.tree.deal(Rng::derive(seed, &path).next_u64())
    }
}

/// The result of a cell of a table.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) row: Key,
    pub(super) column: &'static str,
    pub(super) moments: Moments,
}

/// A run: its watcher, and the flag that cancels it.
pub(super) struct Run<'a> {
    cancel: &'a AtomicBool,
    watch: &'a mut dyn FnMut(&str, u64),
    done: u64,
    work: u64,
}

impl<'a> Run<'a> {
    pub(super) fn new(cancel: &'a AtomicBool, watch: &'a mut dyn FnMut(&str, u64), work: u64) -> Self {
        Run { cancel, watch, done: 0, work }
    }

    /// A sentence if not everything was done.
    pub(super) fn interrupted(&self) -> Option<String> {
        (self.done < self.work).then(|| format!("Interrupted after {} of {} trees.", self.done, self.work))
    }

    /// Counts `K` numbers on every tree of every series. `count` gets the index of the series.
    pub(super) fn sample<const K: usize>(
        &mut self,
        plan: &Plan,
        series: &[Series],
        count: impl Fn(usize, StarTree, Place) -> [u64; K] + Sync,
    ) -> Vec<[Moments; K]> {
        let batches: Vec<(usize, Range<u32>)> = series
            .iter()
            .enumerate()
            .flat_map(|(index, series)| series.batches().map(move |batch| (index, batch)))
            .collect();
        let work = |number: usize| {
            let (index, numbers) = &batches[number];
            let mut moments = [Moments::default(); K];
            for number in numbers.clone() {
                let series = &series[*index];
                let counts = count(*index, series.tree, series.start(plan.seed, number));
                moments.iter_mut().zip(counts).for_each(|(moments, count)| moments.add(count as f64));
            }
            Ok::<_, Infallible>((*index, moments))
        };
        let mut all = vec![[Moments::default(); K]; series.len()];
        let Ok(()) = pool::run(plan.jobs, 0..batches.len(), self.cancel, work, &mut |event| {
            if let Event::Done((index, moments)) = event {
                let counted: &mut [Moments; K] = &mut all[index];
                counted.iter_mut().zip(&moments).for_each(|(sum, part)| sum.join(part));
                self.done += moments.first().map_or(0, |part| part.size() as u64);
                (self.watch)(&series[index].label(), self.done);
            }
            Ok(ControlFlow::Continue(()))
        });
        all
    }
}
