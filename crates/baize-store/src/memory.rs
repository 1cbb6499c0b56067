//! Tables that are forgotten when the process ends.

use crate::chain::{self, Checker, Sum};
use crate::devices::{Owner, adopt, is_against_oneself};
use crate::own::{forget, is_of_one};
use crate::rating::{Past, counts, rate};
use crate::{
    Append, Appender, Created, Device, DeviceChange, DeviceLink, Done, GamesOf, Leaders, ListedTable,
    MOST_DEVICES, MOST_ROWS, NewTable, OnCreated, Store, StoreError, Stored, StoredGame, StoredReview,
    Submitted, Unused, Wanted, leaders,
};
use baize_protocol::http::{Counts, Leader};
use baize_protocol::{Phase, TableId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

/// Keeps everything in memory: for tests, and for servers that need not remember.
#[derive(Default)]
pub struct Memory(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    tables: BTreeMap<TableId, StoredTable>,
    keys: BTreeMap<[u8; 32], TableId>,
    /// People who were forgotten.
    erased: BTreeSet<String>,
    /// Devices with their person, or `None` if signed out.
    devices: BTreeMap<String, (Device, Option<String>)>,
    links: Vec<DeviceLink>,
    is_closed: bool,
}

struct StoredTable {
    epoch: u32,
    entries: Vec<(Vec<u8>, Sum)>,
    margin: Option<(u32, Vec<u8>, Sum)>,
    snapshot: Option<(u32, Sum, Vec<u8>)>,
    listing: ListedTable,
    review: Option<StoredReview>,
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

/// The rows that are wanted, latest first.
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
    fn create_later(&self, table: NewTable, created: OnCreated) -> Option<(NewTable, OnCreated)> {
        created(self.create(table));
        None
    }

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
            review: None,
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

    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError> {
        let shelf = self.shelf();
        let own = |(table, kept): (&TableId, &StoredTable)| {
            let result = kept.listing.results.iter().find(|result| result.player == wanted.player)?;
            Some(StoredGame {
                table: *table,
                ended: kept.listing.changed,
                result: result.clone(),
                row: kept.listing.row.clone(),
                accuracies: kept.review.as_ref().map(|review| review.accuracies.clone()),
            })
        };
        let mut games: Vec<StoredGame> = shelf.tables.iter().filter_map(own).collect();
        games.retain(|game| wanted.after.is_none_or(|after| (game.ended, game.table) < after));
        games.sort_by_key(|game| std::cmp::Reverse((game.ended, game.table)));
        games.truncate(wanted.most);
        Ok(games)
    }

    fn erase(&self, player: &str) -> Result<u32, StoreError> {
        let mut shelf = self.shelf();
        shelf.erased.insert(player.to_owned());
        shelf.links.retain(|link| link.person != player);
        let Shelf { devices, erased, .. } = &mut *shelf;
        for (id, (_, person)) in devices.iter_mut().filter(|(_, (_, of))| of.as_deref() == Some(player)) {
            erased.insert(id.clone());
            *person = None;
        }
        let is_theirs = |listing: &ListedTable| listing.results.iter().any(|result| result.player == player);
        let mut count = 0;
        shelf.tables.retain(|_, kept| {
            let is_theirs = is_theirs(&kept.listing);
            count += u32::from(is_theirs);
            !(is_theirs && is_of_one(&kept.listing.row))
        });
        let Shelf { tables, keys, .. } = &mut *shelf;
        keys.retain(|_, table| tables.contains_key(table));
        tables.values_mut().for_each(|kept| forget(&mut kept.listing, |other| other == player));
        Ok(count)
    }

    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError> {
        Ok(self.shelf().devices.get(device).map_or_else(|| Some(device.to_owned()), |(_, of)| of.clone()))
    }

    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError> {
        Ok(self.shelf().devices_of(person))
    }

    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError> {
        Ok(self.shelf().links.iter().find(|link| link.hash == *hash && link.until > now).cloned())
    }

    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError> {
        Ok(self.shelf().change_devices(change))
    }

    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError> {
        if let Some(kept) = self.shelf().tables.get_mut(&table) {
            kept.review = Some(review);
        }
        Ok(())
    }

    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError> {
        let shelf = self.shelf();
        let review = shelf.tables.get(&table).and_then(|kept| kept.review.as_ref());
        Ok(review.filter(|review| review.revision == revision).map(|review| review.review.clone()))
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
        let Some(kept) = self.tables.get(&append.table) else { return Err(StoreError::Fenced) };
        if kept.epoch != append.epoch || kept.entries.len() as u32 != append.after {
            return Err(StoreError::Fenced);
        }
        let listing = append.listing.map(|listing| self.counted(listing, &kept.listing));
        let Some(kept) = self.tables.get_mut(&append.table) else { return Err(StoreError::Fenced) };
        kept.entries.extend(append.entries);
        if let Some((margin, sum)) = append.margin {
            kept.margin = Some((kept.entries.len() as u32, margin, sum));
        }
        if let Some(snapshot) = append.snapshot {
            let (version, sum) = kept.end(append.table);
            kept.snapshot = Some((version, sum, snapshot));
        }
        if let Some(listing) = listing {
            kept.listing = listing;
        }
        Ok(())
    }

    /// A listing with the ratings its results lead to. They are worked out once, whatever is written to the
    /// table later.
    fn counted(&self, mut listing: ListedTable, before: &ListedTable) -> ListedTable {
        let owner = |device: &str| {
            let (_, person) = self.devices.get(device)?;
            Some(person.clone().map_or(Owner::Nobody, Owner::Person))
        };
        let signed_out = adopt(&mut listing, owner);
        forget(&mut listing, |player| {
            self.erased.contains(player) || signed_out.iter().any(|device| device == player)
        });
        if before.results.is_empty() {
            let listings = self.tables.values().map(|kept| &kept.listing);
            let past = Past::of(listings, &listing.game, counts(&listing.results), listing.changed);
            rate(&mut listing.results, listing.changed, &past);
        } else {
            for (result, before) in listing.results.iter_mut().zip(&before.results) {
                result.rating = before.rating;
            }
        }
        listing
    }

    fn devices_of(&self, person: &str) -> Vec<Device> {
        let theirs = self.devices.values().filter(|(_, of)| of.as_deref() == Some(person));
        let mut devices: Vec<Device> = theirs.map(|(device, _)| device.clone()).collect();
        devices.sort_by(|a, b| (a.added, &a.id).cmp(&(b.added, &b.id)));
        devices
    }

    fn change_devices(&mut self, change: DeviceChange) -> bool {
        match change {
            DeviceChange::Offer(link, from) => {
                self.links.retain(|other| other.person != link.person && other.until > from.seen);
                let person = Some(link.person.clone());
                self.devices.entry(from.id.clone()).or_insert((from, person));
                self.links.push(link);
                true
            }
            DeviceChange::Withdraw(person) => {
                let before = self.links.len();
                self.links.retain(|link| link.person != person);
                self.links.len() < before
            }
            DeviceChange::Take(hash, device) => self.take(hash, device),
            DeviceChange::SignOut(person, device) => self.sign_out(&person, |id| id == device),
            DeviceChange::SignOutOthers(person, device) => self.sign_out(&person, |id| id != device),
            DeviceChange::Seen(device, at) => {
                let Some((known, Some(person))) = self.devices.get_mut(&device) else { return false };
                known.seen = known.seen.max(at);
                let person = person.clone();
                self.bring(&device, &person);
                true
            }
        }
    }

    fn sign_out(&mut self, person: &str, which: impl Fn(&str) -> bool) -> bool {
        let theirs =
            self.devices.iter_mut().filter(|(id, (_, of))| of.as_deref() == Some(person) && which(id));
        theirs.map(|(_, (_, of))| *of = None).count() > 0
    }

    fn take(&mut self, hash: [u8; 32], device: Device) -> bool {
        let is_wanted = |link: &DeviceLink| link.hash == hash && link.until > device.seen;
        let Some(link) = self.links.iter().find(|link| is_wanted(link)).cloned() else { return false };
        let before = match self.devices.get(&device.id) {
            None => device.id.clone(),
            Some((_, Some(person))) => person.clone(),
            Some((_, None)) => return false,
        };
        if self.devices_of(&link.person).len() >= MOST_DEVICES && before != link.person {
            return false;
        }
        self.links.retain(|other| other.hash != hash);
        self.devices.insert(device.id.clone(), (device, Some(link.person.clone())));
        self.bring(&before, &link.person);
        true
    }

    /// Gives a person the games of `before`, if no device belongs to `before` any more. Where both have a
    /// rating, the person's own stays.
    fn bring(&mut self, before: &str, person: &str) {
        if before == person || !self.devices_of(before).is_empty() {
            return;
        }
        let mut rated: BTreeSet<(String, &str)> = BTreeSet::new();
        for ListedTable { game, results, .. } in self.tables.values().map(|kept| &kept.listing) {
            let own = results.iter().filter(|result| result.player == person && result.rating.is_some());
            rated.extend(own.map(|result| (game.clone(), result.counts.word())));
        }
        for ListedTable { game, results, .. } in self.tables.values_mut().map(|kept| &mut kept.listing) {
            for result in results.iter_mut().filter(|result| result.player == before) {
                person.clone_into(&mut result.player);
                if rated.contains(&(game.clone(), result.counts.word())) {
                    result.rating = None;
                }
            }
            if is_against_oneself(results) {
                for result in results {
                    (result.counts, result.rating) = (Counts::Nothing, None);
                }
            }
        }
    }
}
