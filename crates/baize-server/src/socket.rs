//! One WebSocket connection.

use crate::accept::Shared;
use crate::door::{Bucket, Pass};
use crate::live::Live;
use crate::outbox::{Ending, Outbox};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use baize_protocol::{Message, PROTOCOL, Request, RequestId, Want};
use baize_room::{GuestId, Hello, Input};
use baize_rules::{Problem, clip_to};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// Milliseconds after which a client that was sent away should come back.
const RETRY: u32 = 1_000;
/// So many messages beyond its limit are refused; then the connection ends.
const MOST_TOO_FAST: u32 = 50;

static NEXT_GUEST: AtomicU64 = AtomicU64::new(1);

/// A connection and where it is.
struct Socket {
    shared: Arc<Shared>,
    web: WebSocket,
    guest: GuestId,
    outbox: Arc<Outbox>,
    live: Option<Arc<Live>>,
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
        outbox: Arc::new(Outbox::new(limits.outgoing_bytes)),
        bucket: shared.door.bucket(client),
        guest: GuestId(NEXT_GUEST.fetch_add(1, Ordering::Relaxed)),
        live: None,
        too_fast: 0,
        heard: Instant::now(),
        web,
        shared: Arc::clone(&shared),
    };
    socket.work().await;
    if let Some(live) = &socket.live {
        live.leave(socket.guest);
    }
    shared.hall.meter.sockets.decrement(1.0);
    shared.sockets.fetch_sub(1, Ordering::Relaxed);
}

impl Socket {
    async fn work(&mut self) {
        let limits = self.shared.hall.settings.limits.clone();
        let silence = Duration::from_secs(limits.silence_seconds);
        let mut look = look_every(silence / 3);
        let mut stop = self.shared.stop.subscribe();
        let outbox = Arc::clone(&self.outbox);
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
                self.refuse(None, Problem::new("request.bad_json", "messages are JSON texts"));
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
                self.outbox.end(Ending::policy("request.too_fast", "far too many messages"));
            } else {
                self.refuse(
                    id_of(text),
                    Problem::new("request.too_fast", "too many messages; wait a moment"),
                );
            }
            return;
        }
        match serde_json::from_str::<Request>(text) {
            Ok(Request::Hello { id, protocol, table, token, join, watch, version, want, language }) => {
                if protocol != PROTOCOL {
                    let what = format!("this server speaks protocol {PROTOCOL}");
                    return self.refuse(Some(id), Problem::new("server.protocol", what));
                }
                let text = want.contains(&Want::Text).then_some(language);
                let hello = Hello { id, token, join, watch, version, text, older: Vec::new() };
                self.come_to(table, hello).await;
            }
            Ok(request) => match &self.live {
                Some(live) => live.handle(Input::Request { guest: self.guest, request }),
                None => {
                    let id = request.id().clone();
                    self.refuse(Some(id), Problem::new("request.no_hello", "say hello to a table first"));
                }
            },
            Err(error) => {
                let what = clip_to(&format!("bad request: {error}"), 300);
                let code = if error.is_data() { "request.bad_request" } else { "request.bad_json" };
                self.refuse(id_of(text), Problem::new(code, what));
            }
        }
    }

    async fn come_to(&mut self, table: baize_protocol::TableId, hello: Hello) {
        let hello = Box::new(hello);
        if let Some(old) = self.live.take_if(|live| live.id() != table) {
            old.leave(self.guest);
        }
        // A table that could not write its log is opened again, once.
        for _ in 0..2 {
            match self.shared.hall.find(table).await {
                Ok(live) => {
                    if live.enter(self.guest, &self.outbox, hello.clone()) {
                        self.live = Some(live);
                        return;
                    }
                }
                Err(problem) => return self.refuse(Some(hello.id), problem),
            }
        }
        self.refuse(
            Some(hello.id),
            Problem::new("server.storage", "the table cannot be opened now; try again later"),
        );
    }

    fn refuse(&self, id: Option<RequestId>, error: Problem) {
        self.shared.hall.meter.refusals.increment(1);
        self.outbox.push(Message::Refused { id, version: None, error }.to_text().into());
    }

    /// Sends what waits; false if the connection ends.
    async fn send_what_waits(&mut self) -> bool {
        let (texts, ending) = self.outbox.take();
        let patience = Duration::from_secs(self.shared.hall.settings.limits.patience_seconds);
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
            self.shared.hall.meter.slow_readers.increment(1);
        }
        matches!(sent, Ok(Ok(()))) && ending.is_none()
    }

    /// Looks whether the client is still there; false if the connection ends.
    async fn is_alive(&mut self, silence: Duration) -> bool {
        let quiet = self.heard.elapsed();
        let patience = Duration::from_secs(self.shared.hall.settings.limits.patience_seconds);
        if quiet > silence || self.live.is_none() && quiet > patience {
            self.outbox.end(Ending::policy("server.silent", "nothing came for too long"));
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

/// The id of a request that cannot be read otherwise.
fn id_of(text: &str) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Named {
        id: RequestId,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}
