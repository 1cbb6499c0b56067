//! How a table comes into memory, newly made or from its log: without disk, clock or runtime.

use crate::actor::{TableActor, from_bytes, listing};
use baize_protocol::{Moment, TableId, first_sum, next_sum};
use baize_room::{Charter, Older, Room};
use baize_rules::Problem;
use baize_store::{NewTable, StoreError, Stored};

/// Steps that a client has missed are told if they have at most so many bytes; otherwise it starts from the table as it
/// stands. Nobody waits for a whole match to be played again.
pub const MOST_OLDER: usize = 128 * 1024;

/// A new table, and what the store is given of it.
pub fn make(charter: Charter, key: Option<[u8; 32]>, now: Moment) -> Result<(Room, NewTable), Problem> {
    let mut room = Room::open(charter, now)?;
    let entries = room.take_entries();
    let listing = listing(&room.summary());
    drop(room.take_summary());
    let new = NewTable { table: room.id(), key, entries, listing };
    Ok((room, new))
}

/// A table that somebody takes over. `read_whole` reads its log from the start, where the snapshot is of no use to this
/// program. Says what is wrong with a log that leads nowhere.
pub fn take_over(
    stored: Stored,
    now: Moment,
    read_whole: impl FnOnce() -> Result<Option<Vec<Vec<u8>>>, StoreError>,
) -> Result<TableActor, String> {
    let Stored { appender, snapshot, entries, margin } = stored;
    let mut room = replay(appender.epoch(), snapshot.as_deref(), &entries, read_whole)?;
    room.follow_log(appender.version(), *appender.sum());
    if let Some(margin) = margin {
        room.recall(&margin).map_err(|damage| damage.to_string())?;
    }
    room.wake(now);
    Ok(TableActor::new(room, appender, None).read_from(snapshot.map(|snapshot| snapshot.len()), &entries))
}

fn replay(
    epoch: u32,
    snapshot: Option<&[u8]>,
    entries: &[Vec<u8>],
    read_whole: impl FnOnce() -> Result<Option<Vec<Vec<u8>>>, StoreError>,
) -> Result<Room, String> {
    if let Some(snapshot) = snapshot
        && let Some(room) = Room::from_snapshot(snapshot, from_bytes(entries)?, epoch)
    {
        return room.map_err(|damage| damage.to_string());
    }
    if snapshot.is_none() {
        return Room::replay(from_bytes(entries)?, epoch).map_err(|damage| damage.to_string());
    }
    // The snapshot is of no use to this program: the whole log says the same.
    let whole = read_whole().map_err(|error| error.to_string())?.unwrap_or_default();
    Room::replay(from_bytes(&whole)?, epoch).map_err(|damage| damage.to_string())
}

/// What the log of a table has for somebody who was away for long: the steps between two versions, unless `is_enough`
/// says so of the bytes they have so far, and the checksum at the first of them.
pub fn older(
    table: TableId,
    log: &[Vec<u8>],
    after: u32,
    until: u32,
    is_enough: &mut dyn FnMut(usize) -> bool,
) -> Result<Older, String> {
    let seen = log.get(..after as usize);
    let sum = seen.map(|seen| {
        (1..).zip(seen).fold(first_sum(table), |sum, (version, entry)| next_sum(&sum, version, entry))
    });
    let steps = match until > after + 1 {
        true => {
            Room::steps(from_bytes(log)?, after, until, is_enough).map_err(|damage| damage.to_string())?
        }
        false => None,
    };
    Ok(Older { steps: steps.unwrap_or_default(), sum })
}
