//! The settings of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 for any.
    pub address: SocketAddr,
    /// The address people use, without a slash at the end; links begin with it. By default, the address it
    /// listens on.
    pub public_url: Option<String>,
    /// Where other processes of the same service reach this one; by default, the address it listens on.
    pub node_address: Option<String>,
    /// Additional origins whose pages may connect.
    pub origins: Vec<String>,
    /// How many proxies in front of the server add to `X-Forwarded-For`; with none, the header is ignored.
    pub proxies: usize,
    /// Addresses without limits, for measuring and monitoring.
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
    /// HTTP requests of one address per second; twice as many in one burst.
    pub requests_per_second: u32,
    /// Messages of one connection per second; twice as many in one burst.
    pub messages_per_second: u32,
    /// Tables that one address may open per hour.
    pub tables_per_hour: u32,
    /// Links to other devices that one address may make, view or use per hour.
    pub links_per_hour: u32,
    /// Bytes that may wait for a client to read.
    pub outgoing_bytes: usize,
    /// Seconds allowed for a request's head, for the first message, and for a client to read.
    pub patience_seconds: u64,
    /// Seconds without any sign of life after which a connection is closed.
    pub silence_seconds: u64,
    /// Hours after which a table whose game has not begun is deleted.
    pub waiting_hours: u64,
    /// Hours after which a table whose game nobody continues is deleted.
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
