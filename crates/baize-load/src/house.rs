//! A server process that can be killed and started again.

use crate::link::Faults;
use crate::proxy::Proxy;
use anyhow::{Context, bail, ensure};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long a restart is retried when it fails, because the database may be away.
const RETURNING: Duration = Duration::from_secs(90);

/// How to run a server for the test.
#[derive(Clone, Debug)]
pub struct OwnServer {
    /// The program.
    pub program: PathBuf,
    /// The value of `--store`.
    pub store: String,
    /// The values of `--database`; if there are any, they replace `--store`.
    pub databases: Vec<String>,
    /// How many processes run on the same databases.
    pub nodes: u32,
    /// Its data folder.
    pub data: PathBuf,
    /// The library that fakes the wall clock of a process (libfaketime), if clocks are to jump.
    pub wall: Option<PathBuf>,
}

/// The proxies between a process, the other processes and the databases, where connections can be bad.
struct Ways {
    /// From the other processes to this one.
    node: Proxy,
    /// From this process to each host of each database.
    hosts: Vec<Proxy>,
    /// The database addresses that the process is given.
    databases: Vec<String>,
}

impl Ways {
    async fn new(settings: &OwnServer, faults: Faults, count: &Arc<AtomicU64>) -> anyhow::Result<Ways> {
        let mut hosts = Vec::new();
        let mut databases = Vec::new();
        for database in &settings.databases {
            let (user, rest) = database.split_once('@').context("a database has a user")?;
            let (named, name) = rest.split_once('/').context("a database has a name")?;
            let mut ways = Vec::new();
            for host in named.split(',') {
                let target = host.parse().context("only databases of this machine have bad ways to them")?;
                let way = Proxy::start(Some(target), faults, Arc::clone(count)).await?;
                ways.push(way.address().to_string());
                hosts.push(way);
            }
            databases.push(format!("{user}@{}/{name}", ways.join(",")));
        }
        let node = Proxy::start(None, faults, Arc::clone(count)).await?;
        Ok(Ways { node, hosts, databases })
    }
}

/// A server process. It is killed when this is dropped.
pub(crate) struct House {
    settings: OwnServer,
    /// The process's number, from 0.
    number: usize,
    child: Child,
    address: SocketAddr,
    ways: Option<Arc<Ways>>,
    /// When the process comes back, if it was killed for a while.
    returning: Option<tokio::time::Instant>,
}

impl House {
    /// Starts a server on a free port of this machine and waits until it serves. If it has databases and
    /// `ways` has faults, its connections to them and from the other processes have these faults, which are
    /// counted.
    pub(crate) async fn start(
        settings: OwnServer,
        number: usize,
        ways: Option<(Faults, &Arc<AtomicU64>)>,
    ) -> anyhow::Result<House> {
        let ways = match ways.filter(|_| !settings.databases.is_empty()) {
            Some((faults, count)) => Some(Arc::new(Ways::new(&settings, faults, count).await?)),
            None => None,
        };
        set_wall(&settings, number, 0)?;
        let (child, address) = spawn(&settings, number, ways.as_deref(), 0).await?;
        Ok(House { settings, number, child, address, ways, returning: None })
    }

    async fn start_again(&mut self) -> anyhow::Result<()> {
        let (ways, start) = (self.ways.as_deref(), tokio::time::Instant::now());
        loop {
            match spawn(&self.settings, self.number, ways, self.address.port()).await {
                Ok((child, address)) => {
                    (self.child, self.address, self.returning) = (child, address, None);
                    return Ok(());
                }
                // Its database may be away at the moment.
                Err(_) if ways.is_some() && start.elapsed() < RETURNING => {
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Breaks all connections from the process to databases and from other processes to it.
    pub(crate) fn cut(&self) {
        for way in self.ways.iter().flat_map(|ways| ways.hosts.iter().chain([&ways.node])) {
            way.cut();
        }
    }

    /// Cuts it off from its databases for this long.
    pub(crate) fn part_from_databases(&self, time: Duration) {
        let Some(ways) = self.ways.clone() else { return };
        ways.hosts.iter().for_each(|way| way.part(true));
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            ways.hosts.iter().for_each(|way| way.part(false));
        });
    }

    /// Cuts it off from the other processes for this long.
    pub(crate) fn part_from_processes(&self, time: Duration) {
        let Some(ways) = self.ways.clone() else { return };
        ways.node.part(true);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            ways.node.part(false);
        });
    }

    /// Sets its wall clock this many seconds ahead of the right time, or behind if negative.
    pub(crate) fn set_wall(&self, seconds: i64) -> std::io::Result<()> {
        set_wall(&self.settings, self.number, seconds)
    }

    /// Kills the process without warning, to be started again after this long.
    pub(crate) async fn kill_for(&mut self, time: Duration) -> anyhow::Result<()> {
        self.child.kill().await?;
        self.returning = Some(tokio::time::Instant::now() + time);
        Ok(())
    }

    /// Starts the process again if it was killed for a time that is over, or at once if `is_at_once`.
    pub(crate) async fn come_back(&mut self, is_at_once: bool) -> anyhow::Result<()> {
        if self.returning.is_some_and(|at| is_at_once || at <= tokio::time::Instant::now()) {
            self.start_again().await?;
        }
        Ok(())
    }

    /// The address it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Bytes of memory it has in use, where the system reports it.
    pub(crate) fn resident(&self) -> Option<u64> {
        let status =
            std::fs::read_to_string(Path::new("/proc").join(self.child.id()?.to_string()).join("status"));
        let status = status.ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kib * 1024)
    }

    /// Kills the process without warning and starts another in its place.
    pub(crate) async fn kill_and_restart(&mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        self.start_again().await
    }

    /// Shuts the process down cleanly and starts another in its place.
    pub(crate) async fn drain_and_restart(&mut self) -> anyhow::Result<()> {
        ensure!(self.signal("-TERM").await?, "no signal reaches the process");
        self.child.wait().await?;
        self.start_again().await
    }

    /// Suspends the process for this long, without waiting for it to resume.
    pub(crate) async fn pause(&self, time: Duration) -> anyhow::Result<()> {
        ensure!(self.signal("-STOP").await?, "no signal reaches the process");
        let id = self.child.id().context("the process runs")?;
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            // If it was killed meanwhile, there is nothing to resume.
            signal("-CONT", id).await
        });
        Ok(())
    }

    async fn signal(&self, what: &str) -> anyhow::Result<bool> {
        signal(what, self.child.id().context("the process runs")?).await
    }

    /// Kills the process for good.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}

/// Sends a signal. Returns whether it reached the process.
async fn signal(what: &str, id: u32) -> anyhow::Result<bool> {
    Ok(Command::new("kill").args([what, &id.to_string()]).stderr(Stdio::null()).status().await?.success())
}

/// The file that says by how much the wall clock of a process is wrong.
fn wall_file(settings: &OwnServer, number: usize) -> PathBuf {
    settings.data.join(format!("wall{number}"))
}

fn set_wall(settings: &OwnServer, number: usize, seconds: i64) -> std::io::Result<()> {
    if settings.wall.is_some() {
        std::fs::create_dir_all(&settings.data)?;
        std::fs::write(wall_file(settings, number), format!("{seconds:+}\n"))?;
    }
    Ok(())
}

async fn spawn(
    settings: &OwnServer,
    number: usize,
    ways: Option<&Ways>,
    port: u16,
) -> anyhow::Result<(Child, SocketAddr)> {
    let options = ["--host", "127.0.0.1", "--unlimited", "127.0.0.1", "--log", "warn"];
    let sizes = ["--connections", "1000000", "--connections-per-address", "1000000"];
    let mut command = Command::new(&settings.program);
    command.arg("serve").args(options).args(sizes).args(["--port", &port.to_string()]);
    if settings.databases.is_empty() {
        command.args(["--store", &settings.store]).arg("--data").arg(&settings.data);
    }
    for database in ways.map_or(&settings.databases, |ways| &ways.databases) {
        command.args(["--database", database]);
    }
    if let Some(ways) = ways {
        command.args(["--node-address", &ways.node.address().to_string()]);
    }
    if let Some(library) = &settings.wall {
        command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", wall_file(settings, number));
        command
            .env("FAKETIME_CACHE_DURATION", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("DONT_FAKE_MONOTONIC", "1");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    // Ctrl-C should reach only the load test itself.
    command.process_group(0);
    let mut child =
        command.spawn().with_context(|| format!("cannot start {}", settings.program.display()))?;
    let stdout = child.stdout.take().context("the server's output is read")?;
    let mut lines = BufReader::new(stdout).lines();
    let Some(line) = lines.next_line().await? else {
        bail!("the server did not start ({})", child.wait().await?)
    };
    let url = line.rsplit(' ').next().and_then(|url| url.strip_prefix("http://"));
    let address = url.and_then(|url| url.parse().ok());
    let address = address.with_context(|| format!("the server says {line:?} instead of its address"))?;
    if let Some(ways) = ways {
        ways.node.lead_to(address);
    }
    Ok((child, address))
}
