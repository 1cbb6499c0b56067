//! The devices of a person: each has its own secret, and all count as one person.
//!
//! A device is identified by an id derived from its secret, and by default it is a person of its own. A link
//! offered by one device makes another belong to the same person; it works once, and for a few minutes. What
//! was played on the other device before comes along. A device that is signed out belongs to nobody.

use crate::{ListedTable, SeatResult};
use baize_protocol::http::Counts;

/// The most devices a person can have at a time.
pub const MOST_DEVICES: usize = 20;

/// One of someone's devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// An id derived from its secret.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// When it was added to its person, in milliseconds since 1970.
    pub added: u64,
    /// When it was last seen.
    pub seen: u64,
}

/// A link that adds a device to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceLink {
    /// The hash of its secret.
    pub hash: [u8; 32],
    /// The person it leads to.
    pub person: String,
    /// What they are called.
    pub name: String,
    /// When it expires, in milliseconds since 1970.
    pub until: u64,
}

/// A change to someone's devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceChange {
    /// This device offers a link, which voids any earlier one of its person.
    Offer(DeviceLink, Device),
    /// This person withdraws their link.
    Withdraw(String),
    /// This device uses the link with this hash, if there is one.
    Take([u8; 32], Device),
    /// Signs out one device of this person.
    SignOut(String, String),
    /// Signs out all devices of this person except one.
    SignOutOthers(String, String),
    /// This device was seen at this moment.
    Seen(String, u64),
}

/// Who a device belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// A person.
    Person(String),
    /// Nobody: it was signed out.
    Nobody,
}

/// Gives the results of a listing to the people whose devices played. Games between two devices of one person
/// count for nothing. Returns the devices that belong to nobody.
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
