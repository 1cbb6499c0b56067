//! Reviews and puzzles: the same for all games except for the actions and options in them.

use crate::typescript::declared;
use crate::vocabulary::tidy;
use baize_review::{Puzzle, Review, ReviewLine};
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Types that are used here but described elsewhere, and the file from which the page imports them.
const FOREIGN: [(&str, &str); 3] = [("AnyAction", "games"), ("AnyChosen", "games"), ("Problem", "protocol")];

fn types() -> BTreeMap<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.contract = Contract::Serialize);
    let mut generator = settings.into_generator();
    generator.subschema_for::<ReviewLine<Review>>();
    generator.subschema_for::<Puzzle>();
    let mut types: BTreeMap<String, Value> = generator.take_definitions(true).into_iter().collect();
    types.values_mut().for_each(|schema| tidy(schema, &Contract::Serialize));
    types
}

/// The JSON Schema of reviews and puzzles, as `docs/review.schema.json`. Actions and options are left open:
/// the game's own schema has them.
pub fn review_schema() -> Value {
    let mut definitions = types();
    for (open, from) in FOREIGN {
        if from == "games" {
            definitions.insert(open.to_owned(), json!(true));
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Reviews and puzzles",
        "type": "object",
        "properties": {
            "line": { "$ref": "#/$defs/ReviewLine" },
            "puzzle": { "$ref": "#/$defs/Puzzle" },
        },
        "$defs": definitions,
    })
}

/// The types of reviews and puzzles for the page, as `web/src/gen/review.ts`.
pub fn review_typescript() -> String {
    let mut types = types();
    let mut text =
        String::from("// Reviews and puzzles, made from the types of crates/baize-review; do not edit.\n");
    for from in ["games", "protocol"] {
        let names: Vec<&str> =
            FOREIGN.iter().filter(|(_, place)| *place == from).map(|(name, _)| *name).collect();
        names.iter().for_each(|name| drop(types.remove(*name)));
        text += &format!("import type {{ {} }} from './{from}.ts';\n", names.join(", "));
    }
    text + &declared(&types)
}
