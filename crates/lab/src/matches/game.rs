//! One game: a referee, two players, and dice that both games of a pair share.

use super::Match;
use super::record::{End, Record, Side, Times};
use crate::error::Error;
use crate::openings::draw;
use std::time::Instant;
use tiptree::erased::{Engine, Position};
use tiptree::{Counters, Misread, Outcome, Rng, Turn};

/// Plays the game number `index` of a match.
///
/// The even game of a pair gives A the side to move in the opening, the odd one B. Whatever a game leaves to chance
/// comes from streams of its own, so that it goes the same way whenever and wherever it is played.
pub(super) fn play(plan: &Match, index: usize) -> Result<Record, Error> {
    let pair = index / 2;
    let first = first(index);
    let opening = plan.opening(index);
    let mut seeds = Rng::derive(plan.seed, &[pair as u64, index as u64 % 2]);
    let mut table = Table {
        plan,
        index,
        referee: plan.rules.position(opening)?,
        a: Chair::new((plan.engines)(&plan.a, seeds.next_u64())?),
        b: Chair::new((plan.engines)(&plan.b, seeds.next_u64())?),
        moves: Vec::new(),
    };
    table.a.engine.start(opening)?;
    table.b.engine.start(opening)?;

    let max = match table.referee.turn() {
        Turn::Min => first.other(),
        _ => first,
    };
    // Both games of a pair see the same dice: luck then divides evenly between the players.
    let mut dice = Rng::derive(plan.seed, &[pair as u64]);
    let clock = Instant::now();
    let payoff = table.finish(max, &mut dice)?;
    let seconds = clock.elapsed().as_secs_f64();

    Ok(Record {
        index,
        pair,
        opening: opening.to_owned(),
        first,
        moves: table.moves,
        result: result(payoff, plan.rules.payoffs().middle(), max),
        end: End::Over,
        a_counters: table.a.counters,
        b_counters: table.b.counters,
        times: Times { a_cpu_seconds: table.a.cpu_seconds, b_cpu_seconds: table.b.cpu_seconds, seconds },
    })
}

/// Who has the side to move in the opening of a game.
pub(super) fn first(index: usize) -> Side {
    if index.is_multiple_of(2) { Side::A } else { Side::B }
}

/// How a payoff to Max went for A: the greater half of the payoffs is a win for Max.
fn result(payoff: f64, middle: f64, max: Side) -> Outcome {
    let for_a = if max == Side::A { payoff - middle } else { middle - payoff };
    match for_a {
        _ if for_a > 0.0 => Outcome::Win,
        _ if for_a < 0.0 => Outcome::Loss,
        _ => Outcome::Draw,
    }
}

/// A player at the table and what it has spent.
struct Chair {
    engine: Box<dyn Engine>,
    counters: Counters,
    cpu_seconds: f64,
}

impl Chair {
    fn new(engine: Box<dyn Engine>) -> Self {
        Chair { engine, counters: Counters::default(), cpu_seconds: 0.0 }
    }
}

/// A game under way.
struct Table<'a> {
    plan: &'a Match<'a>,
    index: usize,
    referee: Box<dyn Position>,
    a: Chair,
    b: Chair,
    moves: Vec<String>,
}

impl Table<'_> {
    /// Plays to the end and gives the payoff to Max.
    fn finish(&mut self, max: Side, dice: &mut Rng) -> Result<f64, Error> {
        loop {
            let mv = match self.referee.turn() {
                Turn::Over(payoff) => return Ok(payoff),
                Turn::Chance => self.roll(dice)?,
                Turn::Max => self.decide(max)?,
                Turn::Min => self.decide(max.other())?,
            };
            self.a.engine.play(&mv).map_err(|misread| self.foul(Side::A, &misread))?;
            self.b.engine.play(&mv).map_err(|misread| self.foul(Side::B, &misread))?;
            self.moves.push(mv);
        }
    }

    /// The outcome of a roll, played on the referee's board.
    fn roll(&mut self, dice: &mut Rng) -> Result<String, Error> {
        let mv = self.referee.moves().swap_remove(draw(&self.referee.chances(), dice));
        self.referee.play(&mv)?;
        Ok(mv)
    }

    /// The move of the player on `side`, played on the referee's board.
    fn decide(&mut self, side: Side) -> Result<String, Error> {
        let chair = match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        };
        let report = chair.engine.run(&chair.engine.budget(&self.plan.budget));
        chair.counters += report.counters;
        chair.cpu_seconds += report.cpu_seconds;
        let mv = report.best.ok_or_else(|| self.foul(side, &Misread::new("move", "", "a legal move")))?;
        self.referee.play(&mv).map_err(|misread| self.foul(side, &misread))?;
        Ok(mv)
    }

    fn foul(&self, side: Side, misread: &Misread) -> Error {
        let player = match side {
            Side::A => &self.plan.a,
            Side::B => &self.plan.b,
        };
        Error::Player {
            player: player.to_string(),
            index: self.index,
            position: self.referee.text(),
            problem: misread.to_string(),
        }
    }
}
