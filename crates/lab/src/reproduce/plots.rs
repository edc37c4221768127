//! The plots of the papers' tables.

use super::{Reproduction, Row, study};
use crate::plot::{Axis, Curve, Interval, Panel, Plot, Point, Scale};

impl Reproduction {
    /// The plot of the table, if it has one. It is made from the rows alone, so a table read from a file can be drawn
    /// too.
    pub fn plot(&self) -> Option<Plot> {
        match (self.paper.as_str(), self.table.as_str()) {
            ("nau", "pathology") => Some(pathology(self)),
            ("ballard", "regret") => {
                let y = Axis::new("mean regret", Scale::Decimal);
                Some(study::plot(self, "What the chosen move gives away", y))
            }
            ("ballard", "fig9") => Some(figure_9(self)),
            _ => {
                let studied = self.rows.iter().find(|row| study::is_studied(row))?;
                let title = format!("{} {}", self.paper, self.table);
                Some(study::plot(self, title, Axis::new(&studied.column, Scale::Linear)))
            }
        }
    }
}

/// Nau's pathology: the share of right choices.
fn pathology(study: &Reproduction) -> Plot {
    let height = study.parameters.get("height").map_or_else(|| "some".into(), ToString::to_string);
    let title = format!("The right move where it matters, {height} moves before the end");
    study::plot(study, title, Axis::share("share of right choices"))
}

/// The curves of Ballard's Figure 9: names of columns and names in the legend.
const CURVES: [(&str, &str); 4] = [
    ("star1_average_percent", "Star1, average"),
    ("star1_best_percent", "Star1, at best"),
    ("star2_average_percent", "Star2, average"),
    ("star2_best_percent", "Star2, at best"),
];

/// Ballard's Figure 9: percentages against the branching factor.
fn figure_9(figure: &Reproduction) -> Plot {
    let curve = |(column, name): (&str, &str)| {
        let point =
            |row: &Row| Some(Point { x: row.key.get("n")?.as_f64()?, y: row.ours.as_f64()?, error: 0.0 });
        let mut points: Vec<Point> =
            figure.rows.iter().filter(|row| row.column == column).filter_map(point).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Curve { name: name.into(), points }
    };
    Plot {
        title: "Leaves visited in *-complete trees of depth 3".into(),
        x: Axis::new("branching factor", Scale::Binary),
        y: Axis::new("percent of all leaves", Scale::Linear),
        level: None,
        interval: Interval::Bars,
        panels: vec![Panel { title: "Ballard 1983, Figure 9".into(), curves: CURVES.map(curve).to_vec() }],
    }
}
