use super::*;
use std::io::Write;
use tempfile::NamedTempFile;

/// Positions near the end, as `tiptree solve` prints them.
const LABELS: &str = include_str!("../../../games/data/connect4-all-moves-ply28.txt");

fn file(text: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn request(game: &str, labels: &Path, epochs: usize) -> Request {
    Request {
        game: game.into(),
        labels: vec![labels.into()],
        held_out: Vec::new(),
        epochs,
        prior: 0.0,
        seed: 1,
    }
}

fn run(request: &Request) -> Fit {
    request.prepare(&tiptree_games::registry(), &mut ()).unwrap().run(&mut (), &AtomicBool::new(false))
}

fn refusal(request: &Request) -> String {
    request.prepare(&tiptree_games::registry(), &mut ()).err().unwrap().to_string()
}

fn fit(labels: &NamedTempFile, held_out: &[&NamedTempFile], epochs: usize, seed: u64) -> Fit {
    let held_out = held_out.iter().map(|file| file.path().to_owned()).collect();
    run(&Request { held_out, seed, ..request("connect4", labels.path(), epochs) })
}

#[test]
fn a_fit_is_decided_by_its_seed_and_knows_more_than_nothing() {
    let labels = file(LABELS);
    let once = fit(&labels, &[], 2, 1);
    assert_eq!(once, fit(&labels, &[], 2, 1));
    assert_ne!(once.file, fit(&labels, &[], 2, 2).file);
    let head = once.file.iter().position(|&byte| byte == b'\n').unwrap();
    assert_eq!(once.file.len(), head + 1 + 2 * once.weights);
    let [held_out] = once.held_out.as_slice() else { panic!("one part is held out") };
    assert!(held_out.samples > 50 && once.samples > 10 * held_out.samples, "{once:?}");
    assert!(held_out.fitted.log_loss < std::f64::consts::LN_2, "{held_out:?}");
    assert!(held_out.usual.log_loss < std::f64::consts::LN_2, "{held_out:?}");
}

#[test]
fn nothing_is_fitted_to_what_is_held_out_nor_to_its_mirror_image() {
    let lines: Vec<&str> = LABELS.lines().filter(|line| !line.starts_with('#')).collect();
    let mirrored = |line: &&str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words[0] = words[0].chars().map(|letter| char::from(b'1' + b'7' - letter as u8)).collect();
        words[2..].reverse();
        words.join(" ")
    };
    let images: Vec<String> = lines[..100].iter().map(mirrored).collect();
    let (labels, rest) = (file(LABELS), file(&lines[100..].join("\n")));
    let all = fit(&labels, &[], 1, 1);
    let kept = fit(&labels, &[&file(&images.join("\n"))], 1, 1);
    assert_eq!(kept.held_out.len(), 2);
    assert!(kept.held_out[1].samples > 300, "{kept:?}");
    let count = |fit: &Fit| fit.samples + fit.held_out.iter().map(|part| part.samples).sum::<usize>();
    assert_eq!(count(&kept), count(&all));
    assert!(kept.samples < all.samples && fit(&rest, &[], 1, 1).samples > 0);
}

#[test]
fn what_cannot_be_fitted_is_said_in_one_line() {
    let labels = file(LABELS);
    let error = |game: &str, path: &Path, epochs: usize| refusal(&request(game, path, epochs));
    assert!(error("pig", labels.path(), 1).starts_with("game with an evaluator to fit \"pig\": expected"));
    assert!(error("chess", labels.path(), 1).starts_with("game \"chess\": expected one of"));
    assert!(error("connect4(width=5,height=4)", labels.path(), 1).starts_with("board \"5x4\": expected 7x6"));
    assert!(error("connect4", Path::new("nowhere.txt"), 1).starts_with("cannot read nowhere.txt: "));
    assert!(error("connect4", labels.path(), 0).starts_with("epochs \"0\": expected at least 1"));
}

/// A game of tic-tac-toe from an opening in which Min is to move, that Min wins.
const GAMES: &str = r#"{"record":"header","game":"tictactoe","a":"mm","b":"ab","budget":"moves=100","openings":"plies=1","seed":7,"signature":null,"version":"0.1.0"}
{"record":"game","index":0,"pair":0,"opening":"X........","first":"a","moves":["5","2","4","9","6"],"result":"win","end":"over","a_counters":{"moves":30,"evals":20,"nodes":10,"expansions":0,"max_depth":3,"tree_bytes":0},"b_counters":{"moves":3,"evals":2,"nodes":1,"expansions":0,"max_depth":3,"tree_bytes":0},"times":{"a_cpu_seconds":0.1,"b_cpu_seconds":0.1,"seconds":0.2}}
"#;

#[test]
fn every_position_of_a_game_counts_for_its_result() {
    let games = file(GAMES);
    let registry = tiptree_games::registry();
    let rules = registry.rules(&Spec::named("tictactoe"), None).unwrap();
    let groups = groups::read(&registry, rules.as_ref(), games.path()).unwrap();
    let [group] = groups.as_slice() else { panic!("one game is a group: {groups:?}") };
    let positions: Vec<&str> = group.iter().map(|outcomes| outcomes.position.as_str()).collect();
    assert_eq!(positions, ["X........", "X...O....", "XX..O....", "XX.OO....", "XX.OO...X"]);
    assert!(group.iter().all(|outcomes| outcomes.outcome == 0.0), "{group:?}");
    let error = refusal(&request("connect4", games.path(), 1));
    assert!(error.ends_with("line 1: games of tictactoe, expected connect4"), "{error}");
}

#[test]
fn a_prior_holds_weights_back() {
    let labels = file(LABELS);
    let greatest = |prior| {
        let fit = run(&Request { prior, ..request("connect4", labels.path(), 2) });
        let head = fit.file.iter().position(|&byte| byte == b'\n').unwrap();
        let weights = fit.file[head + 1..].chunks_exact(2);
        weights.map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]).unsigned_abs()).max().unwrap()
    };
    let [free, held, fixed] = [0.0, 20.0, 1e9].map(greatest);
    assert!(4 * fixed < held && held < free, "{fixed} {held} {free}");
    let error = refusal(&Request { prior: -1.0, ..request("connect4", labels.path(), 1) });
    assert!(error.starts_with("prior \"-1\": expected a number of samples"), "{error}");
}
