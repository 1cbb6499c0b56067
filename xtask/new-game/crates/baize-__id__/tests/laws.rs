//! The law kit on __Title__.

use baize___name__::{Action, Options, __Type__};
use baize_rules::Dice;
use baize_rules::laws::{Laws, Report};
use proptest::prelude::*;

/// Takes any number of counters, often one that may not be taken.
fn probe(dice: &mut Dice) -> Action {
    Action::Take { count: dice.roll(6) as u8 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn laws_hold(seed: u64) {
        let report = Laws::<__Type__>::new(Options {}, 2, probe).ending_within(21).hold(seed);
        let report: Report = report.map_err(|broken| TestCaseError::fail(broken.to_string()))?;
        prop_assert!(report.plies >= 7 && report.refusals > 0);
        prop_assert_eq!(report.different, 0, "nothing is hidden");
    }
}
