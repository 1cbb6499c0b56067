//! Requests by the names that clients give them: each is done once, whoever asks again and however often.

use baize_protocol::{KeyHash, Request, RequestId};
use baize_rules::Seat;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Whose request it was, what the client called it, and what it said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Who asked. In logs of older programs it is the seat, absent for a host who had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
    /// The client's name for the request.
    pub id: RequestId,
    /// A checksum of the whole request: the same name for something else is a mistake. Older programs kept none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Mark>,
}

/// Who asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Who {
    /// Whoever was in a seat, in logs of older programs.
    Seat(Seat),
    /// The owner of a token, by the beginning of its hash.
    Person(Mark),
}

impl Who {
    /// The owner of the token with this hash.
    pub(crate) fn of(token: &KeyHash) -> Who {
        Who::Person(Mark(std::array::from_fn(|index| token.as_bytes()[index])))
    }
}

/// Eight bytes that stand for something longer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(#[serde(with = "hex::serde")] pub(crate) [u8; 8]);

impl Mark {
    /// A checksum of a request. It keeps somebody from mixing up the own requests, so it need not withstand anybody.
    pub(crate) fn of(request: &Request) -> Mark {
        let text = serde_json::to_vec(request).expect("a request can be written as JSON");
        // FNV-1a.
        let sum = text.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Mark(sum.to_be_bytes())
    }
}

impl Asked {
    /// Whether both carry the same name given by the same person.
    pub(crate) fn is_same(&self, other: &Asked) -> bool {
        self.key() == other.key()
    }

    /// Whether `again`, under the same name, asks for something else.
    pub(crate) fn differs(&self, again: &Asked) -> bool {
        self.sum.zip(again.sum).is_some_and(|(sum, other)| sum != other)
    }

    fn key(&self) -> (Option<Who>, &RequestId) {
        (self.by, &self.id)
    }
}

/// The versions that requests led to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Requests(Vec<(Asked, u32)>);

impl Requests {
    pub(crate) fn find(&self, asked: &Asked) -> Option<&(Asked, u32)> {
        // The list is kept sorted: an ordered map would not survive JSON, whose keys are texts.
        self.0.binary_search_by(|(known, _)| known.key().cmp(&asked.key())).ok().map(|index| &self.0[index])
    }

    pub(crate) fn insert(&mut self, asked: Asked, version: u32) {
        if let Err(index) = self.0.binary_search_by(|(known, _)| known.key().cmp(&asked.key())) {
            self.0.insert(index, (asked, version));
        }
    }
}

/// A table remembers so many refusals of each person, so that a request that was refused stays refused.
const MOST_REFUSED: usize = 32;

/// A request that was refused, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The request.
    pub asked: Asked,
    /// The code of the problem.
    pub code: String,
}

/// What was refused lately, the latest last.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Refusals(VecDeque<Refusal>);

impl Refusals {
    pub(crate) fn find(&self, asked: &Asked) -> Option<&Refusal> {
        self.0.iter().find(|refusal| refusal.asked.is_same(asked))
    }

    pub(crate) fn push(&mut self, refusal: Refusal) {
        keep_few(&mut self.0, MOST_REFUSED, refusal, |refusal| refusal.asked.by);
    }

    /// Forgets people who are gone.
    pub(crate) fn keep(&mut self, is_here: impl Fn(Option<Who>) -> bool) {
        self.0.retain(|refusal| is_here(refusal.asked.by));
    }
}

/// Adds to a list that keeps only the latest `most` of each person.
pub(crate) fn keep_few<T>(list: &mut VecDeque<T>, most: usize, item: T, by: impl Fn(&T) -> Option<Who>) {
    let who = by(&item);
    if list.iter().filter(|item| by(item) == who).count() >= most
        && let Some(oldest) = list.iter().position(|item| by(item) == who)
    {
        list.remove(oldest);
    }
    list.push_back(item);
}
