//! Cases recorded from other programs: requests and the replies they must get.

use baize_may_i::{Action, MayI, Query, Setup};
use baize_rules::{Game, Problem, Seat, Table};
use serde_json::{Map, Value, json};

/// Does what a referee does with the requests of these cases.
#[derive(Default)]
struct Referee(Option<Table<MayI>>);

impl Referee {
    fn reply(&mut self, request: &Value) -> Value {
        match self.answer(request) {
            Ok(fields) => {
                let mut reply = json!({ "ok": true });
                reply.as_object_mut().unwrap().extend(fields);
                reply
            }
            Err(problem) => json!({ "ok": false, "error": problem }),
        }
    }

    fn answer(&mut self, request: &Value) -> Result<Map<String, Value>, Problem> {
        match request["op"].as_str().unwrap() {
            "query" => {
                let query: Query = serde_json::from_value(request["query"].clone()).unwrap();
                let answer = serde_json::to_value(MayI::answer(None, &query)?).unwrap();
                Ok(Map::from_iter([("answer".to_owned(), answer)]))
            }
            "load" => {
                let setup: Setup = serde_json::from_value(request["position"].clone()).unwrap();
                self.0 = Some(Table::load(setup)?);
                Ok(self.state())
            }
            "apply" => {
                let seat: Seat = serde_json::from_value(request["seat"].clone()).unwrap();
                let action: Action = serde_json::from_value(request["action"].clone()).unwrap();
                self.0.as_mut().unwrap().play(seat, &action)?;
                Ok(self.state())
            }
            "state" => Ok(self.state()),
            op => panic!("{op}"),
        }
    }

    fn state(&self) -> Map<String, Value> {
        let table = self.0.as_ref().unwrap();
        let state = serde_json::to_value(table.setup()).unwrap();
        let result = serde_json::to_value(table.game().outcome()).unwrap();
        Map::from_iter([("state".to_owned(), state), ("result".to_owned(), result)])
    }
}

/// Whether a reply is as expected: objects may have more fields, and an object with a `$` key is a test.
fn fits(want: &Value, got: &Value) -> bool {
    let Value::Object(fields) = want else {
        return match (want, got) {
            (Value::Array(want), Value::Array(got)) => {
                want.len() == got.len() && want.iter().zip(got).all(|(want, got)| fits(want, got))
            }
            _ => want == got,
        };
    };
    let list = || got.as_array().unwrap();
    let test = fields.iter().find(|(key, _)| key.starts_with('$'));
    match test.map(|(key, value)| (key.as_str(), value)) {
        None => fields.iter().all(|(key, want)| fits(want, &got[key])),
        Some(("$any", _)) => !got.is_null(),
        Some(("$absent", _)) => got.is_null(),
        Some(("$in", any)) => any.as_array().unwrap().iter().any(|want| fits(want, got)),
        Some(("$all", all)) => all.as_array().unwrap().iter().all(|want| fits(want, got)),
        Some(("$len", len)) => *len == list().len(),
        Some(("$lens", lens)) => {
            *lens == json!(list().iter().map(|list| list.as_array().unwrap().len()).collect::<Vec<_>>())
        }
        Some(("$first", first)) => fits(first, &list()[0]),
        Some((key, _)) => panic!("{key}"),
    }
}

fn check(case: &Value) {
    let mut referee = Referee::default();
    for (index, step) in case["steps"].as_array().unwrap().iter().enumerate() {
        if let Some(patch) = step["patch"].as_object() {
            let mut state = referee.state().remove("state").unwrap();
            state.as_object_mut().unwrap().extend(patch.clone());
            let reply = referee.reply(&json!({ "op": "load", "position": state }));
            assert_eq!(reply["ok"], true, "{}, step {index}: {reply}", case["name"]);
            continue;
        }
        let reply = referee.reply(&step["send"]);
        let (name, send, expect) = (&case["name"], &step["send"], &step["expect"]);
        assert!(fits(expect, &reply), "{name}, step {index}: {send}\nexpected {expect}\ngot {reply}");
    }
}

fn check_all(cases: &str, count: usize) {
    assert_eq!(cases.lines().count(), count);
    cases.lines().for_each(|line| check(&serde_json::from_str(line).unwrap()));
}

#[test]
fn melds() {
    check_all(include_str!("../fixtures/may-i-melds.jsonl"), 150);
}

#[test]
fn contracts() {
    check_all(include_str!("../fixtures/may-i-contracts.jsonl"), 60);
}

#[test]
fn lay_offs() {
    check_all(include_str!("../fixtures/may-i-layoffs.jsonl"), 100);
}

#[test]
fn swaps() {
    check_all(include_str!("../fixtures/may-i-swaps.jsonl"), 30);
}

#[test]
fn games() {
    check_all(include_str!("../fixtures/may-i-games.jsonl"), 3);
}

#[test]
fn traps() {
    check_all(include_str!("../fixtures/may-i-traps.jsonl"), 1);
}
