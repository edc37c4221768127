//! Programs outside that misbehave in every way we could think of. They are scripts of `sh`; the good engine is tested
//! through the real binary, with the command line.

use std::path::Path;
use tiptree::Budget;
use tiptree_lab::players::{Entrant, Fault, Program, Programs};

/// A script of `sh` that speaks UGI: `on_go` is what it does when asked for a move.
fn engine(on_go: &str) -> String {
    script(&format!(
        "while read -r line; do case \"$line\" in ugi) echo id name Rogue; echo option name Hash type spin; echo ugiok;; \
         uci) echo uciok;; isready) echo readyok;; go*) {on_go};; quit) exit;; esac; done"
    ))
}

fn script(text: &str) -> String {
    assert!(!text.contains('\''), "the script stands between single quotes");
    format!("sh -c '{text}'")
}

fn program(head: &str, command: &str) -> Program {
    match format!("{head}:{command}").parse() {
        Ok(Entrant::Outside(program)) => program,
        other => panic!("{other:?}"),
    }
}

/// How a program fares that is asked for a move at the start.
fn play(head: &str, command: &str) -> Result<String, Fault> {
    let mut player = Programs::new().player(&program(head, command), 1).unwrap();
    player.start("")?;
    player.decide(&Budget::nodes(10)).map(|decision| decision.mv)
}

/// The move of a program, with patience.
fn best(command: &str) -> String {
    play("ugi", command).unwrap()
}

/// What a program does wrong that needs no patience to be seen.
fn fault(command: &str) -> String {
    play("ugi", command).unwrap_err().to_string()
}

/// What a program does wrong by keeping us waiting. No test asks how long.
fn lateness(command: &str) -> String {
    play("ugi(timeout=300ms)", command).unwrap_err().to_string()
}

#[test]
fn a_good_answer_comes_with_its_counters() {
    let programs = Programs::new();
    let command = engine("echo info depth 3 seldepth 5 nodes 42 pv 4; echo bestmove 4 ponder 3");
    let mut player = programs.player(&program("ugi", &command), 1).unwrap();
    player.start("").unwrap();
    let decision = player.decide(&Budget::nodes(10)).unwrap();
    assert_eq!((decision.mv.as_str(), decision.proven), ("4", None));
    assert_eq!((decision.counters.nodes, decision.counters.max_depth), (42, 5));
}

#[test]
fn garbage_is_skipped() {
    let garbage = "echo; echo lorem ipsum; printf \"\\377\\000\\n\"; echo bestmoves; echo info nodes x; echo bestmove 4";
    assert_eq!(best(&engine(garbage)), "4");
    // An illegal move is for the referee to see.
    assert_eq!(best(&engine("echo bestmove 99")), "99");
    assert_eq!(best(&engine("echo bestmove")), "");
}

#[test]
fn a_line_without_end_and_lines_without_end_are_a_flood() {
    let said = fault(&engine("yes | tr -d \"\\n\""));
    assert!(said.contains("bytes, and no bestmove: killed"), "{said}");
    let said = fault(&engine("yes garbage"));
    assert!(said.contains("bytes, and no bestmove: killed"), "{said}");
    let said = fault(&script("yes"));
    assert!(said.contains("and no ugiok: killed"), "{said}");
}

#[test]
fn lines_of_info_are_no_flood() {
    assert_eq!(best(&engine("yes info string busy | head -n 120000; echo bestmove 4")), "4");
}

#[test]
fn a_program_is_told_the_clocks_of_both_sides() {
    // The answer is what it was told, joined by colons.
    let told = |head: &str, is_second: bool| {
        let command = engine("echo bestmove $(echo $line | tr \" \" :)");
        let mut player = Programs::new().player(&program(head, &command), 1).unwrap();
        player.start("").unwrap();
        player.see_clocks(Some("2s+1ms".parse().unwrap()), is_second);
        let budget = player.budget(&"clock=10s+100ms,margin=5ms".parse().unwrap());
        player.decide(&budget).unwrap().mv
    };
    assert_eq!(told("ugi", false), "go:p1time:10000:p2time:2000:p1inc:100:p2inc:1");
    assert_eq!(told("uci", true), "go:wtime:2000:btime:10000:winc:1:binc:100");
    // A clock of its own wins over the common one.
    assert_eq!(told("uci(clock=3s)", false), "go:wtime:3000:btime:2000:winc:0:binc:1");
}

#[test]
fn a_program_that_hangs_is_killed() {
    let said = lateness(&engine("sleep 1000"));
    assert!(said.contains("killed"), "{said}");
    let said = lateness(&engine(":"));
    assert!(said.contains("killed"), "{said}");
    let said = lateness(&script("sleep 1000"));
    assert_eq!(said, "no ugiok within 300ms: killed");
}

#[test]
fn an_answer_after_stop_is_too_late() {
    let command = script(
        "while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; stop) echo bestmove 4;; esac; done",
    );
    let said = lateness(&command);
    assert!(said.contains("killed"), "{said}");
}

#[test]
fn a_program_that_dies_is_remembered_with_its_last_words() {
    let said = fault(&engine("echo first >&2; echo out of cheese >&2; exit 3"));
    assert!(
        said.contains("exit status: 3: expected bestmove; it said last: first | out of cheese"),
        "{said}"
    );
    let said = fault(&script("exit 1"));
    assert!(said.contains("exit status: 1: expected ugiok"), "{said}");
    let said = fault(&script("exec >&-; sleep 1000"));
    assert_eq!(said, "closed its output: expected ugiok");
    let said = fault(&script("kill -9 $$"));
    assert!(said.contains("signal: 9"), "{said}");
}

#[test]
fn the_wrong_greeting_is_none() {
    let said = lateness(&script("while read -r line; do echo uciok; done"));
    assert_eq!(said, "no ugiok within 300ms: killed");
}

#[test]
fn a_fault_costs_one_game_and_the_next_begins_with_a_fresh_program() {
    let folder = tempfile::tempdir().unwrap();
    // Dies when asked for the first time, and is good from then on.
    let trace = folder.path().join("trace");
    let command = engine(&format!("test -e {0} || {{ : >{0}; exit 7; }}; echo bestmove 4", trace.display()));
    let programs = Programs::new();
    let mut player = programs.player(&program("ugi", &command), 1).unwrap();
    player.start("").unwrap();
    assert!(player.decide(&Budget::nodes(1)).unwrap_err().to_string().contains("exit status: 7"));
    player.start("").unwrap();
    assert_eq!(player.decide(&Budget::nodes(1)).unwrap().mv, "4");
}

/// The lines of a log, without the numbers of the processes.
fn log(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
}

#[test]
fn a_program_is_kept_for_the_next_game_and_all_that_is_said_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.txt");
    let programs = Programs::new();
    let head = format!("ugi(option.hash=64,log={})", path.display());
    let program = program(&head, &engine("echo bestmove 4"));
    programs.check(&program, &Budget::nodes(10)).unwrap();
    for opening in ["", "44"] {
        let mut player = programs.player(&program, 1).unwrap();
        player.start(opening).unwrap();
        player.play("3").unwrap();
        assert_eq!(player.decide(&"nodes=10,depth=3".parse().unwrap()).unwrap().mv, "4");
    }
    drop(programs);
    let lines = log(&path);
    let count = |line: &str| lines.iter().filter(|known| *known == line).count();
    assert_eq!(lines.iter().filter(|line| line.starts_with("$ ")).count(), 1, "started once: {lines:?}");
    for (line, times) in [
        ("> ugi", 1),
        ("< ugiok", 1),
        ("> setoption name Hash value 64", 1),
        ("> uginewgame", 2),
        ("> position startpos moves 3", 1),
        ("> position fen 44 moves 3", 1),
        ("> go depth 3 nodes 10", 2),
        ("< bestmove 4", 2),
        ("> quit", 1),
    ] {
        assert_eq!(count(line), times, "{line}: {lines:?}");
    }
}

#[test]
fn games_side_by_side_have_a_program_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.txt");
    let programs = Programs::new();
    let program = program(&format!("ugi(log={})", path.display()), &engine("echo bestmove 4"));
    let mut players = [programs.player(&program, 1).unwrap(), programs.player(&program, 1).unwrap()];
    for player in &mut players {
        player.start("").unwrap();
    }
    drop(players);
    let mut third = programs.player(&program, 1).unwrap();
    third.start("").unwrap();
    assert_eq!(log(&path).iter().filter(|line| line.starts_with("$ ")).count(), 2);
}

#[test]
fn what_would_fail_in_every_game_is_said_before_the_first() {
    let programs = Programs::new();
    let error = |head: &str, command: &str, budget: &str| {
        programs.check(&program(head, command), &budget.parse().unwrap()).unwrap_err().to_string()
    };
    let good = engine("echo bestmove 4");
    let said = error("ugi", "./no-such-program", "nodes=1");
    assert!(said.starts_with("ugi:./no-such-program: ./no-such-program cannot be started: "), "{said}");
    assert!(error("ugi", "sh -c 'echo", "nodes=1").contains("expected a closing '"));
    let said = error("ugi", &good, "moves=1000,nodes=5");
    assert!(said.contains("budget \"moves=1000\": expected depth, nodes, time or clock"), "{said}");
    let said = error("ugi(cpu=5ms)", &good, "nodes=5");
    assert!(said.contains("budget \"cpu=5ms\""), "{said}");
    let said = error("ugi(option.Hsah=64)", &good, "nodes=5");
    assert!(said.contains("option \"Hsah\": expected one of Hash"), "{said}");
    assert!(error("ugi(log=/no/such/folder/talk)", &good, "nodes=5").contains("cannot open /no/such"));
    programs.check(&program("ugi(nodes=7)", &good), &"moves=1000".parse().unwrap()).unwrap();
}

#[test]
fn a_uci_engine_of_cfour_is_spoken_with_in_drops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.txt");
    let command = script(
        "while read -r line; do case \"$line\" in uci) echo option name UCI_Variant type combo; echo uciok;; \
         isready) echo readyok;; go*) echo bestmove P@d3;; esac; done",
    );
    let programs = Programs::new();
    let head = format!("uci(option.UCI_Variant=cfour,log={})", path.display());
    let mut player = programs.player(&program(&head, &command), 1).unwrap();
    player.start("44").unwrap();
    player.play("1").unwrap();
    player.play("1").unwrap();
    assert_eq!(player.decide(&"time=5ms".parse().unwrap()).unwrap().mv, "4");
    let lines = log(&path);
    assert!(lines.contains(&"> position startpos moves P@d1 P@d2 P@a1 P@a2".into()), "{lines:?}");
    assert!(lines.contains(&"> ucinewgame".into()) && lines.contains(&"> go movetime 5".into()), "{lines:?}");
}

#[test]
fn a_search_can_be_stopped_from_outside() {
    let command = script(
        "while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; stop) echo bestmove 4;; esac; done",
    );
    let programs = Programs::new();
    let mut player = programs.player(&program("ugi", &command), 1).unwrap();
    player.start("").unwrap();
    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget { cancel: Some(cancel), ..Budget::nodes(1) };
    assert_eq!(player.decide(&budget).unwrap().mv, "4");
}
