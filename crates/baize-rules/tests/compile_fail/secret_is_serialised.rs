//! A state with a secret in it cannot be sent.

use baize_rules::Secret;
use serde::Serialize;

#[derive(Serialize)]
struct State {
    hand: Secret<u8>,
}

fn main() {}
