//! Positions as text and as a state object: what can be read, what is refused and why.

#[path = "lines/mod.rs"]
mod lines;

use baize_banqi::{Banqi, FullPosition, Mode, Options, Position, Setup};
use baize_rules::{Coded, Dice, Game, Seat, Seed, Table, Viewer};
use lines::{ended, load, result};
use serde_json::json;

const MIDDLE: &str = "c 1Mrk/M1~H1/1R1P/p~mG1/p~g~c1/GK1~P/hg2/3h 1 rb - - mrcppp,RHCCPPP 40";
const MIDDLE_PUBLIC: &str = "c 1Mrk/M1?1/1R1P/p?G1/p??1/GK1?/hg2/3h 1 rb - - mrcppp,RHCCPPP 40";
const KINGDOMS: &str = "t C1H2/1P1P1/2G2/5/K3R/1MP1m/hP2C/2P2/Pc1P1 1 brg - 60 GgMRHc,gmrrh,KPPP 78";

#[test]
fn the_middle_game_of_the_rules() {
    let table = load(MIDDLE);
    let setup = table.setup();
    assert_eq!((&*setup.position, &*setup.public), (MIDDLE, MIDDLE_PUBLIC));
    let actions = table.game().menu(Seat::FIRST).into_actions();
    let count = |kind: &str| actions.iter().filter(|action| json!(action)["type"] == kind).count();
    assert_eq!((count("FLIP"), count("MOVE"), count("CAPTURE")), (5, 14, 4));
}

#[test]
fn the_starts_of_the_rules() {
    let start = |mode: Mode| {
        let options = Options::contract(mode);
        FullPosition::deal(options, &Seed::from_text("start")).unwrap().public().line()
    };
    assert_eq!(start(Mode::Classic), "c ????/????/????/????/????/????/????/???? 1 -- - - -,- 0");
    assert_eq!(
        start(Mode::ThreeKingdoms),
        "t ??1??/??1??/??1??/??1??/5/??1??/??1??/??1??/??1?? 1 --- - 60 -,-,- 0"
    );
}

/// Recorded matches must replay for ever, so these lines must never change. `perft.txt` counts from the same
/// deals.
#[test]
fn deals_are_the_same_for_ever() {
    let deal = |json: &str| {
        let options = serde_json::from_str(json).unwrap();
        FullPosition::deal(options, &Seed::from_text("perft")).unwrap().line()
    };
    let lines = include_str!("perft.txt").lines().skip(3).map(|line| line.split(" | ").nth(1).unwrap());
    let options = ["{}", r#"{"mode":"three-kingdoms"}"#, r#"{"mode":"three-kingdoms","layout":"scatter"}"#];
    for (json, line) in options.into_iter().zip(lines) {
        assert_eq!(deal(json), line);
    }
}

#[test]
fn public_lines_are_read_but_cannot_be_set_up() {
    let public = Position::read(MIDDLE_PUBLIC, Options::default()).unwrap();
    assert_eq!(public.line(), MIDDLE_PUBLIC);
    assert_eq!(public, *FullPosition::read(MIDDLE, Options::default()).unwrap().public());
    assert_eq!(public.unknown().to_string(), "gmHcP");
    let refused = Banqi::read_position(MIDDLE_PUBLIC, Options::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "not a position: face-down pieces are needed as ~ and a letter, not as ?"
    );
}

/// Replaces a part of a line and expects the result to be refused.
fn refused(line: &str, from: &str, to: &str, what: &str) {
    let changed = line.replacen(from, to, 1);
    assert_ne!(line, changed, "{from:?} is not in the line");
    let read = Banqi::read_position(&changed, Options::default()).and_then(Table::<Banqi>::load);
    let error = read.expect_err(&changed);
    assert_eq!((error.code(), error.to_string()), ("banqi.bad_position", format!("not a position: {what}")));
}

#[test]
fn malformed_lines_are_refused() {
    let bad = |from: &str, to: &str, what: &str| refused(MIDDLE, from, to, what);
    bad(" 40", "", "it has eight fields, not 7");
    bad(" 40", " 40 x", "it has eight fields, not more");
    let letters: Vec<String> = Mode::ALL.iter().map(|mode| mode.rules().letter.to_string()).collect();
    bad("c 1", "x 1", &format!("the mode is {}, not \"x\"", letters.join(" or ")));
    bad("c 1", "t 1", "the board has 9 rows, not 8");
    bad("/3h ", "/3h/4 ", "the board has 8 rows, not 9");
    bad("1Mrk", "Mrk", "rank 8: 3 cells instead of 4");
    bad("1Mrk", "2Mrk", "rank 8: more than 4 cells");
    bad("1Mrk", "5rk", "rank 8: 5 empty cells do not fit");
    bad("1Mrk", "0Mrk", "rank 8: 0 empty cells do not fit");
    bad("1Mrk", "1Mrx", "rank 8: 'x' is no piece of classic");
    bad("1Mrk", "1Mr\u{1b}", "rank 8: '\\u{1b}' is no piece of classic");
    bad("M1~H1", "M1~", "rank 7: a letter must follow ~");
    bad("M1~H1", "M1~x1", "rank 7: 'x' is no piece of classic");
    bad("~H", "?", "face-down pieces are all written ?, or all ~ and a letter");
    bad(" 1 rb", " 0 rb", "the seat is a number from 1 to 2, not \"0\"");
    bad(" 1 rb", " 3 rb", "the seat is a number from 1 to 2, not \"3\"");
    bad(" rb ", " rbr ", "the owners are 2 letters, one per seat, not \"rbr\"");
    bad(" rb ", " rg ", "'g' is no faction of classic");
    bad(" rb ", " rr ", "two seats own r");
    bad(" rb ", " r- ", "all seats but one own a faction, so the last must own the rest");
    bad(" rb ", " -- ", "pieces are face-up or taken, but nobody owns a faction");
    bad(" rb - -", " rb r -", "in classic no faction leaves, so the field is -");
    bad(" rb - -", " rb - 60", "there is no counter, so the field is -");
    bad("mrcppp,", "mrcppp", "the taken pieces are 2 groups with commas between");
    bad(",RHCC", ",,RHCC", "the taken pieces are 2 groups with commas between");
    bad("mrcppp,RHCCPPP", ",RHCCPPP", "nothing says what red took; - is for nothing");
    bad("mrcppp", "mrcppx", "taken pieces: 'x' is no piece of classic");
    bad("mrcppp", "mrcppR", "red took R, a piece of its own");
    bad(" 40", " -1", "the ply is a number up to a billion, not \"-1\"");
    bad(" 40", " 4294967295", "the ply is a number up to a billion, not \"4294967295\"");
    bad(MIDDLE, &"c ".repeat(100_000), "it has eight fields, not more");
}

#[test]
fn the_pieces_must_be_the_full_set() {
    let bad = |from: &str, to: &str, what: &str| refused(MIDDLE, from, to, what);
    bad("1Mrk", "1Mrr", "0 k on the board and taken, but the set has 1");
    bad("M1~H1", "M1~M1", "3 M on the board and taken, but the set has 2");
    bad("3h ", "2hh ", "3 h on the board and taken, but the set has 2");
    bad("mrcppp,", "mrcpp,", "4 p on the board and taken, but the set has 5");
    bad("mrcppp,", "mrcpppppp,", "red took more p than there are");
    bad("mrcppp,", &format!("{},", "p".repeat(40)), "red took more pieces than there are");
    let public = MIDDLE_PUBLIC.replace("??", "?1");
    let error = Position::read(&public, Options::default()).unwrap_err().to_string();
    assert_eq!(error, "not a position: 4 cells are face-down, but 5 pieces are neither face-up nor taken");
    let nothing = "c 4/4/4/4/4/4/4/4 1 rb - - kggmmrrhhccppppp,KGGMMRRHHCCPPPPP 90";
    refused(nothing, " 90", " 91", "the board is empty");
}

#[test]
fn three_kingdoms_has_checks_of_its_own() {
    let bad = |from: &str, to: &str, what: &str| refused(KINGDOMS, from, to, what);
    bad("K3R", "k3R", "rank 5: 'k' is no piece of three-kingdoms");
    bad(" brg ", " bg- ", "all seats but one own a faction, so the last must own the rest");
    bad(" brg - ", " brg bb ", "team-c is out twice");
    bad(" brg - ", " brg x ", "'x' is no faction of three-kingdoms");
    bad(" 1 brg - ", " 1 brg b ", "seat 1 is on turn, but has left");
    bad(" 60 ", " 61 ", "the counter is a number from 0 to 60, not \"61\"");
    bad(" 60 ", " - ", "the counter is a number from 0 to 60, not \"-\"");
    bad("GgMRHc,gmrrh,KPPP", "GgMRHc,gmrrhKPPP", "the taken pieces are 3 groups with commas between");
    bad(" brg - 60 ", " -r- - 60 ", "team-a took pieces, but nobody owns it");
    let start = "t ~M~K1~H~c/~K~P1~P~P/~g~m1~G~C/~P~P1~M~h/5/~r~P1~m~g/~h~P1~R~R/~c~P1~H~P/~r~P1~G~C 1 --- - 60 -,-,- 0";
    refused(start, " 1 ---", " 2 ---", "the first flip is seat 1's");
    refused(start, "--- -", "--- g", "team-a is out, but nobody owns it");
    let everybody = lines::line("t", "K4/5/5/5/5/5/5/5/3Gg", 1);
    refused(&everybody, "grb - ", "grb grb ", "every seat has left");
}

#[test]
fn options_of_a_line_need_the_mode_of_the_line() {
    let read = |json: &str| Banqi::read_position(KINGDOMS, serde_json::from_str(json).unwrap());
    assert!(read(r#"{"guard":"diagonal"}"#).is_ok());
    assert!(read(r#"{"preset":"folk"}"#).is_ok());
    assert!(read(r#"{"counter":200}"#).is_ok());
    assert_eq!(read(r#"{"noProgress":50}"#).unwrap_err().code(), "banqi.foreign_option");
    assert_eq!(read(r#"{"preset":"tournament"}"#).unwrap_err().code(), "banqi.foreign_option");
    let folk = serde_json::from_str(r#"{"preset":"folk"}"#).unwrap();
    assert_eq!(Banqi::read_position(MIDDLE, folk).unwrap_err().code(), "banqi.foreign_option");
}

#[test]
fn what_is_written_is_sorted_whatever_was_read() {
    let messy = MIDDLE.replace("mrcppp,RHCCPPP", "pcprpm,PPPCCHR").replace(' ', "  ");
    assert_eq!(load(&messy).setup().position, MIDDLE);
    let out = lines::line("t", "K4/5/5/5/5/5/5/5/3Gg", 3).replace("grb - ", "grb rg ");
    assert_eq!(load(&out).setup().position.split(' ').nth(4), Some("gr"));
}

#[test]
fn a_state_may_be_patched_field_by_field() {
    let state = json!(load(MIDDLE).setup());
    let with = |field: &str, value: serde_json::Value| {
        let mut state = state.clone();
        state[field] = value;
        serde_json::from_value::<Setup>(state)
    };
    let public = with("public", json!("nonsense")).unwrap();
    assert_eq!(Table::<Banqi>::load(public).unwrap().setup(), load(MIDDLE).setup());
    let status = with("status", json!("ended")).unwrap();
    assert_eq!(Table::<Banqi>::load(status).unwrap().setup(), load(MIDDLE).setup());
    let position = with("position", json!(KINGDOMS)).unwrap();
    assert_eq!(Table::<Banqi>::load(position).unwrap().setup().position, KINGDOMS);
    assert!(with("turn", json!(1)).is_err());
    let bare: Setup = serde_json::from_value(json!({ "position": MIDDLE })).unwrap();
    assert_eq!(Table::<Banqi>::load(bare).unwrap().setup(), load(MIDDLE).setup());
}

#[test]
fn what_a_line_does_not_carry_is_checked() {
    let load_state = |line: &str, options: serde_json::Value, field: &str, value: serde_json::Value| {
        let mut state = json!({ "position": line, "options": options });
        state[field] = value;
        let setup: Setup = serde_json::from_value(state).map_err(|error| error.to_string())?;
        Table::<Banqi>::load(setup).map_err(|error| error.to_string())
    };
    let bad = |line: &str, options: serde_json::Value, field: &str, value: serde_json::Value, what: &str| {
        assert_eq!(load_state(line, options, field, value).unwrap_err(), format!("not a position: {what}"));
    };
    let three = json!({ "repetition": 3 });
    for text in ["b5-b6", "c5-c4", "d8-d7", "a1-a1", "b3-b4-b5", "", "d7-c8"] {
        bad(
            MIDDLE,
            three.clone(),
            "history",
            json!([text]),
            &format!("history: {text:?} cannot have led here"),
        );
    }
    assert!(load_state(MIDDLE, three.clone(), "history", json!(["a8-b8", "a1-a2"])).is_ok());
    bad(MIDDLE, three, "history", json!(["a1-a2", "a1-a2"]), "history: \"a1-a2\" cannot have led here");
    assert!(
        load_state(MIDDLE, json!({}), "history", json!(["a8-b8"])).is_ok(),
        "not looked at without repetition"
    );
    let resigned = |seat| json!([{ "seat": seat, "why": "resign" }]);
    assert_eq!(result(&load_state(MIDDLE, json!({}), "left", resigned(1)).unwrap()), ended(0, "resign"));
    bad(MIDDLE, json!({}), "left", resigned(2), "left: seat 2 is not at the table");
    bad(KINGDOMS, json!({}), "left", resigned(2), "left: seat 2 has left, but its faction is not out");
    let stuck = json!([{ "seat": 0, "why": "stalemate" }]);
    bad(MIDDLE, json!({}), "left", stuck, "left: seat 0 can only resign or run out of time in classic");
    let both = json!([{ "seat": 0, "why": "resign" }, { "seat": 1, "why": "resign" }]);
    bad(MIDDLE, json!({}), "left", both, "left: seat 1 left a match that was over");
    let off = json!({ "seat": 0, "action": { "type": "FLIP", "at": 40 } });
    bad(MIDDLE, json!({}), "last", off, "last: not an action at this table");
    let quiet = load_state(MIDDLE, json!({ "noProgress": 50 }), "quiet", json!(50)).unwrap();
    assert_eq!(result(&quiet), ended(None, "no-progress"));
}

#[test]
fn the_reason_survives_being_written_down() {
    // A faction that left with a piece still on the board, then another whose last piece is taken.
    let mut table = load(&lines::line("t", "5/5/5/5/5/4g/4P/5/C4", 1).replace("grb -", "grb r"));
    lines::play(&mut table, "e3xe4");
    assert_eq!(result(&table), ended(0, "elimination"));
    assert_eq!(result(&Table::<Banqi>::load(table.setup()).unwrap()), ended(0, "elimination"));
    // The other way round.
    let stuck = load(&lines::line("t", "CP3/P4/5/5/5/5/5/5/5", 2));
    assert_eq!(json!(stuck.setup())["left"][1], json!({ "seat": 1, "why": "stalemate" }));
    assert_eq!(result(&Table::<Banqi>::load(stuck.setup()).unwrap()), ended(0, "stalemate"));
}

#[test]
fn every_view_is_the_public_position() {
    let table = load(MIDDLE);
    let spectator = table.game().view(Viewer::Spectator);
    assert_eq!(table.game().view(Viewer::Seat(Seat::FIRST)), spectator);
    assert!(!json!(spectator).to_string().contains('~') && !spectator.to_string().contains('~'));
    assert_eq!(spectator.public, MIDDLE_PUBLIC);
    let redealt = Banqi::redeal(&spectator, &mut Dice::new(&Seed::from_text("redeal")));
    assert_ne!(redealt.position, MIDDLE);
    assert_eq!(Table::<Banqi>::load(redealt).unwrap().game().view(Viewer::Spectator), spectator);
}

#[test]
fn sequences_are_counted_within_bounds() {
    let ask = |value: serde_json::Value| {
        let query = serde_json::from_value(value).map_err(|error: serde_json::Error| error.to_string())?;
        let answer = Banqi::answer(None, &query).map_err(|error| error.to_string())?;
        Ok::<_, String>(json!(answer))
    };
    let perft = |depth: u64| ask(json!({ "type": "PERFT", "position": MIDDLE, "depth": depth }));
    assert_eq!(perft(0), Ok(json!({ "leaves": 1 })));
    assert_eq!(perft(3), Ok(json!({ "leaves": 6068 })));
    assert_eq!(perft(65), Err("sequences are counted up to depth 64".to_owned()));
    assert!(perft(1 << 40).is_err());
    let kingdoms = |preset: &str| {
        ask(json!({ "type": "PERFT", "position": KINGDOMS, "depth": 2, "options": { "preset": preset } }))
    };
    assert_eq!(kingdoms("contract"), Ok(json!({ "leaves": 196 })));
    assert_eq!(kingdoms("folk"), Ok(json!({ "leaves": 228 })));
    assert!(
        ask(json!({ "type": "PERFT", "position": MIDDLE_PUBLIC, "depth": 1 })).unwrap_err().contains("~")
    );
    assert!(ask(json!({ "type": "PERFT", "position": MIDDLE, "depth": 1, "more": 1 })).is_err());
    let mut budget = 10_000;
    let full = FullPosition::read(MIDDLE, Options::default()).unwrap();
    assert_eq!((full.perft(12, &mut budget), budget < 100), (None, true));
}
