//! Groups of comparable matches: of one game, budget, evaluator, set of openings and build, between players that met,
//! directly or through others.

use super::budgets::compare;
use super::names;
use super::read::Found;
use crate::matches::Summary;
use crate::provenance::Provenance;
use crate::text::distinct;
use tiptree::Registry;

/// What two matches must have in common, besides the budget, to be comparable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) game: String,
    /// The evaluator of both players; both evaluators if they differ.
    pub(super) evaluator: String,
    pub(super) openings: String,
    pub(super) build: String,
}

impl Setting {
    fn of(registry: &Registry, summary: &Summary) -> Setting {
        let Summary { game, a, b, openings, .. } = summary;
        let mut evaluators: Vec<String> =
            [a, b].into_iter().filter_map(|player| names::evaluator(registry, player, game)).collect();
        evaluators.sort();
        evaluators.dedup();
        Setting {
            game: game.clone(),
            evaluator: if evaluators.is_empty() { "none".into() } else { evaluators.join(" and ") },
            openings: openings.clone(),
            build: build(&summary.build),
        }
    }
}

/// A build in words, without the signature, which differs from match to match.
pub(super) fn build(build: &Provenance) -> String {
    Provenance { signature: None, ..build.clone() }.to_string()
}

/// Players who can be rated together, and their matches.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// What distinguishes it from the other groups of the experiment.
    pub(super) title: String,
    pub(super) setting: Setting,
    pub(super) budget: String,
    pub(super) players: Vec<String>,
    pub(super) matches: Vec<Found>,
}

/// The groups of an experiment: settings in order of appearance, the budgets of each from small to large. All names in
/// `matches` are canonical.
pub(super) fn groups(registry: &Registry, matches: &[Found]) -> Vec<Group> {
    let matches: Vec<(Setting, &Found)> =
        matches.iter().map(|found| (Setting::of(registry, &found.summary), found)).collect();
    let mut groups = Vec::new();
    for setting in distinct(matches.iter().map(|(setting, _)| setting)) {
        let of_setting = || matches.iter().filter(move |(other, _)| other == setting);
        let mut budgets = distinct(of_setting().map(|(_, found)| found.summary.budget.as_str()));
        budgets.sort_by(|a, b| compare(a, b));
        for budget in budgets {
            let met = of_setting().map(|(_, found)| *found).filter(|found| found.summary.budget == budget);
            groups.extend(connected(met).into_iter().map(|(players, matches)| Group {
                title: String::new(),
                setting: setting.clone(),
                budget: budget.to_owned(),
                players,
                matches,
            }));
        }
    }
    entitle(&mut groups);
    groups
}

/// Splits matches into groups of players that met, directly or through others.
fn connected<'a>(matches: impl Iterator<Item = &'a Found>) -> Vec<(Vec<String>, Vec<Found>)> {
    let mut parts: Vec<(Vec<String>, Vec<Found>)> = Vec::new();
    for found in matches {
        let both = [&found.summary.a, &found.summary.b];
        let is_linked = |(players, _): &(Vec<String>, _)| both.iter().any(|player| players.contains(player));
        let mut first: Option<usize> = None;
        for place in (0..parts.len()).rev() {
            if is_linked(&parts[place]) {
                // A match between two parts joins them.
                if let Some(later) = first {
                    let (players, matches) = parts.remove(later);
                    parts[place].0.extend(players);
                    parts[place].1.extend(matches);
                }
                first = Some(place);
            }
        }
        let place = first.unwrap_or_else(|| {
            parts.push((Vec::new(), Vec::new()));
            parts.len() - 1
        });
        let (players, matches) = &mut parts[place];
        for player in both {
            if !players.contains(player) {
                players.push(player.clone());
            }
        }
        matches.push(found.clone());
    }
    parts
}

/// Titles groups by their game and budget, and by whatever else differs within the experiment.
fn entitle(groups: &mut [Group]) {
    let differs = |field: fn(&Setting) -> &String| {
        groups.iter().any(|group| field(&group.setting) != field(&groups[0].setting))
    };
    let shown = [
        differs(|setting| &setting.evaluator),
        differs(|setting| &setting.openings),
        differs(|setting| &setting.build),
    ];
    for group in groups.iter_mut() {
        let Setting { game, evaluator, openings, build } = &group.setting;
        let budget = if group.budget.is_empty() { "no common budget" } else { &group.budget };
        let mut title = format!("{game}, {budget}");
        let parts = [format!("evaluator {evaluator}"), format!("openings {openings}"), build.clone()];
        for (part, _) in parts.iter().zip(shown).filter(|(_, is_shown)| *is_shown) {
            title = format!("{title}, {part}");
        }
        group.title = title;
    }
    let titles: Vec<String> = groups.iter().map(|group| group.title.clone()).collect();
    for (place, group) in groups.iter_mut().enumerate() {
        let namesakes = |some: &[String]| some.iter().filter(|title| **title == titles[place]).count();
        let (all, number) = (namesakes(&titles), namesakes(&titles[..place]) + 1);
        if all > 1 {
            group.title = format!("{}, group {number} of {all}", titles[place]);
        }
    }
}
