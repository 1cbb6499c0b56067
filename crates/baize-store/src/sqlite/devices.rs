//! The devices of people, in the data file.

use crate::copy::People;
use crate::devices::Owner;
use crate::{Device, DeviceChange, DeviceLink, MOST_DEVICES, SeatResult, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeMap;

type Found<T> = Result<T, StoreError>;

/// The owner of a device, or none if nothing is known of it.
fn owner(connection: &Connection, device: &str) -> Found<Option<Owner>> {
    let mut select = connection.prepare_cached("SELECT person, is_out FROM devices WHERE id = ?")?;
    let read = |row: &Row<'_>| Ok(if row.get(1)? { Owner::Nobody } else { Owner::Person(row.get(0)?) });
    Ok(select.query_row([device], read).optional()?)
}

/// The owners of the devices in these results, as far as they are known.
pub(super) fn owners(connection: &Connection, results: &[SeatResult]) -> Found<BTreeMap<String, Owner>> {
    let mut owners = BTreeMap::new();
    for result in results.iter().filter(|result| !result.is_computer) {
        if let Some(owner) = owner(connection, &result.player)? {
            owners.insert(result.player.clone(), owner);
        }
    }
    Ok(owners)
}

pub(super) fn person_of(connection: &Connection, device: &str) -> Found<Option<String>> {
    Ok(match owner(connection, device)? {
        None => Some(device.to_owned()),
        Some(Owner::Person(person)) => Some(person),
        Some(Owner::Nobody) => None,
    })
}

/// Reads the columns id, name, added and seen.
fn device(row: &Row<'_>) -> rusqlite::Result<Device> {
    let at = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
    Ok(Device { id: row.get(0)?, name: row.get(1)?, added: at(2)?, seen: at(3)? })
}

pub(super) fn of_person(connection: &Connection, person: &str) -> Found<Vec<Device>> {
    let sql = "SELECT id, name, added, seen FROM devices WHERE person = ? AND NOT is_out ORDER BY added, id";
    let mut select = connection.prepare_cached(sql)?;
    Ok(select.query_map([person], device)?.collect::<Result<_, _>>()?)
}

pub(super) fn link(connection: &Connection, hash: &[u8; 32], now: u64) -> Found<Option<DeviceLink>> {
    let sql = "SELECT person, name, until FROM device_links WHERE hash = ? AND until > ?";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let until = row.get::<_, i64>(2)?.unsigned_abs();
        Ok(DeviceLink { hash: *hash, person: row.get(0)?, name: row.get(1)?, until })
    };
    Ok(select.query_row(params![&hash[..], now as i64], read).optional()?)
}

pub(super) fn change(connection: &Connection, change: &DeviceChange) -> Found<bool> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> Found<bool> {
        Ok(connection.prepare_cached(sql)?.execute(values)? > 0)
    };
    match change {
        DeviceChange::Offer(DeviceLink { hash, person, name, until }, from) => {
            let sql = "DELETE FROM device_links WHERE person = ? OR until <= ?";
            execute(sql, params![person, from.seen as i64])?;
            let Device { id, name: device, added, seen } = from;
            let sql = "INSERT OR IGNORE INTO devices VALUES (?, ?, ?, ?, ?, 0)";
            execute(sql, params![id, person, device, *added as i64, *seen as i64])?;
            let sql = "INSERT INTO device_links VALUES (?, ?, ?, ?)";
            execute(sql, params![&hash[..], person, name, *until as i64])
        }
        DeviceChange::Withdraw(person) => {
            execute("DELETE FROM device_links WHERE person = ?", params![person])
        }
        DeviceChange::Take(hash, device) => take(connection, hash, device),
        DeviceChange::SignOut(person, device) => execute(
            "UPDATE devices SET is_out = 1 WHERE person = ? AND id = ? AND NOT is_out",
            params![person, device],
        ),
        DeviceChange::SignOutOthers(person, device) => execute(
            "UPDATE devices SET is_out = 1 WHERE person = ? AND id <> ? AND NOT is_out",
            params![person, device],
        ),
        DeviceChange::Seen(device, at) => {
            let Some(Owner::Person(person)) = owner(connection, device)? else { return Ok(false) };
            execute("UPDATE devices SET seen = max(seen, ?) WHERE id = ?", params![*at as i64, device])?;
            bring(connection, device, &person)?;
            Ok(true)
        }
    }
}

fn take(connection: &Connection, hash: &[u8; 32], device: &Device) -> Found<bool> {
    let Device { id, name, added, seen } = device;
    let Some(DeviceLink { person, .. }) = link(connection, hash, *seen)? else { return Ok(false) };
    let Some(before) = person_of(connection, id)? else { return Ok(false) };
    if of_person(connection, &person)?.len() >= MOST_DEVICES && before != person {
        return Ok(false);
    }
    connection.prepare_cached("DELETE FROM device_links WHERE hash = ?")?.execute([&hash[..]])?;
    let sql = "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?, 0)";
    connection.prepare_cached(sql)?.execute(params![id, person, name, *added as i64, *seen as i64])?;
    bring(connection, &before, &person)?;
    Ok(true)
}

/// Gives a person the games of `before`, if no device belongs to `before` any more. Where both have a rating,
/// the person's own stays.
fn bring(connection: &Connection, before: &str, person: &str) -> Found<()> {
    if before == person || !of_person(connection, before)?.is_empty() {
        return Ok(());
    }
    for sql in [
        "UPDATE results SET rating = NULL, deviation = NULL, volatility = NULL, gain = NULL, games = NULL
         WHERE player = ?1 AND EXISTS (
             SELECT 1 FROM results AS own WHERE own.player = ?2 AND own.game = results.game
             AND own.counts = results.counts AND own.rating IS NOT NULL
         )",
        "UPDATE results SET others = replace(others, ?1, ?2)
         WHERE number IN (SELECT number FROM results WHERE player = ?1)",
        "UPDATE results SET counts = 'nothing', rating = NULL, deviation = NULL, volatility = NULL, gain = NULL,
             games = NULL
         WHERE number IN (SELECT number FROM results WHERE player = ?1)
         AND number IN (SELECT number FROM results WHERE player = ?2)",
        "UPDATE results SET player = ?2 WHERE player = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([before, person])?;
    }
    Ok(())
}

/// Signs out all devices of someone who is forgotten, and notes that nothing more is kept of them.
pub(super) fn erase(connection: &Connection, person: &str) -> Found<()> {
    for sql in [
        "INSERT OR IGNORE INTO erased SELECT id FROM devices WHERE person = ? AND NOT is_out",
        "UPDATE devices SET is_out = 1, name = '' WHERE person = ?",
        "DELETE FROM device_links WHERE person = ?",
    ] {
        connection.prepare_cached(sql)?.execute([person])?;
    }
    Ok(())
}

pub(super) fn people(connection: &Connection) -> Found<People> {
    let mut select = connection.prepare_cached("SELECT player FROM erased ORDER BY player")?;
    let erased = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let sql = "SELECT id, name, added, seen, person, is_out FROM devices ORDER BY id";
    let mut select = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| Ok((device(row)?, row.get(4)?, row.get(5)?));
    Ok(People { erased, devices: select.query_map([], read)?.collect::<Result<_, _>>()? })
}

pub(super) fn put_people(connection: &Connection, people: &People) -> Found<()> {
    for player in &people.erased {
        connection.prepare_cached("INSERT OR IGNORE INTO erased VALUES (?)")?.execute([player])?;
    }
    for (Device { id, name, added, seen }, person, is_out) in &people.devices {
        let sql = "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?, ?, ?)";
        let values = params![id, person, name, *added as i64, *seen as i64, is_out];
        connection.prepare_cached(sql)?.execute(values)?;
    }
    Ok(())
}
