//! The command `tiptree`: the command line with our games.

use std::process::ExitCode;

fn main() -> ExitCode {
    tiptree_cli::main(tiptree_games::registry())
}
