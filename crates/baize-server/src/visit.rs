//! Somebody at the tables, however they are connected.

use crate::hall::Hall;
use crate::live::Live;
use crate::outbox::Outbox;
use baize_protocol::{Message, PROTOCOL, Request, RequestId, TableId, Want};
use baize_room::{GuestId, Hello, Input};
use baize_rules::{Problem, clip_to};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

static NEXT_GUEST: AtomicU64 = AtomicU64::new(1);

/// Texts of the table protocol go in, and what is to be sent waits in the outbox. Whoever is dropped leaves the table.
pub(crate) struct Visit {
    pub(crate) hall: Arc<Hall>,
    guest: GuestId,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) live: Option<Arc<Live>>,
}

impl Visit {
    pub(crate) fn new(hall: &Arc<Hall>, outgoing_bytes: usize) -> Visit {
        let guest = GuestId(NEXT_GUEST.fetch_add(1, Ordering::Relaxed));
        Visit { hall: Arc::clone(hall), guest, outbox: Arc::new(Outbox::new(outgoing_bytes)), live: None }
    }

    /// Takes a text.
    pub(crate) async fn hear(&mut self, text: &str) {
        match serde_json::from_str::<Request>(text) {
            Ok(Request::Hello { id, protocol, table, token, join, watch, version, want, language }) => {
                if protocol != PROTOCOL {
                    let what = format!("this server speaks protocol {PROTOCOL}");
                    return self.refuse(Some(id), Problem::new("server.protocol", what));
                }
                let text = want.contains(&Want::Text).then_some(language);
                let hello = Hello { id, token, join, watch, version, text, older: Vec::new() };
                self.come_to(table, hello).await;
            }
            Ok(request) => match &self.live {
                Some(live) => live.handle(Input::Request { guest: self.guest, request }),
                None => {
                    let id = request.id().clone();
                    self.refuse(Some(id), Problem::new("request.no_hello", "say hello to a table first"));
                }
            },
            Err(error) => {
                let what = clip_to(&format!("bad request: {error}"), 300);
                let code = if error.is_data() { "request.bad_request" } else { "request.bad_json" };
                self.refuse(id_of(text), Problem::new(code, what));
            }
        }
    }

    async fn come_to(&mut self, table: TableId, hello: Hello) {
        let hello = Box::new(hello);
        if let Some(old) = self.live.take_if(|live| live.id() != table) {
            old.leave(self.guest);
        }
        // A table that could not write its log is opened again, once.
        for _ in 0..2 {
            match self.hall.find(table).await {
                Ok(live) => {
                    if live.enter(self.guest, &self.outbox, hello.clone()) {
                        self.live = Some(live);
                        return;
                    }
                }
                Err(problem) => return self.refuse(Some(hello.id), problem),
            }
        }
        self.refuse(
            Some(hello.id),
            Problem::new("server.storage", "the table cannot be opened now; try again later"),
        );
    }

    pub(crate) fn refuse(&self, id: Option<RequestId>, error: Problem) {
        self.hall.meter.refusals.increment(1);
        self.outbox.push(Message::Refused { id, version: None, error }.to_text().into());
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(live) = &self.live {
            live.leave(self.guest);
        }
    }
}

/// The id of a request that cannot be read otherwise.
pub(crate) fn id_of(text: &str) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Named {
        id: RequestId,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}
