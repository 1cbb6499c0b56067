//! A seat at a server's table, for the screen and the lines.

use super::venue::{Undone, Venue};
use super::words::Words;
use crate::local::advice;
use baize_client::{Connection, Seated, Wire, clocks, line, name_of};
use baize_games::{AnyTable, typed_menu};
use baize_protocol::{Occupant, Phase, Proposed, Request, StepFact};
use baize_rules::{Language, Problem, Say, Seat, Seed};
use serde_json::Value;
use std::time::{Duration, Instant};

/// The longest wait for the others before looking again.
const A_WHILE: Duration = Duration::from_secs(60);

/// Makes another connection to the same server.
pub(super) type Dial = Box<dyn Fn() -> Box<dyn Wire> + Send>;

/// A seat at a table whose game has begun.
pub(super) struct Remote {
    seated: Seated,
    seat: Seat,
    language: Language,
    dial: Dial,
    /// The seat at the next table, until its game begins.
    next: Option<Seated>,
    before: usize,
}

impl Remote {
    /// Returns `None` if the game has not begun or if there is no seat.
    pub(super) fn new(seated: Seated, language: Language, dial: Dial) -> Option<Remote> {
        seated.table()?;
        Some(Remote { seat: seated.seat()?, seated, language, dial, next: None, before: 0 })
    }

    /// Takes a seat at the next game's table, and shows that game once it has begun.
    fn follow(&mut self) -> Result<(), Problem> {
        let table = self.seated.state().rematch.clone().and_then(|rematch| rematch.table);
        if let Some(table) = table.filter(|_| self.next.is_none()) {
            let mut next = self.seated.sit_at((self.dial)(), table)?;
            if next.phase() == Phase::Waiting {
                next.ask(|id| Request::Ready { id, entropy: None })?;
            }
            self.next = Some(next);
        }
        let Some(next) = &mut self.next else { return Ok(()) };
        next.poll();
        if let Connection::Ended(problem) = next.connection() {
            return Err(problem);
        }
        if let Some((seated, seat)) = self.next.take_if(|next| next.table().is_some()).and_then(|next| {
            let seat = next.seat()?;
            Some((next, seat))
        }) {
            (self.seated, self.seat) = (seated, seat);
            self.before += 1;
        }
        Ok(())
    }

    /// Everybody at the table besides this seat.
    fn others(&self) -> impl Iterator<Item = (Seat, &baize_protocol::SeatState)> {
        let seats = self.seated.seats().iter().enumerate();
        let numbered = seats.filter_map(|(index, state)| Some((Seat::new(index as u8)?, state)));
        numbered.filter(|(seat, _)| *seat != self.seat)
    }

    /// The number of a proposal that awaits this seat's decision.
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
        let seated = self.next.as_mut().unwrap_or(&mut self.seated);
        seated.wait(Instant::now() + A_WHILE);
        match seated.connection() {
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

    /// There are no hints against people.
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

    fn again(&mut self) -> Result<(), Problem> {
        self.seated.ask(|id| Request::Rematch { id })
    }

    fn games_before(&self) -> usize {
        self.before
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

    fn poll(&mut self, _: Duration) -> Result<(), Problem> {
        self.seated.poll();
        self.follow()
    }

    fn is_open(&self, seat: Seat) -> bool {
        self.asked().is_some() || !self.table().menu(seat).actions.is_empty()
    }

    fn note(&self, language: Language) -> String {
        let words = Words::of(language);
        let mut notes: Vec<String> = self.connection().into_iter().collect();
        if let Some(proposal) = self.seated.proposal().filter(|_| self.asked().is_some()) {
            let who = self.named(&proposal.by.told_in(language).to_string(), language);
            let asks = if matches!(proposal.what, Proposed::Draw {}) { words.asks_draw } else { words.agree };
            notes.push(format!("{who} {asks}"));
        }
        if let Some(shown) = &self.seated.state().clocks {
            notes.push(self.named(&clocks(shown, self.seated.clocks_age(), language), language));
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
        let rematch = self.seated.state().rematch.clone();
        let asked = rematch.filter(|rematch| !rematch.asked.contains(self.seat) && rematch.table.is_none());
        if let Some(first) = asked.and_then(|rematch| rematch.asked.iter().next()) {
            let who = self.named(&first.told_in(language).to_string(), language);
            notes.push(format!("{who} {}", words.wants_again));
        }
        let others: Vec<String> = self.others().filter_map(|(_, state)| name_of(state)).collect();
        notes.push(format!("{} {}", words.with, others.join(", ")));
        notes.retain(|note| !note.is_empty());
        notes.join("  ")
    }
    fn names(&self, _: Language) -> Vec<Option<String>> {
        self.seated.seats().iter().map(name_of).collect()
    }
}
