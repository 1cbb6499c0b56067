//! Tables set up from a few words.

use baize_may_i::{Action, Card, MayI, Setup};
use baize_rules::{Addressed, Coded, Game, Seat, Table};
use serde_json::{Value, json};

/// The cards of a text such as `"7H.0 JK.1"`.
pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|id| id.parse().unwrap_or_else(|()| panic!("no card {id}"))).collect()
}

/// A state. The defaults are round 1, seat 1 in phase act, nobody down, an empty table. Lists of cards are
/// texts; a missing or empty hand gets three cards, and the remaining cards go under the stock.
pub(crate) fn state(mentioned: Value) -> Value {
    let mut state = json!({
        "round": 1, "dealer": 0, "current": 1, "phase": "act", "hands": ["", "", ""], "stock": "", "discard": "",
        "table": [],
    });
    state.as_object_mut().unwrap().extend(mentioned.as_object().unwrap().clone());
    let list = |value: &Value| cards(value.as_str().unwrap());
    let mut hands: Vec<Vec<Card>> = state["hands"].as_array().unwrap().iter().map(list).collect();
    let (mut stock, discard) = (list(&state["stock"]), list(&state["discard"]));
    let table: Vec<Value> = state["table"].as_array().unwrap().iter().map(meld).collect();
    let laid = table.iter().flat_map(|meld| meld["cards"].as_array().unwrap());
    let laid = laid.map(|id| id.as_str().unwrap().parse::<Card>().unwrap());
    let mut used: Vec<Card> = hands.iter().flatten().chain(&stock).chain(&discard).copied().collect();
    used.extend(laid);
    let deck: Vec<Card> = Card::deck(hands.len() as u8).collect();
    let mut rest = deck.into_iter().rev().filter(|card| !used.contains(card));
    for hand in hands.iter_mut().filter(|hand| hand.is_empty()) {
        hand.extend(rest.by_ref().take(3));
    }
    if state["noMore"] != true {
        stock.extend(rest);
    } else {
        // The last seat holds everything else.
        hands.last_mut().unwrap().extend(rest);
    }
    state.as_object_mut().unwrap().remove("noMore");
    state["hands"] = json!(hands);
    state["stock"] = json!(stock);
    state["discard"] = json!(discard);
    state["table"] = json!(table);
    state
}

/// Reads a meld such as `"0 run 5S.0 6S.0 7S.0 8S.0"`.
fn meld(text: &Value) -> Value {
    let mut words = text.as_str().unwrap().splitn(3, ' ');
    let owner: u8 = words.next().unwrap().parse().unwrap();
    json!({ "owner": owner, "type": words.next().unwrap(), "cards": cards(words.next().unwrap()) })
}

/// A table with this state.
pub(crate) fn table(mentioned: Value) -> Table<MayI> {
    let setup: Setup = serde_json::from_value(state(mentioned)).unwrap();
    Table::load(setup).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The action for a typed line.
pub(crate) fn typed(table: &Table<MayI>, number: u8, text: &str) -> Action {
    table.game().read(seat(number), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) type Told = Vec<Addressed<<MayI as Game>::Event>>;

/// Plays a typed line.
pub(crate) fn play(table: &mut Table<MayI>, number: u8, text: &str) -> Told {
    let action = typed(table, number, text);
    table.play(seat(number), &action).unwrap_or_else(|error| panic!("seat {number} {text}: {error}"))
}

/// Plays several lines, each with its seat: `1 draw stock`.
pub(crate) fn play_all(table: &mut Table<MayI>, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (number, text) = line.split_once(' ').unwrap();
        play(table, number.parse().unwrap(), text);
    }
}

/// Checks that an action is refused with this code and leaves no trace.
pub(crate) fn refused(table: &Table<MayI>, number: u8, action: &Action, code: &str) {
    let mut after = table.clone();
    let error = after.play(seat(number), action).expect_err(&format!("{code}: {action:?} was accepted"));
    assert_eq!(error.code(), format!("may-i.{code}"), "{action:?}");
    assert_eq!(after.setup(), table.setup(), "{code}: {action:?} left a trace");
    assert_eq!(table.check(seat(number), action), Err(error));
}

/// Like [`refused`], for a typed line.
pub(crate) fn refused_line(table: &Table<MayI>, number: u8, text: &str, code: &str) {
    refused(table, number, &typed(table, number, text), code);
}

/// The events in words, as everybody hears them.
pub(crate) fn words(told: &Told) -> Vec<String> {
    let spectator = baize_rules::Viewer::Spectator;
    told.iter().filter(|news| news.to.includes(spectator)).map(|news| news.event.to_string()).collect()
}

/// A list of cards as text.
pub(crate) fn ids(cards: &[Card]) -> String {
    cards.iter().map(|card| format!("{card:?}")).collect::<Vec<_>>().join(" ")
}
