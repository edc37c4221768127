//! A game in a file: the header of a match and its only game, so that everything that reads matches reads it.
//!
//! The file is written anew after every move, because moves can be taken back. A is the side that moves first, as in the
//! first game of a match.

use super::{Dice, GameSetup, LiveGame, Participant, Spent, USUAL_BUDGET};
use crate::error::Error;
use crate::export::Line;
use crate::matches::{End, Header, Record, Side, Times, Unfinished, max_side, replay, result_for_a};
use crate::players::Entrant;
use crate::provenance::Provenance;
use crate::store::excerpt;
use std::path::Path;
use tiptree::{Budget, Registry, Turn};

/// The openings of a game that begins at the start.
const START: &str = "plies=0";

impl LiveGame {
    /// Writes the game to a file, replacing it. A crash leaves the old file or the new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let lines = [Line::Header(self.header()), self.line()];
        let lines = lines.iter().map(serde_json::to_string);
        let text = lines.map(|line| line.map(|line| line + "\n")).collect::<Result<String, _>>();
        let text = text.map_err(|error| Error::file("write", path)(error.into()))?;
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = Path::new(&part);
        let written = std::fs::write(part, text).and_then(|()| std::fs::rename(part, path));
        if written.is_err() {
            let _ = std::fs::remove_file(part);
        }
        written.map_err(Error::file("write", path))
    }

    /// Reads a game that [`LiveGame::save`] wrote. A file that names external programs starts them only if that is allowed.
    ///
    /// # Errors
    /// If the file cannot be read, holds anything but one game, or that game is unknown or has an illegal move.
    pub fn resume(
        registry: &Registry,
        path: &Path,
        dice: Dice,
        allow_programs: bool,
    ) -> Result<LiveGame, Error> {
        let text = std::fs::read(path).map_err(Error::file("read", path))?;
        let problem = |line, problem: String| Error::line(path, line, problem);
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut next = |number, expected: &str| {
            let line = lines.next().unwrap_or_default();
            let expected = format!("{:?}, expected {expected}", excerpt(line));
            let parsed = if line.is_empty() { None } else { serde_json::from_slice(line).ok() };
            parsed.ok_or_else(|| problem(number, expected))
        };
        let Line::Header(header) = next(1, "the header of a game")? else {
            return Err(problem(1, "a game, expected its header first".into()));
        };
        let expected = "the only game of the file";
        let (mut finished, game) = match next(2, expected)? {
            Line::Unfinished(game) => (None, game),
            Line::Game(record) => (Some(record.clone()), unfinished(record)),
            Line::Header(_) | Line::Build => {
                return Err(problem(2, format!("another header, expected {expected}")));
            }
        };
        if let Some(line) = lines.next() {
            return Err(problem(3, format!("{:?}, expected {expected} to end it", excerpt(line))));
        }
        let is_program = |name: &&String| matches!(name.parse(), Ok(Entrant::Outside(_)));
        if let Some(program) = [&header.a, &header.b].into_iter().find(is_program)
            && !allow_programs
        {
            let expected = "expected --allow-programs with such a file";
            return Err(problem(1, format!("it starts the program {program:?}, {expected}")));
        }
        let mut live = LiveGame::of_header(registry, &header, &game, dice).map_err(|error| match error {
            Error::ParseError(parse_error) => problem(1, parse_error.to_string()),
            other => other,
        })?;
        if let Some(record) = &mut finished {
            replay(live.rules.as_ref(), &header, record).map_err(|reason| problem(2, reason))?;
        }
        for (number, mv) in game.moves.iter().enumerate() {
            if live.position.turn().is_over() {
                return Err(problem(2, format!("move {} {mv:?}, expected the end of the game", number + 1)));
            }
            let illegal = |parse_error| problem(2, format!("move {}: {parse_error}", number + 1));
            live.play(mv).map_err(illegal)?;
        }
        let Times { a_cpu_seconds, b_cpu_seconds, seconds, .. } = game.times;
        live.seconds_before = seconds;
        live.spent = live.by_turn([
            Spent { counters: game.a_counters, cpu_seconds: a_cpu_seconds },
            Spent { counters: game.b_counters, cpu_seconds: b_cpu_seconds },
        ]);
        Ok(live)
    }

    /// The game that a header and its only game set up, before the first move.
    fn of_header(
        registry: &Registry,
        header: &Header,
        game: &Unfinished,
        dice: Dice,
    ) -> Result<LiveGame, Error> {
        let spec = header.game.parse()?;
        let participants: [Participant; 2] = [header.a.parse()?, header.b.parse()?];
        let turn = registry.rules(&spec, None)?.position(&game.opening)?.turn();
        let adviser = participants.iter().find_map(|participant| match participant {
            Participant::Machine(entrant) => entrant.search().cloned(),
            Participant::Person => None,
        });
        let (budget, usual): (Budget, Budget) = (header.budget.parse()?, USUAL_BUDGET.parse()?);
        let setup = GameSetup {
            game: spec,
            evaluator: header.eval.clone(),
            position: Some(game.opening.clone()),
            participants: ordered(max_side(Side::A, turn), participants),
            adviser,
            // The default budget gives way to a depth that a search names, as it did when the game began.
            budget: if budget.to_string() == usual.to_string() { usual.as_usual() } else { budget },
            seed: header.seed,
            dice,
        };
        LiveGame::new(registry, setup)
    }

    fn header(&self) -> Header {
        let [a, b] = self.by_turn(self.setup.participants.each_ref()).map(ToString::to_string);
        let is_start = self.opening == self.rules.deal(self.setup.seed).text();
        Header {
            game: self.rules.spec().to_string(),
            a,
            b,
            budget: self.setup.budget.to_string(),
            openings: if is_start { START.to_owned() } else { self.opening.clone() },
            seed: self.setup.seed,
            build: Provenance::here(None),
            sprt: None,
            adjudicate: false,
            max_plies: None,
            shard: None,
            pairs: None,
            matches: None,
            eval: self.setup.evaluator.clone(),
        }
    }

    /// The game as a line: a record if it is over.
    fn line(&self) -> Line {
        let [a, b] = self.by_turn(self.spent);
        let seconds = self.seconds_before + self.clock.elapsed().as_secs_f64();
        let times =
            Times { a_cpu_seconds: a.cpu_seconds, b_cpu_seconds: b.cpu_seconds, seconds, ..Times::default() };
        let opening = self.opening.clone();
        let moves = self.moves().map(str::to_owned).collect();
        let (a_counters, b_counters) = (a.counters, b.counters);
        let Turn::Over(payoff) = self.position.turn() else {
            return Line::Unfinished(Unfinished { opening, moves, a_counters, b_counters, times });
        };
        let (result, points) = result_for_a(self.max_side(), payoff, self.rules.payoffs());
        let rolls = self.plies.iter().filter(|ply| ply.before.turn() == Turn::Chance).count();
        Line::Game(Record {
            index: 0,
            pair: 0,
            opening,
            first: Side::A,
            moves,
            result,
            points,
            end: End::Over,
            a_counters,
            b_counters,
            fault: None,
            rolls,
            times,
        })
    }

    /// The side of the file that plays Max.
    fn max_side(&self) -> Side {
        let first = self.plies.first().map_or(self.position.turn(), |ply| ply.before.turn());
        max_side(Side::A, first)
    }

    /// What belongs to Max and Min in the order A, B; and back, because changing places twice changes nothing.
    fn by_turn<T>(&self, both: [T; 2]) -> [T; 2] {
        ordered(self.max_side(), both)
    }
}

/// Exchanges both if B plays Max.
fn ordered<T>(max: Side, both: [T; 2]) -> [T; 2] {
    let [first, second] = both;
    if max == Side::A { [first, second] } else { [second, first] }
}

/// What a finished game was before its end was known.
fn unfinished(record: Record) -> Unfinished {
    let Record { opening, moves, a_counters, b_counters, times, .. } = record;
    Unfinished { opening, moves, a_counters, b_counters, times }
}
