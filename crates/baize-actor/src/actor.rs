//! One table: the room, the gate before it and the right to append to its log, without sockets, disk or clock.
//!
//! [`TableActor::on`] takes one [`TableMessage`] and says what is to be done about it: [`Effect`]s. It never waits, so it can
//! be driven by a task of the server (`table.rs`) or by a test that plays server, disk, network and clock on one thread.

use crate::house::fixed_rating;
use baize_protocol::{History, Message, Moment, Phase, RequestId};
use baize_room::{
    Charter, Entry, Gate, GuestId, Hello, Input, Now, Output, Question, Room, SNAPSHOT_EVERY, Summary, Task,
};
use baize_rules::{Problem, Seat};
use baize_store::{Append, Appender, ListedTable, SeatResult, StoreError};
use std::collections::VecDeque;

/// What lists show of a table is written again when it is older than this: the store forgets tables by it, and a game of
/// many days must not look unused.
const MOST_LISTED: u64 = 3_600_000;
/// A snapshot of more bytes than this is not made in passing.
const LONG_SNAPSHOT: usize = 64 * 1024;

/// A snapshot is due when the log has grown by one part in so many of the last one.
const SNAPSHOT_PART: usize = 4;

/// What comes to a table.
#[derive(Debug)]
pub enum TableMessage {
    /// People, computer players, time.
    Input(Input),
    /// Everything up to a save is safe, or it could not be written.
    Saved {
        /// Which save.
        save: u64,
        /// How it went.
        outcome: Result<(), StoreError>,
    },
}

/// What is to be done, in this order.
#[derive(Debug)]
pub enum Effect {
    /// Sends a text to these connections.
    Tell {
        /// Which.
        to: Vec<GuestId>,
        /// The text.
        text: String,
    },
    /// Answers a request.
    Reply {
        /// Whose.
        to: GuestId,
        /// The client's name for it.
        id: RequestId,
        /// The answer.
        text: String,
    },
    /// Ends a connection's stay.
    Part {
        /// Which.
        to: GuestId,
        /// Why.
        problem: Problem,
    },
    /// Adds to the log; the answer comes back as [`TableMessage::Saved`].
    Save {
        /// What.
        append: Box<Append>,
        /// Its number, from 1 without gaps.
        save: u64,
        /// How many entries; none if only what stands beside the log is replaced.
        count: u32,
    },
    /// Lets a computer player think; the answer comes back as [`Input::Thought`] or [`Input::TooBusy`].
    Think(Box<Task>),
    /// Nobody waits for this thought any more.
    StopThinking {
        /// Whose.
        seat: Seat,
        /// About what.
        decision: u32,
    },
    /// Lets the game answer a question.
    Ask(Box<Question>),
    /// Reads older steps from the log and says hello again with them.
    ReadOlder {
        /// For which connection.
        to: GuestId,
        /// Its hello.
        hello: Box<Hello>,
        /// The last version the client has seen.
        after: u32,
        /// The first version that is at hand.
        until: u32,
    },
    /// Opens the next table; the answer comes back as [`Input::RematchOpened`].
    OpenRematch(Box<Charter>),
    /// The log is not the one that clients were told of: the table stays closed until somebody has looked at it.
    Freeze,
    /// The table cannot go on: what this room thinks is not what its log says. It must be opened again.
    End(Problem),
}

/// A table in memory.
pub struct TableActor {
    room: Room,
    gate: Gate,
    appender: Appender,
    /// How many saves there were.
    saves: u64,
    /// Saves that are on their way, each with the version that it leads to.
    unsaved: VecDeque<(u64, u32)>,
    /// The version up to which the log is safe, and whether those who are here know of it.
    safe: u32,
    is_told: bool,
    /// Who has asked for something of which nobody can say whether it was done.
    unanswered: Vec<(GuestId, RequestId)>,
    snapshots: Snapshots,
    /// When lists were last told of the table.
    listed: Option<Moment>,
    /// How much of the time nobody is charged for, as the table knows it.
    skipped: u64,
    /// What computer players were asked.
    thoughts: Vec<(Seat, u32)>,
    has_ended: bool,
}

impl TableActor {
    /// A table that goes on with this log; `listed` is when lists were told of it, if that is known.
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

    /// A table that was read from a snapshot of so many bytes, if there was one, and so much of the log after it.
    #[must_use]
    pub fn read_from(mut self, snapshot: Option<usize>, log: &[Vec<u8>]) -> TableActor {
        self.snapshots.weight = snapshot.unwrap_or(0);
        log.iter().for_each(|entry| self.snapshots.add(entry));
        self
    }

    /// A table that has begun or woken up when so much of the server's time was charged to nobody.
    #[must_use]
    pub fn after(mut self, skipped: u64) -> TableActor {
        self.skipped = skipped;
        self
    }

    /// The room, to look at.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// When the table wants to be told that time has gone by.
    pub fn deadline(&self) -> Option<Moment> {
        self.room.deadline().filter(|_| !self.has_ended)
    }

    /// Whether nobody needs the table in memory: nobody is here, nothing is on its way, nothing will happen by itself.
    pub fn is_quiet(&self) -> bool {
        let is_empty = self.room.guests() == 0 && self.thoughts.is_empty();
        is_empty && self.room.deadline().is_none() && !self.gate.is_holding()
    }

    /// Whether everything that was given to the store is safe.
    pub fn is_settled(&self) -> bool {
        !self.gate.is_holding()
    }

    /// What everybody here was told: up to which version, and what that is known by. Nothing if nobody was told anything,
    /// as the first save is still on its way.
    pub fn told(&self) -> Option<(u32, Option<History>)> {
        self.is_told.then(|| (self.safe, self.room.history_at(self.safe)))
    }

    /// Ends the table. Gives back who waits for an answer that nobody here can give.
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

    /// Whether this message may take long for what it asks, whatever the game.
    pub fn is_long(&self, message: &TableMessage) -> bool {
        match message {
            // Whether something came to light is found out by dealing anew, many times.
            TableMessage::Input(Input::Request { request, .. }) if is_examined(request) => true,
            TableMessage::Input(_) => self.snapshots.is_near() && self.snapshots.weight > LONG_SNAPSHOT,
            TableMessage::Saved { .. } => false,
        }
    }

    /// Takes a message when the clock says this. What nobody is charged for is told to the room before anything else.
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

    /// Lets the room take an input. Its entries go to the log; what it says waits behind the gate until they are safe.
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
            // Results keep the moment at which they came about.
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

    /// Stops thoughts about decisions that have gone by, and all of them when nobody is here to see what comes of them.
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
                // The room asks again when somebody has come back.
                self.room.handle(again(now), Input::TooBusy { seat });
            }
        }
    }

    /// What was not written has not happened: whoever waits is told, and the table is opened again by the next to come.
    /// A disk that fails in the middle may have written it all the same, and where another process has the table, what
    /// is asked a second time was perhaps done the first time. Then nobody can say here what was done: whoever waits gets
    /// no answer, asks again once the table is open again, and gets it from the log.
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

/// When to write the next snapshot.
#[derive(Debug, Default)]
struct Snapshots {
    /// Bytes of the last one.
    weight: usize,
    /// Entries of the log since then.
    entries: u32,
    /// And their bytes.
    bytes: usize,
}

impl Snapshots {
    fn add(&mut self, entry: &[u8]) {
        self.entries += 1;
        self.bytes += entry.len();
    }

    /// A snapshot grows with its table, so it is due when the log has grown by a part of it: then all snapshots together
    /// weigh a few times what the log does, however long the table goes on.
    fn is_due(&self) -> bool {
        self.entries >= SNAPSHOT_EVERY && self.bytes >= self.weight / SNAPSHOT_PART
    }

    /// Whether one of the next entries may make it due.
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

/// The entries of a log.
pub fn from_bytes(entries: &[Vec<u8>]) -> Result<Vec<Entry>, String> {
    let read = |(version, entry): (usize, &Vec<u8>)| {
        Entry::from_bytes(entry).map_err(|error| format!("entry {} cannot be read: {error}", version + 1))
    };
    entries.iter().enumerate().map(read).collect()
}

/// What lists show, as the store keeps it.
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
