//! A WebSocket, read with timeouts instead of a runtime.

use crate::link::Link;
use crate::seated::{Received, Wire};
use crate::trust::{Refusal, Trust};
use baize_rules::Problem;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::client::client_with_config;
use tokio_tungstenite::tungstenite::protocol::{WebSocket, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

/// How long connecting may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// The most bytes in a server's message: more than the longest shot takes.
const MOST_MESSAGE: usize = 16 << 20;

/// The stream below a WebSocket, encrypted or not.
trait Carrier: Read + Write + Send {}

impl<T: Read + Write + Send> Carrier for T {}

/// An open connection, and the socket below it, whose timeout can be set.
struct Open {
    socket: WebSocket<Box<dyn Carrier>>,
    stream: TcpStream,
}

/// A connection to a server's `/ws`.
pub struct Socket {
    host: String,
    trust: Option<Trust>,
    open: Option<Open>,
}

impl Socket {
    /// A socket to `host:port` without encryption, not connected yet.
    pub const fn new(host: String) -> Socket {
        Socket { host, trust: None, open: None }
    }

    /// A socket to the server of a link, encrypted if the link begins with `https://`; not connected yet.
    pub fn to(link: &Link, trust: &Trust) -> Socket {
        Socket { host: link.host(), trust: link.is_encrypted().then(|| trust.clone()), open: None }
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
        let below = stream.try_clone().map_err(|error| self.away(error))?;
        let (scheme, carrier): (_, Box<dyn Carrier>) = match &self.trust {
            None => ("ws", Box::new(stream)),
            Some(trust) => {
                let encrypted = trust.encrypt(&self.host, stream).map_err(|refusal| match refusal {
                    Refusal::Away(error) => self.away(error),
                    Refusal::Final(problem) => problem,
                })?;
                ("wss", Box::new(encrypted))
            }
        };
        let config = WebSocketConfig::default().max_message_size(Some(MOST_MESSAGE));
        let url = format!("{scheme}://{}/ws", self.host);
        let (socket, _) = client_with_config(url, carrier, Some(config)).map_err(|error| self.away(error))?;
        self.open = Some(Open { socket, stream: below });
        Ok(())
    }

    fn send(&mut self, text: String) -> bool {
        let sent = self.open.as_mut().is_some_and(|open| open.socket.send(Frame::text(text)).is_ok());
        if !sent {
            self.open = None;
        }
        sent
    }

    fn receive(&mut self, until: Instant) -> Received {
        loop {
            let Some(Open { socket, stream }) = &mut self.open else { return Received::Gone };
            let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            if stream.set_read_timeout(Some(left)).is_err() {
                self.open = None;
                return Received::Gone;
            }
            match socket.read() {
                Ok(Frame::Text(text)) => return Received::Text(text.as_str().to_owned()),
                // The library answers pings.
                Ok(Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_)) => {}
                Err(error) if is_patience(&error) => return Received::Nothing,
                Ok(Frame::Close(_)) | Err(_) => self.open = None,
            }
        }
    }
}
