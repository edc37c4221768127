//! The experiments of this project, declared in `experiments/`: each can be run as it stands.

use std::path::Path;
use tiptree_lab::Shard;
use tiptree_lab::experiment::{Experiment, Task};

#[test]
fn every_declared_experiment_can_be_prepared() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let experiment = Experiment::read(&path).unwrap();
        assert!(!experiment.title.contains('\n'), "{}", path.display());
        let problem = match &experiment.task {
            Task::Tournament(request) => request.prepare(1, Shard::WHOLE).err(),
            Task::Reproduce(request) => request.prepare(1).err(),
            Task::Quality(request) => request.prepare(1).err(),
        };
        assert!(problem.is_none(), "{}: {problem:?}", path.display());
        names.push(path.file_stem().unwrap().to_owned());
    }
    // One for each result that is committed, and for some two.
    assert!(names.len() >= 10, "{names:?}");
}
