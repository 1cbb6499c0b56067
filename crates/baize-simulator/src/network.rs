//! Connections between clients and the server, and what happens to the frames sent over them.

use crate::plan::Fault;
use crate::world::{Event, World};

/// The number of a connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// A connection, as both ends see it.
pub(crate) struct Connection {
    pub(crate) client: usize,
    /// The number of the loaded table that the server has it at.
    pub(crate) owner: Option<u64>,
    /// Whether the client thinks that the connection is open.
    is_here: bool,
    /// Whether the server thinks so.
    pub(crate) is_there: bool,
    /// Nothing gets through before this time, in either direction.
    stalled_until: u64,
    /// How many bytes from the server are waiting until then.
    waiting: usize,
}

/// How many bytes may wait for a stalled connection before it is ended.
const MOST_WAITING: usize = 16 * 1024;

/// After how many milliseconds without an answer a client asks again.
const IMPATIENCE: u64 = 400;
/// After how many milliseconds of silence a client checks whether everything is still there.
const IDLE: u64 = 5_000;

impl World {
    fn connect(&mut self, client: usize) -> Option<ConnectionId> {
        self.server.as_ref()?;
        self.next_connection += 1;
        let id = ConnectionId(self.next_connection);
        let connection =
            Connection { client, owner: None, is_here: true, is_there: true, stalled_until: 0, waiting: 0 };
        self.connections.insert(id, connection);
        self.lines[client].0 = Some(id);
        Some(id)
    }

    /// Wakes a client after `millis` milliseconds.
    pub(crate) fn wake_after(&mut self, client: usize, millis: u64) {
        self.lines[client].1 += 1;
        let turn = self.lines[client].1;
        self.after(millis, Event::Wake { client, turn });
    }

    /// Lets a client do something.
    pub(crate) fn wake(&mut self, client: usize, turn: u64) {
        if self.lines[client].1 != turn {
            return;
        }
        if self.is_finished(client) && !self.has_more_to_say(client) {
            return self.hang_up(client);
        }
        let line = self.lines[client].0.or_else(|| self.connect(client));
        let Some(line) = line else {
            // The server is down; try again later.
            let pause = 50 + self.luck.below(500);
            return self.wake_after(client, pause);
        };
        let text = self.clients[client].wake();
        // News may have been lost, so even a client that only waits checks now and then.
        let text = text.unwrap_or_else(|| self.clients[client].look_again());
        self.send_to_server(line, text);
        let pause = IMPATIENCE + self.luck.below(IMPATIENCE);
        self.wake_after(client, pause);
    }

    fn has_more_to_say(&self, client: usize) -> bool {
        self.is_playing() && self.clients[client].wants_rematch()
    }

    /// A client that is done with its table disconnects.
    fn hang_up(&mut self, client: usize) {
        if let Some(line) = self.lines[client].0.take() {
            self.cut(line);
        }
        self.finish_table(client);
    }

    fn send_to_server(&mut self, line: ConnectionId, text: String) {
        let Some(delay) = self.fate(line, &text, true) else { return };
        self.after(delay, Event::ToServer { connection: line, text });
    }

    /// Sends a text from the server to a client.
    pub(crate) fn send_to_client(&mut self, line: ConnectionId, text: String) {
        if !self.connections.get(&line).is_some_and(|connection| connection.is_there) {
            return;
        }
        let Some(delay) = self.fate(line, &text, false) else { return };
        self.after(delay, Event::ToClient { connection: line, text });
    }

    /// Decides the fate of a frame: after how long it arrives, or `None` if it is lost.
    fn fate(&mut self, line: ConnectionId, text: &str, is_to_server: bool) -> Option<u64> {
        let usual = 1 + self.luck.below(3);
        if let Some(wait) = self.stall(line, text.len(), is_to_server) {
            return wait;
        }
        if self.chance(Fault::Drop).is_some() {
            return None;
        }
        if let Some(mut luck) = self.chance(Fault::Double) {
            let (delay, text) = (usual + luck.below(700), text.to_owned());
            let event = if is_to_server {
                Event::ToServer { connection: line, text }
            } else {
                Event::ToClient { connection: line, text }
            };
            self.after(delay, event);
        }
        if self.chance(Fault::Cut).is_some() {
            self.cut(line);
            return None;
        }
        let late = self.chance(Fault::Delay).map_or(0, |mut luck| luck.below(1_500));
        Some(usual + late)
    }

    /// How long a frame waits for a stalled connection; later frames queue up behind it. If too much waits,
    /// the server ends the connection, and the frame never arrives.
    fn stall(&mut self, line: ConnectionId, bytes: usize, is_to_server: bool) -> Option<Option<u64>> {
        let now = self.time.now;
        let still = self.chance(Fault::Stall).map(|mut luck| 500 + luck.below(20_000));
        let connection = self.connections.get_mut(&line)?;
        if let Some(millis) = still.filter(|_| connection.stalled_until <= now) {
            (connection.stalled_until, connection.waiting) = (now + millis, 0);
        }
        if connection.stalled_until <= now {
            return None;
        }
        connection.waiting += if is_to_server { 0 } else { bytes };
        let wait = connection.stalled_until - now;
        if connection.waiting > MOST_WAITING {
            self.cut(line);
            return Some(None);
        }
        Some(Some(wait))
    }

    /// Breaks a connection. Each end notices in its own time.
    pub(crate) fn cut(&mut self, line: ConnectionId) {
        let (here, there) = (1 + self.luck.below(300), 1 + self.luck.below(300));
        self.after(here, Event::Broken { connection: line });
        self.after(there, Event::Left { connection: line });
    }

    /// Breaks every connection, because the server is gone.
    pub(crate) fn cut_all(&mut self) {
        let lines: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for line in lines {
            if let Some(connection) = self.connections.get_mut(&line) {
                connection.is_there = false;
            }
            let here = 1 + self.luck.below(300);
            self.after(here, Event::Broken { connection: line });
        }
    }

    pub(crate) fn client_loses(&mut self, line: ConnectionId) {
        let Some(connection) = self.connections.get_mut(&line) else { return };
        connection.is_here = false;
        let client = connection.client;
        self.forget_line(line);
        if self.lines[client].0 == Some(line) {
            self.lines[client].0 = None;
            self.clients[client].lose();
            let pause = self.luck.below(200);
            self.wake_after(client, pause);
        }
    }

    /// Forgets a connection that both ends have given up.
    pub(crate) fn forget_line(&mut self, line: ConnectionId) {
        if self.connections.get(&line).is_some_and(|connection| !connection.is_here && !connection.is_there) {
            self.connections.remove(&line);
        }
    }

    pub(crate) fn client_hears(&mut self, line: ConnectionId, text: &str) -> Result<(), String> {
        let Some(connection) = self.connections.get(&line).filter(|connection| connection.is_here) else {
            return Ok(());
        };
        let client = connection.client;
        if self.lines[client].0 != Some(line) {
            return Ok(());
        }
        let answer = self.clients[client].hear(text)?;
        if answer.hangs_up {
            self.cut(line);
            self.lines[client].0 = None;
            self.clients[client].lose();
            let pause = 50 + self.luck.below(500);
            self.wake_after(client, pause);
            return Ok(());
        }
        for text in answer.texts {
            self.send_to_server(line, text);
        }
        // A client with nothing left to do goes home, even if computer players keep sending news for ever.
        let pause = match self.clients[client].has_something_to_do() || self.is_finished(client) {
            true => 1 + self.luck.below(20),
            false => IDLE + self.luck.below(IDLE),
        };
        if pause < IDLE || self.clients[client].is_idle() {
            self.wake_after(client, pause);
        }
        Ok(())
    }
}
