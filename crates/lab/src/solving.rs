//! Solves positions as they come: one line in, one answer out, whatever the line holds.

use crate::error::Error;
use crate::json::Solve;
use crate::lines::{LONGEST, Line, Lines};
use crate::store::excerpt;
use serde::Serialize;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tiptree::clock::Clock;
use tiptree::erased::Rules;
use tiptree::{Budget, ParseError, Solver};

/// How often the cancel flag is checked while no line comes.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The most lines that are read ahead of the answers.
const MOST_PENDING: usize = 100;

/// The answer for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// It was solved.
    Solved(Solve),
    /// It was not.
    Unsolved(Unsolved),
}

/// A position without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsolved {
    /// The position, as it was read.
    pub position: String,
    /// The reason as a message of one line.
    pub error: String,
    /// The kind of reason.
    #[serde(skip)]
    pub reason: Reason,
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The line is no position, or the position has no score.
    Unreadable,
    /// The budget ran out.
    Budget,
    /// The run was cancelled.
    Cancelled,
}

/// Solves positions of one game; the solver keeps what it has learned from one position to the next.
pub struct Solving<'a> {
    rules: &'a dyn Rules,
    solver: Box<dyn Solver>,
    all_moves: bool,
    budget: Budget,
    seed: u64,
}

impl<'a> Solving<'a> {
    /// A solver with a budget for each position; `all_moves` asks for the score of every move too. If the board is set up at
    /// random, the seed deals the start position.
    pub fn new(rules: &'a dyn Rules, all_moves: bool, budget: Budget, seed: u64) -> Self {
        Solving { rules, solver: rules.solver(), all_moves, budget, seed }
    }

    /// Solves the position of this text; the empty one is the start.
    pub fn solve(&mut self, position: &str) -> Answer {
        let position = match position {
            "" if self.rules.is_dealt() => self.rules.deal(self.seed).text(),
            given => given.to_owned(),
        };
        let clock = Clock::start();
        let unsolved =
            |error, reason| Answer::Unsolved(Unsolved { position: position.clone(), error, reason });
        match self.solver.solve(&position, self.all_moves, &self.budget) {
            Ok(Some(solution)) => {
                let seconds = clock.wall().as_secs_f64();
                Answer::Solved(Solve::new(self.rules, &position, solution, seconds))
            }
            Ok(None) if self.is_cancelled() => {
                unsolved("interrupted before it was solved".into(), Reason::Cancelled)
            }
            Ok(None) => unsolved(format!("not solved within {}", self.budget), Reason::Budget),
            Err(parse_error) => unsolved(parse_error.to_string(), Reason::Unreadable),
        }
    }

    /// Passes exactly one answer for every line of `input` to `receive`, in order and as soon as it is known, until the input
    /// ends or the budget is cancelled.
    ///
    /// # Errors
    /// If the input cannot be read, or if `receive` fails.
    pub fn solve_lines<E: From<Error>>(
        &mut self,
        input: impl BufRead + Send + 'static,
        receive: &mut dyn FnMut(Answer) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sender, lines) = mpsc::sync_channel(MOST_PENDING);
        // A blocking read cannot be interrupted, so that reading has a thread of its own, which is abandoned on cancellation.
        thread::spawn(move || {
            let mut lines = Lines::new(input, LONGEST);
            while let Some(line) = lines.next_line().transpose() {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        });
        while !self.is_cancelled() {
            match lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => receive(self.answer(&line.map_err(unreadable)?))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &Line) -> Answer {
        if line.is_whole {
            return self.solve(line.text.trim());
        }
        let position = excerpt(line.text.as_bytes());
        let parse_error =
            ParseError::new("position", &position, format!("a line of fewer than {LONGEST} bytes"));
        Answer::Unsolved(Unsolved { position, error: parse_error.to_string(), reason: Reason::Unreadable })
    }

    fn is_cancelled(&self) -> bool {
        self.budget.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

fn unreadable(reason: io::Error) -> Error {
    Error::file("read", Path::new("standard input"))(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::toy::{Noughts, Race, rules};
    use std::io::Cursor;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use tiptree::Score;

    fn answers(input: &[u8], budget: &Budget) -> Vec<Answer> {
        let rules = rules("noughts", Noughts);
        let mut answers = Vec::new();
        let mut solving = Solving::new(rules.as_ref(), false, budget.clone(), 1);
        let read: Result<(), Error> = solving.solve_lines(Cursor::new(input.to_vec()), &mut |answer| {
            answers.push(answer);
            Ok(())
        });
        read.unwrap();
        answers
    }

    /// The scores, or the reasons why there are none.
    fn scores(answers: &[Answer]) -> Vec<Result<Score, Reason>> {
        let score = |answer: &Answer| match answer {
            Answer::Solved(solve) => Ok(solve.score),
            Answer::Unsolved(unsolved) => Err(unsolved.reason),
        };
        answers.iter().map(score).collect()
    }

    const WON: Result<Score, Reason> = Ok(Score::Whole(1));
    const DRAWN: Result<Score, Reason> = Ok(Score::Whole(0));

    #[test]
    fn every_line_has_one_answer() {
        let read = answers(b"1524\r\n\n15x\n14253\n 152 \n\xff", &Budget::unlimited());
        let unreadable = Err(Reason::Unreadable);
        assert_eq!(scores(&read), [WON, DRAWN, unreadable, unreadable, DRAWN, unreadable]);
        assert_eq!(
            json::line(&read[2]),
            r#"{"position":"15x","error":"move \"x\": expected one of 2 3 4 6 7 8 9"}"#
        );
        assert!(json::line(&read[3]).contains("expected one in which the game is not over"));
        assert!(answers(b"", &Budget::unlimited()).is_empty());
    }

    #[test]
    fn an_unsolved_position_says_why() {
        let read = answers(b"1\n12453\n", &Budget::nodes(40));
        assert_eq!(scores(&read), [Err(Reason::Budget), WON]);
        assert_eq!(json::line(&read[0]), r#"{"position":"1","error":"not solved within nodes=40"}"#);
    }

    #[test]
    fn nothing_is_answered_after_cancellation() {
        let cancel = Arc::new(AtomicBool::new(true));
        let budget = Budget { cancel: Some(cancel), ..Budget::unlimited() };
        assert!(answers(b"1\n2\n", &budget).is_empty());
        let rules = rules("noughts", Noughts);
        let answer = Solving::new(rules.as_ref(), true, budget, 1).solve("1");
        assert_eq!(json::line(&answer), r#"{"position":"1","error":"interrupted before it was solved"}"#);
    }

    #[test]
    fn a_line_too_long_is_answered_once() {
        let mut input = vec![b'1'; LONGEST + 5];
        input.extend(b"\n1524\n");
        let read = answers(&input, &Budget::unlimited());
        assert_eq!(scores(&read), [Err(Reason::Unreadable), WON]);
        let Answer::Unsolved(unsolved) = &read[0] else { panic!("too long") };
        assert!(unsolved.position.len() < 50 && unsolved.error.contains("a line of fewer than"));
    }

    #[test]
    fn a_game_of_chance_has_no_score() {
        let rules = rules("race", Race);
        let answer = Solving::new(rules.as_ref(), false, Budget::unlimited(), 1).solve("");
        assert!(json::line(&answer).contains("expected a game without chance"), "{answer:?}");
    }

    #[test]
    fn moves_are_scored_on_request() {
        let rules = rules("noughts", Noughts);
        let answer = Solving::new(rules.as_ref(), true, Budget::unlimited(), 1).solve("124536");
        let Answer::Solved(solve) = answer else { panic!("solved") };
        let moves: Vec<(&str, Score)> =
            solve.moves.iter().map(|scored| (&*scored.mv, scored.score)).collect();
        assert_eq!(moves, [("7", 1), ("8", 0), ("9", -1)].map(|(mv, score)| (mv, Score::Whole(score))));
        assert_eq!(solve.score, 1);
        assert_eq!(solve.best.as_deref(), Some("7"));
    }
}
