//! The running programs, so that a second interrupt can kill them all.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The process ids of the programs that were started and have not been waited for.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of its own process group, if the system has such groups.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut running = running();
    let child = command.spawn()?;
    running.insert(child.id());
    Ok(child)
}

/// Kills a program and every process that it has started, and waits for it to exit.
pub(super) fn end(child: &mut Child) {
    kill_group(child.id());
    let _ = child.kill();
    // Removed before the wait, after which the id may belong to another process.
    running().remove(&child.id());
    let _ = child.wait();
}

/// Kills every running program and every process that they have started. No program can be started after that: this is for a
/// process that is about to exit without finishing its games.
pub fn kill_programs() {
    let running = running();
    running.iter().for_each(|&id| kill_group(id));
    // The lock is never released, so that a thread that wants to start another program blocks.
    std::mem::forget(running);
}

/// The processes that the program has started stay in its group, even after it has exited.
#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Without process groups only the program itself is killed, by its handle.
#[cfg(not(unix))]
fn kill_group(_id: u32) {}
