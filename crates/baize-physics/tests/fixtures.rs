//! Shots recorded with another engine: contacts in order, times and rest positions.

use baize_physics::{SimulateAnswer, SimulateQuery};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Whether a number matches `{"$near": x, "tol": t}`.
fn near(want: &Value, found: f64) -> bool {
    (number(&want["$near"]) - found).abs() <= number(&want["tol"])
}

/// What differs, if anything.
fn differs(want: &Value, found: &SimulateAnswer) -> Option<String> {
    let strike = found.after_strike;
    for (want, found) in want["afterStrike"]["v"].as_array()?.iter().zip(<[f64; 2]>::from(strike.v)) {
        if !near(want, found) {
            return Some(format!("after the strike {want} is {found}"));
        }
    }
    for (want, found) in want["afterStrike"]["w"].as_array()?.iter().zip(<[f64; 3]>::from(strike.w)) {
        if !near(want, found) {
            return Some(format!("after the strike {want} is {found}"));
        }
    }
    let all = serde_json::to_value(&found.events).unwrap();
    let drop = want["events"]["drop"].as_array()?;
    let contacts: Vec<&Value> =
        all.as_array()?.iter().filter(|event| !drop.contains(&event["type"])).collect();
    let wanted = want["events"]["$events"].as_array()?;
    for (index, event) in wanted.iter().enumerate() {
        let Some(contact) = contacts.get(index) else { return Some(format!("{event} is missing")) };
        let balls = |event: &Value| {
            let mut balls: Vec<i64> =
                event["balls"].as_array().unwrap().iter().map(|ball| ball.as_i64().unwrap()).collect();
            balls.sort_unstable();
            balls
        };
        let late = (number(&contact["t"]) - number(&event["t"])).abs();
        if contact["type"] != event["type"]
            || balls(contact) != balls(event)
            || late > number(&want["events"]["tol"])
        {
            return Some(format!("event {index} is {contact} instead of {event}"));
        }
    }
    if want["events"]["prefix"] != true && contacts.len() > wanted.len() {
        return Some(format!("{} is too much", contacts[wanted.len()]));
    }
    for (id, ball) in want["final"].as_object().into_iter().flatten() {
        let rest = &found.end[&id.parse::<u8>().unwrap()];
        if serde_json::to_value(rest.state).unwrap() != ball["state"] {
            return Some(format!("ball {id} is {:?}", rest.state));
        }
        for (want, found) in ball["r"].as_array().into_iter().flatten().zip(<[f64; 2]>::from(rest.r)) {
            if !near(want, found) {
                return Some(format!("ball {id}: {want} is {found}"));
            }
        }
    }
    None
}

fn check(cases: &str, count: usize) {
    let mut failures = vec![];
    let mut checked = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        for step in case["steps"].as_array().unwrap() {
            let mut query = step["send"]["query"].clone();
            assert_eq!(query.as_object_mut().unwrap().remove("type").unwrap(), "SIMULATE");
            let query: SimulateQuery = serde_json::from_value(query).unwrap();
            if let Some(reason) = differs(&step["expect"]["answer"], &query.answer().unwrap()) {
                failures.push(format!("{}: {reason}", case["name"]));
            }
            checked += 1;
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert_eq!(checked, count);
}

#[test]
fn han_and_ideal() {
    check(include_str!("fixtures/nine-ball-shots.jsonl"), 9);
}

#[test]
fn mathavan() {
    check(include_str!("fixtures/nine-ball-shots-mathavan.jsonl"), 4);
}

#[test]
fn stronge() {
    check(include_str!("fixtures/nine-ball-shots-stronge.jsonl"), 9);
}
