//! One WebSocket connection.

use crate::connection::Connection;
use crate::limits::Bucket;
use crate::listen::{Peer, Shared};
use crate::outbox::{Ending, Outbox};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use baize_actor::id_of;
use baize_protocol::{MOST_FRAME, Message};
use baize_rules::Problem;
use futures_util::{SinkExt, StreamExt};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// Milliseconds after which a client that was disconnected should come back.
const RETRY: u32 = 1_000;
/// How much later to check something that expires, so that it has expired by then.
const A_MOMENT: Duration = Duration::from_millis(5);
/// How many messages beyond the limit are refused before the connection ends.
const MOST_TOO_FAST: u32 = 50;

/// A WebSocket connection.
struct Socket {
    connection: Connection,
    web: WebSocket,
    bucket: Option<Bucket>,
    too_fast: u32,
    heard: Instant,
    /// Since when it has been at no table.
    homeless: Option<Instant>,
    peer: Peer,
}

/// Serves a connection until it ends.
pub(crate) async fn serve(shared: Arc<Shared>, web: WebSocket, client: IpAddr, peer: Peer) {
    shared.sockets.fetch_add(1, Ordering::Relaxed);
    shared.tables.meter.sockets.increment(1.0);
    let limits = &shared.tables.settings.limits;
    let mut socket = Socket {
        connection: Connection::new(
            &shared.tables,
            &shared.limits,
            client,
            Outbox::new(limits.outgoing_bytes),
        ),
        bucket: shared.limits.bucket(client),
        too_fast: 0,
        heard: Instant::now(),
        homeless: Some(Instant::now()),
        peer,
        web,
    };
    socket.work(&shared).await;
    drop(socket);
    shared.tables.meter.sockets.decrement(1.0);
    shared.sockets.fetch_sub(1, Ordering::Relaxed);
}

impl Socket {
    async fn work(&mut self, shared: &Shared) {
        let limits = shared.tables.settings.limits.clone();
        let silence = Duration::from_secs(limits.silence_seconds);
        let mut look = look_every(silence / 3);
        // Clients that have not come to a table by then are disconnected.
        look.reset_after(Duration::from_secs(limits.patience_seconds).min(silence / 3) + A_MOMENT);
        let mut stop = shared.stop.subscribe();
        // One wait for the whole stay, as all connections share a list of waiters.
        let stopping = stop.changed();
        tokio::pin!(stopping);
        let mut is_stopping = false;
        let outbox = Arc::clone(&self.connection.outbox);
        loop {
            tokio::select! {
                frame = self.web.next() => match frame {
                    Some(Ok(frame)) => if !self.take(frame).await { return },
                    // A frame that is much too long, not UTF-8, or no frame at all.
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a connection broke");
                        if error.to_string().contains("too long") {
                            self.end_too_long();
                            self.send_what_waits().await;
                        }
                        return;
                    }
                    None => return,
                },
                () = outbox.changed() => if !self.send_what_waits().await { return },
                _ = look.tick() => if !self.is_alive(silence).await { return },
                _ = &mut stopping, if !is_stopping => {
                    is_stopping = true;
                    outbox.end(Ending::come_back(crate::tables::closing()));
                }
            }
        }
    }

    /// Handles a frame; false if the connection ends.
    async fn take(&mut self, frame: Frame) -> bool {
        self.heard = Instant::now();
        if let Frame::Close(_) = frame {
            return false;
        }
        if length(&frame) > MOST_FRAME {
            self.end_too_long();
            return true;
        }
        // Every frame counts: even empty ones cost something.
        if self.bucket.as_ref().is_some_and(|bucket| bucket.check().is_err()) {
            self.slow_down(&frame);
            return true;
        }
        match frame {
            Frame::Text(text) => {
                self.connection.hear(&text).await;
                let since = self.homeless.unwrap_or(self.heard);
                self.homeless = (!self.connection.is_at_a_table()).then_some(since);
            }
            Frame::Binary(_) => {
                self.connection.refuse(None, Problem::new("request.bad_json", "messages are JSON texts"));
            }
            Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) => {}
        }
        true
    }

    /// Refuses a frame that came too fast; after many of them the connection ends.
    fn slow_down(&mut self, frame: &Frame) {
        self.too_fast += 1;
        if self.too_fast > MOST_TOO_FAST {
            self.connection.outbox.end(Ending::policy("request.too_fast", "far too many messages"));
        } else if let Frame::Text(text) = frame {
            let problem = Problem::new("request.too_fast", "too many messages; wait a moment");
            self.connection.refuse(id_of(text), problem);
        }
    }

    fn end_too_long(&self) {
        let text = format!("a message has at most {MOST_FRAME} bytes");
        let problem = Problem::new("request.too_long", text);
        self.connection.outbox.end(Ending { code: 1009, problem });
    }

    /// Sends what is waiting; false if the connection ends.
    async fn send_what_waits(&mut self) -> bool {
        let (texts, ending) = self.connection.outbox.take();
        if ending.is_some() {
            // Go on reading, so that the client learns why it was disconnected.
            self.peer.is_gentle.store(true, Ordering::Relaxed);
        }
        let patience = Duration::from_secs(self.connection.tables.settings.limits.patience_seconds);
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
            self.connection.tables.meter.slow_readers.increment(1);
        }
        matches!(sent, Ok(Ok(()))) && ending.is_none()
    }

    /// Checks whether the client is still there; false if the connection ends.
    async fn is_alive(&mut self, silence: Duration) -> bool {
        let quiet = self.heard.elapsed();
        let patience = Duration::from_secs(self.connection.tables.settings.limits.patience_seconds);
        let is_homeless = self.homeless.is_some_and(|since| since.elapsed() > patience);
        if quiet > silence || is_homeless {
            self.connection.outbox.end(Ending::policy("server.silent", "nothing came for too long"));
            return true;
        }
        if quiet < silence / 3 {
            return true;
        }
        timeout(patience, self.web.send(Frame::Ping(Vec::new().into()))).await.is_ok_and(|sent| sent.is_ok())
    }
}

/// How many bytes a frame carries.
fn length(frame: &Frame) -> usize {
    match frame {
        Frame::Text(text) => text.len(),
        Frame::Binary(bytes) | Frame::Ping(bytes) | Frame::Pong(bytes) => bytes.len(),
        Frame::Close(_) => 0,
    }
}

fn look_every(period: Duration) -> Interval {
    let mut look = interval(period.max(Duration::from_millis(10)));
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once; there is nothing to check yet.
    look.reset();
    look
}
