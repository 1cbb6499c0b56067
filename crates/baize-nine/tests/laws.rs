//! The laws every game keeps, for each set of options that changes how Nine is played.

use baize_nine::{Action, Nine, Options, Pick, Ties};
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};
use baize_rules::{Dice, Score};

/// Any card, numbers that are none, and words.
fn probe(dice: &mut Dice) -> Action {
    let card = match dice.roll(16) {
        12 => Pick::from(-1.0),
        13 => Pick::from(1.5),
        14 => Pick::from(1e20),
        15 => Pick::Text("x".to_owned()),
        number => Pick::from(f64::from(number)),
    };
    Action::Play { card }
}

fn hold(options: Options, games: u64) -> Report {
    let laws = Laws::<Nine>::new(options, 2, probe).ending_within(18 * usize::from(options.most_games()));
    let mut report = Report::default();
    for seed in 0..games {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{options:?}, seed {seed}: {broken}"));
    }
    assert!(report.plies >= 18 * games as usize);
    assert!(report.refusals > 0 && report.redeals > 0, "{report:?}");
    report
}

/// With a choice sealed there is something to hide and something to swap.
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
fn every_planted_leak_is_found() {
    for channel in Channel::ALL {
        let options = LeakyOptions { inner: Options::default(), channel };
        let laws = Laws::<Leaky<Nine>>::new(options, 2, probe);
        let broken = (0..20).find_map(|seed| laws.hold(seed).err());
        assert_eq!(broken.map(|broken| broken.law), Some("non-interference"), "{channel:?}");
    }
}
