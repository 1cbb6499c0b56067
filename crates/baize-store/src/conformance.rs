//! What every store promises, as one suite.
//!
//! A new kind of store calls [`check`] in its tests with a function that makes an empty one.

use crate::{
    Append, Appender, Created, Leaders, ListedTable, NewTable, SeatResult, Store, StoreError, Submitted,
    Unused, Wanted,
};
use baize_protocol::http::{Leader, Ranking};
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
    what_stands_beside_a_log_is_replaced_and_ends_with_the_next_entry(&make());
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
pub fn listing(changed: u64) -> ListedTable {
    ListedTable {
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
pub fn create(store: &impl Store, number: u64, entries: &[&str]) -> Appender {
    let entries = entries.iter().map(|entry| entry.as_bytes().to_vec()).collect();
    let new = NewTable { table: table(number), key: None, entries, listing: listing(number) };
    match store.create(new).expect("a table is made") {
        Created::New(appender) => appender,
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

fn write(store: &impl Store, appender: &mut Appender, entries: &[&str]) -> Result<(), StoreError> {
    append(store, appender.write(entries.iter().map(|entry| entry.as_bytes().to_vec()).collect()))
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
    let mut appender = create(store, 1, &["a", ""]);
    assert_eq!((appender.epoch(), appender.version()), (1, 2));
    write(store, &mut appender, &["b"]).unwrap();
    write(store, &mut appender, &["c", "d"]).unwrap();
    assert_eq!(log(store, 1), ["a", "", "b", "c", "d"]);
    let stored = store.open(table(1)).unwrap().unwrap();
    assert_eq!((stored.appender.epoch(), stored.appender.version(), stored.entries.len()), (2, 5, 5));
    assert!(stored.snapshot.is_none());
    assert!(store.open(table(2)).unwrap().is_none() && store.read(table(2)).unwrap().is_none());
    assert!(store.row(table(2)).unwrap().is_none());
}

fn appends_follow_each_other_before_the_first_is_safe(store: &impl Store) {
    let mut appender = create(store, 1, &["0"]);
    let (to, done) = channel();
    let mut at_once = 0;
    for number in 1..=100 {
        let next = appender.write(vec![format!("{number}").into_bytes()]);
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
    let mut new = store.open(table(1)).unwrap().unwrap().appender;
    assert_eq!(write(store, &mut old, &["from the old owner"]), Err(StoreError::Fenced));
    write(store, &mut new, &["b"]).unwrap();
    assert_eq!(write(store, &mut old, &["again"]), Err(StoreError::Fenced));
    // A appender that is not where the log ends cannot write either.
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
    let mut appender = create(store, 1, &["a", "b"]);
    let mut append_c = appender.write(vec![b"c".to_vec()]);
    append_c.snapshot = Some(b"after c".to_vec());
    append(store, append_c).unwrap();
    write(store, &mut appender, &["d"]).unwrap();
    let stored = store.open(table(1)).unwrap().unwrap();
    assert_eq!(stored.snapshot.as_deref(), Some(&b"after c"[..]));
    assert_eq!(stored.entries, [b"d"]);
    assert_eq!(log(store, 1), ["a", "b", "c", "d"], "the log is still whole");
    let mut appender = stored.appender;
    write(store, &mut appender, &["e"]).unwrap();
    assert_eq!(log(store, 1).len(), 5);
}

fn what_stands_beside_a_log_is_replaced_and_ends_with_the_next_entry(store: &impl Store) {
    let appender = create(store, 1, &["a"]);
    create(store, 2, &["a"]);
    let beside = |store: &dyn Store, number| store.open(table(number)).unwrap().unwrap();
    assert!(beside(store, 2).margin.is_none());
    for text in ["one", "two"] {
        append(store, appender.note(text.as_bytes().to_vec())).unwrap();
    }
    let mut stored = beside(store, 1);
    assert_eq!((stored.margin.as_deref(), stored.appender.version()), (Some(&b"two"[..]), 1));
    assert_eq!(append(store, appender.note(b"old".to_vec())), Err(StoreError::Fenced), "it was taken over");
    write(store, &mut stored.appender, &["b"]).unwrap();
    assert_eq!(log(store, 1), ["a", "b"], "it is not in the log");
    assert!(beside(store, 1).margin.is_none(), "an entry was written since");
    let mut appender = beside(store, 1).appender;
    append(store, appender.note(b"three".to_vec())).unwrap();
    let mut both = appender.write(vec![b"c".to_vec()]);
    both.snapshot = Some(b"after c".to_vec());
    append(store, both).unwrap();
    append(store, appender.note(b"four".to_vec())).unwrap();
    let stored = beside(store, 1);
    assert_eq!(stored.margin.as_deref(), Some(&b"four"[..]));
    assert!(stored.entries.is_empty() && beside(store, 2).margin.is_none());
}

fn lists_show_public_tables_latest_first(store: &impl Store) {
    let mut pens: Vec<Appender> = (1..=3).map(|number| create(store, number, &["a"])).collect();
    let all = Wanted::default();
    assert_eq!(store.rows(&all).unwrap(), ["row 3", "row 2", "row 1"]);
    let mut change = |index: usize, listing: ListedTable| {
        let mut next = pens[index].write(vec![b"b".to_vec()]);
        next.listing = Some(listing);
        append(store, next).unwrap();
    };
    change(0, ListedTable { phase: Phase::Playing, ..listing(9) });
    change(1, ListedTable { is_public: false, ..listing(10) });
    change(2, ListedTable { phase: Phase::Over, ..listing(11) });
    assert_eq!(store.rows(&all).unwrap(), ["row 9"]);
    let over = Wanted { phase: Some(Phase::Over), ..Wanted::default() };
    assert_eq!(store.rows(&over).unwrap(), ["row 11"]);
    let other = Wanted { game: Some("othello".to_owned()), ..Wanted::default() };
    assert!(store.rows(&other).unwrap().is_empty());
    assert_eq!(store.row(table(2)).unwrap().as_deref(), Some("row 10"), "by its id it is found");
}

/// The leaders of a game as Ann sees them.
///
/// # Panics
/// If the store cannot say.
pub fn leaders(store: &impl Store, by: Ranking) -> Vec<Leader> {
    let wanted = Leaders { game: "nine".to_owned(), by, player: Some("ann".to_owned()) };
    store.leaders(&wanted).expect("leaders are counted")
}

fn leaders_are_counted(store: &impl Store) {
    const HOUR: u64 = 3_600_000;
    let mut number = 0;
    // A game between the first two, who take these shares, so many hours after the first.
    let mut play = |players: [&str; 2], name: &str, share: f64, score: Option<f64>, hour: u64| {
        number += 1;
        let result = |player: &str, share: f64| SeatResult {
            player: player.to_owned(),
            name: if player == "ann" { name.to_owned() } else { player.to_uppercase() },
            is_computer: player == "bot",
            won: share == 1.0,
            share,
            score: score.filter(|_| player != "bot"),
        };
        let results = vec![result(players[0], share), result(players[1], 1.0 - share)];
        let mut appender = create(store, number, &["a"]);
        let mut end = appender.write(vec![b"end".to_vec()]);
        let listing = ListedTable { phase: Phase::Over, results, ..listing(hour * HOUR) };
        end.listing = Some(listing);
        append(store, end).unwrap();
    };
    // Ann takes 9 of 10 from a computer; Bob all of 30 from his own second browsers in one day, each as new as the other,
    // and 7 of 9 otherwise. Dan plays four games with Eve and four with Flo, whom he knows from the day before.
    for game in 0..10 {
        play(["ann", "bot"], "Ann", f64::from(u8::from(game > 0)), (game == 3).then_some(51.0), game);
        play(["cid", "bot"], "", 0.0, Some(70.0), game);
    }
    for number in 0..30 {
        play(["bob", &format!("puppet{}", number % 15)], "", 1.0, None, 1);
    }
    for other in ["eve", "flo"] {
        (0..4).for_each(|_| play(["dan", other], "", 0.0, None, 2));
        (0..4).for_each(|_| play(["dan", other], "", 0.0, None, 26));
    }
    play(["dan", "eve"], "", 0.0, None, 50);
    for game in 0..9 {
        play(["bob", "bot"], "", f64::from(u8::from(game < 7)), Some(40.0), 5);
    }
    play(["ann", "bot"], "Anna", 0.5, Some(50.0), 30);
    let rows = |by| -> Vec<(u32, String, u32, f64, Option<f64>)> {
        let row =
            |leader: &Leader| (leader.place, leader.name.clone(), leader.games, leader.points, leader.best);
        leaders(store, by).iter().map(row).collect()
    };
    let named = |place, name: &str, games, points, best| (place, name.to_owned(), games, points, best);
    let bot = named(3, "BOT", 10, 4.5, None);
    // Three of the first day, three with each on the second, and one.
    let dan = named(5, "DAN", 10, 0.0, None);
    assert_eq!(
        rows(Ranking::Share),
        [
            named(1, "Anna", 11, 9.5, Some(51.0)),
            named(2, "BOB", 12, 10.0, Some(40.0)),
            bot,
            named(4, "CID", 10, 0.0, Some(70.0)),
            dan
        ],
        "by what is certain, under the name used last; three games a day with the same person, or with newcomers"
    );
    assert_eq!(
        rows(Ranking::Score).iter().map(|(place, name, ..)| (*place, name.as_str())).collect::<Vec<_>>(),
        [(1, "CID"), (2, "Anna"), (3, "BOB")]
    );
    let seen: Vec<u64> =
        leaders(store, Ranking::Score).iter().map(|leader| leader.last_seen.0 / HOUR).collect();
    assert_eq!(seen, [9, 30, 5], "the last game of each");
    let is_ann = |leader: &Leader| leader.is_you == (leader.name == "Anna");
    assert!(leaders(store, Ranking::Share).iter().all(is_ann));
    let none = Leaders { game: "othello".to_owned(), by: Ranking::Share, player: None };
    assert!(store.leaders(&none).unwrap().is_empty());
}

fn unused_tables_are_forgotten(store: &impl Store) {
    for number in 1..=4 {
        create(store, number, &["a"]);
    }
    for (number, phase) in [(3, Phase::Playing), (4, Phase::Over)] {
        let mut appender = store.open(table(number)).unwrap().unwrap().appender;
        let mut next = appender.write(vec![b"b".to_vec()]);
        next.listing = Some(ListedTable { phase, ..listing(number) });
        append(store, next).unwrap();
    }
    assert_eq!(store.sweep(&Unused { waiting: 2, playing: 3 }).unwrap(), 1);
    assert!(store.read(table(1)).unwrap().is_none() && store.row(table(1)).unwrap().is_none());
    assert_eq!(store.sweep(&Unused { waiting: 100, playing: 100 }).unwrap(), 2);
    assert_eq!(log(store, 4), ["a", "b"], "a finished game is kept");
}

fn a_closed_store_takes_nothing(store: &impl Store) {
    let mut appender = create(store, 1, &["a"]);
    store.close();
    assert_eq!(write(store, &mut appender, &["b"]), Err(StoreError::Closed));
    let new = NewTable { table: table(2), key: None, entries: Vec::new(), listing: listing(1) };
    assert!(matches!(store.create(new), Err(StoreError::Closed)));
    store.close();
}

fn many_threads_write_at_once(store: &impl Store) {
    std::thread::scope(|scope| {
        for number in 1..=8 {
            scope.spawn(move || {
                let mut appender = create(store, number, &["0"]);
                for entry in 1..=40 {
                    write(store, &mut appender, &[&entry.to_string()]).unwrap();
                    if entry % 16 == 0 {
                        appender = store.open(table(number)).unwrap().unwrap().appender;
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
