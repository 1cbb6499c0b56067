//! The suite on PostgreSQL, and what can only happen to a database.

use baize_protocol::TableId;
use baize_store::conformance::{append, check, create, log, rated_end, table};
use baize_store::throw_away::{self, ThrowAway};
use baize_store::{
    Address, Append, Appender, Created, NewTable, Postgres, PostgresShelf, Spread, Store, StoreError,
    Submitted, Wanted,
};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;

/// A new database on this server.
fn fresh(server: &ThrowAway) -> Address {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    server.database(&name).unwrap().parse().unwrap()
}

fn open(address: &Address) -> Postgres {
    Postgres::open(address).unwrap()
}

fn entry(appender: &mut Appender, text: &str) -> Append {
    appender.write(vec![text.as_bytes().to_vec()])
}

/// Changes the database behind the store's back.
fn sql(address: &Address, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = format!("postgres://baize@{address}");
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
        let working = tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
        drop(client);
        working.await.unwrap().unwrap();
    });
}

#[test]
fn a_database_keeps_every_promise() {
    let Some(server) = throw_away::for_test() else { return };
    check(|| open(&fresh(&server)));
}

#[test]
fn several_databases_keep_every_promise() {
    let Some(server) = throw_away::for_test() else { return };
    check(|| {
        let homes: Vec<Address> = (0..3).map(|_| fresh(&server)).collect();
        Spread::open(&homes).unwrap()
    });
}

#[test]
fn everything_is_there_for_the_next_process_and_the_one_before_is_fenced_off() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let first = open(&address);
    let mut old = create(&first, 1, &["a"]);
    append(&first, entry(&mut old, "b")).unwrap();
    let second = open(&address);
    assert_eq!(log(&second, 1), ["a", "b"]);
    let mut new = second.open(table(1)).unwrap().unwrap().appender;
    assert_eq!(append(&first, entry(&mut old, "from the old owner")), Err(StoreError::Fenced));
    append(&second, entry(&mut new, "c")).unwrap();
    assert_eq!(log(&first, 1), ["a", "b", "c"]);
}

#[test]
fn many_processes_start_on_an_empty_database_at_once() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    std::thread::scope(|scope| {
        let starts: Vec<_> = (0..6).map(|_| scope.spawn(|| open(&address))).collect();
        starts.into_iter().for_each(|start| drop(start.join().unwrap()));
    });
    create(&open(&address), 1, &["a"]);
}

#[test]
fn the_database_of_a_newer_program_is_left_alone() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    drop(open(&address));
    sql(&address, "UPDATE format SET number = 99");
    let refused = Postgres::open(&address).err().unwrap();
    assert!(matches!(refused, StoreError::TooNew { found: 99, .. }), "{refused}");
}

#[test]
fn damage_is_reported_and_stays_with_its_table() {
    let Some(server) = throw_away::for_test() else { return };
    let id = table(1);
    let damages = [
        (format!("UPDATE log SET entry = '\\x00' WHERE id = '{id}' AND version = 2"), 2),
        (format!("DELETE FROM log WHERE id = '{id}' AND version = 2"), 2),
        (format!("DELETE FROM log WHERE id = '{id}' AND version = 3"), 3),
        (format!("UPDATE heads SET version = 9 WHERE id = '{id}'"), 4),
        (format!("UPDATE heads SET version = 2 WHERE id = '{id}'"), 3),
        (format!("DELETE FROM heads WHERE id = '{id}'"), 1),
    ];
    for (damage, version) in damages {
        let address = fresh(&server);
        let store = open(&address);
        for number in 1..=2 {
            let mut appender = create(&store, number, &["a", "b"]);
            append(&store, entry(&mut appender, "c")).unwrap();
        }
        sql(&address, &damage);
        for _ in 0..2 {
            let Err(StoreError::Damaged { version: found, .. }) = store.open(id) else {
                panic!("{damage}: should be found")
            };
            assert_eq!(found, version, "{damage}");
            assert!(store.read(id).is_err(), "{damage}");
        }
        assert_eq!(log(&store, 2), ["a", "b", "c"], "other tables are not touched");
    }
}

#[test]
fn a_damaged_snapshot_is_not_used() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let store = open(&address);
    let mut appender = create(&store, 1, &["a"]);
    let mut next = entry(&mut appender, "b");
    next.snapshot = Some(b"snapshot".to_vec());
    append(&store, next).unwrap();
    sql(&address, "UPDATE snapshots SET snapshot = '\\x00'");
    let stored = store.open(table(1)).unwrap().unwrap();
    assert!(stored.snapshot.is_none());
    assert_eq!(stored.entries.len(), 2, "the log says the same");
}

/// Connections break under many appends. Each is done once and in order; none is lost, and none that was done
/// is reported as failed.
#[test]
fn broken_connections_cost_nothing() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let store = open(&address);
    let mut appenders: Vec<Appender> = (1..=20).map(|number| create(&store, number, &["0"])).collect();
    let (to, done) = channel();
    for round in 1..=30 {
        for appender in &mut appenders {
            let (to, next) = (to.clone(), entry(appender, &round.to_string()));
            let submitted = store.append(next, Box::new(move |outcome| drop(to.send(outcome))));
            assert!(matches!(submitted, Submitted::Later));
        }
        if round % 5 == 0 {
            sql(
                &address,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            );
        }
    }
    drop(to);
    let outcomes: Vec<Result<(), StoreError>> = done.iter().collect();
    assert_eq!(outcomes.len(), 600);
    assert!(outcomes.iter().all(Result::is_ok), "{:?}", outcomes.iter().find(|outcome| outcome.is_err()));
    let expected: Vec<String> = (0..=30).map(|round| round.to_string()).collect();
    (1..=20).for_each(|number| assert_eq!(log(&store, number), expected));
}

#[test]
fn a_database_that_is_away_refuses_and_comes_back_by_itself() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let store = open(&address);
    let mut appender = create(&store, 1, &["a"]);
    append(&store, entry(&mut appender, "b")).unwrap();
    server.stop_at_once().unwrap();
    let refused = append(&store, entry(&mut appender, "c"));
    assert!(matches!(refused, Err(StoreError::Away(_) | StoreError::Failed(_))), "{refused:?}");
    assert!(matches!(store.row(table(1)), Err(StoreError::Away(_))));
    assert!(matches!(Postgres::open(&address), Err(StoreError::Away(_))));
    server.resume().unwrap();
    let mut appender = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, entry(&mut appender, "c")).unwrap();
    assert_eq!(log(&store, 1), ["a", "b", "c"]);
}

#[test]
fn addresses_are_checked_and_shown_without_secrets() {
    let address: Address = "postgres://ann:secret@one:5433,two:5434/games".parse().unwrap();
    assert_eq!(address.to_string(), "one:5433,two:5434/games");
    for bad in ["mysql://host/name", "postgres://host:port/name", "postgres://host/name?sslmode=require"] {
        assert!(bad.parse::<Address>().is_err(), "{bad}");
    }
    let nobody: Address = "postgres://baize@127.0.0.1:1/baize".parse().unwrap();
    let refused = Postgres::open(&nobody).err().unwrap();
    assert!(matches!(refused, StoreError::Away(_)), "{refused}");
}

/// A second try finds what the first one did, although its answer was lost.
#[test]
fn the_same_id_makes_one_table() {
    let Some(server) = throw_away::for_test() else { return };
    let store = open(&fresh(&server));
    create(&store, 1, &["a"]);
    let listing = baize_store::conformance::listing(1);
    let again = NewTable { table: table(1), key: None, entries: vec![b"b".to_vec()], listing };
    assert!(matches!(store.create(again), Err(StoreError::Failed(_))));
    let listing = baize_store::conformance::listing(2);
    let next = NewTable { table: table(2), key: Some([1; 32]), entries: Vec::new(), listing };
    assert!(matches!(store.create(next), Ok(Created::New(_))));
}

#[test]
fn an_entry_of_an_older_epoch_after_a_newer_one_is_found() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let store = open(&address);
    let mut appender = create(&store, 1, &["a"]);
    append(&store, entry(&mut appender, "b")).unwrap();
    let mut taken = store.open(table(1)).unwrap().unwrap().appender;
    append(&store, entry(&mut taken, "c")).unwrap();
    assert_eq!(PostgresShelf::moment(&address).unwrap().check(), Ok(1));
    sql(&address, "UPDATE log SET epoch = 3 WHERE version = 2");
    let found = PostgresShelf::moment(&address).unwrap().check();
    assert!(matches!(found, Err(StoreError::Damaged { version: 3, .. })), "{found:?}");
}

/// The n-th table of a test in this home.
fn table_at(home: usize, number: u64) -> TableId {
    TableId::from_random(number << 10).at_home(home).unwrap()
}

/// Makes this table.
fn create_at(store: &impl Store, table: TableId, key: Option<[u8; 32]>) -> Result<Created, StoreError> {
    let listing = baize_store::conformance::listing(1);
    store.create(NewTable { table, key, entries: vec![b"a".to_vec()], listing })
}

/// Two databases, each on its own server.
fn two_servers() -> Option<([ThrowAway; 2], [Address; 2])> {
    let servers = [throw_away::for_test()?, throw_away::for_test()?];
    let addresses = servers.each_ref().map(fresh);
    Some((servers, addresses))
}

#[test]
fn a_database_that_is_away_takes_only_its_own_tables_along() {
    let Some((servers, addresses)) = two_servers() else { return };
    let store = Spread::open(&addresses).unwrap();
    let member = store.join("one:1").unwrap().unwrap();
    let ids = [table_at(0, 1), table_at(1, 1)];
    let mut appenders = ids.map(|id| match create_at(&store, id, None).unwrap() {
        Created::New(appender) => appender,
        Created::Before(_) => panic!("it is new"),
    });
    assert_eq!(store.rows(&Wanted::default()).unwrap().len(), 2, "lists merge");
    for away in [1, 0] {
        let there = 1 - away;
        servers[away].stop_at_once().unwrap();
        let term = member.lease(ids[there]).number();
        for _ in 0..3 {
            append(&store, entry(&mut appenders[there], "b")).unwrap();
        }
        assert!(matches!(
            append(&store, entry(&mut appenders[away], "b")),
            Err(StoreError::Away(_) | StoreError::Failed(_))
        ));
        assert!(matches!(store.open(ids[away]), Err(StoreError::Away(_))));
        appenders[there] = store.open(ids[there]).unwrap().unwrap().appender;
        assert_eq!(store.rows(&Wanted::default()).unwrap().len(), 1, "what can be reached is listed");
        assert_eq!(store.person_of("ann").unwrap().as_deref(), Some("ann"));
        assert!(member.lease(ids[there]).holds(term), "the other lease goes on");
        // A rated game that ends now is kept but changes no rating: the previous rating may be unknown.
        let other = table_at(there, 2 + away as u64);
        let Created::New(mut appender) = create_at(&store, other, None).unwrap() else { panic!("it is new") };
        append(&store, rated_end(&mut appender, 1, ["ann", "bob"], 9)).unwrap();
        // A process started now has what is reachable, and the rest later.
        let next = Spread::open(&addresses).unwrap();
        assert!(next.join("next:1").unwrap().is_some());
        assert!(matches!(next.open(ids[away]), Err(StoreError::Away(_))));
        servers[away].resume().unwrap();
        while matches!(next.read(ids[away]), Err(StoreError::Away(_))) {
            std::thread::yield_now();
        }
        next.close();
        appenders[away] = store.open(ids[away]).unwrap().unwrap().appender;
        append(&store, entry(&mut appenders[away], "again")).unwrap();
        let lease = member.lease(ids[away]);
        while !lease.holds(lease.number()) {
            std::thread::yield_now();
        }
    }
    let games = baize_store::conformance::games_of(&store, "ann");
    assert!(games.len() == 2 && games.iter().all(|game| game.result.rating.is_none()), "{games:?}");
}

#[test]
fn a_database_that_is_added_moves_nothing_and_gets_new_tables() {
    let Some(server) = throw_away::for_test() else { return };
    let addresses = [fresh(&server), fresh(&server)];
    let alone = open(&addresses[0]);
    let key = |number: u8| Some([number; 32]);
    let before: Vec<TableId> = (0..20).map(|number| table_at(0, number)).collect();
    for (number, table) in (0..).zip(&before) {
        assert!(matches!(create_at(&alone, *table, key(number)), Ok(Created::New(_))));
    }
    let both = Spread::open(&addresses).unwrap();
    for (number, table) in (0..).zip(&before) {
        assert_eq!(both.read(*table).unwrap().map(|log| log.len()), Some(1), "what was there is there");
        // The same key finds the same table, wherever a new one would go.
        let placed = both.place(table_at(0, 100), key(number).as_ref());
        assert!(matches!(create_at(&both, placed, key(number)), Ok(Created::Before(id)) if id == *table));
    }
    let mut homes = [0; 2];
    for number in 20..60 {
        let placed = both.place(table_at(0, u64::from(number)), key(number).as_ref());
        assert_eq!(placed, both.place(table_at(0, u64::from(number)), key(number).as_ref()), "always there");
        assert!(matches!(create_at(&both, placed, key(number)), Ok(Created::New(_))));
        homes[placed.home()] += 1;
    }
    assert!(homes.iter().all(|count| *count >= 10), "{homes:?}");
    // A process that was not told of the second database yet says so, instead of claiming that there is no
    // such table.
    let old = Spread::open(&addresses[..1]).unwrap();
    assert!(matches!(old.open(table_at(1, 1)), Err(StoreError::Away(_))));
    assert!(old.read(before[0]).unwrap().is_some());
}

/// The first host appears to become a standby, and the second one accepts writes.
#[test]
fn of_several_hosts_the_one_that_writes_is_found_and_found_again() {
    let (Some(first), Some(second)) = (throw_away::for_test(), throw_away::for_test()) else { return };
    let addresses: [Address; 2] =
        [&first, &second].map(|server| server.database("hosts").unwrap().parse().unwrap());
    let hosts = addresses.each_ref().map(|address| address.to_string().replace("/hosts", ""));
    let both: Address = format!("postgres://baize@{}/hosts", hosts.join(",")).parse().unwrap();
    let read_only = |host: usize, is_so: bool| {
        let is_so = if is_so { "on" } else { "off" };
        let set = format!("ALTER DATABASE hosts SET default_transaction_read_only = {is_so}");
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'hosts'";
        let beside: Address = format!("postgres://baize@{}/postgres", hosts[host]).parse().unwrap();
        sql(&beside, &format!("{set}; {end}"));
    };
    read_only(0, true);
    let store = open(&both);
    create(&store, 1, &["a"]);
    assert_eq!(log(&open(&addresses[1]), 1), ["a"], "it is where writing was possible");
    // They swap roles. The new one is no real standby, so it has nothing of what the other had.
    read_only(0, false);
    drop(open(&addresses[0]));
    read_only(1, true);
    create(&store, 2, &["b"]);
    assert_eq!(log(&open(&addresses[0]), 2), ["b"]);
}

/// Opens the table as soon as it can be had.
fn open_until_had(store: &Postgres) -> Appender {
    loop {
        match store.open(table(1)) {
            Ok(Some(stored)) => return stored.appender,
            Err(StoreError::Elsewhere(_)) => std::thread::yield_now(),
            other => panic!("{:?}", other.err()),
        }
    }
}

#[test]
fn a_table_has_one_owner_until_it_is_released_or_the_lease_ends() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let (one, other) = (open(&address), open(&address));
    let member = one.join("one:1").unwrap().unwrap();
    other.join("other:1").unwrap().unwrap();
    let mut appender = create(&one, 1, &["a"]);
    let Err(StoreError::Elsewhere(node)) = other.open(table(1)) else { panic!("it is another's") };
    assert_eq!((node.address.as_str(), &node.secret), ("one:1", &member.node.secret));
    append(&one, entry(&mut appender, "b")).unwrap();
    one.release(table(1), appender.epoch());
    let mut taken = open_until_had(&other);
    assert_eq!(append(&one, entry(&mut appender, "late")), Err(StoreError::Fenced));
    append(&other, entry(&mut taken, "c")).unwrap();
    assert!(matches!(one.open(table(1)), Err(StoreError::Elsewhere(node)) if node.address == "other:1"));
    // The other process's lease runs out, by the clock of the database.
    sql(&address, "UPDATE nodes SET expires = now() - INTERVAL '1 second' WHERE address = 'other:1'");
    let mut again = open_until_had(&one);
    assert_eq!(append(&other, entry(&mut taken, "late")), Err(StoreError::Fenced));
    append(&one, entry(&mut again, "d")).unwrap();
    one.close();
    open_until_had(&other);
    // A process that restarts at its address need not wait for its predecessor's lease.
    let third = open(&address);
    third.join("other:1").unwrap().unwrap();
    open_until_had(&third);
    assert_eq!(log(&third, 1), ["a", "b", "c", "d"]);
}

#[test]
fn a_lease_that_ran_out_begins_anew_and_what_was_opened_before_stays_shut() {
    let Some(server) = throw_away::for_test() else { return };
    let address = fresh(&server);
    let store = open(&address);
    let member = store.join("one:1").unwrap().unwrap();
    let term = member.leases[0].number();
    assert!(member.leases[0].holds(term));
    sql(&address, "UPDATE nodes SET expires = now() - INTERVAL '1 second'");
    while member.leases[0].number() == term {
        std::thread::yield_now();
    }
    assert!(!member.leases[0].holds(term) && member.leases[0].holds(member.leases[0].number()));
}
