//! Requests to computer players, and the decisions they have made.

use baize_games::{AnyAction, SeatView};
use baize_protocol::{Json, Moment};
use baize_rules::{Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Milliseconds until computer players are asked again after there was no capacity to let them think.
const THINK_AGAIN: u64 = 100;

/// A decision for a computer player to make.
pub struct Task {
    /// For which seat.
    pub seat: Seat,
    /// The version at which this decision came up; answers to older ones are ignored.
    pub decision: u32,
    /// The id of the game.
    pub game: String,
    /// The id of the computer player.
    pub player: String,
    /// Whether it would act out of turn, and so may stay silent.
    pub is_aside: bool,
    /// Everything it sees.
    pub seat_view: SeatView,
    /// The source of its chance: the same decision is always made in the same way.
    pub seed: Seed,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} thinks for {}", self.player, self.seat)
    }
}

/// What a computer player does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Intent {
    /// The action.
    pub action: Value,
    /// What it meant to do, if its hand shook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meant: Option<Value>,
}

impl From<Value> for Intent {
    fn from(action: Value) -> Intent {
        Intent { action, meant: None }
    }
}

/// A decision that a computer player was asked for.
#[derive(Clone, Debug)]
struct Thinking {
    decision: u32,
    is_aside: bool,
    /// The answer, kept until it may be seen.
    thought: Option<Thought>,
}

/// What a computer player is going to do.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The action; `None` if it can only leave.
    pub(crate) action: Option<AnyAction>,
    /// What it meant to do, if its hand shakes.
    pub(crate) meant: Option<Json>,
    /// How many milliseconds it hesitates.
    pub(crate) hesitation: u64,
    /// What everybody may see of it in advance; `None` once shown.
    pub(crate) preview: Option<Value>,
}

/// What the computer players of a table think about.
#[derive(Default)]
pub(crate) struct Thoughts {
    thinking: BTreeMap<Seat, Thinking>,
    /// Those who have passed out of turn since the last move.
    silent: SeatSet,
    /// When to ask again, after there was no capacity to let them think.
    again: Option<Moment>,
}

impl Thoughts {
    /// When they are asked again, if there was no capacity.
    pub(crate) const fn again(&self) -> Option<Moment> {
        self.again
    }

    /// Updates to the current time.
    pub(crate) fn tick(&mut self, at: Moment) {
        self.again = self.again.filter(|again| *again > at);
    }

    /// There was no capacity to let this one think.
    pub(crate) fn too_busy(&mut self, seat: Seat, at: Moment) {
        self.thinking.remove(&seat);
        self.again = Some(at.plus(THINK_AGAIN));
    }

    /// Whether this one was asked, answered or not.
    pub(crate) fn is_asked(&self, seat: Seat) -> bool {
        self.thinking.contains_key(&seat)
    }

    /// Whether this one still has to answer this decision.
    pub(crate) fn is_waited_for(&self, seat: Seat, decision: u32) -> bool {
        self.waited_for(seat, decision).is_some()
    }

    /// Whether the pending answer is one out of turn; `None` if none is pending.
    pub(crate) fn is_aside(&self, seat: Seat, decision: u32) -> Option<bool> {
        self.waited_for(seat, decision).map(|thinking| thinking.is_aside)
    }

    fn waited_for(&self, seat: Seat, decision: u32) -> Option<&Thinking> {
        let asked = self.thinking.get(&seat);
        asked.filter(|asked| asked.decision == decision && asked.thought.is_none())
    }

    pub(crate) fn ask(&mut self, seat: Seat, decision: u32, is_aside: bool) {
        self.thinking.insert(seat, Thinking { decision, is_aside, thought: None });
    }

    pub(crate) fn answer(&mut self, seat: Seat, thought: Thought) {
        if let Some(thinking) = self.thinking.get_mut(&seat) {
            thinking.thought = Some(thought);
        }
    }

    /// This one has nothing to say out of turn.
    pub(crate) fn be_silent(&mut self, seat: Seat) {
        self.thinking.remove(&seat);
        self.silent = self.silent.with(seat);
    }

    pub(crate) fn is_silent(&self, seat: Seat) -> bool {
        self.silent.contains(seat)
    }

    /// Drops decisions that the game has overtaken.
    pub(crate) fn follow(&mut self, decision: impl Fn(Seat) -> u32) {
        self.thinking.retain(|seat, thinking| !thinking.is_aside && thinking.decision == decision(*seat));
    }

    /// The table has changed, so everybody may want to act out of turn again.
    pub(crate) fn listen(&mut self) {
        self.silent = SeatSet::NONE;
    }

    pub(crate) fn forget(&mut self, seat: Seat) {
        self.thinking.remove(&seat);
    }

    pub(crate) fn clear(&mut self) {
        self.thinking.clear();
    }

    /// The seat whose decision is due first, if hesitation began at `free_from`.
    pub(crate) fn ready(&self, at: Moment, free_from: Moment) -> Option<Seat> {
        let ready = self.thinking.iter().filter_map(|(seat, thinking)| {
            let due = free_from.plus(thinking.thought.as_ref()?.hesitation);
            Some((due, *seat)).filter(|(due, _)| *due <= at)
        });
        ready.min().map(|(_, seat)| seat)
    }

    /// When something is next shown or done, if hesitation began at `free_from`.
    pub(crate) fn next(&self, free_from: Moment) -> Option<Moment> {
        let thoughts = self.thinking.values().filter_map(|thinking| thinking.thought.as_ref());
        let times = thoughts.map(|thought| match thought.preview {
            Some(_) => free_from,
            None => free_from.plus(thought.hesitation),
        });
        times.min()
    }

    /// Takes the decision of this one, and whether it is out of turn.
    pub(crate) fn take(&mut self, seat: Seat) -> Option<(bool, Thought)> {
        let Thinking { is_aside, thought, .. } = self.thinking.remove(&seat)?;
        thought.map(|thought| (is_aside, thought))
    }

    /// Takes the previews that everybody may see of what they are about to do.
    pub(crate) fn take_previews(&mut self) -> Vec<(Seat, Value)> {
        let preview = |(seat, thinking): (&Seat, &mut Thinking)| {
            Some((*seat, thinking.thought.as_mut()?.preview.take()?))
        };
        self.thinking.iter_mut().filter_map(preview).collect()
    }

    /// Ends all hesitation.
    pub(crate) fn hurry(&mut self) {
        for thought in self.thinking.values_mut().filter_map(|thinking| thinking.thought.as_mut()) {
            thought.hesitation = 0;
        }
    }
}
