//! `baize serve`.

use crate::out::Out;
use anyhow::Context;
use baize_server::{ClientLimits, Server, Settings, World};
use baize_store::{Address, Lying, Memory, Spread, Sqlite, Store};
use clap::ValueEnum;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How long a lying store waits before it really does what it has reported as done.
const LYING: Duration = Duration::from_millis(200);

/// Hosts tables for people and computer players: the web app, the table protocol and the HTTP API.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize serve                                      # on this machine only, at http://127.0.0.1:8080
  baize serve --public-url https://games.example --proxies 1
  BAIZE_DATA=tables BAIZE_LOG=warn baize serve --log-format json
  baize serve --database postgres://baize@db.example/baize

Every option can also be given by the variable named beside it. Stop with Ctrl-C or SIGTERM: everything that was
acknowledged is on disk, and clients are told to come back.")]
pub(crate) struct Args {
    /// The port; 0 for any free one
    #[arg(long, env = "BAIZE_PORT", default_value_t = 8080)]
    port: u16,
    /// The address to listen on; 0.0.0.0 or :: for all
    #[arg(long, env = "BAIZE_HOST", default_value = "127.0.0.1")]
    host: IpAddr,
    /// The folder where tables are kept [default: baize in the user's data folder]
    #[arg(long, env = "BAIZE_DATA")]
    data: Option<PathBuf>,
    /// Where tables are kept: in the data folder, or in memory until the server stops
    #[arg(long, env = "BAIZE_STORE", value_enum, default_value_t = StoreKind::Sqlite)]
    store: StoreKind,
    /// Tables are kept in this PostgreSQL database, such as postgres://user:password@host/name; several hosts
    /// with commas. Given more than once, in the variable with spaces: tables are spread over all of these
    /// databases, whose order stays
    #[arg(long, env = "BAIZE_DATABASE", hide_env_values = true, value_delimiter = ' ', conflicts_with_all = ["data", "store", "data_mib"])]
    database: Vec<String>,
    /// Where other processes on the same database reach this one, as host:port [default: where it listens]
    #[arg(long, env = "BAIZE_NODE_ADDRESS", requires = "database")]
    node_address: Option<String>,
    /// The largest size of the data file, in MiB
    #[arg(long, env = "BAIZE_DATA_MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    data_mib: Option<u64>,
    /// The address people use, such as https://games.example; links begin with it
    #[arg(long, env = "BAIZE_PUBLIC_URL")]
    public_url: Option<String>,
    /// Other sites whose pages may connect
    #[arg(long, env = "BAIZE_ORIGINS", value_delimiter = ',')]
    origin: Vec<String>,
    /// How many proxies in front add to X-Forwarded-For; with 0 the header is ignored
    #[arg(long, env = "BAIZE_PROXIES", default_value_t = 0)]
    proxies: usize,
    /// Addresses to which no limits apply, for measuring
    #[arg(long, env = "BAIZE_UNLIMITED", value_delimiter = ',')]
    unlimited: Vec<IpAddr>,
    /// Connections in all
    #[arg(long, env = "BAIZE_CONNECTIONS", default_value_t = ClientLimits::default().connections)]
    connections: usize,
    /// Connections from one address
    #[arg(long, env = "BAIZE_CONNECTIONS_PER_ADDRESS", default_value_t = ClientLimits::default().connections_per_address)]
    connections_per_address: usize,
    /// Tables that one address may open in an hour
    #[arg(long, env = "BAIZE_TABLES_PER_HOUR", default_value_t = ClientLimits::default().tables_per_hour)]
    tables_per_hour: u32,
    /// Threads for computer players and questions [default: half the cores]
    #[arg(long, env = "BAIZE_THINKERS", value_parser = clap::value_parser!(u16).range(1..=256))]
    thinkers: Option<u16>,
    /// Milliseconds that a computer player may think about a move
    #[arg(long, env = "BAIZE_THINK_MILLIS", default_value_t = Settings::default().think_millis)]
    think_millis: u64,
    /// How much is logged
    #[arg(long, env = "BAIZE_LOG", value_enum, default_value_t = Level::Info)]
    log: Level,
    /// How it is logged
    #[arg(long, env = "BAIZE_LOG_FORMAT", value_enum, default_value_t = Format::Text)]
    log_format: Format,
    /// Seconds to keep serving after a signal to stop, while `/api/health` tells proxies to lead people
    /// elsewhere
    #[arg(long, env = "BAIZE_DRAIN_SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=600))]
    drain_seconds: u64,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StoreKind {
    Sqlite,
    Memory,
    /// As `sqlite`, but reports moves as safe before they are, so that `baize load` can be shown to notice.
    #[value(hide = true)]
    Lying,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Args {
    fn settings(&self) -> Settings {
        let limits = ClientLimits {
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            tables_per_hour: self.tables_per_hour,
            ..ClientLimits::default()
        };
        let settings = Settings::default();
        Settings {
            address: SocketAddr::new(self.host, self.port),
            public_url: self.public_url.clone(),
            node_address: self.node_address.clone(),
            origins: self.origin.clone(),
            proxies: self.proxies,
            unlimited: self.unlimited.clone(),
            limits,
            thinkers: self.thinkers.map_or(settings.thinkers, usize::from),
            think_millis: self.think_millis,
        }
    }

    fn open_store(&self) -> anyhow::Result<Arc<dyn Store>> {
        if !self.database.is_empty() {
            return open_databases(&self.database);
        }
        if self.store == StoreKind::Memory {
            return Ok(Arc::new(Memory::new()));
        }
        let folder = folder(self.data.clone())?;
        let most_bytes = self.data_mib.map(|mib| mib << 20);
        let store = Sqlite::open(&folder, baize_store::SqliteSettings { most_bytes, vfs: None });
        let store = store.with_context(|| format!("the data folder is {}", folder.display()))?;
        tracing::info!(folder = %folder.display(), "tables are kept here");
        let store: Arc<dyn Store> = Arc::new(store);
        Ok(if self.store == StoreKind::Lying { Arc::new(Lying::new(store, LYING)) } else { store })
    }

    fn start_log(&self) {
        let level = match self.log {
            Level::Error => tracing::Level::ERROR,
            Level::Warn => tracing::Level::WARN,
            Level::Info => tracing::Level::INFO,
            Level::Debug => tracing::Level::DEBUG,
            Level::Trace => tracing::Level::TRACE,
        };
        // A database that is away is reported once by the code that needs it, not for each pooled connection.
        let pool = if level >= tracing::Level::DEBUG { level } else { tracing::Level::ERROR };
        let shown = Targets::new().with_default(level).with_target("deadpool", pool);
        // It would report an unwritable log by printing, which panics.
        let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
        match self.log_format {
            Format::Text => {
                let log = log.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
                tracing_subscriber::registry().with(log.with_filter(shown)).init();
            }
            Format::Json => tracing_subscriber::registry().with(log.json().with_filter(shown)).init(),
        }
    }
}

fn open_databases(named: &[String]) -> anyhow::Result<Arc<dyn Store>> {
    let addresses: Vec<Address> = named.iter().map(|address| address.parse()).collect::<Result<_, _>>()?;
    let all: Vec<String> = addresses.iter().map(Address::to_string).collect();
    let all = all.join(" and ");
    let store = Spread::open(&addresses).with_context(|| format!("the database is {all}"))?;
    tracing::info!(database = all, "tables are kept here");
    Ok(Arc::new(store))
}

/// The data folder: the one named, or the user's own.
pub(crate) fn folder(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let from =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own =
        || Some(from("XDG_DATA_HOME").or_else(|| Some(from("HOME")?.join(".local/share")))?.join("baize"));
    named.or_else(own).context("there is no home folder; say with --data where to keep tables")
}

/// Serves until a signal.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    args.start_log();
    // Every connection is an open file. If the limit cannot be raised, connections beyond it are refused one
    // by one.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    take_small_pages();
    let store = args.open_store()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut stop = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        let server = Server::start(args.settings(), store, World::real()).await?;
        // Tables are hosted whether or not anybody reads this line: the log has the address as well.
        let _ = writeln!(Out, "Baize is at {}", server.url());
        tracing::info!(address = %server.address(), url = server.url(), "serving");
        if args.open {
            open_browser(server.url());
        }
        let [interrupt, terminate] = &mut stop;
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        if args.drain_seconds > 0 {
            tracing::info!(seconds = args.drain_seconds, "stopping after a while");
            server.drain();
            let while_it_drains = tokio::time::sleep(Duration::from_secs(args.drain_seconds));
            tokio::select! { () = while_it_drains => {}, _ = interrupt.recv() => {} }
        }
        tracing::info!("stopping");
        tokio::select! {
            () = server.stop() => tracing::info!("everything is written"),
            _ = interrupt.recv() => tracing::warn!("stopped at once"),
        }
        Ok(())
    })
}

/// Makes memory come in small pages. A table or a connection needs little at a time: with pages of 2 MiB the
/// server took four times as much, and the system was busy clearing memory that was never used.
fn take_small_pages() {
    // If the system cannot do it, the server only needs more memory.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

fn open_browser(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if let Err(error) = std::process::Command::new(program).arg(url).spawn() {
        tracing::warn!(%error, "no browser could be opened; the address is above");
    }
}
