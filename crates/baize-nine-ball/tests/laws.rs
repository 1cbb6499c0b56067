//! The laws of every game, for each set of options that changes how nine-ball is played.

use baize_nine_ball::{Action, Cue, Given, NineBall, Options, Stroke, View};
use baize_rules::Dice;
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};

/// Places on and off the table, shots within and beyond the bounds, choices, concessions and odd numbers.
fn probe(dice: &mut Dice) -> Action {
    let mut within = |reach: u32| (dice.roll(2 * reach + 1) as i32) - reach as i32;
    let (x, y, top) = (within(1_300_000), within(700_000), within(501));
    match dice.roll(12) {
        0..4 => Action::PlaceBall { x_um: x.into(), y_um: y.into() },
        4..8 => {
            let speed = dice.roll(2000) as i32;
            let cue =
                Cue { top_milli: top, side_milli: top / 2, ..Cue::level(speed, dice.roll(6_283_190) as i32) };
            Action::Shoot(Stroke { push_out: dice.roll(2) == 0, ..cue.into() })
        }
        8 => Action::Choose { play: dice.roll(2) == 0 },
        9 => Action::PlaceBall { x_um: Given::Number(0.5), y_um: Given::Text("x".to_owned()) },
        10 => Action::Shoot(Stroke { speed_mm_s: Given::Number(1e300), ..Cue::level(1, 0).into() }),
        _ => Action::Concede {},
    }
}

/// Places the cue ball somewhere else.
#[allow(clippy::unnecessary_wraps)] // other games may have nothing to do
fn place_again(_: &View, dice: &mut Dice) -> Option<Action> {
    let mut within = |reach: u32| (dice.roll(2 * reach + 1) as i32) - reach as i32;
    Some(Action::PlaceBall { x_um: within(1_300_000).into(), y_um: within(700_000).into() })
}

fn hold(options: Options, seats: u8, games: u64) -> Report {
    let laws = Laws::<NineBall>::new(options, seats, probe).ending_within(400).with_private(place_again);
    let mut report = Report::default();
    for seed in 0..games {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{options:?}, seed {seed}: {broken}"));
    }
    assert!(report.refusals > 0 && report.redeals > 0, "{report:?}");
    assert!(report.private > 0, "the cue ball is placed again: {report:?}");
    assert!(report.different > 0, "the dice of later racks are hidden: {report:?}");
    report
}

#[test]
fn laws_hold_by_default() {
    let report = hold(Options::default(), 2, 6);
    assert!(report.plies > 30, "{report:?}");
}

#[test]
fn laws_hold_under_the_world_rules() {
    hold(Options::wpa(), 2, 12);
}

#[test]
fn laws_hold_in_matches_on_a_small_table() {
    let options = Options {
        race_to: 2,
        break_order: baize_nine_ball::BreakOrder::Alternate,
        table: baize_nine_ball::TableSize::SevenFoot,
        frozen_cushion: true,
        three_fouls: true,
        ..Options::default()
    };
    hold(options, 2, 6);
}

#[test]
fn laws_hold_in_practice() {
    let options = Options { practice: true, fixed_rack: true, three_fouls: true, ..Options::default() };
    hold(options, 1, 6);
    hold(options, 2, 4);
}

#[test]
fn every_planted_leak_is_found() {
    for channel in Channel::ALL {
        let options = LeakyOptions { inner: Options::wpa(), channel };
        let laws = Laws::<Leaky<NineBall>>::new(options, 2, probe);
        let broken = (0..3).find_map(|seed| laws.hold(seed).err());
        assert_eq!(broken.map(|broken| broken.law), Some("non-interference"), "{channel:?}");
    }
}
