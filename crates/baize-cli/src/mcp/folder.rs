//! The tables of `baize mcp`: those in a folder, and seats at servers' tables.

use crate::agent::reply::{Reply as Shown, heard, log};
use crate::agent::shelf::Shelf;
use crate::clock;
use crate::local::{self, Happened, Local};
use crate::play::join;
use crate::seed;
use baize_client::{Seated, Trust};
use baize_games::AnyGame;
use baize_mcp::seat::At;
use baize_mcp::{
    Caller, JoinArguments, LookArguments, McpTables, MoveArguments, Offered, Reply, StartArguments,
    WhyArguments, is_detail,
};
use baize_players::Budget;
use baize_rules::{Language, Problem, Seat, Viewer, harmless};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long one call waits for others at a server's table.
const PATIENCE: Duration = Duration::from_secs(25);
/// The most seats that a client has at once.
const MOST_SEATS: usize = 64;

/// The tables in one folder, and the seats taken since this program began.
pub(super) struct Folder {
    shelf: Shelf,
    trust: Trust,
    seats: Mutex<BTreeMap<String, Arc<Mutex<Seated>>>>,
}

fn problem(error: &anyhow::Error) -> Problem {
    let own = error.chain().find_map(|cause| cause.downcast_ref::<Problem>());
    own.cloned().unwrap_or_else(|| Problem::new("agent.failed", format!("{error:#}")))
}

impl Folder {
    pub(super) fn new(shelf: Shelf, trust: Trust) -> Folder {
        Folder { shelf, trust, seats: Mutex::default() }
    }

    fn seated(&self, table: &str) -> Option<Arc<Mutex<Seated>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(table).cloned()
    }

    /// Runs `act` on a server's table, if it is one.
    fn at<T>(&self, table: &str, act: impl FnOnce(At<'_>) -> T) -> Option<T> {
        let seated = self.seated(table)?;
        let mut seated = seated.lock().unwrap_or_else(PoisonError::into_inner);
        Some(act(At { name: table, seated: &mut seated, patience: PATIENCE }))
    }

    fn start_here(&self, start: StartArguments) -> anyhow::Result<Reply> {
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

    fn sit(&self, wish: &JoinArguments) -> anyhow::Result<Reply> {
        let name = wish.name.as_deref().unwrap_or("Model");
        if self.seats.lock().unwrap_or_else(PoisonError::into_inner).len() >= MOST_SEATS {
            anyhow::bail!("{MOST_SEATS} tables are enough");
        }
        let seated = join::sit(&wish.link, name, Language::English, &self.trust)?;
        let table = seated.info().map(|info| info.table.to_string()).unwrap_or_default();
        let seat = Arc::new(Mutex::new(seated));
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).insert(table.clone(), seat);
        let sat = self.at(&table, |at| at.sit());
        sat.unwrap_or_else(|| Err(Problem::new("agent.unknown_table", "the seat is gone")))
            .map_err(Into::into)
    }

    fn look_here(&self, look: &LookArguments) -> anyhow::Result<Reply> {
        let game = self.shelf.take(&look.table)?.read()?;
        let seat = seat_of(&game, look.seat)?;
        let mut reply = shown(&look.table, &game, seat, &[])?;
        if look.json {
            reply.data["view"] = game.table().view(seat.map_or(Viewer::Spectator, Viewer::Seat));
        }
        if let Some(count) = look.log {
            let lines = log(&game, seat, Language::English, count)?;
            reply.text = format!("{}\n{}", lines.join("\n"), reply.text);
            reply.data["log"] = json!(lines);
        }
        if look.untrusted {
            // Nobody but the client types at these tables.
            reply.data["untrusted"] = json!({ "names": [], "chat": [] });
        }
        Ok(reply)
    }

    fn make_here(&self, wish: &MoveArguments) -> anyhow::Result<Reply> {
        let taken = self.shelf.take(&wish.table)?;
        let mut game = taken.read()?;
        let seat = seat_of(&game, wish.seat)?;
        if wish.version as usize != game.version() {
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

    fn why_here(&self, why: &WhyArguments) -> anyhow::Result<Reply> {
        let game = self.shelf.take(&why.table)?.read()?;
        let seat = person(&game, seat_of(&game, why.seat)?)?;
        let table = game.table();
        Ok(Reply::verdict(table.read(seat, &why.typed).and_then(|action| table.check(seat, &action))))
    }
}

impl McpTables for Folder {
    fn ask(&self, game: &'static dyn AnyGame, query: Value, _: Option<Caller>) -> Result<Value, Problem> {
        let millis = Some(PATIENCE.as_millis() as u64);
        baize_players::ask(game.id(), &query, Budget { millis, ..clock::budget() }, |query| {
            game.answer(query)
        })
    }

    fn tables(&self) -> Result<Vec<String>, Problem> {
        let mut tables = self.shelf.ids().map_err(|error| problem(&error))?;
        tables.extend(self.seats.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned());
        Ok(tables)
    }

    fn start(&self, start: StartArguments, _: Option<Caller>) -> Result<Reply, Problem> {
        self.start_here(start).map_err(|error| problem(&error))
    }

    fn join(&self, join: &JoinArguments) -> Result<Reply, Problem> {
        self.sit(join).map_err(|error| problem(&error))
    }

    fn look(&self, look: &LookArguments) -> Result<Reply, Problem> {
        let there = self.at(&look.table, |at| at.look(look));
        there.unwrap_or_else(|| self.look_here(look).map_err(|error| problem(&error)))
    }

    fn make(&self, wish: &MoveArguments) -> Result<Reply, Problem> {
        let there = self.at(&wish.table, |at| at.make(&wish.typed, wish.version, wish.seat));
        there.unwrap_or_else(|| self.make_here(wish).map_err(|error| problem(&error)))
    }

    fn why(&self, why: &WhyArguments) -> Result<Reply, Problem> {
        let there = self.at(&why.table, |at| at.why(&why.typed, why.seat));
        there.unwrap_or_else(|| self.why_here(why).map_err(|error| problem(&error)))
    }
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
    let happened: Vec<Happened> = happened.iter().map(brief).collect();
    let shown = Shown { id, game, seat, language: Language::English };
    let mut text = Vec::new();
    shown.moved(&happened, false, &mut text)?;
    let mut text = String::from_utf8_lossy(&text).into_owned();
    let mut data = shown.state();
    if let Some(data) = data.as_object_mut() {
        data.remove("view");
    }
    data["board"] = json!(harmless(shown.board().trim_end()));
    data["happened"] = json!(heard(&happened, seat, Language::English));
    let own = seat.filter(|seat| game.is_person(*seat));
    let menu = own.map(|seat| Offered::of(game.table(), seat));
    if let Some(shots) = menu.as_ref().and_then(|menu| menu.shots.as_ref()) {
        text += &menu.as_ref().map(Offered::told).unwrap_or_default();
        data["shots"] = json!(shots);
        data["legal"] = json!(menu.map(|menu| menu.legal));
    }
    Ok(Reply::of(text, data))
}

/// Leaves out details that only fill the page.
fn brief(happened: &Happened) -> Happened {
    let told = happened.told.iter().filter(|told| !is_detail(&told.event.value())).cloned().collect();
    Happened { seat: happened.seat, told }
}
