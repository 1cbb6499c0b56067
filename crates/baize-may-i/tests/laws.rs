//! The laws every game obeys, for tables of every size and every option that changes how May I? is played.

use baize_may_i::{
    Action, Card, Event, Faced, FirstDealer, LayOff, MayI, MeldId, MeldKind, Named, NamedMeld, Options,
    Round, RunEnd, View,
};
use baize_rules::laws::{Channel, Laws, Leaky, LeakyOptions, Report};
use baize_rules::{Addressed, Dice, Game, Seat, Seed, Table, Viewer};

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

/// Any action, mostly one refused for one reason or another.
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

/// Sorts the viewer's hand at random.
fn sorted(view: &View, dice: &mut Dice) -> Option<Action> {
    let mut hand = view.hand.clone()?;
    dice.shuffle(&mut hand);
    Some(Action::ReorderHand { card_ids: hand.into_iter().map(Named::Known).collect() })
}

fn hold(options: Options, seats: u8, seeds: std::ops::Range<u64>) -> Report {
    let laws = Laws::<MayI>::new(options, seats, probe).with_private(sorted);
    let mut report = Report::default();
    for seed in seeds {
        report += laws.hold(seed).unwrap_or_else(|broken| panic!("{options:?}, seed {seed}: {broken}"));
    }
    assert!(report.plies > 0 && report.refusals > 0 && report.redeals > 0, "{report:?}");
    assert_eq!(report.different, report.redeals, "there is always something to hide");
    assert!(report.private > report.plies, "everybody sorts");
    report
}

/// A player that does whatever is possible: it lays down, lays off and swaps when it can, and asks for many
/// cards. Its games exercise every part of the rules.
fn eager(table: &Table<MayI>, dice: &mut Dice) -> (Seat, Action) {
    let game = table.game();
    let awaiting = game.awaiting();
    let callers: Vec<Seat> =
        awaiting.may.iter().filter(|&seat| !game.menu(seat).actions().is_empty()).collect();
    let asks = dice.roll(6) == 0;
    if let Some(&caller) = dice.pick(&callers).filter(|_| asks) {
        return (caller, Action::CallMayI {});
    }
    let seat = awaiting.must.iter().next().unwrap();
    let actions = game.menu(seat).into_actions();
    let is_play = |action: &&Action| {
        matches!(
            action,
            Action::LayDown { .. } | Action::LayOff(_) | Action::GoOut { .. } | Action::SwapJoker { .. }
        )
    };
    let plays: Vec<&Action> = actions.iter().filter(is_play).collect();
    let action = match dice.pick(&plays) {
        Some(play) => (*play).clone(),
        // Wilds are kept, so that contracts are met.
        None => {
            let wild = |action: &Action| match action {
                Action::Discard { card_id } => card_id.known().is_some_and(|card| card.face().is_wild()),
                _ => false,
            };
            let tame: Vec<&Action> = actions.iter().filter(|action| !wild(action)).collect();
            dice.pick(&tame).map_or_else(|| actions[0].clone(), |action| (*action).clone())
        }
    };
    (seat, action)
}

/// What happened in games, so that a test can insist on it.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    granted: usize,
    refilled: usize,
    swapped: usize,
    laid_off: usize,
    went_out: usize,
}

impl Seen {
    fn note(&mut self, told: &[Addressed<Event>]) {
        self.positions += 1;
        for news in told {
            match news.event {
                Event::MayIGranted { .. } => self.granted += 1,
                Event::StockRefilled { .. } => self.refilled += 1,
                Event::Swapped { .. } => self.swapped += 1,
                Event::LaidOff { .. } => self.laid_off += 1,
                Event::WentOut { .. } => self.went_out += 1,
                _ => {}
            }
        }
    }
}

/// Plays eager games until `positions` positions have been seen.
fn eager_games(
    seats: u8,
    options: Options,
    positions: usize,
    mut look: impl FnMut(&Table<MayI>, &mut Dice),
) -> Seen {
    let mut seen = Seen::default();
    for number in 0.. {
        let seed = Seed::from_text(&format!("eager game {number} of {seats}"));
        let mut dice = Dice::new(&seed.branch("eager"));
        let mut table = Table::<MayI>::start(options, seats, &seed).unwrap();
        while table.game().outcome().is_none() {
            if seen.positions >= positions {
                return seen;
            }
            look(&table, &mut dice);
            let (seat, action) = eager(&table, &mut dice);
            let told = table.play(seat, &action).unwrap();
            seen.note(&told);
        }
    }
    seen
}

#[test]
fn t24_no_card_is_ever_lost_or_doubled() {
    for (seats, positions) in [(3, 4000), (5, 4000), (8, 8000)] {
        let seen = eager_games(seats, short(200, 1), positions, |table, _| {
            let setup = table.setup();
            let melds = setup.table.iter().flat_map(|meld| meld.cards());
            let lying = setup.stock.iter().chain(&setup.discard).chain(melds);
            let mut cards: Vec<Card> = setup.hands.iter().flatten().chain(lying).copied().collect();
            cards.sort_unstable();
            let mut deck: Vec<Card> = Card::deck(seats).collect();
            deck.sort_unstable();
            assert_eq!(cards, deck);
        });
        let Seen { granted, refilled, swapped, laid_off, went_out, .. } = seen;
        let all = [granted, refilled, swapped, laid_off, went_out];
        assert!(all.iter().all(|&times| times > 2), "{seats} seats: {seen:?}");
    }
}

/// Two states that differ only in what a viewer cannot know give it the same bytes, until an action reveals
/// something.
#[test]
fn nobody_sees_what_is_hidden_in_ten_thousand_positions() {
    let mut different = 0;
    let seen = eager_games(4, short(40, 1), 10_000, |table, dice| {
        let (seat, action) = eager(table, dice);
        for viewer in Viewer::all(4) {
            let view = table.game().view(viewer);
            let twin = Table::<MayI>::load(MayI::redeal(&view, dice)).unwrap();
            different += usize::from(twin.setup() != table.setup());
            let bytes = |table: &Table<MayI>| {
                let game = table.game();
                let menu = viewer.seat().map(|seat| (game.menu(seat), game.idle(seat)));
                let view = game.view(viewer);
                (serde_json::to_string(&view).unwrap(), view.to_string(), menu, game.awaiting())
            };
            assert_eq!(bytes(table), bytes(&twin), "{viewer:?}");
            let (mut here, mut there) = (table.clone(), twin);
            let (Ok(told_here), Ok(told_there)) = (here.play(seat, &action), there.play(seat, &action))
            else {
                assert_ne!(
                    viewer,
                    Viewer::Seat(seat),
                    "its own action is refused for what it cannot see: {action:?}"
                );
                continue;
            };
            let heard = |told: &[Addressed<Event>]| -> Vec<String> {
                let events = told.iter().filter(|news| news.to.includes(viewer));
                events
                    .map(|news| format!("{} {}", serde_json::to_string(&news.event).unwrap(), news.event))
                    .collect()
            };
            let parted = here.game().view(viewer) != there.game().view(viewer);
            assert!(parted || heard(&told_here) == heard(&told_there), "{viewer:?} {seat} {action:?}");
        }
    });
    assert_eq!(seen.positions, 10_000);
    assert_eq!(different, 50_000, "there is always something to hide");
}

/// Nothing that another seat gets names a hidden card.
#[test]
fn hidden_cards_are_not_named() {
    eager_games(3, short(40, 1), 2_000, |table, _| {
        let setup = table.setup();
        for viewer in Viewer::all(3) {
            let mut view = table.game().view(viewer);
            // The cards of the previous round lay open when it ended and have been shuffled since.
            assert_eq!(view.last_hands.is_empty(), view.rounds.is_empty());
            view.last_hands.clear();
            let shown = serde_json::to_string(&view).unwrap();
            let hands = Seat::first(3).filter(|&seat| viewer != Viewer::Seat(seat));
            let hidden = hands.flat_map(|seat| &setup.hands[seat.index()]);
            let mut hidden = hidden.chain(&setup.stock).chain(setup.discard.iter().skip(1));
            assert!(!hidden.any(|card| shown.contains(&format!("{card:?}"))), "{viewer:?} {shown}");
        }
    });
}

/// The cards left in a round are shown only when it has ended; until then everybody sees those of the round
/// before.
#[test]
fn hands_are_shown_only_after_their_round() {
    let mut rounds = 0;
    eager_games(3, short(20, 1), 3_000, |table, dice| {
        let (seat, action) = eager(table, dice);
        let before = table.game().view(Viewer::Spectator);
        let mut after = table.clone();
        let told = after.play(seat, &action).unwrap();
        let ended = told.iter().find_map(|news| match &news.event {
            Event::RoundEnded { hands, scores, .. } => Some((hands, scores)),
            _ => None,
        });
        let shown = after.game().view(Viewer::Spectator).last_hands;
        let Some((hands, scores)) = ended else {
            assert_eq!(shown, before.last_hands);
            return;
        };
        assert_eq!(&shown, hands);
        let points = |hand: &Vec<Card>| hand.iter().map(|card| card.face().points()).sum::<u32>();
        assert!(hands.iter().map(points).eq(scores.points().iter().copied()));
        rounds += 1;
    });
    assert!(rounds > 10, "{rounds}");
}

/// Whatever can be remembered was told to everybody, spectators included.
#[test]
fn only_what_everybody_heard_is_remembered() {
    let mut remembered = 0;
    eager_games(4, short(40, 1), 2_000, |table, dice| {
        let (seat, action) = eager(table, dice);
        let before = table.game().view(Viewer::Spectator).memory;
        let mut after = table.clone();
        let told = after.play(seat, &action).unwrap();
        let heard = told.iter().filter(|news| news.to.includes(Viewer::Spectator));
        let heard: String = heard.map(|news| serde_json::to_string(&news.event).unwrap()).collect();
        let memory = after.game().view(Viewer::Spectator).memory;
        for shown in memory.iter().filter(|shown| !before.contains(shown)) {
            assert!(heard.contains(&format!("{:?}", shown.card)), "{shown:?} {heard}");
            remembered += 1;
        }
    });
    assert!(remembered > 500, "{remembered}");
}

/// Random hands seldom meet a contract, so without a limit such rounds would not end.
fn short(turns: u32, start_round: u8) -> Options {
    Options { max_turns: Some(turns), start_round: Round::new(start_round).unwrap(), ..Options::default() }
}

#[test]
fn laws_hold_for_three() {
    hold(short(8, 4), 3, 0..4);
}

#[test]
fn laws_hold_in_all_rounds_for_four() {
    hold(short(8, 1), 4, 0..2);
}

#[test]
fn laws_hold_in_a_short_game() {
    hold(Options { last_round: Round::new(3).unwrap(), ..short(8, 1) }, 3, 0..2);
}

#[test]
fn laws_hold_for_eight() {
    hold(short(8, 6), 8, 0..1);
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
    let mut dice = Dice::new(&Seed::from_text("probes"));
    let known: std::collections::BTreeSet<Card> = (0..4000).filter_map(|_| card(&mut dice).known()).collect();
    assert_eq!(known.len(), Card::MOST);
    assert!(known.iter().any(|card| card.face().is_joker()));
}
