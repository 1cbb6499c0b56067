//! When to stop.

use core::time::Duration;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Tells the time that has passed since some fixed moment. A search never reads a clock of its own; its
/// caller passes this function.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(pub fn() -> Duration);

impl Stopwatch {
    /// A clock that stands still, for searches without a time limit.
    pub const STOPPED: Stopwatch = Stopwatch(|| Duration::ZERO);

    /// The time now.
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl Default for Stopwatch {
    fn default() -> Stopwatch {
        Stopwatch::STOPPED
    }
}

/// How much a search may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The most nodes to visit, which gives the same result every time.
    pub nodes: Option<u64>,
    /// The most milliseconds to take on `clock`.
    pub millis: Option<u64>,
    /// Measures the time.
    pub clock: Stopwatch,
}

/// A running search and whether it has to stop; all its threads share one.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    start: Duration,
    is_stopped: AtomicBool,
}

impl Watch {
    /// Starts a search now.
    pub fn start(limits: Limits) -> Watch {
        Watch { limits, start: limits.clock.now(), is_stopped: AtomicBool::new(false) }
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.start)
    }

    /// Whether to stop, for a thread that has visited `nodes`. Reads the clock, so ask only every few
    /// thousand nodes.
    pub fn must_stop(&self, nodes: u64) -> bool {
        let is_over = self.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.millis.is_some_and(|most| self.elapsed() >= Duration::from_millis(most));
        if is_over {
            self.stop();
        }
        is_over
    }

    /// Whether the search was told to stop, without reading the clock.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Tells all threads to stop.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Whether another step is worth starting: steps take longer each time, so none starts after `share`
    /// percent of the limits.
    pub fn has_left(&self, nodes: u64, share: u64) -> bool {
        let within = |used: u64, most: u64| used.saturating_mul(100) < most.saturating_mul(share);
        !self.is_stopped()
            && self.limits.nodes.is_none_or(|most| within(nodes, most))
            && self.limits.millis.is_none_or(|most| within(self.elapsed().as_millis() as u64, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_time_both_stop_a_search() {
        assert!(!Watch::start(Limits::default()).must_stop(u64::MAX));
        let by_nodes = Watch::start(Limits { nodes: Some(100), ..Limits::default() });
        assert!(by_nodes.has_left(49, 50) && !by_nodes.has_left(50, 50));
        assert!(!by_nodes.must_stop(99) && !by_nodes.is_stopped());
        assert!(by_nodes.must_stop(100) && by_nodes.is_stopped() && by_nodes.must_stop(0));
        let in_no_time = Limits { millis: Some(0), clock: Stopwatch::STOPPED, ..Limits::default() };
        assert!(Watch::start(in_no_time).must_stop(0));
        let asleep = Limits { millis: Some(1), clock: Stopwatch::STOPPED, ..Limits::default() };
        assert!(!Watch::start(asleep).must_stop(0), "time that does not pass does not end");
    }

    #[test]
    fn one_thread_stops_all() {
        let watch = Watch::start(Limits::default());
        watch.stop();
        assert!(watch.must_stop(0) && !watch.has_left(0, 100));
    }
}
