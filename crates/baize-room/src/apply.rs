//! How an entry changes a room.

use crate::asked::Asked;
use crate::changes::Part;
use crate::course::{Done, Move};
use crate::entry::{Entry, Fact, Sitter};
use crate::limits;
use crate::meanwhile::{Meanwhile, Private};
use crate::room::Room;
use crate::step::RecentStep;
use crate::timing::Change;
use baize_games::{AnyAction, AnyEvent, find};
use baize_protocol::{By, Moment};
use baize_rules::{DecisionKind, Problem, Seat, SeatSet, Showing, Viewer};

impl Room {
    /// Adds an entry. If it is refused, nothing has changed.
    pub(crate) fn add(&mut self, now: Moment, asked: Option<Asked>, fact: Fact) -> Result<u32, Problem> {
        self.add_read(now, asked, fact, None)
    }

    /// The same for an action that is already decoded.
    pub(crate) fn add_action(
        &mut self,
        now: Moment,
        asked: Option<Asked>,
        seat: Seat,
        by: Option<By>,
        action: &AnyAction,
    ) -> Result<u32, Problem> {
        self.add_read(
            now,
            asked,
            Fact::Acted { seat, by, action: action.json.clone(), meant: None },
            Some(action),
        )
    }

    pub(crate) fn add_read(
        &mut self,
        now: Moment,
        asked: Option<Asked>,
        fact: Fact,
        action: Option<&AnyAction>,
    ) -> Result<u32, Problem> {
        let meanwhile = self.margin.meanwhile().clone();
        let entry = Entry { at: now.max(self.log.at()), asked, meanwhile, fact };
        let bytes = entry.to_bytes();
        self.apply_read(entry, action)?;
        self.log.write(bytes);
        Ok(self.version())
    }

    /// Applies an entry: the only place where durable state changes, for live and replayed tables alike.
    pub(crate) fn apply(&mut self, entry: Entry) -> Result<(), Problem> {
        self.apply_read(entry, None)
    }

    fn apply_read(&mut self, entry: Entry, action: Option<&AnyAction>) -> Result<(), Problem> {
        let bytes = limits::bytes(&entry);
        let Entry { at, asked, meanwhile, fact } = entry;
        if let Some(seat) = fact.seat() {
            self.seating.place(seat)?;
        }
        self.arrange(&meanwhile)?;
        let moves = self.course.moves().len();
        self.course.take_in(meanwhile.moves());
        let changed = self.change(at, &fact, action);
        if changed.is_err() {
            self.course.leave_out(moves);
        }
        let told = changed?;
        self.log.grow(at, bytes);
        self.requests.log(self.log.version(), asked.into_iter().chain(meanwhile.asked), meanwhile.refused);
        self.margin.clear();
        let kept = RecentStep::new(self, fact, told);
        self.log.remember(kept);
        Ok(())
    }

    /// Repeats what is kept beside the log. Repeating it twice does no harm: only the latest counts.
    pub(crate) fn arrange(&mut self, meanwhile: &Meanwhile) -> Result<(), Problem> {
        for Private { seat, action } in &meanwhile.actions {
            self.course.repeat_beside(*seat, action)?;
        }
        if let Some(pace) = meanwhile.pace {
            self.set_pace(pace);
        }
        Ok(())
    }

    fn change(
        &mut self,
        at: Moment,
        fact: &Fact,
        read: Option<&AnyAction>,
    ) -> Result<Vec<AnyEvent>, Problem> {
        match fact {
            Fact::Opened { .. } => return Err(Problem::new("table.begun", "the table is open already")),
            Fact::Acted { seat, action, meant, .. } => {
                let made = Move { meant: meant.clone(), ..made(*seat, Done::Action(action.clone())) };
                return self.advance(at, made, read);
            }
            Fact::Left { seat, why } => {
                return self.advance(at, made(*seat, Done::Leave(*why)), None);
            }
            Fact::Drawn { seat } => {
                return self.advance(at, made(*seat, Done::Draw), None);
            }
            Fact::Started {} => self.start(at)?,
            Fact::TakenBack { remaining, .. } => {
                self.is_helped = true;
                self.take_back(at, *remaining as usize)?;
            }
            Fact::Hinted { seat } => {
                self.seating.count_hint(*seat);
                self.talk.add(*seat);
                self.changes.touch(Part::Seats);
            }
            Fact::Rested { millis } => {
                self.timing.rest(*millis);
                self.seating.people().iter().for_each(|seat| self.talk.add(seat));
                self.changes.touch(Part::Clocks);
            }
            Fact::Paused { millis } => {
                self.timing.rest(*millis);
                self.changes.touch(Part::Clocks);
            }
            Fact::Woken {} => self.restart(at, SeatSet::first(self.charter.seats)),
            Fact::Joined { seat, person } => {
                self.sit(at, *seat, Sitter::Person { person: person.clone() });
                self.guests.expect(*seat, at);
            }
            Fact::Seated { seat, player, persona } => {
                let sitter = Sitter::Computer { player: player.clone(), persona: persona.clone() };
                self.sit(at, *seat, sitter);
            }
            Fact::Cleared { seat } => self.sit(at, *seat, Sitter::Nobody {}),
            Fact::Ready { seat, entropy } => {
                self.seating.ready(*seat, entropy);
                self.changes.touch(Part::Seats);
                self.changes.relist(at);
            }
            Fact::FilledIn { seat, player, persona } => {
                self.is_helped = true;
                self.seating.fill_in(*seat, player, persona.as_deref());
                self.settle();
                self.restart(at, SeatSet::only(*seat));
            }
            Fact::Returned { seat } => {
                self.seating.give_back(*seat);
                self.thoughts.forget(*seat);
                self.restart(at, SeatSet::only(*seat));
            }
            Fact::Linked { seat, link } => self.seating.relink(*seat, *link),
            Fact::Proposed { seat, what, needs } => {
                self.talk.add(*seat);
                self.proposals.propose(*seat, what.clone(), *needs, self.course.moves().len());
                self.changes.touch(Part::Proposal);
            }
            Fact::Agreed { seat } => {
                self.proposals.agree(*seat);
                self.changes.touch(Part::Proposal);
            }
            Fact::Declined { .. } => self.settle(),
            Fact::Said { seat, .. } | Fact::Reacted { seat, .. } => self.talk.add(*seat),
            Fact::Closed {} => {
                self.course.abandon();
                self.thoughts.clear();
                self.settle();
                self.changes.touch(Part::Seats);
                self.changes.touch(Part::Game);
                self.changes.relist(at);
            }
            Fact::RematchAsked { seat } => {
                self.next_game.ask(*seat);
                self.changes.touch(Part::Rematch);
            }
            Fact::Rematch { table } => {
                self.next_game.open(*table);
                self.changes.touch(Part::Rematch);
            }
        }
        Ok(Vec::new())
    }

    fn sit(&mut self, at: Moment, seat: Seat, sitter: Sitter) {
        self.seating.sit(seat, sitter);
        let (seating, host) = (&self.seating, &self.charter.host);
        self.requests.forget_strangers(|who| seating.knows(host, who));
        self.changes.touch(Part::Seats);
        self.changes.relist(at);
    }

    /// Restarts the clocks of these seats.
    fn restart(&mut self, at: Moment, seats: SeatSet) {
        self.timing.restart(at, seats);
        self.changes.touch(Part::Seats);
        self.changes.touch(Part::Game);
        self.changes.relist(at);
    }

    /// Closes the open proposal, if any.
    fn settle(&mut self) {
        if self.proposals.settle() {
            self.changes.touch(Part::Proposal);
        }
    }

    fn start(&mut self, at: Moment) -> Result<(), Problem> {
        let revision = find(&self.charter.game)?.revision();
        if self.charter.revision != revision {
            return Err(Problem::new(
                "table.damaged",
                format!(
                    "opened under revision {} of the rules, this program has {revision}",
                    self.charter.revision
                ),
            ));
        }
        let table = self.deal()?;
        let dealing = table.game().dealing();
        self.course.begin(table);
        self.changes.touch(Part::Seats);
        self.changes.relist(at);
        self.follow(at, None);
        self.look(at, None, &[dealing]);
        Ok(())
    }

    fn advance(
        &mut self,
        at: Moment,
        made: Move,
        read: Option<&AnyAction>,
    ) -> Result<Vec<AnyEvent>, Problem> {
        let actor = made.seat;
        let told = self.course.advance(made, read)?;
        if self.game().is_some_and(|table| table.outcome().is_some()) {
            self.changes.relist(at);
        }
        // The proposal was for the table before this action.
        self.settle();
        self.follow(at, Some(actor));
        let everybody = told.iter().filter(|told| told.to.includes(Viewer::Spectator));
        let shown: Vec<Showing> = everybody.map(|told| told.showing).collect();
        self.look(at, Some(actor), &shown);
        Ok(told)
    }

    fn take_back(&mut self, at: Moment, remaining: usize) -> Result<(), Problem> {
        let table = self.course.earlier(remaining, || self.deal())?;
        self.course.go_back(remaining, table);
        self.thoughts.clear();
        self.settle();
        self.follow(at, None);
        self.waits.look_again(at, self.tempo());
        Ok(())
    }

    /// Updates the clocks and the computer players to the new position.
    fn follow(&mut self, at: Moment, actor: Option<Seat>) {
        self.changes.touch(Part::Game);
        self.thoughts.listen();
        let Some(table) = self.course.table() else { return };
        let people = self.seating.deciders();
        let change = Change { at, version: self.log.version() + 1, actor, must: table.awaiting().must };
        let kind = |seat| -> DecisionKind { table.decision_kind(seat) };
        self.timing.follow(&self.charter.clock, &change, kind, |seat| people.contains(seat));
        self.thoughts.follow(|seat| self.timing.decision(seat));
    }
}

const fn made(seat: Seat, done: Done) -> Move {
    Move { seat, done, meant: None, is_private: false }
}
