//! Prints a panic as one line. Causes are a thread that the system does not start, a game that breaks its contract, or
//! a bug of ours.

use crate::complain;
use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::atomic::{AtomicBool, Ordering};

/// Does `work`. If it panics, on any thread, prints the reason on one line and returns `None`.
///
/// With `RUST_BACKTRACE` set, a panic is printed with its backtrace as usual.
pub(crate) fn catch_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    // If a small allocation fails, the standard library prints a message and aborts: exit with 2, not with a crash.
    #[cfg(unix)]
    let _ = signal_hook::flag::register_conditional_shutdown(
        signal_hook::consts::SIGABRT,
        2,
        std::sync::Arc::new(AtomicBool::new(true)),
    );
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        set_hook(Box::new(print_panic));
    }
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn print_panic(panic: &PanicHookInfo<'_>) {
    static HAS_PRINTED: AtomicBool = AtomicBool::new(false);
    let message = message(panic.payload());
    // A scoped thread that panicked has printed its reason already.
    if HAS_PRINTED.swap(true, Ordering::Relaxed) && message == "a scoped thread panicked" {
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
