//! Who is connected, and since when the others have been away.

use crate::asked::AskerId;
use crate::{GuestId, Output};
use baize_protocol::{Away, Key, Message, Moment, Presence, Request};
use baize_rules::{Language, Problem, Seat, SeatSet, Viewer};
use std::collections::BTreeMap;

/// The most connections that watch a table. Each seat has its own quota, which nobody else can use up.
const MOST_WATCHING: usize = 192;
/// The most connections of one seat.
const MOST_PER_SEAT: usize = 8;
/// The shortest time between two things a seat shows, in milliseconds.
const SHOWN_EVERY: u64 = 100;
/// How many milliseconds the only person may be gone before the table is held.
const MOST_GONE: u64 = 2_000;
/// How many milliseconds a client that pings may be silent before its person counts as gone.
const MOST_SILENT: u64 = 5_000;

/// A connected client.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    viewer: Viewer,
    /// Whose connection it is; `None` if it only watches.
    who: Option<AskerId>,
    /// The host's token, from which links are derived; no other token is kept.
    host: Option<Key>,
    /// The language in which it also wants everything in words.
    text: Option<Language>,
    /// It reports when it has read something: a page with a person in front of it.
    is_attentive: bool,
    /// Its person is reading something.
    is_reading: bool,
    /// When it last sent anything; `None` for clients that do not ping.
    heard: Option<Moment>,
}

impl Guest {
    pub(crate) const fn new(
        viewer: Viewer,
        who: Option<AskerId>,
        host: Option<Key>,
        text: Option<Language>,
    ) -> Guest {
        Guest { viewer, who, host, text, is_attentive: false, is_reading: false, heard: None }
    }

    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub(crate) const fn who(&self) -> Option<AskerId> {
        self.who
    }

    pub(crate) const fn host(&self) -> Option<&Key> {
        self.host.as_ref()
    }
}

/// Connections that are sent the same text: what they see, the language of their words, and their ids.
pub(crate) type Audience = (Viewer, Option<Language>, Vec<GuestId>);

/// Everybody who is connected.
pub(crate) struct Guests {
    here: BTreeMap<GuestId, Guest>,
    /// Since when the person of a seat is away; `None` for those who are here.
    away: Vec<Option<Moment>>,
    /// When each seat last showed what it is about to do.
    shown: BTreeMap<Seat, Moment>,
}

impl Guests {
    /// Nobody has been here since this moment.
    pub(crate) fn nobody(seats: usize, since: Moment) -> Guests {
        Guests { here: BTreeMap::new(), away: vec![Some(since); seats], shown: BTreeMap::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.here.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    pub(crate) fn get(&self, guest: GuestId) -> Option<&Guest> {
        self.here.get(&guest)
    }

    /// All connections but one.
    pub(crate) fn all_but(&self, but: Option<GuestId>) -> Vec<GuestId> {
        self.here.keys().copied().filter(|id| Some(*id) != but).collect()
    }

    /// The other connections of the same seat.
    pub(crate) fn elsewhere(&self, guest: GuestId) -> Vec<GuestId> {
        let Some(Guest { viewer: viewer @ Viewer::Seat(_), .. }) = self.get(guest) else { return Vec::new() };
        let same = |(id, other): &(&GuestId, &Guest)| **id != guest && other.viewer == *viewer;
        self.here.iter().filter(same).map(|(id, _)| *id).collect()
    }

    /// All connections but one, grouped by what they hear.
    pub(crate) fn audiences(&self, but: Option<GuestId>, hears: impl Fn(Viewer) -> bool) -> Vec<Audience> {
        let mut audiences: Vec<Audience> = Vec::new();
        for (id, guest) in self.here.iter().filter(|(id, guest)| Some(**id) != but && hears(guest.viewer)) {
            let same = |(viewer, text, _): &&mut Audience| *viewer == guest.viewer && *text == guest.text;
            match audiences.iter_mut().find(same) {
                Some((_, _, to)) => to.push(*id),
                None => audiences.push((guest.viewer, guest.text, vec![*id])),
            }
        }
        audiences
    }

    /// Whether one more connection with this view may come.
    pub(crate) fn may_come(&self, viewer: Viewer) -> Result<(), Problem> {
        let same = self.here.values().filter(|other| other.viewer == viewer).count();
        let most = if viewer == Viewer::Spectator { MOST_WATCHING } else { MOST_PER_SEAT };
        if same < most {
            return Ok(());
        }
        Err(Problem::new("table.crowded", "there are too many connections at this table"))
    }

    pub(crate) fn come(&mut self, id: GuestId, guest: Guest) {
        if let Viewer::Seat(seat) = guest.viewer {
            self.away[seat.index()] = None;
        }
        self.here.insert(id, guest);
    }

    /// Removes a connection from the table; returns whether it was there.
    pub(crate) fn part(&mut self, at: Moment, guest: GuestId) -> bool {
        let Some(left) = self.here.remove(&guest) else { return false };
        if let Viewer::Seat(seat) = left.viewer
            && !self.here.values().any(|other| other.viewer == left.viewer)
        {
            self.away[seat.index()] = Some(at);
        }
        true
    }

    /// Handles the connections of a seat that was given up: the host stays to watch, the others leave.
    pub(crate) fn unseat(&mut self, seat: Seat) -> Vec<Output> {
        let mut outputs = Vec::new();
        let problem = Problem::new("table.bad_token", "the seat was given up, or given to somebody else");
        self.here.retain(|id, guest| {
            if guest.viewer != Viewer::Seat(seat) {
                return true;
            }
            if guest.host.is_some() {
                guest.viewer = Viewer::Spectator;
            } else {
                outputs.push(Output::Part { to: *id, problem: problem.clone() });
            }
            guest.host.is_some()
        });
        outputs
    }

    /// Notes that a connection has sent a request.
    pub(crate) fn hear(&mut self, at: Moment, guest: GuestId, request: &Request) {
        let Some(guest) = self.here.get_mut(&guest) else { return };
        guest.is_attentive |= is_of_a_page(request);
        let gives_signs = guest.heard.is_some() || matches!(request, Request::Ping { .. });
        guest.heard = gives_signs.then_some(at);
    }

    /// Records whether the person of a connection is reading; returns whether that is new.
    pub(crate) fn read(&mut self, guest: GuestId, is_reading: bool) -> bool {
        let Some(guest) = self.here.get_mut(&guest) else { return false };
        std::mem::replace(&mut guest.is_reading, is_reading) != is_reading
    }

    /// The seats with a client that will report when it has read a summary.
    pub(crate) fn readers(&self) -> SeatSet {
        let readers = self.here.values().filter(|guest| guest.is_attentive);
        readers.filter_map(|guest| guest.viewer.seat()).collect()
    }

    /// Whether a seat may show something again; if so, counts it as shown.
    pub(crate) fn may_show(&mut self, at: Moment, seat: Seat) -> bool {
        let is_soon = self.shown.get(&seat).is_some_and(|last| at.since(*last) < SHOWN_EVERY);
        if !is_soon {
            self.shown.insert(seat, at);
        }
        !is_soon
    }

    /// Since when the person of a seat is away; `None` for those who are here.
    pub(crate) fn away_since(&self, seat: Seat) -> Option<Moment> {
        self.away[seat.index()]
    }

    /// Whether the person of a seat has been away for at least this many milliseconds.
    pub(crate) fn is_away_for(&self, seat: Seat, at: Moment, millis: u64) -> bool {
        self.away_since(seat).is_some_and(|since| at.since(since) >= millis)
    }

    /// When the person of a seat counts as gone: nobody is connected, or every connection has fallen silent.
    pub(crate) fn gone_from(&self, seat: Seat) -> Option<Moment> {
        if let Some(since) = self.away_since(seat) {
            return Some(since.plus(MOST_GONE));
        }
        let guests = self.here.values().filter(|guest| guest.viewer.seat() == Some(seat));
        let heard: Option<Vec<Moment>> = guests.map(|guest| guest.heard).collect();
        heard?.into_iter().max().map(|last| last.plus(MOST_SILENT))
    }

    /// Somebody has taken a seat but is not connected yet.
    pub(crate) fn expect(&mut self, seat: Seat, at: Moment) {
        self.away[seat.index()] = Some(at);
    }

    /// Marks everybody as away since this moment.
    pub(crate) fn expect_all(&mut self, at: Moment) {
        self.away.fill(Some(at));
    }

    /// Moves all absences later by this many milliseconds, which count for nobody.
    pub(crate) fn expect_longer(&mut self, millis: u64) {
        for since in self.away.iter_mut().flatten() {
            *since = since.plus(millis);
        }
    }

    /// Which of these people are here, away or reading, and how many clients watch.
    pub(crate) fn presence(&self, people: SeatSet) -> Presence {
        let seats = || self.here.values().filter_map(|guest| guest.viewer.seat());
        let here: SeatSet = seats().collect();
        let watching = self.here.values().filter(|guest| guest.viewer == Viewer::Spectator).count();
        let absent = people.iter().filter(|seat| !here.contains(*seat));
        let away = absent.filter_map(|seat| Some(Away { seat, since: self.away_since(seat)? })).collect();
        let reading = self.here.values().filter(|guest| guest.is_reading);
        let reading = reading.filter_map(|guest| guest.viewer.seat()).collect();
        Presence { here, watching: watching as u32, away, reading }
    }

    /// Tells everybody but one who is here now.
    pub(crate) fn tell_presence(&self, people: SeatSet, but: Option<GuestId>, outputs: &mut Vec<Output>) {
        let to = self.all_but(but);
        if !to.is_empty() {
            outputs.push(Output::Tell { to, text: Message::Presence(self.presence(people)).to_text() });
        }
    }
}

/// Whether only a page with a person in front of it sends this.
const fn is_of_a_page(request: &Request) -> bool {
    matches!(
        request,
        Request::Pace { .. }
            | Request::Hold { .. }
            | Request::Hurry { .. }
            | Request::Seen { .. }
            | Request::Ping { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_seat(seat: Seat) -> Guest {
        Guest::new(Viewer::Seat(seat), None, None, None)
    }

    #[test]
    fn a_person_is_away_when_the_last_connection_is_gone() {
        let mut guests = Guests::nobody(2, Moment(0));
        assert_eq!(guests.away_since(Seat::FIRST), Some(Moment(0)));
        guests.come(GuestId(1), at_seat(Seat::FIRST));
        guests.come(GuestId(2), at_seat(Seat::FIRST));
        assert_eq!(guests.away_since(Seat::FIRST), None);
        assert_eq!(guests.elsewhere(GuestId(2)), [GuestId(1)]);
        assert!(guests.part(Moment(7), GuestId(1)) && guests.away_since(Seat::FIRST).is_none());
        assert!(guests.part(Moment(9), GuestId(2)) && !guests.part(Moment(9), GuestId(2)));
        assert_eq!(guests.away_since(Seat::FIRST), Some(Moment(9)));
        guests.expect_longer(5);
        assert!(guests.is_away_for(Seat::FIRST, Moment(24), 10));
        assert!(!guests.is_away_for(Seat::FIRST, Moment(23), 10));
    }

    #[test]
    fn whoever_hears_the_same_is_told_once() {
        let mut guests = Guests::nobody(2, Moment(0));
        for (id, viewer) in [(1, Viewer::Spectator), (2, Viewer::Seat(Seat::FIRST)), (3, Viewer::Spectator)] {
            guests.come(GuestId(id), Guest::new(viewer, None, None, None));
        }
        guests.come(GuestId(4), Guest::new(Viewer::Spectator, None, None, Some(Language::English)));
        let heard: Vec<Vec<GuestId>> =
            guests.audiences(None, |_| true).into_iter().map(|(_, _, to)| to).collect();
        assert_eq!(heard, [vec![GuestId(1), GuestId(3)], vec![GuestId(2)], vec![GuestId(4)]]);
        let seated = guests.audiences(Some(GuestId(2)), |viewer| viewer.seat().is_some());
        assert!(seated.is_empty());
    }

    #[test]
    fn a_seat_that_is_cleared_keeps_its_host_as_a_watcher() {
        let mut guests = Guests::nobody(2, Moment(0));
        let host = Guest::new(Viewer::Seat(Seat::FIRST), None, Some(Key::from_bytes([1; 16])), None);
        guests.come(GuestId(1), host);
        guests.come(GuestId(2), at_seat(Seat::FIRST));
        let parted = guests.unseat(Seat::FIRST);
        assert!(matches!(parted[..], [Output::Part { to: GuestId(2), .. }]), "{parted:?}");
        assert_eq!(guests.get(GuestId(1)).unwrap().viewer(), Viewer::Spectator);
        assert_eq!(guests.len(), 1);
    }

    #[test]
    fn a_seat_shows_something_ten_times_a_second_at_most() {
        let mut guests = Guests::nobody(1, Moment(0));
        let shown: Vec<u64> =
            (0..400).step_by(40).filter(|at| guests.may_show(Moment(*at), Seat::FIRST)).collect();
        assert_eq!(shown, [0, 120, 240, 360]);
    }
}
