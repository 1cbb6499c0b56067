//! How tables get into memory: newly opened, loaded from the store, or taken over from another owner.

use crate::client::{Client, WayIn};
use crate::luck::Luck;
use crate::plan::Bug;
use crate::server::LoadedTable;
use crate::world::{Event, World};
use baize_actor::{TableActor, TableMessage, opening};
use baize_protocol::http::OpenTable;
use baize_protocol::{Key, TableId};
use baize_room::{Charter, Input, Keys, Now, Opening, forked};
use baize_rules::Problem;
use baize_store::{Created, StoreError, Stored};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A table that was opened, and the clients at it.
pub(crate) struct Opened {
    pub(crate) table: TableId,
    pub(crate) clients: Vec<usize>,
    pub(crate) is_finished: bool,
    /// Whether an older backup was restored since: the table may be gone.
    pub(crate) may_be_gone: bool,
}

impl World {
    /// Opens another table and sends clients there.
    pub(crate) fn open_table(&mut self) -> Result<(), String> {
        if !self.is_playing() {
            return Ok(());
        }
        if self.server.is_none() || self.time.is_paused() {
            self.after(100, Event::Open);
            return Ok(());
        }
        let (open, key) = self.wish();
        let at = self.read_clock().at;
        let mut luck = Luck::new(self.luck.next(), 4);
        let mut fresh = || luck.bytes();
        let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
        let agrees = &baize_players::agrees_to_draw;
        let mut now = Now { at, fresh: &mut fresh, is_player: &is_player, agrees };
        let opening = Opening::new(&open, &key, &mut now).map_err(|problem| problem.to_string())?;
        let made = self.make(opening.charter, Some(*key.hash().as_bytes()))?;
        let Some((table, keys)) = made.and_then(|owner| self.keys(owner, &key)) else {
            self.after(200, Event::Open);
            return Ok(());
        };
        let mut ways = vec![WayIn::Token(keys.token.to_hex())];
        for (_, secret) in &keys.links {
            let own = hex(&self.luck.bytes());
            ways.push(WayIn::Link { secret: secret.to_hex(), key: own });
        }
        if self.luck.one_in(3) {
            ways.push(WayIn::Watch(keys.watch.to_hex()));
        }
        let first = self.clients.len();
        for way in ways {
            let number = self.clients.len();
            let seed = self.luck.next();
            self.clients.push(Client::new(table, number, way, seed));
            self.lines.push((None, 0));
            let pause = self.luck.below(100);
            self.wake_after(number, pause);
        }
        self.opened.push(Opened {
            table,
            clients: (first..self.clients.len()).collect(),
            is_finished: false,
            may_be_gone: false,
        });
        Ok(())
    }

    /// A random choice of what to play.
    fn wish(&mut self) -> (OpenTable, Key) {
        let game = self.plan.games[self.opened.len() % self.plan.games.len()].clone();
        let luck = &mut self.luck;
        let key = Key::from_bytes(luck.bytes());
        let mut open = json!({"game": game, "name": "Script", "key": key.to_hex(), "pace": "instant"});
        if luck.one_in(2) {
            let kinds = baize_games::find(&game).and_then(|game| game.table_sizes(&Value::Null));
            let seats = kinds.map_or(2, |sizes| *sizes.start());
            let players: Vec<Option<&str>> =
                (0..seats).map(|seat| (seat > 0 && luck.one_in(2)).then_some("random")).collect();
            open["players"] = json!(players);
        }
        match luck.below(6) {
            0 => open["clock"] = json!({"bank": 60, "increment": 2}),
            1 => open["clock"] = json!({"turn": 20}),
            2 => open["pace"] = json!("fast"),
            _ => {}
        }
        (serde_json::from_value(open).expect("a wish that the server understands"), key)
    }

    /// Makes a table, or finds the one with the same key; `None` if the store failed.
    pub(crate) fn make(&mut self, charter: Charter, key: Option<[u8; 32]>) -> Result<Option<u64>, String> {
        let now = self.read_clock();
        let (room, new) = opening::make(charter, key, now.at).map_err(|problem| problem.to_string())?;
        let count = new.entries.len() as u32;
        self.note_entries(new.table, count, new.entries.iter().map(Vec::as_slice));
        match self.ask_store(|store| store.create(new)) {
            Some(Ok(Created::New(appender))) => {
                let owner =
                    self.own(room.id(), TableActor::new(room, appender, Some(now.at)).after(now.skipped));
                self.deliver(owner, TableMessage::Input(Input::Tick))?;
                Ok(Some(owner))
            }
            Some(Ok(Created::Before(table))) => Ok(self.find(table)?.ok()),
            Some(Err(_)) | None => Ok(None),
        }
    }

    fn keys(&self, owner: u64, key: &Key) -> Option<(TableId, Keys)> {
        let live = self.server.as_ref()?.owners.get(&owner)?;
        Some((live.table, live.actor.room().keys(key)?))
    }

    fn own(&mut self, table: TableId, actor: TableActor) -> u64 {
        let server = self.server();
        server.next_owner += 1;
        let owner = server.next_owner;
        server.owners.insert(owner, LoadedTable { table, actor, guests: BTreeSet::new(), tick: None });
        server.current.insert(table, owner);
        owner
    }

    /// Finds the loaded table, loading it from the store if necessary.
    pub(crate) fn find(&mut self, table: TableId) -> Result<Result<u64, Problem>, String> {
        if self.server().frozen.contains(&table) {
            return Ok(Err(forked()));
        }
        match self.server().current.get(&table) {
            Some(owner) => Ok(Ok(*owner)),
            None => self.load(table),
        }
    }

    fn load(&mut self, table: TableId) -> Result<Result<u64, Problem>, String> {
        let failures = self.disk.disk().failures;
        let storage = |what: String| Ok(Err(Problem::new("server.storage", what)));
        let stored = match self.ask_store(|store| store.take_over(table)) {
            None => return storage("the machine has stopped".to_owned()),
            Some(Ok(Some(stored))) => stored,
            Some(Ok(None)) => return Ok(Err(Problem::new("table.unknown", "there is no such table"))),
            Some(Err(error)) if self.disk.disk().failures > failures => return storage(error.to_string()),
            Some(Err(error)) => return Err(format!("table {table} cannot be opened: {error}")),
        };
        let now = self.read_clock();
        let bug = self.plan.bug;
        let taken = self.ask_store(|store| {
            let stored = spoil(stored, bug, || store.read(table));
            opening::take_over(stored, now.at, || store.read(table))
        });
        let actor = match taken {
            None => return storage("the machine has stopped".to_owned()),
            Some(Ok(actor)) => actor,
            Some(Err(what)) => return Err(format!("table {table} cannot be replayed: {what}")),
        };
        let owner = self.own(table, actor.after(now.skipped));
        self.deliver(owner, TableMessage::Input(Input::Tick))?;
        Ok(Ok(owner))
    }

    /// Lets a new owner take over a table that is in memory. The old owner does not know yet.
    pub(crate) fn be_taken_over(&mut self, luck: &mut Luck) -> Result<(), String> {
        let Some(server) = self.server.as_ref().filter(|_| !self.time.is_paused()) else { return Ok(()) };
        let tables: Vec<TableId> = server.current.keys().copied().collect();
        if tables.is_empty() {
            return Ok(());
        }
        let _ = self.load(tables[luck.index(tables.len())])?;
        Ok(())
    }

    /// Notes that a client has gone home. When all at its table have, another table is opened.
    pub(crate) fn finish_table(&mut self, client: usize) {
        let Some(index) = self.opened.iter().position(|opened| opened.clients.contains(&client)) else {
            return;
        };
        let is_finished = self.opened[index].clients.iter().all(|client| self.is_finished(*client));
        if is_finished && !self.opened[index].is_finished {
            self.opened[index].is_finished = true;
            self.after(1, Event::Open);
        }
    }
}

/// Damages a log as the planted bug would.
fn spoil(
    stored: Stored,
    bug: Option<Bug>,
    read_whole: impl FnOnce() -> Result<Option<Vec<Vec<u8>>>, StoreError>,
) -> Stored {
    let Stored { appender, margin, .. } = match bug {
        Some(Bug::ForgetRequests | Bug::SkipEntry) => stored,
        _ => return stored,
    };
    let mut entries = read_whole().ok().flatten().unwrap_or_default();
    if bug == Some(Bug::SkipEntry) && entries.len() > 3 {
        entries.pop();
    }
    if bug == Some(Bug::ForgetRequests) {
        for entry in &mut entries {
            let mut value: Value = serde_json::from_slice(entry).expect("an entry is JSON");
            value.as_object_mut().expect("an entry is an object").remove("asked");
            *entry = value.to_string().into_bytes();
        }
    }
    Stored { appender, snapshot: None, entries, margin }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
