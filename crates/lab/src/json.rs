//! The JSON objects that the command line, the server and Python share.
//!
//! Scripts rely on the names and their order. A number that JSON cannot represent, such as NaN, is written as null.

mod lists;
mod tree;

pub use lists::{ListedEvaluator, ListedGame, ListedGames, ListedSearch, ListedSearches};
pub use tree::{Next, RunnerUp, Tree, TreePosition};

use serde::{Deserialize, Serialize};
use tiptree::erased::{Position, Rules};
use tiptree::search::depth_first::events::{Event, Recording};
use tiptree::{Budget, Counters, Learned, Outcome, Proven, Report, RootMove, Score, Solution, Spec, Stop};

/// The best move and why: what `tiptree best --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The game.
    pub game: String,
    /// The position searched.
    pub position: String,
    /// Whose turn it is there: `max`, `min`, `chance` or `over`.
    pub turn: &'static str,
    /// The search.
    pub search: String,
    /// The budget of the search.
    pub budget: String,
    /// The move to play; `None` if no player is to move.
    pub best: Option<String>,
    /// Every move that is as good as `best`.
    pub best_moves: Vec<String>,
    /// The value, Max's view.
    pub value: f64,
    /// The least and the greatest value.
    pub range: [f64; 2],
    /// The proven game value, if there is one.
    pub proven: Option<Proven>,
    /// The principal variation: the line that both sides are expected to play.
    pub pv: Vec<String>,
    /// The line from the best move to the tip on which its value depends most.
    pub refutation: Vec<String>,
    /// Every legal move with what the search found for it.
    pub moves: Vec<RootMove<String>>,
    /// The work done.
    pub counters: Counters,
    /// What the search has learned of its evaluator, if it has.
    pub learned: Option<Learned>,
    /// Why the search stopped.
    pub stop: Option<Stop>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// CPU seconds of the searching thread.
    pub cpu_seconds: f64,
}

impl Best {
    /// The answer of a search at a position.
    pub fn new(
        rules: &dyn Rules,
        position: &dyn Position,
        search: &Spec,
        budget: &Budget,
        report: Report<String>,
    ) -> Best {
        Best {
            game: rules.spec().to_string(),
            position: position.text(),
            turn: position.turn().name(),
            search: search.to_string(),
            budget: budget.to_string(),
            best: report.best,
            best_moves: report.best_moves,
            value: report.value,
            range: [report.range.low, report.range.high],
            proven: report.proven,
            pv: report.pv,
            refutation: report.refutation,
            moves: report.moves,
            counters: report.counters,
            learned: report.learned,
            stop: report.stop,
            seconds: report.seconds,
            cpu_seconds: report.cpu_seconds,
        }
    }
}

/// The events of a search and what it found: what `tiptree events --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Events {
    /// What the search found.
    #[serde(flatten)]
    pub best: Best,
    /// The events in their order, up to a bound.
    pub events: Vec<Event>,
    /// The number of later events, beyond the bound.
    pub left_out: u64,
}

impl Events {
    /// What was recorded of the search that found `best`.
    pub fn new(best: Best, recording: Recording) -> Events {
        Events { best, events: recording.events, left_out: recording.left_out }
    }
}

/// The exact value of a position: what `tiptree solve --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solve {
    /// The game.
    pub game: String,
    /// The position solved.
    pub position: String,
    /// Its score for the side to move, on the game's own scale. In a game with chance this is the expected payoff, from Max's
    /// view if chance moves next.
    #[serde(serialize_with = "score::serialize")]
    pub score: Score,
    /// How the game ends for Max; `None` in a game with chance.
    pub result: Option<Outcome>,
    /// A move that has this score; `None` if chance moves next.
    pub best: Option<String>,
    /// Every legal move in the game's order; empty unless asked for.
    pub moves: Vec<Scored>,
    /// Positions entered.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A move of a solved position, with its score for the side that makes it, or for Max if chance moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score.
    #[serde(with = "score")]
    pub score: Score,
}

/// Scores as plain numbers: an integer is a score on the game's own scale, any other number an expected payoff.
pub(crate) mod score {
    use serde::{Deserialize, Deserializer, Serializer};
    use tiptree::Score;

    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a score, which is a number")]
    enum Number {
        Whole(i32),
        Expected(f64),
    }

    pub(crate) fn serialize<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
        match *score {
            Score::Whole(score) => serializer.serialize_i32(score),
            Score::Expected(payoff) => serializer.serialize_f64(payoff),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        Ok(match Number::deserialize(deserializer)? {
            Number::Whole(score) => Score::Whole(score),
            Number::Expected(payoff) => Score::Expected(payoff),
        })
    }
}

impl Solve {
    /// The answer of a solver that took `seconds`.
    pub fn new(rules: &dyn Rules, position: &str, solution: Solution, seconds: f64) -> Solve {
        let scored = |(mv, score)| Scored { mv, score };
        Solve {
            game: rules.spec().to_string(),
            position: position.to_owned(),
            score: solution.score,
            result: solution.result,
            best: solution.best,
            moves: solution.moves.into_iter().map(scored).collect(),
            nodes: solution.nodes,
            seconds,
        }
    }
}

/// A count of lines of play: what `tiptree perft --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Perft {
    /// The game.
    pub game: String,
    /// The position counted from.
    pub position: String,
    /// The number of decisions in each line.
    pub depth: u32,
    /// The number of lines.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// An answer as one line of JSON.
///
/// # Panics
/// Never for the objects of this crate: their keys are strings and their values plain.
pub fn line<T: Serialize>(answer: &T) -> String {
    serde_json::to_string(answer).expect("a plain object is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, rules};
    use tiptree::{Bound, Range};

    fn report() -> Report<String> {
        let proven = Proven { value: 1.0, result: Some(Outcome::Win), plies: Some(3) };
        let entry = RootMove {
            mv: "5".to_owned(),
            value: Some(0.5),
            bound: Bound::Lower,
            proven: Some(proven),
            visits: 12,
            share: f64::NAN,
        };
        let unsearched = RootMove {
            mv: "6".to_owned(),
            value: None,
            bound: Bound::Estimate,
            proven: None,
            visits: 0,
            share: 0.0,
        };
        Report {
            best: Some("5".into()),
            best_moves: vec!["5".into()],
            value: f64::INFINITY,
            range: Range::new(-1.0, 1.0),
            proven: None,
            pv: vec!["5".into(), "1".into()],
            refutation: vec!["5".into(), "2".into()],
            moves: vec![entry, unsearched],
            counters: Counters { moves: 7, evals: 6, nodes: 5, expansions: 4, max_depth: 3, tree_bytes: 2 },
            learned: Some(Learned { constant: 0.5, tempo: 0.0 }),
            stop: Some(Stop::Moves),
            seconds: 0.5,
            cpu_seconds: 0.25,
        }
    }

    #[test]
    fn best_is_written_as_the_contract_says() {
        let rules = rules("noughts", Noughts);
        let position = rules.position("19").unwrap();
        let (search, budget) = ("mm(c=0.01)".parse().unwrap(), Budget::moves(7));
        let best = Best::new(rules.as_ref(), position.as_ref(), &search, &budget, report());
        let expected = concat!(
            r#"{"game":"noughts","position":"19","turn":"max","search":"mm(c=0.01)","budget":"moves=7","best":"5","#,
            r#""best_moves":["5"],"value":null,"range":[-1.0,1.0],"proven":null,"pv":["5","1"],"refutation":["5","2"],"#,
            r#""moves":[{"move":"5","value":0.5,"bound":"lower","#,
            r#""proven":{"value":1.0,"result":"win","plies":3},"visits":12,"share":null},"#,
            r#"{"move":"6","value":null,"bound":"estimate","proven":null,"visits":0,"share":0.0}],"#,
            r#""counters":{"moves":7,"evals":6,"nodes":5,"expansions":4,"max_depth":3,"tree_bytes":2},"#,
            r#""learned":{"constant":0.5,"tempo":0.0},"stop":"moves","seconds":0.5,"cpu_seconds":0.25}"#
        );
        assert_eq!(line(&best), expected);
    }

    #[test]
    fn solve_is_written_as_the_contract_says() {
        let rules = rules("noughts", Noughts);
        let moves = vec![("2".into(), Score::Whole(-1)), ("6".into(), Score::Whole(0))];
        let (score, result, best) = (Score::Whole(0), Some(Outcome::Draw), Some("6".into()));
        let solution = Solution { score, result, best, moves, nodes: 7 };
        let expected = concat!(
            r#"{"game":"noughts","position":"15","score":0,"result":"draw","best":"6","#,
            r#""moves":[{"move":"2","score":-1},{"move":"6","score":0}],"nodes":7,"seconds":0.5}"#
        );
        assert_eq!(line(&Solve::new(rules.as_ref(), "15", solution, 0.5)), expected);
    }

    #[test]
    fn perft_is_written_as_the_contract_says() {
        let perft =
            Perft { game: "noughts".into(), position: String::new(), depth: 2, nodes: 72, seconds: 0.5 };
        assert_eq!(line(&perft), r#"{"game":"noughts","position":"","depth":2,"nodes":72,"seconds":0.5}"#);
    }
}
