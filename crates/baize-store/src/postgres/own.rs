//! What belongs to one person, in the database.

use super::reading::{number, query};
use super::{Trouble, devices};
use crate::leaders::{DAY, RatedGame};
use crate::own::{is_of_one, without_name};
use crate::rating::{Past, counts};
use crate::{GamesOf, Leaders, ListedTable, SeatRating, SeatResult, StoredGame, StoredReview};
use baize_protocol::http::Counts;
use baize_protocol::{Phase, TableId};
use deadpool_postgres::{Client, GenericClient, Transaction};
use std::collections::BTreeSet;
use tokio_postgres::Row;

/// The columns of a result, as [`result`] reads them.
pub(super) const COLUMNS: &str =
    "results.seat, player, name, is_computer, won, share, place, score, counts, rating,
    deviation, volatility, gain, games";

/// How many columns these are.
pub(super) const COUNT: usize = 14;

fn small(row: &Row, column: usize) -> u8 {
    u8::try_from(row.get::<_, i64>(column)).unwrap_or(u8::MAX)
}

/// Reads [`COLUMNS`].
pub(super) fn result(row: &Row) -> SeatResult {
    SeatResult {
        seat: small(row, 0),
        player: row.get(1),
        name: row.get(2),
        is_computer: row.get(3),
        won: row.get(4),
        share: row.get(5),
        place: small(row, 6),
        score: row.get(7),
        counts: Counts::of(row.get(8)),
        fixed: None,
        rating: rating(row, 9),
    }
}

/// Reads the five columns of a rating, the first of which is `first`.
fn rating(row: &Row, first: usize) -> Option<SeatRating> {
    Some(SeatRating {
        rating: row.get::<_, Option<f64>>(first)?,
        deviation: row.get(first + 1),
        volatility: row.get(first + 2),
        gain: row.get(first + 3),
        games: number(row, first + 4),
    })
}

/// Adds a result of a table that is being copied here.
pub(super) async fn put(
    to: &tokio_postgres::Transaction<'_>,
    id: &str,
    game: &str,
    result: &SeatResult,
    others: &str,
    changed: i64,
) -> Result<(), Trouble> {
    let sql = "INSERT INTO results (id, seat, game, player, name, is_computer, won, share, place, score, counts, others,
                   changed, day)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let (seat, place, day) = (i64::from(result.seat), i64::from(result.place), changed / DAY as i64);
    let SeatResult { player, name, is_computer, won, share, score, .. } = result;
    let counts = result.counts.word();
    to.execute(
        sql,
        &[
            &id,
            &seat,
            &game,
            player,
            name,
            is_computer,
            won,
            share,
            &place,
            score,
            &counts,
            &others,
            &changed,
            &day,
        ],
    )
    .await?;
    if let Some(rating) = &result.rating {
        let SeatRating { rating, deviation, volatility, gain, games } = rating;
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
            [&id, &seat, rating, deviation, volatility, gain, &i64::from(*games)];
        to.execute(MARK, &values).await?;
    }
    Ok(())
}

const MARK: &str = "UPDATE results SET rating = $3, deviation = $4, volatility = $5, gain = $6, games = $7
                    WHERE id = $1 AND seat = $2";

/// Stores the ratings that a game led to.
pub(super) async fn mark(
    to: &Transaction<'_>,
    table: TableId,
    results: &[SeatResult],
) -> Result<(), Trouble> {
    let statement = to.prepare_cached(MARK).await?;
    for result in results {
        let Some(SeatRating { rating, deviation, volatility, gain, games }) = &result.rating else {
            continue;
        };
        let (seat, games) = (i64::from(result.seat), i64::from(*games));
        to.execute(&statement, &[&table.as_str(), &seat, rating, deviation, volatility, gain, &games])
            .await?;
    }
    Ok(())
}

/// What one database knows about the ratings of these people before a game is rated.
pub(super) async fn ratings_before(
    of: &impl GenericClient,
    game: &str,
    results: &[SeatResult],
    at: u64,
) -> Result<Past, Trouble> {
    let (counts, day) = (counts(results).word(), (at / DAY) as i64);
    let people: Vec<&str> =
        results.iter().filter(|result| !result.is_computer).map(|result| result.player.as_str()).collect();
    let mut past = Past::default();
    let sql =
        "SELECT DISTINCT ON (player) rating, deviation, volatility, gain, games, player, changed FROM results
               WHERE game = $1 AND player = ANY($2) AND counts = $3 AND rating IS NOT NULL
               ORDER BY player, games DESC";
    let rows = of.query(&of.prepare_cached(sql).await?, &[&game, &people, &counts]).await?;
    for row in &rows {
        if let Some(last) = rating(row, 0) {
            past.last.insert(row.get(5), (last, row.get::<_, i64>(6).unsigned_abs()));
        }
    }
    let sql = "SELECT player, others FROM results
               WHERE game = $1 AND player = ANY($2) AND counts = $3 AND rating IS NOT NULL AND day = $4";
    let rows = of.query(&of.prepare_cached(sql).await?, &[&game, &people, &counts, &day]).await?;
    past.today = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    Ok(past)
}

/// Which of these people have played on an earlier day, as far as one database knows.
pub(super) async fn known(
    of: &impl GenericClient,
    game: &str,
    people: &BTreeSet<String>,
    at: u64,
) -> Result<BTreeSet<String>, Trouble> {
    let (people, day) = (people.iter().collect::<Vec<_>>(), (at / DAY) as i64);
    let sql = "SELECT DISTINCT player FROM results
               WHERE game = $1 AND player = ANY($2) AND day < $3 AND counts <> 'nothing'";
    let rows = of.query(&of.prepare_cached(sql).await?, &[&game, &people, &day]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Which of these people were forgotten.
pub(super) async fn erased(client: &Client, players: &[String]) -> Result<BTreeSet<String>, Trouble> {
    let rows = query(client, "SELECT player FROM erased WHERE player = ANY($1)", &[&players]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Forgets someone step by step. If interrupted and run again, it continues; from the first step on, nothing
/// new is kept of them.
pub(super) async fn erase(client: &Client, player: &str) -> Result<u32, Trouble> {
    query(client, "INSERT INTO erased VALUES ($1) ON CONFLICT DO NOTHING", &[&player]).await?;
    devices::erase(client, player).await?;
    let sql =
        "SELECT results.id, seat, shown FROM results JOIN tables ON tables.id = results.id WHERE player = $1";
    let games = query(client, sql, &[&player]).await?;
    let count = games.iter().map(|row| row.get::<_, &str>(0)).collect::<BTreeSet<_>>().len() as u32;
    let (alone, shared): (Vec<&Row>, Vec<&Row>) = games.iter().partition(|row| is_of_one(row.get(2)));
    for row in shared {
        let id: &str = row.get(0);
        let shown = query(client, "SELECT shown FROM tables WHERE id = $1", &[&id]).await?;
        let Some(shown) = shown.first().map(|row| row.get::<_, &str>(0)) else { continue };
        let sql = "UPDATE tables SET shown = $2 WHERE id = $1";
        query(client, sql, &[&id, &without_name(shown, small(row, 1))]).await?;
        let sql = "UPDATE results SET others = replace(others, $2, '-') WHERE id = $1";
        query(client, sql, &[&id, &player]).await?;
    }
    let alone: Vec<&str> = alone.iter().map(|row| row.get(0)).collect();
    query(client, FORGET, &[&alone]).await?;
    let sql = "UPDATE results SET player = '', name = '', counts = 'nothing', score = NULL, rating = NULL,
               deviation = NULL, volatility = NULL, gain = NULL, games = NULL WHERE player = $1";
    query(client, sql, &[&player]).await?;
    Ok(count)
}

/// Deletes tables with everything that belongs to them.
const FORGET: &str = "
    WITH gone AS (DELETE FROM tables WHERE id = ANY($1::TEXT[]) RETURNING id),
    heads_gone AS (DELETE FROM heads WHERE id IN (SELECT id FROM gone)),
    log_gone AS (DELETE FROM log WHERE id IN (SELECT id FROM gone)),
    margins_gone AS (DELETE FROM margins WHERE id IN (SELECT id FROM gone)),
    snapshots_gone AS (DELETE FROM snapshots WHERE id IN (SELECT id FROM gone)),
    reviews_gone AS (DELETE FROM reviews WHERE id IN (SELECT id FROM gone)),
    results_gone AS (DELETE FROM results WHERE id IN (SELECT id FROM gone))
    SELECT id FROM gone";

pub(super) async fn keep_review(
    client: &Client,
    table: TableId,
    review: &StoredReview,
) -> Result<(), Trouble> {
    let sql = "INSERT INTO reviews SELECT id, $2, $3, $4 FROM tables WHERE id = $1
               ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, accuracies = excluded.accuracies,
                   review = excluded.review";
    let StoredReview { revision, accuracies, review } = review;
    query(client, sql, &[&table.as_str(), &i64::from(*revision), accuracies, review]).await?;
    Ok(())
}

pub(super) async fn review(
    client: &Client,
    table: TableId,
    revision: u32,
) -> Result<Option<String>, Trouble> {
    let sql = "SELECT review FROM reviews WHERE id = $1 AND revision = $2";
    let rows = query(client, sql, &[&table.as_str(), &i64::from(revision)]).await?;
    Ok(rows.first().map(|row| row.get(0)))
}

pub(super) async fn games_of(client: &Client, wanted: &GamesOf) -> Result<Vec<StoredGame>, Trouble> {
    let sql = format!(
        "SELECT {COLUMNS}, tables.id, results.changed, shown, accuracies FROM results
         JOIN tables ON tables.id = results.id LEFT JOIN reviews ON reviews.id = results.id
         WHERE player = $1 AND (results.changed, tables.id) < ($2, $3) AND NOT EXISTS (
             SELECT 1 FROM results AS first
             WHERE first.id = results.id AND first.player = $1 AND first.seat < results.seat
         ) ORDER BY results.changed DESC, tables.id DESC LIMIT $4"
    );
    let ended = wanted.after.map_or(i64::MAX, |(ended, _)| ended as i64);
    let table = wanted.after.map(|(_, table)| table);
    let after = table.as_ref().map_or("", TableId::as_str);
    let rows = query(client, &sql, &[&wanted.player, &ended, &after, &(wanted.most as i64)]).await?;
    let game = |row: &Row| {
        Some(StoredGame {
            table: TableId::new(row.get(COUNT))?,
            ended: row.get::<_, i64>(COUNT + 1).unsigned_abs(),
            result: result(row),
            row: row.get(COUNT + 2),
            accuracies: row.get(COUNT + 3),
        })
    };
    Ok(rows.iter().filter_map(game).collect())
}

/// The results of a game since this time, as lists would show them, to be counted with those of other
/// databases.
pub(super) async fn listings(client: &Client, game: &str, since: u64) -> Result<Vec<ListedTable>, Trouble> {
    let sql = format!(
        "SELECT {COLUMNS}, id, changed FROM results
         WHERE game = $1 AND changed >= $2 AND counts <> 'nothing' ORDER BY id, seat"
    );
    let rows = query(client, &sql, &[&game, &(since as i64)]).await?;
    let mut listings: Vec<ListedTable> = Vec::new();
    let mut last = None;
    for row in &rows {
        let id = Some(row.get::<_, &str>(COUNT));
        if id != last {
            last = id;
            listings.push(ListedTable {
                game: game.to_owned(),
                phase: Phase::Over,
                is_public: false,
                changed: row.get::<_, i64>(COUNT + 1).unsigned_abs(),
                row: String::new(),
                results: Vec::new(),
            });
        }
        if let Some(listing) = listings.last_mut() {
            listing.results.push(result(row));
        }
    }
    Ok(listings)
}

/// The games that count for ratings.
pub(super) async fn rated(client: &Client, wanted: &Leaders) -> Result<Vec<RatedGame>, Trouble> {
    let sql = "SELECT rating, deviation, volatility, gain, games, player, name, others, won, share, changed FROM results
               WHERE game = $1 AND counts = 'rated' AND rating IS NOT NULL AND changed >= $2";
    let rows = query(client, sql, &[&wanted.game, &(wanted.since() as i64)]).await?;
    let game = |row: &Row| {
        Some(RatedGame {
            rating: rating(row, 0)?,
            player: row.get(5),
            name: row.get(6),
            others: row.get(7),
            won: row.get(8),
            share: row.get(9),
            ended: row.get::<_, i64>(10).unsigned_abs(),
        })
    };
    Ok(rows.iter().filter_map(game).collect())
}
