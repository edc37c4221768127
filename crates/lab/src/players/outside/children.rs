//! The programs that are running, so that a second interrupt can end them all.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The process ids of the programs that were started and have not been waited for.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program that leads a process group of its own, where the system has such groups.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut running = running();
    let child = command.spawn()?;
    running.insert(child.id());
    Ok(child)
}

/// Kills a program and all that it has started, and waits for its end.
pub(super) fn end(child: &mut Child) {
    kill_group(child.id());
    let _ = child.kill();
    // Before its id may belong to another process.
    running().remove(&child.id());
    let _ = child.wait();
}

/// Kills every program that is running, and all that they have started. None can be started after that: it is for a process
/// that is about to exit without finishing its games.
pub fn kill_programs() {
    let running = running();
    running.iter().for_each(|&id| kill_group(id));
    // Whoever wants to start another program waits for a lock that is never released.
    std::mem::forget(running);
}

/// Everything that the program has started is in its group, also after its own end.
#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// The system has no groups: a program alone is ended, by its own handle.
#[cfg(not(unix))]
fn kill_group(_id: u32) {}
