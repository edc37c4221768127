//! Tables as an experiment: made once, kept, whole or in shards.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tiptree_lab::Shard;
use tiptree_lab::experiment::{self, Part};
use tiptree_lab::reproduce::{Reproduction, Request};
use tiptree_papers::prepare;

#[test]
fn tables_are_made_once_and_shards_of_them_merge() {
    let request: Request =
        toml::from_str("paper = 'ballard'\ntables = ['1', '2', 'fig10']\nbranching = [4]").unwrap();
    let folder = TempDir::new().unwrap();
    let make = |shard: Shard, path: &Path| {
        let mut names = Vec::new();
        let part = Part { shard, out: Some(path), cancel: &AtomicBool::new(false), other_build: false };
        let mut tables = prepare(&request, 1).unwrap();
        let mut receive = |table: &Reproduction| names.push(table.table.clone());
        experiment::reproduce(&request, &mut tables, &part, &mut (), &mut receive).unwrap();
        names.join(" ")
    };
    let whole = folder.path().join("whole.jsonl");
    assert_eq!(make(Shard::WHOLE, &whole), "1 2 fig10");
    let bytes = std::fs::read(&whole).unwrap();
    assert_eq!(make(Shard::WHOLE, &whole), "1 2 fig10");
    assert_eq!(std::fs::read(&whole).unwrap(), bytes);

    let shards: Vec<(Shard, PathBuf)> = ["0/2", "1/2"]
        .map(|shard| (shard.parse().unwrap(), folder.path().join(shard.replace('/', "-"))))
        .to_vec();
    assert_eq!(make(shards[0].0, &shards[0].1), "1 fig10");
    assert_eq!(make(shards[1].0, &shards[1].1), "2");
    let merged = folder.path().join("merged.jsonl");
    let paths: Vec<PathBuf> = shards.into_iter().map(|(_, path)| path).collect();
    experiment::merge(&tiptree_games::registry(), &paths, &merged).unwrap();
    assert_eq!(std::fs::read(&merged).unwrap(), bytes);
}
