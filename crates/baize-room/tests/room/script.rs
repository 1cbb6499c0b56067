//! A table in a test: commands and times in, messages out; after every command, the invariants are checked.

use baize_games::SeatView;
use baize_protocol::http::OpenTable;
use baize_protocol::{History, Key, Message, Moment, RequestId, Step, Sum, TableState, first_sum, next_sum};
use baize_room::{
    Charter, Entry, Gate, GuestId, Hello, Input, Keys, Now, Older, Opening, Output, Room, Task,
};
use baize_rules::{Language, Seat, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A table, its log, and what every connection has been told.
pub(crate) struct Script {
    pub(crate) room: Room,
    pub(crate) log: Vec<Entry>,
    /// What is kept beside the log.
    pub(crate) margin: Option<Vec<u8>>,
    pub(crate) now: u64,
    pub(crate) keys: Keys,
    /// Computer players that were asked and have not answered.
    pub(crate) tasks: Vec<Task>,
    pub(crate) rematches: Vec<Charter>,
    pub(crate) is_frozen: bool,
    clients: BTreeMap<u64, Client>,
    drawn: u128,
    requests: u32,
}

/// What a client knows, put together from what it was told.
#[derive(Clone, Default)]
pub(crate) struct Client {
    pub(crate) version: u32,
    pub(crate) history: Option<History>,
    pub(crate) state: TableState,
    pub(crate) steps: Vec<Step>,
    pub(crate) messages: Vec<Message>,
    pub(crate) token: Option<String>,
    pub(crate) viewer: Option<Viewer>,
    pub(crate) is_parted: bool,
    text: Option<Language>,
}

/// In these tests, only the computer player in the second seat agrees to a draw.
pub(crate) fn agrees(_: &str, _: &str, seat: Seat, _: &SeatView) -> bool {
    seat == Seat::SECOND
}

impl Script {
    /// Opens a table as this JSON says, with host key 1. Unless it sets a pace, computer players do not wait.
    pub(crate) fn open(mut open: Value) -> Script {
        if open.get("pace").is_none() {
            open["pace"] = "instant".into();
        }
        let open: OpenTable = serde_json::from_value(open).unwrap();
        let mut drawn = 0;
        let mut fresh = draw(&mut drawn);
        let mut now = Now {
            at: Moment(1_000_000),
            fresh: &mut fresh,
            is_player: &is_player,
            agrees: &crate::script::agrees,
        };
        let opening = Opening::new(&open, &key(1), &mut now).unwrap();
        let mut room = Room::open(opening.charter, Moment(1_000_000)).unwrap();
        let log = entries(room.take_entries());
        let keys = room.keys(&key(1)).unwrap();
        drop(fresh);
        Script {
            room,
            log,
            margin: None,
            now: 1_000_000,
            keys,
            tasks: Vec::new(),
            rematches: Vec::new(),
            is_frozen: false,
            clients: BTreeMap::new(),
            drawn,
            requests: 0,
        }
    }

    /// A table of two people, with the game begun: the host in seat 0 as client 0, another in seat 1 as
    /// client 1.
    pub(crate) fn two(game: &str) -> Script {
        Script::two_with(json!({"game": game, "name": "Ann"}))
    }

    pub(crate) fn two_with(open: Value) -> Script {
        let mut script = Script::open(open);
        script.host(0);
        script.join(1, "Bob", 0);
        script.done(0, json!({"op": "ready", "entropy": "ann"}));
        script.done(1, json!({"op": "ready"}));
        script
    }

    pub(crate) fn room_time(&self) -> Moment {
        Moment(self.now)
    }

    pub(crate) fn client(&self, client: u64) -> &Client {
        &self.clients[&client]
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, millis: u64) {
        self.now += millis;
        self.input(Input::Tick);
    }

    pub(crate) fn hello(&mut self, client: u64, hello: Hello) -> Message {
        self.clients.insert(client, Client { text: hello.text, ..Client::default() });
        self.input(Input::Hello { guest: GuestId(client), hello: Box::new(hello) });
        self.clients[&client].messages.last().cloned().expect("a hello is answered")
    }

    /// The host comes to the table.
    pub(crate) fn host(&mut self, client: u64) {
        let hello = Hello { token: Some(self.keys.token.clone()), ..hello("host") };
        let message = self.hello(client, hello);
        assert!(matches!(message, Message::Welcome { .. }), "{message:?}");
    }

    /// Somebody uses the n-th link.
    pub(crate) fn join(&mut self, client: u64, name: &str, link: usize) -> Key {
        let join = baize_protocol::Join {
            secret: Some(self.keys.links[link].1.clone()),
            seat: None,
            name: name.to_owned(),
            key: key(100 + client as u8),
            player: None,
        };
        let message = self.hello(client, Hello { join: Some(join), ..hello("join") });
        assert!(matches!(message, Message::Welcome { .. }), "{message:?}");
        token(self.client(client).token.as_ref().unwrap())
    }

    pub(crate) fn watch(&mut self, client: u64) {
        let hello = Hello { watch: Some(self.keys.watch.clone()), ..hello("watch") };
        assert!(matches!(self.hello(client, hello), Message::Welcome { .. }));
    }

    pub(crate) fn leave(&mut self, client: u64) {
        self.clients.remove(&client);
        self.input(Input::Gone { guest: GuestId(client) });
    }

    /// Sends a request and returns the reply.
    pub(crate) fn send(&mut self, client: u64, mut request: Value) -> Message {
        if request.get("id").is_none() {
            self.requests += 1;
            request["id"] = format!("r{}", self.requests).into();
        }
        let id = request["id"].as_str().unwrap().to_owned();
        let request = serde_json::from_value(request).unwrap();
        let heard = self.clients[&client].messages.len();
        self.input(Input::Request { guest: GuestId(client), request });
        let replies = self.clients[&client].messages[heard..].iter();
        let mut replies = replies.filter(|message| reply_id(message) == Some(&id));
        let reply = replies.next().expect("a request is answered").clone();
        assert!(replies.next().is_none(), "a request is answered once");
        reply
    }

    /// Sends a request that must be done; returns its version.
    pub(crate) fn done(&mut self, client: u64, request: Value) -> u32 {
        match self.send(client, request.clone()) {
            Message::Done { version, .. } => version,
            other => panic!("{request}: {other:?}"),
        }
    }

    /// Sends a request that must be refused; returns the code.
    pub(crate) fn refused(&mut self, client: u64, request: Value) -> String {
        let before = (self.room.version(), self.room.snapshot());
        let Message::Refused { error, .. } = self.send(client, request.clone()) else {
            panic!("{request} should have been refused")
        };
        assert_eq!((self.room.version(), self.room.snapshot()), before, "a refusal changes nothing");
        error.code
    }

    /// Plays the first action on the menu of a seat that must act, through its client; false if none must.
    pub(crate) fn play_on(&mut self) -> bool {
        let Some((seat, action)) = self.next_action() else { return false };
        self.done(seat.index() as u64, json!({"op": "play", "action": action}));
        true
    }

    pub(crate) fn next_action(&self) -> Option<(Seat, Value)> {
        let table = self.room.game()?;
        let seat = table.awaiting().must.iter().next()?;
        Some((seat, table.menu(seat).actions[0].action.value()))
    }

    /// The entries as they are on disk.
    pub(crate) fn stored(&self) -> Vec<Entry> {
        let text = serde_json::to_string(&self.log).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Another process takes over the table.
    pub(crate) fn restart(&mut self) {
        self.room = self.replayed(2);
        self.clients.clear();
        self.tasks.clear();
        self.room.wake(Moment(self.now));
        self.log.extend(entries(self.room.take_entries()));
    }

    /// The room from the log and what is kept beside it.
    fn replayed(&self, epoch: u32) -> Room {
        let mut room = Room::replay(self.stored(), epoch).expect("the log replays");
        room.follow_log(self.log.len() as u32, self.sum(self.log.len()));
        if let Some(margin) = &self.margin {
            room.recall(margin).expect("what stands beside the log fits it");
        }
        room
    }

    /// The checksum over this many entries.
    fn sum(&self, entries: usize) -> Sum {
        let next = |sum, (version, entry)| next_sum(&sum, version, &serde_json::to_vec(entry).unwrap());
        (1..).zip(&self.log[..entries]).fold(first_sum(self.room.id()), next)
    }

    pub(crate) fn input(&mut self, input: Input) {
        let (outputs, entries) = {
            let mut fresh = draw(&mut self.drawn);
            let now = Now {
                at: Moment(self.now),
                fresh: &mut fresh,
                is_player: &is_player,
                agrees: &crate::script::agrees,
            };
            let outputs = self.room.handle(now, input);
            (outputs, entries(self.room.take_entries()))
        };
        // What is said about entries that are not yet safe is held back.
        let mut gate = Gate::new(self.log.len() as u64);
        if !entries.is_empty() {
            assert!(gate.pass(self.room.version().into(), Vec::new()).is_empty());
            self.margin = None;
        }
        self.log.extend(entries);
        self.margin = self.room.take_margin().or_else(|| self.margin.take());
        assert_eq!(self.log.len() as u32, self.room.version());
        for output in gate.open(self.room.version().into()).into_iter().chain(outputs) {
            self.output(output);
        }
        self.promises();
    }

    fn output(&mut self, output: Output) {
        match output {
            Output::Reply { to, text, .. } => self.told(to, &text),
            Output::Tell { to, text } => to.into_iter().for_each(|to| self.told(to, &text)),
            Output::Part { to, .. } => self.clients.get_mut(&to.0).unwrap().is_parted = true,
            Output::Think(task) => self.tasks.push(task),
            Output::Ask(question) if question.advice.is_some() => {
                let seat = question.viewer.seat().unwrap();
                let action = question.table.menu(seat).actions[0].action.value();
                self.told(question.from, &question.advise(Ok((action, json!({"why": "?"})))));
            }
            Output::Ask(question) => self.told(question.from, &question.answer(None)),
            Output::Rematch(charter) => self.rematches.push(*charter),
            Output::Freeze => self.is_frozen = true,
            Output::Older { to, mut hello, after, until } => {
                let steps = Room::steps(self.stored(), after, until, &mut |_| false).unwrap().unwrap();
                hello.older = Some(Older { steps, sum: Some(self.sum(after as usize)) });
                self.input(Input::Hello { guest: to, hello });
            }
        }
    }

    fn told(&mut self, to: GuestId, text: &str) {
        let Some(client) = self.clients.get_mut(&to.0) else { return };
        client.hear(serde_json::from_str(text).unwrap());
    }

    /// Checks what holds after every command: the log leads to the same room, with or without a snapshot;
    /// every client that puts together what it was told knows what a newcomer in its place would be told.
    fn promises(&mut self) {
        self.clients_know_all();
        // Long games are replayed only now and then.
        if self.log.len() < 30 || self.log.len().is_multiple_of(32) {
            self.log_leads_here();
        }
    }

    fn log_leads_here(&self) {
        let snapshot = self.room.snapshot();
        assert!(self.replayed(1).snapshot() == snapshot, "the log leads somewhere else");
        let loaded = Room::from_snapshot(&snapshot, [], 1).expect("a snapshot loads").unwrap();
        assert!(loaded.snapshot() == snapshot, "the snapshot leads somewhere else");
    }

    fn clients_know_all(&self) {
        for client in self.clients.values().filter(|client| !client.is_parted && client.viewer.is_some()) {
            let viewer = client.viewer.unwrap();
            let whole = self.room.state_for(Moment(self.now), viewer, client.text);
            assert_eq!(client.version, self.room.version());
            assert_eq!(without_clocks(client.state.clone()), without_clocks(whole), "{viewer:?}");
            let versions: Vec<u32> = client.steps.iter().map(|step| step.version).collect();
            assert!(versions.windows(2).all(|pair| pair[0] + 1 == pair[1]), "a gap: {versions:?}");
        }
    }
}

/// A state without clocks, which depend on the time of the message.
fn without_clocks(mut state: TableState) -> TableState {
    state.clocks = None;
    state
}

impl Client {
    fn hear(&mut self, message: Message) {
        match message.clone() {
            Message::Welcome { version, history, you, state, steps, .. } => {
                (self.version, self.history) = (version, history);
                self.state = *state;
                self.steps = steps.unwrap_or_default();
                self.token = you.token;
                self.viewer = Some(you.seat.map_or(Viewer::Spectator, Viewer::Seat));
            }
            Message::News { version, history, steps, state } => {
                assert_eq!(version, steps.last().map_or(self.version, |step| step.version));
                let first = steps.first().map_or(self.version + 1, |step| step.version);
                assert_eq!(first, self.version + 1, "news follow on what was known");
                (self.version, self.history) = (version, history);
                self.state = std::mem::take(&mut self.state).with(*state);
                self.steps.extend(steps);
            }
            _ => {}
        }
        self.messages.push(message);
    }

    /// The names of the events on this connection.
    pub(crate) fn events(&self) -> Vec<String> {
        let name = |step: &Step| json!(step.event)["type"].as_str().unwrap().to_owned();
        self.steps.iter().map(name).collect()
    }
}

pub(crate) fn hello(id: &str) -> Hello {
    Hello {
        id: RequestId::new(id).unwrap(),
        token: None,
        join: None,
        watch: None,
        version: None,
        history: None,
        text: None,
        older: None,
    }
}

/// Entries as they were written.
pub(crate) fn entries(written: Vec<Vec<u8>>) -> Vec<Entry> {
    written.iter().map(|entry| Entry::from_bytes(entry).expect("an entry can be read again")).collect()
}

pub(crate) fn key(number: u8) -> Key {
    Key::from_bytes([number; 16])
}

pub(crate) fn token(text: &str) -> Key {
    serde_json::from_value(json!(text)).unwrap()
}

fn reply_id(message: &Message) -> Option<&str> {
    match message {
        Message::Welcome { id, .. }
        | Message::Done { id, .. }
        | Message::Invitation { id, .. }
        | Message::Answer { id, .. }
        | Message::Hinted { id, .. }
        | Message::Pong { id } => Some(id.as_str()),
        Message::Refused { id, .. } => id.as_ref().map(RequestId::as_str),
        _ => None,
    }
}

/// Numbers that are all different.
fn draw(drawn: &mut u128) -> impl FnMut() -> [u8; 16] {
    || {
        *drawn += 1;
        drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes()
    }
}

pub(crate) fn is_player(_: &str, player: &str) -> bool {
    player == "random"
}
