//! Tables that are forgotten with the process.

use crate::chain::{self, Checker, Sum};
use crate::leaders;
use crate::{
    Append, Appender, Created, Done, Leaders, ListedTable, MOST_ROWS, NewTable, Store, StoreError, Stored,
    Submitted, Unused, Wanted,
};
use baize_protocol::http::Leader;
use baize_protocol::{Phase, TableId};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

/// Keeps everything in memory: for tests, and for servers that need not remember.
#[derive(Default)]
pub struct Memory(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    tables: BTreeMap<TableId, StoredTable>,
    keys: BTreeMap<[u8; 32], TableId>,
    is_closed: bool,
}

struct StoredTable {
    epoch: u32,
    entries: Vec<(Vec<u8>, Sum)>,
    margin: Option<(u32, Vec<u8>, Sum)>,
    snapshot: Option<(u32, Sum, Vec<u8>)>,
    listing: ListedTable,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Memory {
        Memory::default()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().expect("nothing panics while it holds the shelf")
    }
}

/// The rows that are wanted, the latest first.
pub fn listed<'a>(listings: impl Iterator<Item = &'a ListedTable>, wanted: &Wanted) -> Vec<String> {
    let is_wanted = |listing: &&ListedTable| {
        let phase = wanted.phase.map_or(listing.phase != Phase::Over, |phase| phase == listing.phase);
        listing.is_public && phase && wanted.game.as_ref().is_none_or(|game| *game == listing.game)
    };
    let mut rows: Vec<&ListedTable> = listings.filter(is_wanted).collect();
    rows.sort_by_key(|listing| std::cmp::Reverse(listing.changed));
    rows.into_iter().take(MOST_ROWS).map(|listing| listing.row.clone()).collect()
}

impl StoredTable {
    fn end(&self, table: TableId) -> (u32, Sum) {
        let sum = self.entries.last().map_or_else(|| chain::first(table), |(_, sum)| *sum);
        (self.entries.len() as u32, sum)
    }
}

impl Store for Memory {
    fn create(&self, new: NewTable) -> Result<Created, StoreError> {
        let mut shelf = self.shelf();
        if shelf.is_closed {
            return Err(StoreError::Closed);
        }
        if let Some(before) = new.key.and_then(|key| shelf.keys.get(&key)) {
            return Ok(Created::Before(*before));
        }
        if shelf.tables.contains_key(&new.table) {
            return Err(StoreError::Failed("there is a table with this id".to_owned()));
        }
        let mut appender = Appender::new(new.table, 0, 1, 0, chain::first(new.table));
        let append = appender.write(new.entries);
        let kept = StoredTable {
            epoch: 1,
            entries: append.entries,
            margin: None,
            snapshot: None,
            listing: new.listing,
        };
        shelf.tables.insert(new.table, kept);
        if let Some(key) = new.key {
            shelf.keys.insert(key, new.table);
        }
        Ok(Created::New(appender))
    }

    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        let mut shelf = self.shelf();
        let Some(kept) = shelf.tables.get_mut(&table) else { return Ok(None) };
        kept.epoch += 1;
        let (version, sum) = kept.end(table);
        let appender = Appender::new(table, 0, kept.epoch, version, sum);
        let (after, start) =
            kept.snapshot.as_ref().map_or((0, chain::first(table)), |(v, sum, _)| (*v, *sum));
        let mut checker = Checker::new(table, after, start);
        let mut entries = Vec::new();
        for (version, (entry, sum)) in (1..).zip(&kept.entries).skip(after as usize) {
            checker.take(version, entry, sum)?;
            entries.push(entry.clone());
        }
        let snapshot = kept.snapshot.as_ref().map(|(_, _, snapshot)| snapshot.clone());
        let margin = match kept.margin.clone() {
            Some((version, margin, sum)) => checker.margin(version, margin, &sum)?,
            None => None,
        };
        Ok(Some(Stored { appender, snapshot, entries, margin }))
    }

    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        let shelf = self.shelf();
        let kept = shelf.tables.get(&table);
        Ok(kept.map(|kept| kept.entries.iter().map(|(entry, _)| entry.clone()).collect()))
    }

    fn append(&self, append: Append, _: Done) -> Submitted {
        Submitted::Now(self.shelf().append(append))
    }

    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError> {
        let shelf = self.shelf();
        Ok(listed(shelf.tables.values().map(|kept| &kept.listing), wanted))
    }

    fn row(&self, table: TableId) -> Result<Option<String>, StoreError> {
        Ok(self.shelf().tables.get(&table).map(|kept| kept.listing.row.clone()))
    }

    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError> {
        let shelf = self.shelf();
        Ok(leaders::best(shelf.tables.values().map(|kept| &kept.listing), wanted))
    }

    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError> {
        let mut shelf = self.shelf();
        let before = shelf.tables.len();
        shelf.tables.retain(|_, kept| match kept.listing.phase {
            Phase::Waiting => kept.listing.changed >= unused.waiting,
            Phase::Playing => kept.listing.changed >= unused.playing,
            Phase::Over => true,
        });
        let Shelf { tables, keys, .. } = &mut *shelf;
        keys.retain(|_, table| tables.contains_key(table));
        Ok((before - shelf.tables.len()) as u32)
    }

    fn close(&self) {
        self.shelf().is_closed = true;
    }
}

impl Shelf {
    fn append(&mut self, append: Append) -> Result<(), StoreError> {
        if self.is_closed {
            return Err(StoreError::Closed);
        }
        let Some(kept) = self.tables.get_mut(&append.table) else { return Err(StoreError::Fenced) };
        if kept.epoch != append.epoch || kept.entries.len() as u32 != append.after {
            return Err(StoreError::Fenced);
        }
        kept.entries.extend(append.entries);
        if let Some((margin, sum)) = append.margin {
            kept.margin = Some((kept.entries.len() as u32, margin, sum));
        }
        if let Some(snapshot) = append.snapshot {
            let (version, sum) = kept.end(append.table);
            kept.snapshot = Some((version, sum, snapshot));
        }
        if let Some(listing) = append.listing {
            kept.listing = listing;
        }
        Ok(())
    }
}
