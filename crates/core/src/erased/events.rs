//! The events of a search behind texts.

use super::{Rules, engine};
use crate::budget::Budget;
use crate::error::{Error, Unsupported};
use crate::game::Notation;
use crate::report::Report;
use crate::search::catalogue;
use crate::search::depth_first::events::{Recorder, Recording};
use crate::spec::Spec;

/// A search that was followed: what it did and what it found.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The events, up to a bound.
    pub recording: Recording,
    /// The budget of the search, its own limits included.
    pub budget: Budget,
    /// The report, which is the one without recording.
    pub report: Report<String>,
}

/// Searches `position` within `budget` and records at most `most` [events](crate::search::depth_first::events).
///
/// The searches that are followed are compiled for the [untyped](crate::untyped) form of games only.
///
/// ```
/// use tiptree::erased::{Named, follow};
/// use tiptree::search::depth_first::events::Visit;
/// use tiptree::testing::synthetic::{HashEvaluator, HashTree};
/// use tiptree::Budget;
///
/// let rules = Named::new("tree".parse()?, HashTree::new(1, 6, 3), HashEvaluator::new(1, 1023));
/// let followed = follow(&rules, &"ab(depth=3)".parse()?, "", &Budget::unlimited(), 10_000)?;
/// let trees = Visit::trees(&followed.recording.events);
/// assert_eq!(trees.len(), 2, "iterations of two and three decisions");
/// assert_eq!(trees[1].value, Some(followed.report.value));
/// assert!(follow(&rules, &"mm".parse()?, "", &Budget::moves(100), 10_000).is_err());
/// # Ok::<(), tiptree::Error>(())
/// ```
///
/// # Errors
/// If the search has no events, does not take the parameters given or cannot play this game, the game has no untyped form, or
/// the text describes no position.
pub fn follow(
    rules: &dyn Rules,
    search: &Spec,
    position: &str,
    budget: &Budget,
    most: usize,
) -> Result<Followed, Error> {
    let Some((game, evaluator)) = rules.untyped() else {
        let what = format!("a list of events of {}", rules.spec().name);
        return Err(Unsupported::new(what, "a game with an untyped form").into());
    };
    let recorder = Recorder::new(game.clone(), game.parse_position(position)?, most);
    let observer = recorder.clone();
    let build = |game| catalogue::build_followed(search, game, evaluator, observer);
    let mut engine = engine(search, game, build)?;
    engine.start(position)?;
    let budget = engine.budget(budget);
    let report = engine.run(&budget);
    Ok(Followed { recording: recorder.recording(), budget, report })
}
