//! The queue of texts to send over a connection.

use axum::extract::ws::Utf8Bytes;
use baize_rules::Problem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// A bounded queue of messages for one connection. A client that reads too slowly is cut off.
pub(crate) struct Outbox {
    state: Mutex<Waiting>,
    taker: Taker,
    most_bytes: usize,
}

/// The task that takes the messages.
enum Taker {
    /// The task of the connection.
    Connection(Notify),
    /// The task that carries everything to another process; it knows the connection by this number.
    Carrier(Arc<Departures>, u64),
}

/// The guests whose outboxes have something for another process.
#[derive(Default)]
pub(crate) struct Departures {
    guests: Mutex<Vec<u64>>,
    arrived: Notify,
}

impl Departures {
    fn add(&self, guest: u64) {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        guests.push(guest);
        let is_first = guests.len() == 1;
        drop(guests);
        if is_first {
            self.arrived.notify_one();
        }
    }

    /// Waits until a guest is added.
    pub(crate) async fn arrived(&self) {
        self.arrived.notified().await;
    }

    /// Takes these guests.
    pub(crate) fn take(&self) -> Vec<u64> {
        std::mem::take(&mut *self.guests.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[derive(Default)]
struct Waiting {
    texts: Vec<Utf8Bytes>,
    bytes: usize,
    ending: Option<Ending>,
}

/// Why a connection ends.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    /// The close code of the WebSocket protocol.
    pub(crate) code: u16,
    /// The reason in words; the client gets it before the end.
    pub(crate) problem: Problem,
}

impl Ending {
    /// The server or the table is briefly unavailable: come back.
    pub(crate) fn come_back(problem: Problem) -> Ending {
        Ending { code: 1012, problem }
    }

    /// The client has broken the server's rules.
    pub(crate) fn policy(code: &str, message: &str) -> Ending {
        Ending { code: 1008, problem: Problem::new(code, message) }
    }
}

impl Outbox {
    pub(crate) fn new(most_bytes: usize) -> Outbox {
        Outbox { state: Mutex::default(), taker: Taker::Connection(Notify::new()), most_bytes }
    }

    /// An outbox whose messages are carried to another process.
    pub(crate) fn carried(most_bytes: usize, departures: &Arc<Departures>, guest: u64) -> Outbox {
        let taker = Taker::Carrier(Arc::clone(departures), guest);
        Outbox { state: Mutex::default(), taker, most_bytes }
    }

    fn state(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().expect("nothing panics while it holds an outbox")
    }

    /// Adds a message and has it sent; if too much is waiting already, ends the connection instead.
    pub(crate) fn push(&self, text: Utf8Bytes) {
        self.put(text);
        self.send();
    }

    /// Has everything sent that was [put](Outbox::put).
    pub(crate) fn send(&self) {
        match &self.taker {
            Taker::Connection(changed) => changed.notify_one(),
            Taker::Carrier(departures, guest) => departures.add(*guest),
        }
    }

    /// Adds a message to be sent together with the next ones.
    pub(crate) fn put(&self, text: Utf8Bytes) {
        let mut state = self.state();
        if state.ending.is_some() {
            return;
        }
        // One message is never too much by itself, so the reader gets it however long the game was.
        let is_too_much = !state.texts.is_empty() && state.bytes + text.len() > self.most_bytes;
        state.bytes += text.len();
        if is_too_much {
            state.texts = Vec::new();
            state.ending = Some(Ending::policy("server.slow", "too much waits to be read"));
        } else {
            state.texts.push(text);
        }
    }

    /// Ends the connection once what is waiting has been sent.
    pub(crate) fn end(&self, ending: Ending) {
        self.state().ending.get_or_insert(ending);
        self.send();
    }

    /// Waits until there is something to send over the connection.
    pub(crate) async fn changed(&self) {
        match &self.taker {
            Taker::Connection(changed) => changed.notified().await,
            Taker::Carrier(..) => std::future::pending().await,
        }
    }

    /// Takes what is waiting.
    pub(crate) fn take(&self) -> (Vec<Utf8Bytes>, Option<Ending>) {
        let mut state = self.state();
        state.bytes = 0;
        (std::mem::take(&mut state.texts), state.ending.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_read_is_cut_off() {
        let outbox = Outbox::new(10);
        outbox.push("12345".into());
        outbox.push("12345".into());
        assert_eq!(outbox.take().0.len(), 2);
        outbox.push("123456".into());
        outbox.push("123456".into());
        let (texts, ending) = outbox.take();
        assert!(texts.is_empty());
        assert_eq!(ending.unwrap().problem.code, "server.slow");
        outbox.push("later".into());
        assert!(outbox.take().0.is_empty());
    }

    #[test]
    fn one_long_message_reaches_whoever_reads() {
        let outbox = Outbox::new(10);
        outbox.push("a welcome to a long game".into());
        let (texts, ending) = outbox.take();
        assert!(texts.len() == 1 && ending.is_none());
        outbox.push("a welcome to a long game".into());
        outbox.push("and more".into());
        assert_eq!(outbox.take().1.unwrap().problem.code, "server.slow");
    }
}
