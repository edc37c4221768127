//! Catches panics of players, which must not end a match.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; the error is the message of a panic. After a panic, whatever `work` was changing must not be used any more.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        format!("panicked: {}", text.unwrap_or("without a message"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_its_message() {
        assert_eq!(caught(|| 7), Ok(7));
        assert_eq!(caught(|| panic!("plain")), Err::<(), _>("panicked: plain".into()));
        assert_eq!(caught(|| panic!("number {}", 3)), Err::<(), _>("panicked: number 3".into()));
    }
}
