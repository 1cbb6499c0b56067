//! The other databases of a service, as far as ratings concern them.
//!
//! A rating builds on the one before it, which may be in another database. So a process that changes ratings
//! holds a lock in the first database and asks the others what they know. While one of them is away, games
//! that end change no rating, because the previous rating may be unknown.

use super::writer::RATING_LOCK;
use super::{Address, Trouble, own, pool};
use crate::rating::Past;
use crate::{SeatResult, StoreError};
use deadpool_postgres::{Client, Object, Pool, Transaction};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How many connections there are to each of them: one for each lane.
const CONNECTIONS: usize = 2;
/// How long they may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait before asking again after one did not answer.
const PAUSE: Duration = Duration::from_secs(5);

/// The other databases, with the first database at the front unless this is it.
pub(super) struct Siblings {
    is_first: bool,
    pools: Vec<Pool>,
    /// When one of them failed to answer.
    failed: Mutex<Option<Instant>>,
}

impl Siblings {
    /// The siblings of the database with this number.
    pub(super) fn new(addresses: &[Address], own: usize) -> Result<Siblings, StoreError> {
        let others = addresses.iter().enumerate().filter(|(number, _)| *number != own);
        let pools = others.map(|(_, address)| pool(address, CONNECTIONS)).collect::<Result<_, _>>()?;
        Ok(Siblings { is_first: own == 0, pools, failed: Mutex::default() })
    }

    /// Acquires the right to change ratings; `None` if one of the others is away.
    pub(super) async fn hold(&self) -> Option<Held> {
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed().is_some_and(|failed| failed.elapsed() < PAUSE) {
            return None;
        }
        let held = timeout(PATIENCE, self.reach()).await.ok().flatten();
        *failed() = held.is_none().then(Instant::now);
        let held = held?;
        if let Some(first) = held.locked() {
            // All of them are reachable; how long others hold the lock says nothing about that.
            first.batch_execute(RATING_LOCK).await.ok()?;
        }
        Some(held)
    }

    async fn reach(&self) -> Option<Held> {
        let mut held = Held::default();
        for pool in &self.pools {
            held.clients.push(Some(pool.get().await.ok()?));
        }
        if !self.is_first {
            held.has_lock = true;
            let first = held.clients.first()?.as_ref()?;
            first.batch_execute("BEGIN").await.ok()?;
        }
        Some(held)
    }
}

/// The right to change ratings, with connections to all databases that know earlier ones.
#[derive(Default)]
pub(super) struct Held {
    clients: Vec<Option<Client>>,
    has_lock: bool,
}

impl Held {
    /// The connection that holds the lock, or is about to.
    fn locked(&self) -> Option<&Client> {
        self.clients.first().filter(|_| self.has_lock)?.as_ref()
    }

    /// What is known about the people of a game before it is rated, here and in the other databases.
    pub(super) async fn past(
        &self,
        here: &Transaction<'_>,
        game: &str,
        results: &[SeatResult],
        at: u64,
    ) -> Result<Past, Trouble> {
        let others = || self.clients.iter().flatten();
        let mut past = own::ratings_before(here, game, results, at).await?;
        for client in others() {
            past.add(own::ratings_before(client, game, results, at).await?);
        }
        let met = past.today.iter().flat_map(|(_, others)| others.split(' ')).map(str::to_owned);
        let own = results.iter().filter(|result| !result.is_computer).map(|result| result.player.clone());
        let people: BTreeSet<String> = met.chain(own).collect();
        past.known = own::known(here, game, &people, at).await?;
        for client in others() {
            past.known.extend(own::known(client, game, &people, at).await?);
        }
        Ok(past)
    }

    /// Lets others change ratings.
    pub(super) async fn release(mut self) {
        if let Some(first) = self.locked() {
            self.has_lock = first.batch_execute("COMMIT").await.is_err();
        }
    }
}

impl Drop for Held {
    /// Makes sure that nobody gets a connection that still holds the lock.
    fn drop(&mut self) {
        if let Some(first) = self.clients.first_mut().filter(|_| self.has_lock).and_then(Option::take) {
            drop(Object::take(first));
        }
    }
}
