//! What nobody else can notice, what is not settled yet, and how fast computer players act: it is no entry of the log,
//! and stands beside it until the next entry takes it in.

use crate::Damage;
use crate::apply::not_begun;
use crate::asked::{Asked, Refusal, keep_few};
use crate::room::{Done, Move, Room};
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
    pub refused: VecDeque<Refusal>,
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

    fn refuse(&mut self, refusal: Refusal) {
        keep_few(&mut self.refused, MOST_NAMES, refusal, |refusal| refusal.asked.by);
    }
}

impl Room {
    /// Takes what is to stand beside the log, if that has changed since it was last taken.
    pub fn take_margin(&mut self) -> Option<Vec<u8>> {
        let is_new = std::mem::take(&mut self.is_margin_old) && !self.durable.meanwhile.is_empty();
        is_new.then(|| serde_json::to_vec(&self.durable.meanwhile).expect("it can be written as JSON"))
    }

    /// Goes on with what stood beside the log.
    pub fn recall(&mut self, margin: &[u8]) -> Result<(), Damage> {
        let damage = |what: String| Damage { version: self.version() + 1, what };
        let meanwhile: Meanwhile =
            serde_json::from_slice(margin).map_err(|error| damage(error.to_string()))?;
        let version = self.version() + 1;
        self.arrange(&meanwhile).map_err(|problem| Damage { version, what: problem.to_string() })?;
        self.durable.meanwhile = meanwhile;
        Ok(())
    }

    /// Does something that nobody else can notice. The log does not grow, nobody is told, and nothing starts anew.
    pub(crate) fn act_privately(&mut self, asked: Asked, seat: Seat, action: Json) -> Result<u32, Problem> {
        self.act_beside(asked, seat, action)?;
        self.touched.own = self.touched.own.with(seat);
        Ok(self.version())
    }

    /// Does something that is not settled before the next entry. Everybody sees it, but the log does not grow.
    pub(crate) fn act_provisionally(
        &mut self,
        asked: Asked,
        seat: Seat,
        action: Json,
    ) -> Result<u32, Problem> {
        self.act_beside(asked, seat, action)?;
        self.touched.game = true;
        Ok(self.version())
    }

    fn act_beside(&mut self, asked: Asked, seat: Seat, action: Json) -> Result<(), Problem> {
        self.play_privately(seat, &action)?;
        self.durable.meanwhile.act(asked, seat, action);
        self.is_margin_old = true;
        Ok(())
    }

    /// Somebody wants computer players to be faster or slower. Only the latest wish counts, so the log does not grow.
    pub(crate) fn change_pace(&mut self, asked: Asked, pace: Pace) -> u32 {
        self.set_pace(pace);
        self.durable.meanwhile.pace = Some(pace);
        self.durable.meanwhile.name(asked);
        self.is_margin_old = true;
        self.version()
    }

    /// Does all of it again. Where it is done already, that changes nothing: only the latest counts.
    pub(crate) fn arrange(&mut self, meanwhile: &Meanwhile) -> Result<(), Problem> {
        meanwhile
            .actions
            .iter()
            .try_for_each(|private| self.play_privately(private.seat, &private.action))?;
        if let Some(pace) = meanwhile.pace {
            self.set_pace(pace);
        }
        Ok(())
    }

    fn play_privately(&mut self, seat: Seat, action: &Json) -> Result<(), Problem> {
        let table = self.table.as_mut().ok_or_else(not_begun)?;
        // What its owner hears is in the view as well.
        table.play(seat, &action.value()).map(drop)
    }

    /// Remembers that a request was refused. The next thing that is written carries it along; until then the table stands as
    /// it did, and would refuse the request again.
    pub(crate) fn remember_refusal(&mut self, asked: &Asked, problem: &Problem) {
        self.durable.meanwhile.refuse(Refusal { asked: asked.clone(), code: problem.code.to_string() });
        self.refused.push_back((asked.clone(), problem.clone()));
        if self.refused.len() > MOST_AT_HAND {
            self.refused.pop_front();
        }
    }
}

/// So many refusals are at hand with all that was said.
const MOST_AT_HAND: usize = 128;
