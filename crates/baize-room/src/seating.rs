//! Who sits where before the game, and the links that lead there.

use crate::Output;
use crate::asked::Asked;
use crate::charter::check_persona;
use crate::entry::{Fact, Link, Nonce, Sitter};
use crate::request::{Answered, Now};
use crate::room::Room;
use baize_games::Record;
use baize_protocol::{Key, Moment};
use baize_rules::{Problem, Seat};

impl Room {
    pub(crate) fn ready(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        entropy: Option<String>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        let entropy = entropy.unwrap_or_default();
        if entropy.len() > Record::MOST_ENTROPY || !entropy.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Problem::new(
                "table.bad_text",
                "what you add to the seed has at most 64 visible ASCII characters",
            ));
        }
        if self.place(seat)?.is_ready {
            // Whoever is ready stays so, with what they added to the seed.
            return Ok(self.version());
        }
        let version = self.add(at, Some(asked), Fact::Ready { seat, entropy })?;
        self.begin(at)?;
        Ok(version)
    }

    /// Begins the game if everybody is there and ready.
    pub(crate) fn begin(&mut self, at: Moment) -> Result<(), Problem> {
        if self.is_complete() {
            self.add(at, None, Fact::Started {})?;
        }
        Ok(())
    }

    pub(crate) fn seat_computer(
        &mut self,
        now: &Now<'_>,
        asked: Asked,
        seat: Seat,
        player: String,
        persona: Option<String>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        if !matches!(self.place(seat)?.sitter, Sitter::Nobody {}) {
            return Err(Problem::new("table.seat_taken", format!("{seat} is not free")));
        }
        self.may_seat()?;
        self.must_know(now, &player)?;
        check_persona(persona.as_deref())?;
        let version = self.add(now.at, Some(asked), Fact::Seated { seat, player, persona })?;
        self.begin(now.at)?;
        Ok(version)
    }

    pub(crate) fn clear(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        if matches!(self.place(seat)?.sitter, Sitter::Nobody {}) {
            return Ok(self.version());
        }
        let version = self.add(at, Some(asked), Fact::Cleared { seat })?;
        outputs.extend(self.unseat(seat));
        Ok(version)
    }

    pub(crate) fn link(&self, seat: Option<Seat>) -> Option<Link> {
        match seat {
            None => Some(self.durable.watch),
            Some(seat) => self.durable.places.get(seat.index())?.link,
        }
    }

    pub(crate) fn invite(
        &mut self,
        now: &mut Now<'_>,
        asked: Asked,
        host: &Key,
        seat: Option<Seat>,
        old: Old,
    ) -> Result<Answered, Problem> {
        if let Some(seat) = seat {
            self.must_wait()?;
            if !matches!(self.place(seat)?.sitter, Sitter::Nobody {}) {
                return Err(Problem::new("table.seat_taken", format!("{seat} is not free")));
            }
        }
        if let Some(link) = self.link(seat).filter(|_| old == Old::Kept) {
            return Ok(Answered::Invitation(self.version(), secret_of(host, seat, &link.nonce)));
        }
        self.may_seat()?;
        let nonce = (now.fresh)();
        let secret = secret_of(host, seat, &nonce);
        let link = Link { nonce, hash: secret.hash() };
        let version = self.add(now.at, Some(asked), Fact::Linked { seat, link })?;
        Ok(Answered::Invitation(version, secret))
    }
}

/// What becomes of a link when a new one is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Old {
    Kept,
    Useless,
}

/// The secret of a link, which only the host can tell.
pub(crate) fn secret_of(host: &Key, seat: Option<Seat>, nonce: &Nonce) -> Key {
    match seat {
        Some(seat) => host.derive(&format!("link to {seat}"), nonce),
        None => host.derive("link to watch", nonce),
    }
}
