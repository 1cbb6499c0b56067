//! Tables in a PostgreSQL database, or in one that speaks its protocol.
//!
//! The store has a thread with a small runtime of its own, so callers may wait or not, on any thread. Appends
//! go in lanes ([`writer`]), everything else over connections of a pool. The fence is in the database: an
//! append counts only if the table still has the epoch of its appender and its log ends where the appender
//! thinks it does. What was sent but not answered is sent again, and the checksum of the log tells whether it
//! had already been done; so a database that is briefly away only causes a brief delay.

mod devices;
mod node;
mod own;
mod reading;
mod schema;
mod shelf;
mod siblings;
mod spread;
mod trouble;
mod writer;

use crate::chain;
use crate::{
    Append, Appender, Created, Device, DeviceChange, DeviceLink, Done, GamesOf, Leaders, ListedTable, Member,
    NewTable, Store, StoreError, Stored, StoredGame, StoredReview, Submitted, Unused, Wanted,
};
use baize_protocol::TableId;
use baize_protocol::http::Leader;
use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime,
};
use reading::{Head, query};
use siblings::Siblings;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls};
use trouble::{Tries, Trouble};
use writer::Job;

pub use shelf::PostgresShelf;
pub use spread::Spread;

/// How many commits of appends are under way at once.
const LANES: usize = 2;
/// How many connections there are in all.
const CONNECTIONS: usize = 8;
/// How long it may take to connect.
const CONNECTING: Duration = Duration::from_secs(2);
/// How long a query may take to be answered.
const ANSWERING: Duration = Duration::from_secs(10);
/// How long sent data may stay unconfirmed before the peer counts as gone.
const UNHEARD: Duration = Duration::from_secs(5);
/// How many tables are swept at a time.
const SWEPT: i64 = 1_000;

/// Where a database is, and as whom to log in.
#[derive(Clone)]
pub struct Address(Config);

impl FromStr for Address {
    type Err = StoreError;

    /// Reads `postgres://user:password@host:port/name`; several hosts are separated by commas, and the one
    /// that accepts writes is used.
    fn from_str(text: &str) -> Result<Address, StoreError> {
        let bad = |error: tokio_postgres::Error| StoreError::Failed(format!("the database address: {error}"));
        let mut config: Config = text.parse().map_err(bad)?;
        if config.get_ssl_mode() == SslMode::Require {
            let what = "the database address: sslmode=require, and this program does not encrypt; use a private network or a local tunnel";
            return Err(StoreError::Failed(what.to_owned()));
        }
        config.target_session_attrs(TargetSessionAttrs::ReadWrite).tcp_user_timeout(UNHEARD);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        if config.get_application_name().is_none() {
            config.application_name("baize");
        }
        Ok(Address(config))
    }
}

/// Leaves out the password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ports = self.0.get_ports();
        for (number, host) in self.0.get_hosts().iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let port = ports.get(number).or(ports.first()).unwrap_or(&5432);
            match host {
                tokio_postgres::config::Host::Tcp(host) => write!(f, "{comma}{host}:{port}")?,
                #[cfg(unix)]
                tokio_postgres::config::Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
        }
        write!(f, "/{}", self.0.get_dbname().or(self.0.get_user()).unwrap_or_default())
    }
}

/// Keeps tables in a database.
pub struct Postgres {
    pool: Pool,
    runtime: Handle,
    lanes: Mutex<Vec<UnboundedSender<Job>>>,
    thread: Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>,
    member: Arc<OnceLock<Arc<Member>>>,
    siblings: Arc<OnceLock<Siblings>>,
    /// Whether the database has the current format.
    is_ready: Arc<AtomicBool>,
}

impl Postgres {
    /// Connects, and brings the database to the current format.
    pub fn open(address: &Address) -> Result<Postgres, StoreError> {
        let store = Postgres::start(address)?;
        store.make_ready()?;
        Ok(store)
    }

    /// Makes a store that is not usable until [`Postgres::make_ready`].
    fn start(address: &Address) -> Result<Postgres, StoreError> {
        let pool = pool(address, CONNECTIONS)?;
        let mut lanes = Vec::new();
        let mut queues = Vec::new();
        for _ in 0..LANES {
            let (jobs, queue) = unbounded_channel();
            lanes.push(jobs);
            queues.push(queue);
        }
        let (stop, stopped) = oneshot::channel();
        let (to, started) = channel();
        let writers = pool.clone();
        let member: Arc<OnceLock<Arc<Member>>> = Arc::default();
        let leaving = Arc::clone(&member);
        let siblings: Arc<OnceLock<Siblings>> = Arc::default();
        let asking = Arc::clone(&siblings);
        let work = move || {
            let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(error) => return drop(to.send(Err(StoreError::Failed(error.to_string())))),
            };
            drop(to.send(Ok(runtime.handle().clone())));
            runtime.block_on(async {
                let lanes: Vec<_> = queues
                    .into_iter()
                    .map(|queue| tokio::spawn(writer::work(writers.clone(), Arc::clone(&asking), queue)))
                    .collect();
                let _ = stopped.await;
                // Their queues are closed: they write what is waiting in them and end.
                for lane in lanes {
                    let _ = lane.await;
                }
                if let Some(member) = leaving.get() {
                    // If it fails, the lease runs out by itself.
                    let _ = timeout(CONNECTING, node::leave(member, &writers)).await;
                }
            });
        };
        let thread = std::thread::Builder::new().name("database".to_owned()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        let runtime = started.recv().map_err(|_| StoreError::Closed)??;
        Ok(Postgres {
            pool,
            runtime,
            lanes: Mutex::new(lanes),
            thread: Mutex::new(Some((stop, thread))),
            member,
            siblings,
            is_ready: Arc::default(),
        })
    }

    /// Brings the database to the current format.
    fn make_ready(&self) -> Result<(), StoreError> {
        self.ask_at_once(|client, _| Box::pin(schema::migrate(client)))?;
        self.is_ready.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Does the same as soon as the database can be reached.
    fn make_ready_later(&self) {
        let (pool, is_ready) = (self.pool.clone(), Arc::clone(&self.is_ready));
        self.runtime.spawn(async move {
            while !is_ready.load(Ordering::Relaxed) && !pool.is_closed() {
                tokio::time::sleep(CONNECTING / 4).await;
                if let Ok(client) = pool.get().await {
                    is_ready.store(schema::migrate(&client).await.is_ok(), Ordering::Relaxed);
                }
            }
        });
    }

    /// Does work on a connection, retrying if need be, and waits for the result. The work is told whether it
    /// was tried before.
    fn ask<T: Send + 'static>(
        &self,
        work: impl for<'a> Fn(&'a Client, bool) -> Work<'a, T> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        if !self.is_ready.load(Ordering::Relaxed) {
            return Err(StoreError::Away("it was away when this process started".to_owned()));
        }
        self.ask_at_once(work)
    }

    /// Like [`Postgres::ask`], whether or not the database is ready.
    fn ask_at_once<T: Send + 'static>(
        &self,
        work: impl for<'a> Fn(&'a Client, bool) -> Work<'a, T> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        if self.lanes().is_empty() {
            return Err(StoreError::Closed);
        }
        let (to, answer) = channel();
        let pool = self.pool.clone();
        self.runtime.spawn(async move {
            let done = async {
                let mut tries = Tries::new();
                loop {
                    let client = tries.client(&pool).await?;
                    let trouble = match timeout(ANSWERING, work(&client, tries.is_again())).await {
                        Ok(Ok(done)) => return Ok(done),
                        Ok(Err(trouble)) => trouble,
                        Err(_) => {
                            // Nobody else must get a connection that still waits for this answer.
                            drop(Object::take(client));
                            Trouble::Late
                        }
                    };
                    tries.again(trouble).await?;
                }
            };
            // A caller who has stopped waiting need not be told.
            let _ = to.send(done.await);
        });
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    /// Joins a service as this process, which holds the lease with this number for this database. It is
    /// renewed from now on, even if it could not be obtained yet.
    fn join_as(&self, member: &Arc<Member>, home: usize) -> Result<(), StoreError> {
        let joining = Arc::clone(member);
        let joined = self.ask(move |client, _| {
            let member = Arc::clone(&joining);
            Box::pin(async move { node::register(&member, home, client).await })
        });
        let _ = self.member.set(Arc::clone(member));
        let is_ready = Arc::clone(&self.is_ready);
        self.runtime.spawn(node::keep(Arc::downgrade(member), home, self.pool.clone(), is_ready));
        joined
    }

    /// The rows of tables, latest first, each with the time of its last change.
    fn changed_rows(&self, wanted: &Wanted) -> Result<Vec<(i64, String)>, StoreError> {
        let wanted = Arc::new(wanted.clone());
        self.ask(move |client, _| {
            let wanted = Arc::clone(&wanted);
            Box::pin(async move { reading::rows(client, &wanted).await })
        })
    }

    /// Changes devices of a person who has ratings of these games and kinds in other databases.
    fn change_devices_of_rated(
        &self,
        change: DeviceChange,
        rated: Vec<(String, String)>,
    ) -> Result<bool, StoreError> {
        let change = Arc::new((change, rated));
        self.ask(move |client, is_again| {
            let change = Arc::clone(&change);
            Box::pin(async move { devices::change(client, &change.0, &change.1, is_again).await })
        })
    }

    /// The name of this process within the service.
    fn own_name(&self) -> Option<String> {
        self.member.get().map(|member| member.node.id.clone())
    }

    fn lanes(&self) -> MutexGuard<'_, Vec<UnboundedSender<Job>>> {
        self.lanes.lock().expect("nothing panics while it holds the lanes")
    }
}

/// Work done on a connection.
type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

fn pool(address: &Address, connections: usize) -> Result<Pool, StoreError> {
    let settings = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(address.0.clone(), NoTls, settings);
    // Whatever its defaults: what is acknowledged here is on the database's disk.
    let hook = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
        Box::pin(async move {
            client.batch_execute("SET synchronous_commit = on").await.map_err(HookError::Backend)
        })
    });
    let pool = Pool::builder(manager)
        .max_size(connections)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(CONNECTING))
        .create_timeout(Some(CONNECTING))
        .post_create(hook);
    pool.build().map_err(|error| StoreError::Failed(error.to_string()))
}

impl Store for Postgres {
    fn create(&self, new: NewTable) -> Result<Created, StoreError> {
        let mut appender = Appender::new(new.table, 0, 1, 0, chain::first(new.table));
        let append = Arc::new(appender.write(new.entries.clone()));
        let (new, owner) = (Arc::new(new), self.own_name());
        let made = self.ask(move |client, is_again| {
            let (new, append, owner) = (Arc::clone(&new), Arc::clone(&append), owner.clone());
            Box::pin(async move { create(client, &new, &append, owner, is_again).await })
        })?;
        Ok(made.map_or(Created::New(appender), Created::Before))
    }

    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        let owner = self.own_name();
        let sql = OPEN;
        #[cfg(feature = "planted")]
        let sql = if crate::planted::is(crate::planted::PlantedBug::TwoOwners) {
            "UPDATE heads SET epoch = epoch + 1, owner = $2::TEXT WHERE id = $1 RETURNING epoch, version, sum"
        } else {
            sql
        };
        self.ask(move |client, _| {
            let owner = owner.clone();
            Box::pin(async move {
                loop {
                    let head = query(client, sql, &[&table.as_str(), &owner]).await?;
                    if let Some(head) = head.first().map(Head::read) {
                        return reading::stored(client, table, &head).await.map(Some);
                    }
                    if let Some(node) = node::owner(client, table).await? {
                        return Err(StoreError::Elsewhere(node).into());
                    }
                    // A table without a head is damaged; one with a head was released just now.
                    if reading::whole(client, table).await?.is_none() {
                        return Ok(None);
                    }
                }
            })
        })
    }

    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        self.ask(move |client, _| Box::pin(reading::whole(client, table)))
    }

    fn append(&self, append: Append, done: Done) -> Submitted {
        let mut hasher = DefaultHasher::new();
        append.table.hash(&mut hasher);
        let lanes = self.lanes();
        let lane = lanes.get(hasher.finish() as usize % LANES);
        match lane.is_some_and(|lane| lane.send((append, done)).is_ok()) {
            true => Submitted::Later,
            false => Submitted::Now(Err(StoreError::Closed)),
        }
    }

    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError> {
        Ok(self.changed_rows(wanted)?.into_iter().map(|(_, row)| row).collect())
    }

    fn row(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.ask(move |client, _| Box::pin(reading::row(client, table)))
    }

    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError> {
        let wanted = Arc::new(wanted.clone());
        self.ask(move |client, _| {
            let wanted = Arc::clone(&wanted);
            Box::pin(async move { reading::leaders(client, &wanted).await })
        })
    }

    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError> {
        let wanted = Arc::new(wanted.clone());
        self.ask(move |client, _| {
            let wanted = Arc::clone(&wanted);
            Box::pin(async move { own::games_of(client, &wanted).await })
        })
    }

    fn erase(&self, player: &str) -> Result<u32, StoreError> {
        let player: Arc<str> = player.into();
        self.ask(move |client, _| {
            let player = Arc::clone(&player);
            Box::pin(async move { own::erase(client, &player).await })
        })
    }

    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError> {
        let device: Arc<str> = device.into();
        self.ask(move |client, _| {
            let device = Arc::clone(&device);
            Box::pin(async move { devices::person_of(client, &device).await })
        })
    }

    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError> {
        let person: Arc<str> = person.into();
        self.ask(move |client, _| {
            let person = Arc::clone(&person);
            Box::pin(async move { devices::of_person(client, &person).await })
        })
    }

    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError> {
        let hash = *hash;
        self.ask(move |client, _| Box::pin(async move { devices::link(client, &hash, now).await }))
    }

    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError> {
        self.change_devices_of_rated(change, Vec::new())
    }

    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError> {
        let review = Arc::new(review);
        self.ask(move |client, _| {
            let review = Arc::clone(&review);
            Box::pin(async move { own::keep_review(client, table, &review).await })
        })
    }

    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError> {
        self.ask(move |client, _| Box::pin(own::review(client, table, revision)))
    }

    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError> {
        let unused = *unused;
        self.ask(move |client, _| {
            Box::pin(async move {
                let mut count = 0;
                for (phase, before) in [("waiting", unused.waiting), ("playing", unused.playing)] {
                    count += query(client, SWEEP, &[&phase, &(before as i64), &SWEPT]).await?.len();
                }
                Ok(count as u32)
            })
        })
    }

    fn join(&self, address: &str) -> Result<Option<Arc<Member>>, StoreError> {
        let member = Arc::new(node::member(address, 1)?);
        self.join_as(&member, 0)?;
        Ok(Some(member))
    }

    fn release(&self, table: TableId, epoch: u32) {
        let (Some(member), pool) = (self.member.get().cloned(), self.pool.clone()) else { return };
        self.runtime.spawn(async move {
            if let Ok(client) = pool.get().await {
                // If it fails, requests for the table are still sent here.
                let _ = node::release(&member, &client, table, epoch).await;
            }
        });
    }

    fn close(&self) {
        self.lanes().clear();
        let thread = self.thread.lock().expect("nothing panics while it holds the thread").take();
        let Some((stop, thread)) = thread else { return };
        let _ = stop.send(());
        let _ = thread.join();
        self.pool.close();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.close();
    }
}

/// Takes over a table that nobody, or this process itself, answers for.
const OPEN: &str = "
    UPDATE heads SET epoch = epoch + 1, owner = $2::TEXT
    WHERE id = $1 AND (owner IS NULL OR owner = $2 OR NOT EXISTS (
        SELECT 1 FROM nodes WHERE nodes.id = heads.owner AND nodes.expires > now()
    ))
    RETURNING epoch, version, sum";

/// Deletes tables that have not changed for long, with everything that belongs to them.
const SWEEP: &str = "
    WITH gone AS (
        DELETE FROM tables
        WHERE id IN (SELECT id FROM tables WHERE phase = $1 AND changed < $2 ORDER BY changed LIMIT $3)
        RETURNING id
    ), heads_gone AS (DELETE FROM heads WHERE id IN (SELECT id FROM gone)),
    log_gone AS (DELETE FROM log WHERE id IN (SELECT id FROM gone)),
    margins_gone AS (DELETE FROM margins WHERE id IN (SELECT id FROM gone)),
    snapshots_gone AS (DELETE FROM snapshots WHERE id IN (SELECT id FROM gone))
    SELECT id FROM gone";

/// Adds a table, unless its key or its id is taken.
const CREATE: &str = "
    WITH made AS (
        INSERT INTO tables (id, key, game, phase, is_public, changed, shown)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT DO NOTHING RETURNING id
    ), begun AS (
        INSERT INTO heads (id, epoch, version, sum, owner)
        SELECT id, 1, $8::INT8, $9::BYTEA, $13::TEXT FROM made
    ), logged AS (
        INSERT INTO log (id, version, epoch, entry, sum)
        SELECT made.id, e.version, 1, e.entry, e.sum
        FROM made, unnest($10::INT8[], $11::BYTEA[], $12::BYTEA[]) AS e (version, entry, sum)
    )
    SELECT id FROM made";

/// Adds a table; returns the earlier one that was made with the same key, if any.
async fn create(
    client: &Client,
    new: &NewTable,
    append: &Append,
    owner: Option<String>,
    is_again: bool,
) -> Result<Option<TableId>, Trouble> {
    let ListedTable { game, phase, is_public, changed, row, .. } = &new.listing;
    let (id, key) = (new.table.as_str(), new.key.as_ref().map(|key| &key[..]));
    let first = chain::first(new.table);
    let (version, sum) = (i64::from(append.version()), &append.sum().unwrap_or(&first)[..]);
    let versions: Vec<i64> = (1..=version).collect();
    let entries: Vec<&[u8]> = append.entries().collect();
    let sums: Vec<&[u8]> = append.entries.iter().map(|(_, sum)| &sum[..]).collect();
    let changed = *changed as i64;
    let values: [&(dyn ToSql + Sync); 13] = [
        &id,
        &key,
        game,
        &phase.word(),
        is_public,
        &changed,
        row,
        &version,
        &sum,
        &versions,
        &entries,
        &sums,
        &owner,
    ];
    if !query(client, CREATE, &values).await?.is_empty() {
        return Ok(None);
    }
    if let Some(key) = key {
        let before = query(client, "SELECT id FROM tables WHERE key = $1", &[&key]).await?;
        // The first try may already have made it.
        if let Some(before) = before.first().and_then(|row| TableId::new(row.get(0))) {
            return Ok(Some(before).filter(|before| !is_again || *before != new.table));
        }
    }
    let sql = "SELECT id FROM heads WHERE id = $1 AND epoch = 1 AND version = $2 AND sum = $3";
    if is_again && !query(client, sql, &[&id, &version, &sum]).await?.is_empty() {
        return Ok(None);
    }
    Err(StoreError::Failed("there is a table with this id".to_owned()).into())
}
