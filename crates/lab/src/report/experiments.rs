//! Results grouped into experiments: each file of results is one, and the shards of a run together are one.

use super::groups::{Group, build, groups};
use super::names;
use super::page::slug;
use super::read::{Found, Held, Results, Source};
use crate::experiment;
use crate::matches::{Stats, Summary};
use crate::quality::Measurement;
use crate::reproduce::Reproduction;
use std::path::Path;
use tiptree::Registry;

/// An experiment with its results, all names in their canonical spelling.
pub(super) struct Experiment<'a> {
    /// The known games and searches, which give names their canonical spelling.
    pub(super) registry: &'a Registry,
    /// The title of its declaration, else the name of its file.
    pub(super) title: String,
    /// Its address, which is unique in the report.
    pub(super) address: String,
    /// The files that hold it.
    pub(super) files: Vec<&'a Path>,
    /// When and where it ran, if the notes beside the file or the name of the file say so.
    pub(super) ran: Option<String>,
    /// The builds that made its results.
    pub(super) builds: Vec<String>,
    pub(super) groups: Vec<Group>,
    pub(super) measurements: Vec<Measurement>,
    pub(super) tables: Vec<&'a Reproduction>,
}

impl Experiment<'_> {
    /// Whether there is nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.measurements.is_empty() && self.tables.is_empty()
    }

    /// All matches, group by group.
    pub(super) fn matches(&self) -> impl Iterator<Item = &Found> {
        self.groups.iter().flat_map(|group| &group.matches)
    }
}

/// The experiments of all files, in the order of the files.
pub(super) fn sort(results: &Results) -> Vec<Experiment<'_>> {
    let mut runs: Vec<(Vec<&Source>, Held)> = Vec::new();
    for source in &results.sources {
        // A file of games and the file of their summaries hold the same results.
        let is_same = |(sources, held): &(Vec<&Source>, Held)| {
            let is_shard = source.run.is_some() && source.run == sources[0].run;
            is_shard || (*held == source.holds && *held != Held::default())
        };
        match runs.iter_mut().find(|run| is_same(run)) {
            Some((sources, held)) => {
                sources.push(source);
                join_places(&mut held.matches, &source.holds.matches);
                join_places(&mut held.tables, &source.holds.tables);
                join_places(&mut held.measurements, &source.holds.measurements);
            }
            None => runs.push((vec![source], source.holds.clone())),
        }
    }
    let mut experiments = Vec::new();
    for (sources, held) in runs {
        let experiment = experiment(results, &sources, &held, &experiments);
        if !experiment.is_empty() {
            experiments.push(experiment);
        }
    }
    experiments
}

fn join_places(places: &mut Vec<usize>, others: &[usize]) {
    places.extend(others.iter().filter(|place| !places.contains(place)).copied().collect::<Vec<usize>>());
}

fn experiment<'a>(
    results: &'a Results,
    sources: &[&'a Source],
    held: &Held,
    others: &[Experiment],
) -> Experiment<'a> {
    let mut matches: Vec<Found> = Vec::new();
    for found in held.matches.iter().map(|&place| spelled(&results.registry, &results.matches[place])) {
        let is_part = |known: &&mut Found| is_same_match(&known.summary, &found.summary);
        match matches.iter_mut().find(is_part).filter(|_| sources[0].run.is_some()) {
            Some(known) => *known = joined(known, &found),
            None => matches.push(found),
        }
    }
    let measurements: Vec<Measurement> = held
        .measurements
        .iter()
        .map(|&place| measured(&results.registry, &results.measurements[place]))
        .collect();
    let tables: Vec<&Reproduction> = held.tables.iter().map(|&place| &results.tables[place]).collect();
    let mut builds: Vec<String> = Vec::new();
    let all = matches.iter().map(|found| &found.summary.build);
    let all = all.chain(measurements.iter().map(|measurement| &measurement.build));
    for text in all.chain(tables.iter().map(|table| &table.build)).map(build) {
        if !builds.contains(&text) {
            builds.push(text);
        }
    }
    let path = sources[0].path.as_path();
    let stem = path.file_stem().map_or_else(|| "results".into(), |stem| stem.to_string_lossy().into_owned());
    Experiment {
        registry: &results.registry,
        title: declared_title(path, &stem).unwrap_or_else(|| undated(&stem).1.to_owned()),
        address: address(&stem, others),
        files: sources.iter().map(|source| source.path.as_path()).collect(),
        ran: noted(path).or_else(|| undated(&stem).0.map(|date| format!("Date: {date}."))),
        builds,
        groups: groups(&results.registry, &matches),
        measurements,
        tables,
    }
}

/// A file's name as an address that is unique in the report.
fn address(stem: &str, others: &[Experiment]) -> String {
    let own = Some(slug(stem)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "results".into());
    // The first page of a folder has this name.
    let is_taken = |address: &str| address == "index" || others.iter().any(|other| other.address == address);
    let numbered = (2..).map(|number| format!("{own}-{number}"));
    std::iter::once(own.clone()).chain(numbered).find(|address| !is_taken(address)).unwrap_or(own)
}

/// The title of the experiment declared under this name, in the folder of its results or the folder above.
fn declared_title(path: &Path, stem: &str) -> Option<String> {
    let folder = path.parent()?;
    let folders = [Some(folder), folder.parent()];
    let names = [stem, undated(stem).1];
    let mut paths = folders
        .into_iter()
        .flatten()
        .flat_map(|folder| names.map(|name| folder.join(format!("{name}.toml"))));
    paths.find_map(|path| Some(experiment::Experiment::read(&path).ok()?.title))
}

/// The paragraph that begins with the date, from the notes beside a file of results.
fn noted(path: &Path) -> Option<String> {
    let notes = std::fs::read_to_string(path.with_extension("md")).ok()?;
    let lines = notes.lines().skip_while(|line| !line.starts_with("Date:"));
    let paragraph: Vec<&str> = lines.take_while(|line| !line.trim().is_empty()).collect();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}

/// Splits a name into its date, if it begins with one as in `2026-11-15-connect4`, and the rest.
fn undated(stem: &str) -> (Option<&str>, &str) {
    const DATE: &str = "0000-00-00";
    let is_digit = |letter: char| letter.is_ascii_digit();
    match stem.split_at_checked(DATE.len()) {
        Some((date, rest)) if date.replace(is_digit, "0") == DATE => match rest.strip_prefix('-') {
            Some(name) if !name.is_empty() => (Some(date), name),
            _ => (None, stem),
        },
        _ => (None, stem),
    }
}

/// A match with canonical names.
fn spelled(registry: &Registry, found: &Found) -> Found {
    let mut found = found.clone();
    let summary = &mut found.summary;
    summary.game = names::game(registry, &summary.game);
    for player in [&mut summary.a, &mut summary.b] {
        *player = names::player(registry, player, &summary.game);
    }
    summary.budget = names::budget(&summary.budget);
    found
}

/// A measurement with canonical names.
fn measured(registry: &Registry, measurement: &Measurement) -> Measurement {
    let game = names::game(registry, &measurement.game);
    Measurement {
        search: names::player(registry, &measurement.search, &game),
        budget: names::budget(&measurement.budget),
        game,
        ..measurement.clone()
    }
}

fn is_same_match(one: &Summary, other: &Summary) -> bool {
    let identity = |summary: &Summary| {
        let Summary { game, a, b, budget, openings, .. } = summary;
        ([game, a, b, budget, openings].map(Clone::clone), summary.seed, build(&summary.build))
    };
    identity(one) == identity(other)
}

/// Joins two shards of one match.
fn joined(one: &Found, other: &Found) -> Found {
    let mut scores = one.scores.clone();
    scores.join(&other.scores);
    let (first, second) = (&one.summary, &other.summary);
    let [games, wins, draws] =
        [first.games + second.games, first.wins + second.wins, first.draws + second.draws];
    let summary = Summary {
        games,
        wins,
        draws,
        losses: first.losses + second.losses,
        score: (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64),
        elo: scores.elo(),
        nelo: scores.nelo(),
        pairs: scores.pairs().0,
        distinct_games: first.distinct_games + second.distinct_games,
        observations: scores.observations(),
        score_se: scores.score_se(),
        split: scores.pairs().draw_ratio(),
        a_stats: sum(first.a_stats, second.a_stats),
        b_stats: sum(first.b_stats, second.b_stats),
        a_forfeits: first.a_forfeits + second.a_forfeits,
        b_forfeits: first.b_forfeits + second.b_forfeits,
        ..first.clone()
    };
    // The openings of both are known, which gives better intervals than a summary.
    let summary = Summary {
        score_ci95: scores.score_ci95(),
        points: scores.points(),
        elo_ci95: scores.elo_ci95(),
        nelo_ci95: scores.nelo_ci95(),
        los: scores.los(),
        ..summary.renewed()
    };
    // The course of the games is only known for each shard.
    Found { summary, scores, course: Vec::new(), shard: None }
}

fn sum(one: Stats, other: Stats) -> Stats {
    let [moves, evals, nodes] = [one.moves + other.moves, one.evals + other.evals, one.nodes + other.nodes];
    let cpu_seconds = one.cpu_seconds + other.cpu_seconds;
    let rate = |count: u64| (cpu_seconds > 0.0).then(|| count as f64 / cpu_seconds);
    Stats {
        moves,
        evals,
        nodes,
        cpu_seconds,
        moves_per_cpu_second: rate(moves),
        evals_per_cpu_second: rate(evals),
        overruns: one.overruns + other.overruns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_told_from_a_name() {
        assert_eq!(undated("2026-11-15-connect4"), (Some("2026-11-15"), "connect4"));
        for stem in ["connect4", "2026-11-15", "2026-11-15-", "2026-1-15-x", "é026-11-15-x"] {
            assert_eq!(undated(stem), (None, stem));
        }
    }
}
