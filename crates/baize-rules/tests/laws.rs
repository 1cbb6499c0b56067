//! The law kit can fail: a sound toy game passes, and for each flaw the kit names the law that is broken.

mod toy;

use baize_rules::Dice;
use baize_rules::laws::{Broken, Channel, Laws, Leaky, LeakyOptions, Report};
use std::collections::BTreeSet;
use toy::{Action, CHARMS, Flaw, Options, Toy, View};

/// Each flaw and the law it breaks.
const FLAWS: &[(Flaw, &str)] = &[
    (Flaw::ActsAfterTheEnd, "over means over"),
    (Flaw::CheckDiffers, "check and play agree"),
    (Flaw::DrawGoesOn, "draws"),
    (Flaw::HurryPays, "sealed order"),
    (Flaw::IdleIllegal, "idle moves are legal"),
    (Flaw::JsonForgets, "JSON round trip"),
    (Flaw::LeavingStrands, "leaving"),
    (Flaw::MenuEmpty, "honest menu"),
    (Flaw::MenuForBystanders, "honest menu"),
    (Flaw::MenuListsIllegal, "honest menu"),
    (Flaw::MenuOmitsLegal, "honest menu"),
    (Flaw::NeverEnds, "random play ends"),
    (Flaw::NobodyMust, "somebody must act until the end"),
    (Flaw::PrivateAdds, "private actions"),
    (Flaw::PrivateHeard, "private actions"),
    (Flaw::PrivateSeen, "private actions"),
    (Flaw::RedealRefused, "non-interference"),
    (Flaw::RefusalCounts, "a refusal changes nothing"),
    (Flaw::ScoreMissing, "a score for each seat"),
    (Flaw::SeatMissing, "seats"),
    (Flaw::SetupForgets, "setup round trip"),
    (Flaw::SetupOmits, "setup round trip"),
    (Flaw::SizesWrong, "table sizes"),
    (Flaw::TellsInAwaiting, "non-interference"),
    (Flaw::TellsInBoard, "non-interference"),
    (Flaw::TellsInChoice, "non-interference"),
    (Flaw::TellsInError, "non-interference"),
    (Flaw::TellsInEvent, "non-interference"),
    (Flaw::TellsInIdle, "non-interference"),
    (Flaw::TellsInLeaving, "non-interference"),
    (Flaw::TellsInMenu, "non-interference"),
    (Flaw::TellsInOutcome, "non-interference"),
    (Flaw::TellsInView, "non-interference"),
    (Flaw::TellsInWords, "non-interference"),
    (Flaw::TextForgets, "text round trip"),
    (Flaw::Unlisted, "known codes"),
    (Flaw::Unrepeatable, "replay"),
    (Flaw::ViewForgets, "view round trip"),
];

fn probe(dice: &mut Dice) -> Action {
    Action { number: dice.roll(6) as u8 }
}

/// Any charm.
fn private(_: &View, dice: &mut Dice) -> Option<Action> {
    Some(Action { number: CHARMS + dice.roll(4) as u8 })
}

/// The first law found broken in some games.
fn first_broken(flaw: Option<Flaw>, seats: u8) -> Option<Broken> {
    let mut laws = Laws::<Toy>::new(Options { flaw }, seats, probe).ending_within(40);
    // A charm is hidden, so a toy that leaks hidden things would leak a new charm, too.
    if matches!(flaw, Some(Flaw::PrivateAdds | Flaw::PrivateHeard | Flaw::PrivateSeen)) {
        laws = laws.with_private(private);
    }
    (0..12).find_map(|seed| laws.hold(seed).err())
}

#[test]
fn the_sound_toy_keeps_every_law() {
    for seats in 2..=3 {
        let laws = Laws::<Toy>::new(Options::default(), seats, probe).with_private(private);
        let mut report = Report::default();
        for seed in 0..30 {
            report += laws.hold(seed).unwrap();
        }
        assert_eq!(report.plies, 30 * 2 * usize::from(seats));
        assert!(report.refusals > 0 && report.redeals > 0 && report.different > 0 && report.swaps > 0);
        assert!(report.private > 0);
    }
}

#[test]
fn every_flaw_breaks_its_law() {
    for &(flaw, law) in FLAWS {
        for seats in 2..=3 {
            let broken = first_broken(Some(flaw), seats);
            let named = broken.as_ref().map(|broken| broken.law);
            assert_eq!(named, Some(law), "{flaw:?} with {seats} seats: {broken:?}");
        }
    }
}

#[test]
fn a_game_that_does_not_start_breaks_a_law() {
    assert_eq!(first_broken(None, 5).map(|broken| broken.law), Some("start"));
}

#[test]
fn a_leak_in_any_channel_is_found() {
    for channel in Channel::ALL {
        let laws = Laws::<Leaky<Toy>>::new(LeakyOptions { inner: Options::default(), channel }, 3, probe);
        let broken = (0..12).find_map(|seed| laws.hold(seed).err());
        assert_eq!(broken.map(|broken| broken.law), Some("non-interference"), "{channel:?}");
    }
}

/// The kit's source names each law where it is required; each must have a flaw that breaks it.
#[test]
fn every_law_has_a_flaw() {
    let source = concat!(include_str!("../src/laws/mod.rs"), include_str!("../src/laws/private.rs"));
    let named = ["require(", "law: ", "NO_LEAK: &str = ", "LAW: &str = "]
        .iter()
        .flat_map(|before| source.split(before).skip(1));
    let laws: BTreeSet<&str> =
        named.filter_map(|text| text.trim_start().strip_prefix('"')?.split('"').next()).collect();
    let broken: BTreeSet<&str> = FLAWS.iter().map(|(_, law)| *law).chain(["start"]).collect();
    assert_eq!(laws, broken);
}
