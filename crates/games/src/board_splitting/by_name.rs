//! Board splitting by name: `pgame(height=12,p=0.5)`, `ngame(q=0.4)`.

use super::{BALANCED, BoardSplitting, Setup, Tzeng};
use crate::squares::PROBABILITY;
use crate::squares::by_name::{ONES_SHARE, by_ones_or_neutral};
use crate::untyped;
use tiptree::erased::{Named, Rules};
use tiptree::registry::{Entry, Valuation};
use tiptree::{Parameter, ParseError, Spec};

const HEIGHT: Parameter =
    Parameter::new("height", "10", "moves of a game; branching^height squares, 2^26 at most");
const BRANCHING: Parameter = Parameter::new("branching", "2", "parts into which a move cuts the board");

/// The P-games.
pub(crate) fn pgame_entry() -> Entry {
    Entry::new("pgame", pgame)
        .summary("P-game or board splitting: keep one half of the squares; Max wins if the last one is 1, Min if it is 0")
        .source("Nau, Purdom and Tzeng 1986, section 2; Pearl 1984")
        .parameters([
        HEIGHT,
        Parameter::new("p", "0.382", "the probability of a 1; exactly (3 - √5)/2 unless given"),
        BRANCHING,
    ])
        .evaluators([
        ONES_SHARE,
        Valuation::new("e2", "the probability of a forced win for Max, given the number of ones (section 3.2); \
                      2^20 squares at most"),
        Valuation::NEUTRAL,
    ])
}

/// The N-games.
pub(crate) fn ngame_entry() -> Entry {
    Entry::new("ngame", ngame)
        .summary(
            "N-game: a P-game with similar neighbouring squares: each is the sign of a random walk down the tree",
        )
        .source("Nau, Purdom and Tzeng 1986, section 2")
        .parameters([
            HEIGHT,
            Parameter::new("q", "0.5", "the probability that a move is worth +1, and not -1"),
            BRANCHING,
        ])
        .evaluators([ONES_SHARE, Valuation::NEUTRAL])
}

fn pgame(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let p = spec.read("p", BALANCED, PROBABILITY)?;
    let game = board_splitting(spec, Setup::Independent { p })?;
    if evaluator.name == "e2" {
        let tzeng = Tzeng::new(&game)?;
        return Ok(untyped::rules(Named::untyped(spec.clone(), game, tzeng)));
    }
    Ok(by_ones_or_neutral(spec, game, evaluator))
}

fn ngame(spec: &Spec, evaluator: &Spec) -> Result<Box<dyn Rules>, ParseError> {
    let q = spec.read("q", 0.5, PROBABILITY)?;
    Ok(by_ones_or_neutral(spec, board_splitting(spec, Setup::Incremental { q })?, evaluator))
}

fn board_splitting(spec: &Spec, setup: Setup) -> Result<BoardSplitting, ParseError> {
    let height = spec.read("height", 10, "a number of moves with at most 2^26 squares")?;
    let branching = spec.read("branching", 2, "a number of parts with at most 2^26 squares")?;
    BoardSplitting::new(height, branching, setup)
}
