//! Arbitrary actions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baize_fuzz::apply("nine-ball", data));
