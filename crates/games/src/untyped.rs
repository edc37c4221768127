//! Games that are searched through [`Untyped`]: every search is compiled for all of them at once, and here alone.
//!
//! Any game of this crate can be put behind it, because its moves are numbers too.

use crate::blackjack::{Card, Move as Deal};
use crate::board_splitting::Part;
use crate::connect4::Column;
use crate::ggame::End;
use crate::kalah::Pit;
use crate::othello::Square;
use crate::pig::Move as Throw;
use std::sync::Arc;
use tiptree::Evaluator;
use tiptree::erased::{Named, Rules};
use tiptree::untyped::{Numbered, Untyped};

/// A game without a type of its own, and an evaluator of it, under a name.
pub type AnyNamed = Named<Untyped, Arc<dyn Evaluator<Untyped>>>;

/// The rules of such a game. Its searches are compiled into this crate; whoever calls this compiles none.
// Inlined it would take the searches along.
#[inline(never)]
pub fn rules(named: AnyNamed) -> Box<dyn Rules> {
    Box::new(named)
}

/// Moves that hold a number have that one.
macro_rules! held {
    ($($name:ident),*) => {$(
        impl Numbered for $name {
            fn number(self) -> u64 {
                self.0.number()
            }

            fn numbered(number: u64) -> Self {
                $name(Numbered::numbered(number))
            }
        }
    )*};
}

held!(Column, Part, Pit, Square);

impl Numbered for End {
    fn number(self) -> u64 {
        self as u64
    }

    fn numbered(number: u64) -> Self {
        if number == 0 { End::Left } else { End::Right }
    }
}

impl Numbered for Throw {
    fn number(self) -> u64 {
        match self {
            Throw::Roll => 0,
            Throw::Face(face) => face.into(),
            Throw::Hold => 7,
            Throw::Pass => 8,
        }
    }

    fn numbered(number: u64) -> Self {
        match number {
            0 => Throw::Roll,
            7 => Throw::Hold,
            8 => Throw::Pass,
            face => Throw::Face(face as u8),
        }
    }
}

/// Cards by their rank, behind them the rest.
impl Numbered for Deal {
    fn number(self) -> u64 {
        match self {
            Deal::Card(card) => card.rank() as u64,
            Deal::Stand => 10,
            Deal::Hit => 11,
            Deal::Double => 12,
            Deal::Split => 13,
            Deal::Clear => 14,
            Deal::Blackjack => 15,
        }
    }

    fn numbered(number: u64) -> Self {
        match number {
            10 => Deal::Stand,
            11 => Deal::Hit,
            12 => Deal::Double,
            13 => Deal::Split,
            14 => Deal::Clear,
            15 => Deal::Blackjack,
            rank => Deal::Card(Card::ranked(rank as usize)),
        }
    }
}
