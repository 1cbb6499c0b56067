//! A server process that is started, killed and started again.

use anyhow::{Context, bail, ensure};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

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
}

/// A server process. It is killed when this is dropped.
pub(crate) struct House {
    settings: OwnServer,
    child: Child,
    address: SocketAddr,
}

impl House {
    /// Starts a server on a free port of this machine and waits until it serves.
    pub(crate) async fn start(settings: OwnServer) -> anyhow::Result<House> {
        let (child, address) = spawn(&settings, 0).await?;
        Ok(House { settings, child, address })
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
        let (child, address) = spawn(&self.settings, self.address.port()).await?;
        (self.child, self.address) = (child, address);
        Ok(())
    }

    /// Stops the process in good order and starts another in its place.
    pub(crate) async fn drain_and_restart(&mut self) -> anyhow::Result<()> {
        self.signal("-TERM").await?;
        self.child.wait().await?;
        let (child, address) = spawn(&self.settings, self.address.port()).await?;
        (self.child, self.address) = (child, address);
        Ok(())
    }

    /// Lets the process stand still for so long.
    pub(crate) async fn pause(&self, time: Duration) -> anyhow::Result<()> {
        self.signal("-STOP").await?;
        tokio::time::sleep(time).await;
        self.signal("-CONT").await
    }

    async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let id = self.child.id().context("the process runs")?.to_string();
        let status = Command::new("kill").args([signal, &id]).status().await?;
        ensure!(status.success(), "no signal reaches the process");
        Ok(())
    }

    /// Kills the process for good.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}

async fn spawn(settings: &OwnServer, port: u16) -> anyhow::Result<(Child, SocketAddr)> {
    let options = ["--host", "127.0.0.1", "--unlimited", "127.0.0.1", "--log", "warn"];
    let sizes = ["--connections", "1000000", "--connections-per-address", "1000000"];
    let mut command = Command::new(&settings.program);
    command.arg("serve").args(options).args(sizes).args(["--port", &port.to_string()]);
    if settings.databases.is_empty() {
        command.args(["--store", &settings.store]).arg("--data").arg(&settings.data);
    }
    for database in &settings.databases {
        command.args(["--database", database]);
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
    Ok((child, address.with_context(|| format!("the server says {line:?} instead of its address"))?))
}
