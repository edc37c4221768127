//! The layers of this crate: a module uses its own layer and those below, never one above.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the contracts: what a game, an evaluator and a search agree on.
const CONTRACTS: &[&str] = &[
    "budget",
    "clock",
    "convert",
    "error",
    "evaluator",
    "expectation",
    "features",
    "game",
    "insight",
    "meter",
    "parse_error",
    "player",
    "playout",
    "progress",
    "report",
    "rng",
    "score_bounds",
    "spec",
    "tabulation",
    "time_control",
];
/// The modules of the tools: what searches are built with, without a search.
const TOOLS: &[&str] = &["noise", "perft", "prefetch", "table"];
/// The modules of the names and of the erased types; so are the catalogue, every `by_name`, and what tests are made of.
const NAMES: &[&str] = &["erased", "registry", "solver", "testing", "untyped"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Contracts,
    Tools,
    Searches,
    /// Searches and games by name, and the types that hide them.
    Names,
}

/// The layer of a module, given by its path from the root of the crate.
fn layer(module: &str) -> Layer {
    let first = module.split("::").next().unwrap_or_default();
    if CONTRACTS.contains(&first) {
        Layer::Contracts
    } else if TOOLS.contains(&first) {
        Layer::Tools
    } else if first == "search" && !module.contains("by_name") && !module.starts_with("search::catalogue") {
        Layer::Searches
    } else {
        assert!(first == "search" || NAMES.contains(&first), "{first} is in no layer");
        Layer::Names
    }
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// The module of a file; none for the root of the crate and for tests.
fn module(root: &Path, file: &Path) -> Option<String> {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let parts: Vec<_> =
        path.iter().map(|part| part.to_str().unwrap()).filter(|&part| part != "mod").collect();
    (!matches!(parts[..], ["lib"] | [.., "tests"])).then(|| parts.join("::"))
}

/// The modules that a file names by `crate::` paths, its tests and comments aside.
fn used(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut used = Vec::new();
    for path in code.split("crate::").skip(1) {
        let end = path.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(path.len());
        let (head, rest) = path.split_at(end);
        match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((group, _)) => used.extend(group.split(',').map(|name| format!("{head}{}", name.trim()))),
            None => used.push(head.to_owned()),
        }
    }
    // A path that begins with a type is a re-export of the root.
    used.retain(|path| path.starts_with(char::is_lowercase));
    used
}

#[test]
fn no_module_uses_a_layer_above_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut seen = 0;
    for file in files {
        let Some(module) = module(&root, &file) else { continue };
        for path in used(&fs::read_to_string(&file).unwrap()) {
            seen += 1;
            assert!(
                layer(&path) <= layer(&module),
                "{module} ({:?}) uses {path} ({:?})",
                layer(&module),
                layer(&path)
            );
        }
    }
    assert!(seen > 300, "{seen} uses were read");
}
