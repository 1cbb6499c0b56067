//! The same games over a good and over a bad network.

use baize_games::{GAMES, Record, RecordedMove};
use baize_load::{Faults, Length, LoadPlan, LoadReport, Target, run};
use baize_protocol::Moment;
use baize_rules::Seat;
use baize_server::{Server, Settings, World};
use baize_store::Memory;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A world with a fixed time and repeatable random numbers.
fn fixed_world() -> World {
    let drawn = AtomicU64::new(1);
    let fresh = move || {
        let number = u128::from(drawn.fetch_add(1, Ordering::Relaxed));
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes()
    };
    World::new(|| Moment(1_000_000), fresh)
}

async fn play(game: &str, percent: u32) -> LoadReport {
    let settings = Settings { unlimited: vec!["127.0.0.1".parse().unwrap()], ..Settings::default() };
    let server = Server::start(settings, Arc::new(Memory::new()), fixed_world()).await.unwrap();
    let plan = LoadPlan {
        target: Target::Url(format!("http://{}", server.address())),
        tables: 1,
        length: Length::Moves(25),
        idle: 0,
        faults: Faults { percent },
        kill_every: None,
        troubles: Vec::new(),
        in_flight: 8,
        games: vec![game.to_owned()],
        seed: 7,
        stop: Arc::default(),
    };
    let report = run(plan, |_| ()).await.unwrap();
    server.stop().await;
    assert_eq!((report.lost, report.mismatches), (0, 0), "{game}: {:?}", report.first_mismatch);
    report
}

/// What each seat did. Choices made at the same time may be logged in either order.
fn by_seat(record: &Record) -> Vec<Vec<&Value>> {
    fn of(entry: &RecordedMove, seat: Seat) -> Option<&Value> {
        match entry {
            RecordedMove::Action { seat: by, action, .. } if *by == seat => Some(action),
            _ => None,
        }
    }
    let of = |seat| record.log.iter().filter_map(|entry| of(entry, seat)).collect();
    Seat::first(record.seats).map(of).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_network_changes_nothing() {
    for game in GAMES {
        let (good, bad) = (play(game.id(), 0).await, play(game.id(), 30).await);
        assert!(good.faults == 0 && bad.faults > 10 && bad.reconnects > 0, "{bad:?}");
        let (good, bad) = (&good.records[0], &bad.records[0]);
        assert_eq!(by_seat(good), by_seat(bad), "{}", game.id());
        assert_eq!((&good.seed, &good.result), (&bad.seed, &bad.result));
        assert!(good.log.len() > 15, "{} was played", game.id());
    }
}
