//! The rules of May I? as examples: one test for each rule, decision and case of the rules text.

mod common;
mod fixtures;
mod lay_offs;
mod requests;
mod rounds;
mod states;
mod traps;
mod turns;
