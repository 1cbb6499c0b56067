//! All types of a game's JSON by name, in both directions.

use baize_games::{AnyGame, Payload};
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The path of definitions in a schema.
pub(crate) const DEFS: &str = "#/$defs/";

/// The suffix of input types whose form differs from the output.
const INPUT: &str = "Input";

/// The JSON of one game: every type by its name.
pub struct Vocabulary {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The types, with references between them as `#/$defs/Name`.
    pub types: BTreeMap<String, Value>,
    /// The name of the answer's type, by the `type` of a question.
    pub answers: BTreeMap<String, String>,
    /// The names of the payload types, as they are written.
    pub output: BTreeMap<Payload, String>,
    /// The names of the payload types, as they are read.
    pub input: BTreeMap<Payload, String>,
}

/// The types of one direction, and the schemas of its payloads.
struct Side {
    types: BTreeMap<String, Value>,
    payloads: BTreeMap<Payload, Vec<Value>>,
}

impl Side {
    fn of(game: &dyn AnyGame, contract: &Contract) -> Side {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.contract = contract.clone());
        let mut generator = settings.into_generator();
        let mut shapes = baize_games::shapes(game.id(), &mut generator);
        shapes.extend(baize_players::shapes(game.id(), &mut generator));
        let mut types: BTreeMap<String, Value> = generator.take_definitions(true).into_iter().collect();
        types.values_mut().for_each(|schema| tidy(schema, contract));
        let mut payloads: BTreeMap<Payload, Vec<Value>> = BTreeMap::new();
        for (payload, schema) in shapes {
            let schema = Value::from(schema);
            // Payloads that a game never has are left out.
            if !is_never(&schema, &types) {
                payloads.entry(payload).or_default().push(schema);
            }
        }
        types.retain(|_, schema| !allows_nothing(schema));
        Side { types, payloads }
    }
}

fn is_never(schema: &Value, types: &BTreeMap<String, Value>) -> bool {
    allows_nothing(name_of(schema).and_then(|name| types.get(name)).unwrap_or(schema))
}

fn allows_nothing(schema: &Value) -> bool {
    *schema == Value::Bool(false) || schema.get("not") == Some(&json!({}))
}

/// The name of the definition that a schema refers to, if any.
pub(crate) fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(DEFS)
}

impl Vocabulary {
    /// The JSON of `game`.
    pub fn of(game: &'static dyn AnyGame) -> Vocabulary {
        let mut output = Side::of(game, &Contract::Serialize);
        let input = Side::of(game, &Contract::Deserialize);
        let renamed = differing(&output.types, &input.types);
        let parts = output.payloads.remove(&Payload::Answer).unwrap_or_default();
        let answers = name_answers(&mut output.types, parts);
        let mut types = output.types;
        let mut names = name_roles(&mut types, output.payloads, "");
        if types.contains_key(payload_name(Payload::Answer)) {
            names.insert(Payload::Answer, payload_name(Payload::Answer).to_owned());
        }
        let rename = |name: &str| format!("{name}{}", if renamed.contains(name) { INPUT } else { "" });
        for (name, mut schema) in input.types {
            refer(&mut schema, &rename);
            types.insert(rename(&name), schema);
        }
        let mut payloads = input.payloads;
        payloads.values_mut().flatten().for_each(|schema| refer(schema, &rename));
        let input = name_roles(&mut types, payloads, INPUT);
        Vocabulary { game, types, answers, output: names, input }
    }
}

/// The name of the type of a payload.
pub(crate) fn payload_name(payload: Payload) -> &'static str {
    match payload {
        Payload::Options => "Options",
        Payload::Action => "Action",
        Payload::Remarks => "Remarks",
        Payload::View => "View",
        Payload::Event => "Event",
        Payload::Reason => "Reason",
        Payload::Details => "Details",
        Payload::RefusalDetails => "RefusalDetails",
        Payload::Shown => "Shown",
        Payload::Query => "Query",
        Payload::Answer => "Answer",
        Payload::State => "State",
        Payload::Info => "Info",
    }
}

/// Gives every payload a type with its name, and returns those names.
fn name_roles(
    types: &mut BTreeMap<String, Value>,
    payloads: BTreeMap<Payload, Vec<Value>>,
    suffix: &str,
) -> BTreeMap<Payload, String> {
    let mut names = BTreeMap::new();
    for (payload, schemas) in payloads {
        let name = payload_name(payload).to_owned();
        let with_suffix = format!("{name}{suffix}");
        let known = match &schemas[..] {
            [only] => name_of(only).filter(|known| *known == name || *known == with_suffix),
            _ => None,
        };
        if let Some(known) = known {
            names.insert(payload, known.to_owned());
            continue;
        }
        // Questions to the rules and to the players form one type. A part that has its name is merged in.
        let mut has_own = false;
        let parts = schemas.into_iter().map(|schema| {
            let is_own = name_of(&schema) == Some(name.as_str());
            has_own |= is_own;
            types.get(&name).filter(|_| is_own).cloned().unwrap_or(schema)
        });
        let whole = any_of(parts.collect());
        let free = has_own || types.get(&name).is_none_or(|known| *known == whole);
        let name = if free { name } else { with_suffix };
        types.insert(name.clone(), whole);
        names.insert(payload, name);
    }
    names
}

fn any_of(mut parts: Vec<Value>) -> Value {
    if parts.len() == 1 { parts.remove(0) } else { json!({ "anyOf": parts }) }
}

/// Groups the parts of the answers by question, and names the type of each question's answers.
fn name_answers(types: &mut BTreeMap<String, Value>, answers: Vec<Value>) -> BTreeMap<String, String> {
    let mut sorted: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for schema in answers {
        let whole = name_of(&schema).and_then(|name| types.remove(name)).unwrap_or(schema);
        let parts = match whole.get("anyOf") {
            Some(Value::Array(parts)) => parts.clone(),
            _ => vec![whole],
        };
        for mut part in parts {
            let query = part.as_object_mut().and_then(|part| part.remove("x-query"));
            let query = query.and_then(|query| Some(query.as_str()?.to_owned()));
            sorted.entry(query.expect("every answer names its question")).or_default().push(part);
        }
    }
    let mut names = BTreeMap::new();
    for (query, parts) in sorted {
        let (name, whole) = (answer_name(&query), any_of(parts));
        if name_of(&whole) != Some(name.as_str()) {
            types.insert(name.clone(), whole);
        }
        names.insert(query, name);
    }
    let all: Vec<Value> = names.values().map(|name| json!({ "$ref": format!("{DEFS}{name}") })).collect();
    if !all.is_empty() {
        types.insert(payload_name(Payload::Answer).to_owned(), json!({ "anyOf": all }));
    }
    names
}

/// The names of types whose input differs from their output.
fn differing(output: &BTreeMap<String, Value>, input: &BTreeMap<String, Value>) -> BTreeSet<String> {
    let mut different: BTreeSet<String> = BTreeSet::new();
    loop {
        let more = input.iter().filter(|(name, schema)| {
            let other = output.get(*name);
            other.is_some_and(|other| other != *schema || refers_to(schema, &different))
        });
        let more: BTreeSet<String> = more.map(|(name, _)| name.clone()).collect();
        if more == different {
            return different;
        }
        different = more;
    }
}

fn refers_to(schema: &Value, names: &BTreeSet<String>) -> bool {
    let mut found = false;
    each_reference(&mut schema.clone(), &mut |name| {
        found |= names.contains(name);
        None
    });
    found
}

/// Renames the definitions that a schema refers to.
pub(crate) fn refer(schema: &mut Value, rename: &dyn Fn(&str) -> String) {
    each_reference(schema, &mut |name| Some(rename(name)));
}

fn each_reference(schema: &mut Value, change: &mut dyn FnMut(&str) -> Option<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if let Some(name) = text.strip_prefix(DEFS).and_then(&mut *change) {
                            *text = format!("{DEFS}{name}");
                        }
                    }
                    _ => each_reference(value, change),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| each_reference(value, change)),
        _ => {}
    }
}

/// Removes from a schema what only concerns Rust: number formats, links in descriptions, object defaults. In
/// output, optional fields are never null, since they are left out instead.
pub(crate) fn tidy(schema: &mut Value, contract: &Contract) {
    match schema {
        Value::Object(fields) => {
            fields.remove("format");
            if fields.get("default").is_some_and(Value::is_object) {
                fields.remove("default");
            }
            if let Some(Value::String(text)) = fields.get_mut("description") {
                *text = plain(text);
            }
            if contract.is_serialize() {
                let required = fields.get("required").cloned().unwrap_or_default();
                let is_required =
                    |name: &str| required.as_array().is_some_and(|all| all.contains(&json!(name)));
                let properties = fields.get_mut("properties").and_then(Value::as_object_mut);
                let optional =
                    properties.into_iter().flatten().filter(|(name, _)| !is_required(name.as_str()));
                optional.for_each(|(_, schema)| never_null(schema));
            }
            fields.values_mut().for_each(|value| tidy(value, contract));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| tidy(value, contract)),
        _ => {}
    }
}

fn never_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            fields.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(words)) = fields.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(parts)) = fields.get_mut("anyOf") else { return };
    parts.retain(|part| part.get("type").is_none_or(|one| one != "null"));
    if let [Value::Object(only)] = &parts[..] {
        let only = only.clone();
        fields.remove("anyOf");
        for (key, value) in only {
            fields.entry(key).or_insert(value);
        }
    }
}

/// A description without links: ``[`Square`](crate::Square)`` becomes `Square`.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let Some(end) = rest[start..].find("`]").map(|end| start + end) else { break };
        plain += &rest[..start];
        plain += &rest[start + 1..=end];
        rest = &rest[end + 2..];
        if rest.starts_with('(') {
            rest = rest.find(')').map_or("", |close| &rest[close + 1..]);
        }
    }
    plain + rest
}

/// The definitions of a game, under names unique to the game.
pub(crate) fn prefixed(vocabulary: &Vocabulary) -> Map<String, Value> {
    let prefix = prefix(vocabulary.game.id());
    let rename = |name: &str| format!("{prefix}{name}");
    let types = vocabulary.types.iter().map(|(name, schema)| {
        let mut schema = schema.clone();
        refer(&mut schema, &rename);
        (rename(name), schema)
    });
    types.collect()
}

/// `MayI` for `may-i`.
pub(crate) fn prefix(id: &str) -> String {
    pascal(id, '-')
}

/// `CheckMeldAnswer` for `CHECK_MELD`.
pub(crate) fn answer_name(query: &str) -> String {
    format!("{}Answer", pascal(&query.to_lowercase(), '_'))
}

fn pascal(text: &str, between: char) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    text.split(between).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_words() {
        assert_eq!(
            plain("See [`Position::tied`](crate::Position) and [`Square`]."),
            "See `Position::tied` and `Square`."
        );
        assert_eq!(plain("[a-h] is no link, [`this is none"), "[a-h] is no link, [`this is none");
    }

    #[test]
    fn what_refers_to_something_different_is_different() {
        let types = |leaf: &str| {
            BTreeMap::from([
                ("Leaf".to_owned(), json!({ "type": leaf })),
                ("Branch".to_owned(), json!({ "$ref": "#/$defs/Leaf" })),
                ("Other".to_owned(), json!({ "type": "null" })),
            ])
        };
        let different = differing(&types("string"), &types("number"));
        assert_eq!(different, BTreeSet::from(["Branch".to_owned(), "Leaf".to_owned()]));
    }
}
