//! The queue in front of the one task that owns a table.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, Semaphore};

/// The most messages of people that wait for a table; senders of more wait until there is room.
const MOST_WAITING: usize = 64;

/// A queue with many senders and one receiver. People's messages are bounded: [`Mailbox::send`] waits for
/// room. Reports of the table's own work are bounded by that work, so [`Mailbox::post`] never waits.
pub(crate) struct Mailbox<T> {
    state: Mutex<Waiting<T>>,
    arrived: Notify,
    room: Semaphore,
}

struct Waiting<T> {
    letters: VecDeque<T>,
    /// How many of the messages hold a place of [`Mailbox::room`].
    sent: usize,
    is_closed: bool,
}

/// The error of a mailbox that nobody reads any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closed;

impl<T> Mailbox<T> {
    pub(crate) fn new() -> Mailbox<T> {
        let state = Waiting { letters: VecDeque::new(), sent: 0, is_closed: false };
        Mailbox { state: Mutex::new(state), arrived: Notify::new(), room: Semaphore::new(MOST_WAITING) }
    }

    fn state(&self) -> MutexGuard<'_, Waiting<T>> {
        // The queue is consistent after every step, so a panic elsewhere in the holder's code does not spoil
        // it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, letter: T, places: usize) -> Result<(), Closed> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Closed);
        }
        state.letters.push_back(letter);
        state.sent += places;
        let is_first = state.letters.len() == 1;
        drop(state);
        if is_first {
            self.arrived.notify_one();
        }
        Ok(())
    }

    /// Adds a message as soon as there is room for it.
    pub(crate) async fn send(&self, letter: T) -> Result<(), Closed> {
        self.room.acquire().await.map_err(|_| Closed)?.forget();
        self.push(letter, 1)
    }

    /// Adds a message without waiting.
    pub(crate) fn post(&self, letter: T) -> Result<(), Closed> {
        self.push(letter, 0)
    }

    /// Waits for messages and moves all of them, in order, to `letters`, which must be empty; false when the
    /// mailbox is closed.
    pub(crate) async fn take(&self, letters: &mut VecDeque<T>) -> bool {
        loop {
            {
                let mut state = self.state();
                if !state.letters.is_empty() {
                    // The two queues are used in turn, so that neither is allocated anew.
                    std::mem::swap(&mut state.letters, letters);
                    let sent = std::mem::take(&mut state.sent);
                    drop(state);
                    if sent > 0 {
                        self.room.add_permits(sent);
                    }
                    return true;
                }
                if state.is_closed {
                    return false;
                }
            }
            self.arrived.notified().await;
        }
    }

    /// Closes the mailbox unless a message is waiting in it; returns whether it is now closed.
    pub(crate) fn close_if_empty(&self) -> bool {
        let mut state = self.state();
        if !state.letters.is_empty() {
            return false;
        }
        state.is_closed = true;
        drop(state);
        self.room.close();
        true
    }

    /// Closes the mailbox; returns the messages that were waiting in it.
    pub(crate) fn close(&self) -> VecDeque<T> {
        let mut state = self.state();
        state.is_closed = true;
        let letters = std::mem::take(&mut state.letters);
        drop(state);
        self.room.close();
        self.arrived.notify_one();
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    async fn taken<T>(mailbox: &Mailbox<T>) -> Option<VecDeque<T>> {
        let mut letters = VecDeque::new();
        mailbox.take(&mut letters).await.then_some(letters)
    }

    #[tokio::test]
    async fn senders_wait_for_room_and_reports_do_not() {
        let mailbox = Arc::new(Mailbox::new());
        for number in 0..MOST_WAITING {
            mailbox.send(number).await.unwrap();
        }
        let late = tokio::spawn({
            let mailbox = Arc::clone(&mailbox);
            async move { mailbox.send(1_000).await }
        });
        tokio::task::yield_now().await;
        assert!(!late.is_finished(), "one more than there is room for");
        mailbox.post(2_000).unwrap();
        assert_eq!(taken(&mailbox).await.unwrap().len(), MOST_WAITING + 1);
        late.await.unwrap().unwrap();
        assert_eq!(taken(&mailbox).await.unwrap(), [1_000]);
    }

    #[tokio::test]
    async fn a_closed_mailbox_takes_nothing_and_loses_nothing() {
        let mailbox = Mailbox::new();
        mailbox.post("a").unwrap();
        assert!(!mailbox.close_if_empty(), "somebody waits for an answer");
        assert_eq!(taken(&mailbox).await.unwrap(), ["a"]);
        mailbox.post("b").unwrap();
        assert_eq!(mailbox.close(), ["b"]);
        assert_eq!(mailbox.post("c"), Err(Closed));
        assert_eq!(mailbox.send("d").await, Err(Closed));
        assert!(taken(&mailbox).await.is_none() && mailbox.close_if_empty());
    }
}
