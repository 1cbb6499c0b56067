//! A table whose log cannot be written now: the store is away, or this process may not answer for the table any more.
//!
//! People keep their connections. Whatever they ask is refused, nothing happens and no clock runs, until the table could be
//! opened again from its log. Then everybody who has stayed is welcomed once more, with what is new to them.

use super::{Entering, Guest, Letter, TableTask, refused};
use crate::nodes::moved;
use crate::outbox::Ending;
use crate::tables::NotHere;
use crate::workers::Stop;
use axum::extract::ws::Utf8Bytes;
use baize_actor::{TableActor, TableMessage};
use baize_protocol::{Message, Request, RequestId};
use baize_room::{GuestId, Input};
use baize_rules::Problem;
use std::sync::Arc;
use std::time::Duration;

/// How long to wait before the table is opened again, and at most after many tries.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_millis(800);

/// What is known of the table meanwhile.
pub(super) struct Away {
    /// What may have been done or not: it is not refused, and those who ask again later get the answer.
    unknown: Vec<(GuestId, RequestId)>,
    wait: Duration,
}

/// A table that was opened again, and the term of it.
pub(crate) type Reopened = Result<(TableActor, u64), NotHere>;

impl Guest {
    /// Somebody who came meanwhile: they are told to come again.
    fn refused(entering: Entering) -> Guest {
        let Entering { client, outbox, .. } = entering;
        Guest { outbox, client, hello: None, gone: Stop::default() }
    }
}

impl TableTask {
    /// The table cannot go on, for now.
    pub(super) fn go_away(&mut self) {
        let Some(mut actor) = self.actor.take() else { return };
        self.thoughts.drain().for_each(|(_, stop)| Stop::stop(&stop));
        let unknown = actor.give_up();
        // If it was opened again and nobody has heard of it, they know what they knew before.
        self.known = actor.told().or(self.known);
        self.away = Some(Away { unknown, wait: FIRST_WAIT });
        // Everybody here is told, also those who have not asked for anything.
        let told = Utf8Bytes::from(Message::Refused { id: None, version: None, error: storage() }.to_text());
        self.guests.values().for_each(|guest| guest.outbox.push(told.clone()));
        self.open_again();
    }

    /// Tries to open the table after a while.
    fn open_again(&mut self) {
        let Some(away) = &mut self.away else { return };
        let wait = away.wait;
        away.wait = (wait * 2).min(LONGEST_WAIT);
        let (tables, handle) = (Arc::clone(&self.tables), self.handle.clone());
        self.tables.runtime.spawn(async move {
            tokio::time::sleep(wait).await;
            let reopened = tables.take_over(handle.id).await;
            handle.post(Letter::Reopened(Box::new(reopened)));
        });
    }

    /// Takes a letter while the table is away.
    pub(super) async fn take_away(&mut self, letter: Letter) {
        match letter {
            Letter::Enter(entering) => {
                let (guest, id) = (entering.guest, entering.hello.id.clone());
                self.guests.entry(guest).or_insert_with(|| Guest::refused(*entering));
                self.refuse(guest, id);
            }
            Letter::Request { guest, request: Request::Ping { id } } => {
                self.answer(guest, Message::Pong { id }.to_text());
            }
            Letter::Request { guest, request } => self.refuse(guest, request.id().clone()),
            Letter::Leave { guest } => drop(self.guests.remove(&guest)),
            Letter::SendAway(ending) => self.end(&ending),
            Letter::Reopened(reopened) => self.come_back(*reopened).await,
            // What the table waited for belongs to what it was before.
            Letter::Older { .. } | Letter::Report(_) | Letter::Done { .. } | Letter::Keys { .. } => {}
        }
    }

    fn refuse(&self, from: GuestId, id: RequestId) {
        let asked = (from, id);
        if self.away.as_ref().is_some_and(|away| !away.unknown.contains(&asked)) {
            self.tables.meter.refusals.increment(1);
            self.answer(from, refused(asked.1, storage()));
        }
    }

    fn answer(&self, to: GuestId, text: String) {
        if let Some(guest) = self.guests.get(&to) {
            guest.outbox.push(text.into());
        }
    }

    /// Goes on with the table if it could be opened; everybody comes back to it over the connection they have.
    async fn come_back(&mut self, reopened: Reopened) {
        match reopened {
            Ok((actor, term)) => {
                (self.actor, self.term, self.away) = (Some(Box::new(actor)), term, None);
                let here = self.guests.iter().filter_map(|(id, guest)| Some((*id, guest.hello.clone()?)));
                let mut here: Vec<_> = here.collect();
                here.sort_unstable_by_key(|(guest, _)| *guest);
                for (guest, mut hello) in here {
                    if let Some((version, history)) = self.known {
                        (hello.version, hello.history) = (Some(version), history);
                    }
                    self.handle(TableMessage::Input(Input::Hello { guest, hello })).await;
                }
            }
            Err(NotHere::Elsewhere(_)) => self.end(&Ending::come_back(moved())),
            Err(NotHere::Problem(problem)) if problem.code == "server.storage" => self.open_again(),
            Err(NotHere::Problem(problem)) => self.end(&Ending::come_back(problem)),
        }
    }
}

fn storage() -> Problem {
    Problem::new("server.storage", "nothing was done: the log cannot be written now; try again in a moment")
}
