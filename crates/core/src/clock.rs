//! The two clocks of a budget: wall-clock time and the CPU time of a thread.

use std::time::{Duration, Instant};

/// A starting time on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    cpu: Duration,
}

impl Clock {
    /// Starts both clocks on the calling thread.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), cpu: thread_cpu() }
    }

    /// The wall-clock time since the start.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    /// The CPU time that this thread has used since the start: the fair measure on a busy machine.
    ///
    /// Call it on the thread that started the clock. Systems without a CPU clock for threads return wall-clock time.
    pub fn cpu(&self) -> Duration {
        thread_cpu().saturating_sub(self.cpu)
    }
}

#[cfg(unix)]
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The processor time of a thread is never negative.
    time.try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn thread_cpu() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
