//! A replicated PostgreSQL for tests and measurements: three servers under Patroni, with an etcd, on this
//! machine only.

use super::{as_nobody, programs};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the cluster may take until it has a leader and a standby that is in sync with it.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often its state is checked meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(200);
const MEMBERS: usize = 3;

/// A cluster that stops when this value is dropped.
pub struct Cluster {
    folder: PathBuf,
    members: Vec<Mutex<ClusterMember>>,
    etcd: Child,
}

/// One PostgreSQL of the cluster, and the Patroni that looks after it.
struct ClusterMember {
    folder: PathBuf,
    port: u16,
    /// Where Patroni reports its state.
    state: SocketAddr,
    patroni: Option<Child>,
}

/// Whether the programs of a cluster are installed.
pub fn is_installed() -> bool {
    let is_there = |name: &str| Path::new("/usr/bin").join(name).exists();
    programs().is_some() && is_there("patroni") && is_there("etcd")
}

impl Cluster {
    /// Makes a cluster and waits until it has a leader and a standby that is in sync with it.
    pub fn start() -> io::Result<Cluster> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("baize-cluster-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        super::make_folder(&folder)?;
        let (clients, peers) = (free_port()?, free_port()?);
        let [client, peer] = [clients, peers].map(|port| format!("http://127.0.0.1:{port}"));
        let mut etcd = Command::new("etcd");
        etcd.args(["--name", "one", "--data-dir"]).arg(folder.join("etcd"));
        etcd.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
        etcd.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
        etcd.args(["--initial-cluster", &format!("one={peer}")]);
        let etcd = quiet(&mut etcd, &folder).spawn()?;
        let mut cluster = Cluster { folder, members: Vec::new(), etcd };
        for number in 0..MEMBERS {
            let member = ClusterMember::new(&cluster.folder, number, clients)?;
            cluster.members.push(Mutex::new(member));
        }
        cluster.make_whole()?;
        Ok(cluster)
    }

    /// Makes a new empty database and returns its address, with all hosts.
    pub fn database(&self, name: &str) -> io::Result<String> {
        let ports: Vec<u16> = self.members.iter().map(|member| lock(member).port).collect();
        let leader = self.leader().ok_or_else(|| io::Error::other("the cluster has no leader"))?;
        let programs = programs().ok_or_else(|| io::Error::other("PostgreSQL is not installed"))?;
        let mut create = Command::new(programs.join("createdb"));
        create.args(["-h", "127.0.0.1", "-U", "baize", "-p", &ports[leader].to_string(), name]);
        super::finish(quiet(&mut create, &self.folder))?;
        let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        Ok(format!("postgres://baize@{}/{name}", hosts.join(",")))
    }

    /// Waits until the cluster is whole, then kills the leader and the Patroni that looks after it.
    pub fn kill_leader(&self) -> io::Result<()> {
        let leader = self.make_whole()?;
        lock(&self.members[leader]).kill()
    }

    /// Restarts members that were killed and waits for a leader with a standby in sync; returns the leader's
    /// number.
    fn make_whole(&self) -> io::Result<usize> {
        for member in &self.members {
            lock(member).start()?;
        }
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let has_standby = self.members.iter().any(|member| lock(member).is("sync"));
            if let Some(leader) = self.leader().filter(|_| has_standby) {
                return Ok(leader);
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Err(io::Error::other("the cluster has no leader with a standby that is in step"))
    }

    fn leader(&self) -> Option<usize> {
        self.members.iter().position(|member| lock(member).is("leader"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for member in &self.members {
            let _ = lock(member).kill();
        }
        let _ = self.etcd.kill();
        let _ = self.etcd.wait();
        // The databases' child processes end by themselves as soon as they notice.
        std::thread::sleep(LOOK_EVERY * 5);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl ClusterMember {
    fn new(cluster: &Path, number: usize, etcd: u16) -> io::Result<ClusterMember> {
        let folder = cluster.join(format!("member{number}"));
        super::make_folder(&folder)?;
        let (port, state) = (free_port()?, free_port()?);
        let programs = programs().ok_or_else(|| io::Error::other("PostgreSQL is not installed"))?;
        let (here, programs) = (folder.display(), programs.display());
        let settings = format!(
            "scope: baize
name: member{number}
restapi: {{listen: '127.0.0.1:{state}', connect_address: '127.0.0.1:{state}'}}
etcd3: {{host: '127.0.0.1:{etcd}'}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {{max_connections: 200}}
  initdb: [{{encoding: UTF8}}, {{locale: C}}, data-checksums]
postgresql:
  listen: '127.0.0.1:{port}'
  connect_address: '127.0.0.1:{port}'
  data_dir: '{here}/data'
  bin_dir: '{programs}'
  pgpass: '{here}/pgpass'
  authentication: {{superuser: {{username: baize}}, replication: {{username: baize}}}}
  parameters: {{unix_socket_directories: '{here}'}}
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
"
        );
        std::fs::write(folder.join("patroni.yml"), settings)?;
        let state = SocketAddr::from(([127, 0, 0, 1], state));
        Ok(ClusterMember { folder, port, state, patroni: None })
    }

    /// Starts it if it is not running.
    fn start(&mut self) -> io::Result<()> {
        if self.patroni.is_none() {
            let mut patroni = Command::new("patroni");
            patroni.arg(self.folder.join("patroni.yml"));
            self.patroni = Some(quiet(&mut patroni, &self.folder).spawn()?);
        }
        Ok(())
    }

    /// Kills it without warning: Patroni first, so that it does not notice.
    fn kill(&mut self) -> io::Result<()> {
        if let Some(mut patroni) = self.patroni.take() {
            patroni.kill()?;
            patroni.wait()?;
        }
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap_or_default();
        if let Some(id) = file.lines().next() {
            let mut kill = Command::new("kill");
            // If it has already ended, there is nothing to kill.
            let _ = quiet(kill.args(["-9", id]), &self.folder).status()?;
        }
        Ok(())
    }

    /// Whether Patroni reports this role.
    fn is(&self, role: &str) -> bool {
        let ask = || -> io::Result<bool> {
            let mut way = TcpStream::connect_timeout(&self.state, LOOK_EVERY)?;
            way.set_read_timeout(Some(Duration::from_secs(2)))?;
            way.write_all(format!("GET /{role} HTTP/1.0\r\n\r\n").as_bytes())?;
            let mut answer = String::new();
            way.read_to_string(&mut answer)?;
            Ok(answer.split(' ').nth(1) == Some("200"))
        };
        self.patroni.is_some() && ask().unwrap_or(false)
    }
}

fn lock(member: &Mutex<ClusterMember>) -> std::sync::MutexGuard<'_, ClusterMember> {
    member.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A free port. Someone else may take it in between; then the cluster does not start.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn quiet<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.current_dir(folder).env("HOME", folder).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    as_nobody(command);
    command
}
