//! What has changed since clients and lists were last told.

use baize_protocol::Moment;
use baize_rules::{Seat, SeatSet, Viewer};

/// A part of the state that clients are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Part {
    Seats = 1,
    Game = 2,
    Proposal = 4,
    Rematch = 8,
    Clocks = 16,
    Pace = 32,
    Waiting = 64,
}

/// What has changed, by the parts that clients are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched {
    parts: u8,
    /// Seats for which only their own view has changed.
    own: SeatSet,
}

impl Touched {
    /// Everything that is shown to everybody.
    pub(crate) const EVERYTHING: Touched = Touched { parts: u8::MAX, own: SeatSet::NONE };

    pub(crate) const fn has(self, part: Part) -> bool {
        self.parts & part as u8 != 0
    }

    /// Whether something has changed that only `viewer` can notice.
    pub(crate) fn has_own(self, viewer: Viewer) -> bool {
        viewer.seat().is_some_and(|seat| self.own.contains(seat))
    }

    /// Whether nobody's own view has changed.
    pub(crate) fn is_shared(self) -> bool {
        self.own.is_empty()
    }
}

/// What has changed since the last news, and since lists were last told of the table.
pub(crate) struct Changes {
    touched: Touched,
    /// Whether lists show something outdated.
    is_listing_old: bool,
    /// When a seat, the phase or the result last changed.
    listed: Moment,
}

impl Changes {
    /// Nothing has changed since this moment.
    pub(crate) fn since(listed: Moment) -> Changes {
        Changes { touched: Touched::default(), is_listing_old: false, listed }
    }

    /// When something shown in lists last changed.
    pub(crate) const fn listed(&self) -> Moment {
        self.listed
    }

    pub(crate) fn touch(&mut self, part: Part) {
        self.touched.parts |= part as u8;
    }

    /// Records a change that only this seat can notice.
    pub(crate) fn touch_own(&mut self, seat: Seat) {
        self.touched.own = self.touched.own.with(seat);
    }

    /// Records a change that lists show.
    pub(crate) fn relist(&mut self, at: Moment) {
        self.listed = at;
        self.is_listing_old = true;
    }

    /// Records that lists do not know the table yet.
    pub(crate) fn list(&mut self) {
        self.is_listing_old = true;
    }

    /// Takes what clients have to be told.
    pub(crate) fn take(&mut self) -> Touched {
        std::mem::take(&mut self.touched)
    }

    /// Returns once whether lists have to be told.
    pub(crate) fn take_listing(&mut self) -> bool {
        std::mem::take(&mut self.is_listing_old)
    }

    /// Marks everything as told.
    pub(crate) fn forget(&mut self) {
        (self.touched, self.is_listing_old) = (Touched::default(), false);
    }
}
