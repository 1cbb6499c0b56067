//! Files generated from the types are up to date; `BAIZE_UPDATE=1` writes them.

use baize_games::GAMES;
use baize_schema::Vocabulary;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[track_caller]
fn check(path: &str, made: &str) {
    let path = root().join(path);
    if std::env::var_os("BAIZE_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, made).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == made, "{}: run with BAIZE_UPDATE=1", path.display());
}

#[test]
fn json_schema() {
    check("docs/protocol.schema.json", &format!("{:#}\n", baize_schema::protocol_schema()));
    for game in GAMES {
        let made = baize_schema::game_schema(&Vocabulary::of(*game));
        check(&format!("docs/schema/{}.json", game.id()), &format!("{made:#}\n"));
    }
}

#[test]
fn summaries() {
    for game in GAMES {
        let made = baize_schema::summary(&Vocabulary::of(*game));
        check(&format!("crates/baize-games/summaries/{}.json", game.id()), &format!("{made:#}\n"));
    }
}

#[test]
fn typescript() {
    check("web/src/gen/games.ts", &baize_schema::games_typescript());
    for game in GAMES {
        let path = format!("web/src/gen/{}.ts", game.id());
        check(&path, &baize_schema::typescript(&Vocabulary::of(*game)));
    }
}

#[test]
fn reviews_and_puzzles() {
    check("docs/review.schema.json", &format!("{:#}\n", baize_schema::review_schema()));
    check("web/src/gen/review.ts", &baize_schema::review_typescript());
}

#[test]
fn pages_about_payloads() {
    for game in GAMES {
        check(&format!("docs/protocol/{}.md", game.id()), &baize_schema::page(&Vocabulary::of(*game)));
    }
}

#[test]
fn example_positions_can_be_loaded() {
    for game in GAMES {
        if let Some((example, _)) = game.position() {
            game.load(&example.into(), &serde_json::Value::Null).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Everything that crosses a boundary is described: nothing is left open.
#[test]
fn nothing_is_opaque() {
    for game in GAMES {
        let schema = baize_schema::schema(&Vocabulary::of(*game));
        for (name, definition) in schema["$defs"].as_object().unwrap() {
            let open = ["$ref", "type", "anyOf", "oneOf", "allOf", "enum", "const"];
            let is_described = open.iter().any(|key| definition.get(key).is_some());
            assert!(is_described || *definition == serde_json::Value::Bool(false), "{name}: {definition}");
        }
        let text = baize_schema::typescript(&Vocabulary::of(*game));
        for word in ["unknown", "Json", "any"] {
            let is_type =
                |line: &str| line.contains(&format!(": {word};")) || line.contains(&format!("= {word};"));
            assert!(!text.lines().any(is_type), "{}: {word}", game.id());
        }
    }
}
