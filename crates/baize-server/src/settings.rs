//! How a server is run.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens; port 0 for any.
    pub address: SocketAddr,
    /// The address people use, without a slash at the end; links begin with it. Without it, the address it listens on.
    pub public_url: Option<String>,
    /// Where other processes of the same service reach this one; without it, the address it listens on.
    pub node_address: Option<String>,
    /// Further origins whose pages may connect.
    pub origins: Vec<String>,
    /// How many proxies in front of the server add to `X-Forwarded-For`; with none, the header is ignored.
    pub proxies: usize,
    /// Addresses to which no limits apply: for measuring and watching.
    pub unlimited: Vec<IpAddr>,
    /// What one client may do.
    pub limits: ClientLimits,
    /// Threads for computer players and questions.
    pub thinkers: usize,
    /// Milliseconds a computer player may think about a move.
    pub think_millis: u64,
}

/// What one client may do, and how long things are kept.
#[derive(Clone, Debug)]
pub struct ClientLimits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// HTTP requests of one address in a second, and how many at once.
    pub requests_per_second: u32,
    /// Messages of one connection in a second; twice as many at once.
    pub messages_per_second: u32,
    /// Tables that one address may open in an hour.
    pub tables_per_hour: u32,
    /// Links to other devices that one address may make, look at or take in an hour.
    pub links_per_hour: u32,
    /// Bytes that may wait for a client to read them.
    pub outgoing_bytes: usize,
    /// Seconds for a request's head, for the first message, and for a reader to read.
    pub patience_seconds: u64,
    /// Seconds without any sign of life after which a connection is closed.
    pub silence_seconds: u64,
    /// Hours after which a table where the game has not begun is forgotten.
    pub waiting_hours: u64,
    /// Hours after which a table where nobody goes on playing is forgotten.
    pub playing_hours: u64,
    /// Seconds after which a table without connections leaves the memory.
    pub rest_seconds: u64,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits {
            connections: 20_000,
            connections_per_address: 200,
            requests_per_second: 20,
            messages_per_second: 20,
            tables_per_hour: 120,
            links_per_hour: 60,
            outgoing_bytes: 256 * 1024,
            patience_seconds: 10,
            silence_seconds: 75,
            waiting_hours: 24,
            playing_hours: 24 * 30,
            rest_seconds: 120,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            address: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0),
            public_url: None,
            node_address: None,
            origins: Vec::new(),
            proxies: 0,
            unlimited: Vec::new(),
            limits: ClientLimits::default(),
            thinkers: std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
            think_millis: 1_000,
        }
    }
}
