//! `tiptree play`: a game at the terminal.

mod input;

use crate::arguments::{DiceFrom, People, Play};
use crate::paint::Paint;
use crate::{Done, interrupt, screen};
use anyhow::{Result, bail};
use input::{End, HELP, Input, Lines};
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tiptree::erased::Position;
use tiptree::{Outcome, ParseError, Registry, Spec, Turn};
use tiptree_lab::error::one_line;
use tiptree_lab::play::{Actor, Dice, GameSetup, LiveGame, Participant, USUAL_BUDGET};
use tiptree_lab::players::Entrant;

/// The widest list of moves that a prompt shows.
const PROMPT_WIDTH: usize = 60;

pub(crate) fn run(registry: &Registry, arguments: &Play) -> Result<Done> {
    let game = match &arguments.resume {
        None => LiveGame::new(registry, setup(registry, arguments)?)?,
        Some(path) => resume(registry, arguments, path)?,
    };
    if let Some(path) = arguments.out.as_deref().filter(|&path| arguments.resume.as_deref() != Some(path)) {
        must_be_new(path)?;
    }
    let is_resumed = arguments.resume.is_some();
    let file = arguments.out.clone().or_else(|| arguments.resume.clone());
    let cancel = interrupt::watch()?;
    let mut session =
        Session { game, file, cancel, paint: Paint::new(), lines: Lines::default(), is_drawn: false };
    session.introduce(is_resumed)?;
    session.play()
}

fn dice(from: DiceFrom) -> Dice {
    match from {
        DiceFrom::Rolled => Dice::Rolled,
        DiceFrom::Typed => Dice::Typed,
    }
}

/// The game that the arguments ask for.
fn setup(registry: &Registry, arguments: &Play) -> Result<GameSetup> {
    let game: Spec = arguments.game.as_deref().unwrap_or_default().parse()?;
    let against: Vec<Entrant> =
        arguments.against.iter().map(|text| text.parse()).collect::<Result<_, ParseError>>()?;
    let most = if arguments.side == People::None { 2 } else { 1 };
    if against.len() > most {
        let names = arguments.against.join(" ");
        bail!("--against {names:?}: expected at most {most}, or two with --side none");
    }
    let usual = || super::search(registry, None, &game).map(Entrant::Search);
    let first = against.first().cloned().map_or_else(usual, Ok)?;
    let second = against.get(1).unwrap_or(&first).clone();
    let adviser = against.iter().find_map(|entrant| entrant.search().cloned());
    let [max, min] = [first.clone(), second].map(Participant::Machine);
    let person = Participant::Person;
    let participants = match arguments.side {
        People::Max => [person, min],
        People::Min => [max, person],
        People::Both => [person.clone(), person],
        People::None => [max, min],
    };
    Ok(GameSetup {
        participants,
        adviser,
        evaluator: arguments.eval.clone(),
        position: arguments.position.clone(),
        budget: super::budget(arguments.budget.as_deref(), USUAL_BUDGET)?,
        seed: arguments.seed,
        dice: dice(arguments.dice),
        game,
    })
}

/// The game of a file, which must be the one asked for, if one is.
fn resume(registry: &Registry, arguments: &Play, path: &Path) -> Result<LiveGame> {
    let game = LiveGame::resume(registry, path, dice(arguments.dice), arguments.allow_programs)?;
    if let Some(asked) = &arguments.game {
        let asked = registry.rules(&asked.parse()?, None)?;
        let [found, expected] = [game.rules().spec(), asked.spec()];
        if found != expected {
            bail!("{}: a game of {found}, expected {expected}", path.display());
        }
    }
    Ok(game)
}

/// Refuses to replace a file.
fn must_be_new(path: &Path) -> Result<()> {
    if path.exists() {
        bail!("{}: it exists, expected a new file, or --resume to continue its game", path.display());
    }
    Ok(())
}

/// How to continue a saved game.
fn saved_in(path: &Path) -> String {
    format!("saved; {} play --resume {} continues the game", super::program(), path.display())
}

/// A game and the terminal that it is played at.
struct Session {
    game: LiveGame,
    /// Where the game is saved after every move.
    file: Option<PathBuf>,
    cancel: Arc<AtomicBool>,
    paint: Paint,
    lines: Lines,
    /// Whether the board was drawn since the last move.
    is_drawn: bool,
}

impl Session {
    /// Says who plays.
    fn introduce(&self, is_resumed: bool) -> Result<()> {
        let setup = self.game.setup();
        let [max, min] = setup.participants.each_ref().map(|participant| match participant {
            Participant::Person => "you".to_owned(),
            Participant::Machine(entrant) => entrant.to_string(),
        });
        let out = &mut screen::out();
        write!(out, "{}: {max} (Max) against {min} (Min)", setup.game)?;
        // A default budget gives way to limits of a search's own.
        match &setup.budget {
            usual if usual.is_usual => writeln!(out)?,
            budget => writeln!(out, ", {budget} a move")?,
        }
        if is_resumed {
            writeln!(out, "resumed after {} moves", self.game.moves().len())?;
        }
        if self.has_person() {
            writeln!(out, "type a move, or help")?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn has_person(&self) -> bool {
        self.game.setup().participants.contains(&Participant::Person)
    }

    /// Plays until the game is over or left.
    fn play(&mut self) -> Result<Done> {
        self.save()?;
        loop {
            if self.cancel.load(Ordering::Relaxed) {
                return self.leave(End::Interrupted);
            }
            let actor = self.game.actor();
            // A roll follows at once, and then the board with it.
            if actor != Actor::Dice && !self.is_drawn {
                self.draw()?;
                if let Actor::Nobody(payoff) = actor {
                    self.announce(payoff)?;
                }
            }
            match actor {
                Actor::Nobody(_) if !self.has_person() => return Ok(Done::Completely),
                Actor::Nobody(_) | Actor::Person => {
                    if let Some(done) = self.ask()? {
                        return Ok(done);
                    }
                }
                Actor::Dice => self.roll()?,
                Actor::Machine => self.decide()?,
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        let before = self.game.previous().map(Position::draw);
        let board = self.paint.board(before.as_deref(), &self.game.position().draw());
        writeln!(stdout(), "{board}\n")?;
        self.is_drawn = true;
        Ok(())
    }

    /// Says how the game ended.
    fn announce(&self, payoff: f64) -> Result<()> {
        let setup = self.game.setup();
        let side = match self.game.outcome() {
            Some(Outcome::Win) => Some(0),
            Some(Outcome::Loss) => Some(1),
            _ => None,
        };
        let people = setup.participants.iter().filter(|&one| *one == Participant::Person).count();
        let verdict = match side {
            None => "a draw".to_owned(),
            Some(side) if people == 1 => {
                if setup.participants[side] == Participant::Person { "you win" } else { "you lose" }
                    .to_owned()
            }
            Some(side) => {
                let name = ["Max", "Min"][side];
                match &setup.participants[side] {
                    Participant::Person => format!("{name} wins"),
                    Participant::Machine(entrant) => format!("{name} wins: {entrant}"),
                }
            }
        };
        let range = self.game.rules().payoffs();
        // A payoff says more than the result only where a win is not always worth the same.
        let amount = if payoff == range.low || payoff == range.high || payoff == range.middle() {
            String::new()
        } else {
            format!(", payoff {} to Max", screen::number(payoff, 3))
        };
        writeln!(stdout(), "{}{amount}\n", self.paint.bold(&format!("The game is over: {verdict}")))?;
        Ok(())
    }

    /// Asks a person, and does what is typed. Returns how the program ends, if it does.
    fn ask(&mut self) -> Result<Option<Done>> {
        write!(stdout(), "{} ", self.paint.bold(&self.prompt()))?;
        stdout().flush()?;
        let line = match self.lines.next(&self.cancel)? {
            Ok(line) => line,
            Err(end) => {
                writeln!(stdout())?;
                return self.leave(end).map(Some);
            }
        };
        if !stdin().is_terminal() {
            // A terminal shows what is typed; a transcript of piped input reads the same with this.
            writeln!(screen::out(), "{}", line.trim())?;
        }
        let legal = self.game.position().moves();
        let out = &mut screen::out();
        match Input::of(&line, &legal) {
            Input::Empty => {}
            Input::Quit => return self.leave(End::Input).map(Some),
            Input::Help => writeln!(out, "{HELP}\n")?,
            Input::Moves => writeln!(out, "{}\n", legal.join(" "))?,
            Input::Board => self.is_drawn = false,
            Input::Undo => match self.game.undo() {
                0 => writeln!(out, "nothing to take back\n")?,
                count => {
                    writeln!(out, "taken back: {count} move{}\n", if count == 1 { "" } else { "s" })?;
                    self.moved()?;
                }
            },
            Input::Save(file) => self.save_as(file)?,
            Input::Hint => self.advise(false)?,
            Input::Analyse => self.advise(true)?,
            Input::Roll if self.game.position().turn() == Turn::Chance => self.roll()?,
            Input::Roll => writeln!(out, "roll: expected a position in which the dice are rolled\n")?,
            Input::Move(mv) if self.game.position().turn().is_over() => {
                writeln!(out, "move {mv:?}: the game is over, expected undo, save FILE or quit\n")?;
            }
            Input::Move(mv) => match self.game.play(mv) {
                Ok(()) => {
                    writeln!(out)?;
                    self.moved()?;
                }
                Err(illegal) => writeln!(out, "{illegal}, or help\n")?,
            },
        }
        Ok(None)
    }

    /// The question, with the legal moves if they are few.
    fn prompt(&self) -> String {
        let position = self.game.position();
        let question = match (position.turn(), self.game.setup().participants.as_ref()) {
            (Turn::Over(_), _) => return "undo, save FILE or quit>".into(),
            (Turn::Chance, _) => "roll, or the outcome",
            (Turn::Max, [Participant::Person, Participant::Person]) => "Max to move",
            (Turn::Min, [Participant::Person, Participant::Person]) => "Min to move",
            _ => "your move",
        };
        let legal = position.moves();
        let list = legal.join(" ");
        if list.chars().count() <= PROMPT_WIDTH {
            format!("{question} [{list}]>")
        } else {
            format!("{question} [{} legal moves]>", legal.len())
        }
    }

    /// Shows what the search thinks: its move, or all moves.
    fn advise(&self, is_full: bool) -> Result<()> {
        let position = self.game.position();
        if position.turn().is_over() {
            writeln!(screen::out(), "the game is over, expected undo, save FILE or quit\n")?;
            return Ok(());
        }
        let spinner = screen::spinner("searching");
        let best = self.game.analyse(&self.cancel);
        spinner.finish_and_clear();
        let (out, best) = (&mut screen::out(), best?);
        if is_full {
            super::best::print_analysis(out, position, &best)?;
        } else {
            super::best::print_verdict(out, position, &best)?;
        }
        writeln!(out)?;
        Ok(())
    }

    fn roll(&mut self) -> Result<()> {
        if let Some(outcome) = self.game.roll()? {
            writeln!(stdout(), "rolled {}\n", self.paint.bold(&outcome))?;
            self.moved()?;
        }
        Ok(())
    }

    fn decide(&mut self) -> Result<()> {
        let name = self.game.participant().map_or_else(String::new, ToString::to_string);
        let side = if self.game.position().turn() == Turn::Max { "Max" } else { "Min" };
        let spinner = screen::spinner(&format!("{name} thinks"));
        let decision = self.game.decide(&self.cancel);
        spinner.finish_and_clear();
        if let Some(decision) = decision? {
            let proven = match decision.proven {
                None => "",
                Some(Outcome::Win) => ", a proven win for Max",
                Some(Outcome::Draw) => ", a proven draw",
                Some(Outcome::Loss) => ", a proven win for Min",
            };
            let mv = self.paint.bold(&decision.mv);
            writeln!(stdout(), "{} ({side}) plays {mv}{proven}\n", one_line(&name))?;
            self.moved()?;
        }
        Ok(())
    }

    /// After a change of the position.
    fn moved(&mut self) -> Result<()> {
        self.is_drawn = false;
        self.save()
    }

    fn save(&self) -> Result<()> {
        self.file.as_deref().map_or(Ok(()), |file| Ok(self.game.save(file)?))
    }

    /// Saves the game where a person says; what goes wrong is told, and the game goes on.
    fn save_as(&self, file: &str) -> Result<()> {
        let out = &mut screen::out();
        if file.is_empty() {
            writeln!(out, "save \"\": expected the name of a file, as in save game.jsonl\n")?;
            return Ok(());
        }
        let path = Path::new(file);
        let is_ours = self.file.as_deref() == Some(path);
        let saved = if is_ours { Ok(()) } else { must_be_new(path) };
        match saved.and_then(|()| Ok(self.game.save(path)?)) {
            Ok(()) => writeln!(out, "{}\n", saved_in(path))?,
            Err(error) => writeln!(out, "{error:#}\n")?,
        }
        Ok(())
    }

    /// Leaves the game, which is saved after every move.
    fn leave(&self, end: End) -> Result<Done> {
        if let Some(file) = self.file.as_deref().filter(|_| self.game.outcome().is_none()) {
            writeln!(screen::out(), "{}", saved_in(file))?;
        }
        Ok(if end == End::Interrupted { Done::Interrupted } else { Done::Completely })
    }
}
