//! Computer players: who is asked, and what becomes of what they say.

use crate::Output;
use crate::charter::low_half;
use crate::entry::Fact;
use crate::request::Now;
use crate::room::Room;
use baize_games::SeatView;
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
    pub seat_view: SeatView,
    /// Where its chance comes from: the same decision is always thought about in the same way.
    pub seed: Seed,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} thinks for {}", self.player, self.seat)
    }
}

/// What a computer player is thinking about.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    pub(crate) decision: u32,
    pub(crate) is_aside: bool,
    /// What it has thought of, until it may be seen.
    pub(crate) thought: Option<Thought>,
}

/// What a computer player is going to do.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The action; nothing if it can only leave.
    action: Option<Value>,
    /// For how many milliseconds it hesitates.
    pub(crate) hesitation: u64,
    /// What everybody may see of it before; nothing once it was shown.
    pub(crate) preview: Option<Value>,
}

impl Room {
    /// Asks computer players, as long as somebody is there to see it: first one after the other those who may act out of
    /// turn, in the order of their seats after the one that must act; when all of these are silent, those who must act.
    pub(crate) fn seek_thoughts(&mut self, outputs: &mut Vec<Output>) {
        if self.think_again.is_some() || self.guests.is_empty() || self.durable.is_closed {
            return;
        }
        let Some(table) = &self.table else { return };
        let must = table.awaiting().must;
        let asked: Vec<(Seat, bool)> = match self.next_aside().filter(|_| !self.is_undisturbed()) {
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
                seat_view: table.seat_view(seat),
                seed: self.durable.charter.seed.branch(&label),
            }));
            self.thinking.insert(seat, Thinking { decision, is_aside, thought: None });
        }
    }

    /// Whether an answer of `seat` to this decision is still waited for.
    pub fn is_thinking(&self, seat: Seat, decision: u32) -> bool {
        self.thinking
            .get(&seat)
            .is_some_and(|thinking| thinking.decision == decision && thinking.thought.is_none())
    }

    /// The next computer player that could act out of turn and has not kept silent since the last move.
    fn next_aside(&self) -> Option<Seat> {
        let table = self.table.as_ref()?;
        table.awaiting().asides().find(|&seat| {
            let is_open = self.computer(seat).is_some() && !self.silent.contains(seat);
            is_open && !table.menu(seat).actions.is_empty()
        })
    }

    /// A computer player has made up its mind. It acts when that may be seen.
    pub(crate) fn thought(
        &mut self,
        now: &mut Now<'_>,
        seat: Seat,
        decision: u32,
        action: Result<Option<Value>, Problem>,
    ) {
        let asked = self.thinking.get(&seat).filter(|asked| asked.decision == decision);
        let Some(is_aside) = asked.filter(|asked| asked.thought.is_none()).map(|asked| asked.is_aside) else {
            return;
        };
        let Some(table) = &self.table else { return };
        let action = action.ok().flatten().filter(|action| table.check(seat, action).is_ok());
        // A player that has nothing sensible to say must not stop the game: something legal is done for it.
        let instead = || table.menu(seat).actions.into_iter().next().map(|listed| listed.action.value());
        let action = if is_aside { action } else { action.or_else(instead) };
        if is_aside && action.is_none() {
            self.thinking.remove(&seat);
            self.silent = self.silent.with(seat);
            return;
        }
        let chance = low_half((now.fresh)());
        let hesitation = match &action {
            _ if is_aside => self.hesitate_aside(chance),
            Some(action) => self.hesitate(table.hesitation(seat, action), chance),
            None => 0,
        };
        // Nothing is shown of an action that comes at once.
        let preview = action.as_ref().filter(|_| hesitation > 0).and_then(|action| table.preview(action));
        if let Some(thinking) = self.thinking.get_mut(&seat) {
            thinking.thought = Some(Thought { action, hesitation, preview });
        }
    }

    /// Does what the computer player in `seat` has thought of; if that has become impossible, it is asked again.
    pub(crate) fn act(&mut self, at: Moment, seat: Seat) {
        let Some(Thinking { is_aside, thought: Some(thought), .. }) = self.thinking.remove(&seat) else {
            return;
        };
        let Some(table) = &self.table else { return };
        let awaiting = table.awaiting();
        if !(if is_aside { awaiting.may } else { awaiting.must }).contains(seat) {
            return;
        }
        let fact = match thought.action {
            Some(action) if table.check(seat, &action).is_err() => return,
            Some(action) => Fact::Acted { seat, by: Some(By::Computer), action: Json::of(&action) },
            None => Fact::Left { seat, why: Leaving::Timeout },
        };
        self.add(at, None, fact).expect("what was checked is legal");
    }
}
