//! One WebSocket connection.

use crate::accept::Shared;
use crate::door::{Bucket, Pass};
use crate::outbox::Ending;
use crate::visit::Visit;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use baize_protocol::Message;
use baize_rules::Problem;
use futures_util::{SinkExt, StreamExt};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// Milliseconds after which a client that was sent away should come back.
const RETRY: u32 = 1_000;
/// So many messages beyond its limit are refused; then the connection ends.
const MOST_TOO_FAST: u32 = 50;

/// A connection.
struct Socket {
    visit: Visit,
    web: WebSocket,
    bucket: Option<Bucket>,
    too_fast: u32,
    heard: Instant,
}

/// Serves a connection until it ends.
pub(crate) async fn serve(shared: Arc<Shared>, web: WebSocket, client: IpAddr, pass: Arc<Pass>) {
    let _pass = pass;
    shared.sockets.fetch_add(1, Ordering::Relaxed);
    shared.hall.meter.sockets.increment(1.0);
    let limits = &shared.hall.settings.limits;
    let mut socket = Socket {
        visit: Visit::new(&shared.hall, limits.outgoing_bytes),
        bucket: shared.door.bucket(client),
        too_fast: 0,
        heard: Instant::now(),
        web,
    };
    socket.work(&shared).await;
    drop(socket);
    shared.hall.meter.sockets.decrement(1.0);
    shared.sockets.fetch_sub(1, Ordering::Relaxed);
}

impl Socket {
    async fn work(&mut self, shared: &Shared) {
        let limits = shared.hall.settings.limits.clone();
        let silence = Duration::from_secs(limits.silence_seconds);
        let mut look = look_every(silence / 3);
        let mut stop = shared.stop.subscribe();
        let outbox = Arc::clone(&self.visit.outbox);
        loop {
            tokio::select! {
                frame = self.web.next() => match frame {
                    Some(Ok(frame)) => if !self.take(frame).await { return },
                    // Frames that are too long, or not UTF-8, or no frames at all.
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a connection broke");
                        return;
                    }
                    None => return,
                },
                () = outbox.changed() => if !self.send_what_waits().await { return },
                _ = look.tick() => if !self.is_alive(silence).await { return },
                _ = stop.changed() => outbox.end(Ending::come_back(crate::hall::closing())),
            }
        }
    }

    /// Takes a frame; false if the connection ends.
    async fn take(&mut self, frame: Frame) -> bool {
        self.heard = Instant::now();
        match frame {
            Frame::Text(text) => self.hear(&text).await,
            Frame::Binary(_) => {
                self.visit.refuse(None, Problem::new("request.bad_json", "messages are JSON texts"));
            }
            Frame::Ping(_) | Frame::Pong(_) => {}
            Frame::Close(_) => return false,
        }
        true
    }

    async fn hear(&mut self, text: &str) {
        if self.bucket.as_ref().is_some_and(|bucket| bucket.check().is_err()) {
            self.too_fast += 1;
            if self.too_fast > MOST_TOO_FAST {
                self.visit.outbox.end(Ending::policy("request.too_fast", "far too many messages"));
            } else {
                self.visit.refuse(
                    crate::visit::id_of(text),
                    Problem::new("request.too_fast", "too many messages; wait a moment"),
                );
            }
            return;
        }
        self.visit.hear(text).await;
    }

    /// Sends what waits; false if the connection ends.
    async fn send_what_waits(&mut self) -> bool {
        let (texts, ending) = self.visit.outbox.take();
        let patience = Duration::from_secs(self.visit.hall.settings.limits.patience_seconds);
        let sent = timeout(patience, async {
            for text in texts {
                self.web.feed(Frame::Text(text)).await?;
            }
            if let Some(Ending { code, problem }) = &ending {
                let closing = Message::Closing { error: problem.clone(), retry: RETRY };
                self.web.feed(Frame::Text(closing.to_text().into())).await?;
                let reason = problem.code.clone().into();
                self.web.feed(Frame::Close(Some(CloseFrame { code: *code, reason }))).await?;
            }
            self.web.flush().await
        });
        let sent = sent.await;
        let is_slow = sent.is_err() || ending.as_ref().is_some_and(|end| end.problem.code == "server.slow");
        if is_slow {
            self.visit.hall.meter.slow_readers.increment(1);
        }
        matches!(sent, Ok(Ok(()))) && ending.is_none()
    }

    /// Looks whether the client is still there; false if the connection ends.
    async fn is_alive(&mut self, silence: Duration) -> bool {
        let quiet = self.heard.elapsed();
        let patience = Duration::from_secs(self.visit.hall.settings.limits.patience_seconds);
        if quiet > silence || self.visit.live.is_none() && quiet > patience {
            self.visit.outbox.end(Ending::policy("server.silent", "nothing came for too long"));
            return true;
        }
        if quiet < silence / 3 {
            return true;
        }
        timeout(patience, self.web.send(Frame::Ping(Vec::new().into()))).await.is_ok_and(|sent| sent.is_ok())
    }
}

fn look_every(period: Duration) -> Interval {
    let mut look = interval(period.max(Duration::from_millis(10)));
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first look comes at once; there is nothing to see yet.
    look.reset();
    look
}
