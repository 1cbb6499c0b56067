//! The questions a client can ask.

use baize_nine_ball::{NineBall, Query, Setup};
use baize_rules::{Coded, Game, Table, Viewer};
use serde_json::{Value, json};

fn aiming(balls: &Value, changes: &Value) -> Table<NineBall> {
    let mut state = json!({"balls": balls, "phase": {"name": "aim", "seat": 0}, "shotNo": 3});
    state.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    Table::load(serde_json::from_value::<Setup>(state).unwrap()).unwrap()
}

fn ask(table: Option<&Table<NineBall>>, query: Value) -> Result<Value, String> {
    let query: Query = serde_json::from_value(query).map_err(|error| format!("unreadable: {error}"))?;
    let view = table.map(|table| table.game().view(Viewer::Spectator));
    let answer = NineBall::answer(view.as_ref(), &query).map_err(|error| error.code().to_owned())?;
    Ok(serde_json::to_value(&answer).unwrap())
}

fn judged(state: &Value, events: &Value, after: &Value) -> Result<Value, String> {
    let on_table = json!([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    ask(
        None,
        json!({"type": "JUDGE", "state": state, "onTableBefore": on_table, "events": events, "positionsAfter": after}),
    )
}

#[test]
fn a_verdict_has_every_field() {
    let answer = judged(
        &json!({"shooter": 1, "breakShot": true, "consecutiveFouls": [1, 2], "options": {"pushOut": true}}),
        &json!([{"type": "COLLISION", "a": 1, "b": 0, "t": 0.3}, {"type": "POT", "a": 4, "pocket": "FL"}]),
        &json!({}),
    );
    let expect = json!({"foul": null, "allFouls": [], "next": "shooter_continues", "playerToAct": 1, "winner": null,
        "respot": null, "onTableAfter": [1, 2, 3, 5, 6, 7, 8, 9], "targetAfter": 1, "pushOutAvailable": true,
        "consecutiveFoulsAfter": [1, 0]});
    assert_eq!(answer, Ok(expect));
}

#[test]
fn the_nine_comes_back_among_what_still_lies_there() {
    let lost = json!([{"type": "COLLISION", "a": 0, "b": 1}, {"type": "POT", "a": 9}, {"type": "POT", "a": 5}, {"type": "POT", "a": 0}]);
    let stake = json!({"shooter": 0});
    let respot = |after: Value| judged(&stake, &lost, &after).unwrap()["respot"][0].as_f64().unwrap();
    assert_eq!(respot(json!({})), 0.635);
    assert_eq!(respot(json!({"4": [0.655, 0]})), 0.655 + 0.057151);
    // The cue ball, the 5 and the 9 are down, whatever positions are given for them.
    assert_eq!(respot(json!({"0": [0.635, 0], "5": [0.64, 0], "9": [0.63, 0]})), 0.635);
    let off = json!([{"type": "COLLISION", "a": 0, "b": 1}, {"type": "CUSHION", "a": 1}, {"type": "OFF_TABLE", "a": 9}]);
    let answer = judged(&stake, &off, &json!({"0": [0.635, 0]})).unwrap();
    assert_eq!((&answer["respot"][0], &answer["foul"]), (&json!(0.635 + 0.057151), &json!("ball_off_table")));
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let stake = json!({"shooter": 0});
    for (state, events, after) in [
        (json!({"shooter": 2}), json!([]), json!({})),
        (json!({}), json!([]), json!({})),
        (json!({"shooter": 0, "extra": 1}), json!([]), json!({})),
        (json!({"shooter": 0, "options": {"house": true}}), json!([]), json!({})),
        (stake.clone(), json!([{"type": "COLLISION", "a": 0}]), json!({})),
        (stake.clone(), json!([{"type": "COLLISION", "a": 0, "b": 10}]), json!({})),
        (stake.clone(), json!([{"type": "CUSHION", "a": 0, "b": 1}]), json!({})),
        (stake.clone(), json!([{"type": "JUMP", "a": 0}]), json!({})),
        (stake.clone(), json!([{"type": "POT", "a": 1, "pocket": "XX"}]), json!({})),
        (stake.clone(), json!([]), json!({"10": [0, 0]})),
        (stake, json!([]), json!({"1": [0]})),
    ] {
        let answer = judged(&state, &events, &after);
        assert!(answer.as_ref().is_err_and(|error| error.starts_with("unreadable")), "{answer:?}");
    }
}

#[test]
fn a_simulation_has_every_field_and_bad_ones_are_refused() {
    let cue = json!({"v0": 2.0, "phi": 0.0, "theta": 0, "a": 0, "b": 0.2});
    let answer =
        ask(None, json!({"type": "SIMULATE", "balls": {"0": [0, 0], "1": [0.3, 0]}, "cue": cue})).unwrap();
    assert_eq!(answer["events"][0], json!({"type": "STRIKE", "balls": [0], "t": 0.0}));
    assert_eq!(answer["final"]["1"]["state"], "stationary");
    assert!(
        answer["afterStrike"]["v"][0].as_f64().unwrap() > 2.0 && answer["seconds"].as_f64().unwrap() > 1.0
    );
    for (balls, code) in [
        (json!({"1": [0, 0]}), "nine-ball.bad_shot"),
        (json!({"0": [0, 0], "1": [0.01, 0]}), "nine-ball.bad_shot"),
        (json!({"0": [9, 0]}), "nine-ball.bad_shot"),
        (json!({"x": [0, 0]}), "unreadable"),
    ] {
        let answer = ask(None, json!({"type": "SIMULATE", "balls": balls, "cue": cue}));
        assert!(answer.as_ref().is_err_and(|error| error.starts_with(code)), "{answer:?}");
    }
    let unknown = ask(None, json!({"type": "SIMULATE", "balls": {"0": [0, 0]}, "cue": cue, "spin": 1}));
    assert!(unknown.is_err_and(|error| error.starts_with("unreadable")));
}

fn aim(help: &str, speed: u32, urad: u32) -> Value {
    let balls = json!({"0": [0, 0], "1": [0.3, 0], "5": [-0.3, 0], "9": [0, 0.3]});
    let table = aiming(&balls, &json!({"options": {"aimHelp": help}}));
    ask(Some(&table), json!({"type": "AIM", "shot": {"speedMmS": speed, "aimUrad": urad}})).unwrap()
}

#[test]
fn aim_shows_as_much_as_the_table_allows() {
    assert_eq!(aim("none", 1000, 0), json!({"help": "none"}));
    let contact = aim("contact", 1000, 0);
    assert_eq!(contact["contact"]["ball"], 1);
    assert_eq!(contact["contact"]["legal"], true);
    let ghost = contact["ghost"][0].as_f64().unwrap();
    assert!((ghost - (0.3 - 0.05715)).abs() < 3e-6, "{contact}");
    assert!(contact.get("object").is_none() && contact.get("cueAfter").is_none());
    let full = aim("full", 1000, 0);
    assert_eq!((&full["contact"], &full["cue"]), (&contact["contact"], &contact["cue"]));
    assert_eq!((&full["object"]["ball"], &full["cueAfter"]["ball"]), (&json!(1), &json!(0)));
    assert_eq!(full["object"]["rows"][0][0], full["cue"]["until"]);
    // The wrong ball, a cushion, a pocket, nothing at all.
    assert_eq!(aim("full", 1000, 3_141_593)["contact"]["legal"], false);
    let cushion = aim("full", 2000, 1_000_000);
    assert_eq!((&cushion["contact"]["kind"], cushion.get("ghost")), (&json!("cushion"), None));
    let pocket = aim("full", 2000, 4_712_389);
    assert_eq!((&pocket["contact"]["kind"], &pocket["contact"]["pocket"]), (&json!("pocket"), &json!("MR")));
    let nothing = aim("full", 100, 1_000_000);
    assert!(nothing.get("contact").is_none() && nothing["cue"]["to"][0].as_f64().unwrap() > 0.0, "{nothing}");
}

#[test]
fn aim_follows_the_object_ball_into_its_pocket() {
    let table = aiming(&json!({"0": [0.87, 0.235], "1": [1.07, 0.435], "9": [0, 0]}), &json!({}));
    let answer =
        ask(Some(&table), json!({"type": "AIM", "shot": {"speedMmS": 1500, "aimUrad": 785_398}})).unwrap();
    assert_eq!(answer["object"]["pocket"], "FL");
}

#[test]
fn table_questions_need_a_table_and_sound_numbers() {
    let shot = json!({"speedMmS": 1000, "aimUrad": 0});
    assert_eq!(ask(None, json!({"type": "AIM", "shot": shot})), Err("nine-ball.no_table".to_owned()));
    assert_eq!(
        ask(None, json!({"type": "CHECK_PLACE", "xUm": 0, "yUm": 0})),
        Err("nine-ball.no_table".to_owned())
    );
    let table = aiming(&json!({"0": [0, 0], "9": [0, 0.3]}), &json!({}));
    let fast = json!({"type": "AIM", "shot": {"speedMmS": 12_001, "aimUrad": 0}});
    assert_eq!(ask(Some(&table), fast), Err("nine-ball.shot_range".to_owned()));
    let scratched = json!({"balls": {"9": [0, 0]}, "phase": {"name": "ball_in_hand", "seat": 0}});
    let table = Table::<NineBall>::load(serde_json::from_value(scratched).unwrap()).unwrap();
    assert_eq!(
        ask(Some(&table), json!({"type": "AIM", "shot": shot})),
        Err("nine-ball.wrong_phase".to_owned())
    );
}

#[test]
fn check_place_says_yes_or_why_not() {
    let mut state = json!({"balls": {"4": [0, 0], "9": [0.5, 0]}, "phase": {"name": "ball_in_hand", "seat": 0}, "shotNo": 3});
    let ask_place = |state: &Value, x: Value, y: Value| {
        let table = Table::<NineBall>::load(serde_json::from_value(state.clone()).unwrap()).unwrap();
        ask(Some(&table), json!({"type": "CHECK_PLACE", "xUm": x, "yUm": y})).unwrap()
    };
    assert_eq!(ask_place(&state, json!(57_151), json!(0)), json!({"ok": true}));
    let close = json!({"ok": false, "reason": "too_close", "message": "too close to the 4", "ball": 4});
    assert_eq!(ask_place(&state, json!(57_150), json!(0)), close);
    assert_eq!(ask_place(&state, json!(2_000_000), json!(0))["reason"], "outside");
    assert_eq!(ask_place(&state, json!("NaN"), json!(0))["reason"], "not_finite");
    assert_eq!(ask_place(&state, json!(0.5), json!(0))["reason"], "not_whole");
    state["phase"]["name"] = json!("break_placement");
    state["shotNo"] = json!(0);
    assert_eq!(ask_place(&state, json!(57_151), json!(0))["reason"], "behind_line");
    state["balls"]["0"] = json!([-0.3, 0]);
    state["phase"]["name"] = json!("push_out_choice");
    assert_eq!(ask_place(&state, json!(57_151), json!(0))["reason"], "wrong_phase");
}

fn shots(balls: &Value, changes: &Value) -> Vec<Value> {
    let table = aiming(balls, changes);
    let answer = ask(Some(&table), json!({"type": "SHOTS"})).unwrap();
    answer["shots"].as_array().unwrap().clone()
}

/// "pot 1 FL easy", "safe 1 left fair", "kick 1 foot hard".
fn told(shots: &[Value]) -> Vec<String> {
    let word = |shot: &Value, key: &str| match &shot[key] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let told = |shot: &Value| {
        let words = ["kind", "ball", "pocket", "side", "cushion", "ease"];
        words.iter().filter_map(|key| word(shot, key)).collect::<Vec<_>>().join(" ")
    };
    shots.iter().map(told).collect()
}

/// What happens when a listed shot is played at the table.
fn played(balls: &Value, changes: &Value, shot: &Value) -> Vec<Value> {
    let mut table = aiming(balls, changes);
    let mut action = shot["shot"].clone();
    action["type"] = json!("SHOOT");
    let action = serde_json::from_value(action).unwrap();
    let news = table.play(baize_rules::Seat::FIRST, &action).unwrap();
    news.iter().map(|news| serde_json::to_value(&news.event).unwrap()).collect()
}

#[test]
fn pots_come_first_and_no_listed_shot_fouls() {
    let hanging = json!({"0": [0.87, 0.235], "1": [1.07, 0.435], "5": [0.2, -0.3], "9": [0, 0]});
    let combination =
        json!({"0": [0.3, 0.1], "1": [0.9, 0.4], "4": [-0.5, -0.2], "9": [1.1, 0.52], "7": [0, -0.4]});
    let hidden = json!({"0": [-0.9, 0], "1": [0.9, 0], "9": [-0.2, 0.03], "8": [-0.2, -0.03]});
    for (balls, changes) in [
        (&hanging, json!({})),
        (&combination, json!({})),
        (&hidden, json!({})),
        (&hanging, json!({"options": {"practice": true}})),
        (
            &hanging,
            json!({"options": {"table": "7-foot"}, "balls": {"0": [0.1, 0.1], "2": [0.6, 0.3], "9": [0, 0.4]}}),
        ),
    ] {
        let listed = shots(balls, &changes);
        assert!(!listed.is_empty(), "{balls}");
        let order = ["break", "pot", "combination", "safe", "kick"];
        let kinds: Vec<usize> =
            listed.iter().map(|shot| order.iter().position(|kind| shot["kind"] == *kind).unwrap()).collect();
        assert!(kinds.is_sorted(), "{:?}", told(&listed));
        for shot in &listed {
            let news = played(balls, &changes, shot);
            let has = |kind: &str| news.iter().any(|event| event["type"] == kind);
            assert!(!has("FOUL"), "{shot} on {balls}");
            let drops = |event: &Value| event["type"] == "POT" && event["a"] == shot["drops"];
            assert!(shot.get("drops").is_none() || news.iter().any(drops), "{shot} on {balls}");
        }
    }
    assert_eq!(told(&shots(&hanging, &json!({})))[0], "pot 1 FL easy");
    assert!(told(&shots(&combination, &json!({}))).iter().any(|shot| shot.starts_with("combination 1 FL")));
    // Only a kick reaches a ball behind a wall of others.
    assert!(shots(&hidden, &json!({})).iter().all(|shot| shot["kind"] == "kick"));
    let walled = json!({"0": [-0.9, 0], "1": [0.9, 0], "9": [-0.8, 0.03], "8": [-0.8, -0.03]});
    assert!(shots(&walled, &json!({})).is_empty(), "no way but a foul");
    assert_eq!(told(&shots(&hidden, &json!({}))), told(&shots(&hidden, &json!({}))), "always the same");
}

#[test]
fn the_list_says_no_more_than_the_table_lets_players_see() {
    let balls = json!({"0": [0.3, 0.1], "1": [0.9, 0.4], "9": [-0.5, 0.1]});
    let full = shots(&balls, &json!({}));
    let plain = shots(&balls, &json!({"options": {"aimHelp": "none"}}));
    assert!(
        full.iter().all(|shot| shot["ease"].is_string())
            && plain.iter().all(|shot| shot.get("ease").is_none())
    );
    assert_eq!(plain[0]["kind"], "pot");
    assert_ne!(
        plain.iter().find(|shot| shot["pocket"] == full[0]["pocket"]).unwrap()["shot"],
        full[0]["shot"]
    );
}

#[test]
fn the_break_is_one_shot_and_a_list_needs_the_cue_ball() {
    let mut table = Table::<NineBall>::start(
        baize_nine_ball::Options::default(),
        2,
        &baize_rules::Seed::from_text("any"),
    )
    .unwrap();
    let place = json!({"type": "PLACE_BALL", "xUm": -635_000, "yUm": 0});
    table.play(baize_rules::Seat::FIRST, &serde_json::from_value(place).unwrap()).unwrap();
    let answer = ask(Some(&table), json!({"type": "SHOTS"})).unwrap();
    assert_eq!(told(answer["shots"].as_array().unwrap()), ["break 1"]);
    let scratched = json!({"balls": {"9": [0, 0]}, "phase": {"name": "ball_in_hand", "seat": 0}});
    let table = Table::<NineBall>::load(serde_json::from_value(scratched).unwrap()).unwrap();
    assert_eq!(ask(Some(&table), json!({"type": "SHOTS"})), Err("nine-ball.wrong_phase".to_owned()));
    assert_eq!(ask(None, json!({"type": "SHOTS"})), Err("nine-ball.no_table".to_owned()));
}

#[test]
fn in_practice_no_single_ball_is_the_target() {
    let target = |balls: Value, practice: bool| {
        let table = aiming(&balls, &json!({"options": {"practice": practice}}));
        table.game().view(Viewer::Spectator).target.map(|ball| ball.number())
    };
    let three = json!({"0": [0, 0], "2": [0.3, 0], "5": [-0.3, 0], "9": [0, 0.3]});
    assert_eq!((target(three.clone(), false), target(three, true)), (Some(2), None));
    assert_eq!(target(json!({"0": [0, 0], "5": [-0.3, 0], "9": [0, 0.3]}), true), Some(5));
    assert_eq!(target(json!({"0": [0, 0], "9": [0, 0.3]}), true), Some(9));
}
