//! One game: a referee, two players, and dice that both games of a pair share.

use super::Match;
use super::record::{End, Record, Side, Times};
use super::replay::{max_side, result_for_a};
use super::timer::Timer;
use crate::error::Error;
use crate::players::{Fault, Player};
use std::cmp::Ordering;
use std::time::Instant;
use tiptree::erased::Position;
use tiptree::{Budget, Counters, Outcome, Rng, Turn};

/// Plays the game number `index` of a match.
///
/// The even game of a pair gives A the side to move in the opening, the odd one B. Whatever a game leaves to chance
/// comes from streams of its own, so that it goes the same way whenever and wherever it is played.
pub(super) fn play(plan: &Match, index: usize) -> Result<Record, Error> {
    let pair = index / 2;
    let first = if index.is_multiple_of(2) { Side::A } else { Side::B };
    let opening = plan.opening(index);
    let mut seeds = Rng::derive(plan.seed, &[pair as u64, index as u64 % 2]);
    let referee = plan.rules.position(opening)?;
    let max = max_side(first, referee.turn());
    let opens = match plan.rules.deal(plan.seed).turn() {
        Turn::Min => Turn::Min,
        _ => Turn::Max,
    };
    let mut table = Table {
        plan,
        referee,
        max,
        opens,
        seats: [
            Seated::new((plan.players)(&plan.a, seeds.next_u64())?, &plan.budget),
            Seated::new((plan.players)(&plan.b, seeds.next_u64())?, &plan.budget),
        ],
        moves: Vec::new(),
        rolls: 0,
    };
    // Both games of a pair see the same dice: luck then divides evenly between the players.
    let mut dice = Rng::derive(plan.seed, &[pair as u64]);
    let clock = Instant::now();
    let (result, end, fault) = match table.finish(opening, &mut dice) {
        Ok((result, end)) => (result, end, None),
        Err(foul) => (foul.result(), End::Forfeit, Some(table.describe(&foul))),
    };
    let seconds = clock.elapsed().as_secs_f64();

    let Table { seats: [a, b], moves, rolls, .. } = table;
    Ok(Record {
        index,
        pair,
        opening: opening.to_owned(),
        first,
        moves,
        result,
        end,
        a_counters: a.counters,
        b_counters: b.counters,
        fault,
        rolls,
        times: Times {
            a_cpu_seconds: a.cpu_seconds,
            b_cpu_seconds: b.cpu_seconds,
            seconds,
            a_overruns: a.timer.overruns,
            b_overruns: b.timer.overruns,
            a_overrun_seconds: a.timer.worst.as_secs_f64(),
            b_overrun_seconds: b.timer.worst.as_secs_f64(),
        },
    })
}

/// A player at the table and what it has spent.
struct Seated {
    player: Box<dyn Player>,
    timer: Timer,
    counters: Counters,
    cpu_seconds: f64,
}

impl Seated {
    fn new(player: Box<dyn Player>, common: &Budget) -> Self {
        let budget = player.budget(common);
        let timer = Timer::new(Budget { margin: budget.margin.or(common.margin), ..budget });
        Seated { player, timer, counters: Counters::default(), cpu_seconds: 0.0 }
    }
}

/// A player's fault.
struct Foul {
    side: Side,
    fault: Fault,
}

impl Foul {
    /// How the game went for A: who commits a foul has lost.
    fn result(&self) -> Outcome {
        if self.side == Side::A { Outcome::Loss } else { Outcome::Win }
    }
}

/// A game under way.
struct Table<'a> {
    plan: &'a Match<'a>,
    referee: Box<dyn Position>,
    /// Who plays Max.
    max: Side,
    /// Whose turn it is at the start of the game; Max's where chance moves first.
    opens: Turn,
    /// A's and B's.
    seats: [Seated; 2],
    moves: Vec<String>,
    rolls: usize,
}

impl Table<'_> {
    /// Plays to the end and says how it went for A.
    fn finish(&mut self, opening: &str, dice: &mut Rng) -> Result<(Outcome, End), Foul> {
        self.tell(|player| player.start(opening))?;
        loop {
            let mv = match self.referee.turn() {
                Turn::Over(payoff) => {
                    let middle = self.plan.rules.payoffs().middle();
                    return Ok((
                        result_for_a(self.max, payoff.partial_cmp(&middle).unwrap_or(Ordering::Equal)),
                        End::Over,
                    ));
                }
                Turn::Chance => self.roll(dice),
                _ if self.plan.max_plies.is_some_and(|most| self.moves.len() - self.rolls >= most) => {
                    return Ok((Outcome::Draw, End::Plies));
                }
                turn => {
                    let side = if turn == Turn::Max { self.max } else { self.max.other() };
                    let (mv, proven) = self.decide(side).map_err(|fault| Foul { side, fault })?;
                    if let Some(outcome) = proven.filter(|_| self.plan.adjudicate) {
                        let order = match outcome {
                            Outcome::Win => Ordering::Greater,
                            Outcome::Draw => Ordering::Equal,
                            Outcome::Loss => Ordering::Less,
                        };
                        return Ok((result_for_a(self.max, order), End::Proven));
                    }
                    mv
                }
            };
            self.tell(|player| player.play(&mv))?;
            self.moves.push(mv);
        }
    }

    /// Tells both players something.
    fn tell(&mut self, say: impl Fn(&mut dyn Player) -> Result<(), Fault>) -> Result<(), Foul> {
        for (side, seat) in [Side::A, Side::B].into_iter().zip(&mut self.seats) {
            say(seat.player.as_mut()).map_err(|fault| Foul { side, fault })?;
        }
        Ok(())
    }

    /// The outcome of a roll, played on the referee's board.
    fn roll(&mut self, dice: &mut Rng) -> String {
        let mv = self.referee.moves().swap_remove(dice.weighted(&self.referee.chances()));
        self.referee.play(&mv).expect("a position plays the moves it lists");
        self.rolls += 1;
        mv
    }

    /// The move of the player on `side`, played on the referee's board, and how the game ends where that is proven.
    fn decide(&mut self, side: Side) -> Result<(String, Option<Outcome>), Fault> {
        let opponent = self.seats[side.other() as usize].timer.budget.clock;
        let is_second = self.referee.turn() != self.opens;
        let seat = &mut self.seats[side as usize];
        seat.player.see_clocks(opponent, is_second);
        let clock = Instant::now();
        let decision = seat.player.decide(&seat.timer.budget)?;
        seat.counters += decision.counters;
        seat.cpu_seconds += decision.cpu_seconds;
        seat.timer.spend(clock.elapsed())?;
        self.referee.play(&decision.mv)?;
        Ok((decision.mv, decision.proven))
    }

    fn describe(&self, foul: &Foul) -> String {
        let player = if foul.side == Side::A { &self.plan.a } else { &self.plan.b };
        format!("{player} at {:?}: {}", self.referee.text(), foul.fault)
    }
}
