//! How long things are shown, so that people can follow what computer players do.
//!
//! All times are milliseconds at normal speed. They may depend only on what everybody knows: a wait that
//! depended on a hidden card would reveal it.

use crate::{Game, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The pace at which people watch a game while computer players act. None of this is a rule, so it is not
/// part of the contract and no law checks it.
pub trait Watched: Game {
    /// How long people look at a new deal before a computer player does anything.
    const DEALING: Showing = Showing::of(0, 1_500);

    /// The part of an action that everybody may see before it is made, such as where a cue points. A seat may
    /// show any value of this type; [`Nothing`](crate::Nothing) if every action is made at once.
    type Shown: Serialize + DeserializeOwned + JsonSchema;

    /// How long a computer player hesitates before this action, judged only by what everybody knows.
    fn hesitation(&self, _seat: Seat, _action: &Self::Action) -> Hesitation {
        Hesitation::NONE
    }

    /// How long people look at an event before a computer player goes on.
    fn showing(_event: &Self::Event) -> Showing {
        Showing::NONE
    }

    /// What everybody sees of this action while a computer player hesitates.
    fn preview(_action: &Self::Action) -> Option<Self::Shown> {
        None
    }
}

/// How long a computer player hesitates before an action: a time between two limits, drawn anew each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hesitation {
    /// The shortest time.
    pub least: u32,
    /// The longest time.
    pub most: u32,
}

impl Hesitation {
    /// No hesitation at all.
    pub const NONE: Hesitation = Hesitation::of(0);

    /// Always the same time.
    pub const fn of(millis: u32) -> Hesitation {
        Hesitation::between(millis, millis)
    }

    /// Any time from `least` to `most`.
    pub const fn between(least: u32, most: u32) -> Hesitation {
        Hesitation { least, most }
    }
}

/// How long people look at something that happened before a computer player goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Showing {
    /// How long it moves on the screen.
    pub drawn: u32,
    /// How long it then lies still, for people to take it in.
    pub held: u32,
    /// What happens next.
    pub then: Then,
}

/// What happens after people have seen something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Then {
    /// The next seat acts.
    #[default]
    GoOn,
    /// People who may act out of turn get time to do so before a computer player goes on.
    Call,
    /// People read a summary; the table waits until they have closed it.
    Summary,
}

impl Showing {
    /// There is nothing to see.
    pub const NONE: Showing = Showing::of(0, 0);

    /// Something drawn and then held for these times.
    pub const fn of(drawn: u32, held: u32) -> Showing {
        Showing { drawn, held, then: Then::GoOn }
    }

    /// The same times, followed by `then`.
    #[must_use]
    pub const fn then(self, then: Then) -> Showing {
        Showing { then, ..self }
    }
}
