//! Opening a table.

use crate::entry::{Begun, Charter, LinkHash, Person, Place, Sitter};
use crate::hello::player_id;
use crate::request::Now;
use crate::seating::secret_of;
use crate::text;
use baize_games::{Record, find};
use baize_protocol::http::OpenTable;
use baize_protocol::{CallWindow, Clock, Key, TableId};
use baize_rules::{Problem, Seat, Seed, clip};
use serde_json::Value;
use std::iter::repeat;
use std::ops::RangeInclusive;

/// A table that is ready to be opened.
#[derive(Debug)]
pub struct Opening {
    /// Everything about it that never changes.
    pub charter: Charter,
    /// The host's token.
    pub token: Key,
}

/// Everything that opens a table, for its host.
#[derive(Debug)]
pub struct Keys {
    /// The host's token.
    pub token: Key,
    /// The host's seat.
    pub seat: Option<Seat>,
    /// The secret for each seat that is open to a person.
    pub links: Vec<(Seat, Key)>,
    /// The secret for watching.
    pub watch: Key,
}

impl Opening {
    /// Draws up the charter of a table, or returns what is wrong with the request.
    pub fn new(open: &OpenTable, key: &Key, now: &mut Now<'_>) -> Result<Opening, Problem> {
        let game = find(&open.game)?;
        let record = open.record.as_ref().map(|record| elsewhere(open, record)).transpose()?;
        let sizes = match &record {
            Some(record) => record.seats..=record.seats,
            None => table_sizes(open)?,
        };
        let seats = open.seats.unwrap_or(*sizes.start());
        if !sizes.contains(&seats) || open.players.len().max(open.personas.len()) > usize::from(seats) {
            let (fewest, most) = sizes.into_inner();
            let text = format!("{} has {fewest} to {most} seats under these options", game.name());
            return Err(Problem::new("table.bad_size", text));
        }
        check_clock(&open.clock)?;
        check_window(open.call_window)?;
        let nonce = (now.fresh)();
        let token = key.derive("host", &nonce);
        let mut places = Vec::new();
        for seat in Seat::first(seats) {
            places.push(place(open, seat, &token, now)?);
        }
        let is_free = |place: &Place| matches!(place.sitter, Sitter::Nobody {});
        let free = match open.seat {
            None => places.iter_mut().find(|place| is_free(place)),
            Some(seat) => {
                let place = places.get_mut(seat.index()).filter(|place| is_free(place));
                let taken = "the seat you want is not there, or a computer player has it";
                Some(place.ok_or_else(|| Problem::new("table.bad_seat", taken))?)
            }
        };
        if let (Some(name), Some(place)) = (&open.name, free) {
            let player = open.player.as_ref().map(player_id);
            let person =
                Person { name: text::name(name)?, token: token.hash(), key: key.hash(), nonce, player };
            (place.sitter, place.link) = (Sitter::Person { person }, None);
        }
        if let Some(record) = &record {
            take_seats(record, &mut places, now)?;
        }
        let charter = Charter {
            table: TableId::from_random(low_half((now.fresh)())),
            game: open.game.clone(),
            revision: game.revision(),
            options: match &record {
                Some(record) => record.options.clone(),
                None if open.options.is_null() => serde_json::json!({}),
                None => open.options.clone(),
            },
            seats,
            position: record.as_ref().map_or_else(|| open.position.clone(), |record| record.position.clone()),
            source: open.source,
            clock: open.clock,
            is_public: open.is_public,
            pace: open.pace,
            call_window: open.call_window,
            hints: open.hints,
            open_after: open.open_after,
            seed: record.as_ref().and_then(|record| record.seed.clone()).unwrap_or_else(|| fresh_seed(now)),
            begun: record.map(|Record { entropy, log, .. }| Box::new(Begun { entropy, moves: log })),
            host: token.hash(),
            nonce,
            watch: link(&token, None, now),
            places,
            rematch_of: None,
        };
        Ok(Opening { charter, token })
    }
}

/// The most entries that a game begun elsewhere may have.
const MOST_BEGUN: usize = 2_000;

/// A game that was begun elsewhere, replayed and verified.
fn elsewhere(open: &OpenTable, record: &Value) -> Result<Record, Problem> {
    let bad = |text: &str| Err(Problem::new("request.bad_record", text));
    let is_said_twice =
        !open.options.is_null() || open.seats.is_some() || open.position.is_some() || open.source.is_some();
    if is_said_twice {
        return bad("options, seats and position are those of the record");
    }
    let record = Record::read(&record.to_string())?;
    if record.game != open.game || find(&record.game)?.revision() != record.revision {
        return bad("the record is of another game, or of another revision of its rules");
    }
    if record.log.len() > MOST_BEGUN {
        return bad("the game is too long to be taken from elsewhere");
    }
    record.verify()?;
    Ok(record)
}

/// Everybody seated counts as ready, since the game has already begun. If it is over, the seats that nobody
/// takes here go to the people named in the record.
fn take_seats(record: &Record, places: &mut [Place], now: &mut Now<'_>) -> Result<(), Problem> {
    for (place, name) in places.iter_mut().zip(record.players.iter().map(String::as_str).chain(repeat(""))) {
        if record.result.is_some() && matches!(place.sitter, Sitter::Nobody {}) {
            let nonce = (now.fresh)();
            let (token, key) = (Key::from_bytes((now.fresh)()).hash(), Key::from_bytes((now.fresh)()).hash());
            let person = Person { name: text::name(name)?, token, key, nonce, player: None };
            (place.sitter, place.link) = (Sitter::Person { person }, None);
        }
        place.is_ready = matches!(place.sitter, Sitter::Person { .. });
    }
    Ok(())
}

/// How many players the table can seat; a position fixes the number.
fn table_sizes(open: &OpenTable) -> Result<RangeInclusive<u8>, Problem> {
    let game = find(&open.game)?;
    let Some(position) = &open.position else {
        return match open.source {
            None => game.table_sizes(&open.options),
            Some(_) => Err(bad_position("a source belongs to a position".to_owned())),
        };
    };
    if position.chars().count() > MOST_POSITION {
        return Err(bad_position(format!("a position has at most {MOST_POSITION} characters")));
    }
    // Deal what the position leaves open, on trial; whether anybody can act does not depend on the deal.
    let table = game.set_up(position, &open.options, &Seed::from_text("trial"))?;
    if table.outcome().is_some() {
        return Err(bad_position("the game is over in this position".to_owned()));
    }
    Ok(table.seats()..=table.seats())
}

/// The most characters in a position.
const MOST_POSITION: usize = 2_000;

fn bad_position(text: String) -> Problem {
    Problem::new("table.bad_position", text)
}

fn place(open: &OpenTable, seat: Seat, token: &Key, now: &mut Now<'_>) -> Result<Place, Problem> {
    let persona = open.personas.get(seat.index()).cloned().flatten();
    let sitter = match open.players.get(seat.index()).cloned().flatten() {
        None if persona.is_some() => return Err(bad_persona()),
        None => Sitter::Nobody {},
        Some(player) if (now.is_player)(&open.game, &player) => {
            check_persona(persona.as_deref())?;
            Sitter::Computer { player, persona }
        }
        Some(player) => {
            let text = format!("there is no computer player {:?} for this game", clip(&player));
            return Err(Problem::new("request.unknown_player", text));
        }
    };
    let is_free = matches!(sitter, Sitter::Nobody {});
    let link = is_free.then(|| link(token, Some(seat), now));
    Ok(Place {
        sitter,
        link,
        is_ready: false,
        entropy: String::new(),
        filled_in: None,
        filled_in_as: None,
        hints: 0,
    })
}

fn link(token: &Key, seat: Option<Seat>, now: &mut Now<'_>) -> LinkHash {
    let nonce = (now.fresh)();
    LinkHash { nonce, hash: secret_of(token, seat, &nonce).hash() }
}

pub(crate) fn fresh_seed(now: &mut Now<'_>) -> Seed {
    let (first, second) = ((now.fresh)(), (now.fresh)());
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&first);
    bytes[16..].copy_from_slice(&second);
    Seed::from_bytes(bytes)
}

pub(crate) fn low_half(bits: [u8; 16]) -> u64 {
    u128::from_le_bytes(bits) as u64
}

/// The most letters in a persona.
const MOST_PERSONA: usize = 24;

/// Checks the form only: the page knows who the people of the cast are, the table just keeps the word.
pub(crate) fn check_persona(persona: Option<&str>) -> Result<(), Problem> {
    let is_word = |word: &str| {
        (1..=MOST_PERSONA).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    if persona.is_none_or(is_word) { Ok(()) } else { Err(bad_persona()) }
}

pub(crate) fn bad_persona() -> Problem {
    let text =
        format!("a persona is a word of at most {MOST_PERSONA} lower-case letters, for a computer player");
    Problem::new("table.bad_persona", text)
}

fn check_window(window: Option<CallWindow>) -> Result<(), Problem> {
    match window {
        Some(CallWindow::Seconds(11..)) => {
            Err(Problem::new("table.bad_clock", "a call window has at most 10 seconds"))
        }
        _ => Ok(()),
    }
}

/// At most a day for a game and an hour for a turn: anyone who wants more can play without a clock.
fn check_clock(clock: &Clock) -> Result<(), Problem> {
    let Clock { bank, increment, turn, answer } = *clock;
    let within = |value: Option<u32>, least: u32, most: u32| {
        value.is_none_or(|seconds| (least..=most).contains(&seconds))
    };
    let is_sound = within(bank, 1, 86_400)
        && within(increment, 0, 3_600)
        && within(turn, 1, 3_600)
        && within(answer, 0, 3_600);
    if !is_sound || increment.is_some() && bank.is_none() {
        let text = "a bank has 1 to 86400 seconds, a turn 1 to 3600, an increment needs a bank, an answer has at most 3600";
        return Err(Problem::new("table.bad_clock", text));
    }
    Ok(())
}
