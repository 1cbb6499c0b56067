//! A stored room, so that opening a table need not replay its whole log.

use crate::asked::{Fulfilled, Refusals, Requests};
use crate::changes::Changes;
use crate::course::{Course, Move};
use crate::entry::{Charter, LinkHash, Place};
use crate::guests::Guests;
use crate::limits::Talk;
use crate::log::Log;
use crate::meanwhile::Margin;
use crate::proposals::{NextGame, Proposals};
use crate::room::Room;
use crate::seating::Seating;
use crate::think::Thoughts;
use crate::timing::Timing;
use crate::waits::Waits;
use baize_games::find;
use baize_protocol::{Moment, Pace, Proposal, TableId};
use baize_rules::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The number of entries after which a snapshot is due.
pub const SNAPSHOT_EVERY: u32 = 64;

/// The format of a snapshot. Unknown formats are ignored, because the log has everything.
const FORMAT: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Snapshot {
    format: u32,
    /// The revision of the rules under which the state was written.
    revision: u32,
    room: Durable,
    /// The whole game, hidden things included.
    game: Option<Value>,
}

/// The stored form of everything in a room that follows from its log. What is kept beside the log is left
/// out, because a snapshot is made at an entry.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Durable {
    version: u32,
    at: Moment,
    opened: Moment,
    charter: Box<Charter>,
    places: Vec<Place>,
    watch: LinkHash,
    moves: Vec<Move>,
    requests: Fulfilled,
    refused: Refusals,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<Pace>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_helped: bool,
    timing: Timing,
    /// Always false; no longer used.
    has_begun: bool,
    proposal: Option<Proposal>,
    proposals: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    offers: BTreeMap<Seat, u32>,
    rematch_asked: SeatSet,
    rematch: Option<TableId>,
    talk: Vec<u32>,
    seatings: u32,
    bytes: u64,
    is_closed: bool,
    changed: Moment,
}

/// Writes the current room, hidden things included.
pub(crate) fn write(room: &Room) -> Vec<u8> {
    let durable = Durable {
        version: room.log.version(),
        at: room.log.at(),
        opened: room.log.opened(),
        charter: room.charter.clone(),
        places: room.seating.places().to_vec(),
        watch: *room.seating.watch(),
        moves: room.course.moves().to_vec(),
        requests: room.requests.fulfilled().clone(),
        refused: room.requests.refusals().clone(),
        pace: room.pace,
        is_helped: room.is_helped,
        timing: room.timing.clone(),
        has_begun: false,
        proposal: room.proposals.open().cloned(),
        proposals: room.proposals.count(),
        offers: room.proposals.draws().clone(),
        rematch_asked: room.next_game.asked(),
        rematch: room.next_game.table(),
        talk: room.talk.lines().to_vec(),
        seatings: room.seating.changes(),
        bytes: room.log.bytes(),
        is_closed: room.course.is_abandoned(),
        changed: room.changes.listed(),
    };
    let game = room.game().map(|table| table.setup());
    let snapshot = Snapshot { format: FORMAT, revision: room.charter.revision, room: durable, game };
    serde_json::to_vec(&snapshot).expect("a room can be written as JSON")
}

/// Reads a room back; `None` if this program cannot use the snapshot.
pub(crate) fn read(snapshot: &[u8], epoch: u32) -> Option<Room> {
    let Snapshot { format, revision, room, game } = serde_json::from_slice(snapshot).ok()?;
    let rules = find(&room.charter.game).ok()?;
    if format != FORMAT || revision != rules.revision() {
        return None;
    }
    let table = match &game {
        Some(state) => Some(rules.load(state, &Value::Null).ok()?),
        None => None,
    };
    Some(Room {
        log: Log::restored(room.version, room.at, room.opened, room.bytes),
        margin: Margin::default(),
        requests: Requests::restored(room.requests, room.refused),
        guests: Guests::nobody(room.places.len(), room.at),
        seating: Seating::restored(room.places, room.watch, room.seatings),
        course: Course::restored(table, room.moves, room.is_closed),
        timing: room.timing,
        proposals: Proposals::restored(room.proposal, room.proposals, room.offers),
        next_game: NextGame::restored(room.rematch_asked, room.rematch),
        talk: Talk::restored(room.talk),
        pace: room.pace,
        is_helped: room.is_helped,
        thoughts: Thoughts::default(),
        waits: Waits::new(room.at),
        changes: Changes::since(room.changed),
        epoch,
        ahead: 0,
        charter: room.charter,
    })
}
