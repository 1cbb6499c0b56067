//! States as written and read, typed lines and queries.

use crate::common::{seat, state, table};
use baize_may_i::{Card, MayI, Query, Setup};
use baize_rules::{Coded, Dice, Game, Seat, Seed, Table, Viewer};
use serde_json::{Value, json};

/// Loads a state with some fields changed; checks that it is accepted (empty text) or why it is refused.
fn check(changes: Value, expect: &str) {
    let mut state = state(json!({ "discard": "7H.0", "table": ["0 run 5S.0 6S.0 7S.0 8S.0"] }));
    state.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    let loaded = serde_json::from_value::<Setup>(state).map_err(|error| error.to_string());
    let loaded = loaded.and_then(|setup| Table::<MayI>::load(setup).map_err(|error| error.to_string()));
    let answer = loaded.map(|_| String::new()).unwrap_or_else(|error| error);
    assert!(answer.contains(expect) && answer.is_empty() == expect.is_empty(), "{changes}: {answer:?}");
}

#[test]
fn every_card_is_there_exactly_once() {
    check(json!({}), "");
    check(json!({ "discard": [] }), "the card 7H.0 is missing");
    check(json!({ "discard": ["7H.0", "5S.0"] }), "the card 5S.0 is there twice");
    check(json!({ "discard": ["7H.2"] }), "the card 7H.0 is missing");
    check(json!({ "discard": ["7H.0", "7H.2"] }), "a third pack");
    check(json!({ "discard": ["7H.9"] }), "no card id");
    check(json!({ "discard": ["7H"] }), "no card id");
    check(json!({ "discard": [7] }), "expected a string");
    check(json!({ "hands": [[], []] }), "3 to 8 seats, not 2");
    check(json!({ "hands": [[], [], [], [], [], [], [], [], []] }), "3 to 8 seats, not 9");
}

#[test]
fn contradictions_are_refused() {
    check(json!({ "current": 3 }), "a seat is named");
    check(json!({ "current": 8 }), "a seat is a number");
    check(json!({ "discardedBy": 5 }), "a seat is named");
    check(json!({ "down": [true] }), "one entry for each seat");
    check(json!({ "totals": [1, 2] }), "one entry for each seat");
    check(json!({ "totals": [1, 2, 3_000_000] }), "up to a million");
    check(json!({ "totals": [1, 2, -3] }), "invalid value");
    check(json!({ "turn": 0 }), "counted from 1");
    check(json!({ "turn": 1e300 }), "invalid type");
    check(json!({ "round": 7 }), "from 1 to 6");
    check(json!({ "phase": "may_i" }), "nothing is pending");
    check(json!({ "phase": "sleep" }), "unknown variant");
    check(json!({ "options": { "maxTurns": 0 } }), "at least one turn");
    check(json!({ "surprise": 1 }), "unknown field");
    check(json!({ "rounds": [{ "round": 1, "winner": 0, "scores": [0, 1] }] }), "a score for each seat");
    check(json!({ "rounds": [{ "round": 1, "winner": 6, "scores": [0, 1, 2] }] }), "a seat is named");
    check(json!({ "left": [{ "seat": 1, "why": "resign" }] }), "the turn of a seat that has left");
    check(json!({ "left": [{ "seat": 0, "why": "resign" }, { "seat": 0, "why": "timeout" }] }), "left twice");
    let everybody: Vec<Value> = (0..3).map(|seat| json!({ "seat": seat, "why": "resign" })).collect();
    check(json!({ "left": everybody }), "everybody has left");
    let thrown = |seat: u8| json!({ "seat": seat, "card": "7H.0", "how": "thrown" });
    check(json!({ "memory": [thrown(0)] }), "");
    check(json!({ "memory": [thrown(5)] }), "a seat is named");
    check(json!({ "memory": vec![thrown(0); 81] }), "more is remembered");
    check(json!({ "dice": { "seed": "00", "drawn": 0 } }), "64 hexadecimal digits");
}

#[test]
fn melds_must_be_melds() {
    let meld = |kind: &str, cards: Value| json!({ "table": [{ "owner": 0, "type": kind, "cards": cards }] });
    check(meld("run", json!(["5S.0", "6S.0", "7S.0", "8S.0"])), "");
    check(meld("run", json!(["6S.0", "5S.0", "7S.0", "8S.0"])), "cannot lie on the table as a run");
    check(meld("set", json!(["5S.0", "6S.0", "7S.0", "8S.0"])), "cannot lie on the table as a set");
    check(meld("run", json!(["5S.0", "6S.0", "7S.0"])), "cannot lie on the table as a run");
    check(meld("run", json!([])), "cannot lie on the table as a run");
    check(json!({ "table": [{ "owner": 9, "type": "run", "cards": [] }] }), "a seat is a number");
}

#[test]
fn requests_must_make_sense() {
    let pending = |changes: Value| {
        let mut pending = json!({ "caller": 2, "card": "7H.0", "asked": 1, "waiting": [], "resume": "draw" });
        pending.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        json!({ "phase": "may_i", "pending": pending })
    };
    check(pending(json!({})), "");
    check(pending(json!({ "card": "8H.0" })), "not on top");
    check(pending(json!({ "resume": "over" })), "interrupts");
    check(pending(json!({ "resume": "may_i" })), "interrupts");
    check(pending(json!({ "asked": 2 })), "asked twice");
    check(pending(json!({ "waiting": [1] })), "asked twice");
    check(pending(json!({ "waiting": [7] })), "a seat is named");
    let mut odd = pending(json!({}));
    odd["phase"] = json!("draw");
    check(odd, "the phase is not may_i");
}

#[test]
fn a_seat_that_has_drawn_holds_cards() {
    let mut empty = state(json!({ "discard": "7H.0" }));
    let cards = empty["hands"][1].take();
    empty["hands"][1] = json!([]);
    empty["stock"].as_array_mut().unwrap().extend(cards.as_array().unwrap().clone());
    let load = |state: &Value| Table::<MayI>::load(serde_json::from_value(state.clone()).unwrap());
    assert_eq!(load(&empty).unwrap_err().code(), "may-i.bad_state");
    empty["phase"] = json!("draw");
    assert!(load(&empty).is_ok(), "it will draw one");
}

#[test]
fn a_written_state_has_the_same_future() {
    let mut table =
        Table::<MayI>::start(baize_may_i::Options::default(), 4, &Seed::from_text("future")).unwrap();
    let mut again = Table::<MayI>::load(table.setup()).unwrap();
    for _ in 0..400 {
        for table in [&mut table, &mut again] {
            let seat = table.game().awaiting().must.iter().next().unwrap();
            let action = table.game().idle(seat).unwrap();
            table.play(seat, &action).unwrap();
        }
        again = Table::load(again.setup()).unwrap();
    }
    assert_eq!(table.setup(), again.setup(), "refills included");
    // Without dice the future follows from the cards.
    let mut bare = table.setup();
    bare.dice = None;
    let dice = |setup: Setup| Table::<MayI>::load(setup).unwrap().setup().dice;
    assert!(dice(bare.clone()).is_some());
    assert_eq!(dice(bare.clone()), dice(bare));
}

#[test]
fn fields_that_follow_from_others_are_not_looked_at() {
    let mut state =
        serde_json::to_value(table(json!({ "table": ["0 run 5S.0 6S.0 7S.0 8S.0"] })).setup()).unwrap();
    assert_eq!(state["table"][0]["id"], "m1");
    state["table"][0]["id"] = json!("m9");
    state["table"][0]["low"] = json!(12);
    let loaded = Table::<MayI>::load(serde_json::from_value(state).unwrap()).unwrap();
    let written = serde_json::to_value(loaded.setup()).unwrap();
    assert_eq!((&written["table"][0]["id"], &written["table"][0]["low"]), (&json!("m1"), &json!(5)));
}

fn check_line(line: &str, expect: Option<Value>) {
    let table = table(
        json!({ "hands": ["", "7S.0 7D.0 7H.0 9S.0 JK.0", ""], "table": ["0 run JK.1 6S.0 7S.1 8S.0"] }),
    );
    let read = table.game().read(seat(1), line).map(|action| serde_json::to_value(action).unwrap());
    assert_eq!(read.as_ref().ok(), expect.as_ref(), "{line}: {read:?}");
    if let Err(error) = read {
        assert_eq!(error.code(), "may-i.bad_notation", "{line}");
    }
}

#[test]
fn lines_are_read() {
    check_line("draw stock", Some(json!({ "type": "DRAW_FROM_STOCK" })));
    check_line("  draw   discard ", Some(json!({ "type": "DRAW_FROM_DISCARD" })));
    let lay_down = json!({ "type": "LAY_DOWN", "melds": [
        { "type": "set", "cardIds": ["7S.0", "7D.0", "JK.0"] },
        { "type": "run", "cardIds": ["9S.0", "7S.0"] },
    ] });
    check_line(r#"laydown "1,2,5" "4,1""#, Some(lay_down.clone()));
    check_line("laydown 1,2,5 4,1", Some(lay_down.clone()));
    check_line(r#"laydown "1, 2, 5" 4,1"#, Some(lay_down));
    check_line("layoff 4 1", Some(json!({ "type": "LAY_OFF", "cardId": "9S.0", "meldId": "m1" })));
    let start = json!({ "type": "LAY_OFF", "cardId": "JK.0", "meldId": "m1", "position": "start" });
    check_line("layoff 5 1 start", Some(start));
    check_line(
        "swap 1 1 4",
        Some(json!({ "type": "SWAP_JOKER", "meldId": "m1", "jokerId": "JK.1", "cardId": "9S.0" })),
    );
    check_line("discard 6", Some(json!({ "type": "DISCARD", "cardId": "card 6" })));
    check_line(
        "sort 5 4 3 2 1",
        Some(json!({ "type": "REORDER_HAND", "cardIds": ["JK.0", "9S.0", "7H.0", "7D.0", "7S.0"] })),
    );
    check_line("sort", Some(json!({ "type": "REORDER_HAND", "cardIds": [] })));
    for (line, action) in
        [("skip", "SKIP"), ("mayi", "CALL_MAY_I"), ("allow", "ALLOW_MAY_I"), ("claim", "CLAIM_MAY_I")]
    {
        check_line(line, Some(json!({ "type": action })));
    }
}

#[test]
fn lines_that_say_nothing_are_refused() {
    for line in [
        "",
        "draw",
        "draw both",
        "DRAW STOCK",
        "laydown",
        "laydown \"1,2",
        "laydown 1,,2",
        "laydown 0,1,2",
        "layoff 1",
        "layoff 1 1 middle",
        "layoff 1 1 start end",
        "layoff one 1",
        "layoff +1 1",
        "layoff -1 1",
        "goout 1",
        "swap 1 1",
        "skip it",
        "discard",
        "discard 99999999999999999999999",
        "sort x",
        "dance",
    ] {
        check_line(line, None);
    }
    check_line(&"discard ".repeat(100_000), None);
}

/// Asks without a table.
fn ask(query: Value) -> Result<Value, String> {
    let query: Query = serde_json::from_value(query).map_err(|error| error.to_string())?;
    let answer = MayI::answer(None, &query).map_err(|error| error.code().to_owned())?;
    Ok(serde_json::to_value(answer).unwrap())
}

#[test]
fn queries_are_answered_word_for_word() {
    let check = |query: Value, expect: Value| assert_eq!(ask(query.clone()), Ok(expect), "{query}");
    check(
        json!({ "type": "CHECK_MELD", "meldType": "run", "cards": ["5S", "6S", "2C", "8S"] }),
        json!({ "valid": true, "cards": ["5S", "6S", "2C", "8S"], "low": 5, "high": 8 }),
    );
    check(
        json!({ "type": "CHECK_MELD", "meldType": "set", "cards": ["5S.1", "5H", "2C"] }),
        json!({ "valid": true, "cards": ["5S.1", "5H", "2C"] }),
    );
    check(
        json!({ "type": "CHECK_MELD", "meldType": "set", "cards": ["9C", "JK", "JK"] }),
        json!({ "valid": false, "reason": "too_many_wilds" }),
    );
    let run = |cards: &str| json!({ "meldType": "run", "cards": cards.split(' ').collect::<Vec<_>>() });
    let contract = |melds: Value| json!({ "type": "CHECK_CONTRACT", "round": 3, "melds": melds });
    check(contract(json!([run("3S 4S 5S 6S"), run("9S TS JS QS")])), json!({ "valid": true }));
    check(
        contract(json!([run("3S 4S 5S 6S"), run("8S 9S TS JS")])),
        json!({ "valid": false, "error": "runs_too_close" }),
    );
    check(contract(json!([run("3S 4S 5S 6S")])), json!({ "valid": false, "error": "wrong_contract" }));
    check(
        contract(json!([run("3S 4S 5S 6S"), run("9S TS JS KH")])),
        json!({ "valid": false, "error": "invalid_run", "index": 1, "reason": "mixed_suits" }),
    );
    let lay_off = |cards: &str, card: &str, position: Value| {
        let meld: Vec<&str> = cards.split(' ').collect();
        json!({ "type": "CHECK_LAY_OFF", "meldType": "run", "meld": meld, "card": card, "position": position })
    };
    check(
        lay_off("5S 6S 7S 8S", "2C", json!("start")),
        json!({ "accepted": true, "needsChoice": true, "position": "start", "actsAs": "4S",
            "cards": ["2C", "5S", "6S", "7S", "8S"], "low": 4, "high": 8 }),
    );
    check(
        lay_off("3S 4S 5S 6S", "2C", json!("start")),
        json!({ "accepted": false, "needsChoice": false, "error": "position_unavailable", "position": null, "actsAs": null }),
    );
    let swap = |index: usize, card: &str| json!({ "type": "CHECK_SWAP", "meldType": "run", "meld": ["5H", "JK", "7H", "8H"], "index": index, "card": card });
    check(swap(1, "6H"), json!({ "allowed": true }));
    check(swap(1, "6S"), json!({ "allowed": false, "error": "wrong_swap_card" }));
    check(swap(0, "5H"), json!({ "allowed": false, "error": "not_a_joker" }));
    check(swap(9, "5H"), json!({ "allowed": false, "error": "not_a_joker" }));
}

#[test]
fn odd_queries_are_refused() {
    let refused = |query: Value| assert!(ask(query.clone()).is_err(), "{query}");
    refused(json!({ "type": "CHECK_MELD", "meldType": "run" }));
    refused(json!({ "type": "CHECK_MELD", "meldType": "pair", "cards": [] }));
    refused(json!({ "type": "CHECK_MELD", "meldType": "set", "cards": ["1S"] }));
    refused(json!({ "type": "CHECK_MELD", "meldType": "set", "cards": [], "seat": 1 }));
    refused(json!({ "type": "CHECK_CONTRACT", "round": 0, "melds": [] }));
    refused(json!({ "type": "CHECK_CONTRACT", "round": 7, "melds": [] }));
    refused(json!({ "type": "SUGGEST_MELDS", "seat": 1 }));
    refused(json!({ "type": "WHO_WINS" }));
    let no_run = json!({ "type": "CHECK_LAY_OFF", "meldType": "run", "meld": ["JK", "JK"], "card": "2C" });
    assert_eq!(ask(no_run).unwrap_err(), "may-i.not_on_table");
    let middle = json!({ "type": "CHECK_LAY_OFF", "meldType": "set", "meld": ["7S", "7S", "7S"], "card": "2C", "position": "middle" });
    refused(middle);
    assert_eq!(ask(json!({ "type": "SUGGEST_MELDS" })).unwrap_err(), "may-i.no_hand");
    assert_eq!(ask(json!({ "type": "STAGED", "layOffs": [] })).unwrap_err(), "may-i.no_hand");
}

/// Asks from what a viewer sees.
fn ask_at(table: &Table<MayI>, viewer: Viewer, query: Value) -> Result<Value, String> {
    let query: Query = serde_json::from_value(query).unwrap();
    let answer = MayI::answer(Some(&table.game().view(viewer)), &query);
    answer.map(|answer| serde_json::to_value(answer).unwrap()).map_err(|error| error.code().to_owned())
}

#[test]
fn suggestions_come_best_first() {
    let table = table(json!({ "hands": ["", "7S.0 7D.0 7H.0 9S.0 9D.0 JK.0 2C.0 QD.0", "7S.1 9D.1 3C.0"] }));
    let suggest = || json!({ "type": "SUGGEST_MELDS" });
    let answer = ask_at(&table, Viewer::Seat(seat(1)), suggest()).unwrap();
    assert_eq!(answer["distance"], 0);
    let ways = answer["ways"].as_array().unwrap();
    let first = json!({
        "melds": [
            { "type": "set", "cardIds": ["7S.0", "7H.0", "7D.0"] },
            { "type": "set", "cardIds": ["9S.0", "9D.0", "JK.0", "2C.0"] },
        ],
        "left": ["QD.0"], "points": 10,
    });
    assert!(ways.contains(&first), "{answer}");
    let points: Vec<u64> = ways.iter().map(|way| way["points"].as_u64().unwrap()).collect();
    assert!(points.is_sorted() && points[0] == 10 && ways.len() == 6, "{points:?}");
    let far = ask_at(&table, Viewer::Seat(seat(2)), suggest()).unwrap();
    let nearest = json!([{ "type": "set", "cardIds": ["9D.1"] }, { "type": "set", "cardIds": ["7S.1"] }]);
    assert_eq!(far, json!({ "distance": 4, "ways": [], "nearest": nearest }));
    assert_eq!(ask_at(&table, Viewer::Spectator, suggest()).unwrap_err(), "may-i.no_hand");
}

#[test]
fn at_a_table_its_options_count() {
    let query = || json!({ "type": "CHECK_MELD", "meldType": "set", "cards": ["7S", "7D", "7H", "7C"] });
    let exact = table(json!({ "options": { "exactContract": true } }));
    let answer = ask_at(&exact, Viewer::Spectator, query()).unwrap();
    assert_eq!(answer, json!({ "valid": false, "reason": "not_exact" }));
    let sixth = table(json!({ "round": 6, "options": { "exactContract": true } }));
    assert_eq!(ask_at(&sixth, Viewer::Spectator, query()).unwrap()["valid"], true);
    assert_eq!(ask(query()).unwrap()["valid"], true);
}

#[test]
fn codes_are_listed_once_and_in_order() {
    let codes: Vec<&str> = baize_may_i::RuleError::CODES.iter().map(|(code, _)| *code).collect();
    assert!(codes.is_sorted() && codes.iter().all(|code| code.starts_with("may-i.")));
    insta::assert_snapshot!(codes.join("\n"));
}

/// States with cards anywhere and any flags: whatever can be set up can be played on.
#[test]
fn made_up_states_can_be_played() {
    let mut dice = Dice::new(&Seed::from_text("made up"));
    let (mut loaded, mut ended) = (0, 0);
    for _ in 0..600 {
        let setup: Setup = serde_json::from_value(made_up(&mut dice)).unwrap();
        let Ok(mut table) = Table::<MayI>::load(setup) else { continue };
        loaded += 1;
        for _ in 0..60 {
            let Some(must) = table.game().awaiting().must.iter().next() else { break };
            assert!(table.check(must, &table.game().idle(must).unwrap()).is_ok());
            let may: Vec<Seat> = table.game().awaiting().may.iter().collect();
            let seat = *dice.pick(&may).filter(|_| may.len().is_multiple_of(2)).unwrap_or(&must);
            let actions = table.game().menu(seat).into_actions();
            let Some(action) = dice.pick(&actions).cloned().or_else(|| table.game().idle(must)) else {
                break;
            };
            let seat = if actions.is_empty() { must } else { seat };
            table.play(seat, &action).unwrap();
            assert_eq!(Table::<MayI>::load(table.setup()).unwrap().setup(), table.setup());
        }
        ended += usize::from(table.game().outcome().is_some());
    }
    assert!(loaded > 150 && ended > 2, "{loaded} {ended}");
}

fn made_up(dice: &mut Dice) -> Value {
    let seats = 3 + dice.roll(6) as usize;
    let mut deck: Vec<Card> = Card::deck(seats as u8).collect();
    dice.shuffle(&mut deck);
    let mut take = |dice: &mut Dice, most: u32| {
        let count = (dice.roll(most) as usize).min(deck.len());
        deck.split_off(deck.len() - count)
    };
    let mut hands: Vec<Vec<Card>> = (0..seats).map(|_| take(dice, 16)).collect();
    let discard = take(dice, 5);
    let mut stock = take(dice, 4);
    // The rest lies in the stock or in somebody's hand.
    if dice.roll(2) == 0 {
        stock.extend(deck);
    } else {
        hands[dice.roll(seats as u32) as usize].extend(deck);
    }
    let mut seat = || dice.roll(seats as u32);
    let (dealer, current, by, caller, asked) = (seat(), seat(), seat(), seat(), seat());
    let phases = ["draw", "act", "discard", "may_i", "over"];
    let phase = phases[dice.roll(4) as usize + usize::from(dice.roll(20) == 0)];
    let pending = json!({ "caller": caller, "card": discard.first(), "asked": asked,
        "resume": phases[dice.roll(3) as usize] });
    json!({
        "round": 1 + dice.roll(6), "dealer": dealer, "current": current, "phase": phase, "turn": 1 + dice.roll(5),
        "hands": hands, "stock": stock, "discard": discard, "discardTaken": dice.roll(2) == 0,
        "discardedBy": (dice.roll(2) == 0).then_some(by), "laidDownThisTurn": dice.roll(4) == 0,
        "down": (0..seats).map(|_| dice.roll(3) == 0).collect::<Vec<_>>(),
        "pending": (phase == "may_i" && !discard.is_empty()).then_some(pending),
        "options": { "maxTurns": 8, "exactContract": dice.roll(2) == 0 },
    })
}
