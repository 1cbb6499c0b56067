//! A room written down, so that opening it need not replay everything.

use crate::room::{Durable, Room};
use crate::{Damage, Entry, RecentStep};
use baize_games::find;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A snapshot is due after so many entries.
pub const SNAPSHOT_EVERY: u32 = 64;

/// The form of a snapshot. An unknown one is ignored: the log says the same.
const FORMAT: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Snapshot {
    format: u32,
    /// The revision of the rules that the state was written under.
    revision: u32,
    room: Durable,
    /// The whole game, hidden things included.
    game: Option<Value>,
}

impl Room {
    /// The room as it stands, hidden things included: for the store and for nobody else.
    pub fn snapshot(&self) -> Vec<u8> {
        let snapshot = Snapshot {
            format: FORMAT,
            revision: self.charter().revision,
            room: self.durable.clone(),
            game: self.table.as_ref().map(|table| table.setup()),
        };
        serde_json::to_vec(&snapshot).expect("a room can be written as JSON")
    }

    /// The room of a snapshot and the entries after it; `None` for a snapshot that this program cannot use.
    pub fn from_snapshot(
        snapshot: &[u8],
        after: impl IntoIterator<Item = Entry>,
        epoch: u32,
    ) -> Option<Result<Room, Damage>> {
        let Snapshot { format, revision, room, game } = serde_json::from_slice(snapshot).ok()?;
        let rules = find(&room.charter.game).ok()?;
        if format != FORMAT || revision != rules.revision() {
            return None;
        }
        let table = match &game {
            Some(state) => Some(rules.load(state, &Value::Null).ok()?),
            None => None,
        };
        let mut room = Room::from_durable(room, table, epoch);
        Some(room.replay_on(after).map(|()| room))
    }

    /// The steps with versions from `after + 1` to `until - 1`, replayed from the whole log; nothing if `is_enough` says
    /// so of the bytes they have so far.
    pub fn steps(
        entries: impl IntoIterator<Item = Entry>,
        after: u32,
        until: u32,
        is_enough: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Vec<RecentStep>>, Damage> {
        let mut entries = entries.into_iter();
        let mut room = Room::replay(entries.next(), 0)?;
        let mut steps: Vec<RecentStep> = room.recent.take().into_iter().filter(|_| after == 0).collect();
        let mut bytes = 0;
        for entry in entries.take(until.saturating_sub(2) as usize) {
            room.replay_on([entry])?;
            for kept in room.recent.take().into_iter().filter(|kept| kept.version() > after) {
                bytes += kept.len();
                steps.push(kept);
            }
            if is_enough(bytes) {
                return Ok(None);
            }
        }
        Ok(Some(steps))
    }
}
