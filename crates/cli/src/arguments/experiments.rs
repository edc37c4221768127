//! The arguments of the commands that play or measure many times.

use super::{Jobs, Output, Resume};
use clap::Args;
use std::path::PathBuf;
use tiptree_lab::quality::Only;

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The player whose wins are counted: a search such as mm, or a program such as ugi:./rival
    pub(crate) a: String,
    /// Its opponent, such as ab
    pub(crate) b: String,
    /// The budget of each move; a budget of a player's own, as in ab(cpu=5ms), overrides it; default: moves=1000, or no
    /// limit for a search that sets its depth, as in minimax(depth=4)
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    #[command(flatten)]
    pub(crate) options: MatchOptions,
}

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The players: searches such as mm or ab(cpu=5ms), programs such as ugi:./rival
    #[arg(required = true, num_args = 2..)]
    pub(crate) players: Vec<String>,
    /// Who meets whom: round-robin, where everyone meets everyone, or gauntlet, where the first meets all others
    #[arg(long, default_value = "round-robin", value_name = "F")]
    pub(crate) format: String,
    /// The budget of each move; repeatable: every pairing is played at every budget
    #[arg(long = "budget", value_name = "B")]
    pub(crate) budgets: Vec<String>,
    #[command(flatten)]
    pub(crate) options: MatchOptions,
}

/// How games are played.
#[derive(Args, Debug)]
pub(crate) struct MatchOptions {
    /// The openings: two-ply, plies=N, random=PLIES:COUNT, balanced=PLIES:COUNT, or a file with one position per line;
    /// default: two-ply, random=0:200 if the board is dealt, or the start if the game begins with a roll
    #[arg(long, value_name = "O")]
    pub(crate) openings: Option<String>,
    /// Pairs of games, which play an opening from both sides; default: every opening once
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<usize>,
    /// Stop when a sequential test has decided between two Elo differences, as in 0,5, or points per game (--model points)
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// The probability that the test accepts E1 if E0 is true; default: 0.05
    #[arg(long, value_name = "P")]
    pub(crate) alpha: Option<f64>,
    /// The probability that the test accepts E0 if E1 is true; default: 0.05
    #[arg(long, value_name = "P")]
    pub(crate) beta: Option<f64>,
    /// What the test is about: Elo, normalized or logistic, or points, if the game counts them; default: normalized
    #[arg(long, value_name = "M")]
    pub(crate) model: Option<String>,
    /// End a game as soon as a player has proven its result
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Call a game drawn after this many decisions
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<usize>,
    /// Print the result so far after every PAIRS pairs
    #[arg(long, value_name = "PAIRS")]
    pub(crate) every: Option<u64>,
    /// The evaluator of all players, if the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of openings, boards, dice and the random choices of the searches
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the games in this file, one JSON object per line; if it exists, the match resumes
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) resume: Resume,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The experiment: a title and a table [tournament], [reproduce] or [quality]
    pub(crate) file: PathBuf,
    /// Run only this part of the work, I from 0 to N - 1
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Keep games, tables and measurements in this file, one JSON object per line; if it exists, the run resumes
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Allow the file to start programs, as ugi:./rival does, and to write their logs: read it first
    #[arg(long)]
    pub(crate) allow_programs: bool,
    #[command(flatten)]
    pub(crate) resume: Resume,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// The files of all shards, in any order
    #[arg(required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// The file to write, identical to that of a single run
    #[arg(long, value_name = "FILE", required_unless_present = "so_far")]
    pub(crate) out: Option<PathBuf>,
    /// Write nothing: say how far unfinished shards are, and whether a sequential test is decided
    #[arg(long, conflicts_with = "out")]
    pub(crate) so_far: bool,
}

#[cfg(feature = "papers")]
#[derive(Args, Debug)]
pub(crate) struct Reproduce {
    /// The paper: rivest, nau or ballard
    pub(crate) paper: String,
    /// The tables: rivest has 1, figures and 2; nau 1a, 1b, 1c, 2a, 2b, 3a, 3b, 4a, 4b, 5a, 5b; ballard 1 to 7, 7.2,
    /// fig9 and fig10; default: all of them. nau pathology and ballard regret, games and second go beyond the papers
    pub(crate) tables: Vec<String>,
    /// nau: the number of moves of a game, 10 in the paper; for 1c the greatest, 13 in the paper
    #[arg(long, value_name = "N")]
    pub(crate) height: Option<usize>,
    /// nau: the number of random boards, 1600 in the paper; default: 20000, or 1000 for pathology. G-games are played
    /// on all boards
    #[arg(long, value_name = "N")]
    pub(crate) boards: Option<u64>,
    /// ballard: only these branching factors, even numbers; repeatable
    #[arg(long = "branching", value_name = "N")]
    pub(crate) branchings: Vec<u16>,
    /// ballard 6 and games: only this depth
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// ballard: the number of random trees averaged over
    #[arg(long, value_name = "N")]
    pub(crate) trees: Option<u32>,
    /// ballard regret, games and second: the number of positions of each game; default: 200 for regret, else 50
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<u64>,
    /// nau pathology, ballard fig9, ballard regret: write the plot to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// rivest 2: only these bounds, such as moves=1000 or time=2s
    #[arg(long = "bound", value_name = "BOUND")]
    pub(crate) bounds: Vec<String>,
    /// rivest 2: the number of repetitions with random column orders, instead of one from left to right
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<u32>,
    /// rivest 2: the time here that stands for a second in the paper; default: measured from the speed of alpha-beta
    #[arg(long, value_name = "TIME")]
    pub(crate) second: Option<String>,
    /// rivest 2: how move calls of alpha-beta are counted, v0, v1 or v2; default: v2
    #[arg(long, value_name = "V")]
    pub(crate) reading: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of everything random
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Quality {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The player: a search such as mm or ab(cpu=5ms), or a program such as ugi:./rival; repeatable
    #[arg(long = "search", required = true, value_name = "S")]
    pub(crate) searches: Vec<String>,
    /// The budget of each move; repeatable: every player is measured at every budget; default: moves=1000
    #[arg(long = "budget", value_name = "B")]
    pub(crate) budgets: Vec<String>,
    /// Positions with the scores of all moves, one per line, as printed by solve --all-moves --json, or the games of a match,
    /// as kept by match --out, every position of which counts for the result of its game; repeatable
    #[arg(long = "file", required = true, value_name = "F")]
    pub(crate) files: Vec<String>,
    /// The evaluator of all players, if the game has several, optionally with noise, as in rivest(noise=50); repeatable
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Vec<String>,
    /// Ask only positions of this kind: sacrifices, where only one move keeps the outcome and the first evaluator
    /// values the position after it least
    #[arg(long, value_name = "KIND")]
    pub(crate) only: Option<Only>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of the random choices of the searches
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the measurements in this file, one JSON object per line; if it exists, the run resumes
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) resume: Resume,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Tune {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The search, such as mm or mm(keep=true)
    pub(crate) search: String,
    /// What to tune, as in c=0.01..0.5, or c~0.01..0.5 on a logarithmic scale; c=0.01..0.5:0.05 also sets the start.
    /// Bounds without a point or an exponent, as in probe=1..6, mean whole numbers
    #[arg(required = true, value_name = "PARAMETER")]
    pub(crate) parameters: Vec<String>,
    /// The budget of each move; default: moves=1000
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The openings: two-ply, plies=N, random=PLIES:COUNT, or a file with one position per line; default: plies=4,
    /// random=0:1000 if the board is dealt, or the start if the game begins with a roll
    #[arg(long, value_name = "O")]
    pub(crate) openings: Option<String>,
    /// The number of steps
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(crate) iterations: usize,
    /// Pairs of games before each step
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub(crate) pairs_per_iteration: usize,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of perturbations, openings, boards, dice and the random choices of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the iterations in this file, one JSON object per line; if it exists, the tuning resumes
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) resume: Resume,
    /// Write a plot of the values over the iterations to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Fit {
    /// The game, such as connect4
    pub(crate) game: String,
    /// Positions with the scores of all moves, one per line, as printed by solve --all-moves --json, or the games of a match,
    /// as kept by match --out, every position of which counts for the result of its game; repeatable
    #[arg(long = "labels", required = true, num_args = 1.., value_name = "FILE")]
    pub(crate) labels: Vec<PathBuf>,
    /// More such files, which are only measured at: neither their positions nor the mirror images are fitted to; repeatable
    #[arg(long = "held-out", num_args = 1.., value_name = "FILE")]
    pub(crate) held_out: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How often the fit goes through all positions
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub(crate) epochs: usize,
    /// Draw every weight towards 0 as if this many positions spoke for that, so that weights that few positions have stay small
    #[arg(long, default_value_t = 0.0, value_name = "N")]
    pub(crate) prior: f64,
    /// The seed of the choice of held-out positions and of the order of the positions
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Tabulate {
    /// The game, such as hypergammon or hypergammon(checkers=2)
    pub(crate) game: String,
    /// The table to write; if it exists, the computation goes on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    #[command(flatten)]
    pub(crate) output: Output,
}
