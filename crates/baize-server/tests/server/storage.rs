//! Data on disk, across restarts, failures and damage.

use crate::client::{Client, Opened, get, get_with, open, roomy, start_on, two};
use crate::play::token_of;
use baize_protocol::{History, Message, Moment};
use baize_server::{Server, World};
use baize_store::{Sqlite, SqliteSettings, backup};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("baize-server-{}-{number}", std::process::id())))
    }

    async fn start(&self, most_bytes: Option<u64>) -> Server {
        let store = Sqlite::open(&self.0, SqliteSettings { most_bytes, vfs: None }).unwrap();
        start_on(roomy(), Arc::new(store)).await
    }

    fn sql(&self, sql: &str) {
        Connection::open(self.0.join("baize.db")).unwrap().execute_batch(sql).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn chat(number: u32) -> Value {
    json!({"op": "chat", "id": format!("c{number}"), "text": format!("line {number}")})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_after_a_restart() {
    let folder = Folder::new();
    let server = folder.start(None).await;
    let (opened, mut ann, mut bob) = two(server.address(), "othello").await;
    ann.done(json!({"op": "play", "id": "m1", "action": {"type": "PLACE", "square": "f5"}})).await;
    for number in 0..100 {
        bob.done(chat(number)).await;
    }
    let last = bob.version.max(ann.version);
    server.stop().await;
    let server = folder.start(None).await;
    let hello = json!({"token": opened.token, "version": 1});
    let (mut ann, welcome) = Client::hello(server.address(), &opened.table, hello).await;
    let Message::Welcome { version, epoch, steps: Some(steps), .. } = welcome else { panic!("{welcome:?}") };
    assert!(version >= last && epoch == 2, "{version} {epoch}");
    let versions: Vec<u32> = steps.iter().map(|step| step.version).collect();
    assert_eq!(versions, (2..=version).collect::<Vec<_>>(), "everything that was missed, from the log");
    let again =
        ann.done(json!({"op": "play", "id": "m1", "action": {"type": "PLACE", "square": "f5"}})).await;
    assert!(again <= version, "done once, also across a restart");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_moves_and_loses_none() {
    let folder = Folder::new();
    let server = folder.start(Some(300 << 10)).await;
    let (opened, mut ann, mut bob) = two(server.address(), "othello").await;
    let mut acknowledged = 0;
    let refusal = loop {
        let mut line = chat(acknowledged);
        line["text"] = "x".repeat(200).into();
        // Both talk, as a table keeps only so much from one seat.
        let speaker = if acknowledged % 2 == 0 { &mut ann } else { &mut bob };
        match speaker.ask(line).await {
            Message::Done { .. } => acknowledged += 1,
            Message::Refused { error, .. } => break error,
            other => panic!("{other:?}"),
        }
        assert!(acknowledged < 990);
    };
    assert_eq!(refusal.code, "server.storage", "{refusal}");
    let health = get(server.address(), "/api/health").await;
    assert_eq!((health.status, &health.json()["status"]), (503, &json!("storage")));
    server.stop().await;
    let server = folder.start(None).await;
    let hello = json!({"token": opened.token, "version": 1});
    let (_, welcome) = Client::hello(server.address(), &opened.table, hello).await;
    let Message::Welcome { steps: Some(steps), .. } = welcome else { panic!("{welcome:?}") };
    let lines = steps.iter().filter(|step| json!(step.event)["type"] == "CHAT").count();
    assert_eq!(lines as u32, acknowledged, "what was acknowledged is there, and nothing else");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_table_is_frozen_and_reported() {
    let folder = Folder::new();
    let server = folder.start(None).await;
    let (broken, ..) = two(server.address(), "othello").await;
    let (sound, ..) = two(server.address(), "nine").await;
    server.stop().await;
    folder.sql(&format!(
        "UPDATE log SET entry = CAST(replace(CAST(entry AS TEXT), 'ready', 'reade') AS BLOB)
         WHERE version = 3 AND number = (SELECT number FROM tables WHERE id = '{}')",
        broken.table
    ));
    let server = folder.start(None).await;
    for _ in 0..2 {
        let (_, refused) =
            Client::hello(server.address(), &broken.table, json!({"token": broken.token})).await;
        let Message::Refused { error, .. } = refused else { panic!("{refused:?}") };
        assert_eq!(error.code, "table.damaged");
    }
    assert!(get(server.address(), "/api/health").await.json()["damaged"].as_u64().unwrap() >= 1);
    let (_, welcome) = Client::hello(server.address(), &sound.table, json!({"token": sound.token})).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    server.stop().await;
}

/// A backup is restored. Clients that have seen more than it holds are told so, and that table is frozen; all
/// others go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_older_backup_nobody_is_led_into_another_history() {
    let (folder, copy) = (Folder::new(), Folder::new());
    let server = folder.start(None).await;
    let (forked, mut ann, mut bob) = two(server.address(), "othello").await;
    let (sound, mut eve, _fay) = two(server.address(), "othello").await;
    let sound_version = eve.done(chat(1)).await;
    eve.until_version(sound_version).await;
    std::fs::create_dir_all(&copy.0).unwrap();
    backup(&folder.0, &copy.0.join("baize.db")).unwrap();
    let early = ann.version;
    let early_history = ann.history;
    let version = ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    ann.until_version(version).await;
    bob.until_version(version).await;
    server.stop().await;

    let server = copy.start(None).await;
    let address = server.address();
    let hello = |version: u32, history: Option<History>| json!({"token": forked.token, "version": version, "history": history});
    let (_, welcome) = Client::hello(address, &forked.table, hello(early, early_history)).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "so far both logs say the same: {welcome:?}");
    let (mut other, _) = Client::hello(address, &forked.table, json!({"token": forked.token})).await;
    other.prefix = "again";
    // Another move takes the place of the lost one.
    let again = other.done(json!({"op": "play", "action": {"type": "PLACE", "square": "d3"}})).await;
    assert_eq!(again, version);
    let (_, refused) = Client::hello(address, &forked.table, hello(version, ann.history)).await;
    let Message::Refused { error, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(error.code, "table.forked");
    assert_eq!(other.until_closed().await.0, "table.forked", "everybody there is told");
    let (_, refused) = Client::hello(address, &forked.table, json!({"token": forked.token})).await;
    let Message::Refused { error, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(error.code, "table.forked", "nobody is let in");
    let health = get(address, "/api/health").await.json();
    assert_eq!((&health["forked"], &health["status"]), (&json!(1), &json!("ok")));
    let metrics = get(address, "/metrics").await.body;
    let counted = metrics.lines().find_map(|line| line.strip_prefix("baize_forked_tables_total "));
    assert!(counted.is_some_and(|count| count != "0"), "a process counts them all: {counted:?}");

    let hello = json!({"token": sound.token, "version": eve.version, "history": eve.history});
    let (_, welcome) = Client::hello(address, &sound.table, hello).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    server.stop().await;
}

/// A world in which it is the same moment all day long.
fn world_on(day: u64) -> World {
    let real = World::real();
    World::new(move || Moment(1_000_000_000 + day * 86_400_000), move || real.fresh())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_many_days_is_not_forgotten() {
    let folder = Folder::new();
    let start = async |day: u64| {
        let store = Sqlite::open(&folder.0, SqliteSettings::default()).unwrap();
        Server::start(roomy(), Arc::new(store), world_on(day)).await.unwrap()
    };
    let server = start(0).await;
    let (played, mut ann, bob) = two(server.address(), "othello").await;
    let (left, ..) = two(server.address(), "othello").await;
    let tokens = [played.token.clone(), token_of(&bob)];
    ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    let look = async |server: &Server, opened: &Opened| {
        let bearer = format!("Authorization: Bearer {}\r\n", opened.token);
        get_with(server.address(), &format!("/api/tables/{}", opened.table), &bearer).await.status
    };
    assert_eq!(look(&server, &played).await, 200);
    server.stop().await;
    for (day, token, square) in [(15, &tokens[1], "f6"), (29, &tokens[0], "e6")] {
        // Request ids must be new to this seat.
        let id = format!("day-{day}");
        let server = start(day).await;
        let (mut client, _) = Client::hello(server.address(), &played.table, json!({"token": token})).await;
        client.done(json!({"op": "play", "id": id, "action": {"type": "PLACE", "square": square}})).await;
        assert_eq!(look(&server, &played).await, 200, "on day {day}");
        server.stop().await;
    }
    let server = start(31).await;
    // Once the table abandoned on the first day is gone, the other one has been examined, too.
    while look(&server, &left).await != 404 {}
    assert_eq!(look(&server, &played).await, 200);
    server.stop().await;
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_are_neither_in_the_logs_nor_on_the_disk() {
    let logs = Collected::default();
    let writer = logs.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // Other tests of this process may also log here; that does no harm.
    let _ = tracing::subscriber::set_global_default(subscriber);
    let folder = Folder::new();
    let server = folder.start(None).await;
    let table = json!({"game": "nine", "name": "Ann", "key": "5ec2e70123456789abcdef0123456789", "player": "5ec2e71123456789abcdef0123456789"});
    let opened = open(server.address(), table).await;
    let (mut ann, _) = Client::hello(server.address(), &opened.table, json!({"token": opened.token})).await;
    let (mut bob, welcome) =
        Client::hello(server.address(), &opened.table, crate::client::join(&opened, 0, "Bob")).await;
    let Message::Welcome { you, .. } = welcome else { panic!() };
    ann.done(json!({"op": "ready"})).await;
    bob.done(json!({"op": "ready"})).await;
    for card in 1..=9 {
        for client in [&mut ann, &mut bob] {
            client.done(json!({"op": "play", "action": {"type": "PLAY", "card": card}})).await;
        }
    }
    server.stop().await;
    let secrets = [
        opened.token.clone(),
        opened.watch.clone(),
        opened.links[0].clone(),
        you.token.unwrap(),
        "5ec2e70123456789abcdef0123456789".to_owned(),
        "5ec2e71123456789abcdef0123456789".to_owned(),
        format!("{:032x}", 1000),
    ];
    let mut places = vec![("logs".to_owned(), logs.0.lock().unwrap().clone())];
    for file in std::fs::read_dir(&folder.0).unwrap() {
        let path = file.unwrap().path();
        places.push((path.display().to_string(), std::fs::read(&path).unwrap()));
    }
    for (place, bytes) in &places {
        for secret in &secrets {
            let raw: Vec<u8> =
                (0..16).map(|i| u8::from_str_radix(&secret[2 * i..2 * i + 2], 16).unwrap()).collect();
            let has = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
            assert!(!has(secret.as_bytes()) && !has(&raw), "{place} has a secret");
        }
    }
    assert!(places.len() >= 2 && !places[0].1.is_empty(), "there is something to look at");
}
