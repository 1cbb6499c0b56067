//! Mistakes that a store can be told to make, so that a test can see them found. They exist only in builds for such tests.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// A mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PlantedBug {
    /// Appends of older epochs are taken.
    NoEpochCheck = 1,
    /// An append is said to be safe before it is committed.
    EarlyAnswer = 2,
    /// A process goes by the clock on its wall, and not by one that only counts.
    WallClock = 3,
    /// A table is taken over from a process that still answers for it.
    TwoOwners = 4,
}

static BUG: AtomicU8 = AtomicU8::new(0);
static IS_STANDING_STILL: AtomicBool = AtomicBool::new(false);
static WALL_SECONDS: AtomicI64 = AtomicI64::new(0);

/// Makes this mistake from now on; or none.
pub fn plant(bug: Option<PlantedBug>) {
    BUG.store(bug.map_or(0, |bug| bug as u8), Ordering::SeqCst);
}

pub(crate) fn is(bug: PlantedBug) -> bool {
    BUG.load(Ordering::SeqCst) == bug as u8
}

/// From now on no process of this program renews its lease, as if it stood still; or all do.
pub fn stand_still(is_standing: bool) {
    IS_STANDING_STILL.store(is_standing, Ordering::SeqCst);
}

pub(crate) fn is_standing_still() -> bool {
    IS_STANDING_STILL.load(Ordering::SeqCst)
}

/// Sets the clock on the wall so many seconds before or after the right time.
pub fn set_wall(seconds: i64) {
    WALL_SECONDS.store(seconds, Ordering::SeqCst);
}

/// Whether this moment is still to come, by the clock on the wall: it was noted there when the wall was right.
pub(crate) fn is_before_by_wall(until: Instant) -> bool {
    let shift = Duration::from_secs(WALL_SECONDS.load(Ordering::SeqCst).unsigned_abs());
    let now = Instant::now();
    match WALL_SECONDS.load(Ordering::SeqCst) < 0 {
        true => now < until + shift,
        false => now + shift < until,
    }
}
