//! Openings: the positions from which a match is played, named by a short text.
//!
//! * `two-ply`: every legal pair of first moves, Rivest's (1987) 49 in Connect-Four;
//! * `plies=4`: every legal line of that many plies that is not over, transpositions included;
//! * `random=8:200`: 200 distinct positions after 8 random plies that are not over and have no immediate win;
//! * `balanced=30:100`: like `random`, but only positions that the game's solver shows to be draws with best play;
//! * anything else is a file with one position per line; a line that begins with `#` is a comment.
//!
//! If the board is set up at random, `random` deals a new board for every position, so that `random=0:200` gives 200 boards.
//! The other specs start at the board of the seed.
//!
//! A ply is a decision; the roll before it belongs to it, as in perft. `plies` follows every outcome of a roll, `random`
//! samples one.

use crate::error::Error;
use std::collections::HashSet;
use std::path::Path;
use tiptree::erased::{Position, Rules};
use tiptree::{Budget, Outcome, ParseError, Rng, Turn};

/// The most lines that an opening list may have: a match plays far fewer.
const MOST_LINES: usize = 1_000_000;
/// The most positions visited while listing lines. If every line ends earlier, the walk finds nothing and must still stop.
const MOST_STEPS: usize = 4 * MOST_LINES;
/// The most plies of an opening: lines are followed by recursion, and some games need never end.
const MOST_PLIES: usize = 1_000;
/// Sampling gives up after this many tries without a new position, or after as many tries as it has found positions, if that
/// is more.
const LEAST_TRIES: usize = 10_000;
/// The solver's budget for a position: about a tenth of a second in Connect-Four.
const SOLVER_NODES: u64 = 1_000_000;
/// `balanced` gives up after this many unsolved positions without a draw: the positions are too far from the end of the game.
const MOST_UNSOLVED: usize = 100;
/// Keeps the random stream of the openings apart from those of the games, whose paths begin with the number of a pair.
const STREAM: u64 = u64::MAX;

/// A list of positions and the spec that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The spec.
    pub spec: String,
    /// The positions, in the game's notation.
    pub positions: Vec<String>,
}

impl Openings {
    /// Lists the openings that `spec` names in a game; the seed decides whatever is random.
    ///
    /// # Errors
    /// If the spec cannot be parsed, its file cannot be read, or there are fewer positions than it asks for.
    pub fn read(spec: &str, rules: &dyn Rules, seed: u64) -> Result<Openings, Error> {
        let source = Source { spec, rules, start: rules.deal(seed), middle: rules.payoffs().middle() };
        let positions = match spec.split_once('=') {
            None if spec == "two-ply" => source.lines(2)?,
            Some(("plies", plies)) => source.lines(plies_of("plies", plies)?)?,
            Some(("random", amounts)) => {
                let (plies, count) = plies_and_count("random", amounts)?;
                source.random(plies, count, seed)?
            }
            Some(("balanced", amounts)) => {
                let (plies, count) = plies_and_count("balanced", amounts)?;
                source.balanced(plies, count, seed)?
            }
            _ => file(spec, rules)?,
        };
        if positions.is_empty() {
            return Err(Error::openings(spec, "no position, expected at least one"));
        }
        Ok(Openings { spec: spec.to_owned(), positions })
    }
}

fn number(what: &str, text: &str) -> Result<usize, ParseError> {
    text.parse().map_err(|_| ParseError::new(format!("openings {what}"), text, "a whole number"))
}

fn plies_and_count(what: &str, amounts: &str) -> Result<(usize, usize), ParseError> {
    let (plies, count) = amounts.split_once(':').ok_or_else(|| {
        ParseError::new(
            format!("openings {what}"),
            amounts,
            format!("plies and positions, as in {what}=8:200"),
        )
    })?;
    Ok((plies_of(what, plies)?, number(what, count)?))
}

fn plies_of(what: &str, text: &str) -> Result<usize, ParseError> {
    let plies = number(what, text)?;
    let expected =
        || ParseError::new(format!("openings {what}"), text, format!("at most {MOST_PLIES} plies"));
    (plies <= MOST_PLIES).then_some(plies).ok_or_else(expected)
}

/// The start of a game, from which lines are followed.
struct Source<'a> {
    spec: &'a str,
    rules: &'a dyn Rules,
    /// The start position; if the board is set up at random, that of the seed.
    start: Box<dyn Position>,
    /// The payoff of a draw.
    middle: f64,
}

impl Source<'_> {
    /// Every line of `plies` decisions that is not over, in the game's order.
    fn lines(&self, plies: usize) -> Result<Vec<String>, Error> {
        let mut found = Vec::new();
        let complete = walk(self.start.as_ref(), plies, &mut 0, &mut |position| {
            found.push(position.text());
            found.len() <= MOST_LINES
        });
        if !complete {
            let problem = if found.len() > MOST_LINES {
                format!("more than {MOST_LINES} lines, expected fewer: take random=PLIES:COUNT")
            } else {
                format!("{} lines in the first {MOST_STEPS} positions, expected fewer plies", found.len())
            };
            return Err(Error::openings(self.spec, problem));
        }
        Ok(found)
    }

    /// `count` distinct positions after `plies` random decisions, in the order in which the seed finds them.
    fn random(&self, plies: usize, count: usize, seed: u64) -> Result<Vec<String>, Error> {
        if count > MOST_LINES {
            let problem = format!("{count} positions, expected at most {MOST_LINES}");
            return Err(Error::openings(self.spec, problem));
        }
        let mut rng = Rng::derive(seed, &[STREAM]);
        let mut keys = HashSet::new();
        let mut found = Vec::new();
        let mut misses = 0;
        while found.len() < count && misses < LEAST_TRIES.max(found.len()) {
            match self.sample(plies, &mut keys, &mut rng) {
                Some(position) => {
                    found.push(position.text());
                    misses = 0;
                }
                None => misses += 1,
            }
        }
        if found.len() == count {
            return Ok(found);
        }
        // Either there are fewer positions than asked for, or the last ones are too rare to be sampled: only counting tells.
        let Some(mut rest) = self.missing(plies, &mut keys) else {
            let problem =
                format!("{} distinct positions, then none in {misses} tries, expected {count}", found.len());
            return Err(Error::openings(self.spec, problem));
        };
        rng.shuffle(&mut rest);
        found.extend(rest);
        if found.len() < count {
            let problem = format!(
                "only {} distinct positions after {plies} plies are not over and without a win at once, \
                 expected {count}",
                found.len()
            );
            return Err(Error::openings(self.spec, problem));
        }
        found.truncate(count);
        Ok(found)
    }

    /// Samples a position after `plies` random decisions; `None` if the game ends earlier, or if the position is
    /// not open or its key is already among `keys`.
    fn sample(&self, plies: usize, keys: &mut HashSet<u64>, rng: &mut Rng) -> Option<Box<dyn Position>> {
        let dealt = self.rules.is_dealt().then(|| self.rules.deal(rng.next_u64()));
        let start = dealt.as_ref().unwrap_or(&self.start);
        let position = random_walk(start.as_ref(), plies, rng)?;
        (self.is_open(position.as_ref()) && keys.insert(position.key())).then_some(position)
    }

    /// `count` distinct positions after `plies` random decisions that are draws with best play.
    fn balanced(&self, plies: usize, count: usize, seed: u64) -> Result<Vec<String>, Error> {
        if count > MOST_LINES {
            let problem = format!("{count} positions, expected at most {MOST_LINES}");
            return Err(Error::openings(self.spec, problem));
        }
        let mut solver = self.rules.solver();
        let mut rng = Rng::derive(seed, &[STREAM]);
        let mut keys = HashSet::new();
        let mut found = Vec::new();
        let (mut misses, mut unsolved) = (0, 0);
        while found.len() < count {
            if misses >= LEAST_TRIES || unsolved >= MOST_UNSOLVED {
                let problem = format!(
                    "{} drawn positions, then none in {misses} tries of which {unsolved} could not be solved, \
                     expected {count}{}",
                    found.len(),
                    if unsolved >= MOST_UNSOLVED { ": take more plies" } else { "" }
                );
                return Err(Error::openings(self.spec, problem));
            }
            misses += 1;
            let Some(position) = self.sample(plies, &mut keys, &mut rng) else { continue };
            match solver.solve(&position.text(), false, &Budget::nodes(SOLVER_NODES))? {
                Some(solution) if solution.result == Some(Outcome::Draw) => {
                    found.push(position.text());
                    (misses, unsolved) = (0, 0);
                }
                Some(_) => {}
                None => unsolved += 1,
            }
        }
        Ok(found)
    }

    /// The eligible positions whose keys are not yet among `keys`; `None` if there are too many to count, or if boards are set up
    /// at random.
    fn missing(&self, plies: usize, keys: &mut HashSet<u64>) -> Option<Vec<String>> {
        if self.rules.is_dealt() {
            return None;
        }
        let mut rest = Vec::new();
        let mut seen = 0;
        let complete = walk(self.start.as_ref(), plies, &mut 0, &mut |position| {
            if self.is_open(position) && keys.insert(position.key()) {
                rest.push(position.text());
            }
            seen += 1;
            seen <= MOST_LINES
        });
        complete.then_some(rest)
    }

    /// Whether the game is not over and the side to move has no immediate win.
    fn is_open(&self, position: &dyn Position) -> bool {
        let turn = position.turn();
        let wins = |mv: &String| match (turn, after(position, mv).turn()) {
            (Turn::Max, Turn::Over(payoff)) => payoff > self.middle,
            (Turn::Min, Turn::Over(payoff)) => payoff < self.middle,
            _ => false,
        };
        !turn.is_over() && !position.moves().iter().any(wins)
    }
}

/// Visits every line of `plies` decisions that is not over, and returns whether all were visited. It stops early when `visit`
/// returns false or when `steps`, the number of positions walked through, exceeds `MOST_STEPS`.
fn walk(
    position: &dyn Position,
    plies: usize,
    steps: &mut usize,
    visit: &mut dyn FnMut(&dyn Position) -> bool,
) -> bool {
    *steps += 1;
    if *steps > MOST_STEPS {
        return false;
    }
    let turn = position.turn();
    if turn.is_over() {
        return true;
    }
    if plies == 0 {
        return visit(position);
    }
    let plies_left = if turn == Turn::Chance { plies } else { plies - 1 };
    position.moves().iter().all(|mv| walk(after(position, mv).as_ref(), plies_left, steps, visit))
}

/// The position after `plies` random decisions; `None` if the game ends earlier.
fn random_walk(start: &dyn Position, plies: usize, rng: &mut Rng) -> Option<Box<dyn Position>> {
    let mut position = start.duplicate();
    let mut plies_left = plies;
    loop {
        let turn = position.turn();
        if turn.is_over() {
            return None;
        }
        if plies_left == 0 {
            return Some(position);
        }
        let moves = position.moves();
        let chosen = if turn == Turn::Chance {
            rng.weighted(&position.chances())
        } else {
            plies_left -= 1;
            rng.below(moves.len())
        };
        position = after(position.as_ref(), &moves[chosen]);
    }
}

fn after(position: &dyn Position, mv: &str) -> Box<dyn Position> {
    let mut next = position.duplicate();
    next.play(mv).expect("a position plays the moves it lists");
    next
}

/// The positions of a file, as they are written there.
fn file(spec: &str, rules: &dyn Rules) -> Result<Vec<String>, Error> {
    let path = Path::new(spec);
    if !path.exists() {
        let expected = "two-ply, plies=4, random=8:200, balanced=30:100 or a file with a position a line";
        return Err(ParseError::new("openings", spec, expected).into());
    }
    let text = std::fs::read_to_string(path).map_err(Error::file("read", path))?;
    let mut positions = Vec::new();
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position =
            rules.position(line).map_err(|parse_error| Error::line(path, number, parse_error.to_string()))?;
        if position.turn().is_over() {
            let parse_error = ParseError::new("position", line, "one that is not over");
            return Err(Error::line(path, number, parse_error.to_string()));
        }
        positions.push(line.to_owned());
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Noughts, Race, rules};
    use std::io::Write;

    fn noughts(spec: &str) -> Result<Vec<String>, String> {
        let openings = Openings::read(spec, rules("noughts", Noughts).as_ref(), 1);
        openings.map(|openings| openings.positions).map_err(|error| error.to_string())
    }

    fn race(spec: &str, seed: u64) -> Vec<String> {
        Openings::read(spec, rules("race", Race).as_ref(), seed).unwrap().positions
    }

    fn written(text: &str) -> (tempfile::NamedTempFile, String) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let path = file.path().to_str().unwrap().to_owned();
        (file, path)
    }

    #[test]
    fn lines_keep_their_order_and_their_transpositions() {
        let two = noughts("two-ply").unwrap();
        assert_eq!(two.len(), 72);
        assert_eq!(two, noughts("plies=2").unwrap());
        assert_eq!((two[0].as_str(), two[71].as_str()), ("12", "98"));
        let three = noughts("plies=3").unwrap();
        assert_eq!(three.len(), 504);
        assert!(three.contains(&"123".into()) && three.contains(&"321".into()));
        assert_eq!(noughts("plies=0").unwrap(), [""]);
    }

    #[test]
    fn lines_that_end_early_are_left_out() {
        assert_eq!(noughts("plies=5").unwrap().len(), 9 * 8 * 7 * 6 * 5 - 1440);
        assert_eq!(
            noughts("plies=9").unwrap_err(),
            "openings \"plies=9\": no position, expected at least one"
        );
    }

    #[test]
    fn a_roll_belongs_to_the_decision_after_it() {
        let lines = race("plies=1", 1);
        assert_eq!(lines, ["1-0-1-0", "2-0-1-0", "2-0-1-0", "3-0-1-0", "3-0-1-0", "4-0-1-0"]);
        assert_eq!(race("two-ply", 1).len(), 36);
    }

    #[test]
    fn random_positions_are_distinct_open_and_decided_by_the_seed() {
        let rules = rules("noughts", Noughts);
        let found = Openings::read("random=5:100", rules.as_ref(), 3).unwrap().positions;
        assert_eq!(found, Openings::read("random=5:100", rules.as_ref(), 3).unwrap().positions);
        assert_ne!(found, Openings::read("random=5:100", rules.as_ref(), 4).unwrap().positions);
        let keys: HashSet<u64> = found.iter().map(|text| rules.position(text).unwrap().key()).collect();
        assert_eq!(keys.len(), 100);
        for text in found {
            let position = rules.position(&text).unwrap();
            assert_eq!(position.turn(), Turn::Min);
            let wins = |mv: &String| after(position.as_ref(), mv).turn() == Turn::Over(-1.0);
            assert!(!position.moves().iter().any(wins), "{text}");
        }
    }

    #[test]
    fn too_many_random_positions_say_how_many_there_are() {
        assert_eq!(
            noughts("random=1:10").unwrap_err(),
            "openings \"random=1:10\": only 9 distinct positions after 1 plies are not over and without a win at \
             once, expected 10"
        );
        let mut all = noughts("random=1:9").unwrap();
        all.sort();
        assert_eq!(all.concat(), "123456789");
    }

    #[test]
    fn balanced_positions_are_drawn_with_best_play() {
        let rules = rules("noughts", Noughts);
        let found = Openings::read("balanced=3:20", rules.as_ref(), 3).unwrap().positions;
        assert_eq!(found.len(), 20);
        let mut oracle = rules.engine(&"minimax".parse().unwrap(), 1).unwrap();
        for text in found {
            oracle.start(&text).unwrap();
            assert_eq!(oracle.run(&Budget::unlimited()).value, 0.0, "{text}");
        }
        // Each of the nine first moves is a draw, so that a tenth position does not exist.
        let error = noughts("balanced=1:10").unwrap_err();
        assert!(error.contains("9 drawn positions, then none in 10000 tries"), "{error}");
    }

    #[test]
    fn no_more_random_positions_than_a_match_can_use() {
        assert_eq!(
            noughts("random=4:1000001").unwrap_err(),
            "openings \"random=4:1000001\": 1000001 positions, expected at most 1000000"
        );
    }

    #[test]
    fn rare_positions_are_counted_where_sampling_misses_them() {
        let rules = rules("noughts", Noughts);
        let source = Source { spec: "", rules: rules.as_ref(), start: rules.deal(0), middle: 0.0 };
        let all = source.missing(6, &mut HashSet::new()).unwrap().len();
        assert_eq!(source.random(6, all, 1).unwrap().len(), all);
        assert!(source.random(6, all + 1, 1).unwrap_err().to_string().contains(&format!("only {all} ")));
    }

    #[test]
    fn the_same_seed_rolls_the_same_dice() {
        assert_eq!(race("random=2:5", 7), race("random=2:5", 7));
    }

    #[test]
    fn files_have_comments_and_blank_lines() {
        let (_file, path) = written("# the centre\n5\n\n  15 \r\n");
        assert_eq!(noughts(&path).unwrap(), ["5", "15"]);
        let (_file, path) = written("\u{feff}5\r\n15");
        assert_eq!(noughts(&path).unwrap(), ["5", "15"]);
    }

    #[test]
    fn bad_lines_are_named_by_file_and_number() {
        let (_file, path) = written("5\n# fine so far\n55\n");
        assert_eq!(
            noughts(&path).unwrap_err(),
            format!("{path}, line 3: move \"5\": expected one of 1 2 3 4 6 7 8 9")
        );
        let (_file, path) = written("14253\n");
        assert_eq!(
            noughts(&path).unwrap_err(),
            format!("{path}, line 1: position \"14253\": expected one that is not over")
        );
        let (_file, path) = written("# nothing\n");
        assert_eq!(
            noughts(&path).unwrap_err(),
            format!("openings {path:?}: no position, expected at least one")
        );
    }

    #[test]
    fn an_invalid_spec_says_what_was_expected() {
        for (spec, expected) in [
            (
                "three-ply",
                "expected two-ply, plies=4, random=8:200, balanced=30:100 or a file with a position a line",
            ),
            ("plies=many", "openings plies \"many\": expected a whole number"),
            ("plies=1001", "openings plies \"1001\": expected at most 1000 plies"),
            ("random=1001:5", "openings random \"1001\": expected at most 1000 plies"),
            ("random=8", "expected plies and positions, as in random=8:200"),
            ("random=8:-1", "openings random \"-1\": expected a whole number"),
        ] {
            let error = noughts(spec).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
