//! The tables of the data file, and the migration of older files.

use crate::StoreError;
use rusqlite::Connection;

/// One step per format, from an empty file to the current one. Steps that have been released never change.
const STEPS: &[&str] = &[
    // 1: tables and their logs. The number of a table is never reused. New entries go to the end of
    // `journal`, so that a commit touches few pages, and are filed under their table in `log` later. `tail`
    // says where the journal ends, `head` where each filed log does.
    "CREATE TABLE tables (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        key BLOB UNIQUE,
        epoch INTEGER NOT NULL,
        game TEXT NOT NULL,
        phase TEXT NOT NULL,
        is_public INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        row TEXT NOT NULL
    );
    CREATE INDEX tables_by_change ON tables (phase, changed);
    CREATE TABLE journal (
        id INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        version INTEGER NOT NULL,
        entry BLOB NOT NULL,
        sum BLOB NOT NULL
    );
    CREATE TABLE tail (only INTEGER PRIMARY KEY CHECK (only = 1), id INTEGER NOT NULL);
    INSERT INTO tail VALUES (1, 0);
    CREATE TABLE log (
        number INTEGER NOT NULL,
        version INTEGER NOT NULL,
        entry BLOB NOT NULL,
        sum BLOB NOT NULL,
        PRIMARY KEY (number, version)
    ) WITHOUT ROWID;
    CREATE TABLE head (number INTEGER PRIMARY KEY, version INTEGER NOT NULL, sum BLOB NOT NULL);
    CREATE TABLE snapshots (
        number INTEGER PRIMARY KEY,
        version INTEGER NOT NULL,
        sum BLOB NOT NULL,
        snapshot BLOB NOT NULL,
        snapshot_sum BLOB NOT NULL
    );",
    // 2: results, for the leaderboard.
    "CREATE TABLE results (
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        game TEXT NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        is_computer INTEGER NOT NULL,
        won INTEGER NOT NULL,
        share REAL NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;
    CREATE INDEX results_by_player ON results (game, player);",
    // 3: high scores, and the other people a result was achieved against.
    "ALTER TABLE results ADD COLUMN score REAL;
     ALTER TABLE results ADD COLUMN others TEXT NOT NULL DEFAULT '';",
    // 4: margins, each written after the entry `version`.
    "CREATE TABLE margins (
        number INTEGER PRIMARY KEY,
        version INTEGER NOT NULL,
        margin BLOB NOT NULL,
        sum BLOB NOT NULL
    );",
    // 5: what a result counts for and the rating it led to, who was forgotten, and reviews.
    "ALTER TABLE results ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE results ADD COLUMN counts TEXT NOT NULL DEFAULT 'casual';
     ALTER TABLE results ADD COLUMN rating REAL;
     ALTER TABLE results ADD COLUMN deviation REAL;
     ALTER TABLE results ADD COLUMN volatility REAL;
     ALTER TABLE results ADD COLUMN gain REAL;
     ALTER TABLE results ADD COLUMN games INTEGER;
     CREATE INDEX results_of_player ON results (player, changed);
     CREATE TABLE erased (player TEXT PRIMARY KEY) WITHOUT ROWID;
     CREATE TABLE reviews (
        number INTEGER PRIMARY KEY,
        revision INTEGER NOT NULL,
        accuracies TEXT NOT NULL,
        review TEXT NOT NULL
    );",
    // 6: the devices of people, and the links that add one more.
    "CREATE TABLE devices (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        added INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        is_out INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX devices_of_person ON devices (person);
    CREATE TABLE device_links (
        hash BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;",
];

/// The format this program writes.
pub(super) const FORMAT: u32 = STEPS.len() as u32;

/// Brings the file to the current format; refuses a file of a newer program.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > FORMAT {
        return Err(StoreError::TooNew { found, known: FORMAT });
    }
    for (format, step) in (1..).zip(STEPS).skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", format)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Sets up a file as the first version of the program wrote it.
#[cfg(test)]
pub(super) fn first_format(connection: &Connection) {
    connection.execute_batch(STEPS[0]).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
}
