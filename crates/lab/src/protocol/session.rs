//! Our engine at the end of a pipe: one loop that hears the host and the search.
//!
//! The host is read and the search runs on threads of their own, so that `stop` and `isready` are answered while a search
//! is under way. Whatever else comes meanwhile waits for its end, so that a script may be piped in. `stop` and `ponderhit`
//! belong to the last `go` before them: where that one waits for another search, they wait with it. `quit` stops the search,
//! whose answer is still given.
//! At the end of the input, what has been asked for within a limit is still answered.

use super::NAME;
use super::command::{Command, skip_unknown};
use super::go::Go;
use super::seat::{Seat, Task};
use super::watch::{News, Reporter};
use crate::lines::{LONGEST, Line, Lines};
use crate::panics::caught;
use crate::players::Protocol;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};
use tiptree::erased::Engine;
use tiptree::{Budget, Error, Report, Stop, Turn};

/// The most commands that may wait for the end of a search.
const MOST_WAITING: usize = 1000;

/// The most lines that are read before they are heard.
const MOST_UNHEARD: usize = 100;

/// The time between two reports of a search under way whose best move stays the same.
const PACE: Duration = Duration::from_millis(100);

/// The stack of the thread that searches: searches recurse as deep as they look.
const STACK: usize = 64 << 20;

/// What a search has come to: itself and its report, or why there is none.
type Outcome = Result<(Box<dyn Engine>, Box<Report<String>>), String>;

/// What happens to an engine.
enum Event {
    /// The host says something.
    Said(Line),
    /// The host says nothing more.
    End,
    /// The search under way has found something.
    Progress(News),
    /// The search is done.
    Done(Outcome),
}

/// Serves a host until it says `quit` or nothing more.
///
/// # Errors
/// If nobody reads the output any more.
pub fn serve(seat: Seat, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    serve_at(Some(PACE), seat, input, output)
}

/// As [`serve`], with progress told at this pace, or without one at new best moves alone.
fn serve_at(
    pace: Option<Duration>,
    seat: Seat,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(MOST_UNHEARD);
    let session = Session {
        seat,
        output,
        sender: sender.clone(),
        pace,
        underway: None,
        waiting: VecDeque::new(),
        is_debug: false,
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
    started: Instant,
    /// Whether the answer must wait for `stop`, or for `ponderhit`.
    waits: bool,
    /// What the search may spend from `ponderhit` on; none where it does not ponder.
    ponder: Option<Budget>,
    /// What the search may spend when it has left off pondering, after `ponderhit`.
    resume: Option<Budget>,
    /// Whether `go` restricted the moves: the search is of no use afterwards.
    is_restricted: bool,
    /// What was found before the answer was wanted.
    found: Option<Outcome>,
}

struct Session<'a, W> {
    seat: Seat,
    output: &'a mut W,
    sender: SyncSender<Event>,
    pace: Option<Duration>,
    underway: Option<Underway>,
    /// What came during a search and waits for its end.
    waiting: VecDeque<Line>,
    is_debug: bool,
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
                    self.stop_if(|search| search.waits)?;
                }
                Event::Progress(news) => {
                    self.tell(&news)?;
                    continue;
                }
                Event::Done(outcome) => self.done(outcome)?,
            }
            self.answer_waiting()?;
            if self.has_ended && self.underway.is_none() {
                break;
            }
        }
        self.stop_if(|_| true)
    }

    /// Does what waits: all of it, or during a search what must not wait.
    fn answer_waiting(&mut self) -> io::Result<()> {
        let mut later = VecDeque::new();
        // Whether a `go` waits, to which `stop` and `ponderhit` behind it belong.
        let mut has_go = false;
        while let Some(line) = self.waiting.pop_front() {
            if !line.is_whole {
                self.complain(&format!("a line of more than {LONGEST} bytes: expected a shorter one"))?;
                continue;
            }
            let command = Command::parse(&line.text);
            match &command {
                _ if line.text.trim().is_empty() => {}
                Ok(Command::Quit) => {
                    self.has_quit = true;
                    self.has_ended = true;
                    self.stop_if(|_| true)?;
                    later.clear();
                    break;
                }
                Ok(Command::Stop | Command::PonderHit) if has_go => {
                    // A search without a limit would never make way for the one that is meant.
                    self.stop_if(|search| search.waits)?;
                    later.push_back(line);
                }
                Ok(Command::Stop) => self.stop_if(|_| true)?,
                Ok(Command::PonderHit) => self.ponder_hit()?,
                Ok(Command::Ready) => self.say("readyok")?,
                _ if later.len() >= MOST_WAITING => {
                    let problem =
                        format!("more than {MOST_WAITING} commands during a search: expected to wait");
                    self.complain(&problem)?;
                }
                _ if self.underway.is_some() => {
                    has_go |= matches!(command, Ok(Command::Go(_)));
                    later.push_back(line);
                }
                Ok(command) => {
                    let (skipped, _) = skip_unknown(&line.text);
                    if self.is_debug && !skipped.is_empty() {
                        self.complain(&format!("skipped {skipped:?}"))?;
                    }
                    self.obey(command)?;
                }
                Err(parse_error) => self.complain(parse_error)?,
            }
        }
        self.waiting = later;
        Ok(())
    }

    fn obey(&mut self, command: &Command) -> io::Result<()> {
        let done = match command {
            Command::Hello(protocol) => return self.introduce(*protocol),
            Command::Query(question) => return self.respond(question),
            Command::Go(go) => return self.go(go),
            Command::Set { name, value } => self.seat.set(name, value),
            Command::NewGame => self.seat.forget(),
            Command::Position { text, moves } => self.seat.place(*text, moves).map_err(Error::from),
            Command::Debug(is_on) => {
                self.is_debug = *is_on;
                Ok(())
            }
            Command::Ready | Command::Stop | Command::PonderHit | Command::Register | Command::Quit => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(parse_error) => self.complain(&parse_error),
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

    fn respond(&mut self, question: &str) -> io::Result<()> {
        match self.seat.query(question) {
            Ok(answer) => self.say(&format!("response {answer}")),
            Err(parse_error) => self.complain(&parse_error),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        for problem in &go.problems {
            self.complain(problem)?;
        }
        let why_not = match self.seat.turn() {
            Ok(Turn::Max | Turn::Min) => None,
            Ok(Turn::Chance) => {
                Some("it is chance's turn: expected the outcome of a roll among the moves".into())
            }
            Ok(Turn::Over(_)) => Some("the game is over: expected a position with a move to make".into()),
            Err(parse_error) => Some(parse_error.to_string()),
        };
        if let Some(reason) = why_not {
            self.complain(&reason)?;
            return self.say("bestmove (none)");
        }
        let only = self.seat.allow(&go.search_moves);
        for problem in only.iter().filter_map(|mv| mv.as_ref().err()) {
            self.complain(problem)?;
        }
        let only: Vec<(String, usize)> = only.into_iter().flatten().collect();
        let player = usize::from(self.seat.turn() != Ok(self.seat.first()));
        let task = caught(|| self.seat.search(go.budget(player), &only));
        let Task { engine, budget, is_restricted } = match task {
            Ok(Ok(task)) => task,
            Ok(Err(parse_error)) => {
                self.complain(&parse_error)?;
                return self.say("bestmove (none)");
            }
            Err(panic) => return self.answer(Err(panic), false),
        };
        // After the last line of a script nobody is left to say `stop` or `ponderhit`.
        let waits = go.waits() && !self.has_ended;
        let free = Budget { memory: budget.memory, ..Budget::unlimited() };
        let (now, ponder) =
            if go.is_ponder && !go.is_infinite { (free, Some(budget)) } else { (budget, None) };
        self.underway = Some(Underway {
            cancel: Arc::default(),
            started: Instant::now(),
            waits,
            ponder,
            resume: None,
            is_restricted,
            found: None,
        });
        self.launch(engine, &now)?;
        if go.waits() && self.has_ended { self.stop_if(|_| true) } else { Ok(()) }
    }

    /// Lets the search under way run within `budget`, on a thread of its own.
    fn launch(&mut self, mut engine: Box<dyn Engine>, budget: &Budget) -> io::Result<()> {
        let Some(search) = &mut self.underway else { return Ok(()) };
        search.cancel = Arc::default();
        let sender = self.sender.clone();
        // A host that does not read keeps no search waiting: it misses some progress.
        let reporter = Reporter::new(self.pace, move |news| {
            let _ = sender.try_send(Event::Progress(news));
        });
        let budget = Budget {
            cancel: Some(Arc::clone(&search.cancel)),
            watcher: Some(Arc::new(reporter)),
            ..budget.clone()
        };
        let sender = self.sender.clone();
        let run = move || {
            let outcome = caught(move || {
                let report = Box::new(engine.run(&budget));
                (engine, report)
            });
            let _ = sender.send(Event::Done(outcome));
        };
        match thread::Builder::new().stack_size(STACK).spawn(run) {
            Ok(_) => Ok(()),
            Err(reason) => self.done(Err(format!("cannot start a thread: {reason}"))),
        }
    }

    /// Tells the host what the search under way has found so far.
    fn tell(&mut self, news: &News) -> io::Result<()> {
        let Some(search) = self.underway.as_ref().filter(|search| search.found.is_none()) else {
            return Ok(());
        };
        let line = self.seat.progress(news, search.started.elapsed().as_secs_f64());
        self.say(&line)
    }

    /// Stops the search under way if it is one of those meant.
    fn stop_if(&mut self, is_meant: impl Fn(&Underway) -> bool) -> io::Result<()> {
        let Some(search) = self.underway.as_mut().filter(|search| is_meant(search)) else { return Ok(()) };
        search.cancel.store(true, Ordering::Relaxed);
        (search.waits, search.ponder, search.resume) = (false, None, None);
        match search.found.take() {
            Some(outcome) => self.finish(outcome),
            None => Ok(()),
        }
    }

    /// The expected move was played: the search goes on within the limits of its `go`, from now on.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.underway else { return Ok(()) };
        let Some(budget) = search.ponder.take() else { return Ok(()) };
        search.waits = false;
        search.resume = Some(budget);
        search.cancel.store(true, Ordering::Relaxed);
        match search.found.take() {
            Some(outcome) => self.done(outcome),
            None => Ok(()),
        }
    }

    fn done(&mut self, outcome: Outcome) -> io::Result<()> {
        let Some(search) = &mut self.underway else { return Ok(()) };
        if search.waits {
            search.found = Some(outcome);
            return Ok(());
        }
        match (search.resume.take(), outcome) {
            // Only a search that was interrupted has more to find.
            (Some(budget), Ok((engine, report))) if report.stop == Some(Stop::Cancelled) => {
                search.started = Instant::now();
                self.launch(engine, &budget)
            }
            (_, outcome) => self.finish(outcome),
        }
    }

    /// Ends the search under way and gives its answer.
    fn finish(&mut self, outcome: Outcome) -> io::Result<()> {
        let is_restricted = self.underway.take().is_some_and(|search| search.is_restricted);
        self.answer(outcome, is_restricted)
    }

    /// The answer always has a move: where a search has failed, a legal one.
    fn answer(&mut self, outcome: Outcome, is_restricted: bool) -> io::Result<()> {
        let lines = match outcome {
            Ok((engine, report)) => {
                let lines = self.seat.answer(&report);
                self.seat.bring_back(Some(engine).filter(|_| !is_restricted));
                lines
            }
            Err(reason) => {
                self.seat.bring_back(None);
                self.complain(&format!("the search {reason}"))?;
                vec![format!("bestmove {}", self.seat.any_move())]
            }
        };
        for line in lines {
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
