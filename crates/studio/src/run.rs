//! The search that a worker holds.

use crate::request::{DetailName, Moment};
use tiptree::erased::{Engine, Slices};
use tiptree::{Budget, Error, ParseError, Unsupported};
use tiptree_lab::json::{Best, Tree};
use tiptree_lab::play::USUAL_BUDGET;
use tiptree_lab::query::{self, Asked};

/// The most bytes of a tree: a page has 4 GB at most, and the tree may be copied when it grows.
const MOST_MEMORY: u64 = 512 << 20;

/// A search under way.
pub(crate) struct Run {
    asked: Asked,
    engine: Box<dyn Engine>,
    budget: Budget,
    /// Whether moves were played since the search was made.
    has_played: bool,
    /// The evaluations and expansions at every pause, so that a moment is found again quickly.
    pauses: Vec<(u64, u64)>,
}

impl Run {
    /// Makes the search and begins it.
    pub(crate) fn start(asked: Asked) -> Result<Run, Error> {
        let asked = asked.not_over()?;
        if let Some(threads) = asked.search.get("threads").filter(|&threads| threads != "1") {
            let what = format!("threads of {}", asked.search.name);
            return Err(ParseError::new(what, threads, "1: a page searches with one thread").into());
        }
        let engine = asked.engine()?;
        let budget = engine.budget(&asked.budget);
        let mut run = Run { asked, engine, budget, has_played: false, pauses: Vec::new() };
        run.begin()?;
        Ok(run)
    }

    fn slices(&mut self) -> Result<&mut dyn Slices, Error> {
        let what = format!("a search in slices by {}", self.asked.search.name);
        self.engine.slices().ok_or_else(|| Unsupported::new(what, "a search that can pause").into())
    }

    fn begin(&mut self) -> Result<(), Error> {
        let memory = Some(self.budget.memory.unwrap_or(MOST_MEMORY).min(MOST_MEMORY));
        let budget = Budget { memory, ..self.budget.clone() };
        self.slices()?.begin(&budget);
        self.pauses = vec![(0, 0)];
        Ok(())
    }

    /// What has been found so far.
    pub(crate) fn report(&mut self) -> Result<Best, Error> {
        let report = self.slices()?.report();
        Ok(self.asked.best(&self.budget, report))
    }

    /// Works for so many evaluations.
    pub(crate) fn work(&mut self, evals: u64) -> Result<Best, Error> {
        let stop = self.slices()?.work(evals);
        let found = self.report()?;
        if stop.is_none() {
            self.pauses.push((found.counters.evals, found.counters.expansions));
        }
        Ok(Best { stop, ..found })
    }

    /// Ends the search early.
    pub(crate) fn cancel(&mut self) -> Result<Best, Error> {
        self.slices()?.cancel();
        self.report()
    }

    /// Searches again, up to a moment.
    pub(crate) fn rewind(&mut self, moment: Moment) -> Result<Best, Error> {
        if self.has_played || !self.budget.is_counted() {
            let what = format!("to rewind {}", self.asked.search);
            return Err(Unsupported::new(what, "a counted budget, and no move played since").into());
        }
        let pauses = std::mem::take(&mut self.pauses);
        self.engine = self.asked.engine()?;
        self.begin()?;
        let evals = match moment {
            Moment::Evals(evals) => evals,
            Moment::Expansions(count) => {
                let is_before = |&&(_, expansions): &&(u64, u64)| expansions <= count;
                pauses.iter().rev().find(is_before).map_or(0, |&(evals, _)| evals)
            }
        };
        let mut found = self.report()?;
        while found.stop.is_none() && found.counters.evals < evals {
            found = self.work(evals - found.counters.evals)?;
        }
        if let Moment::Expansions(count) = moment {
            while found.stop.is_none() && found.counters.expansions < count {
                found = self.work(1)?;
            }
        }
        Ok(found)
    }

    /// Follows a move that was played.
    pub(crate) fn play(&mut self, mv: &str) -> Result<&Asked, Error> {
        self.engine.play(mv)?;
        self.asked.position.play(mv)?;
        self.asked.text = self.asked.position.text();
        self.has_played = true;
        Ok(&self.asked)
    }

    /// Begins to search again, at the position after the moves played.
    pub(crate) fn go(&mut self, budget: Option<&str>) -> Result<Best, Error> {
        if self.asked.position.turn().is_over() {
            let text = self.asked.text.clone();
            return Err(ParseError::new("position", text, "one in which the game is not over").into());
        }
        if budget.is_some() {
            self.asked.budget = query::budget(budget, USUAL_BUDGET)?;
            self.budget = self.engine.budget(&self.asked.budget);
        }
        self.begin()?;
        self.report()
    }

    /// The part of the tree that matters most.
    pub(crate) fn tree(&mut self, path: Vec<String>, most: usize, detail: DetailName) -> Result<Tree, Error> {
        let best = self.report()?;
        let tree = self.asked.tree(self.engine.as_ref(), &best, &path, (most, detail.into()))?;
        Ok(Tree::new(best, path, tree, self.engine.next_tip()))
    }
}
