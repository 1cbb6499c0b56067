//! Appends of many tables in one commit.
//!
//! Each lane has the tables whose ids map to it, and one statement under way; appends that arrive meanwhile
//! wait for the next one. So the order within a table is kept, and the busier the store, the more each commit
//! covers. Lanes commit side by side, and the database syncs its disk once for all of them.

use super::siblings::{Held, Siblings};
use super::trouble::Tries;
use super::{Trouble, devices, own};
use crate::chain::{self, Sum};
use crate::devices::{Owner, adopt};
use crate::leaders;
use crate::own::forget;
use crate::rating::{counts, is_rated, rate};
use crate::{Append, Done, ListedTable, StoreError};
use baize_protocol::TableId;
use deadpool_postgres::{Client, Object, Pool};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;

/// The most appends in one commit, so that the first of them does not wait for ever.
const MOST_APPENDS: usize = 1_024;

/// Moves the heads of those logs whose fence allows it, adds their entries, and returns which logs they were.
const ENTRIES: &str = "
    WITH moved AS (
        UPDATE heads SET version = w.version, sum = coalesce(w.sum, heads.sum)
        FROM unnest($1::TEXT[], $2::INT8[], $3::INT8[], $4::INT8[], $5::BYTEA[])
            AS w (id, epoch, after, version, sum)
        WHERE heads.id = w.id AND heads.epoch = w.epoch AND heads.version = w.after
        RETURNING heads.id
    ), logged AS (
        INSERT INTO log (id, version, epoch, entry, sum)
        SELECT e.id, e.version, e.epoch, e.entry, e.sum
        FROM unnest($6::TEXT[], $7::INT8[], $8::INT8[], $9::BYTEA[], $10::BYTEA[])
            AS e (id, version, epoch, entry, sum)
        JOIN moved ON moved.id = e.id
    )";

/// The changes beside the log, in the same statement.
const BESIDE: &str = ", noted AS (
        INSERT INTO margins (id, version, margin, sum)
        SELECT m.id, m.version, m.margin, m.sum
        FROM unnest($11::TEXT[], $12::INT8[], $13::BYTEA[], $14::BYTEA[]) AS m (id, version, margin, sum)
        JOIN moved ON moved.id = m.id
        ON CONFLICT (id) DO UPDATE
        SET version = excluded.version, margin = excluded.margin, sum = excluded.sum
    ), pictured AS (
        INSERT INTO snapshots (id, version, sum, snapshot, snapshot_sum)
        SELECT s.id, s.version, s.sum, s.snapshot, s.snapshot_sum
        FROM unnest($15::TEXT[], $16::INT8[], $17::BYTEA[], $18::BYTEA[], $19::BYTEA[])
            AS s (id, version, sum, snapshot, snapshot_sum)
        JOIN moved ON moved.id = s.id
        ON CONFLICT (id) DO UPDATE
        SET version = excluded.version, sum = excluded.sum, snapshot = excluded.snapshot,
            snapshot_sum = excluded.snapshot_sum
    ), listed AS (
        UPDATE tables SET phase = l.phase, is_public = l.is_public, changed = l.changed, shown = l.shown
        FROM unnest($20::TEXT[], $21::TEXT[], $22::BOOL[], $23::INT8[], $24::TEXT[])
            AS l (id, phase, is_public, changed, shown)
        JOIN moved ON moved.id = l.id
        WHERE tables.id = l.id
    ), counted AS (
        INSERT INTO results (id, seat, game, player, name, is_computer, won, share, score, others, changed, day,
            place, counts)
        SELECT r.id, r.seat, r.game, r.player, r.name, r.is_computer, r.won, r.share, r.score, r.others,
            r.changed, r.day, r.place, r.counts
        FROM unnest($25::TEXT[], $26::INT8[], $27::TEXT[], $28::TEXT[], $29::TEXT[], $30::BOOL[], $31::BOOL[],
            $32::FLOAT8[], $33::FLOAT8[], $34::TEXT[], $35::INT8[], $36::INT8[], $37::INT8[], $38::TEXT[])
            AS r (id, seat, game, player, name, is_computer, won, share, score, others, changed, day, place,
                counts)
        JOIN moved ON moved.id = r.id
        ON CONFLICT (id, seat) DO UPDATE
        SET player = excluded.player, name = excluded.name, is_computer = excluded.is_computer,
            won = excluded.won, share = excluded.share, score = excluded.score, others = excluded.others,
            changed = excluded.changed, day = excluded.day, place = excluded.place, counts = excluded.counts
    )";

/// Makes everyone who changes ratings, in any process, wait for each other: a rating builds on the one before
/// it.
pub(super) const RATING_LOCK: &str = "SELECT number FROM format WHERE only_one = 1 FOR UPDATE";

const MOVED: &str = " SELECT id FROM moved";

/// An append, and whom to tell.
pub(super) type Job = (Append, Done);

/// Writes appends until the queue is closed.
pub(super) async fn work(pool: Pool, siblings: Arc<OnceLock<Siblings>>, mut jobs: UnboundedReceiver<Job>) {
    let (lean, full) = (format!("{ENTRIES}{MOVED}"), format!("{ENTRIES}{BESIDE}{MOVED}"));
    let mut left = None;
    loop {
        let first = match left.take() {
            Some(job) => job,
            None => match jobs.recv().await {
                Some(job) => job,
                None => return,
            },
        };
        let (mut batch, mut waiting) = (Batch::default(), Vec::new());
        let mut next = Some(first);
        while let Some((append, done)) = next {
            let table = append.table;
            match batch.add(append) {
                None => waiting.push((table, done)),
                Some(append) => left = Some((append, done)),
            }
            next = match left.is_none() && waiting.len() < MOST_APPENDS {
                true => jobs.try_recv().ok(),
                false => None,
            };
        }
        #[cfg(feature = "planted")]
        if crate::planted::is(crate::planted::PlantedBug::EarlyAnswer) {
            waiting.drain(..).for_each(|(_, done)| done(Ok(())));
        }
        let moved = batch.write(&pool, siblings.get(), &lean, &full).await;
        for (table, done) in waiting {
            done(match &moved {
                Ok(moved) if moved.contains(&table) => Ok(()),
                Ok(_) => Err(StoreError::Fenced),
                Err(error) => Err(error.clone()),
            });
        }
    }
}

/// The share of one table in a commit: appends that follow each other.
struct Part {
    epoch: u32,
    after: u32,
    version: u32,
    /// The checksum of the last entry, if there is one.
    sum: Option<Sum>,
    entries: Vec<(Vec<u8>, Sum)>,
    /// The new margin of the log, and the entry it follows.
    margin: Option<(u32, Vec<u8>, Sum)>,
    snapshot: Option<(u32, Sum, Vec<u8>)>,
    listing: Option<ListedTable>,
}

/// The parts, ordered by id so that two processes never wait for each other's rows in a circle.
#[derive(Default)]
struct Batch {
    parts: BTreeMap<TableId, Part>,
    /// Whether results have already been moved from devices to their people.
    is_adopted: bool,
}

impl Batch {
    /// Adds an append, or returns it if it does not follow the previous ones: then it goes with the next
    /// commit.
    fn add(&mut self, append: Append) -> Option<Append> {
        let part = self.parts.entry(append.table).or_insert_with(|| Part {
            epoch: append.epoch,
            after: append.after,
            version: append.after,
            sum: None,
            entries: Vec::new(),
            margin: None,
            snapshot: None,
            listing: None,
        });
        if (part.epoch, part.version) != (append.epoch, append.after) {
            return Some(append);
        }
        part.version = append.version();
        part.sum = append.sum().copied().or(part.sum);
        if let (Some(snapshot), Some(sum)) = (append.snapshot, part.sum) {
            part.snapshot = Some((part.version, sum, snapshot));
        }
        part.entries.extend(append.entries);
        part.margin = append.margin.map(|(margin, sum)| (part.version, margin, sum)).or(part.margin.take());
        if let Some(mut listing) = append.listing {
            // Results that were once reported are not taken back.
            if let Some(before) = part.listing.take().filter(|_| listing.results.is_empty()) {
                listing.results = before.results;
            }
            part.listing = Some(listing);
        }
        None
    }

    /// Writes everything; returns which tables were not fenced off.
    async fn write(
        &mut self,
        pool: &Pool,
        siblings: Option<&Siblings>,
        lean: &str,
        full: &str,
    ) -> Result<HashSet<TableId>, StoreError> {
        let mut tries = Tries::new();
        loop {
            let mut client = tries.client(pool).await?;
            let attempt = self.attempt(&mut client, siblings, lean, full, tries.is_again());
            let trouble = match timeout(tries.patience(), attempt).await {
                Ok(Ok(moved)) => return Ok(moved),
                Ok(Err(trouble)) => trouble,
                Err(_) => {
                    // Whatever it still does is stopped by the fence, or is what was wanted anyway.
                    drop(Object::take(client));
                    Trouble::Late
                }
            };
            tries.again(trouble).await?;
        }
    }

    async fn attempt(
        &mut self,
        client: &mut Client,
        siblings: Option<&Siblings>,
        lean: &str,
        full: &str,
        is_again: bool,
    ) -> Result<HashSet<TableId>, Trouble> {
        self.forget(client).await?;
        let mut columns = self.entries();
        let is_lean =
            |part: &Part| part.margin.is_none() && part.snapshot.is_none() && part.listing.is_none();
        let sql = if self.parts.values().all(is_lean) {
            lean
        } else {
            self.beside(&mut columns);
            full
        };
        #[cfg(feature = "planted")]
        let planted = sql.replace(" AND heads.epoch = w.epoch", "");
        #[cfg(feature = "planted")]
        let sql = if crate::planted::is(crate::planted::PlantedBug::NoEpochCheck) { &planted } else { sql };
        let statement = client.prepare_cached(sql).await?;
        let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column as _).collect();
        let rated = self.rated();
        let held = match siblings {
            _ if rated.is_empty() => None,
            Some(siblings) => siblings.hold().await,
            None => Some(Held::default()),
        };
        let rows = if let Some(held) = held {
            let transaction = client.transaction().await?;
            transaction.query(&transaction.prepare_cached(RATING_LOCK).await?, &[]).await?;
            let ids: Vec<&str> = rated.iter().map(|(table, _)| table.as_str()).collect();
            let sql = "SELECT DISTINCT id FROM results WHERE id = ANY($1)";
            let before = transaction.query(&transaction.prepare_cached(sql).await?, &[&ids]).await?;
            let before: HashSet<&str> = before.iter().map(|row| row.get(0)).collect();
            let rows = transaction.query(&statement, &columns).await?;
            let moved: HashSet<&str> = rows.iter().map(|row| row.get(0)).collect();
            for (table, listing) in rated {
                if !moved.contains(table.as_str()) || before.contains(table.as_str()) {
                    continue;
                }
                let ListedTable { game, changed, results, .. } = listing;
                let mut results = results.clone();
                let past = held.past(&transaction, game, &results, *changed).await?;
                rate(&mut results, *changed, &past);
                own::mark(&transaction, table, &results).await?;
            }
            transaction.commit().await?;
            held.release().await;
            rows
        } else {
            client.query(&statement, &columns).await?
        };
        let mut moved: HashSet<TableId> = rows.iter().filter_map(|row| TableId::new(row.get(0))).collect();
        if is_again && moved.len() < self.parts.len() {
            moved.extend(self.written_before(client).await?);
        }
        Ok(moved)
    }

    /// The games that end with this commit and change ratings.
    fn rated(&self) -> Vec<(TableId, &ListedTable)> {
        let listed = self.parts.iter().filter_map(|(id, part)| Some((*id, part.listing.as_ref()?)));
        listed.filter(|(_, listing)| is_rated(counts(&listing.results))).collect()
    }

    /// Gives results to the people whose devices played, and takes out people who were forgotten.
    async fn forget(&mut self, client: &Client) -> Result<(), Trouble> {
        let listings = || self.parts.values().filter_map(|part| part.listing.as_ref());
        let people = listings().flat_map(|listing| &listing.results).filter(|result| !result.is_computer);
        let people: Vec<String> = people.map(|result| result.player.clone()).collect();
        if people.is_empty() || self.is_adopted {
            return Ok(());
        }
        let owners = devices::owners(client, &people).await?;
        let mut erased = own::erased(client, &people).await?;
        let of_devices = owners.values().filter_map(|owner| match owner {
            Owner::Person(person) => Some(person.clone()),
            Owner::Nobody => None,
        });
        erased.extend(own::erased(client, &of_devices.collect::<Vec<_>>()).await?);
        for listing in self.parts.values_mut().filter_map(|part| part.listing.as_mut()) {
            let signed_out = adopt(listing, |device| owners.get(device).cloned());
            forget(listing, |player| erased.contains(player) || signed_out.iter().any(|out| out == player));
        }
        self.is_adopted = true;
        Ok(())
    }

    /// Tables whose logs already end with the checksums to be written: it was done, and the answer got lost.
    async fn written_before(&self, client: &Client) -> Result<Vec<TableId>, Trouble> {
        let ids: Vec<&str> = self.parts.keys().map(TableId::as_str).collect();
        let sql = "SELECT id, epoch, version, sum FROM heads WHERE id = ANY($1)";
        let rows = client.query(&client.prepare_cached(sql).await?, &[&ids]).await?;
        let is_written = |row: &tokio_postgres::Row| {
            let id = TableId::new(row.get(0))?;
            let part = self.parts.get(&id)?;
            let end = (row.get::<_, i64>(1), row.get::<_, i64>(2), row.get::<_, &[u8]>(3));
            let wanted = (i64::from(part.epoch), i64::from(part.version), &part.sum.as_ref()?[..]);
            (end == wanted).then_some(id)
        };
        Ok(rows.iter().filter_map(is_written).collect())
    }

    fn entries(&self) -> Vec<Box<dyn ToSql + Sync + Send + '_>> {
        let each = || self.parts.iter();
        let entries = || {
            each().flat_map(|(id, part)| {
                (part.after + 1..).zip(&part.entries).map(move |(version, entry)| (id, part, version, entry))
            })
        };
        vec![
            column(each().map(|(id, _)| id.as_str())),
            column(each().map(|(_, part)| i64::from(part.epoch))),
            column(each().map(|(_, part)| i64::from(part.after))),
            column(each().map(|(_, part)| i64::from(part.version))),
            column(each().map(|(_, part)| part.sum.as_ref().map(|sum| &sum[..]))),
            column(entries().map(|(id, ..)| id.as_str())),
            column(entries().map(|(_, _, version, _)| i64::from(version))),
            column(entries().map(|(_, part, ..)| i64::from(part.epoch))),
            column(entries().map(|(.., (entry, _))| &entry[..])),
            column(entries().map(|(.., (_, sum))| &sum[..])),
        ]
    }

    fn beside<'a>(&'a self, columns: &mut Vec<Box<dyn ToSql + Sync + Send + 'a>>) {
        let margins = || self.parts.iter().filter_map(|(id, part)| Some((id, part.margin.as_ref()?)));
        columns.extend([
            column(margins().map(|(id, _)| id.as_str())),
            column(margins().map(|(_, (version, ..))| i64::from(*version))),
            column(margins().map(|(_, (_, margin, _))| &margin[..])),
            column(margins().map(|(_, (.., sum))| &sum[..])),
        ]);
        let snapshots = || self.parts.iter().filter_map(|(id, part)| Some((id, part.snapshot.as_ref()?)));
        columns.extend([
            column(snapshots().map(|(id, _)| id.as_str())),
            column(snapshots().map(|(_, (version, ..))| i64::from(*version))),
            column(snapshots().map(|(_, (_, sum, _))| &sum[..])),
            column(snapshots().map(|(_, (.., snapshot))| &snapshot[..])),
            column(snapshots().map(|(_, (.., snapshot))| chain::of(snapshot).to_vec())),
        ]);
        let listings = || self.parts.iter().filter_map(|(id, part)| Some((id, part.listing.as_ref()?)));
        columns.extend([
            column(listings().map(|(id, _)| id.as_str())),
            column(listings().map(|(_, listing)| listing.phase.word())),
            column(listings().map(|(_, listing)| listing.is_public)),
            column(listings().map(|(_, listing)| listing.changed as i64)),
            column(listings().map(|(_, listing)| listing.row.as_str())),
        ]);
        let results = || {
            listings().flat_map(|(id, listing)| {
                listing.results.iter().enumerate().map(move |(index, result)| (id, listing, index, result))
            })
        };
        columns.extend([
            column(results().map(|(id, ..)| id.as_str())),
            column(results().map(|(.., result)| i64::from(result.seat))),
            column(results().map(|(_, listing, ..)| listing.game.as_str())),
            column(results().map(|(.., result)| result.player.as_str())),
            column(results().map(|(.., result)| result.name.as_str())),
            column(results().map(|(.., result)| result.is_computer)),
            column(results().map(|(.., result)| result.won)),
            column(results().map(|(.., result)| result.share)),
            column(results().map(|(.., result)| result.score)),
            column(results().map(|(_, listing, index, _)| leaders::others(&listing.results, index))),
            column(results().map(|(_, listing, ..)| listing.changed as i64)),
            column(results().map(|(_, listing, ..)| (listing.changed / leaders::DAY) as i64)),
            column(results().map(|(.., result)| i64::from(result.place))),
            column(results().map(|(.., result)| result.counts.word())),
        ]);
    }
}

/// One column of many rows, as a single parameter.
fn column<'a, T: ToSql + Sync + Send + 'a>(
    values: impl Iterator<Item = T>,
) -> Box<dyn ToSql + Sync + Send + 'a> {
    Box::new(values.collect::<Vec<T>>())
}
