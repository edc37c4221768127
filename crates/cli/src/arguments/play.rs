//! The arguments of `play`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum People {
    /// You play Max
    Max,
    /// You play Min
    Min,
    /// Two people play
    Both,
    /// Searches play each other
    None,
}

/// Where rolls come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiceFrom {
    /// The seed decides them
    Rolled,
    /// You type them
    Typed,
}

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game, such as connect4 or connect4(width=5,height=4); --resume takes it from the file
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    /// The opponent: a search such as mm or ab(cpu=5ms), or a program such as ugi:./rival; for --side none repeatable,
    /// Max first; default: mm-fast, or mm-dice in games with dice
    #[arg(long, value_name = "S")]
    pub(crate) against: Vec<String>,
    /// The budget of each move, hint and analysis; default: moves=100k, or no limit for a search that sets its depth,
    /// as in minimax(depth=4)
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The start position in the game's notation; for Connect-Four the columns played, as in 44535
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The evaluator, if the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, if it is dealt, of the dice, and of the random choices of the searches
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// The side that you play: max, which moves first in most games, min, both or none
    #[arg(long, default_value = "max", value_enum, value_name = "SIDE", hide_possible_values = true)]
    pub(crate) side: People,
    /// Where rolls come from: rolled, or typed by you
    #[arg(long, default_value = "rolled", value_enum, value_name = "FROM", hide_possible_values = true)]
    pub(crate) dice: DiceFrom,
    /// Save the game in this new file after every move; export reads it, and --resume continues it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the game in this file, which says who plays; it is saved there, or in the file of --out
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["against", "budget", "position", "eval", "seed", "side"]
    )]
    pub(crate) resume: Option<PathBuf>,
    /// Allow the file of --resume to start programs, as ugi:./rival does: read it first
    #[arg(long, requires = "resume")]
    pub(crate) allow_programs: bool,
}
