//! Other processes of the same service, and the people they bring.
//!
//! Any process accepts any connection. If another one answers for the table, the client's messages travel to
//! it over one WebSocket per pair of processes, and the replies come back the same way. The process that
//! opens it presents the secret stored with the other's lease in the database.

use crate::outbox::{Ending, Outbox};
use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
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
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long to wait for another process.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often to ping, and how long the other process may be silent.
const PING_EVERY: Duration = Duration::from_secs(1);
pub(crate) const SILENCE: Duration = Duration::from_secs(5);
/// The size of a read buffer, which is cleared before every read.
pub(crate) const NODE_BUFFER: usize = 16 * 1024;
/// The header by which a process says that it understands frames with many parcels; older ones do not send
/// it.
pub(crate) const TAKES_MANY: &str = "baize-parcels";
/// The approximate limit of a frame with many parcels, unless a single one is longer.
const MOST_FRAME_BYTES: usize = 64 * 1024;
/// The most frames waiting to be sent; senders of more wait.
pub(crate) const MOST_WAITING: usize = 1_024;

/// A message from one process to another about one of its guests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parcel {
    /// A guest says hello, from this address.
    Enter(IpAddr, String),
    /// The table is here, and the guest has entered.
    Here,
    /// The table is not here.
    NotHere,
    /// A text of the table protocol, in either direction.
    Text(Utf8Bytes),
    /// The guest leaves, or their stay was ended for this reason.
    Left(Option<Goodbye>),
}

/// The reason a stay was ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Goodbye {
    pub(crate) code: u16,
    pub(crate) problem: Problem,
}

/// The prefix of a frame with many parcels, each preceded by its length.
const MANY: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 0, b'M'];

impl Parcel {
    /// Encodes it: the guest, the kind, and the rest.
    pub(crate) fn to_bytes(&self, guest: u64) -> Vec<u8> {
        match self {
            Parcel::Enter(client, text) => parcel(guest, b'E', format!("{client}\n{text}").as_bytes()),
            Parcel::Here => parcel(guest, b'H', &[]),
            Parcel::NotHere => parcel(guest, b'N', &[]),
            Parcel::Text(text) => parcel(guest, b'T', text.as_bytes()),
            Parcel::Left(why) => parcel(guest, b'L', &serde_json::to_vec(why).unwrap_or_default()),
        }
    }

    /// Decodes the guest and the parcel; `None` if that fails.
    pub(crate) fn from_bytes(bytes: &Bytes) -> Option<(u64, Parcel)> {
        let (guest, rest) = bytes.split_first_chunk()?;
        let (kind, rest) = rest.split_first()?;
        let parcel = match kind {
            b'E' => {
                let (client, text) = std::str::from_utf8(rest).ok()?.split_once('\n')?;
                Parcel::Enter(client.parse().ok()?, text.to_owned())
            }
            b'H' => Parcel::Here,
            b'N' => Parcel::NotHere,
            b'T' => Parcel::Text(Utf8Bytes::try_from(bytes.slice_ref(rest)).ok()?),
            b'L' => Parcel::Left(serde_json::from_slice(rest).ok()?),
            _ => return None,
        };
        Some((u64::from_le_bytes(*guest), parcel))
    }

    /// The parcels of a frame, one or many.
    pub(crate) fn all_from(frame: &Bytes) -> Vec<(u64, Parcel)> {
        let Some(mut rest) = frame.strip_prefix(&MANY) else {
            return Parcel::from_bytes(frame).into_iter().collect();
        };
        let mut parcels = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk()
            && let Some((parcel, after)) = after.split_at_checked(u32::from_le_bytes(*length) as usize)
        {
            parcels.extend(Parcel::from_bytes(&frame.slice_ref(parcel)));
            rest = after;
        }
        parcels
    }
}

fn parcel(guest: u64, kind: u8, rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(9 + rest.len());
    bytes.extend(guest.to_le_bytes());
    bytes.push(kind);
    bytes.extend(rest);
    bytes
}

/// Packs parcels into as few frames as possible.
#[derive(Default)]
pub(crate) struct Frames {
    /// Whether the other process understands frames with many parcels.
    takes_many: bool,
    full: Vec<Vec<u8>>,
    last: Vec<u8>,
}

impl Frames {
    pub(crate) fn new(takes_many: bool) -> Frames {
        Frames { takes_many, ..Frames::default() }
    }

    /// Adds the encoding of a [`Parcel::Text`].
    pub(crate) fn add_text(&mut self, guest: u64, text: &str) {
        if !self.takes_many {
            return self.full.push(parcel(guest, b'T', text.as_bytes()));
        }
        self.begin(9 + text.len());
        self.last.extend(guest.to_le_bytes());
        self.last.push(b'T');
        self.last.extend(text.as_bytes());
    }

    /// Adds an encoded parcel.
    pub(crate) fn add(&mut self, parcel: Vec<u8>) {
        if !self.takes_many {
            return self.full.push(parcel);
        }
        self.begin(parcel.len());
        self.last.extend(parcel);
    }

    /// Makes room for a parcel of this many bytes, and writes its length.
    fn begin(&mut self, length: usize) {
        if !self.last.is_empty() && self.last.len() + length > MOST_FRAME_BYTES {
            self.full.push(std::mem::take(&mut self.last));
        }
        if self.last.is_empty() {
            self.last.extend(MANY);
        }
        self.last.extend((length as u32).to_le_bytes());
    }

    /// Takes the frames.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = Vec<u8>> {
        let last = Some(std::mem::take(&mut self.last)).filter(|last| !last.is_empty());
        std::mem::take(&mut self.full).into_iter().chain(last)
    }
}

/// The connections to all other processes.
#[derive(Default)]
pub(crate) struct Nodes(Mutex<HashMap<String, Arc<tokio::sync::Mutex<Way>>>>);

/// The connection to one process, or the last failure to open it.
#[derive(Default)]
struct Way {
    link: Option<Arc<NodeLink>>,
    /// When opening it failed.
    failed: Option<Instant>,
}

impl Way {
    fn open_link(&self) -> Option<&Arc<NodeLink>> {
        self.link.as_ref().filter(|link| !link.is_gone())
    }
}

impl Nodes {
    /// The link to another process, opened if there is none.
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
        // Callers who have waited for the last try need not wait for another.
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

/// The table now belongs to another process.
pub(crate) fn moved() -> Problem {
    Problem::new("server.closing", "the table has moved to another process; come back in a moment")
}

/// An open connection to another process.
pub(crate) struct NodeLink {
    parcels: mpsc::Sender<Vec<u8>>,
    guests: Mutex<Guests>,
}

/// The guests of this process at tables of the other.
#[derive(Default)]
struct Guests {
    is_gone: bool,
    outboxes: HashMap<u64, Arc<Outbox>>,
    /// Guests waiting to hear whether the table is there.
    entering: HashMap<u64, oneshot::Sender<bool>>,
}

impl NodeLink {
    async fn open(node: &Node) -> Result<Arc<NodeLink>, Box<dyn Error + Send + Sync>> {
        let stream = TcpStream::connect(&node.address).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{}/node", node.address).into_client_request()?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", node.secret))?;
        request.headers_mut().insert("authorization", bearer);
        request.headers_mut().insert(TAKES_MANY, HeaderValue::from_static("many"));
        let config = WebSocketConfig::default().read_buffer_size(NODE_BUFFER);
        let (web, _) = client_async_with_config(request, stream, Some(config)).await?;
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

    /// Brings a guest to a table of the other process; returns whether the table is there.
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
            // If the answer was only late, the guest must not stay there.
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

    /// Passes on what a guest there says.
    pub(crate) async fn say(&self, guest: u64, text: &str) {
        let _ = self.parcels.send(parcel(guest, b'T', text.as_bytes())).await;
    }

    /// Sends the other process a parcel about a guest there.
    async fn send(&self, guest: u64, parcel: &Parcel) {
        // If the other process is gone, everyone there is told.
        let _ = self.parcels.send(parcel.to_bytes(guest)).await;
    }

    /// Removes a guest. The news is sent before anything they do next.
    pub(crate) async fn leave(&self, guest: u64) {
        if self.guests().outboxes.remove(&guest).is_some() {
            self.send(guest, &Parcel::Left(None)).await;
        }
    }

    fn take(&self, frame: &Bytes) {
        let mut guests = self.guests();
        let mut told: Option<(u64, Arc<Outbox>)> = None;
        for (guest, parcel) in Parcel::all_from(frame) {
            // All texts for one connection are sent in one go.
            if let Some((_, outbox)) = told.take_if(|(last, _)| *last != guest) {
                outbox.send();
            }
            match parcel {
                Parcel::Here | Parcel::NotHere => {
                    if let Some(entering) = guests.entering.remove(&guest) {
                        let _ = entering.send(parcel == Parcel::Here);
                    }
                }
                Parcel::Text(text) => {
                    if let Some(outbox) = guests.outboxes.get(&guest) {
                        outbox.put(text);
                        told.get_or_insert_with(|| (guest, Arc::clone(outbox)));
                    }
                }
                Parcel::Left(why) => {
                    if let (Some(outbox), Some(Goodbye { code, problem })) =
                        (guests.outboxes.remove(&guest), why)
                    {
                        outbox.end(Ending { code, problem });
                    }
                }
                Parcel::Enter(..) => {}
            }
        }
        if let Some((_, outbox)) = told {
            outbox.send();
        }
    }

    /// Ends the link: everyone at the other process is told to come back.
    fn end(&self) {
        let mut guests = self.guests();
        guests.is_gone = true;
        // Guests who have not entered yet try another way.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(takes_many: bool, texts: &[(u64, String)]) -> (usize, Vec<(u64, Parcel)>) {
        let mut frames = Frames::new(takes_many);
        frames.add(Parcel::Here.to_bytes(7));
        texts.iter().for_each(|(guest, text)| frames.add_text(*guest, text));
        let sent: Vec<Bytes> = frames.take().map(Bytes::from).collect();
        assert_eq!(frames.take().count(), 0, "everything is on its way");
        (sent.len(), sent.iter().flat_map(Parcel::all_from).collect())
    }

    #[test]
    fn many_parcels_go_in_few_frames_and_arrive_in_order() {
        let long = "x".repeat(MOST_FRAME_BYTES);
        let texts = ["a", "", "ü", long.as_str(), "b"].map(|text| (u64::MAX, text.to_owned()));
        let parcels = texts.clone().map(|(guest, text)| (guest, Parcel::Text(text.into())));
        let wanted: Vec<(u64, Parcel)> = std::iter::once((7, Parcel::Here)).chain(parcels).collect();
        assert_eq!(sent(true, &texts), (3, wanted.clone()));
        assert_eq!(sent(false, &texts), (6, wanted), "older processes get them one by one");
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let mut frame = MANY.to_vec();
        for parcel in [Parcel::NotHere.to_bytes(1), parcel(2, b'T', &[0xff]), parcel(3, b'?', b"")] {
            frame.extend((parcel.len() as u32).to_le_bytes());
            frame.extend(parcel);
        }
        frame.extend([200, 0, 0, 0, 1]);
        assert_eq!(Parcel::all_from(&frame.into()), [(1, Parcel::NotHere)]);
        assert_eq!(Parcel::all_from(&Bytes::from_static(b"short")), []);
    }
}
