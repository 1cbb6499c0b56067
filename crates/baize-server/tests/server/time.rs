//! The two clocks of a machine, the clock derived from them, and a table that goes by it, on one thread:
//! whatever happens to the clocks, a player is charged for the time in which the game ran, and for nothing
//! else.

use baize_actor::{Effect, TableActor, TableMessage};
use baize_protocol::{Key, Message, Moment, RequestId};
use baize_room::{Entry, Fact, GuestId, Hello, Input, Now, Opening, Room};
use baize_server::{Reading, SteadyClock};
use baize_store::{Created, ListedTable, Memory, NewTable, Store};
use serde_json::{Value, json};
use std::time::Duration;

const BANK: u64 = 60_000;
const HOUR: i64 = 3_600_000;

/// A machine with a table of Othello, whose first player is to move and watches.
struct Machine {
    steady: u64,
    wall: u64,
    clock: SteadyClock,
    actor: TableActor,
    store: Memory,
    token: Key,
    drawn: u128,
    /// What the player was last told: the time, and the bank of the first seat.
    clocks: Option<(u64, u64)>,
}

fn draw(drawn: &mut u128) -> impl FnMut() -> [u8; 16] {
    || {
        *drawn += 1;
        drawn.to_le_bytes()
    }
}

fn entries(log: &[Vec<u8>]) -> Vec<Entry> {
    log.iter().map(|entry| serde_json::from_slice(entry).unwrap()).collect()
}

impl Machine {
    fn new() -> Machine {
        let (steady, wall) = (7_000, 1_700_000_000_000);
        let mut drawn = 0;
        let mut fresh = draw(&mut drawn);
        let mut now =
            Now { at: Moment(wall), fresh: &mut fresh, is_player: &|_, _| true, agrees: &|_, _, _, _| false };
        let (key, clock) = (Key::from_bytes([1; 16]), json!({"bank": BANK / 1_000}));
        let open = json!({
            "game": "othello", "name": "Ann", "players": [null, "random"], "pace": "instant", "clock": clock,
        });
        let opening = Opening::new(&serde_json::from_value(open).unwrap(), &key, &mut now).unwrap();
        let mut room = Room::open(opening.charter, Moment(wall)).unwrap();
        let token = room.keys(&key).unwrap().token;
        let entries = room.take_entries();
        let row = room.take_summary().unwrap().row;
        let listing = ListedTable {
            game: row.game.clone(),
            phase: row.phase,
            is_public: false,
            changed: wall,
            row: String::new(),
            results: Vec::new(),
        };
        let store = Memory::new();
        let new = NewTable { table: room.id(), key: None, entries, listing };
        let Created::New(appender) = store.create(new).unwrap() else { panic!("a new table") };
        drop(fresh);
        let mut machine = Machine {
            steady,
            wall,
            clock: SteadyClock::new(Duration::from_millis(steady), Moment(wall)),
            actor: TableActor::new(room, appender, Some(Moment(wall))),
            store,
            token,
            drawn,
            clocks: None,
        };
        machine.hello();
        machine.ask(json!({"op": "ready", "id": "ready"}));
        assert_eq!(machine.clocks, Some((wall, BANK)));
        machine
    }

    fn read(&mut self) -> Reading {
        self.clock.read(Duration::from_millis(self.steady), Moment(self.wall))
    }

    /// Lets the table take a message at the clock's time, and carries out everything that follows.
    fn on(&mut self, message: TableMessage) {
        let Reading { at, skipped } = self.read();
        let mut messages = vec![message];
        while let Some(message) = messages.pop() {
            let effects = {
                let mut fresh = draw(&mut self.drawn);
                let mut now =
                    Now { at, fresh: &mut fresh, is_player: &|_, _| true, agrees: &|_, _, _, _| false };
                self.actor.on_reading(&mut now, skipped, message)
            };
            for effect in effects {
                match effect {
                    Effect::Save { append, save, .. } => {
                        baize_store::conformance::append(&self.store, *append).unwrap();
                        messages.push(TableMessage::Saved { save, outcome: Ok(()) });
                    }
                    Effect::Tell { text, .. } | Effect::Reply { text, .. } => self.hear(&text),
                    _ => {}
                }
            }
        }
    }

    /// The facts in the log.
    fn log(&self) -> Vec<Fact> {
        let log = self.store.read(self.actor.room().id()).unwrap().unwrap();
        entries(&log).into_iter().map(|entry| entry.fact).collect()
    }

    fn hear(&mut self, text: &str) {
        let state = match serde_json::from_str(text).unwrap() {
            Message::Welcome { state, .. } | Message::News { state, .. } => state,
            _ => return,
        };
        if let Some(clocks) = state.clocks {
            self.clocks = Some((clocks.at.0, clocks.seats[0].left.unwrap()));
        }
    }

    fn hello(&mut self) {
        let (id, token) = (RequestId::new("h").unwrap(), Some(self.token.clone()));
        let hello = Hello {
            id,
            token,
            join: None,
            watch: None,
            version: None,
            history: None,
            text: None,
            older: None,
        };
        self.on(TableMessage::Input(Input::Hello { guest: GuestId(1), hello: Box::new(hello) }));
    }

    fn ask(&mut self, request: Value) {
        let request = serde_json::from_value(request).unwrap();
        self.on(TableMessage::Input(Input::Request { guest: GuestId(1), request }));
    }

    /// Advances both clocks, and reads the clock once.
    fn pass(&mut self, steady: u64, wall: i64) {
        self.steady += steady;
        self.wall = self.wall.saturating_add_signed(wall);
        self.on(TableMessage::Input(Input::Tick));
    }

    /// Runs the process for this long.
    fn run(&mut self, millis: u64) {
        (0..millis / 250).for_each(|_| self.pass(250, 250));
    }

    /// The time left in the bank, as told to a newcomer.
    fn left(&mut self) -> u64 {
        self.hello();
        self.clocks.unwrap().1
    }

    /// The total length of the pauses in the log.
    fn paused(&self) -> u64 {
        let millis = |fact: &Fact| if let Fact::Paused { millis } = fact { *millis } else { 0 };
        self.log().iter().map(millis).sum()
    }

    /// Lets another process take the table over when the wall clock says this.
    fn restart(&mut self, wall: u64) {
        (self.steady, self.wall) = (0, wall);
        self.clock = SteadyClock::new(Duration::ZERO, Moment(wall));
        let stored = self.store.open(self.actor.room().id()).unwrap().unwrap();
        let mut room = Room::replay(entries(&stored.entries), stored.appender.epoch()).unwrap();
        room.wake(self.read().at);
        self.actor = TableActor::new(room, stored.appender, None);
        self.on(TableMessage::Input(Input::Tick));
    }
}

#[test]
fn running_time_is_charged_and_needs_no_entry() {
    let mut machine = Machine::new();
    machine.run(10_000);
    assert_eq!((machine.left(), machine.paused()), (BANK - 10_000, 0));
}

#[test]
fn a_wall_clock_set_forward_empties_no_bank() {
    let mut machine = Machine::new();
    machine.run(10_000);
    machine.pass(250, 250 + HOUR);
    let told = machine.clocks.unwrap();
    assert_eq!(told, (machine.wall, BANK - 10_250), "people are told at once, and with the right date");
    assert_eq!(machine.paused(), HOUR as u64, "the log says why");
    machine.run(10_000);
    assert_eq!(machine.left(), BANK - 20_250);
    assert!(machine.actor.room().outcome().is_none());
}

#[test]
fn a_wall_clock_set_back_stops_no_clock() {
    let mut machine = Machine::new();
    machine.run(10_000);
    machine.pass(250, 250 - HOUR);
    machine.run(10_000);
    assert_eq!(machine.left(), BANK - 20_250);
    machine.run(BANK);
    assert_eq!(machine.actor.room().outcome().unwrap().reason, "timeout", "time runs out as ever");
}

#[test]
fn a_stopped_process_charges_one_beat_at_most() {
    let mut machine = Machine::new();
    machine.run(10_000);
    machine.pass(HOUR as u64, HOUR);
    assert_eq!(machine.clocks.unwrap(), (machine.wall, BANK - 10_250));
    machine.run(10_000);
    assert_eq!(machine.left(), BANK - 20_250);
}

#[test]
fn a_sleeping_machine_charges_nobody() {
    let mut machine = Machine::new();
    machine.run(10_000);
    // Systems differ in whether the monotonic clock advances meanwhile.
    for steady in [250, 8 * HOUR as u64] {
        let before = machine.left();
        machine.pass(steady, 8 * HOUR);
        assert!(before - machine.left() <= 250);
        assert_eq!(machine.clocks.unwrap().0, machine.wall);
    }
}

#[test]
fn a_move_that_waited_for_the_process_is_not_late() {
    let mut machine = Machine::new();
    machine.run(BANK - 1_000);
    (machine.steady, machine.wall) = (machine.steady + 90_000, machine.wall + 90_000);
    // This is the first input after the stop.
    machine.ask(json!({"op": "play", "id": "m", "action": {"type": "PLACE", "square": "f5"}}));
    assert!(machine.actor.room().outcome().is_none());
    assert_eq!(machine.left(), 750);
}

#[test]
fn a_restart_charges_nobody_whatever_the_clocks_say() {
    for step in [0, HOUR, -HOUR, 90_000] {
        let mut machine = Machine::new();
        machine.run(10_000);
        machine.ask(json!({"op": "chat", "id": "c", "text": "a moment"}));
        let wall = machine.wall.saturating_add_signed(step);
        machine.restart(wall);
        assert!(matches!(machine.log().last(), Some(Fact::Woken {})), "{step}: {:?}", machine.log().last());
        let before = machine.left();
        machine.run(20_000);
        assert_eq!(before - machine.left(), 20_000, "{step}: a clock runs after a restart, and no faster");
        // A deadline goes by the clock of this process.
        let deadline = machine.actor.deadline().unwrap();
        assert_eq!(deadline.since(machine.read().at), machine.left(), "{step}");
    }
}

#[test]
fn a_table_goes_through_everything_and_its_log_says_the_same() {
    let mut machine = Machine::new();
    let mut running = 0;
    for step in [HOUR, -HOUR, 90_000, -90_000, 250] {
        machine.run(2_000);
        machine.pass(250, 250 + step);
        machine.pass(90_000, 90_000);
        running += 2_500;
        assert_eq!(machine.left(), BANK - running);
    }
    let log = machine.store.read(machine.actor.room().id()).unwrap().unwrap();
    let replayed = Room::replay(entries(&log), 1).unwrap();
    assert!(replayed.snapshot() == machine.actor.room().snapshot());
}
