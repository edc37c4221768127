//! A net from a file plays: by name, in every search, alone and in batches.

use std::path::{Path, PathBuf};
use tiptree::registry::Registry;
use tiptree::testing::conformance;
use tiptree::untyped::Untyped;
use tiptree::{Budget, Estimates, Evaluator, Game, Notation};
use tiptree_onnx::Net;

/// A net for Connect-Four that experiments/nets/train.py wrote, with four channels and one block.
fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/small.onnx")
}

fn registry() -> Registry {
    tiptree_onnx::with_nets(tiptree_games::registry())
}

fn connect4() -> Untyped {
    registry().rules(&"connect4".parse().unwrap(), None).unwrap().untyped().unwrap().0
}

fn net() -> Net {
    Net::read(&file(), [3, 6, 7]).unwrap()
}

#[test]
fn games_with_planes_have_nets() {
    let registry = registry();
    let has_nets = |name: &str| {
        let entry = registry.game(name).unwrap();
        entry.evaluators.iter().any(|valuation| valuation.name == "onnx")
    };
    assert!(has_nets("connect4") && has_nets("othello"));
    assert!(!has_nets("pig"));
}

#[test]
fn a_net_is_an_evaluator() {
    conformance::check(&connect4(), &net()).unwrap();
}

#[test]
fn many_states_get_what_each_gets_alone() {
    let (game, net) = (connect4(), net());
    let states: Vec<_> =
        ["", "4", "44", "4435", "7777", "1234567"].map(|text| game.parse_position(text).unwrap()).into();
    let mut estimates = Estimates { needs_priors: true, ..Estimates::default() };
    net.states(&game, &states, &mut estimates);
    let mut priors = estimates.priors.iter();
    for (state, value) in states.iter().zip(&estimates.values) {
        assert!((net.evaluate(&game, state) - value).abs() < 1e-5);
        let (mut moves, mut alone) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        net.priors(&game, state, &moves, &mut alone);
        assert_eq!(alone.len(), moves.len());
        assert!(alone.iter().all(|prior| (prior - priors.next().unwrap()).abs() < 1e-5));
    }
    assert!(priors.next().is_none());
}

#[test]
fn every_kind_of_search_plays_with_a_net() {
    let eval = format!("onnx(file={})", file().display());
    for search in [
        "mm(batch=32)",
        "mm(penalty=floyd,batch=32)",
        "mm(penalty=policy,c=0.1)",
        "mm-fast(batch=32)",
        "ubfm(batch=32)",
        "puct(priors=evaluator,squash=0,batch=32)",
        "uct(leaf=evaluator,squash=0)",
        "pvs",
        "ab",
    ] {
        let engine =
            registry().engine(&"connect4".parse().unwrap(), Some(&eval), &search.parse().unwrap(), 1);
        let mut engine = engine.unwrap();
        engine.start("4435").unwrap();
        let report = engine.run(&Budget::evals(300));
        assert!(report.best.is_some() && report.counters.evals <= 300, "{search}: {report:?}");
    }
}

#[test]
fn what_is_no_net_says_so() {
    let refused = |game: &str, eval: &str| {
        registry().rules(&game.parse().unwrap(), Some(eval)).err().unwrap().to_string()
    };
    let missing = refused("connect4", "onnx(file=missing.onnx)");
    assert!(
        missing.starts_with("file of onnx \"missing.onnx\": expected the ONNX file of a neural net"),
        "{missing}"
    );
    assert!(refused("connect4", "onnx").contains("as in onnx(file=net.onnx)"));
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    assert!(
        refused("connect4", &format!("onnx(file={})", manifest.display())).contains("expected the ONNX file")
    );
    // A net for another board.
    assert!(
        refused("othello", &format!("onnx(file={})", file().display())).contains("expected the ONNX file")
    );
}
