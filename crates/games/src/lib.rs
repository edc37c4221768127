//! Games and their evaluators, one module per game, and the registry that finds them by name.

pub mod blackjack;
pub mod board_splitting;
pub mod connect4;
pub mod features;
pub mod ggame;
pub mod kalah;
mod numbered;
pub mod othello;
pub mod pig;
pub mod planted;
pub mod registry;
pub mod squares;
pub mod startree;
pub mod tictactoe;
pub mod untyped;
