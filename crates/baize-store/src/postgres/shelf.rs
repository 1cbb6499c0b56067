//! A database as a shelf of whole tables.

use super::own::{self, result};
use super::reading::number;
use super::{Address, Postgres, Trouble, devices};
use crate::copy::{CountedResult, People, Shelf, WholeTable, checked, phase_of};
use crate::{ListedTable, StoreError};
use baize_protocol::TableId;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls, Row, Transaction};

/// How many ids are read at a time.
const PAGE: i64 = 1_000;

/// A database, over one connection.
pub struct PostgresShelf {
    runtime: Runtime,
    client: Client,
}

impl PostgresShelf {
    /// Opens a database to copy tables into, bringing it to the current format.
    pub fn open(address: &Address) -> Result<PostgresShelf, StoreError> {
        drop(Postgres::open(address)?);
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let connect = async {
            let (client, connection) = address.0.connect(NoTls).await?;
            tokio::spawn(connection);
            Ok(client)
        };
        let client = runtime.block_on(connect).map_err(|trouble: Trouble| trouble.into_error())?;
        Ok(PostgresShelf { runtime, client })
    }

    /// Opens a database as it is at this moment, whatever happens to it afterwards.
    pub fn moment(address: &Address) -> Result<PostgresShelf, StoreError> {
        let shelf = PostgresShelf::open(address)?;
        shelf.wait(async {
            Ok(shelf
                .client
                .batch_execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .await?)
        })?;
        Ok(shelf)
    }

    /// Checks every log: that its chain of checksums holds to the end, and that no entry of an older epoch
    /// follows one of a newer. Returns how many logs there are.
    pub fn check(&mut self) -> Result<u64, StoreError> {
        let sql = "SELECT id, version FROM (
                       SELECT id, version, epoch, lag(epoch) OVER (PARTITION BY id ORDER BY version) AS before
                       FROM log
                   ) AS entries WHERE epoch < before LIMIT 1";
        let mixed = self.wait(async { Ok(self.client.query_opt(sql, &[]).await?) })?;
        if let Some((table, row)) = mixed.and_then(|row| Some((TableId::new(row.get(0))?, row))) {
            let what = "it was written by a process that had lost the table".to_owned();
            return Err(StoreError::Damaged { table, version: number(&row, 1), what });
        }
        let (mut count, mut last) = (0, None);
        loop {
            let ids = self.ids(last)?;
            let Some(end) = ids.last() else { return Ok(count) };
            last = Some(*end);
            for table in ids {
                count += u64::from(self.whole(table)?.is_some());
            }
        }
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, Trouble>>) -> Result<T, StoreError> {
        self.runtime.block_on(work).map_err(Trouble::into_error)
    }

    async fn read(&self, table: TableId) -> Result<Option<WholeTable>, Trouble> {
        let id = table.as_str();
        let sql = "SELECT key, epoch, game, phase, is_public, changed, shown, version, sum
                   FROM tables JOIN heads ON heads.id = tables.id WHERE tables.id = $1";
        let Some(row) = self.client.query_opt(sql, &[&id]).await? else { return Ok(None) };
        let listing = ListedTable {
            game: row.get(2),
            phase: phase_of(row.get(3)),
            is_public: row.get(4),
            changed: row.get::<_, i64>(5) as u64,
            row: row.get(6),
            results: Vec::new(),
        };
        let sql = "SELECT version, entry, sum FROM log WHERE id = $1 ORDER BY version";
        let found = self.client.query(sql, &[&id]).await?;
        let found = found.into_iter().map(|row| (number(&row, 0), row.get(1), row.get(2)));
        let entries = checked(table, found, (number(&row, 7), row.get(8)))?;
        let sql = "SELECT version, margin, sum FROM margins WHERE id = $1";
        let margin = self.client.query_opt(sql, &[&id]).await?;
        let sql = "SELECT version, sum, snapshot, snapshot_sum FROM snapshots WHERE id = $1";
        let snapshot = self.client.query_opt(sql, &[&id]).await?;
        let columns = own::COLUMNS;
        let sql = format!("SELECT {columns}, others, changed FROM results WHERE id = $1 ORDER BY seat");
        let results = self.client.query(&sql, &[&id]).await?;
        Ok(Some(WholeTable {
            table,
            key: row.get(0),
            epoch: number(&row, 1),
            entries,
            margin: margin.map(|row| (number(&row, 0), row.get(1), row.get(2))),
            snapshot: snapshot.map(|row| (number(&row, 0), row.get(1), row.get(2), row.get(3))),
            listing,
            results: results.iter().map(counted).collect(),
        }))
    }
}

fn counted(row: &Row) -> CountedResult {
    CountedResult { result: result(row), others: row.get(own::COUNT), changed: row.get(own::COUNT + 1) }
}

impl Shelf for PostgresShelf {
    fn count(&mut self) -> Result<u64, StoreError> {
        self.wait(async {
            let row = self.client.query_one("SELECT count(*) FROM tables", &[]).await?;
            Ok(row.get::<_, i64>(0).unsigned_abs())
        })
    }

    fn ids(&mut self, after: Option<TableId>) -> Result<Vec<TableId>, StoreError> {
        self.wait(async {
            let after = after.as_ref().map_or("", TableId::as_str);
            let sql = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2";
            let rows = self.client.query(sql, &[&after, &PAGE]).await?;
            Ok(rows.iter().filter_map(|row| TableId::new(row.get(0))).collect())
        })
    }

    fn whole(&mut self, table: TableId) -> Result<Option<WholeTable>, StoreError> {
        self.wait(self.read(table))
    }

    fn put(&mut self, table: &WholeTable) -> Result<(), StoreError> {
        let PostgresShelf { runtime, client } = self;
        let put = async {
            let transaction = client.transaction().await?;
            put(&transaction, table).await?;
            Ok(transaction.commit().await?)
        };
        runtime.block_on(put).map_err(|trouble: Trouble| trouble.into_error())
    }

    fn people(&mut self) -> Result<People, StoreError> {
        self.wait(async {
            let erased = self.client.query("SELECT player FROM erased ORDER BY player", &[]).await?;
            let sql = "SELECT id, name, added, seen, person, is_out FROM devices ORDER BY id";
            let owned = self.client.query(sql, &[]).await?;
            Ok(People {
                erased: erased.iter().map(|row| row.get(0)).collect(),
                devices: owned.iter().map(|row| (devices::device(row), row.get(4), row.get(5))).collect(),
            })
        })
    }

    fn put_people(&mut self, people: &People) -> Result<(), StoreError> {
        self.wait(async {
            for player in &people.erased {
                self.client
                    .execute("INSERT INTO erased VALUES ($1) ON CONFLICT DO NOTHING", &[player])
                    .await?;
            }
            for (device, person, is_out) in &people.devices {
                let sql = "INSERT INTO devices VALUES ($1, $2, $3, $4, $5, $6)
                           ON CONFLICT (id) DO UPDATE SET person = excluded.person, name = excluded.name,
                               added = excluded.added, seen = excluded.seen, is_out = excluded.is_out";
                let (added, seen) = (device.added as i64, device.seen as i64);
                self.client.execute(sql, &[&device.id, person, &device.name, &added, &seen, is_out]).await?;
            }
            Ok(())
        })
    }
}

async fn put(to: &Transaction<'_>, whole: &WholeTable) -> Result<(), Trouble> {
    let id = whole.table.as_str();
    for table in ["tables", "heads", "log", "snapshots", "margins", "results", "reviews"] {
        to.execute(&format!("DELETE FROM {table} WHERE id = $1"), &[&id]).await?;
    }
    let ListedTable { game, phase, is_public, changed, row, .. } = &whole.listing;
    let sql = "INSERT INTO tables (id, key, game, phase, is_public, changed, shown) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let changed = *changed as i64;
    to.execute(sql, &[&id, &whole.key, game, &phase.word(), is_public, &changed, row]).await?;
    let (epoch, version, sum) = (i64::from(whole.epoch), i64::from(whole.version()), whole.sum());
    let sql = "INSERT INTO heads (id, epoch, version, sum) VALUES ($1, $2, $3, $4)";
    to.execute(sql, &[&id, &epoch, &version, &&sum[..]]).await?;
    let versions: Vec<i64> = (1..=version).collect();
    let entries: Vec<&[u8]> = whole.entries.iter().map(|(entry, _)| &entry[..]).collect();
    let sums: Vec<&[u8]> = whole.entries.iter().map(|(_, sum)| &sum[..]).collect();
    let sql = "INSERT INTO log (id, version, epoch, entry, sum) SELECT $1, e.version, $2, e.entry, e.sum
               FROM unnest($3::INT8[], $4::BYTEA[], $5::BYTEA[]) AS e (version, entry, sum)";
    to.execute(sql, &[&id, &epoch, &versions, &entries, &sums]).await?;
    if let Some((version, margin, sum)) = &whole.margin {
        let sql = "INSERT INTO margins (id, version, margin, sum) VALUES ($1, $2, $3, $4)";
        to.execute(sql, &[&id, &i64::from(*version), margin, sum]).await?;
    }
    if let Some((version, sum, snapshot, own)) = &whole.snapshot {
        let sql =
            "INSERT INTO snapshots (id, version, sum, snapshot, snapshot_sum) VALUES ($1, $2, $3, $4, $5)";
        to.execute(sql, &[&id, &i64::from(*version), sum, snapshot, own]).await?;
    }
    for CountedResult { result, others, changed } in &whole.results {
        own::put(to, id, game, result, others, *changed).await?;
    }
    Ok(())
}
