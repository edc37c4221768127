//! Conversations with our engine, through memory.

use super::*;
use crate::protocol::Setup;
use std::io::Cursor;

fn setup(game: &str) -> Setup {
    Setup {
        game: game.parse().unwrap(),
        search: "mm".parse().unwrap(),
        budget: "moves=1000".parse::<Budget>().unwrap().as_usual(),
        evaluator: None,
        seed: 1,
    }
}

/// What the engine says to a script, its clock readings left out.
fn talk_with(setup: Setup, script: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve(Seat::new(setup).unwrap(), Cursor::new(script.to_owned()), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| line.split(" time ").next().unwrap().to_owned()).collect()
}

fn talk(game: &str, script: &str) -> Vec<String> {
    talk_with(setup(game), script)
}

/// The moves that the engine chooses in the course of a script.
fn best(game: &str, script: &str) -> Vec<String> {
    let said = talk(game, script);
    said.iter().filter_map(|line| line.strip_prefix("bestmove ")).map(str::to_owned).collect()
}

#[test]
fn ugi_is_answered_with_name_options_and_ugiok() {
    let said = talk("connect4", "ugi\nisready\n");
    assert_eq!(said[0], format!("id name tiptree {}", env!("CARGO_PKG_VERSION")));
    assert!(said.contains(&"option name Search type string default mm".into()), "{said:?}");
    assert!(said.contains(&"option name Budget type string default moves=1000".into()), "{said:?}");
    assert!(
        said.contains(&"option name Eval type combo default rivest var rivest var fitted var neutral".into())
    );
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
    assert!(!said.iter().any(|line| line.contains("UCI_")));
}

#[test]
fn uci_is_answered_with_uciok_and_offers_cfour_where_the_board_is_its_own() {
    let offers =
        |game| talk(game, "uci\n").iter().any(|line| line.contains("UCI_Variant") && line.ends_with("cfour"));
    assert!(offers("connect4"));
    assert!(!offers("connect4(width=5)"));
    assert_eq!(talk("tictactoe", "uci\n").last().unwrap(), "uciok");
}

#[test]
fn a_search_says_what_it_found_and_then_the_move() {
    // Max has three in column 4 and moves.
    let said = talk("connect4", "position startpos moves 4 1 4 1 4 1\ngo moves 2000\n");
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("info string moves 7 evals 7"), "{said:?}");
    assert!(said[1].starts_with("info depth 1 score mate 1 nodes "), "{said:?}");
    assert_eq!(said[2], "bestmove 4");
    assert_eq!(best("connect4", "position fen 414141\ngo nodes 100\n"), ["4"]);
}

#[test]
fn every_limit_is_obeyed() {
    let stops = |go: &str| {
        let said = talk("connect4", &format!("{go}\n"));
        let line = said.iter().find(|line| line.contains(" stop ")).unwrap();
        line.rsplit(' ').next().unwrap().to_owned()
    };
    for (go, stop) in [
        ("go", "moves"),
        ("go moves 100", "moves"),
        ("go evals 100", "evals"),
        ("go nodes 100", "nodes"),
        ("go movetime 1", "time"),
        ("go time 1ms", "time"),
        ("go cpu 1ms", "cpu"),
        ("go p1time 20 p2time 1000", "time"),
        ("go memory 100kB", "memory"),
    ] {
        assert_eq!(stops(go), stop, "{go}");
    }
    let deep = talk_with(Setup { search: "ab".parse().unwrap(), ..setup("connect4") }, "go depth 3\n");
    assert!(deep[0].ends_with("stop depth") && deep[1].starts_with("info depth 3 "), "{deep:?}");
}

#[test]
fn stop_answers_a_search_without_end() {
    // The host says `stop` only after the engine has answered `isready` during the search.
    let script = "go infinite\nisready\nstop\nisready\n";
    let said = talk("connect4", script);
    assert_eq!(said[0], "readyok");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said:?}");
}

#[test]
fn a_search_without_end_waits_for_stop_even_when_all_is_known() {
    let said = talk("connect4", "position fen 414141\ngo infinite\n");
    assert_eq!(said.last().unwrap(), "bestmove 4");
    // Who leaves is still answered, and what stands behind `quit` is not heard.
    assert_eq!(best("connect4", "go infinite\nquit\ngo moves 10\n").len(), 1);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let said = talk("connect4", "go moves 2000\ngo moves 2000\nposition startpos\ngo moves 2000\n");
    let values: Vec<&String> = said.iter().filter(|line| line.starts_with("info string moves ")).collect();
    assert_eq!(values.len(), 3);
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn what_comes_during_a_search_waits_for_its_end() {
    let script = "position startpos moves 4 1 4 1 4 1\ngo moves 5000\nposition startpos moves 4 1 4 1 4\ngo moves 5000\n";
    assert_eq!(best("connect4", script), ["4", "4"]);
}

#[test]
fn a_line_that_leads_on_finds_what_a_fresh_start_finds() {
    let on = "go moves 3000\nposition startpos moves 4 4\ngo moves 3000\n";
    let fresh = "position startpos moves 4 4\ngo moves 3000\n";
    assert_eq!(best("connect4", on).last(), best("connect4", fresh).last());
    // Back again, and on another line.
    let back =
        "position startpos moves 4 4\ngo moves 3000\nposition fen 45 moves 1\ngo moves 99\nuginewgame\n";
    assert_eq!(best("connect4", &format!("{back}{fresh}")).last(), best("connect4", fresh).last());
}

#[test]
fn queries_tell_turn_and_result() {
    let ask = "query gameover\nquery p1turn\nquery result\n";
    let answers = |game: &str, position: &str| {
        let said = talk(game, &format!("position {position}\n{ask}"));
        said.iter().map(|line| line.strip_prefix("response ").unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(answers("connect4", "startpos"), ["false", "true", "none"]);
    assert_eq!(answers("connect4", "startpos moves 1"), ["false", "false", "none"]);
    assert_eq!(answers("connect4", "fen 1212121"), ["true", "false", "p1win"]);
    assert_eq!(answers("connect4", "fen 13142576"), ["true", "false", "p2win"]);
    assert_eq!(answers("connect4(width=1,height=1)", "fen 1"), ["true", "false", "draw"]);
    // With an even number of moves left Min begins.
    assert_eq!(answers("ggame(height=2)", "startpos"), ["false", "true", "none"]);
    assert_eq!(answers("ggame(height=2)", "startpos moves left"), ["false", "false", "none"]);
}

#[test]
fn mistakes_are_said_in_one_line_and_survived() {
    for (line, expected) in [
        ("xyzzy", "info string command \"xyzzy\": expected one of ugi"),
        ("position fen 448", "info string position \"448\": expected a column"),
        ("position startpos moves 4 9", "info string move \"9\": expected one of 1 2 3"),
        ("position nowhere", "info string position \"nowhere\": expected startpos"),
        ("setoption name Search value nope", "info string search \"nope\": expected one of"),
        ("setoption name Eval value nope", "info string evaluator of connect4 \"nope\""),
        ("setoption name Budget value much", "info string budget \"much\": expected limits"),
        ("setoption name Seed value -1", "info string option Seed \"-1\": expected a whole number"),
        ("setoption name Hash value 0", "info string option Hash \"0\": expected a number of megabytes"),
        ("setoption name Colour value red", "info string option \"Colour\": expected one of Search"),
        ("query weather", "info string query \"weather\": expected one of gameover"),
    ] {
        let said = talk("connect4", &format!("{line}\nisready\n"));
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].starts_with(expected), "{said:?}");
        assert_eq!(said[1], "readyok");
    }
}

#[test]
fn no_move_is_made_up_where_there_is_none_to_make() {
    for (game, position, reason) in [
        ("connect4", "position fen 1212121", "the game is over"),
        ("connect4", "position fen 99", "expected a column"),
        ("pig", "position startpos", "chance's turn"),
    ] {
        let said = talk(game, &format!("{position}\ngo moves 10\n"));
        assert!(said[said.len() - 2].contains(reason), "{said:?}");
        assert_eq!(said.last().unwrap(), "bestmove (none)", "{said:?}");
    }
}

#[test]
fn options_change_search_and_evaluator_and_seed() {
    let said =
        talk("connect4", "setoption name search value ab\nugi\nsetoption name Eval value neutral\nugi\n");
    assert!(said.contains(&"option name Search type string default ab".into()), "{said:?}");
    assert!(
        said.contains(
            &"option name Eval type combo default neutral var rivest var fitted var neutral".into()
        )
    );
    // What is refused changes nothing.
    let said = talk("connect4", "setoption name Search value nope\nugi\n");
    assert!(said.contains(&"option name Search type string default mm".into()), "{said:?}");
}

#[test]
fn the_start_of_a_dealt_board_is_the_seeds() {
    let value = |script: &str| {
        let said = talk("ggame(height=4)", &format!("{script}go depth 9\n"));
        said.iter().find(|line| line.contains("score")).unwrap().clone()
    };
    let deal =
        |seed| tiptree_games::registry::rules(&"ggame(height=4)".parse().unwrap(), None).unwrap().deal(seed);
    for seed in 1..6 {
        let named = value(&format!("position fen {}\n", deal(seed).text()));
        assert_eq!(value(&format!("setoption name Seed value {seed}\n")), named, "{seed}");
    }
}

#[test]
fn cutechess_is_understood_and_answered_in_its_own_notation() {
    let script = "uci\nisready\nsetoption name UCI_Variant value cfour\nucinewgame\n\
        position fen 7/7/7/7/7/7[21P21p] w - - 0 1 moves P@d1 P@a1 P@d2 P@a2 P@d3 P@a3\nisready\n\
        go wtime 1000 btime 1000 nodes 100\n";
    let said = talk("connect4", script);
    assert_eq!(said.last().unwrap(), "bestmove P@d4");
    let start = "setoption name UCI_Variant value cfour\nposition startpos moves P@d1\ngo nodes 50\n";
    assert!(best("connect4", start)[0].starts_with("P@"));
    let wrong = talk("connect4", "setoption name UCI_Variant value cfour\nposition startpos moves P@d2\n");
    assert_eq!(
        wrong,
        [r#"info string move "P@d2": expected a drop onto the lowest empty cell of its column"#]
    );
}
