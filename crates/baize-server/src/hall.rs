//! All tables in memory, and the way to those on disk.

use crate::live::Live;
use crate::meter::Meter;
use crate::outbox::Ending;
use crate::settings::Settings;
use crate::thinkers::Thinkers;
use crate::timekeeper::Timekeeper;
use crate::world::World;
use baize_protocol::http::OpenTable;
use baize_protocol::{Key, TableId};
use baize_room::{Charter, Entry, GuestId, Hello, Input, Keys, Now, Opening, Room, Summary};
use baize_rules::Problem;
use baize_store::{Created, Listing, NewTable, SeatResult, Store, StoreError, Unused};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, Semaphore};

/// How often tables that nobody needs in memory are looked for.
const TIDY_EVERY: Duration = Duration::from_secs(1);
/// How many times as rarely tables that nobody needs at all are looked for in the store.
const SWEEP_EVERY: u32 = 1_800;
/// So many tables are opened from disk at the same time.
const MOST_OPENING: usize = 16;

/// All tables in memory.
pub(crate) struct Hall {
    pub(crate) settings: Settings,
    pub(crate) world: World,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) meter: Arc<Meter>,
    pub(crate) thinkers: Thinkers,
    pub(crate) timekeeper: Timekeeper,
    /// Where blocking work is done.
    pub(crate) runtime: Handle,
    tables: Mutex<HashMap<TableId, Slot>>,
    opening: Semaphore,
    pub(crate) damaged: AtomicU32,
    pub(crate) is_closing: AtomicBool,
}

/// A table in memory, or on its way there.
type Slot = Arc<OnceCell<Arc<Live>>>;

impl Hall {
    pub(crate) fn new(settings: Settings, world: World, store: Arc<dyn Store>) -> Arc<Hall> {
        Arc::new(Hall {
            thinkers: Thinkers::new(settings.thinkers),
            settings,
            world,
            store,
            meter: Arc::new(Meter::new()),
            timekeeper: Timekeeper::default(),
            runtime: Handle::current(),
            tables: Mutex::default(),
            opening: Semaphore::new(MOST_OPENING),
            damaged: AtomicU32::new(0),
            is_closing: AtomicBool::new(false),
        })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Slot>> {
        self.tables.lock().expect("nothing panics while it holds the tables")
    }

    /// How many tables are in memory.
    pub(crate) fn count(&self) -> usize {
        self.tables().len()
    }

    /// The table with this id, from memory or from disk.
    pub(crate) async fn find(self: &Arc<Self>, table: TableId) -> Result<Arc<Live>, Problem> {
        let slot = Arc::clone(self.tables().entry(table).or_default());
        let found = slot.get_or_try_init(|| self.load(table)).await.map(Arc::clone);
        if found.is_err() {
            // Nothing is kept for ids that lead nowhere.
            let mut tables = self.tables();
            if tables.get(&table).is_some_and(|slot| !slot.initialized()) {
                tables.remove(&table);
            }
        }
        self.meter.tables.set(self.count() as f64);
        found
    }

    async fn load(self: &Arc<Self>, table: TableId) -> Result<Arc<Live>, Problem> {
        let _turn = self.opening.acquire().await.map_err(|_| closing())?;
        let hall = Arc::clone(self);
        self.blocking(move || {
            let Some(stored) = hall.store.open(table).map_err(|error| hall.store_problem(&error))? else {
                return Err(Problem::new("table.unknown", "there is no such table"));
            };
            let (epoch, now) = (stored.pen.epoch(), hall.world.now());
            let room = hall.replay(table, epoch, stored.snapshot.as_deref(), &stored.entries);
            let mut room = room.map_err(|what| hall.damage(table, &what))?;
            tracing::debug!(%table, epoch, version = room.version(), "a table was taken from the store");
            room.wake(now);
            let live = Live::new(&hall, room, stored.pen, now);
            // If waking up has added an entry, it goes to the log with the first input.
            live.handle(Input::Tick);
            Ok(live)
        })
        .await
    }

    fn replay(
        &self,
        table: TableId,
        epoch: u32,
        snapshot: Option<&[u8]>,
        entries: &[Vec<u8>],
    ) -> Result<Room, String> {
        if let Some(snapshot) = snapshot
            && let Some(room) = Room::from_snapshot(snapshot, read(entries)?, epoch)
        {
            return room.map_err(|damage| damage.to_string());
        }
        if snapshot.is_none() {
            return Room::replay(read(entries)?, epoch).map_err(|damage| damage.to_string());
        }
        // The snapshot is of no use to this program: the whole log says the same.
        let whole = self.store.read(table).map_err(|error| error.to_string())?.unwrap_or_default();
        Room::replay(read(&whole)?, epoch).map_err(|damage| damage.to_string())
    }

    pub(crate) fn damage(&self, table: TableId, what: &str) -> Problem {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        self.meter.damaged.increment(1);
        tracing::error!(%table, what, "the log of a table is damaged; the table is frozen");
        Problem::new(
            "table.damaged",
            "the log of this table is damaged; it is frozen until somebody has looked at it",
        )
    }

    fn store_problem(&self, error: &StoreError) -> Problem {
        match error {
            StoreError::Damaged { table, .. } => self.damage(*table, &error.to_string()),
            StoreError::Closed => closing(),
            _ => Problem::new("server.storage", error.to_string()),
        }
    }

    /// Does work that may wait for the disk.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.runtime.spawn_blocking(work).await.unwrap_or_else(|_| Err(closing()))
    }

    /// Asks the store something.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let hall = Arc::clone(self);
        self.blocking(move || ask(&*hall.store).map_err(|error| hall.store_problem(&error))).await
    }

    /// Opens a table, or finds the one that was opened with the same key.
    pub(crate) async fn open(self: &Arc<Self>, open: OpenTable) -> Result<(TableId, Keys), Problem> {
        let key = open.key.clone().unwrap_or_else(|| Key::from_bytes(self.world.fresh()));
        let opening = {
            let mut fresh = || self.world.fresh();
            let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
            let mut now = Now { at: self.world.now(), fresh: &mut fresh, is_player: &is_player };
            Opening::new(&open, &key, &mut now)?
        };
        let hash = open.key.is_some().then(|| *key.hash().as_bytes());
        let live = self.create(opening.charter, hash).await?;
        let keys = live.look(|room| room.keys(&key));
        let keys =
            keys.ok_or_else(|| Problem::new("request.bad_key", "this key has opened another table"))?;
        Ok((live.id(), keys))
    }

    async fn create(self: &Arc<Self>, charter: Charter, key: Option<[u8; 32]>) -> Result<Arc<Live>, Problem> {
        let now = self.world.now();
        let mut room = Room::open(charter, now)?;
        let entry = |entry| serde_json::to_vec(&entry).expect("an entry can be written as JSON");
        let entries = room.take_entries().into_iter().map(entry).collect();
        let listing = listing(&room.summary());
        drop(room.take_summary());
        let new = NewTable { table: room.id(), key, entries, listing };
        match self.ask(move |store| store.create(new)).await? {
            Created::New(pen) => {
                self.meter.tables_opened.increment(1);
                tracing::info!(table = %room.id(), game = room.charter().game, "a table was opened");
                let live = Live::new(self, room, pen, now);
                let slot = OnceCell::new_with(Some(Arc::clone(&live)));
                self.tables().insert(live.id(), Arc::new(slot));
                live.handle(Input::Tick);
                Ok(live)
            }
            Created::Before(table) => self.find(table).await,
        }
    }

    /// Opens the next table and tells the last one.
    pub(crate) fn open_rematch(self: &Arc<Self>, last: Arc<Live>, charter: Charter) {
        let hall = Arc::clone(self);
        self.runtime.spawn(async move {
            match hall.create(charter, None).await {
                Ok(next) => last.handle(Input::RematchOpened { table: next.id() }),
                Err(problem) => tracing::warn!(table = %last.id(), %problem, "no table for a rematch"),
            }
        });
    }

    /// Reads steps from the log for somebody who was away for long.
    pub(crate) fn fetch_older(
        self: &Arc<Self>,
        live: Arc<Live>,
        guest: GuestId,
        mut hello: Box<Hello>,
        after: u32,
        until: u32,
    ) {
        let hall = Arc::clone(self);
        self.runtime.spawn(async move {
            let table = live.id();
            let log = hall.ask(move |store| store.read(table)).await;
            let steps = log.and_then(|log| {
                let entries = read(&log.unwrap_or_default()).map_err(|what| hall.damage(table, &what))?;
                Room::steps(entries, after, until).map_err(|damage| hall.damage(table, &damage.to_string()))
            });
            match steps {
                Ok(steps) => hello.older = steps,
                // Without its log the table can still be shown as it stands.
                Err(_) => hello.version = None,
            }
            live.enter_late(guest, hello);
        });
    }

    /// A table is of no use in memory any more.
    pub(crate) fn forget(&self, table: TableId) {
        self.tables().remove(&table);
    }

    /// Looks at tables whose time has come, for ever.
    pub(crate) async fn keep_time(self: Arc<Self>) {
        loop {
            let now = self.world.now();
            let (due, next) = self.timekeeper.due(now);
            for table in due {
                let slot = self.tables().get(&table).cloned();
                if let Some(live) = slot.as_ref().and_then(|slot| slot.get()) {
                    live.tick();
                }
            }
            let wait = next.map_or(Duration::from_secs(60), |next| Duration::from_millis(next.since(now)));
            tokio::select! {
                () = self.timekeeper.changed() => {}
                () = tokio::time::sleep(wait.max(Duration::from_millis(1))) => {}
            }
        }
    }

    /// Takes tables out of memory that nobody needs there, and forgets those that nobody needs at all, for ever.
    pub(crate) async fn tidy(self: Arc<Self>) {
        let limits = self.settings.limits.clone();
        let mut rounds = 0u32;
        loop {
            tokio::time::sleep(TIDY_EVERY).await;
            let now = self.world.now();
            self.tables().retain(|_, slot| {
                // Whoever uses a table holds it, so one that nobody holds can be looked at without waiting for anybody.
                let is_resting = |live: &Arc<Live>| live.is_resting(now, limits.rest_seconds * 1_000);
                slot.get().is_none_or(|live| Arc::strong_count(live) > 1 || !is_resting(live))
            });
            self.meter.tables.set(self.count() as f64);
            if rounds.is_multiple_of(SWEEP_EVERY) {
                let hours = |hours: u64| now.0.saturating_sub(hours * 3_600_000);
                let unused =
                    Unused { waiting: hours(limits.waiting_hours), playing: hours(limits.playing_hours) };
                match self.ask(move |store| store.sweep(&unused)).await {
                    Ok(0) | Err(_) => {}
                    Ok(count) => tracing::info!(count, "forgot tables that nobody has come to for long"),
                }
            }
            rounds = rounds.wrapping_add(1);
        }
    }

    /// Tells every connection that the server is stopping.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        let slots: Vec<Slot> = self.tables().values().cloned().collect();
        let ending = Ending::come_back(closing());
        slots.iter().filter_map(|slot| slot.get()).for_each(|live| live.send_away(&ending));
    }
}

pub(crate) fn closing() -> Problem {
    Problem::new("server.closing", "the server is stopping; come back in a moment")
}

/// The entries of a log.
pub(crate) fn read(entries: &[Vec<u8>]) -> Result<Vec<Entry>, String> {
    let read = |(version, entry): (usize, &Vec<u8>)| {
        serde_json::from_slice(entry)
            .map_err(|error| format!("entry {} cannot be read: {error}", version + 1))
    };
    entries.iter().enumerate().map(read).collect()
}

/// What lists show, as the store keeps it.
pub(crate) fn listing(summary: &Summary) -> Listing {
    let row = &summary.row;
    let result = |standing: &baize_room::Standing| SeatResult {
        player: standing.player.clone(),
        name: standing.name.clone(),
        is_computer: standing.is_computer,
        won: standing.won,
        share: standing.share,
    };
    Listing {
        game: row.game.clone(),
        phase: row.phase,
        is_public: row.is_public,
        changed: row.changed.0,
        row: serde_json::to_string(row).expect("a row can be written as JSON"),
        results: summary.standings.iter().map(result).collect(),
    }
}
