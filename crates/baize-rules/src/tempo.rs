//! How long things take to be seen, so that people can follow what computer players do.
//!
//! All times are milliseconds at normal speed. They may depend only on what everybody knows: a wait that followed from a
//! hidden card would tell it.

use crate::{Game, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game as people watch it while computer players act. Nothing of it is a rule, so it is no part of the contract and no law
/// asks for it.
pub trait Watched: Game {
    /// How long people look at a new deal before a computer player does anything.
    const DEALING: Showing = Showing::of(0, 1_500);

    /// What of an action everybody may be shown before it is made, such as where a cue points. Whatever can be read as this,
    /// a seat may show; [`Nothing`](crate::Nothing) where every action is made at once.
    type Shown: Serialize + DeserializeOwned + JsonSchema;

    /// How long a computer player hesitates before this action, as far as it follows from what everybody knows.
    fn hesitation(&self, _seat: Seat, _action: &Self::Action) -> Hesitation {
        Hesitation::NONE
    }

    /// How long people look at an event before a computer player goes on.
    fn showing(_event: &Self::Event) -> Showing {
        Showing::NONE
    }

    /// What is shown of this action while a computer player hesitates.
    fn preview(_action: &Self::Action) -> Option<Self::Shown> {
        None
    }
}

/// How long a computer player hesitates before an action: any time between the two, drawn anew each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hesitation {
    /// At least so long.
    pub least: u32,
    /// At most so long.
    pub most: u32,
}

impl Hesitation {
    /// No hesitation at all.
    pub const NONE: Hesitation = Hesitation::of(0);

    /// Always the same.
    pub const fn of(millis: u32) -> Hesitation {
        Hesitation::between(millis, millis)
    }

    /// Any time between the two.
    pub const fn between(least: u32, most: u32) -> Hesitation {
        Hesitation { least, most }
    }
}

/// How long people look at something that happened before a computer player goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Showing {
    /// While it moves on the screen.
    pub drawn: u32,
    /// While it then lies still, for people to take it in.
    pub held: u32,
    /// What follows.
    pub then: Then,
}

/// What follows something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Then {
    /// The next one acts.
    #[default]
    GoOn,
    /// People who may act out of turn are given the time to do so before a computer player goes on.
    Call,
    /// People read a summary; the table waits until they have closed it.
    Summary,
}

impl Showing {
    /// Nothing is to be seen.
    pub const NONE: Showing = Showing::of(0, 0);

    /// Drawn for so long, then held for so long.
    pub const fn of(drawn: u32, held: u32) -> Showing {
        Showing { drawn, held, then: Then::GoOn }
    }

    /// The same, and this follows.
    #[must_use]
    pub const fn then(self, then: Then) -> Showing {
        Showing { then, ..self }
    }
}
