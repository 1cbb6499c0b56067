//! What comes from outside: the time and randomness.

use baize_protocol::Moment;
use baize_room::Nonce;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where the time and randomness come from; a test brings its own.
#[derive(Clone)]
pub struct World {
    now: Arc<dyn Fn() -> Moment + Send + Sync>,
    fresh: Arc<dyn Fn() -> Nonce + Send + Sync>,
}

impl World {
    /// A world with this time and this chance.
    pub fn new(
        now: impl Fn() -> Moment + Send + Sync + 'static,
        fresh: impl Fn() -> Nonce + Send + Sync + 'static,
    ) -> World {
        World { now: Arc::new(now), fresh: Arc::new(fresh) }
    }

    /// The real one. Its clock never goes back, whatever is done to the system's.
    pub fn real() -> World {
        let latest = AtomicU64::new(0);
        let now = move || {
            let now =
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
            Moment(latest.fetch_max(now, Ordering::Relaxed).max(now))
        };
        World::new(now, || {
            let mut nonce = Nonce::default();
            // Without randomness there are no secrets, and nothing a server does would be safe.
            getrandom::fill(&mut nonce).expect("the system gives randomness");
            nonce
        })
    }

    /// The time.
    pub fn now(&self) -> Moment {
        (self.now)()
    }

    /// 128 random bits.
    pub fn fresh(&self) -> Nonce {
        (self.fresh)()
    }
}
