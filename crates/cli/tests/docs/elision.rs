//! What differs from run to run: clock readings, rates, dates and commits. An output shows `[..]` in their place.
//!
//! In a page `[..]` stands for any part of a line, and a line `...` for any number of lines.

/// Stands for any part of a line.
pub(crate) const PART: &str = "[..]";
/// Stands for any number of lines.
pub(crate) const LINES: &str = "...";

/// Units of time, behind a number and a space.
const TIMES: [&str; 7] = ["ns", "us", "µs", "ms", "s", "min", "h"];
/// Prefixes of rates, behind a number and a space: `12.3 M`.
const RATES: [&str; 3] = ["k", "M", "G"];

/// The line with everything that differs from run to run replaced by `[..]`.
pub(crate) fn redact(line: &str) -> String {
    let line = if line.starts_with('{') { redact_json(line) } else { line.to_owned() };
    let line = if line.starts_with("info ") { redact_info(&line) } else { line };
    let mut redacted = String::new();
    let mut rest = line.as_str();
    while let Some(letter) = rest.chars().next() {
        let before = redacted.chars().last();
        let begins = letter.is_ascii_digit()
            && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '='));
        let length = if begins { varying(rest) } else { 0 };
        if length > 0 {
            // In a table, where columns lie two spaces apart, the column keeps its width.
            let width = if redacted.ends_with("  ") { length } else { 0 };
            let spaces = width.saturating_sub(PART.len());
            redacted.extend(std::iter::repeat_n(' ', spaces).chain(PART.chars()));
            rest = &rest[rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at)..];
        } else {
            redacted.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    redacted
}

/// The number of characters that a time, a rate or a date takes at the beginning of `text`; 0 where there is none.
fn varying(text: &str) -> usize {
    let number = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let is_date = |text: &str| {
        let shape: String = text.chars().take(10).map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        shape == "0000-00-00" || shape == "0000.00.00"
    };
    if is_date(text) {
        return 10;
    }
    let Some(unit) = text[number..].strip_prefix(' ') else { return 0 };
    let unit: String = unit.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_rate = RATES.contains(&unit.as_str()) && text[..number].contains('.');
    if TIMES.contains(&unit.as_str()) || is_rate { number + 1 + unit.chars().count() } else { 0 }
}

/// Replaces the values of fields that a clock or the build decides.
fn redact_json(line: &str) -> String {
    let varies = |key: &str| {
        let ends = ["seconds", "per_cpu_second", "_rate", "cpu_p99", "cpu_worst", "nps"];
        ends.iter().any(|end| key.ends_with(end)) || ["commit", "dirty", "date", "host"].contains(&key)
    };
    let mut redacted = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("\":") {
        let (head, tail) = rest.split_at(at + 2);
        let key = head[..at].rsplit('"').next().unwrap_or_default();
        redacted.push_str(head);
        let value = tail.find([',', '}', ']']).unwrap_or(tail.len());
        rest = if varies(key) && !tail.starts_with(['{', '[']) && !tail.starts_with(PART) {
            redacted.push_str(PART);
            &tail[value..]
        } else {
            tail
        };
    }
    redacted + rest
}

/// Replaces the time and the speed of an engine's `info`.
fn redact_info(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for place in 1..words.len() {
        if matches!(words[place - 1], "time" | "nps") {
            words[place] = PART;
        }
    }
    words.join(" ")
}

/// Whether a line of a page stands for a line of an output. Runs of spaces count as one, because the width of a column may
/// depend on a clock reading.
pub(crate) fn matches(pattern: &str, line: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (pattern, line) = (plain(pattern), plain(line));
    let mut parts = pattern.split(PART);
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// Whether the lines of a page stand for the lines of an output.
pub(crate) fn all_match(patterns: &[String], lines: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, others)) if first == LINES => (0..=lines.len()).any(|n| all_match(others, &lines[n..])),
        Some((first, others)) => lines
            .split_first()
            .is_some_and(|(line, behind)| matches(first, line) && all_match(others, behind)),
    }
}

/// The lines that a page is to show for an output: the old ones where they still match, and what was elided stays elided.
pub(crate) fn renewed(old: &[String], output: &[String]) -> Vec<String> {
    if all_match(old, output) {
        return old.to_vec();
    }
    let (rows, columns) = (old.len(), output.len());
    // cost[i][j]: the least number of changes between old[i..] and output[j..].
    let mut cost = vec![vec![usize::MAX; columns + 1]; rows + 1];
    for i in (0..=rows).rev() {
        for j in (0..=columns).rev() {
            cost[i][j] = steps(old, output, i, j).map(|(price, a, b)| price + cost[a][b]).min().unwrap_or(0);
        }
    }
    let (mut i, mut j, mut shown) = (0, 0, Vec::new());
    while (i, j) != (rows, columns) {
        let next = steps(old, output, i, j).min_by_key(|&(price, a, b)| price + cost[a][b]);
        let (_, a, b) = next.expect("there is a step unless both are at their end");
        match (a - i, b - j) {
            // Lines skipped by `...`, and the end of it.
            (0, _) if old.get(i).is_some_and(|line| line == LINES) => {}
            (1, 0) if old[i] == LINES => shown.push(LINES.to_owned()),
            (1, 1) if matches(&old[i], &output[j]) => shown.push(old[i].clone()),
            (_, 1) => shown.push(output[j].clone()),
            _ => {}
        }
        (i, j) = (a, b);
    }
    shown
}

/// The ways to go on from old line `i` and output line `j`: their price, and where they lead.
fn steps(
    old: &[String],
    output: &[String],
    i: usize,
    j: usize,
) -> impl Iterator<Item = (usize, usize, usize)> {
    let mut steps = Vec::new();
    let skips = old.get(i).is_some_and(|line| line == LINES);
    // A line that the output still has stays: neither `...` nor another line may take its place.
    let is_there = |line: &str| !line.is_empty() && output.iter().any(|shown| matches(line, shown));
    if skips {
        steps.push((0, i + 1, j));
    } else if let Some(line) = old.get(i) {
        let lost = if is_there(line) { 100 } else { 10 };
        steps.push((lost, i + 1, j));
        if let Some(shown) = output.get(j) {
            let price = match () {
                () if matches(line, shown) => 0,
                () if shape(line) == shape(shown) => 1,
                () if first_word(line).is_some() && first_word(line) == first_word(shown) => 2,
                () => lost + 2,
            };
            steps.push((price, i + 1, j + 1));
        }
    }
    if j < output.len() {
        steps.push((if skips { 0 } else { 2 }, i, j + 1));
    }
    steps.into_iter()
}

/// The word that says what a line is about, such as `Verdict:`.
fn first_word(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// A line without its numbers: two lines of one shape say the same of different figures.
fn shape(line: &str) -> String {
    let letters = line.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '[' | ']'));
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn clock_readings_are_elided_and_counts_are_not() {
        for (line, expected) in [
            ("stopped by moves in 330 us of CPU time", "stopped by moves in [..] of CPU time"),
            (" mm  1209756  59.5 ms  20.33 M  depth 6", " mm  1209756     [..]     [..]  depth 6"),
            (
                "tree 208.2 kB, 3 plies, 1000 openings, cpu=5ms",
                "tree 208.2 kB, 3 plies, 1000 openings, cpu=5ms",
            ),
            (
                r#"{"nodes":5,"seconds":0.25,"a":{"cpu_seconds":1e-5}}"#,
                r#"{"nodes":5,"seconds":[..],"a":{"cpu_seconds":[..]}}"#,
            ),
            (
                "info depth 6 nodes 33 time 0 nps 6579207 pv 4",
                "info depth 6 nodes 33 time [..] nps [..] pv 4",
            ),
            ("played 2026-11-15 at noon", "played [..] at noon"),
        ] {
            assert_eq!(redact(line), expected);
            assert!(matches(expected, line), "{expected} stands for {line}");
        }
    }

    #[test]
    fn a_pattern_stands_for_lines() {
        assert!(matches("a [..] c", "a b b c") && !matches("a [..] c", "a b d") && matches("[..]", ""));
        assert!(all_match(&lines("one\n...\nfour"), &lines("one\ntwo\nthree\nfour")));
        assert!(!all_match(&lines("one\n...\nfour"), &lines("one\ntwo")));
    }

    #[test]
    fn what_was_elided_stays_elided_when_outputs_change() {
        let old = lines("Results of a\n...\nGames: 98, Wins: 57\nVerdict: [..] is stronger\n\nold end");
        let output =
            lines("Results of a\nElo: 3\nLOS: 4\nGames: 98, Wins: 60\nVerdict: b is stronger\nnew end");
        let expected = "Results of a\n...\nGames: 98, Wins: 60\nVerdict: [..] is stronger\nnew end";
        assert_eq!(renewed(&old, &output), lines(expected));
        // `...` swallows no line that is still there, and new lines behind it are shown.
        let (old, output) = (lines("...\nStandings"), lines("a\nb\nStandings\n1 mm\n2 ab"));
        assert_eq!(renewed(&old, &output), lines("...\nStandings\n1 mm\n2 ab"));
        // A line that says the same in other words is still shown.
        let (old, output) =
            (lines("...\nVerdict: a (0.6 +/- 0.1)"), lines("a\nb\nVerdict: a, 0.5 to 0.7\nnote"));
        assert_eq!(renewed(&old, &output), lines("...\nVerdict: a, 0.5 to 0.7\nnote"));
    }

    #[test]
    fn nothing_is_written_where_nothing_but_elided_parts_changed() {
        let old = lines("Results of a\n...\nGames: 98, Wins: 57\nVerdict: [..] is stronger\n\nold end");
        let output = lines("Results of a\nx\nGames: 98, Wins: 57\nVerdict: c is stronger\n\nold end");
        assert_eq!(renewed(&old, &output), old);
    }
}
