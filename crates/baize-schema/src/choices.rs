//! The options and questions of a game as lists, and its summary: one file with both that needs no types.

use crate::vocabulary::{Vocabulary, name_of};
use baize_games::Payload;
use serde_json::{Map, Value, json};

/// What `baize games` says about a game apart from its name, seats and players.
pub fn summary(vocabulary: &Vocabulary) -> Value {
    let options = choices(vocabulary).into_iter().map(|choice| {
        let OptionChoice { name, default, allowed, values, about } = choice;
        (name, json!({ "default": default, "allowed": allowed, "values": values, "about": about }))
    });
    let queries = queries(vocabulary).into_iter().map(|(word, schema, answer)| {
        json!({ "type": word, "fields": fields(schema), "answer": answer, "about": schema["description"] })
    });
    json!({ "options": options.collect::<Map<_, _>>(), "queries": queries.collect::<Vec<_>>() })
}

/// The fields of a question; optional ones end in a question mark.
pub(crate) fn fields(schema: &Value) -> Vec<String> {
    let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
    let is_required =
        |name: &String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    let marked = |name: &String| if is_required(name) { name.clone() } else { format!("{name}?") };
    names.filter(|name| *name != "type").map(marked).collect()
}

/// One option of a game.
pub(crate) struct OptionChoice {
    /// Its name on the wire.
    pub(crate) name: String,
    /// The default; null for a preset.
    pub(crate) default: Value,
    /// The values it may have, as a self-contained JSON Schema.
    pub(crate) allowed: Value,
    /// The same values in words.
    pub(crate) values: String,
    /// Its description.
    pub(crate) about: String,
}

/// The options of a game.
pub(crate) fn choices(vocabulary: &Vocabulary) -> Vec<OptionChoice> {
    let defaults = vocabulary.game.options();
    let options = vocabulary.input.get(&Payload::Options).and_then(|name| vocabulary.types.get(name));
    let fields = options.and_then(|options| options.get("properties")?.as_object());
    // The input type is often only a list of names, so their meaning is taken from the output type.
    let written = vocabulary.output.get(&Payload::Options).and_then(|name| vocabulary.types.get(name));
    let explained = |name: &String| written?.get("properties")?.get(name)?.get("description").cloned();
    let choice = |(name, schema): (&String, &Value)| {
        let mut allowed = resolved(schema, vocabulary);
        let taken = |key: &str| allowed.get(key).cloned();
        let about =
            schema.get("description").cloned().or_else(|| explained(name)).or_else(|| taken("description"));
        let about = about.and_then(|about| Some(about.as_str()?.to_owned())).unwrap_or_default();
        let default =
            defaults.get(name).cloned().or_else(|| taken("default")).unwrap_or_else(|| off(&allowed));
        for key in ["description", "default"] {
            allowed.as_object_mut().and_then(|fields| fields.remove(key));
        }
        if let Some(words) = words(&allowed) {
            allowed = json!({ "enum": words });
        }
        OptionChoice { name: name.clone(), default, values: values(&allowed), allowed, about }
    };
    fields.into_iter().flatten().map(choice).collect()
}

/// The value of an option that is omitted while it is off.
fn off(allowed: &Value) -> Value {
    match allowed.get("type").and_then(Value::as_str) {
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        _ => Value::Null,
    }
}

/// The questions of a game: the `type`, its schema, and the name of the answer's type.
pub(crate) fn queries(vocabulary: &Vocabulary) -> Vec<(String, &Value, &str)> {
    let mut found = Vec::new();
    if let Some(whole) = vocabulary.input.get(&Payload::Query).and_then(|name| vocabulary.types.get(name)) {
        collect(whole, vocabulary, &mut found);
    }
    found
}

fn collect<'a>(schema: &'a Value, vocabulary: &'a Vocabulary, found: &mut Vec<(String, &'a Value, &'a str)>) {
    if let Some(named) = name_of(schema).and_then(|name| vocabulary.types.get(name)) {
        collect(named, vocabulary, found);
    }
    for key in ["oneOf", "anyOf"] {
        let parts = schema.get(key).and_then(Value::as_array);
        parts.into_iter().flatten().for_each(|part| collect(part, vocabulary, found));
    }
    if let Some(word) = schema.pointer("/properties/type/const").and_then(Value::as_str) {
        let answer = vocabulary.answers.get(word).map_or("", String::as_str);
        found.push((word.to_owned(), schema, answer));
    }
}

/// A schema with all references replaced by what they refer to.
fn resolved(schema: &Value, vocabulary: &Vocabulary) -> Value {
    match schema {
        Value::Object(fields) => {
            let named = name_of(schema).and_then(|name| vocabulary.types.get(name));
            let mut whole = match named.map(|named| resolved(named, vocabulary)) {
                Some(Value::Object(named)) => named,
                _ => Map::new(),
            };
            let own = fields.iter().filter(|(key, _)| *key != "$ref");
            whole.extend(own.map(|(key, value)| (key.clone(), resolved(value, vocabulary))));
            Value::Object(whole)
        }
        Value::Array(list) => list.iter().map(|value| resolved(value, vocabulary)).collect(),
        other => other.clone(),
    }
}

/// The values of a schema that lists them; null stands for no choice and is left out.
fn words(schema: &Value) -> Option<Vec<Value>> {
    if let Some(value) = schema.get("const") {
        return Some(vec![value.clone()]);
    }
    if schema.get("type") == Some(&Value::from("null")) {
        return Some(Vec::new());
    }
    if let Some(Value::Array(words)) = schema.get("enum") {
        return Some(words.iter().filter(|word| !word.is_null()).cloned().collect());
    }
    let parts = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let words: Option<Vec<Vec<Value>>> = parts.iter().map(words).collect();
    words.map(|words| words.concat())
}

/// The values that a schema allows, in words.
fn values(schema: &Value) -> String {
    let list = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
    if let Some(words) = words(schema) {
        return list(&words);
    }
    if let Some(Value::Array(parts)) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
        let parts = parts.iter().filter(|part| part.get("type") != Some(&Value::from("null")));
        return parts.map(values).collect::<Vec<_>>().join(" or ");
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kinds = kinds.iter().map(|kind| match *kind {
        "boolean" => "true, false".to_owned(),
        "integer" => range(schema, "a whole number"),
        "number" => range(schema, "a number"),
        "array" => items(schema),
        "null" => "null".to_owned(),
        _ => "a text".to_owned(),
    });
    kinds.collect::<Vec<_>>().join(" or ")
}

fn range(schema: &Value, what: &str) -> String {
    let end = |key: &str| schema.get(key).filter(|end| end.as_f64() != Some(f64::from(u32::MAX)));
    match (end("minimum"), end("maximum")) {
        (Some(least), Some(most)) => format!("{what} from {least} to {most}"),
        (Some(least), None) => format!("{what} from {least}"),
        _ => what.to_owned(),
    }
}

fn items(schema: &Value) -> String {
    let item = schema.get("items").map(values).unwrap_or_default();
    match schema.get("minItems").filter(|least| schema.get("maxItems") == Some(*least)) {
        Some(size) => format!("a list of {size}, each {item}"),
        None => format!("a list of {item}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(game: &str, name: &str) -> (String, Value) {
        let vocabulary = Vocabulary::of(baize_games::find(game).unwrap());
        let choice = choices(&vocabulary).into_iter().find(|choice| choice.name == name).unwrap();
        assert!(!choice.about.is_empty(), "{name}");
        (choice.values, choice.default)
    }

    #[test]
    fn options_have_values_and_defaults() {
        let (modes, usual) = choice("banqi", "mode");
        assert!(modes.starts_with(r#""classic", "three-kingdoms", ""#), "{modes}");
        assert_eq!(usual, "classic");
        assert_eq!(choice("banqi", "counter"), (r#"a whole number from 1 or "off""#.to_owned(), 60.into()));
        assert_eq!(choice("nine", "raceTo"), ("a whole number from 1 to 5".to_owned(), 1.into()));
        assert_eq!(choice("nine", "bonus"), ("true, false".to_owned(), false.into()));
        assert_eq!(
            choice("may-i", "firstDealer"),
            (r#"a whole number from 0 to 7 or "random""#.to_owned(), 0.into())
        );
        assert_eq!(choice("nine-ball", "table").1, "9-foot");
    }

    #[test]
    fn every_question_has_an_answer_and_every_answer_a_question() {
        for game in baize_games::GAMES {
            let vocabulary = Vocabulary::of(*game);
            let asked: Vec<String> = queries(&vocabulary).into_iter().map(|(word, ..)| word).collect();
            let mut sorted = asked.clone();
            sorted.sort();
            assert_eq!(sorted, vocabulary.answers.keys().cloned().collect::<Vec<_>>(), "{}", game.id());
        }
    }
}
