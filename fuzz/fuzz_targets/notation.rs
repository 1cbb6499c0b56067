//! Arbitrary texts in place of moves, games and files.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baize_fuzz::notation(data));
