//! A golden game.

use baize_othello::{Options, Othello};
use baize_rules::laws::playthrough;

#[test]
fn golden_playthrough() {
    insta::assert_snapshot!(playthrough::<Othello>(Options {}, 2, "golden"));
}
