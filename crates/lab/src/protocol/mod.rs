//! The protocols by which hosts ask engines for moves: UGI, for any game, and UCI, on which it is based.
//!
//! After `ugi.md` of kz04px/cutegames. [`serve`] is the engine's side; the host's side, which runs external programs, is
//! [`crate::players::Programs`]. Both use the commands defined here.
//!
//! As an extension, `go` takes every limit of a [`Budget`](tiptree::Budget): `go moves 5000`, `go cpu 5ms`. A position after
//! `fen` is in the game's own notation, and `p1` is the player who moves first at the start. One of our own engines is known
//! by the first word of its `id name`.

pub(crate) mod cfour;
pub(crate) mod command;
pub(crate) mod go;
pub(crate) mod info;

mod search_moves;
mod seat;
mod session;
mod watch;

pub use seat::{Seat, Setup};
pub use session::serve;

/// The name of our engines.
pub(crate) const NAME: &str = "tiptree";
