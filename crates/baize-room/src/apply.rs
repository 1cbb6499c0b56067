//! How an entry changes a room.

use crate::asked::{Asked, Who};
use crate::entry::{Entry, Fact, Sitter};
use crate::limits;
use crate::meanwhile::Meanwhile;
use crate::room::{Done, Durable, MOST_BEFORE, Move, Room};
use crate::step::RecentStep;
use crate::timing::Change;
use baize_games::{AnyEvent, AnyTable, find};
use baize_protocol::{Moment, Proposal, Proposed};
use baize_rules::{Pace, Problem, Seat, SeatSet, Showing, Viewer};

impl Room {
    /// Adds an entry: it happens, or it is refused and nothing has changed.
    pub(crate) fn add(&mut self, now: Moment, asked: Option<Asked>, fact: Fact) -> Result<u32, Problem> {
        let meanwhile = self.durable.meanwhile.clone();
        let entry = Entry { at: now.max(self.durable.at), asked, meanwhile, fact };
        let bytes = entry.to_bytes();
        self.apply(entry)?;
        self.write(bytes);
        Ok(self.durable.version)
    }

    /// Lets an entry happen. The only place where anything durable changes, for live tables and replayed ones alike.
    pub(crate) fn apply(&mut self, entry: Entry) -> Result<(), Problem> {
        let bytes = limits::bytes(&entry);
        let Entry { at, asked, meanwhile, fact } = entry;
        if let Some(seat) = fact.seat() {
            self.place(seat)?;
        }
        self.arrange(&meanwhile)?;
        let moves = self.durable.moves.len();
        self.durable.moves.extend(meanwhile.moves());
        let changed = self.change(at, &fact);
        if changed.is_err() {
            self.durable.moves.truncate(moves);
        }
        let told = changed?;
        self.durable.version += 1;
        self.durable.bytes += bytes;
        self.durable.at = at;
        for asked in asked.into_iter().chain(meanwhile.asked) {
            self.durable.requests.insert(asked, self.durable.version);
        }
        for refusal in meanwhile.refused {
            self.durable.refused.push(refusal);
        }
        self.durable.meanwhile = Meanwhile::default();
        let kept = RecentStep::new(self, fact, told);
        self.recent.push(kept);
        Ok(())
    }

    fn change(&mut self, at: Moment, fact: &Fact) -> Result<Vec<AnyEvent>, Problem> {
        match fact {
            Fact::Opened { .. } => return Err(Problem::new("table.begun", "the table is open already")),
            Fact::Acted { seat, action, .. } => {
                return self.advance(at, *seat, Done::Action(action.clone()));
            }
            Fact::Left { seat, why } => {
                return self.advance(at, *seat, Done::Leave(*why));
            }
            Fact::Drawn { seat } => {
                return self.advance(at, *seat, Done::Draw);
            }
            Fact::Started {} => self.start(at)?,
            Fact::TakenBack { remaining, .. } => self.take_back(at, *remaining as usize)?,
            Fact::Hinted { seat } => {
                self.durable.places[seat.index()].hints += 1;
                self.talked(*seat);
                self.touched.seats = true;
            }
            Fact::Rested { millis } => {
                self.durable.timing.rest(*millis);
                self.people().iter().for_each(|seat| self.talked(seat));
                self.touched.clocks = true;
            }
            Fact::Paused { millis } => {
                self.durable.timing.rest(*millis);
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
            Fact::Linked { seat, link } => {
                match seat {
                    None => self.durable.watch = *link,
                    Some(seat) => self.durable.places[seat.index()].link = Some(*link),
                }
                self.durable.seatings += 1;
            }
            Fact::Proposed { seat, what, needs } => self.propose(*seat, what.clone(), *needs),
            Fact::Agreed { seat } => {
                if let Some(proposal) = &mut self.durable.proposal {
                    proposal.waiting = proposal.waiting.without(*seat);
                }
                self.touched.proposal = true;
            }
            Fact::Declined { .. } => self.settle(),
            Fact::Said { seat, .. } | Fact::Reacted { seat, .. } => self.talked(*seat),
            Fact::Closed {} => {
                self.durable.is_closed = true;
                self.thinking.clear();
                self.settle();
                (self.touched.seats, self.touched.game) = (true, true);
                self.relist(at);
            }
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
        self.durable.seatings += 1;
        let place = &mut self.durable.places[seat.index()];
        place.entropy.clear();
        self.forget_strangers();
        self.touched.seats = true;
        self.relist(at);
    }

    /// What was refused to people who are no longer here need not be known.
    fn forget_strangers(&mut self) {
        let is_of = |who, sitter: &Sitter| matches!(sitter, Sitter::Person { person } if Who::of(&person.token) == who);
        let Durable { refused, places, charter, .. } = &mut self.durable;
        let host = Who::of(&charter.host);
        refused.keep(|who| {
            who.is_some_and(|who| who == host || places.iter().any(|place| is_of(who, &place.sitter)))
        });
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
        self.talked(by);
        if what == (Proposed::Draw {}) {
            self.durable.offers.insert(by, self.durable.moves.len() as u32);
        }
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
    fn advance(&mut self, at: Moment, seat: Seat, done: Done) -> Result<Vec<AnyEvent>, Problem> {
        let made = Move { seat, done, is_private: false };
        let Some(table) = &mut self.table else {
            return Err(Problem::new("table.not_begun", "the game has not begun"));
        };
        let before = table.boxed_clone();
        let told = made.make(&mut **table)?;
        let is_over = table.outcome().is_some();
        if self.before.len() == MOST_BEFORE {
            self.before.pop_front();
        }
        self.before.push_back((self.durable.moves.len(), before));
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
        if let Some((_, table)) = self.before.iter().find(|(count, _)| *count == remaining) {
            return Ok(table.boxed_clone());
        }
        let mut table = self.deal()?;
        for made in &moves[..remaining] {
            made.make(&mut *table)?;
        }
        Ok(table)
    }

    fn take_back(&mut self, at: Moment, remaining: usize) -> Result<(), Problem> {
        self.table = Some(self.earlier(remaining)?);
        self.before.retain(|(count, _)| *count < remaining);
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
