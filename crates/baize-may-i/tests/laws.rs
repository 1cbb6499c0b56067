//! The laws every game keeps, for tables of every size and every option that changes how May I? is played.

use baize_may_i::{
    Action, Card, Faced, FirstDealer, LayOff, MayI, MeldId, MeldKind, Named, NamedMeld, Options, Round,
    RunEnd,
};
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};
use baize_rules::{Dice, Seat};

fn card(dice: &mut Dice) -> Named<Card> {
    let deck: Vec<Card> = Card::deck(8).collect();
    match dice.roll(20) {
        0 => Named::Unknown("no card".to_owned()),
        _ => Named::Known(*dice.pick(&deck).unwrap()),
    }
}

fn meld(dice: &mut Dice) -> Named<MeldId> {
    Named::from(format!("m{}", dice.roll(7)).as_str())
}

fn lay_off(dice: &mut Dice) -> LayOff {
    let ends = [None, Some(RunEnd::Start), Some(RunEnd::End)];
    LayOff { card_id: card(dice), meld_id: meld(dice), position: *dice.pick(&ends).unwrap() }
}

/// Any action, most of them refused for one reason or another.
fn probe(dice: &mut Dice) -> Action {
    let cards = |dice: &mut Dice, count| (0..count).map(|_| card(dice)).collect();
    match dice.roll(16) {
        0 => Action::DrawFromStock {},
        1 => Action::DrawFromDiscard {},
        2 => {
            let kinds = [MeldKind::Set, MeldKind::Run];
            let count = dice.roll(4);
            let melds =
                (0..count).map(|_| NamedMeld { kind: *dice.pick(&kinds).unwrap(), card_ids: cards(dice, 3) });
            Action::LayDown { melds: melds.collect() }
        }
        3..=5 => Action::LayOff(lay_off(dice)),
        6 => {
            let count = dice.roll(3);
            Action::GoOut { lay_offs: (0..count).map(|_| lay_off(dice)).collect() }
        }
        7 => Action::SwapJoker { meld_id: meld(dice), joker_id: card(dice), card_id: card(dice) },
        8 => Action::Skip {},
        9 | 10 => Action::Discard { card_id: card(dice) },
        11 => Action::CallMayI {},
        12 => Action::AllowMayI {},
        13 => Action::ClaimMayI {},
        _ => Action::ReorderHand { card_ids: cards(dice, 11) },
    }
}

fn hold(options: Options, seats: u8, seeds: std::ops::Range<u64>) -> Report {
    let laws = Laws::<MayI>::new(options, seats, probe);
    let mut report = Report::default();
    for seed in seeds {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{options:?}, seed {seed}: {broken}"));
    }
    assert!(report.plies > 0 && report.refusals > 0 && report.redeals > 0, "{report:?}");
    assert_eq!(report.different, report.redeals, "there is always something to hide");
    report
}

/// Random hands seldom meet a contract: without a limit such rounds would not end.
fn short(turns: u32, start_round: u8) -> Options {
    Options { max_turns: Some(turns), start_round: Round::new(start_round).unwrap(), ..Options::default() }
}

#[test]
fn laws_hold_for_three() {
    hold(short(8, 4), 3, 0..3);
}

#[test]
fn laws_hold_in_all_rounds_for_four() {
    hold(short(4, 1), 4, 0..1);
}

#[test]
fn laws_hold_for_eight() {
    hold(short(3, 6), 8, 0..1);
}

#[test]
fn laws_hold_with_exact_contracts_and_a_random_dealer() {
    let options = Options { exact_contract: true, first_dealer: FirstDealer::Random, ..short(6, 5) };
    hold(options, 3, 0..2);
    let options = Options { first_dealer: FirstDealer::Seat(Seat::new(4).unwrap()), ..short(3, 6) };
    hold(options, 5, 0..1);
}

#[test]
fn every_planted_leak_is_found() {
    for channel in Channel::ALL {
        let options = LeakyOptions { inner: short(3, 6), channel };
        let laws = Laws::<Leaky<MayI>>::new(options, 3, probe);
        let broken = (0..4).find_map(|seed| laws.hold(seed).err());
        assert_eq!(broken.map(|broken| broken.law), Some("non-interference"), "{channel:?}");
    }
}

#[test]
fn probes_name_every_card() {
    let mut dice = Dice::new(&baize_rules::Seed::from_text("probes"));
    let known: std::collections::BTreeSet<Card> = (0..4000).filter_map(|_| card(&mut dice).known()).collect();
    assert_eq!(known.len(), Card::MOST);
    assert!(known.iter().any(|card| card.face().is_joker()));
}
