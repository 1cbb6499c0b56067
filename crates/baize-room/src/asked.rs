//! Requests by the ids that clients give them: each is carried out once, however often it is sent.

use crate::meanwhile::Meanwhile;
use baize_protocol::{KeyHash, Request, RequestId};
use baize_rules::{Problem, Seat};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// A request's sender, the client's name for it, and a checksum of its content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Who asked. Logs of older programs have the seat here, or nothing for a host without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AskerId>,
    /// The client's name for the request.
    pub id: RequestId,
    /// A checksum of the whole request, to detect a name reused for another request. Older programs kept none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Fingerprint>,
}

/// Who asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AskerId {
    /// Whoever was in this seat; in logs of older programs.
    Seat(Seat),
    /// The owner of a token, by the first bytes of its hash.
    Person(Fingerprint),
}

impl AskerId {
    /// The owner of the token with this hash.
    pub(crate) fn of(token: &KeyHash) -> AskerId {
        AskerId::Person(Fingerprint(std::array::from_fn(|index| token.as_bytes()[index])))
    }
}

/// Eight bytes that stand for something longer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(#[serde(with = "hex::serde")] pub(crate) [u8; 8]);

impl Fingerprint {
    /// A checksum of a request. It only guards clients against their own mix-ups, not against attackers.
    pub(crate) fn of(request: &Request) -> Fingerprint {
        let text = serde_json::to_vec(request).expect("a request can be written as JSON");
        // FNV-1a.
        let sum = text.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Fingerprint(sum.to_be_bytes())
    }
}

impl Asked {
    /// Whether both have the same name from the same person.
    pub(crate) fn is_same(&self, other: &Asked) -> bool {
        self.key() == other.key()
    }

    /// Whether `again` asks for something else under the same name.
    pub(crate) fn differs(&self, again: &Asked) -> bool {
        differ(self.sum, again.sum)
    }

    fn key(&self) -> (Option<AskerId>, &RequestId) {
        (self.by, &self.id)
    }
}

/// The versions that requests led to, by sender and name. Stored as a list: JSON maps need strings as keys.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(Asked, u32)>", into = "Vec<(Asked, u32)>")]
pub(crate) struct Fulfilled(BTreeMap<Option<AskerId>, Named>);

/// Checksums of requests, and the versions they led to, by name.
type Named = BTreeMap<RequestId, (Option<Fingerprint>, u32)>;

impl From<Vec<(Asked, u32)>> for Fulfilled {
    fn from(list: Vec<(Asked, u32)>) -> Fulfilled {
        let mut requests = Fulfilled::default();
        list.into_iter().for_each(|(asked, version)| requests.insert(asked, version));
        requests
    }
}

impl From<Fulfilled> for Vec<(Asked, u32)> {
    fn from(requests: Fulfilled) -> Vec<(Asked, u32)> {
        let of = |(by, named): (Option<AskerId>, Named)| {
            named.into_iter().map(move |(id, (sum, version))| (Asked { by, id, sum }, version))
        };
        requests.0.into_iter().flat_map(of).collect()
    }
}

impl Fulfilled {
    /// The checksum of the request with this name, and the version it led to.
    fn find(&self, by: Option<AskerId>, id: &RequestId) -> Option<(Option<Fingerprint>, u32)> {
        self.0.get(&by)?.get(id).copied()
    }

    fn insert(&mut self, asked: Asked, version: u32) {
        self.0.entry(asked.by).or_default().entry(asked.id).or_insert((asked.sum, version));
    }
}

/// How many refusals a table remembers for each person, so that a refused request stays refused.
const MOST_REFUSED: usize = 32;
/// How many refusals are kept in memory with the full problem.
const MOST_AT_HAND: usize = 128;

/// A request that was refused, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusedRequest {
    /// The request.
    pub asked: Asked,
    /// The code of the problem.
    pub code: String,
}

/// Recent refusals, the latest last.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Refusals(VecDeque<RefusedRequest>);

impl Refusals {
    fn find(&self, asked: &Asked) -> Option<&RefusedRequest> {
        self.0.iter().find(|refusal| refusal.asked.is_same(asked))
    }

    fn push(&mut self, refusal: RefusedRequest) {
        keep_few(&mut self.0, MOST_REFUSED, refusal, |refusal| refusal.asked.by);
    }

    /// Forgets the refusals of people who are gone.
    fn keep(&mut self, is_here: impl Fn(Option<AskerId>) -> bool) {
        self.0.retain(|refusal| is_here(refusal.asked.by));
    }
}

/// The requests made at a table, kept so that each is carried out or refused once.
#[derive(Default)]
pub(crate) struct Requests {
    fulfilled: Fulfilled,
    /// Refusals recorded in the log.
    refusals: Refusals,
    /// Recent refusals with the full problem, the latest last.
    at_hand: VecDeque<(Asked, Problem)>,
}

impl Requests {
    pub(crate) const fn restored(fulfilled: Fulfilled, refusals: Refusals) -> Requests {
        Requests { fulfilled, refusals, at_hand: VecDeque::new() }
    }

    pub(crate) const fn fulfilled(&self) -> &Fulfilled {
        &self.fulfilled
    }

    pub(crate) const fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    /// The version that this request of `seat` led to, if it was carried out before; a problem if the name
    /// was used for another request. Requests kept beside the log count as carried out at version `now`.
    pub(crate) fn done_at(
        &self,
        asked: &Asked,
        seat: Option<Seat>,
        beside: &Meanwhile,
        now: u32,
    ) -> Result<Option<u32>, Problem> {
        let done = match beside.asked.iter().find(|known| known.is_same(asked)) {
            Some(known) => Some((known.sum, now)),
            None => {
                // Older programs recorded the seat instead of the person.
                let askers = [asked.by, seat.map(AskerId::Seat)];
                askers.iter().find_map(|by| self.fulfilled.find(*by, &asked.id))
            }
        };
        match done {
            Some((sum, _)) if differ(sum, asked.sum) => Err(reused()),
            done => Ok(done.map(|(_, version)| version)),
        }
    }

    /// The problem of a request that was refused before.
    pub(crate) fn refused_before(&self, asked: &Asked, beside: &Meanwhile) -> Option<Problem> {
        if let Some((known, problem)) = self.at_hand.iter().find(|(known, _)| known.is_same(asked)) {
            return Some(if known.differs(asked) { reused() } else { problem.clone() });
        }
        let beside = beside.refused.iter().find(|known| known.asked.is_same(asked));
        let known = beside.or_else(|| self.refusals.find(asked))?;
        if known.asked.differs(asked) {
            return Some(reused());
        }
        Some(Problem::new(known.code.as_str(), "this was refused before"))
    }

    /// Takes in the requests of an entry.
    pub(crate) fn log(
        &mut self,
        version: u32,
        done: impl IntoIterator<Item = Asked>,
        refused: impl IntoIterator<Item = RefusedRequest>,
    ) {
        for asked in done {
            self.fulfilled.insert(asked, version);
        }
        for refusal in refused {
            self.refusals.push(refusal);
        }
    }

    /// Remembers a refusal with the full problem.
    pub(crate) fn refuse(&mut self, asked: &Asked, problem: &Problem) {
        self.at_hand.push_back((asked.clone(), problem.clone()));
        if self.at_hand.len() > MOST_AT_HAND {
            self.at_hand.pop_front();
        }
    }

    /// Forgets the refusals of people who are gone.
    pub(crate) fn forget_strangers(&mut self, is_known: impl Fn(AskerId) -> bool) {
        self.refusals.keep(|who| who.is_some_and(&is_known));
    }
}

/// Whether both are known and different.
fn differ(sum: Option<Fingerprint>, other: Option<Fingerprint>) -> bool {
    sum.zip(other).is_some_and(|(sum, other)| sum != other)
}

fn reused() -> Problem {
    Problem::new("request.reused_id", "this id was used for another request; every request needs its own")
}

/// Adds to a list that keeps only the latest `most` items of each person.
pub(crate) fn keep_few<T>(list: &mut VecDeque<T>, most: usize, item: T, by: impl Fn(&T) -> Option<AskerId>) {
    let who = by(&item);
    if list.iter().filter(|item| by(item) == who).count() >= most
        && let Some(oldest) = list.iter().position(|item| by(item) == who)
    {
        list.remove(oldest);
    }
    list.push_back(item);
}
