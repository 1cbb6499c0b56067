//! What the log is known by, so that those who come back find the table they have left.

use crate::room::Room;
use crate::{Hello, RecentStep};
use baize_protocol::{History, Sum, next_sum};
use baize_rules::Problem;
use std::collections::VecDeque;

/// So many of the last checksums are at hand; older ones are read from the log.
const MOST_SUMS: usize = 64;

/// The checksums of the last entries, the latest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain(VecDeque<(u32, Sum)>);

impl Chain {
    pub(crate) fn from(version: u32, sum: Sum) -> Chain {
        Chain([(version, sum)].into())
    }

    /// Adds an entry as it is written down.
    pub(crate) fn add(&mut self, entry: &[u8]) {
        let Some((version, sum)) = self.0.back() else { return };
        let version = version + 1;
        let sum = next_sum(sum, version, entry);
        if self.0.len() == MOST_SUMS {
            self.0.pop_front();
        }
        self.0.push_back((version, sum));
    }

    fn at(&self, version: u32) -> Option<&Sum> {
        let index = version.checked_sub(self.0.front()?.0)?;
        self.0.get(index as usize).map(|(_, sum)| sum)
    }
}

/// What was read from the log for somebody who was away for long.
#[derive(Clone, Debug)]
pub struct Older {
    /// The steps after the version they had seen, as far as there is time to tell them.
    pub steps: Vec<RecentStep>,
    /// The checksum at that version.
    pub sum: Option<Sum>,
}

/// Whether somebody comes back to the table they have left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Past {
    /// They do, or do not say.
    Same,
    /// The log must be read to find out.
    Unread,
    /// The table has become another one.
    Forked,
}

impl Room {
    /// The room goes on with a log that has so many entries, and this checksum over all of them.
    pub fn follow_log(&mut self, version: u32, sum: Sum) {
        self.chain = Chain::from(version, sum);
    }

    /// What clients are told of the log as it is now.
    pub(crate) fn history(&self) -> Option<History> {
        let (version, sum) = self.chain.0.back()?;
        Some(History::new(&self.charter().nonce, *version, sum))
    }

    /// Compares what a client was told with the log. Only what this server has told counts: nobody can make a fork up.
    pub(crate) fn past(&self, hello: &Hello) -> Result<Past, Problem> {
        let (Some(seen), Some(told)) = (hello.version, hello.history) else { return Ok(Past::Same) };
        let nonce = &self.charter().nonce;
        if !told.is_proven(nonce, seen) {
            let text = format!("this is not what was told of version {seen}");
            return Err(Problem::new("table.bad_history", text));
        }
        if seen > self.version() {
            return Ok(Past::Forked);
        }
        let read = hello.older.as_ref().and_then(|older| older.sum.as_ref());
        Ok(match self.chain.at(seen).or(read) {
            Some(sum) if History::new(nonce, seen, sum) == told => Past::Same,
            Some(_) => Past::Forked,
            None => Past::Unread,
        })
    }
}

/// What everybody hears of a table that has become another one.
pub fn forked() -> Problem {
    let text = "this table's log is not the one that was told before, as after an older backup; it is frozen until somebody \
                has looked at it";
    Problem::new("table.forked", text)
}
