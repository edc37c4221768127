//! The look of curves: colours, dashes, markers, and the legend.

/// Colours that people with any colour vision can tell apart, on white and on black (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];
const DASHES: [&str; 3] = ["none", "6 3", "2 2"];

/// The greatest width of a letter in a legend.
const LETTER: f64 = 7.9;
/// The room for a curve's sample before its name.
const SAMPLE: f64 = 48.0;

/// The colour of the curve with this number.
pub(super) fn colour(name: usize) -> &'static str {
    COLOURS[name % COLOURS.len()]
}

/// The style of the curve with this number: the colour changes first, then the dash.
pub(super) fn look(name: usize) -> String {
    let dash = DASHES[name / COLOURS.len() % DASHES.len()];
    format!("stroke=\"{}\" stroke-dasharray=\"{dash}\"", colour(name))
}

/// A small marker; four shapes alternate.
pub(super) fn marker(name: usize, x: f64, y: f64) -> String {
    let shape = match name % 4 {
        0 => format!("M{:.1} {y:.1}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0", x - 2.6),
        1 => format!("M{:.1} {:.1}h5v5h-5z", x - 2.5, y - 2.5),
        2 => format!("M{x:.1} {:.1}l3 5.4h-6z", y - 3.2),
        _ => format!("M{x:.1} {:.1}l3.2 3.2l-3.2 3.2l-3.2-3.2z", y - 3.2),
    };
    format!("<path fill=\"{}\" d=\"{shape}\"/>", colour(name))
}

/// The legend in lines that fit between `left` and `right`: each entry has its offset from the left and its number.
pub(super) fn legend(names: &[&str], left: f64, right: f64) -> Vec<Vec<(f64, usize)>> {
    let mut lines: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut x = f64::INFINITY;
    for (number, name) in names.iter().enumerate() {
        let needed = SAMPLE + LETTER * name.chars().count() as f64;
        if x + needed > right {
            lines.push(Vec::new());
            x = left;
        }
        if let Some(line) = lines.last_mut() {
            line.push((x, number));
        }
        x += needed;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_legend_takes_several_lines() {
        let names = ["a long name of a search"; 9];
        let lines = legend(&names, 50.0, 700.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.iter().map(Vec::len).sum::<usize>(), names.len());
    }
}
