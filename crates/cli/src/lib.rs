//! The command line of Tiptree: arguments, progress, printing, and nothing else.
//!
//! It is a library, so that a program with its own game or search gets every command:
//!
//! ```no_run
//! # mod clobber {
//! #     pub fn entry() -> tiptree::registry::Entry {
//! #         unimplemented!()
//! #     }
//! # }
//! fn main() -> std::process::ExitCode {
//!     tiptree_cli::main(tiptree_games::registry().with(clobber::entry()))
//! }
//! ```
//!
//! Without its default feature `papers` the crate does not depend on our games, and has no commands `reproduce` and `bench`. A
//! program with a game of its own alone then hands it `Registry::new().with(clobber::entry())`.

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod paint;
mod screen;

use arguments::{Arguments, Command};
use clap::Parser;
use clap::error::ErrorKind;
use std::io::Write;
use std::process::ExitCode;
use tiptree::Registry;
use tiptree_lab::error::one_line;

/// How a command without an error ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    /// With everything done.
    Completely,
    /// With a negative answer: a reproduced cell or the signature differs, or a position was given up.
    Negatively,
    /// With everything done, but some of the input was bad, as the result says.
    Badly,
    /// Interrupted, after the result so far was saved and printed.
    Interrupted,
}

/// The command line with the games and the searches of a registry: reads the program's arguments, runs the command, and
/// returns the exit status.
#[allow(clippy::needless_pass_by_value, reason = "the caller has no other use for its registry")]
pub fn main(registry: Registry) -> ExitCode {
    tiptree_lab::provenance::declare(env!("TIPTREE_COMMIT"), env!("TIPTREE_DIRTY") == "true");
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    if let Err(parse_error) = registry.checked() {
        return complain(&parse_error.to_string());
    }
    if let Err(error) = interrupt::catch_file_size_limit() {
        return complain(&format!("{error:#}"));
    }
    let Some(result) = failure::catch_panics(|| run(&registry, &arguments)) else {
        return ExitCode::from(2);
    };
    match result {
        Ok(Done::Completely) => ExitCode::SUCCESS,
        Ok(Done::Negatively) => ExitCode::from(1),
        Ok(Done::Badly) => ExitCode::from(2),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // An error that names a file has a context; a bare I/O error is a failure to print.
            let is_bare = error.is::<std::io::Error>() && error.chain().len() == 1;
            let what = if is_bare { "cannot write the result: " } else { "" };
            complain(&format!("{what}{error:#}"))
        }
    }
}

fn run(registry: &Registry, arguments: &Arguments) -> anyhow::Result<Done> {
    match &arguments.command {
        Command::Games(asked) => commands::lists::games(registry, asked),
        Command::Searches(asked) => commands::lists::searches(registry, asked),
        Command::Best(arguments) => commands::best::run(registry, arguments),
        Command::Tree(arguments) => commands::tree::run(registry, arguments),
        Command::Events(arguments) => commands::events::run(registry, arguments),
        Command::Play(arguments) => commands::play::run(registry, arguments),
        Command::Studio(arguments) => commands::studio::run(arguments),
        Command::Solve(arguments) => commands::solve::run(registry, arguments),
        Command::Match(arguments) => commands::matches::run_match(registry, arguments),
        Command::Tournament(arguments) => commands::matches::run_tournament(registry, arguments),
        Command::Run(arguments) => commands::run::run(registry, arguments),
        Command::Merge(arguments) => commands::run::merge(registry, arguments),
        #[cfg(feature = "papers")]
        Command::Reproduce(arguments) => commands::reproduce::run(arguments),
        Command::Quality(arguments) => commands::quality::run(registry, arguments),
        Command::Engine(arguments) => commands::engine::run(registry, arguments),
        Command::Report(arguments) => commands::report::run(registry, arguments),
        Command::Tables(arguments) => commands::tables::run(registry, arguments),
        Command::Tabulate(arguments) => commands::tabulate::run(registry, arguments),
        Command::Perft(arguments) => commands::perft::run(registry, arguments),
        #[cfg(feature = "papers")]
        Command::Bench(asked) => commands::bench::run(asked),
        Command::Export(arguments) => commands::export::run(registry, arguments),
        Command::Tune(arguments) => commands::tune::run(registry, arguments),
        Command::Fit(arguments) => commands::fit::run(registry, arguments),
        Command::Completions { shell } => commands::shell::completions(*shell),
        Command::Man => commands::shell::man(),
    }
}

/// Prints an error on one line. Returns exit status 2, even if standard error is closed.
fn complain(problem: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "tiptree: {}", one_line(problem));
    ExitCode::from(2)
}

/// Whether the reader of our output closed the pipe, which counts as success.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// Prints help as it is, and a usage error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            match error.print().map_err(anyhow::Error::from) {
                Err(error) if !is_closed_pipe(&error) => complain(&format!("cannot write the help: {error}")),
                _ => ExitCode::from(u8::from(error.exit_code() != 0) * 2),
            }
        }
        _ => {
            let text = error.render().to_string();
            let sentence: Vec<&str> = text
                .lines()
                .take_while(|line| !line.starts_with("Usage:"))
                .flat_map(str::split_whitespace)
                .collect();
            let sentence = sentence.join(" ").replace(" tip: ", "; ");
            let sentence = sentence
                .trim_start_matches("error: ")
                .trim_end_matches("For more information, try '--help'.");
            complain(&format!("{}; see --help", sentence.trim_end()))
        }
    }
}
