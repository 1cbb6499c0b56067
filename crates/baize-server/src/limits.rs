//! Limits on who may connect, and how often.

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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Clock = MonotonicClock;
type Idle = NoOpMiddleware<std::time::Instant>;
type PerAddress = RateLimiter<IpAddr, HashMapStateStore<IpAddr>, Clock, Idle>;

/// A token bucket for a single connection.
pub(crate) type Bucket = RateLimiter<NotKeyed, InMemoryState, Clock, Idle>;

/// Counts the connections and requests of each address.
pub(crate) struct RateLimits {
    settings: Settings,
    connections: AtomicUsize,
    per_address: Mutex<HashMap<IpAddr, usize>>,
    requests: PerAddress,
    openings: PerAddress,
    links: PerAddress,
}

/// A connection that was let in; dropping it makes room for another.
pub(crate) struct Pass {
    limits: Arc<RateLimits>,
    _of_client: Option<Counted>,
}

/// One of the connections of a client; dropping it makes room for another.
pub(crate) struct Counted {
    limits: Arc<RateLimits>,
    client: IpAddr,
}

impl RateLimits {
    pub(crate) fn new(settings: Settings) -> Arc<RateLimits> {
        let limits = &settings.limits;
        let requests = Quota::per_second(at_least_one(limits.requests_per_second))
            .allow_burst(at_least_one(limits.requests_per_second * 2));
        let openings = Quota::per_hour(at_least_one(limits.tables_per_hour))
            .allow_burst(at_least_one(limits.tables_per_hour.div_ceil(4)));
        let links = Quota::per_hour(at_least_one(limits.links_per_hour));
        Arc::new(RateLimits {
            links: RateLimiter::new(links, HashMapStateStore::default(), Clock::default()),
            requests: RateLimiter::new(requests, HashMapStateStore::default(), Clock::default()),
            openings: RateLimiter::new(openings, HashMapStateStore::default(), Clock::default()),
            settings,
            connections: AtomicUsize::new(0),
            per_address: Mutex::default(),
        })
    }

    /// Lets a connection in, if there is room.
    pub(crate) fn enter(self: &Arc<Self>, peer: SocketAddr) -> Option<Pass> {
        if self.connections.load(Ordering::Relaxed) >= self.settings.limits.connections {
            return None;
        }
        // Behind a proxy all connections come from one address, so they are counted once the client is known.
        let of_client = if self.settings.proxies == 0 { Some(self.count(peer.ip())?) } else { None };
        self.connections.fetch_add(1, Ordering::Relaxed);
        Some(Pass { limits: Arc::clone(self), _of_client: of_client })
    }

    /// Counts a socket that came through a proxy against its client, if there is room.
    pub(crate) fn enter_by_proxy(self: &Arc<Self>, client: IpAddr) -> Result<Option<Counted>, Problem> {
        if self.settings.proxies == 0 {
            return Ok(None);
        }
        let crowded = || Problem::new("request.too_fast", "too many connections from here; close some first");
        self.count(client).map(Some).ok_or_else(crowded)
    }

    fn count(self: &Arc<Self>, client: IpAddr) -> Option<Counted> {
        let mut counts = self.counts();
        let count = counts.entry(block(client)).or_default();
        if *count >= self.settings.limits.connections_per_address && !self.is_unlimited(client) {
            return None;
        }
        *count += 1;
        Some(Counted { limits: Arc::clone(self), client: block(client) })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.per_address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_unlimited(&self, address: IpAddr) -> bool {
        self.settings.unlimited.contains(&address.to_canonical())
    }

    /// The address a request counts against: the peer's, or what the configured proxies say.
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

    /// Counts the opening of a table.
    pub(crate) fn opening(&self, client: IpAddr) -> Result<(), Problem> {
        let too_many = || Problem::new("server.quota", "too many tables opened from here; try again later");
        if self.is_unlimited(client) {
            return Ok(());
        }
        self.openings.check_key(&block(client)).map_err(|_| too_many())
    }

    /// Counts the making, viewing or use of a link to another device.
    pub(crate) fn link(&self, client: IpAddr) -> Result<(), Problem> {
        let too_many =
            || Problem::new("server.quota", "too many links to devices from here; try again later");
        if self.is_unlimited(client) {
            return Ok(());
        }
        self.links.check_key(&block(client)).map_err(|_| too_many())
    }

    /// A bucket for the messages of one connection; `None` if no limits apply.
    pub(crate) fn bucket(&self, client: IpAddr) -> Option<Bucket> {
        let rate = self.settings.limits.messages_per_second;
        let quota = Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate * 2));
        (!self.is_unlimited(client)).then(|| RateLimiter::direct_with_clock(quota, Clock::default()))
    }

    /// Forgets addresses that have been idle.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.openings.retain_recent();
        self.links.retain_recent();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.limits.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.limits.counts();
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

/// The block of addresses that one client gets: a single one, or a /64 of IPv6.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// Checks that pages of this origin may talk to the server. Programs that are not browsers send none, and
/// hold nothing of a user's that could be misused: there are no cookies, and tokens are in messages.
pub(crate) fn check_origin(allowed: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_allowed =
        origins.all(|origin| allowed.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()));
    if is_allowed {
        return Ok(());
    }
    Err(Problem::new("request.bad_origin", "pages of other sites cannot use this server"))
}

/// Checks that a request is meant for this server. A page of another site may point its own name here to read
/// what it must not, but it still sends that name. Numeric addresses cannot be pointed elsewhere.
pub(crate) fn check_host(allowed: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let is_allowed = |host: &str| {
        let name = without_port(host);
        let is_number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        is_number
            || name.eq_ignore_ascii_case("localhost")
            || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
    };
    let mut hosts = headers.get_all(header::HOST).iter();
    if hosts.all(|host| host.to_str().is_ok_and(is_allowed)) {
        return Ok(());
    }
    let text = "this server does not have that name; its own is said with --public-url, others with --origin";
    Err(Problem::new("request.bad_host", text))
}

/// The name of a host without its port.
pub(crate) fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
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
            let limits = RateLimits::new(Settings { proxies, ..Settings::default() });
            let client = limits.client(peer(), &headers("x-forwarded-for", values));
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
        let limits = RateLimits::new(settings);
        let first = limits.enter(peer()).unwrap();
        let _second = limits.enter(peer()).unwrap();
        assert!(limits.enter(peer()).is_none());
        let other = "[2001:db8::1]:1".parse().unwrap();
        let neighbour = "[2001:db8::2]:1".parse().unwrap();
        let _third = limits.enter(other).unwrap();
        assert!(limits.enter(neighbour).is_none(), "three in all");
        drop(first);
        assert!(limits.enter(neighbour).is_some());
    }

    #[test]
    fn behind_a_proxy_every_client_has_so_many_connections() {
        let mut settings = Settings { proxies: 1, ..Settings::default() };
        settings.limits.connections_per_address = 2;
        let limits = RateLimits::new(settings);
        let _from_the_proxy: Vec<Pass> = (0..10).map(|_| limits.enter(peer()).unwrap()).collect();
        let client: IpAddr = "203.0.113.9".parse().unwrap();
        let first = limits.enter_by_proxy(client).unwrap().unwrap();
        let _second = limits.enter_by_proxy(client).unwrap().unwrap();
        assert_eq!(limits.enter_by_proxy(client).err().unwrap().code, "request.too_fast");
        assert!(limits.enter_by_proxy("203.0.113.10".parse().unwrap()).is_ok());
        drop(first);
        assert!(limits.enter_by_proxy(client).is_ok());
    }

    #[test]
    fn only_names_of_this_server_are_answered() {
        let allowed = ["baize.example".to_owned()];
        let check = |values: &[&'static str]| check_host(&allowed, &headers("host", values)).is_ok();
        for good in
            ["baize.example", "Baize.Example:8080", "localhost:9", "127.0.0.1:80", "[::1]:80", "192.0.2.1"]
        {
            assert!(check(&[good]), "{good}");
        }
        for bad in
            ["evil.example", "baize.example.evil.example", "", "localhost.evil.example", "1.2.3.4.evil"]
        {
            assert!(!check(&[bad]), "{bad}");
        }
        assert!(check(&[]) && !check(&["baize.example", "evil.example"]));
    }

    #[test]
    fn requests_are_counted_by_address() {
        let mut settings = Settings { unlimited: vec!["192.0.2.7".parse().unwrap()], ..Settings::default() };
        settings.limits.requests_per_second = 5;
        settings.limits.tables_per_hour = 8;
        settings.limits.links_per_hour = 7;
        let limits = RateLimits::new(settings);
        let client: IpAddr = "192.0.2.1".parse().unwrap();
        assert_eq!((0..100).filter(|_| limits.request(client).is_ok()).count(), 10);
        assert_eq!((0..100).filter(|_| limits.opening(client).is_ok()).count(), 2);
        assert_eq!((0..100).filter(|_| limits.link(client).is_ok()).count(), 7);
        let monitor: IpAddr = "192.0.2.7".parse().unwrap();
        assert!((0..100).all(|_| limits.request(monitor).is_ok()) && limits.bucket(monitor).is_none());
        assert!(limits.bucket(client).is_some());
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
