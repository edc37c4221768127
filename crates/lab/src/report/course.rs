//! The score of a match over its games, with its 95 % band.

use super::experiments::Experiment;
use super::groups::Group;
use super::page::{Page, slug};
use super::read::Found;
use crate::matches::Tally;
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};

/// The most points kept per match.
const MOST: usize = 96;
/// The most matches drawn together: more would make a tall picture.
const PANELS: usize = 12;

/// The score after some of the pairs of a match. Whenever there are too many points, every other one is dropped.
#[derive(Debug)]
pub(super) struct Course {
    /// The number of pairs played, and the point.
    points: Vec<(u64, Point)>,
    /// Pairs from one point to the next.
    stride: u64,
}

impl Default for Course {
    fn default() -> Self {
        Course { points: Vec::new(), stride: 1 }
    }
}

impl Course {
    /// Records the score after another pair.
    pub(super) fn note(&mut self, tally: &Tally) {
        let pairs = tally.pairs().pairs();
        if !pairs.is_multiple_of(self.stride) {
            return;
        }
        self.points.extend(point(tally).map(|point| (pairs, point)));
        if self.points.len() > MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|(pairs, _)| pairs.is_multiple_of(stride));
        }
    }

    /// All points; the last one is the end of the match.
    pub(super) fn finish(mut self, tally: &Tally) -> Vec<Point> {
        let pairs = tally.pairs().pairs();
        if self.points.last().is_none_or(|&(last, _)| last < pairs) {
            self.points.extend(point(tally).map(|point| (pairs, point)));
        }
        self.points.into_iter().map(|(_, point)| point).collect()
    }
}

/// The current score; `None` before the second opening.
fn point(tally: &Tally) -> Option<Point> {
    let scores = tally.scores();
    Some(Point { x: scores.pairs().games() as f64, y: scores.score()?, error: scores.score_ci95()? })
}

/// Writes this part of an experiment's section.
pub(super) fn write(page: &mut Page, experiment: &Experiment) {
    if experiment.matches().all(|found| found.course.is_empty()) {
        return;
    }
    page.heading("Score over the games");
    page.paragraph(
        "The first player’s score after each number of games. A band that has left the dashed line has settled who is stronger, if \
         the number of games was fixed beforehand.",
    );
    for Group { title, setting, budget, matches, .. } in &experiment.groups {
        let matches: Vec<&Found> = matches.iter().filter(|found| !found.course.is_empty()).collect();
        for part in matches.chunks(PANELS) {
            let plot = Plot {
                title: format!("Score over the games, {title}"),
                x: Axis::new("games", Scale::Linear),
                y: Axis::share("score"),
                level: Some(0.5),
                interval: Interval::Band,
                panels: part.iter().map(|found| panel(found)).collect(),
            };
            page.figure(&slug(&format!("score {} {budget}", setting.game)), plot);
        }
    }
}

fn panel(found: &Found) -> Panel {
    let title = format!("{}\nagainst {}", found.summary.a, found.summary.b);
    let points = found.course.clone();
    Panel { title, curves: vec![Curve { name: String::new(), points }] }
}
