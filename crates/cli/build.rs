//! Finds out from which commit the program is built, and whether its sources were changed since.
//!
//! A packaged crate carries its commit in `.cargo_vcs_info.json`; in a checkout git is asked. Where there is neither, the
//! commit is `unknown`. The script runs again after a commit and after a change of the sources, and at no other time. The Python
//! package has the same script.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What every program is made of, seen from its crate.
const SOURCES: [&str; 17] = [
    "../../Cargo.toml",
    "../../Cargo.lock",
    "../core/Cargo.toml",
    "../core/src",
    "../games/Cargo.toml",
    "../games/src",
    "../games/data",
    "../lab/Cargo.toml",
    "../lab/src",
    "../papers/Cargo.toml",
    "../papers/src",
    "../papers/golden",
    "../papers/bench.txt",
    "Cargo.toml",
    "build.rs",
    "src",
    "python",
];

fn main() {
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let (commit, is_dirty) =
        packaged(&folder).or_else(|| checked_out(&folder)).unwrap_or(("unknown".into(), false));
    println!("cargo::rustc-env=TIPTREE_COMMIT={commit}");
    println!("cargo::rustc-env=TIPTREE_DIRTY={is_dirty}");
}

/// The commit that cargo wrote into a package.
fn packaged(folder: &Path) -> Option<(String, bool)> {
    let text = std::fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let hash = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    is_hash(hash).then(|| (short(hash), text.contains("\"dirty\": true")))
}

/// The commit of the repository that this crate is a tracked part of.
fn checked_out(folder: &Path) -> Option<(String, bool)> {
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim_end().to_owned())
    };
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let commit = git(&["rev-parse", "HEAD"]).filter(|hash| is_hash(hash))?;
    for source in SOURCES {
        rerun_if_changed(&folder.join(source));
    }
    // HEAD changes with the branch, its log with every commit.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            rerun_if_changed(&folder.join(path));
        }
    }
    let mut status = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    status.extend(SOURCES);
    let is_dirty = git(&status).is_some_and(|changes| !changes.is_empty());
    Some((short(&commit), is_dirty))
}

/// Asks for another run when a file changes; a file that does not exist would ask for one every time.
fn rerun_if_changed(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

fn is_hash(text: &str) -> bool {
    text.len() >= 12 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn short(hash: &str) -> String {
    hash[..12].to_owned()
}
