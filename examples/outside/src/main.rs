//! Tiptree's command line with our games, clobber, and a search of Shannon's.

fn main() -> std::process::ExitCode {
    let ours = tiptree_games::registry();
    tiptree_cli::main(ours.with(outside::clobber::entry()).with_search(outside::shannon::entry()))
}
