//! One suite for what every store promises.
//!
//! A new kind of store calls [`check`] in its tests with a function that makes an empty one.

mod people;

use crate::leaders::DAY;
use crate::{
    Append, Appender, Created, GamesOf, Leaders, ListedTable, NewTable, SeatResult, Store, StoreError,
    StoredGame, Submitted, Unused, Wanted,
};
use baize_protocol::http::{Counts, Leader, Ranking, TableRow};
use baize_protocol::{Clock, Moment, Occupant, Phase, SeatState, TableId};
use std::sync::mpsc::channel;

/// Checks every promise, each on its own store.
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
    ratings_follow_from_games_once(&make());
    ratings_lead_from_ten_games_on(&make());
    people::the_games_of_somebody_come_latest_first(&make());
    people::whoever_is_forgotten_is_nowhere_any_more(&make());
    people::devices_of_a_person_count_as_one(&make());
    people::a_link_to_a_device_is_good_once_and_not_for_long(&make());
    people::whoever_signs_out_is_nobody_any_more(&make());
    people::reviews_stay_beside_their_games(&make());
    unused_tables_are_forgotten(&make());
    a_closed_store_takes_nothing(&make());
    many_threads_write_at_once(&make());
}

/// The id of the n-th table of a test. Tables take turns between three homes.
///
/// # Panics
/// Never.
pub fn table(number: u64) -> TableId {
    TableId::from_random(number << 10).at_home(number as usize % 3).expect("there may be three homes")
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

/// Appends and waits for the result.
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

/// The whole log of a table as text.
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
    // An appender that is not at the end of the log cannot write either.
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
    let player = Some("ann".to_owned());
    let wanted = Leaders { game: "nine".to_owned(), by, player, now: 100 * DAY, fixed: Vec::new() };
    store.leaders(&wanted).expect("leaders are counted")
}

fn leaders_are_counted(store: &impl Store) {
    const HOUR: u64 = 3_600_000;
    let mut number = 0;
    // A game between the first two players, who take these shares, this many hours after the first game.
    let mut play = |players: [&str; 2], name: &str, share: f64, score: Option<f64>, hour: u64| {
        number += 1;
        let result = |player: &str, share: f64| SeatResult {
            player: player.to_owned(),
            name: if player == "ann" { name.to_owned() } else { player.to_uppercase() },
            is_computer: player == "bot",
            won: share == 1.0,
            share,
            score: score.filter(|_| player != "bot"),
            seat: u8::from(player != players[0]),
            ..SeatResult::default()
        };
        let results = vec![result(players[0], share), result(players[1], 1.0 - share)];
        let mut appender = create(store, number, &["a"]);
        let mut end = appender.write(vec![b"end".to_vec()]);
        // No two games end at the same moment, so which of them count in a day does not depend on their ids.
        let listing = ListedTable { phase: Phase::Over, results, ..listing(hour * HOUR + number) };
        end.listing = Some(listing);
        append(store, end).unwrap();
    };
    // Ann takes 9 of 10 from a computer. Bob takes all 30 from his own second browsers in one day, each as
    // new as the other, and 7 of 9 otherwise. Dan plays four games with Eve and four with Flo, whom he knows
    // from the day before.
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
    // Three on the first day, three with each on the second, and one.
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
    let none =
        Leaders { game: "othello".to_owned(), by: Ranking::Share, player: None, now: 0, fixed: Vec::new() };
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

/// The end of a game that changes both ratings, as the last entry of a table.
pub fn rated_end(appender: &mut Appender, number: u64, players: [&str; 2], at: u64) -> Append {
    let results = results(Counts::Rated, players, 1.0);
    let mut end = appender.write(vec![b"end".to_vec()]);
    let row = row(number, &results);
    end.listing = Some(ListedTable { phase: Phase::Over, changed: at, row, results, ..listing(at) });
    end
}

/// Two seats and how they did; a name that begins with `computer` belongs to the house, with a rating of
/// 1600.
fn results(counts: Counts, players: [&str; 2], share: f64) -> Vec<SeatResult> {
    let result = |(seat, share): (usize, f64)| SeatResult {
        seat: seat as u8,
        player: players[seat].to_owned(),
        name: players[seat].to_uppercase(),
        is_computer: players[seat].starts_with("computer"),
        won: share == 1.0,
        share,
        place: if share == 0.0 { 2 } else { 1 },
        counts,
        fixed: players[seat].starts_with("computer").then_some(1600.0),
        ..SeatResult::default()
    };
    [share, 1.0 - share].into_iter().enumerate().map(result).collect()
}

/// A table's row, showing who sat there.
fn row(number: u64, results: &[SeatResult]) -> String {
    let seat = |result: &SeatResult| SeatState {
        occupant: if result.is_computer { Occupant::Computer } else { Occupant::Person },
        name: (!result.is_computer).then(|| result.name.clone()),
        player: result.is_computer.then(|| result.name.clone()),
        persona: None,
        is_ready: true,
        hints: None,
    };
    let row = TableRow {
        table: table(number),
        game: "nine".to_owned(),
        options: serde_json::json!({}),
        clock: Clock::default(),
        is_public: true,
        phase: Phase::Over,
        seats: results.iter().map(seat).collect(),
        is_set_up: false,
        opened: Moment(0),
        changed: Moment(0),
        result: None,
    };
    serde_json::to_string(&row).expect("a row is written")
}

/// Ends a game at this moment, with the last entry of a new table.
fn end(store: &impl Store, number: u64, results: Vec<SeatResult>, at: u64) -> Appender {
    let mut appender = create(store, number, &["a"]);
    relist(store, &mut appender, number, results, at);
    appender
}

fn relist(store: &impl Store, appender: &mut Appender, number: u64, results: Vec<SeatResult>, at: u64) {
    let mut end = appender.write(vec![b"end".to_vec()]);
    let row = row(number, &results);
    end.listing = Some(ListedTable { phase: Phase::Over, changed: at, row, results, ..listing(at) });
    append(store, end).expect("the end is written");
}

/// Someone's games, latest first.
///
/// # Panics
/// If the store cannot say.
pub fn games_of(store: &impl Store, player: &str) -> Vec<StoredGame> {
    let wanted = GamesOf { player: player.to_owned(), after: None, most: 1_000 };
    store.games_of(&wanted).expect("games are read")
}

/// The history of someone's rating, latest first, rounded.
fn ratings(store: &impl Store, player: &str) -> Vec<Option<(i64, i64, u32)>> {
    let rounded = |game: StoredGame| {
        let rating = game.result.rating?;
        Some((rating.rating.round() as i64, rating.deviation.round() as i64, rating.games))
    };
    games_of(store, player).into_iter().map(rounded).collect()
}

fn ratings_follow_from_games_once(store: &impl Store) {
    let hour = DAY / 24;
    let mut appender = end(store, 1, results(Counts::Rated, ["ann", "bob"], 1.0), hour);
    let first = [Some((1662, 290, 1))];
    assert_eq!(ratings(store, "ann"), first);
    assert_eq!(ratings(store, "bob"), [Some((1338, 290, 1))]);
    // The same end reported again, by the process that has the table now or by the one that opens it next.
    relist(store, &mut appender, 1, results(Counts::Rated, ["ann", "bob"], 1.0), hour);
    let mut next = store.open(table(1)).unwrap().unwrap().appender;
    relist(store, &mut next, 1, results(Counts::Rated, ["ann", "bob"], 1.0), hour);
    assert_eq!(ratings(store, "ann"), first, "it counts once");
    // Unrated games change no rating; games against the house change a separate one.
    end(store, 2, results(Counts::Casual, ["ann", "bob"], 1.0), 2 * hour);
    end(store, 3, results(Counts::Nothing, ["ann", "bob"], 1.0), 3 * hour);
    end(store, 4, results(Counts::House, ["ann", "computer easy"], 0.5), 4 * hour);
    assert_eq!(ratings(store, "ann")[..3], [Some((1600, 248, 1)), None, None], "it begins where they stand");
    // Against the same newcomers three games a day count; the next day they are known.
    for (number, bob) in (5..).zip(["bob", "cid", "dan"]) {
        end(store, number, results(Counts::Rated, ["ann", bob], 1.0), number * hour);
    }
    let counted: Vec<bool> = ratings(store, "ann")[..3].iter().map(Option::is_some).collect();
    assert_eq!(counted, [false, true, true]);
    assert_eq!(
        ratings(store, "dan"),
        [Some((1417, 292, 1))],
        "whoever met the others meets Ann all the same"
    );
    end(store, 9, results(Counts::Rated, ["ann", "bob"], 0.5), 25 * hour);
    assert_eq!(ratings(store, "ann")[0].map(|(.., games)| games), Some(4));
    // Games that end at the same time: each rating builds on the one before.
    std::thread::scope(|scope| {
        for number in 10..=17 {
            let player = format!("p{number}");
            scope.spawn(move || {
                end(store, number, results(Counts::House, [&player, "computer easy"], 1.0), 26 * hour);
                let counts = results(Counts::House, ["ann", "computer easy"], 0.0);
                end(store, number + 20, counts, 26 * hour + number);
            });
        }
    });
    let mut house: Vec<u32> =
        ratings(store, "ann").iter().take(8).flatten().map(|(.., games)| *games).collect();
    house.sort_unstable();
    assert_eq!(house, (2..=9).collect::<Vec<_>>());
}

fn ratings_lead_from_ten_games_on(store: &impl Store) {
    let board = |fixed: Vec<(String, f64)>| {
        let (by, player) = (Ranking::Rating, Some("ann".to_owned()));
        store.leaders(&Leaders { game: "nine".to_owned(), by, player, now: 60 * DAY, fixed }).unwrap()
    };
    let places = |leaders: &[Leader]| -> Vec<(u32, String, u32)> {
        leaders.iter().map(|leader| (leader.place, leader.name.clone(), leader.games)).collect()
    };
    assert!(board(Vec::new()).is_empty());
    // One game a day against three others in turn, all won by Ann.
    for day in 1..=9 {
        let other = ["bob", "cid", "dan"][day as usize % 3];
        end(store, day, results(Counts::Rated, ["ann", other], 1.0), day * DAY);
    }
    assert_eq!(places(&board(Vec::new())), [(0, "ANN".to_owned(), 9)], "one game is missing");
    for day in 10..=45 {
        let other = ["bob", "cid", "dan"][day as usize % 3];
        end(store, day, results(Counts::Rated, ["ann", other], f64::from(u8::from(day % 2 == 0))), day * DAY);
    }
    let board_now = board(vec![("hard".to_owned(), 2500.0), ("easy".to_owned(), 500.0)]);
    let expected = [(1, "hard".to_owned(), 0), (2, "ANN".to_owned(), 45), (3, "easy".to_owned(), 0)];
    assert_eq!(places(&board_now), expected);
    let ann = &board_now[1];
    assert!(ann.is_you && ann.rating.unwrap() > 1500.0 && ann.deviation.unwrap() < 110.0, "{ann:?}");
    // Nobody gets a place against one person alone, however many games; nor with games of long ago.
    for day in 1..=45 {
        end(store, 100 + day, results(Counts::Rated, ["eve", "flo"], 1.0), day * DAY);
    }
    assert_eq!(places(&board(Vec::new())), [(1, "ANN".to_owned(), 45)]);
    let later = Leaders {
        game: "nine".to_owned(),
        by: Ranking::Rating,
        player: None,
        now: 200 * DAY,
        fixed: Vec::new(),
    };
    assert!(store.leaders(&later).unwrap().is_empty());
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
