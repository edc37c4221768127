//! A game that is played move by move: turns, undo, dice, analysis, files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree::{Budget, Turn};
use tiptree_lab::export::{Format, Games};
use tiptree_lab::play::{Actor, Dice, GameSetup, LiveGame, Participant};

fn setup(game: &str, max: &str, min: &str) -> GameSetup {
    GameSetup {
        game: game.parse().unwrap(),
        evaluator: None,
        position: None,
        participants: [max.parse().unwrap(), min.parse().unwrap()],
        adviser: None,
        budget: Budget::moves(300),
        seed: 7,
        dice: Dice::Rolled,
    }
}

fn begin(setup: GameSetup) -> LiveGame {
    LiveGame::new(&tiptree_games::registry(), setup).unwrap()
}

fn failure(setup: GameSetup) -> String {
    LiveGame::new(&tiptree_games::registry(), setup).err().expect("an error").to_string()
}

fn never() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

fn moves(game: &LiveGame) -> Vec<&str> {
    game.moves().collect()
}

/// Plays on until a person is asked or the game is over.
fn go_on(game: &mut LiveGame) {
    loop {
        match game.actor() {
            Actor::Machine => drop(game.decide(&never()).unwrap().unwrap()),
            Actor::Dice => drop(game.roll().unwrap().unwrap()),
            Actor::Person | Actor::Nobody(_) => return,
        }
    }
}

/// Plays to the end; a person always plays the first legal move.
fn finish(game: &mut LiveGame) {
    go_on(game);
    while game.actor() == Actor::Person {
        let mv = game.position().moves().swap_remove(0);
        game.play(&mv).unwrap();
        go_on(game);
    }
}

fn resumed(path: &Path) -> Result<LiveGame, String> {
    LiveGame::resume(&tiptree_games::registry(), path, Dice::Rolled, false).map_err(|error| error.to_string())
}

#[test]
fn a_person_and_a_search_move_in_turn_and_an_illegal_move_changes_nothing() {
    let mut game = begin(setup("connect4", "person", "ab"));
    assert_eq!((game.actor(), game.participant()), (Actor::Person, Some(&Participant::Person)));
    assert!(game.decide(&never()).unwrap().is_none(), "a person is to move");
    assert_eq!(game.roll(), Ok(None));
    game.play("4").unwrap();
    assert_eq!(game.actor(), Actor::Machine);
    let reply = game.decide(&never()).unwrap().unwrap().mv;
    assert_eq!(moves(&game), ["4", &reply]);
    let illegal = game.play("8").unwrap_err().to_string();
    assert!(illegal.starts_with("move \"8\": expected one of 1 2 3"), "{illegal}");
    assert_eq!((game.actor(), game.moves().len()), (Actor::Person, 2));
}

#[test]
fn undo_takes_back_the_persons_move_and_the_reply() {
    let mut game = begin(setup("connect4", "person", "ab"));
    assert_eq!(game.undo(), 0);
    game.play("4").unwrap();
    go_on(&mut game);
    let text = game.position().text();
    game.play("1").unwrap();
    go_on(&mut game);
    assert_eq!(game.undo(), 2);
    assert_eq!((game.position().text(), game.actor()), (text, Actor::Person));
    game.play("3").unwrap();
    go_on(&mut game);
    // The search knows the game as it is now, not as it was.
    let mut other = begin(setup("connect4", "person", "ab"));
    for mv in ["4", "3"] {
        other.play(mv).unwrap();
        go_on(&mut other);
    }
    assert_eq!(moves(&game), moves(&other));
    assert_eq!((game.undo(), game.undo(), game.undo()), (2, 2, 0));
}

#[test]
fn the_first_move_of_a_search_cannot_be_taken_back() {
    let mut game = begin(setup("connect4", "ab", "person"));
    go_on(&mut game);
    assert_eq!(game.undo(), 0);
    game.play("4").unwrap();
    assert_eq!((game.undo(), game.moves().len()), (1, 1), "before the reply");
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let mut game = begin(setup("tictactoe", "person", "person"));
    for mv in ["1", "2", "3"] {
        game.play(mv).unwrap();
    }
    assert_eq!((game.undo(), game.undo()), (1, 1));
    assert_eq!(moves(&game), ["1"]);
}

#[test]
fn dice_do_not_change_when_a_move_is_taken_back() {
    let mut game = begin(setup("pig(goal=20)", "person", "person"));
    go_on(&mut game);
    assert_eq!(game.undo(), 0, "nobody decided the first roll");
    for _ in 0..4 {
        let mv = game.position().moves().swap_remove(0);
        game.play(&mv).unwrap();
        go_on(&mut game);
    }
    let played: Vec<String> = game.moves().map(str::to_owned).collect();
    let count = game.undo();
    assert!(count >= 2, "the decision and the rolls behind it");
    game.play(&played[played.len() - count]).unwrap();
    go_on(&mut game);
    assert_eq!(moves(&game), played);
}

#[test]
fn typed_dice_are_asked_for_and_can_be_taken_back() {
    let mut game = begin(GameSetup { dice: Dice::Typed, ..setup("pig", "person", "mm") });
    assert_eq!((game.position().turn(), game.actor()), (Turn::Chance, Actor::Person));
    assert!(game.play("7").is_err());
    game.play("6").unwrap();
    game.play("hold").unwrap();
    game.play("5").unwrap();
    assert_eq!((game.actor(), game.undo()), (Actor::Machine, 1), "the roll alone");
    assert_eq!((game.position().turn(), game.participant()), (Turn::Chance, None));
    assert!(game.roll().unwrap().is_some());
}

#[test]
fn an_analysis_is_that_of_the_search_and_changes_nothing() {
    let adviser = Some("pvs".parse().unwrap());
    let mut game = begin(GameSetup { adviser, ..setup("tictactoe", "person", "ab") });
    game.play("1").unwrap();
    go_on(&mut game);
    let text = game.position().text();
    let best = game.analyse(&never()).unwrap();
    assert_eq!((best.search.as_str(), best.position.as_str()), ("pvs", text.as_str()));
    assert_eq!(best.moves.len(), 7);
    assert_eq!(game.position().text(), text);
    finish(&mut game);
    assert!(game.analyse(&never()).unwrap_err().to_string().contains("not over"));
}

#[test]
fn a_cancelled_search_plays_nothing() {
    let mut game = begin(setup("connect4", "mm-fast", "ab"));
    assert!(game.decide(&Arc::new(AtomicBool::new(true))).unwrap().is_none());
    assert_eq!(game.moves().len(), 0);
    assert!(game.decide(&never()).unwrap().is_some());
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = || {
        let mut game = begin(setup("connect4", "uct", "mm-fast"));
        finish(&mut game);
        game
    };
    let (one, other) = (game(), game());
    assert!(matches!(one.actor(), Actor::Nobody(_)) && one.outcome().is_some());
    assert_eq!(moves(&one), moves(&other));
}

#[test]
fn a_resumed_game_of_two_people_keeps_its_evaluator() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.jsonl");
    let evaluator = Some("fitted".to_owned());
    let whole = begin(GameSetup { evaluator: evaluator.clone(), ..setup("connect4", "person", "person") });
    whole.save(&path).unwrap();
    let rest = resumed(&path).unwrap();
    assert_eq!(rest.setup().evaluator, evaluator);
    let [found, known] = [&rest, &whole].map(|game| game.analyse(&never()).unwrap());
    assert_eq!((found.value, found.range), (known.value, known.range));
    // Another evaluator finds another value.
    let other = begin(setup("connect4", "person", "person")).analyse(&never()).unwrap();
    assert_ne!((other.value, other.range), (known.value, known.range));
}

#[test]
fn a_game_goes_on_from_its_file_as_if_it_had_not_stopped() {
    let folder = TempDir::new().unwrap();
    for (game, position) in
        [("connect4", ""), ("connect4", "4"), ("pig(goal=20)", ""), ("ggame(height=5)", "")]
    {
        let path = folder.path().join("game.jsonl");
        let mut whole = begin(GameSetup { position: Some(position.into()), ..setup(game, "person", "mm") });
        loop {
            go_on(&mut whole);
            whole.save(&path).unwrap();
            let mut rest = resumed(&path).unwrap();
            assert_eq!(rest.position().text(), whole.position().text(), "{game}");
            assert_eq!(rest.setup().participants, whole.setup().participants, "{game}");
            assert_eq!(moves(&rest), moves(&whole));
            if whole.actor() != Actor::Person {
                assert_eq!(rest.outcome(), whole.outcome());
                break;
            }
            let mv = whole.position().moves().swap_remove(0);
            rest.play(&mv).unwrap();
            go_on(&mut rest);
            whole.play(&mv).unwrap();
            go_on(&mut whole);
            assert_eq!(moves(&rest), moves(&whole), "{game}");
        }
    }
}

#[test]
fn a_saved_game_is_exported_finished_or_not() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.jsonl");
    let export = |format: Format| {
        let mut games = Games::open(&tiptree_games::registry(), &path).unwrap();
        let mut out = Vec::new();
        format.write(&mut out, &games.read().unwrap().expect("a game")).unwrap();
        assert!(games.read().unwrap().is_none());
        String::from_utf8(out).unwrap()
    };
    // Min is to move, so that A plays Min.
    let position = Some("X........".to_owned());
    let mut game = begin(GameSetup { position, ..setup("tictactoe", "ab", "person") });
    game.play("2").unwrap();
    game.save(&path).unwrap();
    assert!(
        export(Format::Sgf).contains("PB[ab]PW[person]RE[?]ON[X........]\n;W[2])"),
        "{}",
        export(Format::Sgf)
    );
    assert!(export(Format::Text).ends_with("nodes 0} *\n\n"), "{}", export(Format::Text));
    finish(&mut game);
    game.save(&path).unwrap();
    assert!(export(Format::Text).contains("[White \"ab\"]\n[Black \"person\"]\n[Result \"1-0\"]"));
    assert!(!folder.path().join("game.jsonl.part").exists());
}

#[test]
fn bad_settings_and_bad_files_are_named() {
    let connect4 = || setup("connect4", "person", "ab");
    assert_eq!(
        failure(GameSetup { budget: "clock=10s".parse().unwrap(), ..connect4() }),
        "budget \"clock=10s\": expected a limit for each move, such as moves=100k or time=1s"
    );
    assert!(failure(GameSetup { position: Some("1212121".into()), ..connect4() }).contains("not over"));
    assert!(failure(setup("connect4", "person", "abc")).contains("did you mean"));

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut game = begin(connect4());
    game.play("4").unwrap();
    game.save(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let (header, line) = text.split_once('\n').unwrap();
    let error = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let error = resumed(&path).err().expect("an error");
        error.split_once("game.jsonl").unwrap().1.to_owned()
    };
    assert!(error("").starts_with(", line 1: \"\", expected the header of a game"));
    assert!(error("nonsense\n").starts_with(", line 1: \"nonsense\", expected the header"));
    assert_eq!(error(line), ", line 1: a game, expected its header first");
    assert!(error(header).starts_with(", line 2: \"\", expected the only game"));
    assert!(error(&format!("{header}\n{header}\n")).starts_with(", line 2: another header"));
    assert!(error(&format!("{text}{line}")).starts_with(", line 3: "));
    let illegal = error(&text.replace("[\"4\"]", "[\"4\",\"9\"]"));
    assert!(illegal.starts_with(", line 2: move 2: move \"9\": expected one of"), "{illegal}");
    let program = error(&text.replace("\"ab\"", "\"ugi:./rival\""));
    assert_eq!(
        program,
        ", line 1: it starts the program \"ugi:./rival\", expected --allow-programs with such a file"
    );
}
