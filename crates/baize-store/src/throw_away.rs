//! A PostgreSQL server for tests and measurements: on this machine only, in a folder that is removed with it.

pub mod cluster;

use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Where systems install PostgreSQL.
const FOLDERS: &[&str] =
    &["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt/postgresql", "/usr/local/pgsql"];
/// The unprivileged user that runs the database when the tests run as root, as PostgreSQL refuses to.
const NOBODY: u32 = 65_534;

/// A database server that stops when this value is dropped.
pub struct ThrowAway {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

/// The folder with the newest installed PostgreSQL programs; `None` if there are none.
pub fn programs() -> Option<PathBuf> {
    let inside = |folder: &&str| -> Vec<PathBuf> {
        let versions = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut all: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
        all.push(Path::new(folder).join("bin"));
        all
    };
    let mut found: Vec<PathBuf> =
        FOLDERS.iter().flat_map(inside).filter(|folder| folder.join("initdb").exists()).collect();
    found.sort();
    found.pop()
}

/// A database server for a test. If PostgreSQL is not installed, prints that the test was skipped; if tests
/// must be complete (`CI` is set), that is a failure.
///
/// # Panics
/// If it cannot be started, or is required and not installed.
pub fn for_test() -> Option<ThrowAway> {
    let Some(programs) = programs() else {
        assert!(std::env::var_os("CI").is_none(), "PostgreSQL is missing: apt install postgresql");
        eprintln!("SKIPPED: PostgreSQL is not installed (apt install postgresql)");
        return None;
    };
    Some(ThrowAway::start(programs, Sync::Off).expect("PostgreSQL starts"))
}

/// Whether commits reach the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sync {
    /// As in production.
    On,
    /// For tests that never pull the plug, and so need no disk.
    Off,
}

impl ThrowAway {
    /// Makes a new database server and waits until it accepts connections.
    pub fn start(programs: PathBuf, sync: Sync) -> io::Result<ThrowAway> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("baize-postgres-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        make_folder(&folder)?;
        let mut made = ThrowAway { programs, folder, port: 0 };
        let data = made.folder.join("data");
        let options = ["-U", "baize", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8", "-D"];
        finish(made.run("initdb").args(options).arg(data))?;
        made.start_on_a_free_port(sync)?;
        Ok(made)
    }

    /// Starts it, trying another port if someone else takes the first one in between.
    fn start_on_a_free_port(&mut self, sync: Sync) -> io::Result<()> {
        let mut tries = 0;
        loop {
            self.port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            let settings = [
                "listen_addresses=127.0.0.1".to_owned(),
                format!("port={}", self.port),
                format!("unix_socket_directories={}", self.folder.display()),
                format!("fsync={}", if sync == Sync::On { "on" } else { "off" }),
                "max_connections=200".to_owned(),
            ];
            let settings: Vec<String> = settings.iter().map(|setting| format!("-c {setting}")).collect();
            std::fs::write(self.folder.join("options"), settings.join(" "))?;
            match self.resume() {
                Err(_) if tries < 5 => tries += 1,
                done => return done,
            }
        }
    }

    /// Starts it again after [`ThrowAway::stop_at_once`].
    pub fn resume(&self) -> io::Result<()> {
        let options = std::fs::read_to_string(self.folder.join("options"))?;
        let mut start = self.control();
        start.args(["-w", "-t", "60", "-o", &options, "-l"]).arg(self.folder.join("log")).arg("start");
        finish(&mut start)
    }

    /// Stops it as a crash would.
    pub fn stop_at_once(&self) -> io::Result<()> {
        finish(self.control().args(["-m", "immediate", "-w", "stop"]))
    }

    /// Makes a new empty database and returns its address.
    pub fn database(&self, name: &str) -> io::Result<String> {
        let port = self.port.to_string();
        finish(self.run("createdb").args(["-h", "127.0.0.1", "-U", "baize", "-p", &port, name]))?;
        Ok(format!("postgres://baize@127.0.0.1:{port}/{name}"))
    }

    fn control(&self) -> Command {
        let mut control = self.run("pg_ctl");
        control.arg("-D").arg(self.folder.join("data"));
        control
    }

    fn run(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(&self.folder).env("HOME", &self.folder).env("LC_ALL", "C");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        as_nobody(&mut command);
        command
    }
}

impl Drop for ThrowAway {
    fn drop(&mut self) {
        let _ = self.stop_at_once();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Makes a folder that a database may use.
fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    if is_root() {
        std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY))?;
    }
    Ok(())
}

/// Makes a program run unprivileged if this one runs as root.
fn as_nobody(command: &mut Command) {
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

fn finish(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    match status.success() {
        true => Ok(()),
        false => {
            Err(io::Error::other(format!("{} failed: {status}", command.get_program().to_string_lossy())))
        }
    }
}
