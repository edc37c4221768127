//! The computation of a table with the exact values of a whole game, step by step.
//!
//! A game with cycles is solved by iteration, which takes many steps and some time. What has been computed so far is the
//! contents of a file, from which another process can go on. Reading and writing that file is the caller's.

use crate::parse_error::ParseError;

/// A table under way.
pub trait Tabulation {
    /// Takes a step, on at most so many threads; the number changes nothing that is computed. No step follows the last.
    fn step(&mut self, threads: usize);

    /// How far the computation has come.
    fn standing(&self) -> Standing;

    /// The contents of the file: the table once it is complete, till then what is needed to go on.
    fn file(&self) -> Vec<u8>;

    /// Goes on from the contents of a file; `name` is that of the file, for messages.
    ///
    /// # Errors
    /// If the file is not one of this game's tables, or damaged.
    fn resume(&mut self, name: &str, file: &[u8]) -> Result<(), ParseError>;
}

/// How far the computation of a table has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Whether the table is complete.
    pub is_complete: bool,
    /// The stage that is computed, from 1; the number of stages if the table is complete.
    pub stage: usize,
    /// The number of stages.
    pub stages: usize,
    /// The positions in the table.
    pub positions: u64,
    /// The steps so far.
    pub steps: u64,
    /// The values computed so far: in each step one for every position of the stage.
    pub computed: u64,
    /// The largest change of a value in the last step of a stage: of the stages that are complete, and of the present one.
    pub change: f64,
}
