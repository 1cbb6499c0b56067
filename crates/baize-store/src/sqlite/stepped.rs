//! The data file without threads or a clock: its owner decides when something is committed, settled, filed
//! and copied. It runs the same code as [`Sqlite`](super::Sqlite), on any disk it is given.

use super::settle::{Batch, settle};
use super::tail::{Tail, TailFile};
use super::writer::{Job, Writer};
use super::{Filed, SqliteSettings, connect, schema, stored, whole};
use crate::chain;
use crate::{Append, Created, NewTable, StoreError, Stored};
use baize_protocol::TableId;
use rusqlite::Connection;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

/// An append that was answered: its number, and how it went.
pub type Settled = (u64, Result<(), StoreError>);

/// A store that does one thing at a time, and only on request.
pub struct Stepped {
    writer: Writer,
    tail: Tail,
    reader: Connection,
    copier: Connection,
    jobs: VecDeque<Job>,
    /// Committed but not yet settled.
    batches: Vec<Batch>,
    told: (Sender<Settled>, Receiver<Settled>),
    /// A planted bug: accepts appends from processes that have lost their table.
    ignores_fences: bool,
}

impl Stepped {
    /// Opens the data on the disk of this SQLite VFS. `tail` is the file that says where the journal ends,
    /// and whether it is new.
    pub fn open(vfs: &'static str, tail: (Box<dyn TailFile>, bool)) -> Result<Stepped, StoreError> {
        let (folder, settings) = (Path::new("/"), SqliteSettings { most_bytes: None, vfs: Some(vfs) });
        let mut connection = connect(folder, &settings)?;
        schema::migrate(&mut connection)?;
        let (file, is_new) = tail;
        let open_tail = |found| Tail::take(file, is_new, found);
        let (writer, tail) = Writer::new(folder.to_owned(), settings, connection, open_tail)?;
        let (reader, copier) = (connect(folder, &settings)?, connect(folder, &settings)?);
        let (jobs, batches) = (VecDeque::new(), Vec::new());
        Ok(Stepped { writer, tail, reader, copier, jobs, batches, told: channel(), ignores_fences: false })
    }

    /// Lets processes that have lost a table go on writing to its log. A simulator plants this bug to show
    /// that it is found.
    pub fn ignore_fences(&mut self) {
        self.ignores_fences = true;
    }

    /// Makes an append look as if it came from the process that has the table.
    fn forge(&self, append: &mut Append) {
        let Some((epoch, version, mut sum)) = self.writer.end_of(append.number) else { return };
        (append.epoch, append.after) = (epoch, version);
        for ((entry, own), version) in append.entries.iter_mut().zip(version + 1..) {
            sum = chain::next(&sum, version, entry);
            *own = sum;
        }
    }

    /// Takes an append; `number` comes back when it is settled.
    pub fn append(&mut self, number: u64, mut append: Append) {
        if self.ignores_fences {
            self.commit();
            self.forge(&mut append);
        }
        let to = self.told.0.clone();
        let done = Box::new(move |outcome| drop(to.send((number, outcome))));
        self.jobs.push_back(Job::Append(append, done));
    }

    /// Whether anything is waiting to be committed.
    pub fn is_waiting(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Whether anything was committed and is waiting to be settled.
    pub fn is_settling(&self) -> bool {
        !self.batches.is_empty()
    }

    /// Commits everything that is waiting.
    pub fn commit(&mut self) {
        if !self.jobs.is_empty() {
            self.batches.push(self.writer.write(&mut self.jobs).0);
        }
    }

    /// Records where the journal ends, and answers everything that was committed.
    pub fn settle(&mut self) -> Vec<Settled> {
        if !self.batches.is_empty() {
            settle(&mut self.tail, std::mem::take(&mut self.batches));
        }
        self.told.1.try_iter().collect()
    }

    /// Files some entries under their tables; returns whether there are more.
    pub fn file(&mut self) -> Result<bool, StoreError> {
        self.writer.file_slice()?;
        Ok(self.writer.has_unfiled())
    }

    /// Copies the write-ahead log to the data file.
    pub fn copy(&mut self) {
        // If copying fails, it is tried again later.
        let _ = self.copier.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    }

    /// Does a job at once, after everything waiting before it. Appends answered meanwhile are reported later.
    fn ask<T>(&mut self, job: impl FnOnce(Sender<Result<T, StoreError>>) -> Job) -> Result<T, StoreError> {
        let (to, answer) = channel();
        self.jobs.push_back(job(to));
        self.commit();
        if !self.batches.is_empty() {
            settle(&mut self.tail, std::mem::take(&mut self.batches));
        }
        answer.recv().map_err(|_| StoreError::Closed)?
    }

    /// See [`Store::create`](crate::Store::create).
    pub fn create(&mut self, table: NewTable) -> Result<Created, StoreError> {
        self.ask(|to| Job::Create(Box::new(table), Box::new(move |created| drop(to.send(created)))))
    }

    /// See [`Store::open`](crate::Store::open).
    pub fn take_over(&mut self, table: TableId) -> Result<Option<Stored>, StoreError> {
        let Some((number, epoch)) = self.ask(|to| Job::Open(table, to))? else { return Ok(None) };
        stored(&self.reader, table, number, epoch).map(Some)
    }

    /// See [`Store::read`](crate::Store::read).
    pub fn read(&mut self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        let filed = match self.ask(|to| Job::File(table, to)) {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => Filed::All,
            Err(StoreError::Full | StoreError::Busy) => Filed::Some,
            Err(error) => return Err(error),
        };
        whole(&self.reader, table, filed)
    }
}
