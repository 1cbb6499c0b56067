//! Arbitrary actions on the game that the environment names: `BAIZE_GAME=nine cargo fuzz run apply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| baize_fuzz::apply(&baize_fuzz::GAME, data));
