//! Comparing secrets would be a way to learn one by guessing.

use baize_rules::Secret;

fn main() {
    assert!(Secret::hidden(7) == Secret::hidden(7));
}
