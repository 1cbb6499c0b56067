//! The laws every game obeys, for both modes under several options, and the leak the law kit plants.

use baize_banqi::{Action, Banqi, Mode, Options, Place, Preset};
use baize_rules::Dice;
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};

/// Any action, on the board or not.
fn probe(dice: &mut Dice) -> Action {
    let place = |dice: &mut Dice| match dice.roll(50) {
        45 => Place::Index(45),
        46 => Place::Index(255),
        47.. => Place::Nowhere,
        index => Place::Index(index as u8),
    };
    match dice.roll(3) {
        0 => Action::Flip { at: place(dice) },
        1 => Action::Move { from: place(dice), to: place(dice) },
        _ => Action::Capture { from: place(dice), to: place(dice) },
    }
}

fn hold(json: &str, seeds: u64) {
    let options: Options = serde_json::from_str(json).unwrap();
    let laws = Laws::<Banqi>::new(options, options.mode.seats(), probe);
    let mut report = Report::default();
    for seed in 0..seeds {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{json}, seed {seed}: {broken}"));
    }
    assert!(
        report.plies > 0 && report.refusals > 0 && report.redeals > 0 && report.different > 0,
        "{report:?}"
    );
}

#[test]
fn the_laws_hold_in_classic() {
    hold(r#"{"plyCap":250}"#, 3);
    hold(r#"{"noProgress":20}"#, 3);
}

#[test]
fn the_laws_hold_in_classic_with_repetition() {
    hold(r#"{"preset":"tournament","plyCap":250}"#, 3);
}

#[test]
fn the_laws_hold_in_three_kingdoms() {
    hold(r#"{"mode":"three-kingdoms"}"#, 3);
}

#[test]
fn the_laws_hold_in_three_kingdoms_as_folk_play_it() {
    hold(r#"{"preset":"folk","repetition":3,"plyCap":300}"#, 2);
    hold(r#"{"mode":"three-kingdoms","layout":"scatter","counter":"off","plyCap":200}"#, 2);
}

#[test]
fn a_leak_is_found_on_every_channel() {
    for mode in Mode::ALL {
        let short = Options { ply_cap: baize_banqi::Limit::after(40), ..Options::contract(mode) };
        for channel in Channel::ALL {
            let options = LeakyOptions { inner: short, channel };
            let laws = Laws::<Leaky<Banqi>>::new(options, mode.seats(), probe);
            assert!(
                (0..4).any(|seed| laws.hold(seed).is_err()),
                "{mode} leaks through {channel:?} unnoticed"
            );
        }
    }
}

#[test]
fn the_presets_can_be_played() {
    for preset in [Preset::Contract, Preset::Folk, Preset::Tournament, Preset::Olympiad] {
        let options = Options { ply_cap: baize_banqi::Limit::after(30), ..Options::preset(preset) };
        Laws::<Banqi>::new(options, options.mode.seats(), probe).hold(1).unwrap();
    }
}
