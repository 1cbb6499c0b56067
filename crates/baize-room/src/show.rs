//! What a viewer is shown.

use crate::room::{Room, Touched};
use crate::{Guest, GuestId, Output};
use baize_protocol::{Clocks, Fairness, Json, Message, Moment, Phase, TableState};
use baize_rules::{Awaiting, Language, SeatSet, Viewer};

impl Touched {
    /// Whether something has changed that only `viewer` can notice.
    fn has_own(&self, viewer: Viewer) -> bool {
        viewer.seat().is_some_and(|seat| self.own.contains(seat))
    }
}

impl Room {
    /// Everything that `viewer` may know, in words too if a language is given.
    pub fn state_for(&self, at: Moment, viewer: Viewer, text: Option<Language>) -> TableState {
        let everything = Touched {
            seats: true,
            game: true,
            proposal: true,
            rematch: true,
            clocks: true,
            pace: true,
            waiting: true,
            own: SeatSet::NONE,
        };
        self.state(at, viewer, text, everything)
    }

    fn state(&self, at: Moment, viewer: Viewer, text: Option<Language>, touched: Touched) -> TableState {
        let mut state = TableState::default();
        if touched.seats {
            state.seats = Some(self.seat_states());
            state.hints = Some(self.allows_hints());
        }
        if touched.seats || touched.game {
            state.phase = Some(self.phase());
        }
        if touched.seats || self.phase() == Phase::Over {
            state.fairness = Some(self.fairness());
        }
        if touched.proposal {
            state.proposal = Some(self.durable.proposal.clone());
        }
        if touched.rematch {
            state.rematch = self.rematch();
        }
        if touched.game || touched.has_own(viewer) {
            self.show_game(viewer, text, &mut state);
        }
        if touched.game || touched.clocks {
            state.clocks = self.clocks(at);
        }
        if touched.pace {
            state.pace = Some(self.pace());
        }
        if touched.waiting {
            state.waiting = Some(self.waiting());
        }
        state
    }

    fn clocks(&self, at: Moment) -> Option<Clocks> {
        self.table.as_ref()?;
        let clock = &self.durable.charter.clock;
        self.durable.timing.show(clock, at, |seat| self.flag(seat).map(|(at, _)| at))
    }

    fn show_game(&self, viewer: Viewer, text: Option<Language>, state: &mut TableState) {
        let Some(table) = &self.table else { return };
        state.view = Some(table.view_json(viewer));
        state.text = text.map(|language| table.text(viewer, language));
        if let Viewer::Seat(seat) = viewer {
            let menu = table.menu(seat);
            let actions = if self.durable.is_closed { Vec::new() } else { menu.actions };
            state.actions = Some(Json::of(&actions));
            state.complete = Some(menu.is_complete);
        }
        state.awaiting = Some(if self.durable.is_closed { Awaiting::NOBODY } else { table.awaiting() });
        state.result = self.outcome();
    }

    fn fairness(&self) -> Fairness {
        let seed = &self.durable.charter.seed;
        let phase = self.phase();
        Fairness {
            commitment: seed.commitment(),
            entropy: (phase != Phase::Waiting).then(|| self.entropy()),
            seed: (phase == Phase::Over).then(|| seed.to_hex()),
        }
    }

    /// What happened after version `before`, for everybody but one.
    pub(crate) fn news(&mut self, at: Moment, before: u32, but: Option<GuestId>) -> Vec<Output> {
        let touched = std::mem::take(&mut self.touched);
        let is_shared =
            self.version() != before || touched.game || touched.waiting || touched.pace || touched.clocks;
        if !is_shared && touched.own.is_empty() {
            return Vec::new();
        }
        let happened = self.recent.iter().filter(|kept| kept.version() > before);
        let mut outputs: Vec<(Viewer, Option<Language>, Vec<GuestId>)> = Vec::new();
        let hears = |guest: &Guest| is_shared || touched.has_own(guest.viewer);
        for (id, guest) in self.guests.iter().filter(|(id, guest)| Some(**id) != but && hears(guest)) {
            let same = |(viewer, text, _): &&mut (Viewer, Option<Language>, Vec<GuestId>)| {
                *viewer == guest.viewer && *text == guest.text
            };
            match outputs.iter_mut().find(same) {
                Some((_, _, to)) => to.push(*id),
                None => outputs.push((guest.viewer, guest.text, vec![*id])),
            }
        }
        let (version, history) = (self.version(), self.history());
        let tell = |(viewer, text, to)| {
            let steps = happened.clone().map(|kept| kept.for_viewer(viewer, text)).collect();
            let state = Box::new(self.state(at, viewer, text, touched));
            Output::Tell { to, text: Message::News { version, history, steps, state }.to_text() }
        };
        outputs.into_iter().map(tell).collect()
    }
}
