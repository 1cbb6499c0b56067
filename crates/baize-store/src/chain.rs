//! Entries chained by checksums, and the right to add to a chain.

use crate::{ListedTable, StoreError};
use baize_protocol::TableId;
pub(crate) use baize_protocol::{Sum, first_sum as first, next_sum as next};
use sha2::{Digest, Sha256};

/// The checksum of a margin of a log that ends with entry `version` and the checksum `sum`.
pub(crate) fn beside(sum: &Sum, version: u32, margin: &[u8]) -> Sum {
    let hash = Sha256::new().chain_update(b"baize margin\0").chain_update(sum);
    half(hash.chain_update(version.to_le_bytes()).chain_update(margin))
}

/// The checksum of a text that belongs to no chain.
pub(crate) fn of(bytes: &[u8]) -> Sum {
    half(Sha256::new().chain_update(b"baize snapshot\0").chain_update(bytes))
}

fn half(hash: Sha256) -> Sum {
    let hash: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| hash[index])
}

/// The right to add to the log of a table, until someone else opens it.
///
/// It knows where the log ends, so appends can be prepared without asking the store, and more can follow
/// before the first is safe.
#[derive(Clone, Debug)]
pub struct Appender {
    table: TableId,
    /// The store's own number for the table.
    number: i64,
    epoch: u32,
    version: u32,
    sum: Sum,
}

impl Appender {
    pub(crate) const fn new(table: TableId, number: i64, epoch: u32, version: u32, sum: Sum) -> Appender {
        Appender { table, number, epoch, version, sum }
    }

    /// How often the table has been opened.
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// How many entries the log has, including those on their way.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The checksum over all of them.
    pub const fn sum(&self) -> &Sum {
        &self.sum
    }

    /// Prepares entries to be added after the previous ones. Whoever prepares them must also append them, in
    /// this order.
    pub fn write(&mut self, entries: Vec<Vec<u8>>) -> Append {
        let after = self.version;
        let mut sums = Vec::with_capacity(entries.len());
        for entry in &entries {
            self.version += 1;
            self.sum = next(&self.sum, self.version, entry);
            sums.push(self.sum);
        }
        let Appender { table, number, epoch, .. } = *self;
        let entries = entries.into_iter().zip(sums).collect();
        Append { table, number, epoch, after, entries, margin: None, snapshot: None, listing: None }
    }

    /// Prepares a new margin for the log, replacing the current one.
    pub fn note(&self, margin: Vec<u8>) -> Append {
        let Appender { table, number, epoch, version: after, .. } = *self;
        let sum = beside(&self.sum, after, &margin);
        let margin = Some((margin, sum));
        Append { table, number, epoch, after, entries: Vec::new(), margin, snapshot: None, listing: None }
    }
}

/// Entries to add to a log, and what changes with them.
#[derive(Debug)]
pub struct Append {
    pub(crate) table: TableId,
    pub(crate) number: i64,
    pub(crate) epoch: u32,
    pub(crate) after: u32,
    pub(crate) entries: Vec<(Vec<u8>, Sum)>,
    /// The margin of the log after them.
    pub(crate) margin: Option<(Vec<u8>, Sum)>,
    /// The table's state after them, so that it need not be replayed from the start.
    pub snapshot: Option<Vec<u8>>,
    /// What lists show from now on.
    pub listing: Option<ListedTable>,
}

impl Append {
    /// How many entries the log has after it.
    pub fn version(&self) -> u32 {
        self.after + self.entries.len() as u32
    }

    /// How many bytes the store has to keep.
    pub fn bytes(&self) -> usize {
        let margin = self.margin.as_ref().map_or(0, |(margin, _)| margin.len());
        let snapshot = self.snapshot.as_ref().map_or(0, Vec::len);
        self.entries.iter().map(|(entry, _)| entry.len()).sum::<usize>() + margin + snapshot
    }

    /// Its entries.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.entries.iter().map(|(entry, _)| entry.as_slice())
    }

    /// The checksum of the last entry.
    pub(crate) fn sum(&self) -> Option<&Sum> {
        self.entries.last().map(|(_, sum)| sum)
    }
}

/// Checks a log entry by entry, as it is found.
pub(crate) struct Checker {
    table: TableId,
    version: u32,
    sum: Sum,
}

impl Checker {
    pub(crate) const fn new(table: TableId, version: u32, sum: Sum) -> Checker {
        Checker { table, version, sum }
    }

    /// Checks the next entry found.
    pub(crate) fn take(&mut self, version: u32, entry: &[u8], sum: &[u8]) -> Result<(), StoreError> {
        if version != self.version + 1 {
            return Err(self.damaged(format!("entry {version} comes next")));
        }
        let expected = next(&self.sum, version, entry);
        if sum != expected {
            return Err(self.damaged("its checksum does not fit".to_owned()));
        }
        (self.version, self.sum) = (version, expected);
        Ok(())
    }

    /// Called after all entries: the log must end where it ended when it was written.
    pub(crate) fn end(&self, version: u32, sum: &[u8]) -> Result<(), StoreError> {
        if self.version != version {
            return Err(self.damaged(format!("the log should have {version} entries")));
        }
        if sum != self.sum {
            return Err(self.damaged("the log should end otherwise".to_owned()));
        }
        Ok(())
    }

    /// The margin found beside the log; it counts only if it was written after the last entry.
    pub(crate) fn margin(
        &self,
        version: u32,
        margin: Vec<u8>,
        sum: &[u8],
    ) -> Result<Option<Vec<u8>>, StoreError> {
        if version < self.version {
            return Ok(None);
        }
        if version > self.version || sum != beside(&self.sum, version, &margin) {
            return Err(self.damaged("what stands beside the log does not fit it".to_owned()));
        }
        Ok(Some(margin))
    }

    /// How many entries the log has so far.
    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    /// The checksum of the last entry checked.
    pub(crate) const fn sum(&self) -> Sum {
        self.sum
    }

    fn damaged(&self, what: String) -> StoreError {
        StoreError::Damaged { table: self.table, version: self.version + 1, what }
    }
}
