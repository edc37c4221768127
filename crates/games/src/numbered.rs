//! The moves of every game as numbers, so that [`Untyped`](tiptree::untyped::Untyped) can wrap the game.

use crate::backgammon::Move as Play;
use crate::blackjack::{Card, Move as Deal};
use crate::board_splitting::Part;
use crate::breakthrough::Step;
use crate::connect4::Column;
use crate::ewn::Move as CubeMove;
use crate::ggame::End;
use crate::hex::Cell;
use crate::kalah::Pit;
use crate::othello::Square;
use crate::pig::Move as Throw;
use tiptree::untyped::Numbered;

/// Moves that wrap a number use that number.
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

held!(Cell, Column, Part, Pit, Play, Square, Step);

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

/// Cards have the numbers of their ranks; the other moves follow.
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

/// A face has its own number; a cube stands above its square.
impl Numbered for CubeMove {
    fn number(self) -> u64 {
        match self {
            CubeMove::Face(face) => face.into(),
            CubeMove::Cube { cube, to } => u64::from(cube) << 8 | u64::from(to),
        }
    }

    fn numbered(number: u64) -> Self {
        match (number >> 8) as u8 {
            0 => CubeMove::Face(number as u8),
            cube => CubeMove::Cube { cube, to: number as u8 },
        }
    }
}
