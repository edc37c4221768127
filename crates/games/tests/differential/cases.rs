//! Cases: a game, a position, a search with parameters and a budget, all drawn at random.

use super::checks::Checks;
use super::truth::Oracle;
use crate::random::{budget, one, random_position, search_named};
use tiptree::erased::{Position, Rules};
use tiptree::rng::Rng;
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Budget, Spec};
use tiptree_games::registry;

/// Games with their evaluators, and a number of plies after which they are small enough for plain minimax.
const GAMES: [(&str, &[&str], usize); 27] = [
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
    ("breakthrough(width=3,height=4)", &["progress", "neutral"], 0),
    ("breakthrough(width=3,height=5)", &["progress", "neutral"], 3),
    ("breakthrough", &["fitted", "progress"], 70),
    ("hex(size=3)", &["distance", "neutral"], 1),
    ("hex(size=3,swap=true)", &["distance", "neutral"], 0),
    ("hex(size=5)", &["distance"], 15),
    ("hex", &["fitted"], 105),
    ("pgame(height=5)", &["e1", "e2", "neutral"], 0),
    ("pgame(height=3,branching=3,p=0.5)", &["e1", "neutral"], 0),
    ("ngame(height=6)", &["e1", "neutral"], 0),
    ("ggame(height=7)", &["e1", "e3", "neutral"], 0),
    ("planted(branching=3,depth=5,ends=0.2)", &["exact", "fading", "neutral"], 0),
    ("planted(branching=2,depth=8,ends=0.1,gap=500)", &["fading", "neutral"], 0),
    ("startree(branching=4,depth=4)", &["sum", "neutral"], 0),
    ("pig(goal=5)", &["lead", "neutral"], 0),
    ("blackjack", &["hand"], 3),
    ("ewn", &["linear", "neutral"], 24),
];

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

/// A random search with some of its parameters drawn at random. One in eight of those that know threads has three.
fn search(rng: &mut Rng) -> Spec {
    let entry = one(rng, SEARCHES);
    let search = search_named(entry.name, rng);
    if rng.below(8) > 0 || !entry.has_threads() {
        return search;
    }
    let text = search.to_string();
    let given = text.strip_suffix(')').map_or_else(|| format!("{text}("), |given| format!("{given},"));
    format!("{given}threads=3)").parse().unwrap()
}
