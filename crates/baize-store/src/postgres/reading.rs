//! Reads from the database, with checks.

use super::{Trouble, own};
use crate::chain::{self, Checker};
use crate::leaders::{self, Tally};
use crate::{Appender, Leaders, MOST_ROWS, StoreError, Stored, Wanted};
use baize_protocol::TableId;
use baize_protocol::http::{Leader, Ranking};
use deadpool_postgres::Client;
use std::collections::HashMap;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Where a log ends.
pub(super) struct Head {
    pub(super) epoch: u32,
    pub(super) version: u32,
    pub(super) sum: Vec<u8>,
}

impl Head {
    /// The head in the columns epoch, version and sum of a row.
    pub(super) fn read(row: &Row) -> Head {
        Head { epoch: number(row, 0), version: number(row, 1), sum: row.get(2) }
    }
}

/// The number of an entry, or an epoch.
pub(super) fn number(row: &Row, column: usize) -> u32 {
    u32::try_from(row.get::<_, i64>(column)).unwrap_or(u32::MAX)
}

/// Runs a prepared statement and returns its rows.
pub(super) async fn query(
    client: &Client,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, Trouble> {
    Ok(client.query(&client.prepare_cached(sql).await?, values).await?)
}

/// What is needed to continue a table that was just opened. Another process may have opened it since; what
/// that one has written is ignored.
pub(super) async fn stored(client: &Client, table: TableId, head: &Head) -> Result<Stored, Trouble> {
    let snapshot = sound_snapshot(client, table, head.version).await?;
    let (after, start) = match &snapshot {
        Some((version, sum, _)) => (*version, *sum),
        None => (0, chain::first(table)),
    };
    let (entries, checker) = entries(client, Checker::new(table, after, start), table, head).await?;
    let sql = "SELECT version, margin, sum FROM margins WHERE id = $1 AND version <= $2";
    let margin = query(client, sql, &[&table.as_str(), &i64::from(head.version)]).await?;
    let margin = match margin.first() {
        Some(row) => checker.margin(number(row, 0), row.get(1), row.get(2))?,
        None => None,
    };
    let appender = Appender::new(table, 0, head.epoch, checker.version(), checker.sum());
    Ok(Stored { appender, snapshot: snapshot.map(|(_, _, snapshot)| snapshot), entries, margin })
}

/// The whole log of a table.
pub(super) async fn whole(client: &Client, table: TableId) -> Result<Option<Vec<Vec<u8>>>, Trouble> {
    let sql = "SELECT epoch, version, sum FROM heads WHERE id = $1";
    let head = query(client, sql, &[&table.as_str()]).await?;
    let Some(head) = head.first().map(Head::read) else {
        return match row(client, table).await? {
            Some(_) => {
                Err(StoreError::Damaged { table, version: 1, what: "it has no head".to_owned() }.into())
            }
            None => Ok(None),
        };
    };
    let checker = Checker::new(table, 0, chain::first(table));
    Ok(Some(entries(client, checker, table, &head).await?.0))
}

/// The latest snapshot with its version and the checksum of the log there, if it is intact.
async fn sound_snapshot(
    client: &Client,
    table: TableId,
    until: u32,
) -> Result<Option<(u32, chain::Sum, Vec<u8>)>, Trouble> {
    let sql = "SELECT version, sum, snapshot, snapshot_sum FROM snapshots WHERE id = $1 AND version <= $2";
    let rows = query(client, sql, &[&table.as_str(), &i64::from(until)]).await?;
    Ok(rows.first().and_then(|row| {
        let (sum, snapshot): (&[u8], Vec<u8>) = (row.get(1), row.get(2));
        let is_sound = row.get::<_, &[u8]>(3) == chain::of(&snapshot);
        is_sound.then_some((number(row, 0), sum.try_into().ok()?, snapshot))
    }))
}

/// The entries of a table after those the checker has read, checked; and the checker at the end of the log.
async fn entries(
    client: &Client,
    mut checker: Checker,
    table: TableId,
    head: &Head,
) -> Result<(Vec<Vec<u8>>, Checker), Trouble> {
    let sql = "SELECT version, entry, sum FROM log WHERE id = $1 AND version > $2 AND version <= $3 ORDER BY version";
    let bounds = (i64::from(checker.version()), i64::from(head.version));
    let rows = query(client, sql, &[&table.as_str(), &bounds.0, &bounds.1]).await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let entry: Vec<u8> = row.get(1);
        checker.take(number(&row, 0), &entry, row.get(2))?;
        found.push(entry);
    }
    checker.end(head.version, &head.sum)?;
    Ok((found, checker))
}

/// The rows that are wanted, each with the time of its last change.
pub(super) async fn rows(client: &Client, wanted: &Wanted) -> Result<Vec<(i64, String)>, Trouble> {
    let phases = match wanted.phase {
        Some(phase) => [phase.word(), phase.word()],
        None => ["waiting", "playing"],
    };
    let sql = "SELECT changed, shown FROM tables
               WHERE is_public AND phase IN ($1, $2) AND ($3::TEXT IS NULL OR game = $3)
               ORDER BY changed DESC, id LIMIT $4";
    let rows = query(client, sql, &[&phases[0], &phases[1], &wanted.game, &(MOST_ROWS as i64)]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

pub(super) async fn row(client: &Client, table: TableId) -> Result<Option<String>, Trouble> {
    let rows = query(client, "SELECT shown FROM tables WHERE id = $1", &[&table.as_str()]).await?;
    Ok(rows.first().map(|row| row.get(0)))
}

pub(super) async fn leaders(client: &Client, wanted: &Leaders) -> Result<Vec<Leader>, Trouble> {
    if wanted.by == Ranking::Rating {
        return Ok(leaders::by_rating(own::rated(client, wanted).await?, wanted));
    }
    let sql = "SELECT player, bool_or(is_computer), count(*), CAST(sum(CASE WHEN won THEN 1 ELSE 0 END) AS INT8),
                   sum(share), max(score), max(changed)
               FROM (
                   SELECT *, row_number() OVER (PARTITION BY player, known, day ORDER BY changed, id) AS today
                   FROM (
                       SELECT *, CASE WHEN is_computer THEN others ELSE coalesce((
                           SELECT string_agg(other, ' ' ORDER BY other) FROM unnest(string_to_array(own.others, ' ')) AS other
                           WHERE EXISTS (
                               SELECT 1 FROM results AS earlier
                               WHERE earlier.game = $1 AND earlier.player = other AND earlier.day < own.day
                               AND earlier.counts <> 'nothing'
                           )
                       ), $3) END AS known FROM results AS own WHERE game = $1 AND counts <> 'nothing'
                   ) AS grouped
               ) AS counted WHERE others = '' OR today <= $2 GROUP BY player";
    let counted =
        query(client, sql, &[&wanted.game, &i64::from(leaders::MOST_A_DAY), &leaders::NEWCOMERS]).await?;
    let tally = |row: &Row| Tally {
        player: row.get(0),
        is_computer: row.get(1),
        games: number(row, 2),
        wins: number(row, 3),
        points: row.get(4),
        best: row.get(5),
        last: row.get::<_, i64>(6).unsigned_abs(),
    };
    let tallies = counted.iter().map(tally).collect();
    let mut listed = leaders::rank(tallies, wanted, |player| Ok::<_, Trouble>(player.to_owned()))?;
    let players: Vec<&str> = listed.iter().map(|leader| leader.name.as_str()).collect();
    let sql = "SELECT DISTINCT ON (player) player, name FROM results
               WHERE game = $1 AND player = ANY($2) ORDER BY player, changed DESC, id DESC";
    let names = query(client, sql, &[&wanted.game, &players]).await?;
    let mut names: HashMap<String, String> = names.iter().map(|row| (row.get(0), row.get(1))).collect();
    for leader in &mut listed {
        leader.name = names.remove(&leader.name).unwrap_or_default();
    }
    Ok(listed)
}
