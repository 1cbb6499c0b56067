//! How an entry changes a room.

use crate::entry::{Asked, Entry, Fact, Sitter};
use crate::room::{Done, MOST_BEFORE, Move, Room};
use crate::step::Kept;
use crate::timing::Change;
use baize_games::{AnyTable, Told, find};
use baize_protocol::{Moment, Proposal, Proposed};
use baize_rules::{Pace, Problem, Seat, SeatSet, Showing, Viewer};

impl Room {
    /// Adds an entry: it happens, or it is refused and nothing has changed.
    pub(crate) fn add(&mut self, now: Moment, asked: Option<Asked>, fact: Fact) -> Result<u32, Problem> {
        let entry = Entry { at: now.max(self.durable.at), asked, fact };
        self.apply(entry.clone())?;
        self.fresh.push(entry);
        Ok(self.durable.version)
    }

    /// Lets an entry happen. The only place where anything durable changes, for live tables and replayed ones alike.
    pub(crate) fn apply(&mut self, entry: Entry) -> Result<(), Problem> {
        let Entry { at, asked, fact } = entry;
        if let Some(seat) = fact.seat() {
            self.place(seat)?;
        }
        let told = self.change(at, &fact)?;
        self.durable.version += 1;
        self.durable.at = at;
        if let Some(asked) = asked {
            self.durable.requests.insert(asked, self.durable.version);
        }
        let kept = Kept::new(self, fact, told);
        self.recent.push(kept);
        Ok(())
    }

    fn change(&mut self, at: Moment, fact: &Fact) -> Result<Vec<Told>, Problem> {
        match fact {
            Fact::Opened { .. } => return Err(Problem::new("table.begun", "the table is open already")),
            Fact::Acted { seat, action, .. } => {
                return self.advance(at, Move { seat: *seat, done: Done::Action(action.clone()) });
            }
            Fact::Left { seat, why } => {
                return self.advance(at, Move { seat: *seat, done: Done::Leave(*why) });
            }
            Fact::Started {} => self.start(at)?,
            Fact::TakenBack { remaining, .. } => self.take_back(at, *remaining as usize)?,
            Fact::Hinted { seat } => {
                self.durable.places[seat.index()].hints += 1;
                self.durable.talk += 1;
                self.touched.seats = true;
            }
            Fact::Rested { millis } => {
                self.durable.timing.rest(*millis);
                self.durable.talk += 1;
                self.touched.clocks = true;
            }
            Fact::Woken {} => self.restart(at, SeatSet::first(self.durable.charter.seats)),
            Fact::Joined { seat, person } => {
                self.sit(at, *seat, Sitter::Person { person: person.clone() });
                self.away[seat.index()] = Some(at);
            }
            Fact::Seated { seat, player, persona } => {
                let sitter = Sitter::Computer { player: player.clone(), persona: persona.clone() };
                self.sit(at, *seat, sitter);
            }
            Fact::Cleared { seat } => self.sit(at, *seat, Sitter::Nobody {}),
            Fact::Ready { seat, entropy } => {
                let place = &mut self.durable.places[seat.index()];
                place.is_ready = true;
                place.entropy.clone_from(entropy);
                self.touched.seats = true;
                self.relist(at);
            }
            Fact::FilledIn { seat, player, persona } => {
                let place = &mut self.durable.places[seat.index()];
                place.filled_in = Some(player.clone());
                place.filled_in_as.clone_from(persona);
                self.settle();
                self.restart(at, SeatSet::only(*seat));
            }
            Fact::Returned { seat } => {
                let place = &mut self.durable.places[seat.index()];
                (place.filled_in, place.filled_in_as) = (None, None);
                self.thinking.remove(seat);
                self.restart(at, SeatSet::only(*seat));
            }
            Fact::Linked { seat: None, link } => self.durable.watch = *link,
            Fact::Linked { seat: Some(seat), link } => self.durable.places[seat.index()].link = Some(*link),
            Fact::Proposed { seat, what, needs } => self.propose(*seat, what.clone(), *needs),
            Fact::Agreed { seat } => {
                if let Some(proposal) = &mut self.durable.proposal {
                    proposal.waiting = proposal.waiting.without(*seat);
                }
                self.touched.proposal = true;
            }
            Fact::Declined { .. } => self.settle(),
            Fact::Said { .. } | Fact::Reacted { .. } => self.durable.talk += 1,
            Fact::RematchAsked { seat } => {
                self.durable.rematch_asked = self.durable.rematch_asked.with(*seat);
                self.touched.rematch = true;
            }
            Fact::Rematch { table } => {
                self.durable.rematch = Some(*table);
                self.touched.rematch = true;
            }
        }
        Ok(Vec::new())
    }

    fn sit(&mut self, at: Moment, seat: Seat, sitter: Sitter) {
        let place = &mut self.durable.places[seat.index()];
        // A link is good for one person.
        place.link = place.link.filter(|_| !matches!(sitter, Sitter::Person { .. }));
        (place.sitter, place.is_ready) = (sitter, false);
        place.entropy.clear();
        self.touched.seats = true;
        self.relist(at);
    }

    /// What lists show has changed.
    fn relist(&mut self, at: Moment) {
        self.durable.changed = at;
        self.is_listing_old = true;
    }

    /// The clocks of these seats start anew.
    fn restart(&mut self, at: Moment, seats: SeatSet) {
        self.durable.timing.restart(at, seats);
        self.touched.seats = true;
        self.touched.game = true;
        self.relist(at);
    }

    fn propose(&mut self, by: Seat, what: Proposed, waiting: SeatSet) {
        self.durable.proposals += 1;
        self.durable.talk += 1;
        self.durable.proposal = Some(Proposal { number: self.durable.proposals, by, what, waiting });
        self.touched.proposal = true;
    }

    /// No proposal is open any more.
    pub(crate) fn settle(&mut self) {
        self.touched.proposal |= self.durable.proposal.take().is_some();
    }

    /// The game as it was dealt.
    fn deal(&self) -> Result<Box<dyn AnyTable>, Problem> {
        let charter = &self.durable.charter;
        let seed = charter.seed.with_entropy(&self.entropy());
        find(&charter.game)?.start(&charter.options, Some(charter.seats), &seed)
    }

    fn start(&mut self, at: Moment) -> Result<(), Problem> {
        let charter = &self.durable.charter;
        let revision = find(&charter.game)?.revision();
        if charter.revision != revision {
            return Err(Problem::new(
                "table.damaged",
                format!(
                    "opened under revision {} of the rules, this program has {revision}",
                    charter.revision
                ),
            ));
        }
        self.table = Some(self.deal()?);
        self.touched.seats = true;
        self.relist(at);
        self.follow(at, None);
        let dealing = self.table.as_ref().map_or(Showing::NONE, |table| table.game().dealing());
        self.look(at, None, &[dealing]);
        Ok(())
    }

    /// Moves the game.
    fn advance(&mut self, at: Moment, made: Move) -> Result<Vec<Told>, Problem> {
        let Some(table) = &mut self.table else {
            return Err(Problem::new("table.not_begun", "the game has not begun"));
        };
        let before = table.boxed_clone();
        let told = made.make(&mut **table)?;
        let is_over = table.outcome().is_some();
        if self.before.len() == MOST_BEFORE {
            self.before.pop_front();
        }
        self.before.push_back(before);
        let actor = made.seat;
        self.durable.moves.push(made);
        if is_over {
            self.relist(at);
        }
        // What was proposed was proposed for the table as it was.
        self.settle();
        self.follow(at, Some(actor));
        let everybody = told.iter().filter(|told| told.to.includes(Viewer::Spectator));
        let shown: Vec<Showing> = everybody.map(|told| told.showing).collect();
        self.look(at, Some(actor), &shown);
        Ok(told)
    }

    /// The game as it was when only the first `remaining` actions were done.
    pub(crate) fn earlier(&self, remaining: usize) -> Result<Box<dyn AnyTable>, Problem> {
        let moves = &self.durable.moves;
        if remaining >= moves.len() {
            let table = self.table.as_ref();
            return table.map(|table| table.boxed_clone()).ok_or_else(not_begun);
        }
        if let Some(index) = self.before.len().checked_sub(moves.len() - remaining) {
            return Ok(self.before[index].boxed_clone());
        }
        let mut table = self.deal()?;
        for made in &moves[..remaining] {
            made.make(&mut *table)?;
        }
        Ok(table)
    }

    fn take_back(&mut self, at: Moment, remaining: usize) -> Result<(), Problem> {
        self.table = Some(self.earlier(remaining)?);
        let taken = self.durable.moves.len().saturating_sub(remaining);
        self.before.truncate(self.before.len().saturating_sub(taken));
        self.durable.moves.truncate(remaining);
        self.thinking.clear();
        self.settle();
        self.follow(at, None);
        self.look_again(at);
        Ok(())
    }

    /// Lets the clocks and those who think out of turn follow the game.
    fn follow(&mut self, at: Moment, actor: Option<Seat>) {
        self.touched.game = true;
        self.silent = SeatSet::NONE;
        let Some(table) = &self.table else { return };
        let people = self.deciders();
        let change = Change { at, version: self.durable.version + 1, actor, must: table.awaiting().must };
        let pace = |seat| -> Pace { table.pace(seat) };
        let clock = self.durable.charter.clock;
        self.durable.timing.follow(&clock, &change, pace, |seat| people.contains(seat));
        let timing = &self.durable.timing;
        self.thinking
            .retain(|seat, thinking| !thinking.is_aside && thinking.decision == timing.decision(*seat));
    }
}

pub(crate) fn not_begun() -> Problem {
    Problem::new("table.not_begun", "the game has not begun")
}
