//! External programs as players.
//!
//! A program that hangs, crashes, floods its output or violates the protocol has committed a [`Fault`]: it is killed, and the
//! next game begins with a fresh process. A program without a fault is kept for the next game. Every running game has its own
//! process.
//!
//! One of our own engines, known by its name, is told every limit of a budget; other engines know depth, nodes and time. A
//! UCI engine whose option `UCI_Variant` is set to `cfour`, such as Fairy-Stockfish, is addressed in that notation.

mod children;
mod process;
mod words;

pub use children::kill_programs;

use super::{Decision, Fault, Player, Program};
use crate::error::Error;
use crate::protocol::go::{self, Clocks};
use crate::protocol::{NAME, cfour, info};
use process::{GRACE, Process, ReceiveError};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiptree::{Budget, Counters, ParseError, TimeControl};

/// How often the cancel flag is checked during a search.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The instant `time` from now; a year from now if the clock cannot represent that.
fn after(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + Duration::from_secs(31_536_000))
}

/// Builds players of external programs, and keeps the processes from one game to the next. All workers share it.
#[derive(Default)]
pub struct Programs {
    idle: Arc<Idle>,
}

/// Programs without a game, by the text that names them.
type Idle = Mutex<HashMap<String, Vec<Connection>>>;

impl Programs {
    /// Starts no program yet.
    pub fn new() -> Self {
        Programs::default()
    }

    /// A player driven by this program, which is started when a game begins. One of our own engines is sent the seed, so that it
    /// plays as it would inside this process.
    ///
    /// # Errors
    /// If the program's budget or timeout cannot be parsed.
    pub fn player(&self, program: &Program, seed: u64) -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(self.outside(program, seed)?))
    }

    /// Starts the program and asks for its name, so that errors that would spoil every game are reported before the first: a
    /// misspelt command, an unknown option, a limit of `budget` that the program does not support. The process is used for the
    /// first game.
    ///
    /// # Errors
    /// If the program cannot play under this budget.
    pub fn check(&self, program: &Program, budget: &Budget) -> Result<(), Error> {
        let mut player = self.outside(program, 0)?;
        let (budget, protocol) = (player.budget(budget), program.protocol);
        let attempt = player.connection().and_then(|connection| {
            Ok(go::command(&budget, Clocks::default(), protocol, connection.is_ours)?)
        });
        let problem =
            |fault: Fault| Error::Program { program: program.to_string(), problem: fault.to_string() };
        attempt.map(|_| ()).map_err(problem)
    }

    fn outside(&self, program: &Program, seed: u64) -> Result<Outside, Error> {
        Ok(Outside {
            own: program.budget()?,
            timeout: program.timeout()?,
            is_cfour: program
                .options()
                .any(|(name, value)| name.eq_ignore_ascii_case(cfour::OPTION) && value == cfour::VARIANT),
            seed: (!program.options().any(|(name, _)| name.eq_ignore_ascii_case(SEED))).then_some(seed),
            program: program.clone(),
            connection: None,
            start: String::new(),
            moves: Vec::new(),
            clocks: Clocks::default(),
            idle: Arc::clone(&self.idle),
        })
    }
}

/// The option of our engines that seeds their randomness.
const SEED: &str = "Seed";

/// A program that has completed the handshake.
struct Connection {
    process: Process,
    /// Whether it is one of our own engines.
    is_ours: bool,
}

/// An external program as a player.
struct Outside {
    program: Program,
    own: Budget,
    timeout: Duration,
    is_cfour: bool,
    /// The seed to send to one of our own engines, unless its options set one.
    seed: Option<u64>,
    connection: Option<Connection>,
    start: String,
    moves: Vec<String>,
    /// The clocks that the referee reported last.
    clocks: Clocks,
    idle: Arc<Idle>,
}

impl Outside {
    /// The connection to the program: the current one, an idle one, or a new one.
    fn connection(&mut self) -> Result<&mut Connection, Fault> {
        if self.connection.is_none() {
            self.connection = Some(match self.idle() {
                Some(connection) => connection,
                None => self.handshake(Process::start(&self.program)?)?,
            });
        }
        self.connection.as_mut().ok_or_else(|| Fault("not started".into()))
    }

    /// The connection to a program from an earlier game.
    fn idle(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = idle.get_mut(&self.program.to_string())?;
        // Exiting between games is not a fault.
        idle.retain_mut(|connection| connection.process.is_alive());
        idle.pop()
    }

    /// Asks a new program for its name and options, and sets the options.
    fn handshake(&self, mut process: Process) -> Result<Connection, Fault> {
        let protocol = self.program.protocol.name();
        let (mut is_ours, mut options) = (false, Vec::new());
        process.send(protocol);
        let expected = format!("{protocol}ok");
        let deadline = after(self.timeout);
        let greeting = process.receive(deadline, &expected, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                is_ours = name.split_whitespace().next() == Some(NAME);
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or(option).trim().to_owned());
            }
            (line == expected).then_some(())
        });
        greeting.map_err(|error| self.fault(&mut process, error, &expected))?;
        for (name, value) in self.program.options() {
            let Some(known) = options.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
                return Err(ParseError::unknown("option", name, options.iter().map(String::as_str)).into());
            };
            process.send(&format!("setoption name {known} value {value}"));
        }
        let mut connection = Connection { process, is_ours };
        self.wait_until_ready(&mut connection)?;
        Ok(connection)
    }

    /// Waits until the program answers `isready`. Earlier lines are skipped, so that no stale move is taken for an answer.
    fn wait_until_ready(&self, connection: &mut Connection) -> Result<(), Fault> {
        connection.process.send("isready");
        let ready = connection
            .process
            .receive(after(self.timeout), "readyok", |line| (line == "readyok").then_some(()));
        ready.map_err(|error| self.fault(&mut connection.process, error, "readyok"))
    }

    /// The fault that a receive error means. The program is not used any more.
    fn fault(&self, process: &mut Process, error: ReceiveError, expected: &str) -> Fault {
        process.has_failed = true;
        match error {
            ReceiveError::Fault(fault) => fault,
            ReceiveError::Timeout => Fault(format!("no {expected} within {:?}: killed", self.timeout)),
        }
    }

    /// The `position` command for the line of play so far.
    fn position(&self) -> String {
        let start = self.start.trim();
        let moves = if self.is_cfour {
            cfour::drops(&format!("{start}{}", self.moves.concat()))
        } else {
            self.moves.clone()
        };
        let place =
            if start.is_empty() || self.is_cfour { "startpos".into() } else { format!("fen {start}") };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        format!("position {place}{moves}")
    }

    /// Asks for a move and waits for it.
    fn ask(&self, connection: &mut Connection, budget: &Budget) -> Result<Decision, Fault> {
        let go = go::command(budget, self.clocks, self.program.protocol, connection.is_ours)?;
        connection.process.send(&self.position());
        self.wait_until_ready(connection)?;
        let process = &mut connection.process;
        let clock = Instant::now();
        process.send(&go);
        let left = budget.clock.map(|clock| clock.left);
        let limit = budget.time.max(budget.cpu).max(left).unwrap_or_default().saturating_add(self.timeout);
        let deadline = after(limit);
        let mut counters = Counters::default();
        let mut find = |line: &str| {
            info::read_counters(&mut counters, line);
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        };
        let mut is_stopped = false;
        let answer = loop {
            // If the search can be cancelled, the flag is polled.
            let poll = if budget.cancel.is_some() { Instant::now() + POLL_INTERVAL } else { deadline };
            match process.receive(deadline.min(poll), "bestmove", &mut find) {
                Err(ReceiveError::Timeout) if Instant::now() < deadline => {
                    let cancel = budget.cancel.as_ref();
                    if !is_stopped && cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                        process.send("stop");
                        is_stopped = true;
                    }
                }
                answer => break answer,
            }
        };
        let cpu_seconds = clock.elapsed().as_secs_f64();
        let mv = match answer {
            Ok(mv) => mv,
            Err(ReceiveError::Fault(fault)) => return Err(fault),
            Err(ReceiveError::Timeout) => {
                process.send("stop");
                let late = process.receive(Instant::now() + GRACE, "bestmove", find).is_ok();
                process.has_failed = true;
                let then = if late { "it came only after stop" } else { "not even after stop" };
                return Err(Fault(format!("no bestmove within {limit:?}, {then}: killed")));
            }
        };
        let mv = if self.is_cfour { cfour::column(&mv).unwrap_or(mv) } else { mv };
        Ok(Decision { mv, proven: None, counters, cpu_seconds, stop: None })
    }

    /// Runs `work` with the connection, which is closed after a fault.
    fn with<T>(&mut self, work: impl FnOnce(&Self, &mut Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        self.connection()?;
        let mut connection = self.connection.take().ok_or_else(|| Fault("not started".into()))?;
        let result = work(self, &mut connection);
        match result {
            Ok(_) => self.connection = Some(connection),
            Err(_) => connection.process.has_failed = true,
        }
        result
    }
}

impl Player for Outside {
    fn start(&mut self, position: &str) -> Result<(), Fault> {
        position.clone_into(&mut self.start);
        self.moves.clear();
        self.with(|outside, connection| {
            if let Some(seed) = outside.seed.filter(|_| connection.is_ours) {
                connection.process.send(&format!("setoption name {SEED} value {seed}"));
            }
            connection.process.send(&format!("{}newgame", outside.program.protocol.name()));
            outside.wait_until_ready(connection)
        })
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        self.moves.push(mv.to_owned());
        Ok(())
    }

    fn budget(&self, common: &Budget) -> Budget {
        common.overridden_by(&self.own)
    }

    fn see_clocks(&mut self, opponent: Option<TimeControl>, is_second: bool) {
        self.clocks = Clocks { opponent, is_second };
    }

    fn decide(&mut self, budget: &Budget) -> Result<Decision, Fault> {
        self.with(|outside, connection| outside.ask(connection, budget))
    }
}

impl Drop for Outside {
    /// A program without a fault is kept for the next game.
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.entry(self.program.to_string()).or_default().push(connection);
        }
    }
}
