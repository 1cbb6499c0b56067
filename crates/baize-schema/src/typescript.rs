//! TypeScript, generated from the schemas.

use crate::choices::choices;
use crate::vocabulary::{Vocabulary, name_of, payload_name};
use baize_games::Payload;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The types of one game, as `web/src/gen/<id>.ts`.
pub fn typescript(vocabulary: &Vocabulary) -> String {
    let game = vocabulary.game;
    let mut text = format!(
        "// The JSON of {}, made from the types of crates/baize-{}; do not edit.\n",
        game.name(),
        game.id()
    );
    text += &declarations(vocabulary);
    let options = spoken(vocabulary, Payload::Options);
    let _ = writeln!(
        text,
        "\n/** The options that were chosen; all others are as usual. */\nexport type Chosen = Partial<{options}>;"
    );
    text += &lists(vocabulary);
    text += "\n/** The type of an answer by the `type` of its question. */\nexport interface Answers {\n";
    for (query, name) in &vocabulary.answers {
        let _ = writeln!(text, "  {query}: {name};");
    }
    text += "}\n\n/** All of it. */\nexport interface Payloads {\n";
    for payload in PAYLOADS {
        let _ = writeln!(text, "  {}: {};", field(payload_name(payload)), spoken(vocabulary, payload));
    }
    text += "  chosen: Chosen;\n  answers: Answers;\n}\n";
    let _ = writeln!(
        text,
        "\ndeclare module './games.ts' {{\n  interface Games {{\n    '{}': Payloads;\n  }}\n}}",
        game.id()
    );
    text
}

/// The field name for a type.
fn field(name: &str) -> String {
    name[..1].to_lowercase() + &name[1..]
}

/// The options whose values are words, each with its list of words, so that a page need not repeat them.
fn lists(vocabulary: &Vocabulary) -> String {
    let listed = |(name, allowed): (String, Value)| {
        let words = allowed.get("enum")?.as_array()?.iter().map(literal).collect::<Vec<_>>();
        Some(format!("  {name}: [{}],\n", words.join(", ")))
    };
    let all = choices(vocabulary).into_iter().map(|choice| (choice.name, choice.allowed));
    match all.filter_map(listed).collect::<String>() {
        none if none.is_empty() => none,
        some => format!(
            "\n/** The words that options can be, in their order. */\nexport const CHOICES = {{\n{some}}} as const;\n"
        ),
    }
}

/// The payloads of a game that the page uses.
const PAYLOADS: [Payload; 11] = [
    Payload::Options,
    Payload::Action,
    Payload::Remarks,
    Payload::View,
    Payload::Event,
    Payload::Reason,
    Payload::Details,
    Payload::RefusalDetails,
    Payload::Shown,
    Payload::Query,
    Payload::Info,
];

/// The type name of a payload as it is written, or as it is read if it is never written.
fn spoken(vocabulary: &Vocabulary, payload: Payload) -> &str {
    let nothing = if payload == Payload::Remarks { "object" } else { "never" };
    vocabulary.output.get(&payload).or_else(|| vocabulary.input.get(&payload)).map_or(nothing, String::as_str)
}

/// Declares every type.
pub(crate) fn declarations(vocabulary: &Vocabulary) -> String {
    declared(&vocabulary.types)
}

/// Declares these types.
pub(crate) fn declared(types: &BTreeMap<String, Value>) -> String {
    let mut text = String::new();
    for (name, schema) in types {
        let _ = write!(text, "\n{}export type {name} = {};\n", comment(schema, ""), written(schema, ""));
    }
    // A union begins on a line of its own.
    text.replace(" \n", "\n")
}

/// The types that cover all games, as `web/src/gen/games.ts`. It names no game: each game's file adds itself.
pub fn games_typescript() -> String {
    let mut text = String::from(
        "// The JSON of all games, made from their types; do not edit.\n
/** The games and their JSON; the file of each game adds its own. */
export interface Games {}\n
/** The id of a game. */
export type GameId = keyof Games;\n",
    );
    for (name, part, about) in [
        ("AnyOptions", "options", "What was chosen for a match of some game."),
        ("AnyChosen", "chosen", "What differs from the default options of some game."),
        ("AnyAction", "action", "What a seat does in some game."),
        ("AnyView", "view", "What a viewer may know in some game."),
        ("AnyEvent", "event", "Something that happened in some game."),
        ("AnyReason", "reason", "Why some game ended."),
        ("AnyDetails", "details", "What stands beside the result of some game."),
        ("AnyShown", "shown", "What a seat shows before its action in some game."),
        ("AnyQuery", "query", "A question about some game."),
        ("AnyInfo", "info", "What a computer player says about its choice in some game."),
    ] {
        let _ = writeln!(text, "\n/** {about} */\nexport type {name} = Games[GameId]['{part}'];");
    }
    text += "\n/** The answer to a question about some game. */
export type AnyAnswer = { [G in GameId]: Games[G]['answers'][keyof Games[G]['answers']] }[GameId];
\n/** The answer to this question. */
export type AnswerTo<Q extends AnyQuery> = {
  [G in GameId]: Q extends Games[G]['query'] ? Games[G]['answers'][Q['type'] & keyof Games[G]['answers']] : never;
}[GameId];
\n/** One legal action and what the server remarks on it. */
export type Listed<A extends AnyAction = AnyAction> = { action: A } & {
  [G in GameId]: A extends Games[G]['action'] ? Games[G]['remarks'] : never;
}[GameId];
\n/** Any JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n";
    text
}

/// A schema's description as a comment, if it has one.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let lines: Vec<&str> = text.lines().collect();
    match lines[..] {
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let lines = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
            format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
        }
    }
}

/// A schema as a TypeScript type; all lines but the first are indented by `indent`.
fn written(schema: &Value, indent: &str) -> String {
    let Value::Object(fields) = schema else {
        return if *schema == Value::Bool(false) { "never".to_owned() } else { "Json".to_owned() };
    };
    if let Some(name) = name_of(schema) {
        return name.to_owned();
    }
    if let Some(value) = fields.get("const") {
        return literal(value);
    }
    if let Some(Value::Array(values)) = fields.get("enum") {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(parts)) = fields.get(key) {
            let union = union(parts, indent);
            // An object with common fields and one of several shapes.
            return match fields.get("properties") {
                Some(_) => format!("{} & ({union})", object(fields, indent)),
                None => union,
            };
        }
    }
    if let Some(Value::Array(parts)) = fields.get("allOf") {
        return parts.iter().map(|part| written(part, indent)).collect::<Vec<_>>().join(" & ");
    }
    match fields.get("type") {
        Some(Value::Array(types)) => {
            let types = types.iter().filter_map(Value::as_str).map(|one| simple(fields, one, indent));
            types.collect::<Vec<_>>().join(" | ")
        }
        Some(Value::String(one)) => simple(fields, one, indent),
        _ => "Json".to_owned(),
    }
}

/// A word in single quotes, as the page's code has them.
fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |word| format!("'{word}'"))
}

fn union(parts: &[Value], indent: &str) -> String {
    let parts = flat(parts);
    let is_short =
        parts.iter().all(|part| part.get("properties").is_none() && part.get("description").is_none());
    if is_short {
        let mut seen = BTreeSet::new();
        let parts = parts.iter().map(|part| written(part, indent)).filter(|part| seen.insert(part.clone()));
        return parts.collect::<Vec<_>>().join(" | ");
    }
    let inner = format!("{indent}  ");
    let part = |part: &&Value| {
        let about = comment(part, &inner);
        format!("\n{about}{inner}| {}", written(part, &inner))
    };
    parts.iter().map(part).collect()
}

/// The parts of a union, including those of nested unions.
fn flat(parts: &[Value]) -> Vec<&Value> {
    let mut all = Vec::new();
    for part in parts {
        let more = part.get("oneOf").or_else(|| part.get("anyOf")).and_then(Value::as_array);
        match more.filter(|_| part.get("properties").is_none()) {
            Some(more) => all.extend(flat(more)),
            None => all.push(part),
        }
    }
    all
}

fn simple(fields: &Map<String, Value>, kind: &str, indent: &str) -> String {
    match kind {
        "object" => object(fields, indent),
        "array" => array(fields, indent),
        "integer" | "number" => "number".to_owned(),
        other => other.to_owned(),
    }
}

fn array(fields: &Map<String, Value>, indent: &str) -> String {
    if let Some(Value::Array(items)) = fields.get("prefixItems") {
        return format!(
            "[{}]",
            items.iter().map(|item| written(item, indent)).collect::<Vec<_>>().join(", ")
        );
    }
    let item = fields.get("items").map_or_else(|| "Json".to_owned(), |item| written(item, indent));
    let size = fields.get("minItems").filter(|least| fields.get("maxItems") == Some(*least));
    // Fixed lengths of two or three are tuples; longer ones are lists.
    match size.and_then(Value::as_u64) {
        Some(size @ 2..=3) => format!("[{}]", vec![item; size as usize].join(", ")),
        _ if item.contains([' ', '\n']) => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(fields: &Map<String, Value>, indent: &str) -> String {
    let Some(Value::Object(properties)) =
        fields.get("properties").filter(|some| some.as_object().is_some_and(|some| !some.is_empty()))
    else {
        let patterns = fields.get("patternProperties").and_then(|some| some.as_object()?.values().next());
        let values = patterns.or_else(|| fields.get("additionalProperties").filter(|some| some.is_object()));
        return values.map_or_else(
            || "Record<string, never>".to_owned(),
            |values| format!("Partial<Record<string, {}>>", written(values, indent)),
        );
    };
    let required: Vec<&str> = fields
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    // The field that tells the parts of a union apart comes first.
    let (tags, others): (Vec<_>, Vec<_>) =
        properties.iter().partition(|(_, schema)| schema.get("const").is_some());
    for (name, schema) in tags.into_iter().chain(others) {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let _ =
            writeln!(text, "{}{inner}{name}{mark}: {};", comment(schema, &inner), written(schema, &inner));
    }
    format!("{text}{indent}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(schema: &Value, expect: &str) {
        assert_eq!(written(schema, ""), expect);
    }

    #[test]
    fn schemas_become_types() {
        check(&json!({ "type": "integer", "minimum": 0 }), "number");
        check(&json!({ "type": ["string", "null"] }), "string | null");
        check(&json!({ "anyOf": [{ "$ref": "#/$defs/Card" }, { "type": "null" }] }), "Card | null");
        check(&json!({ "type": "string", "enum": ["red", "team-a"] }), "'red' | 'team-a'");
        check(&json!({ "type": "array", "items": { "type": ["number", "null"] } }), "(number | null)[]");
        let pair = json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 });
        check(&pair, "[number, number]");
        check(
            &json!({ "type": "object", "patternProperties": { "^[0-9]$": { "$ref": "#/$defs/Spot" } } }),
            "Partial<Record<string, Spot>>",
        );
        let event = json!({ "type": "object", "required": ["type"], "properties": {
            "type": { "const": "LEFT" }, "seat": { "type": "integer", "description": "Who." } } });
        check(&event, "{\n  type: 'LEFT';\n  /** Who. */\n  seat?: number;\n}");
        check(&json!(false), "never");
    }
}
