//! Drawing, laying down, discarding: what is possible when, and every refusal in order.

use crate::common::{ids, play, refused, refused_line, seat, state, table, words};
use baize_may_i::{Action, MayI, Phase};
use baize_rules::{Coded, Game, Table, Viewer};
use serde_json::{Value, json};

/// Seat 1 can lay down two sets.
const TWO_SETS: &str = "7S.0 7D.0 7H.0 9S.0 9D.0 JK.0 KC.0 QD.0";

fn act(hand: &str) -> Table<MayI> {
    table(json!({ "hands": ["", hand, ""], "discard": "3C.0", "discardedBy": 0 }))
}

fn lay_down(melds: Value) -> Action {
    serde_json::from_value(json!({ "type": "LAY_DOWN", "melds": melds })).unwrap()
}

#[test]
fn the_drawn_card_joins_the_end_of_the_hand() {
    let to_draw =
        json!({ "phase": "draw", "hands": ["", "4C.0 5D.0", ""], "stock": "KS.0", "discard": "7H.0" });
    let mut stock = table(to_draw.clone());
    let told = play(&mut stock, 1, "draw stock");
    assert_eq!(words(&told), ["Seat 1 drew from the stock."]);
    assert_eq!(told[0].event.to_string(), "Seat 1 drew K♠ from the stock.");
    assert_eq!(ids(&stock.setup().hands[1]), "4C.0 5D.0 KS.0");
    let mut discard = table(to_draw);
    let told = play(&mut discard, 1, "draw discard");
    assert_eq!(words(&told), ["Seat 1 took the 7♥."]);
    assert_eq!(ids(&discard.setup().hands[1]), "4C.0 5D.0 7H.0");
    // A12: the card just taken can go back.
    play(&mut discard, 1, "discard 3");
}

#[test]
fn draws_are_refused_in_order() {
    let drawn = act("4C.0 5D.0");
    refused_line(&drawn, 1, "draw stock", "already_drawn");
    refused_line(&drawn, 1, "draw discard", "already_drawn");
    let to_draw = |more: Value| {
        let mut state = json!({ "phase": "draw", "discard": "7H.0 8H.0" });
        state.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        table(state)
    };
    let down = to_draw(json!({ "down": [false, true, false], "discardTaken": true }));
    refused_line(&down, 1, "draw discard", "down_draws_stock_only");
    let empty = to_draw(json!({ "discard": "", "discardTaken": true }));
    refused_line(&empty, 1, "draw discard", "discard_empty");
    let taken = to_draw(json!({ "discardTaken": true }));
    refused_line(&taken, 1, "draw discard", "discard_claimed");
    for line in ["draw stock", "draw discard", "skip", "discard 1", "layoff 1 1", "swap 1 1 1", "goout"] {
        refused_line(&taken, 0, line, "not_your_turn");
    }
}

#[test]
fn before_the_draw_nothing_else_is_open() {
    let table = table(json!({ "phase": "draw", "hands": ["", TWO_SETS, ""] }));
    for line in
        ["laydown 1,2,3 4,5,6", "layoff 1 1", "goout", "swap 1 1 1", "skip", "discard 1", "discard 99"]
    {
        refused_line(&table, 1, line, "must_draw_first");
    }
}

#[test]
fn a_lay_down_ends_the_play_of_the_turn() {
    let mut table = act(TWO_SETS);
    let told = play(&mut table, 1, "laydown 1,2,3 4,5,6");
    assert_eq!(words(&told), ["Seat 1 lays down: set 7♠ 7♦ 7♥; set 9♠ 9♦ Joker."]);
    let setup = table.setup();
    assert_eq!((setup.phase, setup.laid_down_this_turn), (Phase::Discard, true));
    assert_eq!(setup.down, [false, true, false]);
    assert_eq!(ids(&setup.hands[1]), "KC.0 QD.0");
    refused_line(&table, 1, "layoff 1 1", "laid_down_this_turn");
    refused_line(&table, 1, "goout", "laid_down_this_turn");
    refused_line(&table, 1, "laydown 1,2", "already_down");
    refused_line(&table, 1, "swap 1 1 1", "no_swap_when_down");
    refused_line(&table, 1, "skip", "wrong_phase");
    play(&mut table, 1, "discard 2");
    let setup = table.setup();
    assert_eq!((setup.current, setup.phase, setup.turn), (seat(2), Phase::Draw, 2));
    assert!(!setup.laid_down_this_turn);
}

#[test]
fn after_skipping_only_a_discard_is_left() {
    let mut table = act(TWO_SETS);
    play(&mut table, 1, "skip");
    refused_line(&table, 1, "laydown 1,2,3 4,5,6", "wrong_phase");
    refused_line(&table, 1, "layoff 1 1", "not_down");
    refused_line(&table, 1, "swap 1 1 1", "wrong_phase");
    refused_line(&table, 1, "skip", "wrong_phase");
    play(&mut table, 1, "discard 1");
    let down = json!({ "phase": "discard", "hands": ["", "7C.0 KC.0", ""], "down": [false, true, false],
        "table": ["0 set 7S.0 7D.0 7H.0"] });
    let down = crate::common::table(down);
    refused_line(&down, 1, "layoff 1 1", "wrong_phase");
    refused_line(&down, 1, "swap 1 1 1", "no_swap_when_down");
}

#[test]
fn lay_downs_are_checked_in_order() {
    let table = act(TWO_SETS);
    let sets = |first: Value, second: Value| {
        lay_down(json!([{ "type": "set", "cardIds": first }, { "type": "set", "cardIds": second }]))
    };
    let good = json!(["7S.0", "7D.0", "7H.0"]);
    // The order of checks: a card named twice, a card not held, the contract, the melds.
    refused(&table, 1, &sets(good.clone(), json!(["9S.0", "9S.0", "AS.0"])), "duplicate_card");
    refused(&table, 1, &sets(good.clone(), json!(["none", "none", "AS.0"])), "duplicate_card");
    refused(&table, 1, &sets(good.clone(), json!(["9S.0", "9D.0", "9D.1"])), "card_not_in_hand");
    refused(&table, 1, &sets(good.clone(), json!(["9S.0", "9D.0", "none"])), "card_not_in_hand");
    let one = lay_down(json!([{ "type": "set", "cardIds": ["7S.0", "KC.0", "QD.0"] }]));
    refused(&table, 1, &one, "wrong_contract");
    refused(&table, 1, &lay_down(json!([])), "wrong_contract");
    let run = json!([{ "type": "set", "cardIds": good }, { "type": "run", "cardIds": ["9S.0", "9D.0", "JK.0", "KC.0"] }]);
    refused(&table, 1, &lay_down(run), "wrong_contract");
    let wrong = sets(good.clone(), json!(["9S.0", "9D.0", "KC.0"]));
    refused(&table, 1, &wrong, "invalid_set");
    let details = table.check(seat(1), &wrong).unwrap_err().details();
    assert_eq!(details, Some(json!({ "index": 1, "reason": "mixed_ranks" })));
}

#[test]
fn runs_are_checked_for_their_gap_last() {
    let hand = "3S.0 4S.0 5S.0 6S.0 8S.0 9S.0 TS.0 JS.0 8H.0 9H.0 TH.0 JH.0 KC.0";
    let mut table = table(json!({ "round": 3, "hands": ["", hand, ""] }));
    refused_line(&table, 1, "laydown 1,2,3,4 5,6,7,8", "runs_too_close");
    refused_line(&table, 1, "laydown 1,2,3,4 5,6,7,9", "invalid_run");
    play(&mut table, 1, "laydown 1,2,3,4 9,10,11,12");
}

#[test]
fn t21_a_lay_down_is_stored_as_named_or_put_in_order() {
    let hand = "JK.0 6S.0 7S.0 8S.0 JH.0 QH.0 KH.0 2D.0 3C.0";
    let stored = |line: &str| {
        let mut table = table(json!({ "round": 3, "hands": ["", hand, ""] }));
        play(&mut table, 1, line);
        ids(table.setup().table[0].cards())
    };
    assert_eq!(stored("laydown 1,2,3,4 5,6,7,8"), "JK.0 6S.0 7S.0 8S.0");
    assert_eq!(stored("laydown 4,3,2,1 5,6,7,8"), "6S.0 7S.0 8S.0 JK.0");
    // T22: the gap between runs is judged by the order as named.
    let hand = "2S.0 6H.0 7H.0 8H.0 JH.0 QH.0 KH.0 2D.0 3C.0";
    let mut table = table(json!({ "round": 3, "hands": ["", hand, ""] }));
    refused_line(&table, 1, "laydown 2,3,4,1 5,6,7,8", "runs_too_close");
    play(&mut table, 1, "laydown 1,2,3,4 5,6,7,8");
    let bounds: Vec<(u8, u8)> = table
        .setup()
        .table
        .iter()
        .filter_map(|meld| meld.bounds())
        .map(|bounds| (bounds.low, bounds.high))
        .collect();
    assert_eq!(bounds, [(5, 8), (11, 14)]);
}

#[test]
fn a1_longer_melds_are_allowed_unless_the_contract_is_exact() {
    let hand = "7S.0 7D.0 7H.0 7C.0 9S.0 9D.0 9H.0 KC.0";
    let mut longer = act(hand);
    play(&mut longer, 1, "laydown 1,2,3,4 5,6,7");
    let exact = json!({ "hands": ["", hand, ""], "options": { "exactContract": true } });
    let mut exact = table(exact);
    let wrong = exact.game().read(seat(1), "laydown 1,2,3,4 5,6,7").unwrap();
    refused(&exact, 1, &wrong, "invalid_set");
    let details = exact.check(seat(1), &wrong).unwrap_err().details();
    assert_eq!(details, Some(json!({ "index": 0, "reason": "not_exact" })));
    play(&mut exact, 1, "laydown 1,2,3 5,6,7");
}

#[test]
fn lay_offs_are_checked_in_order() {
    let run = "0 run 5S.0 6S.0 7S.0 8S.0";
    let down = |more: Value| {
        let mut state =
            json!({ "hands": ["", "9S.0 KC.0", ""], "down": [true, true, false], "table": [run] });
        state.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        table(state)
    };
    let lay_off = |card: &str, meld: &str| {
        serde_json::from_value::<Action>(json!({ "type": "LAY_OFF", "cardId": card, "meldId": meld }))
            .unwrap()
    };
    let good = lay_off("9S.0", "m1");
    refused(&down(json!({ "phase": "draw", "round": 6 })), 1, &good, "must_draw_first");
    refused(&down(json!({ "round": 6, "down": [] })), 1, &good, "no_lay_off_in_round_6");
    refused(&down(json!({ "down": [], "laidDownThisTurn": true })), 1, &good, "not_down");
    refused(&down(json!({ "laidDownThisTurn": true, "phase": "discard" })), 1, &good, "laid_down_this_turn");
    refused(&down(json!({ "phase": "discard" })), 1, &good, "wrong_phase");
    let table = down(json!({}));
    refused(&table, 1, &lay_off("9S.1", "m9"), "card_not_in_hand");
    refused(&table, 1, &lay_off("nothing", "nowhere"), "card_not_in_hand");
    refused(&table, 1, &lay_off("9S.0", "m2"), "meld_not_found");
    refused(&table, 1, &lay_off("9S.0", "1"), "meld_not_found");
    refused(&table, 1, &lay_off("KC.0", "m1"), "does_not_fit");
    table.check(seat(1), &good).unwrap();
}

#[test]
fn swaps_have_their_phase_and_round() {
    let run = "0 run JK.0 6S.0 7S.0 8S.0";
    let holding = |more: Value| {
        let mut state = json!({ "hands": ["", "5S.0 KC.0", ""], "table": [run] });
        state.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        table(state)
    };
    refused_line(&holding(json!({ "phase": "draw", "round": 6 })), 1, "swap 1 1 1", "must_draw_first");
    refused_line(
        &holding(json!({ "round": 6, "down": [true, true, true] })),
        1,
        "swap 1 1 1",
        "no_swap_in_round_6",
    );
    refused_line(&holding(json!({ "down": [true, true, true] })), 1, "swap 1 1 1", "no_swap_when_down");
    refused_line(&holding(json!({ "phase": "discard" })), 1, "swap 1 1 1", "wrong_phase");
    play(&mut holding(json!({})), 1, "swap 1 1 1");
}

#[test]
fn discards_are_checked() {
    let table = act("4C.0 5D.0");
    refused(&table, 1, &Action::discard("4C.1".parse().unwrap()), "card_not_in_hand");
    refused_line(&table, 1, "discard 3", "card_not_in_hand");
    let mut wild = act("JK.0 5D.0");
    let told = play(&mut wild, 1, "discard 1");
    assert_eq!(words(&told), ["Seat 1 discarded Joker."]);
    assert_eq!(ids(&wild.setup().discard), "JK.0 3C.0");
}

#[test]
fn sorting_is_free_for_all_and_private() {
    let mut table = act("4C.0 5D.0 6S.0");
    let sort = |ids: Value| {
        serde_json::from_value::<Action>(json!({ "type": "REORDER_HAND", "cardIds": ids })).unwrap()
    };
    for wrong in [
        json!([]),
        json!(["4C.0", "5D.0"]),
        json!(["4C.0", "5D.0", "5D.0"]),
        json!(["4C.0", "5D.0", "6S.1"]),
        json!(["4C.0", "5D.0", "six"]),
        json!(["4C.0", "5D.0", "6S.0", "6S.0"]),
    ] {
        refused(&table, 1, &sort(wrong), "bad_order");
    }
    let view = |table: &Table<MayI>, number| table.game().view(Viewer::Seat(seat(number)));
    let seen_before = view(&table, 2);
    let told = play(&mut table, 1, "sort 3 1 2");
    assert!(words(&told).is_empty());
    assert_eq!(view(&table, 2), seen_before);
    assert_eq!(ids(&table.setup().hands[1]), "6S.0 4C.0 5D.0");
    // Seat 2 is not even current.
    play(&mut table, 2, "sort 2 1 3");
}

#[test]
fn what_is_blocked_for_now_is_told_with_a_reason() {
    let blocked = |state: Value, number: u8| -> Vec<(String, String)> {
        let view = table(state).game().view(Viewer::Seat(seat(number)));
        let word = |verb| serde_json::to_value(verb).unwrap().as_str().unwrap().to_owned();
        view.blocked.into_iter().map(|blocked| (word(blocked.verb), blocked.reason.into_owned())).collect()
    };
    let has = |list: &[(String, String)], verb: &str, reason: &str| {
        let entry = (verb.to_owned(), reason.to_owned());
        assert!(list.contains(&entry), "{verb}: {reason} in {list:?}");
    };
    let laid_down = json!({ "phase": "discard", "down": [false, true, false], "laidDownThisTurn": true });
    has(&blocked(laid_down, 1), "LAY_OFF", "next turn");
    has(&blocked(json!({}), 1), "LAY_OFF", "lay down first");
    let down = json!({ "down": [false, true, false] });
    has(&blocked(down, 1), "SWAP_JOKER", "only before laying down");
    let down = json!({ "down": [false, true, false], "phase": "draw", "discard": "3C.0" });
    has(&blocked(down.clone(), 1), "DRAW_FROM_DISCARD", "stock only");
    has(&blocked(json!({ "phase": "draw" }), 1), "DISCARD", "draw first");
    let asked = json!({ "phase": "draw", "discard": "3C.0", "discardedBy": 0 });
    has(&blocked(asked.clone(), 0), "CALL_MAY_I", "you discarded it");
    assert!(blocked(asked, 2).is_empty(), "nothing to say to a seat that may ask and has no turn");
}

#[test]
fn the_menu_lists_what_the_rules_allow() {
    let lines = |table: &Table<MayI>, number: u8| -> Vec<String> {
        let game = table.game();
        game.menu(seat(number)).actions().iter().map(|action| game.write(seat(number), action)).collect()
    };
    let mut table = table(json!({
        "phase": "draw", "hands": ["KS.0 KD.0 3H.0", TWO_SETS, ""], "discard": "9H.0", "discardedBy": 0, "stock": "KH.0",
    }));
    assert_eq!(lines(&table, 1), ["draw stock", "draw discard"]);
    assert_eq!(lines(&table, 2), ["mayi"]);
    assert!(lines(&table, 0).is_empty());
    play(&mut table, 1, "draw discard");
    let menu = lines(&table, 1);
    assert_eq!(menu[0], "skip");
    assert_eq!(menu[1], "laydown \"4,9,5,6\" \"1,3,2\"");
    assert!(menu[1..4].iter().all(|line| line.starts_with("laydown")));
    assert_eq!(menu[4..].len(), 9, "a discard for each card: {menu:?}");
    play(&mut table, 2, "sort 1 2 3");
    assert!(lines(&table, 2).is_empty(), "the discard is taken");
}

#[test]
fn wilds_with_a_choice_are_listed_for_both_ends() {
    let state = json!({ "hands": ["", "2C.0 4S.0 KD.0", ""], "down": [true, true, false],
        "table": ["0 run 5S.0 6S.0 7S.0 8S.0", "0 set KS.0 KH.0 KC.0"] });
    let table = table(state);
    let game = table.game();
    let lines: Vec<String> =
        game.menu(seat(1)).actions().iter().map(|action| game.write(seat(1), action)).collect();
    let expect = [
        "skip",
        "layoff 1 1 start",
        "layoff 1 1 end",
        "layoff 1 2",
        "layoff 2 1",
        "layoff 3 2",
        "goout \"2 1\" \"3 2\" \"1 1 start\"",
        "discard 1",
        "discard 2",
        "discard 3",
    ];
    assert_eq!(lines, expect);
    let remarks = game.remarks(seat(1), &game.read(seat(1), "layoff 1 1 start").unwrap());
    assert_eq!(serde_json::to_value(remarks).unwrap(), json!({ "actsAs": "4S" }));
}

#[test]
fn unknown_seats_and_finished_games_are_refused_first() {
    let running = act("4C.0 5D.0");
    refused_line(&running, 3, "draw stock", "unknown_seat");
    let over = state(json!({ "phase": "over", "round": 6, "totals": [10, 10, 30] }));
    let over = Table::<MayI>::load(serde_json::from_value(over).unwrap()).unwrap();
    for line in ["draw stock", "mayi", "allow", "sort 1 2 3"] {
        refused_line(&over, 1, line, "game_over");
        refused_line(&over, 7, line, "game_over");
    }
    let outcome = over.game().outcome().unwrap();
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [seat(0), seat(1)], "a shared win");
}
