//! What every store promises people: their games, their devices, and being forgotten.

use super::{create, end, games_of, leaders, log, ratings, relist, results, table, write};
use crate::leaders::DAY;
use crate::{
    Device, DeviceChange, DeviceLink, GamesOf, MOST_DEVICES, SeatResult, Store, StoreError, StoredReview,
};
use baize_protocol::http::{Counts, Ranking};

pub(super) fn the_games_of_somebody_come_latest_first(store: &impl Store) {
    assert!(games_of(store, "ann").is_empty());
    for number in 1..=5 {
        end(store, number, results(Counts::Casual, ["ann", "bob"], 0.5), 10 * (number / 2));
    }
    // Someone who sat on both seats has played one game.
    end(store, 6, results(Counts::Nothing, ["ann", "ann"], 1.0), 5);
    let page = |after, most| {
        let wanted = GamesOf { player: "ann".to_owned(), after, most };
        store.games_of(&wanted).unwrap()
    };
    let all = page(None, 100);
    assert_eq!(all.iter().map(|game| game.ended).collect::<Vec<_>>(), [20, 20, 10, 10, 5, 0]);
    assert_eq!(
        all[4].result,
        SeatResult { fixed: None, ..results(Counts::Nothing, ["ann", "ann"], 1.0)[0].clone() }
    );
    assert!(all[0].row.contains("BOB") && all[0].accuracies.is_none());
    let (mut after, mut found) = (None, Vec::new());
    while let Some(game) = page(after, 1).pop() {
        after = Some((game.ended, game.table));
        found.push(game);
    }
    assert_eq!(found, all, "page by page");
}

pub(super) fn whoever_is_forgotten_is_nowhere_any_more(store: &impl Store) {
    let mut alone = end(store, 1, results(Counts::House, ["ann", "computer easy"], 1.0), DAY);
    let mut shared = end(store, 2, results(Counts::Rated, ["bob", "ann"], 1.0), 2 * DAY);
    let mut running = create(store, 3, &["a"]);
    store
        .keep_review(table(1), StoredReview { revision: 1, accuracies: "[]".into(), review: "{}".into() })
        .unwrap();
    let before = games_of(store, "bob");
    assert_eq!(store.erase("ann").unwrap(), 2);
    assert_eq!(store.erase("ann").unwrap(), 0, "there is nothing left");
    assert!(games_of(store, "ann").is_empty() && games_of(store, "").len() == 1);
    // A game that concerned nobody else is gone, and a process that still has it open cannot write to it.
    assert!(store.read(table(1)).unwrap().is_none() && store.row(table(1)).unwrap().is_none());
    assert_eq!(write(store, &mut alone, &["more"]), Err(StoreError::Fenced));
    assert_eq!(store.review(table(1), 1).unwrap(), None);
    // The opponent keeps the game and its result, without the name.
    let after = games_of(store, "bob");
    assert_eq!(after[0].result, before[0].result);
    assert!(before[0].row.contains("ANN") && !after[0].row.contains("ANN"), "{}", after[0].row);
    assert!(!store.row(table(2)).unwrap().unwrap().contains("ANN"));
    assert_eq!(log(store, 2), ["a", "end"], "what was played stays as it was");
    // Later updates of the table bring nothing back, nor does a game that ends later.
    relist(store, &mut shared, 2, results(Counts::Rated, ["bob", "ann"], 1.0), 2 * DAY);
    relist(store, &mut running, 3, results(Counts::Rated, ["ann", "bob"], 1.0), 3 * DAY);
    assert!(games_of(store, "ann").is_empty() && !games_of(store, "bob")[0].row.contains("ANN"));
    assert_eq!(games_of(store, "bob")[0].result.rating.map(|rating| rating.games), Some(2));
    assert!(leaders(store, Ranking::Share).iter().all(|leader| !leader.is_you));
}

fn device(id: &str, at: u64) -> Device {
    Device { id: id.to_owned(), name: format!("{id}'s"), added: at, seen: at }
}

/// Adds a device to the person this one belongs to; returns whether it worked.
fn add_device(store: &impl Store, from: &str, id: &str, at: u64) -> bool {
    let person = store.person_of(from).expect("it is known").expect("it is not signed out");
    let link = DeviceLink { hash: [at as u8; 32], person, name: "Ann".to_owned(), until: at + 10 };
    assert!(store.change_devices(DeviceChange::Offer(link, device(from, at))).expect("a link is offered"));
    let take = DeviceChange::Take([at as u8; 32], device(id, at + 1));
    store.change_devices(take).expect("a link is taken or not")
}

fn ids(devices: &[Device]) -> Vec<&str> {
    devices.iter().map(|device| device.id.as_str()).collect()
}

pub(super) fn devices_of_a_person_count_as_one(store: &impl Store) {
    end(store, 1, results(Counts::Rated, ["ann", "bob"], 1.0), DAY);
    end(store, 2, results(Counts::Rated, ["phone", "bob"], 0.0), 2 * DAY);
    let mut house = end(store, 3, results(Counts::House, ["phone", "computer easy"], 1.0), 3 * DAY);
    end(store, 4, results(Counts::Rated, ["ann", "phone"], 1.0), 4 * DAY);
    let mut running = create(store, 5, &["a"]);
    assert_eq!(store.person_of("phone").unwrap().as_deref(), Some("phone"), "nobody has said anything");
    assert!(store.devices("ann").unwrap().is_empty());
    let (rating, alone) = (ratings(store, "ann")[1], ratings(store, "phone")[1]);
    assert!(add_device(store, "ann", "phone", 7));
    assert_eq!(store.person_of("phone").unwrap().as_deref(), Some("ann"));
    assert_eq!(store.devices("ann").unwrap(), [device("ann", 7), device("phone", 8)]);
    // The device's games come along. The person's own rating stays; where there was none, they get the
    // device's.
    assert!(games_of(store, "phone").is_empty() && store.devices("phone").unwrap().is_empty());
    assert_eq!(ratings(store, "ann"), [None, alone, None, rating]);
    assert_eq!(games_of(store, "ann")[0].result.counts, Counts::Nothing, "against oneself");
    // Later updates of a table, and games that end later, are the person's too.
    relist(store, &mut house, 3, results(Counts::House, ["phone", "computer easy"], 1.0), 3 * DAY);
    relist(store, &mut running, 5, results(Counts::Rated, ["bob", "phone"], 0.0), 5 * DAY);
    assert_eq!(ratings(store, "ann")[0].map(|(.., games)| games), Some(2), "one rating goes on");
    assert_eq!((games_of(store, "ann").len(), games_of(store, "phone").len()), (5, 0));
    end(store, 6, results(Counts::Rated, ["ann", "phone"], 1.0), 6 * DAY);
    assert_eq!((ratings(store, "ann")[0], games_of(store, "ann")[0].result.counts), (None, Counts::Nothing));
    assert!(store.change_devices(DeviceChange::Seen("phone".to_owned(), 99)).unwrap());
    assert_eq!(store.devices("ann").unwrap()[1].seen, 99);
    assert!(!store.change_devices(DeviceChange::Seen("nobody".to_owned(), 99)).unwrap());
    // A device that moves to someone else leaves its games with its former person.
    assert!(add_device(store, "bob", "phone", 20));
    assert_eq!(ids(&store.devices("ann").unwrap()), ["ann"]);
    assert_eq!((games_of(store, "ann").len(), games_of(store, "bob").len()), (6, 3));
    // Someone who is forgotten is forgotten on all devices.
    assert_eq!(store.erase("bob").unwrap(), 3);
    assert_eq!(store.person_of("phone").unwrap(), None);
    let mut later = create(store, 7, &["a"]);
    relist(store, &mut later, 7, results(Counts::Rated, ["phone", "ann"], 1.0), 7 * DAY);
    assert!(games_of(store, "phone").is_empty() && games_of(store, "bob").is_empty());
}

pub(super) fn a_link_to_a_device_is_good_once_and_not_for_long(store: &impl Store) {
    let link = |hash: u8, until: u64| DeviceLink {
        hash: [hash; 32],
        person: "ann".to_owned(),
        name: "Ann".to_owned(),
        until,
    };
    let offer = |hash: u8, until: u64, at: u64| {
        store.change_devices(DeviceChange::Offer(link(hash, until), device("ann", at))).unwrap()
    };
    let take = |hash: u8, id: &str, at: u64| {
        store.change_devices(DeviceChange::Take([hash; 32], device(id, at))).unwrap()
    };
    assert!(offer(1, 100, 1));
    assert_eq!(store.device_link(&[1; 32], 99).unwrap(), Some(link(1, 100)));
    assert_eq!(store.device_link(&[1; 32], 100).unwrap(), None, "it has ended");
    assert_eq!(store.device_link(&[2; 32], 1).unwrap(), None);
    assert!(!take(2, "phone", 50) && !take(1, "phone", 100));
    assert!(take(1, "phone", 50));
    assert!(!take(1, "laptop", 50), "once");
    // A new link voids the previous one, and a withdrawn link is void.
    assert!(offer(3, 200, 60) && offer(4, 200, 61));
    assert!(!take(3, "laptop", 70));
    assert!(store.change_devices(DeviceChange::Withdraw("ann".to_owned())).unwrap());
    assert!(!store.change_devices(DeviceChange::Withdraw("ann".to_owned())).unwrap());
    assert!(!take(4, "laptop", 70));
    // If many use it at once, one gets it.
    assert!(offer(5, 200, 80));
    let taken = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..8).map(|number| scope.spawn(move || take(5, &format!("d{number}"), 90))).collect();
        tries.into_iter().map(|one| one.join().unwrap()).filter(|taken| *taken).count()
    });
    assert_eq!(taken, 1);
    for number in store.devices("ann").unwrap().len()..MOST_DEVICES {
        assert!(add_device(store, "ann", &format!("more{number}"), 100 + number as u64));
    }
    assert!(!add_device(store, "ann", "one too many", 150));
    assert_eq!(store.devices("ann").unwrap().len(), MOST_DEVICES);
}

pub(super) fn whoever_signs_out_is_nobody_any_more(store: &impl Store) {
    for (at, id) in [(1, "phone"), (2, "laptop"), (3, "tablet")] {
        assert!(add_device(store, "ann", id, at));
    }
    let sign_out = |person: &str, id: &str| {
        store.change_devices(DeviceChange::SignOut(person.to_owned(), id.to_owned())).unwrap()
    };
    assert!(!sign_out("bob", "phone"), "it is not his");
    assert!(sign_out("ann", "phone") && !sign_out("ann", "phone"));
    assert_eq!(store.person_of("phone").unwrap(), None);
    assert_eq!(ids(&store.devices("ann").unwrap()), ["ann", "laptop", "tablet"]);
    let back = DeviceLink { hash: [9; 32], person: "ann".into(), name: "Ann".into(), until: 20 };
    assert!(store.change_devices(DeviceChange::Offer(back, device("ann", 9))).unwrap());
    let take = DeviceChange::Take([9; 32], device("phone", 10));
    assert!(!store.change_devices(take).unwrap(), "with the same secret it does not come back");
    // The first device can be signed out like any other: the person stays the same.
    let others = DeviceChange::SignOutOthers("ann".to_owned(), "laptop".to_owned());
    assert!(store.change_devices(others.clone()).unwrap() && !store.change_devices(others).unwrap());
    assert_eq!(ids(&store.devices("ann").unwrap()), ["laptop"]);
    assert_eq!(store.person_of("ann").unwrap(), None);
    assert_eq!(store.person_of("laptop").unwrap().as_deref(), Some("ann"));
    end(store, 1, results(Counts::Rated, ["laptop", "bob"], 1.0), DAY);
    end(store, 2, results(Counts::Rated, ["ann", "bob"], 0.0), DAY);
    end(store, 3, results(Counts::Rated, ["phone", "bob"], 0.0), DAY);
    let own: Vec<bool> = games_of(store, "ann").iter().map(|game| game.result.won).collect();
    assert_eq!(own, [true], "what is played with a secret that is signed out is nobody's");
    assert!(games_of(store, "phone").is_empty());
}

pub(super) fn reviews_stay_beside_their_games(store: &impl Store) {
    end(store, 1, results(Counts::Casual, ["ann", "bob"], 1.0), 1);
    let review = |revision: u32, review: &str| StoredReview {
        revision,
        accuracies: "[91.5,null]".to_owned(),
        review: review.to_owned(),
    };
    assert_eq!(store.review(table(1), 1).unwrap(), None);
    store.keep_review(table(1), review(1, "{\"a\":1}")).unwrap();
    assert_eq!(store.review(table(1), 1).unwrap().as_deref(), Some("{\"a\":1}"));
    assert_eq!(store.review(table(1), 2).unwrap(), None, "another reviewer would say something else");
    store.keep_review(table(1), review(2, "{}")).unwrap();
    assert_eq!(store.review(table(1), 2).unwrap().as_deref(), Some("{}"));
    assert_eq!(store.review(table(1), 1).unwrap(), None, "there is one for each game");
    assert_eq!(games_of(store, "ann")[0].accuracies.as_deref(), Some("[91.5,null]"));
    // A game that does not exist has no review.
    store.keep_review(table(2), review(1, "{}")).unwrap();
    assert_eq!(store.review(table(2), 1).unwrap(), None);
}
