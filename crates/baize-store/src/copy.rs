//! Copies all tables of one store to another.

use crate::chain::{self, Checker, Sum};
use crate::{Device, ListedTable, StoreError};
use baize_protocol::{Phase, TableId};

/// A table with everything that is stored of it, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeTable {
    pub(crate) table: TableId,
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) epoch: u32,
    pub(crate) entries: Vec<(Vec<u8>, Sum)>,
    /// The entry it follows, the margin, and its checksum.
    pub(crate) margin: Option<(u32, Vec<u8>, Vec<u8>)>,
    pub(crate) snapshot: Option<SnapshotRow>,
    /// What lists show; the results are separate, as they were counted.
    pub(crate) listing: ListedTable,
    pub(crate) results: Vec<CountedResult>,
}

/// The entry it follows, the checksum of the log there, the snapshot and its checksum.
type SnapshotRow = (u32, Vec<u8>, Vec<u8>, Vec<u8>);

/// What is stored about people besides their games: who was forgotten, and who each device belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct People {
    pub(crate) erased: Vec<String>,
    /// Each device with its person, and whether it is signed out.
    pub(crate) devices: Vec<(Device, String, bool)>,
}

/// A result as the leaderboard counts it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CountedResult {
    pub(crate) result: crate::SeatResult,
    pub(crate) others: String,
    pub(crate) changed: i64,
}

impl WholeTable {
    /// The checksum of the last entry.
    pub(crate) fn sum(&self) -> Sum {
        self.entries.last().map_or_else(|| chain::first(self.table), |(_, sum)| *sum)
    }

    /// How many entries the log has.
    pub(crate) fn version(&self) -> u32 {
        self.entries.len() as u32
    }
}

/// Reads the log of a table entry by entry, as found, and checks it to the end.
pub(crate) fn checked(
    table: TableId,
    found: impl IntoIterator<Item = (u32, Vec<u8>, Vec<u8>)>,
    (version, sum): (u32, &[u8]),
) -> Result<Vec<(Vec<u8>, Sum)>, StoreError> {
    let mut checker = Checker::new(table, 0, chain::first(table));
    let mut entries = Vec::new();
    for (version, entry, sum) in found {
        checker.take(version, &entry, &sum)?;
        entries.push((entry, checker.sum()));
    }
    checker.end(version, sum)?;
    Ok(entries)
}

/// The phase with this word.
pub(crate) fn phase_of(word: &str) -> Phase {
    let all = [Phase::Waiting, Phase::Playing, Phase::Over];
    all.into_iter().find(|phase| phase.word() == word).unwrap_or(Phase::Over)
}

/// A store that is not being served, from which whole tables are read or to which they are added.
pub trait Shelf {
    /// How many tables there are.
    fn count(&mut self) -> Result<u64, StoreError>;

    /// The ids of some tables after this one, in the shelf's order; empty at the end.
    fn ids(&mut self, after: Option<TableId>) -> Result<Vec<TableId>, StoreError>;

    /// A table, checked.
    fn whole(&mut self, table: TableId) -> Result<Option<WholeTable>, StoreError>;

    /// Replaces whatever the shelf has of a table, at once or not at all.
    fn put(&mut self, table: &WholeTable) -> Result<(), StoreError>;

    /// Everything stored about people besides their games.
    fn people(&mut self) -> Result<People, StoreError>;

    /// Adds to what is stored about people.
    fn put_people(&mut self, people: &People) -> Result<(), StoreError>;
}

/// The result of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// Tables that were written.
    pub written: u64,
    /// Tables that were already there, identical in everything.
    pub there: u64,
}

/// Copies all tables, checks every log on the way, and reads back what was written. If interrupted and run
/// again, it continues: tables that are already there are not written again. `progress` is called for each
/// table.
pub fn copy(
    from: &mut dyn Shelf,
    to: &mut dyn Shelf,
    progress: &mut dyn FnMut(Copied),
) -> Result<Copied, StoreError> {
    // People first: results that come later must not bring anyone back.
    to.put_people(&from.people()?)?;
    let mut copied = Copied::default();
    let mut last = None;
    loop {
        let ids = from.ids(last)?;
        let Some(end) = ids.last() else { return Ok(copied) };
        last = Some(*end);
        for table in ids {
            let Some(whole) = from.whole(table)? else { continue };
            if to.whole(table).is_ok_and(|there| there.as_ref() == Some(&whole)) {
                copied.there += 1;
            } else {
                to.put(&whole)?;
                if to.whole(table)?.as_ref() != Some(&whole) {
                    let what = format!("table {table} reads otherwise than it was written");
                    return Err(StoreError::Failed(what));
                }
                copied.written += 1;
            }
            progress(copied);
        }
    }
}
