//! One table: the room, the gate in front of it and the right to append to its log, without sockets, disk or
//! clock.
//!
//! [`TableActor::on`] takes one [`TableMessage`] and returns what to do about it: [`Effect`]s. It never
//! waits, so it can be driven by a task of the server (`table.rs`) or by a test that plays server, disk,
//! network and clock on one thread.

use crate::house::fixed_rating;
use baize_protocol::{History, Message, Moment, Phase, RequestId};
use baize_room::{
    Charter, Entry, Gate, GuestId, Hello, Input, Now, Output, Question, Room, SNAPSHOT_EVERY, Summary, Task,
};
use baize_rules::{Problem, Seat};
use baize_store::{Append, Appender, ListedTable, SeatResult, StoreError};
use std::collections::VecDeque;

/// How old a listing may get before it is written again: the store deletes tables by its age, and a game of
/// many days must not look unused.
const MOST_LISTED: u64 = 3_600_000;
/// The size of a snapshot, in bytes, above which it counts as slow to make.
const LONG_SNAPSHOT: usize = 64 * 1024;

/// A snapshot is due when the log has grown by this fraction (one part in four) of the last one.
const SNAPSHOT_PART: usize = 4;

/// A message to a table.
#[derive(Debug)]
pub enum TableMessage {
    /// Input from people or computer players, or the passing of time.
    Input(Input),
    /// Everything up to a save is safe, or it could not be written.
    Saved {
        /// Which save.
        save: u64,
        /// How it went.
        outcome: Result<(), StoreError>,
    },
}

/// Something to do; effects are carried out in order.
#[derive(Debug)]
pub enum Effect {
    /// Sends a text to these connections.
    Tell {
        /// The connections.
        to: Vec<GuestId>,
        /// The text.
        text: String,
    },
    /// Answers a request.
    Reply {
        /// The connection that sent it.
        to: GuestId,
        /// The client's name for it.
        id: RequestId,
        /// The answer.
        text: String,
    },
    /// Ends a connection's stay.
    Part {
        /// The connection.
        to: GuestId,
        /// Why.
        problem: Problem,
    },
    /// Adds to the log; the answer comes back as [`TableMessage::Saved`].
    Save {
        /// The entries, and what changes with them.
        append: Box<Append>,
        /// Its number, from 1 without gaps.
        save: u64,
        /// How many entries; none if only the margin of the log is replaced.
        count: u32,
    },
    /// Lets a computer player think; the answer comes back as [`Input::Thought`] or [`Input::TooBusy`].
    Think(Box<Task>),
    /// Cancels a thought that nobody waits for any more.
    StopThinking {
        /// The seat that is thinking.
        seat: Seat,
        /// The decision it is thinking about.
        decision: u32,
    },
    /// Lets the game answer a question.
    Ask(Box<Question>),
    /// Reads older steps from the log and says hello again with them.
    ReadOlder {
        /// The connection that needs them.
        to: GuestId,
        /// Its hello.
        hello: Box<Hello>,
        /// The last version the client has seen.
        after: u32,
        /// The first version that is in memory.
        until: u32,
    },
    /// Opens the next table; the answer comes back as [`Input::RematchOpened`].
    OpenRematch(Box<Charter>),
    /// The log is not the one clients were told of: the table stays closed until someone has looked at it.
    Freeze,
    /// The table cannot continue: what this room holds differs from its log. It must be opened again.
    End(Problem),
}

/// A table in memory.
pub struct TableActor {
    room: Room,
    gate: Gate,
    appender: Appender,
    /// How many saves there have been.
    saves: u64,
    /// Saves under way, each with the version it leads to.
    unsaved: VecDeque<(u64, u32)>,
    /// The version up to which the log is safe, and whether those who are here have been told of it.
    safe: u32,
    is_told: bool,
    /// Requests whose outcome is unknown, as they may or may not have been done.
    unanswered: Vec<(GuestId, RequestId)>,
    snapshots: Snapshots,
    /// When the listing was last written.
    listed: Option<Moment>,
    /// How much uncharged time the table has been told of.
    skipped: u64,
    /// The decisions that computer players are thinking about.
    thoughts: Vec<(Seat, u32)>,
    has_ended: bool,
}

impl TableActor {
    /// A table that continues this log; `listed` is when its listing was last written, if known.
    pub fn new(room: Room, appender: Appender, listed: Option<Moment>) -> TableActor {
        TableActor {
            gate: Gate::new(0),
            saves: 0,
            unsaved: VecDeque::new(),
            safe: appender.version(),
            is_told: false,
            unanswered: Vec::new(),
            snapshots: Snapshots::default(),
            listed,
            skipped: 0,
            thoughts: Vec::new(),
            has_ended: false,
            room,
            appender,
        }
    }

    /// Notes that the table was read from a snapshot of this many bytes, if any, and this part of the log
    /// after it.
    #[must_use]
    pub fn read_from(mut self, snapshot: Option<usize>, log: &[Vec<u8>]) -> TableActor {
        self.snapshots.weight = snapshot.unwrap_or(0);
        log.iter().for_each(|entry| self.snapshots.add(entry));
        self
    }

    /// Notes that the table began or woke up when the server's clock had this much uncharged time.
    #[must_use]
    pub fn after(mut self, skipped: u64) -> TableActor {
        self.skipped = skipped;
        self
    }

    /// The room, for reading.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// When the table needs its next tick.
    pub fn deadline(&self) -> Option<Moment> {
        self.room.deadline().filter(|_| !self.has_ended)
    }

    /// Whether the table can leave the memory: nobody is here, nothing is under way, nothing will happen by
    /// itself.
    pub fn is_quiet(&self) -> bool {
        let is_empty = self.room.guests() == 0 && self.thoughts.is_empty();
        is_empty && self.room.deadline().is_none() && !self.gate.is_holding()
    }

    /// Whether everything that was given to the store is safe.
    pub fn is_settled(&self) -> bool {
        !self.gate.is_holding()
    }

    /// How far everyone here has been told: the version, and what identifies the history up to it. `None` if
    /// nobody was told anything yet, as the first save is still under way.
    pub fn told(&self) -> Option<(u32, Option<History>)> {
        self.is_told.then(|| (self.safe, self.room.history_at(self.safe)))
    }

    /// Ends the table. Returns the requests that nobody here can answer.
    pub fn give_up(&mut self) -> Vec<(GuestId, RequestId)> {
        self.has_ended = true;
        let held = self.gate.fail();
        self.unanswered.drain(..).chain(held).collect()
    }

    /// How often the table has been opened.
    pub fn epoch(&self) -> u32 {
        self.appender.epoch()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.room.phase() == Phase::Over
    }

    /// Whether this message may take long because of what it asks, whatever the game.
    pub fn is_long(&self, message: &TableMessage) -> bool {
        match message {
            // Whether anything was revealed is found out by dealing anew many times.
            TableMessage::Input(Input::Request { request, .. }) if is_examined(request) => true,
            TableMessage::Input(_) => self.snapshots.is_near() && self.snapshots.weight > LONG_SNAPSHOT,
            TableMessage::Saved { .. } => false,
        }
    }

    /// Takes a message at this reading of the clock. The room hears of newly uncharged time first.
    pub fn on_reading(&mut self, now: &mut Now<'_>, skipped: u64, message: TableMessage) -> Vec<Effect> {
        let millis = skipped.saturating_sub(self.skipped);
        self.skipped += millis;
        if millis == 0 {
            return self.on(now, message);
        }
        let mut effects = self.on(now, TableMessage::Input(Input::Paused { millis }));
        effects.extend(self.on(now, message));
        effects
    }

    /// Takes a message.
    pub fn on(&mut self, now: &mut Now<'_>, message: TableMessage) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.has_ended {
            return effects;
        }
        match message {
            TableMessage::Input(input) => self.take(now, input, &mut effects),
            TableMessage::Saved { save, outcome: Ok(()) } => {
                while let Some((_, version)) = self.unsaved.pop_front_if(|(number, _)| *number <= save) {
                    self.safe = version;
                }
                self.is_told = true;
                let released = self.gate.open(save);
                self.pass_on(released, &mut effects);
            }
            TableMessage::Saved { outcome: Err(error), .. } => self.fail(&error, &mut effects),
        }
        self.stop_thoughts(now, &mut effects);
        effects
    }

    /// Lets the room take an input. Its entries go to the log; its outputs wait behind the gate until those
    /// are safe.
    fn take(&mut self, now: &mut Now<'_>, input: Input, effects: &mut Vec<Effect>) {
        if let Input::Thought { seat, decision, .. } = &input {
            self.thoughts.retain(|asked| asked != &(*seat, *decision));
        }
        let at = now.at;
        let outputs = self.room.handle(again(now), input);
        let entries = self.room.take_entries();
        if !entries.is_empty() {
            let count = entries.len() as u32;
            let append = self.append(at, entries);
            effects.push(self.save(append, count));
            self.unsaved.push_back((self.saves, self.room.version()));
        }
        if let Some(margin) = self.room.take_margin() {
            let append = self.appender.note(margin);
            effects.push(self.save(append, 0));
        }
        let ready = self.gate.pass(self.saves, outputs);
        self.is_told |= self.unsaved.is_empty() && !self.gate.is_holding();
        self.pass_on(ready, effects);
    }

    fn save(&mut self, append: Append, count: u32) -> Effect {
        self.saves += 1;
        Effect::Save { append: Box::new(append), save: self.saves, count }
    }

    fn append(&mut self, at: Moment, entries: Vec<Vec<u8>>) -> Append {
        entries.iter().for_each(|entry| self.snapshots.add(entry));
        let mut append = self.appender.write(entries);
        if self.snapshots.is_due() {
            let snapshot = self.room.snapshot();
            self.snapshots = Snapshots { weight: snapshot.len(), ..Snapshots::default() };
            append.snapshot = Some(snapshot);
        }
        let is_old = self.listed.is_none_or(|listed| at.since(listed) >= MOST_LISTED) && !self.is_over();
        let summary = self.room.take_summary().or_else(|| is_old.then(|| self.room.summary()));
        if let Some(summary) = summary {
            let mut listing = listing(&summary);
            // Results keep the time of the end of the game.
            if !self.is_over() {
                listing.changed = at.0;
            }
            self.listed = Some(at);
            append.listing = Some(listing);
        }
        append
    }

    fn pass_on(&mut self, outputs: Vec<Output>, effects: &mut Vec<Effect>) {
        effects.reserve(outputs.len());
        for output in outputs {
            effects.push(match output {
                Output::Reply { to, id, text } => Effect::Reply { to, id, text },
                Output::Tell { to, text } => Effect::Tell { to, text },
                Output::Part { to, problem } => Effect::Part { to, problem },
                Output::Think(task) => {
                    self.thoughts.push((task.seat, task.decision));
                    Effect::Think(Box::new(task))
                }
                Output::Ask(question) => Effect::Ask(Box::new(question)),
                Output::Older { to, hello, after, until } => Effect::ReadOlder { to, hello, after, until },
                Output::Rematch(charter) => Effect::OpenRematch(charter),
                Output::Freeze => {
                    self.has_ended = true;
                    Effect::Freeze
                }
            });
        }
    }

    /// Stops thoughts about decisions that have passed, and all of them when nobody is here to see the
    /// outcome.
    fn stop_thoughts(&mut self, now: &mut Now<'_>, effects: &mut Vec<Effect>) {
        let is_empty = self.room.guests() == 0;
        let mut index = 0;
        while let Some(&(seat, decision)) = self.thoughts.get(index) {
            let is_wanted = self.room.is_thinking(seat, decision);
            if is_wanted && !is_empty {
                index += 1;
                continue;
            }
            self.thoughts.remove(index);
            effects.push(Effect::StopThinking { seat, decision });
            if is_wanted {
                // The room asks again when someone has come back.
                self.room.handle(again(now), Input::TooBusy { seat });
            }
        }
    }

    /// Ends the table after a failed save. What was not written has not happened: those who wait are refused,
    /// and the table is opened again by the next to come. But a disk that fails midway may have written it
    /// all the same, and if another process has the table, what is asked a second time may have been done the
    /// first time. Then the outcome is unknown here: those who wait get no answer, ask again once the table
    /// is open, and get it from the log.
    fn fail(&mut self, error: &StoreError, effects: &mut Vec<Effect>) {
        self.has_ended = true;
        let is_certain = !matches!(error, StoreError::Failed(_) | StoreError::Fenced);
        let problem = match is_certain {
            true => Problem::new("server.storage", format!("nothing was done: {error}")),
            false => Problem::new("server.storage", format!("ask again: {error}")),
        };
        let waiting = self.gate.fail();
        if !is_certain {
            self.unanswered = waiting;
            return effects.push(Effect::End(problem));
        }
        for (guest, id) in waiting {
            let refused = Message::Refused { id: Some(id.clone()), version: None, error: problem.clone() };
            effects.push(Effect::Reply { to: guest, id, text: refused.to_text() });
        }
        effects.push(Effect::End(problem));
    }
}

/// Decides when the next snapshot is due.
#[derive(Debug, Default)]
struct Snapshots {
    /// The size of the last snapshot in bytes.
    weight: usize,
    /// Log entries since then.
    entries: u32,
    /// Bytes of those entries.
    bytes: usize,
}

impl Snapshots {
    fn add(&mut self, entry: &[u8]) {
        self.entries += 1;
        self.bytes += entry.len();
    }

    /// Whether a snapshot is due. Snapshots grow with their table, so one is due when the log has grown by a
    /// part of the last: then all of them together weigh a few times what the log does, however long the
    /// table goes on.
    fn is_due(&self) -> bool {
        self.entries >= SNAPSHOT_EVERY && self.bytes >= self.weight / SNAPSHOT_PART
    }

    /// Whether one of the next entries may make one due.
    fn is_near(&self) -> bool {
        self.entries + 2 >= SNAPSHOT_EVERY && self.bytes + LONG_SNAPSHOT / 8 >= self.weight / SNAPSHOT_PART
    }
}

/// Whether a request is answered by trying out other deals.
fn is_examined(request: &baize_protocol::Request) -> bool {
    use baize_protocol::Request;
    matches!(request, Request::Propose { .. } | Request::Agree { .. })
}

/// The same moment, for another input.
fn again<'a>(now: &'a mut Now<'_>) -> Now<'a> {
    Now { at: now.at, fresh: &mut *now.fresh, is_player: now.is_player, agrees: now.agrees }
}

/// Parses the entries of a log.
pub fn from_bytes(entries: &[Vec<u8>]) -> Result<Vec<Entry>, String> {
    let read = |(version, entry): (usize, &Vec<u8>)| {
        Entry::from_bytes(entry).map_err(|error| format!("entry {} cannot be read: {error}", version + 1))
    };
    entries.iter().enumerate().map(read).collect()
}

/// What lists show, in the store's form.
pub(crate) fn listing(summary: &Summary) -> ListedTable {
    let row = &summary.row;
    let result = |standing: &baize_room::Standing| SeatResult {
        seat: standing.seat.index() as u8,
        player: standing.player.clone(),
        name: standing.name.clone(),
        is_computer: standing.is_computer,
        won: standing.won,
        share: standing.share,
        place: standing.place,
        score: standing.score,
        counts: standing.counts,
        fixed: if standing.is_computer { fixed_rating(&row.game, &standing.name) } else { None },
        rating: None,
    };
    ListedTable {
        game: row.game.clone(),
        phase: row.phase,
        is_public: row.is_public,
        changed: row.changed.0,
        row: serde_json::to_string(row).expect("a row can be written as JSON"),
        results: summary.standings.iter().map(result).collect(),
    }
}

#[cfg(test)]
mod tests;
