//! A seat and its connection.

use crate::guest::{Guest, Meant, Way, text};
use baize_games::AnyTable;
use baize_protocol::{
    Key, Phase, Proposal, Request, RequestId, SeatState, Step, TableId, TableInfo, TableState,
};
use baize_rules::{Language, Problem, Seat};
use serde_json::Value;
use std::time::{Duration, Instant};

/// How long a request waits for its answer, lost connections included.
const PATIENCE: Duration = Duration::from_secs(10);
/// The pause before the first attempt to reconnect; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Sends texts to a server and receives them.
pub trait Wire: Send {
    /// Connects or reconnects.
    fn connect(&mut self) -> Result<(), Problem>;
    /// Sends a text; returns false if the connection is gone.
    fn send(&mut self, text: String) -> bool;
    /// Waits for a text until `until`.
    fn receive(&mut self, until: Instant) -> Received;
}

/// What was received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// A text.
    Text(String),
    /// Nothing yet.
    Nothing,
    /// The connection is gone.
    Gone,
}

/// Whether a seat is connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Connection {
    /// Connected.
    Here,
    /// Connected, but so is another window with the same seat.
    Elsewhere,
    /// Not connected; reconnecting from time to time.
    Away,
    /// Not connected, and trying again is useless.
    Ended(Problem),
}

/// A seat at a server's table.
pub struct Seated {
    guest: Guest,
    wire: Box<dyn Wire>,
    is_connected: bool,
    is_welcome: bool,
    ended: Option<Problem>,
    pause: Duration,
    next_try: Instant,
    /// The request still without an answer, to be sent again over the next connection.
    asked: Option<(RequestId, String)>,
    reply: Option<Result<u32, Problem>>,
}

impl Seated {
    /// Sits down: connects, says hello, and waits to be let in. `run` is fresh randomness for request names.
    pub fn sit(wire: Box<dyn Wire>, way: Way, language: Language, run: &Key) -> Result<Seated, Problem> {
        Seated::enter(Guest::new(way, language, run), wire)
    }

    /// Sits down at the table of the next game over another connection; this seat's token is valid there too.
    pub fn sit_at(&self, wire: Box<dyn Wire>, table: TableId) -> Result<Seated, Problem> {
        Seated::enter(self.guest.moved(table), wire)
    }

    fn enter(guest: Guest, wire: Box<dyn Wire>) -> Result<Seated, Problem> {
        let mut seated = Seated {
            guest,
            wire,
            is_connected: false,
            is_welcome: false,
            ended: None,
            pause: FIRST_PAUSE,
            next_try: Instant::now(),
            asked: None,
            reply: None,
        };
        seated.wire.connect()?;
        seated.say_hello();
        let until = Instant::now() + PATIENCE;
        while !seated.is_welcome && Instant::now() < until {
            seated.step(until);
            if let Some(problem) = seated.ended {
                return Err(problem);
            }
        }
        if seated.is_welcome { Ok(seated) } else { Err(no_answer()) }
    }

    /// The seat.
    pub fn seat(&self) -> Option<Seat> {
        self.guest.seat
    }

    /// The token that opens the seat from now on.
    pub fn token(&self) -> Option<&Key> {
        self.guest.token()
    }

    /// What never changes about the table.
    pub fn info(&self) -> Option<&TableInfo> {
        self.guest.info.as_ref()
    }

    /// The state of the table.
    pub fn state(&self) -> &TableState {
        &self.guest.state
    }

    /// The phase of the table.
    pub fn phase(&self) -> Phase {
        self.guest.phase()
    }

    /// Who sits where. Names are whatever people typed.
    pub fn seats(&self) -> &[SeatState] {
        self.guest.seats()
    }

    /// The open proposal.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.guest.proposal()
    }

    /// The latest version seen.
    pub fn version(&self) -> u32 {
        self.guest.version
    }

    /// A table that looks like this seat's view, once the game has begun.
    pub fn table(&self) -> Option<&dyn AnyTable> {
        self.guest.table.as_deref()
    }

    /// Whether the game waits for this seat.
    pub fn is_due(&self) -> bool {
        self.guest.seat.is_some_and(|seat| self.state().must().any(|must| must == seat))
    }

    /// How many steps there have been.
    pub fn count(&self) -> usize {
        self.guest.forgotten + self.guest.steps.len()
    }

    /// The steps from the `from`th on, as far as they are kept.
    pub fn steps(&self, from: usize) -> impl DoubleEndedIterator<Item = &Step> {
        self.guest.steps.iter().skip(from.saturating_sub(self.guest.forgotten))
    }

    /// Milliseconds since the clocks in [`Seated::state`] were updated.
    pub fn clocks_age(&self) -> u64 {
        self.guest.told_at.elapsed().as_millis() as u64
    }

    /// Whether the seat is connected.
    pub fn connection(&self) -> Connection {
        match &self.ended {
            Some(problem) => Connection::Ended(problem.clone()),
            None if !self.is_welcome => Connection::Away,
            None if self.guest.is_elsewhere => Connection::Elsewhere,
            None => Connection::Here,
        }
    }

    /// Handles everything received so far; returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        let mut has_changed = false;
        loop {
            let was = self.connection();
            let is_more = self.step(Instant::now());
            has_changed |= is_more || was != self.connection();
            if !is_more {
                return has_changed;
            }
        }
    }

    /// Waits for a change, at most until `until`; returns whether there was one.
    pub fn wait(&mut self, until: Instant) -> bool {
        while Instant::now() < until && self.ended.is_none() {
            if self.step(until) {
                self.poll();
                return true;
            }
        }
        false
    }

    /// Makes a move at the latest version seen.
    pub fn play(&mut self, action: &Value) -> Result<(), Problem> {
        if self.phase() == Phase::Waiting {
            return Err(Problem::new("client.not_begun", "the game has not begun"));
        }
        let (action, version) = (action.clone(), Some(self.version()));
        self.ask(|id| Request::Play { id, action, version })
    }

    /// Sends a request and waits until it is done and its result has arrived, or it is refused.
    pub fn ask(&mut self, request: impl FnOnce(RequestId) -> Request) -> Result<(), Problem> {
        if let Some(problem) = &self.ended {
            return Err(problem.clone());
        }
        let id = self.guest.name_request();
        let text = text(&request(id.clone()));
        self.reply = None;
        self.asked = Some((id, text.clone()));
        if self.is_welcome && !self.wire.send(text) {
            self.lose();
        }
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match &self.reply {
                Some(Err(problem)) => return Err(problem.clone()),
                Some(Ok(version)) if *version <= self.guest.version => return Ok(()),
                _ => {}
            }
            if let Some(problem) = &self.ended {
                return Err(problem.clone());
            }
            self.step(until);
        }
        self.asked = None;
        Err(no_answer())
    }

    fn say_hello(&mut self) {
        self.is_welcome = false;
        let hello = self.guest.hello();
        self.is_connected = true;
        if !self.wire.send(hello) {
            self.lose();
        }
    }

    fn lose(&mut self) {
        (self.is_connected, self.is_welcome) = (false, false);
        self.next_try = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }

    /// Handles one message, or tries to reconnect; returns whether anything changed.
    fn step(&mut self, until: Instant) -> bool {
        if self.ended.is_some() {
            return false;
        }
        if !self.is_connected {
            if self.next_try > Instant::now() {
                std::thread::sleep(self.next_try.min(until).saturating_duration_since(Instant::now()));
            }
            if self.next_try <= Instant::now() {
                match self.wire.connect() {
                    Ok(()) => self.say_hello(),
                    Err(_) => self.lose(),
                }
            }
            return false;
        }
        match self.wire.receive(until) {
            Received::Nothing => false,
            Received::Gone => {
                self.lose();
                true
            }
            Received::Text(text) => self.hear(&text),
        }
    }

    fn hear(&mut self, text: &str) -> bool {
        match self.guest.hear(text) {
            Ok(Meant::Nothing) => false,
            Ok(Meant::News) => true,
            Ok(Meant::Welcome) => {
                (self.is_welcome, self.pause) = (true, FIRST_PAUSE);
                if let Some((_, text)) = &self.asked
                    && !self.wire.send(text.clone())
                {
                    self.lose();
                }
                true
            }
            Ok(Meant::Gap) => {
                self.say_hello();
                false
            }
            Ok(Meant::Reply(id, reply)) => {
                if self.asked.take_if(|(asked, _)| *asked == id).is_some() {
                    self.reply = Some(reply);
                }
                true
            }
            Ok(Meant::Closing) => {
                self.lose();
                true
            }
            Err(problem) if is_passing(&problem) => {
                self.lose();
                true
            }
            Err(problem) => {
                self.ended = Some(problem);
                true
            }
        }
    }
}

fn no_answer() -> Problem {
    Problem::new("client.away", "the server does not answer")
}

/// Whether the problem may pass soon.
fn is_passing(problem: &Problem) -> bool {
    matches!(
        problem.code.as_str(),
        "server.busy" | "server.closing" | "server.storage" | "request.too_fast" | "table.crowded"
    )
}
