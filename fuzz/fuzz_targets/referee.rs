//! Arbitrary lines of the machine protocol.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baize_fuzz::referee(data));
