//! Mistakes that a store can be told to make, so that tests can show that they are found. Only builds for
//! such tests contain them.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PlantedBug {
    /// Accepts appends of older epochs.
    NoEpochCheck = 1,
    /// Reports an append as safe before it is committed.
    EarlyAnswer = 2,
    /// A process goes by the wall clock instead of a monotonic one.
    WallClock = 3,
    /// Takes a table over from a process that still answers for it.
    TwoOwners = 4,
}

static BUG: AtomicU8 = AtomicU8::new(0);
static IS_STANDING_STILL: AtomicBool = AtomicBool::new(false);
static WALL_SECONDS: AtomicI64 = AtomicI64::new(0);

/// Makes the store commit this mistake from now on, or none.
pub fn plant(bug: Option<PlantedBug>) {
    BUG.store(bug.map_or(0, |bug| bug as u8), Ordering::SeqCst);
}

pub(crate) fn is(bug: PlantedBug) -> bool {
    BUG.load(Ordering::SeqCst) == bug as u8
}

/// Stops or resumes the renewal of leases in this program, as if its processes stood still.
pub fn stand_still(is_standing: bool) {
    IS_STANDING_STILL.store(is_standing, Ordering::SeqCst);
}

pub(crate) fn is_standing_still() -> bool {
    IS_STANDING_STILL.load(Ordering::SeqCst)
}

/// Sets the wall clock this many seconds ahead, or behind if negative.
pub fn set_wall(seconds: i64) {
    WALL_SECONDS.store(seconds, Ordering::SeqCst);
}

/// Whether the wall clock says that this moment, noted while the clock was right, is still to come.
pub(crate) fn is_before_by_wall(until: Instant) -> bool {
    let shift = Duration::from_secs(WALL_SECONDS.load(Ordering::SeqCst).unsigned_abs());
    let now = Instant::now();
    match WALL_SECONDS.load(Ordering::SeqCst) < 0 {
        true => now < until + shift,
        false => now + shift < until,
    }
}
