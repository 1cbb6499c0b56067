//! The examples of section 12 of the rules, the checks of section 7, the ends of section 9 and the decisions of section
//! 10, each as a test.

#[path = "lines/mod.rs"]
mod lines;

use baize_banqi::{Action, Banqi, Cell, Faction, Kind, Mode, Options, Place, Status, adjacent};
use baize_rules::{Game, Leaving, Seat, Seed, Table};
use lines::{capture, ended, line, load, load_with, mv, play, result};
use serde_json::json;

const C: Mode = Mode::Classic;
const T: Mode = Mode::ThreeKingdoms;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// What the seat on turn is told about an action.
fn told(table: &Table<Banqi>, action: Action) -> String {
    match table.check(table.game().position().seat(), &action) {
        Ok(()) => "valid".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn check(table: &Table<Banqi>, action: Action, words: &str) {
    assert_eq!(told(table, action), words, "{action:?} in {}", table.setup().position);
}

fn query(json: &str) -> serde_json::Value {
    let query = serde_json::from_str(json).unwrap();
    serde_json::to_value(Banqi::answer(None, &query).unwrap()).unwrap()
}

// ---- section 12 ----

#[test]
fn e1_e2_neighbours() {
    assert_eq!(
        query(r#"{"type":"ADJACENT","mode":"classic","index":10}"#),
        json!({ "indices": [6, 14, 9, 11] })
    );
    let middle = query(r#"{"type":"ADJACENT","mode":"three-kingdoms","index":"c5"}"#);
    assert_eq!(middle, json!({ "indices": [17, 27, 21, 23] }));
    for index in ["45", "-1", "1e30", "\"a9\""] {
        let text = format!(r#"{{"type":"ADJACENT","mode":"classic","index":{index}}}"#);
        assert_eq!(query(&text), json!({ "indices": [] }));
    }
}

#[test]
fn e3_e4_a_step_and_no_jump() {
    let table = load(&line("c", "4/4/2R1/4/4/4/4/p3", 1));
    check(&table, mv(C, 10, 11), "valid");
    check(&table, mv(C, 10, 20), "Destination not adjacent");
}

#[test]
fn e5_e8_pawns_and_kings_by_type() {
    let ask = |mode: &str, attacker: &str, target: &str| {
        let text = format!(
            r#"{{"type":"CAN_CAPTURE","mode":"{mode}","attacker":"{attacker}","target":"{target}"}}"#
        );
        query(&text)["allowed"].as_bool().unwrap()
    };
    assert!(ask("classic", "Pawn", "King") && !ask("classic", "King", "Pawn"));
    assert!(ask("three-kingdoms", "Pawn", "King") && ask("three-kingdoms", "King", "Pawn"));
    assert!(ask("classic", "Cannon", "King") && !ask("classic", "Pawn", "Cannon"));
}

#[test]
fn e6_d15_the_diagonal_cannon_of_classic() {
    let table = load(&line("c", "4/1C2/2p1/3g/4/4/4/4", 1));
    check(&table, capture(C, 5, 15), "Cannon target not in straight line");
    let table = load(&line("c", "4/C3/p3/g3/4/4/4/4", 1));
    check(&table, capture(C, 4, 12), "valid");
}

#[test]
fn e7_capture_all() {
    let mut table = load(&line("c", "Rp2/4/4/4/4/4/4/4", 1));
    assert_eq!(result(&table), None);
    play(&mut table, "a8xb8");
    assert_eq!(result(&table), ended(0, "capture-all"));
    assert_eq!(table.game().outcome().unwrap().details, Some(json!({ "faction": "red" })));
    assert_eq!(table.game().position().alive(Faction::Black), 0);
}

#[test]
fn e9_the_counter_at_zero_is_a_draw() {
    let drawn = line("t", "1P3/5/5/5/G4/5/4g/5/5", 1).replace(" 60 ", " 0 ");
    assert_eq!(result(&load(&drawn)), ended(None, "draw"));
    let mut close = load(&drawn.replace(" 0 ", " 1 "));
    assert_eq!(result(&close), None);
    play(&mut close, "b9-c9");
    assert_eq!(result(&close), ended(None, "draw"));
}

#[test]
fn e10_the_only_active_faction_wins() {
    let last = line("t", "1P3/5/5/5/G4/5/4g/5/5", 3).replace(" - ", " gr ");
    assert_eq!(result(&load(&last)), ended(2, "elimination"));
    let board = line("t", "4g/5/5/5/5/r4/5/5/5", 3);
    assert_eq!(result(&load(&board)), ended(2, "elimination"), "factions without a piece leave when set up");
}

#[test]
fn e11_each_mode_has_its_own_rules() {
    let cells = |mode| adjacent(mode, 10).into_iter().map(Cell::index).collect::<Vec<_>>();
    assert_eq!((cells(C), cells(T)), (vec![6, 14, 9, 11], vec![5, 15, 11]));
    let classic = load(&line("c", "K2p/4/4/4/4/4/4/4", 1));
    check(&classic, capture(C, 0, 3), "Target not adjacent");
    let kingdoms = load(&line("t", "K2g1/5/5/5/5/5/5/5/4G", 1));
    check(&kingdoms, capture(T, 0, 3), "valid");
}

#[test]
fn e12_classic_has_no_draw_by_default() {
    // Two Guards that never meet go on for ever.
    let mut table = load(&line("c", "G3/4/4/4/4/4/4/3g", 1));
    for _ in 0..300 {
        play(&mut table, "a8-a7 d1-d2 a7-a8 d2-d1");
    }
    assert_eq!((result(&table), table.game().position().ply()), (None, 1290));
}

#[test]
fn e13_the_same_cannon_in_a_column_of_three_kingdoms() {
    let table = load(&line("t", "5/C4/P4/g4/5/5/5/5/5", 2));
    check(&table, capture(T, 5, 15), "valid");
}

#[test]
fn e14_ranks_do_not_exist_in_three_kingdoms() {
    let table = load(&line("t", "KG3/Pg3/5/5/5/5/5/5/5", 1));
    check(&table, capture(T, 0, 1), "valid");
    check(&table, capture(T, 5, 6), "valid");
    let table = load(&line("t", "KG3/Pg3/5/5/5/5/5/5/5", 2));
    check(&table, capture(T, 1, 0), "valid");
    let table = load(&line("c", "Kp2/Hr2/4/4/4/4/4/4", 1));
    check(&table, capture(C, 0, 1), "King cannot capture Pawn");
    check(&table, capture(C, 4, 5), "Invalid capture: rank too low");
}

#[test]
fn row_ends_are_not_neighbours() {
    let table = load(&line("c", "3R/g3/4/4/4/4/4/4", 1));
    check(&table, mv(C, 3, 4), "Destination not adjacent");
    check(&table, capture(C, 3, 4), "Target not adjacent");
    let table = load(&line("t", "4P/g4/5/5/5/5/5/5/4G", 1));
    check(&table, capture(T, 4, 5), "Target not adjacent");
}

#[test]
fn a_cannon_jumps_one_piece_of_any_kind_at_any_distance() {
    let table = load(&line("c", "C3/4/~p3/4/4/4/4/g3", 1));
    check(&table, capture(C, 0, 28), "valid");
    let table = load(&line("c", "C3/4/~p3/4/h3/4/4/g3", 1));
    check(&table, capture(C, 0, 28), "Cannon requires exactly one screen to capture");
    check(&table, capture(C, 0, 16), "valid");
    check(&table, capture(C, 0, 8), "Target not revealed");
    let table = load(&line("c", "Cg2/4/4/4/4/4/4/4", 1));
    check(&table, capture(C, 0, 1), "Cannon cannot capture adjacent piece");
    let table = load(&line("c", "C2g/4/4/4/4/4/4/4", 1));
    check(&table, capture(C, 0, 3), "Cannon requires exactly one screen to capture");
}

#[test]
fn a_boxed_in_pawn_loses_but_not_while_a_piece_is_face_down() {
    let boxed = "Pg2/g3/4/4/4/4/4/4";
    assert_eq!(result(&load(&line("c", boxed, 1))), ended(1, "stalemate"));
    assert_eq!(result(&load(&line("c", boxed, 2))), None);
    let saved = load(&line("c", "Pg2/g3/4/4/4/4/4/3~p", 1));
    assert_eq!((result(&saved), saved.game().menu(seat(0)).actions().len()), (None, 1));
    // D17: the side about to act is checked, after a flip too.
    let mut table = load(&line("c", "Pg2/g3/4/4/4/4/4/3~p", 2));
    play(&mut table, "d1?");
    assert_eq!(result(&table), ended(1, "stalemate"));
}

#[test]
fn a_cannon_that_captures_into_a_dead_corner_does_not_lose() {
    let mut table = load(&line("c", "kh1C/p3/4/4/4/4/4/4", 1));
    play(&mut table, "d8xa8");
    assert_eq!(result(&table), None);
    assert!(!table.game().menu(seat(1)).actions().is_empty());
}

// ---- section 7 ----

#[test]
fn flips_are_checked_in_order() {
    let flip = |index: i64| serde_json::from_value(json!({ "type": "FLIP", "at": index })).unwrap();
    let table = load(&line("c", "R3/~p3/4/4/4/4/4/4", 1));
    for index in [32, 45, -1, i64::MAX] {
        check(&table, flip(index), "Invalid piece index");
    }
    check(&table, Action::Flip { at: Place::Nowhere }, "Invalid piece index");
    check(&table, flip(9), "No piece at index");
    check(&table, flip(0), "Piece already revealed");
    check(&table, flip(4), "valid");
    let over = load(&line("c", "R3/4/4/4/4/4/4/4", 1));
    check(&over, flip(99), "Match already ended");
}

#[test]
fn moves_are_checked_in_order() {
    let table = load(&line("c", "Rg2/~p1P1/3K/4/4/4/4/4", 1));
    let nowhere = |from, to| Action::Move { from, to };
    check(&table, nowhere(Place::Index(9), Place::Nowhere), "Invalid indices");
    check(&table, nowhere(Place::Index(32), Place::Index(0)), "Invalid indices");
    check(&table, mv(C, 9, 9), "No piece at source index");
    check(&table, mv(C, 4, 5), "Piece not revealed");
    check(&table, mv(C, 1, 2), "Not current faction's turn");
    check(&table, mv(C, 0, 0), "Destination not adjacent");
    check(&table, mv(C, 0, 8), "Destination not adjacent");
    check(&table, mv(C, 0, 1), "Destination not empty");
    check(&table, mv(C, 0, 4), "Destination not empty");
    check(&table, mv(C, 6, 5), "valid");
    let over = load(&line("c", "R3/4/4/4/4/4/4/4", 1));
    check(&over, nowhere(Place::Nowhere, Place::Nowhere), "Match not in progress");
}

#[test]
fn captures_are_checked_in_order() {
    let table = load(&line("c", "Rg2/~p1P1/1~hCp/2K1/4/4/4/4", 1));
    check(&table, Action::Capture { from: Place::Nowhere, to: Place::Index(0) }, "Invalid indices");
    check(&table, capture(C, 31, 0), "No piece at attacker index");
    check(&table, capture(C, 4, 31), "Attacker not revealed");
    check(&table, capture(C, 1, 31), "Not current faction's turn");
    check(&table, capture(C, 0, 31), "No piece at target index");
    check(&table, capture(C, 0, 9), "Target not revealed");
    check(&table, capture(C, 0, 6), "Target is own piece");
    check(&table, capture(C, 0, 0), "Target is own piece");
    check(&table, capture(C, 10, 1), "Cannon target not in straight line");
    check(&table, capture(C, 10, 11), "Cannon cannot capture adjacent piece");
    check(&table, capture(C, 0, 11), "Target not adjacent");
    check(&table, capture(C, 0, 1), "Invalid capture: rank too low");
}

#[test]
fn geometry_decides_before_emptiness_in_three_kingdoms_too() {
    let table = load(&line("t", "K1P2/P4/5/5/5/5/5/5/1r2R", 1));
    check(&table, mv(T, 0, 2), "Destination not empty");
    check(&table, mv(T, 0, 3), "Destination not adjacent");
    check(&table, mv(T, 0, 5), "Destination not empty");
    check(&table, mv(T, 2, 12), "Destination not adjacent");
    check(&table, mv(T, 0, 1), "valid");
}

#[test]
fn status_and_turn_are_checked_before_the_action() {
    let start = Table::<Banqi>::start(Default::default(), 2, &baize_rules::Seed::from_text("turn")).unwrap();
    let refused =
        |table: &Table<Banqi>, who: u8, action| table.check(seat(who), &action).unwrap_err().to_string();
    let flip = Action::Flip { at: Place::Index(0) };
    assert_eq!(refused(&start, 1, flip), "it is the turn of seat 0, not of seat 1");
    assert_eq!(refused(&start, 0, mv(C, 0, 1)), "Match not in progress");
    assert_eq!(refused(&start, 1, mv(C, 0, 1)), "Match not in progress");
    assert_eq!(refused(&start, 5, flip), "seat 5 is not at this table of 2");
    let over = load(&line("c", "R3/4/4/4/4/4/4/4", 1));
    assert_eq!(refused(&over, 1, flip), "Match already ended");
    assert_eq!(refused(&over, 1, mv(C, 0, 1)), "Match not in progress");
    let left = over.clone().leave(seat(0), Leaving::Resign).unwrap_err();
    assert_eq!(left.to_string(), "Match already ended");
}

#[test]
fn cell_names_are_accepted_everywhere() {
    let table = load(&line("c", "R3/~p3/4/4/4/4/4/4", 1));
    for json in [
        r#"{"type":"FLIP","at":"a7"}"#,
        r#"{"type":"MOVE","from":"a8","to":1}"#,
        r#"{"type":"MOVE","from":0,"to":"b8"}"#,
    ] {
        check(&table, serde_json::from_str(json).unwrap(), "valid");
    }
    check(&table, serde_json::from_str(r#"{"type":"FLIP","at":"e9"}"#).unwrap(), "Invalid piece index");
    check(
        &table,
        serde_json::from_str(r#"{"type":"MOVE","from":"a8","to":"a9"}"#).unwrap(),
        "Invalid indices",
    );
}

// ---- sections 5 and 9, decisions ----

/// A start of Three Kingdoms in which these letters lie in the top left corner, row by row.
fn kingdoms(first: &str) -> String {
    let mut rest = T.full_set();
    first.chars().for_each(|letter| rest.remove(baize_banqi::Piece::from_letter(letter).unwrap()));
    let letters: String = first.chars().chain(rest.iter().map(|piece| piece.letter())).collect();
    let mut letters = letters.chars();
    let mut row = || {
        let mut next = || format!("~{}", letters.next().unwrap());
        format!("{}{}1{}{}", next(), next(), next(), next())
    };
    let rows: Vec<String> = (0..9).map(|n| if n == 4 { "5".to_owned() } else { row() }).collect();
    format!("t {} 1 --- - 60 -,-,- 0", rows.join("/"))
}

#[test]
fn d2_d3_the_first_flip_starts_play_and_passes_the_turn() {
    let line = "c ~r~K~H~c/~k~p~P~p/~g~m~G~C/~p~P~M~h/~M~P~m~g/~h~P~R~R/~c~p~H~P/~r~p~G~C 1 -- - - -,- 0";
    let mut table = load(line);
    assert_eq!(table.game().position().status(), Status::WaitingFirstFlip);
    // D10: every cell can be flipped, nothing else can be done.
    assert_eq!(table.game().menu(seat(0)).actions().len(), 32);
    play(&mut table, "a8?");
    let position = table.game().position();
    assert_eq!((position.status(), position.seat()), (Status::InProgress, seat(1)));
    assert_eq!(
        (position.faction(seat(0)), position.faction(seat(1))),
        (Some(Faction::Black), Some(Faction::Red))
    );
}

#[test]
fn d4_factions_go_to_those_who_flip_them_first() {
    let mut table = load(&kingdoms("KPGgR"));
    let owners = |table: &Table<Banqi>| table.setup().public.split(' ').nth(3).unwrap().to_owned();
    play(&mut table, "a9?");
    assert_eq!(owners(&table), "g--");
    // Seat 2 turns up an owned faction: it gets none and may only flip next time.
    play(&mut table, "b9?");
    assert_eq!(owners(&table), "g--");
    let unowned = table.game().position();
    assert_eq!(unowned.seat(), seat(2));
    check(&table, mv(T, 0, 2), "Not current faction's turn");
    assert!(table.game().menu(seat(2)).actions().iter().all(|action| matches!(action, Action::Flip { .. })));
    // Seat 3 gets the red army, so seat 2 gets the black one without flipping.
    play(&mut table, "d9?");
    assert_eq!(owners(&table), "gbr");
    play(&mut table, "e9? a8?");
    assert_eq!(owners(&table), "gbr");
}

#[test]
fn d4_owners_act_while_others_have_no_faction_yet() {
    let mut table = load(&kingdoms("KPPPPP"));
    play(&mut table, "a9? b9? d9?");
    check(&table, mv(T, 1, 2), "valid");
}

#[test]
fn d5_d6_d7_d8_how_the_pieces_of_three_kingdoms_go() {
    let targets = |json: &str, letter: char| {
        let board = format!("5/5/5/5/2{letter}2/5/5/5/5");
        let (turn, other) = if letter == 'K' || letter == 'P' { (1, "4g") } else { (2, "4P") };
        let table =
            load_with(&line("t", &board.replacen("5/5/5/5/", &format!("{other}/5/5/5/"), 1), turn), json);
        let from_centre = |action: &Action| match action {
            Action::Move { from, to } if from.on(T) == Cell::named(T, "c5") => to.on(T).map(Cell::index),
            _ => None,
        };
        let actions = table.game().menu(seat(turn - 1)).into_actions();
        actions.iter().filter_map(from_centre).collect::<Vec<_>>()
    };
    let slides = vec![2, 7, 12, 17, 20, 21, 23, 24, 27, 32, 37, 42];
    let steps = vec![17, 21, 23, 27];
    for json in [r#"{"preset":"contract"}"#, r#"{"preset":"folk"}"#] {
        assert_eq!(targets(json, 'K'), slides);
        assert_eq!(targets(json, 'R'), slides);
        assert_eq!(targets(json, 'M'), [10, 14, 30, 34]);
        assert_eq!(targets(json, 'H'), [11, 13, 15, 19, 25, 29, 31, 33]);
        assert_eq!(targets(json, 'P'), steps);
    }
    assert_eq!(targets("{}", 'G'), steps);
    assert_eq!(targets(r#"{"guard":"diagonal"}"#, 'G'), [16, 18, 26, 28]);
    assert_eq!(targets("{}", 'C'), steps);
    assert_eq!(targets(r#"{"cannon":"slide"}"#, 'C'), slides);
}

#[test]
fn d5_nothing_hinders_ministers_and_horses_but_kings_and_rooks_stop() {
    let table = load(&line("t", "5/5/1~P~P~P1/1~PM~P1/1~P~P~P1/g3K/5/5/5", 2));
    check(&table, mv(T, 17, 5), "valid");
    check(&table, capture(T, 17, 25), "valid");
    let table = load(&line("t", "R~P1g1/g4/5/5/5/5/5/5/1P3", 2));
    check(&table, capture(T, 0, 3), "Target not adjacent");
    check(&table, capture(T, 0, 5), "valid");
}

#[test]
fn d11_capture_all_is_looked_at_before_elimination() {
    let both = "t KG3/5/5/5/5/5/5/5/5 1 grb b 60 GggMMmmRRrrHHhhCCcc,KPPPPPPPPPP,- 90";
    let mut table = load(both);
    play(&mut table, "a9xb9");
    assert_eq!(result(&table), ended(0, "capture-all"));
    let shared = "t KG3/5/5/5/5/5/5/5/5 1 grb b 60 GgMMmmRRrrHHhhCCcc,KPPPPPPPPPPg,- 90";
    let mut table = load(shared);
    play(&mut table, "a9xb9");
    assert_eq!(result(&table), ended(0, "elimination"));
}

#[test]
fn d13_a_faction_that_cannot_act_leaves_and_its_pieces_stay() {
    // Team-b's only piece, a Cannon in the corner, has no step and nothing to jump at.
    let stuck = line("t", "CP3/P4/5/5/5/5/5/5/3gg", 2);
    let mut table = load(&stuck);
    let position = *table.game().position();
    assert_eq!((position.seat(), position.counter(), result(&table)), (seat(2), Some(60), None));
    assert_eq!(table.setup().position.split(' ').nth(4), Some("r"));
    play(&mut table, "d1-d2");
    // The Cannon still blocks and can still be taken; its faction does not come back.
    check(&table, mv(T, 1, 0), "Destination not empty");
    check(&table, capture(T, 1, 0), "valid");
    play(&mut table, "b9-c9");
    assert_eq!(table.game().position().seat(), seat(2));
    // With two left, the next one stuck decides the match.
    let last = line("t", "CP3/P4/5/5/5/5/5/5/5", 2);
    assert_eq!(result(&load(&last)), ended(0, "stalemate"));
    let again = load(&last);
    assert_eq!(result(&Table::<Banqi>::load(again.setup()).unwrap()), ended(0, "stalemate"));
}

#[test]
fn d14_the_counter_falls_with_every_action_but_captures() {
    let mut table = load(&kingdoms("KPGgR"));
    for (text, counter) in [("a9?", 59), ("b9?", 58), ("d9?", 57), ("b9-c9", 56)] {
        play(&mut table, text);
        assert_eq!(table.game().position().counter(), Some(counter));
    }
    let mut table = load(&line("t", "Kg3/5/5/5/5/5/5/5/3gG", 1).replace(" 60 ", " 1 "));
    play(&mut table, "a9xb9");
    assert_eq!((result(&table), table.game().position().counter()), (None, Some(60)));
    let mut off =
        load_with(&line("t", "Kg3/5/5/5/5/5/5/5/3gG", 1).replace(" 60 ", " - "), r#"{"counter":"off"}"#);
    play(&mut off, "a9-a8 e1-e2 d1-d2");
    assert_eq!(off.game().position().counter(), None);
}

#[test]
fn d16_capture_all_looks_at_the_board() {
    let lone = "c 4/4/4/4/4/4/4/3r 2 rb - - kggmmrhhccppppp,KGGMMRRHHCCPPPPP 99";
    assert_eq!(result(&load(lone)), ended(1, "capture-all"));
}

#[test]
fn d18_every_piece_of_classic_steps() {
    for kind in Kind::ALL {
        let letter = baize_banqi::Piece::ALL.into_iter().find(|piece| piece.kind() == kind).unwrap();
        let table = load(&line("c", &format!("4/4/1{letter}2/4/4/4/4/3p"), 1));
        let count = table.game().menu(seat(0)).actions().len();
        assert_eq!(count, 4, "{kind}");
    }
}

// ---- section 11 ----

#[test]
fn without_progress_the_match_is_drawn() {
    let mut table = load_with(&line("c", "G3/~p3/4/4/4/4/4/3g", 1), r#"{"noProgress":4}"#);
    play(&mut table, "a8-b8 d1-d2 b8-a8");
    assert_eq!((result(&table), table.setup().quiet), (None, 3));
    let mut flipped = table.clone();
    play(&mut flipped, "a7?");
    assert_eq!((result(&flipped), flipped.setup().quiet), (None, 0));
    // A count that was written down goes on.
    let mut again = Table::<Banqi>::load(table.setup()).unwrap();
    play(&mut again, "d2-d1");
    assert_eq!(result(&again), ended(None, "no-progress"));
}

#[test]
fn the_third_time_the_same_position_is_a_draw() {
    let mut table = load_with(&line("c", "G3/~p3/4/4/4/4/4/3g", 1), r#"{"repetition":3}"#);
    play(&mut table, "a8-b8 d1-d2 b8-a8 d2-d1 a8-b8 d1-d2 b8-a8");
    assert_eq!((result(&table), table.setup().history.len()), (None, 7));
    // The same cells with the other seat on turn are another position.
    let mut again = Table::<Banqi>::load(table.setup()).unwrap();
    play(&mut again, "d2-d1");
    assert_eq!(result(&again), ended(None, "repetition"));
    assert_eq!(result(&Table::<Banqi>::load(again.setup()).unwrap()), ended(None, "repetition"));
    // A flip cannot be taken back, so nothing before it counts.
    play(&mut table, "a7?");
    assert!(table.setup().history.is_empty());
}

#[test]
fn the_match_ends_at_the_ply_cap() {
    let mut table = load_with(&line("c", "G3/~p3/4/4/4/4/4/3g", 1), r#"{"plyCap":92}"#);
    play(&mut table, "a8-b8 d1-d2");
    assert_eq!(result(&table), ended(None, "ply-cap"));
    // A win on the last action is a win.
    let mut table = load_with(&line("c", "Gp2/4/4/4/4/4/4/4", 1), r#"{"plyCap":91}"#);
    play(&mut table, "a8xb8");
    assert_eq!(result(&table), ended(0, "capture-all"));
}

// ---- leaving ----

#[test]
fn in_classic_the_other_seat_wins() {
    let mut table = load(&line("c", "Rg2/4/4/4/4/4/4/4", 1));
    let news = table.leave(seat(1), Leaving::Timeout).unwrap();
    let told: Vec<String> = news.iter().map(|news| news.event.to_string()).collect();
    assert_eq!(told, ["seat 1 is out of time", "seat 0, red, wins (timeout)"]);
    assert_eq!(result(&table), ended(0, "timeout"));
    assert_eq!(result(&Table::<Banqi>::load(table.setup()).unwrap()), ended(0, "timeout"));
}

#[test]
fn in_three_kingdoms_the_others_play_on() {
    let mut table = load(&line("t", "2K2/5/R4/5/5/5/5/5/3g1", 2));
    let news = table.leave(seat(1), Leaving::Resign).unwrap();
    let told: Vec<String> = news.iter().map(|news| news.event.to_string()).collect();
    assert_eq!(told, ["seat 1 resigns", "red leaves the match with its player; its pieces stay"]);
    assert_eq!((table.game().position().seat(), result(&table)), (seat(2), None));
    assert_eq!(table.setup().position.split(' ').nth(4), Some("r"));
    play(&mut table, "d1-d2");
    assert_eq!(table.game().position().seat(), seat(0));
    // A seat that has left cannot leave again.
    assert!(table.leave(seat(1), Leaving::Timeout).unwrap().is_empty());
    table.leave(seat(2), Leaving::Timeout).unwrap();
    assert_eq!(result(&table), ended(0, "timeout"));
    assert_eq!(result(&Table::<Banqi>::load(table.setup()).unwrap()), ended(0, "timeout"));
}

#[test]
fn who_leaves_without_a_faction_gets_the_last_one_and_it_is_out() {
    let mut table = load(&kingdoms("KgR"));
    table.leave(seat(0), Leaving::Resign).unwrap();
    assert_eq!(table.game().position().status(), Status::WaitingFirstFlip);
    assert_eq!(table.game().position().seat(), seat(1));
    let mut again = Table::<Banqi>::load(table.setup()).unwrap();
    play(&mut again, "a9?");
    assert_eq!(again.game().position().seat(), seat(2));
    let flip = again.game().read(seat(2), "b9?").unwrap();
    let news = again.play(seat(2), &flip).unwrap();
    let told: Vec<String> = news.iter().map(|news| news.event.to_string()).collect();
    let flipped = "seat 2 flips b9: black Guard; seat 0 is red; seat 2 is black";
    assert_eq!(told, [flipped, "red leaves the match with its player; its pieces stay"]);
    let fields: Vec<String> = again.setup().public.split(' ').map(str::to_owned).collect();
    assert_eq!((&*fields[2], &*fields[3], &*fields[4]), ("2", "rgb", "r"));
    // The two left play to the end, and every state written down can be loaded.
    let mut dice = baize_rules::Dice::new(&baize_rules::Seed::from_text("two are left"));
    while again.game().outcome().is_none() {
        let turn = again.game().position().seat();
        assert_ne!(turn, seat(0));
        again.play(turn, dice.pick(&again.game().menu(turn).into_actions()).unwrap()).unwrap();
        assert_eq!(Table::<Banqi>::load(again.setup()).unwrap().setup(), again.setup());
    }
}

#[test]
fn the_last_one_wins_even_before_the_first_flip() {
    let mut table = load(&kingdoms("K"));
    table.leave(seat(1), Leaving::Resign).unwrap();
    table.leave(seat(0), Leaving::Timeout).unwrap();
    assert_eq!(result(&table), ended(2, "timeout"));
    assert_eq!(table.game().outcome().unwrap().details, Some(json!({ "faction": null })));
    assert_eq!(result(&Table::<Banqi>::load(table.setup()).unwrap()), ended(2, "timeout"));
}

#[test]
fn the_seats_can_agree_on_a_draw_in_both_modes() {
    for (mode, seats) in [("classic", 2), ("three-kingdoms", 3)] {
        let options: Options = serde_json::from_value(json!({ "mode": mode })).unwrap();
        let mut table = Table::<Banqi>::start(options, seats, &Seed::from_text("agreed")).unwrap();
        assert_eq!(table.drawers().len(), usize::from(seats));
        let told = table.draw().unwrap();
        assert!(told[0].event.to_string().contains("agreement"), "{}", told[0].event);
        let outcome = table.game().outcome().unwrap();
        assert_eq!((outcome.winners.len(), outcome.reason.as_ref()), (0, "agreement"));
        assert_eq!(Table::<Banqi>::load(table.setup()).unwrap().setup(), table.setup());
        assert!(table.draw().is_none() && table.drawers().is_empty(), "over means over");
    }
}

#[test]
fn who_has_left_is_not_asked_for_a_draw() {
    let options: Options = serde_json::from_value(json!({ "mode": "three-kingdoms" })).unwrap();
    let mut table = Table::<Banqi>::start(options, 3, &Seed::from_text("two left")).unwrap();
    table.leave(Seat::SECOND, Leaving::Resign).unwrap();
    assert!(!table.drawers().contains(Seat::SECOND) && table.drawers().len() == 2);
}
