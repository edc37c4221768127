//! Defaults of searches that suit a game: they take the place of the search's own defaults where a spec gives no value.

use super::{Entry, Name, Registry, Valuation};
use crate::parse_error::ParseError;
use crate::spec::Spec;

impl Registry {
    /// `search` as it is played at `game`: with the game's defaults for the parameters that it does not give. An `eval=NAME` in
    /// `search` overrides `evaluator`. The search's own defaults are not written out.
    ///
    /// # Errors
    /// If the game, the evaluator or a parameter of the game is unknown.
    pub fn completed(&self, game: &Spec, evaluator: Option<&str>, search: &Spec) -> Result<Spec, ParseError> {
        let (entry, valuation, _) = self.valued(game, search.get("eval").or(evaluator))?;
        Ok(complete(search, &entry.defaults(valuation)))
    }

    /// The first default of a game that names no search, or no parameter of its own of the search that it names.
    pub(super) fn default_problem(&self) -> Option<ParseError> {
        let texts = self.games.iter().flat_map(|entry| {
            let valued = entry.evaluators.iter().flat_map(|valuation| &valuation.search_defaults);
            entry.search_defaults.iter().chain(valued).map(|text| (&*entry.name, &**text))
        });
        texts.into_iter().find_map(|(game, text)| self.refused_default(game, text).err())
    }

    /// Checks a default of a game.
    fn refused_default(&self, game: &str, text: &str) -> Result<(), ParseError> {
        let what = format!("default of {game}");
        let expected = "a search with parameters, as in pvs(window=0.02)";
        let default: Spec = text.parse().map_err(|_| ParseError::new(&*what, text, expected))?;
        let search = self.search(&default.name).ok_or_else(|| {
            let names = self.searches().map(|search| search.name);
            ParseError::unknown(&format!("search in a {what}"), &default.name, names)
        })?;
        default.accept(search.parameters.iter().map(|parameter| parameter.key))
    }
}

impl Entry {
    /// The defaults of searches with this evaluator, those that are for it alone first.
    pub(super) fn defaults(&self, valuation: &Valuation) -> Vec<Spec> {
        let texts: [&[Name]; 2] = [&valuation.search_defaults, &self.search_defaults];
        // `Registry::checked` refuses what cannot be read.
        texts.into_iter().flatten().filter_map(|text| text.parse().ok()).collect()
    }
}

/// `search` with the parameters of `defaults` that it does not give. The first default of a parameter counts.
pub(super) fn complete(search: &Spec, defaults: &[Spec]) -> Spec {
    let mut completed = search.clone();
    for (key, value) in
        defaults.iter().filter(|known| known.name == search.name).flat_map(|known| &known.parameters)
    {
        if completed.get(key).is_none() {
            completed.parameters.push((key.clone(), value.clone()));
        }
    }
    completed
}
