//! The laws every game obeys, for each set of options that changes how Nine is played.

use baize_nine::{Action, Aid, Helper, Helpers, Nine, Options, Pick, Ties};
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};
use baize_rules::{Dice, Score};
use proptest::prelude::*;

/// Any card, other numbers, or a word; sometimes with a helper beside it, real or not.
fn probe(dice: &mut Dice) -> Action {
    let card = match dice.roll(16) {
        12 => Pick::from(-1.0),
        13 => Pick::from(1.5),
        14 => Pick::from(1e20),
        15 => Pick::Text("x".to_owned()),
        number => Pick::from(f64::from(number)),
    };
    let helper = match dice.roll(12) {
        0 => Some(Aid::Text("x".to_owned())),
        1 => Some(Aid::Several(vec!["double".to_owned(), "shield".to_owned()])),
        2 => Some(Aid::Helper(Helper::Reverse)),
        3 => Some(Aid::Helper(Helper::Double)),
        4 => Some(Aid::Helper(Helper::Shield)),
        _ => None,
    };
    Action::Play { card, helper }
}

fn hold(options: Options, games: u64) -> Report {
    // Every card may be tied and come back.
    let most = if options.has_bonus_turns() { 36 } else { 18 };
    let laws = Laws::<Nine>::new(options, 2, probe).ending_within(most * usize::from(options.most_games()));
    let mut report = Report::default();
    for seed in 0..games {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{options:?}, seed {seed}: {broken}"));
    }
    assert!(report.plies >= 18 * games as usize);
    assert!(report.refusals > 0 && report.redeals > 0, "{report:?}");
    report
}

/// Also checks that sealed choices gave the laws something to hide and something to swap.
fn hold_sealed(options: Options, games: u64) {
    let report = hold(options, games);
    assert!(report.different > 0 && report.swaps > 0, "{report:?}");
}

#[test]
fn laws_hold_by_default() {
    hold_sealed(Options::default(), 20);
}

#[test]
fn laws_hold_with_split_ties() {
    hold_sealed(Options { ties: Ties::Split, cover_opponent: true, ..Options::default() }, 10);
}

#[test]
fn laws_hold_with_carried_ties_and_odd_weights() {
    let weights = [1000, 500, 333, 0, 100_000, 1, 1500, 2000, 12_345];
    let turn_weights = weights.map(Score::thousandths);
    hold_sealed(Options { ties: Ties::Carry, turn_weights, ..Options::default() }, 20);
}

#[test]
fn laws_hold_in_matches() {
    hold_sealed(Options { race_to: 2, ..Options::default() }, 6);
    hold_sealed(Options { race_to: 3, ties: Ties::Carry, ..Options::default() }, 4);
}

#[test]
fn laws_hold_with_an_open_lead() {
    let report = hold(Options { open_lead: true, ..Options::default() }, 20);
    assert_eq!((report.different, report.swaps), (0, 0), "everything lies open and one acts at a time");
    hold(Options { open_lead: true, race_to: 2, ..Options::default() }, 4);
}

#[test]
fn laws_hold_with_special_cards_and_bonus_turns() {
    hold_sealed(Options { special: Helpers::ALL, ..Options::default() }, 20);
    hold_sealed(Options { bonus: true, ..Options::default() }, 20);
    hold_sealed(Options { special: Helpers::ALL, bonus: true, race_to: 2, ..Options::default() }, 6);
    let report = hold(Options { special: Helpers::ALL, open_lead: true, ..Options::default() }, 10);
    assert_eq!((report.different, report.swaps), (0, 0), "everything lies open and one acts at a time");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any combination of valid options.
    #[test]
    fn laws_hold_for_every_combination_of_options(
        ties in prop::sample::select(vec![Ties::None, Ties::Split, Ties::Carry]),
        weights in prop::array::uniform9(0_i64..=100_000),
        race_to in 1_u8..=3,
        flags in prop::array::uniform3(any::<bool>()),
        special in prop::sample::subsequence(Helper::ALL.to_vec(), 0..=3),
        seed in any::<u64>(),
    ) {
        let [cover_opponent, open_lead, bonus] = flags;
        let turn_weights = weights.map(Score::thousandths);
        let special = special.into_iter().collect();
        let options = Options { ties, turn_weights, cover_opponent, race_to, open_lead, special, bonus };
        let most = if options.has_bonus_turns() { 36 } else { 18 };
        let laws = Laws::<Nine>::new(options, 2, probe).ending_within(most * usize::from(options.most_games()));
        if let Err(broken) = laws.hold(seed) {
            prop_assert!(false, "{options:?}: {broken}");
        }
    }
}

#[test]
fn every_planted_leak_is_found() {
    for channel in Channel::ALL {
        let options = LeakyOptions { inner: Options::default(), channel };
        let laws = Laws::<Leaky<Nine>>::new(options, 2, probe);
        let broken = (0..20).find_map(|seed| laws.hold(seed).err());
        assert_eq!(broken.map(|broken| broken.law), Some("non-interference"), "{channel:?}");
    }
}
