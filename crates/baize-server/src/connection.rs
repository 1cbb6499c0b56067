//! A person at the tables, however they are connected.

use crate::limits::RateLimits;
use crate::nodes::NodeLink;
use crate::outbox::Outbox;
use crate::table::{Entering, Letter, TableHandle};
use crate::tables::{NotHere, Tables};
use baize_actor::{ClientMessage, read};
use baize_protocol::{Message, Request, RequestId, TableId};
use baize_room::{GuestId, Hello};
use baize_rules::Problem;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

static NEXT_GUEST: AtomicU64 = AtomicU64::new(1);
/// How many times one hello may reopen a table that has just ended.
const MOST_TRIES: usize = 3;
/// How long to wait for an unreachable process that has the table: its lease, and a moment more.
const TAKEOVER: Duration = Duration::from_secs(8);
/// How often to try meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// One client's connection. Texts of the table protocol go in, and replies wait in the outbox. Dropping it
/// leaves the table.
pub(crate) struct Connection {
    pub(crate) tables: Arc<Tables>,
    limits: Arc<RateLimits>,
    client: IpAddr,
    guest: GuestId,
    pub(crate) outbox: Arc<Outbox>,
    place: Option<Place>,
}

/// Where the table of a connection is.
enum Place {
    Here(TableHandle),
    /// At another process.
    There(TableId, Arc<NodeLink>),
}

impl Place {
    async fn leave(self, guest: GuestId) {
        match self {
            Place::Here(table) => table.post(Letter::Leave { guest }),
            Place::There(_, link) => link.leave(guest.0).await,
        }
    }

    fn table(&self) -> TableId {
        match self {
            Place::Here(table) => table.id(),
            Place::There(table, _) => *table,
        }
    }
}

impl Connection {
    pub(crate) fn new(
        tables: &Arc<Tables>,
        limits: &Arc<RateLimits>,
        client: IpAddr,
        outbox: Outbox,
    ) -> Connection {
        Connection {
            tables: Arc::clone(tables),
            limits: Arc::clone(limits),
            client,
            guest: GuestId(NEXT_GUEST.fetch_add(1, Ordering::Relaxed)),
            outbox: Arc::new(outbox),
            place: None,
        }
    }

    /// Whether the connection is at a table.
    pub(crate) fn is_at_a_table(&self) -> bool {
        self.place.is_some()
    }

    /// Handles a text.
    pub(crate) async fn hear(&mut self, text: &str) {
        // Texts for another process are parsed there, and counted against the limits there.
        if let Some(Place::There(_, link)) = &self.place
            && !text.contains("hello")
        {
            return link.say(self.guest.0, text).await;
        }
        match read(text) {
            // Boxed, so that an idle connection does not reserve room for it.
            ClientMessage::Hello(table, hello) => Box::pin(self.come_to(table, hello, text)).await,
            ClientMessage::Request(request) => self.ask(request, text).await,
            ClientMessage::Nonsense(id, problem) => self.refuse(id, problem),
        }
    }

    async fn ask(&self, request: Request, text: &str) {
        let table = match &self.place {
            Some(Place::Here(table)) => table,
            Some(Place::There(_, link)) => return link.say(self.guest.0, text).await,
            None => {
                let id = request.id().clone();
                return self.refuse(Some(id), Problem::new("request.no_hello", "say hello to a table first"));
            }
        };
        // A rematch opens a table, so it counts as one.
        if matches!(request, Request::Rematch { .. })
            && let Err(problem) = self.limits.opening(self.client)
        {
            return self.refuse(Some(request.id().clone()), problem);
        }
        // A table that has ended tells everyone itself.
        let _ = table.send(Letter::Request { guest: self.guest, request }).await;
    }

    async fn come_to(&mut self, id: TableId, hello: Box<Hello>, text: &str) {
        if self.place.as_ref().is_some_and(|place| place.table() != id) {
            self.leave().await;
        }
        let (start, mut tries) = (Instant::now(), 0);
        while tries < MOST_TRIES && start.elapsed() < TAKEOVER {
            match self.tables.find(id).await {
                Ok(table) => {
                    if self.enter(table, &hello).await {
                        return;
                    }
                    tries += 1;
                }
                Err(NotHere::Problem(problem)) => return self.refuse(Some(hello.id), problem),
                Err(NotHere::Elsewhere(node)) => {
                    if let Ok(link) = self.tables.nodes.link(&node).await
                        && link.enter(self.guest.0, self.client, text, &self.outbox).await
                    {
                        self.place = Some(Place::There(id, link));
                        return;
                    }
                    // The other process is gone, or is handing the table over.
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
        // The process it was last sent to cannot be asked either.
        self.leave().await;
        let problem = Problem::new("server.storage", "the table cannot be opened now; try again later");
        self.refuse(Some(hello.id), problem);
    }

    /// Comes to a table of this process on behalf of another one; false if the table is not here.
    pub(crate) async fn come_here(&mut self, text: &str) -> bool {
        let ClientMessage::Hello(id, hello) = read(text) else { return false };
        for _ in 0..MOST_TRIES {
            match self.tables.find(id).await {
                Ok(table) => {
                    if self.enter(table, &hello).await {
                        return true;
                    }
                }
                Err(NotHere::Problem(problem)) if problem.code != "server.closing" => {
                    self.refuse(Some(hello.id), problem);
                    return true;
                }
                Err(_) => return false,
            }
        }
        false
    }

    /// Enters a table; false if it has just left the memory and must be opened again.
    async fn enter(&mut self, table: TableHandle, hello: &Hello) -> bool {
        let (outbox, hello) = (Arc::clone(&self.outbox), Box::new(hello.clone()));
        let entering = Entering { guest: self.guest, client: self.client, outbox, hello };
        let is_in = table.send(Letter::Enter(Box::new(entering))).await.is_ok();
        if is_in {
            self.place = Some(Place::Here(table));
        }
        is_in
    }

    async fn leave(&mut self) {
        if let Some(place) = self.place.take() {
            place.leave(self.guest).await;
        }
    }

    pub(crate) fn refuse(&self, id: Option<RequestId>, error: Problem) {
        self.tables.meter.refusals.increment(1);
        self.outbox.push(Message::Refused { id, version: None, error }.to_text().into());
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(place) = self.place.take() {
            self.tables.runtime.spawn(place.leave(self.guest));
        }
    }
}
