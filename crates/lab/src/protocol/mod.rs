//! The languages in which hosts ask engines for moves: UGI, for any game, and UCI, from which it comes.
//!
//! After `ugi.md` of kz04px/cutegames. [`serve`] is our engine at the end of a pipe; the other end, programs outside that
//! play for us, is [`crate::players::Programs`]. Both read and write the same commands here.
//!
//! Beyond the protocol, `go` takes every limit of a [`Budget`](tiptree::Budget): `go moves 5000`, `go cpu 5ms`. A position
//! after `fen` is in the game's own notation, and `p1` is who moves first at the start. An engine of ours is known by the
//! first word of its `id name`.

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

/// The name by which an engine of ours is known.
pub(crate) const NAME: &str = "tiptree";
