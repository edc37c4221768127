//! Signals: the first Ctrl-C finishes the work in flight and prints the result so far, the second stops at once.
//!
//! `kill` and closing the terminal have the same effect. The second signal also kills the external programs that play:
//! each has a process group of its own, so that the terminal's signal does not reach them.

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The signals that end the program.
#[cfg(unix)]
const ENDS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDS: [i32; 2] = [SIGINT, SIGTERM];

/// The exit status after an interruption.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C sets.
#[cfg(unix)]
pub(crate) fn watch() -> Result<Arc<AtomicBool>> {
    use std::sync::atomic::Ordering;
    let flag = Arc::new(AtomicBool::new(false));
    let mut signals = signal_hook::iterator::Signals::new(ENDS).context("cannot watch for Ctrl-C")?;
    let cancel = Arc::clone(&flag);
    // A thread may do what a signal handler may not: find the external programs and kill them.
    let wait = move || {
        for _ in signals.forever() {
            if cancel.swap(true, Ordering::Relaxed) {
                tiptree_lab::players::kill_programs();
                signal_hook::low_level::exit(INTERRUPTED);
            }
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(wait).context("cannot watch for Ctrl-C")?;
    Ok(flag)
}

/// A flag that the first Ctrl-C sets.
#[cfg(not(unix))]
pub(crate) fn watch() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in ENDS {
        // The order matters: the first signal finds the flag unset, and only the second one stops the program.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&flag))
            .and_then(|_| flag::register(signal, Arc::clone(&flag)))
            .context("cannot watch for Ctrl-C")?;
    }
    Ok(flag)
}

/// Makes writing beyond the limit on file sizes an error, like a full disk. By default the system would kill the
/// program.
pub(crate) fn catch_file_size_limit() -> Result<()> {
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)))
        .context("cannot watch for the limit on the size of files")?;
    Ok(())
}
