//! How a table is opened.

use crate::entry::{Charter, Link, Person, Place, Sitter};
use crate::hello::player_id;
use crate::request::Now;
use crate::room::Room;
use crate::seating::secret_of;
use crate::text;
use baize_games::find;
use baize_protocol::http::OpenTable;
use baize_protocol::{CallWindow, Clock, Key, TableId};
use baize_rules::{Problem, Seat, Seed, clip};

/// A table that can be opened.
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
    /// The secret for each seat that waits for a person.
    pub links: Vec<(Seat, Key)>,
    /// The secret for watching.
    pub watch: Key,
}

impl Opening {
    /// Draws up the charter of a table, or says what is wrong with it.
    pub fn new(open: &OpenTable, key: &Key, now: &mut Now<'_>) -> Result<Opening, Problem> {
        let game = find(&open.game)?;
        let sizes = game.table_sizes(&open.options)?;
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
        let free = places.iter_mut().find(|place| matches!(place.sitter, Sitter::Nobody {}));
        if let (Some(name), Some(place)) = (&open.name, free) {
            let player = open.player.as_ref().map(player_id);
            let person =
                Person { name: text::name(name)?, token: token.hash(), key: key.hash(), nonce, player };
            (place.sitter, place.link) = (Sitter::Person { person }, None);
        }
        let charter = Charter {
            table: TableId::from_random(low_half((now.fresh)())),
            game: open.game.clone(),
            revision: game.revision(),
            options: if open.options.is_null() { serde_json::json!({}) } else { open.options.clone() },
            seats,
            clock: open.clock,
            is_public: open.is_public,
            pace: open.pace,
            call_window: open.call_window,
            hints: open.hints,
            seed: fresh_seed(now),
            host: token.hash(),
            nonce,
            watch: link(&token, None, now),
            places,
            rematch_of: None,
        };
        Ok(Opening { charter, token })
    }
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

fn link(token: &Key, seat: Option<Seat>, now: &mut Now<'_>) -> Link {
    let nonce = (now.fresh)();
    Link { nonce, hash: secret_of(token, seat, &nonce).hash() }
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

/// A persona has at most so many letters.
const MOST_PERSONA: usize = 24;

/// The page knows who the people of the cast are; the table keeps a word.
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

/// A day for a game, an hour for a turn: whoever wants more wants no clock.
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

impl Room {
    /// Everything that opens the table, for whoever shows the key it was opened with.
    pub fn keys(&self, key: &Key) -> Option<Keys> {
        let charter = &self.durable.charter;
        let token = key.derive("host", &charter.nonce);
        if !charter.host.is_of(&token) {
            return None;
        }
        let is_host = |seat: &Seat| match &self.durable.places[seat.index()].sitter {
            Sitter::Person { person } => person.token.is_of(&token),
            Sitter::Nobody {} | Sitter::Computer { .. } => false,
        };
        let secret = |seat: Seat| {
            let link = self.durable.places[seat.index()].link?;
            Some((seat, secret_of(&token, Some(seat), &link.nonce)))
        };
        Some(Keys {
            seat: self.seats().find(is_host),
            links: self.seats().filter_map(secret).collect(),
            watch: secret_of(&token, None, &self.durable.watch.nonce),
            token,
        })
    }
}
