//! The arguments, as typed. What they mean is for the commands to find out.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Game-tree search that grows the tree at the tip that matters most.
#[derive(Debug, Parser)]
#[command(name = "tiptree", version, about, infer_long_args = false)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, with parameters, evaluators and source
    Games(Output),
    /// List the searches, with parameters, defaults and source
    Searches(Output),
    /// Find the best move in a position, and say why
    #[command(allow_negative_numbers = true)]
    Best(Best),
    /// Solve positions exactly, one or, on stdin, one a line
    #[command(allow_negative_numbers = true)]
    Solve(Solve),
    /// Let two players meet in pairs of games, and say who is stronger
    #[command(allow_negative_numbers = true)]
    Match(Match),
    /// Let several players meet, everybody everybody, and rank them
    #[command(allow_negative_numbers = true)]
    Tournament(Tournament),
    /// Run an experiment that a file declares, whole or in shards
    Run(Run),
    /// Put the files of all shards of a run together
    Merge(Merge),
    /// Reproduce a paper's table, ours beside the published
    #[command(allow_negative_numbers = true)]
    Reproduce(Reproduce),
    /// Measure how often searches keep the value of the game, against labelled positions
    #[command(allow_negative_numbers = true)]
    Quality(Quality),
    /// Serve a host on stdin and stdout, as an engine that speaks UGI and UCI
    #[command(allow_negative_numbers = true)]
    Engine(Engine),
    /// Make one page with tables and plots from files of results
    Report(Report),
    /// Count the lines of play to a depth
    #[command(allow_negative_numbers = true)]
    Perft(Perft),
    /// Measure the speed of every search, and say by one number whether any behaves differently
    Bench(Output),
    /// Write the games of a result file as SGF or as text
    Export(Export),
    /// Fit parameters of a search by SPSA: many short matches between its variants
    #[command(allow_negative_numbers = true)]
    Tune(Tune),
}

/// How to print.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print one JSON object instead of text for people
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position of a game.
#[derive(Args, Debug)]
pub(crate) struct Where {
    /// The game, such as connect4 or connect4(width=5,height=4)
    pub(crate) game: String,
    /// The position in the game's notation; for Connect-Four the columns played, as in 44535
    #[arg(long, default_value = "", hide_default_value = true, value_name = "P")]
    pub(crate) position: String,
}

#[derive(Args, Debug)]
pub(crate) struct Best {
    #[command(flatten)]
    pub(crate) place: Where,
    /// The search, such as mm, mm(c=0.01) or ab
    #[arg(long, default_value = "mm", value_name = "S")]
    pub(crate) search: String,
    /// What it may spend: moves=, evals=, nodes=, depth=, time=, cpu=, memory=, sure=, joined by commas; moves=100k unless
    /// told otherwise, and no limit where the search names its depth, as in minimax(depth=4)
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator, where the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, where one is dealt, and of whatever the search leaves to chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The game, such as connect4 or connect4(width=5,height=4)
    pub(crate) game: String,
    /// The position in the game's notation; unless told otherwise every line of stdin is one, on a terminal the start is
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Solve every legal move too
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// What each position may take before it is given up, such as nodes=100M or time=10s; no limit unless told otherwise
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The seed of the board, where one is dealt
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The player whose wins are counted: a search such as mm, or a program such as ugi:./rival
    pub(crate) a: String,
    /// Its opponent, such as ab
    pub(crate) b: String,
    /// What each may spend on a move; a budget of its own, as in ab(cpu=5ms), wins over it; moves=1000 unless told
    /// otherwise, and no limit for a search that names its depth, as in minimax(depth=4)
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    #[command(flatten)]
    pub(crate) play: Play,
}

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The players: searches such as mm or ab(cpu=5ms), programs such as ugi:./rival
    #[arg(required = true, num_args = 2..)]
    pub(crate) players: Vec<String>,
    /// Who meets whom: round-robin, or gauntlet, where the first meets all others
    #[arg(long, default_value = "round-robin", value_name = "F")]
    pub(crate) format: String,
    /// What each may spend on a move; repeatable: every pairing is played at every budget
    #[arg(long = "budget", value_name = "B")]
    pub(crate) budgets: Vec<String>,
    #[command(flatten)]
    pub(crate) play: Play,
}

/// How much is done at once.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Jobs {
    /// Games or positions done side by side; as many as there are cores unless told otherwise
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Allow more jobs than cores: clocks then measure the crowd
    #[arg(long)]
    pub(crate) oversubscribe: bool,
}

/// How games are played.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// two-ply, plies=N, random=PLIES:COUNT, balanced=PLIES:COUNT, or a file with a position a line; two-ply unless told
    /// otherwise, random=0:200 where the board is dealt, and the start where it begins with a roll
    #[arg(long, value_name = "O")]
    pub(crate) openings: Option<String>,
    /// Pairs of games, each opening from both sides; every opening once unless told otherwise
    #[arg(long, value_name = "N")]
    pub(crate) pairs: Option<usize>,
    /// Stop when a sequential test has decided between two Elo differences, as in 0,5
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// The test's chance of a difference where there is none; 0.05 unless told otherwise
    #[arg(long, value_name = "P")]
    pub(crate) alpha: Option<f64>,
    /// The test's chance of none where there is one; 0.05 unless told otherwise
    #[arg(long, value_name = "P")]
    pub(crate) beta: Option<f64>,
    /// What the test's Elo is, normalized or logistic; normalized unless told otherwise
    #[arg(long, value_name = "M")]
    pub(crate) model: Option<String>,
    /// End a game as soon as a player has proven how
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Call a game drawn after so many decisions
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<usize>,
    /// Print the result so far every so many pairs
    #[arg(long, value_name = "PAIRS")]
    pub(crate) every: Option<u64>,
    /// The evaluator of all, where the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of openings, boards, dice and whatever the searches leave to chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the games in this file, a JSON object a line; where it exists, the match goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The experiment: a title and a table [tournament], [reproduce] or [quality]
    pub(crate) file: PathBuf,
    /// Only this part of the work, I from 0 to N - 1
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Keep games, tables and measurements in this file, a JSON object a line; where it exists, the run goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// The files of all shards, in any order
    #[arg(required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// The file to make: it is as one run would have written it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Reproduce {
    /// The paper: rivest, nau or ballard
    pub(crate) paper: String,
    /// The tables: rivest has 1, figures and 2; nau 1a, 1b, 1c, 2a, 2b, 3a, 3b, 4a, 4b, 5a, 5b; ballard 1 to 7, 7.2, fig9
    /// and fig10; all of them unless told otherwise. nau pathology and ballard regret go beyond the papers
    pub(crate) tables: Vec<String>,
    /// nau: the moves of a game, 10 in the paper; for 1c the greatest, 13 in the paper
    #[arg(long, value_name = "N")]
    pub(crate) height: Option<usize>,
    /// nau: the random boards, 20000 unless told otherwise and 1000 for pathology, 1600 in the paper; G-games are tried on
    /// every board there is
    #[arg(long, value_name = "N")]
    pub(crate) boards: Option<u64>,
    /// ballard: only these branching factors, even numbers; repeatable
    #[arg(long = "branching", value_name = "N")]
    pub(crate) branchings: Vec<u16>,
    /// ballard 6: only trees of this depth
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// ballard: the random trees that are averaged over
    #[arg(long, value_name = "N")]
    pub(crate) trees: Option<u32>,
    /// ballard regret: the positions of each game; 200 unless told otherwise
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<u64>,
    /// nau pathology, ballard fig9, ballard regret: write the plot to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// rivest 2: only these bounds, such as moves=1000 or time=2s
    #[arg(long = "bound", value_name = "BOUND")]
    pub(crate) bounds: Vec<String>,
    /// rivest 2: as many repetitions with random column orders instead of one from left to right
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<u32>,
    /// rivest 2: what a second of the paper's is here; measured from the speed of alpha-beta unless told otherwise
    #[arg(long, value_name = "TIME")]
    pub(crate) second: Option<String>,
    /// rivest 2: how move calls of alpha-beta count: v2, v0 or v1; v2 unless told otherwise
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
    /// What it may spend on a move; repeatable: every player has every budget. moves=1000 unless told otherwise
    #[arg(long = "budget", value_name = "B")]
    pub(crate) budgets: Vec<String>,
    /// Positions with the scores of all moves, one a line, as solve --all-moves --json prints them; repeatable
    #[arg(long = "file", required = true, value_name = "F")]
    pub(crate) files: Vec<String>,
    /// The evaluator of all, where the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of whatever the searches leave to chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the measurements in this file, a JSON object a line; where it exists, the measuring goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Engine {
    /// The game, such as connect4 or connect4(width=5,height=4)
    pub(crate) game: String,
    /// The search, such as mm, mm(c=0.01) or ab
    #[arg(long, default_value = "mm", value_name = "S")]
    pub(crate) search: String,
    /// What a move may take where `go` names no limit; moves=100k unless told otherwise
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator, where the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, where one is dealt, and of whatever the search leaves to chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Files of games, of summaries or of tables, a JSON object a line; of a folder all .jsonl files below it
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The page to write
    #[arg(long, default_value = "report.html", value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The title of the page
    #[arg(long, default_value = "Tiptree report", value_name = "T")]
    pub(crate) title: String,
    /// Write every plot into this folder too, as SVG
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The number of decisions
    pub(crate) depth: u32,
    /// The position in the game's notation
    #[arg(long, default_value = "", hide_default_value = true, value_name = "P")]
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// How games are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Smart Game Format
    Sgf,
    /// Tags and numbered moves, as in PGN
    Text,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The file of one or more matches, as match --out keeps it
    pub(crate) file: PathBuf,
    /// sgf or text
    #[arg(long, value_enum, value_name = "F")]
    pub(crate) format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Tune {
    /// The game, such as connect4
    pub(crate) game: String,
    /// The search, such as mm or mm(keep=true)
    pub(crate) search: String,
    /// What to tune, as in c=0.01..0.5, or c~0.01..0.5 on a logarithmic scale; c=0.01..0.5:0.05 also says where to begin.
    /// Bounds without a point or an exponent, as in probe=1..6, mean whole numbers
    #[arg(required = true, value_name = "PARAMETER")]
    pub(crate) parameters: Vec<String>,
    /// What each player may spend on a move; moves=1000 unless told otherwise
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// two-ply, plies=N, random=PLIES:COUNT, or a file with a position a line; plies=4 unless told otherwise,
    /// random=0:1000 where the board is dealt, and the start where it begins with a roll
    #[arg(long, value_name = "O")]
    pub(crate) openings: Option<String>,
    /// Steps to make
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(crate) iterations: usize,
    /// Pairs of games before each step
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub(crate) pairs_per_iteration: usize,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// The seed of coins, openings, boards, dice and whatever the search leaves to chance
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the iterations in this file, a JSON object a line; where it exists, the tuning goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the values over the iterations into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}
