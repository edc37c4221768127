//! One game: a referee's board, two players, and dice that both games of a pair share.

use super::Match;
use super::record::{End, Record, Side, Times};
use super::replay::{max_side, payoff_of, result_for_a, swap_sides};
use super::timer::Timer;
use crate::error::Error;
use crate::players::{Fault, Player};
use std::time::Instant;
use tiptree::erased::Position;
use tiptree::{Budget, Counters, Outcome, Rng, Turn};

/// Plays game number `index` of a match.
///
/// In the even game of a pair A has the side to move in the opening, in the odd one B. Everything random in a game comes from
/// streams of its own, so that it goes the same way whenever and wherever it is played.
pub(super) fn play(plan: &Match, index: usize) -> Result<Record, Error> {
    let pair = index / 2;
    let first = if index.is_multiple_of(2) { Side::A } else { Side::B };
    let opening = plan.opening(index);
    let mut seeds = Rng::derive(plan.seed, &[pair as u64, index as u64 % 2]);
    let position = plan.rules.position(opening)?;
    let max = max_side(first, position.turn());
    let first_turn = match plan.rules.deal(plan.seed).turn() {
        Turn::Min => Turn::Min,
        _ => Turn::Max,
    };
    let mut game = RunningGame {
        plan,
        position,
        max,
        first_turn,
        players: [
            PlayerState::new((plan.players)(&plan.a, seeds.next_u64())?, &plan.budget),
            PlayerState::new((plan.players)(&plan.b, seeds.next_u64())?, &plan.budget),
        ],
        moves: Vec::new(),
        rolls: 0,
    };
    // Both games of a pair have the same dice, so that luck is shared evenly between the players.
    let mut dice = Rng::derive(plan.seed, &[pair as u64]);
    let clock = Instant::now();
    let payoffs = plan.rules.payoffs();
    let (payoff, end, fault) = match game.finish(opening, &mut dice) {
        Ok((payoff, end)) => (payoff, end, None),
        Err(forfeit) => {
            let payoff = payoff_of(swap_sides(max, forfeit.result()), payoffs);
            (payoff, End::Forfeit, Some(game.describe(&forfeit)))
        }
    };
    let seconds = clock.elapsed().as_secs_f64();
    let (result, points) = result_for_a(max, payoff, payoffs);

    let RunningGame { players: [a, b], moves, rolls, .. } = game;
    Ok(Record {
        index,
        pair,
        opening: opening.to_owned(),
        first,
        moves,
        result,
        points,
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

/// A player and what it has spent so far.
struct PlayerState {
    player: Box<dyn Player>,
    timer: Timer,
    counters: Counters,
    cpu_seconds: f64,
}

impl PlayerState {
    fn new(player: Box<dyn Player>, common: &Budget) -> Self {
        let budget = player.budget(common);
        let timer = Timer::new(Budget { margin: budget.margin.or(common.margin), ..budget });
        PlayerState { player, timer, counters: Counters::default(), cpu_seconds: 0.0 }
    }
}

/// A fault that loses the game for its player.
struct Forfeit {
    side: Side,
    fault: Fault,
}

impl Forfeit {
    /// The result for A: the player at fault loses.
    fn result(&self) -> Outcome {
        if self.side == Side::A { Outcome::Loss } else { Outcome::Win }
    }
}

/// A game that is being played.
struct RunningGame<'a> {
    plan: &'a Match<'a>,
    /// The referee's board.
    position: Box<dyn Position>,
    /// The side that plays Max.
    max: Side,
    /// The player to move at the start of the game; Max if chance moves first.
    first_turn: Turn,
    /// A and B.
    players: [PlayerState; 2],
    moves: Vec<String>,
    rolls: usize,
}

impl RunningGame<'_> {
    /// Plays to the end and returns the payoff to Max.
    fn finish(&mut self, opening: &str, dice: &mut Rng) -> Result<(f64, End), Forfeit> {
        let payoffs = self.plan.rules.payoffs();
        self.tell(|player| player.start(opening))?;
        loop {
            let mv = match self.position.turn() {
                Turn::Over(payoff) => return Ok((payoff, End::Over)),
                Turn::Chance => self.roll(dice),
                _ if self.plan.max_plies.is_some_and(|most| self.moves.len() - self.rolls >= most) => {
                    return Ok((payoffs.middle(), End::Plies));
                }
                turn => {
                    let side = if turn == Turn::Max { self.max } else { self.max.other() };
                    let (mv, proven) = self.decide(side).map_err(|fault| Forfeit { side, fault })?;
                    if let Some(outcome) = proven.filter(|_| self.plan.adjudicate) {
                        return Ok((payoff_of(outcome, payoffs), End::Proven));
                    }
                    mv
                }
            };
            self.tell(|player| player.play(&mv))?;
            self.moves.push(mv);
        }
    }

    /// Calls `message` for both players.
    fn tell(&mut self, message: impl Fn(&mut dyn Player) -> Result<(), Fault>) -> Result<(), Forfeit> {
        for (side, state) in [Side::A, Side::B].into_iter().zip(&mut self.players) {
            message(state.player.as_mut()).map_err(|fault| Forfeit { side, fault })?;
        }
        Ok(())
    }

    /// Rolls the dice and plays the outcome on the referee's board.
    fn roll(&mut self, dice: &mut Rng) -> String {
        let mv = self.position.moves().swap_remove(dice.weighted(&self.position.chances()));
        self.position.play(&mv).expect("a position plays the moves it lists");
        self.rolls += 1;
        mv
    }

    /// Asks the player on `side` for a move and plays it on the referee's board. Returns the move, and the result of the game if
    /// the player has proven it.
    fn decide(&mut self, side: Side) -> Result<(String, Option<Outcome>), Fault> {
        let opponent = self.players[side.other() as usize].timer.budget.clock;
        let is_second = self.position.turn() != self.first_turn;
        let state = &mut self.players[side as usize];
        state.player.see_clocks(opponent, is_second);
        let clock = Instant::now();
        let decision = state.player.decide(&state.timer.budget)?;
        state.counters += decision.counters;
        state.cpu_seconds += decision.cpu_seconds;
        state.timer.spend(clock.elapsed())?;
        self.position.play(&decision.mv)?;
        Ok((decision.mv, decision.proven))
    }

    fn describe(&self, forfeit: &Forfeit) -> String {
        let player = if forfeit.side == Side::A { &self.plan.a } else { &self.plan.b };
        format!("{player} at {:?}: {}", self.position.text(), forfeit.fault)
    }
}
