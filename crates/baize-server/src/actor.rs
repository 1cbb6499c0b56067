//! One table: the room, the gate before it and the right to append to its log, without sockets, disk or clock.
//!
//! [`TableActor::on`] takes one [`Message`] and says what is to be done about it: [`Effect`]s. It never waits, so it can
//! be driven by a task of the server (`table.rs`) or by a test that plays server, disk, network and clock on one thread.

use baize_protocol::{Message as Wire, Moment, Phase};
use baize_room::{
    Charter, Entry, Gate, GuestId, Hello, Input, Now, Output, Question, Room, SNAPSHOT_EVERY, Summary, Task,
};
use baize_rules::{Problem, Seat};
use baize_store::{Append, Listing, Pen, SeatResult, StoreError};

/// What lists show of a table is written again when it is older than this: the store forgets tables by it, and a game of
/// many days must not look unused.
const MOST_LISTED: u64 = 3_600_000;
/// A snapshot of more bytes than this is not made in passing.
const LONG_SNAPSHOT: usize = 64 * 1024;

/// What comes to a table.
#[derive(Debug)]
pub enum Message {
    /// People, computer players, time.
    Input(Input),
    /// The log is safe up to `version`, or could not be written.
    Saved {
        /// The last entry of the append.
        version: u32,
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
    /// Ends a connection's stay.
    Part {
        /// Which.
        to: GuestId,
        /// Why.
        problem: Problem,
    },
    /// Adds to the log; the answer comes back as [`Message::Saved`].
    Save {
        /// What.
        append: Box<Append>,
        /// The last entry of it.
        version: u32,
        /// How many entries.
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
    /// The table cannot go on: what this room thinks is not what its log says. It must be opened again.
    End(Problem),
}

/// A table in memory.
pub struct TableActor {
    room: Room,
    gate: Gate,
    pen: Pen,
    last_snapshot: u32,
    snapshot_bytes: usize,
    /// When lists were last told of the table.
    listed: Option<Moment>,
    /// What computer players were asked.
    thoughts: Vec<(Seat, u32)>,
    has_ended: bool,
}

impl TableActor {
    /// A table that goes on with this log; `listed` is when lists were told of it, if that is known.
    pub fn new(room: Room, pen: Pen, listed: Option<Moment>) -> TableActor {
        // A room that has just woken up may be ahead of its log.
        let version = pen.version();
        TableActor {
            gate: Gate::new(version),
            last_snapshot: version,
            snapshot_bytes: 0,
            listed,
            thoughts: Vec::new(),
            has_ended: false,
            room,
            pen,
        }
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

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.room.phase() == Phase::Over
    }

    /// Whether this message may take long for what it asks, whatever the game.
    pub fn is_long(&self, message: &Message) -> bool {
        let is_snapshot_due = self.room.version() + 2 >= self.last_snapshot + SNAPSHOT_EVERY;
        match message {
            // Whether something came to light is found out by dealing anew, many times.
            Message::Input(Input::Request { request, .. }) if is_examined(request) => true,
            Message::Input(_) => is_snapshot_due && self.snapshot_bytes > LONG_SNAPSHOT,
            Message::Saved { .. } => false,
        }
    }

    /// Takes a message.
    pub fn on(&mut self, now: &mut Now<'_>, message: Message) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.has_ended {
            return effects;
        }
        match message {
            Message::Input(input) => self.take(now, input, &mut effects),
            Message::Saved { version, outcome: Ok(()) } => {
                let released = self.gate.open(version);
                self.pass_on(released, &mut effects);
            }
            Message::Saved { outcome: Err(error), .. } => self.fail(&error, &mut effects),
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
        let version = self.room.version();
        if !entries.is_empty() {
            let count = entries.len() as u32;
            effects.push(Effect::Save { append: Box::new(self.append(at, entries)), version, count });
        }
        let ready = self.gate.pass(version, outputs);
        self.pass_on(ready, effects);
    }

    fn append(&mut self, at: Moment, entries: Vec<Entry>) -> Append {
        let mut append = self.pen.write(entries.into_iter().map(|entry| to_bytes(&entry)).collect());
        let version = self.room.version();
        if version >= self.last_snapshot + SNAPSHOT_EVERY {
            let snapshot = self.room.snapshot();
            self.snapshot_bytes = snapshot.len();
            self.last_snapshot = version;
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
                Output::Reply { to, text, .. } => Effect::Tell { to: vec![to], text },
                Output::Tell { to, text } => Effect::Tell { to, text },
                Output::Part { to, problem } => Effect::Part { to, problem },
                Output::Think(task) => {
                    self.thoughts.push((task.seat, task.decision));
                    Effect::Think(Box::new(task))
                }
                Output::Ask(question) => Effect::Ask(Box::new(question)),
                Output::Older { to, hello, after, until } => Effect::ReadOlder { to, hello, after, until },
                Output::Rematch(charter) => Effect::OpenRematch(charter),
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
    fn fail(&mut self, error: &StoreError, effects: &mut Vec<Effect>) {
        self.has_ended = true;
        let problem = Problem::new("server.storage", format!("nothing was done: {error}"));
        for (guest, id) in self.gate.fail() {
            let refused = Wire::Refused { id: Some(id), version: None, error: problem.clone() };
            effects.push(Effect::Tell { to: vec![guest], text: refused.to_text() });
        }
        effects.push(Effect::End(problem));
    }
}

/// Whether a request is answered by trying out other deals.
fn is_examined(request: &baize_protocol::Request) -> bool {
    use baize_protocol::Request;
    matches!(request, Request::Propose { .. } | Request::Agree { .. })
}

/// The same moment, for another input.
fn again<'a>(now: &'a mut Now<'_>) -> Now<'a> {
    Now { at: now.at, fresh: &mut *now.fresh, is_player: now.is_player }
}

/// An entry as the store keeps it.
pub(crate) fn to_bytes(entry: &Entry) -> Vec<u8> {
    serde_json::to_vec(entry).expect("an entry can be written as JSON")
}

/// The entries of a log.
pub(crate) fn from_bytes(entries: &[Vec<u8>]) -> Result<Vec<Entry>, String> {
    let read = |(version, entry): (usize, &Vec<u8>)| {
        serde_json::from_slice(entry)
            .map_err(|error| format!("entry {} cannot be read: {error}", version + 1))
    };
    entries.iter().enumerate().map(read).collect()
}

/// What lists show, as the store keeps it.
pub(crate) fn listing(summary: &Summary) -> Listing {
    let row = &summary.row;
    let result = |standing: &baize_room::Standing| SeatResult {
        player: standing.player.clone(),
        name: standing.name.clone(),
        is_computer: standing.is_computer,
        won: standing.won,
        share: standing.share,
        score: standing.score,
    };
    Listing {
        game: row.game.clone(),
        phase: row.phase,
        is_public: row.is_public,
        changed: row.changed.0,
        row: serde_json::to_string(row).expect("a row can be written as JSON"),
        results: summary.standings.iter().map(result).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_protocol::{Key, Request, RequestId};
    use baize_room::Opening;
    use baize_store::conformance::append;
    use baize_store::{Created, Memory, NewTable, Store};
    use serde_json::json;

    /// A table, its store and a clock on one thread, without a runtime.
    struct Bench {
        actor: TableActor,
        store: Memory,
        token: Key,
        at: Moment,
        drawn: u128,
    }

    impl Bench {
        fn new() -> Bench {
            let (key, at) = (Key::from_bytes([1; 16]), Moment(1_000_000));
            let open = serde_json::from_value(json!({"game": "othello", "name": "Ann"})).unwrap();
            let mut drawn = 0u128;
            let mut fresh = || {
                drawn += 1;
                drawn.to_le_bytes()
            };
            let mut now = Now { at, fresh: &mut fresh, is_player: &|_, _| false };
            let opening = Opening::new(&open, &key, &mut now).unwrap();
            let mut room = Room::open(opening.charter, at).unwrap();
            let token = room.keys(&key).unwrap().token;
            let entries = room.take_entries().iter().map(to_bytes).collect();
            let new = NewTable { table: room.id(), key: None, entries, listing: listing(&room.summary()) };
            drop(room.take_summary());
            let store = Memory::new();
            let Created::New(pen) = store.create(new).unwrap() else { panic!("a new table") };
            Bench { actor: TableActor::new(room, pen, Some(at)), store, token, at, drawn }
        }

        fn on(&mut self, message: Message) -> Vec<Effect> {
            let mut fresh = || {
                self.drawn += 1;
                self.drawn.to_le_bytes()
            };
            let mut now = Now { at: self.at, fresh: &mut fresh, is_player: &|_, _| false };
            self.actor.on(&mut now, message)
        }

        fn hello(&mut self, guest: u64) -> Vec<Effect> {
            let (id, token) = (RequestId::new("h").unwrap(), Some(self.token.clone()));
            let hello =
                Hello { id, token, join: None, watch: None, version: None, text: None, older: Vec::new() };
            self.on(Message::Input(Input::Hello { guest: GuestId(guest), hello: Box::new(hello) }))
        }

        fn chat(&mut self, guest: u64, id: &str) -> Vec<Effect> {
            let request = json!({"op": "chat", "id": id, "text": "hello"});
            let request: Request = serde_json::from_value(request).unwrap();
            self.on(Message::Input(Input::Request { guest: GuestId(guest), request }))
        }
    }

    fn told(effects: &[Effect]) -> Vec<&str> {
        fn text(effect: &Effect) -> Option<&str> {
            if let Effect::Tell { text, .. } = effect { Some(text) } else { None }
        }
        effects.iter().filter_map(text).collect()
    }

    #[test]
    fn nothing_is_told_before_it_is_saved() {
        let mut bench = Bench::new();
        assert!(told(&bench.hello(1))[0].contains("welcome"), "who only looks need not wait");
        let mut effects = bench.chat(1, "c1");
        assert!(told(&effects).is_empty());
        let Some(Effect::Save { append: entries, version, count: 1 }) = effects.pop() else { panic!() };
        append(&bench.store, *entries).unwrap();
        let effects = bench.on(Message::Saved { version, outcome: Ok(()) });
        assert!(told(&effects)[0].contains("done") && told(&effects)[1].contains("CHAT"), "{effects:?}");
        assert!(!bench.actor.is_quiet(), "somebody is here");
        bench.on(Message::Input(Input::Gone { guest: GuestId(1) }));
        assert!(bench.actor.is_quiet());
    }

    #[test]
    fn what_was_not_saved_has_not_happened_and_ends_the_table() {
        let mut bench = Bench::new();
        bench.hello(1);
        bench.chat(1, "c1");
        let effects = bench.on(Message::Saved { version: 2, outcome: Err(StoreError::Full) });
        assert!(told(&effects)[0].contains("server.storage"), "{effects:?}");
        assert!(matches!(effects.last(), Some(Effect::End(_))));
        assert!(bench.chat(1, "c2").is_empty() && bench.actor.deadline().is_none(), "it has ended");
    }

    #[test]
    fn lists_hear_of_a_game_that_goes_on() {
        let mut bench = Bench::new();
        bench.hello(1);
        let listed = |effects: Vec<Effect>| match effects.into_iter().next() {
            Some(Effect::Save { append, .. }) => append.listing.map(|listing| listing.changed),
            other => panic!("{other:?}"),
        };
        assert_eq!(listed(bench.chat(1, "c1")), None);
        bench.at = bench.at.plus(MOST_LISTED);
        let now = bench.at.0;
        assert_eq!(listed(bench.chat(1, "c2")), Some(now));
        assert_eq!(listed(bench.chat(1, "c3")), None);
    }
}
