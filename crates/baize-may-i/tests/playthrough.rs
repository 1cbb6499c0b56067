//! A golden game: a lay-down, a wild laid off at a chosen end, and everything each seat sees and hears.

use baize_may_i::{MayI, Options, Round};
use baize_rules::laws::playthrough;

#[test]
fn golden_playthrough() {
    let options = Options { max_turns: Some(5), start_round: Round::new(4).unwrap(), ..Options::default() };
    insta::assert_snapshot!(playthrough::<MayI>(options, 3, "golden 1850"));
}
