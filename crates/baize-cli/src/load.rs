//! `baize load`.

use crate::brief;
use crate::out::{Out, note};
use crate::stop::Stopped;
use crate::words::counted;
use anyhow::{Context, bail, ensure};
use baize_load::{
    Entered, Faults, Length, LoadPlan, LoadProgress, LoadReport, OwnServer, Target, Trouble, Wait,
};
use baize_store::PostgresShelf;
use baize_store::throw_away::cluster::{self, Cluster};
use baize_store::throw_away::{Sync, ThrowAway, programs};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How long a process is paused: longer than its lease.
const STANDSTILL: Duration = Duration::from_secs(7);
/// How long a killed process stays away: longer still.
const ABSENCE: Duration = Duration::from_secs(12);
/// How many seconds a wall clock jumps by.
const JUMP: i64 = 3_600;

/// Plays many tables of a server at once, over real sockets, and checks every client's last view against the record.
///
/// Without --url it starts a server of its own on this machine, with a data folder that is removed afterwards.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize load --tables 1000 --seconds 20 --json
  baize load --store memory --tables 50
  baize load --tables 20 --idle 10000
  baize load --tables 200 --faults 30
  baize load --tables 200 --seconds 120 --kill-every 3
  baize load --tables 500 --database postgres://baize@127.0.0.1/load --nodes 3
  baize load --nodes 3 --throw-away --seconds 60 --kill-every 5 --trouble kill,drain,pause
  baize load --busy --seconds 20
  baize load --enter
  baize load --url $URL --tables 10              # of a server started with --unlimited 127.0.0.1

Ctrl-C ends the playing and checks what was played; a second one ends everything.
The status is 1 if an acknowledged move was lost or a client saw anything else than the record says.")]
pub(crate) struct Args {
    /// Tables played at once
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=20_000))]
    tables: u32,
    /// How long
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Connections that only listen
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    idle: u32,
    /// Percentage of frames that are dropped, doubled or held back, or that break the connection
    #[arg(long, default_value_t = 0, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=90))]
    faults: u32,
    /// Kill a process and start it again at this interval
    #[arg(long, value_name = "SECONDS", conflicts_with = "url", value_parser = seconds)]
    kill_every: Option<Duration>,
    /// Troubles to make at that interval instead, in turn: kill, drain, die (for 12 seconds), pause, apart
    /// (from the database), alone (apart from other processes; 7 seconds each), cut (connections), clock (on
    /// the wall), database (a throw-away one crashes and starts again), leader (of a throw-away cluster is
    /// killed)
    #[arg(long, value_enum, value_delimiter = ',', requires = "kill_every")]
    trouble: Vec<TroubleKind>,
    /// Where the server keeps its tables
    #[arg(long, default_value = "sqlite", conflicts_with = "url", value_parser = ["sqlite", "memory", "lying"], hide_possible_values = true)]
    store: String,
    /// A PostgreSQL database where the server keeps its tables; given more than once, all of them
    #[arg(long, conflicts_with_all = ["url", "store"])]
    database: Vec<String>,
    /// Make a PostgreSQL for this run, and remove it afterwards
    #[arg(long, conflicts_with_all = ["url", "store", "database"])]
    throw_away: bool,
    /// Make three of them under Patroni, of which one leads
    #[arg(long, requires = "throw_away")]
    cluster: bool,
    /// How many databases are made there
    #[arg(long, default_value_t = 1, requires = "throw_away", value_parser = clap::value_parser!(u32).range(1..=8))]
    databases: u32,
    /// How many processes use that database; each new connection goes to the next one
    #[arg(long, default_value_t = 1, conflicts_with = "url", value_parser = clap::value_parser!(u32).range(1..=16))]
    nodes: u32,
    /// A server that is running already
    #[arg(long)]
    url: Option<String>,
    /// Measure how long people wait while 50 `expert` games think and a watcher asks for counts
    #[arg(long, conflicts_with_all = ["url", "idle", "faults", "kill_every", "enter"])]
    busy: bool,
    /// Measure how long it takes to come back to long games
    #[arg(long, conflicts_with_all = ["url", "idle", "faults", "kill_every"])]
    enter: bool,
    /// How many moves may wait for their acknowledgement at the same time
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    in_flight: u32,
    /// The games, one table of each in turn [default: all]
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
    /// The seed of the scripts' choices [default: any]
    #[arg(long)]
    seed: Option<u64>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Runs the load and prints the results.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(
        args.store != "memory" || args.kill_every.is_none(),
        "what is kept in memory does not survive a kill: use --store sqlite"
    );
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let data = Data(std::env::temp_dir().join(format!("baize-load-{}", std::process::id())));
    // One thread is enough for the scripts, and leaves the other cores to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if args.busy || args.enter {
        let at_once = AtomicBool::new(true);
        return runtime.block_on(async {
            let mut signals = Signals::listen()?;
            let brief = tokio::time::sleep(Duration::from_secs(1));
            tokio::select! {
                done = measure(args, &data) => done,
                stopped = signals.stopped(&at_once) => stopped,
                () = brief, if brief::is_asked() => bail!(Stopped("as it was to be brief".to_owned())),
            }
        });
    }
    let database = args.database()?;
    let stop = Arc::<AtomicBool>::default();
    let plan = args.plan(&data, &database, Arc::clone(&stop))?;
    let bar = ProgressBar::new(args.seconds);
    bar.set_style(ProgressStyle::with_template("{elapsed_precise} {bar:30} {msg}")?);
    let progress = |progress| show(&bar, progress);
    let report = runtime.block_on(async {
        let mut signals = Signals::listen()?;
        tokio::select! {
            report = baize_load::run(plan, progress) => report,
            stopped = signals.stopped(&stop) => stopped,
        }
    });
    bar.finish_and_clear();
    let report = report?;
    if args.json {
        writeln!(Out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report)?;
    }
    let first = report.first_mismatch.as_deref().unwrap_or("no further words");
    ensure!(
        report.lost == 0 && report.mismatches == 0,
        "{} lost, {} games differ from their records: {first}",
        report.lost,
        report.mismatches
    );
    if !database.addresses.is_empty() {
        let mut tables = 0;
        for address in &database.addresses {
            tables += PostgresShelf::moment(&address.parse()?)?.check()?;
        }
        if !args.json {
            writeln!(
                Out,
                "{tables:>12} logs in the database are whole, none with an older epoch after a newer one"
            )?;
        }
    }
    if stop.load(Ordering::Relaxed) {
        let seconds = report.seconds;
        bail!(Stopped(format!("after {seconds:.0} of {}", counted(args.seconds, "second"))));
    }
    Ok(())
}

/// Ctrl-C and SIGTERM, handled from the very beginning, so that nothing is ever left behind.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Signals> {
        let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(Signals { interrupt, terminate })
    }

    /// Waits for Ctrl-C, which sets `stop`; ends at the next signal, or at once on SIGTERM.
    async fn stopped<T>(&mut self, stop: &AtomicBool) -> anyhow::Result<T> {
        loop {
            let is_interrupt = tokio::select! {
                _ = self.interrupt.recv() => true,
                _ = self.terminate.recv() => false,
            };
            if stop.swap(true, Ordering::Relaxed) || !is_interrupt {
                bail!(Stopped("before everything was checked".to_owned()));
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TroubleKind {
    Kill,
    Drain,
    Die,
    Pause,
    Cut,
    Apart,
    Alone,
    Clock,
    Database,
    Leader,
}

/// The databases of a run, and the database server that was started for them.
#[derive(Default)]
struct Database {
    addresses: Vec<String>,
    own: Option<Arc<ThrowAway>>,
    cluster: Option<Arc<Cluster>>,
}

/// Measures the promised waiting times and says whether they were kept. The status is 0 either way, as the
/// times depend on what else the machine does.
async fn measure(args: &Args, data: &Data) -> anyhow::Result<()> {
    let verdict = |is_met: bool| if is_met { "kept" } else { "MISSED" };
    if args.busy {
        let time = Duration::from_secs(args.seconds());
        for wait in baize_load::busy(args.own(data, &args.database()?)?, time).await? {
            if args.json {
                writeln!(Out, "{}", serde_json::to_string(&wait)?)?;
                continue;
            }
            let Wait { what, count, p50_ms, p99_ms, most_ms, goal_ms, is_met } = wait;
            let times =
                format!("{p50_ms:>8.2} ms for half, {p99_ms:>8.2} for 99 of 100, {most_ms:>8.2} at most");
            writeln!(Out, "{what:20} {times}, of {count}; goal {goal_ms} ms {}", verdict(is_met))?;
        }
        return Ok(());
    }
    let progress = |what: &str| note(&format!("{what} …"));
    for entered in baize_load::enter(args.own(data, &args.database()?)?, progress).await? {
        if args.json {
            writeln!(Out, "{}", serde_json::to_string(&entered)?)?;
            continue;
        }
        let Entered { what, entries, steps, bytes, cold_ms, warm_ms, goal_ms, is_met } = entered;
        let times = format!("{cold_ms:>8.2} ms from disk, {warm_ms:>8.2} ms from memory");
        let told = format!("{entries} entries, {steps} steps told in {bytes} bytes");
        writeln!(Out, "{what:20} {times}; {told}; goal {goal_ms} ms {}", verdict(is_met))?;
    }
    Ok(())
}

impl Args {
    fn seconds(&self) -> u64 {
        brief::at_most(self.seconds, 1)
    }

    /// A server of its own.
    fn own(&self, data: &Data, database: &Database) -> anyhow::Result<OwnServer> {
        let program = std::env::current_exe().context("cannot find this program")?;
        let (store, databases) = (self.store.clone(), database.addresses.clone());
        let wall = match self.trouble.contains(&TroubleKind::Clock) {
            true => Some(wall().context("a clock of its own needs a library: `apt install libfaketime`")?),
            false => None,
        };
        Ok(OwnServer { program, store, databases, nodes: self.nodes, data: data.0.clone(), wall })
    }

    /// The named databases, or new ones.
    fn database(&self) -> anyhow::Result<Database> {
        if !self.throw_away {
            ensure!(
                self.nodes == 1 || !self.database.is_empty(),
                "several processes share a database: name one with --database, or make one with --throw-away"
            );
            return Ok(Database { addresses: self.database.clone(), ..Database::default() });
        }
        let names = (1..=self.databases).map(|number| format!("load{number}"));
        if self.cluster {
            ensure!(cluster::is_installed(), "Patroni is not installed: `apt install patroni etcd-server`");
            let cluster = Cluster::start().context("the cluster does not start")?;
            let addresses = names.map(|name| cluster.database(&name)).collect::<Result<_, _>>()?;
            return Ok(Database { addresses, own: None, cluster: Some(Arc::new(cluster)) });
        }
        let programs = programs().context("PostgreSQL is not installed: `apt install postgresql`")?;
        let own = ThrowAway::start(programs, Sync::On).context("PostgreSQL does not start")?;
        let addresses = names.map(|name| own.database(&name)).collect::<Result<_, _>>()?;
        Ok(Database { addresses, own: Some(Arc::new(own)), cluster: None })
    }

    fn troubles(&self, database: &Database) -> anyhow::Result<Vec<Trouble>> {
        let trouble = |kind: &TroubleKind| {
            Ok(match kind {
                TroubleKind::Kill => Trouble::Kill,
                TroubleKind::Drain => Trouble::Drain,
                TroubleKind::Die => Trouble::Die(ABSENCE),
                TroubleKind::Pause => Trouble::Pause(STANDSTILL),
                TroubleKind::Cut => Trouble::Cut,
                TroubleKind::Apart => Trouble::Apart(STANDSTILL),
                TroubleKind::Alone => Trouble::Alone(STANDSTILL),
                TroubleKind::Clock => Trouble::Clock(JUMP),
                TroubleKind::Leader => {
                    let cluster = database.cluster.clone();
                    let cluster = cluster
                        .context("only the leader of a cluster of this run is killed: use --cluster")?;
                    Trouble::Database(
                        "the leader of the databases killed with -9",
                        Arc::new(move || cluster.kill_leader()),
                    )
                }
                TroubleKind::Database => {
                    let own = database.own.clone();
                    let own = own.context("only a database of this run is crashed: use --throw-away")?;
                    let crash = move || own.stop_at_once().and_then(|()| own.resume());
                    Trouble::Database(
                        "the database stopped as a crash would, and started again",
                        Arc::new(crash),
                    )
                }
            })
        };
        self.trouble.iter().map(trouble).collect()
    }

    fn plan(&self, data: &Data, database: &Database, stop: Arc<AtomicBool>) -> anyhow::Result<LoadPlan> {
        let all = || baize_games::GAMES.iter().map(|game| game.id().to_owned()).collect();
        let games = if self.games.is_empty() { all() } else { self.games.clone() };
        for game in &games {
            baize_games::find(game)?;
        }
        let target = match &self.url {
            Some(url) => Target::Url(url.clone()),
            None => Target::Own(self.own(data, database)?),
        };
        Ok(LoadPlan {
            target,
            tables: brief::at_most(self.tables, 3),
            length: Length::Time(Duration::from_secs(self.seconds())),
            idle: brief::at_most(self.idle, 20),
            faults: Faults { percent: self.faults },
            kill_every: self.kill_every,
            troubles: self.troubles(database)?,
            in_flight: self.in_flight as usize,
            games,
            seed: match self.seed {
                Some(seed) => seed,
                None => getrandom::u64()?,
            },
            stop,
        })
    }
}

/// Reads a time in seconds, possibly fractional.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if !(0.1..=3_600.0).contains(&seconds) {
        return Err("it can be anything from 0.1 to 3600".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// The library that gives a process its own wall clock.
fn wall() -> Option<PathBuf> {
    let inside = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let mut libraries = inside.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    libraries.find(|library| library.exists())
}

/// A folder that is removed at the end.
struct Data(PathBuf);

impl Drop for Data {
    fn drop(&mut self) {
        // A server that was just killed may still write a last file there.
        for _ in 0..50 {
            if std::fs::remove_dir_all(&self.0).is_ok() || !self.0.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn show(bar: &ProgressBar, progress: LoadProgress) {
    match progress {
        LoadProgress::Idle { sockets } => bar.set_message(format!("{sockets} listen")),
        LoadProgress::Playing { elapsed, moves, kills } => {
            bar.set_position(elapsed.as_secs());
            let rate = moves as f64 / elapsed.as_secs_f64();
            bar.set_message(format!("{moves} moves, {rate:.0}/s, {kills} kills"));
        }
        LoadProgress::Ending { tables } => bar.set_message(format!("{tables} tables have come to an end")),
        LoadProgress::Checking { games, of } => bar.set_message(format!("{games} of {of} games checked")),
    }
}

fn print(report: &LoadReport) -> std::io::Result<()> {
    writeln!(
        Out,
        "{:>12.0} moves a second at {}",
        report.moves_per_second,
        counted(u64::from(report.tables), "table")
    )?;
    writeln!(Out, "{:>12.2} ms for half the moves, {:.2} ms for 99 of 100", report.p50_ms, report.p99_ms)?;
    if let Some(bytes) = report.bytes_per_connection {
        writeln!(Out, "{bytes:>12} bytes of memory for each connection")?;
    }
    writeln!(Out, "{:>12} moves acknowledged in {}", report.acknowledged, counted(report.games, "game"))?;
    writeln!(Out, "{:>12} lost, {} games differ from their records", report.lost, report.mismatches)?;
    let LoadReport { reconnects, faults, kills, most_ms, most_sent, .. } = report;
    writeln!(
        Out,
        "{most_ms:>12.0} ms for the longest of them, and no move was sent more than {most_sent} times"
    )?;
    writeln!(Out, "{reconnects:>12} reconnects, {faults} faults, {kills} kills")?;
    for (what, count) in &report.troubles {
        writeln!(Out, "{count:>12} times {what}")?;
    }
    Ok(())
}
