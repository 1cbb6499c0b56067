//! May I?: who may call, who is asked in which order, and what it costs.

use crate::common::{ids, play, play_all, refused_line, seat, table, words};
use baize_may_i::{Event, MayI, Phase};
use baize_rules::{Audience, DecisionKind, Game, Table};
use serde_json::{Value, json};

/// Five seats. Seat 1 is to draw; seat 0 has just discarded the 7♥.
fn five(mentioned: Value) -> Table<MayI> {
    let mut state =
        json!({ "hands": ["", "", "", "", ""], "phase": "draw", "discard": "7H.0 9C.0", "discardedBy": 0 });
    state.as_object_mut().unwrap().extend(mentioned.as_object().unwrap().clone());
    table(state)
}

/// The seats that the table asks, in order, if all allow.
fn asked(table: &Table<MayI>, caller: u8) -> Vec<usize> {
    let mut table = table.clone();
    play(&mut table, caller, "mayi");
    let mut asked = Vec::new();
    while let Some(pending) = table.setup().pending {
        asked.push(pending.asked.index());
        play(&mut table, pending.asked.index() as u8, "allow");
    }
    let held = |table: &Table<MayI>, seat: u8| table.setup().hands[usize::from(seat)].len();
    assert_eq!(held(&table, caller), 5, "the caller got the card and a penalty card");
    asked
}

#[test]
fn everybody_from_the_current_seat_up_to_the_caller_is_asked() {
    let to_draw = five(json!({}));
    assert_eq!(asked(&to_draw, 2), [1]);
    assert_eq!(asked(&to_draw, 4), [1, 2, 3]);
    let has_drawn = five(json!({ "phase": "act" }));
    assert_eq!(asked(&has_drawn, 2), [0; 0]);
    assert_eq!(asked(&has_drawn, 4), [2, 3]);
    let discards = five(json!({ "phase": "discard" }));
    assert_eq!(asked(&discards, 4), [2, 3]);
}

#[test]
fn who_is_down_is_not_asked() {
    let down = five(json!({ "down": [false, true, false, true, false] }));
    assert_eq!(asked(&down, 4), [2]);
    assert_eq!(asked(&down, 2), [0; 0]);
}

#[test]
fn waiting_seats_are_listed_clockwise() {
    let mut table = five(json!({ "current": 3, "discardedBy": 2 }));
    play(&mut table, 1, "mayi");
    let setup = serde_json::to_value(table.setup()).unwrap();
    let pending = json!({ "caller": 1, "card": "7H.0", "asked": 3, "waiting": [4, 0], "resume": "draw" });
    assert_eq!((&setup["pending"], &setup["phase"]), (&pending, &json!("may_i")));
    assert_eq!(table.game().awaiting().must.iter().collect::<Vec<_>>(), [seat(3)]);
}

#[test]
fn the_turned_up_card_is_nobodys_discard() {
    let table = five(json!({ "discard": "7H.0", "discardedBy": null }));
    assert_eq!(asked(&table, 0), [1, 2, 3, 4]);
}

#[test]
fn who_may_not_call() {
    let table = five(json!({ "down": [false, false, true, false, false] }));
    refused_line(&table, 1, "mayi", "own_turn");
    refused_line(&table, 2, "mayi", "down_cannot_call");
    refused_line(&table, 0, "mayi", "own_discard");
    let has_drawn = five(json!({ "phase": "act" }));
    refused_line(&has_drawn, 1, "mayi", "own_turn");
    let taken = five(json!({ "discardTaken": true }));
    refused_line(&taken, 3, "mayi", "discard_claimed");
    let none = five(json!({ "discard": "", "discardTaken": true }));
    refused_line(&none, 3, "mayi", "discard_empty");
    refused_line(&none, 0, "mayi", "own_discard");
}

#[test]
fn while_a_request_is_pending_only_answers_and_sorting_are_open() {
    let mut table = five(json!({}));
    play(&mut table, 3, "mayi");
    for (number, line) in [
        (1, "draw stock"),
        (1, "draw discard"),
        (1, "skip"),
        (1, "discard 1"),
        (2, "draw stock"),
        (4, "mayi"),
        (1, "mayi"),
        (3, "mayi"),
        (1, "layoff 1 1"),
        (1, "swap 1 1 1"),
        (1, "laydown 1,2,3"),
        (1, "goout"),
    ] {
        refused_line(&table, number, line, "may_i_pending");
    }
    for number in [0, 2, 3, 4] {
        refused_line(&table, number, "allow", "not_prompted");
        refused_line(&table, number, "claim", "not_prompted");
    }
    let before = table.setup();
    for number in 0..5 {
        play(&mut table, number, "sort 3 1 2");
        play(&mut table, number, "sort 2 3 1");
    }
    assert_eq!(table.setup(), before);
    let idle = five(json!({}));
    refused_line(&idle, 1, "allow", "no_may_i_pending");
    refused_line(&idle, 4, "claim", "no_may_i_pending");
}

#[test]
fn an_answer_has_its_own_time() {
    let mut table = five(json!({}));
    assert_eq!(table.game().decision_kind(seat(1)), DecisionKind::Turn);
    play(&mut table, 3, "mayi");
    // The current seat is asked before its draw, seat 2 after it.
    assert_eq!(
        [1, 2].map(|number| table.game().decision_kind(seat(number))),
        [DecisionKind::Answer, DecisionKind::Turn]
    );
    play(&mut table, 1, "allow");
    assert_eq!(
        [1, 2].map(|number| table.game().decision_kind(seat(number))),
        [DecisionKind::Turn, DecisionKind::Answer]
    );
}

#[test]
fn a_claim_of_the_current_seat_is_its_draw() {
    let mut table = five(json!({}));
    play(&mut table, 3, "mayi");
    let told = play(&mut table, 1, "claim");
    assert_eq!(words(&told), ["Seat 1 claims the 7♥.", "Seat 1 gets 7♥."]);
    let setup = table.setup();
    assert_eq!(setup.phase, Phase::Act);
    assert_eq!([setup.hands[1].len(), setup.hands[3].len()], [4, 3]);
    assert_eq!(format!("{:?}", setup.hands[1][3]), "7H.0");
    assert!(setup.discard_taken && setup.pending.is_none());
    refused_line(&table, 1, "draw stock", "already_drawn");
    refused_line(&table, 3, "mayi", "discard_claimed");
}

#[test]
fn a_claim_of_another_seat_costs_a_card_too() {
    let mut table = five(json!({ "stock": "KS.0 QS.0" }));
    play_all(&mut table, "4 mayi\n 1 allow");
    let told = play(&mut table, 2, "claim");
    assert_eq!(words(&told), ["Seat 2 claims the 7♥.", "Seat 2 gets 7♥ and one extra card."]);
    // Only seat 2 hears which card that is.
    let granted = |penalty_card| Event::MayIGranted {
        seat: seat(2),
        card: "7H.0".parse().unwrap(),
        penalty: true,
        penalty_card,
    };
    assert_eq!((&told[1].event, told[1].to), (&granted("KS.0".parse().ok()), Audience::Only(seat(2))));
    assert_eq!((&told[2].event, told[2].to), (&granted(None), Audience::AllBut(seat(2))));
    let setup = table.setup();
    assert_eq!(setup.phase, Phase::Draw, "play goes on where it was interrupted");
    assert!(ids(&setup.hands[2]).ends_with("7H.0 KS.0"), "the card, then the penalty card");
    assert_eq!([setup.hands[2].len(), setup.hands[4].len()], [5, 3]);
    // The card under it cannot be drawn.
    refused_line(&table, 1, "draw discard", "discard_claimed");
    refused_line(&table, 4, "mayi", "discard_claimed");
    play(&mut table, 1, "draw stock");
    assert!(ids(&table.setup().hands[1]).ends_with("QS.0"));
}

#[test]
fn drawing_from_the_stock_does_not_close_the_discard() {
    let mut table = five(json!({}));
    play_all(&mut table, "1 draw stock\n 1 skip\n 2 mayi");
    assert_eq!(table.setup().hands[2].len(), 5);
    assert_eq!(table.setup().phase, Phase::Discard);
    let mut table = five(json!({}));
    play(&mut table, 1, "draw discard");
    refused_line(&table, 2, "mayi", "discard_claimed");
}

#[test]
fn without_cards_the_penalty_is_waived() {
    // All other cards are in the hand of seat 4; seat 1 has drawn the last one.
    let mut table = five(json!({ "phase": "act", "discard": "7H.0", "noMore": true }));
    let told = play(&mut table, 2, "mayi");
    assert_eq!(words(&told), ["Seat 2 asks: May I? (7♥)", "Seat 2 gets 7♥."]);
    assert_eq!(table.setup().hands[2].len(), 4);
}

#[test]
fn requests_are_not_limited() {
    let mut table = five(json!({}));
    for turn in 0..4 {
        let current = table.setup().current.index() as u8;
        let caller = (current + 2) % 5;
        play(&mut table, current, "draw stock");
        play(&mut table, caller, "mayi");
        while let Some(pending) = table.setup().pending {
            play(&mut table, pending.asked.index() as u8, "allow");
        }
        assert!(table.setup().hands[usize::from(caller)].len() > 4, "turn {turn}");
        play(&mut table, current, "discard 1");
    }
}
