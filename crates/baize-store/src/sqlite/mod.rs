//! Tables in a SQLite file.
//!
//! One thread writes. It takes everything that is waiting, writes it in one transaction with one sync of the
//! disk (WAL, `synchronous = FULL`), records where the journal ends ([`tail`]), and then reports the results:
//! the busier the store, the more each sync covers. Reads use connections of their own and do not wait for
//! it.

mod devices;
mod own;
mod schema;
mod settle;
mod shelf;
mod stepped;
mod tail;
mod unfiled;
mod writer;

use crate::chain::{self, Checker};
use crate::leaders::{self, Tally};
use crate::{
    Append, Appender, Created, Device, DeviceChange, DeviceLink, Done, GamesOf, Leaders, MOST_ROWS, NewTable,
    OnCreated, Store, StoreError, Stored, StoredGame, StoredReview, Submitted, Unused, Wanted,
};
use baize_protocol::TableId;
use baize_protocol::http::{Leader, Ranking};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tail::Tail;
use writer::{Job, Writer};

pub use shelf::SqliteShelf;
pub use stepped::{Settled, Stepped};
pub use tail::TailFile;

/// The name of the data file in its folder.
const FILE: &str = "baize.db";
/// The name of the file that is locked while a process uses the folder.
const LOCK: &str = "baize.lock";
/// How many connections for reading are kept for reuse.
const MOST_READERS: usize = 8;
/// How long to wait for another program that holds the data file.
const PATIENCE: Duration = Duration::from_secs(2);
/// The size of the write-ahead log at which it is copied to the data file, where no commit waits for it.
const CHECKPOINT: u64 = 8 << 20;

/// How a data folder is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SqliteSettings {
    /// The size in bytes beyond which the data file does not grow.
    pub most_bytes: Option<u64>,
    /// The SQLite VFS to use, by name, for a simulator; the system's without it.
    pub vfs: Option<&'static str>,
}

/// Keeps tables in a file.
pub struct Sqlite {
    folder: PathBuf,
    settings: SqliteSettings,
    jobs: Mutex<Option<Sender<Job>>>,
    readers: Mutex<Vec<Connection>>,
    is_closed: Arc<AtomicBool>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Held for as long as the process uses the folder.
    lock: File,
}

impl Sqlite {
    /// Opens the folder, making it if there is none, and brings its data to the current format.
    pub fn open(folder: &Path, settings: SqliteSettings) -> Result<Sqlite, StoreError> {
        let lock = lock(folder)?;
        let mut connection = connect(folder, &settings)?;
        schema::migrate(&mut connection)?;
        let (jobs, queue) = channel();
        let open_tail = |found| Tail::open(folder, found);
        let (writer, tail) = Writer::new(folder.to_owned(), settings, connection, open_tail)?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let checkpoints = connect(folder, &settings)?;
        let (file, stop) = (folder.join(format!("{FILE}-wal")), Arc::clone(&is_closed));
        let threads = vec![
            std::thread::spawn(move || writer.work(tail, &queue)),
            std::thread::spawn(move || copy_now_and_then(&checkpoints, &file, &stop)),
        ];
        Ok(Sqlite {
            folder: folder.to_owned(),
            settings,
            jobs: Mutex::new(Some(jobs)),
            readers: Mutex::new(Vec::new()),
            is_closed,
            threads: Mutex::new(threads),
            lock,
        })
    }

    fn submit(&self, job: Job) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().expect("nothing panics while it holds the queue");
        jobs.as_ref().ok_or(StoreError::Closed)?.send(job).map_err(|_| StoreError::Closed)
    }

    /// Sends the writer a job and waits for the answer.
    fn ask<T>(&self, job: impl FnOnce(Sender<Result<T, StoreError>>) -> Job) -> Result<T, StoreError> {
        let (to, answer) = channel();
        self.submit(job(to))?;
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    /// Reads over a connection that nobody else is using.
    fn reading<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let spare = self.readers.lock().expect("nothing panics while it holds the readers").pop();
        let connection = match spare {
            Some(connection) => connection,
            None => connect(&self.folder, &self.settings)?,
        };
        let done = read(&connection);
        let mut readers = self.readers.lock().expect("nothing panics while it holds the readers");
        if readers.len() < MOST_READERS {
            readers.push(connection);
        }
        done
    }
}

/// Makes sure that no other process is using the folder.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let unusable =
        |error: std::io::Error| StoreError::Folder { folder: folder.to_owned(), what: error.to_string() };
    std::fs::create_dir_all(folder).map_err(unusable)?;
    let file =
        File::options().write(true).create(true).truncate(false).open(folder.join(LOCK)).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// Opens a file for reading and writing, making it if there is none; only the operator can read it.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    own(&mut options).open(path)
}

/// Makes files created with these options readable by their owner alone.
fn own(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn connect(folder: &Path, settings: &SqliteSettings) -> Result<Connection, StoreError> {
    let path = folder.join(FILE);
    // The files that SQLite adds beside this one get the same permissions.
    let unusable =
        |error: std::io::Error| StoreError::Folder { folder: folder.to_owned(), what: error.to_string() };
    let connection = match settings.vfs {
        Some(vfs) => Connection::open_with_flags_and_vfs(path, OpenFlags::default(), vfs)?,
        None => {
            private(&path).map_err(unusable)?;
            Connection::open(path)?
        }
    };
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // A separate thread copies the write-ahead log to the data file.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    if let Some(bytes) = settings.most_bytes {
        let size: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        let pages = (bytes / size.unsigned_abs().max(1)).max(1);
        connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
    }
    Ok(connection)
}

/// Copies the write-ahead log to the data file whenever it has grown large.
fn copy_now_and_then(connection: &Connection, log: &Path, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(500));
        if std::fs::metadata(log).is_ok_and(|log| log.len() > CHECKPOINT) {
            // If copying fails, it is tried again later.
            let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

impl Store for Sqlite {
    fn create(&self, table: NewTable) -> Result<Created, StoreError> {
        self.ask(|to| Job::Create(Box::new(table), Box::new(move |created| drop(to.send(created)))))
    }

    fn create_later(&self, table: NewTable, created: OnCreated) -> Option<(NewTable, OnCreated)> {
        // If the store is closed, dropping `created` tells the caller.
        let _ = self.submit(Job::Create(Box::new(table), created));
        None
    }

    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        // Ids without a table must not cost a write.
        if self.row(table)?.is_none() {
            return Ok(None);
        }
        let Some((number, epoch)) = self.ask(|to| Job::Open(table, to))? else { return Ok(None) };
        self.reading(|connection| stored(connection, table, number, epoch).map(Some))
    }

    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        // If nothing can be written, not even to file entries, reading still works.
        let filed = match self.ask(|to| Job::File(table, to)) {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => Filed::All,
            Err(StoreError::Full | StoreError::Busy) => Filed::Some,
            Err(error) => return Err(error),
        };
        self.reading(|connection| whole(connection, table, filed))
    }

    fn append(&self, append: Append, done: Done) -> Submitted {
        match self.submit(Job::Append(append, done)) {
            Ok(()) => Submitted::Later,
            Err(error) => Submitted::Now(Err(error)),
        }
    }

    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError> {
        let phases = match wanted.phase {
            Some(phase) => [phase.word(), phase.word()],
            None => ["waiting", "playing"],
        };
        self.reading(|connection| {
            let sql =
                "SELECT row FROM tables WHERE is_public AND phase IN (?1, ?2) AND (?3 IS NULL OR game = ?3)
                       ORDER BY changed DESC LIMIT ?4";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select
                .query_map(params![phases[0], phases[1], wanted.game, MOST_ROWS as i64], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    fn row(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.reading(|connection| {
            let mut select = connection.prepare_cached("SELECT row FROM tables WHERE id = ?")?;
            Ok(select.query_row([table.as_str()], |row| row.get(0)).optional()?)
        })
    }

    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError> {
        if wanted.by == Ranking::Rating {
            return Ok(leaders::by_rating(
                self.reading(|connection| own::rated(connection, wanted))?,
                wanted,
            ));
        }
        self.reading(|connection| {
            // Player names contain no quotes, so a JSON array can be built to look up which of them have
            // played on an earlier day.
            let sql = "SELECT player, max(is_computer), count(*), sum(won), sum(share), max(score), max(changed) FROM (
                           SELECT *, row_number() OVER (
                               PARTITION BY player, known, changed / ?2 ORDER BY changed, number
                           ) AS today FROM (
                               SELECT *, CASE WHEN is_computer THEN others ELSE coalesce((
                                   SELECT group_concat(value, ' ') FROM (
                                       SELECT value FROM json_each('[\"' || replace(own.others, ' ', '\",\"') || '\"]')
                                       WHERE EXISTS (
                                           SELECT 1 FROM results AS earlier WHERE earlier.game = ?1
                                           AND earlier.player = value AND earlier.changed < own.changed / ?2 * ?2
                                           AND earlier.counts <> 'nothing'
                                       ) ORDER BY value
                                   )
                               ), ?4) END AS known FROM results AS own WHERE game = ?1 AND counts <> 'nothing'
                           )
                       ) AS counted WHERE others = '' OR today <= ?3 GROUP BY player";
            let mut select = connection.prepare_cached(sql)?;
            let counted =
                params![wanted.game, leaders::DAY as i64, leaders::MOST_A_DAY, leaders::NEWCOMERS];
            let tallies = select.query_map(counted, |row| {
                Ok(Tally {
                    player: row.get(0)?,
                    is_computer: row.get(1)?,
                    games: row.get(2)?,
                    wins: row.get(3)?,
                    points: row.get(4)?,
                    best: row.get(5)?,
                    last: row.get::<_, i64>(6)?.unsigned_abs(),
                })
            })?;
            let tallies = tallies.collect::<Result<_, _>>()?;
            let sql =
                "SELECT name FROM results WHERE game = ? AND player = ? ORDER BY changed DESC, number DESC LIMIT 1";
            let mut last = connection.prepare_cached(sql)?;
            leaders::rank(tallies, wanted, |player| {
                Ok(last.query_row(params![wanted.game, player], |row| row.get(0))?)
            })
        })
    }

    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError> {
        self.reading(|connection| own::games_of(connection, wanted))
    }

    fn erase(&self, player: &str) -> Result<u32, StoreError> {
        self.ask(|to| Job::Erase(player.to_owned(), to))
    }

    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError> {
        self.reading(|connection| devices::person_of(connection, device))
    }

    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError> {
        self.reading(|connection| devices::of_person(connection, person))
    }

    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError> {
        self.reading(|connection| devices::link(connection, hash, now))
    }

    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError> {
        self.ask(|to| Job::ChangeDevices(change, to))
    }

    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError> {
        self.ask(|to| Job::KeepReview(table, review, to))
    }

    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError> {
        self.reading(|connection| own::review(connection, table, revision))
    }

    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError> {
        self.ask(|to| Job::Sweep(*unused, to))
    }

    fn close(&self) {
        let jobs = self.jobs.lock().expect("nothing panics while it holds the queue").take();
        let Some(jobs) = jobs else { return };
        self.is_closed.store(true, Ordering::Relaxed);
        self.readers.lock().expect("nothing panics while it holds the readers").clear();
        let threads = std::mem::take(&mut *self.threads.lock().expect("nothing panics with the threads"));
        threads.iter().for_each(|thread| thread.thread().unpark());
        let (to, closed) = channel();
        if jobs.send(Job::Close(to)).is_ok() {
            let _ = closed.recv();
        }
        drop(jobs);
        threads.into_iter().for_each(|thread| drop(thread.join()));
        // Anyone who still holds the store can no longer use it, so the folder is free.
        let _ = self.lock.unlock();
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

/// What is needed to continue a table that was just opened.
fn stored(connection: &Connection, table: TableId, number: i64, epoch: u32) -> Result<Stored, StoreError> {
    let snapshot = sound_snapshot(connection, number)?;
    let (after, start) = match &snapshot {
        Some((version, sum, _)) => (*version, *sum),
        None => (0, chain::first(table)),
    };
    let (entries, checker) = entries(connection, number, Checker::new(table, after, start), Filed::All)?;
    let appender = Appender::new(table, number, epoch, checker.version(), checker.sum());
    let margin = margin(connection, number, &checker)?;
    Ok(Stored { appender, snapshot: snapshot.map(|(_, _, snapshot)| snapshot), entries, margin })
}

/// The whole log of a table.
fn whole(connection: &Connection, table: TableId, filed: Filed) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
    let mut select = connection.prepare_cached("SELECT number FROM tables WHERE id = ?")?;
    let number = select.query_row([table.as_str()], |row| row.get(0)).optional()?;
    let Some(number) = number else { return Ok(None) };
    let checker = Checker::new(table, 0, chain::first(table));
    Ok(Some(entries(connection, number, checker, filed)?.0))
}

/// The latest snapshot with its version and the checksum of the log there, if it is intact.
fn sound_snapshot(
    connection: &Connection,
    number: i64,
) -> Result<Option<(u32, chain::Sum, Vec<u8>)>, StoreError> {
    let sql = "SELECT version, sum, snapshot, snapshot_sum FROM snapshots WHERE number = ?";
    let mut select = connection.prepare_cached(sql)?;
    let found = select
        .query_row([number], |row| {
            let own: Vec<u8> = row.get(3)?;
            Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?, row.get::<_, Vec<u8>>(2)?, own))
        })
        .optional()?;
    Ok(found.and_then(|(version, sum, snapshot, own)| {
        let sum = sum.try_into().ok()?;
        (own == chain::of(&snapshot)).then_some((version, sum, snapshot))
    }))
}

/// Whether all entries of a table are filed, or some may still be in the journal, where lookups are slow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filed {
    All,
    Some,
}

/// The margin of the log that the checker has read, checked.
fn margin(connection: &Connection, number: i64, checker: &Checker) -> Result<Option<Vec<u8>>, StoreError> {
    let sql = "SELECT version, margin, sum FROM margins WHERE number = ?";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?));
    match select.query_row([number], read).optional()? {
        Some((version, margin, sum)) => checker.margin(version, margin, &sum),
        None => Ok(None),
    }
}

/// The entries of a table after those the checker has read, checked; and the checker at the end of the log.
fn entries(
    connection: &Connection,
    number: i64,
    mut checker: Checker,
    filed: Filed,
) -> Result<(Vec<Vec<u8>>, Checker), StoreError> {
    let sql = "SELECT version, sum FROM head WHERE number = ?";
    let head = connection
        .prepare_cached(sql)?
        .query_row([number], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, Vec<u8>>(1)?)));
    // Without a head nothing has been filed.
    let (filed_to, sum) = head.optional()?.unwrap_or_else(|| (0, checker.sum().to_vec()));
    let mut found = Vec::new();
    let mut take = |checker: &mut Checker, sql: &str| -> Result<(), StoreError> {
        let mut select = connection.prepare_cached(sql)?;
        let mut rows = select.query(params![number, checker.version()])?;
        while let Some(row) = rows.next()? {
            let entry: Vec<u8> = row.get(1)?;
            checker.take(row.get(0)?, &entry, row.get_ref(2)?.as_bytes().unwrap_or_default())?;
            found.push(entry);
        }
        Ok(())
    };
    let log = "SELECT version, entry, sum FROM log WHERE number = ? AND version > ? ORDER BY version";
    take(&mut checker, log)?;
    checker.end(filed_to, &sum)?;
    if filed == Filed::Some {
        let journal = "SELECT version, entry, sum FROM journal WHERE number = ? AND version > ? ORDER BY id";
        take(&mut checker, journal)?;
    }
    Ok((found, checker))
}

/// Copies the data of a folder, in use or not, to a new file: as of one moment, complete and checked.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let file = folder.join(FILE);
    let missing = |what: &str| StoreError::Folder { folder: folder.to_owned(), what: what.to_owned() };
    if !file.is_file() {
        return Err(missing("there is no data file"));
    }
    let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    let name = to.to_str().ok_or_else(|| missing("the name of the copy is not valid text"))?;
    let unusable = |error: std::io::Error| StoreError::Failed(format!("{name}: {error}"));
    own(File::options().write(true).create_new(true)).open(to).map_err(unusable)?;
    let to = name;
    connection.execute("VACUUM INTO ?", [to])?;
    let copy = Connection::open_with_flags(to, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let verdict: String = copy.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::Failed(format!("the copy is not sound: {verdict}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn commits_are_synced_to_the_disk() {
        let folder = std::env::temp_dir().join(format!("baize-store-sync-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let connection = connect(&folder, &SqliteSettings::default()).unwrap();
        let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
        let sync: i64 = connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).unwrap();
        assert_eq!((mode.as_str(), sync), ("wal", 2));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_rush_of_readers_leaves_few_connections() {
        let folder = std::env::temp_dir().join(format!("baize-store-rush-{}", std::process::id()));
        let store = Sqlite::open(&folder, SqliteSettings::default()).unwrap();
        let all = std::sync::Barrier::new(40);
        let read = || store.reading(|_| Ok(all.wait())).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..40 {
                scope.spawn(read);
            }
        });
        assert_eq!(store.readers.lock().unwrap().len(), MOST_READERS);
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_of_the_first_program_opens_and_goes_on() {
        let folder = std::env::temp_dir().join(format!("baize-store-old-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let old = connect(&folder, &SqliteSettings::default()).unwrap();
        schema::first_format(&old);
        let table = conformance::table(1);
        let sum = chain::next(&chain::first(table), 1, b"a");
        old.execute(
            "INSERT INTO tables VALUES (1, ?, NULL, 1, 'nine', 'over', 1, 5, 'row')",
            [table.as_str()],
        )
        .unwrap();
        old.execute("INSERT INTO log VALUES (1, 1, x'61', ?)", [&sum[..]]).unwrap();
        old.execute("INSERT INTO head VALUES (1, 1, ?)", [&sum[..]]).unwrap();
        drop(old);
        let store = Sqlite::open(&folder, SqliteSettings::default()).unwrap();
        assert_eq!(conformance::log(&store, 1), ["a"]);
        let mut appender = store.open(table).unwrap().unwrap().appender;
        conformance::append(&store, appender.write(vec![b"b".to_vec()])).unwrap();
        assert_eq!(conformance::log(&store, 1), ["a", "b"]);
        assert!(
            conformance::leaders(&store, baize_protocol::http::Ranking::Share).is_empty(),
            "what the old format did not have is there now"
        );
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
