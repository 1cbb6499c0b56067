//! The program's clock, and how much it may think.

use crate::brief;
use baize_players::{Budget, Stopwatch};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time since the program first asked.
pub(crate) fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// A budget without limits, with the clock and the CPUs of this machine. It uses at most two threads, to
/// leave the machine to its owner.
pub(crate) fn budget() -> Budget {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(2));
    Budget { clock: Stopwatch(now), threads, nodes: brief::nodes(None), ..Budget::default() }
}
