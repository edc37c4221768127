//! What is asked of a search: a position, the search and its budget, as texts name them. The command line and the studio ask so.

use crate::json::{Best, Events};
use serde::Deserialize;
use tiptree::erased::{Engine, Position, Rules, follow};
use tiptree::search::catalogue::{self, SEARCHES};
use tiptree::search::tree_view::{Detail, TreeNode};
use tiptree::{Budget, Error, ParseError, Registry, Report, Spec, Stop};

/// The budget of a search that is followed, if none is asked for: more has more events than a person reads.
pub const USUAL_DEPTH: &str = "depth=2";

/// A question as texts.
#[derive(Clone, Debug, Deserialize)]
pub struct Query {
    /// The game.
    pub game: String,
    /// The position in the game's notation; the start if missing or empty.
    pub position: Option<String>,
    /// The moves and rolls played from there.
    #[serde(default)]
    pub play: Vec<String>,
    /// Deals the start of games whose board is set up at random, and determines the random choices of the search.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// The evaluator, unless the search names one; the game's first if missing.
    pub eval: Option<String>,
    /// The search; the game's default if missing.
    pub search: Option<String>,
    /// The budget; the caller's default if missing.
    pub budget: Option<String>,
}

fn usual_seed() -> u64 {
    1
}

/// A question that was read.
pub struct Asked {
    /// The game with its evaluator.
    pub rules: Box<dyn Rules>,
    /// The position.
    pub position: Box<dyn Position>,
    /// The text of the position: as it was given, unless moves were played from there or it was dealt.
    pub text: String,
    /// The search.
    pub search: Spec,
    /// The common budget, see [`Engine::budget`].
    pub budget: Budget,
    /// The seed.
    pub seed: u64,
}

impl Query {
    /// Reads the texts. `usual` is the budget if none is given.
    ///
    /// # Errors
    /// If one of the texts cannot be read, or a move cannot be played.
    pub fn read(&self, registry: &Registry, usual: &str) -> Result<Asked, ParseError> {
        let game: Spec = self.game.parse()?;
        let search = search(registry, self.search.as_deref(), &game)?;
        let budget = budget(self.budget.as_deref(), usual)?;
        // Built once: an evaluator that solves the game may take a while.
        let rules = registry.rules(&game, search.get("eval").or(self.eval.as_deref()))?;
        // A dealt board can only be named by its squares.
        let mut text = match self.position.as_deref().unwrap_or_default() {
            "" if rules.is_dealt() => rules.deal(self.seed).text(),
            given => given.to_owned(),
        };
        let mut position = rules.position(&text)?;
        if !self.play.is_empty() {
            self.play.iter().try_for_each(|mv| position.play(mv))?;
            text = position.text();
        }
        Ok(Asked { rules, position, text, search, budget, seed: self.seed })
    }
}

impl Asked {
    /// The same question, if there is something to search.
    ///
    /// # Errors
    /// If the game is over in this position.
    pub fn not_over(self) -> Result<Self, ParseError> {
        if self.position.turn().is_over() {
            return Err(ParseError::new("position", self.text, "one in which the game is not over"));
        }
        Ok(self)
    }

    /// A player at the position.
    ///
    /// # Errors
    /// If the search does not exist, does not take the parameters given, or cannot play this game.
    pub fn engine(&self) -> Result<Box<dyn Engine>, Error> {
        let mut engine = self.rules.engine(&self.search, self.seed)?;
        engine.start(&self.text)?;
        Ok(engine)
    }

    /// The answer of a search that was given this `budget`.
    pub fn best(&self, budget: &Budget, report: Report<String>) -> Best {
        let best = Best::new(self.rules.as_ref(), self.position.as_ref(), &self.search, budget, report);
        Best { position: self.text.clone(), ..best }
    }

    /// Whether the search keeps a tree, as far as the catalogue knows.
    ///
    /// # Errors
    /// If it keeps none.
    pub fn keeps_tree(&self) -> Result<(), ParseError> {
        match catalogue::find(&self.search.name) {
            Some(entry) if !entry.algorithm.keeps_tree() => Err(no_tree(entry.name)),
            _ => Ok(()),
        }
    }

    /// The position that the moves `at` lead to in the tree of `engine`, which has found `best`, with up to `most` positions below.
    ///
    /// # Errors
    /// If the search keeps no tree, or the tree does not hold this position.
    pub fn tree(
        &self,
        engine: &dyn Engine,
        best: &Best,
        at: &[String],
        (most, detail): (usize, Detail),
    ) -> Result<TreeNode<String>, ParseError> {
        self.keeps_tree()?;
        if let Some(tree) = engine.tree(at, most, detail)? {
            return Ok(tree);
        }
        let refused = |what, read: &str, expected: &str| Err(ParseError::new(what, read, expected));
        if engine.tree(&[], 0, Detail::Stored)?.is_some() {
            return refused(
                "moves",
                &at.join(" "),
                &format!("a line that the tree of {} holds", best.search),
            );
        }
        match best.stop {
            Some(Stop::Forced) => refused("position", &self.text, "one with more than one move"),
            Some(Stop::Decided) => refused("position", &self.text, "one that is not decided at once"),
            _ if catalogue::find(&self.search.name).is_none() => Err(no_tree(&self.search.name)),
            _ => refused("budget", &best.budget, "one in which a tree can grow"),
        }
    }

    /// Follows the search node by node and keeps at most so many events.
    ///
    /// # Errors
    /// If the search has no events, does not take the parameters given, or cannot play this game.
    pub fn events(&self, most: usize) -> Result<Events, Error> {
        let followed = follow(self.rules.as_ref(), &self.search, &self.text, &self.budget, most)?;
        Ok(Events::new(self.best(&followed.budget, followed.report), followed.recording))
    }
}

/// The error of a search that keeps no tree.
fn no_tree(search: &str) -> ParseError {
    let keepers = SEARCHES.iter().filter(|entry| entry.algorithm.keeps_tree());
    let names: Vec<&str> = keepers.map(|entry| entry.name).collect();
    ParseError::new("search", search, format!("one that keeps a tree: {}", names.join(", ")))
}

/// The budget asked for, or the default one, which gives way to a depth that a search names.
///
/// # Errors
/// If the text is no budget.
pub fn budget(asked: Option<&str>, usual: &str) -> Result<Budget, ParseError> {
    match asked {
        Some(text) => text.parse(),
        None => Ok(usual.parse::<Budget>()?.as_usual()),
    }
}

/// The search asked for, or the game's default.
///
/// # Errors
/// If the text names no search, or `game` no game.
pub fn search(registry: &Registry, asked: Option<&str>, game: &Spec) -> Result<Spec, ParseError> {
    match asked {
        Some(text) => text.parse(),
        None => Ok(registry.rules(game, None)?.usual_search()),
    }
}
