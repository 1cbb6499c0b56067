//! A seat at a server's table, for the screen and the lines.

use super::venue::{Undone, Venue};
use super::words::Words;
use crate::local::advice;
use baize_client::{Connection, Seated, clocks, line, name_of};
use baize_games::{AnyTable, typed_menu};
use baize_protocol::{Occupant, Proposed, Request, StepFact};
use baize_rules::{Language, Problem, Say, Seat, Seed};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Somebody who lets the others go on looks again after so long at the latest.
const A_WHILE: Duration = Duration::from_secs(60);

/// A seat at a table whose game has begun.
pub(super) struct Remote {
    seated: Seated,
    seat: Seat,
    language: Language,
}

impl Remote {
    /// Nothing if the game has not begun, or if this is no seat.
    pub(super) fn new(seated: Seated, language: Language) -> Option<Remote> {
        seated.table()?;
        Some(Remote { seat: seated.seat()?, seated, language })
    }

    /// Who is at the table besides this seat.
    fn others(&self) -> impl Iterator<Item = (Seat, &baize_protocol::SeatState)> {
        let seats = self.seated.seats().iter().enumerate();
        let numbered = seats.filter_map(|(index, state)| Some((Seat::new(index as u8)?, state)));
        numbered.filter(|(seat, _)| *seat != self.seat)
    }

    /// A sentence with the names of the others in place of their seats.
    fn named(&self, text: &str, language: Language) -> String {
        self.others().fold(text.to_owned(), |text, (seat, state)| {
            let Some(name) = name_of(state) else { return text };
            let seat = seat.told_in(language).to_string();
            let mut capital = seat.clone();
            capital[..1].make_ascii_uppercase();
            text.replace(&seat, &name).replace(&capital, &name)
        })
    }

    /// The number of a proposal that this seat has to decide.
    fn asked(&self) -> Option<u32> {
        let proposal = self.seated.proposal()?;
        proposal.waiting.contains(self.seat).then_some(proposal.number)
    }

    fn decide(&mut self, agrees: bool) -> Result<(), Problem> {
        let Some(proposal) = self.seated.proposal().map(|proposal| proposal.number) else {
            return Err(Problem::new("table.no_proposal", "nothing is proposed"));
        };
        self.seated.ask(|id| match agrees {
            true => Request::Agree { id, proposal },
            false => Request::Decline { id, proposal },
        })
    }

    fn connection(&self) -> Option<String> {
        let words = Words::of(self.language);
        match self.seated.connection() {
            Connection::Here => None,
            Connection::Elsewhere => Some(words.elsewhere.to_owned()),
            Connection::Away => Some(words.away.to_owned()),
            Connection::Ended(problem) => Some(problem.message),
        }
    }
}

impl Venue for Remote {
    fn table(&self) -> &dyn AnyTable {
        self.seated.table().expect("a game that has begun stays on the table")
    }

    fn reader(&self) -> Option<Seat> {
        Some(self.seat)
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        let mut moves = typed_menu(self.table(), seat).0;
        if self.asked().is_some() {
            moves.extend(["agree".to_owned(), "decline".to_owned()]);
        }
        moves
    }

    fn may_wait(&self) -> bool {
        !self.seated.is_due()
    }

    fn wait(&mut self) -> Result<(), Problem> {
        self.seated.wait(Instant::now() + A_WHILE);
        match self.seated.connection() {
            Connection::Ended(problem) => Err(problem),
            _ => Ok(()),
        }
    }

    fn act(&mut self, _: Seat, action: &Value) -> Result<(), Problem> {
        self.seated.play(action)
    }

    fn resign(&mut self, _: Seat) -> Result<(), Problem> {
        self.seated.ask(|id| Request::Resign { id })
    }

    fn undo(&mut self) -> Undone {
        match self.seated.ask(|id| Request::Propose { id, what: Proposed::Takeback {} }) {
            Ok(()) if self.seated.proposal().is_some() => Undone::Asked,
            Ok(()) => Undone::TakenBack,
            Err(problem) if problem.code == "table.nothing_to_take_back" => Undone::Nothing,
            Err(problem) => Undone::Refused(problem),
        }
    }

    /// Against people there is none.
    fn hint(&self, seat: Seat) -> Result<String, Problem> {
        if self.others().any(|(_, state)| state.occupant == Occupant::Person) {
            return Err(Problem::new("client.no_advice", Words::of(self.language).no_advice));
        }
        advice(self.table(), seat, None, &Seed::from_text(&self.seated.version().to_string()))
    }

    fn command(&mut self, typed: &str) -> Option<Result<(), Problem>> {
        match typed {
            "draw" => Some(self.seated.ask(|id| Request::Propose { id, what: Proposed::Draw {} })),
            "agree" => Some(self.decide(true)),
            "decline" => Some(self.decide(false)),
            _ => {
                let text = typed.strip_prefix("say ")?.to_owned();
                Some(self.seated.ask(|id| Request::Chat { id, text }))
            }
        }
    }

    fn count(&self) -> usize {
        self.seated.count()
    }

    fn told(&self, until: usize, count: usize, language: Language) -> Vec<String> {
        let from = until.saturating_sub(count);
        let steps = self.seated.steps(from).take(until - from);
        let lines = steps.flat_map(|step| line(step, language)).map(|line| line.text);
        lines.map(|text| self.named(&text, language)).collect()
    }

    fn events(&self, from: usize) -> Vec<Value> {
        let events = self.seated.steps(from).filter_map(|step| match &step.event {
            StepFact::Acted { events, .. }
            | StepFact::Left { events, .. }
            | StepFact::Drawn { events, .. } => Some(events),
            _ => None,
        });
        events.flatten().map(baize_protocol::Json::value).collect()
    }

    fn is_live(&self) -> bool {
        true
    }

    fn is_kept(&self) -> bool {
        true
    }

    fn poll(&mut self) {
        self.seated.poll();
    }

    fn is_open(&self, seat: Seat) -> bool {
        self.asked().is_some() || !self.table().menu(seat).actions.is_empty()
    }

    fn note(&self, language: Language) -> String {
        let words = Words::of(language);
        let mut notes: Vec<String> = self.connection().into_iter().collect();
        if let Some(proposal) = self.seated.proposal().filter(|_| self.asked().is_some()) {
            let who = proposal.by.told_in(language).to_string();
            notes.push(format!("{} {}", self.named(&who, language), words.agree));
        }
        if let Some(shown) = &self.seated.state().clocks {
            notes.push(clocks(shown, self.seated.clocks_age(), language));
        }
        let must: Vec<String> = self
            .seated
            .state()
            .must()
            .map(|seat| self.named(&seat.told_in(language).to_string(), language))
            .collect();
        if !self.seated.is_due() && !must.is_empty() {
            notes.push(format!("{} {}", words.waiting, must.join(", ")));
        }
        let name =
            |(seat, state): (Seat, _)| Some(format!("{}: {}", seat.told_in(language), name_of(state)?));
        notes.extend(self.others().filter_map(name));
        notes.retain(|note| !note.is_empty());
        notes.join("  ")
    }
}
