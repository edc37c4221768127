//! The two clocks of a budget: the wall's and the thread's own.

use std::time::{Duration, Instant};

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    cpu: Duration,
}

impl Clock {
    /// Now, on the thread that asks.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), cpu: thread_cpu() }
    }

    /// The time that has passed.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    /// The CPU time that this thread has used: the fair clock on a busy machine.
    ///
    /// Ask on the thread that started the clock. Where the system has no such clock, the wall's answers.
    pub fn cpu(&self) -> Duration {
        thread_cpu().saturating_sub(self.cpu)
    }
}

#[cfg(unix)]
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn thread_cpu() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
