//! What every store promises, as one suite.
//!
//! A new kind of store calls [`check`] in its tests with a function that makes an empty one.

use crate::{
    Append, Created, Listing, NewTable, Pen, SeatResult, Store, StoreError, Submitted, Unused, Wanted,
};
use baize_protocol::{Phase, TableId};
use std::sync::mpsc::channel;

/// Checks every promise, each on a store of its own.
///
/// # Panics
/// If one is broken, saying which.
pub fn check<S: Store>(make: impl Fn() -> S) {
    entries_come_back_as_they_were_written(&make());
    appends_follow_each_other_before_the_first_is_safe(&make());
    only_the_last_to_open_a_table_can_write(&make());
    the_same_key_makes_one_table(&make());
    a_snapshot_shortens_what_is_read(&make());
    lists_show_public_tables_latest_first(&make());
    leaders_are_counted(&make());
    unused_tables_are_forgotten(&make());
    a_closed_store_takes_nothing(&make());
    many_threads_write_at_once(&make());
}

/// The id of the n-th table of a test.
pub fn table(number: u64) -> TableId {
    TableId::from_random(number)
}

/// A listing of a waiting public game.
pub fn listing(changed: u64) -> Listing {
    Listing {
        game: "nine".to_owned(),
        phase: Phase::Waiting,
        is_public: true,
        changed,
        row: format!("row {changed}"),
        results: Vec::new(),
    }
}

/// Makes a table with these entries.
///
/// # Panics
/// If the store refuses.
pub fn create(store: &impl Store, number: u64, entries: &[&str]) -> Pen {
    let entries = entries.iter().map(|entry| entry.as_bytes().to_vec()).collect();
    let new = NewTable { table: table(number), key: None, entries, listing: listing(number) };
    match store.create(new).expect("a table is made") {
        Created::New(pen) => pen,
        Created::Before(_) => panic!("there was no such table before"),
    }
}

/// Appends and waits.
pub fn append(store: &(impl Store + ?Sized), append: Append) -> Result<(), StoreError> {
    let (to, done) = channel();
    match store.append(append, Box::new(move |outcome| drop(to.send(outcome)))) {
        Submitted::Now(outcome) => outcome,
        Submitted::Later => done.recv().expect("an append is answered"),
    }
}

fn write(store: &impl Store, pen: &mut Pen, entries: &[&str]) -> Result<(), StoreError> {
    append(store, pen.write(entries.iter().map(|entry| entry.as_bytes().to_vec()).collect()))
}

/// The whole log of a table as texts.
///
/// # Panics
/// If there is no such table, or its log is damaged.
pub fn log(store: &(impl Store + ?Sized), number: u64) -> Vec<String> {
    let entries = store.read(table(number)).expect("the log is sound").expect("there is such a table");
    entries.into_iter().map(|entry| String::from_utf8(entry).expect("entries of tests are text")).collect()
}

fn entries_come_back_as_they_were_written(store: &impl Store) {
    let mut pen = create(store, 1, &["a", ""]);
    assert_eq!((pen.epoch(), pen.version()), (1, 2));
    write(store, &mut pen, &["b"]).unwrap();
    write(store, &mut pen, &["c", "d"]).unwrap();
    assert_eq!(log(store, 1), ["a", "", "b", "c", "d"]);
    let stored = store.open(table(1)).unwrap().unwrap();
    assert_eq!((stored.pen.epoch(), stored.pen.version(), stored.entries.len()), (2, 5, 5));
    assert!(stored.snapshot.is_none());
    assert!(store.open(table(2)).unwrap().is_none() && store.read(table(2)).unwrap().is_none());
    assert!(store.row(table(2)).unwrap().is_none());
}

fn appends_follow_each_other_before_the_first_is_safe(store: &impl Store) {
    let mut pen = create(store, 1, &["0"]);
    let (to, done) = channel();
    let mut at_once = 0;
    for number in 1..=100 {
        let next = pen.write(vec![format!("{number}").into_bytes()]);
        let to = to.clone();
        if let Submitted::Now(outcome) =
            store.append(next, Box::new(move |outcome| drop(to.send((number, outcome)))))
        {
            outcome.unwrap();
            at_once += 1;
        }
    }
    drop(to);
    let answers: Vec<(i32, Result<(), StoreError>)> = done.iter().collect();
    assert_eq!(answers.len() + at_once, 100, "every append is answered once");
    assert!(answers.windows(2).all(|pair| pair[0].0 < pair[1].0), "answers come in order");
    assert!(answers.iter().all(|(_, outcome)| outcome.is_ok()));
    let expected: Vec<String> = (0..=100).map(|number| number.to_string()).collect();
    assert_eq!(log(store, 1), expected);
}

fn only_the_last_to_open_a_table_can_write(store: &impl Store) {
    let mut old = create(store, 1, &["a"]);
    let mut new = store.open(table(1)).unwrap().unwrap().pen;
    assert_eq!(write(store, &mut old, &["from the old owner"]), Err(StoreError::Fenced));
    write(store, &mut new, &["b"]).unwrap();
    assert_eq!(write(store, &mut old, &["again"]), Err(StoreError::Fenced));
    // A pen that is not where the log ends cannot write either.
    let mut twin = new.clone();
    write(store, &mut new, &["c"]).unwrap();
    assert_eq!(write(store, &mut twin, &["c too"]), Err(StoreError::Fenced));
    assert_eq!(log(store, 1), ["a", "b", "c"]);
}

fn the_same_key_makes_one_table(store: &impl Store) {
    let new = |number: u64, key: u8| NewTable {
        table: table(number),
        key: Some([key; 32]),
        entries: vec![b"x".to_vec()],
        listing: listing(1),
    };
    assert!(matches!(store.create(new(1, 7)).unwrap(), Created::New(_)));
    assert!(matches!(store.create(new(2, 7)).unwrap(), Created::Before(before) if before == table(1)));
    assert!(matches!(store.create(new(3, 8)).unwrap(), Created::New(_)));
    assert!(store.read(table(2)).unwrap().is_none());
}

fn a_snapshot_shortens_what_is_read(store: &impl Store) {
    let mut pen = create(store, 1, &["a", "b"]);
    let mut append_c = pen.write(vec![b"c".to_vec()]);
    append_c.snapshot = Some(b"after c".to_vec());
    append(store, append_c).unwrap();
    write(store, &mut pen, &["d"]).unwrap();
    let stored = store.open(table(1)).unwrap().unwrap();
    assert_eq!(stored.snapshot.as_deref(), Some(&b"after c"[..]));
    assert_eq!(stored.entries, [b"d"]);
    assert_eq!(log(store, 1), ["a", "b", "c", "d"], "the log is still whole");
    let mut pen = stored.pen;
    write(store, &mut pen, &["e"]).unwrap();
    assert_eq!(log(store, 1).len(), 5);
}

fn lists_show_public_tables_latest_first(store: &impl Store) {
    let mut pens: Vec<Pen> = (1..=3).map(|number| create(store, number, &["a"])).collect();
    let all = Wanted::default();
    assert_eq!(store.rows(&all).unwrap(), ["row 3", "row 2", "row 1"]);
    let mut change = |index: usize, listing: Listing| {
        let mut next = pens[index].write(vec![b"b".to_vec()]);
        next.listing = Some(listing);
        append(store, next).unwrap();
    };
    change(0, Listing { phase: Phase::Playing, ..listing(9) });
    change(1, Listing { is_public: false, ..listing(10) });
    change(2, Listing { phase: Phase::Over, ..listing(11) });
    assert_eq!(store.rows(&all).unwrap(), ["row 9"]);
    let over = Wanted { phase: Some(Phase::Over), ..Wanted::default() };
    assert_eq!(store.rows(&over).unwrap(), ["row 11"]);
    let other = Wanted { game: Some("othello".to_owned()), ..Wanted::default() };
    assert!(store.rows(&other).unwrap().is_empty());
    assert_eq!(store.row(table(2)).unwrap().as_deref(), Some("row 10"), "by its id it is found");
}

fn leaders_are_counted(store: &impl Store) {
    let results = |players: [(&str, &str, f64); 2]| -> Vec<SeatResult> {
        let result = |(player, name, share): (&str, &str, f64)| SeatResult {
            player: player.to_owned(),
            name: name.to_owned(),
            is_computer: player == "bot",
            won: share == 1.0,
            share,
        };
        players.map(result).to_vec()
    };
    let games = [
        [("p", "Ann", 1.0), ("bot", "medium", 0.0)],
        [("p", "Anna", 0.5), ("q", "Bob", 0.5)],
        [("q", "Bob", 0.0), ("bot", "medium", 1.0)],
    ];
    for (number, players) in (1..).zip(games) {
        let mut pen = create(store, number, &["a"]);
        let mut end = pen.write(vec![b"end".to_vec()]);
        end.listing =
            Some(Listing { phase: Phase::Over, results: results(players), ..listing(100 + number) });
        append(store, end).unwrap();
    }
    let leaders = store.leaders("nine").unwrap();
    let rows: Vec<(&str, bool, u32, u32, f64)> = leaders
        .iter()
        .map(|leader| (leader.name.as_str(), leader.is_computer, leader.games, leader.wins, leader.points))
        .collect();
    assert_eq!(
        rows,
        [("Anna", false, 2, 1, 1.5), ("medium", true, 2, 1, 1.0), ("Bob", false, 2, 0, 0.5)],
        "by points, under the name used last"
    );
    assert!(store.leaders("othello").unwrap().is_empty());
}

fn unused_tables_are_forgotten(store: &impl Store) {
    for number in 1..=4 {
        create(store, number, &["a"]);
    }
    for (number, phase) in [(3, Phase::Playing), (4, Phase::Over)] {
        let mut pen = store.open(table(number)).unwrap().unwrap().pen;
        let mut next = pen.write(vec![b"b".to_vec()]);
        next.listing = Some(Listing { phase, ..listing(number) });
        append(store, next).unwrap();
    }
    assert_eq!(store.sweep(&Unused { waiting: 2, playing: 3 }).unwrap(), 1);
    assert!(store.read(table(1)).unwrap().is_none() && store.row(table(1)).unwrap().is_none());
    assert_eq!(store.sweep(&Unused { waiting: 100, playing: 100 }).unwrap(), 2);
    assert_eq!(log(store, 4), ["a", "b"], "a finished game is kept");
}

fn a_closed_store_takes_nothing(store: &impl Store) {
    let mut pen = create(store, 1, &["a"]);
    store.close();
    assert_eq!(write(store, &mut pen, &["b"]), Err(StoreError::Closed));
    let new = NewTable { table: table(2), key: None, entries: Vec::new(), listing: listing(1) };
    assert!(matches!(store.create(new), Err(StoreError::Closed)));
    store.close();
}

fn many_threads_write_at_once(store: &impl Store) {
    std::thread::scope(|scope| {
        for number in 1..=8 {
            scope.spawn(move || {
                let mut pen = create(store, number, &["0"]);
                for entry in 1..=40 {
                    write(store, &mut pen, &[&entry.to_string()]).unwrap();
                    if entry % 16 == 0 {
                        pen = store.open(table(number)).unwrap().unwrap().pen;
                    }
                }
            });
        }
    });
    for number in 1..=8 {
        let expected: Vec<String> = (0..=40).map(|entry| entry.to_string()).collect();
        assert_eq!(log(store, number), expected);
    }
}
