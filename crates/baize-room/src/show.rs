//! What viewers are shown.

use crate::changes::{Part, Touched};
use crate::room::Room;
use crate::{GuestId, Output};
use baize_protocol::{Clocks, Fairness, Json, Message, Moment, Phase, TableState};
use baize_rules::{Language, Viewer};

impl Room {
    /// Everything that `viewer` may know, in words too if a language is given.
    pub fn state_for(&self, at: Moment, viewer: Viewer, text: Option<Language>) -> TableState {
        self.state(at, viewer, text, Touched::EVERYTHING)
    }

    fn state(&self, at: Moment, viewer: Viewer, text: Option<Language>, touched: Touched) -> TableState {
        let mut state = TableState::default();
        if touched.has(Part::Seats) {
            state.seats = Some(self.seating.shown());
            state.hints = Some(self.allows_hints());
        }
        if touched.has(Part::Seats) || touched.has(Part::Game) {
            state.phase = Some(self.phase());
        }
        if touched.has(Part::Seats) || self.phase() == Phase::Over {
            state.fairness = Some(self.fairness());
        }
        if touched.has(Part::Proposal) {
            state.proposal = Some(self.proposals.open().cloned());
        }
        if touched.has(Part::Rematch) {
            state.rematch = self.next_game.shown();
        }
        if touched.has(Part::Game) || touched.has_own(viewer) {
            self.show_game(viewer, text, &mut state);
        }
        if touched.has(Part::Game) || touched.has(Part::Clocks) {
            state.clocks = self.clocks(at);
        }
        if touched.has(Part::Pace) {
            state.pace = Some(self.pace());
        }
        if touched.has(Part::Waiting) {
            state.waiting = Some(self.waiting());
        }
        state
    }

    fn clocks(&self, at: Moment) -> Option<Clocks> {
        self.game()?;
        self.timing.show(&self.charter.clock, at, |seat| self.flag(seat).map(|(at, _)| at))
    }

    fn show_game(&self, viewer: Viewer, text: Option<Language>, state: &mut TableState) {
        let Some(table) = self.game() else { return };
        state.view = Some(table.view_json(viewer));
        state.text = text.map(|language| table.text(viewer, language));
        if let Viewer::Seat(seat) = viewer {
            let (actions, is_complete) = table.menu_json(seat);
            state.actions = Some(if self.course.is_abandoned() { Json::of(&[(); 0]) } else { actions });
            state.complete = Some(is_complete);
        }
        state.awaiting = self.course.awaiting();
        state.result = self.outcome();
    }

    fn fairness(&self) -> Fairness {
        let seed = &self.charter.seed;
        let phase = self.phase();
        Fairness {
            commitment: seed.commitment(),
            entropy: (phase != Phase::Waiting).then(|| self.seating.entropy()),
            seed: (phase == Phase::Over).then(|| seed.to_hex()),
        }
    }

    /// What happened after version `before`, for everybody but one.
    pub(crate) fn news(&mut self, at: Moment, before: u32, but: Option<GuestId>) -> Vec<Output> {
        let touched = self.changes.take();
        let is_shared = self.version() != before
            || [Part::Game, Part::Waiting, Part::Pace, Part::Clocks].iter().any(|part| touched.has(*part));
        if !is_shared && touched.is_shared() {
            return Vec::new();
        }
        let happened = self.log.recent().filter(|kept| kept.version() > before);
        let audiences = self.guests.audiences(but, |viewer| is_shared || touched.has_own(viewer));
        let (version, history) = (self.version(), self.log.history(&self.charter.nonce));
        let tell = |(viewer, text, to)| {
            let steps = happened.clone().map(|kept| kept.for_viewer(viewer, text)).collect();
            let state = Box::new(self.state(at, viewer, text, touched));
            Output::Tell { to, text: Message::News { version, history, steps, state }.to_text() }
        };
        audiences.into_iter().map(tell).collect()
    }
}
