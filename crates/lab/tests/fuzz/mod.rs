//! Nothing that is read from outside does harm: every example of `fuzz/corpus`, and thousands of mutations of them.
//!
//! `TIPTREE_CASES` sets how many mutations of a target are tried. What breaks a target goes into its corpus, under a name
//! that says what broke.

mod mutate;
// Its functions are public for the fuzzers, which are crates of their own.
#[allow(unreachable_pub)]
mod targets;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use tiptree::Rng;

/// Makes the two tests of every target.
macro_rules! targets {
    ($($name:ident: $cases:literal,)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(mod $name {
            use super::{mutated, replay, targets};

            #[test]
            fn every_example_is_read_without_harm() {
                replay(stringify!($name), targets::$name);
            }

            #[test]
            fn mutated_examples_are_read_without_harm() {
                mutated(stringify!($name), $cases, targets::$name);
            }
        })*
    };
}

// Cases unless told otherwise: those that write files or search take longer.
targets! {
    spec: 5000,
    budget: 5000,
    entrant: 5000,
    shard: 5000,
    sprt: 2000,
    game: 5000,
    search: 2000,
    position: 5000,
    openings: 1000,
    experiment: 5000,
    results: 500,
    merge: 500,
    ugi: 500,
    parameter: 5000,
    labels: 2000,
    solve: 1000,
    export: 2000,
    page: 300,
}

/// The examples of a target, by their names.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("corpus").join(target);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder).expect("a corpus").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("an example"))).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn replay(name: &str, target: fn(&[u8])) {
    for (path, bytes) in corpus(name) {
        assert!(catch_unwind(|| target(&bytes)).is_ok(), "{}", path.display());
    }
}

fn mutated(name: &str, default: usize, target: fn(&[u8])) {
    let cases = std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let examples: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
    let mut rng = Rng::new(1);
    for _ in 0..cases {
        let bytes = mutate::mutate(&examples, &mut rng);
        let read = bytes.clone();
        assert!(catch_unwind(move || target(&read)).is_ok(), "{name}: {}", bytes.escape_ascii());
    }
}

#[test]
fn every_corpus_has_a_target_and_every_target_a_fuzzer() {
    for entry in fs::read_dir(root().join("corpus")).expect("a folder") {
        let name = entry.expect("a corpus").file_name();
        assert!(NAMES.iter().any(|known| name == *known), "{}", name.display());
    }
    for name in NAMES {
        assert!(root().join("fuzz_targets").join(format!("{name}.rs")).exists(), "{name}");
        assert!(!corpus(name).is_empty(), "{name}");
    }
}
