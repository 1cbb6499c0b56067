//! Who may come in, and how often.

use crate::settings::Settings;
use axum::http::{HeaderMap, header};
use baize_rules::Problem;
use governor::clock::MonotonicClock;
use governor::middleware::NoOpMiddleware;
use governor::state::InMemoryState;
use governor::state::NotKeyed;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

type Clock = MonotonicClock;
type Idle = NoOpMiddleware<std::time::Instant>;
type PerAddress = RateLimiter<IpAddr, HashMapStateStore<IpAddr>, Clock, Idle>;

/// A token bucket for one connection.
pub(crate) type Bucket = RateLimiter<NotKeyed, InMemoryState, Clock, Idle>;

/// Counts connections and requests of every address.
pub(crate) struct Door {
    settings: Settings,
    connections: AtomicUsize,
    per_address: Mutex<HashMap<IpAddr, usize>>,
    requests: PerAddress,
    openings: PerAddress,
}

/// A connection that was let in; dropping it makes room for another.
pub(crate) struct Pass {
    door: Arc<Door>,
    address: IpAddr,
}

impl Door {
    pub(crate) fn new(settings: Settings) -> Arc<Door> {
        let limits = &settings.limits;
        let requests = Quota::per_second(at_least_one(limits.requests_per_second))
            .allow_burst(at_least_one(limits.requests_per_second * 2));
        let openings = Quota::per_hour(at_least_one(limits.tables_per_hour))
            .allow_burst(at_least_one(limits.tables_per_hour.div_ceil(4)));
        Arc::new(Door {
            requests: RateLimiter::new(requests, HashMapStateStore::default(), Clock::default()),
            openings: RateLimiter::new(openings, HashMapStateStore::default(), Clock::default()),
            settings,
            connections: AtomicUsize::new(0),
            per_address: Mutex::default(),
        })
    }

    /// Lets a connection in, if there is room.
    pub(crate) fn enter(self: &Arc<Self>, peer: SocketAddr) -> Option<Pass> {
        let limits = &self.settings.limits;
        let address = block(peer.ip());
        let mut counts = self.per_address.lock().expect("nothing panics while it holds the counts");
        let count = counts.entry(address).or_default();
        let is_full = self.connections.load(Ordering::Relaxed) >= limits.connections;
        // Behind a proxy all connections come from one address.
        let is_crowded = *count >= limits.connections_per_address && self.settings.proxies == 0;
        if is_full || is_crowded && !self.is_unlimited(peer.ip()) {
            if *count == 0 {
                counts.remove(&address);
            }
            return None;
        }
        *count += 1;
        self.connections.fetch_add(1, Ordering::Relaxed);
        Some(Pass { door: Arc::clone(self), address })
    }

    fn is_unlimited(&self, address: IpAddr) -> bool {
        self.settings.unlimited.contains(&address.to_canonical())
    }

    /// Whose request it is: the peer's, or what the configured proxies say.
    pub(crate) fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let forwarded: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
        let steps = self.settings.proxies;
        let claimed = forwarded.len().checked_sub(steps).filter(|_| steps > 0).map(|index| forwarded[index]);
        claimed.and_then(|address| address.trim().parse().ok()).unwrap_or(peer.ip())
    }

    /// Counts a request.
    pub(crate) fn request(&self, client: IpAddr) -> Result<(), Problem> {
        let too_fast = || Problem::new("request.too_fast", "too many requests; wait a moment");
        if self.is_unlimited(client) {
            return Ok(());
        }
        self.requests.check_key(&block(client)).map_err(|_| too_fast())
    }

    /// Counts a table that somebody wants to open.
    pub(crate) fn opening(&self, client: IpAddr) -> Result<(), Problem> {
        let too_many = || Problem::new("server.quota", "too many tables opened from here; try again later");
        if self.is_unlimited(client) {
            return Ok(());
        }
        self.openings.check_key(&block(client)).map_err(|_| too_many())
    }

    /// A bucket for the messages of one connection; none where no limits apply.
    pub(crate) fn bucket(&self, client: IpAddr) -> Option<Bucket> {
        let rate = self.settings.limits.messages_per_second;
        let quota = Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate * 2));
        (!self.is_unlimited(client)).then(|| RateLimiter::direct_with_clock(quota, Clock::default()))
    }

    /// Forgets addresses that have been quiet.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.openings.retain_recent();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.door.connections.fetch_sub(1, Ordering::Relaxed);
        let mut counts = self.door.per_address.lock().expect("nothing panics while it holds the counts");
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// The block of addresses that one client is given: a single one, or a /64 of IPv6.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// Whether a page of this origin may talk to the server. Programs that are no browsers send none, and have nothing of
/// a user's that could be misused: there are no cookies, and tokens are in messages.
pub(crate) fn check_origin(allowed: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_allowed =
        origins.all(|origin| allowed.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()));
    if is_allowed {
        return Ok(());
    }
    Err(Problem::new("request.bad_origin", "pages of other sites cannot use this server"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(name: &'static str, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, HeaderValue::from_static(value));
        }
        headers
    }

    fn peer() -> SocketAddr {
        "192.0.2.1:5000".parse().unwrap()
    }

    #[test]
    fn a_forged_forwarding_header_changes_nothing() {
        let check = |proxies: usize, values: &[&'static str], expect: &str| {
            let door = Door::new(Settings { proxies, ..Settings::default() });
            let client = door.client(peer(), &headers("x-forwarded-for", values));
            assert_eq!(client, expect.parse::<IpAddr>().unwrap(), "{proxies} {values:?}");
        };
        check(0, &["203.0.113.9"], "192.0.2.1");
        check(1, &["203.0.113.9"], "203.0.113.9");
        check(1, &["6.6.6.6, 203.0.113.9"], "203.0.113.9");
        check(1, &["6.6.6.6", "203.0.113.9"], "203.0.113.9");
        check(2, &["6.6.6.6, 203.0.113.9, 198.51.100.2"], "203.0.113.9");
        check(1, &[], "192.0.2.1");
        check(1, &["nonsense"], "192.0.2.1");
    }

    #[test]
    fn an_address_has_so_many_connections() {
        let mut settings = Settings::default();
        (settings.limits.connections, settings.limits.connections_per_address) = (3, 2);
        let door = Door::new(settings);
        let first = door.enter(peer()).unwrap();
        let _second = door.enter(peer()).unwrap();
        assert!(door.enter(peer()).is_none());
        let other = "[2001:db8::1]:1".parse().unwrap();
        let neighbour = "[2001:db8::2]:1".parse().unwrap();
        let _third = door.enter(other).unwrap();
        assert!(door.enter(neighbour).is_none(), "three in all");
        drop(first);
        assert!(door.enter(neighbour).is_some());
    }

    #[test]
    fn requests_are_counted_by_address() {
        let mut settings = Settings { unlimited: vec!["192.0.2.7".parse().unwrap()], ..Settings::default() };
        settings.limits.requests_per_second = 5;
        settings.limits.tables_per_hour = 8;
        let door = Door::new(settings);
        let client: IpAddr = "192.0.2.1".parse().unwrap();
        assert_eq!((0..100).filter(|_| door.request(client).is_ok()).count(), 10);
        assert_eq!((0..100).filter(|_| door.opening(client).is_ok()).count(), 2);
        let monitor: IpAddr = "192.0.2.7".parse().unwrap();
        assert!((0..100).all(|_| door.request(monitor).is_ok()) && door.bucket(monitor).is_none());
        assert!(door.bucket(client).is_some());
    }

    #[test]
    fn only_listed_origins_come_in() {
        let allowed = ["https://baize.example".to_owned()];
        let check = |values: &[&'static str]| check_origin(&allowed, &headers("origin", values)).is_ok();
        assert!(check(&[]) && check(&["https://baize.example"]));
        for bad in [
            "null",
            "https://evil.example",
            "http://baize.example",
            "https://baize.example.evil.example",
            "https://baize.example:8443",
            "",
        ] {
            assert!(!check(&[bad]), "{bad}");
        }
        assert!(!check(&["https://baize.example", "https://evil.example"]));
    }
}
