//! Every message of the page.

use crate::{ask, studio, timeless};
use serde_json::{Value, json};

fn error(answer: &Value) -> &str {
    answer["error"].as_str().unwrap_or_else(|| panic!("expected an error: {answer}"))
}

#[test]
fn the_catalogue_lists_every_game_and_search() {
    let catalogue = ask(&mut studio(), &json!({"do": "catalogue"}));
    let names = |key: &str| -> Vec<String> {
        let entries = catalogue[key].as_array().unwrap();
        entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let registry = tiptree_games::registry();
    let games: Vec<String> =
        registry.games().iter().map(|game| game.name.to_string()).chain(["drawn".to_owned()]).collect();
    assert_eq!(names("games"), games);
    assert_eq!(names("searches"), registry.searches().map(|search| search.name).collect::<Vec<_>>());
    assert!(
        catalogue["common"].is_array() && catalogue["noise"].is_array() && catalogue["version"].is_string()
    );
    let search = |name: &str| {
        catalogue["searches"]
            .as_array()
            .unwrap()
            .iter()
            .find(|search| search["name"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!((&search("mm")["tree"], &search("mm")["events"]), (&json!(true), &json!(false)));
    assert_eq!((&search("ab")["tree"], &search("ab")["events"]), (&json!(false), &json!(true)));
}

#[test]
fn a_position_has_what_a_board_needs() {
    let mut studio = studio();
    let board = ask(&mut studio, &json!({"do": "position", "game": "tictactoe", "play": ["1", "5"]}));
    assert_eq!(board["turn"], "max");
    assert_eq!(board["moves"].as_array().unwrap().len(), 7);
    assert_eq!(board["moves"][0]["move"], "2");
    assert_eq!((&board["payoff"], &board["payoffs"]), (&Value::Null, &json!([-1.0, 1.0])));
    assert!(board["drawing"].as_str().unwrap().contains('\n'));
    // The text of a position leads to it again.
    let after = ask(&mut studio, &json!({"do": "position", "game": "tictactoe", "play": ["1", "5", "2"]}));
    let text = &board["moves"][0]["position"];
    assert_eq!(after, ask(&mut studio, &json!({"do": "position", "game": "tictactoe", "position": text})));

    let over = json!({"do": "position", "game": "connect4", "position": "1212121"});
    let over = ask(&mut studio, &over);
    assert_eq!((&over["turn"], &over["payoff"], &over["moves"]), (&json!("over"), &json!(1.0), &json!([])));

    let roll = ask(&mut studio, &json!({"do": "position", "game": "pig"}));
    let chances: f64 =
        roll["moves"].as_array().unwrap().iter().map(|mv| mv["chance"].as_f64().unwrap()).sum();
    assert_eq!(roll["turn"], "chance");
    assert!((chances - 1.0).abs() < 1e-12);
}

#[test]
fn every_game_shows_its_start() {
    let mut studio = studio();
    for game in tiptree_games::registry().games() {
        let shown = ask(&mut studio, &json!({"do": "position", "game": game.name, "seed": 3}));
        assert!(!shown["moves"].as_array().unwrap().is_empty(), "{shown}");
    }
}

#[test]
fn a_tree_tells_the_next_tip_and_why() {
    let mut studio = studio();
    let search = "mm(backup=mean,p=10)";
    ask(&mut studio, &json!({"do": "start", "game": "drawn", "search": search, "budget": "evals=1000"}));
    for _ in 0..3 {
        ask(&mut studio, &json!({"do": "work", "evals": 1}));
    }
    // Rivest 1987, Figure 6.
    let tree = ask(&mut studio, &json!({"do": "tree"}));
    let steps = tree["next"]["steps"].as_array().unwrap();
    let moves: Vec<&str> = steps.iter().map(|step| step["moves"][0].as_str().unwrap()).collect();
    assert_eq!(moves, ["u", "w", "y"]);
    let sum: f64 = steps.iter().map(|step| step["penalty"].as_f64().unwrap()).sum();
    assert_eq!(tree["next"]["penalty"].as_f64().unwrap(), sum);
    assert_eq!(format!("{sum:.3}"), "1.078");
    let u = tree["tree"]["children"].as_array().unwrap().iter().find(|node| node["moves"][0] == "u").unwrap();
    let x = u["children"].as_array().unwrap().iter().find(|node| node["moves"][0] == "x").unwrap();
    let penalty = u["penalty"].as_f64().unwrap() + x["penalty"].as_f64().unwrap();
    assert_eq!(format!("{penalty:.3}"), "1.342");

    let below = ask(&mut studio, &json!({"do": "tree", "path": ["u"], "most": 1}));
    assert_eq!((&below["tree"]["turn"], &below["tree"]["hidden"]), (&json!("min"), &json!(1)));
    assert!(error(&ask(&mut studio, &json!({"do": "tree", "path": ["v"]}))).contains("expected"));
}

#[test]
fn a_search_can_be_stepped_rewound_and_ended() {
    let mut studio = studio();
    let start = json!({"do": "start", "game": "connect4", "search": "mm", "budget": "evals=3000"});
    assert_eq!(ask(&mut studio, &start)["stop"], Value::Null);
    let mut moments = Vec::new();
    for _ in 0..40 {
        moments.push(timeless(ask(&mut studio, &json!({"do": "work", "evals": 1}))));
    }
    ask(&mut studio, &json!({"do": "work", "evals": 500}));
    for moment in [&moments[30], &moments[3], &moments[39]] {
        let counters = &moment["counters"];
        let rewound = ask(&mut studio, &json!({"do": "rewind", "expansions": counters["expansions"]}));
        assert_eq!(&timeless(rewound), moment);
        let rewound = ask(&mut studio, &json!({"do": "rewind", "evals": counters["evals"]}));
        assert_eq!(&timeless(rewound), moment);
    }
    // It goes on from there as if nothing had happened.
    let end = timeless(ask(&mut studio, &json!({"do": "work", "evals": 100_000})));
    ask(&mut studio, &start);
    assert_eq!(timeless(ask(&mut studio, &json!({"do": "work", "evals": 100_000}))), end);
    assert_eq!(end["stop"], "evals");

    ask(&mut studio, &start);
    ask(&mut studio, &json!({"do": "work", "evals": 100}));
    assert_eq!(ask(&mut studio, &json!({"do": "cancel"}))["stop"], "cancelled");
}

#[test]
fn a_played_move_keeps_the_tree() {
    let mut studio = studio();
    ask(
        &mut studio,
        &json!({"do": "start", "game": "connect4", "search": "mm-fast", "budget": "evals=2000"}),
    );
    let report = ask(&mut studio, &json!({"do": "work", "evals": 10_000}));
    let shown = ask(&mut studio, &json!({"do": "play", "move": report["best"]}));
    assert_eq!((&shown["position"], &shown["turn"]), (&report["best"], &json!("min")));
    let again = ask(&mut studio, &json!({"do": "go", "budget": "evals=1000"}));
    assert_eq!((&again["position"], &again["stop"]), (&report["best"], &Value::Null));
    ask(&mut studio, &json!({"do": "work", "evals": 1}));
    let kept = ask(&mut studio, &json!({"do": "tree", "most": 5}));
    assert!(kept["tree"]["visits"].as_u64().is_some_and(|visits| visits > 20), "{kept}");
    let refused = ask(&mut studio, &json!({"do": "rewind", "evals": 3}));
    assert!(error(&refused).contains("no move played since"), "{refused}");
    assert!(error(&ask(&mut studio, &json!({"do": "play", "move": "9"}))).contains("expected"));
}

#[test]
fn events_and_scores_are_those_of_the_command_line() {
    let mut studio = studio();
    // Ballard 1983, Figure 5: the reply x refutes b.
    let drawing = "+s 4 (a 4, -b 3 (x 3, y 9))";
    let asked =
        json!({"do": "events", "game": "drawn", "position": drawing, "search": "ab(reading=v0,depth=2)"});
    let events = ask(&mut studio, &asked);
    let cut = events["events"].as_array().unwrap().iter().find(|event| event["end"] == "cut").unwrap();
    assert_eq!(
        (&cut["at"], &cut["by"], &cut["unsearched"]),
        (&json!("alpha"), &json!("move"), &json!(["y"]))
    );

    let asked = json!({"do": "solve", "game": "tictactoe", "play": ["1", "2"], "all_moves": true});
    let solved = ask(&mut studio, &asked);
    assert_eq!((&solved["score"], &solved["result"]), (&json!(1), &json!("win")));
    assert_eq!(solved["moves"].as_array().unwrap().len(), 7);
    let asked = json!({"do": "solve", "game": "connect4", "budget": "nodes=1000"});
    assert!(error(&ask(&mut studio, &asked)).contains("not solved within nodes=1000"));
}

#[test]
fn bad_messages_are_answered_by_one_sentence() {
    let mut studio = studio();
    for text in ["", "{", "[]", "1", "\"x\"", "{}", r#"{"do":"fly"}"#, r#"{"do":"position"}"#, "\u{0}"] {
        let answer: Value = serde_json::from_str(&studio.answer(text)).unwrap();
        assert!(!error(&answer).contains('\n'), "{answer}");
    }
    let refused = [
        (json!({"do": "work", "evals": 1}), "started before"),
        (json!({"do": "start", "game": "go"}), "game \"go\""),
        (json!({"do": "start", "game": "pig", "search": "mm-fast"}), "mm-fast"),
        (json!({"do": "start", "game": "connect4", "position": "1212121"}), "not over"),
        (json!({"do": "start", "game": "connect4", "search": "pvs(threads=2)"}), "one thread"),
        (json!({"do": "start", "game": "connect4", "budget": "luck=1"}), "budget \"luck\""),
        (json!({"do": "position", "game": "drawn", "position": "(".repeat(5000)}), "at most 4096 bytes"),
        (json!({"do": "position", "game": "drawn", "position": "s 1 ".repeat(900)}), "the end"),
    ];
    for (request, expected) in refused {
        let answer = ask(&mut studio, &request);
        assert!(error(&answer).contains(expected), "{request}: {answer}");
    }
    ask(&mut studio, &json!({"do": "start", "game": "connect4", "search": "pvs"}));
    ask(&mut studio, &json!({"do": "work", "evals": 10}));
    assert!(error(&ask(&mut studio, &json!({"do": "tree"}))).contains("one that keeps a tree"));
}
