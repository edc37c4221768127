//! The command line with our games, and with neural nets as evaluators.

use std::process::ExitCode;

fn main() -> ExitCode {
    tiptree_cli::main(tiptree_onnx::with_nets(tiptree_games::registry()))
}
