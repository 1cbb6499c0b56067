//! A table: the state its log has led to, and the connected guests.

use crate::asked::Requests;
use crate::changes::Changes;
use crate::charter::Keys;
use crate::course::Course;
use crate::entry::{Charter, Entry, Fact};
use crate::guests::Guests;
use crate::limits::Talk;
use crate::log::Log;
use crate::meanwhile::{Margin, Meanwhile};
use crate::proposals::{NextGame, Proposals};
use crate::seating::{Seating, secret_of};
use crate::step::RecentStep;
use crate::summary::Summary;
use crate::tempo::Tempo;
use crate::think::Thoughts;
use crate::timing::{Flag, Timing};
use crate::waits::Waits;
use crate::{Damage, GuestId, snapshot};
use baize_games::{AnyTable, Record, RecordedMove};
use baize_protocol::http::Replay;
use baize_protocol::{History, Key, Moment, Pace, Phase, Sum, TableId, first_sum};
use baize_rules::{Dice, Outcome, Problem, Seat, SeatSet, Viewer};

/// Milliseconds after which a person who left a public table before the game loses the seat.
const MOST_VACANT: u64 = 120_000;

/// A table with everything around the game: seats, links, clocks, proposals, and connected guests.
///
/// It does no I/O and reads no clock: [`Room::handle`](Room::handle) takes an input and the time, and returns
/// what to write to the log and what to send once that is safe. A log always replays to the same state.
///
/// Each part knows only its own state; the room connects them.
pub struct Room {
    pub(crate) charter: Box<Charter>,
    // Derived from the log.
    pub(crate) log: Log,
    pub(crate) margin: Margin,
    pub(crate) requests: Requests,
    pub(crate) seating: Seating,
    pub(crate) course: Course,
    pub(crate) timing: Timing,
    pub(crate) proposals: Proposals,
    pub(crate) next_game: NextGame,
    pub(crate) talk: Talk,
    /// How fast computer players act, if changed since the table was opened.
    pub(crate) pace: Option<Pace>,
    /// Something was taken back, or a computer player has filled in: the result says less about the players.
    pub(crate) is_helped: bool,
    // Not in the log.
    pub(crate) guests: Guests,
    pub(crate) thoughts: Thoughts,
    pub(crate) waits: Waits,
    pub(crate) changes: Changes,
    pub(crate) epoch: u32,
    /// By how many milliseconds the table's time is ahead of the server's; table time never goes back.
    pub(crate) ahead: u64,
}

impl Room {
    /// Opens a table and adds the first entry.
    pub fn open(charter: Charter, at: Moment) -> Result<Room, Problem> {
        // Deal once on trial: an error must show up now, not after everybody has sat down.
        charter.deal(&charter.seed)?;
        let fact = Fact::Opened { charter: Box::new(charter) };
        let entry = Entry { at, asked: None, meanwhile: Meanwhile::default(), fact };
        let bytes = entry.to_bytes();
        let mut room = Room::replay([entry], 1).expect("the first entry of a table opens it");
        room.follow_log(0, first_sum(room.id()));
        room.log.write(bytes);
        room.changes.list();
        room.begin(at)?;
        Ok(room)
    }

    /// The room that these entries lead to; they must start with the first.
    pub fn replay(entries: impl IntoIterator<Item = Entry>, epoch: u32) -> Result<Room, Damage> {
        let mut entries = entries.into_iter();
        let Some(Entry { at, asked: None, fact: Fact::Opened { charter }, .. }) = entries.next() else {
            return Err(Damage { version: 1, what: "the first entry does not open the table".to_owned() });
        };
        let mut room = Room {
            log: Log::new(at),
            margin: Margin::default(),
            requests: Requests::default(),
            seating: Seating::of(&charter),
            course: Course::default(),
            timing: Timing::new(charter.seats, &charter.clock),
            proposals: Proposals::default(),
            next_game: NextGame::default(),
            talk: Talk::new(charter.seats),
            pace: None,
            is_helped: false,
            guests: Guests::nobody(charter.places.len(), at),
            thoughts: Thoughts::default(),
            waits: Waits::new(at),
            changes: Changes::since(at),
            epoch,
            ahead: 0,
            charter,
        };
        let opened = RecentStep::opened(&room);
        room.log.remember(opened);
        room.replay_on(entries)?;
        Ok(room)
    }

    /// Applies the next entry of the log, for callers that look at every version of a table.
    pub fn read_on(&mut self, entry: Entry) -> Result<(), Damage> {
        self.replay_on([entry])
    }

    /// Applies the next entries of the log.
    pub(crate) fn replay_on(&mut self, entries: impl IntoIterator<Item = Entry>) -> Result<(), Damage> {
        for entry in entries {
            let version = self.version() + 1;
            self.apply(entry).map_err(|problem| Damage { version, what: problem.to_string() })?;
        }
        self.changes.forget();
        Ok(())
    }

    /// The current room, hidden things included: for the store only.
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(self)
    }

    /// The room from a snapshot and the entries after it; `None` if this program cannot use the snapshot.
    pub fn from_snapshot(
        snapshot: &[u8],
        after: impl IntoIterator<Item = Entry>,
        epoch: u32,
    ) -> Option<Result<Room, Damage>> {
        let mut room = snapshot::read(snapshot, epoch)?;
        Some(room.replay_on(after).map(|()| room))
    }

    /// The steps with versions from `after + 1` to `until - 1`, replayed from the whole log; `None` as soon
    /// as `is_enough` returns true for their size in bytes so far.
    pub fn steps(
        entries: impl IntoIterator<Item = Entry>,
        after: u32,
        until: u32,
        is_enough: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Vec<RecentStep>>, Damage> {
        let mut entries = entries.into_iter();
        let mut room = Room::replay(entries.next(), 0)?;
        let mut steps: Vec<RecentStep> = room.log.take_recent().into_iter().filter(|_| after == 0).collect();
        let mut bytes = 0;
        for entry in entries.take(until.saturating_sub(2) as usize) {
            room.replay_on([entry])?;
            for kept in room.log.take_recent().into_iter().filter(|kept| kept.version() > after) {
                bytes += kept.len();
                steps.push(kept);
            }
            if is_enough(bytes) {
                return Ok(None);
            }
        }
        Ok(Some(steps))
    }

    /// Takes the entries added since the last call, in the form they are written to the log.
    pub fn take_entries(&mut self) -> Vec<Vec<u8>> {
        self.log.take_entries()
    }

    /// Continues a log that has this many entries, with this checksum over all of them.
    pub fn follow_log(&mut self, version: u32, sum: Sum) {
        self.log.follow(version, sum);
    }

    /// Takes what is to be stored beside the log, if it has changed since the last call.
    pub fn take_margin(&mut self) -> Option<Vec<u8>> {
        self.margin.take()
    }

    /// Restores what was stored beside the log.
    pub fn recall(&mut self, margin: &[u8]) -> Result<(), Damage> {
        let version = self.version() + 1;
        let meanwhile: Meanwhile =
            serde_json::from_slice(margin).map_err(|error| Damage { version, what: error.to_string() })?;
        self.arrange(&meanwhile).map_err(|problem| Damage { version, what: problem.to_string() })?;
        self.margin.put(meanwhile);
        Ok(())
    }

    /// What lists show, if it has changed since the last call.
    pub fn take_summary(&mut self) -> Option<Summary> {
        self.changes.take_listing().then(|| self.summary())
    }

    /// What lists show.
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }

    /// The table's id.
    pub fn id(&self) -> TableId {
        self.charter.table
    }

    /// How many entries the log has.
    pub fn version(&self) -> u32 {
        self.log.version()
    }

    /// The history that clients were given at this version, if it is still in memory.
    pub fn history_at(&self, version: u32) -> Option<History> {
        self.log.history_at(&self.charter.nonce, version)
    }

    /// Everything about the table that never changes.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// How many guests are connected.
    pub fn guests(&self) -> usize {
        self.guests.len()
    }

    /// Whether this connection is at the table.
    pub fn is_here(&self, guest: GuestId) -> bool {
        self.guests.get(guest).is_some()
    }

    /// The phase of the table.
    pub fn phase(&self) -> Phase {
        self.course.phase()
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.course.outcome()
    }

    /// The current state of the game, once it has begun.
    pub fn game(&self) -> Option<&dyn AnyTable> {
        self.course.table()
    }

    /// Whether the room is still waiting for `seat` to answer this decision.
    pub fn is_thinking(&self, seat: Seat, decision: u32) -> bool {
        self.thoughts.is_waited_for(seat, decision)
    }

    /// The whole game so far; with its seed only once it is over.
    pub fn record(&self) -> Option<Record> {
        let mut record = self.whole_record()?;
        if self.phase() != Phase::Over {
            record.seed = None;
            record.log.iter_mut().for_each(RecordedMove::keep_secret);
        }
        Some(record)
    }

    /// The whole game so far, including what nobody may know before it is over.
    pub fn whole_record(&self) -> Option<Record> {
        let table = self.game()?;
        let charter = &self.charter;
        let mut record = Record::of(table, charter.options.clone(), &charter.seed);
        record.revision = charter.revision;
        record.position.clone_from(&charter.position);
        record.players = self.seating.names();
        record.personas = self.seating.personas();
        record.entropy = self.entropy();
        record.is_offline = charter.begun.is_some();
        record.log = self.course.recorded();
        record.result = table.outcome();
        Some(record)
    }

    /// Positions from the one after `from` actions on, or the last one, as `wanted` saw them. While the game
    /// runs, viewers can only look back with their own eyes.
    pub fn replay_for(&self, viewer: Viewer, wanted: Option<Viewer>, from: usize) -> Result<Replay, Problem> {
        let wanted = wanted.unwrap_or(viewer);
        if let Viewer::Seat(seat) = wanted {
            self.seating.place(seat)?;
        }
        if wanted != viewer && self.phase() != Phase::Over {
            return Err(Problem::new(
                "table.not_over",
                "what another seat has seen is shown when the game is over",
            ));
        }
        if wanted != viewer && !self.charter.is_open_after() && self.has_hands()? {
            let text = "at this table nobody looks with the eyes of others";
            return Err(Problem::new("table.closed_after", text));
        }
        let (plies, frames) = self.course.frames(wanted, from, || self.deal())?;
        let must = if self.phase() == Phase::Playing { self.course.must() } else { SeatSet::NONE };
        Ok(Replay { plies, changed: self.log.at(), must, frames })
    }

    /// The viewer that the owner of this token or secret becomes; `None` if it does not open the table.
    pub fn viewer_of(&self, key: Option<&Key>) -> Option<Viewer> {
        if !self.admits(key) {
            return None;
        }
        let seat = key.and_then(|key| self.seating.seat_of(&key.hash()));
        Some(seat.map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// Whether this token or secret lets its owner look at the table over HTTP.
    pub fn admits(&self, key: Option<&Key>) -> bool {
        let Some(key) = key else { return self.charter.is_public };
        self.by_token(key).is_ok() || self.seating.may_watch(key)
    }

    /// Everything that opens the table, for the client that opened it with this key.
    pub fn keys(&self, key: &Key) -> Option<Keys> {
        let token = key.derive("host", &self.charter.nonce);
        if !self.charter.host.is_of(&token) {
            return None;
        }
        let secret = |seat: Seat| {
            let link = self.seating.link(Some(seat))?;
            Some((seat, secret_of(&token, Some(seat), &link.nonce)))
        };
        Some(Keys {
            seat: self.seating.seat_of(&token.hash()),
            links: self.seating.seats().filter_map(secret).collect(),
            watch: secret_of(&token, None, &self.seating.watch().nonce),
            token,
        })
    }

    /// Whether seats are dealt hidden things: if so, some deal differs for a seat but not for spectators.
    fn has_hands(&self) -> Result<bool, Problem> {
        let deal = self.deal()?;
        let other = deal.redeal(Viewer::Spectator, &mut Dice::new(&self.charter.seed.branch("eyes")));
        let sees_more = |seat| deal.view(Viewer::Seat(seat)) != other.view(Viewer::Seat(seat));
        Ok(Seat::first(deal.seats()).any(sees_more))
    }

    /// The game as it was dealt.
    pub(crate) fn deal(&self) -> Result<Box<dyn AnyTable>, Problem> {
        let seed = &self.charter.seed;
        self.charter.deal(&self.entropy().map_or_else(|| seed.clone(), |entropy| seed.with_entropy(&entropy)))
    }

    /// What the seats have added to the seed; `None` if the deal follows from the seed alone.
    fn entropy(&self) -> Option<Vec<String>> {
        self.charter
            .begun
            .as_ref()
            .map_or_else(|| Some(self.seating.entropy()), |begun| begun.entropy.clone())
    }

    /// How fast computer players act.
    pub(crate) fn pace(&self) -> Pace {
        self.pace.unwrap_or(self.charter.pace)
    }

    /// How long computer players wait at this table.
    pub(crate) fn tempo(&self) -> Tempo {
        let has_people = !self.seating.people().is_empty();
        Tempo::new(self.pace(), self.charter.call_window, self.charter.seats, has_people)
    }

    /// Whether a seat may ask for hints: as the table says, and by default only against computer players.
    /// Never at public tables with several people, whose results are compared.
    pub(crate) fn allows_hints(&self) -> bool {
        let is_alone = self.seating.is_for_one();
        match self.charter.hints {
            Some(is_wanted) => is_wanted && (is_alone || !self.charter.is_public),
            None => is_alone,
        }
    }

    /// When something happens by itself, by the server's clock: time is up, or an abandoned seat is freed.
    pub fn deadline(&self) -> Option<Moment> {
        let flags = self.seating.seats().filter_map(|seat| self.flag(seat)).map(|(at, _)| at);
        let vacant = self.seating.seats().filter_map(|seat| self.vacant_at(seat));
        let next = flags.chain(vacant).chain(self.thoughts.again()).chain(self.next_wait()).min();
        next.map(|at| Moment(at.0.saturating_sub(self.ahead)))
    }

    /// When the time of `seat` runs out, and which kind of time.
    pub(crate) fn flag(&self, seat: Seat) -> Option<(Moment, Flag)> {
        let is_decider = self.seating.deciders().contains(seat);
        if !is_decider || self.phase() != Phase::Playing || self.is_resting() {
            return None;
        }
        self.timing.deadline(&self.charter.clock, seat, self.guests.away_since(seat))
    }

    /// Whether the clock of `seat` runs, ignoring anything that may hold it.
    pub(crate) fn runs_clock(&self, seat: Seat) -> bool {
        self.timing.deadline(&self.charter.clock, seat, None).is_some()
    }

    /// When a seat of a public table becomes free again because its person left before the game began.
    pub(crate) fn vacant_at(&self, seat: Seat) -> Option<Moment> {
        let may_become = self.charter.is_public && self.phase() == Phase::Waiting;
        let away = self.guests.away_since(seat);
        let away = away.filter(|_| may_become && self.seating.people().contains(seat));
        away.map(|since| since.plus(MOST_VACANT))
    }
}
