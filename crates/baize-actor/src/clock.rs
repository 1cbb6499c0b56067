//! The time of the tables: a clock that nobody can set, and what of its time nobody pays for.
//!
//! Game time follows a clock that only counts (the system's monotonic one). The clock on the wall is an anchor: game time
//! begins with it, and catches up with it when it is far ahead, so that dates are right. Whatever game time jumps over in
//! this way, or while the process stood still, is [`Reading::skipped`]: every table writes it to its log and charges
//! nobody for it.

use baize_protocol::Moment;
use core::time::Duration;

/// Somebody reads the clock at least this often while the process runs.
pub const BEAT: Duration = Duration::from_millis(250);
/// If nobody has read it for longer than this, the process stood still.
const MOST_GAP: Duration = Duration::from_secs(2);
/// The clock on the wall may be so many milliseconds ahead before game time catches up with it.
const MOST_BEHIND: u64 = 2_000;

/// What the clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The time. It never goes back.
    pub at: Moment,
    /// How many milliseconds of it, since the clock was started, nobody is charged for.
    pub skipped: u64,
}

/// Game time, made of what two other clocks say.
#[derive(Debug)]
pub struct SteadyClock {
    /// What game time is ahead of the counting clock, in milliseconds since 1970.
    anchor: u64,
    /// What the counting clock said last.
    latest: Duration,
    skipped: u64,
}

impl SteadyClock {
    /// A clock that begins with the clock on the wall.
    pub fn new(steady: Duration, wall: Moment) -> SteadyClock {
        SteadyClock { anchor: wall.0.saturating_sub(millis(steady)), latest: steady, skipped: 0 }
    }

    /// Reads it: `steady` is what the counting clock says now, `wall` the one on the wall.
    pub fn read(&mut self, steady: Duration, wall: Moment) -> Reading {
        let steady = steady.max(self.latest);
        let gap = steady - self.latest;
        if gap > MOST_GAP {
            // The process was stopped. Until the stop it ran for one beat at most.
            self.skipped += millis(gap - BEAT);
        }
        self.latest = steady;
        let at = Moment(self.anchor + millis(steady));
        let ahead = wall.since(at);
        if ahead > MOST_BEHIND {
            // The machine slept, or the clock on the wall was set forward. If it was set back, game time goes on.
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

    /// Both clocks of a machine, and what tables are charged by what is made of them.
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

        /// Reads the clock; gives back how much is charged since it was read before.
        fn charged(&mut self) -> u64 {
            let reading = self.clock.read(Duration::from_millis(self.steady), Moment(self.wall));
            let charged = reading.at.since(self.last.at) - (reading.skipped - self.last.skipped);
            assert!(reading.at >= self.last.at, "time never goes back");
            self.last = reading;
            charged
        }

        /// The process runs for so long, and its clock is read at every beat.
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
        // Set right again: it is where game time is already.
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
        // The counting clock does not count while the machine sleeps.
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
