//! The JSON Schema of the whole protocol.

use crate::vocabulary::{DEFS, Vocabulary, prefix, prefixed, refer};
use baize_games::Payload;
use serde_json::{Map, Value, json};

/// The JSON Schema of both protocols. For tables, `request` is what a client may say and `message` what it
/// hears; for the referee, these are `refereeRequest` and `refereeReply`. The parts of a game are left open
/// here (`AnyView`); [`game_schema`] has the definitions that close them.
pub fn protocol_schema() -> Value {
    let mut schema = baize_protocol::schema();
    let (request, reply, more) = baize_referee::schema();
    schema["properties"]["refereeRequest"] = request;
    schema["properties"]["refereeReply"] = reply;
    definitions(&mut schema).extend(more);
    // An entry of `legal` can be sent unchanged, with the game's remarks in it.
    for request in with_remarks(&mut schema) {
        request.remove("additionalProperties");
    }
    schema
}

/// The definitions of one game: its types, under names unique to the game, and what each `Any...` of the
/// protocol means at its tables.
pub fn game_schema(game: &Vocabulary) -> Value {
    let name = |name: &str| prefix(game.game.id()) + name;
    let mut definitions = prefixed(game);
    definitions.insert(name("Listed"), listed(game));
    for (any, own) in own_names(game) {
        let own = own.map(|own| json!({ "$ref": format!("{DEFS}{}", name(own)) }));
        let shape = match (any, own) {
            // The room, not the game, closes a table that outgrows its log.
            ("AnyReason", own) => {
                json!({ "anyOf": own.into_iter().chain([json!({ "const": "abandoned" })]).collect::<Vec<_>>() })
            }
            (_, Some(own)) => own,
            // The game has none.
            (_, None) => Value::Bool(false),
        };
        definitions.insert(any.to_owned(), shape);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("The JSON of {}", game.game.name()),
        "description": "Put beside the definitions of ../protocol.schema.json, these say what is sent at tables of this game.",
        "$defs": definitions,
    })
}

/// The JSON Schema of everything said at tables of one game.
pub fn schema(game: &Vocabulary) -> Value {
    let mut schema = protocol_schema();
    let own = game_schema(game)["$defs"].take();
    definitions(&mut schema).extend(own.as_object().cloned().unwrap_or_default());
    for request in with_remarks(&mut schema) {
        request.insert("additionalProperties".to_owned(), Value::Bool(false));
        request["properties"].as_object_mut().expect("a request has fields").extend(remarks(game));
    }
    schema
}

fn definitions(schema: &mut Value) -> &mut Map<String, Value> {
    schema["$defs"].as_object_mut().expect("a schema has definitions")
}

/// The requests that may carry a game's remarks beside the action.
fn with_remarks(schema: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let requests = schema["$defs"]["RefereeRequest"]["oneOf"].as_array_mut();
    let requests = requests.into_iter().flatten().filter_map(Value::as_object_mut);
    requests
        .filter(|request| matches!(request["properties"]["op"]["const"].as_str(), Some("apply" | "check")))
}

/// The game's own type for each open part of the protocol.
fn own_names(game: &Vocabulary) -> [(&'static str, Option<&str>); 15] {
    let written = |payload| game.output.get(&payload).map(String::as_str);
    let read = |payload| game.input.get(&payload).map(String::as_str);
    [
        ("AnyOptions", written(Payload::Options)),
        ("AnyOptionsInput", read(Payload::Options)),
        ("AnyAction", written(Payload::Action)),
        ("AnyActionInput", read(Payload::Action)),
        ("AnyListed", Some("Listed")),
        ("AnyView", written(Payload::View)),
        ("AnyEvent", written(Payload::Event)),
        ("AnyReason", written(Payload::Reason)),
        ("AnyDetails", written(Payload::Details)),
        ("AnyShown", written(Payload::Shown)),
        ("AnyQuery", read(Payload::Query)),
        ("AnyAnswer", written(Payload::Answer)),
        ("AnyInfo", written(Payload::Info)),
        ("AnyState", written(Payload::State)),
        ("AnyStateInput", read(Payload::State)),
    ]
}

/// An entry of a menu: an action and the remarks beside it.
fn listed(game: &Vocabulary) -> Value {
    let own = |name: &str| json!({ "$ref": format!("{DEFS}{}{name}", prefix(game.game.id())) });
    let action = game.output.get(&Payload::Action).map_or(json!(true), |name| own(name));
    let seat = json!({ "type": "integer", "minimum": 0, "maximum": 7, "description": "Whose; in the referee's list." });
    let mut listed = json!({
        "type": "object",
        "description": "One legal action and what may be shown beside it.",
        "properties": { "action": action, "seat": seat },
        "required": ["action"],
    });
    listed["properties"].as_object_mut().expect("it is an object").extend(remarks(game));
    listed["additionalProperties"] = Value::Bool(false);
    listed
}

/// The fields of a game's remarks.
fn remarks(game: &Vocabulary) -> Map<String, Value> {
    let remarks = game.output.get(&Payload::Remarks).and_then(|name| game.types.get(name));
    let mut fields = remarks.map_or(json!({}), |remarks| remarks["properties"].clone());
    refer(&mut fields, &|name| prefix(game.game.id()) + name);
    fields.as_object().cloned().unwrap_or_default()
}
