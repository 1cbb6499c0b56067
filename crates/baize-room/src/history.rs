//! Checksums of the log, by which returning clients can tell that the table is still the one they left.

use crate::RecentStep;
use baize_protocol::{Sum, next_sum};
use baize_rules::Problem;
use std::collections::VecDeque;

/// How many of the latest checksums are kept in memory; older ones are read from the log.
const MOST_SUMS: usize = 64;

/// The checksums of the latest entries, the latest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain(VecDeque<(u32, Sum)>);

impl Chain {
    pub(crate) fn from(version: u32, sum: Sum) -> Chain {
        Chain([(version, sum)].into())
    }

    /// Adds an entry in its written form.
    pub(crate) fn add(&mut self, entry: &[u8]) {
        let Some((version, sum)) = self.0.back() else { return };
        let version = version + 1;
        let sum = next_sum(sum, version, entry);
        if self.0.len() == MOST_SUMS {
            self.0.pop_front();
        }
        self.0.push_back((version, sum));
    }

    /// The last version and its checksum.
    pub(crate) fn last(&self) -> Option<(u32, &Sum)> {
        self.0.back().map(|(version, sum)| (*version, sum))
    }

    pub(crate) fn at(&self, version: u32) -> Option<&Sum> {
        let index = version.checked_sub(self.0.front()?.0)?;
        self.0.get(index as usize).map(|(_, sum)| sum)
    }
}

/// What was read from the log for a client that was away for long.
#[derive(Clone, Debug)]
pub struct Older {
    /// The steps after the version it had seen, unless there are too many to tell.
    pub steps: Vec<RecentStep>,
    /// The checksum at that version.
    pub sum: Option<Sum>,
}

/// Whether a client comes back to the table it left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Past {
    /// It does, or does not say.
    Same,
    /// The log must be read to find out.
    Unread,
    /// The table has become another one.
    Forked,
}

/// The problem sent to everybody at a table that has become another one.
pub fn forked() -> Problem {
    let text = "this table's log is not the one that was told before, as after an older backup; it is frozen until somebody \
                has looked at it";
    Problem::new("table.forked", text)
}
