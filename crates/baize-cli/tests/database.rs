//! The program on a PostgreSQL database: serving, moving house, backups.

use baize_store::conformance::{append, create, log, table};
use baize_store::throw_away;
use baize_store::{Address, ListedTable, Postgres, SeatResult, Sqlite, SqliteSettings, Store};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn baize(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baize"));
    command.args(arguments).env_remove("BAIZE_DATABASE").output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("baize-database-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn open(&self) -> Sqlite {
        Sqlite::open(&self.0, SqliteSettings::default()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_server_on_a_database_that_is_killed_loses_nothing() {
    let Some(server) = throw_away::for_test() else { return };
    let database = server.database("load").unwrap();
    let output = baize(&[
        "load",
        "--tables",
        "6",
        "--seconds",
        "6",
        "--kill-every",
        "2",
        "--json",
        "--database",
        &database,
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert!(output.status.success(), "{report}");
    assert!(
        report["kills"].as_u64().unwrap() >= 2 && report["acknowledged"].as_u64().unwrap() > 50,
        "{report}"
    );
    assert_eq!((report["lost"].as_u64(), report["mismatches"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn processes_and_a_database_in_trouble_lose_nothing() {
    if throw_away::for_test().is_none() {
        return;
    }
    let arguments =
        "load --tables 6 --seconds 30 --nodes 3 --throw-away --databases 2 --faults 1 --kill-every 2 --json";
    let troubles = ["--trouble", "kill,cut,drain,apart,database,pause,alone"];
    let output = baize(&arguments.split(' ').chain(troubles).collect::<Vec<_>>());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert!(output.status.success(), "{report} {output:?}");
    assert!(
        report["kills"].as_u64().unwrap() >= 4 && report["acknowledged"].as_u64().unwrap() > 50,
        "{report}"
    );
    assert!(report["faults"].as_u64().unwrap() > 0, "the network was bad: {report}");
    assert_eq!((report["lost"].as_u64(), report["mismatches"].as_u64()), (Some(0), Some(0)));
}

/// Fills a store with everything that can be stored about a table.
fn fill(store: &impl Store) {
    for number in 1..=30 {
        let mut appender = create(store, number, &["a", "b"]);
        let mut next = appender.write(vec![b"c".to_vec()]);
        next.snapshot = Some(format!("after c of {number}").into_bytes());
        append(store, next).unwrap();
        append(store, appender.write(vec![b"d".to_vec()])).unwrap();
        if number % 2 == 0 {
            append(store, appender.note(b"beside".to_vec())).unwrap();
        }
        if number % 3 == 0 {
            let result = |seat: u8, player: &str, share: f64| SeatResult {
                seat,
                player: player.to_owned(),
                name: player.to_uppercase(),
                is_computer: false,
                won: share == 1.0,
                share,
                score: Some(51.0),
                ..SeatResult::default()
            };
            let mut end = appender.write(vec![b"e".to_vec()]);
            let listing = baize_store::conformance::listing(number);
            let results = vec![result(0, "ann", 1.0), result(1, "bob", 0.0)];
            end.listing = Some(ListedTable { phase: baize_protocol::Phase::Over, results, ..listing });
            append(store, end).unwrap();
        }
    }
}

fn same(store: &impl Store) {
    for number in 1..=30 {
        let entries = if number % 3 == 0 { &["a", "b", "c", "d", "e"][..] } else { &["a", "b", "c", "d"] };
        assert_eq!(log(store, number), entries);
        let stored = store.open(table(number)).unwrap().unwrap();
        assert_eq!(stored.snapshot, Some(format!("after c of {number}").into_bytes()));
        let is_beside = number % 2 == 0 && number % 3 != 0;
        assert_eq!(stored.margin.is_some(), is_beside, "table {number}");
    }
    let by = baize_protocol::http::Ranking::Score;
    let leaders = baize_store::conformance::leaders(store, by);
    let leaders: Vec<_> = leaders.iter().map(|leader| (leader.name.as_str(), leader.games)).collect();
    assert_eq!(leaders, [("ANN", 3), ("BOB", 3)], "three a day count");
}

#[test]
fn tables_move_to_a_database_and_back() {
    let Some(server) = throw_away::for_test() else { return };
    let (folder, back, restored) = (Folder::new("from"), Folder::new("back"), Folder::new("restored"));
    fill(&folder.open());
    let database = server.database("moved").unwrap();
    assert_eq!(
        said(&baize(&["store", "copy", folder.text(), &database])),
        "30 tables copied, 0 were there already\n"
    );
    assert_eq!(
        said(&baize(&["store", "copy", folder.text(), &database])),
        "0 tables copied, 30 were there already\n",
        "begun again it goes on"
    );
    said(&baize(&["store", "copy", &database, back.text()]));
    same(&back.open());
    let file = restored.0.join("baize.db");
    said(&baize(&["backup", "--database", &database, file.to_str().unwrap()]));
    assert!(!restored.0.join("baize.db.partial").exists());
    same(&restored.open());
    let address: Address = database.parse().unwrap();
    same(&Postgres::open(&address).unwrap());
}

#[test]
fn a_damaged_table_is_not_copied_and_the_copy_says_so() {
    let Some(server) = throw_away::for_test() else { return };
    let folder = Folder::new("damaged");
    fill(&folder.open());
    let connection = rusqlite_open(&folder);
    assert_eq!(
        connection.execute("UPDATE log SET entry = x'00' WHERE number = 1 AND version = 2", []).unwrap(),
        1
    );
    drop(connection);
    let output = baize(&["store", "copy", folder.text(), &server.database("damaged").unwrap()]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && text.contains("is damaged at entry 2"), "{text}");
}

#[test]
fn a_copy_that_was_broken_off_goes_on_where_it_was() {
    let Some(server) = throw_away::for_test() else { return };
    let folder = Folder::new("broken-off");
    fill(&folder.open());
    let database = server.database("broken_off").unwrap();
    let copy = || baize(&["store", "copy", folder.text(), &database]);
    let damage =
        "UPDATE log SET entry = CAST(CAST(entry AS TEXT) || ' ' AS BLOB) WHERE number = 15 AND version = 2";
    let repair =
        "UPDATE log SET entry = substr(entry, 1, length(entry) - 1) WHERE number = 15 AND version = 2";
    assert_eq!(rusqlite_open(&folder).execute(damage, []).unwrap(), 1);
    assert_eq!(copy().status.code(), Some(1));
    assert_eq!(rusqlite_open(&folder).execute(repair, []).unwrap(), 1);
    let output = said(&copy());
    let counts: Vec<u32> = output.split(|sign: char| !sign.is_ascii_digit()).flat_map(str::parse).collect();
    let &[copied, there] = &counts[..] else { panic!("{output}") };
    assert!(copied > 0 && there > 0 && copied + there == 30, "{output}");
    let address: Address = database.parse().unwrap();
    same(&Postgres::open(&address).unwrap());
}

fn rusqlite_open(folder: &Folder) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.0.join("baize.db")).unwrap()
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    for (arguments, expect) in [
        (&["serve", "--database", "mysql://x"][..], "the database address"),
        (&["serve", "--database", "postgres://baize@127.0.0.1:1/x"], "cannot be reached"),
        (&["serve", "--database", "postgres://h/x", "--data", "y"], "cannot be used with"),
        (&["store", "copy", "/nowhere", "postgres://baize@127.0.0.1:1/x"], "no baize.db"),
        (&["store", "copy", "postgres://baize:secret@127.0.0.1:1/x", "/tmp"], "127.0.0.1:1/x"),
        (&["backup", "--database", "postgres://baize@127.0.0.1:1/x", "/tmp/never.db"], "cannot be reached"),
    ] {
        let output = baize(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(expect), "{arguments:?}: {text}");
        assert_eq!(text.trim().lines().count(), 1, "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}
