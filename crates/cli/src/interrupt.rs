//! Signals: the first Ctrl-C finishes what is in flight and prints what there is, the second stops at once.
//!
//! Whoever ends the program otherwise, by `kill` or by closing the terminal, is answered in the same way.

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The signals that ask for an end.
#[cfg(unix)]
const ENDS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDS: [i32; 2] = [SIGINT, SIGTERM];

/// What a program that was interrupted exits with.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C sets.
pub(crate) fn watch() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in ENDS {
        // In this order: the first signal finds the flag unset, and only the second one stops the program.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&flag))
            .and_then(|_| flag::register(signal, Arc::clone(&flag)))
            .context("cannot watch for Ctrl-C")?;
    }
    Ok(flag)
}

/// Makes a limit on the size of files an error of whoever writes, as a full disk is: the system would kill the program.
pub(crate) fn outlive_full_files() -> Result<()> {
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)))
        .context("cannot watch for the limit on the size of files")?;
    Ok(())
}
