//! How rounds end, what they score, and what comes next; refills.

use crate::common::{ids, play, play_all, refused_line, seat, table, words};
use baize_may_i::{Card, Event, MayI, Options, Phase, Round};
use baize_rules::{Game, Leaving, Seat, Seed, Table, Viewer};
use serde_json::{Value, json};

fn start(options: Options, seats: u8) -> Table<MayI> {
    Table::start(options, seats, &Seed::from_text("rounds")).unwrap()
}

#[test]
fn a_round_is_dealt_one_card_at_a_time() {
    for seats in 3..=8 {
        let setup = start(Options::default(), seats).setup();
        assert!(setup.hands.iter().all(|hand| hand.len() == 11));
        assert_eq!(setup.discard.len(), 1);
        let total = if seats <= 5 { 108 } else { 162 };
        assert_eq!(setup.stock.len(), total - 11 * usize::from(seats) - 1);
        assert_eq!((setup.dealer, setup.current, setup.turn), (seat(0), seat(1), 1));
        assert_eq!((setup.phase, setup.discarded_by), (Phase::Draw, None));
    }
    for seats in [0, 2, 9] {
        assert!(Table::<MayI>::start(Options::default(), seats, &Seed::from_text("rounds")).is_err());
    }
}

#[test]
fn the_shuffled_deck_goes_round() {
    // The same dice on the same deck.
    let mut deck: Vec<Card> = Card::deck(3).collect();
    baize_rules::Dice::new(&Seed::from_text("rounds")).shuffle(&mut deck);
    let setup = start(Options::default(), 3).setup();
    assert_eq!([setup.hands[0][0], setup.hands[1][0], setup.hands[2][0], setup.hands[0][1]], deck[..4]);
    assert_eq!(setup.discard, [deck[33]]);
    assert_eq!(setup.stock, deck[34..]);
}

#[test]
fn options_choose_the_first_dealer_and_round() {
    let dealer = |text: Value| {
        let options: Options =
            serde_json::from_value(json!({ "firstDealer": text, "startRound": 4 })).unwrap();
        let setup = start(options, 5).setup();
        assert_eq!(setup.round, Round::new(4).unwrap());
        assert_eq!(setup.current.index(), (setup.dealer.index() + 1) % 5);
        setup.dealer.index()
    };
    assert_eq!(dealer(json!(4)), 4);
    let random = |text: &str| {
        let options = serde_json::from_value(json!({ "firstDealer": "random" })).unwrap();
        Table::<MayI>::start(options, 5, &Seed::from_text(text)).unwrap().setup().dealer.index()
    };
    let dealers: std::collections::BTreeSet<usize> = (0..60).map(|n| random(&n.to_string())).collect();
    assert_eq!(dealers.len(), 5, "everybody deals at times");
}

#[test]
fn discarding_the_last_card_goes_out() {
    let hands = ["3S.0 KD.0 AH.0", "9C.0", "JK.0 2C.0 TS.0"];
    let mut table = table(
        json!({ "round": 2, "dealer": 2, "phase": "discard", "hands": hands, "down": [false, true, true],
        "totals": [1, 2, 3], "discard": "4S.0" }),
    );
    let told = play(&mut table, 1, "discard 1");
    let said = words(&told);
    assert_eq!(said[..3], ["Seat 1 discarded 9♣.", "Seat 1 goes out!", "Round 2 is over: 28 0 80."]);
    assert!(said[3].starts_with("Round 3: 2 runs. Seat 1 begins, "), "{said:?}");
    let setup = table.setup();
    assert_eq!(setup.totals.points(), [29, 2, 83]);
    let records = serde_json::to_value(&setup.rounds).unwrap();
    assert_eq!(records, json!([{ "round": 2, "winner": 1, "scores": [28, 0, 80] }]));
    assert_eq!((setup.round.number(), setup.dealer, setup.current, setup.turn), (3, seat(0), seat(1), 1));
    assert_eq!((setup.down, setup.table.len(), setup.discarded_by), (vec![false; 3], 0, None));
    assert!(setup.hands.iter().all(|hand| hand.len() == 11));
}

/// Everybody can check the points: the cards left are told to all, not in the order seats held them, and stay
/// visible.
#[test]
fn what_was_left_is_counted_in_the_open() {
    let hands = ["KD.0 3S.0 AH.0", "9C.0", "JK.0 2C.0 TS.0"];
    let mut table = table(
        json!({ "round": 2, "dealer": 2, "phase": "discard", "hands": hands, "down": [false, true, true], "discard": "4S.0" }),
    );
    let before = serde_json::to_value(table.game().view(Viewer::Spectator)).unwrap();
    assert_eq!(before.get("lastHands"), None, "nothing is shown while the round lasts");
    let told = play(&mut table, 1, "discard 1");
    let ended: Vec<_> = told.iter().filter(|news| matches!(news.event, Event::RoundEnded { .. })).collect();
    assert_eq!(ended.len(), 1);
    assert!(Viewer::all(3).all(|viewer| ended[0].to.includes(viewer)));
    let left = json!([["3S.0", "AH.0", "KD.0"], [], ["2C.0", "TS.0", "JK.0"]]);
    let sorted = |hands: &Value| {
        let mut hands: Vec<Vec<String>> = serde_json::from_value(hands.clone()).unwrap();
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        hands
    };
    let told = serde_json::to_value(&ended[0].event).unwrap();
    assert_eq!(sorted(&told["hands"]), sorted(&left));
    for viewer in Viewer::all(3) {
        let view = serde_json::to_value(table.game().view(viewer)).unwrap();
        assert_eq!(view["lastHands"], told["hands"], "{viewer:?}");
    }
    // A different order of the same cards is shown the same.
    let hands = ["AH.0 KD.0 3S.0", "9C.0", "TS.0 JK.0 2C.0"];
    let mut other = crate::common::table(
        json!({ "round": 2, "dealer": 2, "phase": "discard", "hands": hands, "down": [false, true, true], "discard": "4S.0" }),
    );
    play(&mut other, 1, "discard 1");
    assert_eq!(other.setup().last_hands, table.setup().last_hands);
}

/// A short game of rounds 1 to 3, each played as usual.
#[test]
fn the_game_ends_with_the_last_round_chosen() {
    let hands = ["3S.0 KD.0 AH.0", "9C.0", "JK.0 2C.0 TS.0"];
    let position = |last: u8| {
        json!({ "round": 3, "dealer": 2, "phase": "discard", "hands": hands, "down": [false, true, true],
        "totals": [1, 2, 3], "discard": "4S.0", "options": { "lastRound": last } })
    };
    let mut short = table(position(3));
    let said = words(&play(&mut short, 1, "discard 1"));
    let end = ["Seat 1 goes out!", "Round 3 is over: 28 0 80.", "The game is over: seat 1 wins, 29 2 83."];
    assert_eq!(said[1..], end);
    assert!(short.game().outcome().is_some());
    assert_eq!(short.setup().last_hands[0].len(), 3, "the last hands stay to be seen");
    let mut long = table(position(4));
    let said = words(&play(&mut long, 1, "discard 1"));
    assert!(said[3].starts_with("Round 4: 3 sets."), "{said:?}");
    assert!(long.game().outcome().is_none());
    let text = start(Options { last_round: Round::new(3).unwrap(), ..Options::default() }, 3);
    let text = text.game().view(Viewer::Spectator).to_string();
    assert!(text.starts_with("Round 1 of 3: 2 sets."), "{text}");
}

#[test]
fn a_lay_down_of_all_cards_goes_out_at_once() {
    let mut table = table(json!({ "hands": ["3S.0", "7S.0 7D.0 7H.0 9S.0 9D.0 9H.0", "4S.0"] }));
    let told = play(&mut table, 1, "laydown 1,2,3 4,5,6");
    assert_eq!(words(&told)[1..3], ["Seat 1 goes out!", "Round 1 is over: 3 0 4."]);
    assert_eq!(table.setup().round.number(), 2);
}

#[test]
fn the_last_lay_off_goes_out_without_a_discard() {
    let mut table = table(json!({ "hands": ["3S.0", "7C.0", "4S.0"], "down": [true, true, false],
        "table": ["0 set 7S.0 7D.0 7H.0"] }));
    let told = play(&mut table, 1, "layoff 1 1");
    assert_eq!(words(&told)[1..3], ["Seat 1 goes out!", "Round 1 is over: 3 0 4."]);
}

/// One set and two runs of twelve cards.
const SIXTH: &str = "7S.0 7D.0 7H.0 3S.0 4S.0 5S.0 6S.0 9H.0 TH.0 JH.0 QH.0 JK.0";

/// A page asks before it offers to lay down, so it needs no rules of its own.
#[test]
fn a_plan_for_round_6_is_told_that_cards_are_left() {
    let ask = |hand: &str| {
        let table = table(json!({ "round": 6, "hands": ["KS.0 KD.0", hand, "AS.0"] }));
        let names: Vec<&str> = SIXTH.split(' ').collect();
        let [set, run, other] = [&names[..3], &names[3..7], &names[7..]];
        let query = json!({ "type": "CHECK_CONTRACT", "round": 6, "melds": [
            { "meldType": "set", "cards": set }, { "meldType": "run", "cards": run }, { "meldType": "run", "cards": other } ] });
        let view = table.game().view(Viewer::Seat(seat(1)));
        serde_json::to_value(MayI::answer(Some(&view), &serde_json::from_value(query).unwrap()).unwrap())
            .unwrap()
    };
    assert_eq!(ask(SIXTH), json!({ "valid": true }));
    assert_eq!(ask(&format!("{SIXTH} KC.0")), json!({ "valid": false, "error": "must_use_all_cards" }));
}

#[test]
fn round_6_is_won_by_laying_down_every_card() {
    let hands = ["KS.0 KD.0", &format!("{SIXTH} KC.0"), "AS.0"];
    let state = json!({ "round": 6, "hands": hands, "totals": [5, 40, 25] });
    let mut table = table(state);
    refused_line(&table, 1, "laydown 1,2,3 4,5,6,7 8,9,10,11,12", "must_use_all_cards");
    refused_line(&table, 1, "layoff 1 1", "no_lay_off_in_round_6");
    refused_line(&table, 1, "goout", "no_lay_off_in_round_6");
    refused_line(&table, 1, "swap 1 1 1", "no_swap_in_round_6");
    play_all(
        &mut table,
        "1 discard 13\n 2 draw stock\n 2 discard 2\n 0 draw stock\n 0 discard 3\n 1 draw discard",
    );
    play_all(&mut table, "1 discard 13\n 2 draw stock\n 2 discard 2\n 0 draw stock\n 0 discard 3");
    let state = json!({ "round": 6, "hands": ["KS.0 KD.0", SIXTH, "AS.0"], "totals": [5, 40, 25] });
    let mut table = crate::common::table(state);
    let told = play(&mut table, 1, "laydown 1,2,3 4,5,6,7 8,9,10,11,12");
    let expect =
        ["Seat 1 goes out!", "Round 6 is over: 20 0 15.", "The game is over: seat 0 wins, 25 40 40."];
    assert_eq!(words(&told)[1..], expect);
    let outcome = serde_json::to_value(table.game().outcome().unwrap()).unwrap();
    assert_eq!(outcome, json!({ "winners": [0], "reason": "points", "scores": [25, 40, 40] }));
    let setup = table.setup();
    assert_eq!((setup.phase, setup.round.number(), setup.table.len()), (Phase::Over, 6, 3));
    refused_line(&table, 0, "draw stock", "game_over");
}

#[test]
fn round_6_does_not_end_with_a_discard() {
    let mut table = table(json!({ "round": 6, "hands": ["3S.0", "9C.0", "4S.0"] }));
    play(&mut table, 1, "discard 1");
    assert_eq!((table.setup().phase, table.setup().current), (Phase::Draw, seat(2)));
}

#[test]
fn a10_equal_totals_share_the_win() {
    let state = json!({ "round": 6, "hands": ["5S.1", SIXTH, "AS.0"], "totals": [5, 10, 25] });
    let mut table = table(state);
    let told = play(&mut table, 1, "laydown 1,2,3 4,5,6,7 8,9,10,11,12");
    assert_eq!(words(&told).last().unwrap(), "The game is over: seat 0 and seat 1 win together, 10 10 40.");
    assert_eq!(table.game().outcome().unwrap().winners.len(), 2);
}

/// Seat 1 is to draw, the stock has these cards, the pile those; all others are in the hand of seat 2.
fn scarce(phase: &str, stock: &str, discard: &str) -> Table<MayI> {
    table(json!({ "phase": phase, "hands": ["3S.0", "9C.0 8C.0", "4S.0"], "stock": stock, "discard": discard,
        "discardedBy": 0, "noMore": true }))
}

#[test]
fn t25_the_stock_is_refilled_with_its_last_card() {
    let mut table = scarce("draw", "KS.0", "5H.0 6H.0 7H.0 8H.0");
    let told = play(&mut table, 1, "draw stock");
    assert_eq!(words(&told), ["Seat 1 drew from the stock.", "The stock was refilled with 3 cards."]);
    let setup = table.setup();
    assert_eq!(ids(&setup.discard), "5H.0");
    let mut stock = setup.stock;
    stock.sort();
    assert_eq!(ids(&stock), "6H.0 7H.0 8H.0");
    assert!(!setup.discard_taken);
    play(&mut table, 2, "mayi");
}

#[test]
fn t25_the_stock_is_refilled_after_a_penalty_card() {
    let mut table = scarce("draw", "KS.0", "5H.0 6H.0 7H.0 8H.0");
    play(&mut table, 2, "mayi");
    let told = play(&mut table, 1, "allow");
    let expect =
        ["Seat 1 allows.", "Seat 2 gets 5♥ and one extra card.", "The stock was refilled with 2 cards."];
    assert_eq!(words(&told), expect);
    assert_eq!(ids(&table.setup().discard), "6H.0");
    assert_eq!(table.setup().phase, Phase::Draw);
}

#[test]
fn t25_the_stock_is_refilled_when_the_pile_grows() {
    // When the last card goes there is nothing to refill the stock with, but the turn's discard brings some.
    let mut table = scarce("draw", "KS.0", "5H.0");
    let told = play(&mut table, 1, "draw stock");
    assert_eq!(words(&told), ["Seat 1 drew from the stock."]);
    assert_eq!(table.setup().stock.len(), 0);
    let told = play(&mut table, 1, "discard 1");
    assert_eq!(words(&told), ["Seat 1 discarded 9♣.", "The stock was refilled with 1 card."]);
    let setup = table.setup();
    assert_eq!((ids(&setup.stock), ids(&setup.discard)), ("5H.0".to_owned(), "9C.0".to_owned()));
    assert_eq!((setup.current, setup.phase), (seat(2), Phase::Draw));
}

#[test]
fn t25_a_round_ends_without_a_winner_when_there_is_nothing_to_draw() {
    // The exposed card goes to seat 2, so the discard lies alone.
    let mut table = scarce("act", "", "5H.0");
    let told = play(&mut table, 2, "mayi");
    assert_eq!(words(&told)[1], "Seat 2 gets 5♥.");
    assert_eq!(table.setup().phase, Phase::Act, "the turn in progress is finished");
    let told = play(&mut table, 1, "discard 1");
    let all: u32 = Card::deck(3).map(|card| baize_may_i::points(&[card])).sum();
    let said = format!("Round 1 is over, nobody wins it, all score: 3 8 {}.", all - 3 - 8 - 9);
    assert_eq!(words(&told)[..2], ["Seat 1 discarded 9♣.".to_owned(), said]);
    let setup = table.setup();
    assert_eq!(setup.rounds[0].winner, None);
    assert_eq!((setup.round.number(), setup.turn), (2, 1));
}

#[test]
fn a_penalty_card_can_end_a_round_too() {
    let mut table = scarce("draw", "KS.0", "5H.0");
    play(&mut table, 2, "mayi");
    let told = play(&mut table, 1, "allow");
    assert!(words(&told)[2].starts_with("Round 1 is over, nobody wins it"), "{told:?}");
    // If nothing can be drawn, the round of a loaded state is over at once.
    let loaded = scarce("draw", "", "5H.0").setup();
    assert_eq!((loaded.round.number(), loaded.rounds.len()), (2, 1));
    // If the pile can be shuffled, it is not.
    let loaded = scarce("draw", "", "5H.0 6H.0").setup();
    assert_eq!((loaded.round.number(), ids(&loaded.stock)), (1, "6H.0".to_owned()));
}

#[test]
fn a16_rounds_end_after_the_last_turn() {
    let options = Options { max_turns: Some(2), ..Options::default() };
    let mut table = start(options, 3);
    play_all(&mut table, "1 draw stock\n 1 discard 1\n 2 draw stock");
    assert_eq!((table.setup().round.number(), table.setup().turn), (1, 2));
    let told = play(&mut table, 2, "discard 1");
    assert!(words(&told)[1].starts_with("Round 1 is over, nobody wins it"));
    for _ in 2..=6 {
        for _ in 0..2 {
            let current = table.setup().current.index() as u8;
            play(&mut table, current, "draw stock");
            play(&mut table, current, "discard 1");
        }
    }
    assert!(table.game().outcome().is_some());
    assert_eq!(table.setup().turn, 2, "the discard that ends a round does not count a turn");
}

fn leave(table: &mut Table<MayI>, number: u8, why: Leaving) -> Vec<String> {
    words(&table.leave(seat(number), why).unwrap())
}

#[test]
fn who_leaves_is_passed_over() {
    let mut table = start(Options::default(), 4);
    assert_eq!(leave(&mut table, 2, Leaving::Resign), ["Seat 2 resigns."]);
    play_all(&mut table, "1 draw stock\n 1 discard 1");
    assert_eq!(table.setup().current, seat(3));
    refused_line(&table, 2, "draw stock", "has_left");
    refused_line(&table, 2, "mayi", "has_left");
    // The seat that left is passed over when seat 0 asks.
    play(&mut table, 0, "mayi");
    assert_eq!(table.setup().pending.unwrap().asked, seat(3));
    assert!(leave(&mut table, 2, Leaving::Resign).is_empty(), "nobody leaves twice");
    // Its cards count for it in this round; in the next it gets none.
    let state = json!({ "hands": ["3S.0", "9C.0", "4S.0 KD.0", "5H.0"], "phase": "discard", "down": [false, true, false, false],
        "left": [{ "seat": 2, "why": "resign" }] });
    let mut table = crate::common::table(state);
    let told = play(&mut table, 1, "discard 1");
    assert_eq!(words(&told)[2], "Round 1 is over: 3 0 14 5.");
    let setup = table.setup();
    let held: Vec<usize> = setup.hands.iter().map(Vec::len).collect();
    assert_eq!((held, setup.dealer, setup.current), (vec![11, 11, 0, 11], seat(1), seat(3)));
}

#[test]
fn who_leaves_cannot_win() {
    let state = json!({ "round": 6, "hands": ["5S.1", SIXTH, "AS.0"], "totals": [0, 50, 60],
        "left": [{ "seat": 0, "why": "timeout" }] });
    let mut table = table(state);
    play(&mut table, 1, "laydown 1,2,3 4,5,6,7 8,9,10,11,12");
    let outcome = table.game().outcome().unwrap();
    assert_eq!((outcome.winners.iter().collect::<Vec<_>>(), &*outcome.reason), (vec![seat(1)], "points"));
}

#[test]
fn the_last_seat_left_wins() {
    let mut table = start(Options::default(), 3);
    leave(&mut table, 0, Leaving::Resign);
    let told = leave(&mut table, 2, Leaving::Timeout);
    assert_eq!(told, ["Seat 2 is out of time.", "The game is over: seat 1 wins, 0 0 0."]);
    let outcome = table.game().outcome().unwrap();
    assert_eq!((outcome.winners.iter().collect::<Vec<_>>(), &*outcome.reason), (vec![seat(1)], "timeout"));
    let again = Table::<MayI>::load(table.setup()).unwrap();
    assert_eq!(again.game().outcome(), Some(outcome));
}

#[test]
fn a_turn_and_a_request_do_not_outlast_who_leaves() {
    // The current seat has drawn and leaves: the next one plays, the discard is still open.
    let mut table = start(Options::default(), 4);
    play(&mut table, 1, "draw stock");
    leave(&mut table, 1, Leaving::Timeout);
    assert_eq!((table.setup().current, table.setup().phase), (seat(2), Phase::Draw));
    play(&mut table, 2, "draw discard");
    // The caller leaves.
    let mut table = start(Options::default(), 4);
    play(&mut table, 3, "mayi");
    assert_eq!(leave(&mut table, 3, Leaving::Resign), ["Seat 3 resigns.", "The request of seat 3 is void."]);
    assert_eq!(table.setup().phase, Phase::Draw);
    // The seat being asked leaves: the next one is asked.
    let mut table = start(Options::default(), 4);
    play_all(&mut table, "0 mayi\n 1 allow");
    leave(&mut table, 2, Leaving::Resign);
    assert_eq!(table.setup().pending.unwrap().asked, seat(3));
    // The seat waiting to be asked leaves: nobody is asked next.
    let mut table = start(Options::default(), 4);
    play(&mut table, 0, "mayi");
    leave(&mut table, 3, Leaving::Resign);
    play_all(&mut table, "1 allow\n 2 allow");
    assert_eq!(table.setup().hands[0].len(), 13);
    // The current seat leaves while it is asked.
    let mut table = start(Options::default(), 4);
    play(&mut table, 3, "mayi");
    leave(&mut table, 1, Leaving::Resign);
    assert_eq!((table.setup().pending, table.setup().current), (None, seat(2)));
}

#[test]
fn idle_seats_draw_discard_their_costliest_card_and_allow() {
    let mut table = start(Options::default(), 3);
    let line = |table: &Table<MayI>, number: u8| {
        let game = table.game();
        game.idle(seat(number)).map(|action| game.write(seat(number), &action)).unwrap()
    };
    assert_eq!(line(&table, 1), "draw stock");
    play(&mut table, 2, "mayi");
    assert_eq!(line(&table, 1), "allow");
    let table = crate::common::table(json!({ "hands": ["", "3C.0 JK.0 AS.0", ""] }));
    assert_eq!(line(&table, 1), "discard 2");
    let mut table = start(Options { max_turns: Some(30), ..Options::default() }, 3);
    while let Some(seat) = table.game().awaiting().must.iter().next() {
        let action = table.game().idle(seat).unwrap();
        table.play(seat, &action).unwrap();
    }
    assert_eq!(table.setup().rounds.len(), 6);
    assert_eq!(Seat::first(3).count(), 3);
}
