//! Every registered game can be built by its name, and what cannot is told what can.

use tiptree::{Budget, Spec, Turn};
use tiptree_games::registry::{GAMES, engine, rules};

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn refusal(game: &str, evaluator: Option<&str>) -> String {
    rules(&spec(game), evaluator).err().unwrap().to_string()
}

#[test]
fn every_game_is_built_with_each_of_its_evaluators() {
    for entry in GAMES {
        for valuation in entry.evaluators {
            let rules = rules(&spec(entry.name), Some(valuation.name)).unwrap();
            let start = rules.position("").unwrap();
            assert!(!start.moves().is_empty(), "{} has no moves", entry.name);
            assert_eq!(rules.position(&start.text()).unwrap().key(), start.key());
        }
    }
}

#[test]
fn a_game_keeps_the_name_by_which_it_was_asked_for() {
    for text in ["connect4", "connect4(order=4352617)", "connect4(height=4,width=12)", "tictactoe"] {
        assert_eq!(rules(&spec(text), None).unwrap().spec().to_string(), text);
    }
}

#[test]
fn parameters_reach_the_game() {
    let position =
        rules(&spec("connect4(width=4,height=1,order=4132)"), None).unwrap().position("1").unwrap();
    assert_eq!(position.moves(), ["4", "3", "2"]);
    assert_eq!(position.turn(), Turn::Min);
    let wide = rules(&spec("connect4(width=12,height=4)"), None).unwrap();
    assert_eq!(wide.position("abc").unwrap().moves().len(), 12);
}

#[test]
fn what_is_unknown_or_does_not_fit_is_told_what_is_accepted() {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    let unknown = format!(r#"game "conect4": expected one of {}"#, names.join(", "));
    assert_eq!(refusal("conect4", None), unknown);
    assert_eq!(
        refusal("connect4(widht=7)", None),
        r#"parameter of connect4 "widht": expected one of width, height, order"#
    );
    assert_eq!(refusal("tictactoe(size=3)", None), r#"parameter of tictactoe "size": expected none"#);
    assert_eq!(
        refusal("connect4", Some("rives")),
        r#"evaluator of connect4 "rives": expected one of rivest, neutral"#
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
}

#[test]
fn the_evaluator_of_a_search_wins_over_the_common_one() {
    let refused = |search: &str, evaluator| {
        engine(&spec("connect4"), evaluator, &spec(search), 1).err().map(|error| error.to_string())
    };
    let unknown = refused("mm(eval=odd)", Some("rivest")).unwrap();
    assert_eq!(unknown, r#"evaluator of connect4 "odd": expected one of rivest, neutral"#);
    let common = refused("mm", Some("even")).unwrap();
    assert!(common.starts_with(r#"evaluator of connect4 "even""#), "{common}");
    // A search that does not exist is refused only after its evaluator was found.
    let search = refused("no-such-search(eval=neutral)", Some("odd")).unwrap();
    assert!(search.starts_with(r#"search "no-such-search""#), "{search}");
}

#[test]
fn a_player_built_by_name_takes_the_win() {
    for evaluator in [None, Some("neutral")] {
        let mut player = engine(&spec("connect4"), evaluator, &spec("mm"), 1).unwrap();
        player.start("121212").unwrap();
        let report = player.run(&Budget { evals: Some(2000), ..Budget::unlimited() });
        assert_eq!(report.best.as_deref(), Some("1"));
    }
}
