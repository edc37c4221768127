//! Our engine at the end of a pipe: one loop that hears the host and the search.
//!
//! The host is read and the search runs on threads of their own, so that `stop` and `isready` are answered while a search
//! is under way. Whatever else comes meanwhile waits for its end, so that a script may be piped in. `quit` stops the search,
//! whose answer is still given.
//! At the end of the input, what has been asked for within a limit is still answered.
//!
//! A search reports once, at its end: cut into slices, it would not find what it finds in one piece.

use super::NAME;
use super::command::Command;
use super::go::Go;
use super::seat::Seat;
use crate::lines::{LONGEST, Line, Lines};
use crate::players::Protocol;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use tiptree::erased::Engine;
use tiptree::{Budget, Misread, Report, Turn};

/// The most commands that may wait for the end of a search.
const MOST_WAITING: usize = 1000;

/// The most lines that are read before they are heard.
const MOST_UNHEARD: usize = 100;

/// What happens to an engine.
enum Event {
    /// The host says something.
    Said(Line),
    /// The host says nothing more.
    End,
    /// The search is done.
    Found(Box<dyn Engine>, Box<Report<String>>),
}

/// Serves a host until it says `quit` or nothing more.
///
/// # Errors
/// If nobody reads the output any more.
pub fn serve(seat: Seat, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(MOST_UNHEARD);
    let session = Session {
        seat,
        output,
        sender: sender.clone(),
        underway: None,
        waiting: VecDeque::new(),
        has_ended: false,
        has_quit: false,
    };
    thread::spawn(move || listen(input, &sender));
    session.run(&events)
}

/// Passes on what the host says.
fn listen(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = Lines::new(input, LONGEST);
    // What cannot be read is the end too.
    while let Ok(Some(line)) = lines.next() {
        if events.send(Event::Said(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// A search under way.
struct Underway {
    cancel: Arc<AtomicBool>,
    /// Whether the answer must wait for `stop`.
    is_infinite: bool,
    /// What was found before `stop` came.
    found: Option<Box<Report<String>>>,
}

struct Session<'a, W> {
    seat: Seat,
    output: &'a mut W,
    sender: SyncSender<Event>,
    underway: Option<Underway>,
    /// What came during a search and waits for its end.
    waiting: VecDeque<Line>,
    has_ended: bool,
    has_quit: bool,
}

impl<W: Write> Session<'_, W> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        // The sender of our own keeps the channel open.
        while let Ok(event) = events.recv() {
            match event {
                Event::Said(_) if self.has_quit => continue,
                Event::Said(line) => self.waiting.push_back(line),
                Event::End => {
                    self.has_ended = true;
                    self.stop_if(|search| search.is_infinite)?;
                }
                Event::Found(engine, report) => self.found(engine, report)?,
            }
            self.heed()?;
            if self.has_ended && self.underway.is_none() {
                break;
            }
        }
        self.stop_if(|_| true)
    }

    /// Does what waits: all of it, or during a search what must not wait.
    fn heed(&mut self) -> io::Result<()> {
        let mut later = VecDeque::new();
        while let Some(line) = self.waiting.pop_front() {
            if !line.is_whole {
                self.complain(&format!("a line of more than {LONGEST} bytes: expected a shorter one"))?;
                continue;
            }
            match Command::parse(&line.text) {
                _ if line.text.trim().is_empty() => {}
                Ok(Command::Quit) => {
                    self.has_quit = true;
                    self.has_ended = true;
                    self.stop_if(|_| true)?;
                    later.clear();
                    break;
                }
                Ok(Command::Stop) => self.stop_if(|_| true)?,
                Ok(Command::Ready) => self.say("readyok")?,
                _ if later.len() >= MOST_WAITING => {
                    let problem =
                        format!("more than {MOST_WAITING} commands during a search: expected to wait");
                    self.complain(&problem)?;
                }
                _ if self.underway.is_some() => later.push_back(line),
                Ok(command) => self.obey(command)?,
                Err(misread) => self.complain(&misread)?,
            }
        }
        self.waiting = later;
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        let done = match command {
            Command::Hello(protocol) => return self.introduce(protocol),
            Command::Query(question) => return self.respond(question),
            Command::Go(go) => return self.go(&go),
            Command::Set { name, value } => self.seat.set(name, value),
            Command::NewGame => self.seat.forget(),
            Command::Position { text, moves } => self.seat.place(text, &moves),
            Command::Ready | Command::Stop | Command::Quit => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(misread) => self.complain(&misread),
        }
    }

    fn introduce(&mut self, protocol: Protocol) -> io::Result<()> {
        self.say(&format!("id name {NAME} {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Tiptree authors")?;
        for option in self.seat.options(protocol == Protocol::Uci) {
            self.say(&option)?;
        }
        self.say(&format!("{}ok", protocol.name()))
    }

    /// Answers a question about the position. The first player is who moves first at the start.
    fn respond(&mut self, question: &str) -> io::Result<()> {
        let turn = match self.seat.turn() {
            Ok(turn) => turn,
            Err(misread) => return self.complain(&misread),
        };
        let first = self.seat.first();
        let answer = match (question, turn) {
            ("gameover", turn) => turn.is_over().to_string(),
            ("p1turn", turn) => (turn == first).to_string(),
            ("result", Turn::Over(payoff)) if payoff == self.seat.middle() => "draw".into(),
            ("result", Turn::Over(payoff)) => {
                let has_max_won = payoff > self.seat.middle();
                (if has_max_won == (first == Turn::Max) { "p1win" } else { "p2win" }).into()
            }
            ("result", _) => "none".into(),
            _ => {
                return self.complain(&Misread::unknown("query", question, ["gameover", "p1turn", "result"]));
            }
        };
        self.say(&format!("response {answer}"))
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        for problem in &go.problems {
            self.complain(problem)?;
        }
        let turn = self.seat.turn().map_err(|misread| misread.to_string());
        let why_not = match turn {
            Ok(Turn::Max | Turn::Min) => None,
            Ok(Turn::Chance) => {
                Some("it is chance's turn: expected the outcome of a roll among the moves".into())
            }
            Ok(Turn::Over(_)) => Some("the game is over: expected a position with a move to make".into()),
            Err(misread) => Some(misread),
        };
        let player = usize::from(self.seat.turn() != Ok(self.seat.first()));
        let search = match why_not {
            Some(reason) => Err(reason),
            None => self.seat.search(go.budget(player)).map_err(|misread| misread.to_string()),
        };
        let (mut engine, budget) = match search {
            Ok(search) => search,
            Err(reason) => {
                self.complain(&reason)?;
                return self.say("bestmove (none)");
            }
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(Arc::clone(&cancel)), ..budget };
        // After the last line of a script nobody is left to say `stop`.
        cancel.store(go.is_infinite && self.has_ended, Ordering::Relaxed);
        let is_infinite = go.is_infinite && !self.has_ended;
        self.underway = Some(Underway { cancel, is_infinite, found: None });
        let sender = self.sender.clone();
        thread::spawn(move || {
            let report = Box::new(engine.run(&budget));
            let _ = sender.send(Event::Found(engine, report));
        });
        Ok(())
    }

    /// Stops the search under way if it is one of those meant.
    fn stop_if(&mut self, is_meant: impl Fn(&Underway) -> bool) -> io::Result<()> {
        let Some(search) = self.underway.as_mut().filter(|search| is_meant(search)) else { return Ok(()) };
        search.cancel.store(true, Ordering::Relaxed);
        search.is_infinite = false;
        match search.found.take() {
            Some(report) => self.answer(&report),
            None => Ok(()),
        }
    }

    fn found(&mut self, engine: Box<dyn Engine>, report: Box<Report<String>>) -> io::Result<()> {
        self.seat.bring_back(engine);
        match &mut self.underway {
            Some(search) if search.is_infinite => {
                search.found = Some(report);
                Ok(())
            }
            _ => self.answer(&report),
        }
    }

    fn answer(&mut self, report: &Report<String>) -> io::Result<()> {
        self.underway = None;
        for line in self.seat.answer(report) {
            self.say(&line)?;
        }
        Ok(())
    }

    /// Says what is wrong, in one line that no host takes for anything else.
    fn complain(&mut self, problem: &impl ToString) -> io::Result<()> {
        let problem: String =
            problem.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.say(&format!("info string {problem}"))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
