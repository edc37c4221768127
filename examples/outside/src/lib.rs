//! A game and a search from outside Tiptree; `main.rs` shows how they get every command.

pub mod clobber;
pub mod shannon;
