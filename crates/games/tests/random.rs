//! Searches, budgets and positions drawn at random.

use tiptree::erased::{Position, Rules};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Rng, Spec};

type Choices = &'static [(&'static str, &'static [&'static str])];

const MODERN: Choices = &[
    ("table", &["0", "4kB", "1MB"]),
    ("window", &["0", "0.05", "0.3"]),
    ("reduce", &["0", "0.2/0.8"]),
    ("extend", &["0", "1"]),
    ("insight", &["false"]),
    ("assure", &["false"]),
    ("mirror", &["true"]),
    ("sort", &["false"]),
    ("killers", &["false"]),
    ("history", &["false"]),
    ("deeper", &["false"]),
    ("partial", &["false"]),
    ("step", &["2", "5"]),
    ("peek", &["3"]),
    ("pass", &["false"]),
];

const STAR: Choices = &[
    ("table", &["0", "64kB"]),
    ("sort", &["none"]),
    ("rightmost", &["true"]),
    ("best", &["2"]),
    ("probe", &["2"]),
    ("order", &["sequential"]),
];

/// Parameters with the values to draw from. Parameters that a search does not know are left out.
const PARAMETERS: &[(&str, Choices)] = &[
    (
        "mm",
        &[
            ("backup", &["minimax", "mean", "exponential", "product", "average"]),
            ("penalty", &["constant", "derivative", "quadratic", "floyd", "forced-win", "policy"]),
            ("c", &["0.01", "1"]),
            ("p", &["2", "30"]),
            ("pick", &["value", "minimax", "mean", "visits"]),
            ("redescend", &["chance:0.5", "leaves"]),
            ("keep", &["true"]),
            ("batch", &["2", "32"]),
        ],
    ),
    (
        "mm-fast",
        &[
            ("c", &["0.01", "0.3"]),
            ("shape", &["log", "linear", "logit"]),
            ("look", &["1"]),
            ("narrow", &["0", "2"]),
            ("patience", &["0"]),
            ("graph", &["false"]),
            ("insight", &["false"]),
            ("assure", &["false"]),
            ("pick", &["visits", "value"]),
            ("keep", &["false"]),
            ("tree", &["4kB", "32kB"]),
            ("full", &["stop"]),
            ("prove", &["0"]),
            ("batch", &["2", "32"]),
        ],
    ),
    (
        "mm-dice",
        &[
            ("select", &["value", "penalty", "puct"]),
            ("backup", &["best"]),
            ("expand", &["moves"]),
            ("insight", &["false"]),
            ("pick", &["visits", "value"]),
            ("keep", &["false"]),
            ("batch", &["2", "32"]),
        ],
    ),
    (
        "ubfm",
        &[
            ("graph", &["false"]),
            ("insight", &["false"]),
            ("pick", &["visits", "value"]),
            ("shallow", &["3"]),
            ("keep", &["false"]),
            ("batch", &["2", "32"]),
        ],
    ),
    ("conspiracy", &[("threshold", &["3", "8"])]),
    ("ab", &[("reading", &["v0", "v1"])]),
    ("pvs", MODERN),
    ("mtdf", MODERN),
    (
        "uct",
        &[
            ("c", &["0.3", "3"]),
            ("leaf", &["evaluator", "mixed"]),
            ("expand", &["3"]),
            ("graph", &["true"]),
            ("insight", &["false"]),
            ("pick", &["lcb", "value"]),
            ("keep", &["false"]),
            ("batch", &["2", "32"]),
        ],
    ),
    (
        "puct",
        &[
            ("priors", &["evaluator", "equal"]),
            ("leaf", &["playout"]),
            ("graph", &["true"]),
            ("insight", &["false"]),
            ("pick", &["lcb", "value"]),
            ("batch", &["2", "32"]),
        ],
    ),
    (
        "dfpn",
        &[
            ("table", &["0", "4kB"]),
            ("epsilon", &["0.25"]),
            ("guess", &["one", "value"]),
            ("join", &["weak"]),
            ("insight", &["false"]),
            ("mirror", &["false"]),
        ],
    ),
    ("average", &[("weight", &["0.9"]), ("reading", &["printed"])]),
    ("star1", STAR),
    ("star2", STAR),
    ("star25", STAR),
    ("star3", STAR),
];

/// A number from the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A random one of `items`.
pub(crate) fn one<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len())]
}

/// The search of this name with some of its parameters drawn at random.
pub(crate) fn search_named(name: &str, rng: &mut Rng) -> Spec {
    let known = SEARCHES.iter().find(|entry| entry.name == name).map_or(&[][..], |entry| entry.parameters);
    let choices = PARAMETERS.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, choices)| choices);
    let mut given = Vec::new();
    let often = 1 + rng.below(4);
    for (key, values) in choices {
        let value = one(rng, values);
        if rng.below(often) == 0 && known.iter().any(|parameter| parameter.key == *key) {
            given.push(format!("{key}={value}"));
        }
    }
    let text = if given.is_empty() { name.to_owned() } else { format!("{name}({})", given.join(",")) };
    text.parse().unwrap()
}

/// A counted budget with a log-uniform limit.
pub(crate) fn budget(rng: &mut Rng) -> Budget {
    let amount = (2.0 + 12.0 * rng.unit()).exp2() as u64;
    let text = match rng.below(6) {
        0 => format!("evals={}", amount / 2),
        1 => format!("nodes={amount}"),
        2 => format!("depth={},moves=20000", 1 + rng.below(6)),
        _ => format!("moves={amount}"),
    };
    text.parse().unwrap()
}

/// A position after `from` to `from + 5` random plies, fewer if the game would end.
pub(crate) fn random_position(rules: &dyn Rules, from: usize, rng: &mut Rng) -> Box<dyn Position> {
    let plies = from + rng.below(6);
    let seed = rng.next_u64() % 1000;
    let mut position = if rules.is_dealt() { rules.deal(seed) } else { rules.position("").unwrap() };
    for _ in 0..plies {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mut next = position.duplicate();
        next.play(&moves[rng.below(moves.len())]).unwrap();
        if next.turn().is_over() {
            break;
        }
        position = next;
    }
    position
}
