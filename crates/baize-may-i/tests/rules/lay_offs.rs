//! Lay-offs, going out and swaps: T1 to T7, T15, T17 to T20 of the rules, played on tables.

use crate::common::{cards, ids, play, refused, refused_line, seat, table, words};
use baize_may_i::{Action, LayOff, MayI, Query, RunEnd};
use baize_rules::{Coded, Game, Seat, Table, Viewer};
use serde_json::{Value, json};

/// Seat 1 is down since an earlier turn and holds these cards; seat 0 has laid down this meld.
fn down(meld: &str, hand: &str) -> Table<MayI> {
    table(json!({ "hands": ["", hand, ""], "down": [true, true, false], "table": [format!("0 {meld}")] }))
}

fn first_meld(table: &Table<MayI>) -> String {
    ids(table.setup().table[0].cards())
}

/// Lays off the first card of the hand on the only meld; checks what is told and the meld after that, or the
/// refusal.
fn check(meld: &str, card: &str, position: Option<RunEnd>, expect: Result<(&str, &str), &str>) {
    let mut table = down(meld, &format!("{card} KH.1 KD.1"));
    let lay_off =
        Action::LayOff(LayOff { position, ..LayOff::new(cards(card)[0], "m1".parse().unwrap(), None) });
    let answer = table.play(seat(1), &lay_off);
    let got = answer.map(|told| (words(&told).join(" "), first_meld(&table))).map_err(|error| error.code());
    let expect = expect.map(|(told, lies)| (told.to_owned(), lies.to_owned()));
    assert_eq!(got, expect, "{card} on {meld}, {position:?}");
}

const FIVE_TO_EIGHT: &str = "run 5S.0 6S.0 7S.0 8S.0";
const THREE_TO_SIX: &str = "run 3S.0 4S.0 5S.0 6S.0";
const JACK_TO_ACE: &str = "run JS.0 QS.0 KS.0 AS.0";
const FULL: &str = "run 3S.0 4S.0 5S.0 6S.0 7S.0 8S.0 9S.0 TS.0 JS.0 QS.0 KS.0 AS.0";
const START: Option<RunEnd> = Some(RunEnd::Start);
const END: Option<RunEnd> = Some(RunEnd::End);

#[test]
fn t1_to_t3_a_wild_goes_where_its_player_wants() {
    let start = Ok(("Seat 1 laid off 2♣ → meld 1 (as 4♠ at start)", "2C.0 5S.0 6S.0 7S.0 8S.0"));
    let end = Ok(("Seat 1 laid off 2♣ → meld 1 (as 9♠ at end)", "5S.0 6S.0 7S.0 8S.0 2C.0"));
    check(FIVE_TO_EIGHT, "2C.0", START, start);
    check(FIVE_TO_EIGHT, "2C.0", END, end);
    check(FIVE_TO_EIGHT, "2C.0", None, end);
}

#[test]
fn t4_and_t5_a_natural_goes_where_it_fits() {
    for position in [None, START, END] {
        check(
            FIVE_TO_EIGHT,
            "4S.1",
            position,
            Ok(("Seat 1 laid off 4♠ → meld 1", "4S.1 5S.0 6S.0 7S.0 8S.0")),
        );
        check(
            FIVE_TO_EIGHT,
            "9S.1",
            position,
            Ok(("Seat 1 laid off 9♠ → meld 1", "5S.0 6S.0 7S.0 8S.0 9S.1")),
        );
        check(FIVE_TO_EIGHT, "TS.1", position, Err("may-i.does_not_fit"));
    }
}

#[test]
fn t6_and_t7_an_end_that_is_not_free_is_refused() {
    let seven = Ok(("Seat 1 laid off Joker → meld 1 (as 7♠ at end)", "3S.0 4S.0 5S.0 6S.0 JK.0"));
    check(THREE_TO_SIX, "JK.0", None, seven);
    check(THREE_TO_SIX, "JK.0", END, seven);
    check(THREE_TO_SIX, "JK.0", START, Err("may-i.position_unavailable"));
    let ten = Ok(("Seat 1 laid off Joker → meld 1 (as 10♠ at start)", "JK.0 JS.0 QS.0 KS.0 AS.0"));
    check(JACK_TO_ACE, "JK.0", None, ten);
    check(JACK_TO_ACE, "JK.0", START, ten);
    check(JACK_TO_ACE, "JK.0", END, Err("may-i.position_unavailable"));
}

#[test]
fn a_set_takes_its_rank_and_any_number_of_wilds() {
    let set = "set 7S.0 7D.0 2H.0";
    for position in [None, START, END] {
        check(set, "7C.0", position, Ok(("Seat 1 laid off 7♣ → meld 1", "7S.0 7D.0 2H.0 7C.0")));
        check(set, "2C.0", position, Ok(("Seat 1 laid off 2♣ → meld 1", "7S.0 7D.0 2H.0 2C.0")));
        check(set, "8C.0", position, Err("may-i.does_not_fit"));
    }
    let mut table = down(set, "2C.0 2D.0 KH.1");
    play(&mut table, 1, "layoff 1 1");
    play(&mut table, 1, "layoff 1 1");
    assert_eq!(first_meld(&table), "7S.0 7D.0 2H.0 2C.0 2D.0");
}

#[test]
fn t15_the_three_follows_a_wild_at_the_start() {
    let mut table = down(FIVE_TO_EIGHT, "3S.0 2C.0");
    refused_line(&table, 1, "layoff 1 1", "does_not_fit");
    play(&mut table, 1, "layoff 2 1 start");
    assert_eq!(first_meld(&table), "2C.0 5S.0 6S.0 7S.0 8S.0");
    let told = play(&mut table, 1, "layoff 1 1");
    assert_eq!(words(&told)[..2], ["Seat 1 laid off 3♠ → meld 1", "Seat 1 goes out!"]);
    assert_eq!(table.setup().rounds[0].winner, Some(seat(1)));
    // At the end the wild becomes a 9, and the three stays.
    let mut table = down(FIVE_TO_EIGHT, "3S.0 2C.0");
    play(&mut table, 1, "layoff 2 1 end");
    refused_line(&table, 1, "layoff 1 1", "does_not_fit");
}

#[test]
fn t17_a_full_run_takes_nothing() {
    for position in [None, START, END] {
        for card in ["JK.0", "2C.0", "3S.1", "AS.1"] {
            check(FULL, card, position, Err("may-i.does_not_fit"));
        }
    }
}

#[test]
fn t16_and_t18_wilds_count_as_what_they_stand_for() {
    let with_joker = "run JK.0 6S.0 7S.0 8S.0";
    let four = Ok(("Seat 1 laid off 2♣ → meld 1 (as 4♠ at start)", "2C.0 JK.0 6S.0 7S.0 8S.0"));
    check(with_joker, "2C.0", START, four);
    let mostly_wild = "run JK.0 2S.0 2D.0 8S.0 9S.0 JK.1";
    let told = "Seat 1 laid off 2♣ → meld 1 (as J♠ at end)";
    check(mostly_wild, "2C.0", None, Ok((told, "JK.0 2S.0 2D.0 8S.0 9S.0 JK.1 2C.0")));
    let told = "Seat 1 laid off 2♣ → meld 1 (as 4♠ at start)";
    check(mostly_wild, "2C.0", START, Ok((told, "2C.0 JK.0 2S.0 2D.0 8S.0 9S.0 JK.1")));
}

#[test]
fn t19_going_out_at_once_is_all_or_nothing() {
    let mut table = down(FIVE_TO_EIGHT, "2C.0 3S.0");
    let wrong = table.game().read(seat(1), r#"goout "2 1" "1 1 start""#).unwrap();
    refused(&table, 1, &wrong, "does_not_fit");
    let error = table.check(seat(1), &wrong).unwrap_err();
    assert_eq!(error.details(), Some(json!({ "index": 0 })));
    let mut singly = table.clone();
    let told = play(&mut table, 1, r#"goout "1 1 start" "2 1""#);
    let expect =
        ["Seat 1 laid off 2♣ → meld 1 (as 4♠ at start)", "Seat 1 laid off 3♠ → meld 1", "Seat 1 goes out!"];
    assert_eq!(words(&told)[..3], expect);
    // The same lay-offs one by one lead to the same state.
    play(&mut singly, 1, "layoff 1 1 start");
    play(&mut singly, 1, "layoff 1 1");
    assert_eq!(singly.setup(), table.setup());
}

#[test]
fn going_out_must_empty_the_hand() {
    let table = down(FIVE_TO_EIGHT, "2C.0 3S.0 KH.0");
    refused_line(&table, 1, r#"goout "1 1 start" "2 1""#, "cards_left_over");
    refused_line(&table, 1, "goout", "cards_left_over");
    let twice = table.game().read(seat(1), r#"goout "1 1 start" "1 1 start""#).unwrap();
    refused(&table, 1, &twice, "card_not_in_hand");
    assert_eq!(table.check(seat(1), &twice).unwrap_err().details(), Some(json!({ "index": 1 })));
    let early = json!({ "phase": "draw", "hands": ["", "2C.0", ""], "down": [true, true, false],
        "table": [format!("0 {FIVE_TO_EIGHT}")] });
    let early = crate::common::table(early);
    refused_line(&early, 1, r#"goout "1 1 start""#, "must_draw_first");
    refused_line(&early, 1, "goout", "must_draw_first");
}

/// Asks a question from what seat 1 sees.
fn ask(table: &Table<MayI>, query: Value) -> Value {
    let query: Query = serde_json::from_value(query).unwrap();
    let view = table.game().view(Viewer::Seat(Seat::SECOND));
    serde_json::to_value(MayI::answer(Some(&view), &query).unwrap()).unwrap()
}

#[test]
fn t20_staged_wilds_pile_up_at_the_start_until_it_is_full() {
    let table = down(FIVE_TO_EIGHT, "2C.0 2D.0 2H.0 3S.1");
    let staged = |cards: &[&str]| {
        let lay_offs: Vec<Value> =
            cards.iter().map(|card| json!({ "cardId": card, "meldId": "m1", "position": "start" })).collect();
        ask(&table, json!({ "type": "STAGED", "layOffs": lay_offs }))
    };
    let answer = staged(&[]);
    assert_eq!(answer["failed"], Value::Null);
    let place = |card: &str, position: &str, acts_as: &str| json!({ "cardId": card, "meldId": "m1", "position": position, "actsAs": acts_as });
    let places = answer["places"].as_array().unwrap();
    assert_eq!(places.len(), 6);
    assert_eq!(places[..2], [place("2C.0", "start", "4S"), place("2C.0", "end", "9S")]);
    // The first wild makes room for the three, the second takes it.
    let answer = staged(&["2C.0"]);
    let three = json!({ "cardId": "3S.1", "meldId": "m1", "position": "start", "actsAs": null });
    assert!(answer["places"].as_array().unwrap().contains(&three));
    let answer = staged(&["2C.0", "2D.0"]);
    assert_eq!(answer["table"][0]["cards"], json!(["2D.0", "2C.0", "5S.0", "6S.0", "7S.0", "8S.0"]));
    assert_eq!((&answer["table"][0]["low"], &answer["table"][0]["high"]), (&json!(3), &json!(8)));
    assert_eq!(answer["hand"], json!(["2H.0", "3S.1"]));
    assert_eq!(answer["places"], json!([place("2H.0", "end", "9S")]));
    let answer = staged(&["2C.0", "2D.0", "2H.0"]);
    assert_eq!(
        (&answer["failed"]["index"], &answer["failed"]["error"]),
        (&json!(2), &json!("position_unavailable"))
    );
    assert_eq!(table.setup(), down(FIVE_TO_EIGHT, "2C.0 2D.0 2H.0 3S.1").setup(), "asking changes nothing");
    // The same happens when they are played.
    let mut table = table;
    play(&mut table, 1, "layoff 1 1 start");
    play(&mut table, 1, "layoff 1 1 start");
    refused_line(&table, 1, "layoff 1 1 start", "position_unavailable");
}

/// Seat 1 is not down and wants a Joker from a run of seat 0.
fn swapping(hand: &str) -> Table<MayI> {
    let table = ["0 run JK.0 6C.0 7C.0 JK.1 9C.0 2S.0", "0 set 7S.0 7D.0 JK.2"];
    crate::common::table(json!({ "hands": ["", hand, ""], "down": [true, false, false], "table": table }))
}

#[test]
fn a_joker_is_swapped_for_the_card_it_stands_for() {
    let mut table = swapping("8C.0 5C.0 TC.0 7H.0 KD.0");
    let told = play(&mut table, 1, "swap 1 4 1");
    assert_eq!(words(&told), ["Seat 1 swaps 8♣ for the Joker in meld 1."]);
    assert_eq!(ids(&table.setup().hands[1]), "5C.0 TC.0 7H.0 KD.0 JK.1");
    // Any number of swaps, inner and outer places alike; the phase stays.
    play(&mut table, 1, "swap 1 1 1");
    assert_eq!(first_meld(&table), "5C.0 6C.0 7C.0 8C.0 9C.0 2S.0");
    assert_eq!(ids(&table.setup().hands[1]), "TC.0 7H.0 KD.0 JK.1 JK.0");
    refused_line(&table, 1, "swap 1 6 1", "not_a_joker");
    refused_line(&table, 1, "swap 2 3 2", "not_a_run");
    play(&mut table, 1, "discard 3");
}

#[test]
fn swaps_are_checked_in_order() {
    let table = swapping("8C.0 5C.0 JK.3 KD.0");
    let swap = |meld: &str, joker: &str, card: &str| {
        let swap = json!({ "type": "SWAP_JOKER", "meldId": meld, "jokerId": joker, "cardId": card });
        serde_json::from_value::<Action>(swap).unwrap()
    };
    refused(&table, 1, &swap("m3", "JK.1", "8C.0"), "meld_not_found");
    refused(&table, 1, &swap("m2", "JK.2", "7H.0"), "not_a_run");
    refused(&table, 1, &swap("m1", "JK.2", "8C.0"), "not_a_joker");
    refused(&table, 1, &swap("m1", "JK.3", "8C.0"), "not_a_joker");
    refused(&table, 1, &swap("m1", "2S.0", "TC.0"), "not_a_joker");
    refused(&table, 1, &swap("m1", "JK.1", "8C.1"), "card_not_in_hand");
    refused(&table, 1, &swap("m1", "JK.1", "5C.0"), "wrong_swap_card");
    refused(&table, 1, &swap("m1", "JK.1", "JK.3"), "wrong_swap_card");
    refused(&table, 1, &swap("m1", "nobody", "nothing"), "not_a_joker");
}
