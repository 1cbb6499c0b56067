//! How long computer players wait.

use baize_protocol::{CallWindow, Pace};
use baize_rules::{Hesitation, Showing};

/// The number of seats from which waits are shorter.
const MANY_SEATS: u8 = 6;

/// The lengths of waits at a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo {
    pace: Pace,
    call_window: Option<CallWindow>,
    has_many_seats: bool,
    has_people: bool,
}

/// How long people look at something: while it is drawn, and then while it lies still.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Span {
    pub(crate) drawn: u64,
    pub(crate) held: u64,
}

impl Span {
    pub(crate) const fn len(self) -> u64 {
        self.drawn + self.held
    }

    /// This span followed by another.
    pub(crate) const fn and(self, then: Span) -> Span {
        Span { drawn: self.drawn + then.drawn, held: self.held + then.held }
    }
}

impl Tempo {
    pub(crate) const fn new(
        pace: Pace,
        call_window: Option<CallWindow>,
        seats: u8,
        has_people: bool,
    ) -> Tempo {
        Tempo { pace, call_window, has_many_seats: seats >= MANY_SEATS, has_people }
    }

    /// The length of waits, in thousandths of the normal one. Without people there are no waits.
    const fn speed(self) -> u64 {
        if !self.has_people {
            return 0;
        }
        let speed = match self.pace {
            Pace::Slow => 1_600,
            Pace::Normal => 1_000,
            Pace::Fast => 500,
            Pace::AtOnce => 0,
        };
        if self.has_many_seats { speed * 6 / 10 } else { speed }
    }

    pub(crate) const fn scaled(self, millis: u64) -> u64 {
        millis * self.speed() / 1_000
    }

    /// Drawing takes as long as the page needs; only the time after it follows the pace.
    pub(crate) fn span(self, shown: &[Showing]) -> Span {
        if self.speed() == 0 {
            return Span::default();
        }
        let drawn = shown.iter().map(|showing| u64::from(showing.drawn)).sum();
        let held = shown.iter().map(|showing| u64::from(showing.held)).sum();
        Span { drawn, held: self.scaled(held) }
    }

    /// How many milliseconds a computer player hesitates, drawn by `chance`.
    pub(crate) fn hesitation(self, hesitation: Hesitation, chance: u64) -> u64 {
        let Hesitation { least, most } = hesitation;
        let range = u64::from(most.saturating_sub(least)) + 1;
        self.scaled(u64::from(least) + chance % range)
    }

    /// How many milliseconds people have to call; `None` to wait for everybody.
    pub(crate) fn call_window(self) -> Option<u64> {
        match self.call_window {
            Some(CallWindow::Seconds(seconds)) => Some(u64::from(seconds) * 1_000),
            Some(CallWindow::Everybody(_)) => None,
            None => Some(match self.pace {
                Pace::Slow if self.has_many_seats => 3_000,
                Pace::Slow => 5_000,
                Pace::Normal if self.has_many_seats => 2_000,
                Pace::Normal => 3_000,
                Pace::Fast => 2_000,
                // A second and a half on the screen; the rest is network time.
                Pace::AtOnce => 1_800,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_follow_the_pace_and_many_seats_shorten_them() {
        let scaled = |pace, seats| Tempo::new(pace, None, seats, true).scaled(1_000);
        assert_eq!(
            [Pace::Slow, Pace::Normal, Pace::Fast, Pace::AtOnce].map(|pace| scaled(pace, 2)),
            [1_600, 1_000, 500, 0]
        );
        assert_eq!(scaled(Pace::Normal, 6), 600);
        assert_eq!(Tempo::new(Pace::Slow, None, 2, false).scaled(1_000), 0, "nobody looks");
    }

    #[test]
    fn a_call_window_is_as_long_as_the_table_says_or_as_the_pace_does() {
        let lasts = |pace, window| Tempo::new(pace, window, 4, true).call_window();
        assert_eq!(lasts(Pace::Slow, Some(CallWindow::Seconds(7))), Some(7_000));
        assert_eq!(lasts(Pace::Slow, None), Some(5_000));
        assert_eq!(lasts(Pace::AtOnce, None), Some(1_800));
        assert_eq!(Tempo::new(Pace::Normal, None, 8, true).call_window(), Some(2_000));
    }
}
