//! The committed module answers as the native build does.

use crate::reports::questions;
use crate::{studio, timeless};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use tiptree_studio::files::{MODULE, Site};

/// The answers of the committed module to these messages, by Node.
fn answers(requests: &[String]) -> Vec<Value> {
    let folder = env!("CARGO_MANIFEST_DIR");
    assert!(Site::new().find(MODULE).is_some(), "crates/studio/build-module makes the module");
    let mut node = Command::new("node")
        .args([format!("{folder}/tests/module.mjs"), format!("{folder}/page/{MODULE}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = node.stdin.take().unwrap();
    let lines = requests.join("\n");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Games and searches where two tips are equally good, and the last digit of `exp` or `ln` decides which one is grown first. The module
/// has its own `exp` and `ln`, a native build those of the system.
const TIES: [(&str, &str); 1] = [("blackjack", "mm-dice")];

/// The largest relative difference of two numbers that counts as none.
const TOLERANCE: f64 = 1e-9;

/// Whether two answers agree: numbers up to the tolerance, everything else exactly.
fn agree(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| agree(a, b)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b)),
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            let [a, b] = [a, b].map(|number| number.as_f64().unwrap_or(f64::NAN));
            (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
        }
        _ => a == b,
    }
}

/// Clocks and sizes of memory aside. If this fails, `crates/studio/build-module` makes the module anew.
#[test]
#[ignore = "needs node; ./check studio runs it"]
fn the_committed_module_answers_as_the_native_build() {
    let mut requests = vec![json!({"do": "catalogue"}).to_string()];
    for mut question in questions() {
        let is_tie =
            |(game, search): &(&str, &str)| question["game"] == *game && question["search"] == *search;
        if TIES.iter().any(is_tie) {
            continue;
        }
        question["do"] = "start".into();
        requests.push(question.to_string());
        requests.push(json!({"do": "work", "evals": 1_000_000}).to_string());
        requests.push(json!({"do": "tree", "most": 30}).to_string());
    }
    let drawn =
        json!({"do": "start", "game": "drawn", "search": "mm(backup=mean,p=10)", "budget": "evals=100"});
    requests.extend([drawn.to_string(), json!({"do": "work", "evals": 5}).to_string()]);
    requests.push(json!({"do": "solve", "game": "connect4", "position": "4444447777773333"}).to_string());
    let mut studio = studio();
    let (mut differences, mut identical) = (Vec::new(), 0);
    let answers = answers(&requests);
    assert_eq!(answers.len(), requests.len());
    for (request, found) in requests.iter().zip(answers) {
        let expected: Value = serde_json::from_str(&studio.answer(request)).unwrap();
        let (found, expected) = (timeless(found), timeless(expected));
        identical += usize::from(found == expected);
        if !agree(&found, &expected) {
            differences.push(format!("{request}\n  module {found}\n  native {expected}"));
        }
    }
    println!("{} answers, {identical} identical", requests.len());
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
