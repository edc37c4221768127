//! The two clocks of a budget: wall-clock time and the CPU time of a thread.

use std::time::{Duration, Instant};

/// The time that a search has taken, on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Wall-clock and CPU time up to the last pause.
    before: (Duration, Duration),
    /// When the clocks were started last; none during a pause.
    since: Option<(Instant, Duration)>,
}

impl Clock {
    /// Starts both clocks on the calling thread.
    pub fn start() -> Self {
        Clock { before: (Duration::ZERO, Duration::ZERO), since: Some((Instant::now(), thread_cpu())) }
    }

    /// The wall-clock time since the start.
    pub fn wall(&self) -> Duration {
        self.before.0 + self.since.map_or(Duration::ZERO, |(wall, _)| wall.elapsed())
    }

    /// The CPU time that this thread has used since the start: the fair measure on a busy machine.
    ///
    /// Call it on the thread that started the clock. Systems without a CPU clock for threads return wall-clock time.
    pub fn cpu(&self) -> Duration {
        self.before.1 + self.since.map_or(Duration::ZERO, |(_, cpu)| thread_cpu().saturating_sub(cpu))
    }

    /// Stops both clocks until [`Clock::resume`].
    pub(crate) fn pause(&mut self) {
        *self = Clock { before: (self.wall(), self.cpu()), since: None };
    }

    /// Goes on after a pause, if there was one, perhaps on another thread.
    pub(crate) fn resume(&mut self) {
        self.since = self.since.or_else(|| Clock::start().since);
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
