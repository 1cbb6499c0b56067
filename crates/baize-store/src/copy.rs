//! Moving house: all tables of one store copied to another.

use crate::chain::{self, Checker, Sum};
use crate::{Device, ListedTable, StoreError};
use baize_protocol::{Phase, TableId};

/// A table with everything that is kept of it, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeTable {
    pub(crate) table: TableId,
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) epoch: u32,
    pub(crate) entries: Vec<(Vec<u8>, Sum)>,
    /// After which entry, what, and its checksum.
    pub(crate) margin: Option<(u32, Vec<u8>, Vec<u8>)>,
    pub(crate) snapshot: Option<SnapshotRow>,
    /// What lists show; the results stand apart, as they were counted.
    pub(crate) listing: ListedTable,
    pub(crate) results: Vec<CountedResult>,
}

/// After which entry, the checksum of the log there, the snapshot and its checksum.
type SnapshotRow = (u32, Vec<u8>, Vec<u8>, Vec<u8>);

/// What is kept of people beside their games: who was forgotten, and whose which device is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct People {
    pub(crate) erased: Vec<String>,
    /// Each with its person, and whether it is signed out.
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

/// Takes the log of a table entry by entry, as it was found, and checks it to its end.
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

/// A store that nobody serves, of which whole tables are taken or to which they are added.
pub trait Shelf {
    /// How many tables there are.
    fn count(&mut self) -> Result<u64, StoreError>;

    /// The ids of some tables after this one, in the order of the shelf; none at its end.
    fn ids(&mut self, after: Option<TableId>) -> Result<Vec<TableId>, StoreError>;

    /// A table, checked.
    fn whole(&mut self, table: TableId) -> Result<Option<WholeTable>, StoreError>;

    /// Puts a table in the place of what was there of it, at once or not at all.
    fn put(&mut self, table: &WholeTable) -> Result<(), StoreError>;

    /// All that is kept of people beside their games.
    fn people(&mut self) -> Result<People, StoreError>;

    /// Adds to what is kept of people.
    fn put_people(&mut self, people: &People) -> Result<(), StoreError>;
}

/// What came of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// Tables that were written.
    pub written: u64,
    /// Tables that were there already, the same in everything.
    pub there: u64,
}

/// Copies all tables, checks every log on the way, and reads back what was written. Broken off and begun again it goes on
/// where it was: what is there already is not written again. `progress` is told of each table.
pub fn copy(
    from: &mut dyn Shelf,
    to: &mut dyn Shelf,
    progress: &mut dyn FnMut(Copied),
) -> Result<Copied, StoreError> {
    // First: what is told of a table later must not bring anybody back.
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
