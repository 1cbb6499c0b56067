//! The tables of the database, and the migration of older databases.
//!
//! Uses only SQL that databases with the same wire protocol (CockroachDB, YugabyteDB) accept as well: no
//! sequences, no advisory locks, no procedures. Rows are found by the id of their table, which is random and
//! so spreads well.

use super::Trouble;
use crate::StoreError;
use deadpool_postgres::Client;
use tokio_postgres::error::SqlState;

/// One list of statements for each format, from an empty database to the current one. Steps that have been
/// released never change, and repeating one does nothing, as several processes may start at once.
const STEPS: &[&[&str]] = &[TABLES, NODES, PEOPLE, DEVICES];

/// 1: tables and their logs.
const TABLES: &[&str] = &[
    // What lists show, apart from the heads of logs, which change with every move.
    "CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY,
        key BYTEA UNIQUE,
        game TEXT NOT NULL,
        phase TEXT NOT NULL,
        is_public BOOL NOT NULL,
        changed INT8 NOT NULL,
        shown TEXT NOT NULL
    )",
    "CREATE INDEX IF NOT EXISTS tables_by_change ON tables (phase, changed)",
    // Where a log ends, and the epoch that may continue it: the fence.
    "CREATE TABLE IF NOT EXISTS heads (
        id TEXT PRIMARY KEY,
        epoch INT8 NOT NULL,
        version INT8 NOT NULL,
        sum BYTEA NOT NULL
    )",
    "CREATE TABLE IF NOT EXISTS log (
        id TEXT NOT NULL,
        version INT8 NOT NULL,
        epoch INT8 NOT NULL,
        entry BYTEA NOT NULL,
        sum BYTEA NOT NULL,
        PRIMARY KEY (id, version)
    )",
    "CREATE TABLE IF NOT EXISTS margins (
        id TEXT PRIMARY KEY,
        version INT8 NOT NULL,
        margin BYTEA NOT NULL,
        sum BYTEA NOT NULL
    )",
    "CREATE TABLE IF NOT EXISTS snapshots (
        id TEXT PRIMARY KEY,
        version INT8 NOT NULL,
        sum BYTEA NOT NULL,
        snapshot BYTEA NOT NULL,
        snapshot_sum BYTEA NOT NULL
    )",
    "CREATE TABLE IF NOT EXISTS results (
        id TEXT NOT NULL,
        seat INT8 NOT NULL,
        game TEXT NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        is_computer BOOL NOT NULL,
        won BOOL NOT NULL,
        share FLOAT8 NOT NULL,
        score FLOAT8,
        others TEXT NOT NULL,
        changed INT8 NOT NULL,
        day INT8 NOT NULL,
        PRIMARY KEY (id, seat)
    )",
    "CREATE INDEX IF NOT EXISTS results_by_player ON results (game, player)",
];

/// 2: the processes of the service, until when each may answer for the tables it owns, and which tables those
/// are.
const NODES: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS nodes (
        id TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        secret TEXT NOT NULL,
        expires TIMESTAMPTZ NOT NULL
    )",
    "ALTER TABLE heads ADD COLUMN IF NOT EXISTS owner TEXT",
];

/// 3: what a result counts for and the rating it led to, who was forgotten, and reviews.
const PEOPLE: &[&str] = &[
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS place INT8 NOT NULL DEFAULT 0",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS counts TEXT NOT NULL DEFAULT 'casual'",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS rating FLOAT8",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS deviation FLOAT8",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS volatility FLOAT8",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS gain FLOAT8",
    "ALTER TABLE results ADD COLUMN IF NOT EXISTS games INT8",
    "CREATE INDEX IF NOT EXISTS results_of_player ON results (player, changed)",
    "CREATE TABLE IF NOT EXISTS erased (player TEXT PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS reviews (
        id TEXT PRIMARY KEY,
        revision INT8 NOT NULL,
        accuracies TEXT NOT NULL,
        review TEXT NOT NULL
    )",
];

/// 4: the devices of people, and the links that add one more.
const DEVICES: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS devices (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        added INT8 NOT NULL,
        seen INT8 NOT NULL,
        is_out BOOL NOT NULL
    )",
    "CREATE INDEX IF NOT EXISTS devices_of_person ON devices (person)",
    "CREATE TABLE IF NOT EXISTS device_links (
        hash BYTEA PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        until INT8 NOT NULL
    )",
];

/// The format this program writes.
const FORMAT: i64 = STEPS.len() as i64;

/// Brings the database to the current format; refuses one of a newer program.
pub(super) async fn migrate(client: &Client) -> Result<(), Trouble> {
    change(client, "CREATE TABLE IF NOT EXISTS format (only_one INT8 PRIMARY KEY, number INT8 NOT NULL)")
        .await?;
    change(client, "INSERT INTO format VALUES (1, 0) ON CONFLICT DO NOTHING").await?;
    let row = client.query_one("SELECT number FROM format WHERE only_one = 1", &[]).await?;
    let found: i64 = row.get(0);
    if found > FORMAT {
        return Err(StoreError::TooNew { found: found as u32, known: FORMAT as u32 }.into());
    }
    for (format, step) in (1i64..).zip(STEPS).skip(found.max(0) as usize) {
        for statement in *step {
            change(client, statement).await?;
        }
        client.execute("UPDATE format SET number = $1 WHERE number < $1", &[&format]).await?;
    }
    Ok(())
}

/// Makes a change that another process may be making at the same moment; then it is done.
async fn change(client: &Client, statement: &str) -> Result<(), Trouble> {
    match client.batch_execute(statement).await {
        Err(error)
            if [SqlState::UNIQUE_VIOLATION, SqlState::DUPLICATE_TABLE, SqlState::DUPLICATE_OBJECT]
                .iter()
                .any(|state| error.code() == Some(state)) =>
        {
            // If the other process has made the change by now, this succeeds; otherwise it reports what is
            // wrong.
            Ok(client.batch_execute(statement).await?)
        }
        done => Ok(done?),
    }
}
