//! `baize games`.

use crate::out::Out;
use baize_games::{AnyGame, GAMES};
use serde_json::{Value, json};
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
        let summary: Value = serde_json::from_str(baize_games::summary(game.id()))?;
        if args.json {
            writeln!(Out, "{}", described(game, &summary))?;
            continue;
        }
        if number > 0 {
            writeln!(Out)?;
        }
        write!(Out, "{}", told(game, &summary))?;
    }
    Ok(())
}

fn described(game: &dyn AnyGame, summary: &Value) -> Value {
    json!({
        "id": game.id(),
        "name": game.name(),
        "seats": [game.seats().start(), game.seats().end()],
        "options": summary["options"],
        "players": baize_players::ids(game.id()),
        "queries": summary["queries"],
        "position": game.position().map(|(example, _)| example),
    })
}

fn told(game: &dyn AnyGame, summary: &Value) -> String {
    let (least, most) = (game.seats().start().to_owned(), game.seats().end().to_owned());
    let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let mut text = format!("{} ({})\n  seats    {seats}\n", game.name(), game.id());
    text += &format!("  players  {}\n", baize_players::ids(game.id()).join(", "));
    for (name, option) in summary["options"].as_object().into_iter().flatten() {
        let default = &option["default"];
        let default = if default.is_null() { String::new() } else { format!(", otherwise {default}") };
        text += &format!("  option   {name}: {}{default}\n", option["values"].as_str().unwrap_or_default());
    }
    for query in summary["queries"].as_array().into_iter().flatten() {
        let fields = query["fields"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let fields: Vec<&str> = fields.collect();
        text +=
            &format!("  query    {}  {}\n", query["type"].as_str().unwrap_or_default(), fields.join(", "));
    }
    if let Some((example, _)) = game.position() {
        text += &format!("  position {example}\n");
    }
    text
}
