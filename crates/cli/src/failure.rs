//! A panic as one line: a thread that the system does not start, a game that breaks its contract, a fault of ours.

use crate::complain;
use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::atomic::{AtomicBool, Ordering};

/// Does `work`. Where it panics, on whichever thread, one line says why, and there is no result.
///
/// With `RUST_BACKTRACE` set, a panic is printed with its backtrace as usual.
pub(crate) fn told_in_one_line<T>(work: impl FnOnce() -> T) -> Option<T> {
    // Where a small piece of memory cannot be had, the library says so and aborts: that is a failure, not a crash.
    #[cfg(unix)]
    let _ = signal_hook::flag::register_conditional_shutdown(
        signal_hook::consts::SIGABRT,
        2,
        std::sync::Arc::new(AtomicBool::new(true)),
    );
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        set_hook(Box::new(tell));
    }
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn tell(panic: &PanicHookInfo<'_>) {
    static HAS_TOLD: AtomicBool = AtomicBool::new(false);
    let message = message(panic.payload());
    // That a thread has panicked which others wait for is no news.
    if HAS_TOLD.swap(true, Ordering::Relaxed) && message == "a scoped thread panicked" {
        return;
    }
    let place =
        panic.location().map_or(String::new(), |place| format!(" ({}:{})", place.file(), place.line()));
    complain(&format!("failure: {message}{place}"));
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown")
}
