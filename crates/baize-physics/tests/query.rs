//! The `SIMULATE` query over the wire: what is accepted, what is refused, and how.

use baize_physics::soak::Random;
use baize_physics::{Error, PoolTable, SimulateAnswer, SimulateQuery};
use serde::Deserialize;
use serde_json::{Value, json};

fn ask(query: Value) -> Result<SimulateAnswer, String> {
    let query: SimulateQuery = serde_json::from_value(query).map_err(|error| error.to_string())?;
    query.answer().map_err(|error| {
        assert!(Error::CODES.iter().any(|(code, _)| *code == error.code()));
        error.to_string()
    })
}

fn shot() -> Value {
    json!({
        "balls": {"0": [-0.635, 0], "1": [0.635, 0.0]},
        "cue": {"v0": 2, "phi": 0, "theta": 0, "a": 0, "b": 0.2},
    })
}

/// The shot with one value replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut query = shot();
    let mut at = &mut query;
    for key in pointer.split('/') {
        at = &mut at[key];
    }
    *at = value;
    query
}

#[test]
fn a_shot_is_answered() {
    let answer = serde_json::to_value(ask(shot()).unwrap()).unwrap();
    let events = answer["events"].as_array().unwrap();
    assert_eq!(events[0], json!({"type": "STRIKE", "balls": [0], "t": 0.0}));
    let collision = events.iter().find(|event| event["type"] == "COLLISION").unwrap();
    assert_eq!(collision["balls"], json!([0, 1]));
    let transition = events.iter().find(|event| event["type"] == "TRANSITION").unwrap();
    assert_eq!(transition["to"], "rolling");
    assert_eq!(answer["final"]["0"]["state"], "stationary");
    assert!(answer["afterStrike"]["v"][0].as_f64().unwrap() > 2.0);
    assert!(answer["seconds"].as_f64().unwrap() > 1.0);
}

#[test]
fn a_pot_names_its_pocket() {
    let mut query = with("balls/1", json!([1.2, 0.565]));
    let direction = (0.565_f64 - 0.3).atan2(1.2 - 0.9);
    query["balls"]["0"] = json!([0.9, 0.3]);
    query["cue"]["phi"] = json!(direction);
    let answer = serde_json::to_value(ask(query).unwrap()).unwrap();
    let pot = answer["events"].as_array().unwrap().iter().find(|event| event["type"] == "POT").unwrap();
    assert_eq!((&pot["balls"], &pot["pocket"]), (&json!([1]), &json!("FL")));
    assert_eq!(answer["final"]["1"]["state"], "pocketed");
}

#[test]
fn what_is_absent_is_the_default() {
    let mut full = shot();
    full["table"] = serde_json::to_value(PoolTable::nine_foot()).unwrap();
    full["params"] = json!({"g": 9.81, "muRoll": 0.01});
    full["models"] = json!({"cushion": "han", "squirt": true});
    assert_eq!(ask(full), ask(shot()));
    let mut other = shot();
    other["models"] = json!({"cushion": "ideal"});
    assert_ne!(ask(other), ask(shot()));
}

#[test]
fn it_works_inside_a_tagged_list_of_queries() {
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
    enum Query {
        Simulate(SimulateQuery),
    }
    let mut query = shot();
    query["type"] = json!("SIMULATE");
    let Query::Simulate(inner) = serde_json::from_str(&query.to_string()).unwrap();
    assert_eq!(inner.answer().unwrap(), ask(shot()).unwrap());
    query["extra"] = json!(1);
    assert!(serde_json::from_str::<Query>(&query.to_string()).is_err());
}

#[test]
fn impossible_shots_are_refused_with_a_reason() {
    let check = |pointer: &str, value: Value, expect: &str| {
        let reason = ask(with(pointer, value)).unwrap_err();
        assert!(reason.contains(expect), "{pointer}: {reason}");
    };
    check("cue/v0", json!(0), "the cue must move");
    check("cue/v0", json!(12.1), "v0 must be from 0 to 12");
    check("cue/v0", json!(-1), "v0 must be");
    check("cue/phi", json!(6.3), "phi must be");
    check("cue/phi", json!(-0.1), "phi must be");
    check("cue/theta", json!(1.3), "theta must be");
    check("cue/a", json!(0.6), "a must be");
    check("cue/a", json!(0.48), "at most half a radius");
    check("cue/spin", json!(0), "unknown field");
    check("extra", json!(0), "unknown field");
    check("table", json!({"length": 2}), "missing field");
    check("params", json!({"mu": 1}), "unknown field");
    check("params", json!({"muRoll": 0}), "muRoll must be");
    check("params", json!({"radius": 1e300}), "radius must be");
    check("params", json!({"ballFriction": [0, 0, -1]}), "ballFriction must be");
    check("models", json!({"cushion": "rubber"}), "unknown variant");
    check("models", json!({"squirt": "yes"}), "bool");
    check("balls/1", json!([-0.635, 0.05]), "balls 0 and 1 overlap");
    check("balls/1", json!([1.26, 0]), "ball 1 overlaps a cushion");
    check("balls/1", json!([1.28, 0.65]), "ball 1 lies in a pocket");
    check("balls/1", json!([5, 0]), "ball 1 is not on the table");
    check("balls/1", json!([1e300, 0]), "a coordinate must be");
    check("balls/01", json!([0, 0]), "number from 0 to 255");
    check("balls/256", json!([0, 0]), "number from 0 to 255");
    check("balls/cue", json!([0, 0]), "number from 0 to 255");
    check("balls/1", json!([0]), "invalid length");
    check("balls", json!({"1": [0, 0]}), "no cue ball");
    check("balls", json!({}), "1 to 16 balls, not 0");
    check("balls", json!([[0, 0]]), "invalid type");
    let many: serde_json::Map<String, Value> =
        (0..30).map(|id| (id.to_string(), json!([0.07 * f64::from(id) - 1.0, 0]))).collect();
    check("balls", many.into(), "at most 16 balls");
    let mut table = serde_json::to_value(PoolTable::nine_foot()).unwrap();
    table["segments"] = json!(vec![json!({"from": [0, 0], "to": [1, 1]}); 65]);
    check("table", table.clone(), "0 to 64 segments, not 65");
    table["segments"] = json!([{"from": [0.5, 0.5], "to": [0.5, 0.5]}]);
    check("table", table.clone(), "the length of a segment");
    table["segments"] = json!([{"from": [0, 0], "to": [1, 1], "kind": "rail"}]);
    check("table", table, "unknown field");
}

#[test]
fn a_ball_given_twice_is_refused() {
    let text = r#"{"balls":{"0":[0,0],"0":[1,0]},"cue":{"v0":1,"phi":0,"theta":0,"a":0,"b":0}}"#;
    let error = serde_json::from_str::<SimulateQuery>(text).unwrap_err();
    assert!(error.to_string().contains("ball 0 is there twice"), "{error}");
}

/// Two frictionless cushions close together and a ball that hardly slows down: the cap on events ends the
/// shot.
#[test]
fn a_shot_without_an_end_is_cut_off() {
    let mut query = with("balls", json!({"0": [0, 0]}));
    query["cue"] = json!({"v0": 12, "phi": 0, "theta": 0, "a": 0, "b": 0});
    query["params"] = json!({"muSlide": 0.001, "muRoll": 0.0001, "g": 0.1});
    query["models"] = json!({"cushion": "ideal"});
    query["table"] = json!({
        "length": 0.1, "width": 0.1, "noseHeight": 0.0363,
        "segments": [{"from": [0.05, -1], "to": [0.05, 1]}, {"from": [-0.05, -1], "to": [-0.05, 1]}],
    });
    assert!(ask(query).unwrap_err().contains("does not come to an end"));
}

/// Tables nobody would build, parameters at both ends of their ranges, balls anywhere: each query is soon
/// answered or refused.
#[test]
fn any_query_within_the_bounds_is_answered_or_refused() {
    let mut random = Random::new(11);
    let mut answered = 0;
    for round in 0..1500 {
        let mut point = |most: f64| json!([random.between(-most, most), random.between(-most, most)]);
        let segments: Vec<Value> =
            (0..round % 9).map(|_| json!({"from": point(1.5), "to": point(1.5)})).collect();
        let mut points: Vec<Value> = (0..40).map(|_| point(1.2)).collect();
        let mut next = || points.pop().unwrap();
        let mut circle = |radius: f64| json!({"center": next(), "radius": radius});
        let tips: Vec<Value> = (0..round % 4).map(|_| circle(0.05)).collect();
        let pockets: Vec<Value> = (0..round % 3)
            .map(|index| {
                let mut pocket = circle(0.06);
                pocket["id"] = json!(index.to_string());
                pocket
            })
            .collect();
        let balls: serde_json::Map<String, Value> =
            (0..1 + round % 7).map(|id| (id.to_string(), next())).collect();
        let mut either = |low: f64, high: f64| {
            let ends = [low, high, random.between(low, high)];
            ends[random.below(3) as usize]
        };
        let radius = either(0.02, 0.04);
        let cushion = ["han", "mathavan", "stronge", "ideal"][round % 4];
        let ball = ["coulomb", "separation", "ideal"][round % 3];
        let query = json!({
            "balls": balls,
            "cue": {"v0": either(1e-9, 12.0), "phi": either(0.0, 6.2), "theta": either(0.0, 1.22),
                    "a": either(-0.35, 0.35), "b": either(-0.35, 0.35)},
            "table": {"length": 3, "width": 3, "noseHeight": radius * either(0.5, 1.9),
                      "segments": segments, "tips": tips, "pockets": pockets},
            "params": {"g": either(0.1, 100.0), "mass": either(0.001, 10.0), "radius": radius,
                       "muSlide": either(0.001, 2.0), "muRoll": either(0.0001, 2.0),
                       "muSpin": either(0.0001, 2.0), "ballRestitution": either(0.0, 1.0),
                       "ballFriction": [either(0.0, 10.0), either(0.0, 10.0), either(0.0, 10.0)],
                       "cushionRestitution": either(0.0, 1.0), "cushionFriction": either(0.0, 2.0),
                       "cueMass": either(0.01, 10.0), "endMass": either(0.0001, 10.0)},
            "models": {"cushion": cushion,
                       "ballBall": ball, "squirt": round % 2 == 0},
        });
        if let Ok(answer) = ask(query) {
            answered += 1;
            assert!(answer.seconds.is_finite() && answer.end.values().all(|ball| ball.r.is_finite()));
        }
    }
    assert!(answered > 500, "{answered}");
}
