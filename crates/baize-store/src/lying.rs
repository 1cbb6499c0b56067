//! A store with a planted bug.

use crate::{
    Append, Created, Device, DeviceChange, DeviceLink, Done, GamesOf, Leaders, NewTable, Store, StoreError,
    Stored, StoredGame, StoredReview, Submitted, Unused, Wanted,
};
use baize_protocol::TableId;
use baize_protocol::http::Leader;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Reports an append as safe before it is, and writes it a little later.
///
/// It exists to show that the tests which look for lost moves do find them: a server on this store loses
/// acknowledged moves when it is killed. Nothing else uses it.
pub struct Lying {
    honest: Arc<dyn Store>,
    later: Arc<(Mutex<Pending>, Condvar)>,
}

#[derive(Default)]
struct Pending {
    appends: VecDeque<Append>,
    is_closed: bool,
}

impl Lying {
    /// Lies about what `honest` has done, passing appends on to it only after `delay`.
    pub fn new(honest: Arc<dyn Store>, delay: Duration) -> Lying {
        let later = Arc::new((Mutex::new(Pending::default()), Condvar::new()));
        let (queue, store) = (Arc::clone(&later), Arc::clone(&honest));
        std::thread::spawn(move || write_late(&queue, &*store, delay));
        Lying { honest, later }
    }

    /// Catches up, so that reads find what was reported as done.
    fn settle(&self) {
        let (pending, changed) = &*self.later;
        let pending = pending.lock().expect("nothing panics with the queue");
        drop(changed.wait_while(pending, |pending| !pending.appends.is_empty()));
    }
}

fn write_late(queue: &(Mutex<Pending>, Condvar), store: &dyn Store, delay: Duration) {
    let (pending, changed) = queue;
    loop {
        std::thread::sleep(delay);
        let mut pending = pending.lock().expect("nothing panics with the queue");
        if pending.is_closed && pending.appends.is_empty() {
            return;
        }
        while let Some(append) = pending.appends.pop_front() {
            let _ = store.append(append, Box::new(|_| ()));
        }
        changed.notify_all();
    }
}

impl Store for Lying {
    fn create(&self, table: NewTable) -> Result<Created, StoreError> {
        self.honest.create(table)
    }

    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        self.settle();
        self.honest.open(table)
    }

    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        self.settle();
        self.honest.read(table)
    }

    fn append(&self, append: Append, _: Done) -> Submitted {
        self.later.0.lock().expect("nothing panics with the queue").appends.push_back(append);
        Submitted::Now(Ok(()))
    }

    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError> {
        self.honest.rows(wanted)
    }

    fn row(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.honest.row(table)
    }

    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError> {
        self.honest.leaders(wanted)
    }

    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError> {
        self.honest.games_of(wanted)
    }

    fn erase(&self, player: &str) -> Result<u32, StoreError> {
        self.honest.erase(player)
    }

    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError> {
        self.honest.person_of(device)
    }

    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError> {
        self.honest.devices(person)
    }

    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError> {
        self.honest.device_link(hash, now)
    }

    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError> {
        self.honest.change_devices(change)
    }

    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError> {
        self.honest.keep_review(table, review)
    }

    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError> {
        self.honest.review(table, revision)
    }

    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError> {
        self.honest.sweep(unused)
    }

    fn close(&self) {
        self.settle();
        self.later.0.lock().expect("nothing panics with the queue").is_closed = true;
        self.honest.close();
    }
}
