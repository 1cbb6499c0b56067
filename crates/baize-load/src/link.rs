//! A connection to the server, over a network that can be bad.

use anyhow::bail;
use futures_util::{SinkExt, StreamExt};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message as Frame, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A WebSocket without encryption.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The longest that connecting may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest delay of a frame that is held back, in milliseconds.
const MOST_DELAY: u64 = 40;

/// Connects to the server.
pub(crate) async fn connect(server: SocketAddr) -> anyhow::Result<Socket> {
    timeout(PATIENCE, async {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let (socket, _) = client_async_with_config(format!("ws://{server}/ws"), stream, Some(config)).await?;
        Ok(socket)
    })
    .await?
}

/// The faults of a network: some frames in either direction are dropped, doubled, held back behind later
/// ones, or break the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// How many of a hundred frames are affected.
    pub percent: u32,
}

/// What happens to a frame.
enum Fate {
    Arrives,
    Drops,
    Doubles,
    Waits(Duration),
    Breaks,
}

/// A connection with its faults.
pub(crate) struct FaultyConnection {
    socket: Socket,
    faults: Faults,
    dice: Pcg64Mcg,
    /// The frames held back on their way out, and those on their way in.
    outgoing: Vec<(Instant, Utf8Bytes)>,
    incoming: Vec<(Instant, Utf8Bytes)>,
    count: Arc<AtomicU64>,
}

impl FaultyConnection {
    /// Connects over a network with these faults; each is counted.
    pub(crate) async fn new(
        server: SocketAddr,
        faults: Faults,
        dice: Pcg64Mcg,
        count: Arc<AtomicU64>,
    ) -> anyhow::Result<FaultyConnection> {
        let socket = connect(server).await?;
        Ok(FaultyConnection { socket, faults, dice, outgoing: Vec::new(), incoming: Vec::new(), count })
    }

    /// Drops the frames that are held back, because they belong to a finished table.
    pub(crate) fn lose_what_waits(&mut self) {
        self.outgoing.clear();
        self.incoming.clear();
    }

    fn fate(&mut self) -> Fate {
        if self.faults.percent == 0 || self.dice.next_u64() % 100 >= u64::from(self.faults.percent) {
            return Fate::Arrives;
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        match self.dice.next_u64() % 10 {
            0..=3 => Fate::Drops,
            4..=6 => Fate::Doubles,
            7..=8 => Fate::Waits(Duration::from_millis(1 + self.dice.next_u64() % MOST_DELAY)),
            _ => Fate::Breaks,
        }
    }

    /// Sends a text, unless a fault prevents it; an error means that the connection is gone.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> anyhow::Result<()> {
        match self.fate() {
            Fate::Arrives => self.socket.send(Frame::Text(text)).await?,
            Fate::Drops => {}
            Fate::Doubles => {
                self.socket.feed(Frame::Text(text.clone())).await?;
                self.socket.send(Frame::Text(text)).await?;
            }
            Fate::Waits(delay) => self.outgoing.push((Instant::now() + delay, text)),
            Fate::Breaks => bail!("the network broke"),
        }
        Ok(())
    }

    /// The next text; `None` if nothing comes until `until`; an error means that the connection is gone.
    pub(crate) async fn next(&mut self, until: Instant) -> anyhow::Result<Option<Utf8Bytes>> {
        loop {
            let now = Instant::now();
            if let Some(at) = self.incoming.iter().position(|(due, _)| *due <= now) {
                return Ok(Some(self.incoming.swap_remove(at).1));
            }
            while let Some(at) = self.outgoing.iter().position(|(due, _)| *due <= now) {
                let (_, text) = self.outgoing.swap_remove(at);
                self.socket.send(Frame::Text(text)).await?;
            }
            let held = self.incoming.iter().chain(&self.outgoing).map(|(due, _)| *due).min();
            let wake = held.map_or(until, |due| due.min(until));
            match timeout_at(wake, self.socket.next()).await {
                Ok(Some(Ok(Frame::Text(text)))) => match self.fate() {
                    Fate::Arrives => return Ok(Some(text)),
                    Fate::Drops => {}
                    Fate::Doubles => {
                        self.incoming.push((now, text.clone()));
                        return Ok(Some(text));
                    }
                    Fate::Waits(delay) => self.incoming.push((now + delay, text)),
                    Fate::Breaks => bail!("the network broke"),
                },
                Ok(Some(Ok(Frame::Close(_)) | Err(_)) | None) => bail!("the connection ended"),
                Ok(Some(Ok(_))) => {}
                Err(_) if wake < until => {}
                Err(_) => return Ok(None),
            }
        }
    }
}
