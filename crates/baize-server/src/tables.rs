//! All tables in memory, and access to those on disk.

use crate::mailbox::Mailbox;
use crate::meter::Meter;
use crate::nodes::Nodes;
use crate::outbox::Ending;
use crate::reviews::Reviews;
use crate::settings::Settings;
use crate::table::{Letter, TableHandle, TableTask};
use crate::workers::{Lane, Owner, Workers};
use crate::world::World;
use baize_actor::opening::{self, MOST_OLDER};
use baize_actor::{BEAT, Reading, TableActor, TableMessage, from_bytes};
use baize_protocol::http::OpenTable;
use baize_protocol::{Key, TableId};
use baize_room::{Charter, Input, Keys, Now, Older, Opening, Room, forked};
use baize_rules::Problem;
use baize_store::{
    Append, Created, Lease, Member, NewTable, Node, OnCreated, Store, StoreError, Submitted, Unused,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, Semaphore, oneshot};

/// How often to look for tables in the store that nobody needs any more.
const SWEEP_EVERY: Duration = Duration::from_secs(1_800);
/// How many tables are read from disk at the same time.
const MOST_OPENING: usize = 16;

/// How long reading missed steps may take for a client still to be sent them.
const OLDER_PATIENCE: Duration = Duration::from_millis(80);

/// All tables in memory.
pub(crate) struct Tables {
    pub(crate) settings: Settings,
    pub(crate) world: World,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) meter: Arc<Meter>,
    pub(crate) workers: Workers,
    pub(crate) reviews: Reviews,
    /// Runs the tasks, and the work that waits for the disk.
    pub(crate) runtime: Handle,
    tables: Mutex<HashMap<TableId, Slot>>,
    /// One for each home of the store, so that one that is away does not hold up tables of the others.
    opening: Vec<Semaphore>,
    /// The outcomes of appends, on their way to their tables.
    saved: Arc<Mailbox<(TableHandle, Letter)>>,
    /// This process as a member of the service; `None` if it is alone.
    pub(crate) member: Option<Arc<Member>>,
    /// The connections to the other processes.
    pub(crate) nodes: Nodes,
    pub(crate) damaged: AtomicU32,
    /// Tables whose logs are not those clients were told of.
    forked: Mutex<HashSet<TableId>>,
    pub(crate) faults: AtomicU32,
    /// The homes in which the store refused the last write, one bit each.
    failing: Arc<AtomicU32>,
    /// Whether the health check tells proxies to send people elsewhere.
    pub(crate) is_draining: AtomicBool,
    pub(crate) is_closing: AtomicBool,
}

/// A table in memory, or on its way there.
type Slot = Arc<OnceCell<TableHandle>>;

impl Tables {
    pub(crate) fn new(
        settings: Settings,
        world: World,
        store: Arc<dyn Store>,
        member: Option<Arc<Member>>,
    ) -> Arc<Tables> {
        Arc::new(Tables {
            workers: Workers::new(settings.thinkers),
            reviews: Reviews::default(),
            opening: (0..store.homes()).map(|_| Semaphore::new(MOST_OPENING)).collect(),
            settings,
            world,
            store,
            meter: Arc::new(Meter::new()),
            runtime: Handle::current(),
            tables: Mutex::default(),
            saved: Arc::new(Mailbox::new()),
            member,
            nodes: Nodes::default(),
            damaged: AtomicU32::new(0),
            forked: Mutex::default(),
            faults: AtomicU32::new(0),
            failing: Arc::default(),
            is_draining: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
        })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Slot>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are in memory.
    pub(crate) fn count(&self) -> usize {
        self.tables().len()
    }

    /// The number of the term in which this process would open a table now.
    pub(crate) fn term(&self, table: TableId) -> u64 {
        self.member.as_ref().map_or(0, |member| member.lease(table).number())
    }

    /// Whether this process may still answer for a table that it opened in this term.
    pub(crate) fn answers_for(&self, table: TableId, term: u64) -> bool {
        self.member.as_ref().is_none_or(|member| member.lease(table).holds(term))
    }

    /// Whether the store refused the last write in every one of its homes.
    pub(crate) fn is_failing(&self) -> bool {
        let failing = self.failing.load(Ordering::Relaxed);
        match self.store.homes() {
            1 => failing != 0,
            homes => (0..homes).all(|home| failing >> home & 1 == 1),
        }
    }

    /// The table with this id, from memory or from disk, if this process answers for it.
    pub(crate) async fn find(self: &Arc<Self>, table: TableId) -> Result<TableHandle, NotHere> {
        let slot = Arc::clone(self.tables().entry(table).or_default());
        let found = slot.get_or_try_init(|| self.load(table)).await.cloned();
        if found.is_err() {
            // Nothing is kept for ids without a table.
            let mut tables = self.tables();
            if tables.get(&table).is_some_and(|slot| !slot.initialized()) {
                tables.remove(&table);
            }
        }
        self.meter.tables.set(self.count() as f64);
        found
    }

    async fn load(self: &Arc<Self>, table: TableId) -> Result<TableHandle, NotHere> {
        let (actor, term) = self.take_over(table).await?;
        Ok(TableTask::start(self, actor, term))
    }

    /// Takes a table from the store, in this term.
    pub(crate) async fn take_over(self: &Arc<Self>, table: TableId) -> Result<(TableActor, u64), NotHere> {
        let term = self.term(table);
        if !self.answers_for(table, term) {
            return Err(unreachable_now().into());
        }
        if self.member.is_some() && self.is_closing.load(Ordering::Relaxed) {
            return Err(closing().into());
        }
        if self.forked().contains(&table) {
            return Err(forked().into());
        }
        let stored = {
            let homes = self.opening.len();
            let _turn = self.opening[table.home() % homes].acquire().await.map_err(|_| closing())?;
            if !self.answers_for(table, term) {
                return Err(unreachable_now().into());
            }
            let open = move |store: &dyn Store| match store.open(table) {
                Err(StoreError::Elsewhere(node)) => Ok(Err(node)),
                stored => stored.map(Ok),
            };
            self.ask(open).await?.map_err(NotHere::Elsewhere)?
        };
        let stored = stored.ok_or_else(|| Problem::new("table.unknown", "there is no such table"))?;
        let tables = Arc::clone(self);
        let work = move || {
            let (epoch, now) = (stored.appender.epoch(), tables.world.read());
            let actor = opening::take_over(stored, now.at, || tables.store.read(table));
            let actor = actor.map_err(|what| tables.damage(table, &what))?;
            let version = actor.room().version();
            tracing::debug!(%table, epoch, version, "a table was taken from the store");
            Ok(actor.after(now.skipped))
        };
        Ok((self.workers.run(Lane::Bulk, Owner::Table(table), work).await?, term))
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

    fn forked(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.forked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are frozen because their logs are not those clients were told of.
    pub(crate) fn count_forked(&self) -> usize {
        self.forked().len()
    }

    /// Closes a table to everyone, for as long as this process runs.
    pub(crate) fn freeze(&self, table: TableId) {
        self.forked().insert(table);
        self.meter.forked.increment(1);
        tracing::error!(%table, "a client was told another history than the log has; the table is frozen");
    }

    pub(crate) fn count_fault(&self, table: TableId) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.meter.faults.increment(1);
        tracing::error!(%table, "a table had a fault; it is opened again from its log");
    }

    fn store_problem(&self, error: &StoreError) -> Problem {
        match error {
            StoreError::Damaged { table, .. } => self.damage(*table, &error.to_string()),
            StoreError::Closed => closing(),
            _ => Problem::new("server.storage", error.to_string()),
        }
    }

    /// Asks the store something that may wait for the disk.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let tables = Arc::clone(self);
        let asked = move || ask(&*tables.store).map_err(|error| tables.store_problem(&error));
        self.runtime.spawn_blocking(asked).await.unwrap_or_else(|_| Err(closing()))
    }

    /// Adds to the log of a table. The table is told when it is safe, unless the outcome is returned at once.
    pub(crate) fn append(
        &self,
        table: &TableHandle,
        epoch: u32,
        append: Append,
        save: u64,
        count: u32,
    ) -> Option<TableMessage> {
        let (table, meter, start) = (table.clone(), Arc::clone(&self.meter), Instant::now());
        let failing = Arc::clone(&self.failing);
        let saved = move |outcome: Result<(), StoreError>| {
            meter.append_seconds.record(start.elapsed().as_secs_f64());
            note_failure(&failing, table.id(), &outcome);
            match &outcome {
                Ok(()) => meter.entries.increment(u64::from(count)),
                Err(error) => {
                    meter.append_failures.increment(1);
                    tracing::error!(table = %table.id(), %error, "a log could not be written; the table is opened again");
                }
            }
            (table, TableMessage::Saved { save, outcome })
        };
        let (later, reports) = (saved.clone(), Arc::clone(&self.saved));
        // A table that has ended is not waiting for it.
        let done = Box::new(move |outcome| {
            let (table, message) = later(outcome);
            let _ = reports.post((table, Letter::Done { epoch, message }));
        });
        match self.store.append(append, done) {
            Submitted::Later => None,
            Submitted::Now(outcome) => Some(saved(outcome).1),
        }
    }

    /// Runs for ever, telling tables the outcome of their appends. The store's thread has many answers at
    /// once: it wakes only this task, and waking the tables from within the runtime costs much less.
    pub(crate) async fn report_saves(self: Arc<Self>) {
        let mut saved = VecDeque::new();
        while self.saved.take(&mut saved).await {
            for (table, letter) in saved.drain(..) {
                table.post(letter);
            }
        }
    }

    /// Opens a table, or finds the one that was opened with the same key.
    pub(crate) async fn open(self: &Arc<Self>, open: OpenTable) -> Result<(TableId, Keys), Problem> {
        let key = open.key.clone().unwrap_or_else(|| Key::from_bytes(self.world.fresh()));
        let hash = open.key.is_some().then(|| *key.hash().as_bytes());
        let opening = if open.record.is_some() {
            // A whole game is replayed.
            let (tables, key) = (Arc::clone(self), key.clone());
            let draw_up = move || tables.draw_up(&open, &key);
            self.runtime.spawn_blocking(draw_up).await.unwrap_or_else(|_| Err(closing()))?
        } else {
            self.draw_up(&open, &key)?
        };
        let table = self.create(opening.charter, hash).await?;
        let (id, keys) = match table {
            Ok(table) => {
                let (reply, keys) = oneshot::channel();
                table.post(Letter::Keys { key, reply });
                (table.id(), keys.await.map_err(|_| closing())?)
            }
            Err(before) => (before, self.keys_from_log(before, &key).await?),
        };
        let keys =
            keys.ok_or_else(|| Problem::new("request.bad_key", "this key has opened another table"))?;
        Ok((id, keys))
    }

    fn draw_up(&self, open: &OpenTable, key: &Key) -> Result<Opening, Problem> {
        let mut fresh = || self.world.fresh();
        let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
        let agrees = &baize_players::agrees_to_draw;
        Opening::new(
            open,
            key,
            &mut Now { at: self.world.now(), fresh: &mut fresh, is_player: &is_player, agrees },
        )
    }

    /// The secrets of a table that another process answers for.
    async fn keys_from_log(self: &Arc<Self>, table: TableId, key: &Key) -> Result<Option<Keys>, Problem> {
        let log = self.ask(move |store| store.read(table)).await?.unwrap_or_default();
        let (tables, key) = (Arc::clone(self), key.clone());
        let replay = move || {
            let damaged = |what: String| tables.damage(table, &what);
            let entries = from_bytes(&log).map_err(damaged)?;
            let room = Room::replay(entries, 0).map_err(|damage| damaged(damage.to_string()))?;
            Ok(room.keys(&key))
        };
        self.workers.run(Lane::Bulk, Owner::Table(table), replay).await
    }

    /// Adds a table to the store.
    async fn keep(&self, new: NewTable) -> Result<Created, StoreError> {
        let (to, created) = oneshot::channel();
        let tell: OnCreated = Box::new(move |created| drop(to.send(created)));
        if let Some((new, tell)) = self.store.create_later(new, tell) {
            let store = Arc::clone(&self.store);
            self.runtime.spawn_blocking(move || tell(store.create(new)));
        }
        created.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Makes a table, or finds the one that was made with the same key; returns only its id if another
    /// process answers for it.
    pub(crate) async fn create(
        self: &Arc<Self>,
        mut charter: Charter,
        key: Option<[u8; 32]>,
    ) -> Result<Result<TableHandle, TableId>, Problem> {
        charter.table = self.store.place(charter.table, key.as_ref());
        let (term, now, is_begun) = (self.term(charter.table), self.world.read(), charter.begun.is_some());
        let make = move || opening::make(charter, key, now.at);
        let (room, new) = if is_begun {
            // A whole game is replayed.
            self.runtime.spawn_blocking(make).await.unwrap_or_else(|_| Err(closing()))?
        } else {
            make()?
        };
        let created = self.keep(new).await;
        note_failure(&self.failing, room.id(), &created);
        match (room, created.map_err(|error| self.store_problem(&error))?) {
            (room, Created::New(appender)) => {
                self.meter.tables_opened.increment(1);
                tracing::info!(table = %room.id(), game = room.charter().game, "a table was opened");
                let table = TableTask::start(
                    self,
                    TableActor::new(room, appender, Some(now.at)).after(now.skipped),
                    term,
                );
                let slot = OnceCell::new_with(Some(table.clone()));
                self.tables().insert(table.id(), Arc::new(slot));
                Ok(Ok(table))
            }
            (_, Created::Before(table)) => match self.find(table).await {
                Ok(found) => Ok(Ok(found)),
                Err(NotHere::Elsewhere(_)) => Ok(Err(table)),
                Err(NotHere::Problem(problem)) => Err(problem),
            },
        }
    }

    /// Reads the log for a client that was away for long.
    pub(crate) async fn older(
        self: &Arc<Self>,
        client: IpAddr,
        table: TableId,
        after: u32,
        until: u32,
    ) -> Result<Older, Problem> {
        let log = self.ask(move |store| store.read(table)).await?.unwrap_or_default();
        let tables = Arc::clone(self);
        let work = move || {
            let start = Instant::now();
            let mut is_enough = |bytes: usize| bytes > MOST_OLDER || start.elapsed() > OLDER_PATIENCE;
            let older = opening::older(table, &log, after, until, &mut is_enough);
            older.map_err(|what| tables.damage(table, &what))
        };
        self.workers.run(Lane::Bulk, Owner::Client(client), work).await
    }

    /// Removes a table from memory, unless it has been reopened since.
    pub(crate) fn forget(&self, table: &TableHandle) {
        let mut tables = self.tables();
        let is_it = |slot: &Slot| slot.get().is_some_and(|found| found.is_same(table));
        if tables.get(&table.id()).is_some_and(is_it) {
            tables.remove(&table.id());
        }
        self.meter.tables.set(tables.len() as f64);
    }

    /// Runs for ever, deleting tables that nobody needs any more.
    pub(crate) async fn sweep(self: Arc<Self>) {
        let limits = self.settings.limits.clone();
        loop {
            // Time the clock has jumped over makes no table older: the clock may have been set wrong.
            let Reading { at, skipped } = self.world.read();
            let hours = |hours: u64| at.0.saturating_sub(skipped).saturating_sub(hours * 3_600_000);
            let unused =
                Unused { waiting: hours(limits.waiting_hours), playing: hours(limits.playing_hours) };
            match self.ask(move |store| store.sweep(&unused)).await {
                Ok(0) | Err(_) => {}
                Ok(count) => tracing::info!(count, "forgot tables that nobody has come to for long"),
            }
            tokio::time::sleep(SWEEP_EVERY).await;
        }
    }

    /// Runs for ever, telling tables when time has passed that is charged to nobody: people watch their
    /// clocks.
    pub(crate) async fn watch_clock(self: Arc<Self>) {
        let mut known = self.world.read().skipped;
        loop {
            tokio::time::sleep(BEAT).await;
            let skipped = self.world.read().skipped;
            if skipped > known {
                tracing::warn!(millis = skipped - known, "the clock has jumped; nobody is charged for it");
                self.handles()
                    .iter()
                    .for_each(|table| table.post(Letter::Report(TableMessage::Input(Input::Tick))));
                known = skipped;
            }
        }
    }

    /// Runs for ever, telling tables when this process may no longer answer for them. A database in which a
    /// lease is renewed counts as accepting writes again, even if nobody has tried since.
    pub(crate) async fn watch_lease(self: Arc<Self>) {
        let Some(member) = &self.member else { return };
        let held = |lease: &Lease| Some(lease.number()).filter(|term| lease.holds(*term));
        let look = || member.leases.iter().map(|lease| (held(lease), lease.until())).collect();
        let (mut before, mut failed): (Vec<_>, u32) = (look(), 0);
        loop {
            tokio::time::sleep(BEAT).await;
            let now: Vec<_> = look();
            let homes = before.iter().zip(&now).zip(0..32);
            let renewed = homes.filter(|((before, now), _)| now.1 > before.1).map(|(_, home)| 1 << home);
            self.failing.fetch_and(!(failed & renewed.sum::<u32>()), Ordering::Relaxed);
            failed = self.failing.load(Ordering::Relaxed);
            if before.iter().zip(&now).any(|(before, now)| before.0.is_some() && now.0 != before.0) {
                tracing::warn!("the lease has run out; other processes may have the tables");
                let look = || Letter::Report(TableMessage::Input(Input::Tick));
                self.handles().iter().for_each(|table| table.post(look()));
            }
            before = now;
        }
    }

    fn handles(&self) -> Vec<TableHandle> {
        self.tables().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// Tells every connection that the server is stopping.
    pub(crate) fn send_away(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        let ending = Ending::come_back(closing());
        self.handles().iter().for_each(|table| table.post(Letter::SendAway(ending.clone())));
    }

    /// Ends the tasks of all tables.
    pub(crate) fn close(&self) {
        self.handles().iter().for_each(TableHandle::close);
        self.tables().clear();
        self.workers.close();
    }
}

/// Why a table is not available here.
#[derive(Debug)]
pub(crate) enum NotHere {
    /// Another process answers for it.
    Elsewhere(Node),
    /// It is not available at all.
    Problem(Problem),
}

impl From<Problem> for NotHere {
    fn from(problem: Problem) -> NotHere {
        NotHere::Problem(problem)
    }
}

/// Records whether the store accepts writes for the home of a table. A table taken over by another process
/// does not count as a failure.
fn note_failure<T>(failing: &AtomicU32, table: TableId, outcome: &Result<T, StoreError>) {
    let home = 1 << (table.home() % 32);
    if matches!(outcome, Ok(_) | Err(StoreError::Fenced | StoreError::Closed)) {
        failing.fetch_and(!home, Ordering::Relaxed);
    } else {
        failing.fetch_or(home, Ordering::Relaxed);
    }
}

fn unreachable_now() -> Problem {
    Problem::new("server.storage", "the database cannot be reached; try again later")
}

pub(crate) fn closing() -> Problem {
    Problem::new("server.closing", "the server is stopping; come back in a moment")
}
