//! Does more search choose better moves? Rivest's open problem 6: min/max approximation on pathological games.
//!
//! Nau (1982) found games in which minimax chooses worse the deeper it searches. Here the searches choose at positions
//! where one move keeps a forced win and the other gives it away. The share of right choices is compared with the
//! number of positions evaluated. Full-width rules evaluate 2^d positions at depth d; best-first searches stop when
//! they have evaluated as many. All searches get the same positions.

use super::contest::{Series, check_height};
use crate::key;
use crate::study::{Study, Tally};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, Rng};
use tiptree_games::registry;
use tiptree_lab::Error;
use tiptree_lab::plot::{Panel, Point};
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::statistics::CONFIDENCE;

/// The evaluations that a best-first search spends on its root.
const ROOT: u64 = 1;

/// The games with their evaluators.
const SETTINGS: [(&str, &str); 5] =
    [("pgame", "e1"), ("pgame", "e2"), ("ngame", "e1"), ("ggame", "e1"), ("ggame", "e3")];

/// The searches to a fixed depth.
const DEPTHS: [&str; 3] = ["minimax", "product", "average"];

/// The best-first searches: best-first minimax, which is the limit of the constant towards 0; min/max approximation
/// with exact values and the paper's constant; and min/max approximation with means of several powers.
const GROWERS: [&str; 5] =
    ["mm(c=0.000001)", "mm", "mm(backup=mean,p=2)", "mm(backup=mean,p=10)", "mm(backup=mean,p=40)"];

/// The experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves left in the positions.
    pub height: usize,
    /// The number of critical positions of each game.
    pub boards: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// The number of parallel workers.
    pub jobs: usize,
}

impl Plan {
    /// The number of positions of all games together.
    pub fn boards(&self) -> u64 {
        self.study().positions()
    }

    /// The depths below the height of the game, and at least depth 1.
    fn depths(&self) -> Range<u32> {
        1..self.height.max(2) as u32
    }

    fn study(&self) -> Study {
        Study {
            paper: "nau",
            table: "pathology",
            column: "correct",
            settings: &SETTINGS,
            searches: DEPTHS.into_iter().chain(GROWERS).collect(),
            efforts: self.depths().map(|depth| 1 << depth).collect(),
            positions: self.boards,
            jobs: self.jobs,
        }
    }

    /// Runs every search at every position. `watch` is called with the number of positions so far. Setting `cancel`
    /// ends the run; the complete games are kept. The result does not depend on the number of jobs.
    ///
    /// # Errors
    /// If the height cannot be played.
    pub fn run(&self, cancel: &AtomicBool, watch: &mut dyn FnMut(u64)) -> Result<Reproduction, Error> {
        check_height(Series::POnes, self.height)?;
        let study = self.study();
        let mut games = Vec::new();
        for (game, evaluator) in SETTINGS {
            let spec = format!("{game}(height={})", self.height).parse()?;
            games.push(registry().rules(&spec, Some(evaluator))?);
        }
        let panels = study
            .run(cancel, watch, &|place, numbers| self.choices(&study, games[place].as_ref(), numbers))?;
        let mut notes = vec![format!(
            "{} positions a game, {} moves left, in which one move keeps a forced win and the other gives it away.",
            self.boards, self.height
        )];
        notes.extend(panels.iter().flat_map(falls));
        let parameters =
            key([("height", self.height.into()), ("boards", self.boards.into()), ("seed", self.seed.into())]);
        Ok(study.finish(&panels, parameters, notes))
    }

    /// The choices at the critical positions with these numbers.
    fn choices(&self, study: &Study, rules: &dyn Rules, numbers: Range<u64>) -> Result<Tally, Error> {
        let mut tally = study.tally();
        let mut solver = rules.engine(&"minimax".parse()?, 0)?;
        let mut depths = Vec::new();
        for name in DEPTHS {
            let to_depth = |depth: u32| -> Result<_, Error> {
                Ok(rules.engine(&format!("{name}(depth={depth})").parse()?, 0)?)
            };
            depths.push(self.depths().map(to_depth).collect::<Result<Vec<_>, _>>()?);
        }
        let mut growers = Vec::new();
        for name in GROWERS {
            growers.push(rules.engine(&name.parse()?, 0)?);
        }
        for number in numbers {
            let mut rng = Rng::derive(self.seed, &[number]);
            let (position, right) = loop {
                let position = rules.deal(rng.next_u64()).text();
                if let Some(right) = keeper(solver.as_mut(), &position)? {
                    break (position, right);
                }
            };
            let score = |best: Option<String>| if best.as_ref() == Some(&right) { 1.0 } else { 0.0 };
            for (search, engines) in depths.iter_mut().enumerate() {
                for (effort, engine) in engines.iter_mut().enumerate() {
                    engine.start(&position)?;
                    tally.note(search, effort, score(engine.run(&Budget::unlimited()).best));
                }
            }
            for (search, engine) in (DEPTHS.len()..).zip(&mut growers) {
                engine.start(&position)?;
                let mut spent = 0;
                for (effort, evals) in study.efforts.iter().enumerate() {
                    // The tree continues to grow from where it stopped. The evaluation of the root does not count,
                    // because it says nothing about the root's moves.
                    let report = engine.run(&Budget::evals(ROOT + evals - spent));
                    spent += report.counters.evals;
                    tally.note(search, effort, score(report.best));
                }
            }
        }
        Ok(tally)
    }
}

/// The only move that keeps a forced win; `None` if both moves have the same value.
fn keeper(solver: &mut dyn Engine, position: &str) -> Result<Option<String>, Error> {
    solver.start(position)?;
    let report = solver.run(&Budget::unlimited());
    Ok(report.best.filter(|_| report.best_moves.len() == 1))
}

/// A sentence for every search that chooses worse with more evaluations.
fn falls(panel: &Panel) -> Vec<String> {
    let sentence = |name: &str, from: Point, to: Point| {
        let game = &panel.title;
        format!(
            "{game}, {name}: pathological, {:.3} right with {} evals and {:.3} with {}.",
            from.y, from.x, to.y, to.x
        )
    };
    let curves = panel.curves.iter();
    curves.filter_map(|curve| fall(&curve.points).map(|(from, to)| sentence(&curve.name, from, to))).collect()
}

/// The greatest fall along a curve, if it is more than chance: more than three standard errors of the difference.
fn fall(points: &[Point]) -> Option<(Point, Point)> {
    let mut worst = None;
    let mut depth = 0.0;
    for (place, &from) in points.iter().enumerate() {
        for &to in &points[place + 1..] {
            let beyond = (from.y - to.y) - 3.0 / CONFIDENCE * from.error.hypot(to.error);
            if beyond > 0.0 && from.y - to.y > depth {
                depth = from.y - to.y;
                worst = Some((from, to));
            }
        }
    }
    worst
}
