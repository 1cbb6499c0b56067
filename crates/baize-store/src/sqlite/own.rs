//! What belongs to one person, in the data file.

use crate::leaders::{DAY, RatedGame};
use crate::own::{is_of_one, without_name};
use crate::rating::{Past, counts};
use crate::{GamesOf, Leaders, SeatRating, SeatResult, StoreError, StoredGame, StoredReview};
use baize_protocol::TableId;
use baize_protocol::http::Counts;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeSet;

type Found<T> = Result<T, StoreError>;

/// The columns of a result, as [`result`] reads them.
const COLUMNS: &str =
    "results.seat, player, name, is_computer, won, share, place, score, counts, rating, deviation,
    volatility, gain, games";

/// How many columns these are.
const COUNT: usize = 14;

/// Reads [`COLUMNS`].
pub(super) fn result(row: &Row<'_>) -> rusqlite::Result<SeatResult> {
    Ok(SeatResult {
        seat: row.get(0)?,
        player: row.get(1)?,
        name: row.get(2)?,
        is_computer: row.get(3)?,
        won: row.get(4)?,
        share: row.get(5)?,
        place: row.get(6)?,
        score: row.get(7)?,
        counts: Counts::of(&row.get::<_, String>(8)?),
        fixed: None,
        rating: rating(row, 9)?,
    })
}

/// Reads the five columns of a rating, the first of which is `first`.
fn rating(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<SeatRating>> {
    let Some(rating) = row.get(first)? else { return Ok(None) };
    Ok(Some(SeatRating {
        rating,
        deviation: row.get(first + 1)?,
        volatility: row.get(first + 2)?,
        gain: row.get(first + 3)?,
        games: row.get(first + 4)?,
    }))
}

/// The results of a table with the other columns of their rows: the other people, and when.
pub(super) fn results(connection: &Connection, number: i64) -> Found<Vec<(SeatResult, String, i64)>> {
    let sql = format!("SELECT {COLUMNS}, others, changed FROM results WHERE number = ? ORDER BY seat");
    let mut select = connection.prepare_cached(&sql)?;
    let read = |row: &Row<'_>| Ok((result(row)?, row.get(COUNT)?, row.get(COUNT + 1)?));
    Ok(select.query_map([number], read)?.collect::<Result<_, _>>()?)
}

/// Writes a result, keeping the first rating it led to.
pub(super) fn put_result(
    connection: &Connection,
    number: i64,
    game: &str,
    result: &SeatResult,
    others: &str,
    changed: i64,
) -> Found<()> {
    let sql = "INSERT INTO results (number, seat, game, player, name, is_computer, won, share, place, score, counts,
                   others, changed, rating, deviation, volatility, gain, games)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (number, seat) DO UPDATE SET player = excluded.player, name = excluded.name,
                   is_computer = excluded.is_computer, won = excluded.won, share = excluded.share,
                   place = excluded.place, score = excluded.score, counts = excluded.counts,
                   others = excluded.others, changed = excluded.changed";
    let rating = result.rating;
    connection.prepare_cached(sql)?.execute(params![
        number,
        result.seat,
        game,
        result.player,
        result.name,
        result.is_computer,
        result.won,
        result.share,
        result.place,
        result.score,
        result.counts.word(),
        others,
        changed,
        rating.map(|rating| rating.rating),
        rating.map(|rating| rating.deviation),
        rating.map(|rating| rating.volatility),
        rating.map(|rating| rating.gain),
        rating.map(|rating| rating.games),
    ])?;
    Ok(())
}

/// Whether the end of a table was already counted.
pub(super) fn has_results(connection: &Connection, number: i64) -> Found<bool> {
    let mut select = connection.prepare_cached("SELECT 1 FROM results WHERE number = ? LIMIT 1")?;
    Ok(select.exists([number])?)
}

/// What is known about the people of a game before it is rated.
pub(super) fn past(connection: &Connection, game: &str, results: &[SeatResult], at: u64) -> Found<Past> {
    let (counts, day) = (counts(results).word(), (at / DAY * DAY) as i64);
    let mut past = Past::default();
    for result in results.iter().filter(|result| !result.is_computer) {
        let sql = "SELECT rating, deviation, volatility, gain, games, changed FROM results
                   WHERE game = ? AND player = ? AND counts = ? AND rating IS NOT NULL ORDER BY games DESC LIMIT 1";
        let mut select = connection.prepare_cached(sql)?;
        let read = |row: &Row<'_>| Ok((rating(row, 0)?, row.get::<_, i64>(5)?));
        if let Some((Some(last), when)) =
            select.query_row(params![game, result.player, counts], read).optional()?
        {
            past.last.insert(result.player.clone(), (last, when.unsigned_abs()));
        }
        let sql =
            "SELECT others FROM results WHERE game = ? AND player = ? AND counts = ? AND rating IS NOT NULL
                   AND changed >= ? AND changed < ?";
        let mut select = connection.prepare_cached(sql)?;
        let today = select
            .query_map(params![game, result.player, counts, day, day + DAY as i64], |row| row.get(0))?;
        for others in today {
            past.today.push((result.player.clone(), others?));
        }
    }
    let met = past.today.iter().flat_map(|(_, others)| others.split(' ')).map(str::to_owned);
    let here = results.iter().map(|result| result.player.clone());
    let sql =
        "SELECT 1 FROM results WHERE game = ? AND player = ? AND changed < ? AND counts <> 'nothing' LIMIT 1";
    let mut select = connection.prepare_cached(sql)?;
    for player in met.chain(here).collect::<BTreeSet<_>>() {
        if select.exists(params![game, player, day])? {
            past.known.insert(player);
        }
    }
    Ok(past)
}

/// Which of these people were forgotten.
pub(super) fn erased(connection: &Connection, results: &[SeatResult]) -> Found<BTreeSet<String>> {
    let mut select = connection.prepare_cached("SELECT 1 FROM erased WHERE player = ?")?;
    let mut erased = BTreeSet::new();
    for result in results.iter().filter(|result| !result.is_computer) {
        if select.exists([&result.player])? {
            erased.insert(result.player.clone());
        }
    }
    Ok(erased)
}

/// Forgets someone. Returns the tables where they sat alone, which must be deleted entirely, and how many
/// games they had.
pub(super) fn erase(connection: &Connection, player: &str) -> Found<(Vec<i64>, u32)> {
    connection.prepare_cached("INSERT OR IGNORE INTO erased VALUES (?)")?.execute([player])?;
    let sql = "SELECT results.number, seat, row FROM results JOIN tables ON tables.number = results.number
               WHERE player = ?";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let games = select.query_map([player], read)?.collect::<Result<Vec<(i64, u8, String)>, _>>()?;
    let count = games.iter().map(|(number, ..)| number).collect::<BTreeSet<_>>().len() as u32;
    let (alone, shared): (Vec<_>, Vec<_>) = games.into_iter().partition(|(.., row)| is_of_one(row));
    for (number, seat, _) in shared {
        let sql = "SELECT row FROM tables WHERE number = ?";
        let row: String = connection.prepare_cached(sql)?.query_row([number], |row| row.get(0))?;
        let sql = "UPDATE tables SET row = ? WHERE number = ?";
        connection.prepare_cached(sql)?.execute(params![without_name(&row, seat), number])?;
        let sql = "UPDATE results SET others = replace(others, ?, '-') WHERE number = ?";
        connection.prepare_cached(sql)?.execute(params![player, number])?;
    }
    let sql = "UPDATE results SET player = '', name = '', counts = 'nothing', score = NULL, rating = NULL,
               deviation = NULL, volatility = NULL, gain = NULL, games = NULL WHERE player = ?";
    connection.prepare_cached(sql)?.execute([player])?;
    Ok((alone.into_iter().map(|(number, ..)| number).collect(), count))
}

pub(super) fn keep_review(connection: &Connection, table: TableId, review: &StoredReview) -> Found<()> {
    let sql = "INSERT OR REPLACE INTO reviews SELECT number, ?, ?, ? FROM tables WHERE id = ?";
    let StoredReview { revision, accuracies, review } = review;
    connection.prepare_cached(sql)?.execute(params![revision, accuracies, review, table.as_str()])?;
    Ok(())
}

pub(super) fn review(connection: &Connection, table: TableId, revision: u32) -> Found<Option<String>> {
    let sql = "SELECT review FROM reviews JOIN tables ON tables.number = reviews.number
               WHERE id = ? AND revision = ?";
    let mut select = connection.prepare_cached(sql)?;
    Ok(select.query_row(params![table.as_str(), revision], |row| row.get(0)).optional()?)
}

pub(super) fn games_of(connection: &Connection, wanted: &GamesOf) -> Found<Vec<StoredGame>> {
    let sql = format!(
        "SELECT {COLUMNS}, tables.id, results.changed, row, accuracies FROM results
         JOIN tables ON tables.number = results.number LEFT JOIN reviews ON reviews.number = results.number
         WHERE player = ?1 AND (results.changed, tables.id) < (?2, ?3) AND NOT EXISTS (
             SELECT 1 FROM results AS first
             WHERE first.number = results.number AND first.player = ?1 AND first.seat < results.seat
         ) ORDER BY results.changed DESC, tables.id DESC LIMIT ?4"
    );
    let (ended, after) = wanted.after.map_or((i64::MAX, ""), |(ended, _)| (ended as i64, ""));
    let table = wanted.after.map(|(_, table)| table);
    let after = table.as_ref().map_or(after, TableId::as_str);
    let mut select = connection.prepare_cached(&sql)?;
    let read = |row: &Row<'_>| {
        let id: String = row.get(COUNT)?;
        let game = |table| {
            Ok::<_, rusqlite::Error>(StoredGame {
                table,
                ended: row.get::<_, i64>(COUNT + 1)?.unsigned_abs(),
                result: result(row)?,
                row: row.get(COUNT + 2)?,
                accuracies: row.get(COUNT + 3)?,
            })
        };
        TableId::new(&id).map(game).transpose()
    };
    let games = select.query_map(params![wanted.player, ended, after, wanted.most as i64], read)?;
    Ok(games.filter_map(Result::transpose).collect::<Result<_, _>>()?)
}

/// The games that count for ratings.
pub(super) fn rated(connection: &Connection, wanted: &Leaders) -> Found<Vec<RatedGame>> {
    let sql = "SELECT rating, deviation, volatility, gain, games, player, name, others, won, share, changed FROM results
               WHERE game = ? AND counts = 'rated' AND rating IS NOT NULL AND changed >= ?";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let game = |rating| {
            Ok::<_, rusqlite::Error>(RatedGame {
                rating,
                player: row.get(5)?,
                name: row.get(6)?,
                others: row.get(7)?,
                won: row.get(8)?,
                share: row.get(9)?,
                ended: row.get::<_, i64>(10)?.unsigned_abs(),
            })
        };
        rating(row, 0)?.map(game).transpose()
    };
    let games = select.query_map(params![wanted.game, wanted.since() as i64], read)?;
    Ok(games.filter_map(Result::transpose).collect::<Result<_, _>>()?)
}
