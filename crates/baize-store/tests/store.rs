//! The suite on every kind of store, and what can only happen to a file.

use baize_store::conformance::{append, check, create, games_of, log, rated_end, table};
use baize_store::{Append, Appender, Lying, Memory, Sqlite, SqliteSettings, Store, StoreError, backup};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("baize-store-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn open(&self) -> Sqlite {
        Sqlite::open(&self.0, SqliteSettings::default()).unwrap()
    }

    fn sql(&self, sql: &str) -> usize {
        let connection = Connection::open(self.0.join("baize.db")).unwrap();
        connection.execute(sql, []).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn entry(appender: &mut Appender, text: &str) -> Append {
    appender.write(vec![text.as_bytes().to_vec()])
}

#[test]
fn memory_keeps_every_promise() {
    check(Memory::new);
}

#[test]
fn sqlite_keeps_every_promise() {
    // The folders are removed once all stores are closed.
    let folders = std::cell::RefCell::new(Vec::new());
    check(|| {
        let folder = Folder::new();
        let store = folder.open();
        folders.borrow_mut().push(folder);
        store
    });
}

/// A margin is acknowledged like an entry: the tail covers it.
#[test]
fn what_stands_beside_a_log_is_not_lost_silently_either() {
    let folder = Folder::new();
    let store = folder.open();
    let appender = create(&store, 1, &["a"]);
    append(&store, appender.note(b"one".to_vec())).unwrap();
    let before = std::fs::metadata(folder.0.join("baize.db-wal")).unwrap().len() as usize;
    append(&store, appender.note(b"two".to_vec())).unwrap();
    let copy = |change: &dyn Fn(&mut Vec<u8>)| {
        let copy = Folder::new();
        std::fs::create_dir_all(&copy.0).unwrap();
        for name in ["baize.db", "baize.tail"] {
            std::fs::copy(folder.0.join(name), copy.0.join(name)).unwrap();
        }
        let mut log = std::fs::read(folder.0.join("baize.db-wal")).unwrap();
        change(&mut log);
        std::fs::write(copy.0.join("baize.db-wal"), log).unwrap();
        copy
    };
    let whole = copy(&|_| ());
    let found = whole.open().open(table(1)).unwrap().unwrap().margin;
    assert_eq!(found.as_deref(), Some(&b"two"[..]), "as a crash leaves it");
    let flipped = copy(&|log| log[before + 100] ^= 1);
    let opened = Sqlite::open(&flipped.0, SqliteSettings::default());
    assert!(matches!(opened.err(), Some(StoreError::CutOff { .. })), "it is said that something is missing");
}

#[test]
fn everything_is_there_after_the_program_was_opened_again() {
    let folder = Folder::new();
    let store = folder.open();
    let mut appender = create(&store, 1, &["a"]);
    for text in ["b", "c"] {
        append(&store, entry(&mut appender, text)).unwrap();
    }
    let mut last = entry(&mut appender, "d");
    last.snapshot = Some(b"snapshot".to_vec());
    append(&store, last).unwrap();
    append(&store, entry(&mut appender, "e")).unwrap();
    drop(store);
    let store = folder.open();
    assert_eq!(log(&store, 1), ["a", "b", "c", "d", "e"]);
    let stored = store.open(table(1)).unwrap().unwrap();
    assert_eq!((stored.appender.epoch(), stored.entries.len()), (2, 1), "every opening raises the epoch");
    assert_eq!(
        append(&store, entry(&mut appender, "x")),
        Err(StoreError::Fenced),
        "an old appender is of no use"
    );
}

/// The file as a crash would leave it: copied while the store is open, with the write-ahead log cut at any
/// length.
#[test]
fn a_crash_at_any_moment_leaves_a_beginning_of_every_log() {
    let folder = Folder::new();
    let store = folder.open();
    let mut pens: Vec<Appender> = (1..=3).map(|number| create(&store, number, &["0"])).collect();
    let mut safe = Vec::new();
    for round in 1..=30 {
        for appender in &mut pens {
            append(&store, entry(appender, &round.to_string())).unwrap();
        }
        safe.push(std::fs::metadata(folder.0.join("baize.db-wal")).unwrap().len());
    }
    let whole = std::fs::read(folder.0.join("baize.db-wal")).unwrap();
    let file = std::fs::read(folder.0.join("baize.db")).unwrap();
    for cut in (0..whole.len()).step_by(whole.len() / 23) {
        let copy = Folder::new();
        std::fs::create_dir_all(&copy.0).unwrap();
        std::fs::write(copy.0.join("baize.db"), &file).unwrap();
        std::fs::write(copy.0.join("baize.db-wal"), &whole[..cut]).unwrap();
        let acknowledged = safe.iter().filter(|length| **length <= cut as u64).count();
        let store = copy.open();
        for number in 1..=3 {
            let Ok(Some(entries)) = store.read(table(number)) else {
                assert_eq!(acknowledged, 0, "the table was acknowledged");
                continue;
            };
            let expected: Vec<Vec<u8>> = (0..entries.len()).map(|n| n.to_string().into_bytes()).collect();
            assert_eq!(entries, expected, "a beginning of the log");
            assert!(entries.len() > acknowledged, "{} of {acknowledged}", entries.len());
        }
    }
}

/// The end of a game and the ratings it leads to are one commit: wherever a crash cuts it, both are there or
/// neither is.
#[test]
fn no_crash_comes_between_the_end_of_a_game_and_its_rating() {
    const GAMES: u64 = 6;
    let folder = Folder::new();
    let store = folder.open();
    let mut pens: Vec<Appender> = (1..=GAMES).map(|number| create(&store, number, &["a"])).collect();
    for (number, appender) in (1..).zip(&mut pens) {
        let other = format!("p{number}");
        append(&store, rated_end(appender, number, ["ann", &other], number * 86_400_000)).unwrap();
    }
    let [file, wal] = ["baize.db", "baize.db-wal"].map(|name| std::fs::read(folder.0.join(name)).unwrap());
    let mut seen = std::collections::BTreeSet::new();
    // A page of the log and its head: cuts in between change nothing.
    for length in (0..wal.len()).step_by(1_030).chain([wal.len()]) {
        let crashed = Folder::new();
        std::fs::create_dir_all(&crashed.0).unwrap();
        std::fs::write(crashed.0.join("baize.db"), &file).unwrap();
        std::fs::write(crashed.0.join("baize.db-wal"), &wal[..length]).unwrap();
        let store = crashed.open();
        let is_over = |number: &u64| {
            store.read(table(*number)).unwrap().is_some_and(|log| log.iter().any(|entry| entry == b"end"))
        };
        let over = (1..=GAMES).filter(is_over).count();
        let games = games_of(&store, "ann");
        let ratings: Vec<u32> = games.iter().filter_map(|game| Some(game.result.rating?.games)).collect();
        assert_eq!(ratings.len(), over, "cut at {length}");
        assert_eq!(ratings, (1..=over as u32).rev().collect::<Vec<_>>(), "one follows from the other");
        seen.insert(over);
    }
    assert_eq!(seen.len() as u64, GAMES + 1, "every state was met: {seen:?}");
}

/// If the rating cannot be written, the game has not ended either, and it can end later.
#[test]
fn a_rating_that_cannot_be_written_leaves_the_game_as_it_was() {
    let folder = Folder::new();
    let store = folder.open();
    let mut appender = create(&store, 1, &["a"]);
    folder.sql(
        "CREATE TRIGGER refuse BEFORE INSERT ON results WHEN NEW.rating IS NOT NULL
         BEGIN SELECT RAISE(ABORT, 'no ratings today'); END",
    );
    let refused = append(&store, rated_end(&mut appender, 1, ["ann", "bob"], 1));
    assert!(refused.is_err());
    assert_eq!(log(&store, 1), ["a"]);
    assert!(games_of(&store, "ann").is_empty());
    folder.sql("DROP TRIGGER refuse");
    let mut appender = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, rated_end(&mut appender, 1, ["ann", "bob"], 1)).unwrap();
    assert_eq!(log(&store, 1), ["a", "end"]);
    assert_eq!(games_of(&store, "ann")[0].result.rating.map(|rating| rating.games), Some(1));
}

/// One flipped bit in the write-ahead log looks like an earlier end of it. What was acknowledged must be
/// there, or its loss must be reported.
#[test]
fn a_flipped_bit_after_a_crash_never_loses_anything_silently() {
    let folder = Folder::new();
    let store = folder.open();
    let mut appender = create(&store, 1, &["0"]);
    for round in 1..=30 {
        append(&store, entry(&mut appender, &round.to_string())).unwrap();
    }
    let copy = |name: &str| std::fs::read(folder.0.join(name)).unwrap();
    let (file, log_file, tail) = (copy("baize.db"), copy("baize.db-wal"), copy("baize.tail"));
    let mut noticed = 0;
    for place in (0..log_file.len()).step_by(log_file.len() / 60) {
        let crashed = Folder::new();
        std::fs::create_dir_all(&crashed.0).unwrap();
        let mut flipped = log_file.clone();
        flipped[place] ^= 0x10;
        std::fs::write(crashed.0.join("baize.db"), &file).unwrap();
        std::fs::write(crashed.0.join("baize.db-wal"), &flipped).unwrap();
        std::fs::write(crashed.0.join("baize.tail"), &tail).unwrap();
        match Sqlite::open(&crashed.0, SqliteSettings::default()) {
            Ok(store) => assert_eq!(log(&store, 1).len(), 31, "a bit at {place}"),
            Err(StoreError::CutOff { expected: 31, found }) => {
                assert!(found < 31);
                noticed += 1;
                // Without a backup, the operator can go on with what is there, knowing that something is
                // missing.
                std::fs::remove_file(crashed.0.join("baize.tail")).unwrap();
                let entries = crashed.open().read(table(1)).unwrap();
                assert!(entries.map_or(0, |entries| entries.len()) < 31);
            }
            Err(error) => panic!("a bit at {place}: {error}"),
        }
    }
    assert!(noticed >= 30, "only {noticed} flips cost anything");
}

#[test]
fn a_tail_that_was_cut_off_while_it_was_written_leaves_the_one_before() {
    let folder = Folder::new();
    let path = folder.0.join("baize.tail");
    {
        let store = folder.open();
        let mut appender = create(&store, 1, &["a"]);
        append(&store, entry(&mut appender, "b")).unwrap();
    }
    let whole = std::fs::read(&path).unwrap();
    for place in [0, 4_096] {
        let mut half = whole.clone();
        half[place + 9] ^= 1;
        std::fs::write(&path, half).unwrap();
        assert_eq!(log(&folder.open(), 1), ["a", "b"], "the place at {place} is half written");
    }
    std::fs::write(&path, [0; 5_000]).unwrap();
    assert_eq!(Sqlite::open(&folder.0, SqliteSettings::default()).err(), Some(StoreError::TailUnreadable));
}

#[test]
fn a_backup_whose_first_start_is_cut_short_is_opened_the_next_time() {
    let folder = Folder::new();
    create(&folder.open(), 1, &["a", "b"]);
    let (tail, unfinished) = (folder.0.join("baize.tail"), folder.0.join("baize.tail.new"));
    std::fs::remove_file(&tail).unwrap();
    // The power failed while the file was made: it has some of its bytes, but not yet its name.
    std::fs::write(&unfinished, [7; 4_100]).unwrap();
    assert_eq!(log(&folder.open(), 1), ["a", "b"]);
    assert!(tail.exists() && !unfinished.exists());
    assert_eq!(log(&folder.open(), 1), ["a", "b"]);
}

#[test]
fn a_file_that_cannot_be_read_after_a_failure_is_not_written_to() {
    let folder = Folder::new();
    let store = folder.open();
    let mut appender = create(&store, 1, &["a"]);
    folder.sql("ALTER TABLE tail RENAME TO hidden");
    assert!(matches!(append(&store, entry(&mut appender, "b")), Err(StoreError::Failed(_))));
    assert!(matches!(store.open(table(1)), Err(StoreError::Failed(_))), "nothing is guessed");
    folder.sql("ALTER TABLE hidden RENAME TO tail");
    let mut appender = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, entry(&mut appender, "b")).unwrap();
    drop(store);
    assert_eq!(log(&folder.open(), 1), ["a", "b"]);
}

#[cfg(unix)]
#[test]
fn only_the_operator_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, copy) = (Folder::new(), Folder::new());
    let store = folder.open();
    create(&store, 1, &["a"]);
    std::fs::create_dir_all(&copy.0).unwrap();
    backup(&folder.0, &copy.0.join("copy.db")).unwrap();
    let files = ["baize.db", "baize.db-wal", "baize.tail"].map(|name| folder.0.join(name));
    for file in files.iter().chain([&copy.0.join("copy.db")]) {
        let mode = std::fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
}

#[test]
fn damage_is_reported_and_stays_with_its_table() {
    let fill = |folder: &Folder| {
        let store = folder.open();
        for number in 1..=2 {
            let mut appender = create(&store, number, &["a", "b"]);
            append(&store, entry(&mut appender, "c")).unwrap();
        }
    };
    let check = |damage: &str, version: u32| {
        let folder = Folder::new();
        fill(&folder);
        assert_eq!(folder.sql(damage), 1, "{damage}");
        let store = folder.open();
        for _ in 0..2 {
            let Err(StoreError::Damaged { version: found, .. }) = store.open(table(1)) else {
                panic!("{damage}: should be found")
            };
            assert_eq!(found, version, "{damage}");
            assert!(store.read(table(1)).is_err(), "{damage}");
        }
        assert_eq!(log(&store, 2), ["a", "b", "c"], "other tables are not touched");
    };
    check("UPDATE log SET entry = x'00' WHERE number = 1 AND version = 2", 2);
    check("UPDATE log SET sum = zeroblob(16) WHERE number = 1 AND version = 3", 3);
    check("DELETE FROM log WHERE number = 1 AND version = 2", 2);
    check("DELETE FROM log WHERE number = 1 AND version = 3", 4 - 1);
    check("DELETE FROM head WHERE number = 1", 4);
    check("UPDATE head SET version = 9 WHERE number = 1", 4);
    check("UPDATE log SET version = 4 WHERE number = 1 AND version = 3", 3);
}

#[test]
fn a_journal_without_its_end_is_refused() {
    let folder = Folder::new();
    {
        let store = folder.open();
        create(&store, 1, &["a", "b"]);
    }
    // As if the last commits had been cut off the file.
    folder.sql("INSERT INTO journal VALUES (3, 1, 3, x'63', zeroblob(16))");
    folder.sql("UPDATE tail SET id = 5");
    let refused = Sqlite::open(&folder.0, SqliteSettings::default()).err().unwrap();
    assert_eq!(refused, StoreError::CutOff { expected: 3, found: 1 });
    assert!(refused.to_string().contains("restore a backup"));
}

#[test]
fn a_damaged_snapshot_is_not_used() {
    let folder = Folder::new();
    {
        let store = folder.open();
        let mut appender = create(&store, 1, &["a"]);
        let mut next = entry(&mut appender, "b");
        next.snapshot = Some(b"snapshot".to_vec());
        append(&store, next).unwrap();
    }
    folder.sql("UPDATE snapshots SET snapshot = x'00'");
    let stored = folder.open().open(table(1)).unwrap().unwrap();
    assert!(stored.snapshot.is_none());
    assert_eq!(stored.entries.len(), 2, "the log says the same");
}

#[test]
fn the_data_of_a_newer_program_is_left_alone() {
    let folder = Folder::new();
    drop(folder.open());
    folder.sql("PRAGMA user_version = 99");
    let refused = Sqlite::open(&folder.0, SqliteSettings::default()).err().unwrap();
    assert!(matches!(refused, StoreError::TooNew { found: 99, .. }), "{refused}");
}

#[test]
fn two_processes_cannot_use_one_folder() {
    let folder = Folder::new();
    let store = folder.open();
    assert!(matches!(Sqlite::open(&folder.0, SqliteSettings::default()), Err(StoreError::InUse(_))));
    store.close();
    drop(store);
    assert!(Sqlite::open(&folder.0, SqliteSettings::default()).is_ok());
}

#[test]
fn an_unusable_folder_is_named() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("file"), "").unwrap();
    let refused = Sqlite::open(&folder.0.join("file"), SqliteSettings::default()).err().unwrap();
    assert!(refused.to_string().contains("file"), "{refused}");
    std::fs::write(
        folder.0.join("baize.db"),
        "this is no database, but it is long enough to look at".repeat(20),
    )
    .unwrap();
    let refused = Sqlite::open(&folder.0, SqliteSettings::default()).err().unwrap();
    assert!(refused.to_string().contains("not a database"), "{refused}");
}

#[test]
fn a_full_disk_refuses_and_damages_nothing() {
    let folder = Folder::new();
    let store = Sqlite::open(&folder.0, SqliteSettings { most_bytes: Some(400 << 10), vfs: None }).unwrap();
    let mut appender = create(&store, 1, &["a"]);
    let large = "x".repeat(10_000);
    let mut written = 1;
    let refused = loop {
        match append(&store, entry(&mut appender, &large)) {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 1_000, "the limit holds");
    };
    assert_eq!(refused, StoreError::Full);
    assert_eq!(
        append(&store, entry(&mut appender, "after a gap")),
        Err(StoreError::Fenced),
        "nothing after a gap"
    );
    assert_eq!(log(&store, 1).len(), written);
    drop(store);
    let store = folder.open();
    assert_eq!(log(&store, 1).len(), written, "with more room it goes on where it stopped");
    let mut appender = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, entry(&mut appender, &large)).unwrap();
}

#[test]
fn another_program_that_holds_the_file_is_waited_for_and_then_named() {
    let folder = Folder::new();
    let store = folder.open();
    let mut appender = create(&store, 1, &["a"]);
    let other = Connection::open(folder.0.join("baize.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(append(&store, entry(&mut appender, "b")), Err(StoreError::Busy));
    other.execute_batch("COMMIT").unwrap();
    let mut appender = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, entry(&mut appender, "b")).unwrap();
    assert_eq!(log(&store, 1), ["a", "b"]);
}

#[test]
fn a_backup_of_a_folder_in_use_is_a_whole_folder() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let store = folder.open();
    let mut appender = create(&store, 1, &["a"]);
    append(&store, entry(&mut appender, "b")).unwrap();
    std::fs::create_dir_all(&copy.0).unwrap();
    backup(&folder.0, &copy.0.join("baize.db")).unwrap();
    append(&store, entry(&mut appender, "c")).unwrap();
    assert!(backup(&folder.0, &copy.0.join("baize.db")).is_err(), "an older copy is not written over");
    assert!(backup(Path::new("/nowhere"), &copy.0.join("x")).is_err());
    assert_eq!(log(&copy.open(), 1), ["a", "b"], "the moment of the backup");
}

#[test]
fn opening_does_not_go_through_ten_thousand_tables() {
    let folder = Folder::new();
    {
        let store = folder.open();
        std::thread::scope(|scope| {
            for part in 0..16 {
                let store = &store;
                scope.spawn(move || {
                    for number in 0..625 {
                        create(store, 1 + part * 625 + number, &["a", "b", "c"]);
                    }
                });
            }
        });
    }
    let size = std::fs::metadata(folder.0.join("baize.db")).unwrap().len();
    let before = bytes_read();
    let store = folder.open();
    let read = before.and_then(|before| Some(bytes_read()? - before));
    assert_eq!(log(&store, 10_000), ["a", "b", "c"]);
    // Whatever opening does, it must not go through all tables.
    assert!(read.is_none_or(|read| read < size / 20), "{read:?} bytes of {size}");
}

/// How many bytes this thread has read so far, if the system tells.
fn bytes_read() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/io").ok()?;
    text.lines().find_map(|line| line.strip_prefix("rchar: "))?.parse().ok()
}

#[test]
fn the_lying_store_is_caught_by_what_it_loses() {
    let folder = Folder::new();
    let honest: Arc<dyn Store> = Arc::new(folder.open());
    let store = Lying::new(Arc::clone(&honest), Duration::from_secs(3_600));
    let mut appender = create(&store, 1, &["a"]);
    append(&store, entry(&mut appender, "acknowledged")).unwrap();
    assert_eq!(log(&*honest, 1), ["a"], "said to be safe, and not there");
}
