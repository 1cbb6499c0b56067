//! Arbitrary messages to a table, and arbitrary entries of its log.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baize_fuzz::wire(data));
