//! People whom another process of the service brings to tables of this one.

use crate::connection::Connection;
use crate::listen::Shared;
use crate::nodes::{Frames, Goodbye, MOST_WAITING, Parcel, SILENCE};
use crate::outbox::{Departures, Ending, Outbox};
use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use baize_rules::Problem;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

/// The most texts of one visitor waiting for the table.
const MOST_TEXTS: usize = 64;

/// Serves another process until its connection ends; then all its visitors leave.
pub(crate) async fn serve(shared: Arc<Shared>, mut web: WebSocket, takes_many: bool) {
    let (parcels, mut waiting) = mpsc::channel::<Vec<u8>>(MOST_WAITING);
    let departures = Arc::<Departures>::default();
    let mut frames = Frames::new(takes_many);
    let mut visitors =
        Visitors { shared, parcels, departures: Arc::clone(&departures), visitors: HashMap::new() };
    loop {
        tokio::select! {
            frame = timeout(2 * SILENCE, web.next()) => match frame {
                Ok(Some(Ok(Frame::Binary(bytes)))) => visitors.take(&bytes, &mut frames),
                Ok(Some(Ok(_))) => visitors.visitors.retain(|_, visitor| !visitor.texts.is_closed()),
                _ => return,
            },
            Some(first) = waiting.recv() => frames.add(first),
            () = departures.arrived() => {}
        }
        while let Ok(next) = waiting.try_recv() {
            frames.add(next);
        }
        visitors.collect(&mut frames);
        let sent = async {
            for frame in frames.take() {
                web.feed(Frame::Binary(frame.into())).await?;
            }
            web.flush().await
        };
        if !timeout(SILENCE, sent).await.is_ok_and(|sent| sent.is_ok()) {
            return;
        }
    }
}

struct Visitors {
    shared: Arc<Shared>,
    parcels: mpsc::Sender<Vec<u8>>,
    departures: Arc<Departures>,
    visitors: HashMap<u64, Here>,
}

/// A visitor, as seen by the task that talks to the other process.
struct Here {
    texts: mpsc::Sender<Said>,
    outbox: Arc<Outbox>,
}

/// What a visitor says.
enum Said {
    /// Another hello.
    Hello(String),
    /// Anything else.
    Text(Utf8Bytes),
}

impl Visitors {
    fn take(&mut self, frame: &Bytes, frames: &mut Frames) {
        for (guest, parcel) in Parcel::all_from(frame) {
            match parcel {
                Parcel::Enter(client, hello) => {
                    // A visitor who is already here stays the same guest, or one person would fill up a seat.
                    if let Err(hello) = self.say_again(guest, hello) {
                        self.come(guest, client, hello);
                    }
                }
                Parcel::Text(text) => {
                    let sent =
                        self.visitors.get(&guest).map(|visitor| visitor.texts.try_send(Said::Text(text)));
                    if sent.is_some_and(|sent| sent.is_err()) {
                        // The visitor does not wait for the table, or is no longer at it.
                        self.visitors.remove(&guest);
                        frames.add(Parcel::Left(Some(too_fast())).to_bytes(guest));
                    }
                }
                Parcel::Left(_) => drop(self.visitors.remove(&guest)),
                Parcel::Here | Parcel::NotHere => {}
            }
        }
    }

    fn come(&mut self, guest: u64, client: IpAddr, hello: String) {
        let (to, texts) = mpsc::channel(MOST_TEXTS);
        let tables = &self.shared.tables;
        let outbox = Outbox::carried(tables.settings.limits.outgoing_bytes, &self.departures, guest);
        let connection = Connection::new(tables, &self.shared.limits, client, outbox);
        let outbox = Arc::clone(&connection.outbox);
        self.visitors.insert(guest, Here { texts: to, outbox });
        let visitor = Visitor { guest, connection, texts, parcels: self.parcels.clone() };
        tokio::spawn(visitor.stay(hello));
    }

    /// Passes on the hello of a visitor who is already here; returns it if they are not.
    fn say_again(&self, guest: u64, hello: String) -> Result<(), String> {
        let Some(visitor) = self.visitors.get(&guest) else { return Err(hello) };
        match visitor.texts.try_send(Said::Hello(hello)) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(Said::Hello(hello)) | TrySendError::Closed(Said::Hello(hello))) => {
                Err(hello)
            }
            Err(_) => Ok(()),
        }
    }

    /// Collects what is waiting for the other process, and removes visitors whose stay has ended.
    fn collect(&mut self, frames: &mut Frames) {
        for guest in self.departures.take() {
            let Some(visitor) = self.visitors.get(&guest) else { continue };
            let (texts, ending) = visitor.outbox.take();
            texts.iter().for_each(|text| frames.add_text(guest, text));
            if let Some(Ending { code, problem }) = ending {
                self.visitors.remove(&guest);
                frames.add(Parcel::Left(Some(Goodbye { code, problem })).to_bytes(guest));
            }
        }
    }
}

/// Somebody who is connected to another process.
struct Visitor {
    guest: u64,
    connection: Connection,
    texts: mpsc::Receiver<Said>,
    parcels: mpsc::Sender<Vec<u8>>,
}

impl Visitor {
    /// Stays as long as the other process passes on what the visitor says.
    async fn stay(mut self, hello: String) {
        let mut said = Some(Said::Hello(hello));
        while let Some(text) = said {
            match text {
                Said::Text(text) => self.connection.hear(&text).await,
                Said::Hello(hello) => {
                    let is_here = self.connection.come_here(&hello).await;
                    let told = if is_here { Parcel::Here } else { Parcel::NotHere };
                    // If the other process is gone, its visitors leave.
                    let _ = self.parcels.send(told.to_bytes(self.guest)).await;
                    if !is_here {
                        return;
                    }
                }
            }
            said = self.texts.recv().await;
        }
    }
}

/// For visitors who have sent more than may wait; those who have already left are not affected.
fn too_fast() -> Goodbye {
    Goodbye { code: 1008, problem: Problem::new("request.too_fast", "far too many messages") }
}
