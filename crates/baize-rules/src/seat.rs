//! Who sits at a table, whom it waits for, and who is looking.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// One of at most eight places at a table, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Seat(#[schemars(range(max = 7))] u8);

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);
    /// Seat 1.
    pub const SECOND: Seat = Seat(1);
    /// The most seats that a table can have.
    pub const MOST: u8 = 8;

    /// The seat with this number, or `None` from 8 on.
    pub const fn new(number: u8) -> Option<Seat> {
        if number < Seat::MOST { Some(Seat(number)) } else { None }
    }

    /// The first `count` seats in order.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count.min(Seat::MOST)).map(Seat)
    }

    /// The seat's number as an index into per-seat lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a table for two.
    ///
    /// # Panics
    /// If a table for two has no such seat.
    pub const fn other_of_two(self) -> Seat {
        assert!(self.0 < 2, "only seats 0 and 1 face each other");
        Seat(1 - self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u64::deserialize(deserializer)?;
        u8::try_from(number)
            .ok()
            .and_then(Seat::new)
            .ok_or_else(|| de::Error::custom(format_args!("a seat is a number from 0 to 7, not {number}")))
    }
}

/// A set of seats; on the wire an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, JsonSchema)]
#[schemars(with = "Vec<Seat>", inline)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const NONE: SeatSet = SeatSet(0);

    /// Only this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `count` seats.
    pub fn first(count: u8) -> SeatSet {
        Seat::first(count).collect()
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// This set with `seat` added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The seats in either set.
    #[must_use]
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MOST).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Whom the table waits for, and who else may act out of turn.
///
/// Clocks and computer players follow `must`; a seat in neither set is refused before the game is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Awaiting {
    /// Seats that must act before the game can go on. If there are several, they choose at the same time.
    pub must: SeatSet,
    /// Seats that may act but need not.
    pub may: SeatSet,
}

impl Awaiting {
    /// Nobody: the game is over.
    pub const NOBODY: Awaiting = Awaiting { must: SeatSet::NONE, may: SeatSet::NONE };

    /// One seat, as in most turns of most games.
    pub const fn turn_of(seat: Seat) -> Awaiting {
        Awaiting { must: SeatSet::only(seat), may: SeatSet::NONE }
    }

    /// Whether `seat` may act now.
    pub const fn allows(self, seat: Seat) -> bool {
        self.must.union(self.may).contains(seat)
    }

    /// The seats that may act out of turn, in the order in which they are asked: first those after the seat
    /// that must act.
    pub fn asides(self) -> impl Iterator<Item = Seat> {
        let first = self.must.iter().next();
        let is_after = move |seat: &Seat| first.is_some_and(|first| *seat > first);
        self.may.iter().filter(is_after).chain(self.may.iter().filter(move |seat| !is_after(seat)))
    }
}

/// Who is looking: a seat, or somebody who only watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The person or program in this seat.
    Seat(Seat),
    /// Anybody else; sees only what is public.
    Spectator,
}

impl Viewer {
    /// Every kind of viewer of a table with `seats` seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::first(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The viewer's seat; `None` for a spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ninth_seat_does_not_exist() {
        assert_eq!(Seat::new(8), None);
        assert!(serde_json::from_str::<Seat>("8").is_err());
        assert!(serde_json::from_str::<Seat>("256").is_err());
        assert!(serde_json::from_str::<Seat>("-1").is_err());
        assert_eq!(serde_json::from_str::<Seat>("7").unwrap(), Seat(7));
    }

    #[test]
    fn sets_list_their_seats_in_order() {
        let set: SeatSet = [Seat(5), Seat(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,5]");
        assert_eq!(serde_json::from_str::<SeatSet>("[5,0,5]").unwrap(), set);
        assert_eq!(set.without(Seat(5)), SeatSet::only(Seat(0)));
        assert_eq!((set.len(), SeatSet::first(3).len()), (2, 3));
    }
}
