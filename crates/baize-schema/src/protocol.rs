//! The JSON Schema of everything that is said.

use crate::vocabulary::{DEFS, Vocabulary, prefix, prefixed, refer};
use baize_games::{GAMES, Role};
use serde_json::{Map, Value, json};

/// The JSON Schema of both protocols: of tables what a client may say under `request` and what it hears under
/// `message`, of the referee `refereeRequest` and `refereeReply`, and every type of every game under `$defs`.
pub fn schema() -> Value {
    let mut schema = baize_protocol::schema();
    let (request, reply, more) = baize_referee::schema();
    schema["properties"]["refereeRequest"] = request;
    schema["properties"]["refereeReply"] = reply;
    let definitions = schema["$defs"].as_object_mut().expect("a schema has definitions");
    definitions.extend(more);
    describe_games(definitions);
    schema
}

/// Puts the types of all games where only their names stand.
fn describe_games(definitions: &mut Map<String, Value>) {
    let games: Vec<Vocabulary> = GAMES.iter().map(|game| Vocabulary::of(*game)).collect();
    for game in &games {
        definitions.extend(prefixed(game));
        definitions.insert(format!("{}Listed", prefix(game.game.id())), listed(game));
    }
    let requests =
        definitions.get_mut("RefereeRequest").and_then(|request| request.get_mut("oneOf")?.as_array_mut());
    for request in requests.into_iter().flatten() {
        // An entry of `legal` can be sent as it is.
        if matches!(request["properties"]["op"]["const"].as_str(), Some("apply" | "check")) {
            let fields = request["properties"].as_object_mut().expect("it is an object");
            games.iter().for_each(|game| fields.extend(remarks(game)));
        }
    }
    let outputs = |role| move |game: &Vocabulary| game.output.get(&role).cloned();
    let inputs = |role| move |game: &Vocabulary| game.input.get(&role).cloned();
    let mut tell = |name: &str, of: &dyn Fn(&Vocabulary) -> Option<String>| {
        let own = games.iter().filter_map(|game| Some(prefix(game.game.id()) + &of(game)?));
        let mut parts: Vec<Value> = own.map(|name| json!({ "$ref": format!("{DEFS}{name}") })).collect();
        if name == "AnyReason" {
            // A table that outgrows its log is closed by the room, whatever the game.
            parts.push(json!({ "const": "abandoned" }));
        }
        let known = definitions.entry(name).or_insert_with(|| json!({}));
        let about = known.get("description").cloned();
        *known = json!({ "anyOf": parts });
        if let Some(about) = about {
            known["description"] = about;
        }
    };
    tell("AnyOptions", &outputs(Role::Options));
    tell("AnyOptionsInput", &inputs(Role::Options));
    tell("AnyAction", &outputs(Role::Action));
    tell("AnyActionInput", &inputs(Role::Action));
    tell("AnyListed", &|_| Some("Listed".to_owned()));
    tell("AnyView", &outputs(Role::View));
    tell("AnyEvent", &outputs(Role::Event));
    tell("AnyReason", &outputs(Role::Reason));
    tell("AnyDetails", &outputs(Role::Details));
    tell("AnyShown", &outputs(Role::Shown));
    tell("AnyQuery", &inputs(Role::Query));
    tell("AnyAnswer", &outputs(Role::Answer));
    tell("AnyInfo", &outputs(Role::Info));
    tell("AnyState", &outputs(Role::State));
    tell("AnyStateInput", &inputs(Role::State));
}

/// An action of a menu with what stands beside it.
fn listed(game: &Vocabulary) -> Value {
    let own = |name: &str| json!({ "$ref": format!("{DEFS}{}{name}", prefix(game.game.id())) });
    let action = game.output.get(&Role::Action).map_or(json!(true), |name| own(name));
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

/// The fields that stand beside an action of a menu.
fn remarks(game: &Vocabulary) -> Map<String, Value> {
    let remarks = game.output.get(&Role::Remarks).and_then(|name| game.types.get(name));
    let mut fields = remarks.map_or(json!({}), |remarks| remarks["properties"].clone());
    refer(&mut fields, &|name| prefix(game.game.id()) + name);
    fields.as_object().cloned().unwrap_or_default()
}
