//! Values that not everybody may know.

use crate::{Seat, Viewer};
use std::fmt;

/// The right to open secrets. Only a [`Table`](crate::Table) has it, and lends it to those functions of a
/// game that move the game or write it down, so nothing else can depend on what is hidden.
pub struct Referee(());

impl Referee {
    pub(crate) const ON_DUTY: Referee = Referee(());
}

/// A value that only its owner, if it has one, and the referee may see.
///
/// It cannot be compared, ordered, hashed, printed or serialised: any of these would reveal something about
/// it.
#[derive(Clone)]
pub struct Secret<T> {
    owner: Option<Seat>,
    value: T,
}

impl<T> Secret<T> {
    /// A value that nobody at the table may see.
    pub const fn hidden(value: T) -> Secret<T> {
        Secret { owner: None, value }
    }

    /// A value that only `owner` may see.
    pub const fn of(owner: Seat, value: T) -> Secret<T> {
        Secret { owner: Some(owner), value }
    }

    /// The value, if `viewer` owns it.
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        (self.owner.is_some() && self.owner == viewer.seat()).then_some(&self.value)
    }

    /// The value, for the referee.
    pub const fn open(&self, _: &Referee) -> &T {
        &self.value
    }

    /// The value to change, for the referee.
    pub const fn open_mut(&mut self, _: &Referee) -> &mut T {
        &mut self.value
    }
}

impl<T> Secret<Vec<T>> {
    /// How many things are hidden; the number of cards in a hand is public.
    pub const fn count(&self) -> usize {
        self.value.len()
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_sees_a_secret_and_debugging_shows_nothing() {
        let secret = Secret::of(Seat::SECOND, 1234);
        assert_eq!(secret.seen_by(Viewer::Seat(Seat::SECOND)), Some(&1234));
        assert_eq!(secret.seen_by(Viewer::Seat(Seat::FIRST)), None);
        assert_eq!(Secret::hidden(1234).seen_by(Viewer::Seat(Seat::FIRST)), None);
        assert_eq!(Secret::hidden(1234).seen_by(Viewer::Spectator), None);
        assert_eq!(format!("{secret:?} {secret:#?}"), "Secret Secret");
    }
}
