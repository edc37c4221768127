//! Evaluators that are added to the games of a registry.

use super::{Entry, Registry, Valuation};
use crate::erased::{Named, Rules};
use crate::parse_error::ParseError;
use crate::spec::Spec;
use crate::untyped::{AnyEvaluator, Untyped};
use std::sync::Arc;

impl Registry {
    /// The same registry with another evaluator for every game that it `sees`. `make` makes it for a game from its
    /// parameters, whose keys have been checked.
    ///
    /// It is written for [`Untyped`], so that one evaluator serves all games: a neural net sees those with
    /// [planes](crate::Insight::planes).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tiptree::erased::Named;
    /// use tiptree::registry::{Entry, Registry, Valuation};
    /// use tiptree::testing::synthetic::{HashEvaluator, HashTree};
    /// use tiptree::{Budget, Neutral};
    ///
    /// let tree = Entry::new("tree", |spec, _| {
    ///     Ok(Box::new(Named::new(spec.clone(), HashTree::new(1, 8, 4), HashEvaluator::new(1, 1023))))
    /// });
    /// let constant = Valuation::new("constant", "the middle of the payoffs");
    /// let registry =
    ///     Registry::new().with(tree).with_evaluator(&constant, |_| true, |game, _| Ok(Arc::new(Neutral::new(game))));
    /// let mut player = registry.engine(&"tree".parse()?, Some("constant"), &"mm".parse()?, 1)?;
    /// assert!(player.run(&Budget::moves(100)).best.is_some());
    /// # Ok::<(), tiptree::Error>(())
    /// ```
    #[must_use]
    pub fn with_evaluator<F>(
        mut self,
        valuation: &Valuation,
        sees: impl Fn(&Untyped) -> bool,
        make: F,
    ) -> Self
    where
        F: Fn(&Untyped, &Spec) -> Result<AnyEvaluator, ParseError> + Send + Sync + 'static,
    {
        let make = Arc::new(make);
        for entry in std::mem::take(&mut self.games) {
            let is_seen = entry.usual().is_some_and(|game| sees(&game));
            self =
                self.with(if is_seen { entry.with_evaluator(valuation, Arc::clone(&make)) } else { entry });
        }
        self
    }
}

impl Entry {
    /// The game without parameters, in untyped form; `None` if there is none.
    fn usual(&self) -> Option<Untyped> {
        let evaluator = Spec::named(&self.evaluators.first()?.name);
        let rules = self.build(&Spec::named(&self.name), &evaluator).ok()?;
        rules.untyped().map(|(game, _)| game)
    }

    /// The same entry with another evaluator. A game is built with its first one, which is then replaced.
    ///
    /// It is generic so that the searches for untyped games are compiled where it is called, and not with the library.
    fn with_evaluator<F>(mut self, valuation: &Valuation, make: Arc<F>) -> Self
    where
        F: Fn(&Untyped, &Spec) -> Result<AnyEvaluator, ParseError> + Send + Sync + 'static,
    {
        let (own, name) = (self.clone(), valuation.name.clone());
        let first = Spec::named(&self.evaluators[0].name);
        self.evaluators.push(valuation.clone());
        self.building(move |spec, evaluator| {
            if evaluator.name != name {
                return own.build(spec, evaluator);
            }
            let rules: Arc<dyn Rules> = own.build(spec, &first)?.into();
            let Some((game, _)) = rules.untyped() else {
                let what = format!("evaluator of {}", spec.name);
                return Err(ParseError::new(what, &*evaluator.name, "a game with an untyped form"));
            };
            let evaluator = make(&game, evaluator)?;
            let named = Named::shared(spec.clone(), game, evaluator);
            Ok(Box::new(named.solved_by(move |_| rules.solver())))
        })
    }
}
