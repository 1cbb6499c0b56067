//! A table whose log cannot be written now: the store is away, or this process may no longer answer for the
//! table.
//!
//! People keep their connections. Their requests are refused, nothing happens and no clock runs, until the
//! table can be opened again from its log. Then everyone who has stayed is welcomed again, with what is new
//! to them.

use super::{Entering, Greeting, Guest, Letter, TableTask, refused};
use crate::nodes::moved;
use crate::outbox::Ending;
use crate::tables::NotHere;
use crate::workers::Stop;
use axum::extract::ws::Utf8Bytes;
use baize_actor::{TableActor, TableMessage};
use baize_protocol::{History, Message, Request, RequestId};
use baize_room::{GuestId, Hello, Input};
use baize_rules::Problem;
use std::sync::Arc;
use std::time::Duration;

/// How long to wait before reopening the table; the longest wait after many tries.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_millis(800);

/// The state of a table while it is away.
pub(super) struct Away {
    /// Requests that may or may not have been done: they are not refused, and those who ask again later get
    /// the answer.
    unknown: Vec<(GuestId, RequestId)>,
    wait: Duration,
}

/// A reopened table and its term, or why it could not be opened.
pub(crate) type Reopened = Result<(TableActor, u64), NotHere>;

impl Guest {
    /// Notes that a guest at the table was told everything up to this version. For others, what they said
    /// they know still holds.
    fn knows(&mut self, version: u32, history: Option<History>) {
        if let Greeting::Welcome(hello) = &mut self.greeting {
            (hello.version, hello.history) = (Some(version), history);
        }
    }

    /// The hello to repeat for this guest when the table is back.
    fn say_again(&mut self) -> Option<Box<Hello>> {
        let (Greeting::Asked(hello) | Greeting::Welcome(hello)) = &self.greeting else { return None };
        let hello = hello.clone();
        self.greeting = Greeting::Asked(hello.clone());
        Some(hello)
    }

    /// A guest who came meanwhile and is told to come again.
    fn refused(entering: Entering) -> Guest {
        let Entering { client, outbox, .. } = entering;
        Guest { outbox, client, greeting: Greeting::Refused, gone: Stop::default() }
    }
}

impl TableTask {
    /// Suspends the table for now.
    pub(super) fn go_away(&mut self) {
        let Some(mut actor) = self.actor.take() else { return };
        self.thoughts.drain().for_each(|(_, stop)| Stop::stop(&stop));
        let unknown = actor.give_up();
        if let Some((version, history)) = actor.told() {
            self.guests.values_mut().for_each(|guest| guest.knows(version, history));
        }
        self.away = Some(Away { unknown, wait: FIRST_WAIT });
        // Everyone here is told, even those who have not asked for anything.
        let told = Utf8Bytes::from(Message::Refused { id: None, version: None, error: storage() }.to_text());
        self.guests.values().for_each(|guest| guest.outbox.push(told.clone()));
        self.open_again();
    }

    /// Tries to open the table again after a while.
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
            // Reports for the table as it was before do not concern the reopened one.
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

    /// Continues the table if it could be opened; everyone returns to it over their existing connection.
    async fn come_back(&mut self, reopened: Reopened) {
        match reopened {
            // Opening it took longer than the term, so another process may have it by now.
            Ok((_, term)) if !self.tables.answers_for(self.handle.id, term) => self.open_again(),
            Ok((actor, term)) => {
                (self.actor, self.term, self.away) = (Some(Box::new(actor)), term, None);
                let here = self.guests.iter_mut();
                let mut here: Vec<_> =
                    here.filter_map(|(id, guest)| Some((*id, guest.say_again()?))).collect();
                here.sort_unstable_by_key(|(guest, _)| *guest);
                for (guest, hello) in here {
                    self.handle(TableMessage::Input(Input::Hello { guest, hello })).await;
                }
            }
            Err(NotHere::Elsewhere(_)) => self.end(&Ending::come_back(moved())),
            Err(NotHere::Problem(problem)) if is_passing(&problem) => self.open_again(),
            Err(NotHere::Problem(problem)) => self.end(&Ending::come_back(problem)),
        }
    }
}

/// Whether the table may be available again in a moment.
fn is_passing(problem: &Problem) -> bool {
    matches!(problem.code.as_str(), "server.storage" | "server.busy")
}

fn storage() -> Problem {
    Problem::new("server.storage", "nothing was done: the log cannot be written now; try again in a moment")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Outbox;

    fn guest(greeting: fn(Box<Hello>) -> Greeting) -> Guest {
        let id = RequestId::new("h1").unwrap();
        let hello = Hello {
            id,
            token: None,
            join: None,
            watch: None,
            version: Some(3),
            history: None,
            text: None,
            older: None,
        };
        let outbox = Arc::new(Outbox::new(1_000));
        Guest {
            outbox,
            client: [127, 0, 0, 1].into(),
            greeting: greeting(Box::new(hello)),
            gone: Stop::default(),
        }
    }

    #[test]
    fn everybody_is_told_what_they_do_not_know_when_a_table_is_back() {
        let again = |greeting| {
            let mut guest = guest(greeting);
            guest.knows(9, None);
            (guest.say_again().map(|hello| hello.version), guest.say_again().map(|hello| hello.version))
        };
        assert_eq!(again(Greeting::Welcome), (Some(Some(9)), Some(Some(9))));
        // A guest who was still waiting for a welcome has seen nothing of the table yet.
        assert_eq!(again(Greeting::Asked), (Some(Some(3)), Some(Some(3))));
        assert_eq!(again(|_| Greeting::Refused), (None, None));
    }

    #[test]
    fn who_was_not_welcomed_again_knows_what_they_knew_before() {
        let mut guest = guest(Greeting::Welcome);
        guest.knows(9, None);
        guest.say_again();
        guest.knows(12, None);
        assert_eq!(guest.say_again().unwrap().version, Some(9));
    }
}
