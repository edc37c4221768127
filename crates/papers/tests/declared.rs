//! The experiments of this project, declared in `experiments/`: each can be run as it stands, and none changes by itself.

use std::path::Path;
use tiptree::Spec;
use tiptree::search::catalogue::SEARCHES;
use tiptree_games::registry;
use tiptree_lab::Shard;
use tiptree_lab::experiment::{Experiment, Task};
use tiptree_lab::tournament;
use tiptree_papers::prepare;

/// Every experiment with its matches and the games of each, or with its tables or measurements.
const DECLARED: [(&str, usize, usize); 123] = [
    ("backups-penalties", 48, 2000),
    ("backups-penalties-quality", 200, 0),
    ("ballard", 10, 0),
    ("ballard-pruning", 5, 98),
    ("ballard-regret", 1, 0),
    ("connect4", 45, 2000),
    ("constant-breakthrough", 10, 200),
    ("constant-breakthrough-20ms", 3, 100),
    ("constant-connect4", 10, 200),
    ("constant-connect4-20ms", 3, 100),
    ("constant-fitted-errors", 15, 200),
    ("constant-hex", 5, 200),
    ("constant-hex-20ms", 3, 100),
    ("constant-kalah", 10, 200),
    ("constant-kalah-20ms", 3, 100),
    ("constant-kalah-six", 5, 200),
    ("constant-othello", 10, 200),
    ("constant-othello-20ms", 3, 100),
    ("constant-planted", 15, 200),
    ("constant-planted-20ms", 3, 100),
    ("constant-planted-errors", 15, 200),
    ("dice-backgammon", 8, 600),
    ("dice-backgammon-50ms", 3, 80),
    ("dice-backgammon-5ms", 3, 300),
    ("dice-ewn", 12, 1000),
    ("dice-ewn-50ms", 3, 100),
    ("dice-hypergammon", 8, 1000),
    ("dice-penalties", 8, 0),
    ("dice-pig", 8, 1000),
    ("dice-propagation-backgammon", 4, 2000),
    ("dice-propagation-ewn", 6, 2000),
    ("dice-propagation-hypergammon", 4, 2000),
    ("dice-propagation-regret", 9, 0),
    ("dice-squash", 8, 0),
    ("headline", 6, 1000),
    ("headline-long", 2, 160),
    ("hypergammon-regret", 44, 0),
    ("hypergammon-regret-cpu", 18, 0),
    ("kalah-product", 8, 1000),
    ("kalah-product-small", 10, 1000),
    ("mm-against-ab", 20, 2000),
    ("mm-fast", 6, 1000),
    ("mm-fast-four-ply", 2, 4802),
    ("mm-fast-four-ply-longer", 4, 1000),
    ("mm-fast-full", 4, 300),
    ("mm-fast-kalah", 12, 200),
    ("mm-fast-long", 2, 400),
    ("mm-fast-long-balanced", 2, 200),
    ("mm-fast-othello", 4, 160),
    ("mm-fast-parts", 34, 240),
    ("mm-fast-rivals", 18, 200),
    ("mm-fast-rivest", 6, 600),
    ("mm-fast-threads", 4, 120),
    ("mm-fast-threads-gain", 4, 100),
    ("mm-fast-threads-long", 2, 50),
    ("mm-mean-by-the-clock", 2, 2000),
    ("mm-parts", 24, 2000),
    ("nau", 11, 0),
    ("nau-pathology", 1, 0),
    ("nau-pathology-14", 1, 0),
    ("noise-connect4", 216, 0),
    ("noise-fitted", 12, 1000),
    ("noise-planted", 50, 1000),
    ("noise-planted-constant", 16, 1000),
    ("noise-planted-crossing", 16, 1000),
    ("pvs-against-ab", 4, 2000),
    ("pvs-against-ab-four-ply", 4, 4802),
    ("pvs-parts", 40, 2000),
    ("quality", 160, 0),
    ("quality-kalah", 45, 0),
    ("quality-othello", 90, 0),
    ("rivals-connect4", 315, 80),
    ("rivals-connect4-fitted", 108, 200),
    ("rivals-kalah", 315, 80),
    ("rivals-othello", 315, 80),
    ("rivest", 3, 0),
    ("rivest-orders", 1, 0),
    ("sacrifices", 48, 0),
    ("sure", 198, 0),
    ("zoo-breakthrough", 4, 400),
    ("zoo-breakthrough-100ms", 1, 200),
    ("zoo-breakthrough-20ms", 1, 400),
    ("zoo-breakthrough-without-insight", 4, 400),
    ("zoo-breakthrough-without-insight-20ms", 1, 200),
    ("zoo-connect4", 4, 400),
    ("zoo-connect4-100ms", 1, 200),
    ("zoo-connect4-20ms", 2, 400),
    ("zoo-connect4-without-insight", 4, 400),
    ("zoo-connect4-without-insight-20ms", 1, 200),
    ("zoo-evaluators-connect4", 4, 400),
    ("zoo-evaluators-connect4-20ms", 1, 200),
    ("zoo-evaluators-discs-20ms", 1, 200),
    ("zoo-evaluators-kalah", 6, 400),
    ("zoo-evaluators-kalah-20ms", 1, 200),
    ("zoo-evaluators-othello", 12, 400),
    ("zoo-evaluators-othello-20ms", 2, 200),
    ("zoo-hex", 4, 400),
    ("zoo-hex-20ms", 1, 400),
    ("zoo-hex-without-insight", 4, 400),
    ("zoo-hex-without-insight-20ms", 1, 200),
    ("zoo-kalah", 4, 400),
    ("zoo-kalah-100ms", 1, 200),
    ("zoo-kalah-20ms", 2, 400),
    ("zoo-kalah-six", 4, 400),
    ("zoo-kalah-six-20ms", 1, 200),
    ("zoo-kalah-without-insight", 4, 400),
    ("zoo-kalah-without-insight-20ms", 1, 200),
    ("zoo-othello", 4, 400),
    ("zoo-othello-100ms", 1, 200),
    ("zoo-othello-20ms", 1, 400),
    ("zoo-othello-without-insight", 4, 400),
    ("zoo-othello-without-insight-20ms", 1, 200),
    ("zoo-parts-breakthrough", 3, 400),
    ("zoo-parts-breakthrough-20ms", 3, 200),
    ("zoo-parts-connect4", 3, 400),
    ("zoo-parts-connect4-20ms", 3, 200),
    ("zoo-parts-othello", 3, 400),
    ("zoo-parts-othello-20ms", 3, 200),
    ("zoo-planted", 12, 400),
    ("zoo-planted-20ms", 2, 200),
    ("zoo-planted-errors", 8, 400),
    ("zoo-threads-breakthrough", 2, 200),
    ("zoo-threads-othello", 2, 200),
];

fn experiments() -> Vec<(String, Experiment)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let declared = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let read = |path: std::path::PathBuf| {
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), Experiment::read(&path).unwrap())
    };
    let mut experiments: Vec<(String, Experiment)> = declared.map(read).collect();
    experiments.sort_by(|one, other| one.0.cmp(&other.0));
    experiments
}

#[test]
fn every_declared_experiment_is_counted() {
    let mut counted = Vec::new();
    for (name, experiment) in experiments() {
        assert!(!experiment.title.contains('\n'), "{name}");
        assert!(experiment.programs().is_empty(), "{name} starts programs");
        let problem = |error| format!("{name}: {error}");
        let (pieces, games) = match &experiment.task {
            Task::Tournament(request) => {
                // To find drawn openings takes half a minute; as many random ones make the same matches.
                let openings = request.openings.as_ref().map(|text| text.replace("balanced=", "random="));
                let request = tournament::Request { openings, ..request.clone() };
                let plan = request.prepare(&registry(), 1, Shard::WHOLE).map_err(problem).unwrap();
                (plan.headers().unwrap().len(), plan.games())
            }
            Task::Reproduce(request) => (prepare(request, 1).map_err(problem).unwrap().names.len(), 0),
            Task::Quality(request) => (request.prepare(&registry(), 1).map_err(problem).unwrap().count(), 0),
        };
        counted.push((name, pieces, games));
    }
    let declared = DECLARED.map(|(name, pieces, games)| (name.to_owned(), pieces, games));
    assert_eq!(counted, declared);
}

/// A parameter that is not named is refused beside the others, or has no default, neither by the search nor by the game.
#[test]
fn every_player_is_spelled_out_in_full() {
    let ours = registry();
    let rules = ours.rules(&"connect4".parse().unwrap(), None).unwrap();
    for (name, experiment) in experiments() {
        let (game, evaluators, players) = match &experiment.task {
            Task::Tournament(request) => (&request.game, &request.eval, &request.players),
            Task::Quality(request) => (&request.game, &request.eval, &request.searches),
            Task::Reproduce(_) => continue,
        };
        // These are about the defaults, whatever they are when they are run.
        if ["zoo-", "constant-"].iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        for player in players {
            let mut search: Spec = player.parse().unwrap();
            let none = evaluators.is_empty().then_some(None);
            let seen = evaluators.0.iter().map(|name| Some(name.as_str())).chain(none);
            for evaluator in seen {
                let completed = ours.completed(&game.parse().unwrap(), evaluator, &search).unwrap();
                assert_eq!(completed, search, "{name}: {player} leaves something to a default of {game}");
            }
            search.parameters.retain(|(key, _)| key != "eval");
            let entry = SEARCHES.iter().find(|entry| entry.name == search.name).unwrap();
            for parameter in entry.parameters.iter().filter(|parameter| !parameter.default.is_empty()) {
                if search.get(parameter.key).is_none() {
                    let mut longer = search.clone();
                    longer.parameters.push((parameter.key.into(), parameter.default.into()));
                    let is_refused = rules.engine(&longer, 1).is_err();
                    assert!(is_refused, "{name}: {player} leaves {} to the default", parameter.key);
                }
            }
        }
    }
}
