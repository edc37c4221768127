//! Plots as SVG: panels side by side, each with curves and their intervals, and one legend below.
//!
//! The SVG is written by hand rather than by a library, so that one file is readable on paper, on a light page and on a
//! dark one: text and axes take the colour of the reader's scheme, and curves differ in colour, dash and marker. A text
//! alternative says in words what a plot shows.

mod marks;
mod scale;

pub use scale::Scale;

use crate::text::escape;
use marks::{colour, legend, look, marker};
use scale::{Tick, span};
use std::fmt::Write;

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// What was varied.
    pub x: f64,
    /// What was measured.
    pub y: f64,
    /// The half width of its interval.
    pub error: f64,
}

/// Measurements that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend; curves of one name look the same in every panel.
    pub name: String,
    /// In the order of x.
    pub points: Vec<Point>,
}

/// Axes with curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it shows, on one line or two.
    pub title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// An axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// How numbers lie along it.
    pub scale: Scale,
    /// The least and the greatest possible number: intervals are cut off there.
    pub range: (f64, f64),
}

impl Axis {
    /// An axis of this name.
    pub fn new(name: impl Into<String>, scale: Scale) -> Self {
        Axis { name: name.into(), scale, range: (f64::NEG_INFINITY, f64::INFINITY) }
    }

    /// An axis of numbers from 0 to 1.
    pub fn share(name: impl Into<String>) -> Self {
        Axis { range: (0.0, 1.0), ..Axis::new(name, Scale::Linear) }
    }
}

/// How the intervals of measurements are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// A bar and a marker for every measurement.
    Bars,
    /// A band along the curve, for many measurements.
    Band,
}

/// A plot of several panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The horizontal axis, which is the same in all panels.
    pub x: Axis,
    /// The vertical axis, which every panel fits to its own curves.
    pub y: Axis,
    /// The value of no difference, drawn as a line across every panel.
    pub level: Option<f64>,
    /// How intervals are drawn.
    pub interval: Interval,
    /// The panels.
    pub panels: Vec<Panel>,
}

const COLUMNS: usize = 3;
/// Room at the left, right and bottom of a panel for its labels.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 46.0;
/// Room for a line of a panel's title.
const TITLE_LINE: f64 = 15.0;
const HEAD: f64 = 34.0;
const LEGEND_LINE: f64 = 20.0;
/// The length of a curve's sample in the legend.
const SAMPLE: f64 = 26.0;

/// The style of plots. A file contains it; a page with several plots includes it once.
pub const STYLE: &str = "svg.plot{font:12px system-ui,sans-serif;color:#222;background:#fff}\
    .plot text{fill:currentColor}.plot .title{font-weight:600}.plot .axis{stroke:currentColor;fill:none}\
    .plot .grid{stroke:currentColor;opacity:.13}.plot .level{stroke:currentColor;opacity:.5;stroke-dasharray:4 3}\
    .plot .curve{fill:none;stroke-width:1.8}.plot .bar{stroke-width:1}.plot .band{opacity:.2}\
    @media screen and (prefers-color-scheme:dark){svg.plot{color:#ddd;background:#16181c}.plot .data{filter:brightness(1.4)}}";

/// Maps a number, on its scale, to a coordinate.
#[derive(Clone, Copy, Debug)]
struct Ruler {
    from: f64,
    to: f64,
    start: f64,
    length: f64,
}

impl Ruler {
    /// A ruler from the first tick to the last.
    fn new(ticks: &[Tick], start: f64, length: f64) -> Ruler {
        let (from, to) =
            (ticks.first().map_or(0.0, |tick| tick.at), ticks.last().map_or(1.0, |tick| tick.at));
        Ruler { from, to, start, length }
    }

    fn place(self, number: f64) -> f64 {
        self.start + (number - self.from) / (self.to - self.from) * self.length
    }
}

/// The rectangle of a panel.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Plot {
    /// The SVG file.
    pub fn svg(&self) -> String {
        self.draw(" xmlns=\"http://www.w3.org/2000/svg\"", &format!("<style>{STYLE}</style>\n"))
    }

    /// The plot as an element of a page, which includes [`STYLE`] once for all plots.
    pub fn element(&self) -> String {
        self.draw("", "")
    }

    /// An element of a page that shows the plot from the file at this address.
    pub fn image(&self, address: &str) -> String {
        format!("<img class=\"plot\" src=\"{}\" alt=\"{}\"/>", escape(address), escape(&self.words()))
    }

    fn draw(&self, namespace: &str, style: &str) -> String {
        let columns = self.panels.len().clamp(1, COLUMNS);
        let rows = self.panels.len().div_ceil(columns);
        let (panel_width, panel_height) = match columns {
            1 => (640.0, 360.0),
            2 => (480.0, 330.0),
            _ => (350.0, 300.0),
        };
        let width = panel_width * columns as f64;
        let names = self.names();
        // If no curve has a name, each panel has one curve and its title names it.
        let legend = if names == [""] { Vec::new() } else { legend(&names, LEFT, width - RIGHT) };
        let panels_end = HEAD + panel_height * rows as f64;
        let height = panels_end + LEGEND_LINE * legend.len() as f64 + 10.0;
        let mut svg = format!(
            "<svg class=\"plot\"{namespace} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{style}",
            escape(&self.title),
            escape(&self.words())
        );
        text(&mut svg, (width / 2.0, 20.0), "middle", "title", &self.title);
        let x_ticks = self.x_ticks();
        let title_lines = self.panels.iter().map(|panel| panel.title.lines().count()).max().unwrap_or(0);
        let top = 10.0 + TITLE_LINE * title_lines as f64;
        for (number, panel) in self.panels.iter().enumerate() {
            let frame = Frame {
                left: (number % columns) as f64 * panel_width + LEFT,
                top: HEAD + (number / columns) as f64 * panel_height + top,
                width: panel_width - LEFT - RIGHT,
                height: panel_height - top - BOTTOM,
            };
            self.draw_panel(&mut svg, panel, frame, &x_ticks, &names);
        }
        for (line, entries) in legend.iter().enumerate() {
            let y = panels_end + LEGEND_LINE * (line as f64 + 0.5);
            for &(x, name) in entries {
                let _ = writeln!(
                    svg,
                    "<g class=\"data\"><path class=\"curve\" {} d=\"M{x:.1} {y:.1}h{SAMPLE}\"/>{}</g>",
                    look(name),
                    marker(name, x + SAMPLE / 2.0, y)
                );
                text(&mut svg, (x + SAMPLE + 6.0, y + 4.0), "start", "", names[name]);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The names of all curves, each once.
    fn names(&self) -> Vec<&str> {
        crate::text::distinct(
            self.panels.iter().flat_map(|panel| &panel.curves).map(|curve| curve.name.as_str()),
        )
    }

    /// The text alternative: where every curve begins and ends.
    fn words(&self) -> String {
        let mut words = format!("{} over {}.", self.y.name, self.x.name);
        for panel in &self.panels {
            let _ = write!(words, " {}:", panel.title.replace('\n', " "));
            for Curve { name, points } in &panel.curves {
                let (Some(first), Some(last)) = (points.first(), points.last()) else { continue };
                let name = if name.is_empty() { "it" } else { name };
                let _ = write!(
                    words,
                    " {name} goes from {} at {} to {} at {};",
                    digits(first.y),
                    digits(first.x),
                    digits(last.y),
                    digits(last.x)
                );
            }
        }
        words
    }

    /// The ticks of the common horizontal axis.
    fn x_ticks(&self) -> Vec<Tick> {
        let points = self.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
        let (left, right) = span(points.map(|point| self.x.scale.of(point.x)));
        self.x.scale.ticks(left, right)
    }

    fn draw_panel(&self, svg: &mut String, panel: &Panel, frame: Frame, x_ticks: &[Tick], names: &[&str]) {
        let Frame { left, top, width, height } = frame;
        let (right, bottom) = (left + width, top + height);
        let points = panel.curves.iter().flat_map(|curve| &curve.points);
        let level = self.level.map(|level| self.y.scale.of(level));
        let (low, high) = span(points.flat_map(|point| self.ends(point)).chain(level));
        let y_ticks = self.y.scale.ticks(low, high);
        let (x, y) = (Ruler::new(x_ticks, left, width), Ruler::new(&y_ticks, bottom, -height));
        for (line, part) in panel.title.lines().rev().enumerate() {
            text(svg, (left + width / 2.0, top - 9.0 - TITLE_LINE * line as f64), "middle", "title", part);
        }
        for tick in x_ticks {
            let place = x.place(tick.at);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{place:.1} {bottom:.1}V{top:.1}\"/>");
            text(svg, (place, bottom + 15.0), "middle", "", &tick.label);
        }
        for tick in &y_ticks {
            let place = y.place(tick.at);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left:.1} {place:.1}H{right:.1}\"/>");
            text(svg, (left - 6.0, place + 4.0), "end", "", &tick.label);
        }
        if let Some(level) = level {
            let place = y.place(level);
            let _ = writeln!(svg, "<path class=\"level\" d=\"M{left:.1} {place:.1}H{right:.1}\"/>");
        }
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{left:.1} {top:.1}V{bottom:.1}H{right:.1}\"/>");
        text(svg, (left + width / 2.0, bottom + 33.0), "middle", "", &self.x.name);
        let _ = writeln!(
            svg,
            "<text transform=\"translate({:.1} {:.1})rotate(-90)\" text-anchor=\"middle\">{}</text>",
            left - LEFT + 13.0,
            top + height / 2.0,
            escape(&self.y.name)
        );
        svg.push_str("<g class=\"data\">\n");
        for curve in &panel.curves {
            let name = names.iter().position(|&known| known == curve.name).unwrap_or(0);
            self.draw_curve(svg, curve, name, x, y);
        }
        svg.push_str("</g>\n");
    }

    /// The ends of a measurement's interval on the vertical scale; on a logarithmic scale it is cut off at a tenth of
    /// the measurement.
    fn ends(&self, point: &Point) -> [f64; 2] {
        let (least, greatest) = self.y.range;
        let least = if self.y.scale.is_logarithmic() { least.max(point.y / 10.0) } else { least };
        let ends = [(point.y - point.error).max(least), (point.y + point.error).min(greatest)];
        ends.map(|end| self.y.scale.of(end))
    }

    fn draw_curve(&self, svg: &mut String, curve: &Curve, name: usize, x: Ruler, y: Ruler) {
        let is_drawn =
            |point: &&Point| self.x.scale.of(point.x).is_finite() && self.y.scale.of(point.y).is_finite();
        let places: Vec<(f64, f64, f64, f64)> = curve
            .points
            .iter()
            .filter(is_drawn)
            .map(|point| {
                let [low, high] = self.ends(point).map(|end| y.place(end));
                (x.place(self.x.scale.of(point.x)), y.place(self.y.scale.of(point.y)), low, high)
            })
            .collect();
        if places.is_empty() {
            return;
        }
        let path = |places: &mut dyn Iterator<Item = (f64, f64)>| {
            places.map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<String>>().join("L")
        };
        if self.interval == Interval::Band {
            let there = places.iter().map(|&(x, _, low, _)| (x, low));
            let back = places.iter().rev().map(|&(x, _, _, high)| (x, high));
            let _ = writeln!(
                svg,
                "<path class=\"band\" fill=\"{}\" d=\"M{}z\"/>",
                colour(name),
                path(&mut there.chain(back))
            );
        }
        let line = path(&mut places.iter().map(|&(x, y, _, _)| (x, y)));
        let _ = writeln!(svg, "<path class=\"curve\" {} d=\"M{line}\"/>", look(name));
        if self.interval == Interval::Bars {
            for (x, y, low, high) in places {
                let _ = writeln!(
                    svg,
                    "<path class=\"bar\" stroke=\"{}\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>{}",
                    colour(name),
                    marker(name, x, y)
                );
            }
        }
    }
}

/// A number with the digits that matter in a text alternative.
fn digits(number: f64) -> String {
    crate::text::number(number, if number.abs() < 10.0 { 4 } else { 1 })
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{class}>{}</text>",
        escape(text)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[(f64, f64, f64)]) -> Plot {
        let points = points.iter().map(|&(x, y, error)| Point { x, y, error }).collect();
        let curve = Curve { name: "a < b".into(), points };
        let panel = Panel { title: "one & only".into(), curves: vec![curve] };
        Plot {
            title: "title".into(),
            x: Axis::new("evals", Scale::Binary),
            y: Axis::new("share", Scale::Linear),
            level: None,
            interval: Interval::Bars,
            panels: vec![panel],
        }
    }

    /// Checks what holds for every plot.
    fn check(svg: &str) {
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn texts_are_escaped_and_every_point_has_its_bar() {
        let svg = plot(&[(2.0, 0.5, 0.1), (4.0, 0.7, 0.1), (8.0, 0.6, 0.1)]).svg();
        check(&svg);
        assert!(svg.contains("a &lt; b") && svg.contains("one &amp; only"));
        assert_eq!(svg.matches("class=\"bar\"").count(), 3);
    }

    #[test]
    fn nothing_and_a_single_point_can_be_drawn() {
        check(&plot(&[]).svg());
        check(&plot(&[(1.0, 0.5, 0.0)]).svg());
        check(&Plot { panels: Vec::new(), ..plot(&[]) }.svg());
    }

    #[test]
    fn a_logarithmic_axis_leaves_out_what_it_cannot_show() {
        let points = [(1.0, 0.1, 0.01), (2.0, 0.001, 0.01), (4.0, 0.0, 0.0)];
        let svg = Plot { y: Axis::new("regret", Scale::Decimal), ..plot(&points) }.svg();
        check(&svg);
        assert_eq!(svg.matches("class=\"bar\"").count(), 2);
        assert!(svg.contains(">1e-1<") && svg.contains(">1e-3<"), "{svg}");
        let none = [(0.0, 0.5, 0.0), (1.0, 0.5, 0.0)];
        assert_eq!(plot(&none).svg().matches("class=\"bar\"").count(), 1);
    }

    #[test]
    fn a_band_takes_the_place_of_bars_and_a_level_crosses_the_panel() {
        let points: Vec<_> = (1..50).map(|x| (f64::from(x), 0.6, 0.3 / f64::from(x))).collect();
        let plot = Plot {
            x: Axis::new("games", Scale::Linear),
            level: Some(0.5),
            interval: Interval::Band,
            ..plot(&points)
        };
        let svg = plot.svg();
        check(&svg);
        let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
        assert_eq!((count("band"), count("bar"), count("level")), (1, 0, 1));
    }

    #[test]
    fn a_plot_is_said_in_words_and_brings_its_style_only_to_a_file() {
        let plot = plot(&[(2.0, 0.5, 0.1), (8.0, 0.75, 0.1)]);
        let words = "share over evals. one &amp; only: a &lt; b goes from 0.5 at 2 to 0.75 at 8;";
        assert!(plot.element().contains(&format!("<desc>{words}</desc>")), "{}", plot.element());
        assert!(!plot.element().contains("<style") && !plot.element().contains("http"));
        assert!(plot.svg().contains(STYLE));
    }
}
