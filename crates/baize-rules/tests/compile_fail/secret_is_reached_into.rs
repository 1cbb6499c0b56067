//! The value inside a secret is private.

use baize_rules::Secret;

fn main() {
    let secret = Secret::hidden(7);
    assert!(secret.value > 0);
}
