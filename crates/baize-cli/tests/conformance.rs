//! Recorded cases, judged by independent engines: requests to the referee and the replies they must get.
//!
//! A case is one line, `{"name": .., "steps": [{"send": request, "expect": partial reply}, ..]}`. A step
//! `{"patch": fields}` loads the current state with some fields replaced. See `tests/fixtures/README.md` for
//! the sources.

use baize_players::Budget;
use baize_referee::Clerk;
use serde_json::{Map, Value, json};
use std::path::Path;

#[test]
fn every_recorded_case_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut clerk = Clerk::new(Budget::default());
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            if let Err(what) = run(&mut clerk, &case) {
                panic!("{}, case {}: {what}", file.display(), case["name"]);
            }
        }
    }
}

fn run(clerk: &mut Clerk, case: &Value) -> Result<(), String> {
    let mut game = Value::Null;
    for step in case["steps"].as_array().unwrap() {
        if let Some(patch) = step["patch"].as_object() {
            let mut state = ask(clerk, &json!({"op": "state"}))["state"].clone();
            state.as_object_mut().unwrap().extend(patch.clone());
            let reply = ask(clerk, &json!({"op": "load", "game": game, "position": state}));
            fits(&json!({"ok": true}), Some(&reply), "patched")?;
            continue;
        }
        let request = &step["send"];
        if matches!(request["op"].as_str(), Some("new" | "load")) {
            game = request["game"].clone();
        }
        let reply = ask(clerk, request);
        fits(&step["expect"], Some(&reply), "reply").map_err(|what| format!("{what}; asked {request}"))?;
    }
    Ok(())
}

fn ask(clerk: &mut Clerk, request: &Value) -> Value {
    clerk.reply(request.to_string().as_bytes())
}

/// Whether `got` is as wanted: objects may have more keys, numbers may differ by 1e-9, and an object with a
/// single key that starts with `$` is a special test.
fn fits(want: &Value, got: Option<&Value>, at: &str) -> Result<(), String> {
    let bad = |what: &str| Err(format!("{at}: expected {what}, got {got:?}"));
    if let Some((test, argument)) = want.as_object().and_then(special) {
        return fits_special(test, argument, want, got, at);
    }
    let Some(got) = got else { return bad("something") };
    match (want, got) {
        (Value::Object(want), Value::Object(got)) => {
            want.iter().try_for_each(|(key, want)| fits(want, got.get(key), &format!("{at}.{key}")))
        }
        (Value::Array(want), Value::Array(got)) if want.len() == got.len() => {
            let mut pairs = want.iter().zip(got).enumerate();
            pairs.try_for_each(|(i, (want, got))| fits(want, Some(got), &format!("{at}[{i}]")))
        }
        (Value::Number(_), Value::Number(_)) if near(want, got, 1e-9) => Ok(()),
        _ if want == got => Ok(()),
        _ => bad(&want.to_string()),
    }
}

fn special(want: &Map<String, Value>) -> Option<(&str, &Value)> {
    want.iter().find(|(key, _)| key.starts_with('$')).map(|(key, value)| (key.as_str(), value))
}

fn near(want: &Value, got: &Value, tolerance: f64) -> bool {
    let (Some(want), Some(got)) = (want.as_f64(), got.as_f64()) else { return false };
    (want - got).abs() <= tolerance * want.abs().max(1.0)
}

fn fits_special(
    test: &str,
    argument: &Value,
    want: &Value,
    got: Option<&Value>,
    at: &str,
) -> Result<(), String> {
    let holds = match test {
        "$any" => got.is_some(),
        "$absent" => got.is_none_or(Value::is_null),
        "$in" => argument.as_array().unwrap().iter().any(|want| fits(want, got, at).is_ok()),
        "$all" => return argument.as_array().unwrap().iter().try_for_each(|want| fits(want, got, at)),
        "$len" => got.and_then(Value::as_array).map(Vec::len) == argument.as_u64().map(|n| n as usize),
        "$lens" => got.is_some_and(|got| lengths(got) == *argument),
        "$first" => return fits(argument, got.and_then(|got| got.get(0)), &format!("{at}[0]")),
        "$near" => got.is_some_and(|got| {
            (argument.as_f64().unwrap() - got.as_f64().unwrap_or(f64::NAN)).abs()
                <= want["tol"].as_f64().unwrap()
        }),
        "$ends" => got.and_then(Value::as_str).is_some_and(|got| got.ends_with(argument.as_str().unwrap())),
        "$set" => return fits_set(argument.as_array().unwrap(), got, at),
        "$dist" => got.is_some_and(|got| same_chances(argument, got)),
        "$mix" => got.is_some_and(|got| secures(argument, got)),
        "$events" => return fits_events(want, got, at),
        other => panic!("{at}: unknown test {other}"),
    };
    if holds { Ok(()) } else { Err(format!("{at}: {test} {argument} does not hold for {got:?}")) }
}

fn lengths(list: &Value) -> Value {
    list.as_array()
        .map_or(Value::Null, |list| list.iter().map(|item| json!(item.as_array().map(Vec::len))).collect())
}

fn fits_set(want: &[Value], got: Option<&Value>, at: &str) -> Result<(), String> {
    let mut left: Vec<&Value> =
        got.and_then(Value::as_array).ok_or(format!("{at}: not a list"))?.iter().collect();
    for want in want {
        let found = left.iter().position(|got| fits(want, Some(got), at).is_ok());
        left.swap_remove(found.ok_or_else(|| format!("{at}: {want} is not there"))?);
    }
    if left.is_empty() { Ok(()) } else { Err(format!("{at}: too much: {left:?}")) }
}

fn same_chances(want: &Value, got: &Value) -> bool {
    let chance = |of: &Value, card: &str| of.get(card).cloned().unwrap_or(json!(0));
    let (Some(wanted), Some(given)) = (want.as_object(), got.as_object()) else { return false };
    wanted.keys().chain(given.keys()).all(|card| near(&chance(want, card), &chance(got, card), 1e-9))
}

/// Whether a mix of cards secures the value against every column of the matrix.
fn secures(want: &Value, got: &Value) -> bool {
    let cards: Vec<String> = want["cards"].as_array().unwrap().iter().map(Value::to_string).collect();
    let Some(mix) = got.as_object() else { return false };
    let is_mix =
        mix.iter().all(|(card, chance)| cards.contains(card) && chance.as_f64().unwrap_or(-1.0) >= -1e-9);
    let chance = |card: &String| mix.get(card).and_then(Value::as_f64).unwrap_or(0.0);
    let matrix = want["matrix"].as_array().unwrap();
    let value = |column: usize| -> f64 {
        cards.iter().zip(matrix).map(|(card, row)| chance(card) * row[column].as_f64().unwrap()).sum()
    };
    let worst = (0..matrix[0].as_array().unwrap().len()).map(value).fold(f64::INFINITY, f64::min);
    let sum: f64 = cards.iter().map(chance).sum();
    is_mix
        && (sum - 1.0).abs() <= 1e-6
        && worst >= want["value"].as_f64().unwrap() - want["tol"].as_f64().unwrap()
}

/// Compares the events in order, leaving out the types in `drop`; with `prefix`, more may follow.
fn fits_events(want: &Value, got: Option<&Value>, at: &str) -> Result<(), String> {
    let none = Vec::new();
    let dropped = want["drop"].as_array().unwrap_or(&none);
    let got: Vec<&Value> = got
        .and_then(Value::as_array)
        .ok_or(format!("{at}: not a list"))?
        .iter()
        .filter(|event| !dropped.contains(&event["type"]))
        .collect();
    let sorted = |event: &Value| {
        let mut balls: Vec<String> =
            event["balls"].as_array().unwrap_or(&none).iter().map(Value::to_string).collect();
        balls.sort();
        balls
    };
    let time = |event: &Value| event["t"].as_f64().unwrap_or(f64::NAN);
    let events = want["$events"].as_array().unwrap();
    for (index, want_event) in events.iter().enumerate() {
        let same = got.get(index).is_some_and(|got| {
            got["type"] == want_event["type"]
                && sorted(got) == sorted(want_event)
                && (time(got) - time(want_event)).abs() <= want["tol"].as_f64().unwrap()
        });
        if !same {
            return Err(format!("{at}: event {index}: expected {want_event}, got {:?}", got.get(index)));
        }
    }
    if got.len() > events.len() && want["prefix"] != true {
        return Err(format!("{at}: {} events too many", got.len() - events.len()));
    }
    Ok(())
}
