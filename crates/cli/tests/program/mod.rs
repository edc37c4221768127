//! Runs the real binary.

// Not every file of tests asks everything.
#![allow(dead_code)]

use serde_json::Value;
use std::process::{Command, Output};

pub(crate) fn tiptree(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tiptree")).args(arguments).output().expect("the binary runs")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// The output of a command that must succeed.
pub(crate) fn text(arguments: &[&str]) -> String {
    let output = tiptree(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    let text = text(&[arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1, "one object on one line");
    serde_json::from_str(&text).expect("JSON")
}

/// The one line that a command with bad input leaves behind, and that it exits with 2.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = tiptree(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: one line, got {text:?}");
    text
}

pub(crate) fn without_times(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.retain(|key, _| {
                key != "times"
                    && !key.ends_with("seconds")
                    && !key.ends_with("per_cpu_second")
                    && !key.ends_with("_rate")
            });
            fields.values_mut().for_each(strip);
        } else if let Value::Array(items) = value {
            items.iter_mut().for_each(strip);
        }
    }
    strip(&mut value);
    value
}
