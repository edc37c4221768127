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
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Clocks and sizes of memory aside, byte by byte. If this fails, `crates/studio/build-module` makes the module anew.
#[test]
#[ignore = "needs node; ./check studio runs it"]
fn the_committed_module_answers_as_the_native_build() {
    let mut requests = vec![json!({"do": "catalogue"}).to_string()];
    for mut question in questions() {
        question["do"] = "start".into();
        requests.push(question.to_string());
        requests.push(json!({"do": "work", "evals": 1_000_000}).to_string());
        requests.push(json!({"do": "tree", "most": 30}).to_string());
    }
    let drawn = json!({"do": "start", "game": "drawn", "search": "mm(backup=mean,p=10)", "budget": "evals=100"});
    requests.extend([drawn.to_string(), json!({"do": "work", "evals": 5}).to_string()]);
    let mut studio = studio();
    let (mut differences, mut compared) = (Vec::new(), 0);
    for (request, found) in requests.iter().zip(answers(&requests)) {
        let mut expected: Value = serde_json::from_str(&studio.answer(request)).unwrap();
        // Natively a depth-first search pauses within an iteration, and a slice may end before the search does.
        while request.contains("work") && expected["stop"].is_null() && expected["error"].is_null() {
            expected = serde_json::from_str(&studio.answer(request)).unwrap();
        }
        let (found, expected) = (timeless(found), timeless(expected));
        compared += 1;
        if found != expected {
            differences.push(format!("{request}\n  module {found}\n  native {expected}"));
        }
    }
    assert_eq!(compared, requests.len());
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
