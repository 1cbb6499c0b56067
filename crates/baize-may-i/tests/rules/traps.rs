//! Where other implementations go wrong: a refused action must not change who may call, who is asked or what is
//! exposed; and some cards are not where they seem to be.

use crate::common::{ids, play, play_all, refused_line, seat, table};
use baize_may_i::{MayI, Phase};
use baize_rules::{Game, Seat, Table};
use serde_json::json;

/// Four seats. Seat 1 is to draw, seat 0 has discarded the 7♥.
fn four() -> Table<MayI> {
    table(json!({ "hands": ["", "", "", ""], "phase": "draw", "discard": "7H.0 9C.0", "discardedBy": 0 }))
}

/// The seats that may call, and those that would then be asked.
fn callers(table: &Table<MayI>) -> Vec<(usize, Vec<usize>)> {
    let asked = |caller: Seat| {
        let mut table = table.clone();
        table.play(caller, &baize_may_i::Action::CallMayI {}).ok()?;
        let pending = table.setup().pending;
        let seats =
            pending.map(|pending| [vec![pending.asked], pending.waiting].concat()).unwrap_or_default();
        Some((caller.index(), seats.into_iter().map(Seat::index).collect()))
    };
    Seat::first(4).filter_map(asked).collect()
}

/// Tries refused actions and compares who may call before and after.
fn leaves_no_trace(table: &mut Table<MayI>, tries: &[(u8, &str)]) {
    let before = callers(table);
    for (number, line) in tries {
        let action = table.game().read(seat(*number), line).unwrap();
        table.play(seat(*number), &action).expect_err(line);
        assert_eq!(callers(table), before, "seat {number} {line}");
    }
}

#[test]
fn trap_1_a_leading_wild_stays_in_front() {
    let hand = "2S.0 6H.0 7H.0 8H.0 JH.0 QH.0 KH.0 2D.0 3C.0";
    let mut table = table(json!({ "round": 3, "hands": ["", hand, ""] }));
    play(&mut table, 1, "laydown 1,2,3,4 5,6,7,8");
    assert_eq!(ids(table.setup().table[0].cards()), "2S.0 6H.0 7H.0 8H.0");
}

#[test]
fn trap_2_the_current_seat_cannot_call() {
    let mut table = four();
    refused_line(&table, 1, "mayi", "own_turn");
    play(&mut table, 1, "draw stock");
    refused_line(&table, 1, "mayi", "own_turn");
    play(&mut table, 1, "discard 1");
    assert_eq!(table.setup().current, seat(2));
}

#[test]
fn trap_3_the_card_under_a_taken_one_is_not_exposed() {
    let mut table = four();
    play_all(&mut table, "2 mayi\n 1 allow");
    assert_eq!(ids(&table.setup().discard), "9C.0");
    refused_line(&table, 1, "draw discard", "discard_claimed");
    refused_line(&table, 3, "mayi", "discard_claimed");
    play(&mut table, 1, "draw stock");
    refused_line(&table, 3, "mayi", "discard_claimed");
}

#[test]
fn trap_4_a_refused_draw_closes_nothing() {
    let mut table = four();
    let expect = vec![(2, vec![1]), (3, vec![1, 2])];
    assert_eq!(callers(&table), expect);
    leaves_no_trace(
        &mut table,
        &[(2, "draw stock"), (2, "draw discard"), (3, "draw discard"), (0, "mayi"), (1, "mayi")],
    );
    play(&mut table, 1, "draw stock");
    assert_eq!(callers(&table), [(2, vec![]), (3, vec![2])]);
    leaves_no_trace(&mut table, &[(1, "draw discard"), (1, "draw stock"), (2, "draw discard")]);
}

#[test]
fn trap_5_a_refused_discard_opens_nothing() {
    let mut table = four();
    play_all(&mut table, "2 mayi\n 1 claim");
    assert_eq!(callers(&table), []);
    leaves_no_trace(
        &mut table,
        &[(1, "discard 99"), (0, "discard 1"), (2, "discard 1"), (1, "draw discard")],
    );
    play(&mut table, 1, "discard 1");
    assert_eq!(callers(&table), [(0, vec![2, 3]), (3, vec![2])]);
}

#[test]
fn trap_6_a_refused_play_changes_neither_phase_nor_asked() {
    let mut table = four();
    play(&mut table, 3, "mayi");
    let pending = table.setup().pending;
    for (number, line) in [(1, "draw stock"), (2, "claim"), (0, "mayi"), (2, "allow"), (3, "claim")] {
        let action = table.game().read(seat(number), line).unwrap();
        table.play(seat(number), &action).expect_err(line);
        assert_eq!((table.setup().pending, table.setup().phase), (pending.clone(), Phase::MayI));
    }
    play_all(&mut table, "1 allow\n 2 allow");
    assert_eq!(table.setup().hands[3].len(), 5);
}

#[test]
fn trap_7_an_empty_stock_is_refilled_when_the_pile_grows_later() {
    let mut table = table(
        json!({ "hands": ["3S.0", "9C.0 8C.0", "4S.0"], "stock": "", "discard": "5H.0", "noMore": true }),
    );
    play(&mut table, 1, "discard 1");
    assert_eq!(ids(&table.setup().stock), "5H.0");
    play(&mut table, 2, "draw stock");
}

#[test]
fn trap_8_a_wild_never_goes_to_the_other_end() {
    let table = table(json!({ "hands": ["", "2C.0 KD.0", ""], "down": [true, true, false],
        "table": ["0 run 3S.0 4S.0 5S.0 6S.0"] }));
    refused_line(&table, 1, "layoff 1 1 start", "position_unavailable");
    let lines = r#"goout "1 1 start" "2 1""#;
    refused_line(&table, 1, lines, "position_unavailable");
}
