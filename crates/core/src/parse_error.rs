//! The one error for all texts that are parsed here: games, positions, moves, searches, budgets.

use std::fmt;

/// A text that could not be parsed: the kind of text, what was read, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    what: String,
    read: String,
    expected: String,
}

impl ParseError {
    /// `what` could not be read from `read`, where `expected` was expected.
    pub fn new(what: impl Into<String>, read: impl Into<String>, expected: impl Into<String>) -> Self {
        ParseError { what: what.into(), read: read.into(), expected: expected.into() }
    }

    /// An unknown `what`, where one of `names` was expected. The error lists them all and suggests the nearest.
    ///
    /// ```
    /// use tiptree::ParseError;
    /// let error = ParseError::unknown("search", "mmfast", ["mm-fast", "mm", "ab"]);
    /// assert_eq!(error.to_string(), "search \"mmfast\": expected one of mm-fast, mm, ab; did you mean `mm-fast`?");
    /// ```
    pub fn unknown<'a>(what: &str, read: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let listed = if names.is_empty() { "none".into() } else { format!("one of {}", names.join(", ")) };
        ParseError::new(what, read, format!("{listed}{}", suggestion(read, names)))
    }
}

/// The text ``; did you mean `NAME`?`` for the [nearest] of `names`, or the empty text if none is near.
pub fn suggestion<'a>(read: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(read, names).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The name that a misspelt one was probably meant to be, the first of several equally near. A name is near if it begins with
/// at least three letters of `read`, or if at most a third of its letters differ; case, `-` and `_` do not count.
///
/// ```
/// use tiptree::parse_error::nearest;
/// assert_eq!(nearest("depht", ["reading", "depth"]), Some("depth"));
/// assert_eq!(nearest("Conn", ["tictactoe", "connect4"]), Some("connect4"));
/// assert_eq!(nearest("chess", ["tictactoe", "connect4"]), None);
/// ```
pub fn nearest<'a>(read: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// A text longer than this is no misspelt name: comparing it would take time and find nothing.
    const LONGEST: usize = 40;
    let plain = |text: &str| -> Vec<char> {
        let letters = text.chars().filter(|letter| !matches!(letter, '-' | '_'));
        letters.flat_map(char::to_lowercase).take(LONGEST + 1).collect()
    };
    let read = plain(read);
    let distance_to = |name: &'a str| {
        let letters = plain(name);
        let longer = read.len().max(letters.len());
        let distance = distance(&read, &letters);
        let allowed = if longer > 1 { (longer / 3).max(1) } else { 0 };
        let is_prefix = read.len() >= 3 && letters.starts_with(&read);
        (distance <= allowed || is_prefix).then_some((distance, name))
    };
    let is_comparable = !read.is_empty() && read.len() <= LONGEST;
    let near = names.into_iter().filter(|_| is_comparable).filter_map(distance_to);
    near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// The number of letters inserted, left out, replaced or exchanged with their neighbour between two texts (the optimal string
/// alignment distance: Damerau 1964).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, compared) in other.iter().enumerate() {
            let replaced = last[j] + usize::from(letter != compared);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *compared {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: expected {}", self.what, self.read, self.expected)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        let names = ["mm-fast", "mm", "ab", "minimax", "star25", "c", "connect4"];
        for (read, expected) in [
            ("mn", Some("mm")),
            ("mm_fast", Some("mm-fast")),
            ("MM-Fast", Some("mm-fast")),
            ("mmfsat", Some("mm-fast")),
            ("ba", Some("ab")),
            ("mini", Some("minimax")),
            ("start25", Some("star25")),
            ("connect5", Some("connect4")),
            // A name of one letter is near no other, and nothing is near the empty text.
            ("d", None),
            ("", None),
            ("chess", None),
        ] {
            assert_eq!(nearest(read, names), expected, "{read:?}");
        }
        assert_eq!(nearest(&"m".repeat(100_000), names), None);
    }

    #[test]
    fn neighbours_exchanged_count_once() {
        let distance = |one: &str, other: &str| {
            super::distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>())
        };
        assert_eq!((distance("depht", "depth"), distance("", "abc"), distance("abc", "")), (1, 3, 3));
        assert_eq!((distance("kitten", "sitting"), distance("same", "same")), (3, 0));
    }
}
