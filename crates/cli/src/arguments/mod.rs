//! The arguments as typed; the commands interpret them.

mod examples;
mod experiments;
mod play;

#[cfg(feature = "papers")]
pub(crate) use experiments::Reproduce;
pub(crate) use experiments::{Fit, Match, MatchOptions, Merge, Quality, Run, Tabulate, Tournament, Tune};
pub(crate) use play::{DiceFrom, People, Play};

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use tiptree_lab::query::Query;

/// Version and commit, as in `0.1.0 (1a2b3c4d5e6f)`.
const VERSION: &str = match env!("TIPTREE_DIRTY").as_bytes() {
    b"true" => concat!(env!("CARGO_PKG_VERSION"), " (", env!("TIPTREE_COMMIT"), ", dirty)"),
    _ => concat!(env!("CARGO_PKG_VERSION"), " (", env!("TIPTREE_COMMIT"), ")"),
};

/// Game-tree search that grows the tree at the tip that matters most.
#[derive(Debug, Parser)]
#[command(name = "tiptree", version = VERSION, about, infer_long_args = false)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, with parameters, evaluators and source
    Games(List),
    /// List the searches, with parameters, defaults and source
    Searches(List),
    /// Find the best move in a position, and say why
    #[command(allow_negative_numbers = true, after_help = examples::BEST)]
    Best(Best),
    /// Search a position, and show the part of the tree that matters most
    #[command(allow_negative_numbers = true, after_help = examples::TREE)]
    Tree(Tree),
    /// Follow a search node by node: window in, value out, and what was cut off by what
    ///
    /// A line is a visit of a node: the move to it, whose turn it is there, its window, its value, and how its search
    /// ended. A node that is probed and then searched has two lines.
    #[command(allow_negative_numbers = true, after_help = examples::EVENTS)]
    Events(Events),
    /// Play a game at the terminal: against a search, against another person, or search against search
    #[command(allow_negative_numbers = true, after_help = examples::PLAY)]
    Play(Play),
    /// Open a page that plays, analyses and shows a search tree grow, in the browser
    ///
    /// Serves the page on this machine alone, at the address that is printed, until Ctrl-C. The searches run in the browser.
    #[command(after_help = examples::STUDIO)]
    Studio(Studio),
    /// Solve positions exactly: the one given, those on stdin, or the start
    ///
    /// Solves the position given by --position. Without it, solves every line of stdin and prints one answer per line;
    /// an empty line is the start. If stdin is a terminal or ends without a line, solves the start.
    ///
    /// The score is from the view of the side to move: in Connect-Four +k if it wins with its k-th stone from the end,
    /// 0 for a draw, -k if the opponent wins so; in Othello the final difference of discs; in other games 1, 0 or -1.
    /// In pig and blackjack, whose exact solutions are known, it is the expected payoff under best play, from Max's
    /// view if chance moves next. Other games with chance are refused.
    #[command(allow_negative_numbers = true, after_help = examples::SOLVE)]
    Solve(Solve),
    /// Play pairs of games between two players, and say who is stronger
    #[command(allow_negative_numbers = true, after_help = examples::MATCH)]
    Match(Match),
    /// Play a tournament of several players, and rank them
    #[command(allow_negative_numbers = true, after_help = examples::TOURNAMENT)]
    Tournament(Tournament),
    /// Run an experiment that a file declares, whole or in shards
    #[command(after_help = examples::RUN)]
    Run(Run),
    /// Merge the files of all shards of a run
    Merge(Merge),
    #[cfg(feature = "papers")]
    /// Reproduce a paper's table, with our numbers beside the published ones
    #[command(allow_negative_numbers = true, after_help = examples::REPRODUCE)]
    Reproduce(Reproduce),
    /// Measure how often searches keep the value of the game, against labelled positions
    #[command(allow_negative_numbers = true, after_help = examples::QUALITY)]
    Quality(Quality),
    /// Run as a UGI and UCI engine on stdin and stdout
    #[command(allow_negative_numbers = true, after_help = examples::ENGINE)]
    Engine(Engine),
    /// Make one page with tables and plots from files of results
    Report(Report),
    /// Recompute the tables of Markdown files from the results that they name
    Tables(Tables),
    /// Count the lines of play to a depth
    #[command(allow_negative_numbers = true)]
    Perft(Perft),
    #[cfg(feature = "papers")]
    /// Measure the speed of every search, and compute a signature that changes if any behaves differently
    Bench(Bench),
    /// Write the games of a result file as SGF or as text
    Export(Export),
    /// Fit parameters of a search by SPSA: many short matches between its variants
    #[command(allow_negative_numbers = true, after_help = examples::TUNE)]
    Tune(Tune),
    /// Fit the weights of an evaluator to solved positions, by logistic regression
    Fit(Fit),
    /// Compute the exact value of every position of a game into a file
    ///
    /// Searches read it with --eval 'exact(file=F)', and `solve --eval` prints exact values from it. hypergammon has such a table:
    /// its values are the expected points of the player to roll, gammons and backgammons counted, without the cube. The file is
    /// saved after every pass or so through all positions. After an interruption or a kill, the same command goes on from it.
    #[command(after_help = examples::TABULATE)]
    Tabulate(Tabulate),
    /// Write the script that completes commands and options in a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual, for `man`
    #[command(after_help = examples::MAN)]
    Man,
}

/// How to print.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print one JSON object instead of text for people
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to list.
#[derive(Args, Clone, Debug)]
pub(crate) struct List {
    /// List only the one of this name, with an example
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[cfg(feature = "papers")]
/// What to print of the bench.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("clocked").args(["cancel", "threads"]))]
pub(crate) struct Bench {
    /// Print the lines that the signature is the hash of, one per game and search, and no speeds
    #[arg(long, conflicts_with = "json")]
    pub(crate) lines: bool,
    /// Measure instead how soon every search ends when it is cancelled or its time is over, with an evaluator that takes long
    #[arg(long, conflicts_with = "lines")]
    pub(crate) cancel: bool,
    /// Measure instead what N threads gain in every search that has threads, beside N searches with one thread each
    #[arg(long, value_name = "N", conflicts_with_all = ["lines", "cancel"])]
    pub(crate) threads: Option<usize>,
    /// How often each search is cancelled, or runs with threads
    #[arg(long, value_name = "N", default_value_t = 20, requires = "clocked")]
    pub(crate) rounds: usize,
    /// How long a search with threads runs, such as 100ms
    #[arg(long, value_name = "T", default_value = "50ms", requires = "threads", conflicts_with = "cancel")]
    pub(crate) time: String,
    /// How long a call of the evaluator takes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10, requires = "cancel", conflicts_with = "threads")]
    pub(crate) call: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// A position of a game.
#[derive(Args, Debug)]
pub(crate) struct Where {
    /// The game, such as connect4 or connect4(width=5,height=4)
    pub(crate) game: String,
    /// The position in the game's notation; for Connect-Four the columns played, as in 44535
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

impl Where {
    /// What is asked of a search here.
    fn query(&self, search: Option<&str>, budget: Option<&str>, eval: Option<&str>, seed: u64) -> Query {
        let [search, budget, eval] = [search, budget, eval].map(|text| text.map(str::to_owned));
        let (game, position) = (self.game.clone(), self.position.clone());
        Query { game, position, play: Vec::new(), seed, eval, search, budget }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Best {
    #[command(flatten)]
    pub(crate) place: Where,
    /// The search, such as mm, mm(c=0.01) or ab; default: mm-fast, or mm-dice in games with dice
    #[arg(long, value_name = "S")]
    pub(crate) search: Option<String>,
    /// The budget: moves=, evals=, nodes=, depth=, time=, cpu=, clock=, memory=, sure=, joined by commas; default:
    /// moves=100k, or no limit if the search sets its depth, as in minimax(depth=4)
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator, if the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, if it is dealt, and of the random choices of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl From<&Best> for Query {
    fn from(asked: &Best) -> Query {
        let Best { search, budget, eval, .. } = asked;
        asked.place.query(search.as_deref(), budget.as_deref(), eval.as_deref(), asked.seed)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Tree {
    #[command(flatten)]
    pub(crate) best: Best,
    /// Show the tree behind these moves, separated by spaces, as in "4 4"; default: from the root
    #[arg(long, default_value = "", hide_default_value = true, value_name = "MOVES")]
    pub(crate) at: String,
    /// How many positions to show: those with the greatest share of the root's mass
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) nodes: usize,
}

#[derive(Args, Debug)]
pub(crate) struct Events {
    #[command(flatten)]
    pub(crate) place: Where,
    /// The search: ab, minimax, expectimax, star1, star2, star25 or star3, with parameters as in ab(depth=3)
    #[arg(long, default_value = "ab", value_name = "S")]
    pub(crate) search: String,
    /// The budget, as in depth=3 or nodes=100; default: depth=2, unless the search sets its own
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator, if the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, if it is dealt
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    /// Record at most this many events; the search goes on, and later events are only counted
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) most: usize,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl From<&Events> for Query {
    fn from(asked: &Events) -> Query {
        let Events { search, budget, eval, .. } = asked;
        asked.place.query(Some(search), budget.as_deref(), eval.as_deref(), asked.seed)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Studio {
    /// The port of 127.0.0.1; 0 is any free one
    #[arg(long, default_value_t = tiptree_studio::server::USUAL_PORT, value_name = "P")]
    pub(crate) port: u16,
    /// Write the files of the page into this folder instead, for any static host
    #[arg(long, value_name = "DIR", conflicts_with = "port")]
    pub(crate) export: Option<PathBuf>,
    /// Use this WebAssembly module instead of ours, such as one with a game of your own
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) place: Where,
    /// Solve only the lines of stdin, even if there are none
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "position", hide_possible_values = true)]
    pub(crate) stdin: Option<String>,
    /// Solve every legal move too
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// The budget of each position, after which it is given up, such as nodes=100M or time=10s; default: no limit
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator that has the exact values, if they are in a file, as in exact(file=F)
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, if it is dealt
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// How to resume a file.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Resume {
    /// Resume a file of another build, whose searches behave differently; a line in the file marks where
    #[arg(long)]
    pub(crate) other_build: bool,
}

/// How much runs in parallel.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Jobs {
    /// Games or positions in parallel; default: the number of cores
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Allow more jobs than cores, which distorts the results of searches with clocks
    #[arg(long)]
    pub(crate) oversubscribe: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Engine {
    /// The game, such as connect4 or connect4(width=5,height=4)
    pub(crate) game: String,
    /// The search, such as mm, mm(c=0.01) or ab; default: mm-fast, or mm-dice in games with dice
    #[arg(long, value_name = "S")]
    pub(crate) search: Option<String>,
    /// The budget of a move if `go` sets no limit; default: moves=100k
    #[arg(long, value_name = "B")]
    pub(crate) budget: Option<String>,
    /// The evaluator, if the game has several
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// The seed of the board, if it is dealt, and of the random choices of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Files of games, summaries or tables, with one JSON object per line; for a folder, all .jsonl files below it
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The page to write; a folder, or a name that ends in /, gets index.html, one page per experiment, and the plots
    /// as SVG
    #[arg(long, default_value = "report.html", value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// The title of the page
    #[arg(long, default_value = "Tiptree report", value_name = "T")]
    pub(crate) title: String,
    /// Write every plot as SVG into this folder too
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// Markdown files in which comments declare tables; for a folder, all .md files below it
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write nothing, and exit with 1 if a table differs from its results
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Where,
    /// The depth, in decisions
    pub(crate) depth: u32,
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
    /// The file of one or more matches, as written by match --out
    pub(crate) file: PathBuf,
    /// sgf or text
    #[arg(long, value_enum, value_name = "F")]
    pub(crate) format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
