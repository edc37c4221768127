//! Games and their evaluators, one module a game, and the registry that finds them by name.

pub mod blackjack;
pub mod connect4;
pub mod pig;
pub mod registry;
pub mod tictactoe;
