//! The devices of a person: each has a secret of its own, and all of them count as one.
//!
//! A device is known by what follows from its secret, and as long as nobody says otherwise it is a person by itself. A link
//! that one device offers makes another one belong to the same person: once, and for a few minutes. What the other had
//! played before comes along. A device that is signed out is nobody any more.

use crate::{ListedTable, SeatResult};
use baize_protocol::http::Counts;

/// A person has at most so many devices at a time.
pub const MOST_DEVICES: usize = 20;

/// A device of somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// What follows from its secret.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// When it came to its person, in milliseconds since 1970.
    pub added: u64,
    /// When it was last seen.
    pub seen: u64,
}

/// A way for one more device to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceLink {
    /// The hash of its secret.
    pub hash: [u8; 32],
    /// To whom it leads.
    pub person: String,
    /// What they are called.
    pub name: String,
    /// Until when, in milliseconds since 1970.
    pub until: u64,
}

/// What changes about somebody's devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceChange {
    /// This device offers a link; one that its person had offered before is void.
    Offer(DeviceLink, Device),
    /// A person offers no link any more.
    Withdraw(String),
    /// This device takes the link with that hash, if there is one.
    Take([u8; 32], Device),
    /// Of this person that device is signed out.
    SignOut(String, String),
    /// Of this person all devices are signed out but that one.
    SignOutOthers(String, String),
    /// This device was seen at that moment.
    Seen(String, u64),
}

/// Whose a device is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// This person's.
    Person(String),
    /// Nobody's: it was signed out.
    Nobody,
}

/// Gives the results of a listing to the people whose devices have played. What somebody has played against another device
/// of their own counts for nothing. Gives back which devices are nobody's.
pub(crate) fn adopt(listing: &mut ListedTable, owner: impl Fn(&str) -> Option<Owner>) -> Vec<String> {
    let mut signed_out = Vec::new();
    for result in listing.results.iter_mut().filter(|result| !result.is_computer) {
        match owner(&result.player) {
            Some(Owner::Person(person)) => result.player = person,
            Some(Owner::Nobody) => signed_out.push(result.player.clone()),
            None => {}
        }
    }
    if is_against_oneself(&listing.results) {
        listing.results.iter_mut().for_each(|result| result.counts = Counts::Nothing);
    }
    signed_out
}

/// Whether one person sat on two seats.
pub(crate) fn is_against_oneself(results: &[SeatResult]) -> bool {
    let people = || results.iter().filter(|result| !result.is_computer && !result.player.is_empty());
    people().enumerate().any(|(index, one)| people().skip(index + 1).any(|other| other.player == one.player))
}
