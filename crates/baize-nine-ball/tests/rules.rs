//! The game in play: phases, placing, options, matches, practice, loading.

use baize_nine_ball::{NineBall, Options, RuleError, Setup};
use baize_rules::{Coded, Game, Leaving, Seat, Seed, Table, Viewer};
use serde_json::{Value, json};

const ZERO: Seat = Seat::FIRST;
const ONE: Seat = Seat::SECOND;

fn options(value: Value) -> Options {
    serde_json::from_value(value).unwrap()
}

fn start(value: Value) -> Table<NineBall> {
    Table::start(options(value), 2, &Seed::from_text("any")).unwrap()
}

fn load(state: Value) -> Result<Table<NineBall>, String> {
    let setup: Setup = serde_json::from_value(state).map_err(|error| error.to_string())?;
    Table::<NineBall>::load(setup).map_err(|error| format!("{}: {error}", error.code()))
}

/// Seat 0 to shoot, in the middle of a rack, with some fields changed.
fn aiming(balls: &Value, changes: &Value) -> Table<NineBall> {
    let mut state = json!({"balls": balls, "phase": {"name": "aim", "seat": 0}, "shotNo": 3});
    state.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    load(state).unwrap()
}

fn act(table: &mut Table<NineBall>, seat: Seat, action: Value) -> Result<Vec<Value>, RuleError> {
    let action = serde_json::from_value(action).unwrap();
    let news = table.play(seat, &action)?;
    Ok(news.iter().map(|news| serde_json::to_value(&news.event).unwrap()).collect())
}

fn refused(table: &mut Table<NineBall>, seat: Seat, action: Value) -> &'static str {
    act(table, seat, action).expect_err("this is not legal").code()
}

fn place(x: i64, y: i64) -> Value {
    json!({"type": "PLACE_BALL", "xUm": x, "yUm": y})
}

fn shoot(speed: u32, aim: u32, top: i32) -> Value {
    json!({"type": "SHOOT", "speedMmS": speed, "aimUrad": aim, "topMilli": top})
}

fn push(speed: u32, aim: u32) -> Value {
    json!({"type": "SHOOT", "speedMmS": speed, "aimUrad": aim, "pushOut": true})
}

fn choose(play: bool) -> Value {
    json!({"type": "CHOOSE", "play": play})
}

fn concede() -> Value {
    json!({"type": "CONCEDE"})
}

/// `aim 0`, `game_over 1`.
fn phase(table: &Table<NineBall>) -> String {
    let phase = serde_json::to_value(table.game().view(Viewer::Spectator).state.phase).unwrap();
    let who = if phase["seat"].is_null() { &phase["winner"] } else { &phase["seat"] };
    format!("{} {who}", phase["name"].as_str().unwrap())
}

fn result(table: &Table<NineBall>) -> String {
    let Some(outcome) = table.game().outcome() else { return "none".to_owned() };
    let winners: Vec<usize> = outcome.winners.iter().map(Seat::index).collect();
    let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
    format!("{winners:?} {} {}", outcome.reason, scores.join("-"))
}

fn state(table: &Table<NineBall>) -> Value {
    serde_json::to_value(table.setup()).unwrap()
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

/// 45 degrees, towards the foot left pocket; straight to the foot cushion; back to the head.
const LEFT_CORNER: u32 = 785_398;
const FOOT: u32 = 0;
const HEAD: u32 = 3_141_593;

/// A ball in front of the foot left pocket and the cue ball behind it: drawing back pots it, following scratches too.
fn easy(ball: &str) -> Value {
    let mut balls = json!({"0": [0.87, 0.235], "9": [0, 0]});
    balls[ball] = json!([1.07, 0.435]);
    balls
}

/// The 1 in the way to the foot cushion; the 9 elsewhere.
fn open() -> Value {
    json!({"0": [0, 0], "1": [0.3, 0], "9": [-0.5, 0.3]})
}

#[test]
fn a_rack_begins_with_the_breaker_placing_the_cue_ball() {
    let mut table = start(json!({}));
    assert_eq!(phase(&table), "break_placement 0");
    assert_eq!(state(&table)["balls"]["0"], json!([-0.635, 0.0]));
    assert_eq!(refused(&mut table, ZERO, shoot(9000, FOOT, 0)), "nine-ball.wrong_phase");
    assert_eq!(refused(&mut table, ZERO, choose(true)), "nine-ball.wrong_phase");
    assert_eq!(refused(&mut table, ZERO, place(-634_999, 0)), "nine-ball.behind_line");
    assert_eq!(refused(&mut table, ZERO, place(-1_241_426, 0)), "nine-ball.outside");
    assert_eq!(phase(&table), "break_placement 0");
    let told = act(&mut table, ZERO, place(-700_000, 200_000)).unwrap();
    assert_eq!(told, [json!({"type": "PLACED", "seat": 0, "at": [-0.7, 0.2]})]);
    assert_eq!(phase(&table), "aim 0");
    // Placing may be repeated until the shot, under the same rule.
    assert_eq!(refused(&mut table, ZERO, place(0, 0)), "nine-ball.behind_line");
    act(&mut table, ZERO, place(-635_000, -606_425)).unwrap();
    assert_eq!(phase(&table), "aim 0");
    act(&mut table, ZERO, shoot(1000, 1_570_796, 0)).unwrap();
    assert_eq!(state(&table)["shotNo"], 1);
}

#[test]
fn a_shot_goes_on_as_it_is_judged() {
    let check = |balls: Value, action: Value, expect: &str, events: &[&str]| {
        let mut table = aiming(&balls, &json!({}));
        let told = act(&mut table, ZERO, action).unwrap();
        assert_eq!(phase(&table), expect);
        assert_eq!(types(&told), events);
        told
    };
    check(easy("1"), shoot(1500, LEFT_CORNER, -300), "aim 0", &["COLLISION", "POT", "MOTION", "TURN"]);
    check(
        easy("9"),
        shoot(1500, LEFT_CORNER, -300),
        "game_over 0",
        &["COLLISION", "POT", "MOTION", "GAME_OVER"],
    );
    let told = check(open(), shoot(300, FOOT, 0), "ball_in_hand 1", &["COLLISION", "MOTION", "FOUL", "TURN"]);
    assert_eq!(
        told[2],
        json!({"type": "FOUL", "seat": 0, "kind": "no_cushion_after_contact", "all": ["no_cushion_after_contact"],
            "hit": 1, "target": 1, "inARow": 1})
    );
    assert_eq!(
        told[3],
        json!({"type": "TURN", "seat": 1, "phase": {"name": "ball_in_hand", "seat": 1}, "target": 1, "pushOk": false})
    );
    let told = check(
        easy("9"),
        shoot(1500, LEFT_CORNER, 400),
        "ball_in_hand 1",
        &["COLLISION", "POT", "POT", "MOTION", "FOUL", "RESPOT", "TURN"],
    );
    assert_eq!(told[1]["pocket"], "FL");
    assert_eq!(told[5], json!({"type": "RESPOT", "ball": 9, "at": [0.635, 0.0]}));
    let mut table = aiming(&open(), &json!({}));
    act(&mut table, ZERO, shoot(2500, FOOT, 0)).unwrap();
    assert_eq!(phase(&table), "aim 1");
}

#[test]
fn ball_in_hand_is_anywhere_and_may_be_repeated_until_the_shot() {
    let mut table = aiming(&open(), &json!({}));
    act(&mut table, ZERO, shoot(300, FOOT, 0)).unwrap();
    // The cue ball stays where it came to rest until it is placed.
    let lies = state(&table)["balls"]["0"].clone();
    assert!(lies[0].as_f64().unwrap() > 0.2 && state(&table)["cueInHand"] == false);
    assert_eq!(refused(&mut table, ONE, shoot(300, FOOT, 0)), "nine-ball.wrong_phase");
    assert_eq!(refused(&mut table, ZERO, place(0, 0)), "nine-ball.not_your_turn");
    act(&mut table, ONE, place(1_000_000, -500_000)).unwrap();
    act(&mut table, ONE, place(-1_000_000, 500_000)).unwrap();
    // It may be placed where it already lies.
    act(&mut table, ONE, place(-1_000_000, 500_000)).unwrap();
    assert_eq!(phase(&table), "aim 1");
    assert_eq!(refused(&mut table, ONE, place(-500_000, 300_000)), "nine-ball.too_close");
    act(&mut table, ONE, shoot(2000, HEAD, 0)).unwrap();
    let mut table = aiming(&open(), &json!({}));
    assert_eq!(refused(&mut table, ZERO, place(0, 0)), "nine-ball.wrong_phase");
}

#[test]
fn a_potted_cue_ball_is_in_hand() {
    let mut table = aiming(&easy("1"), &json!({}));
    act(&mut table, ZERO, shoot(1500, LEFT_CORNER, 400)).unwrap();
    let after = state(&table);
    assert_eq!((&after["cueInHand"], &after["pocketed"]), (&json!(true), &json!([1, 2, 3, 4, 5, 6, 7, 8])));
    assert_eq!(after["balls"], json!({"9": [0.0, 0.0]}));
    let proposal = table.game().menu(ONE).actions()[0].clone();
    assert_eq!(serde_json::to_value(proposal).unwrap(), place(-635_000, 0));
}

#[test]
fn the_waiting_seat_can_only_concede_and_after_the_end_nobody_can_do_anything() {
    let mut table = aiming(&easy("9"), &json!({}));
    for action in [shoot(1500, FOOT, 0), place(0, 0), choose(true)] {
        assert_eq!(refused(&mut table, ONE, action), "nine-ball.not_your_turn");
    }
    let awaiting = table.game().awaiting();
    assert!(awaiting.must.contains(ZERO) && awaiting.may.contains(ONE));
    act(&mut table, ZERO, shoot(1500, LEFT_CORNER, -300)).unwrap();
    assert_eq!(result(&table), "[0] nine_potted 1-0");
    for seat in [ZERO, ONE] {
        for action in [shoot(1500, FOOT, 0), place(0, 0), choose(true), concede()] {
            assert_eq!(refused(&mut table, seat, action), "nine-ball.game_over");
        }
    }
    assert_eq!(refused(&mut table, Seat::new(2).unwrap(), concede()), "nine-ball.not_a_player");
}

#[test]
fn either_player_may_concede_in_any_phase() {
    for name in ["break_placement", "aim", "ball_in_hand", "push_out_choice"] {
        for seat in [ZERO, ONE] {
            let shots = if name == "break_placement" { 0 } else { 2 };
            let mut table =
                load(json!({"balls": open(), "phase": {"name": name, "seat": 0}, "shotNo": shots})).unwrap();
            let told = act(&mut table, seat, concede()).unwrap();
            assert_eq!(types(&told), ["CONCEDED", "GAME_OVER"]);
            let winner = 1 - seat.index();
            assert_eq!(phase(&table), format!("game_over {winner}"));
            assert!(result(&table).contains("conceded"));
        }
    }
}

#[test]
fn numbers_out_of_bounds_are_refused_and_nothing_changes() {
    let mut table = aiming(&open(), &json!({}));
    let before = state(&table);
    for (action, code) in [
        (shoot(0, 0, 0), "nine-ball.shot_range"),
        (shoot(12_001, 0, 0), "nine-ball.shot_range"),
        (shoot(1, 6_283_186, 0), "nine-ball.shot_range"),
        (shoot(1, 0, 501), "nine-ball.shot_range"),
        (json!({"type": "SHOOT", "speedMmS": 1.5, "aimUrad": 0}), "nine-ball.not_whole"),
        (json!({"type": "SHOOT", "speedMmS": "fast", "aimUrad": 0}), "nine-ball.not_finite"),
        (push(1000, 0), "nine-ball.push_not_allowed"),
    ] {
        assert_eq!(refused(&mut table, ZERO, action), code);
    }
    assert_eq!(state(&table), before);
}

#[test]
fn a_push_out_is_declared_after_the_break_and_answered_by_the_other() {
    let wpa = json!({"options": {"preset": "wpa", "legalBreak": false}, "shotNo": 0});
    let breaking = || {
        let mut table = aiming(&open(), &wpa);
        assert_eq!(refused(&mut table, ZERO, push(2500, FOOT)), "nine-ball.push_not_allowed");
        let told = act(&mut table, ZERO, shoot(2500, FOOT, 0)).unwrap();
        assert_eq!((phase(&table).as_str(), &told.last().unwrap()["pushOk"]), ("aim 1", &json!(true)));
        table
    };
    // Hitting nothing is no foul on a push-out; the position is kept.
    let mut table = breaking();
    act(&mut table, ONE, push(200, 1_570_796)).unwrap();
    assert_eq!(phase(&table), "push_out_choice 0");
    assert_eq!(state(&table)["pushOk"], false);
    assert_eq!(refused(&mut table, ZERO, shoot(1000, 0, 0)), "nine-ball.wrong_phase");
    assert_eq!(refused(&mut table, ONE, choose(true)), "nine-ball.not_your_turn");
    let balls = state(&table)["balls"].clone();
    let mut other = table.clone();
    let told = act(&mut table, ZERO, choose(true)).unwrap();
    assert_eq!(types(&told), ["CHOSEN", "TURN"]);
    assert_eq!((phase(&table), &state(&table)["balls"]), ("aim 0".to_owned(), &balls));
    act(&mut other, ZERO, choose(false)).unwrap();
    assert_eq!(phase(&other), "aim 1");
    assert_eq!(refused(&mut other, ONE, push(200, 0)), "nine-ball.push_not_allowed");
    // If no push-out is declared, the chance is gone.
    let mut table = breaking();
    act(&mut table, ONE, shoot(200, 1_570_796, 0)).unwrap();
    assert_eq!((phase(&table), &state(&table)["pushOk"]), ("ball_in_hand 0".to_owned(), &json!(false)));
    // A 9 that drops comes back.
    let mut table = aiming(&easy("9"), &json!({"options": {"pushOut": true}, "pushOk": true, "shotNo": 1}));
    let mut shot = push(1500, LEFT_CORNER);
    shot["topMilli"] = json!(-300);
    let told = act(&mut table, ZERO, shot).unwrap();
    assert_eq!(phase(&table), "push_out_choice 1");
    assert_eq!(told[told.len() - 2]["type"], "RESPOT");
    assert_eq!(state(&table)["potted"], json!([0, 0]));
}

#[test]
fn the_third_foul_in_a_row_loses_the_rack_with_the_option() {
    let fouls = json!({"fouls": [2, 1], "options": {"threeFouls": true}});
    let mut table = aiming(&open(), &fouls);
    let told = act(&mut table, ZERO, shoot(300, FOOT, 0)).unwrap();
    assert_eq!((told[2]["inARow"].clone(), result(&table)), (json!(3), "[1] three_fouls 0-1".to_owned()));
    assert_eq!(state(&table)["fouls"], json!([3, 1]));
    let mut table = aiming(&open(), &fouls);
    act(&mut table, ZERO, shoot(2500, FOOT, 0)).unwrap();
    assert_eq!(state(&table)["fouls"], json!([0, 1]));
    let mut table = aiming(&open(), &json!({"fouls": [2, 1]}));
    act(&mut table, ZERO, shoot(300, FOOT, 0)).unwrap();
    assert_eq!((phase(&table), state(&table)["fouls"].clone()), ("ball_in_hand 1".to_owned(), json!([3, 1])));
}

#[test]
fn a_frozen_ball_pressed_into_its_cushion_counts_unless_the_option_is_on() {
    let frozen = json!({"0": [0.3, 0.3], "1": [0.3, 0.606425], "9": [-0.5, 0.3]});
    let mut table = aiming(&frozen, &json!({}));
    let told = act(&mut table, ZERO, shoot(300, 1_570_796, 0)).unwrap();
    assert_eq!((phase(&table).as_str(), &told[1]["frozen"]), ("aim 1", &json!(true)));
    let with_option = json!({"options": {"frozenCushion": true}});
    let mut table = aiming(&frozen, &with_option);
    act(&mut table, ZERO, shoot(300, 1_570_796, 0)).unwrap();
    assert_eq!(phase(&table), "ball_in_hand 1");
    // Hit harder, it comes off and goes to the other cushion or back, which counts.
    let mut table = aiming(&frozen, &with_option);
    act(&mut table, ZERO, shoot(4500, 1_570_796, 0)).unwrap();
    assert_eq!(phase(&table), "aim 1");
    // A hair's breadth away it is not frozen.
    let near = json!({"0": [0.3, 0.3], "1": [0.3, 0.606405], "9": [-0.5, 0.3]});
    let mut table = aiming(&near, &with_option);
    act(&mut table, ZERO, shoot(300, 1_570_796, 0)).unwrap();
    assert_eq!(phase(&table), "aim 1");
}

#[test]
fn a_soft_break_is_illegal_with_the_option_only() {
    for (legal_break, expect) in [(false, "aim 1"), (true, "ball_in_hand 1")] {
        let mut table = aiming(&open(), &json!({"shotNo": 0, "options": {"legalBreak": legal_break}}));
        act(&mut table, ZERO, shoot(2500, FOOT, 0)).unwrap();
        assert_eq!(phase(&table), expect);
    }
}

/// Plays racks in which `winners` pot the 9 at once; returns who broke each.
fn race(settings: Value, winners: &[u8]) -> (Table<NineBall>, Vec<Value>) {
    let mut table = start(settings);
    let mut breakers = Vec::new();
    for &winner in winners {
        let mut next = state(&table);
        breakers.push(next["breaker"].clone());
        assert_eq!(next["phase"]["name"], "break_placement");
        assert_eq!(next["balls"].as_object().unwrap().len(), 10);
        next["balls"] = easy("9");
        next["phase"] = json!({"name": "aim", "seat": winner});
        next["fouls"] = json!([2, 2]);
        table = load(next).unwrap();
        let seat = Seat::new(winner).unwrap();
        act(&mut table, seat, shoot(1500, LEFT_CORNER, -300)).unwrap();
    }
    (table, breakers)
}

#[test]
fn a_match_is_a_race_to_n_racks() {
    let (table, breakers) = race(json!({"raceTo": 3}), &[1, 1, 0]);
    assert_eq!((breakers, &state(&table)["racks"]), (vec![json!(0), json!(1), json!(1)], &json!([1, 2])));
    let now = state(&table);
    assert_eq!((&now["breaker"], &now["fouls"], &now["shotNo"]), (&json!(0), &json!([0, 0]), &json!(0)));
    let (_, breakers) = race(json!({"raceTo": 3, "breakOrder": "alternate"}), &[1, 1, 0, 0]);
    assert_eq!(breakers, [json!(0), json!(1), json!(0), json!(1)]);
    let (table, _) = race(json!({"raceTo": 2}), &[1, 0, 1]);
    assert_eq!(result(&table), "[1] nine_potted 1-2");
}

#[test]
fn racks_of_a_match_differ_and_the_state_carries_their_dice() {
    let (table, _) = race(json!({"raceTo": 9}), &[0, 0]);
    let next = |table: &Table<NineBall>| {
        let mut table = table.clone();
        act(&mut table, ONE, concede()).unwrap();
        state(&table)["balls"].clone()
    };
    let again = load(state(&table)).unwrap();
    assert_eq!(next(&table), next(&again));
    let mut bare = state(&table);
    bare.as_object_mut().unwrap().remove("dice");
    assert_ne!(next(&load(bare).unwrap()), next(&table));
    assert_ne!(next(&table), state(&table)["balls"]);
    let fixed = start(json!({"fixedRack": true, "raceTo": 2}));
    assert_eq!(next(&fixed), state(&fixed)["balls"]);
}

#[test]
fn conceding_gives_a_rack_and_resigning_the_match() {
    let mut table = start(json!({"raceTo": 2}));
    let told = act(&mut table, ONE, concede()).unwrap();
    assert_eq!(types(&told), ["CONCEDED", "RACK_OVER", "RACK", "TURN"]);
    assert_eq!(told[1], json!({"type": "RACK_OVER", "winner": 0, "reason": "conceded", "racks": [1, 0]}));
    assert_eq!((phase(&table), result(&table)), ("break_placement 0".to_owned(), "none".to_owned()));
    let mut left = table.clone();
    left.leave(ZERO, Leaving::Resign).unwrap();
    assert_eq!(result(&left), "[1] resign 1-0");
    assert_eq!(state(&load(state(&left)).unwrap()), state(&left));
    let mut gone = table.clone();
    gone.leave(ONE, Leaving::Timeout).unwrap();
    assert_eq!(result(&gone), "[0] timeout 1-0");
    act(&mut table, ONE, concede()).unwrap();
    assert_eq!(result(&table), "[0] conceded 2-0");
}

#[test]
fn practice_is_for_one_or_for_one_in_both_seats() {
    let practice = options(json!({"practice": true}));
    assert_eq!(NineBall::table_sizes(&practice), 1..=2);
    assert!(Table::<NineBall>::start(Options::default(), 1, &Seed::from_text("x")).is_err());
    let mut alone = Table::<NineBall>::start(practice, 1, &Seed::from_text("x")).unwrap();
    act(&mut alone, ZERO, place(-635_000, 0)).unwrap();
    act(&mut alone, ZERO, shoot(100, 0, 0)).unwrap();
    assert_eq!((phase(&alone), &state(&alone)["fouls"]), ("ball_in_hand 0".to_owned(), &json!([1])));
    act(&mut alone, ZERO, place(0, 0)).unwrap();
    act(&mut alone, ZERO, concede()).unwrap();
    assert_eq!(result(&alone), "[] conceded 0");
    // Any ball but the 9 may be hit first.
    let balls = json!({"0": [0, 0], "1": [-0.5, 0.3], "5": [0.3, 0], "9": [-0.9, 0.3]});
    for (practice, expect) in [(true, "aim 1"), (false, "ball_in_hand 1")] {
        let mut table = aiming(&balls, &json!({"options": {"practice": practice}}));
        act(&mut table, ZERO, shoot(2500, FOOT, 0)).unwrap();
        assert_eq!(phase(&table), expect);
    }
}

#[test]
fn balls_legally_potted_are_counted_for_show() {
    let mut table = aiming(&easy("1"), &json!({"potted": [2, 1]}));
    act(&mut table, ZERO, shoot(1500, LEFT_CORNER, -300)).unwrap();
    assert_eq!(state(&table)["potted"], json!([3, 1]));
    let mut table = aiming(&easy("1"), &json!({"potted": [2, 1]}));
    act(&mut table, ZERO, shoot(1500, LEFT_CORNER, 400)).unwrap();
    assert_eq!(state(&table)["potted"], json!([2, 1]));
}

#[test]
fn smaller_tables_have_their_own_strings_and_bounds() {
    let mut table = start(json!({"table": "7-foot"}));
    assert_eq!(state(&table)["balls"]["0"], json!([-0.4953, 0.0]));
    assert_eq!(refused(&mut table, ZERO, place(-495_299, 0)), "nine-ball.behind_line");
    assert_eq!(refused(&mut table, ZERO, place(-962_026, 0)), "nine-ball.outside");
    act(&mut table, ZERO, place(-495_300, 0)).unwrap();
    act(&mut table, ZERO, shoot(9000, 0, 0)).unwrap();
    assert_eq!(state(&table)["shotNo"], 1);
}

#[test]
fn a_slow_player_taps_the_ball() {
    let mut table = start(json!({"preset": "wpa"}));
    for _ in 0..2 {
        let seat = table.game().awaiting().must.iter().next().unwrap();
        let idle = table.game().idle(seat).unwrap();
        table.play(seat, &idle).unwrap();
    }
    assert_eq!(phase(&table), "ball_in_hand 1");
    assert_eq!(table.game().idle(ZERO), None);
}

fn check_load(state: &Value, expect: &str) {
    let answer = match load(state.clone()) {
        Ok(table) => phase(&table),
        Err(what) => what,
    };
    assert!(answer.contains(expect), "{state}: {answer}");
}

#[test]
fn states_are_loaded_with_defaults_and_refused_when_they_contradict_themselves() {
    let aim = json!({"name": "aim", "seat": 0});
    check_load(&json!({"balls": open(), "phase": aim}), "aim 0");
    check_load(&json!({"balls": open(), "phase": {"name": "game_over", "winner": 1}}), "game_over 1");
    check_load(&json!({"balls": {}, "phase": {"name": "game_over", "winner": null}}), "game_over null");
    // Fields derived from the balls are not read.
    check_load(&json!({"balls": open(), "phase": aim, "pocketed": [1, 9], "cueInHand": true}), "aim 0");
    check_load(&json!({"balls": open(), "phase": aim, "racks": [0, 1]}), "game_over 1");
    check_load(
        &json!({"balls": {"9": [0, 0]}, "phase": {"name": "ball_in_hand", "seat": 1}}),
        "ball_in_hand 1",
    );
    for (state, what) in [
        (json!({"balls": {"9": [0, 0]}, "phase": aim}), "no cue ball"),
        (json!({"balls": {"0": [0, 0]}, "phase": aim}), "the 9 is down"),
        (json!({"balls": {"0": [0, 0], "9": [0.05714, 0]}, "phase": aim}), "overlap"),
        (json!({"balls": {"0": [0, 0], "9": [0.3, 0.62]}, "phase": aim}), "cushion"),
        (json!({"balls": {"0": [0, 0], "9": [1.28, 0.65]}, "phase": aim}), "pocket"),
        (json!({"balls": {"0": [0, 0], "9": [2.0, 0]}, "phase": aim}), "not on the table"),
        (json!({"balls": {"0": [0, 0], "9": [20.0, 0]}, "phase": aim}), "few metres"),
        (json!({"balls": open(), "phase": {"name": "aim", "seat": 2}}), "a seat is named"),
        (json!({"balls": open(), "phase": aim, "breaker": 7}), "a seat is named"),
        (json!({"balls": open(), "phase": aim, "fouls": [0]}), "two seats"),
        (json!({"balls": open(), "phase": aim, "fouls": [0, 0, 0]}), "two seats"),
        (json!({"balls": open(), "phase": aim, "racks": [0]}), "one number per seat"),
        (json!({"balls": open(), "phase": aim, "pushOk": true}), "no push-out"),
        (json!({"balls": open(), "phase": {"name": "break_placement", "seat": 0}, "shotNo": 1}), "shot 0"),
        (
            json!({"balls": {"9": [0, 0]}, "phase": {"name": "push_out_choice", "seat": 0}}),
            "after a push-out",
        ),
        (json!({"balls": open(), "phase": aim, "options": {"raceTo": 0}}), "race to 1"),
        (json!({"balls": open(), "phase": aim, "extra": 1}), "unknown field"),
        (json!({"balls": open(), "phase": {"name": "aim", "seat": 0, "extra": 1}}), "unknown field"),
        (json!({"balls": open(), "phase": {"name": "break"}}), "unknown variant"),
        (json!({"balls": open()}), "missing field"),
        (json!({"balls": {"10": [0, 0]}, "phase": aim}), "no ball"),
    ] {
        check_load(&state, what);
    }
}

#[test]
fn balls_given_a_trifle_too_close_are_set_apart() {
    let table = aiming(&json!({"0": [0, 0], "9": [0.057149, 0]}), &json!({}));
    assert_eq!(table.game().view(Viewer::Spectator).state.balls.overlap(), None);
}

#[test]
fn a_view_is_the_state_without_the_dice() {
    let table = start(json!({}));
    let mut expect = state(&table);
    assert!(expect.as_object_mut().unwrap().remove("dice").is_some());
    expect["you"] = json!(1);
    expect["target"] = json!(1);
    let view = table.game().view(Viewer::Seat(ONE));
    assert_eq!(serde_json::to_value(&view).unwrap(), expect);
    let text = view.to_string();
    for part in ["Seat 1 (you)", "Seat 0 places the cue ball", "Target: the 1", "cue -635 0"] {
        assert!(text.contains(part), "{text}");
    }
}
