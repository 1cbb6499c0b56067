//! What is written down of a table: how long its log is, what it is known by, and its last steps.

use crate::history::{Chain, Past};
use crate::step::{Recent, RecentStep};
use crate::{Hello, limits};
use baize_protocol::{History, Moment, Sum};
use baize_rules::Problem;
use std::collections::VecDeque;

/// The log of a table, as far as it is at hand.
pub(crate) struct Log {
    version: u32,
    /// When the last entry was made, and when the first.
    at: Moment,
    opened: Moment,
    /// How many bytes it has, roughly.
    bytes: u64,
    /// The last steps, the latest last.
    recent: Recent,
    /// Entries that were added and not yet taken away to be written.
    fresh: Vec<Vec<u8>>,
    /// What it is known by, if that is known.
    chain: Chain,
}

impl Log {
    /// A log that has only its first entry.
    pub(crate) fn new(at: Moment) -> Log {
        Log::restored(1, at, at, 0)
    }

    /// A log of so many entries and bytes, none of which is at hand.
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

    /// One more entry has happened.
    pub(crate) fn grow(&mut self, at: Moment, bytes: u64) {
        self.version += 1;
        self.bytes += bytes;
        self.at = at;
    }

    /// Keeps at hand what is told of the last entry.
    pub(crate) fn remember(&mut self, step: RecentStep) {
        self.recent.push(step);
    }

    /// The last steps, the oldest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &RecentStep> + Clone {
        self.recent.iter()
    }

    pub(crate) fn take_recent(&mut self) -> VecDeque<RecentStep> {
        self.recent.take()
    }

    /// Has an entry written.
    pub(crate) fn write(&mut self, entry: Vec<u8>) {
        self.chain.add(&entry);
        self.fresh.push(entry);
    }

    pub(crate) fn take_entries(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.fresh)
    }

    /// Goes on after so many entries with this checksum over all of them.
    pub(crate) fn follow(&mut self, version: u32, sum: Sum) {
        self.chain = Chain::from(version, sum);
    }

    /// What clients are told of the log as it is now.
    pub(crate) fn history(&self, nonce: &[u8; 16]) -> Option<History> {
        let (version, sum) = self.chain.last()?;
        Some(History::new(nonce, version, sum))
    }

    /// What they were told when it had so many entries, if that is at hand.
    pub(crate) fn history_at(&self, nonce: &[u8; 16], version: u32) -> Option<History> {
        Some(History::new(nonce, version, self.chain.at(version)?))
    }

    /// Compares what a client was told with the log. Only what this server has told counts: nobody can make a fork up.
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
