//! Who sits where, and the links to the seats.

use crate::asked::AskerId;
use crate::entry::{Charter, LinkHash, Nonce, Person, Place, Sitter};
use baize_protocol::{Join, Key, KeyHash, Occupant, SeatState};
use baize_rules::{Problem, Seat, SeatSet};

/// How often people and computer players may take seats, or links be replaced, at one table.
const MOST_SEATINGS: u32 = 500;

/// The seats of a table, and its links.
pub(crate) struct Seating {
    places: Vec<Place>,
    watch: LinkHash,
    /// How often people or computer players have taken seats and links were replaced.
    changes: u32,
}

impl Seating {
    /// The seats as they were when the table was opened.
    pub(crate) fn of(charter: &Charter) -> Seating {
        Seating::restored(charter.places.clone(), charter.watch, 0)
    }

    pub(crate) const fn restored(places: Vec<Place>, watch: LinkHash, changes: u32) -> Seating {
        Seating { places, watch, changes }
    }

    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The link to watch.
    pub(crate) const fn watch(&self) -> &LinkHash {
        &self.watch
    }

    pub(crate) const fn changes(&self) -> u32 {
        self.changes
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.places.len() as u8)
    }

    /// A seat of this table, or a problem if the table has no such seat.
    pub(crate) fn place(&self, seat: Seat) -> Result<&Place, Problem> {
        let missing = || Problem::new("table.bad_seat", format!("this table has no {seat}"));
        self.places.get(seat.index()).ok_or_else(missing)
    }

    fn sitter(&self, seat: Seat) -> &Sitter {
        &self.places[seat.index()].sitter
    }

    fn person(&self, seat: Seat) -> Option<&Person> {
        match self.sitter(seat) {
            Sitter::Person { person } => Some(person),
            Sitter::Nobody {} | Sitter::Computer { .. } => None,
        }
    }

    fn is_free(&self, seat: Seat) -> bool {
        matches!(self.sitter(seat), Sitter::Nobody {})
    }

    /// The computer player that decides for `seat`, if any.
    pub(crate) fn computer(&self, seat: Seat) -> Option<&str> {
        let place = &self.places[seat.index()];
        match &place.sitter {
            Sitter::Computer { player, .. } => Some(player),
            Sitter::Person { .. } => place.filled_in.as_deref(),
            Sitter::Nobody {} => None,
        }
    }

    pub(crate) fn has_computer(&self) -> bool {
        self.seats().any(|seat| self.computer(seat).is_some())
    }

    /// The seats that people have taken, whether they are connected or not.
    pub(crate) fn people(&self) -> SeatSet {
        self.seats().filter(|seat| self.person(*seat).is_some()).collect()
    }

    /// The seats whose decisions people make.
    pub(crate) fn deciders(&self) -> SeatSet {
        self.people().iter().filter(|seat| self.computer(*seat).is_none()).collect()
    }

    /// The person's seat, if computer players have all the others.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        let people = self.people();
        let only = people.iter().next().filter(|_| people.len() == 1)?;
        self.computer(only).is_none().then_some(only)
    }

    /// Whether the table has at most one seat that is not a computer player's.
    pub(crate) fn is_for_one(&self) -> bool {
        let is_person = |place: &&Place| !matches!(place.sitter, Sitter::Computer { .. });
        self.places.iter().filter(is_person).count() <= 1
    }

    /// Whether every seat is taken and every person is ready.
    pub(crate) fn is_complete(&self) -> bool {
        self.places.iter().all(|place| match place.sitter {
            Sitter::Nobody {} => false,
            Sitter::Person { .. } => place.is_ready,
            Sitter::Computer { .. } => true,
        })
    }

    /// The entropy that each seat has added to the seed.
    pub(crate) fn entropy(&self) -> Vec<String> {
        self.places.iter().map(|place| place.entropy.clone()).collect()
    }

    /// The names of people and computer players.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |place: &Place| match &place.sitter {
            Sitter::Nobody {} => String::new(),
            Sitter::Person { person } => person.name.clone(),
            Sitter::Computer { player, .. } => player.clone(),
        };
        self.places.iter().map(name).collect()
    }

    /// The people of the cast at this table, by seat; empty if there are none.
    pub(crate) fn personas(&self) -> Vec<Option<String>> {
        let persona = |place: &Place| match &place.sitter {
            Sitter::Computer { persona, .. } => persona.clone(),
            Sitter::Nobody {} | Sitter::Person { .. } => None,
        };
        let personas: Vec<_> = self.places.iter().map(persona).collect();
        if personas.iter().all(Option::is_none) { Vec::new() } else { personas }
    }

    /// The seats as shown to clients.
    pub(crate) fn shown(&self) -> Vec<SeatState> {
        let state = |seat: Seat| {
            let place = &self.places[seat.index()];
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

    /// The seats for another game: everybody moves one seat on, and everything else starts afresh.
    pub(crate) fn moved_on(&self) -> Vec<Place> {
        let place = |index: usize| Place {
            sitter: self.places[(index + 1) % self.places.len()].sitter.clone(),
            link: None,
            is_ready: false,
            entropy: String::new(),
            filled_in: None,
            filled_in_as: None,
            hints: 0,
        };
        (0..self.places.len()).map(place).collect()
    }

    /// Whether this is the host or a person in a seat.
    pub(crate) fn knows(&self, host: &KeyHash, who: AskerId) -> bool {
        let is_in = |seat: Seat| self.person(seat).is_some_and(|person| AskerId::of(&person.token) == who);
        who == AskerId::of(host) || self.seats().any(is_in)
    }

    /// The seat whose token this is. All seats are compared, so that the timing reveals nothing.
    pub(crate) fn seat_of(&self, token: &KeyHash) -> Option<Seat> {
        let is_owner = |seat: &Seat| self.person(*seat).is_some_and(|person| person.token.is_same(token));
        let owners: Vec<Seat> = self.seats().filter(is_owner).collect();
        owners.first().copied()
    }

    /// Whether this is the watch link or the link to a free seat: those who may sit down may look first.
    pub(crate) fn may_watch(&self, secret: &Key) -> bool {
        let offers = |seat: &Seat| self.is_free(*seat) && self.leads_to(*seat, secret);
        // All seats are compared, so that the timing reveals nothing.
        let invited = self.seats().filter(offers).count();
        self.watch.hash.is_of(secret) || invited > 0
    }

    fn leads_to(&self, seat: Seat, secret: &Key) -> bool {
        self.places[seat.index()].link.is_some_and(|link| link.hash.is_of(secret))
    }

    /// The seat somebody took with the same key: they missed the reply and ask again.
    pub(crate) fn joined_before(&self, join: &Join) -> Option<Seat> {
        let hash = join.key.hash();
        let is_same = |seat: &Seat| self.person(*seat).is_some_and(|person| person.key.is_same(&hash));
        self.seats().find(is_same)
    }

    /// The token of a person who has joined.
    pub(crate) fn token_of(&self, seat: Seat, join: &Join) -> Result<Key, Problem> {
        let person = self.person(seat);
        let person = person.ok_or_else(|| Problem::new("table.seat_taken", "the seat is not free"))?;
        Ok(join.key.derive("token", &person.nonce))
    }

    /// The seat that this join may take.
    pub(crate) fn offered(&self, join: &Join, is_public: bool) -> Result<Seat, Problem> {
        let is_free = |seat: &Seat| self.is_free(*seat);
        if let Some(secret) = &join.secret {
            let seat = self.seats().filter(|seat| self.leads_to(*seat, secret)).last();
            return seat.filter(is_free).ok_or_else(|| {
                Problem::new("table.bad_secret", "this link was used already, or replaced by a new one")
            });
        }
        if !is_public {
            return Err(Problem::new("table.bad_secret", "a private table needs the secret of a link"));
        }
        if let Some(seat) = join.seat {
            self.must_be_free(seat)?;
            return Ok(seat);
        }
        self.seats().find(is_free).ok_or_else(|| Problem::new("table.full", "no seat is free"))
    }

    /// Checks that the table has this seat and nobody is in it.
    pub(crate) fn must_be_free(&self, seat: Seat) -> Result<(), Problem> {
        self.place(seat)?;
        if self.is_free(seat) {
            return Ok(());
        }
        Err(Problem::new("table.seat_taken", format!("{seat} is not free")))
    }

    /// Checks that seats may still be taken and links replaced.
    pub(crate) fn may_change(&self) -> Result<(), Problem> {
        if self.changes < MOST_SEATINGS {
            return Ok(());
        }
        let text = format!("seats and links of a table change hands {MOST_SEATINGS} times at most");
        Err(Problem::new("table.too_often", text))
    }

    /// The link to a seat, or the watch link.
    pub(crate) fn link(&self, seat: Option<Seat>) -> Option<LinkHash> {
        match seat {
            None => Some(self.watch),
            Some(seat) => self.places.get(seat.index())?.link,
        }
    }

    /// Replaces the link to a seat, or the watch link.
    pub(crate) fn relink(&mut self, seat: Option<Seat>, link: LinkHash) {
        match seat {
            None => self.watch = link,
            Some(seat) => self.places[seat.index()].link = Some(link),
        }
        self.changes += 1;
    }

    /// Changes who is in a seat.
    pub(crate) fn sit(&mut self, seat: Seat, sitter: Sitter) {
        let place = &mut self.places[seat.index()];
        // A link works for one person only.
        place.link = place.link.filter(|_| !matches!(sitter, Sitter::Person { .. }));
        (place.sitter, place.is_ready) = (sitter, false);
        place.entropy.clear();
        self.changes += 1;
    }

    pub(crate) fn ready(&mut self, seat: Seat, entropy: &str) {
        let place = &mut self.places[seat.index()];
        place.is_ready = true;
        entropy.clone_into(&mut place.entropy);
    }

    /// Lets a computer player fill in for the person of a seat.
    pub(crate) fn fill_in(&mut self, seat: Seat, player: &str, persona: Option<&str>) {
        let place = &mut self.places[seat.index()];
        place.filled_in = Some(player.to_owned());
        place.filled_in_as = persona.map(str::to_owned);
    }

    /// Lets the person decide again.
    pub(crate) fn give_back(&mut self, seat: Seat) {
        let place = &mut self.places[seat.index()];
        (place.filled_in, place.filled_in_as) = (None, None);
    }

    /// Counts one more hint for the seat.
    pub(crate) fn count_hint(&mut self, seat: Seat) {
        self.places[seat.index()].hints += 1;
    }
}

/// What happens to the old link when a new one is requested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Old {
    Kept,
    Useless,
}

/// The secret of a link, which only the host can derive.
pub(crate) fn secret_of(host: &Key, seat: Option<Seat>, nonce: &Nonce) -> Key {
    match seat {
        Some(seat) => host.derive(&format!("link to {seat}"), nonce),
        None => host.derive("link to watch", nonce),
    }
}
