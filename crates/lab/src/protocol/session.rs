//! Our engine's side of the protocol: one event loop for the host and the search.
//!
//! Reading the host and searching have threads of their own, so that `stop` and `isready` are answered during a search. All
//! other commands are queued until the search ends, so that a script can be piped in. `stop` and `ponderhit` belong to the
//! last `go` before them: if that `go` is queued, they are queued with it. `quit` stops the search, whose answer is still
//! given. At the end of the input, searches that have a limit are still finished and answered.

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

/// The most commands that are queued during a search.
const MOST_QUEUED: usize = 1000;

/// The capacity of the event channel.
const MOST_PENDING: usize = 100;

/// The time between two progress reports while the best move stays the same.
const PACE: Duration = Duration::from_millis(100);

/// The stack size of the search thread: searches recurse as deep as they look.
const STACK: usize = 64 << 20;

/// The result of a search: the engine and its report, or why there is none.
type Outcome = Result<(Box<dyn Engine>, Box<Report<String>>), String>;

/// An event of the session.
enum Event {
    /// The host sent a line.
    Said(Line),
    /// The input of the host has ended.
    End,
    /// The running search reports progress.
    Progress(News),
    /// The search has finished.
    Done(Outcome),
}

/// Serves a host until it sends `quit` or its input ends.
///
/// # Errors
/// If the output cannot be written.
pub fn serve(seat: Seat, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    serve_at(Some(PACE), seat, input, output)
}

/// Like [`serve`], with progress reported at this pace; `None` reports new best moves only.
fn serve_at(
    pace: Option<Duration>,
    seat: Seat,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(MOST_PENDING);
    let session = Session {
        seat,
        output,
        sender: sender.clone(),
        pace,
        active: None,
        queue: VecDeque::new(),
        is_debug: false,
        has_ended: false,
        has_quit: false,
    };
    thread::spawn(move || listen(input, &sender));
    session.run(&events)
}

/// Passes on the lines of the host.
fn listen(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = Lines::new(input, LONGEST);
    // A read error counts as the end of the input.
    while let Ok(Some(line)) = lines.next() {
        if events.send(Event::Said(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// A running search, or one whose answer is held back.
struct ActiveSearch {
    cancel: Arc<AtomicBool>,
    started: Instant,
    /// Whether the answer is held back until `stop` or `ponderhit`.
    waits: bool,
    /// The budget from `ponderhit` on; `None` if the search does not ponder.
    ponder: Option<Budget>,
    /// The budget to continue with once the search has stopped pondering, after `ponderhit`.
    resume: Option<Budget>,
    /// Whether `go` restricted the moves, so that the search cannot be used again.
    is_restricted: bool,
    /// The result that is held back.
    found: Option<Outcome>,
}

struct Session<'a, W> {
    seat: Seat,
    output: &'a mut W,
    sender: SyncSender<Event>,
    pace: Option<Duration>,
    active: Option<ActiveSearch>,
    /// Lines that came during a search and wait for its end.
    queue: VecDeque<Line>,
    is_debug: bool,
    has_ended: bool,
    has_quit: bool,
}

impl<W: Write> Session<'_, W> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        // Our own sender keeps the channel open.
        while let Ok(event) = events.recv() {
            match event {
                Event::Said(_) if self.has_quit => continue,
                Event::Said(line) => self.queue.push_back(line),
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
            self.process_queue()?;
            if self.has_ended && self.active.is_none() {
                break;
            }
        }
        self.stop_if(|_| true)
    }

    /// Executes the queued commands: all of them, or during a search only those that must not wait.
    fn process_queue(&mut self) -> io::Result<()> {
        let mut deferred = VecDeque::new();
        // Whether a `go` is deferred, to which any later `stop` or `ponderhit` belongs.
        let mut has_go = false;
        while let Some(line) = self.queue.pop_front() {
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
                    deferred.clear();
                    break;
                }
                Ok(Command::Stop | Command::PonderHit) if has_go => {
                    // A search without a limit would never give way to the deferred one.
                    self.stop_if(|search| search.waits)?;
                    deferred.push_back(line);
                }
                Ok(Command::Stop) => self.stop_if(|_| true)?,
                Ok(Command::PonderHit) => self.ponder_hit()?,
                Ok(Command::Ready) => self.say("readyok")?,
                _ if deferred.len() >= MOST_QUEUED => {
                    let problem =
                        format!("more than {MOST_QUEUED} commands during a search: expected to wait");
                    self.complain(&problem)?;
                }
                _ if self.active.is_some() => {
                    has_go |= matches!(command, Ok(Command::Go(_)));
                    deferred.push_back(line);
                }
                Ok(command) => {
                    let (skipped, _) = skip_unknown(&line.text);
                    if self.is_debug && !skipped.is_empty() {
                        self.complain(&format!("skipped {skipped:?}"))?;
                    }
                    self.execute(command)?;
                }
                Err(parse_error) => self.complain(parse_error)?,
            }
        }
        self.queue = deferred;
        Ok(())
    }

    fn execute(&mut self, command: &Command) -> io::Result<()> {
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
        // After the end of the input no `stop` or `ponderhit` can come.
        let waits = go.waits() && !self.has_ended;
        let free = Budget { memory: budget.memory, ..Budget::unlimited() };
        let (now, ponder) =
            if go.is_ponder && !go.is_infinite { (free, Some(budget)) } else { (budget, None) };
        self.active = Some(ActiveSearch {
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

    /// Runs the active search within `budget`, on a thread of its own.
    fn launch(&mut self, mut engine: Box<dyn Engine>, budget: &Budget) -> io::Result<()> {
        let Some(search) = &mut self.active else { return Ok(()) };
        search.cancel = Arc::default();
        let sender = self.sender.clone();
        // A full channel must not block the search: some progress is dropped instead.
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

    /// Tells the host what the active search has found so far.
    fn tell(&mut self, news: &News) -> io::Result<()> {
        let Some(search) = self.active.as_ref().filter(|search| search.found.is_none()) else {
            return Ok(());
        };
        let line = self.seat.progress(news, search.started.elapsed().as_secs_f64());
        self.say(&line)
    }

    /// Stops the active search if the condition holds.
    fn stop_if(&mut self, condition: impl Fn(&ActiveSearch) -> bool) -> io::Result<()> {
        let Some(search) = self.active.as_mut().filter(|search| condition(search)) else { return Ok(()) };
        search.cancel.store(true, Ordering::Relaxed);
        (search.waits, search.ponder, search.resume) = (false, None, None);
        match search.found.take() {
            Some(outcome) => self.finish(outcome),
            None => Ok(()),
        }
    }

    /// The expected move was played: the search continues within the limits of its `go`, counted from now.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.active else { return Ok(()) };
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
        let Some(search) = &mut self.active else { return Ok(()) };
        if search.waits {
            search.found = Some(outcome);
            return Ok(());
        }
        match (search.resume.take(), outcome) {
            // Only a search that was cancelled has more to find.
            (Some(budget), Ok((engine, report))) if report.stop == Some(Stop::Cancelled) => {
                search.started = Instant::now();
                self.launch(engine, &budget)
            }
            (_, outcome) => self.finish(outcome),
        }
    }

    /// Ends the active search and gives its answer.
    fn finish(&mut self, outcome: Outcome) -> io::Result<()> {
        let is_restricted = self.active.take().is_some_and(|search| search.is_restricted);
        self.answer(outcome, is_restricted)
    }

    /// Answers with a move in any case: if the search has failed, with some legal move.
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

    /// Reports a problem in one `info string` line.
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
