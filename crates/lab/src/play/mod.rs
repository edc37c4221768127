//! A game that is played move by move, by people and by players: what `tiptree play` shows.
//!
//! [`LiveGame`] knows the position, whose turn it is and how to go back. It never waits for input: the caller asks
//! [`LiveGame::actor`] who acts next, and then plays a person's move, rolls the dice or lets the player decide.

mod file;

use crate::error::Error;
use crate::json::Best;
use crate::matches;
use crate::players::{Decision, Entrant, Fault, Makers, Player};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::time::Instant;
use tiptree::erased::{Position, Rules};
use tiptree::{Budget, Counters, Outcome, ParseError, Registry, Rng, Spec, Turn};

/// The budget of a move if none is asked for.
pub const USUAL_BUDGET: &str = "moves=100k";

/// Separates the random streams of a game: those of Max, of Min, of the adviser, and of the dice.
const ADVISER: u64 = 2;
const DICE: u64 = 3;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq)]
pub enum Participant {
    /// A person, whose moves the caller asks for.
    Person,
    /// A search or an external program.
    Machine(Entrant),
}

impl Participant {
    /// How a person is written in a file.
    const PERSON: &'static str = "person";
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Participant::Person => f.write_str(Self::PERSON),
            Participant::Machine(entrant) => entrant.fmt(f),
        }
    }
}

impl FromStr for Participant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == Self::PERSON { Ok(Participant::Person) } else { text.parse().map(Participant::Machine) }
    }
}

/// Where the outcomes of chance nodes come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The seed decides them.
    #[default]
    Rolled,
    /// A person types them, for instance because real dice lie on the table.
    Typed,
}

/// Everything that decides how a game begins and who plays it.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The game.
    pub game: Spec,
    /// The evaluator of searches that name none; `None` for the game's first.
    pub evaluator: Option<String>,
    /// The start position in the game's notation; `None` for the start of the game, dealt by the seed where boards are dealt.
    pub position: Option<String>,
    /// Who plays Max and who plays Min.
    pub participants: [Participant; 2],
    /// The search that analyses positions; `None` for the game's default search.
    pub adviser: Option<Spec>,
    /// The budget of a move and of an analysis. A player's own budget overrides it.
    pub budget: Budget,
    /// The seed of the board, the dice and the random choices of the searches.
    pub seed: u64,
    /// Where rolls come from.
    pub dice: Dice,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Actor {
    /// A person decides: [`LiveGame::play`].
    Person,
    /// A search or a program decides: [`LiveGame::decide`].
    Machine,
    /// The dice are rolled: [`LiveGame::roll`].
    Dice,
    /// Nobody: the game is over, with this payoff to Max.
    Nobody(f64),
}

/// A move that was played, and the position before it.
struct Ply {
    before: Box<dyn Position>,
    mv: String,
}

/// A player of one side, built once, and the number of moves it knows; `None` before it was told the start.
struct Machine {
    player: Box<dyn Player>,
    known: Option<usize>,
}

/// A game under way.
pub struct LiveGame {
    setup: GameSetup,
    rules: Box<dyn Rules>,
    makers: Makers,
    adviser: Spec,
    /// The text of the start position.
    opening: String,
    position: Box<dyn Position>,
    plies: Vec<Ply>,
    /// The players of Max and of Min; `None` for a person.
    machines: [Option<Machine>; 2],
    /// What the players of Max and of Min have spent. The work for moves that were taken back counts too.
    spent: [Spent; 2],
    /// Wall-clock seconds before this run of the program.
    seconds_before: f64,
    clock: Instant,
}

/// The work of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    counters: Counters,
    cpu_seconds: f64,
}

impl LiveGame {
    /// Sets up a game.
    ///
    /// # Errors
    /// If a name, a key or the position is unknown, the game is over there, a player cannot be built, or the budget is a clock.
    pub fn new(registry: &Registry, setup: GameSetup) -> Result<LiveGame, Error> {
        if let Some(clock) = setup.budget.clock {
            let expected = "a limit for each move, such as moves=100k or time=1s";
            return Err(ParseError::new("budget", format!("clock={clock}"), expected).into());
        }
        let evaluator = setup.evaluator.as_deref();
        let mut participants = setup.participants.clone();
        for participant in &mut participants {
            if let Participant::Machine(entrant) = participant {
                let seen = entrant.clone().with_default_evaluator(evaluator);
                *entrant = seen.completed(registry, &setup.game, evaluator)?;
            }
        }
        let setup = GameSetup { participants, ..setup };
        let rules = registry.rules(&setup.game, setup.evaluator.as_deref())?;
        let adviser = setup.adviser.clone().unwrap_or_else(|| rules.usual_search());
        let position = match setup.position.as_deref() {
            None | Some("") => rules.deal(setup.seed),
            Some(text) => rules.position(text)?,
        };
        let opening = position.text();
        if position.turn().is_over() {
            return Err(ParseError::new("position", opening, "one in which the game is not over").into());
        }
        let mut entrants = vec![Entrant::Search(adviser.clone())];
        for participant in &setup.participants {
            if let Participant::Machine(entrant) = participant {
                entrants.push(entrant.clone());
            }
        }
        let makers = Makers::new(registry, &setup.game, setup.evaluator.as_deref(), &entrants)?;
        for entrant in &entrants[1..] {
            makers.check(entrant, &makers.budget(entrant, &setup.budget)?)?;
        }
        let machine = |participant: &Participant, stream| match participant {
            Participant::Person => Ok(None),
            Participant::Machine(entrant) => {
                let seed = Rng::derive(setup.seed, &[stream]).next_u64();
                makers.player(entrant, seed).map(|player| Some(Machine { player, known: None }))
            }
        };
        let [max, min] = &setup.participants;
        let machines = [machine(max, 0)?, machine(min, 1)?];
        Ok(LiveGame {
            rules,
            makers,
            adviser,
            opening,
            position,
            plies: Vec::new(),
            machines,
            spent: Default::default(),
            seconds_before: 0.0,
            clock: Instant::now(),
            setup,
        })
    }

    /// The settings of the game.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// The rules of the game.
    pub fn rules(&self) -> &dyn Rules {
        self.rules.as_ref()
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The position before the last move.
    pub fn previous(&self) -> Option<&dyn Position> {
        self.plies.last().map(|ply| ply.before.as_ref())
    }

    /// The moves so far, outcomes of rolls included.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.plies.iter().map(|ply| ply.mv.as_str())
    }

    /// The participant whose turn it is; `None` at a chance node and after the end.
    pub fn participant(&self) -> Option<&Participant> {
        side(self.position.turn()).map(|side| &self.setup.participants[side])
    }

    /// Who acts next.
    pub fn actor(&self) -> Actor {
        match self.position.turn() {
            Turn::Over(payoff) => Actor::Nobody(payoff),
            turn if self.is_asked(turn) => Actor::Person,
            Turn::Chance => Actor::Dice,
            Turn::Max | Turn::Min => Actor::Machine,
        }
    }

    /// The result for Max, if the game is over: a payoff above the middle of the range is a win.
    pub fn outcome(&self) -> Option<Outcome> {
        let Turn::Over(payoff) = self.position.turn() else { return None };
        Some(matches::outcome_for_max(payoff, self.rules.payoffs()))
    }

    /// Whether a person is asked at such a turn.
    fn is_asked(&self, turn: Turn) -> bool {
        match side(turn) {
            Some(side) => self.setup.participants[side] == Participant::Person,
            None => turn == Turn::Chance && self.setup.dice == Dice::Typed,
        }
    }

    /// Plays a move of the side to move, or an outcome at a chance node.
    ///
    /// # Errors
    /// If it is not legal; nothing changes.
    pub fn play(&mut self, mv: &str) -> Result<(), ParseError> {
        let before = self.position.duplicate();
        self.position.play(mv)?;
        self.plies.push(Ply { before, mv: mv.to_owned() });
        Ok(())
    }

    /// Draws an outcome at a chance node and plays it; `None` elsewhere.
    ///
    /// The seed and the number of moves so far decide it, so that taking a move back and resuming a game do not change the
    /// dice.
    ///
    /// # Errors
    /// If the game refuses an outcome that it lists.
    pub fn roll(&mut self) -> Result<Option<String>, ParseError> {
        if self.position.turn() != Turn::Chance {
            return Ok(None);
        }
        let mut dice = Rng::derive(self.setup.seed, &[DICE, self.plies.len() as u64]);
        let mv = self.position.moves().swap_remove(dice.weighted(&self.position.chances()));
        self.play(&mv)?;
        Ok(Some(mv))
    }

    /// Lets the player to move decide, and plays its move. Returns `None`, with nothing played, if `cancel` was set or no such
    /// player is to move.
    ///
    /// # Errors
    /// If the player fails or chooses an illegal move.
    pub fn decide(&mut self, cancel: &Arc<AtomicBool>) -> Result<Option<Decision>, Error> {
        let Some(side) = side(self.position.turn()) else { return Ok(None) };
        let Some(machine) = &mut self.machines[side] else { return Ok(None) };
        let budget = Budget { cancel: Some(Arc::clone(cancel)), ..machine.player.budget(&self.setup.budget) };
        let told = machine.tell(&self.opening, &self.plies);
        let decided = told.and_then(|()| machine.player.decide(&budget));
        if cancel.load(atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        let program = self.setup.participants[side].to_string();
        let decision = match decided {
            Ok(decision) => decision,
            Err(Fault(problem)) => return Err(Error::Program { program, problem }),
        };
        self.spent[side].counters += decision.counters;
        self.spent[side].cpu_seconds += decision.cpu_seconds;
        match self.play(&decision.mv) {
            Ok(()) => Ok(Some(decision)),
            Err(illegal) => Err(Error::Program { program, problem: illegal.to_string() }),
        }
    }

    /// Takes back everything from the last move on that a person decided, and returns the number of moves taken back: 0 if no
    /// person has decided anything.
    pub fn undo(&mut self) -> usize {
        let Some(last) = self.plies.iter().rposition(|ply| self.is_asked(ply.before.turn())) else {
            return 0;
        };
        let count = self.plies.len() - last;
        if let Some(first) = self.plies.drain(last..).next() {
            self.position = first.before;
        }
        for machine in self.machines.iter_mut().flatten() {
            machine.known = machine.known.filter(|&known| known <= last);
        }
        count
    }

    /// Searches the position with the adviser, as `tiptree best` does.
    ///
    /// # Errors
    /// If the game is over.
    pub fn analyse(&self, cancel: &Arc<AtomicBool>) -> Result<Best, Error> {
        if self.position.turn().is_over() {
            let expected = "one in which the game is not over";
            return Err(ParseError::new("position", self.position.text(), expected).into());
        }
        let seed = Rng::derive(self.setup.seed, &[ADVISER]).next_u64();
        let mut engine = self.makers.engine(&self.adviser, seed)?;
        engine.start(&self.opening)?;
        for ply in &self.plies {
            engine.play(&ply.mv)?;
        }
        let budget = engine.budget(&self.setup.budget);
        let report = engine.run(&Budget { cancel: Some(Arc::clone(cancel)), ..budget.clone() });
        Ok(Best::new(self.rules.as_ref(), self.position(), &self.adviser, &budget, report))
    }
}

/// The place of a player in arrays of both: Max, then Min.
fn side(turn: Turn) -> Option<usize> {
    match turn {
        Turn::Max => Some(0),
        Turn::Min => Some(1),
        Turn::Chance | Turn::Over(_) => None,
    }
}

impl Machine {
    /// Tells the player the moves that it does not know. After moves were taken back it begins again.
    fn tell(&mut self, opening: &str, plies: &[Ply]) -> Result<(), Fault> {
        let known = self.known.take();
        if known.is_none() {
            self.player.start(opening)?;
        }
        for ply in &plies[known.unwrap_or(0)..] {
            self.player.play(&ply.mv)?;
        }
        self.known = Some(plies.len());
        Ok(())
    }
}
