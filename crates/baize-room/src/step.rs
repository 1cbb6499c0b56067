//! What is told of an entry, and to whom.

use crate::entry::Fact;
use crate::room::Room;
use baize_games::Told;
use baize_protocol::{Event, Json, Moment, Step};
use baize_rules::{Audience, Viewer};

/// An entry as it is kept for those who come back: what everybody is told, and what the game told whom.
#[derive(Clone, Debug)]
pub struct Kept {
    version: u32,
    at: Moment,
    event: Event,
    told: Vec<Heard>,
}

#[derive(Clone, Debug)]
struct Heard {
    event: Json,
    text: String,
    to: Audience,
}

impl Kept {
    /// The first step of every table.
    pub(crate) fn opened(room: &Room) -> Kept {
        let event = Event::Opened { commitment: room.charter().seed.commitment() };
        Kept { version: 1, at: room.durable.at, event, told: Vec::new() }
    }

    /// The entry that the room has just let happen.
    pub(crate) fn new(room: &Room, fact: Fact, told: Vec<Told>) -> Kept {
        let event = match fact {
            Fact::Opened { charter } => Event::Opened { commitment: charter.seed.commitment() },
            Fact::Joined { seat, .. } | Fact::Seated { seat, .. } => Event::Joined { seat },
            Fact::Cleared { seat } => Event::Stood { seat },
            Fact::Linked { .. } => Event::LinkChanged {},
            Fact::Ready { seat, .. } => Event::Ready { seat },
            Fact::Started {} => Event::Started {},
            // What each viewer hears is put in when it is told.
            Fact::Acted { seat, by, .. } => Event::Acted { seat, by, events: Vec::new(), texts: None },
            Fact::Left { seat, why } => Event::Left { seat, why, events: Vec::new(), texts: None },
            Fact::Proposed { .. } => {
                let proposal = room.durable.proposal.clone();
                Event::Proposed { proposal: proposal.expect("the proposal was just made") }
            }
            Fact::Agreed { seat } => Event::Agreed { seat },
            Fact::Declined { seat } => Event::Declined { seat },
            Fact::TakenBack { seat, actions, .. } => Event::TakenBack { seat, actions },
            Fact::FilledIn { seat, player } => Event::FilledIn { seat, player },
            Fact::Returned { seat } => Event::Returned { seat },
            Fact::Said { seat, text } => Event::Chat { seat, text },
            Fact::Reacted { seat, reaction } => Event::Reacted { seat, reaction },
            Fact::RematchAsked { seat } => Event::RematchAsked { seat },
            Fact::Rematch { table } => Event::Rematch { table },
            Fact::Woken {} => Event::Woken {},
        };
        let heard = |told: Told| Heard { event: told.event, text: told.text, to: told.to };
        let told = told.into_iter().map(heard).collect();
        Kept { version: room.durable.version, at: room.durable.at, event, told }
    }

    /// The version after it.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// About how many bytes it takes.
    pub(crate) fn len(&self) -> usize {
        self.told.iter().map(|told| told.event.as_str().len() + told.text.len()).sum()
    }

    /// The step as `viewer` may know it.
    pub fn for_viewer(&self, viewer: Viewer, has_text: HasText) -> Step {
        let mut event = self.event.clone();
        if let Event::Acted { events, texts, .. } | Event::Left { events, texts, .. } = &mut event {
            let heard = || self.told.iter().filter(|told| told.to.includes(viewer));
            *events = heard().map(|told| told.event.clone()).collect();
            *texts = (has_text == HasText::Yes).then(|| heard().map(|told| told.text.clone()).collect());
        }
        Step { version: self.version, at: self.at, event }
    }
}

/// Whether a client wants everything in words too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HasText {
    /// It does.
    Yes,
    /// JSON is enough.
    No,
}
