//! Every registered game can be built by its name; errors list what is accepted.

use tiptree::registry::{SearchEntry, Valuation};
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Game, Spec, Turn};
use tiptree_games::registry;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn refusal(game: &str, evaluator: Option<&str>) -> String {
    registry().rules(&spec(game), evaluator).err().unwrap().to_string()
}

/// Whether an evaluator can be named alone: all its parameters have defaults. The others, such as one that reads a file, have
/// tests of their own.
fn needs_nothing(valuation: &Valuation) -> bool {
    valuation.parameters.iter().all(|parameter| !parameter.default.is_empty())
}

#[test]
fn every_game_is_built_with_each_of_its_evaluators() {
    for entry in registry().games() {
        for valuation in entry.evaluators.iter().filter(|valuation| needs_nothing(valuation)) {
            let rules = registry().rules(&spec(&entry.name), Some(&valuation.name)).unwrap();
            let start = rules.position("").unwrap();
            assert!(!start.moves().is_empty(), "{} has no moves", entry.name);
            assert_eq!(rules.position(&start.text()).unwrap().key(), start.key());
        }
    }
}

#[test]
fn every_evaluator_takes_noise() {
    for entry in registry().games() {
        for valuation in entry.evaluators.iter().filter(|valuation| needs_nothing(valuation)) {
            for noise in ["noise=0", "noise=50,kind=biased,seed=7"] {
                let evaluator = format!("{}({noise})", valuation.name);
                let rules = registry().rules(&spec(&entry.name), Some(&evaluator)).unwrap();
                assert_eq!(rules.spec().name, entry.name);
            }
        }
    }
    assert_eq!(
        refusal("connect4", Some("rivest(nois=5)")),
        r#"parameter of rivest "nois": expected one of noise, kind, seed; did you mean `noise`?"#
    );
}

#[test]
fn no_noise_sees_what_the_evaluator_sees_and_noise_does_not() {
    let budget = Budget { evals: Some(300), ..Budget::unlimited() };
    let values = |eval: &str| -> Vec<f64> {
        ["", "44", "4453", "1234567"]
            .map(|position| {
                let search = spec(&format!("minimax(depth=2,eval={eval})"));
                let mut player = registry().engine(&spec("connect4"), None, &search, 1).unwrap();
                player.start(position).unwrap();
                player.run(&budget).value
            })
            .to_vec()
    };
    for name in ["rivest", "fitted", "neutral"] {
        assert_eq!(values(name), values(&format!("{name}(noise=0)")));
        assert_ne!(values(name), values(&format!("{name}(noise=50)")));
    }
    assert_ne!(values("rivest(noise=50)"), values("rivest(noise=50,seed=2)"));
    assert_ne!(values("rivest(noise=50)"), values("rivest(noise=50,kind=biased)"));
}

#[test]
fn a_game_keeps_the_name_by_which_it_was_asked_for() {
    for text in [
        "connect4",
        "connect4(order=4352617)",
        "connect4(height=4,width=12)",
        "tictactoe",
        "pgame",
        "ggame(r=0.25)",
        "startree(depth=5)",
    ] {
        assert_eq!(registry().rules(&spec(text), None).unwrap().spec().to_string(), text);
    }
}

#[test]
fn parameters_reach_the_game() {
    let position = registry()
        .rules(&spec("connect4(width=4,height=1,order=4132)"), None)
        .unwrap()
        .position("1")
        .unwrap();
    assert_eq!(position.moves(), ["4", "3", "2"]);
    assert_eq!(position.turn(), Turn::Min);
    let wide = registry().rules(&spec("connect4(width=12,height=4)"), None).unwrap();
    assert_eq!(wide.position("abc").unwrap().moves().len(), 12);
}

#[test]
fn what_is_unknown_or_does_not_fit_is_told_what_is_accepted() {
    let ours = registry();
    let names: Vec<&str> = ours.games().iter().map(|entry| &*entry.name).collect();
    let unknown =
        format!(r#"game "conect4": expected one of {}; did you mean `connect4`?"#, names.join(", "));
    assert_eq!(refusal("conect4", None), unknown);
    assert_eq!(
        refusal("connect4(widht=7)", None),
        r#"parameter of connect4 "widht": expected one of width, height, order; did you mean `width`?"#
    );
    assert_eq!(refusal("tictactoe(size=3)", None), r#"parameter of tictactoe "size": expected none"#);
    assert_eq!(
        refusal("connect4", Some("rives")),
        r#"evaluator of connect4 "rives": expected one of rivest, fitted, neutral; did you mean `rivest`?"#
    );
    assert_eq!(refusal("connect4(width=x)", None), r#"width of connect4 "x": expected a number of columns"#);
    assert_eq!(
        refusal("connect4(width=9,height=9)", None),
        r#"board "9x9": expected 1 to 6 rows on 9 columns"#
    );
    assert_eq!(
        refusal("connect4(order=11)", None),
        r#"order of columns "11": expected each of 1234567 once"#
    );
    assert_eq!(refusal("startree(depth=x)", None), r#"depth of startree "x": expected a number of levels"#);
    assert_eq!(
        refusal("startree(order=worst)", None),
        r#"order of arcs "worst": expected one of random, best"#
    );
}

#[test]
fn boards_of_squares_take_their_sizes_and_chances_from_the_name() {
    let ones = |game: &str| registry().rules(&spec(game), None).unwrap().deal(1).text().matches('1').count();
    assert_eq!(ones("pgame(p=1)"), 1024);
    assert_eq!(ones("pgame(p=1,height=3,branching=3)"), 27);
    assert_eq!(ones("ngame(q=1,height=4)"), 16);
    assert_eq!(ones("ngame(q=1,height=2,branching=5)"), 25);
    assert_eq!(ones("ggame(r=1,height=6)"), 7);
    let deal = |game: &str, seed| registry().rules(&spec(game), None).unwrap().deal(seed).text();
    assert_eq!(deal("pgame", 5), deal("pgame(p=0.3819660112501052,branching=2,height=10)", 5));
    for game in ["pgame", "ngame", "ggame"] {
        assert!(registry().rules(&spec(game), None).unwrap().is_dealt());
        assert_ne!(deal(game, 1), deal(game, 2));
        assert_eq!(registry().rules(&spec(game), None).unwrap().position("").unwrap().text(), deal(game, 1));
    }
}

#[test]
fn boards_of_squares_that_cannot_be_are_told_which_parameter_is_wrong() {
    let [moves, parts] =
        ["a number of moves", "a number of parts"].map(|what| format!("{what} with at most 2^26 squares"));
    let probability = "a probability, from 0 to 1";
    let large = "1 to 26 with branching 2; the board would have";
    for (game, read, expected) in [
        ("pgame(height=0)", "height of pgame \"0\"", "at least 1 move"),
        ("pgame(height=ten)", "height of pgame \"ten\"", &moves),
        ("ngame(height=-1)", "height of ngame \"-1\"", &moves),
        ("ngame(height=99999999999)", "height of ngame \"99999999999\"", &moves),
        ("pgame(branching=1)", "branching of pgame \"1\"", "at least 2 parts"),
        ("pgame(branching=2.5)", "branching of pgame \"2.5\"", &parts),
        ("pgame(p=1.5)", "p of pgame \"1.5\"", probability),
        ("pgame(p=NaN)", "p of pgame \"NaN\"", probability),
        ("pgame(p=half)", "p of pgame \"half\"", probability),
        ("ngame(q=-0.5)", "q of ngame \"-0.5\"", probability),
        ("ggame(r=inf)", "r of ggame \"inf\"", probability),
        ("ggame(height=64)", "height of ggame \"64\"", "1 to 63 moves"),
        ("ggame(height=x)", "height of ggame \"x\"", "1 to 63 moves"),
        (
            "pgame(height=40)",
            "height of pgame \"40\"",
            &format!("{large} 1099511627776 squares, 128 GiB as bits"),
        ),
        (
            "ngame(height=4000000000)",
            "height of ngame \"4000000000\"",
            &format!("{large} 2^4000000000 squares, more than any memory holds"),
        ),
    ] {
        assert_eq!(refusal(game, None), format!("{read}: expected {expected}"));
    }
    assert_eq!(
        refusal("ngame(p=0.5)", None),
        r#"parameter of ngame "p": expected one of height, q, branching"#
    );
    assert_eq!(
        refusal("ngame", Some("e2")),
        r#"evaluator of ngame "e2": expected one of e1, neutral; did you mean `e1`?"#
    );
    assert_eq!(
        refusal("pgame(height=21)", Some("e2")),
        r#"height of pgame "21": expected 1 to 20 for e2 with branching 2; its table would take too long"#
    );
    assert!(refusal("pgame(branching=1000000)", None).starts_with("height of pgame \"10\": expected 1 with"));
}

#[test]
fn the_evaluator_of_a_search_wins_over_the_common_one() {
    let refused = |search: &str, evaluator| {
        registry().engine(&spec("connect4"), evaluator, &spec(search), 1).err().map(|error| error.to_string())
    };
    let unknown = refused("mm(eval=odd)", Some("rivest")).unwrap();
    assert_eq!(unknown, r#"evaluator of connect4 "odd": expected one of rivest, fitted, neutral"#);
    let common = refused("mm", Some("even")).unwrap();
    assert!(common.starts_with(r#"evaluator of connect4 "even""#), "{common}");
    // An unknown search is refused only after its evaluator has been found.
    let search = refused("no-such-search(eval=neutral)", Some("odd")).unwrap();
    assert!(search.starts_with(r#"search "no-such-search""#), "{search}");
}

#[test]
fn a_player_built_by_name_takes_the_win() {
    for evaluator in [None, Some("neutral")] {
        let mut player = registry().engine(&spec("connect4"), evaluator, &spec("mm"), 1).unwrap();
        player.start("121212").unwrap();
        let report = player.run(&Budget { evals: Some(2000), ..Budget::unlimited() });
        assert_eq!(report.best.as_deref(), Some("1"));
    }
}

/// The games with types go by their numbers, the others are what they are.
#[test]
fn a_search_that_joins_plays_every_game() {
    let oracle = SearchEntry::new("oracle", |_, game, evaluator, _| {
        Ok(Box::new(Deepening::new(game, evaluator, Minimax::default())))
    });
    let registry = registry().with_search(oracle);
    for entry in registry.games() {
        for evaluator in
            [entry.evaluators[0].name.to_string(), format!("{}(noise=5)", entry.evaluators[0].name)]
        {
            let rules = registry.rules(&spec(&entry.name), Some(&evaluator)).unwrap();
            // Rolls multiply the positions.
            let depth = if rules.untyped().unwrap().0.has_chance() { 1 } else { 2 };
            let found = |search: &str| {
                let mut player = rules.engine(&spec(search), 1).unwrap();
                player.start(&rules.deal(3).text()).unwrap();
                let report = player.run(&player.budget(&Budget::unlimited()));
                (report.value, report.best_moves, report.pv)
            };
            let [ours, theirs] = ["minimax", "oracle"].map(|name| found(&format!("{name}(depth={depth})")));
            assert_eq!(theirs, ours, "{} {evaluator}", entry.name);
        }
    }
}
