//! Brings a table into memory, newly made or from its log: without disk, clock or runtime.

use crate::actor::{TableActor, from_bytes, listing};
use baize_protocol::{Moment, TableId, first_sum, next_sum};
use baize_room::{Charter, Older, Room};
use baize_rules::Problem;
use baize_store::{NewTable, StoreError, Stored};

/// The most bytes of missed steps that a client is sent; beyond that it starts from the table's current
/// state. Nobody should wait for a whole match to be replayed.
pub const MOST_OLDER: usize = 128 * 1024;

/// Makes a new table, and what to give the store.
pub fn make(charter: Charter, key: Option<[u8; 32]>, now: Moment) -> Result<(Room, NewTable), Problem> {
    let mut room = Room::open(charter, now)?;
    let entries = room.take_entries();
    let listing = listing(&room.summary());
    drop(room.take_summary());
    let new = NewTable { table: room.id(), key, entries, listing };
    Ok((room, new))
}

/// Takes a table over. `read_whole` reads its log from the start, in case this program cannot use the
/// snapshot. The error says what is wrong with a log that cannot be replayed.
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
    // This program cannot use the snapshot, but the whole log says the same.
    let whole = read_whole().map_err(|error| error.to_string())?.unwrap_or_default();
    Room::replay(from_bytes(&whole)?, epoch).map_err(|damage| damage.to_string())
}

/// What the log of a table offers a client that was away for long: the steps between two versions, unless
/// `is_enough` stops at the number of bytes so far, and the checksum at the first of them.
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
