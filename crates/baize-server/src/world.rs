//! What comes from outside: the time and randomness.

use baize_actor::{BEAT, Reading, SteadyClock};
use baize_protocol::Moment;
use baize_room::Nonce;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The sources of time and randomness; a test brings its own.
#[derive(Clone)]
pub struct World {
    read: Arc<dyn Fn() -> Reading + Send + Sync>,
    fresh: Arc<dyn Fn() -> Nonce + Send + Sync>,
}

impl World {
    /// A world with this time and this randomness.
    pub fn new(
        now: impl Fn() -> Moment + Send + Sync + 'static,
        fresh: impl Fn() -> Nonce + Send + Sync + 'static,
    ) -> World {
        World::with_clock(move || Reading { at: now(), skipped: 0 }, fresh)
    }

    /// A world with this clock and this randomness.
    pub fn with_clock(
        read: impl Fn() -> Reading + Send + Sync + 'static,
        fresh: impl Fn() -> Nonce + Send + Sync + 'static,
    ) -> World {
        World { read: Arc::new(read), fresh: Arc::new(fresh) }
    }

    /// The real world.
    pub fn real() -> World {
        let start = Instant::now();
        let clock = Arc::new(Mutex::new(SteadyClock::new(start.elapsed(), wall())));
        let read = move |clock: &Mutex<SteadyClock>| {
            let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
            clock.read(start.elapsed(), wall())
        };
        // On an idle server only this thread reads the clock. It has nothing else to do, so if it is late,
        // the whole process was.
        let beating = Arc::downgrade(&clock);
        let beat = move || {
            while let Some(clock) = beating.upgrade() {
                read(&clock);
                drop(clock);
                std::thread::sleep(BEAT);
            }
        };
        std::thread::Builder::new().name("clock".into()).spawn(beat).expect("a thread for the clock");
        World::with_clock(
            move || read(&clock),
            || {
                let mut nonce = Nonce::default();
                // Without randomness there are no secrets, and nothing a server does is safe.
                getrandom::fill(&mut nonce).expect("the system gives randomness");
                nonce
            },
        )
    }

    /// The time.
    pub fn now(&self) -> Moment {
        self.read().at
    }

    /// The time, and how much of it nobody is charged for.
    pub fn read(&self) -> Reading {
        (self.read)()
    }

    /// 128 random bits.
    pub fn fresh(&self) -> Nonce {
        (self.fresh)()
    }
}

/// The wall clock.
fn wall() -> Moment {
    Moment(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
