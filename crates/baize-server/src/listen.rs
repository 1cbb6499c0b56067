//! Listening, and an orderly shutdown.

use crate::api;
use crate::gentle::Gentle;
use crate::limits::{Pass, RateLimits, without_port};
use crate::settings::Settings;
use crate::tables::Tables;
use crate::world::World;
use axum::Router;
use baize_store::{Member, Store};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The most bytes of a request before its body.
const MOST_HEAD: usize = 16 * 1024;
/// How long connections have to receive the news that the server is stopping.
const FAREWELL: Duration = Duration::from_secs(3);

/// The state shared by all connections.
pub(crate) struct Shared {
    pub(crate) tables: Arc<Tables>,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) public_url: String,
    /// The origins whose pages may connect.
    pub(crate) origins: Vec<String>,
    /// The names of this server, without ports.
    pub(crate) hosts: Vec<String>,
    pub(crate) stop: watch::Sender<bool>,
    /// Open WebSocket connections.
    pub(crate) sockets: AtomicUsize,
}

/// Where a connection comes from, and its right to be here.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) _pass: Arc<Pass>,
    /// Whether to go on reading after the end of the connection, so that the client learns why it ended.
    pub(crate) is_gentle: Arc<AtomicBool>,
}

/// A reason why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program listens there.
    #[error("cannot listen on {0}: another program does already; choose another with --port")]
    InUse(SocketAddr),
    /// The address cannot be used.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// Other processes could not reach this one.
    #[error("other processes cannot reach {0}; say with --node-address where they can, as host:port")]
    NodeAddress(SocketAddr),
    /// The service of several processes cannot be joined.
    #[error("cannot join the other processes: {0}")]
    Join(baize_store::StoreError),
    /// The public address is not valid.
    #[error("the public address must look like https://host or https://host:port, not {0:?}")]
    PublicUrl(String),
}

/// A server that is running.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

impl Server {
    /// Binds the address and serves from now on, on the caller's runtime.
    pub async fn start(
        settings: Settings,
        store: Arc<dyn Store>,
        world: World,
    ) -> Result<Server, StartError> {
        let wanted = settings.address;
        let listener = TcpListener::bind(wanted).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => StartError::InUse(wanted),
            _ => StartError::Listen(wanted, error),
        })?;
        let address = listener.local_addr().map_err(|error| StartError::Listen(wanted, error))?;
        let public_url = match &settings.public_url {
            Some(url) => checked_origin(url)?,
            None => format!("http://{address}"),
        };
        let mut origins = vec![public_url.clone()];
        for origin in &settings.origins {
            origins.push(checked_origin(origin)?);
        }
        if address.ip().is_loopback() {
            origins.push(format!("http://localhost:{}", address.port()));
            origins.push(format!("http://127.0.0.1:{}", address.port()));
        }
        let host = |origin: &String| origin.split_once("://").map(|(_, host)| without_port(host).to_owned());
        let hosts = origins.iter().filter_map(host).collect();
        let member = join(&settings, address, &store).await?;
        let tables = Tables::new(settings.clone(), world, store, member);
        let limits = RateLimits::new(settings);
        let shared = Arc::new(Shared {
            tables,
            limits,
            public_url,
            origins,
            hosts,
            stop: watch::Sender::new(false),
            sockets: AtomicUsize::new(0),
        });
        let tasks = vec![
            tokio::spawn(Arc::clone(&shared.tables).sweep()),
            tokio::spawn(Arc::clone(&shared.tables).report_saves()),
            tokio::spawn(Arc::clone(&shared.tables).watch_clock()),
            tokio::spawn(Arc::clone(&shared.tables).watch_lease()),
            tokio::spawn(tidy(Arc::clone(&shared.limits))),
            tokio::spawn(accept(listener, Arc::clone(&shared))),
        ];
        Ok(Server { address, shared, tasks })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address people use.
    pub fn url(&self) -> &str {
        &self.shared.public_url
    }

    /// Prepares to stop: the health check reports it, and everything else goes on as before.
    pub fn drain(&self) {
        self.shared.tables.is_draining.store(true, Ordering::Relaxed);
    }

    /// Stops: nobody new is let in, everyone is told to come back later, and pending writes are finished.
    pub async fn stop(self) {
        let Server { shared, tasks, .. } = self;
        if let Some(accepting) = tasks.last() {
            accepting.abort();
        }
        shared.tables.send_away();
        shared.stop.send_replace(true);
        let start = Instant::now();
        while shared.sockets.load(Ordering::Relaxed) > 0 && start.elapsed() < FAREWELL {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tasks.iter().for_each(JoinHandle::abort);
        shared.tables.close();
        let store = Arc::clone(&shared.tables.store);
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
    }
}

/// Joins the service of all processes on the same database, if the store is a shared one.
async fn join(
    settings: &Settings,
    address: SocketAddr,
    store: &Arc<dyn Store>,
) -> Result<Option<Arc<Member>>, StartError> {
    let (store, named) = (Arc::clone(store), settings.node_address.clone());
    let node_address = named.clone().unwrap_or_else(|| address.to_string());
    let joined = tokio::task::spawn_blocking(move || store.join(&node_address)).await;
    let member = joined.unwrap_or(Err(baize_store::StoreError::Closed)).map_err(StartError::Join)?;
    if member.is_some() && named.is_none() && address.ip().is_unspecified() {
        return Err(StartError::NodeAddress(address));
    }
    Ok(member)
}

/// The scheme, host and port of an address, and nothing else.
fn checked_origin(url: &str) -> Result<String, StartError> {
    let url = url.strip_suffix('/').unwrap_or(url);
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_host = |host: &str| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    };
    match host {
        Some(host) if is_host(host) => Ok(url.to_owned()),
        _ => Err(StartError::PublicUrl(url.to_owned())),
    }
}

/// Runs for ever, forgetting clients that have been idle.
async fn tidy(limits: Arc<RateLimits>) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        limits.tidy();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let router = api::router(Arc::clone(&shared));
    loop {
        match listener.accept().await {
            Ok((stream, address)) => match shared.limits.enter(address) {
                Some(pass) => {
                    let peer = Peer { address, _pass: Arc::new(pass), is_gentle: Arc::default() };
                    tokio::spawn(serve(stream, peer, router.clone(), Arc::clone(&shared)));
                }
                None => shared.tables.meter.sockets_refused.increment(1),
            },
            Err(error) => {
                // Usually there are too many open files; some will be closed soon.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Serves HTTP on a connection until it ends or becomes a WebSocket.
async fn serve(stream: TcpStream, peer: Peer, router: Router, shared: Arc<Shared>) {
    // Moves are small, and someone waits for each.
    let _ = stream.set_nodelay(true);
    let stream = Gentle::new(stream, peer.clone());
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        request.map(axum::body::Body::new)
    });
    let patience = Duration::from_secs(shared.tables.settings.limits.patience_seconds);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut stop = shared.stop.subscribe();
    drop(shared);
    tokio::select! {
        ended = connection => if let Err(error) = ended {
            tracing::debug!(%error, "a connection broke");
        },
        _ = stop.wait_for(|stop| *stop) => {}
    }
}
