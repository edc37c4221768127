//! The findings of an experiment, in sentences.

use super::budgets::compare;
use super::experiments::Experiment;
use super::groups::Group;
use super::quality::Place;
use super::ratings;
use crate::matches::{Summary, Verdict};
use crate::quality::Measurement;
use crate::reproduce::{Reproduction, Verdict as Compared};
use crate::standings::Standing;
use crate::text::distinct;

/// A group of more matches than this is summarised by its ratings.
const FEW: usize = 3;
/// The most players that a sentence names one by one.
const NAMED: usize = 4;

/// The findings, those of matches first.
pub(super) fn findings(experiment: &Experiment) -> Vec<String> {
    let (small, large): (Vec<&Group>, Vec<&Group>) =
        experiment.groups.iter().partition(|group| group.matches.len() <= FEW);
    let mut findings = duels(&small);
    findings.extend(large.into_iter().flat_map(rated));
    findings.extend(Place::all(experiment).iter().flat_map(kept));
    findings.extend(experiment.tables.iter().map(|table| compared(table)));
    findings
}

/// Sentences on the matches of small groups; the matches of two players at several budgets share one.
fn duels(groups: &[&Group]) -> Vec<String> {
    let all: Vec<(&Group, &Summary)> = groups
        .iter()
        .flat_map(|group| group.matches.iter().map(move |found| (*group, &found.summary)))
        .collect();
    let is_same = |(one, first): &(&Group, &Summary), (other, second): &(&Group, &Summary)| {
        one.setting == other.setting && first.a == second.a && first.b == second.b
    };
    let mut told: Vec<usize> = Vec::new();
    let mut sentences = Vec::new();
    for (place, met) in all.iter().enumerate() {
        if told.contains(&place) {
            continue;
        }
        let same: Vec<usize> = (place..all.len()).filter(|&other| is_same(met, &all[other])).collect();
        sentences.push(match same.as_slice() {
            [_] => format!("{}: {}", met.0.title, score(met.1)),
            several => {
                let several: Vec<(&Group, &Summary)> = several.iter().map(|&place| all[place]).collect();
                over_budgets(&several)
            }
        });
        told.extend(same);
    }
    sentences
}

/// One match in a sentence whose subject is the stronger player.
fn score(summary: &Summary) -> String {
    let Summary { a, b, games, .. } = summary;
    let [score, ci95] = [summary.score, summary.score_ci95].map(Option::unwrap_or_default);
    let told = |player: &str, opponent: &str, score: f64| {
        format!("{player} scores {score:.3} ± {ci95:.3} against {opponent}, {games} games")
    };
    match summary.verdict {
        Verdict::AStronger => format!("{}: {a} is stronger.", told(a, b, score)),
        Verdict::BStronger => format!("{}: {b} is stronger.", told(b, a, 1.0 - score)),
        Verdict::CannotTell => format!("{}: cannot tell who is stronger.", told(a, b, score)),
        Verdict::TooFew => format!(
            "{a} scores {score:.3} against {b}, {games} games: too few independent observations ({}) for a verdict.",
            summary.observations
        ),
    }
}

fn over_budgets(met: &[(&Group, &Summary)]) -> String {
    let (group, first) = met[0];
    let is_fixed = met.iter().all(|(_, summary)| summary.budget == first.budget);
    let parts = met.iter().map(|(_, summary)| {
        let [score, ci95] = [summary.score, summary.score_ci95].map(Option::unwrap_or_default);
        let verdict = match summary.verdict {
            Verdict::AStronger => "stronger",
            Verdict::BStronger => "weaker",
            Verdict::CannotTell => "cannot tell",
            Verdict::TooFew => "too few observations",
        };
        let place = match summary.budget.as_str() {
            _ if is_fixed => format!("with seed {}", summary.seed),
            "" => "without a common budget".to_owned(),
            budget => format!("at {budget}"),
        };
        format!("{score:.3} ± {ci95:.3} {place}, {} games ({verdict})", summary.games)
    });
    // The title begins with the game and the budget; the budget is given with each score instead.
    let rest: Vec<&str> = group.title.split(", ").filter(|part| *part != group.budget).collect();
    let place = if is_fixed { group.title.clone() } else { rest.join(", ") };
    format!("{place}: {} against {} scores {}.", first.a, first.b, parts.collect::<Vec<_>>().join("; "))
}

/// Sentences on a large group: its ratings, or verdicts if one player met all others and these did not meet.
fn rated(group: &Group) -> Vec<String> {
    let summaries: Vec<&Summary> = group.matches.iter().map(|found| &found.summary).collect();
    let is_in_all =
        |player: &&String| summaries.iter().all(|summary| [&summary.a, &summary.b].contains(player));
    if let Some(hero) = group.players.iter().find(is_in_all) {
        return vec![format!("{}: {}", group.title, gauntlet(hero, &summaries))];
    }
    let standings = ratings::standings(group);
    let rated: Vec<&Standing> = standings.iter().filter(|row| row.rating.is_some()).collect();
    let unrated: Vec<&str> =
        standings.iter().filter(|row| row.rating.is_none()).map(|row| row.player.as_str()).collect();
    let elo = |row: &Standing| {
        let [rating, ci95] = [row.rating, row.rating_ci95].map(Option::unwrap_or_default);
        format!("{rating:.0} ± {ci95:.0}")
    };
    let mut sentence = match rated.as_slice() {
        [] => "nobody can be rated".to_owned(),
        [first] => format!("{} alone can be rated", first.player),
        [first, second, ..] => {
            let met = summaries.iter().find(|summary| {
                let both = [&summary.a, &summary.b];
                both.contains(&&first.player) && both.contains(&&second.player)
            });
            let direct = met.map_or_else(String::new, |summary| format!(". Directly: {}", score(summary)));
            format!(
                "of {} players {} is rated highest, {} Elo against their mean; next is {} with {}{}",
                rated.len(),
                first.player,
                elo(first),
                second.player,
                elo(second),
                direct.trim_end_matches('.')
            )
        }
    };
    if !unrated.is_empty() {
        sentence = format!("{sentence}. Unrated: {}", list(&unrated));
    }
    vec![format!("{}: {sentence}.", group.title)]
}

/// The results of one player against all others.
fn gauntlet(hero: &String, summaries: &[&Summary]) -> String {
    let against = |wanted: fn(&Summary, bool) -> bool| -> Vec<&str> {
        let chosen = summaries.iter().filter(|summary| wanted(summary, summary.a == *hero));
        chosen.map(|summary| if summary.a == *hero { &*summary.b } else { &*summary.a }).collect()
    };
    let parts = [
        ("stronger than", against(|summary, is_a| summary.verdict == stronger(is_a))),
        ("weaker than", against(|summary, is_a| summary.verdict == stronger(!is_a))),
        ("undecided against", against(|summary, _| summary.verdict == Verdict::CannotTell)),
        ("too few observations against", against(|summary, _| summary.verdict == Verdict::TooFew)),
    ];
    let told = parts.iter().filter(|(_, players)| !players.is_empty());
    let told: Vec<String> = told.map(|(word, players)| format!("{word} {}", list(players))).collect();
    format!("{hero} in {} matches: {}.", summaries.len(), told.join("; "))
}

fn stronger(is_a: bool) -> Verdict {
    if is_a { Verdict::AStronger } else { Verdict::BStronger }
}

/// The names if there are few, else their number.
fn list(names: &[&str]) -> String {
    if names.len() > NAMED { format!("{} players", names.len()) } else { names.join(", ") }
}

/// The search that keeps the value most often at each place, at the largest budget of each kind.
fn kept(place: &Place) -> Vec<String> {
    let mut budgets = distinct(place.rows.iter().map(|row| row.budget.as_str()));
    budgets.sort_by(|a, b| compare(a, b));
    let kind = |budget: &str| budget.split('=').next().unwrap_or_default().to_owned();
    let is_largest =
        |place: usize| budgets.get(place + 1).is_none_or(|next| kind(next) != kind(budgets[place]));
    let largest = (0..budgets.len()).filter(|&place| is_largest(place)).map(|place| budgets[place]);
    largest.filter_map(|budget| most(place, budget)).collect()
}

fn most(place: &Place, budget: &str) -> Option<String> {
    let mut rows: Vec<&Measurement> = place.rows.iter().filter(|row| row.budget == budget).copied().collect();
    rows.sort_by(|a, b| b.kept_percent.unwrap_or(-1.0).total_cmp(&a.kept_percent.unwrap_or(-1.0)));
    let share = |row: &Measurement| {
        let [kept, ci95] = [row.kept_percent, row.kept_ci95].map(Option::unwrap_or_default);
        format!("{kept:.1} ± {ci95:.1} %")
    };
    let first = *rows.first().filter(|row| row.kept_percent.is_some())?;
    let level = rows.iter().filter(|row| row.kept_percent == first.kept_percent).count();
    let subject = match level {
        1 => format!("{} keeps", first.search),
        2 => format!("{} and {} keep", first.search, rows[1].search),
        _ => format!("{} and {} others keep", first.search, level - 1),
    };
    let next = rows
        .get(level)
        .map_or_else(String::new, |next| format!("; next is {} with {}", next.search, share(next)));
    let most = if rows.len() > 1 { format!(", the most of {} players", rows.len()) } else { String::new() };
    Some(format!(
        "{}, {}: {subject} the outcome at {} of {} positions{most}{next}.",
        place.title,
        if budget.is_empty() { "no common budget" } else { budget },
        share(first),
        first.positions
    ))
}

/// How a reproduced table compares with the published one.
fn compared(table: &Reproduction) -> String {
    let name = super::papers::name(table);
    if table.is_study() {
        return format!("{name}: {} measurements, nothing of them published.", table.rows.len());
    }
    let counts = [
        (table.count(Compared::Exact), "exact"),
        (table.count(Compared::Within), "within sampling error"),
        (table.count(Compared::KnownMisprint), "against a misprint"),
        (table.count(Compared::Unexplained), "unexplained"),
        (table.count(Compared::Differs), "different"),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    if told.is_empty() {
        return format!("{name}: {} numbers, none of them published.", table.rows.len());
    }
    format!("{name}: of the published numbers {}.", told.join(", "))
}
