//! The page about the payloads of a game, `docs/protocol/<id>.md`.

use crate::choices::{choices, fields, queries};
use crate::typescript::declarations;
use crate::vocabulary::Vocabulary;
use std::fmt::Write;

/// One game's page.
pub fn page(vocabulary: &Vocabulary) -> String {
    let game = vocabulary.game;
    let (seats, players) = (game.seats(), baize_players::ids(game.id()));
    let mut text = format!(
        "# The JSON of {}\n\nMade from the types of the game; do not edit it. [What the types are for](../protocol.md#games).\n\n",
        game.name()
    );
    let _ = writeln!(text, "`{}`, seats {} to {}.", game.id(), seats.start(), seats.end());
    let _ = writeln!(text, "Computer players: {}.", code(&players).join(", "));
    match game.position() {
        Some((example, about)) => {
            let _ = writeln!(text, "A position text is `{example}`. {about}");
        }
        None => text += "There is no position text; `load` takes a `State`.\n",
    }
    options(vocabulary, &mut text);
    questions(vocabulary, &mut text);
    let _ = write!(
        text,
        "\n```ts\n{}```\n",
        declarations(vocabulary).trim_start().replace("export type", "type")
    );
    text
}

fn code(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| format!("`{word}`")).collect()
}

fn options(vocabulary: &Vocabulary, text: &mut String) {
    let choices = choices(vocabulary);
    if choices.is_empty() {
        *text += "There are no options.\n";
        return;
    }
    *text += "\n| option | values | default | |\n|---|---|---|---|\n";
    for choice in choices {
        let default = if choice.default.is_null() { String::new() } else { format!("`{}`", choice.default) };
        let _ =
            writeln!(text, "| `{}` | {} | {default} | {} |", choice.name, choice.values, line(&choice.about));
    }
}

fn questions(vocabulary: &Vocabulary, text: &mut String) {
    *text += "\n| question | fields | answer | |\n|---|---|---|---|\n";
    for (word, schema, answer) in queries(vocabulary) {
        let fields = fields(schema).into_iter().map(|field| match field.strip_suffix('?') {
            Some(name) => format!("`{name}`?"),
            None => format!("`{field}`"),
        });
        let about = schema["description"].as_str().unwrap_or_default();
        let _ = writeln!(
            text,
            "| `{word}` | {} | `{answer}` | {} |",
            fields.collect::<Vec<_>>().join(", "),
            line(about)
        );
    }
}

/// A text of several lines, joined into one.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
