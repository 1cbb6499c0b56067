//! Tests of what the players by rules of thumb and by imagined deals promise.

use super::greedy::Greedy;
use super::greedy::tests::{down, table};
use super::hard::Hard;
use super::recall::Recall;
use super::seen::{Seen, kind};
use super::spread::{Spread, lay_down};
use super::thumb::Thumb;
use super::world::Chance;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Card, Face, Faced, Holding, MayI, Named, Options, Round, Search, Suit, Terms};
use baize_rules::{Game, Seat, Seed, Table, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FAR: &str = "3S.0 5D.0 7H.0 9C.0 JS.0 KD.0 4H.0 8C.0 TS.0 QD.0 AH.0";

fn hard(seed: &str) -> Hard {
    Hard::new(&Seed::from_text(seed))
}

fn ask(player: &mut dyn Player<MayI>, table: &Table<MayI>, seat: Seat, nodes: u64) -> Choice<Action> {
    let (view, menu) = (table.game().view(Viewer::Seat(seat)), table.game().menu(seat));
    player.choose(&view, &menu, Budget { nodes: Some(nodes), ..Budget::default() })
}

/// Checks an action that `medium` and `hard` share.
fn check(hand: &str, changes: &Value, expect: &str) {
    for player in [&mut Thumb as &mut dyn Player<MayI>, &mut hard("any")] {
        let table = table(hand, changes.clone());
        let action = ask(player, &table, Seat::SECOND, 64).action;
        assert_eq!(table.game().write(Seat::SECOND, &action), expect, "{hand}");
    }
}

#[test]
fn a_wild_names_its_end() {
    let run = json!(["5S.0", "6S.0", "7S.0", "8S.0"]);
    check("3S.0 2C.0 KD.0", &down(run.clone()), "layoff 2 1 start");
    check("TS.0 2C.0 KD.0", &down(run.clone()), "layoff 2 1 end");
    check("3S.0 2C.0", &down(run), "goout \"2 1 start\" \"1 1\"");
}

#[test]
fn a_lay_down_leaves_what_can_be_laid_off_later() {
    // Either pair takes the wild. The nine will fit a set on the table later, so the pair of nines stays.
    let nines = json!({ "table": [{ "owner": 0, "type": "set", "cards": ["9S.0", "9D.0", "9H.0"] }] });
    check("7S.0 7D.0 7H.0 9S.1 9C.0 4D.0 4H.0 2C.0", &nines, "laydown \"1,3,2\" \"7,6,8\"");
}

#[test]
fn the_last_round_is_given_up_when_it_is_lost() {
    let last = json!({ "round": 6, "phase": "act" });
    let table = table(&format!("{FAR} JK.0"), last);
    let action = ask(&mut Thumb, &table, Seat::SECOND, 64).action;
    assert_eq!(table.game().write(Seat::SECOND, &action), "discard 12", "the Joker costs most");
}

#[test]
fn hard_runs_for_the_end_where_others_make_their_hands_cheap() {
    // Three cards are missing: medium gives up its Joker, hard keeps it.
    let near = "4S.0 5S.0 6S.0 7S.0 9H.0 TH.0 JH.0 KD.0 KC.0 3C.0 3D.0 JK.0";
    let table = table(near, json!({ "round": 6, "phase": "act" }));
    let Action::Discard { card_id: Named::Known(card) } =
        ask(&mut hard("any"), &table, Seat::SECOND, 640).action
    else {
        panic!("a discard");
    };
    assert!(!card.face().is_wild(), "{card}");
}

#[test]
fn a_round_that_is_stuck_is_shaken_up() {
    let thrown = |turn: u32, player: &mut dyn Player<MayI>| {
        let table = table(&format!("{FAR} JK.0"), json!({ "round": 6, "phase": "act", "turn": turn }));
        table.game().write(Seat::SECOND, &ask(player, &table, Seat::SECOND, 64).action)
    };
    let seats = 3;
    for player in [&mut Thumb as &mut dyn Player<MayI>, &mut hard("any"), &mut Greedy] {
        let all: Vec<String> = (32..40).map(|turn| thrown(turn * seats, player)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 8, "{all:?}");
        assert_eq!(thrown(40 * seats, player), thrown(41 * seats, player));
    }
}

#[test]
fn requests_are_for_long_contracts() {
    let asks = |round: u8, player: &mut dyn Player<MayI>| {
        let table = table(FAR, json!({ "round": round, "phase": "draw", "current": 2, "discard": ["6C.0"] }));
        let (view, menu) = (table.game().view(Viewer::Seat(Seat::SECOND)), table.game().menu(Seat::SECOND));
        player.interject(&view, &menu).is_some()
    };
    assert!(asks(4, &mut Thumb) && asks(5, &mut Thumb));
    assert!(!asks(1, &mut Thumb) && !asks(6, &mut Thumb) && !asks(6, &mut hard("any")));
}

#[test]
fn equal_views_seeds_and_budgets_give_equal_moves() {
    let table = table(&format!("{FAR} 5C.0"), json!({ "round": 2, "phase": "act", "discard": ["6C.0"] }));
    let mut player = hard("any");
    let first = ask(&mut player, &table, Seat::SECOND, 96);
    assert_eq!(first, ask(&mut player, &table, Seat::SECOND, 96), "the second time");
    assert_eq!(first, ask(&mut hard("any"), &table, Seat::SECOND, 96), "another one with the same seed");
    assert!(first.info["nodes"].as_u64().is_some_and(|nodes| nodes >= 96), "{}", first.info);
}

/// Seat 0 is down and seat 1 watches.
fn one_is_down(turn: u32) -> Table<MayI> {
    let down = json!({ "round": 3, "phase": "act", "discard": ["6C.0", "8D.0", "KC.0", "3C.1", "QS.0"], "turn": turn,
        "table": [{ "owner": 0, "type": "run", "cards": ["5S.0", "6S.0", "JK.0", "8S.0"] }], "down": [true, false, false] });
    table(&format!("{FAR} 2C.0"), down)
}

#[test]
fn imagined_hands_fit_what_was_played() {
    let imagine = |turn: u32| {
        let view = one_is_down(turn).game().view(Viewer::Seat(Seat::SECOND));
        let known = Seen::of(&view).unwrap().known(Recall::of(&view));
        let fitting = |faces: &[Face]| faces.iter().filter(|face| known.world.table.fits(**face)).count();
        let mut chance = Chance::new(1);
        let (mut held, mut missing) = (0, 0);
        for _ in 0..400 {
            let world = known.deal(&mut chance);
            let [down, other] = [world.hands[0], world.hands[2]];
            held += fitting(&down.faces().collect::<Vec<_>>());
            missing += usize::from(other.distance(&world.terms, 12));
        }
        let share = fitting(&known.unseen) as f64 / known.unseen.len() as f64;
        (held as f64 / (400.0 * f64::from(view.held[0]) * share), missing as f64 / 400.0)
    };
    let [(_, early), (held, late)] = [imagine(2), imagine(26)];
    assert!(held < 0.4, "what fits was laid off: {held} of what chance would leave");
    assert!(late < early - 0.5, "eight turns bring a hand nearer: {early} {late}");
}

#[test]
fn imagined_deals_have_every_card_once() {
    let table = one_is_down(14);
    let view = table.game().view(Viewer::Seat(Seat::SECOND));
    let seen = Seen::of(&view).unwrap();
    let known = seen.known(Recall::of(&view));
    let mut chance = Chance::new(1);
    for _ in 0..20 {
        let world = known.deal(&mut chance);
        let mut cards = [0; Face::PLACES];
        let hands = (0..3).flat_map(|seat| {
            let hand = world.hands[seat];
            assert_eq!(hand.cards(), u32::from(view.held[seat]));
            hand.faces().flat_map(move |face| std::iter::repeat_n(face, usize::from(hand.held(face))))
        });
        hands.chain(world.stock.iter().flatten().copied()).chain(world.covered.iter().copied()).for_each(
            |face| {
                cards[face.index()] += 1;
            },
        );
        let lying = view.table[0].cards().iter().chain(&view.discard).map(|card| card.face());
        lying.for_each(|face| cards[face.index()] += 1);
        assert!(Face::kinds().all(|face| {
            let copies = if face == Face::TWO {
                8
            } else if face.is_joker() {
                4
            } else {
                2
            };
            cards[face.index()] == copies
        }));
        assert_eq!(world.covered.len(), usize::from(view.covered));
    }
}

fn hand(table: &Table<MayI>, seat: Seat) -> Vec<Card> {
    table.game().view(Viewer::Seat(seat)).hand.unwrap()
}

#[test]
fn what_was_seen_is_remembered() {
    let mut table = Table::<MayI>::start(Options::default(), 3, &Seed::from_text("seen")).unwrap();
    let [zero, one, two] = [Seat::FIRST, Seat::SECOND, Seat::new(2).unwrap()];
    let turned = table.game().view(Viewer::Spectator).discard.unwrap();
    // Seat 1 draws, seat 2 asks for the first card, and seat 1 throws away one of its own, which seat 2
    // takes.
    table.play(one, &Action::DrawFromStock {}).unwrap();
    table.play(two, &Action::CallMayI {}).unwrap();
    let thrown = hand(&table, one)[0];
    table.play(one, &Action::discard(thrown)).unwrap();
    table.play(two, &Action::DrawFromDiscard {}).unwrap();
    let away = hand(&table, two)[0];
    table.play(two, &Action::discard(away)).unwrap();
    // Nobody wants this card.
    table.play(zero, &Action::DrawFromStock {}).unwrap();
    let last = hand(&table, zero)[0];
    table.play(zero, &Action::discard(last)).unwrap();

    let recall = Recall::of(&table.game().view(Viewer::Seat(zero)));
    assert_eq!(recall.taken[..3], [vec![], vec![], vec![turned, thrown]]);
    assert_eq!(recall.covered, [away]);
    let offers = |seat: Seat| {
        let told = recall.offers[seat.index()].iter();
        told.map(|offer| (offer.face, offer.is_taken, offer.is_free)).collect::<Vec<_>>()
    };
    let [turned, thrown, away, last] = [turned, thrown, away, last].map(|card| kind(card.face()));
    assert_eq!(offers(zero), [(away, false, true), (last, false, true)]);
    assert_eq!(offers(one), [(turned, false, true), (thrown, false, true), (away, false, false)]);
    assert_eq!(offers(two), [(turned, true, false), (thrown, true, true), (away, false, true)]);
}

#[test]
fn memory_never_errs() {
    let seed = Seed::from_text("memory");
    let mut table = Table::<MayI>::start(Options::default(), 4, &seed).unwrap();
    let mut players: Vec<Box<dyn Player<MayI>>> = (0..4).map(|_| Box::new(Thumb) as _).collect();
    let (mut remembered, mut forgotten) = (0, 0);
    while let Some(must) = table.game().awaiting().must.iter().next() {
        let view = table.game().view(Viewer::Seat(must));
        let recall = Recall::of(&view);
        let hands: Vec<Vec<Card>> = Seat::first(4).map(|seat| hand(&table, seat)).collect();
        for (taken, hand) in recall.taken.iter().zip(&hands) {
            assert!(taken.iter().all(|card| hand.contains(card)), "{taken:?} in {hand:?}");
        }
        let lying = view.table.iter().flat_map(|meld| meld.cards()).chain(&view.discard);
        let elsewhere: Vec<&Card> = hands.iter().flatten().chain(lying).collect();
        assert!(!recall.covered.iter().any(|card| elsewhere.contains(&card)), "{:?}", recall.covered);
        remembered += recall.covered.len();
        forgotten += usize::from(view.covered) - recall.covered.len();
        let covered = recall.covered.len();
        let known = Seen::of(&view).unwrap().known(recall);
        assert_eq!(
            (known.world.covered.len(), known.covered),
            (covered, usize::from(view.covered) - covered)
        );

        let asks = table.game().awaiting().asides().find_map(|seat| {
            let (view, menu) = (table.game().view(Viewer::Seat(seat)), table.game().menu(seat));
            Some((seat, players[seat.index()].interject(&view, &menu)?))
        });
        let (seat, action) =
            asks.unwrap_or_else(|| (must, ask(&mut *players[must.index()], &table, must, 1).action));
        table.play(seat, &action).unwrap();
    }
    assert!(remembered > 0 && forgotten * 10 < remembered, "{remembered} remembered, {forgotten} forgotten");
}

#[test]
fn imagined_hands_go_with_what_was_taken_and_left() {
    let mut table = Table::<MayI>::start(Options::default(), 3, &Seed::from_text("seen")).unwrap();
    let turned = table.game().view(Viewer::Spectator).discard.unwrap().face();
    table.play(Seat::SECOND, &Action::DrawFromStock {}).unwrap();
    table.play(Seat::new(2).unwrap(), &Action::CallMayI {}).unwrap();
    let view = table.game().view(Viewer::Seat(Seat::SECOND));
    let imagine = |recall: Recall| {
        let known = Seen::of(&view).unwrap().known(recall);
        let mut chance = Chance::new(1);
        let hands: Vec<Holding> = (0..200).map(|_| known.deal(&mut chance).hands[2]).collect();
        assert!(hands.iter().all(|hand| hand.cards() == 13));
        let alike =
            |hand: &Holding| Suit::ALL.map(|suit| hand.count(suit, turned.value())).iter().sum::<u8>();
        let count = |least: u8| hands.iter().filter(|hand| alike(hand) >= least).count();
        (hands.iter().filter(|hand| hand.held(turned) > 0).count(), count(2))
    };
    let (with, pairs) = imagine(Recall::of(&view));
    let (_, by_chance) = imagine(Recall::default());
    assert_eq!(with, 200, "it holds what it took");
    assert!(pairs > by_chance + 50, "and something that goes with it: {pairs}, {by_chance} by chance");
}

#[test]
fn there_are_cards_for_everybody_at_a_large_table() {
    let options = Options { start_round: Round::LAST, ..Options::default() };
    let table = Table::<MayI>::start(options, 8, &Seed::from_text("large")).unwrap();
    let mut view = table.game().view(Viewer::Seat(Seat::FIRST));
    // Everybody has asked for cards for a long time.
    view.held[1..].fill(17);
    view.turn = 100;
    let world = Seen::of(&view).unwrap().known(Recall::of(&view)).deal(&mut Chance::new(1));
    assert!((1..8).all(|seat| world.hands[seat].cards() == 17));
}

#[test]
fn complete_hands_are_laid_down_quickly_and_well() {
    let mut deck: Vec<Card> = Card::deck(4).collect();
    let mut chance = Chance::new(7);
    let (mut complete, mut found) = (0, 0);
    let rounds: Vec<Round> = Round::all().filter(|&round| round != Round::LAST).collect();
    for round in rounds.into_iter().cycle().take(3_000) {
        chance.shuffle(&mut deck);
        let terms = Terms::of(round, &Options::default());
        let hand = Holding::of(&deck[..15]);
        if Search::new(&deck[..15], terms).best(1).is_empty() {
            continue;
        }
        complete += 1;
        if let Some(laid) = lay_down(&hand, &terms, &Spread::default()) {
            found += 1;
            let fewest = 3 * u32::from(terms.contract.sets) + 4 * u32::from(terms.contract.runs);
            assert!(laid.left.cards() + fewest <= 15, "{round:?} {:?}", &deck[..15]);
            assert!(laid.left.faces().all(|face| laid.left.held(face) <= hand.held(face)));
        }
    }
    assert!(complete > 300 && found * 100 >= complete * 97, "{found} of {complete}");
}

#[test]
fn games_of_every_size_come_to_an_end() {
    for seats in [3, 5, 8] {
        let seed = Seed::from_text(&format!("{seats} seats"));
        let mut table = Table::<MayI>::start(Options::default(), seats, &seed).unwrap();
        let mut players: Vec<Box<dyn Player<MayI>>> = (0..seats)
            .map(|seat| match seat % 3 {
                0 => Box::new(Hard::new(&seed)) as Box<dyn Player<MayI>>,
                1 => Box::new(Thumb),
                _ => Box::new(Greedy),
            })
            .collect();
        let mut actions = 0;
        while let Some(seat) = table.game().awaiting().must.iter().next() {
            let action = ask(&mut *players[seat.index()], &table, seat, 2).action;
            table.play(seat, &action).unwrap();
            actions += 1;
            assert!(actions < 8_000, "stuck");
        }
    }
}
