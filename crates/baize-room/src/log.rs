//! What is known of a table's log: its length, its checksums, and its latest steps.

use crate::history::{Chain, Past};
use crate::step::{Recent, RecentStep};
use crate::{Hello, limits};
use baize_protocol::{History, Moment, Sum};
use baize_rules::Problem;
use std::collections::VecDeque;

/// The part of a table's log that is in memory.
pub(crate) struct Log {
    version: u32,
    /// When the last entry was made, and when the first.
    at: Moment,
    opened: Moment,
    /// The size in bytes, roughly.
    bytes: u64,
    /// The latest steps, the latest last.
    recent: Recent,
    /// Entries that were added but not yet taken to be written.
    fresh: Vec<Vec<u8>>,
    /// Its checksums, if known.
    chain: Chain,
}

impl Log {
    /// A log with only its first entry.
    pub(crate) fn new(at: Moment) -> Log {
        Log::restored(1, at, at, 0)
    }

    /// A log with this many entries and bytes, none of them in memory.
    pub(crate) fn restored(version: u32, at: Moment, opened: Moment, bytes: u64) -> Log {
        let (recent, fresh, chain) = (Recent::default(), Vec::new(), Chain::default());
        Log { version, at, opened, bytes, recent, fresh, chain }
    }

    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    pub(crate) const fn at(&self) -> Moment {
        self.at
    }

    pub(crate) const fn opened(&self) -> Moment {
        self.opened
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Counts one more entry.
    pub(crate) fn grow(&mut self, at: Moment, bytes: u64) {
        self.version += 1;
        self.bytes += bytes;
        self.at = at;
    }

    /// Keeps the step of the last entry in memory.
    pub(crate) fn remember(&mut self, step: RecentStep) {
        self.recent.push(step);
    }

    /// The latest steps, the oldest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &RecentStep> + Clone {
        self.recent.iter()
    }

    pub(crate) fn take_recent(&mut self) -> VecDeque<RecentStep> {
        self.recent.take()
    }

    /// Queues an entry to be written.
    pub(crate) fn write(&mut self, entry: Vec<u8>) {
        self.chain.add(&entry);
        self.fresh.push(entry);
    }

    pub(crate) fn take_entries(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.fresh)
    }

    /// Continues after this many entries, with this checksum over all of them.
    pub(crate) fn follow(&mut self, version: u32, sum: Sum) {
        self.chain = Chain::from(version, sum);
    }

    /// The history that clients are given for the current version.
    pub(crate) fn history(&self, nonce: &[u8; 16]) -> Option<History> {
        let (version, sum) = self.chain.last()?;
        Some(History::new(nonce, version, sum))
    }

    /// The history that they were given at this version, if it is still in memory.
    pub(crate) fn history_at(&self, nonce: &[u8; 16], version: u32) -> Option<History> {
        Some(History::new(nonce, version, self.chain.at(version)?))
    }

    /// Compares a client's history with the log. Only histories from this server count; no fork can be faked.
    pub(crate) fn past(&self, nonce: &[u8; 16], hello: &Hello) -> Result<Past, Problem> {
        let (Some(seen), Some(told)) = (hello.version, hello.history) else { return Ok(Past::Same) };
        if !told.is_proven(nonce, seen) {
            let text = format!("this is not what was told of version {seen}");
            return Err(Problem::new("table.bad_history", text));
        }
        if seen > self.version {
            return Ok(Past::Forked);
        }
        let read = hello.older.as_ref().and_then(|older| older.sum.as_ref());
        Ok(match self.chain.at(seen).or(read) {
            Some(sum) if History::new(nonce, seen, sum) == told => Past::Same,
            Some(_) => Past::Forked,
            None => Past::Unread,
        })
    }

    /// Whether there is only room left for the end of a game.
    pub(crate) const fn is_nearly_full(&self) -> bool {
        limits::is_nearly_full(self.version, self.bytes)
    }
}
