//! The law kit on Othello.

use baize_othello::{Action, Nowhere, Options, Othello, Square};
use baize_rules::Dice;
use baize_rules::laws::{Laws, Report};
use proptest::prelude::*;

/// Any square, and sometimes a pass or something that is not a square.
fn probe(dice: &mut Dice) -> Action {
    match dice.roll(70) {
        64..=67 => Action::Pass,
        68 => Action::PlaceNowhere(Nowhere::OutOfRange("64".to_owned())),
        69 => Action::PlaceNowhere(Nowhere::NotASquare("i9".to_owned())),
        index => Action::Place(Square::lowest(1 << index)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn laws_hold(seed: u64) {
        let report = Laws::<Othello>::new(Options {}, 2, probe).ending_within(60).hold(seed);
        let report: Report = report.map_err(|broken| TestCaseError::fail(broken.to_string()))?;
        prop_assert!(report.plies >= 9 && report.refusals > 100);
        prop_assert_eq!(report.different, 0, "Othello hides nothing");
    }
}
