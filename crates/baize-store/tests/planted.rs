//! Plants mistakes in the store; the checker must find each, in the logs and in the histories of what people
//! were told. Without a mistake it must find nothing.

use baize_protocol::TableId;
use baize_store::conformance::{append, create, table};
use baize_store::planted::{PlantedBug, plant, set_wall, stand_still};
use baize_store::throw_away::{self, ThrowAway};
use baize_store::{Address, Appender, Member, Postgres, PostgresShelf, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What people were told, in order.
#[derive(Default)]
struct Histories(Vec<Told>);

enum Told {
    /// A process opened the table, with this epoch and this many entries.
    Opened { epoch: u32, version: u32 },
    /// A process answered for the state of the table in this epoch.
    Answered { epoch: u32 },
    /// An entry was acknowledged.
    Acknowledged { version: u32, text: String },
}

/// A process of the service that has the table.
struct Process {
    store: Postgres,
    member: Arc<Member>,
    appender: Option<Appender>,
    term: u64,
}

impl Process {
    fn start(address: &Address, name: &str) -> Process {
        let store = Postgres::open(address).unwrap();
        let member = store.join(name).unwrap().unwrap();
        Process { store, member, appender: None, term: 0 }
    }

    /// Takes the table over as soon as possible.
    fn open(&mut self, histories: &mut Histories) {
        self.term = self.member.leases[0].number();
        let stored = loop {
            match self.store.open(table(1)) {
                Err(StoreError::Elsewhere(_)) => std::thread::yield_now(),
                stored => break stored.unwrap().unwrap(),
            }
        };
        let (epoch, version) = (stored.appender.epoch(), stored.appender.version());
        histories.0.push(Told::Opened { epoch, version });
        self.appender = Some(stored.appender);
    }

    /// Answers someone about the table, if it may.
    fn answer(&self, histories: &mut Histories) {
        if self.member.leases[0].holds(self.term) {
            let epoch = self.appender.as_ref().unwrap().epoch();
            histories.0.push(Told::Answered { epoch });
        }
    }

    /// Adds an entry, and notes the acknowledgement if it is safe.
    fn write(&mut self, text: &str, histories: &mut Histories) {
        let appender = self.appender.as_mut().unwrap();
        let entry = appender.write(vec![text.as_bytes().to_vec()]);
        let version = entry.version();
        if append(&self.store, entry).is_ok() {
            histories.0.push(Told::Acknowledged { version, text: text.to_owned() });
        }
    }
}

/// The entries of the table with their epochs.
fn entries(address: &Address) -> Vec<(u32, String)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let address = format!("postgres://baize@{address}");
        let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let sql = "SELECT epoch, entry FROM log WHERE id = $1 ORDER BY version";
        let id: TableId = table(1);
        let rows = client.query(sql, &[&id.as_str()]).await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        rows.iter().map(|row| (row.get::<_, i64>(0) as u32, text(row.get(1)))).collect()
    })
}

/// What is wrong, in words.
fn violations(address: &Address, histories: &Histories) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if let Err(error) = PostgresShelf::moment(address).unwrap().check() {
        found.push(error.to_string());
    }
    let log = entries(address);
    let mut newest = 0;
    for told in &histories.0 {
        match told {
            Told::Opened { epoch, version } => {
                newest = newest.max(*epoch);
                let is_older = |(entry, _): &&(u32, String)| entry < epoch;
                if log.iter().skip(*version as usize).any(|entry| is_older(&entry)) {
                    found.push(format!("an entry of an older epoch follows the opening of epoch {epoch}"));
                }
            }
            Told::Answered { epoch } if *epoch < newest => {
                found.push(format!("epoch {epoch} was answered for after epoch {newest} had begun"));
            }
            Told::Answered { .. } => {}
            Told::Acknowledged { version, text } => {
                let places: Vec<usize> =
                    (1..).zip(&log).filter(|(_, (_, entry))| entry == text).map(|(at, _)| at).collect();
                if places != [*version as usize] {
                    found.push(format!("{text:?} was acknowledged as {version}, and is at {places:?}"));
                }
            }
        }
    }
    found
}

/// A process that stands still with a slow wall clock while another one takes over; and a database that
/// crashes.
fn play(server: &ThrowAway, bug: Option<PlantedBug>) -> Vec<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("planted{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let address: Address = server.database(&name).unwrap().parse().unwrap();
    let mut histories = Histories::default();
    let (mut one, mut other) = (Process::start(&address, "one:1"), Process::start(&address, "other:1"));
    let appender = create(&one.store, 1, &["a"]);
    one.term = one.member.leases[0].number();
    histories.0.push(Told::Opened { epoch: appender.epoch(), version: appender.version() });
    one.appender = Some(appender);
    plant(bug);
    one.write("b", &mut histories);
    one.answer(&mut histories);
    stand_still(true);
    set_wall(-3_600);
    other.open(&mut histories);
    // The first process goes on where it was, unaware.
    one.answer(&mut histories);
    one.write("late", &mut histories);
    other.write("c", &mut histories);
    set_wall(0);
    stand_still(false);
    // The database crashes during a write.
    server.stop_at_once().unwrap();
    other.write("lost", &mut histories);
    server.resume().unwrap();
    plant(None);
    violations(&address, &histories)
}

#[test]
fn every_planted_mistake_is_found() {
    let Some(server) = throw_away::for_test() else { return };
    assert_eq!(play(&server, None), Vec::<String>::new());
    for (bug, words) in [
        (PlantedBug::NoEpochCheck, "an entry of an older epoch follows"),
        (PlantedBug::EarlyAnswer, "was acknowledged as"),
        (PlantedBug::WallClock, "was answered for after"),
        (PlantedBug::TwoOwners, "was answered for after"),
    ] {
        let found = play(&server, Some(bug));
        assert!(found.iter().any(|what| what.contains(words)), "{bug:?}: {found:?}");
    }
}
