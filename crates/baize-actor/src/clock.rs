//! The time at the tables: a clock that nobody can set, and how much of its time nobody is charged for.
//!
//! Game time follows the system's monotonic clock. The wall clock is an anchor: game time starts from it, and
//! catches up when the wall clock is far ahead, so that dates are right. Time that game time jumps over in
//! this way, or in which the process stood still, adds to [`Reading::skipped`]: every table writes it to its
//! log and charges nobody for it.

use baize_protocol::Moment;
use core::time::Duration;

/// The longest time between two readings of the clock while the process runs.
pub const BEAT: Duration = Duration::from_millis(250);
/// The gap between readings after which the process is taken to have stood still.
const MOST_GAP: Duration = Duration::from_secs(2);
/// How many milliseconds the wall clock may be ahead before game time catches up with it.
const MOST_BEHIND: u64 = 2_000;

/// A reading of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The time. It never goes backwards.
    pub at: Moment,
    /// How many milliseconds since the clock was started are charged to nobody.
    pub skipped: u64,
}

/// Game time, derived from two other clocks.
#[derive(Debug)]
pub struct SteadyClock {
    /// How far game time is ahead of the monotonic clock, in milliseconds.
    anchor: u64,
    /// The last reading of the monotonic clock.
    latest: Duration,
    skipped: u64,
}

impl SteadyClock {
    /// A clock that starts at the time of the wall clock.
    pub fn new(steady: Duration, wall: Moment) -> SteadyClock {
        SteadyClock { anchor: wall.0.saturating_sub(millis(steady)), latest: steady, skipped: 0 }
    }

    /// Reads the clock, given the current monotonic time (`steady`) and wall time.
    pub fn read(&mut self, steady: Duration, wall: Moment) -> Reading {
        let steady = steady.max(self.latest);
        let gap = steady - self.latest;
        if gap > MOST_GAP {
            // The process was stopped. Before that it ran for one beat at most.
            self.skipped += millis(gap - BEAT);
        }
        self.latest = steady;
        let at = Moment(self.anchor + millis(steady));
        let ahead = wall.since(at);
        if ahead > MOST_BEHIND {
            // The machine slept, or the wall clock was set forward. If it was set back, game time just goes
            // on.
            self.anchor += ahead;
            self.skipped += ahead;
        }
        Reading { at: Moment(self.anchor + millis(steady)), skipped: self.skipped }
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two clocks of a machine, and the game time made from them.
    struct Machine {
        steady: u64,
        wall: u64,
        clock: SteadyClock,
        last: Reading,
    }

    impl Machine {
        fn new() -> Machine {
            let (steady, wall) = (5_000, 1_000_000_000);
            let mut clock = SteadyClock::new(Duration::from_millis(steady), Moment(wall));
            let last = clock.read(Duration::from_millis(steady), Moment(wall));
            assert_eq!(last, Reading { at: Moment(wall), skipped: 0 });
            Machine { steady, wall, clock, last }
        }

        /// Reads the clock; returns how much time was charged since the last reading.
        fn charged(&mut self) -> u64 {
            let reading = self.clock.read(Duration::from_millis(self.steady), Moment(self.wall));
            let charged = reading.at.since(self.last.at) - (reading.skipped - self.last.skipped);
            assert!(reading.at >= self.last.at, "time never goes back");
            self.last = reading;
            charged
        }

        /// Runs the process for this long, reading the clock at every beat.
        fn run(&mut self, millis: u64) -> u64 {
            (0..millis / 250).map(|_| self.pass(250, 250)).sum()
        }

        fn pass(&mut self, steady: u64, wall: i64) -> u64 {
            self.steady += steady;
            self.wall = self.wall.saturating_add_signed(wall);
            self.charged()
        }
    }

    const HOUR: i64 = 3_600_000;

    #[test]
    fn running_time_is_charged_to_the_millisecond() {
        let mut machine = Machine::new();
        assert_eq!(machine.run(60_000), 60_000);
        assert_eq!(machine.last, Reading { at: Moment(1_000_060_000), skipped: 0 });
        assert_eq!(machine.pass(1_999, 1_999), 1_999, "a busy machine is late");
    }

    #[test]
    fn nobody_pays_when_the_wall_clock_is_set_forward() {
        let mut machine = Machine::new();
        assert_eq!(machine.pass(250, 250 + HOUR), 250);
        assert_eq!(machine.last.at, Moment(machine.wall), "dates are right again");
        assert_eq!(machine.last.skipped, HOUR as u64);
        assert_eq!(machine.run(10_000), 10_000);
    }

    #[test]
    fn clocks_go_on_when_the_wall_clock_is_set_back() {
        let mut machine = Machine::new();
        assert_eq!(machine.pass(250, 250 - HOUR), 250);
        assert_eq!(machine.run(10_000), 10_000);
        assert_eq!(machine.last.skipped, 0);
        // The wall clock is set right again, to where game time already is.
        assert_eq!(machine.pass(250, 250 + HOUR), 250);
        assert_eq!(machine.last, Reading { at: Moment(machine.wall), skipped: 0 });
    }

    #[test]
    fn nobody_pays_while_the_process_is_stopped() {
        let mut machine = Machine::new();
        machine.run(1_000);
        assert_eq!(machine.pass(90_000, 90_000), 250, "one beat, in which it may have run");
        assert_eq!(machine.last, Reading { at: Moment(machine.wall), skipped: 89_750 });
        assert_eq!(machine.run(1_000), 1_000);
    }

    #[test]
    fn nobody_pays_while_the_machine_sleeps() {
        let mut machine = Machine::new();
        machine.run(1_000);
        // The monotonic clock does not advance while the machine sleeps.
        assert_eq!(machine.pass(250, 8 * HOUR), 250);
        assert_eq!(machine.last.at, Moment(machine.wall));
        // On other systems it does.
        assert!(machine.pass(8 * HOUR as u64, 8 * HOUR) <= 250);
        assert_eq!(machine.last.at, Moment(machine.wall));
    }

    #[test]
    fn a_wall_clock_that_jumps_to_and_fro_is_followed_once() {
        let mut machine = Machine::new();
        for _ in 0..10 {
            assert_eq!(machine.pass(250, 250 + HOUR), 250);
            assert_eq!(machine.pass(250, 250 - HOUR), 250);
        }
        assert_eq!(machine.last.skipped, HOUR as u64);
    }
}
