//! Other processes of the same service, and the people they bring.
//!
//! Any process takes any connection. If another one answers for the table, what the client says goes there over one
//! WebSocket for each pair of processes, and comes back the same way. Whoever opens it shows the secret that stands
//! beside the other's lease in the database.

use crate::outbox::{Ending, Outbox};
use baize_rules::Problem;
use baize_store::Node;
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long another process may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a sign of life is asked for, and how long none may come.
const PING_EVERY: Duration = Duration::from_secs(1);
pub(crate) const SILENCE: Duration = Duration::from_secs(5);
/// So many frames wait to be sent at most; whoever has more waits.
pub(crate) const MOST_WAITING: usize = 1_024;

/// What one process tells another about one of its guests.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Parcel {
    /// Somebody says hello; from this address.
    Enter(IpAddr, String),
    /// The table is here, and they have come to it.
    Here,
    /// The table is not here.
    NotHere,
    /// A text of the table protocol, in either direction.
    Text(String),
    /// They leave, or their stay has ended; in the second case, why.
    Left(Option<Goodbye>),
}

/// Why a stay has ended.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Goodbye {
    pub(crate) code: u16,
    pub(crate) problem: Problem,
}

impl Parcel {
    /// As bytes: the guest, the kind, and the rest.
    pub(crate) fn to_bytes(&self, guest: u64) -> Vec<u8> {
        let (kind, rest) = match self {
            Parcel::Enter(client, text) => (b'E', format!("{client}\n{text}")),
            Parcel::Here => (b'H', String::new()),
            Parcel::NotHere => (b'N', String::new()),
            Parcel::Text(text) => (b'T', text.clone()),
            Parcel::Left(why) => (b'L', serde_json::to_string(why).unwrap_or_default()),
        };
        let mut bytes = Vec::with_capacity(9 + rest.len());
        bytes.extend(guest.to_le_bytes());
        bytes.push(kind);
        bytes.extend(rest.into_bytes());
        bytes
    }

    /// The guest and what is told; nothing if it cannot be read.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<(u64, Parcel)> {
        let (guest, rest) = bytes.split_first_chunk()?;
        let (kind, rest) = rest.split_first()?;
        let text = std::str::from_utf8(rest).ok()?;
        let parcel = match kind {
            b'E' => {
                let (client, text) = text.split_once('\n')?;
                Parcel::Enter(client.parse().ok()?, text.to_owned())
            }
            b'H' => Parcel::Here,
            b'N' => Parcel::NotHere,
            b'T' => Parcel::Text(text.to_owned()),
            b'L' => Parcel::Left(serde_json::from_str(text).ok()?),
            _ => return None,
        };
        Some((u64::from_le_bytes(*guest), parcel))
    }
}

/// The ways to all other processes.
#[derive(Default)]
pub(crate) struct Nodes(Mutex<HashMap<String, Arc<tokio::sync::Mutex<Way>>>>);

/// The way to one process.
#[derive(Default)]
struct Way {
    link: Option<Arc<NodeLink>>,
    /// When it could not be opened.
    failed: Option<Instant>,
}

impl Way {
    fn open_link(&self) -> Option<&Arc<NodeLink>> {
        self.link.as_ref().filter(|link| !link.is_gone())
    }
}

impl Nodes {
    /// The way to another process, which is opened if there is none.
    pub(crate) async fn link(&self, node: &Node) -> Result<Arc<NodeLink>, Problem> {
        let way = {
            let mut ways = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Processes that are gone do not come back under their old name.
            ways.retain(|id, way| {
                id == &node.id || way.try_lock().is_ok_and(|way| way.open_link().is_some())
            });
            Arc::clone(ways.entry(node.id.clone()).or_default())
        };
        let mut way = way.lock().await;
        if let Some(link) = way.open_link() {
            return Ok(Arc::clone(link));
        }
        // Whoever has waited for the last try need not wait for another.
        if way.failed.is_some_and(|failed| failed.elapsed() < PATIENCE) {
            return Err(away());
        }
        match timeout(PATIENCE, NodeLink::open(node)).await {
            Ok(Ok(link)) => Ok(Arc::clone(way.link.insert(link))),
            failed => {
                let error = failed.map(|opened| opened.err().map(|error| error.to_string()));
                tracing::debug!(node = node.address, ?error, "another process cannot be reached");
                way.failed = Some(Instant::now());
                Err(away())
            }
        }
    }
}

fn away() -> Problem {
    Problem::new("server.storage", "the process that has this table cannot be reached; try again in a moment")
}

/// The table is another process's now.
pub(crate) fn moved() -> Problem {
    Problem::new("server.closing", "the table has moved to another process; come back in a moment")
}

/// The way to another process.
pub(crate) struct NodeLink {
    parcels: mpsc::Sender<Vec<u8>>,
    guests: Mutex<Guests>,
}

/// Those of this process who are at tables of the other.
#[derive(Default)]
struct Guests {
    is_gone: bool,
    outboxes: HashMap<u64, Arc<Outbox>>,
    /// Who waits to hear whether the table is there.
    entering: HashMap<u64, oneshot::Sender<bool>>,
}

impl NodeLink {
    async fn open(node: &Node) -> Result<Arc<NodeLink>, Box<dyn Error + Send + Sync>> {
        let stream = TcpStream::connect(&node.address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{}/node", node.address).into_client_request()?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", node.secret))?;
        request.headers_mut().insert("authorization", bearer);
        let (web, _) = client_async(request, stream).await?;
        let (parcels, waiting) = mpsc::channel(MOST_WAITING);
        let link = Arc::new(NodeLink { parcels, guests: Mutex::default() });
        tokio::spawn(carry(Arc::clone(&link), web, waiting));
        Ok(link)
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_gone(&self) -> bool {
        self.guests().is_gone
    }

    /// Brings somebody to a table of the other process; whether it is there.
    pub(crate) async fn enter(&self, guest: u64, client: IpAddr, text: &str, outbox: &Arc<Outbox>) -> bool {
        let (to, answer) = oneshot::channel();
        {
            let mut guests = self.guests();
            if guests.is_gone {
                return false;
            }
            guests.outboxes.insert(guest, Arc::clone(outbox));
            guests.entering.insert(guest, to);
        }
        self.send(guest, &Parcel::Enter(client, text.to_owned())).await;
        let answer = timeout(SILENCE, answer).await;
        if answer.is_err() {
            // If the answer was only late, nobody is to stay there.
            self.send(guest, &Parcel::Left(None)).await;
        }
        let is_there = answer.is_ok_and(|answer| answer.unwrap_or(false));
        if !is_there {
            let mut guests = self.guests();
            guests.outboxes.remove(&guest);
            guests.entering.remove(&guest);
        }
        is_there
    }

    /// Passes on what somebody there wants.
    pub(crate) async fn send(&self, guest: u64, parcel: &Parcel) {
        // If the other process is gone, everybody there is told so.
        let _ = self.parcels.send(parcel.to_bytes(guest)).await;
    }

    /// Somebody leaves.
    pub(crate) fn leave(self: &Arc<Self>, runtime: &Handle, guest: u64) {
        if self.guests().outboxes.remove(&guest).is_none() {
            return;
        }
        let link = Arc::clone(self);
        runtime.spawn(async move { link.send(guest, &Parcel::Left(None)).await });
    }

    fn take(&self, bytes: &[u8]) {
        let Some((guest, parcel)) = Parcel::from_bytes(bytes) else { return };
        let mut guests = self.guests();
        match parcel {
            Parcel::Here | Parcel::NotHere => {
                if let Some(entering) = guests.entering.remove(&guest) {
                    let _ = entering.send(parcel == Parcel::Here);
                }
            }
            Parcel::Text(text) => {
                if let Some(outbox) = guests.outboxes.get(&guest) {
                    outbox.push(text.into());
                }
            }
            Parcel::Left(why) => {
                if let (Some(outbox), Some(Goodbye { code, problem })) = (guests.outboxes.remove(&guest), why)
                {
                    outbox.end(Ending { code, problem });
                }
            }
            Parcel::Enter(..) => {}
        }
    }

    /// The other process is gone: everybody there is told to come back.
    fn end(&self) {
        let mut guests = self.guests();
        guests.is_gone = true;
        // Whoever has not come in yet tries another way.
        let entering = std::mem::take(&mut guests.entering);
        for (_, outbox) in guests.outboxes.drain().filter(|(guest, _)| !entering.contains_key(guest)) {
            outbox.end(Ending::come_back(moved()));
        }
    }
}

/// Carries parcels in both directions until the connection ends.
async fn carry(
    link: Arc<NodeLink>,
    mut web: WebSocketStream<TcpStream>,
    mut waiting: mpsc::Receiver<Vec<u8>>,
) {
    let mut look = tokio::time::interval(PING_EVERY);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            frame = web.next() => match frame {
                Some(Ok(frame)) => {
                    heard = Instant::now();
                    if let Frame::Binary(bytes) = frame {
                        link.take(&bytes);
                    }
                }
                _ => break,
            },
            Some(first) = waiting.recv() => {
                let sent = async {
                    web.feed(Frame::Binary(first.into())).await?;
                    while let Ok(next) = waiting.try_recv() {
                        web.feed(Frame::Binary(next.into())).await?;
                    }
                    web.flush().await
                };
                if !timeout(SILENCE, sent).await.is_ok_and(|sent| sent.is_ok()) {
                    break;
                }
            }
            _ = look.tick() => {
                let ping = timeout(SILENCE, web.send(Frame::Ping(Vec::new().into())));
                if heard.elapsed() > SILENCE || !ping.await.is_ok_and(|sent| sent.is_ok()) {
                    break;
                }
            }
        }
    }
    link.end();
}
