//! Reports in slices are those of `tiptree best --json`.

use crate::{ask, studio, timeless};
use serde_json::{Value, json};
use tiptree_lab::json::line;
use tiptree_lab::query::Query;

/// Every game with every search that plays it: the questions that are compared.
pub(crate) fn questions() -> Vec<Value> {
    let registry = tiptree_games::registry();
    let mut questions = Vec::new();
    for game in registry.games() {
        for search in registry.searches() {
            let seed = 5;
            questions.push(
                json!({"game": game.name, "search": search.name, "budget": "evals=400,depth=6", "seed": seed}),
            );
        }
    }
    questions
}

#[test]
fn slices_find_what_one_run_finds() {
    let registry = tiptree_games::registry();
    let (mut studio, mut compared) = (studio(), 0);
    for question in questions() {
        let query: Query = serde_json::from_value(question.clone()).unwrap();
        let asked = query.read(&registry, "").unwrap();
        let mut request = question.clone();
        request["do"] = "start".into();
        let mut found = ask(&mut studio, &request);
        let Ok(mut engine) = asked.engine() else {
            assert!(found["error"].is_string(), "{question}");
            continue;
        };
        while found["stop"].is_null() {
            found = ask(&mut studio, &json!({"do": "work", "evals": 97}));
        }
        let budget = engine.budget(&asked.budget);
        let report = engine.run(&budget);
        let expected: Value = serde_json::from_str(&line(&asked.best(&budget, report))).unwrap();
        assert_eq!(timeless(found), timeless(expected), "{question}");
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}
