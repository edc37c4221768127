//! Cases: a game, a position, a search with parameters and a budget, all drawn at random.

use super::checks::Checks;
use super::truth::Oracle;
use tiptree::erased::{Position, Rules};
use tiptree::rng::Rng;
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Spec};
use tiptree_games::registry;

/// Games with their evaluators, and a number of plies after which they are small enough for plain minimax.
const GAMES: [(&str, &[&str], usize); 19] = [
    ("connect4(width=4,height=4)", &["rivest", "neutral"], 6),
    ("connect4(width=5,height=3)", &["rivest", "neutral"], 5),
    ("connect4(width=4,height=3)", &["rivest"], 0),
    ("connect4(width=6,height=1)", &["neutral"], 0),
    ("connect4(width=7,height=6)", &["rivest", "fitted"], 30),
    ("tictactoe", &["lines", "neutral"], 0),
    ("othello(size=4)", &["mobility", "discs", "neutral"], 6),
    ("kalah(pits=3,seeds=2)", &["seeds", "stores", "neutral"], 0),
    ("kalah(pits=2,seeds=3)", &["seeds", "neutral"], 0),
    ("kalah(pits=3,seeds=2,capture=opposite,until=majority)", &["seeds"], 0),
    ("pgame(height=5)", &["e1", "e2", "neutral"], 0),
    ("pgame(height=3,branching=3,p=0.5)", &["e1", "neutral"], 0),
    ("ngame(height=6)", &["e1", "neutral"], 0),
    ("ggame(height=7)", &["e1", "e3", "neutral"], 0),
    ("planted(branching=3,depth=5,ends=0.2)", &["exact", "fading", "neutral"], 0),
    ("planted(branching=2,depth=8,ends=0.1,gap=500)", &["fading", "neutral"], 0),
    ("startree(branching=4,depth=4)", &["sum", "neutral"], 0),
    ("pig(goal=5)", &["lead", "neutral"], 0),
    ("blackjack", &["hand"], 3),
];

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
            ("penalty", &["constant", "derivative", "quadratic", "floyd", "forced-win"]),
            ("c", &["0.01", "1"]),
            ("p", &["2", "30"]),
            ("pick", &["value", "minimax", "mean", "visits"]),
            ("redescend", &["chance:0.5", "leaves"]),
            ("keep", &["true"]),
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

/// A random one of `items`.
fn one<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    items[rng.below(items.len())]
}

/// A position, a search, and the budgets of consecutive searches with a move played between them.
pub(super) struct Case {
    rules: Box<dyn Rules>,
    evaluator: String,
    position: Box<dyn Position>,
    search: Spec,
    budgets: Vec<Budget>,
    /// Draws the moves that are played between two searches.
    rng: Rng,
}

impl Case {
    /// A case given as texts, searched once.
    pub(super) fn named(game: &str, position: &str, eval: Option<&str>, search: &str, budget: &str) -> Self {
        let rules = registry().rules(&game.parse().unwrap(), eval).unwrap();
        let evaluator = eval.unwrap_or_default().to_owned();
        let position = rules.position(position).unwrap();
        let (search, budgets) = (search.parse().unwrap(), vec![budget.parse().unwrap()]);
        Case { rules, evaluator, position, search, budgets, rng: Rng::new(1) }
    }

    pub(super) fn draw(rng: &mut Rng) -> Self {
        let (game, evaluators, from) = one(rng, &GAMES);
        let evaluator = one(rng, evaluators);
        let rules = registry().rules(&game.parse().unwrap(), Some(evaluator)).unwrap();
        let position = random_position(rules.as_ref(), from, rng);
        let search = search(rng);
        let searches = 1 + rng.below(3);
        let budgets = (0..searches).map(|_| budget(rng)).collect();
        let evaluator = evaluator.to_owned();
        Case { rules, evaluator, position, search, budgets, rng: Rng::new(rng.next_u64()) }
    }

    /// Searches and passes every fault of a report to `tell`. Returns the number of reports: 0 if the search does not
    /// support the game.
    pub(super) fn run(&mut self, tell: &mut dyn FnMut(&str, String)) -> u64 {
        if self.position.turn().is_over() {
            return 0;
        }
        let Ok(mut engine) = self.rules.engine(&self.search, 1) else { return 0 };
        engine.start(&self.position.text()).unwrap();
        let payoffs = self.rules.payoffs();
        let mut oracle = Oracle::new([payoffs.low, payoffs.high]);
        let mut reports = 0;
        for (number, budget) in self.budgets.iter().enumerate() {
            let report = engine.run(budget);
            reports += 1;
            let mut checks = Checks::new(self.position.as_ref(), payoffs, &report, budget, &mut oracle);
            checks.extends = ["pvs", "mtdf"].contains(&self.search.name.as_str());
            checks.all();
            for fault in checks.faults {
                let Case { rules, evaluator, position, search, .. } = self;
                let case = format!(
                    "{fault}; search {number} with budget {budget} of {search} at {:?} of {} seen by {evaluator}: {report:?}",
                    position.text(),
                    rules.spec(),
                );
                tell(&self.search.name, case);
            }
            // Continues with the best move found, or with a random one.
            let moves = self.position.moves();
            let any = one(&mut self.rng, &moves.iter().collect::<Vec<_>>()).clone();
            let mv = report.best.filter(|_| self.rng.below(2) == 0).unwrap_or(any);
            self.position.play(&mv).unwrap();
            if self.position.turn().is_over() {
                break;
            }
            engine.play(&mv).unwrap();
        }
        reports
    }
}

/// A random search with some of its parameters drawn at random.
fn search(rng: &mut Rng) -> Spec {
    let name = one(rng, SEARCHES).name;
    search_named(name, rng)
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
