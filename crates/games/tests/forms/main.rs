//! Games without declared insight, searched on their own types and in the untyped form: equal reports, and what the untyped form
//! costs.
//!
//! A program of its own that plain `cargo test` leaves out: it compiles every search for five more types. The tests of untyped
//! games in `all` compare the searches that the registry has compiled anyway.

mod bare;
mod equality;
#[path = "../random.rs"]
mod random;
mod rates;
