//! What nobody else can notice, what is not settled yet, and how fast computer players act. None of it is an
//! entry: it is kept beside the log until the next entry takes it in.

use crate::asked::{Asked, RefusedRequest, keep_few};
use crate::course::{Done, Move};
use baize_protocol::{Json, Pace};
use baize_rules::{Problem, Seat};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How many request names are kept of each person until the next entry.
const MOST_NAMES: usize = 8;

/// What happened since the last entry and settles nothing for the other players.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Meanwhile {
    /// The latest private or provisional action of each seat, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Private>,
    /// The new pace of computer players, if it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// The latest requests that led to this.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub asked: VecDeque<Asked>,
    /// The latest requests that were refused.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub refused: VecDeque<RefusedRequest>,
}

/// A private or provisional action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Private {
    /// Which seat.
    pub seat: Seat,
    /// The action, in the game's JSON.
    pub action: Json,
}

impl Meanwhile {
    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Meanwhile::default()
    }

    /// The moves that this adds to the game when an entry takes it in.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.actions.iter().map(|Private { seat, action }| Move {
            seat: *seat,
            done: Done::Action(action.clone()),
            meant: None,
            is_private: true,
        })
    }

    fn act(&mut self, asked: Asked, seat: Seat, action: Json) {
        match self.actions.binary_search_by_key(&seat, |private| private.seat) {
            Ok(index) => self.actions[index].action = action,
            Err(index) => self.actions.insert(index, Private { seat, action }),
        }
        self.name(asked);
    }

    fn name(&mut self, asked: Asked) {
        keep_few(&mut self.asked, MOST_NAMES, asked, |asked| asked.by);
    }

    fn refuse(&mut self, refusal: RefusedRequest) {
        keep_few(&mut self.refused, MOST_NAMES, refusal, |refusal| refusal.asked.by);
    }
}

/// What is kept beside the log.
#[derive(Default)]
pub(crate) struct Margin {
    meanwhile: Meanwhile,
    /// Whether the store has an older version.
    is_old: bool,
}

impl Margin {
    pub(crate) const fn meanwhile(&self) -> &Meanwhile {
        &self.meanwhile
    }

    /// Takes the stored form, if it has changed since the last call.
    pub(crate) fn take(&mut self) -> Option<Vec<u8>> {
        let is_new = std::mem::take(&mut self.is_old) && !self.meanwhile.is_empty();
        is_new.then(|| serde_json::to_vec(&self.meanwhile).expect("it can be written as JSON"))
    }

    /// Restores what was stored.
    pub(crate) fn put(&mut self, meanwhile: Meanwhile) {
        self.meanwhile = meanwhile;
    }

    /// Empties it: the next entry has taken it in.
    pub(crate) fn clear(&mut self) {
        self.meanwhile = Meanwhile::default();
    }

    /// Records the latest private or provisional action of a seat.
    pub(crate) fn act(&mut self, asked: Asked, seat: Seat, action: Json) {
        self.meanwhile.act(asked, seat, action);
        self.is_old = true;
    }

    /// Records the latest pace that was asked for.
    pub(crate) fn change_pace(&mut self, asked: Asked, pace: Pace) {
        self.meanwhile.pace = Some(pace);
        self.meanwhile.name(asked);
        self.is_old = true;
    }

    /// Records a refusal. It is stored with whatever is written next; until then the table has not changed
    /// and would refuse the request again.
    pub(crate) fn refuse(&mut self, asked: &Asked, problem: &Problem) {
        self.meanwhile.refuse(RefusedRequest { asked: asked.clone(), code: problem.code.to_string() });
    }
}
