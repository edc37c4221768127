//! Tables 1a to 5b: our counts beside the published ones.

use super::contest::{CONTESTS, Contests, Count, RULES, Series};
use super::correct::Correct;
use super::significance::significance;
use crate::Sampled;
use crate::golden::Golden;
use crate::{Comparison, key, reproduction};
use serde_json::{Map, Value};
use tiptree_lab::Error;
use tiptree_lab::reproduce::Key;
use tiptree_lab::reproduce::Reproduction;
use tiptree_lab::statistics::CONFIDENCE;

/// The height of the paper's boards.
pub const HEIGHT: usize = 10;
/// The paper's boards per series, and its positions per height in Table 1c.
pub const BOARDS: u64 = 1600;
/// Enough boards that hardly any error but the paper's own is left, within seconds.
pub const ENOUGH_BOARDS: u64 = 20_000;
/// The least height of Table 1c.
pub const LOWEST_CORRECT: usize = 3;
/// The greatest height of Table 1c.
pub const TALLEST_CORRECT: usize = 13;
/// The least sample, in samples of the paper's size, that may contradict its conclusions; a smaller one has as much
/// sampling error as the paper's.
const TELLING: f64 = 10.0;
/// The significance level below which the paper calls a difference significant.
const SIGNIFICANT: f64 = 0.05;

/// A table of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The critical pairs of a series, or the games won if all boards were tried: 1a, 2a, 3a, 4a, 5a.
    Counts(Series),
    /// The percentages of a series: 1b, 2b, 3b, 4b, 5b.
    Percents(Series),
    /// The right choices: 1c.
    Correct,
}

/// The tables by name, in the paper's order.
pub const TABLES: [(&str, Table); 11] = [
    ("1a", Table::Counts(Series::POnes)),
    ("1b", Table::Percents(Series::POnes)),
    ("1c", Table::Correct),
    ("2a", Table::Counts(Series::PTzeng)),
    ("2b", Table::Percents(Series::PTzeng)),
    ("3a", Table::Counts(Series::NOnes)),
    ("3b", Table::Percents(Series::NOnes)),
    ("4a", Table::Counts(Series::GOnes)),
    ("4b", Table::Percents(Series::GOnes)),
    ("5a", Table::Counts(Series::GCentred)),
    ("5b", Table::Percents(Series::GCentred)),
];

/// The published table; nothing was published for other heights.
fn golden(table: &str, published: bool) -> Result<Golden, Error> {
    let text = match table {
        "1a" => include_str!("../../golden/nau-1a.toml"),
        "1b" => include_str!("../../golden/nau-1b.toml"),
        "1c" => include_str!("../../golden/nau-1c.toml"),
        "2a" => include_str!("../../golden/nau-2a.toml"),
        "2b" => include_str!("../../golden/nau-2b.toml"),
        "3a" => include_str!("../../golden/nau-3a.toml"),
        "3b" => include_str!("../../golden/nau-3b.toml"),
        "4a" => include_str!("../../golden/nau-4a.toml"),
        "4b" => include_str!("../../golden/nau-4b.toml"),
        "5a" => include_str!("../../golden/nau-5a.toml"),
        _ => include_str!("../../golden/nau-5b.toml"),
    };
    let golden = Golden::parse(&format!("nau-{table}"), text)?;
    Ok(if published { golden } else { golden.without_cells() })
}

/// The table of this name from the contests of its series.
///
/// # Errors
/// If the published table cannot be read.
pub fn contests(
    name: &'static str,
    table: Table,
    contests: &Contests,
    parameters: Map<String, Value>,
) -> Result<Reproduction, Error> {
    let mut comparison = Comparison::new(golden(name, contests.height == HEIGHT)?);
    let mut notes = Vec::new();
    let exhaustive =
        matches!(table, Table::Counts(series) | Table::Percents(series) if series.is_exhaustive());
    for (depth, counts) in (1..).zip(&contests.counts) {
        for (&(contest, first, second), &count) in CONTESTS.iter().zip(counts) {
            let row = Cell { depth, contest, first, second, count, boards: contests.boards };
            match (table, exhaustive) {
                (Table::Counts(_), true) => row.add_games(&mut comparison),
                (Table::Counts(_), false) => row.add_pairs(&mut comparison),
                (_, true) => row.add_all_pairs(&mut comparison),
                (_, false) => row.add_percents(&mut comparison, &mut notes),
            }
        }
    }
    if exhaustive {
        notes.push(format!("All {} boards, each played from both sides.", contests.boards));
    } else {
        notes.insert(0, sample_note(contests));
        if let Table::Counts(series) = table {
            add_forced(&mut comparison, series, contests, &mut notes);
        } else {
            notes.extend(odd_depths(contests).filter(|_| name == "1b"));
        }
    }
    Ok(reproduction("nau", name, parameters, &comparison, notes))
}

fn sample_note(contests: &Contests) -> String {
    let boards = contests.boards;
    if boards == BOARDS {
        return format!("{boards} boards, each played from both sides.");
    }
    format!("{boards} boards, each played from both sides; counts are those of {BOARDS} boards on average.")
}

/// One contest at one depth.
struct Cell {
    depth: u32,
    contest: &'static str,
    first: usize,
    second: usize,
    count: Count,
    boards: u64,
}

impl Cell {
    fn key(&self) -> Key {
        key([("d", self.depth.into()), ("contest", self.contest.into())])
    }

    /// The number of samples of the paper's size in ours.
    fn samples(&self) -> f64 {
        self.boards as f64 / BOARDS as f64
    }

    fn percent(&self) -> Option<f64> {
        (self.count.pairs > 0).then(|| 100.0 * self.count.pair_wins as f64 / self.count.pairs as f64)
    }

    /// Games won, of all games: 4a, 5a.
    fn add_games(&self, comparison: &mut Comparison) {
        let (wins, games) = (self.count.wins, 2 * self.boards);
        comparison.add(self.key(), "wins", wins);
        comparison.add(self.key(), "percent", 100.0 * wins as f64 / games as f64);
        let better = match (2 * wins).cmp(&games) {
            std::cmp::Ordering::Greater => RULES[self.first],
            std::cmp::Ordering::Less => RULES[self.second],
            std::cmp::Ordering::Equal => "-",
        };
        comparison.add(self.key(), "better", better);
    }

    /// Critical pairs of all boards: 4b, 5b.
    fn add_all_pairs(&self, comparison: &mut Comparison) {
        comparison.add(self.key(), "pairs", self.count.pairs);
        comparison.add(self.key(), "pair_wins", self.count.pair_wins);
        if let Some(percent) = self.percent() {
            comparison.add(self.key(), "percent", percent);
        }
    }

    /// Critical pairs in a sample: 1a, 2a, 3a.
    fn add_pairs(&self, comparison: &mut Comparison) {
        let samples = self.samples();
        for (column, count) in [("pairs", self.count.pairs), ("pair_wins", self.count.pair_wins)] {
            comparison.add_sampled(self.key(), column, Sampled { mean: count as f64 / samples, samples });
        }
    }

    /// The percentage of critical pairs won, its significance, and the better rule: 1b, 2b, 3b.
    fn add_percents(&self, comparison: &mut Comparison, notes: &mut Vec<String>) {
        let Some(percent) = self.percent() else { return };
        let samples = self.samples();
        comparison.add_sampled(self.key(), "percent", Sampled { mean: percent, samples });
        let significance = significance(self.count.pair_wins, self.count.pairs);
        let better = match significance {
            Some(significance) if significance < SIGNIFICANT => {
                RULES[if percent > 50.0 { self.first } else { self.second }]
            }
            _ => "?",
        };
        comparison.add_like(self.key(), "significance", significance, "percent");
        comparison.add_like(self.key(), "better", better, "percent");
        if samples >= TELLING {
            notes.extend(self.contradiction(comparison, percent, better));
        }
    }

    /// A sentence if a large sample contradicts the paper.
    fn contradiction(&self, comparison: &Comparison, percent: f64, better: &str) -> Option<String> {
        let published = comparison.word_meant(&self.key(), "better")?;
        let printed = comparison.published(&self.key(), "percent")?;
        let error =
            100.0 * CONFIDENCE * (percent / 100.0 * (1.0 - percent / 100.0) / self.count.pairs as f64).sqrt();
        let conclusion = |word: &str| match word {
            "?" => "it is open who is better".to_owned(),
            name => format!("{name} is better"),
        };
        // Which rule is better is one conclusion. By how much it is better is another, which is judged by the paper's
        // own error.
        let paper_error = error * self.samples().sqrt();
        let verdict = if published != better {
            format!("{}, where the paper says that {}", conclusion(better), conclusion(&published))
        } else if (percent - printed).abs() > paper_error {
            let much = if (percent - 50.0).abs() > (printed - 50.0).abs() { "more" } else { "less" };
            format!("{}, by {much} than in the paper", conclusion(better))
        } else {
            return None;
        };
        Some(format!(
            "d {}, {}: {percent:.1} ± {error:.1} % beside the published {printed} %: {verdict}.",
            self.depth, self.contest
        ))
    }
}

/// The number of boards on which the first player has a forced win, and the share expected by recursion.
fn add_forced(comparison: &mut Comparison, series: Series, contests: &Contests, notes: &mut Vec<String>) {
    let samples = contests.boards as f64 / BOARDS as f64;
    let mean = contests.forced as f64 / samples;
    let key = key([("player", "first".into())]);
    comparison.add_sampled(key, "forced_wins", Sampled { mean, samples });
    let share = contests.forced as f64 / contests.boards as f64;
    let error = CONFIDENCE * (share * (1.0 - share) / contests.boards as f64).sqrt();
    notes.push(format!(
        "The first player has a forced win on {share:.4} ± {error:.4} of the boards; {:.4} is to be expected.",
        series.forced(contests.height)
    ));
}

/// A sentence on exceptions to the paper's finding that minimax is relatively better against product at odd depths than
/// at the depths beside them.
fn odd_depths(contests: &Contests) -> Option<String> {
    if contests.height != HEIGHT || (contests.boards as f64) < TELLING * BOARDS as f64 {
        return None;
    }
    let percent = |depth: usize| {
        let count = contests.counts[depth - 1][0];
        count.pair_wins as f64 / count.pairs as f64
    };
    let fails = |&depth: &usize| percent(depth) > percent(depth - 1) || percent(depth) > percent(depth + 1);
    let exceptions: Vec<String> =
        [3, 5, 7].into_iter().filter(fails).map(|depth| depth.to_string()).collect();
    (!exceptions.is_empty()).then(|| {
        format!(
            "That minimax does relatively better against product at odd depths than at the depths beside them does not \
             hold at d {}.",
            exceptions.join(", ")
        )
    })
}

/// Table 1c.
///
/// # Errors
/// If the published table cannot be read.
pub fn correct(all: &[Correct], parameters: Map<String, Value>) -> Result<Reproduction, Error> {
    let mut comparison = Comparison::new(golden("1c", true)?);
    let columns = ["minimax_correct", "product_correct", "correct"];
    for Correct { height, boards, counts } in all {
        for (depth, counts) in (1u32..).zip(counts) {
            let samples = *boards as f64 / BOARDS as f64;
            // The published rule comes first.
            for place in [2, 0, 1] {
                let key = key([("k", (*height).into()), ("d", depth.into())]);
                let mean = counts[place] as f64 / *boards as f64;
                comparison.add_sampled(key, columns[place], Sampled { mean, samples });
            }
        }
    }
    let mut notes = vec![format!(
        "{} positions a height in which one move keeps a forced win and the other gives it away.",
        all.first().map_or(0, |correct| correct.boards)
    )];
    notes.extend(pathology(all));
    Ok(reproduction("nau", "1c", parameters, &comparison, notes))
}

/// A sentence for each rule that chooses worse with deeper search, short of the end, by more than chance.
fn pathology(all: &[Correct]) -> Vec<String> {
    let mut notes = Vec::new();
    for (place, rule) in RULES.iter().enumerate() {
        let mut worse = Vec::new();
        for Correct { height, boards, counts } in all {
            for depth in 2..height.saturating_sub(1) {
                let share = |depth: usize| counts[depth - 1][place] as f64 / *boards as f64;
                let (before, after) = (share(depth - 1), share(depth));
                let variance = before * (1.0 - before) + after * (1.0 - after);
                // Both depths have the same positions, so the error is rather smaller than that of two samples.
                if before - after > 3.0 * (variance / *boards as f64).sqrt() {
                    worse.push(format!("k {height}: {} to {depth}", depth - 1));
                }
            }
        }
        if !worse.is_empty() {
            notes.push(format!("Deeper is worse by {rule} at {}.", worse.join(", ")));
        }
    }
    notes
}
