//! Programs outside as players: started, spoken with, and ended.
//!
//! A program that hangs, dies, floods us or talks nonsense has committed a [`Fault`]: it is killed, and the next game
//! begins with a fresh one. A program that behaves is kept for the next game. Every game under way has a program to
//! itself.
//!
//! An engine of ours, known by its name, is told every limit of a budget; others know depth, nodes and time. A UCI engine
//! whose option `UCI_Variant` is set to `cfour` is spoken with in that notation, as Fairy-Stockfish is.

mod children;
mod process;
mod words;

pub use children::kill_programs;

use super::{Decision, Fault, Player, Program};
use crate::error::Error;
use crate::protocol::go::{self, Clocks};
use crate::protocol::{NAME, cfour, info};
use process::{GRACE, NoAnswer, Process};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiptree::{Budget, Counters, ParseError, TimeControl};

/// How often we look whether a search is to be stopped.
const LOOK: Duration = Duration::from_millis(20);

/// The moment that comes after a time from now; a time too long for the clock is a year.
fn after(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now + Duration::from_secs(31_536_000))
}

/// Makes players of programs outside, and keeps the programs from one game to the next. Shared by all workers.
#[derive(Default)]
pub struct Programs {
    idle: Arc<Idle>,
}

/// Programs without a game, by the text that names them.
type Idle = Mutex<HashMap<String, Vec<Seated>>>;

impl Programs {
    /// No program yet.
    pub fn new() -> Self {
        Programs::default()
    }

    /// A player that this program moves. The program is started when a game begins. An engine of ours is told the seed, so
    /// that it plays as inside.
    ///
    /// # Errors
    /// If the program's budget or timeout cannot be read.
    pub fn player(&self, program: &Program, seed: u64) -> Result<Box<dyn Player>, Error> {
        Ok(Box::new(self.outside(program, seed)?))
    }

    /// Starts the program and asks for its name, so that what would go wrong in every game is said before the first:
    /// a misspelt command, an option that it does not have, a limit of `budget` that it cannot be told. What has been
    /// started is used for the first game.
    ///
    /// # Errors
    /// If the program cannot play under this budget.
    pub fn check(&self, program: &Program, budget: &Budget) -> Result<(), Error> {
        let mut player = self.outside(program, 0)?;
        let (budget, protocol) = (player.budget(budget), program.protocol);
        let attempt = player
            .seated()
            .and_then(|seated| Ok(go::command(&budget, Clocks::default(), protocol, seated.is_ours)?));
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
            seated: None,
            start: String::new(),
            moves: Vec::new(),
            clocks: Clocks::default(),
            idle: Arc::clone(&self.idle),
        })
    }
}

/// The option of our engines that decides their chance.
const SEED: &str = "Seed";

/// A program that has said who it is.
struct Seated {
    process: Process,
    is_ours: bool,
}

/// A program outside as a player.
struct Outside {
    program: Program,
    own: Budget,
    timeout: Duration,
    is_cfour: bool,
    /// What an engine of ours leaves its chance to, unless its options say.
    seed: Option<u64>,
    seated: Option<Seated>,
    start: String,
    moves: Vec<String>,
    /// The clocks that the referee has shown last.
    clocks: Clocks,
    idle: Arc<Idle>,
}

impl Outside {
    /// The program at work: the one we have, one that is idle, or a new one.
    fn seated(&mut self) -> Result<&mut Seated, Fault> {
        if self.seated.is_none() {
            self.seated = Some(match self.idle() {
                Some(seated) => seated,
                None => self.greet(Process::start(&self.program)?)?,
            });
        }
        self.seated.as_mut().ok_or_else(|| Fault("not started".into()))
    }

    /// A program from an earlier game.
    fn idle(&self) -> Option<Seated> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = idle.get_mut(&self.program.to_string())?;
        // One that has ended while nobody asked anything of it has done nothing wrong.
        idle.retain_mut(|seated| seated.process.is_alive());
        idle.pop()
    }

    /// Asks a new program who it is, and sets its options.
    fn greet(&self, mut process: Process) -> Result<Seated, Fault> {
        let protocol = self.program.protocol.name();
        let (mut is_ours, mut options) = (false, Vec::new());
        process.say(protocol);
        let expected = format!("{protocol}ok");
        let deadline = after(self.timeout);
        let greeting = process.hear(deadline, &expected, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                is_ours = name.split_whitespace().next() == Some(NAME);
            } else if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or(option).trim().to_owned());
            }
            (line == expected).then_some(())
        });
        greeting.map_err(|no_answer| self.fault(&mut process, no_answer, &expected))?;
        for (name, value) in self.program.options() {
            let Some(known) = options.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
                return Err(ParseError::unknown("option", name, options.iter().map(String::as_str)).into());
            };
            process.say(&format!("setoption name {known} value {value}"));
        }
        let mut seated = Seated { process, is_ours };
        self.wait_until_ready(&mut seated)?;
        Ok(seated)
    }

    /// Waits until the program listens. What it said unasked before is skipped, so that no stale move is taken for an
    /// answer.
    fn wait_until_ready(&self, seated: &mut Seated) -> Result<(), Fault> {
        seated.process.say("isready");
        let ready = seated
            .process
            .hear(Instant::now() + self.timeout, "readyok", |line| (line == "readyok").then_some(()));
        ready.map_err(|no_answer| self.fault(&mut seated.process, no_answer, "readyok"))
    }

    /// What a no_answer means for the game. The program is not used any more.
    fn fault(&self, process: &mut Process, no_answer: NoAnswer, expected: &str) -> Fault {
        process.has_failed = true;
        match no_answer {
            NoAnswer::Fault(fault) => fault,
            NoAnswer::Late => Fault(format!("no {expected} within {:?}: killed", self.timeout)),
        }
    }

    /// The line of play as the program is to read it.
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
    fn ask(&self, seated: &mut Seated, budget: &Budget) -> Result<Decision, Fault> {
        let go = go::command(budget, self.clocks, self.program.protocol, seated.is_ours)?;
        seated.process.say(&self.position());
        self.wait_until_ready(seated)?;
        let process = &mut seated.process;
        let clock = Instant::now();
        process.say(&go);
        let left = budget.clock.map(|clock| clock.left);
        let patience = budget.time.max(budget.cpu).max(left).unwrap_or_default().saturating_add(self.timeout);
        let deadline = after(patience);
        let mut counters = Counters::default();
        let mut find = |line: &str| {
            info::note(&mut counters, line);
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        };
        let mut is_stopped = false;
        let answer = loop {
            // Where the search may be stopped from outside, we look every now and then.
            let look = if budget.cancel.is_some() { Instant::now() + LOOK } else { deadline };
            match process.hear(deadline.min(look), "bestmove", &mut find) {
                Err(NoAnswer::Late) if Instant::now() < deadline => {
                    let cancel = budget.cancel.as_ref();
                    if !is_stopped && cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                        process.say("stop");
                        is_stopped = true;
                    }
                }
                answer => break answer,
            }
        };
        let cpu_seconds = clock.elapsed().as_secs_f64();
        let mv = match answer {
            Ok(mv) => mv,
            Err(NoAnswer::Fault(fault)) => return Err(fault),
            Err(NoAnswer::Late) => {
                process.say("stop");
                let late = process.hear(Instant::now() + GRACE, "bestmove", find).is_ok();
                process.has_failed = true;
                let then = if late { "it came only after stop" } else { "not even after stop" };
                return Err(Fault(format!("no bestmove within {patience:?}, {then}: killed")));
            }
        };
        let mv = if self.is_cfour { cfour::column(&mv).unwrap_or(mv) } else { mv };
        Ok(Decision { mv, proven: None, counters, cpu_seconds, stop: None })
    }

    /// Does something with the program at work, which does not survive a fault.
    fn with<T>(&mut self, work: impl FnOnce(&Self, &mut Seated) -> Result<T, Fault>) -> Result<T, Fault> {
        self.seated()?;
        let mut seated = self.seated.take().ok_or_else(|| Fault("not started".into()))?;
        let result = work(self, &mut seated);
        match result {
            Ok(_) => self.seated = Some(seated),
            Err(_) => seated.process.has_failed = true,
        }
        result
    }
}

impl Player for Outside {
    fn start(&mut self, position: &str) -> Result<(), Fault> {
        position.clone_into(&mut self.start);
        self.moves.clear();
        self.with(|outside, seated| {
            if let Some(seed) = outside.seed.filter(|_| seated.is_ours) {
                seated.process.say(&format!("setoption name {SEED} value {seed}"));
            }
            seated.process.say(&format!("{}newgame", outside.program.protocol.name()));
            outside.wait_until_ready(seated)
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
        self.with(|outside, seated| outside.ask(seated, budget))
    }
}

impl Drop for Outside {
    /// A program that behaves is kept for the next game.
    fn drop(&mut self) {
        if let Some(seated) = self.seated.take() {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.entry(self.program.to_string()).or_default().push(seated);
        }
    }
}
