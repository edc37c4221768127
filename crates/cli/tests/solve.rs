//! `tiptree solve` through the real binary.

use crate::program::{complaint, json, stdout, text};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

const SMALL: &str = "connect4(width=4,height=4)";

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What comes of these lines.
fn piped(arguments: &[&str], lines: &[u8]) -> Output {
    let mut child = start(arguments);
    child.stdin.take().unwrap().write_all(lines).unwrap();
    child.wait_with_output().unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_position_is_solved_in_the_fields_of_the_contract() {
    let solved = json(&["solve", "tictactoe", "--position", "X.O.X....", "--all-moves"]);
    let keys: Vec<&String> = solved.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["game", "position", "score", "result", "best", "moves", "nodes", "seconds"]);
    assert_eq!((&solved["score"], &solved["result"]), (&0.into(), &"draw".into()));
    assert_eq!(solved["moves"][5], serde_json::json!({"move": "9", "score": 0}));
    assert_eq!(solved["moves"].as_array().unwrap().len(), 6);
    // The score is for the side to move, the result is Max's.
    let solved = json(&["solve", "tictactoe", "--position", "XX.OO.X.."]);
    assert_eq!((&solved["score"], &solved["result"]), (&1.into(), &"loss".into()));
    assert_eq!((&solved["moves"], &solved["best"]), (&serde_json::json!([]), &"6".into()));
}

/// Games with chance have an expected payoff, if their exact solution is known; any other is refused, not searched for ever.
#[test]
fn games_with_chance_are_solved_or_refused() {
    let solved = json(&["solve", "pig(goal=20)", "--position", "12-10+5 max", "--all-moves"]);
    let score = solved["score"].as_f64().unwrap();
    assert!(score > 0.0 && score < 1.0, "{solved}");
    assert_eq!((&solved["result"], &solved["best"]), (&Value::Null, &"roll".into()));
    assert_eq!(solved["moves"][0]["score"], solved["score"]);
    let shown = text(&["solve", "pig(goal=20)", "--position", "12-10 min rolls"]);
    assert!(
        shown.contains("\nexpected payoff, score ") && shown.contains(" for Max\n\nnodes 7 in "),
        "{shown}"
    );
    let shown = text(&["solve", "blackjack", "--position", "88* v T"]);
    assert!(shown.contains(" for the side to move\nbest move split\n"), "{shown}");
    let complaint = complaint(&["solve", "startree", "--position", ""]);
    assert!(
        complaint.contains("expected a game without chance, or one whose exact solution is known"),
        "{complaint}"
    );
}

#[test]
fn without_a_position_the_start_is_solved_unless_stdin_is_asked_for() {
    let output = piped(&[SMALL, "--json"], b"");
    assert_eq!(output.status.code(), Some(0));
    let objects = objects(&output);
    assert_eq!((objects.len(), &objects[0]["position"], &objects[0]["score"]), (1, &"".into(), &0.into()));
    let output = piped(&[SMALL, "--json", "-"], b"");
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""));
    assert_eq!(stdout(&piped(&[SMALL, "-"], b"11\n")), stdout(&piped(&[SMALL], b"11\n")));
    // A named position is solved without reading stdin.
    assert!(stdout(&piped(&[SMALL, "--position", "11"], b"22\n")).contains("best move"));
    assert_eq!(piped(&[SMALL, "-", "--position", "11"], b"").status.code(), Some(2));
    assert_eq!(piped(&[SMALL, "11"], b"").status.code(), Some(2));
}

#[test]
fn a_position_is_shown_to_people() {
    let shown = text(&["solve", "tictactoe", "--position", "X.O.X....", "--all-moves"]);
    assert!(shown.starts_with(" X 2 O\n 4 X 6\n"), "{shown}");
    assert!(shown.contains("\ndraw, score 0 for the side to move\nbest move "), "{shown}");
    assert!(shown.contains(" 8        -1\n 9         0  best\n\nnodes "), "{shown}");
    let shown = text(&["solve", "ggame(height=3)", "--position", "", "--seed", "4"]);
    assert!(shown.contains("win for M"), "{shown}");
}

#[test]
fn every_line_has_one_object_whatever_it_holds() {
    let long = vec![b'4'; 100_000];
    let lines = [&b"11\n\nabc\n44444\n1213141\r\n4\xff\n"[..], &long, b"\n 22 \n3"].concat();
    let output = piped(&[SMALL, "--json"], &lines);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.is_empty());
    let objects = objects(&output);
    assert_eq!(objects.len(), 9);
    let is_solved: Vec<bool> = objects.iter().map(|object| object["score"].is_i64()).collect();
    assert_eq!(is_solved, [true, true, false, false, false, false, false, true, true]);
    for object in objects.iter().filter(|object| object["score"].is_null()) {
        let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["position", "error"]);
        assert!(!object["error"].as_str().unwrap().contains('\n'));
    }
    assert_eq!((&objects[0]["position"], &objects[1]["position"]), (&"11".into(), &"".into()));
    assert_eq!((&objects[7]["position"], &objects[8]["position"]), (&"22".into(), &"3".into()));
    assert!(objects[3]["error"].as_str().unwrap().contains("column 4 is full at move 5"));
    assert!(objects[4]["error"].as_str().unwrap().contains("the game is not over"), "{}", objects[4]);
}

#[test]
fn lines_are_short_for_people() {
    let output = piped(&["tictactoe", "--all-moves"], b"XOXOXO.X.\n\nwhat\n");
    assert_eq!(output.status.code(), Some(2));
    let shown = stdout(&output);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "XOXOXO.X.: win for Max, score -1, best 7; 7 -1, 9 -1");
    assert_eq!(lines[1], "start: draw, score 0, best 1; 1 0, 2 0, 3 0, 4 0, 5 0, 6 0, 7 0, 8 0, 9 0");
    assert!(lines[2].starts_with("position \"what\": expected nine squares"), "{shown}");
}

#[test]
fn an_answer_comes_before_the_next_line_is_sent() {
    let mut child = start(&["tictactoe", "--json"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for position in ["X........", "XO.......", "nothing"] {
        writeln!(input, "{position}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let object: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(object["position"], position);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = start(&["tictactoe", "--json"]);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "X........").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // The reader is gone now; what is written next finds that out, and so may we.
    for _ in 0..100 {
        if writeln!(input, "X........").is_err() {
            break;
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_is_given_up_says_so_and_is_a_negative_answer() {
    let arguments = ["tictactoe", "--budget", "nodes=20", "--json"];
    let output = piped(&arguments, b"X........\nXOXOXO.X.\n");
    assert_eq!(output.status.code(), Some(1));
    let objects = objects(&output);
    assert_eq!(objects[0]["error"], "not solved within nodes=20");
    assert_eq!(objects[1]["score"], -1);
    assert_eq!(piped(&arguments, b"what\nX........\n").status.code(), Some(2));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let refusal = |position: &str| complaint(&["solve", "connect4", "--position", position]);
    assert!(refusal("4x").contains("expected a column from 1 to 7, read 'x' at move 2"));
    assert!(refusal("1212121").contains("expected one in which the game is not over"));
    assert!(complaint(&["solve", "connect5"]).contains("game \"connect5\": expected one of"));
    assert!(complaint(&["solve", "connect4", "--budget", "soon"]).contains("budget \"soon\""));
}

/// Ctrl-C, while nothing comes and while a hopeless position is being solved.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_what_it_was_doing() {
    // A board so great that its first moves take any solver hours.
    for next in ["", "5\n1\n"] {
        let mut child = start(&["connect4(width=9,height=6)", "--json"]);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // With the first answer we know that it listens.
        writeln!(input, "what").unwrap();
        output.read_line(&mut String::new()).unwrap();
        input.write_all(next.as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        let number = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let rest: Vec<String> = output.lines().map(|line| line.unwrap()).collect();
        let interrupted = r#"{"position":"5","error":"interrupted before it was solved"}"#;
        // On a busy machine it may not have begun.
        assert!(rest.is_empty() || (!next.is_empty() && rest == [interrupted]), "{rest:?}");
    }
}
