//! What the types forbid: each file in `compile_fail` tries one way to learn or move what it may not, and the compiler
//! says no for the reason written beside it.

#[test]
fn secrets_stay_shut_and_games_move_only_at_a_table() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
