//! The tools: what they take, what they do, what they say.

use super::rules;
use crate::agent::reply::Reply as Shown;
use crate::agent::shelf::Shelf;
use crate::local::{self, Happened, Local};
use crate::seed;
use baize_games::{GAMES, find};
use baize_players::ids;
use baize_rules::{Language, Problem, Seat, clip};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A tool as clients see it.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    /// Name, JSON type, what it is for; the first `needed` must be there.
    fields: &'static [(&'static str, &'static str, &'static str)],
    needed: usize,
}

/// All tools. Every word here is read by a model at the start of every conversation: a test keeps the whole short.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "games",
        about: "Lists the games with their computer players and options, and the tables there are.",
        fields: &[],
        needed: 0,
    },
    Tool {
        name: "start",
        about: "Starts a table and shows it.",
        fields: &[
            ("game", "string", "from `games`"),
            ("players", "string", "who sits where, e.g. human,easy; you are each human"),
            ("options", "object", "what differs from the defaults"),
            ("seed", "string", "repeats a deal"),
            ("table", "string", "a name for it"),
        ],
        needed: 1,
    },
    Tool {
        name: "look",
        about: "Shows a table: board, version, what you can do.",
        fields: &[
            ("table", "string", ""),
            ("seat", "integer", "whose eyes; default whoever is to act"),
            ("json", "boolean", "adds the view as JSON"),
            ("log", "integer", "adds the last so many events"),
        ],
        needed: 1,
    },
    Tool {
        name: "move",
        about: "Makes a move, then the others move until it is your turn; shows the table. A stale version is refused.",
        fields: &[
            ("table", "string", ""),
            ("version", "integer", "the one you looked at"),
            ("move", "string", "as listed, e.g. f5; or resign"),
            ("seat", "integer", ""),
        ],
        needed: 3,
    },
    Tool {
        name: "why",
        about: "Says whether a move would be accepted, and if not why.",
        fields: &[("table", "string", ""), ("move", "string", ""), ("seat", "integer", "")],
        needed: 2,
    },
    Tool {
        name: "rules",
        about: "Reads the rules of a game: its chapters, or those about some words; or answers a rules query.",
        fields: &[
            ("game", "string", ""),
            ("about", "string", ""),
            ("query", "object", "see docs/protocol.md"),
        ],
        needed: 1,
    },
];

impl Tool {
    /// What it takes, as JSON Schema.
    pub(super) fn schema(&self) -> Value {
        let field = |(name, kind, about): &(&str, &str, &str)| {
            let mut schema = json!({ "type": kind });
            if !about.is_empty() {
                schema["description"] = json!(about);
            }
            ((*name).to_owned(), schema)
        };
        let properties: Map<String, Value> = self.fields.iter().map(field).collect();
        let needed: Vec<&str> = self.fields[..self.needed].iter().map(|(name, ..)| *name).collect();
        json!({ "type": "object", "properties": properties, "required": needed })
    }
}

/// What a tool says: for reading, and for programs.
pub(super) struct Reply {
    pub(super) text: String,
    pub(super) data: Value,
    pub(super) is_error: bool,
}

impl Reply {
    fn of(text: impl Into<String>, data: Value) -> Reply {
        Reply { text: text.into(), data, is_error: false }
    }

    fn refusal(problem: &Problem) -> Reply {
        Reply { text: problem.to_string(), data: json!({ "error": problem }), is_error: true }
    }

    /// The same as a refusal: what there is to see now, after why.
    fn refused(mut self, problem: &Problem) -> Reply {
        self.text = format!("{problem}\n{}", self.text);
        self.data["error"] = json!(problem);
        self.is_error = true;
        self
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    game: String,
    players: Option<String>,
    #[serde(default)]
    options: Map<String, Value>,
    seed: Option<String>,
    table: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    table: String,
    seat: Option<Seat>,
    #[serde(default)]
    json: bool,
    log: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    table: String,
    version: usize,
    #[serde(rename = "move")]
    typed: String,
    seat: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Why {
    table: String,
    #[serde(rename = "move")]
    typed: String,
    seat: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    game: String,
    about: Option<String>,
    query: Option<Value>,
}

/// The tables of one folder.
pub(super) struct Desk {
    shelf: Shelf,
}

fn problem(error: &anyhow::Error) -> Problem {
    let own = error.chain().find_map(|cause| cause.downcast_ref::<Problem>());
    own.cloned().unwrap_or_else(|| Problem::new("agent.failed", format!("{error:#}")))
}

impl Desk {
    pub(super) const fn new(shelf: Shelf) -> Desk {
        Desk { shelf }
    }

    /// Calls a tool. Whatever is sent, there is a reply.
    pub(super) fn call(&self, tool: &str, arguments: Value) -> Reply {
        let reply = match tool {
            "games" => read(arguments).and_then(|Nothing {}| self.games()),
            "start" => read(arguments).and_then(|start| self.start(start)),
            "look" => read(arguments).and_then(|look| self.look(&look)),
            "move" => read(arguments).and_then(|wish| self.make(&wish)),
            "why" => read(arguments).and_then(|why| self.why(&why)),
            "rules" => read(arguments).and_then(|asked| answer(&asked)),
            other => {
                let tools: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
                let text = format!("there is no tool {:?}; there are {}", clip(other), tools.join(", "));
                Err(Problem::new("agent.unknown_tool", text).into())
            }
        };
        reply.unwrap_or_else(|error| Reply::refusal(&problem(&error)))
    }

    fn games(&self) -> anyhow::Result<Reply> {
        let mut text = String::new();
        let mut games = Vec::new();
        for game in GAMES {
            let (fewest, most) = game.seats().into_inner();
            let (players, options) = (ids(game.id()), game.options());
            text += &format!("{} ({fewest} to {most} seats), players {}\n", game.id(), players.join(" "));
            games.push(json!({
                "game": game.id(), "seats": [fewest, most], "players": players, "options": options,
            }));
        }
        let tables = self.shelf.ids()?;
        text += &format!("tables: {}", if tables.is_empty() { "none".to_owned() } else { tables.join(" ") });
        Ok(Reply::of(text, json!({ "games": games, "tables": tables })))
    }

    fn start(&self, start: Start) -> anyhow::Result<Reply> {
        let options = Value::Object(start.options);
        let players = local::seating(&start.game, &options, start.players.as_deref())?;
        let seed = seed::given_or_fresh(start.seed.as_deref())?;
        let mut game = Local::start(&start.game, &options, players, &seed)?;
        let id = match start.table {
            Some(id) => id,
            None => format!("{}-{}", start.game, &baize_referee::fresh_seed()?.commitment()[..6]),
        };
        let taken = self.shelf.take_new(&id)?;
        let happened = game.settle()?;
        taken.write(&game)?;
        shown(&id, &game, game.reader(), &happened)
    }

    fn look(&self, look: &Look) -> anyhow::Result<Reply> {
        let game = self.shelf.take(&look.table)?.read()?;
        let seat = seat_of(&game, look.seat)?;
        let mut reply = shown(&look.table, &game, seat, &[])?;
        if look.json {
            let viewer = seat.map_or(baize_rules::Viewer::Spectator, baize_rules::Viewer::Seat);
            reply.data["view"] = game.table().view(viewer);
        }
        if let Some(count) = look.log {
            let lines = crate::agent::reply::log(&game, seat, Language::English, count)?;
            reply.text = format!("{}\n{}", lines.join("\n"), reply.text);
            reply.data["log"] = json!(lines);
        }
        Ok(reply)
    }

    fn make(&self, wish: &Move) -> anyhow::Result<Reply> {
        let taken = self.shelf.take(&wish.table)?;
        let mut game = taken.read()?;
        let seat = seat_of(&game, wish.seat)?;
        if wish.version != game.version() {
            let text = format!("the table is at version {}, not {}", game.version(), wish.version);
            return Ok(shown(&wish.table, &game, seat, &[])?.refused(&Problem::new("agent.stale", text)));
        }
        let done = person(&game, seat).and_then(|seat| {
            let wish = game.read(seat, &wish.typed)?;
            game.grant(seat, &wish)
        });
        match done {
            Ok(happened) => {
                taken.write(&game)?;
                let seat = wish.seat.or_else(|| game.reader());
                shown(&wish.table, &game, seat, &happened)
            }
            Err(problem) => Ok(shown(&wish.table, &game, seat, &[])?.refused(&problem)),
        }
    }

    fn why(&self, why: &Why) -> anyhow::Result<Reply> {
        let game = self.shelf.take(&why.table)?.read()?;
        let seat = person(&game, seat_of(&game, why.seat)?)?;
        let table = game.table();
        let checked = table.read(seat, &why.typed).and_then(|action| table.check(seat, &action));
        Ok(match checked {
            Ok(()) => Reply::of("It would be accepted.", json!({ "accepted": true })),
            Err(problem) => Reply::of(problem.to_string(), json!({ "accepted": false, "error": problem })),
        })
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> anyhow::Result<T> {
    let read = T::deserialize(arguments);
    Ok(read.map_err(|error| Problem::new("agent.bad_arguments", clip_long(&error.to_string())))?)
}

fn clip_long(text: &str) -> String {
    baize_rules::clip_to(text, 200)
}

fn seat_of(game: &Local, named: Option<Seat>) -> Result<Option<Seat>, Problem> {
    match named {
        Some(seat) if seat.index() >= usize::from(game.table().seats()) => {
            Err(Problem::new("agent.bad_seat", format!("there is no {seat} at this table")))
        }
        Some(seat) if !game.is_person(seat) => {
            Err(Problem::new("agent.bad_seat", format!("{seat} is not yours: a computer player has it")))
        }
        Some(seat) => Ok(Some(seat)),
        None => Ok(game.reader()),
    }
}

fn person(game: &Local, seat: Option<Seat>) -> Result<Seat, Problem> {
    let nobody = || Problem::new("agent.bad_seat", "only computer players sit at this table");
    seat.filter(|seat| game.is_person(*seat)).ok_or_else(nobody)
}

/// The table as the seat sees it.
fn shown(id: &str, game: &Local, seat: Option<Seat>, happened: &[Happened]) -> anyhow::Result<Reply> {
    let shown = Shown { id, game, seat, language: Language::English };
    let mut text = Vec::new();
    shown.moved(happened, false, &mut text)?;
    let mut data = shown.state();
    if let Some(data) = data.as_object_mut() {
        data.remove("view");
    }
    Ok(Reply::of(String::from_utf8_lossy(&text), data))
}

fn answer(asked: &Rules) -> anyhow::Result<Reply> {
    let game = find(&asked.game)?;
    if let Some(query) = &asked.query {
        let answer = game.answer(query)?;
        return Ok(Reply::of(answer.to_string(), json!({ "answer": answer })));
    }
    let text = rules::about(game.id(), asked.about.as_deref());
    Ok(Reply::of(text, json!({ "game": game.id() })))
}
