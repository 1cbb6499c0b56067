//! The rules of May I? as examples: one test for each rule, decision and case of the rules text.
#![allow(clippy::needless_pass_by_value)] // States and questions are JSON literals written on the spot.

mod common;
mod fixtures;
mod lay_offs;
mod requests;
mod rounds;
mod states;
mod traps;
mod turns;
