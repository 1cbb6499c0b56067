//! What nobody else can notice, what is not settled yet, and how fast computer players act: it is no entry of the log,
//! and stands beside it until the next entry takes it in.

use crate::asked::{Asked, RefusedRequest, keep_few};
use crate::course::{Done, Move};
use baize_protocol::{Json, Pace};
use baize_rules::{Problem, Seat};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// So many names of requests are kept of each person until the next entry.
const MOST_NAMES: usize = 8;

/// What happened since the last entry of the log that settles nothing of the game for the others.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Meanwhile {
    /// The latest private or provisional action of each seat, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Private>,
    /// How fast computer players act from then on, if that was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// The latest requests that led to them.
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
    /// Whose.
    pub seat: Seat,
    /// What, in the words of the game.
    pub action: Json,
}

impl Meanwhile {
    /// Whether there is nothing to be kept.
    pub fn is_empty(&self) -> bool {
        *self == Meanwhile::default()
    }

    /// The moves that an entry adds to the game with this.
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

/// What stands beside the log.
#[derive(Default)]
pub(crate) struct Margin {
    meanwhile: Meanwhile,
    /// Whether it is no longer what the store has there.
    is_old: bool,
}

impl Margin {
    pub(crate) const fn meanwhile(&self) -> &Meanwhile {
        &self.meanwhile
    }

    /// Takes it as it is to be stored, if it has changed since it was last taken.
    pub(crate) fn take(&mut self) -> Option<Vec<u8>> {
        let is_new = std::mem::take(&mut self.is_old) && !self.meanwhile.is_empty();
        is_new.then(|| serde_json::to_vec(&self.meanwhile).expect("it can be written as JSON"))
    }

    /// Goes on with what was stored.
    pub(crate) fn put(&mut self, meanwhile: Meanwhile) {
        self.meanwhile = meanwhile;
    }

    /// The next entry has taken it in.
    pub(crate) fn clear(&mut self) {
        self.meanwhile = Meanwhile::default();
    }

    /// The latest private or provisional action of a seat.
    pub(crate) fn act(&mut self, asked: Asked, seat: Seat, action: Json) {
        self.meanwhile.act(asked, seat, action);
        self.is_old = true;
    }

    /// The latest wish how fast computer players act.
    pub(crate) fn change_pace(&mut self, asked: Asked, pace: Pace) {
        self.meanwhile.pace = Some(pace);
        self.meanwhile.name(asked);
        self.is_old = true;
    }

    /// A request was refused. The next thing that is written carries it along; until then the table stands as it did, and
    /// would refuse the request again.
    pub(crate) fn refuse(&mut self, asked: &Asked, problem: &Problem) {
        self.meanwhile.refuse(RefusedRequest { asked: asked.clone(), code: problem.code.to_string() });
    }
}
