//! Positions judged by an independent engine. The steps of each case are played at a table as the referee
//! program would.

use baize_banqi::{Action, Banqi, Options, Setup};
use baize_rules::{Game, Problem, Seat, Table};
use serde_json::{Value, json};

/// One request, answered as the referee answers it.
fn reply(table: &mut Option<Table<Banqi>>, request: &Value) -> Value {
    let answer = match request["op"].as_str() {
        Some("load") => load(request).map(|loaded| {
            let state = loaded.setup();
            *table = Some(loaded);
            json!({ "ok": true, "state": state })
        }),
        Some("legal") => Ok(legal(table.as_ref().unwrap())),
        Some("state") => {
            let table = table.as_ref().unwrap();
            Ok(json!({ "ok": true, "state": table.setup(), "result": table.game().outcome() }))
        }
        Some("check") => {
            let (seat, action) = (seat(request), action(request));
            let checked = table.as_ref().unwrap().check(seat, &action);
            checked.map(|()| json!({ "ok": true })).map_err(|error| Problem::of(&error))
        }
        Some("apply") => {
            let table = table.as_mut().unwrap();
            let played = table.play(seat(request), &action(request));
            played.map(|_| json!({ "ok": true, "state": table.setup() })).map_err(|error| Problem::of(&error))
        }
        op => panic!("unknown request {op:?}"),
    };
    answer.unwrap_or_else(|problem| json!({ "ok": false, "error": problem }))
}

fn load(request: &Value) -> Result<Table<Banqi>, Problem> {
    let options: Options = match request.get("options") {
        Some(options) => serde_json::from_value(options.clone()).unwrap(),
        None => Options::default(),
    };
    let setup: Setup = match &request["position"] {
        Value::String(line) => Banqi::read_position(line, options).map_err(|error| Problem::of(&error))?,
        state => serde_json::from_value(state.clone()).unwrap(),
    };
    Table::load(setup).map_err(|error| Problem::of(&error))
}

fn legal(table: &Table<Banqi>) -> Value {
    let game = table.game();
    let of = |seat: Seat| {
        game.menu(seat)
            .into_actions()
            .into_iter()
            .map(move |action| json!({ "seat": seat, "action": action }))
    };
    let actions: Vec<Value> = game.awaiting().must.iter().flat_map(of).collect();
    json!({ "ok": true, "actions": actions, "complete": true })
}

fn seat(request: &Value) -> Seat {
    serde_json::from_value(request["seat"].clone()).unwrap()
}

fn action(request: &Value) -> Action {
    serde_json::from_value(request["action"].clone()).unwrap()
}

/// Whether a reply has everything expected of it.
fn fits(want: &Value, got: &Value) -> bool {
    match want {
        Value::Object(fields) => match (fields.get("$set"), fields.get("$absent")) {
            (Some(Value::Array(set)), _) => {
                let got = got.as_array().unwrap();
                set.len() == got.len() && set.iter().all(|want| got.iter().any(|got| fits(want, got)))
            }
            (_, Some(_)) => got.is_null(),
            _ => fields.iter().all(|(key, want)| fits(want, &got[key])),
        },
        Value::Array(list) => {
            let got = got.as_array().unwrap();
            list.len() == got.len() && list.iter().zip(got).all(|(want, got)| fits(want, got))
        }
        _ => want == got,
    }
}

fn check(cases: &str, count: usize) {
    let cases: Vec<Value> = cases.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), count);
    for case in cases {
        let mut table = None;
        for step in case["steps"].as_array().unwrap() {
            let got = reply(&mut table, &step["send"]);
            assert!(fits(&step["expect"], &got), "{}: {step}\ngot {got}", case["name"]);
        }
    }
}

#[test]
fn classic() {
    check(include_str!("fixtures/banqi-classic.jsonl"), 46);
}

#[test]
fn three_kingdoms() {
    check(include_str!("fixtures/banqi-three-kingdoms.jsonl"), 47);
}

#[test]
fn three_kingdoms_with_diagonal_guards() {
    check(include_str!("fixtures/banqi-three-kingdoms-diagonal.jsonl"), 47);
}

#[test]
fn errors() {
    check(include_str!("fixtures/banqi-errors.jsonl"), 109);
}
