//! A game and a search from outside: see `main.rs` for all that it takes to give them every command.

pub mod clobber;
pub mod shannon;
