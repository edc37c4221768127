//! Files of fitted weights, for the evaluators `fitted(file=F)` of every game that lists its features.

use tiptree::features::{self, Features};
use tiptree::registry::Valuation;
use tiptree::{Parameter, ParseError, Spec};

/// The weights that come with the library, in place of a file.
const OURS: &str = "built-in";

/// The evaluator `fitted` of a game.
pub(crate) fn valuation(meaning: &'static str) -> Valuation {
    let file = Parameter::new("file", OURS, "weights, as written by fit --out");
    Valuation::new("fitted", meaning).parameters([file])
}

/// The file that an evaluator names, if it names one.
pub(crate) fn file(evaluator: &Spec) -> Option<&str> {
    evaluator.get("file").filter(|&file| file != OURS)
}

/// The weights of these features in a file.
pub(crate) fn read(features: &dyn Features, file: &str) -> Result<Vec<i16>, ParseError> {
    let bytes = std::fs::read(file).map_err(|error| {
        ParseError::new("file of weights", file, format!("a file that can be read ({error})"))
    })?;
    features::read(features, &bytes, file)
}

/// Checks that the values of a random game are those of the sums of all features under random weights below `most`, and that
/// children are valued as positions are. `with_weights` makes the evaluator with these weights.
#[cfg(test)]
pub(crate) fn check_sums<G, E>(
    game: &G,
    features: &dyn Features,
    most: i16,
    with_weights: impl Fn(&[i16]) -> E,
) where
    G: tiptree::Insight<State: Sync> + tiptree::Notation + Clone,
    E: tiptree::Evaluator<G>,
{
    use crate::logistic;
    use tiptree::{Rng, Turn};

    let mut rng = Rng::new(3);
    let mut weight = || (rng.below(2 * most as usize + 1) as u16).cast_signed() - most;
    let weights: Vec<i16> = (0..features.count()).map(|_| weight()).collect();
    let evaluator = with_weights(&weights);
    tiptree::testing::conformance::check(game, &evaluator).unwrap();
    let (mut state, mut moves, mut seen) = (game.start(), Vec::new(), Vec::new());
    while !game.turn(&state).is_over() {
        let is_min = game.turn(&state) == Turn::Min;
        seen.clear();
        features.of(&game.position_text(&state), &mut seen).unwrap();
        assert!(seen.iter().all(|feature| feature.is_minus == is_min));
        let sum: i32 = seen.iter().map(|feature| i32::from(weights[feature.weight as usize])).sum();
        assert_eq!(evaluator.evaluate(game, &state), logistic::value_for(sum, is_min));
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
}
