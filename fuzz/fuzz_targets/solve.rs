#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tiptree_fuzz::targets::solve(bytes));
