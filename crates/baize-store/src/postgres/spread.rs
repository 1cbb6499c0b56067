//! Tables spread over several databases.
//!
//! The id of a table says which database it is in ([`TableId::home`]), so adding a database gives it new
//! tables and moves none. No transaction spans two of them. Each has its own lease, and one that is away
//! takes only its own tables with it. What belongs to people rather than tables is decided in the first
//! database, and the others follow.

use super::siblings::Siblings;
use super::{Address, Postgres, devices, node, own, query};
use crate::chain;
use crate::leaders::best;
use crate::{
    Append, Created, Device, DeviceChange, DeviceLink, Done, GamesOf, Leaders, ListedTable, MOST_ROWS,
    Member, NewTable, Store, StoreError, Stored, StoredGame, StoredReview, Submitted, Unused, Wanted,
};
use baize_protocol::TableId;
use baize_protocol::http::{Leader, Ranking};
use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a database that was away is left out of lists, so that not every request waits for it.
const PAUSE: Duration = Duration::from_secs(5);

/// Keeps tables in one or several databases.
pub struct Spread {
    homes: Vec<Home>,
}

/// One of the databases.
struct Home {
    store: Postgres,
    /// When it was last found to be away.
    away: Mutex<Option<Instant>>,
}

impl Home {
    fn is_away(&self) -> bool {
        let away = *self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|away| away.elapsed() < PAUSE)
    }

    /// Asks for something that can do without this database; `None` if it is away.
    fn try_ask<T>(&self, ask: impl FnOnce(&Postgres) -> Result<T, StoreError>) -> Option<T> {
        if self.is_away() {
            return None;
        }
        let asked = ask(&self.store);
        let is_away = matches!(asked, Err(StoreError::Away(_) | StoreError::Failed(_)));
        *self.away.lock().unwrap_or_else(PoisonError::into_inner) = is_away.then(Instant::now);
        asked.ok()
    }
}

impl Spread {
    /// Connects to all of them, and brings each to the current format. At least one must be reachable; the
    /// others are used once they are.
    pub fn open(addresses: &[Address]) -> Result<Spread, StoreError> {
        if addresses.len() > TableId::MOST_HOMES {
            let what = format!("tables are spread over at most {} databases", TableId::MOST_HOMES);
            return Err(StoreError::Failed(what));
        }
        let mut homes = Vec::new();
        for address in addresses {
            homes.push(Home { store: Postgres::start(address)?, away: Mutex::default() });
        }
        let spread = Spread { homes };
        let made = spread.each(|home| home.store.make_ready());
        let is_there = made.iter().any(Result::is_ok);
        for (number, (home, made)) in spread.homes.iter().zip(made).enumerate() {
            match made {
                Err(StoreError::Away(_)) if is_there => home.store.make_ready_later(),
                made => made?,
            }
            if addresses.len() > 1 {
                let _ = home.store.siblings.set(Siblings::new(addresses, number)?);
            }
        }
        Ok(spread)
    }

    /// The database of a table. One that this process was not told of may be known to others, so it counts as
    /// away.
    fn home(&self, table: TableId) -> Result<&Postgres, StoreError> {
        let away = || StoreError::Away(format!("this process was not told of database {}", table.home()));
        self.homes.get(table.home()).map(|home| &home.store).ok_or_else(away)
    }

    /// The first database, which decides about people.
    fn first(&self) -> Result<&Postgres, StoreError> {
        self.homes.first().map(|home| &home.store).ok_or(StoreError::Closed)
    }

    /// Asks all at once.
    fn each<T: Send>(&self, ask: impl Fn(&Home) -> T + Sync) -> Vec<T> {
        if let [only] = &self.homes[..] {
            return vec![ask(only)];
        }
        std::thread::scope(|scope| {
            let ask = &ask;
            let asked: Vec<_> = self.homes.iter().map(|home| scope.spawn(move || ask(home))).collect();
            asked.into_iter().map(|asked| asked.join().expect("whoever asks does not panic")).collect()
        })
    }

    /// The answers of all of them, or the error of one that fails.
    fn all<T: Send>(
        &self,
        ask: impl Fn(&Postgres) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, StoreError> {
        self.each(|home| ask(&home.store)).into_iter().collect()
    }

    /// The answer of the first one that responds.
    fn any<T>(&self, ask: impl Fn(&Postgres) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match self.homes.iter().find_map(|home| home.try_ask(&ask)) {
            Some(answer) => Ok(answer),
            None => ask(self.first()?),
        }
    }

    /// Tells the other databases what the first one knows about someone's devices. Whatever does not get
    /// through is sent when one of the devices is next seen.
    fn tell_others(&self, person: &str) -> Result<(), StoreError> {
        if self.homes.len() < 2 {
            return Ok(());
        }
        let devices = self.first()?.all_devices(person)?;
        let rated = self.rated(person);
        for home in &self.homes[1..] {
            let _ = home.try_ask(|store| store.take_over_devices(person, &devices, &rated));
        }
        Ok(())
    }

    /// The games and kinds someone has ratings for, in any database.
    fn rated(&self, person: &str) -> Vec<(String, String)> {
        let rated = self.each(|home| home.try_ask(|store| store.rated(person)));
        rated.into_iter().flatten().flatten().collect()
    }
}

impl Postgres {
    fn made_with(&self, key: [u8; 32]) -> Result<Option<TableId>, StoreError> {
        self.ask(move |client, _| {
            Box::pin(async move {
                let found = query(client, "SELECT id FROM tables WHERE key = $1", &[&&key[..]]).await?;
                Ok(found.first().and_then(|row| TableId::new(row.get(0))))
            })
        })
    }

    fn listings(&self, game: &str, since: u64) -> Result<Vec<ListedTable>, StoreError> {
        let game: Arc<str> = game.into();
        self.ask(move |client, _| {
            let game = Arc::clone(&game);
            Box::pin(async move { own::listings(client, &game, since).await })
        })
    }

    fn rated(&self, person: &str) -> Result<Vec<(String, String)>, StoreError> {
        let person: Arc<str> = person.into();
        self.ask(move |client, _| {
            let person = Arc::clone(&person);
            Box::pin(async move { devices::rated(client, &person).await })
        })
    }

    fn all_devices(&self, person: &str) -> Result<Vec<(Device, bool)>, StoreError> {
        let person: Arc<str> = person.into();
        self.ask(move |client, _| {
            let person = Arc::clone(&person);
            Box::pin(async move { devices::all_of(client, &person).await })
        })
    }

    fn take_over_devices(
        &self,
        person: &str,
        devices: &[(Device, bool)],
        rated: &[(String, String)],
    ) -> Result<(), StoreError> {
        let all = Arc::new((person.to_owned(), devices.to_vec(), rated.to_vec()));
        self.ask(move |client, _| {
            let all = Arc::clone(&all);
            Box::pin(async move { devices::take_over(client, &all.0, &all.1, &all.2).await })
        })
    }
}

impl Store for Spread {
    fn create(&self, new: NewTable) -> Result<Created, StoreError> {
        // When there were fewer databases, the same key may have led to another one.
        if let Some(key) = new.key {
            let others = self.homes.iter().enumerate().filter(|(number, _)| *number != new.table.home());
            for (_, home) in others {
                if let Some(before) = home.try_ask(|store| store.made_with(key)).flatten() {
                    return Ok(Created::Before(before));
                }
            }
        }
        self.home(new.table)?.create(new)
    }

    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError> {
        self.home(table)?.open(table)
    }

    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        self.home(table)?.read(table)
    }

    fn append(&self, append: Append, done: Done) -> Submitted {
        match self.home(append.table) {
            Ok(home) => home.append(append, done),
            Err(error) => Submitted::Now(Err(error)),
        }
    }

    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError> {
        let found = self.each(|home| home.try_ask(|store| store.changed_rows(wanted)));
        if found.iter().all(Option::is_none) {
            return self.first()?.rows(wanted);
        }
        let mut rows: Vec<(i64, String)> = found.into_iter().flatten().flatten().collect();
        rows.sort_by_key(|(changed, _)| Reverse(*changed));
        Ok(rows.into_iter().take(MOST_ROWS).map(|(_, row)| row).collect())
    }

    fn row(&self, table: TableId) -> Result<Option<String>, StoreError> {
        self.home(table)?.row(table)
    }

    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError> {
        if let [only] = &self.homes[..] {
            return only.store.leaders(wanted);
        }
        let since = if wanted.by == Ranking::Rating { wanted.since() } else { 0 };
        let found = self.all(|store| store.listings(&wanted.game, since))?;
        Ok(best(found.iter().flatten(), wanted))
    }

    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError> {
        let mut games: Vec<StoredGame> =
            self.all(|store| store.games_of(wanted))?.into_iter().flatten().collect();
        if self.homes.len() > 1 {
            games.sort_by_key(|game| Reverse((game.ended, game.table)));
            games.truncate(wanted.most);
        }
        Ok(games)
    }

    fn erase(&self, player: &str) -> Result<u32, StoreError> {
        Ok(self.all(|store| store.erase(player))?.iter().sum())
    }

    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError> {
        self.any(|store| store.person_of(device))
    }

    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError> {
        self.any(|store| store.devices(person))
    }

    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError> {
        self.first()?.device_link(hash, now)
    }

    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError> {
        let first = self.first()?;
        if self.homes.len() < 2 {
            return first.change_devices(change);
        }
        let person = match &change {
            DeviceChange::Offer(link, _) => Some(link.person.clone()),
            DeviceChange::Withdraw(_) => return first.change_devices(change),
            DeviceChange::Take(hash, device) => first.device_link(hash, device.seen)?.map(|link| link.person),
            DeviceChange::SignOut(person, _) | DeviceChange::SignOutOthers(person, _) => Some(person.clone()),
            DeviceChange::Seen(device, _) => first.person_of(device)?,
        };
        let Some(person) = person else { return first.change_devices(change) };
        let is_changed = first.change_devices_of_rated(change, self.rated(&person))?;
        if is_changed {
            self.tell_others(&person)?;
        }
        Ok(is_changed)
    }

    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError> {
        self.home(table)?.keep_review(table, review)
    }

    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError> {
        self.home(table)?.review(table, revision)
    }

    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError> {
        let swept = self.each(|home| home.try_ask(|store| store.sweep(unused)));
        Ok(swept.into_iter().flatten().sum())
    }

    fn join(&self, address: &str) -> Result<Option<Arc<Member>>, StoreError> {
        let member = Arc::new(node::member(address, self.homes.len())?);
        let joined: Vec<Result<(), StoreError>> =
            (0..).zip(&self.homes).map(|(number, home)| home.store.join_as(&member, number)).collect();
        match joined.iter().any(Result::is_ok) {
            true => Ok(Some(member)),
            false => joined.into_iter().collect::<Result<Vec<()>, _>>().map(|_| None),
        }
    }

    fn place(&self, table: TableId, key: Option<&[u8; 32]>) -> TableId {
        let sum = key.map_or_else(|| chain::of(table.as_str().as_bytes()), |key| chain::of(key));
        let number = sum.first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        table.at_home((number % self.homes.len() as u64) as usize).unwrap_or(table)
    }

    fn homes(&self) -> usize {
        self.homes.len()
    }

    fn release(&self, table: TableId, epoch: u32) {
        if let Ok(home) = self.home(table) {
            home.release(table, epoch);
        }
    }

    fn close(&self) {
        self.homes.iter().for_each(|home| home.store.close());
    }
}
