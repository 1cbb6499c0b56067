//! A server process that is started, killed and started again.

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

/// A process that cannot be started because its database is away is started again and again for so long.
const RETURNING: Duration = Duration::from_secs(90);

/// How an own server is run.
#[derive(Clone, Debug)]
pub struct OwnServer {
    /// The program.
    pub program: PathBuf,
    /// What `--store` says,
    pub store: String,
    /// or `--database`, each time.
    pub databases: Vec<String>,
    /// So many processes on the same databases.
    pub nodes: u32,
    /// Its data folder.
    pub data: PathBuf,
    /// The library that gives a process a clock of its own on its wall, if one of them is to jump.
    pub wall: Option<PathBuf>,
}

/// The ways of a process to others, where they can be bad.
struct Ways {
    /// From the other processes to this one.
    node: Proxy,
    /// To each host of each database.
    hosts: Vec<Proxy>,
    /// The databases as the process sees them.
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
    /// How many there were before it.
    number: usize,
    child: Child,
    address: SocketAddr,
    ways: Option<Arc<Ways>>,
    /// Comes back later, if it was killed and is not there yet.
    returning: Option<tokio::time::Instant>,
}

impl House {
    /// Starts a server on a free port of this machine and waits until it serves. Where it has databases and the network is
    /// bad, so are its ways to them and to the other processes; faults are counted.
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
                // Its database may be away in this moment.
                Err(_) if ways.is_some() && start.elapsed() < RETURNING => {
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Breaks all its connections to databases, and those of other processes to it.
    pub(crate) fn cut(&self) {
        for way in self.ways.iter().flat_map(|ways| ways.hosts.iter().chain([&ways.node])) {
            way.cut();
        }
    }

    /// Nothing gets to its databases and back for so long.
    pub(crate) fn part_from_databases(&self, time: Duration) {
        let Some(ways) = self.ways.clone() else { return };
        ways.hosts.iter().for_each(|way| way.part(true));
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            ways.hosts.iter().for_each(|way| way.part(false));
        });
    }

    /// Nothing gets from other processes to it and back for so long.
    pub(crate) fn part_from_processes(&self, time: Duration) {
        let Some(ways) = self.ways.clone() else { return };
        ways.node.part(true);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            ways.node.part(false);
        });
    }

    /// Sets the clock on its wall so many seconds before or after the right time.
    pub(crate) fn set_wall(&self, seconds: i64) -> std::io::Result<()> {
        set_wall(&self.settings, self.number, seconds)
    }

    /// Kills the process without warning; it is started again after so long.
    pub(crate) async fn kill_for(&mut self, time: Duration) -> anyhow::Result<()> {
        self.child.kill().await?;
        self.returning = Some(tokio::time::Instant::now() + time);
        Ok(())
    }

    /// Starts it again if it was killed for a time, which is over or is not waited for.
    pub(crate) async fn come_back(&mut self, is_at_once: bool) -> anyhow::Result<()> {
        if self.returning.is_some_and(|at| is_at_once || at <= tokio::time::Instant::now()) {
            self.start_again().await?;
        }
        Ok(())
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Bytes of memory it has in use, where the system tells.
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

    /// Stops the process in good order and starts another in its place.
    pub(crate) async fn drain_and_restart(&mut self) -> anyhow::Result<()> {
        ensure!(self.signal("-TERM").await?, "no signal reaches the process");
        self.child.wait().await?;
        self.start_again().await
    }

    /// Lets the process stand still for so long, whatever happens to others meanwhile.
    pub(crate) async fn pause(&self, time: Duration) -> anyhow::Result<()> {
        ensure!(self.signal("-STOP").await?, "no signal reaches the process");
        let id = self.child.id().context("the process runs")?;
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            // If it was killed meanwhile, it need not go on.
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

/// Whether a signal reaches a process.
async fn signal(what: &str, id: u32) -> anyhow::Result<bool> {
    Ok(Command::new("kill").args([what, &id.to_string()]).stderr(Stdio::null()).status().await?.success())
}

/// Where it stands by how much the clock on the wall of a process is wrong.
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
    // Ctrl-C is meant for whoever started it.
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
