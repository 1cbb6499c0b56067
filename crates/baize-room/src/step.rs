//! What is told of an entry, and to whom.

use crate::entry::Fact;
use crate::room::Room;
use baize_games::AnyEvent;
use baize_protocol::{Moment, Step, StepFact};
use baize_rules::{Language, Viewer};
use std::collections::VecDeque;

/// An entry as kept for returning clients: what everybody is told, and which events of the game go to whom.
#[derive(Clone, Debug)]
pub struct RecentStep {
    version: u32,
    at: Moment,
    event: StepFact,
    told: Vec<AnyEvent>,
}

impl RecentStep {
    /// The first step of every table.
    pub(crate) fn opened(room: &Room) -> RecentStep {
        let event = StepFact::Opened { commitment: room.charter().seed.commitment() };
        RecentStep { version: 1, at: room.log.at(), event, told: Vec::new() }
    }

    /// The step of the entry that was just applied.
    pub(crate) fn new(room: &Room, fact: Fact, told: Vec<AnyEvent>) -> RecentStep {
        let event = match fact {
            Fact::Opened { charter } => StepFact::Opened { commitment: charter.seed.commitment() },
            Fact::Joined { seat, .. } | Fact::Seated { seat, .. } => StepFact::Joined { seat },
            Fact::Cleared { seat } => StepFact::Stood { seat },
            Fact::Linked { .. } => StepFact::LinkChanged {},
            Fact::Ready { seat, .. } => StepFact::Ready { seat },
            Fact::Started {} => StepFact::Started {},
            // Events are filled in for each viewer.
            Fact::Acted { seat, by, .. } => StepFact::Acted { seat, by, events: Vec::new(), texts: None },
            Fact::Drawn { seat } => StepFact::Drawn { seat, events: Vec::new(), texts: None },
            Fact::Left { seat, why } => StepFact::Left { seat, why, events: Vec::new(), texts: None },
            Fact::Proposed { .. } => {
                let proposal = room.proposals.open().cloned();
                StepFact::Proposed { proposal: proposal.expect("the proposal was just made") }
            }
            Fact::Agreed { seat } => StepFact::Agreed { seat },
            Fact::Declined { seat } => StepFact::Declined { seat },
            Fact::TakenBack { seat, actions, .. } => StepFact::TakenBack { seat, actions },
            Fact::FilledIn { seat, player, persona } => StepFact::FilledIn { seat, player, persona },
            Fact::Returned { seat } => StepFact::Returned { seat },
            Fact::Said { seat, text } => StepFact::Chat { seat, text },
            Fact::Reacted { seat, reaction } => StepFact::Reacted { seat, reaction },
            Fact::RematchAsked { seat } => StepFact::RematchAsked { seat },
            Fact::Rematch { table } => StepFact::Rematch { table },
            Fact::Closed {} => StepFact::Closed {},
            Fact::Woken {} => StepFact::Woken {},
            Fact::Hinted { seat } => StepFact::Hinted { seat },
            Fact::Rested { .. } | Fact::Paused { .. } => StepFact::Rested {},
        };
        RecentStep { version: room.version(), at: room.log.at(), event, told }
    }

    /// The version that this step leads to.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Its approximate size in bytes when sent.
    pub(crate) fn len(&self) -> usize {
        self.told.iter().map(|told| told.event.as_str().len()).sum()
    }

    /// The step as `viewer` may know it, in words too if a language is given.
    pub fn for_viewer(&self, viewer: Viewer, text: Option<Language>) -> Step {
        let mut event = self.event.clone();
        if let StepFact::Acted { events, texts, .. }
        | StepFact::Left { events, texts, .. }
        | StepFact::Drawn { events, texts, .. } = &mut event
        {
            let heard = || self.told.iter().filter(|told| told.to.includes(viewer));
            *events = heard().map(|told| told.event.clone()).collect();
            *texts = text.map(|language| heard().map(|told| told.text.told_in(language)).collect());
        }
        Step { version: self.version, at: self.at, event }
    }
}

/// How many steps are kept in memory for returning clients; older ones are read from the log.
const MOST_RECENT: usize = 64;
/// The most bytes of such steps: a shot in pool takes many words.
const MOST_RECENT_BYTES: usize = 64 * 1024;

/// The latest steps of a table, bounded in number and size.
#[derive(Default)]
pub(crate) struct Recent {
    steps: VecDeque<RecentStep>,
    bytes: usize,
}

impl Recent {
    /// Adds a step, dropping the oldest as needed.
    pub(crate) fn push(&mut self, kept: RecentStep) {
        self.bytes += kept.len();
        self.steps.push_back(kept);
        while self.steps.len() > 1 && (self.steps.len() > MOST_RECENT || self.bytes > MOST_RECENT_BYTES) {
            self.bytes -= self.steps.pop_front().map_or(0, |kept| kept.len());
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RecentStep> + Clone {
        self.steps.iter()
    }

    /// Takes all of them.
    pub(crate) fn take(&mut self) -> VecDeque<RecentStep> {
        self.bytes = 0;
        std::mem::take(&mut self.steps)
    }
}
