//! `baize games`.

use crate::out::Out;
use baize_games::GAMES;
use baize_schema::{Vocabulary, choices, queries};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Lists the games: their options with the values allowed, computer players and questions.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  baize games\n  baize games banqi\n  baize games nine --json")]
pub(crate) struct Args {
    /// Only this game
    game: Option<String>,
    /// Print one JSON object per line and game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let games = match &args.game {
        Some(id) => vec![baize_games::find(id)?],
        None => GAMES.to_vec(),
    };
    for (number, game) in games.into_iter().enumerate() {
        let vocabulary = Vocabulary::of(game);
        if args.json {
            writeln!(Out, "{}", described(&vocabulary))?;
            continue;
        }
        if number > 0 {
            writeln!(Out)?;
        }
        write!(Out, "{}", told(&vocabulary))?;
    }
    Ok(())
}

fn described(vocabulary: &Vocabulary) -> Value {
    let game = vocabulary.game;
    let options = choices(vocabulary).into_iter().map(|choice| {
        (choice.name, json!({ "default": choice.default, "allowed": choice.allowed, "about": choice.about }))
    });
    let queries = queries(vocabulary).into_iter().map(|(word, schema, answer)| {
        json!({ "type": word, "fields": fields(schema), "answer": answer, "about": schema["description"] })
    });
    json!({
        "id": game.id(),
        "name": game.name(),
        "seats": [game.seats().start(), game.seats().end()],
        "options": options.collect::<Map<_, _>>(),
        "players": baize_players::ids(game.id()),
        "queries": queries.collect::<Vec<_>>(),
        "position": game.position().map(|(example, _)| example),
    })
}

/// The fields of a question; those that may be absent end in a question mark.
fn fields(schema: &Value) -> Vec<String> {
    let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
    let is_required =
        |name: &String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    let marked = |name: &String| if is_required(name) { name.clone() } else { format!("{name}?") };
    names.filter(|name| *name != "type").map(marked).collect()
}

fn told(vocabulary: &Vocabulary) -> String {
    let game = vocabulary.game;
    let (least, most) = (game.seats().start().to_owned(), game.seats().end().to_owned());
    let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let mut text = format!("{} ({})\n  seats    {seats}\n", game.name(), game.id());
    text += &format!("  players  {}\n", baize_players::ids(game.id()).join(", "));
    for choice in choices(vocabulary) {
        let default =
            if choice.default.is_null() { String::new() } else { format!(", otherwise {}", choice.default) };
        text += &format!("  option   {}: {}{default}\n", choice.name, choice.values);
    }
    for (word, schema, _) in queries(vocabulary) {
        text += &format!("  query    {word}  {}\n", fields(schema).join(", "));
    }
    if let Some((example, _)) = game.position() {
        text += &format!("  position {example}\n");
    }
    text
}
