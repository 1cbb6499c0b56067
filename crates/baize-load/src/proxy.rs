//! A proxy that can make connections bad: those between processes, and those from each process to its
//! databases.
//!
//! It carries TCP streams, which do not lose or double single messages. So its faults are those of streams: a
//! chunk arrives late, the connection breaks in the middle, or nothing gets through any more and what was
//! sent is lost.

use crate::link::Faults;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The longest delay of a chunk, in milliseconds.
const MOST_DELAY: u64 = 40;
/// One in this many faults breaks the connection; the others delay a chunk.
const BREAKS: u64 = 20;

/// What happens to all connections.
#[derive(Clone, Copy, Default)]
struct State {
    /// Goes up whenever all connections are cut.
    cuts: u64,
    /// Whether nothing gets through.
    is_apart: bool,
}

/// A proxy that runs until this value is dropped.
pub(crate) struct Proxy {
    address: SocketAddr,
    target: Arc<Mutex<Option<SocketAddr>>>,
    state: Arc<watch::Sender<State>>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy to this target, or to one that is set later.
    pub(crate) async fn start(
        target: Option<SocketAddr>,
        faults: Faults,
        count: Arc<AtomicU64>,
    ) -> io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let target = Arc::new(Mutex::new(target));
        let state = Arc::new(watch::Sender::new(State::default()));
        let (to, changes) = (Arc::clone(&target), Arc::clone(&state));
        let accepting = tokio::spawn(async move {
            let mut seed = u64::from(address.port());
            while let Ok((near, _)) = listener.accept().await {
                seed += 1 << 16;
                let to = *to.lock().unwrap_or_else(PoisonError::into_inner);
                let dice = Pcg64Mcg::seed_from_u64(seed);
                tokio::spawn(carry(
                    near,
                    to,
                    changes.subscribe(),
                    Bad { faults, dice, count: Arc::clone(&count) },
                ));
            }
        });
        Ok(Proxy { address, target, state, accepting })
    }

    /// The address it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sets the target of new connections.
    pub(crate) fn lead_to(&self, target: SocketAddr) {
        *self.target.lock().unwrap_or_else(PoisonError::into_inner) = Some(target);
    }

    /// Breaks all connections.
    pub(crate) fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }

    /// Blocks all traffic, or lets it through again. Connections from before the end of a block are cut, and
    /// what was sent over them meanwhile is lost.
    pub(crate) fn part(&self, is_apart: bool) {
        self.state.send_modify(|state| {
            state.is_apart = is_apart;
            state.cuts += u64::from(!is_apart);
        });
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut();
    }
}

/// The faults of one connection.
#[derive(Clone)]
struct Bad {
    faults: Faults,
    dice: Pcg64Mcg,
    count: Arc<AtomicU64>,
}

/// Carries a connection until one side ends it or it is cut.
async fn carry(near: TcpStream, to: Option<SocketAddr>, mut state: watch::Receiver<State>, bad: Bad) {
    let cuts = state.borrow().cuts;
    let is_cut = |state: &State| state.cuts != cuts;
    let _ = state.wait_for(|state| !state.is_apart || is_cut(state)).await;
    let Some(to) = to else { return };
    let Ok(far) = TcpStream::connect(to).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    let (near_in, near_out) = near.into_split();
    let (far_in, far_out) = far.into_split();
    let mut there = bad.clone();
    there.dice.next_u64();
    tokio::select! {
        () = pump(near_in, far_out, state.clone(), cuts, bad) => {}
        () = pump(far_in, near_out, state.clone(), cuts, there) => {}
        _ = state.wait_for(is_cut) => {}
    }
}

/// Carries one direction until it ends.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
    cuts: u64,
    mut bad: Bad,
) {
    let mut part = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut part).await {
        if bad.faults.percent > 0 && bad.dice.next_u64() % 100 < u64::from(bad.faults.percent) {
            bad.count.fetch_add(1, Ordering::Relaxed);
            if bad.dice.next_u64().is_multiple_of(BREAKS) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1 + bad.dice.next_u64() % MOST_DELAY)).await;
        }
        // At the end of a block, the connection is cut and this chunk is lost.
        let is_whole = state.wait_for(|state| !state.is_apart).await.is_ok_and(|state| state.cuts == cuts);
        if !is_whole || to.write_all(&part[..read]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts an echo server.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = socket.split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        address
    }

    async fn say(proxy: &Proxy, text: &str) -> io::Result<String> {
        let mut socket = TcpStream::connect(proxy.address()).await?;
        socket.write_all(text.as_bytes()).await?;
        let mut heard = vec![0; text.len()];
        socket.read_exact(&mut heard).await?;
        Ok(String::from_utf8(heard).unwrap())
    }

    #[tokio::test]
    async fn what_is_apart_hears_nothing_and_comes_together_again() {
        let proxy = Proxy::start(Some(echo().await), Faults::default(), Arc::default()).await.unwrap();
        assert_eq!(say(&proxy, "one").await.unwrap(), "one");
        let mut open = TcpStream::connect(proxy.address()).await.unwrap();
        open.write_all(b"a").await.unwrap();
        assert_eq!(open.read_u8().await.unwrap(), b'a');
        proxy.part(true);
        open.write_all(b"b").await.unwrap();
        proxy.part(false);
        assert!(open.read_u8().await.is_err(), "what was sent meanwhile is gone");
        assert_eq!(say(&proxy, "two").await.unwrap(), "two");
        let mut open = TcpStream::connect(proxy.address()).await.unwrap();
        open.write_all(b"c").await.unwrap();
        assert_eq!(open.read_u8().await.unwrap(), b'c');
        proxy.cut();
        let _ = open.write_all(b"d").await;
        assert!(open.read_u8().await.is_err());
    }

    #[tokio::test]
    async fn faults_are_counted() {
        let count = Arc::<AtomicU64>::default();
        let faults = Faults { percent: 100 };
        let proxy = Proxy::start(Some(echo().await), faults, Arc::clone(&count)).await.unwrap();
        let mut heard = 0;
        for _ in 0..40 {
            heard += u32::from(say(&proxy, "text").await.is_ok());
        }
        assert!((1..40).contains(&heard), "some get through and some do not: {heard}");
        assert!(count.load(Ordering::Relaxed) >= 40);
    }
}
