//! Formats numbers for terminals and pages, and escapes texts for HTML and SVG.

/// A number with at most `digits` digits after the point, without trailing zeros.
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A number, or `-` if it is missing.
pub fn perhaps(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
}

/// A rate in millions.
pub fn millions(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".into(), |rate| format!("{:.2} M", rate / 1e6))
}

/// A time in microseconds, milliseconds or seconds.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1e-3 => format!("{:.0} us", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// Escapes a text for the content or an attribute of an HTML or SVG element.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Other control characters are not allowed in HTML or SVG, not even escaped.
            _ if letter.is_control() && !letter.is_whitespace() => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The distinct items, in order of first occurrence.
pub(crate) fn distinct<'a, T: PartialEq + ?Sized>(things: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut seen: Vec<&T> = Vec::new();
    for thing in things {
        if !seen.contains(&thing) {
            seen.push(thing);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_trailing_zeros() {
        assert_eq!([number(2.5, 3), number(2.0, 3), number(120.0, 0)], ["2.5", "2", "120"]);
        assert_eq!([perhaps(None, 1), perhaps(Some(1.0), 1), millions(Some(2e6))], ["-", "1.0", "2.00 M"]);
        assert_eq!([seconds(61e-6), seconds(0.5), seconds(90.0)], ["61 us", "500.0 ms", "90.0 s"]);
    }

    #[test]
    fn nothing_of_a_text_is_taken_for_markup() {
        assert_eq!(escape("<a href=\"x\">&'\u{1b}"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd}");
    }
}
