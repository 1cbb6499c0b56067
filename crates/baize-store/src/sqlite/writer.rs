//! The one thread that writes.

use super::settle::{Batch, Debt, owe, settle, tell};
use super::tail::Tail;
use super::unfiled::Unfiled;
use super::{SqliteSettings, connect, devices, own};
use crate::chain;
use crate::devices::adopt;
use crate::leaders;
use crate::own::forget;
use crate::rating::{counts, is_rated, rate};
use crate::{
    Append, Appender, Created, DeviceChange, Done, ListedTable, NewTable, OnCreated, StoreError,
    StoredReview, Unused,
};
use baize_protocol::TableId;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// The most jobs in one commit, so that the first of them does not wait for ever.
const MOST_JOBS: usize = 1_024;
/// With more entries than this in the journal, filing goes on even while there is other work. The longer it
/// is put off, the more entries of a table are filed together, and the fewer pages are written for each.
/// Whatever is left when a process is killed is filed at the next start, at some hundred thousand entries a
/// second.
const MOST_UNFILED: usize = 100_000;
/// How many entries are filed at a time.
const SLICE: usize = 256;
/// How long the writer waits without jobs before it starts filing.
const IDLE: Duration = Duration::from_millis(100);
/// How long it waits before it goes on filing.
const STILL_IDLE: Duration = Duration::from_millis(2);

/// A number that belongs to no table: theirs count from 1.
const NO_TABLE: i64 = 0;

type Stored<T> = Result<T, StoreError>;

/// A job for the writer.
pub(super) enum Job {
    Append(Append, Done),
    Create(Box<NewTable>, OnCreated),
    /// Raises the epoch of a table and files its entries; answers with its number and epoch.
    Open(TableId, Sender<Stored<Option<(i64, u32)>>>),
    /// Files the entries of a table; answers with its number.
    File(TableId, Sender<Stored<Option<i64>>>),
    Sweep(Unused, Sender<Stored<u32>>),
    Erase(String, Sender<Stored<u32>>),
    ChangeDevices(DeviceChange, Sender<Stored<bool>>),
    KeepReview(TableId, StoredReview, Sender<Stored<()>>),
    Close(Sender<()>),
}

/// Where the log of an open table ends, and which epoch may write there.
#[derive(Clone, Copy)]
struct End {
    epoch: u32,
    version: u32,
}

pub(super) struct Writer {
    folder: PathBuf,
    settings: SqliteSettings,
    connection: Connection,
    /// Tables that this process has opened. The fence is here, in memory: the lock on the folder keeps other
    /// processes out.
    ends: HashMap<i64, End>,
    /// What `ends` was before the open transaction, latest change last.
    undo: Vec<(i64, Option<End>)>,
    unfiled: Unfiled,
    /// The last row of the journal.
    tail: i64,
    /// Whether memory may differ from the file, which must then be read again before anything is written.
    is_lost: bool,
}

impl Writer {
    /// Takes over the file, first filing whatever is in the journal. `open_tail` is given where the journal
    /// ends.
    pub(super) fn new(
        folder: PathBuf,
        settings: SqliteSettings,
        connection: Connection,
        open_tail: impl FnOnce(i64) -> Stored<Tail>,
    ) -> Stored<(Writer, Tail)> {
        let (unfiled, tail) = read_journal(&connection)?;
        let end = open_tail(tail)?;
        let (ends, undo) = (HashMap::new(), Vec::new());
        let mut writer = Writer { folder, settings, connection, ends, undo, unfiled, tail, is_lost: false };
        while writer.has_unfiled() {
            writer.file_slice()?;
        }
        Ok((writer, end))
    }

    /// Whether any entries are not yet filed under their tables.
    pub(super) fn has_unfiled(&self) -> bool {
        !self.unfiled.is_empty()
    }

    /// Where the log of a table ends, and which epoch may write there: epoch, version and checksum.
    pub(super) fn end_of(&self, number: i64) -> Option<(u32, u32, chain::Sum)> {
        let End { epoch, version } = *self.ends.get(&number)?;
        let sql = "SELECT sum FROM journal WHERE number = ?1 AND version = ?2
                   UNION SELECT sum FROM log WHERE number = ?1 AND version = ?2";
        let sum: Vec<u8> = self.connection.query_row(sql, [number, version.into()], |row| row.get(0)).ok()?;
        Some((epoch, version, sum.try_into().ok()?))
    }

    /// Takes jobs until the store is closed. Each commit is settled before more jobs are taken: those that
    /// arrive meanwhile go into one commit, so a busy store needs fewer syncs for the same moves.
    pub(super) fn work(mut self, mut tail: Tail, jobs: &Receiver<Job>) {
        let (mut batch, mut patience) = (VecDeque::new(), IDLE);
        loop {
            match jobs.recv_timeout(patience) {
                Ok(job) => {
                    batch.push_back(job);
                    patience = IDLE;
                }
                // Nobody is waiting, so there is time to file. Failures are tried again.
                Err(RecvTimeoutError::Timeout) => {
                    let is_filed = self.file_slice().is_ok();
                    patience = if is_filed && self.has_unfiled() { STILL_IDLE } else { IDLE };
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while batch.len() < MOST_JOBS
                && let Ok(job) = jobs.try_recv()
            {
                batch.push_back(job);
            }
            if batch.is_empty() {
                continue;
            }
            let (committed, closed) = self.write(&mut batch);
            settle(&mut tail, vec![committed]);
            if let Some(closed) = closed {
                while self.has_unfiled() && self.file_slice().is_ok() {}
                let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                drop(self);
                let _ = closed.send(());
                return;
            }
            if self.unfiled.len() > MOST_UNFILED {
                let _ = self.file_slice();
            }
        }
    }

    /// Writes a batch in one commit, which must be settled next; returns whom to tell that the store is
    /// closed.
    pub(super) fn write(&mut self, batch: &mut VecDeque<Job>) -> (Batch, Option<Sender<()>>) {
        let mut debts = Vec::with_capacity(batch.len());
        let mut closed = None;
        let old_tail = self.tail;
        let mut outcome = self.find_itself();
        if outcome.is_ok() {
            outcome = self.connection.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        }
        for job in batch.drain(..) {
            if let Job::Close(to) = job {
                closed = Some(to);
                continue;
            }
            outcome = self.take(job, outcome, &mut debts);
        }
        let tail = self.tail;
        let outcome = outcome.and_then(|()| {
            if tail != old_tail {
                self.connection.prepare_cached("UPDATE tail SET id = ?")?.execute([tail])?;
            }
            Ok(self.connection.execute_batch("COMMIT")?)
        });
        match &outcome {
            Ok(()) => self.undo.clear(),
            Err(error) => self.recover(error),
        }
        (Batch { tail: self.tail, outcome, debts }, closed)
    }

    /// Does one job, if everything before it in the transaction succeeded, and records the answer owed for
    /// it.
    fn take(&mut self, job: Job, before: Stored<()>, debts: &mut Vec<Debt>) -> Stored<()> {
        match job {
            Job::Append(append, done) => match before.and_then(|()| self.append(&append)) {
                Err(StoreError::Fenced) => {
                    debts.push(Debt::Refusal(done, StoreError::Fenced));
                    Ok(())
                }
                outcome => {
                    debts.push(Debt::Append(done));
                    outcome
                }
            },
            Job::Create(new, created) => tell(debts, created, before.and_then(|()| self.create(*new))),
            Job::Open(table, to) => owe(debts, to, before.and_then(|()| self.open(table))),
            Job::File(table, to) => owe(debts, to, before.and_then(|()| self.file(table))),
            Job::Sweep(unused, to) => owe(debts, to, before.and_then(|()| self.sweep(&unused))),
            Job::Erase(player, to) => owe(debts, to, before.and_then(|()| self.erase(&player))),
            Job::ChangeDevices(change, to) => {
                owe(debts, to, before.and_then(|()| devices::change(&self.connection, &change)))
            }
            Job::KeepReview(table, review, to) => {
                let keep = |()| own::keep_review(&self.connection, table, &review);
                owe(debts, to, before.and_then(keep))
            }
            Job::Close(_) => before,
        }
    }

    fn append(&mut self, append: &Append) -> Stored<()> {
        let fence = self.ends.get(&append.number).copied();
        if fence.is_none_or(|end| end.epoch != append.epoch || end.version != append.after) {
            return Err(StoreError::Fenced);
        }
        let version = append.version();
        if let (Some(snapshot), Some(sum)) = (&append.snapshot, append.sum()) {
            let sql = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)";
            let own = chain::of(snapshot);
            self.connection.prepare_cached(sql)?.execute(params![
                append.number,
                version,
                sum,
                snapshot,
                own
            ])?;
        }
        if let Some(listing) = &append.listing {
            self.list(append.number, listing)?;
        }
        self.journal(append)?;
        match &append.margin {
            Some((margin, sum)) => self.note(append, margin, sum),
            None => Ok(()),
        }
    }

    /// Replaces the margin of a log. A row that belongs to no table is added to the journal with it, so that
    /// the tail covers the margin and a data file that has lost it is detected.
    fn note(&mut self, append: &Append, margin: &[u8], sum: &chain::Sum) -> Stored<()> {
        let sql = "INSERT OR REPLACE INTO margins VALUES (?, ?, ?, ?)";
        self.connection.prepare_cached(sql)?.execute(params![
            append.number,
            append.version(),
            margin,
            sum
        ])?;
        self.tail += 1;
        let sql = "INSERT INTO journal VALUES (?, ?, 0, x'', x'')";
        self.connection.prepare_cached(sql)?.execute(params![self.tail, NO_TABLE])?;
        self.unfiled.add(NO_TABLE, self.tail);
        Ok(())
    }

    /// Adds entries to the end of the journal.
    fn journal(&mut self, append: &Append) -> Stored<()> {
        let mut insert = self.connection.prepare_cached("INSERT INTO journal VALUES (?, ?, ?, ?, ?)")?;
        for (version, (entry, sum)) in (append.after + 1..).zip(&append.entries) {
            self.tail += 1;
            insert.execute(params![self.tail, append.number, version, entry, sum])?;
            self.unfiled.add(append.number, self.tail);
        }
        drop(insert);
        let end = End { epoch: append.epoch, version: append.after + append.entries.len() as u32 };
        self.put_end(append.number, Some(end));
        Ok(())
    }

    /// Changes the fence of a table, so that it can be changed back if the commit fails.
    fn put_end(&mut self, number: i64, end: Option<End>) {
        let old = match end {
            Some(end) => self.ends.insert(number, end),
            None => self.ends.remove(&number),
        };
        self.undo.push((number, old));
    }

    fn list(&self, number: i64, listing: &ListedTable) -> Stored<()> {
        let mut listing = listing.clone();
        let owners = devices::owners(&self.connection, &listing.results)?;
        let mut erased = own::erased(&self.connection, &listing.results)?;
        erased.extend(adopt(&mut listing, |device| owners.get(device).cloned()));
        erased.extend(own::erased(&self.connection, &listing.results)?);
        forget(&mut listing, |player| erased.contains(player));
        let ListedTable { game, phase, is_public, changed, row, mut results } = listing;
        let sql = "UPDATE tables SET phase = ?, is_public = ?, changed = ?, row = ? WHERE number = ?";
        let update = params![phase.word(), is_public, changed as i64, row, number];
        self.connection.prepare_cached(sql)?.execute(update)?;
        // Rate once, in the commit of the entry that ended the game, whatever is written to the table later.
        if is_rated(counts(&results)) && !own::has_results(&self.connection, number)? {
            let past = own::past(&self.connection, &game, &results, changed)?;
            rate(&mut results, changed, &past);
        }
        for (index, result) in results.iter().enumerate() {
            own::put_result(
                &self.connection,
                number,
                &game,
                result,
                &leaders::others(&results, index),
                changed as i64,
            )?;
        }
        Ok(())
    }

    fn erase(&mut self, player: &str) -> Stored<u32> {
        devices::erase(&self.connection, player)?;
        let (alone, count) = own::erase(&self.connection, player)?;
        for number in alone {
            self.forget(number)?;
        }
        Ok(count)
    }

    /// Deletes a table with everything that belongs to it.
    fn forget(&mut self, number: i64) -> Stored<()> {
        self.unfiled.take(number);
        self.put_end(number, None);
        for table in ["tables", "log", "head", "snapshots", "margins", "results", "reviews"] {
            let sql = format!("DELETE FROM {table} WHERE number = ?");
            self.connection.prepare_cached(&sql)?.execute([number])?;
        }
        Ok(())
    }

    fn create(&mut self, new: NewTable) -> Stored<Created> {
        if let Some(key) = &new.key {
            let sql = "SELECT id FROM tables WHERE key = ?";
            let before: Option<String> =
                self.connection.prepare_cached(sql)?.query_row([&key[..]], |row| row.get(0)).optional()?;
            if let Some(table) = before.as_deref().and_then(TableId::new) {
                return Ok(Created::Before(table));
            }
        }
        let ListedTable { game, phase, is_public, changed, row, .. } = &new.listing;
        let sql = "INSERT INTO tables (id, key, epoch, game, phase, is_public, changed, row)
                   VALUES (?, ?, 1, ?, ?, ?, ?, ?)";
        let key = new.key.as_ref().map(|key| &key[..]);
        let id = new.table.as_str();
        let insert = params![id, key, game, phase.word(), is_public, *changed as i64, row];
        self.connection.prepare_cached(sql)?.execute(insert)?;
        let number = self.connection.last_insert_rowid();
        let mut appender = Appender::new(new.table, number, 1, 0, chain::first(new.table));
        self.journal(&appender.write(new.entries))?;
        Ok(Created::New(appender))
    }

    fn number(&self, table: TableId) -> Stored<Option<i64>> {
        let mut select = self.connection.prepare_cached("SELECT number FROM tables WHERE id = ?")?;
        Ok(select.query_row([table.as_str()], |row| row.get(0)).optional()?)
    }

    fn open(&mut self, table: TableId) -> Stored<Option<(i64, u32)>> {
        let Some(number) = self.file(table)? else { return Ok(None) };
        let sql = "UPDATE tables SET epoch = epoch + 1 WHERE number = ? RETURNING epoch";
        let epoch = self.connection.prepare_cached(sql)?.query_row([number], |row| row.get(0))?;
        let sql = "SELECT version FROM head WHERE number = ?";
        let version =
            self.connection.prepare_cached(sql)?.query_row([number], |row| row.get(0)).optional()?;
        self.put_end(number, Some(End { epoch, version: version.unwrap_or(0) }));
        Ok(Some((number, epoch)))
    }

    fn file(&mut self, table: TableId) -> Stored<Option<i64>> {
        let Some(number) = self.number(table)? else { return Ok(None) };
        let rows = self.unfiled.take(number);
        self.file_rows(&rows)?;
        Ok(Some(number))
    }

    /// Copies rows of the journal to the log of their table.
    fn file_rows(&self, rows: &[i64]) -> Stored<()> {
        // A row may already have been filed before a restart; then it is the same row, or the checksums will
        // show otherwise. A table may have been deleted meanwhile.
        let copy = "INSERT OR IGNORE INTO log SELECT number, version, entry, sum FROM journal
                    WHERE id = ? AND number IN (SELECT number FROM tables)";
        let mut copy = self.connection.prepare_cached(copy)?;
        for row in rows {
            copy.execute([row])?;
        }
        if let Some(last) = rows.last() {
            let head = "INSERT INTO head SELECT number, version, sum FROM journal
                        WHERE id = ? AND number IN (SELECT number FROM tables)
                        ON CONFLICT (number) DO UPDATE SET version = excluded.version, sum = excluded.sum
                        WHERE excluded.version > head.version";
            self.connection.prepare_cached(head)?.execute([last])?;
        }
        Ok(())
    }

    /// Files the oldest rows of the journal, each with the others of its table, and removes filed rows from
    /// the front. This commit need not reach the disk by itself: it becomes visible only together with a
    /// later one.
    pub(super) fn file_slice(&mut self) -> Stored<()> {
        self.find_itself()?;
        if self.unfiled.is_empty() {
            return Ok(());
        }
        let filed = self.file_oldest();
        if let Err(error) = &filed {
            self.recover(error);
        }
        // In any case, acknowledged commits must be synced.
        self.connection.execute_batch("PRAGMA synchronous = FULL")?;
        filed
    }

    fn file_oldest(&mut self) -> Stored<()> {
        self.connection.execute_batch("PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE")?;
        let mut count = 0;
        while count < SLICE
            && let Some(rows) = self.unfiled.take_oldest()
        {
            count += rows.len();
            self.file_rows(&rows)?;
        }
        let filed = self.unfiled.oldest().unwrap_or(self.tail + 1);
        self.connection.prepare_cached("DELETE FROM journal WHERE id < ?")?.execute([filed])?;
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    fn sweep(&mut self, unused: &Unused) -> Stored<u32> {
        let mut numbers: Vec<i64> = Vec::new();
        for (phase, before) in [("waiting", unused.waiting), ("playing", unused.playing)] {
            let sql = "SELECT number FROM tables WHERE phase = ? AND changed < ? LIMIT 1000";
            let mut select = self.connection.prepare_cached(sql)?;
            let found = select.query_map(params![phase, before as i64], |row| row.get(0))?;
            numbers.extend(found.collect::<Result<Vec<i64>, _>>()?);
        }
        for number in &numbers {
            self.forget(*number)?;
        }
        Ok(numbers.len() as u32)
    }

    /// Recovers from a failure. Memory may be ahead of the file, and the connection may be unusable: a file
    /// whose sync has failed once cannot be trusted to sync later. The tables of the failed commit must be
    /// opened again; the others go on.
    fn recover(&mut self, error: &StoreError) {
        if !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        while let Some((number, end)) = self.undo.pop() {
            match end {
                Some(end) => self.ends.insert(number, end),
                None => self.ends.remove(&number),
            };
        }
        if matches!(error, StoreError::Failed(_))
            && let Ok(connection) = connect(&self.folder, &self.settings)
        {
            self.connection = connection;
        }
        self.is_lost = true;
        let _ = self.find_itself();
    }

    /// Rereads where the journal ends, if that is not known. Nothing is written until it can be read.
    fn find_itself(&mut self) -> Stored<()> {
        if self.is_lost {
            (self.unfiled, self.tail) = read_journal(&self.connection)?;
            self.is_lost = false;
        }
        Ok(())
    }
}

/// Reads what is in the journal, and its last row. It must have no gaps and end where it ended when it was
/// written.
fn read_journal(connection: &Connection) -> Stored<(Unfiled, i64)> {
    let tail: i64 = connection.query_row("SELECT id FROM tail", [], |row| row.get(0))?;
    let mut unfiled = Unfiled::default();
    let mut select = connection.prepare("SELECT id, number FROM journal ORDER BY id")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        unfiled.add(row.get(1)?, row.get(0)?);
    }
    let expected = unfiled.oldest().map_or(0, |first| tail - first + 1);
    let is_whole = unfiled.oldest().is_none() || unfiled.len() as i64 == expected;
    if !is_whole {
        return Err(StoreError::CutOff { expected: expected.max(0) as u64, found: unfiled.len() as u64 });
    }
    Ok((unfiled, tail))
}
