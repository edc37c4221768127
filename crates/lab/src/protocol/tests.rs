//! Dialogues with our engine, in memory.

use super::*;
use crate::protocol::Setup;
use std::io::Cursor;
use tiptree_games::registry;

fn setup(game: &str) -> Setup {
    Setup {
        game: game.parse().unwrap(),
        search: "mm".parse().unwrap(),
        budget: "moves=1000".parse::<Budget>().unwrap().as_usual(),
        evaluator: None,
        seed: 1,
    }
}

/// The engine's output for a script, without clock readings and progress.
fn talk_with(setup: Setup, script: &str) -> Vec<String> {
    let said = hear_at(Seat::new(&registry(), setup).unwrap(), script);
    let is_last = |place: usize| place > 0 && said[place - 1].starts_with("info string moves ");
    let is_progress = |&(place, line): &(usize, &String)| line.starts_with("info depth ") && !is_last(place);
    let kept = said.iter().enumerate().filter(|line| !is_progress(line));
    kept.map(|(_, line)| line.split(" time ").next().unwrap().to_owned()).collect()
}

/// The engine's whole output for a script, with progress at new best moves only, so that it does not depend on a clock.
fn hear_at(seat: Seat, script: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve_at(None, seat, Cursor::new(script.to_owned()), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn talk(game: &str, script: &str) -> Vec<String> {
    talk_with(setup(game), script)
}

/// The moves that the engine chooses during a script.
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
    // `isready` is answered during the search, before `stop` ends it.
    let script = "go infinite\nisready\nstop\nisready\n";
    let said = talk("connect4", script);
    assert_eq!(said[0], "readyok");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said:?}");
}

#[test]
fn a_search_without_end_waits_for_stop_even_when_all_is_known() {
    let said = talk("connect4", "position fen 414141\ngo infinite\n");
    assert_eq!(said.last().unwrap(), "bestmove 4");
    // A host that quits still gets its answer; commands after `quit` are ignored.
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
fn continuing_a_line_finds_what_a_fresh_start_finds() {
    let on = "go moves 3000\nposition startpos moves 4 4\ngo moves 3000\n";
    let fresh = "position startpos moves 4 4\ngo moves 3000\n";
    assert_eq!(best("connect4", on).last(), best("connect4", fresh).last());
    // Then another line, a new game, and the first line again.
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
    // With an even number of moves, Min begins.
    assert_eq!(answers("ggame(height=2)", "startpos"), ["false", "true", "none"]);
    assert_eq!(answers("ggame(height=2)", "startpos moves left"), ["false", "false", "none"]);
}

#[test]
fn errors_are_reported_in_one_line_and_survived() {
    for (line, expected) in [
        ("xyzzy", "info string command \"xyzzy\": expected one of ugi"),
        ("position fen 448", "info string position \"448\": expected a column"),
        ("position startpos moves 4 9", "info string move \"9\": expected one of 1 2 3"),
        ("position nowhere", "info string position \"nowhere\": expected startpos"),
        ("setoption name Search value nope", "info string search \"nope\": expected one of"),
        ("setoption name Eval value nope", "info string evaluator of connect4 \"nope\""),
        ("setoption name Budget value much", "info string budget \"much\": expected limits"),
        ("setoption name Seed value -1", "info string option Seed \"-1\": expected a whole number"),
        (
            "setoption name Hash value 0",
            "info string option Hash \"0\": expected a number of megabytes, 1 to",
        ),
        ("setoption name Hash value 1048577", "info string option Hash \"1048577\": expected a number of"),
        (
            "setoption name Ponder value perhaps",
            "info string option Ponder \"perhaps\": expected true or false",
        ),
        (
            "position startpos\nsetoption name Hash",
            "info string option Hash \"\": expected a number of megabytes",
        ),
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
fn there_is_no_bestmove_if_no_player_is_to_move() {
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
    // A refused option changes nothing.
    let said = talk("connect4", "setoption name Search value nope\nugi\n");
    assert!(said.contains(&"option name Search type string default mm".into()), "{said:?}");
    let value = |script: &str| {
        let said = talk("tictactoe", &format!("{script}uginewgame\ngo nodes 200\n"));
        let line = said.iter().rfind(|line| line.contains("score")).unwrap();
        line.split_once("score").unwrap().1.split_whitespace().nth(1).map(str::to_owned)
    };
    assert_eq!(value("setoption name Search value nope(eval=neutral)\n"), value(""));
    assert_ne!(value("setoption name Search value mm(eval=neutral)\n"), value(""));
}

#[test]
fn evaluators_that_need_a_file_are_not_offered() {
    let said = talk("hypergammon", "ugi\n");
    assert!(
        said.contains(&"option name Eval type combo default linear var linear var net var neutral".into()),
        "{said:?}"
    );
    let chosen = Setup { evaluator: Some("linear(noise=0.1)".into()), ..setup("hypergammon") };
    let said = talk_with(chosen, "ugi\n");
    assert!(said.iter().any(|line| line.ends_with("var neutral var linear(noise=0.1)")), "{said:?}");
}

#[test]
fn the_start_of_a_dealt_board_is_the_seeds() {
    let value = |script: &str| {
        let said = talk("ggame(height=4)", &format!("{script}go depth 9\n"));
        said.iter().find(|line| line.contains("score")).unwrap().clone()
    };
    let deal = |seed| registry().rules(&"ggame(height=4)".parse().unwrap(), None).unwrap().deal(seed);
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

#[test]
fn stop_belongs_to_the_last_go_before_it() {
    // The first search has its own limit. The stop belongs to the second one, which waits for the end of the first.
    let script =
        "go moves 5000\nposition startpos moves 4\ngo infinite\nstop\nposition startpos\ngo moves 5000\n";
    let said = talk("connect4", script);
    let works: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("info string moves ")).collect();
    assert_eq!(works.len(), 3, "{said:?}");
    assert!(works[0].ends_with("stop moves") && works[1].ends_with("stop cancelled"), "{works:?}");
    // The stop does not affect a later search: it finds what the first one found.
    assert_eq!(works[2], works[0]);
}

#[test]
fn stop_frees_every_search_without_a_limit_before_it() {
    assert_eq!(best("connect4", "go infinite\ngo infinite\nstop\ngo moves 100\n").len(), 3);
    assert_eq!(best("connect4", "go infinite\nstop\ngo infinite\nstop\n").len(), 2);
    // A stop without a search is ignored.
    let said = talk("connect4", "stop\nstop\ngo moves 500\n");
    assert!(said[0].ends_with("stop moves"), "{said:?}");
}

#[test]
fn hash_bounds_every_search_that_names_no_memory() {
    let setup = |search: &str| Setup { search: search.parse().unwrap(), ..setup("connect4") };
    let stop = |search: &str, script: &str| {
        let said = talk_with(setup(search), script);
        said.iter().find_map(|line| line.split(" stop ").nth(1)).unwrap().to_owned()
    };
    for go in ["go moves 100M", "go nodes 100M", "go evals 100M", "go depth 40", "go movetime 3600000"] {
        assert_eq!(stop("mm", &format!("setoption name Hash value 1\n{go}\n")), "memory", "{go}");
    }
    // A memory limit in `go` overrides the option.
    assert_eq!(stop("mm", "setoption name Hash value 1\ngo moves 20000 memory 1GB\n"), "moves");
    let bytes = |script: &str| {
        let said = talk_with(setup("pvs"), script);
        let line = said.iter().find(|line| line.contains(" tree_bytes ")).unwrap().clone();
        line.split(" tree_bytes ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(bytes("setoption name Hash value 1\ngo moves 200000\n") <= 1 << 20);
}

#[test]
fn every_new_best_move_is_told_while_the_search_runs() {
    for search in ["mm", "mm-fast", "pvs", "ab", "uct"] {
        let setup = Setup { search: search.parse().unwrap(), ..setup("connect4") };
        let said = hear_at(Seat::new(&registry(), setup).unwrap(), "go moves 20000\n");
        let lines: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth ")).collect();
        assert!(lines.len() >= 2, "{search}: {said:?}");
        let first_move =
            |line: &str| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        for words in [" score ", " nodes ", " nps ", " pv "] {
            assert!(lines.iter().all(|line| line.contains(words)), "{search}: {lines:?}");
        }
        // The last line is the final report; every line before it has another best move than its predecessor.
        let moves: Vec<String> = lines[..lines.len() - 1].iter().map(|line| first_move(line)).collect();
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "{search}: {moves:?}");
        assert_eq!(said.last().unwrap(), &format!("bestmove {}", first_move(lines[lines.len() - 1])));
    }
}

#[test]
fn only_the_moves_allowed_are_searched() {
    // 4 wins at once, 1 holds, 2 and 3 lose.
    let position = "position startpos moves 4 1 4 1 4 1\n";
    assert_eq!(best("connect4", &format!("{position}go searchmoves 1 2 3 moves 3000\n")), ["1"]);
    assert_eq!(best("connect4", &format!("{position}go moves 3000 searchmoves 2 4\n")), ["4"]);
    assert_eq!(best("connect4", &format!("{position}go searchmoves 2\n")), ["2"]);
    assert_eq!(best("connect4", &format!("{position}go infinite searchmoves 1 2\nstop\n")).len(), 1);
    // An illegal move is reported; if no legal one is left, all moves are searched.
    let said = talk("connect4", &format!("{position}go searchmoves 9 moves 3000\n"));
    assert_eq!(said[0], r#"info string move "9": expected one of 1, 2, 3, 4, 5, 6, 7"#);
    assert_eq!(said.last().unwrap(), "bestmove 4");
    // The next search has all moves again.
    assert_eq!(best("connect4", &format!("{position}go searchmoves 2\ngo moves 3000\n")), ["2", "4"]);
    let drops = "setoption name UCI_Variant value cfour\nposition startpos\ngo searchmoves P@a1 moves 100\n";
    assert_eq!(best("connect4", drops), ["P@a1"]);
}

#[test]
fn pondering_waits_for_the_hit_and_then_keeps_the_limits() {
    let said = talk("connect4", "go ponder moves 3000\nponderhit\nisready\n");
    let work = said.iter().find(|line| line.starts_with("info string moves ")).unwrap();
    assert!(work.ends_with(" stop moves"), "{said:?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said:?}");
    // Without a hit it is a search without a limit.
    let said = talk("connect4", "go ponder moves 3000\nstop\n");
    assert!(said.iter().any(|line| line.ends_with(" stop cancelled")), "{said:?}");
    // A finished search answers as soon as the hit comes, and not before.
    let won = "position startpos moves 4 1 4 1 4 1\n";
    assert_eq!(best("connect4", &format!("{won}go ponder moves 3000\nponderhit\n")), ["4"]);
    assert_eq!(best("connect4", "ponderhit\ngo moves 10\nponderhit\n").len(), 1);
    assert_eq!(best("connect4", "go ponder\n").len(), 1);
    assert_eq!(
        best("connect4", "go ponder moves 100\nponderhit\nstop\ngo ponder moves 100\nponderhit\n").len(),
        2
    );
}

#[test]
fn a_host_that_ponders_is_told_the_reply_expected() {
    let script = "setoption name Ponder value true\ngo moves 3000\n";
    let said = talk("connect4", script);
    let words: Vec<&str> = said.last().unwrap().split(' ').collect();
    assert!(matches!(words.as_slice(), ["bestmove", _, "ponder", _]), "{said:?}");
    // A move that ends the game has no reply.
    let won = format!("position startpos moves 4 1 4 1 4 1\n{script}");
    assert_eq!(best("connect4", &won), ["4"]);
}

#[test]
fn seeds_of_64_bits_fit_the_option() {
    let most = u64::MAX;
    let said = talk("connect4", &format!("setoption name Seed value {most}\nugi\n"));
    assert!(said.contains(&format!("option name Seed type string default {most}")), "{said:?}");
}

#[test]
fn unknown_words_are_skipped_and_said_in_debug_mode() {
    assert_eq!(
        talk("connect4", "joho isready\njoho debug on\nmoin ugi\n")[..2],
        ["readyok".to_owned(), "info string skipped \"moin\"".to_owned(),]
    );
    assert_eq!(talk("connect4", "joho debug off\nregister later\nisready\n"), ["readyok"]);
}

/// An evaluator that panics.
#[derive(Clone, Debug)]
struct Blind(tiptree::Neutral);

impl tiptree::Evaluator<crate::toy::Noughts> for Blind {
    fn range(&self) -> tiptree::Range {
        tiptree::Evaluator::<crate::toy::Noughts>::range(&self.0)
    }

    fn evaluate(&self, _game: &crate::toy::Noughts, _state: &Vec<u8>) -> f64 {
        panic!("out of cheese")
    }
}

#[test]
fn a_search_that_panics_answers_with_a_legal_move() {
    use crate::toy::Noughts;
    let seat = || {
        let evaluator = Blind(tiptree::Neutral::new(&Noughts));
        let rules = tiptree::erased::Named::untyped("toy".parse().unwrap(), Noughts, evaluator);
        let setup = Setup { search: "ab".parse().unwrap(), ..setup("tictactoe") };
        Seat::at(&registry(), tiptree_games::untyped::rules(rules), setup).unwrap()
    };
    let said = hear_at(seat(), "position startpos moves 1\ngo depth 3\ngo depth 3\n");
    let expected = ["info string the search panicked: out of cheese", "bestmove 2"];
    assert_eq!(said, [expected, expected].concat());
    // The same if the answer is held back.
    assert_eq!(hear_at(seat(), "go infinite\nstop\n").last().unwrap(), "bestmove 1");
}
