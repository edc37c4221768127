//! The games by name: what exists, with which parameters and evaluators, after which source.

use crate::blackjack::{self, Blackjack};
use crate::board_splitting::{BALANCED, BoardSplitting, Setup, Tzeng};
use crate::connect4::{Connect4, Rivest, Running};
use crate::ggame::{self, Centred, GGame};
use crate::pig::{self, Pig};
use crate::squares::{OnesShare, PROBABILITY};
use crate::startree::{Order, PathSum, StarTree};
use crate::tictactoe::{OpenLines, TicTacToe};
use tiptree::erased::{Engine, Named, Rules};
use tiptree::{Evaluator, Keyed, Misread, Neutral, Notation, Parameter, Spec};

/// Builds a game from its parameters, whose keys are known to be accepted, seen by one of its evaluators.
type Build = fn(&Spec, &str) -> Result<Box<dyn Rules>, Misread>;

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
    build: Build,
}

/// An evaluator of a game, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// Its name.
    pub name: &'static str,
    /// What it looks at and what its values are.
    pub meaning: &'static str,
}

const NEUTRAL: Valuation = Valuation {
    name: "neutral",
    meaning: "knows nothing: every game not over is worth the middle of the payoffs",
};

const ONES_SHARE: Valuation =
    Valuation { name: "e1", meaning: "the share of ones among the squares in play (equation 7)" };

const HEIGHT: Parameter =
    Parameter::new("height", "10", "moves of a game; branching^height squares, 2^26 at most");
const BRANCHING: Parameter = Parameter::new("branching", "2", "parts into which a move cuts the board");

/// Every game there is.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "blackjack",
        summary: "Blackjack against a dealer who plays by rule, cards drawn with replacement",
        source: "Baldwin, Cantey, Maisel and McDermott 1956; Ballard 1983, figure 2",
        parameters: &[
            Parameter::new("soft17", "stand", "what the dealer does with a soft 17: stand or hit"),
            Parameter::new("payout", "1.5", "what a blackjack pays, in bets, 0 to 10"),
            Parameter::new("double", "any", "which two cards may be doubled: any or none"),
            Parameter::new("split", "3", "the most splits, 0 to 3: one hand more each"),
        ],
        evaluators: &[
            Valuation {
                name: "hand",
                meaning: "an estimate in bets from the totals of the hands and the dealer's card",
            },
            Valuation { name: "exact", meaning: "the solved value: the mean gain of the best play, in bets" },
            NEUTRAL,
        ],
        build: blackjack,
    },
    Entry {
        name: "connect4",
        summary: "Connect-Four: drop stones into columns, four in a row win",
        source: "Rivest 1987, section 5.1",
        parameters: &[
            Parameter::new("width", "7", "columns; width * (height + 1) is at most 64"),
            Parameter::new("height", "6", "cells of a column"),
            Parameter::new(
                "order",
                "",
                "the columns in the order of the moves, such as 4352617; left to right",
            ),
        ],
        evaluators: &[
            Valuation {
                name: "rivest",
                meaning: "segments with stones of one player only, 1 to 1023 (section 5.2)",
            },
            NEUTRAL,
        ],
        build: connect4,
    },
    Entry {
        name: "pig",
        summary: "Pig: roll a die as often as you dare, a 1 loses what the turn has brought",
        source: "Knizia 1999; Neller and Presser 2004",
        parameters: &[Parameter::new("goal", "100", "the points that win, 1 to 10000; exact up to 250")],
        evaluators: &[
            Valuation {
                name: "lead",
                meaning: "the lead as a share of the goal, the turn total counted as far as it is safe",
            },
            Valuation { name: "blind", meaning: "the lead of the banked scores, the turn total unseen" },
            Valuation {
                name: "exact",
                meaning: "the solved value: the mean result when both play their best",
            },
            NEUTRAL,
        ],
        build: pig,
    },
    Entry {
        name: "tictactoe",
        summary: "Tic-tac-toe: three in a row on nine squares",
        source: "traditional",
        parameters: &[],
        evaluators: &[
            Valuation {
                name: "lines",
                meaning: "lines open to X less those open to O, -9 to 9 (Nilsson 1971)",
            },
            NEUTRAL,
        ],
        build: |spec, evaluator| Ok(tictactoe(spec, evaluator)),
    },
    Entry {
        name: "pgame",
        summary: "P-game or board splitting: keep one half of the squares, until the last one is 1 for Max or 0 for Min",
        source: "Nau, Purdom and Tzeng 1986, section 2; Pearl 1984",
        parameters: &[
            HEIGHT,
            Parameter::new("p", "0.382", "the probability of a 1; exactly (3 - √5)/2 unless given"),
            BRANCHING,
        ],
        evaluators: &[
            ONES_SHARE,
            Valuation {
                name: "e2",
                meaning: "the probability of a forced win for Max, given the number of ones (section 3.2); \
                          2^20 squares at most",
            },
            NEUTRAL,
        ],
        build: pgame,
    },
    Entry {
        name: "ngame",
        summary: "N-game: a P-game whose neighbouring squares are alike, the sign of a random walk down the tree",
        source: "Nau, Purdom and Tzeng 1986, section 2",
        parameters: &[
            HEIGHT,
            Parameter::new("q", "0.5", "the probability that a move is worth +1, and not -1"),
            BRANCHING,
        ],
        evaluators: &[ONES_SHARE, NEUTRAL],
        build: ngame,
    },
    Entry {
        name: "ggame",
        summary: "G-game: take a square from either end of a row, until the last one is 1 for Max or 0 for Min",
        source: "Nau, Purdom and Tzeng 1986, section 2",
        parameters: &[
            Parameter::new("height", "10", "moves of a game, 63 at most; one more square"),
            Parameter::new("r", "0.5", "the probability of a 1"),
        ],
        evaluators: &[
            ONES_SHARE,
            Valuation {
                name: "e3",
                meaning: "the ones weighted by binomial coefficients, most in the centre (equation 13)",
            },
            NEUTRAL,
        ],
        build: ggame,
    },
    Entry {
        name: "startree",
        summary: "*-complete trees: two players and dice between them, a leaf is worth the sum of its path",
        source: "Ballard 1983, section 6",
        parameters: &[
            Parameter::new("branching", "10", "arcs of every node, an even number"),
            Parameter::new("depth", "3", "levels of arcs, those of the dice included"),
            Parameter::new("order", "random", "of the arcs: random, as the seed deals it, or best"),
        ],
        evaluators: &[
            NEUTRAL,
            Valuation {
                name: "sum",
                meaning: "the sum of the arcs taken, which is the value of the position",
            },
        ],
        build: startree,
    },
];

/// The game that `spec` names, seen by the evaluator of that name, or by its first one where none is named.
///
/// ```
/// use tiptree_games::registry;
///
/// let rules = registry::rules(&"connect4(width=5, height=4)".parse()?, None)?;
/// assert_eq!(rules.spec().to_string(), "connect4(width=5,height=4)");
/// assert_eq!(rules.position("335")?.moves(), ["1", "2", "3", "4", "5"]);
/// # Ok::<(), tiptree::Misread>(())
/// ```
///
/// # Errors
/// If the game, a parameter or the evaluator is unknown, or a value is not of its kind.
pub fn rules(spec: &Spec, evaluator: Option<&str>) -> Result<Box<dyn Rules>, Misread> {
    let Some(entry) = GAMES.iter().find(|entry| entry.name == spec.name) else {
        return Err(Misread::unknown("game", &spec.name, GAMES.iter().map(|entry| entry.name)));
    };
    spec.accept(entry.parameters.iter().map(|parameter| parameter.key))?;
    let names = entry.evaluators.iter().map(|valuation| valuation.name);
    let evaluator = evaluator.unwrap_or(entry.evaluators[0].name);
    if !names.clone().any(|name| name == evaluator) {
        return Err(Misread::unknown(&format!("evaluator of {}", entry.name), evaluator, names));
    }
    (entry.build)(spec, evaluator)
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
) -> Result<Box<dyn Engine>, Misread> {
    rules(game, search.get("eval").or(evaluator))?.engine(search, seed)
}

/// Makes the player that a search names, its chance decided by a seed.
pub type Engines = dyn Fn(&Spec, u64) -> Result<Box<dyn Engine>, Misread> + Sync;

/// A maker of players of `game` that search with one of `searches`. The game is built once, not for every player.
///
/// # Errors
/// If a name or a key is unknown, or a value is not of its kind.
pub fn engines(game: &Spec, evaluator: Option<&str>, searches: &[&Spec]) -> Result<Box<Engines>, Misread> {
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

fn blackjack(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let usual = Blackjack::default();
    let payout = spec.read("payout", usual.payout(), "a number of bets from 0 to 10, such as 1.5 or 1.2")?;
    let splits = spec.read("split", 3, "0 to 3 splits: a table has room for four hands")?;
    let mut game = usual.with_payout(payout)?.with_splits(splits)?;
    if spec.choose("soft17", &["stand", "hit"])? == "hit" {
        game = game.hitting_soft_17();
    }
    if spec.choose("double", &["any", "none"])? == "none" {
        game = game.without_doubles();
    }
    let spec = spec.clone();
    Ok(match evaluator {
        "neutral" => Box::new(Named::new(spec, game, Neutral::new(&game))),
        "exact" => Box::new(Named::new(spec, game, blackjack::Exact::new(&game))),
        _ => Box::new(Named::new(spec, game, blackjack::Hand::new(&game))),
    })
}

fn connect4(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let width = spec.read("width", 7, "a number of columns")?;
    let height = spec.read("height", 6, "a number of cells")?;
    let mut game = Connect4::new(width, height)?;
    if let Some(order) = spec.get("order") {
        game = game.with_order(order)?;
    }
    let spec = spec.clone();
    Ok(match (evaluator, Running::new(game.clone())) {
        ("neutral", _) => {
            let neutral = Neutral::new(&game);
            Box::new(Named::new(spec, game, neutral))
        }
        (_, Ok(running)) => Box::new(Named::new(spec, running, Rivest)),
        // Boards with long lines have no running sums.
        (_, Err(_)) => Box::new(Named::new(spec, game, Rivest)),
    })
}

fn pgame(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let p = spec.read("p", BALANCED, PROBABILITY)?;
    let game = board_splitting(spec, Setup::Independent { p })?;
    if evaluator == "e2" {
        let tzeng = Tzeng::new(&game)?;
        return Ok(Box::new(Named::new(spec.clone(), game, tzeng)));
    }
    Ok(by_ones_or_neutral(spec, game, evaluator))
}

fn ngame(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let q = spec.read("q", 0.5, PROBABILITY)?;
    Ok(by_ones_or_neutral(spec, board_splitting(spec, Setup::Incremental { q })?, evaluator))
}

fn board_splitting(spec: &Spec, setup: Setup) -> Result<BoardSplitting, Misread> {
    let height = spec.read("height", 10, "a number of moves with at most 2^26 squares")?;
    let branching = spec.read("branching", 2, "a number of parts with at most 2^26 squares")?;
    BoardSplitting::new(height, branching, setup)
}

fn ggame(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let height = spec.read("height", 10, ggame::HEIGHT)?;
    let game = GGame::new(height, spec.read("r", 0.5, PROBABILITY)?)?;
    Ok(match evaluator {
        "e3" => Box::new(Named::new(spec.clone(), game, Centred)),
        _ => by_ones_or_neutral(spec, game, evaluator),
    })
}

fn by_ones_or_neutral<G>(spec: &Spec, game: G, evaluator: &str) -> Box<dyn Rules>
where
    G: Keyed + Notation + Clone + 'static,
    OnesShare: Evaluator<G>,
{
    if evaluator == NEUTRAL.name {
        let neutral = Neutral::new(&game);
        return Box::new(Named::new(spec.clone(), game, neutral));
    }
    Box::new(Named::new(spec.clone(), game, OnesShare))
}

fn startree(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let branching = spec.read("branching", 10, "an even number of arcs")?;
    let depth = spec.read("depth", 3, "a number of levels")?;
    let order = spec.get("order").map_or(Ok(Order::default()), str::parse)?;
    let tree = StarTree::new(branching, depth, order)?;
    let spec = spec.clone();
    Ok(match evaluator {
        "sum" => Box::new(Named::new(spec, tree, PathSum::new(&tree))),
        _ => Box::new(Named::new(spec, tree, Neutral::new(&tree))),
    })
}

fn pig(spec: &Spec, evaluator: &str) -> Result<Box<dyn Rules>, Misread> {
    let game = Pig::new(spec.read("goal", 100, "a number of points, 1 to 10000")?)?;
    let spec = spec.clone();
    Ok(match evaluator {
        "neutral" => Box::new(Named::new(spec, game, Neutral::new(&game))),
        "blind" => Box::new(Named::new(spec, game, pig::Blind)),
        "exact" => Box::new(Named::new(spec, game, pig::Exact::new(&game)?)),
        _ => Box::new(Named::new(spec, game, pig::Lead)),
    })
}

fn tictactoe(spec: &Spec, evaluator: &str) -> Box<dyn Rules> {
    let spec = spec.clone();
    match evaluator {
        "neutral" => Box::new(Named::new(spec, TicTacToe, Neutral::new(&TicTacToe))),
        _ => Box::new(Named::new(spec, TicTacToe, OpenLines)),
    }
}
