//! Computer players: who is asked, and what becomes of what they say.

use crate::Output;
use crate::entry::Fact;
use crate::room::Room;
use baize_games::Glimpse;
use baize_protocol::{By, Json, Moment};
use baize_rules::{Leaving, Problem, Seat, Seed};
use serde_json::Value;
use std::fmt;

/// What a computer player gets to think about.
pub struct Task {
    /// For which seat.
    pub seat: Seat,
    /// The version with which the decision came up; an answer to an older one is ignored.
    pub decision: u32,
    /// The id of the game.
    pub game: String,
    /// The id of the computer player.
    pub player: String,
    /// Whether it is another's turn: then it may keep silent.
    pub is_aside: bool,
    /// All that it sees.
    pub glimpse: Glimpse,
    /// Where its chance comes from: the same decision is always thought about in the same way.
    pub seed: Seed,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} thinks for {}", self.player, self.seat)
    }
}

/// What a computer player is thinking about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thinking {
    pub(crate) decision: u32,
    pub(crate) is_aside: bool,
}

impl Room {
    /// Asks computer players, as long as somebody is there to see it: first one after the other those who may act out of
    /// turn, in the order of their seats after the one that must act; when all of these are silent, those who must act.
    pub(crate) fn seek_thoughts(&mut self, outputs: &mut Vec<Output>) {
        if self.think_again.is_some() || self.guests.is_empty() {
            return;
        }
        let Some(table) = &self.table else { return };
        let must = table.awaiting().must;
        let asked: Vec<(Seat, bool)> = match self.next_aside() {
            Some(seat) => vec![(seat, true)],
            None => must.iter().map(|seat| (seat, false)).collect(),
        };
        for (seat, is_aside) in asked {
            let Some(player) = self.computer(seat) else { continue };
            if self.thinking.contains_key(&seat) {
                continue;
            }
            let decision = if is_aside { self.durable.version } else { self.durable.timing.decision(seat) };
            let label = format!("computer player in {seat}, decision {decision}");
            outputs.push(Output::Think(Task {
                seat,
                decision,
                game: self.durable.charter.game.clone(),
                player: player.to_owned(),
                is_aside,
                glimpse: table.glimpse(seat),
                seed: self.durable.charter.seed.branch(&label),
            }));
            self.thinking.insert(seat, Thinking { decision, is_aside });
        }
    }

    /// Whether an answer of `seat` to this decision is still waited for.
    pub fn is_thinking(&self, seat: Seat, decision: u32) -> bool {
        self.thinking.get(&seat).is_some_and(|thinking| thinking.decision == decision)
    }

    /// The next computer player that could act out of turn and has not kept silent since the last move.
    fn next_aside(&self) -> Option<Seat> {
        let table = self.table.as_ref()?;
        table.awaiting().asides().find(|&seat| {
            let is_open = self.computer(seat).is_some() && !self.silent.contains(seat);
            is_open && !table.menu(seat).actions.is_empty()
        })
    }

    /// A computer player has made up its mind.
    pub(crate) fn thought(
        &mut self,
        at: Moment,
        seat: Seat,
        decision: u32,
        action: Result<Option<Value>, Problem>,
    ) {
        let Some(thinking) = self.thinking.get(&seat).copied().filter(|asked| asked.decision == decision)
        else {
            return;
        };
        self.thinking.remove(&seat);
        let Some(table) = &self.table else { return };
        let action = action.ok().flatten().filter(|action| table.check(seat, action).is_ok());
        let fact = if thinking.is_aside {
            let Some(action) = action else {
                self.silent = self.silent.with(seat);
                return;
            };
            Fact::Acted { seat, by: Some(By::Computer), action: Json::of(&action) }
        } else {
            if !table.awaiting().must.contains(seat) {
                return;
            }
            // A player that has nothing sensible to say must not stop the game: something legal is done for it.
            let instead = || table.menu(seat).actions.into_iter().next().map(|listed| listed.action.value());
            match action.or_else(instead) {
                Some(action) => Fact::Acted { seat, by: Some(By::Computer), action: Json::of(&action) },
                None => Fact::Left { seat, why: Leaving::Timeout },
            }
        };
        self.add(at, None, fact).expect("what was checked is legal");
    }
}
