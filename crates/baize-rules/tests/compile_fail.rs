//! What the types forbid: each file in `compile_fail` tries one way to learn a secret or move a game, and the
//! compiler refuses it with the error in the file beside it.

#[test]
fn secrets_stay_shut_and_games_move_only_at_a_table() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
