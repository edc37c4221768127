//! Plots as SVG: panels side by side, each with curves and error bars, and one legend below.
//!
//! Written by hand rather than by a library, so that one file is readable on paper, on a light page and on a dark one:
//! text and axes take the colour of the reader's scheme, and the curves are told apart by colour, dash and marker.

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
    /// What it shows.
    pub title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A plot of several panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What lies on the horizontal axis, which is logarithmic to the base 2 and the same in all panels.
    pub x: String,
    /// What lies on the vertical axis.
    pub y: String,
    /// Whether the vertical axis is logarithmic, to the base 10; what is not above 0 is then not drawn.
    pub logarithmic: bool,
    /// The panels.
    pub panels: Vec<Panel>,
}

const PANEL: (f64, f64) = (350.0, 300.0);
const COLUMNS: usize = 3;
/// Room at the left, top, right and bottom of a panel for its labels.
const MARGIN: (f64, f64, f64, f64) = (52.0, 34.0, 14.0, 44.0);
const HEAD: f64 = 34.0;
const LEGEND_LINE: f64 = 20.0;
const LETTER: f64 = 7.3;

/// Colours that people with any colour vision tell apart, on white and on black (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];
const DASHES: [&str; 3] = ["none", "6 3", "2 2"];

const STYLE: &str = "svg{font:12px system-ui,sans-serif;color:#222;background:#fff}\
    text{fill:currentColor}.title{font-weight:600}.axis{stroke:currentColor;fill:none}\
    .grid{stroke:currentColor;opacity:.13}.curve{fill:none;stroke-width:1.8}.bar{stroke-width:1}\
    @media(prefers-color-scheme:dark){svg{color:#ddd;background:#16181c}}";

/// From a number to a place on the paper.
#[derive(Clone, Copy, Debug)]
struct Axis {
    from: f64,
    to: f64,
    start: f64,
    length: f64,
}

impl Axis {
    fn place(self, number: f64) -> f64 {
        self.start + (number - self.from) / (self.to - self.from) * self.length
    }
}

impl Plot {
    /// The SVG file.
    pub fn svg(&self) -> String {
        let columns = self.panels.len().clamp(1, COLUMNS);
        let rows = self.panels.len().div_ceil(columns);
        let width = PANEL.0 * columns as f64;
        let names = self.names();
        let legend = legend_lines(&names, width);
        let panels_end = HEAD + PANEL.1 * rows as f64;
        let height = panels_end + LEGEND_LINE * legend.len() as f64 + 10.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n",
            title = escape(&self.title)
        );
        text(&mut svg, (width / 2.0, 20.0), "middle", "title", &self.title);
        let powers = self.powers();
        for (number, panel) in self.panels.iter().enumerate() {
            let corner = ((number % columns) as f64 * PANEL.0, HEAD + (number / columns) as f64 * PANEL.1);
            self.draw(&mut svg, panel, corner, powers, &names);
        }
        for (line, entries) in legend.iter().enumerate() {
            let y = panels_end + LEGEND_LINE * (line as f64 + 0.5);
            for &(x, name) in entries {
                let look = look(name);
                let _ = writeln!(
                    svg,
                    "<path class=\"curve\" {look} d=\"M{x:.1} {y:.1}h26\"/>{}",
                    marker(name, x + 13.0, y)
                );
                text(&mut svg, (x + 32.0, y + 4.0), "start", "", names[name]);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The names of all curves, each once.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for curve in self.panels.iter().flat_map(|panel| &panel.curves) {
            if !names.contains(&curve.name.as_str()) {
                names.push(&curve.name);
            }
        }
        names
    }

    /// The least and the greatest x, as whole powers of 2.
    fn powers(&self) -> (f64, f64) {
        let points = self.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
        let (left, right) = span(points.map(|point| point.x.log2()));
        (left.floor(), right.ceil().max(left.floor() + 1.0))
    }

    fn draw(
        &self,
        svg: &mut String,
        panel: &Panel,
        (left, top): (f64, f64),
        (x_from, x_to): (f64, f64),
        names: &[&str],
    ) {
        let (width, height) = (PANEL.0 - MARGIN.0 - MARGIN.2, PANEL.1 - MARGIN.1 - MARGIN.3);
        let x = Axis { from: x_from, to: x_to, start: left + MARGIN.0, length: width };
        let points = panel.curves.iter().flat_map(|curve| &curve.points);
        let (low, high) = span(points.flat_map(|point| self.bar(point)));
        let step = if self.logarithmic { 1.0 } else { step(low, high) };
        let (y_from, y_to) = ((low / step).floor() * step, (high / step).ceil() * step);
        let y = Axis { from: y_from, to: y_to, start: top + MARGIN.1 + height, length: -height };
        let (right, bottom) = (x.start + width, y.start);
        text(svg, (x.start + width / 2.0, top + MARGIN.1 - 10.0), "middle", "title", &panel.title);
        let every = ((x_to - x_from) / 6.0).ceil().max(1.0);
        let mut power = x_from;
        while power <= x_to {
            let place = x.place(power);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{place:.1} {bottom:.1}v{:.1}\"/>", -height);
            text(svg, (place, bottom + 15.0), "middle", "", &number(power.exp2()));
            power += every;
        }
        for line in 0..=((y_to - y_from) / step).round() as u32 {
            let value = y_from + f64::from(line) * step;
            let place = y.place(value);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{:.1} {place:.1}H{right:.1}\"/>", x.start);
            // Powers of ten by their exponents: zeros behind the point would run into the axis' name.
            let label =
                if self.logarithmic { format!("1e{value:.0}") } else { number((value * 1e9).round() / 1e9) };
            text(svg, (x.start - 6.0, place + 4.0), "end", "", &label);
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{:.1} {:.1}V{bottom:.1}H{right:.1}\"/>",
            x.start,
            top + MARGIN.1
        );
        text(svg, (x.start + width / 2.0, bottom + 33.0), "middle", "", &self.x);
        let middle = top + MARGIN.1 + height / 2.0;
        let _ = writeln!(
            svg,
            "<text transform=\"translate({:.1} {middle:.1})rotate(-90)\" text-anchor=\"middle\">{}</text>",
            left + 12.0,
            escape(&self.y)
        );
        for curve in &panel.curves {
            let name = names.iter().position(|&known| known == curve.name).unwrap_or(0);
            self.draw_curve(svg, curve, name, x, y);
        }
    }

    /// A measurement as the vertical axis has it.
    fn height(&self, y: f64) -> f64 {
        if self.logarithmic { y.log10() } else { y }
    }

    /// The ends of its error bar, which on a logarithmic axis is cut off at a tenth of the measurement.
    fn bar(&self, point: &Point) -> [f64; 2] {
        let low = point.y - point.error;
        let low = if self.logarithmic { low.max(point.y / 10.0) } else { low };
        [self.height(low), self.height(point.y + point.error)]
    }

    fn draw_curve(&self, svg: &mut String, curve: &Curve, name: usize, x: Axis, y: Axis) {
        let look = look(name);
        let drawn = curve.points.iter().filter(|point| self.height(point.y).is_finite());
        let places: Vec<(f64, f64, f64, f64)> = drawn
            .map(|point| {
                let [low, high] = self.bar(point).map(|end| y.place(end));
                (x.place(point.x.log2()), y.place(self.height(point.y)), low, high)
            })
            .collect();
        let path: Vec<String> = places.iter().map(|(x, y, _, _)| format!("{x:.1} {y:.1}")).collect();
        if path.is_empty() {
            return;
        }
        let _ = writeln!(svg, "<path class=\"curve\" {look} d=\"M{}\"/>", path.join("L"));
        for (x, y, low, high) in places {
            let colour = COLOURS[name % COLOURS.len()];
            let _ = writeln!(
                svg,
                "<path class=\"bar\" stroke=\"{colour}\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>{}",
                marker(name, x, y)
            );
        }
    }
}

/// How curves of this number look: first by colour, then by dash.
fn look(name: usize) -> String {
    let (colour, dash) = (COLOURS[name % COLOURS.len()], DASHES[name / COLOURS.len() % DASHES.len()]);
    format!("stroke=\"{colour}\" stroke-dasharray=\"{dash}\"")
}

/// A small mark, another shape for every curve of a handful.
fn marker(name: usize, x: f64, y: f64) -> String {
    let colour = COLOURS[name % COLOURS.len()];
    let shape = match name % 4 {
        0 => format!("M{:.1} {y:.1}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0", x - 2.6),
        1 => format!("M{:.1} {:.1}h5v5h-5z", x - 2.5, y - 2.5),
        2 => format!("M{x:.1} {:.1}l3 5.4h-6z", y - 3.2),
        _ => format!("M{x:.1} {:.1}l3.2 3.2l-3.2 3.2l-3.2-3.2z", y - 3.2),
    };
    format!("<path fill=\"{colour}\" d=\"{shape}\"/>")
}

/// The legend in lines that fit: for every entry its place from the left and its number.
fn legend_lines(names: &[&str], width: f64) -> Vec<Vec<(f64, usize)>> {
    let mut lines: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut x = f64::INFINITY;
    for (number, name) in names.iter().enumerate() {
        let needed = 48.0 + LETTER * name.chars().count() as f64;
        if x + needed > width - MARGIN.2 {
            lines.push(Vec::new());
            x = MARGIN.0;
        }
        if let Some(line) = lines.last_mut() {
            line.push((x, number));
        }
        x += needed;
    }
    lines
}

/// The least and the greatest of these numbers, apart from each other also where there is one or none.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .filter(|number| number.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    if low > high {
        return (0.0, 1.0);
    }
    if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
}

/// A step of 1, 2 or 5 times a power of ten that gives about five lines.
fn step(low: f64, high: f64) -> f64 {
    let rough = ((high - low) / 5.0).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&step| step >= rough).unwrap_or(10.0 * power)
}

fn number(value: f64) -> String {
    format!("{value}")
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
        escape(text)
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[(f64, f64, f64)]) -> Plot {
        let points = points.iter().map(|&(x, y, error)| Point { x, y, error }).collect();
        let curve = Curve { name: "a < b".into(), points };
        let panel = Panel { title: "one & only".into(), curves: vec![curve] };
        let [title, x, y] = ["title", "evals", "share"].map(str::to_owned);
        Plot { title, x, y, logarithmic: false, panels: vec![panel] }
    }

    #[test]
    fn texts_are_escaped_and_every_point_has_its_bar() {
        let svg = plot(&[(2.0, 0.5, 0.1), (4.0, 0.7, 0.1), (8.0, 0.6, 0.1)]).svg();
        assert!(svg.contains("a &lt; b") && svg.contains("one &amp; only"));
        assert_eq!(svg.matches("class=\"bar\"").count(), 3);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn nothing_and_a_single_point_can_be_drawn() {
        assert!(!plot(&[]).svg().contains("NaN"));
        let svg = plot(&[(1.0, 0.5, 0.0)]).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn a_logarithmic_axis_leaves_out_what_it_cannot_show() {
        let points = [(1.0, 0.1, 0.01), (2.0, 0.001, 0.01), (4.0, 0.0, 0.0)];
        let svg = Plot { logarithmic: true, ..plot(&points) }.svg();
        assert_eq!(svg.matches("class=\"bar\"").count(), 2);
        assert!(svg.contains(">1e-1<") && svg.contains(">1e-3<"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(step(0.0, 1.0), 0.2);
        assert_eq!(step(0.0, 9.0), 2.0);
        assert!((step(0.5, 0.74) - 0.05).abs() < 1e-12);
    }

    #[test]
    fn a_long_legend_takes_several_lines() {
        let names = ["a long name of a search"; 9];
        let lines = legend_lines(&names, 700.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.iter().map(Vec::len).sum::<usize>(), names.len());
    }
}
