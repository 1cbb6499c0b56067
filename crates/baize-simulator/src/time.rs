//! Time: how much really passes, what the machine's clock says, and what the server makes of both.

use crate::luck::{Digest, Luck};
use crate::plan::{Bug, Fault};
use crate::world::{Event, World};
use baize_actor::{Reading, SteadyClock};
use baize_protocol::{Moment, TableId};
use core::time::Duration;

/// The machine's clock at the start, in Unix milliseconds: an arbitrary date.
const START: i64 = 1_700_000_000_000;
/// A server looks at its clock at least this often, in milliseconds.
pub(crate) const BEAT: u64 = 250;
/// A pause of the process that is shorter than `SHORT` only makes it late; for one longer than `LONG`, no
/// player is charged. In between, that depends on when the process last looked at its clock.
const SHORT: u64 = 1_000;
const LONG: u64 = 3_000;

/// How long the server has run, and how often it had a pause for which no player is charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ran {
    /// How many milliseconds the server ran.
    pub(crate) millis: u64,
    /// How many long pauses it had.
    pub(crate) pauses: u64,
}

/// The real time, and what the machine's clock says of it.
pub(crate) struct Time {
    /// Real milliseconds since the beginning, whatever the clocks say.
    pub(crate) now: u64,
    /// How far the machine's clock is ahead of that.
    ahead: i64,
    /// When the process's pause ends.
    paused_until: u64,
    /// When the current pause began, if no player is charged for it.
    stopped_at: Option<u64>,
    pub(crate) ran: Ran,
}

impl Time {
    pub(crate) const fn new() -> Time {
        Time { now: 0, ahead: START, paused_until: 0, stopped_at: None, ran: Ran { millis: 0, pauses: 0 } }
    }

    /// Advances time to `at`; `is_up` says whether a server is running meanwhile.
    pub(crate) fn go_on(&mut self, at: u64, is_up: bool) {
        let (from, to) = (self.now, self.now.max(at));
        self.now = to;
        let from = self.stopped_at.map_or(from, |_| from.max(self.paused_until));
        if to >= self.paused_until {
            self.stopped_at = None;
        }
        self.ran.millis += if is_up { to.saturating_sub(from) } else { 0 };
    }

    /// Whether the process is paused.
    pub(crate) const fn is_paused(&self) -> bool {
        self.now < self.paused_until
    }

    pub(crate) const fn paused_until(&self) -> u64 {
        self.paused_until
    }

    /// What the machine's clock shows at the time `at`, by its current setting.
    fn wall(&self, at: u64) -> Moment {
        Moment((at as i64 + self.ahead).max(0) as u64)
    }

    /// Ends the pause, because a new process takes over.
    pub(crate) const fn start_anew(&mut self) {
        (self.paused_until, self.stopped_at) = (0, None);
    }
}

/// The clock of a server process.
pub(crate) struct ServerClock {
    steady: SteadyClock,
    /// When the process last looked at it as a matter of routine.
    looked: u64,
    /// The latest time told to a table, for the bug that trusts the machine's clock.
    latest: Moment,
}

impl ServerClock {
    pub(crate) fn new(time: &Time) -> ServerClock {
        let wall = time.wall(time.now);
        let steady = SteadyClock::new(Duration::from_millis(time.now), wall);
        ServerClock { steady, looked: time.now, latest: wall }
    }

    /// Reads the clock, after making up for the routine looks at every beat since the last one.
    fn read(&mut self, time: &Time) -> Reading {
        while self.looked + BEAT <= time.now {
            self.looked += BEAT;
            self.steady.read(Duration::from_millis(self.looked), time.wall(self.looked));
        }
        self.steady.read(Duration::from_millis(time.now), time.wall(time.now))
    }
}

impl World {
    /// Reads the server's clock.
    pub(crate) fn read_clock(&mut self) -> Reading {
        let goes_by_the_wall = self.is_bug(Bug::WallClock);
        let server = self.server.as_mut().expect("only a running server is asked");
        if goes_by_the_wall {
            server.clock.latest = server.clock.latest.max(self.time.wall(self.time.now));
            return Reading { at: server.clock.latest, skipped: 0 };
        }
        server.clock.read(&self.time)
    }

    /// May set the machine's clock or pause the process.
    pub(crate) fn bend_time(&mut self) {
        if let Some(mut luck) = self.chance(Fault::Clock) {
            self.set_clock(&mut luck);
        }
        if let Some(mut luck) = self.chance(Fault::Pause) {
            self.stand_still(&mut luck);
        }
    }

    fn set_clock(&mut self, luck: &mut Luck) {
        self.look_at_clock();
        let step = [1_000, 60_000, 300_000, 3_600_000, 86_400_000][luck.index(5)];
        self.time.ahead += if luck.one_in(2) { step } else { -step };
        self.digest.add(self.time.ahead as u64);
    }

    fn stand_still(&mut self, luck: &mut Luck) {
        if self.time.is_paused() {
            return;
        }
        self.look_at_clock();
        let millis = if luck.one_in(4) { luck.below(SHORT) } else { LONG + luck.below(120_000) };
        let until = self.time.now + millis;
        self.time.paused_until = until;
        if millis >= LONG {
            self.time.stopped_at = Some(self.time.now);
            self.time.ran.pauses += 1;
        }
        if let Some(server) = &mut self.server {
            // It looks at its clock as soon as it resumes.
            server.clock.looked = until.saturating_sub(BEAT).max(server.clock.looked);
        }
    }

    /// Lets the server read its clock before the fault, and plans for all tables to be told soon after.
    fn look_at_clock(&mut self) {
        if self.server.is_some() && !self.time.is_paused() {
            self.read_clock();
        }
        self.after(BEAT, Event::LookAtClock);
    }

    /// Remembers when entries were written; the last of them has the version `version`.
    pub(crate) fn note_entries<'a>(
        &mut self,
        table: TableId,
        version: u32,
        entries: impl DoubleEndedIterator<Item = &'a [u8]>,
    ) {
        for (entry, version) in entries.rev().zip((1..=version).rev()) {
            self.digest.add_bytes(entry);
            self.written.insert((table, version, Digest::of(entry)), self.time.ran);
        }
    }
}
