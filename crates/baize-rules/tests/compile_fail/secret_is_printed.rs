//! A secret has no text.

use baize_rules::Secret;

fn main() {
    println!("{}", Secret::hidden(7));
}
