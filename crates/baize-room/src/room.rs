//! A table: what its log has led to, and who is looking.

use crate::asked::{Asked, Refusals, Requests};
use crate::entry::{Charter, Entry, Fact, Place, Sitter};
use crate::history::Chain;
use crate::meanwhile::Meanwhile;
use crate::step::{Recent, RecentStep};
use crate::think::Thinking;
use crate::timing::{Flag, Timing};
use crate::waits::Waits;
use crate::{Damage, Guest, GuestId};
use baize_games::{AnyEvent, AnyTable, Record, find};
use baize_protocol::{Moment, Occupant, Pace, Phase, Proposal, Rematch, SeatState, TableId, first_sum};
use baize_rules::{Leaving, Outcome, Problem, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The table is remembered as it was before so many of the last actions; earlier ones are replayed when asked for.
pub(crate) const MOST_BEFORE: usize = 16;
/// Milliseconds after which somebody who sat down at a public table and went away before the game has lost the seat.
const MOST_VACANT: u64 = 120_000;

/// A table with everything around the game: seats, links, clocks, proposals, and those who are connected.
///
/// It does no I/O and reads no clock: [`Room::handle`](Room::handle) takes what came in and when, and says what to
/// write to the log and what to send once that is safe. What the log leads to is the same wherever it is replayed.
pub struct Room {
    pub(crate) durable: Durable,
    pub(crate) table: Option<Box<dyn AnyTable>>,
    /// The table before some of the last actions, with how many were done before; the latest last.
    pub(crate) before: VecDeque<(usize, Box<dyn AnyTable>)>,
    /// The last steps, the latest last.
    pub(crate) recent: Recent,
    /// What was refused lately with all that was said, the latest last.
    pub(crate) refused: VecDeque<(Asked, Problem)>,
    pub(crate) guests: BTreeMap<GuestId, Guest>,
    /// Since when the person of a seat is away; absent for those who are here.
    pub(crate) away: Vec<Option<Moment>>,
    /// What computer players are thinking about.
    pub(crate) thinking: BTreeMap<Seat, Thinking>,
    /// Which of them have had nothing to say out of turn since the last move.
    pub(crate) silent: SeatSet,
    /// When to ask the computer players again, after there was no room for their thoughts.
    pub(crate) think_again: Option<Moment>,
    /// When each seat last showed what it is about to do.
    pub(crate) shown: BTreeMap<Seat, Moment>,
    /// What computer players wait for.
    pub(crate) waits: Waits,
    /// Entries that were added and not yet taken away to be written.
    pub(crate) fresh: Vec<Vec<u8>>,
    /// What the log is known by, if that is known.
    pub(crate) chain: Chain,
    /// Whether what stands beside the log is no longer what the store has there.
    pub(crate) is_margin_old: bool,
    /// What has changed since the last news.
    pub(crate) touched: Touched,
    /// Whether lists show something that is no longer so.
    pub(crate) is_listing_old: bool,
    pub(crate) epoch: u32,
    /// By how many milliseconds the table's time is ahead of the server's: it never goes back.
    pub(crate) ahead: u64,
}

/// The part of a room that follows from its log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Durable {
    pub(crate) version: u32,
    /// When the last entry was made, and when the first.
    pub(crate) at: Moment,
    pub(crate) opened: Moment,
    pub(crate) charter: Box<Charter>,
    pub(crate) places: Vec<Place>,
    pub(crate) watch: crate::entry::Link,
    /// What was done in the game and not taken back.
    pub(crate) moves: Vec<Move>,
    /// The version that each request led to.
    pub(crate) requests: Requests,
    /// What was refused, as far as the log says so.
    pub(crate) refused: Refusals,
    /// What nobody else could notice since the last entry. A snapshot is made at an entry, so it has none.
    #[serde(skip)]
    pub(crate) meanwhile: Meanwhile,
    /// How fast computer players act, where that was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<Pace>,
    pub(crate) timing: Timing,
    pub(crate) has_begun: bool,
    pub(crate) proposal: Option<Proposal>,
    pub(crate) proposals: u32,
    /// Who has offered a draw, and how many actions the game had then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) offers: BTreeMap<Seat, u32>,
    pub(crate) rematch_asked: SeatSet,
    pub(crate) rematch: Option<TableId>,
    /// Entries that are talk, not play, of each seat.
    pub(crate) talk: Vec<u32>,
    /// How often seats and links have changed.
    pub(crate) seatings: u32,
    /// How many bytes the log has, roughly.
    pub(crate) bytes: u64,
    /// The log was full: the game is abandoned.
    pub(crate) is_closed: bool,
    /// When a seat, the phase or the result last changed.
    pub(crate) changed: Moment,
}

/// One thing that was done in the game, in few bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Move {
    pub(crate) seat: Seat,
    pub(crate) done: Done,
    /// It stood beside the log, and is no step of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_private: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Done {
    Action(baize_protocol::Json),
    Leave(Leaving),
    Draw,
}

impl Move {
    pub(crate) fn to_entry(&self) -> baize_games::Entry {
        match &self.done {
            Done::Action(action) => baize_games::Entry::Action { seat: self.seat, action: action.value() },
            Done::Leave(why) => baize_games::Entry::Leave { seat: self.seat, leave: *why },
            Done::Draw => baize_games::Entry::Draw { seat: self.seat, draw: baize_games::Agreement::Agreed },
        }
    }

    pub(crate) fn make(&self, table: &mut dyn AnyTable) -> Result<Vec<AnyEvent>, Problem> {
        match &self.done {
            Done::Action(action) => table.play(self.seat, &action.value()),
            Done::Leave(why) => table.leave(self.seat, *why),
            Done::Draw => table.draw(),
        }
    }
}

/// What has changed since the last news, in the terms of what clients are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) seats: bool,
    pub(crate) game: bool,
    pub(crate) proposal: bool,
    pub(crate) rematch: bool,
    pub(crate) clocks: bool,
    pub(crate) pace: bool,
    pub(crate) waiting: bool,
    /// Seats whose own view has changed, and nobody else's.
    pub(crate) own: SeatSet,
}

impl Room {
    /// Opens a table. The first entry is added.
    pub fn open(charter: Charter, at: Moment) -> Result<Room, Problem> {
        let game = find(&charter.game)?;
        // Dealt once on trial: what the game refuses now it must not refuse when everybody has sat down.
        game.start(&charter.options, Some(charter.seats), &charter.seed)?;
        let fact = Fact::Opened { charter: Box::new(charter) };
        let entry = Entry { at, asked: None, meanwhile: Meanwhile::default(), fact };
        let bytes = entry.to_bytes();
        let mut room = Room::replay([entry], 1).expect("the first entry of a table opens it");
        room.follow_log(0, first_sum(room.id()));
        room.write(bytes);
        room.is_listing_old = true;
        if room.is_complete() {
            room.add(at, None, Fact::Started {})?;
        }
        Ok(room)
    }

    /// The room that these entries lead to, from the very first.
    pub fn replay(entries: impl IntoIterator<Item = Entry>, epoch: u32) -> Result<Room, Damage> {
        let mut entries = entries.into_iter();
        let Some(Entry { at, asked: None, fact: Fact::Opened { charter }, .. }) = entries.next() else {
            return Err(Damage { version: 1, what: "the first entry does not open the table".to_owned() });
        };
        let durable = Durable {
            version: 1,
            at,
            opened: at,
            places: charter.places.clone(),
            watch: charter.watch,
            moves: Vec::new(),
            requests: Requests::default(),
            refused: Refusals::default(),
            meanwhile: Meanwhile::default(),
            pace: None,
            timing: Timing::new(charter.seats, &charter.clock),
            has_begun: false,
            proposal: None,
            proposals: 0,
            offers: BTreeMap::new(),
            rematch_asked: SeatSet::NONE,
            rematch: None,
            talk: vec![0; usize::from(charter.seats)],
            seatings: 0,
            bytes: 0,
            is_closed: false,
            changed: at,
            charter,
        };
        let mut room = Room::from_durable(durable, None, epoch);
        let opened = RecentStep::opened(&room);
        room.recent.push(opened);
        room.replay_on(entries)?;
        Ok(room)
    }

    /// Adds the entry that follows in the log: for whoever looks at every version of a table.
    pub fn read_on(&mut self, entry: Entry) -> Result<(), Damage> {
        self.replay_on([entry])
    }

    /// Adds what follows in the log.
    pub(crate) fn replay_on(&mut self, entries: impl IntoIterator<Item = Entry>) -> Result<(), Damage> {
        for entry in entries {
            let version = self.durable.version + 1;
            self.apply(entry).map_err(|problem| Damage { version, what: problem.to_string() })?;
        }
        self.touched = Touched::default();
        self.is_listing_old = false;
        Ok(())
    }

    pub(crate) fn from_durable(durable: Durable, table: Option<Box<dyn AnyTable>>, epoch: u32) -> Room {
        let away = vec![Some(durable.at); durable.places.len()];
        let waits = Waits::new(durable.at);
        Room {
            durable,
            table,
            before: VecDeque::new(),
            recent: Recent::default(),
            refused: VecDeque::new(),
            guests: BTreeMap::new(),
            away,
            thinking: BTreeMap::new(),
            silent: SeatSet::NONE,
            think_again: None,
            shown: BTreeMap::new(),
            waits,
            fresh: Vec::new(),
            chain: Chain::default(),
            is_margin_old: false,
            touched: Touched::default(),
            is_listing_old: false,
            epoch,
            ahead: 0,
        }
    }

    /// The table's id.
    pub fn id(&self) -> TableId {
        self.durable.charter.table
    }

    /// How many entries the log has.
    pub fn version(&self) -> u32 {
        self.durable.version
    }

    /// Everything about the table that never changes.
    pub fn charter(&self) -> &Charter {
        &self.durable.charter
    }

    /// How many are connected.
    pub fn guests(&self) -> usize {
        self.guests.len()
    }

    /// How far the table is.
    pub fn phase(&self) -> Phase {
        match &self.table {
            _ if self.durable.is_closed => Phase::Over,
            None => Phase::Waiting,
            Some(table) if table.outcome().is_some() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.as_ref()?.outcome().or_else(|| self.abandoned())
    }

    /// The game as it stands, once it has begun.
    pub fn game(&self) -> Option<&dyn AnyTable> {
        self.table.as_deref()
    }

    /// Takes the entries that were added since they were last taken, as they are written to the log.
    pub fn take_entries(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.fresh)
    }

    /// Has an entry written to the log.
    pub(crate) fn write(&mut self, entry: Vec<u8>) {
        self.chain.add(&entry);
        self.fresh.push(entry);
    }

    /// The seats of the table.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.durable.charter.seats)
    }

    pub(crate) fn place(&self, seat: Seat) -> Result<&Place, Problem> {
        let missing = || Problem::new("table.bad_seat", format!("this table has no {seat}"));
        self.durable.places.get(seat.index()).ok_or_else(missing)
    }

    /// The computer player that decides for `seat`, if one does.
    pub(crate) fn computer(&self, seat: Seat) -> Option<&str> {
        let place = &self.durable.places[seat.index()];
        match &place.sitter {
            Sitter::Computer { player, .. } => Some(player),
            Sitter::Person { .. } => place.filled_in.as_deref(),
            Sitter::Nobody {} => None,
        }
    }

    /// The seats that people have taken, whether they are here or not.
    pub(crate) fn people(&self) -> SeatSet {
        let is_person =
            |seat: &Seat| matches!(self.durable.places[seat.index()].sitter, Sitter::Person { .. });
        self.seats().filter(is_person).collect()
    }

    /// The seats whose decisions people make.
    pub(crate) fn deciders(&self) -> SeatSet {
        self.people().iter().filter(|seat| self.computer(*seat).is_none()).collect()
    }

    pub(crate) fn seat_states(&self) -> Vec<SeatState> {
        let state = |seat: Seat| {
            let place = &self.durable.places[seat.index()];
            let (occupant, name) = match &place.sitter {
                Sitter::Nobody {} => (Occupant::Empty, None),
                Sitter::Person { person } => (Occupant::Person, Some(person.name.clone())),
                Sitter::Computer { .. } => (Occupant::Computer, None),
            };
            SeatState {
                occupant,
                name,
                player: self.computer(seat).map(str::to_owned),
                persona: place.persona().map(str::to_owned),
                is_ready: place.is_ready || occupant == Occupant::Computer,
                hints: Some(place.hints).filter(|hints| *hints > 0),
            }
        };
        self.seats().map(state).collect()
    }

    pub(crate) fn rematch(&self) -> Option<Rematch> {
        let Durable { rematch_asked: asked, rematch: table, .. } = self.durable;
        (!asked.is_empty() || table.is_some()).then_some(Rematch { asked, table })
    }

    /// Whether a seat may ask for hints: against computer players, or where the table allows it. Never at public tables
    /// with several people, whose results are compared.
    pub(crate) fn allows_hints(&self) -> bool {
        let is_person = |place: &&Place| !matches!(place.sitter, Sitter::Computer { .. });
        let is_alone = self.durable.places.iter().filter(is_person).count() <= 1;
        is_alone || self.durable.charter.hints == Some(true) && !self.durable.charter.is_public
    }

    /// What each seat has added to the seed.
    pub(crate) fn entropy(&self) -> Vec<String> {
        self.durable.places.iter().map(|place| place.entropy.clone()).collect()
    }

    /// Whether every seat is taken and every person is ready.
    pub(crate) fn is_complete(&self) -> bool {
        self.durable.places.iter().all(|place| match place.sitter {
            Sitter::Nobody {} => false,
            Sitter::Person { .. } => place.is_ready,
            Sitter::Computer { .. } => true,
        })
    }

    /// The whole game so far; its seed only once it is over.
    pub fn record(&self) -> Option<Record> {
        let table = self.table.as_deref()?;
        let charter = &self.durable.charter;
        let mut record = Record::of(table, charter.options.clone(), &charter.seed);
        record.revision = charter.revision;
        record.players = self.names();
        record.personas = self.personas();
        record.entropy = Some(self.entropy());
        record.log = self.durable.moves.iter().map(Move::to_entry).collect();
        record.result = table.outcome();
        if self.phase() != Phase::Over {
            record.seed = None;
        }
        Some(record)
    }

    /// What people and computer players are called.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |place: &Place| match &place.sitter {
            Sitter::Nobody {} => String::new(),
            Sitter::Person { person } => person.name.clone(),
            Sitter::Computer { player, .. } => player.clone(),
        };
        self.durable.places.iter().map(name).collect()
    }

    /// The people of the cast that sit here, by seat; nothing where there are none.
    fn personas(&self) -> Vec<Option<String>> {
        let persona = |place: &Place| match &place.sitter {
            Sitter::Computer { persona, .. } => persona.clone(),
            Sitter::Nobody {} | Sitter::Person { .. } => None,
        };
        let personas: Vec<_> = self.durable.places.iter().map(persona).collect();
        if personas.iter().all(Option::is_none) { Vec::new() } else { personas }
    }

    /// When something happens by itself, by the server's clock: time is up, or a seat that was left waiting becomes free.
    pub fn deadline(&self) -> Option<Moment> {
        let flags = self.seats().filter_map(|seat| self.flag(seat)).map(|(at, _)| at);
        let vacant = self.seats().filter_map(|seat| self.vacant_at(seat));
        let next = flags.chain(vacant).chain(self.think_again).chain(self.next_wait()).min();
        next.map(|at| Moment(at.0.saturating_sub(self.ahead)))
    }

    /// When the time of `seat` is up, and what for.
    pub(crate) fn flag(&self, seat: Seat) -> Option<(Moment, Flag)> {
        if !self.deciders().contains(seat) || self.phase() != Phase::Playing || self.is_resting() {
            return None;
        }
        self.durable.timing.deadline(&self.durable.charter.clock, seat, self.away[seat.index()])
    }

    /// When a seat of a public table becomes free again because its person has not come back before the game began.
    pub(crate) fn vacant_at(&self, seat: Seat) -> Option<Moment> {
        let may_become = self.durable.charter.is_public && self.phase() == Phase::Waiting;
        let away = self.away[seat.index()].filter(|_| may_become && self.people().contains(seat));
        away.map(|since| since.plus(MOST_VACANT))
    }
}
