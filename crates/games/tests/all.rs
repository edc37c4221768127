//! All tests of the games, and of the searches on them, in one program.

mod agreement;
mod blackjack;
mod board_splitting;
mod chance;
mod completion;
mod connect4;
mod dfpn;
mod differential;
mod forced;
mod ggame;
mod kalah;
mod noise;
mod othello;
mod pig;
mod plain;
mod planted;
mod pvs;
mod registry;
mod sampling;
mod solver;
mod startree;
mod tictactoe;
mod tree_view;
mod tzeng;
mod ubfm;
mod untyped;
