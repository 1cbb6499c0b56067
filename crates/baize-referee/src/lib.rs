//! The machine protocol: one JSON request per line in, one reply per line out (`docs/protocol.md`).
//!
//! ```
//! use baize_players::Budget;
//! use baize_referee::Clerk;
//! use serde_json::json;
//!
//! let mut clerk = Clerk::new(Budget::default());
//! clerk.reply(br#"{"op":"new","game":"othello","seed":"any words"}"#);
//! let reply = clerk.reply(br#"{"op":"apply","seat":0,"action":{"type":"PLACE","square":"f5"}}"#);
//! assert_eq!(reply["ok"], json!(true));
//! ```

#![forbid(unsafe_code)]

use baize_games::{AnyEvent, AnyTable, GAMES, Listed, find};
use baize_players::Budget;
use baize_rules::{Outcome, Problem, Seat, Seed, Viewer, any, clip, clip_to};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

/// What `baize referee --help` shows.
pub const EXAMPLES: &str = r#"Requests: games, new, load, state, view, legal, check, apply, undo, query, suggest, quit.
Example:
  {"op":"new","game":"othello","seed":"any words"}
  {"op":"legal"}
  {"op":"apply","seat":0,"action":{"type":"PLACE","square":"f5"}}"#;

/// The longest line that is accepted.
pub const MOST_BYTES: usize = 1 << 20;

/// How many actions can be taken back; older ones are forgotten, so that an endless game does not fill the
/// memory.
const MOST_UNDO: usize = 4096;

/// The problem codes of this protocol, besides those in `baize_games::REQUEST_CODES`.
pub const CODES: &[(&str, &str)] = &[
    ("request.too_long", "a line of more than 1 MiB"),
    ("request.bad_json", "a line that is not a JSON object"),
    ("request.bad_request", "an unknown op, a missing or unknown field, or a value of the wrong type"),
    ("request.no_game", "a request about the game before `new` or `load`"),
    ("request.nothing_to_undo", "`undo` at the start"),
    ("request.unknown_player", "a player id that the game does not have"),
    ("request.nothing_to_do", "`suggest` for a seat that cannot act"),
    ("request.too_large", "a `SOLVE` with more positions than are solved at once"),
    ("request.no_entropy", "a fresh seed was wanted and the system gave none"),
];

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "RefereeRequest")]
enum Request {
    /// Lists the games.
    Games {},
    /// Deals a game.
    New {
        /// The id of the game.
        game: String,
        /// How many seats; the fewest possible if absent.
        seats: Option<u8>,
        /// The options that differ from the defaults.
        #[serde(default)]
        #[schemars(with = "Option<any::AnyOptionsInput>")]
        options: Value,
        /// Any text; a fresh seed if absent.
        seed: Option<String>,
    },
    /// Sets a position up.
    Load {
        /// The id of the game.
        game: String,
        /// A position text or a state.
        #[schemars(with = "Position")]
        position: Value,
        /// The options that differ from those of the state.
        #[serde(default)]
        #[schemars(with = "Option<any::AnyOptionsInput>")]
        options: Value,
    },
    /// Shows the whole state.
    State {},
    /// Shows what a viewer may know.
    View {
        /// A seat, or `spectator`.
        #[serde(deserialize_with = "viewer")]
        #[schemars(with = "Who")]
        seat: Viewer,
    },
    /// Lists the legal actions.
    Legal {
        /// The seat; if absent, every seat that must act.
        seat: Option<Seat>,
    },
    /// Says how `apply` would refuse an action, if it would.
    Check {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        #[schemars(with = "any::AnyActionInput")]
        action: Value,
    },
    /// Plays an action.
    Apply {
        /// The seat that acts.
        seat: Seat,
        /// The action.
        #[schemars(with = "any::AnyActionInput")]
        action: Value,
    },
    /// Takes the last action back.
    Undo {},
    /// Asks something about a game.
    Query {
        /// The id of the game.
        game: String,
        /// The question.
        #[schemars(with = "any::AnyQuery")]
        query: Value,
    },
    /// Asks a computer player for an action.
    Suggest {
        /// The id of the player.
        player: String,
        /// The seat; if absent, the first that must act.
        seat: Option<Seat>,
        /// How long it may think, in milliseconds.
        millis: Option<u64>,
        /// How many positions it may look at.
        nodes: Option<u64>,
        /// The seed of its random choices; fresh if absent.
        seed: Option<String>,
    },
    /// Ends the conversation.
    Quit {},
}

/// A position as it may be sent.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)]
enum Position {
    /// In the game's notation.
    Text(String),
    /// As `state` gives it.
    State(any::AnyStateInput),
}

/// A seat's number, or the word `spectator`.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a seat is a number from 0 to 7, or \"spectator\"")]
enum Who {
    Seat(Seat),
    Word(Spectator),
}

#[derive(Deserialize, JsonSchema)]
enum Spectator {
    #[serde(rename = "spectator")]
    Spectator,
}

/// A reply: `ok` and the fields that answer the request, or `error`.
#[derive(JsonSchema)]
#[schemars(rename = "RefereeReply", deny_unknown_fields)]
#[allow(dead_code)]
struct Reply {
    /// The id of the request.
    id: Option<Value>,
    /// Whether the request was carried out.
    ok: bool,
    /// Why the request was refused.
    error: Option<Problem>,
    /// The games that can be played; in reply to `games`.
    games: Option<Vec<ListedGame>>,
    /// The whole state.
    state: Option<any::AnyState>,
    /// How the game ended; null while it runs.
    result: Option<Outcome>,
    /// The seed that was used; in reply to `new`.
    seed: Option<String>,
    /// What the viewer may know; in reply to `view`.
    view: Option<any::AnyView>,
    /// The legal actions; in reply to `legal`.
    actions: Option<Vec<any::AnyListed>>,
    /// Whether `actions` lists everything that is legal.
    complete: Option<bool>,
    /// What happened, in order; in reply to `apply`.
    events: Option<Vec<any::AnyEvent>>,
    /// The answer to the question; in reply to `query`.
    answer: Option<any::AnyAnswer>,
    /// The player's choice; in reply to `suggest`.
    action: Option<any::AnyAction>,
    /// What the player says about it; in reply to `suggest`.
    info: Option<any::AnyInfo>,
}

/// A game that can be played.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code)]
struct ListedGame {
    /// Stable identifier.
    id: String,
    /// The name people use.
    name: String,
    /// The fewest and the most seats, over all options.
    seats: [u8; 2],
    /// Every option with its default.
    options: any::AnyOptions,
    /// The computer players, weakest first.
    players: Vec<String>,
}

/// The JSON Schemas of a request and of a reply, and the definitions that both refer to.
pub fn schema() -> (Value, Value, Map<String, Value>) {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let request = generator.subschema_for::<Request>().into();
    let reply = generator.subschema_for::<Reply>().into();
    (request, reply, generator.take_definitions(true))
}

/// A seat's number, or the word `spectator`.
fn viewer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Viewer, D::Error> {
    Ok(match Who::deserialize(deserializer)? {
        Who::Seat(seat) => Viewer::Seat(seat),
        Who::Word(Spectator::Spectator) => Viewer::Spectator,
    })
}

/// The fields of a reply besides `id` and `ok`.
type Fields = Map<String, Value>;

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Fields {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Holds at most one game and answers requests about it.
pub struct Clerk {
    /// What questions and suggestions may cost if the request sets no limit.
    budget: Budget,
    table: Option<Box<dyn AnyTable>>,
    /// The tables before each action, latest last.
    history: VecDeque<Box<dyn AnyTable>>,
    is_done: bool,
}

impl Clerk {
    /// Makes a clerk without a game.
    pub fn new(budget: Budget) -> Clerk {
        Clerk { budget, table: None, history: VecDeque::new(), is_done: false }
    }

    /// Whether `quit` was requested.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Answers one line. Any line gets a reply; after an error the game is exactly as before.
    pub fn reply(&mut self, line: &[u8]) -> Value {
        let (id, done) = match read(line) {
            Ok(Line { id, request, beside }) => {
                let done = request.and_then(|request| {
                    self.fits_menu(&request, &beside)?;
                    self.answer(request)
                });
                (id, done)
            }
            Err(problem) => (None, Err(problem)),
        };
        let mut reply = Fields::new();
        if let Some(id) = id {
            reply.insert("id".to_owned(), id);
        }
        reply.insert("ok".to_owned(), done.is_ok().into());
        match done {
            Ok(fields) => reply.extend(fields),
            Err(problem) => drop(reply.insert("error".to_owned(), json!(problem))),
        }
        Value::Object(reply)
    }

    fn answer(&mut self, request: Request) -> Result<Fields, Problem> {
        match request {
            Request::Games {} => Ok(fields([("games", games())])),
            Request::New { game, seats, options, seed } => self.start(&game, seats, &options, seed),
            Request::Load { game, position, options } => {
                self.table = Some(find(&game)?.load(&position, &options)?);
                self.history.clear();
                self.state()
            }
            Request::State {} => self.state(),
            Request::View { seat } => self.view(seat),
            Request::Legal { seat } => self.legal(seat),
            Request::Check { seat, action } => self.table()?.check(seat, &action).map(|()| Fields::new()),
            Request::Apply { seat, action } => self.apply(seat, &action),
            Request::Undo {} => self.undo(),
            Request::Query { game, query } => query_of(&game, &query, self.budget),
            Request::Suggest { player, seat, millis, nodes, seed } => {
                self.suggest(&player, seat, Budget { nodes, millis, ..self.budget }, seed.as_deref())
            }
            Request::Quit {} => {
                self.is_done = true;
                Ok(Fields::new())
            }
        }
    }

    /// Allows extra fields beside an action if the menu lists it with the same ones, so an entry of `legal`
    /// can be sent as it is.
    fn fits_menu(&self, request: &Request, beside: &Fields) -> Result<(), Problem> {
        let (Some(name), Request::Apply { seat, action } | Request::Check { seat, action }) =
            (beside.keys().next(), request)
        else {
            return Ok(());
        };
        let menu = self.table()?.menu(*seat);
        let is_listed = |listed: &Listed| listed.remarks == *beside && listed.action.value() == *action;
        if menu.actions.iter().any(is_listed) {
            return Ok(());
        }
        let text = format!("bad request: unknown field `{}`, which is not as `legal` lists it", clip(name));
        Err(Problem::new("request.bad_request", text))
    }

    fn table(&self) -> Result<&dyn AnyTable, Problem> {
        let missing = || Problem::new("request.no_game", "there is no game yet; send `new` or `load` first");
        self.table.as_deref().ok_or_else(missing)
    }

    fn state(&self) -> Result<Fields, Problem> {
        let table = self.table()?;
        Ok(fields([("state", table.setup()), ("result", json!(table.outcome()))]))
    }

    fn start(
        &mut self,
        game: &str,
        seats: Option<u8>,
        options: &Value,
        seed: Option<String>,
    ) -> Result<Fields, Problem> {
        let seed = match seed {
            Some(seed) => seed,
            None => fresh_seed()?.to_hex(),
        };
        self.table = Some(find(game)?.start(options, seats, &Seed::from_text(&seed))?);
        self.history.clear();
        let mut reply = self.state()?;
        reply.insert("seed".to_owned(), seed.into());
        Ok(reply)
    }

    fn view(&self, viewer: Viewer) -> Result<Fields, Problem> {
        let table = self.table()?;
        if viewer.seat().is_some_and(|seat| seat.index() >= usize::from(table.seats())) {
            let text = format!("this table has the seats 0 to {}", table.seats() - 1);
            return Err(Problem::new("request.bad_request", text));
        }
        Ok(fields([("view", table.view(viewer))]))
    }

    fn legal(&self, seat: Option<Seat>) -> Result<Fields, Problem> {
        let table = self.table()?;
        let seats = seat.map_or(table.awaiting().must, baize_rules::SeatSet::only);
        let mut actions = Vec::new();
        let mut is_complete = true;
        for seat in seats.iter() {
            let menu = table.menu(seat);
            is_complete &= menu.is_complete;
            for listed in menu.actions {
                let mut entry = fields([("seat", json!(seat)), ("action", listed.action.value())]);
                entry.extend(listed.remarks);
                actions.push(Value::Object(entry));
            }
        }
        Ok(fields([("actions", actions.into()), ("complete", is_complete.into())]))
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Fields, Problem> {
        let mut table = self.table()?.boxed_clone();
        let told = table.play(seat, action)?;
        if self.history.len() == MOST_UNDO {
            self.history.pop_front();
        }
        self.history.extend(self.table.replace(table));
        let mut reply = self.state()?;
        reply.insert("events".to_owned(), events(told));
        Ok(reply)
    }

    fn undo(&mut self) -> Result<Fields, Problem> {
        self.table()?;
        let nothing = || Problem::new("request.nothing_to_undo", "there is no action to take back");
        self.table = Some(self.history.pop_back().ok_or_else(nothing)?);
        self.state()
    }

    fn suggest(
        &self,
        id: &str,
        seat: Option<Seat>,
        budget: Budget,
        seed: Option<&str>,
    ) -> Result<Fields, Problem> {
        let table = self.table()?;
        let nobody = || Problem::new("request.nothing_to_do", "nobody is to act: the game is over");
        let awaiting = table.awaiting();
        let seat = seat.or(awaiting.must.iter().next()).ok_or_else(nobody)?;
        let seed = match seed {
            Some(seed) => Seed::from_text(seed),
            None => fresh_seed()?,
        };
        let mut player = baize_players::sit(table.game().id(), id, &seed)?;
        let seat_view = table.seat_view(seat);
        if !awaiting.must.contains(seat) {
            // Out of turn, a seat may act but need not.
            let silent = || {
                Problem::new(
                    "request.nothing_to_do",
                    "it is not this seat's turn, and it would do nothing now",
                )
            };
            let aside = awaiting.may.contains(seat).then(|| player.interject(&seat_view)).flatten();
            return Ok(fields([("action", aside.ok_or_else(silent)?), ("info", json!({}))]));
        }
        let thought = player.choose(&seat_view, budget)?;
        Ok(fields([("action", thought.action), ("info", thought.info)]))
    }
}

/// Draws 256 bits from the system.
pub fn fresh_seed() -> Result<Seed, Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Problem::new("request.no_entropy", format!("the system gives no randomness: {error}"))
    })?;
    Ok(Seed::from_bytes(bytes))
}

fn query_of(game: &str, query: &Value, budget: Budget) -> Result<Fields, Problem> {
    let game = find(game)?;
    let answer = baize_players::ask(game.id(), query, budget, |query| game.answer(query))?;
    Ok(fields([("answer", answer)]))
}

fn games() -> Value {
    GAMES
        .iter()
        .map(|game| {
            let seats = game.seats();
            json!({
                "id": game.id(),
                "name": game.name(),
                "seats": [seats.start(), seats.end()],
                "options": game.options(),
                "players": baize_players::ids(game.id()),
            })
        })
        .collect()
}

/// All events: the referee is trusted, and hides nothing from whoever runs it. Of an event with a private and
/// a public half, both are listed.
fn events(told: Vec<AnyEvent>) -> Value {
    told.into_iter().map(|told| told.event.value()).collect()
}

/// A line: the id, which is returned even with an error; the request; and the extra fields of an entry of
/// `legal`.
struct Line {
    id: Option<Value>,
    request: Result<Request, Problem>,
    beside: Fields,
}

fn read(line: &[u8]) -> Result<Line, Problem> {
    if line.len() > MOST_BYTES {
        return Err(Problem::new("request.too_long", "a request has at most 1 MiB"));
    }
    let bad = |what: String| Problem::new("request.bad_json", what);
    let text = std::str::from_utf8(line).map_err(|_| bad("the line is not valid UTF-8".to_owned()))?;
    let mut request: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| bad(format!("not a JSON object: {}", clip_to(&error.to_string(), 200))))?;
    let id = request.remove("id");
    let op = request.get("op").and_then(Value::as_str).map(clip);
    let mut beside = Fields::new();
    if matches!(op.as_deref(), Some("apply" | "check")) {
        let is_own = |name: &str| matches!(name, "op" | "seat" | "action");
        (request, beside) = request.into_iter().partition(|(name, _)| is_own(name));
    }
    let request = Request::deserialize(Value::Object(request)).map_err(|error| {
        let what = op.map_or_else(String::new, |op| format!("{op}: "));
        Problem::new("request.bad_request", clip_to(&format!("bad request: {what}{error}"), 300))
    });
    Ok(Line { id, request, beside })
}

/// Answers every line of `input` on `output` at once, until the input ends or `quit` comes.
pub fn serve(mut input: impl BufRead, mut output: impl Write, budget: Budget) -> io::Result<()> {
    let mut clerk = Clerk::new(budget);
    let mut line = Vec::new();
    while !clerk.is_done() && next_line(&mut input, &mut line)? {
        serde_json::to_writer(&mut output, &clerk.reply(&line))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end; false if there is none. Of a line that is too long, keeps only enough to
/// show that it is.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut is_at_end = true;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok(!is_at_end);
        }
        is_at_end = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = (MOST_BYTES + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}
