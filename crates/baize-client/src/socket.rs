//! A WebSocket without encryption, read with patience instead of a runtime.

use crate::seated::{Received, Wire};
use baize_rules::Problem;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::client::client_with_config;
use tokio_tungstenite::tungstenite::protocol::{WebSocket, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

/// Connecting takes at most so long.
const PATIENCE: Duration = Duration::from_secs(3);
/// A server's message has at most so many bytes: more than the longest shot.
const MOST_MESSAGE: usize = 16 << 20;

/// A connection to a server's `/ws`.
pub struct Socket {
    host: String,
    open: Option<WebSocket<TcpStream>>,
}

impl Socket {
    /// The way to a server, `host:port`; nothing is connected yet.
    pub const fn new(host: String) -> Socket {
        Socket { host, open: None }
    }

    fn away(&self, why: impl std::fmt::Display) -> Problem {
        Problem::new("client.away", format!("the server {} cannot be reached: {why}", self.host))
    }

    fn stream(&self) -> Result<TcpStream, Problem> {
        let addresses: Vec<SocketAddr> =
            self.host.to_socket_addrs().map_err(|error| self.away(error))?.collect();
        let mut last = self.away("it has no address");
        for address in addresses {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = self.away(error),
            }
        }
        Err(last)
    }
}

fn is_patience(error: &Error) -> bool {
    matches!(error, Error::Io(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

impl Wire for Socket {
    fn connect(&mut self) -> Result<(), Problem> {
        self.open = None;
        let stream = self.stream()?;
        let ready = || -> std::io::Result<()> {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(PATIENCE))?;
            stream.set_read_timeout(Some(PATIENCE))
        };
        ready().map_err(|error| self.away(error))?;
        let config = WebSocketConfig::default().max_message_size(Some(MOST_MESSAGE));
        let url = format!("ws://{}/ws", self.host);
        let (socket, _) = client_with_config(url, stream, Some(config)).map_err(|error| self.away(error))?;
        self.open = Some(socket);
        Ok(())
    }

    fn send(&mut self, text: String) -> bool {
        let sent = self.open.as_mut().is_some_and(|socket| socket.send(Frame::text(text)).is_ok());
        if !sent {
            self.open = None;
        }
        sent
    }

    fn receive(&mut self, until: Instant) -> Received {
        loop {
            let Some(socket) = &mut self.open else { return Received::Gone };
            let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            if socket.get_ref().set_read_timeout(Some(left)).is_err() {
                self.open = None;
                return Received::Gone;
            }
            match socket.read() {
                Ok(Frame::Text(text)) => return Received::Text(text.as_str().to_owned()),
                // Pings are answered by the library.
                Ok(Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_)) => {}
                Err(error) if is_patience(&error) => return Received::Nothing,
                Ok(Frame::Close(_)) | Err(_) => self.open = None,
            }
        }
    }
}
