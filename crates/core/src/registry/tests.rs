//! What a registry refuses, and a search that is added.

use super::*;
use crate::budget::Budget;
use crate::erased::{Named, engine};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::report::Report;
use crate::search::Search;
use crate::search::depth_first::{Deepening, Minimax};
use crate::spec::Parameter;
use crate::testing::synthetic::{HashEvaluator, HashTree};
use crate::untyped::Untyped;

/// A random tree, with chance nodes if the name is `dice`.
fn random(spec: &Spec) -> Result<HashTree, ParseError> {
    let game = HashTree::new(7, spec.read("depth", 5, "a number of moves")?, 3);
    Ok(if spec.name == "dice" { game.with_chance(0.3) } else { game })
}

/// Random trees by name.
fn tree(name: &'static str) -> Entry {
    Entry::new(name, |spec: &Spec, _: &Spec| {
        let named = Named::new(spec.clone(), random(spec)?, HashEvaluator::new(3, 100));
        Ok(Box::new(named) as Box<dyn Rules>)
    })
    .parameters([Parameter::new("depth", "5", "moves of a game")])
}

/// The oracle under its own name: it deepens to the depth of its budget.
fn oracle(name: &'static str) -> SearchEntry {
    SearchEntry::new(name, |spec: &Spec, game: Untyped, evaluator, _seed| {
        spec.read("haste", 0, "a whole number")?;
        Ok(Box::new(Deepening::new(game, evaluator, Minimax::default())) as Box<dyn Search<Untyped>>)
    })
    .summary("plain minimax")
    .parameters([Parameter::new("haste", "0", "changes nothing")])
}

fn refusal(registry: &Registry) -> String {
    registry.checked().expect_err("a problem").to_string()
}

fn failure(registry: &Registry, search: &str) -> String {
    let engine = registry.engine(&"tree".parse().unwrap(), None, &search.parse().unwrap(), 1);
    engine.err().expect("a refusal").to_string()
}

#[test]
fn each_name_comes_once_and_can_be_read() {
    let registry = Registry::new().with(tree("tree")).with(tree("dice")).with_search(oracle("oracle"));
    assert_eq!(registry.checked(), Ok(()));
    let twice = registry.clone().with(tree("dice"));
    let expected = r#"game "dice": expected a name that no other game has"#;
    assert_eq!(refusal(&twice), expected);
    // Such a registry gives no games.
    assert_eq!(twice.rules(&"tree".parse().unwrap(), None).err().unwrap().to_string(), expected);
    let again = registry.clone().with_search(oracle("oracle"));
    assert_eq!(refusal(&again), r#"search "oracle": expected a name that no other search has"#);
    let ours = registry.clone().with_search(oracle("mm"));
    assert_eq!(refusal(&ours), r#"search "mm": expected a name that no other search has"#);
    for name in ["", "a b", "tree(depth=3)", " tree"] {
        let message = refusal(&Registry::new().with(tree(name)));
        assert!(message.ends_with("expected a name of letters, digits, - and _"), "{message}");
    }
    let blind = Registry::new().with(tree("tree").evaluators([]));
    assert_eq!(refusal(&blind), r#"evaluators of tree "": expected at least one"#);
    let budget = oracle("oracle").parameters([Parameter::new("depth", "4", "")]);
    let message = refusal(&Registry::new().with_search(budget));
    assert_eq!(message, r#"parameter of oracle "depth": expected a key that not every search has"#);
}

#[test]
fn an_evaluator_has_parameters_of_its_own_and_noise() {
    let sized = |keys: &[&'static str]| {
        let parameters = keys.iter().map(|key| Parameter::new(key, "100", "different values"));
        Entry::new("tree", |spec: &Spec, evaluator: &Spec| {
            let levels = evaluator.read("levels", 100, "a whole number")?;
            let evaluator: Arc<dyn Evaluator<HashTree>> = Arc::new(HashEvaluator::new(3, levels));
            Ok(Box::new(Named::shared(spec.clone(), random(spec)?, evaluator)) as Box<dyn Rules>)
        })
        .evaluators([Valuation::new("hash", "a random number").parameters(parameters)])
    };
    let registry = Registry::new().with(sized(&["levels"]));
    let highest = |evaluator: &str| {
        let rules = registry.rules(&"tree".parse().unwrap(), Some(evaluator));
        rules.map(|rules| rules.untyped().unwrap().1.range().high).map_err(|error| error.to_string())
    };
    assert_eq!(highest("hash"), Ok(99.0));
    assert_eq!(highest("hash( levels=7 )"), Ok(6.0));
    assert_eq!(highest("hash(levels=7,noise=1)"), Ok(6.0));
    for (text, message) in [
        ("hush", r#"evaluator of tree "hush": expected one of hash; did you mean `hash`?"#),
        (
            "hash(levls=7)",
            "parameter of hash \"levls\": expected one of levels, noise, kind, seed; did you mean `levels`?",
        ),
        ("hash(levels=x)", r#"levels of hash "x": expected a whole number"#),
    ] {
        assert_eq!(highest(text), Err(message.into()));
    }
    let taken = refusal(&Registry::new().with(sized(&["levels", "seed"])));
    let expected =
        r#"parameter of hash, an evaluator of tree "seed": expected a key that not every evaluator has"#;
    assert_eq!(taken, expected);
}

#[test]
fn a_search_that_joins_is_found_listed_and_checked() {
    let registry = Registry::new().with(tree("tree")).with_search(oracle("oracle"));
    let names: Vec<&str> = registry.searches().map(|search| search.name).collect();
    assert_eq!(names.len(), catalogue::SEARCHES.len() + 1);
    assert_eq!(registry.search("oracle").map(|search| search.parameters[0].key), Some("haste"));
    let unknown = failure(&registry, "oracles");
    assert!(unknown.ends_with("star3, oracle; did you mean `oracle`?"), "{unknown}");
    let key = failure(&registry, "oracle(hast=1)");
    assert!(key.starts_with(r#"parameter of oracle "hast": expected one of haste, eval, moves"#), "{key}");
    assert_eq!(failure(&registry, "oracle(haste=x)"), r#"haste of oracle "x": expected a whole number"#);
    assert_eq!(failure(&registry, "mm(c=x)"), failure(&Registry::new().with(tree("tree")), "mm(c=x)"));
}

#[test]
fn a_search_that_joins_does_by_texts_what_it_does_on_the_types() {
    let registry = Registry::new().with(tree("tree")).with(tree("dice")).with_search(oracle("oracle"));
    for game in ["tree", "dice", "tree(depth=7)"] {
        let game: Spec = game.parse().unwrap();
        let search: Spec = "oracle(depth=4)".parse().unwrap();
        let typed = engine(&search, random(&game).unwrap(), |game| {
            Ok(Box::new(Deepening::new(game, HashEvaluator::new(3, 100), Minimax::default())))
        });
        let mut players = [registry.engine(&game, None, &search, 1).unwrap(), typed.unwrap()];
        let mut position = registry.rules(&game, None).unwrap().position("").unwrap();
        while !position.turn().is_over() {
            let [untyped, typed] = players.each_mut().map(|player| {
                let budget = player.budget(&Budget::unlimited());
                Report { seconds: 0.0, cpu_seconds: 0.0, ..player.run(&budget) }
            });
            assert_eq!(untyped, typed, "{game} {}", position.text());
            let mv = untyped.best.unwrap_or_else(|| position.moves()[0].clone());
            position.play(&mv).unwrap();
            for player in &mut players {
                player.play(&mv).unwrap();
            }
        }
    }
}

#[test]
fn a_game_that_joined_searches_stays_what_it_is() {
    let plain = Registry::new().with(tree("tree"));
    let joined = plain.clone().with_search(oracle("oracle"));
    let spec: Spec = "tree(depth=3)".parse().unwrap();
    let [plain, joined] = [plain, joined].map(|registry| registry.rules(&spec, None).unwrap());
    assert_eq!(plain.spec(), joined.spec());
    assert_eq!(plain.payoffs(), joined.payoffs());
    assert_eq!(plain.usual_search(), joined.usual_search());
    assert_eq!(plain.deal(1).moves(), joined.deal(1).moves());
    assert_eq!(plain.is_dealt(), joined.is_dealt());
    let (game, evaluator) = joined.untyped().unwrap();
    assert_eq!(game.payoffs(), joined.payoffs());
    assert_eq!(evaluator.range(), Evaluator::<HashTree>::range(&HashEvaluator::new(3, 100)));
}

#[test]
fn without_an_evaluator_to_be_fitted_the_games_that_have_one_are_listed() {
    let registry = Registry::new().with(tree("tree"));
    let refused = registry.features(&"tree".parse().unwrap()).err().unwrap().to_string();
    assert_eq!(refused, r#"game with an evaluator to fit "tree": expected none"#);
}

/// The value of the parameter `haste` that each of these texts is played with at `game`.
fn hastes(registry: &Registry, evaluator: &str, texts: [&str; 4]) -> [Option<String>; 4] {
    texts.map(|text| {
        let completed = registry.completed(&"tree".parse().unwrap(), Some(evaluator), &text.parse().unwrap());
        completed.unwrap().get("haste").map(str::to_owned)
    })
}

#[test]
fn a_game_gives_parameters_that_the_user_does_not_give() {
    let hash = |name| Valuation::new(name, "a random number");
    let game = tree("tree")
        .search_defaults(["oracle(haste=1)", "mm(c=0.01,p=3)"])
        .evaluators([hash("plain"), hash("hasty").search_defaults(["oracle(haste=2)"])]);
    let registry = Registry::new().with(game).with(tree("other")).with_search(oracle("oracle"));
    let texts = ["oracle", "oracle(haste=7)", "oracle(eval=hasty,depth=3)", "mm"];
    let own = |haste: &str| Some(haste.to_owned());
    assert_eq!(hastes(&registry, "plain", texts), [own("1"), own("7"), own("2"), None]);
    assert_eq!(hastes(&registry, "hasty", texts), [own("2"), own("7"), own("2"), None]);
    let completed = |game: &str, search: &str| {
        registry.completed(&game.parse().unwrap(), None, &search.parse().unwrap()).unwrap().to_string()
    };
    assert_eq!(completed("tree(depth=7)", "mm(p=5)"), "mm(p=5,c=0.01)");
    assert_eq!(completed("other", "mm(p=5)"), "mm(p=5)");
    // A game plays with them however it was asked for.
    let found = |game: &str, search: &str| {
        let mut player = registry.engine(&game.parse().unwrap(), None, &search.parse().unwrap(), 1).unwrap();
        Report { seconds: 0.0, cpu_seconds: 0.0, ..player.run(&Budget::moves(200)) }
    };
    assert_eq!(found("tree", "mm"), found("tree", "mm(c=0.01,p=3)"));
    assert_ne!(found("tree", "mm(c=0.5)"), found("tree", "mm"));
}

#[test]
fn defaults_that_no_search_accepts_are_refused() {
    let with = |default: &'static str| Registry::new().with(tree("tree").search_defaults([default]));
    assert_eq!(with("mm(c=0.01)").checked(), Ok(()));
    for (default, message) in [
        ("mm(d=1)", "parameter of mm \"d\": expected one of "),
        ("mm(moves=1)", "parameter of mm \"moves\": expected one of "),
        ("oracle(haste=1)", "search in a default of tree \"oracle\": expected one of mm-fast"),
        ("(c=1)", "default of tree \"(c=1)\": expected a search with parameters"),
    ] {
        assert!(refusal(&with(default)).starts_with(message), "{}", refusal(&with(default)));
    }
    // The search may join after the game.
    assert_eq!(with("oracle(haste=1)").with_search(oracle("oracle")).checked(), Ok(()));
    let evaluator = Valuation::new("hash", "").search_defaults(["mm(d=1)"]);
    assert!(refusal(&Registry::new().with(tree("tree").evaluators([evaluator]))).contains("expected one of"));
}
