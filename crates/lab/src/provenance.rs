//! Which build made a result: its version, its commit, and a signature measured at run time.
//!
//! Version and commit identify the sources; a commit with changes on top (`dirty`) does so only roughly. The signature
//! identifies the behaviour: it is a hash of what the players' searches find at three positions of the game. Two builds with
//! the same signature may continue each other's files, whatever their commits are.

use crate::signature::{outcome, positions, signature};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::OnceLock;
use tiptree::erased::{Engine, Rules};
use tiptree::{Budget, ParseError, Spec};

/// Move calls per position of the signature: a fraction of a second for all positions together.
const BUDGET: u64 = 2_000;

/// The commit of the program, and whether its sources were changed since.
static COMMIT: OnceLock<(String, bool)> = OnceLock::new();

/// Declares the commit that this program was built from, and whether its sources were changed since. Only the first call
/// counts. A program that never calls this has an unknown commit.
pub fn declare(commit: &str, is_dirty: bool) {
    // A second call changes nothing.
    let _ = COMMIT.set((commit.to_owned(), is_dirty));
}

/// The build that made a result; files of earlier versions lack some or all fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The signature of the searches; `None` if there is nothing to measure, as with external programs.
    #[serde(default)]
    pub signature: Option<u64>,
    /// The version of the program.
    #[serde(default)]
    pub version: Option<String>,
    /// The commit it was built from; `unknown` if there was no repository.
    #[serde(default)]
    pub commit: Option<String>,
    /// Whether the sources were changed since.
    #[serde(default)]
    pub dirty: Option<bool>,
}

impl Provenance {
    /// This build, with a measured signature.
    pub fn here(signature: Option<u64>) -> Provenance {
        let (commit, dirty) = match COMMIT.get() {
            Some((commit, is_dirty)) => (commit.clone(), Some(*is_dirty)),
            None => ("unknown".to_owned(), None),
        };
        Provenance {
            signature,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            commit: Some(commit),
            dirty,
        }
    }
}

impl std::fmt::Display for Provenance {
    /// `0.1.0 (1a2b3c4d5e6f, dirty), signature 7`; `build unknown` for files without a commit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(commit) = &self.commit else { return f.write_str("build unknown") };
        let dirty = if self.dirty == Some(true) { ", dirty" } else { "" };
        write!(f, "{} ({commit}{dirty})", self.version.as_deref().unwrap_or("version unknown"))?;
        match self.signature {
            Some(signature) => write!(f, ", signature {signature}"),
            None => Ok(()),
        }
    }
}

/// Builds a search by its spec.
type MakeEngine<'a> = dyn Fn(&Spec) -> Result<Box<dyn Engine>, tiptree::Error> + 'a;

/// What searches do at a few positions of a game, as the texts that signatures are hashed from.
#[derive(Clone, Debug, Default)]
pub struct Behaviour(Vec<(Spec, String)>);

impl Behaviour {
    /// Measures these searches, each built by `engine`, at a few positions of the game. A search that the game refuses is left
    /// out.
    ///
    /// # Errors
    /// If the game cannot read its own positions.
    pub fn measure(
        rules: &dyn Rules,
        searches: &[&Spec],
        engine: &MakeEngine<'_>,
    ) -> Result<Behaviour, ParseError> {
        let positions = positions(rules);
        let budget = Budget::moves(BUDGET);
        let mut measured: Vec<(Spec, String)> = Vec::new();
        for &search in searches {
            if measured.iter().any(|(known, _)| known == search) {
                continue;
            }
            let Ok(mut engine) = engine(&single_threaded(search)) else { continue };
            let mut lines = String::new();
            for position in &positions {
                engine.start(position)?;
                let found = outcome(&engine.run(&budget));
                let game = rules.spec();
                writeln!(lines, "{game} {position} {search} moves={BUDGET}: {found}").expect("a text grows");
            }
            measured.push((search.clone(), lines));
        }
        Ok(Behaviour(measured))
    }

    /// The signature of these searches, in this order; `None` if none of them was measured.
    pub fn signature<'a>(&self, searches: impl IntoIterator<Item = &'a Spec>) -> Option<u64> {
        let known = |search: &Spec| self.0.iter().find(|(known, _)| known == search);
        let lines: String = searches.into_iter().filter_map(known).map(|(_, lines)| lines.as_str()).collect();
        (!lines.is_empty()).then(|| signature(&lines))
    }
}

/// The same search with one thread: with several, its result changes from run to run.
fn single_threaded(search: &Spec) -> Spec {
    let mut single = search.clone();
    single.parameters.retain(|(key, _)| key != "threads");
    single
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree_games::registry;

    fn signature(game: &str, searches: &[&str]) -> Option<u64> {
        let game: Spec = game.parse().unwrap();
        let searches: Vec<Spec> = searches.iter().map(|text| text.parse().unwrap()).collect();
        let searches: Vec<&Spec> = searches.iter().collect();
        let rules = registry().rules(&game, None).unwrap();
        let engine = |search: &Spec| rules.engine(search, 1);
        let behaviour = Behaviour::measure(rules.as_ref(), &searches, &engine).unwrap();
        behaviour.signature(searches)
    }

    #[test]
    fn a_signature_is_the_same_every_time_and_another_for_another_search_or_game() {
        let first = signature("connect4", &["mm", "ab"]);
        assert!(first.is_some());
        assert_eq!(first, signature("connect4", &["mm", "ab"]));
        for (game, searches) in [
            ("connect4", ["mm", "pvs"]),
            ("connect4", ["ab", "mm"]),
            ("connect4(width=6)", ["mm", "ab"]),
            ("connect4", ["mm(c=0.5)", "ab"]),
        ] {
            assert_ne!(first, signature(game, &searches), "{game}, {searches:?}");
        }
    }

    #[test]
    fn searches_with_dice_or_threads_have_a_signature_and_an_empty_list_has_none() {
        for (game, search) in
            [("pig", "star1"), ("connect4", "pvs(threads=2)"), ("connect4", "mm-fast(threads=2)")]
        {
            let first = signature(game, &[search]);
            assert!(first.is_some(), "{search}");
            assert_eq!(first, signature(game, &[search]), "{search}");
        }
        assert_eq!(signature("connect4", &[]), None);
    }

    #[test]
    fn a_build_is_displayed_as_far_as_it_is_known() {
        let mut build = Provenance {
            signature: Some(7),
            version: Some("0.1.0".into()),
            commit: Some("1a2b3c4d5e6f".into()),
            dirty: Some(true),
        };
        assert_eq!(build.to_string(), "0.1.0 (1a2b3c4d5e6f, dirty), signature 7");
        (build.dirty, build.signature) = (Some(false), None);
        assert_eq!(build.to_string(), "0.1.0 (1a2b3c4d5e6f)");
        build.commit = None;
        assert_eq!(build.to_string(), "build unknown");
        assert_eq!(serde_json::from_str::<Provenance>("{}").unwrap().to_string(), "build unknown");
    }
}
