//! The devices of people, in the database.

use super::Trouble;
use super::reading::query;
use crate::devices::Owner;
use crate::{Device, DeviceChange, DeviceLink, MOST_DEVICES};
use deadpool_postgres::Client;
use std::collections::BTreeMap;
use tokio_postgres::Row;

fn moment(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).unsigned_abs()
}

/// The owners of these devices, as far as they are known.
pub(super) async fn owners(client: &Client, devices: &[String]) -> Result<BTreeMap<String, Owner>, Trouble> {
    let sql = "SELECT id, person, is_out FROM devices WHERE id = ANY($1)";
    let rows = query(client, sql, &[&devices]).await?;
    let owner = |row: &Row| if row.get(2) { Owner::Nobody } else { Owner::Person(row.get(1)) };
    Ok(rows.iter().map(|row| (row.get(0), owner(row))).collect())
}

pub(super) async fn person_of(client: &Client, device: &str) -> Result<Option<String>, Trouble> {
    let device = device.to_owned();
    Ok(match owners(client, std::slice::from_ref(&device)).await?.remove(&device) {
        None => Some(device),
        Some(Owner::Person(person)) => Some(person),
        Some(Owner::Nobody) => None,
    })
}

/// Reads the columns id, name, added and seen.
pub(super) fn device(row: &Row) -> Device {
    Device { id: row.get(0), name: row.get(1), added: moment(row, 2), seen: moment(row, 3) }
}

pub(super) async fn of_person(client: &Client, person: &str) -> Result<Vec<Device>, Trouble> {
    let sql = "SELECT id, name, added, seen FROM devices WHERE person = $1 AND NOT is_out ORDER BY added, id";
    let rows = query(client, sql, &[&person]).await?;
    Ok(rows.iter().map(device).collect())
}

pub(super) async fn link(client: &Client, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, Trouble> {
    let sql = "SELECT person, name, until FROM device_links WHERE hash = $1 AND until > $2";
    let rows = query(client, sql, &[&&hash[..], &(now as i64)]).await?;
    let link =
        |row: &Row| DeviceLink { hash: *hash, person: row.get(0), name: row.get(1), until: moment(row, 2) };
    Ok(rows.first().map(link))
}

/// Pairs of a game and what its ratings count for.
pub(super) type Kinds = [(String, String)];

/// Changes devices, at once or not at all. `rated` are the person's ratings in other databases; `is_again`
/// means that it may already have been done and the answer was lost.
pub(super) async fn change(
    client: &Client,
    change: &DeviceChange,
    rated: &Kinds,
    is_again: bool,
) -> Result<bool, Trouble> {
    client.batch_execute("BEGIN").await?;
    let done = attempt(client, change, rated, is_again).await;
    client.batch_execute(if matches!(done, Ok(true)) { "COMMIT" } else { "ROLLBACK" }).await?;
    done
}

async fn attempt(
    client: &Client,
    change: &DeviceChange,
    rated: &Kinds,
    is_again: bool,
) -> Result<bool, Trouble> {
    match change {
        DeviceChange::Offer(DeviceLink { hash, person, name, until }, from) => {
            let sql = "DELETE FROM device_links WHERE person = $1 OR until <= $2";
            query(client, sql, &[person, &(from.seen as i64)]).await?;
            let Device { id, name: device, added, seen } = from;
            let sql = "INSERT INTO devices VALUES ($1, $2, $3, $4, $5, FALSE) ON CONFLICT DO NOTHING";
            query(client, sql, &[id, person, device, &(*added as i64), &(*seen as i64)]).await?;
            let sql = "INSERT INTO device_links VALUES ($1, $2, $3, $4)";
            query(client, sql, &[&&hash[..], person, name, &(*until as i64)]).await?;
            Ok(true)
        }
        DeviceChange::Withdraw(person) => {
            let sql = "DELETE FROM device_links WHERE person = $1 RETURNING person";
            Ok(!query(client, sql, &[person]).await?.is_empty() || is_again)
        }
        DeviceChange::Take(hash, device) => take(client, hash, device, rated, is_again).await,
        DeviceChange::SignOut(person, device) => {
            let sql =
                "UPDATE devices SET is_out = TRUE WHERE person = $1 AND id = $2 AND NOT is_out RETURNING id";
            Ok(!query(client, sql, &[person, device]).await?.is_empty() || is_again)
        }
        DeviceChange::SignOutOthers(person, device) => {
            let sql =
                "UPDATE devices SET is_out = TRUE WHERE person = $1 AND id <> $2 AND NOT is_out RETURNING id";
            Ok(!query(client, sql, &[person, device]).await?.is_empty() || is_again)
        }
        DeviceChange::Seen(device, at) => {
            let sql =
                "UPDATE devices SET seen = greatest(seen, $2) WHERE id = $1 AND NOT is_out RETURNING person";
            let rows = query(client, sql, &[device, &(*at as i64)]).await?;
            let Some(person) = rows.first().map(|row| row.get::<_, String>(0)) else { return Ok(false) };
            bring(client, device, &person, rated).await?;
            Ok(true)
        }
    }
}

async fn take(
    client: &Client,
    hash: &[u8; 32],
    device: &Device,
    rated: &Kinds,
    is_again: bool,
) -> Result<bool, Trouble> {
    let Device { id, name, added, seen } = device;
    let (added, seen) = (*added as i64, *seen as i64);
    // Whoever deletes the row gets the link, and nobody else.
    let sql = "DELETE FROM device_links WHERE hash = $1 AND until > $2 RETURNING person";
    let rows = query(client, sql, &[&&hash[..], &seen]).await?;
    let Some(person) = rows.first().map(|row| row.get::<_, String>(0)) else {
        let sql = "SELECT 1 FROM devices WHERE id = $1 AND added = $2 AND NOT is_out";
        return Ok(is_again && !query(client, sql, &[id, &added]).await?.is_empty());
    };
    let Some(before) = person_of(client, id).await? else { return Ok(false) };
    if of_person(client, &person).await?.len() >= MOST_DEVICES && before != person {
        return Ok(false);
    }
    let sql = "INSERT INTO devices VALUES ($1, $2, $3, $4, $5, FALSE)
               ON CONFLICT (id) DO UPDATE SET person = excluded.person, name = excluded.name,
                   added = excluded.added, seen = excluded.seen";
    query(client, sql, &[id, &person, name, &added, &seen]).await?;
    bring(client, &before, &person, rated).await?;
    Ok(true)
}

/// Gives a person the games of `before`, if no device belongs to `before` any more. Where both have a rating,
/// the person's own stays, whichever database it is in.
async fn bring(client: &Client, before: &str, person: &str, rated: &Kinds) -> Result<(), Trouble> {
    if before == person || !of_person(client, before).await?.is_empty() {
        return Ok(());
    }
    let (games, kinds): (Vec<&str>, Vec<&str>) =
        rated.iter().map(|(game, kind)| (game.as_str(), kind.as_str())).unzip();
    let sql =
        "UPDATE results SET rating = NULL, deviation = NULL, volatility = NULL, gain = NULL, games = NULL
               WHERE player = $1 AND (game, counts) IN (
                   SELECT own.game, own.counts FROM unnest($2::TEXT[], $3::TEXT[]) AS own (game, counts)
               )";
    query(client, sql, &[&before, &games, &kinds]).await?;
    for sql in [
        "UPDATE results SET rating = NULL, deviation = NULL, volatility = NULL, gain = NULL, games = NULL
         WHERE player = $1 AND EXISTS (
             SELECT 1 FROM results AS own WHERE own.player = $2 AND own.game = results.game
             AND own.counts = results.counts AND own.rating IS NOT NULL
         )",
        "UPDATE results SET others = replace(others, $1, $2)
         WHERE id IN (SELECT id FROM results WHERE player = $1)",
        "UPDATE results SET counts = 'nothing', rating = NULL, deviation = NULL, volatility = NULL, gain = NULL,
             games = NULL
         WHERE id IN (SELECT id FROM results WHERE player = $1)
         AND id IN (SELECT id FROM results WHERE player = $2)",
        "UPDATE results SET player = $2 WHERE player = $1",
    ] {
        query(client, sql, &[&before, &person]).await?;
    }
    Ok(())
}

/// The games and kinds someone has ratings for.
pub(super) async fn rated(client: &Client, person: &str) -> Result<Vec<(String, String)>, Trouble> {
    let sql = "SELECT DISTINCT game, counts FROM results WHERE player = $1 AND rating IS NOT NULL";
    let rows = query(client, sql, &[&person]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// All devices that someone has or had, and whether each is signed out.
pub(super) async fn all_of(client: &Client, person: &str) -> Result<Vec<(Device, bool)>, Trouble> {
    let sql = "SELECT id, name, added, seen, is_out FROM devices WHERE person = $1";
    let rows = query(client, sql, &[&person]).await?;
    Ok(rows.iter().map(|row| (device(row), row.get(4))).collect())
}

/// Adopts what another database says about someone's devices, at once or not at all.
pub(super) async fn take_over(
    client: &Client,
    person: &str,
    devices: &[(Device, bool)],
    rated: &Kinds,
) -> Result<(), Trouble> {
    client.batch_execute("BEGIN").await?;
    let done = async {
        for (Device { id, name, added, seen }, is_out) in devices {
            let before = person_of(client, id).await?;
            let sql = "INSERT INTO devices VALUES ($1, $2, $3, $4, $5, $6)
                       ON CONFLICT (id) DO UPDATE SET person = excluded.person, name = excluded.name,
                           added = excluded.added, seen = excluded.seen, is_out = excluded.is_out";
            query(client, sql, &[id, &person, name, &(*added as i64), &(*seen as i64), is_out]).await?;
            if let Some(before) = before.filter(|_| !is_out) {
                bring(client, &before, person, rated).await?;
                bring(client, id, person, rated).await?;
            }
        }
        Ok(())
    };
    let done = done.await;
    client.batch_execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    done
}

/// Signs out all devices of someone who is forgotten, and notes that nothing more is kept of them.
pub(super) async fn erase(client: &Client, person: &str) -> Result<(), Trouble> {
    for sql in [
        "INSERT INTO erased SELECT id FROM devices WHERE person = $1 AND NOT is_out ON CONFLICT DO NOTHING",
        "UPDATE devices SET is_out = TRUE, name = '' WHERE person = $1",
        "DELETE FROM device_links WHERE person = $1",
    ] {
        query(client, sql, &[&person]).await?;
    }
    Ok(())
}
