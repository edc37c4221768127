//! `tiptree engine`, spoken with through real pipes.

use crate::program::complaint;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tiptree::erased::Position;
use tiptree::{Budget, Turn};
use tiptree_games::registry;
use tiptree_lab::players::{Entrant, Player, Program, Programs, Searching};

/// A conversation with the real engine.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(arguments: &[&str]) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tiptree"))
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Talk { child, input, output }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// Everything up to the line that begins with `word`, that line last.
    fn hear(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(word)) {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{word} never came: {lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// Waits for the end, after which the engine must not have said anything more.
    fn end(mut self) {
        self.input = None;
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn a_host_is_greeted_answered_and_left() {
    let mut talk = Talk::begin(&["connect4", "--search", "ab"]);
    talk.say("ugi");
    let said = talk.hear("ugiok");
    assert!(said[0].starts_with("id name tiptree "), "{said:?}");
    assert!(said.contains(&"option name Search type string default ab".into()), "{said:?}");
    talk.say("uginewgame\nposition startpos moves 4 1 4 1 4 1\ngo depth 2");
    let said = talk.hear("bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth ")), "{said:?}");
    assert_eq!(said.last().unwrap(), "bestmove 4");
    talk.say("quit");
    talk.end();
}

#[test]
fn a_search_without_end_answers_readiness_and_stop() {
    let mut talk = Talk::begin(&["connect4"]);
    talk.say("go infinite");
    talk.say("isready");
    assert_eq!(talk.hear("readyok"), ["readyok"]);
    talk.say("stop");
    assert!(talk.hear("bestmove").len() >= 2);
    // Who leaves is still answered.
    talk.say("go infinite");
    talk.say("quit");
    talk.hear("bestmove");
    talk.end();
}

#[test]
fn a_stop_right_behind_go_stops_that_go() {
    let mut talk = Talk::begin(&["connect4"]);
    // The first search ends by its own limit; the second waits for it, and the stop waits with the second.
    talk.say("go moves 20000\nposition startpos moves 4\ngo infinite\nstop\ngo moves 20000");
    let stops: Vec<String> = (0..3)
        .map(|_| {
            let said = talk.hear("bestmove");
            let work = said.iter().find(|line| line.starts_with("info string moves ")).unwrap();
            work.rsplit(' ').next().unwrap().to_owned()
        })
        .collect();
    assert_eq!(stops, ["moves", "cancelled", "moves"]);
    talk.say("go infinite\nstop");
    talk.hear("bestmove");
    talk.say("quit");
    talk.end();
}

#[test]
fn a_search_tells_what_it_finds_before_its_end() {
    let mut talk = Talk::begin(&["connect4", "--search", "mm"]);
    talk.say("go infinite");
    // It is told nothing more until it has said something.
    let said = talk.hear("info depth");
    for word in ["score", "nodes", "nps", "pv"] {
        assert!(said.last().unwrap().split(' ').any(|found| found == word), "{said:?}");
    }
    talk.say("stop");
    talk.hear("bestmove");
    talk.say("quit");
    talk.end();
}

#[test]
fn moves_are_restricted_and_pondering_is_hit() {
    let mut talk = Talk::begin(&["connect4"]);
    talk.say("position startpos moves 4 1 4 1 4 1\ngo moves 3000 searchmoves 1 2 3");
    assert_eq!(talk.hear("bestmove").last().unwrap(), "bestmove 1");
    talk.say("setoption name Ponder value true\nposition startpos\ngo ponder moves 3000\nponderhit");
    let said = talk.hear("bestmove");
    assert!(said.last().unwrap().contains(" ponder "), "{said:?}");
    assert!(said.iter().any(|line| line.ends_with(" stop moves")), "{said:?}");
    talk.say("quit");
    talk.end();
}

#[test]
fn games_on_clocks_are_played_to_their_end() {
    let program = format!("uci:'{}' engine tictactoe --search ab", env!("CARGO_BIN_EXE_tiptree"));
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("games.jsonl");
    let played = Command::new(env!("CARGO_BIN_EXE_tiptree"))
        .args(["match", "tictactoe", "mm(clock=300ms)", &program, "--budget", "clock=300ms+5ms"])
        .args(["--openings", "random=2:1", "--pairs", "1", "--out"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(played.status.success(), "{played:?}");
    let games = std::fs::read_to_string(&file).unwrap();
    assert_eq!(games.matches(r#""end":"over""#).count(), 2, "{games}");
    assert!(games.contains("clock=300ms+5ms"), "{games}");
}

#[test]
fn bad_arguments_are_one_line() {
    assert!(complaint(&["engine", "chess"]).contains("game \"chess\": expected one of"));
    assert!(complaint(&["engine", "connect4", "--search", "nope"]).contains("nope"));
    assert!(complaint(&["engine", "connect4", "--eval", "nope"]).contains("evaluator of connect4"));
    assert!(complaint(&["engine", "connect4", "--budget", "nope"]).contains("expected limits"));
}

/// The real engine as a program outside.
fn outside(head: &str, arguments: &str) -> Program {
    match format!("{head}:'{}' engine {arguments}", env!("CARGO_BIN_EXE_tiptree")).parse() {
        Ok(Entrant::Outside(program)) => program,
        other => panic!("{other:?}"),
    }
}

/// Plays a game to its end and gives the moves and the work of each.
fn play(
    position: &mut dyn Position,
    players: &mut [Box<dyn Player>; 2],
    budget: &Budget,
) -> Vec<(String, u64, u64)> {
    let start = position.text();
    for player in players.iter_mut() {
        player.start(&start).unwrap();
    }
    let mut game = Vec::new();
    loop {
        let side = match position.turn() {
            Turn::Max => 0,
            Turn::Min => 1,
            _ => return game,
        };
        let own = players[side].budget(budget);
        let decision = players[side].decide(&own).unwrap();
        position.play(&decision.mv).unwrap();
        for player in players.iter_mut() {
            player.play(&decision.mv).unwrap();
        }
        game.push((decision.mv, decision.counters.moves, decision.counters.evals));
    }
}

#[test]
fn two_engines_outside_play_the_game_that_the_searches_play_inside() {
    let game = "connect4".parse().unwrap();
    let rules = registry().rules(&game, None).unwrap();
    let budget: Budget = "moves=300".parse().unwrap();
    let inside = |search: &str| -> Box<dyn Player> {
        Box::new(Searching(rules.engine(&search.parse().unwrap(), 1).unwrap()))
    };
    let expected = play(&mut *rules.deal(1), &mut [inside("mm"), inside("ab")], &budget);
    assert!(expected.len() > 6);

    let programs = Programs::new();
    let [a, b] = ["ugi", "uci"].map(|protocol| outside(protocol, "connect4 --search mm"));
    let b = Program { command: b.command.replace("mm", "ab"), ..b };
    for program in [&a, &b] {
        programs.check(program, &budget).unwrap();
    }
    // The second game is played by the same processes, and does not depend on the first.
    for _ in 0..2 {
        let mut players = [programs.player(&a, 1).unwrap(), programs.player(&b, 1).unwrap()];
        assert_eq!(play(&mut *rules.deal(1), &mut players, &budget), expected);
    }
}

#[test]
fn an_engine_of_ours_is_told_every_limit_and_set_by_options() {
    let programs = Programs::new();
    let program = outside("uci(option.Search=ab,option.UCI_Variant=cfour)", "connect4");
    programs.check(&program, &"moves=50,cpu=5s,memory=1GB,sure=0.99".parse().unwrap()).unwrap();
    let mut player = programs.player(&program, 1).unwrap();
    player.start("41414").unwrap();
    player.play("1").unwrap();
    let decision = player.decide(&"moves=200,sure=0.99".parse().unwrap()).unwrap();
    assert_eq!(decision.mv, "4");
    assert_eq!(decision.counters.expansions, 0);
}
