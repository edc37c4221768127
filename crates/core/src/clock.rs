//! The two clocks of a budget: wall-clock time and the CPU time of a thread.
//!
//! A WebAssembly module outside a system has no clock of its own: there `set_source` gives it one, which is also its CPU clock.

use std::time::Duration;

/// The time that a search has taken, on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Wall-clock and CPU time up to the last pause.
    before: (Duration, Duration),
    /// When the clocks were started last; none during a pause.
    since: Option<(Duration, Duration)>,
}

impl Clock {
    /// Starts both clocks on the calling thread.
    pub fn start() -> Self {
        Clock { before: (Duration::ZERO, Duration::ZERO), since: Some((wall(), thread_cpu())) }
    }

    /// The wall-clock time since the start.
    pub fn wall(&self) -> Duration {
        self.before.0 + self.since.map_or(Duration::ZERO, |(since, _)| wall().saturating_sub(since))
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

/// The time since a moment that is the same for the whole program.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn wall() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(unix)]
fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The processor time of a thread is never negative.
    time.try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn thread_cpu() -> Duration {
    wall()
}

/// A clock from outside: the time since some moment.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub type Source = fn() -> Duration;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
static SOURCE: std::sync::OnceLock<Source> = std::sync::OnceLock::new();

/// Gives the module a clock. Without one time stands still, so that only counted budgets end a search. The first call counts.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn set_source(source: Source) {
    SOURCE.get_or_init(|| source);
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn wall() -> Duration {
    SOURCE.get().map_or(Duration::ZERO, |source| source())
}
