//! The examples on the rules page are correct.

use baize_nine_ball::{NineBall, Options, Query};
use baize_rules::{Game, Seat, Seed, Table};
use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/rules/nine-ball.md");

#[test]
fn the_query_is_answered_as_printed() {
    let blocks: Vec<Value> = PAGE
        .split("```json")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("```").next().unwrap()).unwrap())
        .collect();
    let [query, printed] = &blocks[..] else { panic!("a question and an answer") };
    let query: Query = serde_json::from_value(query.clone()).unwrap();
    let answer = serde_json::to_value(NineBall::answer(None, &query).unwrap()).unwrap();
    let near = |a: &Value, b: &Value| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-12;
    for (field, value) in printed.as_object().unwrap() {
        let same = match field.as_str() {
            "respot" => (0..2).all(|axis| near(&value[axis], &answer[field][axis])),
            _ => *value == answer[field],
        };
        assert!(same, "{field}: {value} or {}", answer[field]);
    }
    assert_eq!(printed.as_object().unwrap().len(), answer.as_object().unwrap().len());
}

#[test]
fn every_option_and_typed_action_is_known() {
    let options = serde_json::to_value(Options::default()).unwrap();
    for name in options.as_object().unwrap().keys() {
        assert!(PAGE.contains(&format!("| `{name}` |")), "{name} is not explained");
    }
    let mut table = Table::<NineBall>::start(Options::default(), 2, &Seed::from_text("page")).unwrap();
    let first = table.game().read(Seat::FIRST, "place -635 0").unwrap();
    table.play(Seat::FIRST, &first).unwrap();
    let notation = PAGE.split("## Notation").nth(1).unwrap().split("On the wire").next().unwrap();
    let typed: Vec<&str> = notation.split('`').skip(1).step_by(2).collect();
    assert!(typed.len() >= 8);
    for text in typed {
        assert!(table.game().read(Seat::FIRST, text).is_ok(), "{text}");
    }
}

#[test]
fn every_code_is_explained() {
    use baize_rules::Coded;
    for (code, _) in <NineBall as Game>::Error::CODES {
        let word = code.strip_prefix("nine-ball.").unwrap();
        assert!(PAGE.contains(&format!("`{word}`")), "{word}");
    }
}
