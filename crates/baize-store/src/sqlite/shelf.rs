//! A data folder as a shelf of whole tables.

use super::{Sqlite, SqliteSettings, connect, devices, lock, own};
use crate::copy::{CountedResult, People, Shelf, WholeTable, checked, phase_of};
use crate::{ListedTable, StoreError};
use baize_protocol::TableId;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::fs::File;
use std::path::Path;

/// How many ids are read at a time.
const PAGE: i64 = 1_000;

/// A folder that no server is using.
pub struct SqliteShelf {
    connection: Connection,
    /// Held for as long as the folder is used.
    _lock: File,
}

impl SqliteShelf {
    /// Opens the folder, making it if there is none. Anything a server has left in the journal is filed
    /// first.
    pub fn open(folder: &Path) -> Result<SqliteShelf, StoreError> {
        drop(Sqlite::open(folder, SqliteSettings::default())?);
        let lock = lock(folder)?;
        Ok(SqliteShelf { connection: connect(folder, &SqliteSettings::default())?, _lock: lock })
    }
}

impl Shelf for SqliteShelf {
    fn count(&mut self) -> Result<u64, StoreError> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    fn ids(&mut self, after: Option<TableId>) -> Result<Vec<TableId>, StoreError> {
        let after = after.as_ref().map_or("", TableId::as_str);
        let mut select =
            self.connection.prepare_cached("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?")?;
        let ids = select.query_map(params![after, PAGE], |row| row.get::<_, String>(0))?;
        let ids = ids.map(|id| id.map(|id| TableId::new(&id))).collect::<Result<Vec<_>, _>>()?;
        Ok(ids.into_iter().flatten().collect())
    }

    fn whole(&mut self, table: TableId) -> Result<Option<WholeTable>, StoreError> {
        let connection = &self.connection;
        let sql = "SELECT number, key, epoch, game, phase, is_public, changed, row FROM tables WHERE id = ?";
        let read = |row: &Row<'_>| {
            let phase: String = row.get(4)?;
            let listing = ListedTable {
                game: row.get(3)?,
                phase: phase_of(&phase),
                is_public: row.get(5)?,
                changed: row.get::<_, i64>(6)? as u64,
                row: row.get(7)?,
                results: Vec::new(),
            };
            Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, listing))
        };
        let mut select = connection.prepare_cached(sql)?;
        let Some((number, key, epoch, listing)) = select.query_row([table.as_str()], read).optional()? else {
            return Ok(None);
        };
        let mut select = connection
            .prepare_cached("SELECT version, entry, sum FROM log WHERE number = ? ORDER BY version")?;
        let found = select.query_map([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let found = found.collect::<Result<Vec<(u32, Vec<u8>, Vec<u8>)>, _>>()?;
        let mut select = connection.prepare_cached("SELECT version, sum FROM head WHERE number = ?")?;
        let head =
            select.query_row([number], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?))).optional()?;
        let first = crate::chain::first(table);
        let (version, sum) = head.unwrap_or_else(|| (0, first.to_vec()));
        let entries = checked(table, found, (version, &sum))?;
        let mut select =
            connection.prepare_cached("SELECT version, margin, sum FROM margins WHERE number = ?")?;
        let margin =
            select.query_row([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        let sql = "SELECT version, sum, snapshot, snapshot_sum FROM snapshots WHERE number = ?";
        let mut select = connection.prepare_cached(sql)?;
        let snapshot = select
            .query_row([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        let counted = |(result, others, changed)| CountedResult { result, others, changed };
        let results = own::results(connection, number)?.into_iter().map(counted).collect();
        Ok(Some(WholeTable { table, key, epoch, entries, margin, snapshot, listing, results }))
    }

    fn put(&mut self, whole: &WholeTable) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        let sql = "SELECT number FROM tables WHERE id = ?";
        let old: Option<i64> = transaction
            .prepare_cached(sql)?
            .query_row([whole.table.as_str()], |row| row.get(0))
            .optional()?;
        if let Some(old) = old {
            for table in ["tables", "log", "head", "snapshots", "margins", "results", "reviews"] {
                transaction
                    .prepare_cached(&format!("DELETE FROM {table} WHERE number = ?"))?
                    .execute([old])?;
            }
        }
        let ListedTable { game, phase, is_public, changed, row, .. } = &whole.listing;
        let sql = "INSERT INTO tables (id, key, epoch, game, phase, is_public, changed, row)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let (id, changed) = (whole.table.as_str(), *changed as i64);
        transaction.prepare_cached(sql)?.execute(params![
            id,
            whole.key,
            whole.epoch,
            game,
            phase.word(),
            is_public,
            changed,
            row
        ])?;
        let number = transaction.last_insert_rowid();
        {
            let mut insert = transaction.prepare_cached("INSERT INTO log VALUES (?, ?, ?, ?)")?;
            for (version, (entry, sum)) in (1u32..).zip(&whole.entries) {
                insert.execute(params![number, version, entry, sum])?;
            }
        }
        let head = params![number, whole.version(), whole.sum()];
        transaction.prepare_cached("INSERT INTO head VALUES (?, ?, ?)")?.execute(head)?;
        if let Some((version, margin, sum)) = &whole.margin {
            let margin = params![number, version, margin, sum];
            transaction.prepare_cached("INSERT INTO margins VALUES (?, ?, ?, ?)")?.execute(margin)?;
        }
        if let Some((version, sum, snapshot, own)) = &whole.snapshot {
            let snapshot = params![number, version, sum, snapshot, own];
            transaction.prepare_cached("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)")?.execute(snapshot)?;
        }
        for CountedResult { result, others, changed } in &whole.results {
            own::put_result(&transaction, number, game, result, others, *changed)?;
        }
        Ok(transaction.commit()?)
    }

    fn people(&mut self) -> Result<People, StoreError> {
        devices::people(&self.connection)
    }

    fn put_people(&mut self, people: &People) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        devices::put_people(&transaction, people)?;
        Ok(transaction.commit()?)
    }
}
