//! A value on cache lines of its own. Where a thread writes, all others lose the whole line: what they read beside the value would
//! have to come from that thread's core each time.

use std::ops::{Deref, DerefMut};

/// A value that shares its cache lines with nothing. Processors fetch lines in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(in crate::search) struct Padded<T>(pub(in crate::search) T);

impl<T> Deref for Padded<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Padded<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
