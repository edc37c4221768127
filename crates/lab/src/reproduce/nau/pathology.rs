//! Does more search choose better moves? Rivest's open problem 6: min/max approximation on pathological games.
//!
//! Nau (1982) found games in which minimax chooses worse the deeper it looks. Here the searches choose at positions in
//! which one move keeps a forced win and the other gives it away, and the share of right choices is set against what they
//! spent: positions evaluated. Full-width rules spend 2^d of them at depth d; best-first searches are stopped where they
//! have spent as many. All meet the same positions.

use super::contest::{Series, check_height};
use crate::error::Error;
use crate::plot::{Curve, Panel, Plot, Point};
use crate::pool::{self, Event};
use crate::reproduce::golden::Golden;
use crate::reproduce::{Comparison, Reproduction, key};
use serde_json::Map;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Rng, Spec};
use tiptree_games::registry;

/// Positions that a worker takes at once.
const BATCH: u64 = 8;

/// What a growing tree spends on its root.
const ROOT: u64 = 1;

/// The games with their evaluators.
const SETTINGS: [(&str, &str); 5] =
    [("pgame", "e1"), ("pgame", "e2"), ("ngame", "e1"), ("ggame", "e1"), ("ggame", "e3")];

/// What searches to a depth.
const DEPTHS: [&str; 3] = ["minimax", "product", "average"];

/// What grows a tree: min/max approximation with exact values and the paper's constant, with means of several powers, and
/// best-first minimax, which is the constant towards 0.
const GROWERS: [&str; 5] =
    ["mm(c=0.000001)", "mm", "mm(backup=mean,p=2)", "mm(backup=mean,p=10)", "mm(backup=mean,p=40)"];

/// The experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves left in the positions.
    pub height: usize,
    /// The critical positions of each game.
    pub boards: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// Workers side by side.
    pub jobs: usize,
}

/// The right choices of every search at every effort, in one game.
#[derive(Clone, Debug)]
struct Tally {
    boards: u64,
    /// By search, depths before growers, then by effort.
    right: Vec<Vec<u64>>,
}

impl Plan {
    /// The positions that will be looked at, of all games together.
    pub fn boards(&self) -> u64 {
        SETTINGS.len() as u64 * self.boards
    }

    /// The efforts: positions evaluated, 2 to the power of every depth short of the end of the game.
    fn efforts(&self) -> Vec<u64> {
        (1..self.height).map(|depth| 1 << depth).collect()
    }

    /// Lets every search choose at every position. `watch` is told the positions so far. Setting `cancel` ends it with the
    /// games that are complete. The result does not depend on the number of jobs.
    ///
    /// # Errors
    /// If the height is none that can be played.
    pub fn run(
        &self,
        cancel: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<(Reproduction, Plot), Error> {
        check_height(Series::POnes, self.height)?;
        let mut tallies = Vec::new();
        let mut done = 0;
        for (game, evaluator) in SETTINGS {
            let rules =
                registry::rules(&format!("{game}(height={})", self.height).parse()?, Some(evaluator))?;
            let mut total: Option<Tally> = None;
            let work = |batch: usize| {
                let first = batch as u64 * BATCH;
                self.choices(rules.as_ref(), first..self.boards.min(first + BATCH))
            };
            pool::run(self.jobs, 0..self.boards.div_ceil(BATCH) as usize, cancel, work, &mut |event| {
                if let Event::Done(tally) = event {
                    done += tally.boards;
                    watch(done);
                    match &mut total {
                        Some(total) => total.add(&tally),
                        None => total = Some(tally),
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
            match total {
                Some(tally) if tally.boards == self.boards => tallies.push((game, evaluator, tally)),
                _ => break,
            }
        }
        self.finish(&tallies)
    }

    /// The choices at the critical positions of these numbers.
    fn choices(&self, rules: &dyn Rules, numbers: Range<u64>) -> Result<Tally, Error> {
        let efforts = self.efforts();
        let searches = searches();
        let mut tally = Tally { boards: 0, right: vec![vec![0; efforts.len()]; searches.len()] };
        let mut solver = rules.engine(&"minimax".parse()?, 0)?;
        let mut depths = Vec::new();
        for name in DEPTHS {
            let to_depth = |depth: u32| -> Result<_, Error> {
                Ok(rules.engine(&format!("{name}(depth={depth})").parse()?, 0)?)
            };
            depths.push((1..self.height as u32).map(to_depth).collect::<Result<Vec<_>, _>>()?);
        }
        let mut growers = Vec::new();
        for name in GROWERS {
            let spec: Spec = name.parse()?;
            growers.push(rules.engine(&spec, 0)?);
        }
        for number in numbers {
            let mut rng = Rng::derive(self.seed, &[number]);
            let (position, right) = loop {
                let position = rules.deal(rng.next_u64()).text();
                if let Some(right) = keeper(solver.as_mut(), &position)? {
                    break (position, right);
                }
            };
            tally.boards += 1;
            let (by_depth, by_growth) = tally.right.split_at_mut(DEPTHS.len());
            for (engines, counts) in depths.iter_mut().zip(by_depth) {
                for (engine, count) in engines.iter_mut().zip(counts) {
                    engine.start(&position)?;
                    *count += u64::from(engine.run(&Budget::unlimited()).best.as_deref() == Some(&right));
                }
            }
            for (engine, counts) in growers.iter_mut().zip(by_growth) {
                engine.start(&position)?;
                let mut spent = 0;
                for (&effort, count) in efforts.iter().zip(counts) {
                    // The tree goes on growing where it stopped. That the root was evaluated too tells it nothing about
                    // its moves.
                    let report = engine.run(&Budget::evals(ROOT + effort - spent));
                    spent += report.counters.evals;
                    *count += u64::from(report.best.as_deref() == Some(&right));
                }
            }
        }
        Ok(tally)
    }

    fn finish(&self, tallies: &[(&str, &str, Tally)]) -> Result<(Reproduction, Plot), Error> {
        let golden =
            Golden::parse("nau-pathology", "citation = \"not published: Rivest 1987, open problem 6\"")?;
        let mut comparison = Comparison::new(golden);
        let mut panels = Vec::new();
        let mut notes = vec![format!(
            "{} positions a game, {} moves left, in which one move keeps a forced win and the other gives it away.",
            self.boards, self.height
        )];
        for (game, evaluator, tally) in tallies {
            let mut curves = Vec::new();
            for (name, right) in searches().into_iter().zip(&tally.right) {
                let points: Vec<Point> = self
                    .efforts()
                    .iter()
                    .zip(right)
                    .map(|(&effort, &right)| {
                        let share = right as f64 / tally.boards as f64;
                        let error = 1.96 * (share * (1.0 - share) / tally.boards as f64).sqrt();
                        Point { x: effort as f64, y: share, error }
                    })
                    .collect();
                for &Point { x: effort, y: share, error } in &points {
                    let key = || {
                        key([
                            ("game", (*game).into()),
                            ("eval", (*evaluator).into()),
                            ("search", name.into()),
                            ("evals", (effort as u64).into()),
                        ])
                    };
                    comparison.add(key(), "correct", share);
                    comparison.add(key(), "error", error);
                }
                notes.extend(fall(&points).map(|(from, to)| {
                    format!(
                        "{game}, {evaluator}, {name}: pathological, {:.3} right with {} evals and {:.3} with {}.",
                        from.y, from.x, to.y, to.x
                    )
                }));
                curves.push(Curve { name: name.into(), points });
            }
            panels.push(Panel { title: format!("{game}, {evaluator}"), curves });
        }
        let plot = Plot {
            title: format!("The right move where it matters, {} moves before the end", self.height),
            x: "positions evaluated".into(),
            y: "share of right choices".into(),
            panels,
        };
        let mut parameters = Map::new();
        parameters.insert("height".into(), self.height.into());
        parameters.insert("boards".into(), self.boards.into());
        parameters.insert("seed".into(), self.seed.into());
        let reproduction = Reproduction::new("nau", "pathology", parameters, &comparison, notes);
        Ok((reproduction, plot))
    }
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.boards += other.boards;
        for (right, more) in self.right.iter_mut().flatten().zip(other.right.iter().flatten()) {
            *right += more;
        }
    }
}

fn searches() -> Vec<&'static str> {
    DEPTHS.into_iter().chain(GROWERS).collect()
}

/// The one move that keeps a forced win; `None` where the moves are worth the same.
fn keeper(solver: &mut dyn Engine, position: &str) -> Result<Option<String>, Error> {
    solver.start(position)?;
    let report = solver.run(&Budget::unlimited());
    Ok(report.best.filter(|_| report.best_moves.len() == 1))
}

/// The greatest fall along a curve, if it is more than chance: three standard errors of the difference.
fn fall(points: &[Point]) -> Option<(Point, Point)> {
    let mut worst = None;
    let mut depth = 0.0;
    for (place, &from) in points.iter().enumerate() {
        for &to in &points[place + 1..] {
            let beyond = (from.y - to.y) - 3.0 / 1.96 * from.error.hypot(to.error);
            if beyond > 0.0 && from.y - to.y > depth {
                depth = from.y - to.y;
                worst = Some((from, to));
            }
        }
    }
    worst
}
