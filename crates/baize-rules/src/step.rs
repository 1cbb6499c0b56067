//! What an accepted action leads to.

use crate::{Game, Seat, Viewer};

/// Who hears an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// All seats and spectators.
    Everyone,
    /// One seat.
    Only(Seat),
    /// All but one seat, spectators included.
    AllBut(Seat),
}

impl Audience {
    /// Whether `viewer` hears the event.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Audience::Everyone => true,
            Audience::Only(seat) => viewer == Viewer::Seat(seat),
            Audience::AllBut(seat) => viewer != Viewer::Seat(seat),
        }
    }
}

/// An event and who hears it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addressed<E> {
    /// What happened.
    pub event: E,
    /// Who hears it in these words.
    pub to: Audience,
}

/// The next state and what is announced on the way there, in order.
#[derive(Clone, Debug)]
pub struct Transition<G: Game> {
    /// The state after the action.
    pub next: G,
    /// What is announced, in order.
    pub events: Vec<Addressed<G::Event>>,
}

impl<G: Game> Transition<G> {
    /// A transition to `next` without any announcement yet.
    pub const fn to(next: G) -> Transition<G> {
        Transition { next, events: Vec::new() }
    }

    /// Announces `event` to everybody.
    pub fn tell(&mut self, event: G::Event) {
        self.events.push(Addressed { event, to: Audience::Everyone });
    }

    /// Announces one event to `seat` and another to everybody else, so that neither half can be forgotten.
    pub fn tell_apart(&mut self, seat: Seat, private: G::Event, public: G::Event) {
        self.events.push(Addressed { event: private, to: Audience::Only(seat) });
        self.events.push(Addressed { event: public, to: Audience::AllBut(seat) });
    }
}
