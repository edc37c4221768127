//! Proving searches, run to completion at positions of every game, against plain minimax.

use tiptree::erased::{Engine, Position, Rules};
use tiptree::{Budget, Report, Rng, Spec, Stop, Turn};
use tiptree_games::registry;

/// Games and a number of plies from the start after which plain minimax can search to the end.
const GAMES: [(&str, usize); 10] = [
    ("connect4(width=4,height=4)", 5),
    ("connect4", 30),
    ("tictactoe", 2),
    ("othello(size=4)", 5),
    ("othello", 54),
    ("kalah(pits=2,seeds=2)", 1),
    ("kalah(pits=3,seeds=2,capture=always)", 4),
    ("pgame(height=6)", 1),
    ("ngame(height=6)", 1),
    ("ggame(height=7)", 1),
];

/// The number of positions per game: `TIPTREE_CASES`, or a hundred.
fn count() -> usize {
    std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(100)
}

const PROVERS: [&str; 11] = [
    "mm-fast",
    "mm-fast(graph=false,insight=false,look=1,shape=log)",
    "dfpn",
    "dfpn(insight=false,table=0)",
    "ubfm",
    "ubfm(graph=false,insight=false,pick=value)",
    "ubfm(shallow=2)",
    "uct",
    "uct(graph=true,insight=false)",
    "puct(graph=true)",
    "conspiracy",
];

/// A position of a random game, at least `plies` plies after the start, in which a player has a choice.
fn position(rules: &dyn Rules, plies: usize, seed: u64) -> Option<String> {
    let mut rng = Rng::new(seed);
    let mut position: Box<dyn Position> = rules.deal(seed);
    let plies = plies + rng.below(3);
    for ply in 0.. {
        let moves = position.moves();
        if moves.is_empty() {
            return None;
        }
        if ply >= plies && moves.len() > 1 {
            return Some(position.text());
        }
        position.play(&moves[rng.below(moves.len())]).unwrap();
    }
    unreachable!("a game ends")
}

fn run(engine: &mut dyn Engine, position: &str) -> Report<String> {
    engine.start(position).unwrap();
    engine.run(&Budget::unlimited())
}

#[test]
fn every_prover_proves_the_value_and_plays_a_move_that_keeps_it() {
    let engine = |rules: &dyn Rules, search: &str| rules.engine(&search.parse::<Spec>().unwrap(), 1).unwrap();
    for (game, plies) in GAMES {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        let positions: Vec<String> =
            (1..).filter_map(|seed| position(rules.as_ref(), plies, seed)).take(count()).collect();
        let mut oracle = engine(rules.as_ref(), "minimax");
        let truths: Vec<Report<String>> =
            positions.iter().map(|position| run(oracle.as_mut(), position)).collect();
        for prover in PROVERS {
            let mut prover_engine = engine(rules.as_ref(), prover);
            for (position, truth) in positions.iter().zip(&truths) {
                let report = run(prover_engine.as_mut(), position);
                let value =
                    truth.proven.unwrap_or_else(|| panic!("{game} {position}: too large for minimax")).value;
                // If one move is proven to be the best, its value may still be unproven.
                let found = report.proven.map(|proven| proven.value);
                let is_decided = report.stop == Some(Stop::Decided) && found.is_none();
                assert!(
                    is_decided || found == Some(value),
                    "{prover} at {game} {position}: {found:?}, not {value}"
                );
                let best = report.best.expect("somebody decides");
                let kept = truth.moves.iter().find(|entry| entry.mv == best).expect("a legal move").value;
                assert_eq!(kept, Some(value), "{prover} plays {best} at {game} {position}");
            }
        }
    }
}

#[test]
fn threads_prove_the_same() {
    for (game, plies) in GAMES {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        let engine = |search: &str| rules.engine(&search.parse().unwrap(), 1).unwrap();
        let (mut one, mut three) = (engine("puct"), engine("puct(threads=3)"));
        for position in (1..).filter_map(|seed| position(rules.as_ref(), plies, seed)).take(10) {
            let proven = |engine: &mut dyn Engine| run(engine, &position).proven.map(|proven| proven.value);
            assert_eq!(proven(one.as_mut()), proven(three.as_mut()), "{game} {position}");
        }
    }
}

#[test]
fn sampling_and_best_first_search_prove_expectations_of_dice() {
    let rules = registry().rules(&"startree(branching=4,depth=4)".parse().unwrap(), None).unwrap();
    for seed in 1..=20 {
        let start = rules.deal(seed);
        assert!(matches!(start.turn(), Turn::Max), "Max begins");
        let value = |search: &str| {
            let mut engine = rules.engine(&search.parse().unwrap(), 1).unwrap();
            run(engine.as_mut(), &start.text())
                .proven
                .unwrap_or_else(|| panic!("{search}, seed {seed}"))
                .value
        };
        let truth = value("expectimax");
        for search in ["ubfm", "uct", "puct"] {
            assert!((value(search) - truth).abs() < 1e-9, "{search}, seed {seed}");
        }
    }
}
