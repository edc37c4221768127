//! The directory and the shell in which the commands of a page are run.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A directory that looks like the root of the project, as far as pages refer to it, and has `tiptree` on its path.
pub(crate) struct Shell {
    folder: TempDir,
    bin: TempDir,
}

impl Shell {
    pub(crate) fn new(root: &Path) -> Shell {
        let (folder, bin) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        for name in ["crates", "experiments", "golden", "docs"] {
            std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).expect("a link");
        }
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tiptree"), bin.path().join("tiptree"))
            .expect("a link");
        Shell { folder, bin }
    }

    /// Saves a file as the reader would.
    pub(crate) fn write(&self, path: &str, text: &str) {
        std::fs::write(self.folder.path().join(path), text).expect("the file is written");
    }

    /// What a terminal would show: stdout and stderr, and where the command failed a last line `[exit CODE]`.
    pub(crate) fn run(&self, command: &str) -> String {
        // The program is built already; `cargo run` would build it again with other settings.
        let command = command.replace("cargo run --release -- ", "tiptree ");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("bash")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", self.bin.path().display()))
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("bash runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match output.status.code() {
            Some(0) => text,
            code => format!("{}\n[exit {}]", text.trim_end_matches('\n'), code.unwrap_or(-1))
                .trim_start()
                .to_owned(),
        }
    }
}
