//! The games by name: what exists, with which parameters and evaluators, after which source.
//!
//! A game is described and built in the `by_name` of its own folder; here they are only listed and found.

use crate::{blackjack, board_splitting, connect4, ggame, kalah, othello, pig, planted, startree, tictactoe};
use tiptree::erased::{Engine, Rules};
use tiptree::noise::Noise;
use tiptree::{Error, Parameter, ParseError, Spec};

/// Builds a game from its parameters, whose keys are known to be accepted, seen by one of its evaluators.
type Build = fn(&Spec, &str) -> Result<Box<dyn Rules>, ParseError>;

/// A game that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it was published, or used in one of the papers.
    pub source: &'static str,
    /// What it accepts.
    pub parameters: &'static [Parameter],
    /// How its positions can be valued, the default first.
    pub evaluators: &'static [Valuation],
    pub(crate) build: Build,
}

/// An evaluator of a game, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// Its name.
    pub name: &'static str,
    /// What it looks at and what its values are.
    pub meaning: &'static str,
}

/// The evaluator that every game has.
pub(crate) const NEUTRAL: Valuation = Valuation {
    name: "neutral",
    meaning: "knows nothing: every game not over is worth the middle of the payoffs",
};

/// Every game there is.
pub const GAMES: &[Entry] = &[
    connect4::by_name::ENTRY,
    tictactoe::by_name::ENTRY,
    othello::by_name::ENTRY,
    kalah::by_name::ENTRY,
    board_splitting::by_name::PGAME,
    board_splitting::by_name::NGAME,
    ggame::by_name::ENTRY,
    startree::by_name::ENTRY,
    planted::by_name::ENTRY,
    pig::by_name::ENTRY,
    blackjack::by_name::ENTRY,
];

/// The game that `spec` names, seen by the evaluator of that name, or by its first one where none is named. Every evaluator
/// takes noise, as in `rivest(noise=50)`: see [`Noise::PARAMETERS`].
///
/// ```
/// use tiptree_games::registry;
///
/// let rules = registry::rules(&"connect4(width=5, height=4)".parse()?, None)?;
/// assert_eq!(rules.spec().to_string(), "connect4(width=5,height=4)");
/// assert_eq!(rules.position("335")?.moves(), ["1", "2", "3", "4", "5"]);
/// # Ok::<(), tiptree::ParseError>(())
/// ```
///
/// # Errors
/// If the game, a parameter or the evaluator is unknown, or a value is not of its kind.
pub fn rules(spec: &Spec, evaluator: Option<&str>) -> Result<Box<dyn Rules>, ParseError> {
    let Some(entry) = GAMES.iter().find(|entry| entry.name == spec.name) else {
        return Err(ParseError::unknown("game", &spec.name, GAMES.iter().map(|entry| entry.name)));
    };
    spec.accept(entry.parameters.iter().map(|parameter| parameter.key))?;
    let names = entry.evaluators.iter().map(|valuation| valuation.name);
    let evaluator: Spec = evaluator.unwrap_or(entry.evaluators[0].name).parse()?;
    if !names.clone().any(|name| name == evaluator.name) {
        return Err(ParseError::unknown(&format!("evaluator of {}", entry.name), &evaluator.name, names));
    }
    let noise = Noise::named(&evaluator)?;
    let rules = (entry.build)(spec, &evaluator.name)?;
    match noise {
        Some(noise) => rules.noisy(noise).ok_or_else(|| {
            ParseError::new(
                format!("evaluator of {}", entry.name),
                evaluator.to_string(),
                "one without noise",
            )
        }),
        None => Ok(rules),
    }
}

/// A player of `game` that searches with `search`, whose own `eval=NAME` wins over `evaluator`.
///
/// # Errors
/// If a name or a key is unknown, or a value is not of its kind.
pub fn engine(
    game: &Spec,
    evaluator: Option<&str>,
    search: &Spec,
    seed: u64,
) -> Result<Box<dyn Engine>, Error> {
    rules(game, search.get("eval").or(evaluator))?.engine(search, seed)
}

/// Makes the player that a search names, its chance decided by a seed.
pub type Engines = dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Error> + Sync;

/// A maker of players of `game` that search with one of `searches`. The game is built once, not for every player.
///
/// # Errors
/// If a name or a key is unknown, or a value is not of its kind.
pub fn engines(game: &Spec, evaluator: Option<&str>, searches: &[&Spec]) -> Result<Box<Engines>, ParseError> {
    let mut built: Vec<(Option<String>, Box<dyn Rules>)> = Vec::new();
    for search in searches {
        let eval = search.get("eval");
        if !built.iter().any(|(known, _)| known.as_deref() == eval) {
            built.push((eval.map(str::to_owned), rules(game, eval.or(evaluator))?));
        }
    }
    let (game, evaluator) = (game.clone(), evaluator.map(str::to_owned));
    Ok(Box::new(move |search: &Spec, seed| {
        match built.iter().find(|(known, _)| known.as_deref() == search.get("eval")) {
            Some((_, rules)) => rules.engine(search, seed),
            None => engine(&game, evaluator.as_deref(), search, seed),
        }
    }))
}
