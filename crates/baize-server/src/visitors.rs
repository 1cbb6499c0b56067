//! People whom another process of the service brings to tables of this one.

use crate::connection::Connection;
use crate::listen::Shared;
use crate::nodes::{Goodbye, MOST_WAITING, Parcel, SILENCE};
use axum::extract::ws::{Message as Frame, WebSocket};
use baize_rules::Problem;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;

/// So many texts of one visitor wait for the table at most.
const MOST_TEXTS: usize = 64;

/// Serves another process until its connection ends; then all its visitors leave.
pub(crate) async fn serve(shared: Arc<Shared>, mut web: WebSocket) {
    let (parcels, mut waiting) = mpsc::channel::<Vec<u8>>(MOST_WAITING);
    let mut visitors = Visitors { shared, parcels, texts: HashMap::new() };
    loop {
        tokio::select! {
            frame = timeout(2 * SILENCE, web.next()) => match frame {
                Ok(Some(Ok(Frame::Binary(bytes)))) => visitors.take(&bytes),
                Ok(Some(Ok(_))) => visitors.texts.retain(|_, texts| !texts.is_closed()),
                _ => return,
            },
            Some(first) = waiting.recv() => {
                let sent = async {
                    web.feed(Frame::Binary(first.into())).await?;
                    while let Ok(next) = waiting.try_recv() {
                        web.feed(Frame::Binary(next.into())).await?;
                    }
                    web.flush().await
                };
                if !timeout(SILENCE, sent).await.is_ok_and(|sent| sent.is_ok()) {
                    return;
                }
            }
        }
    }
}

struct Visitors {
    shared: Arc<Shared>,
    parcels: mpsc::Sender<Vec<u8>>,
    texts: HashMap<u64, mpsc::Sender<Said>>,
}

/// What a visitor says.
enum Said {
    /// Hello, once more.
    Hello(String),
    /// Anything else.
    Text(String),
}

impl Visitors {
    fn take(&mut self, bytes: &[u8]) {
        match Parcel::from_bytes(bytes) {
            Some((guest, Parcel::Enter(client, hello))) => {
                // Whoever is here already stays who they are, or a seat would fill up with one and the same.
                let Err(hello) = self.say_again(guest, hello) else { return };
                let (to, texts) = mpsc::channel(MOST_TEXTS);
                self.texts.insert(guest, to);
                let visitor = Visitor { guest, client, texts, parcels: self.parcels.clone() };
                tokio::spawn(visitor.stay(Arc::clone(&self.shared), hello));
            }
            Some((guest, Parcel::Text(text))) => {
                let sent = self.texts.get(&guest).map(|texts| texts.try_send(Said::Text(text)));
                if sent.is_some_and(|sent| sent.is_err()) {
                    // Whoever does not wait for the table, or is not at it any more.
                    self.texts.remove(&guest);
                }
            }
            Some((guest, Parcel::Left(_))) => drop(self.texts.remove(&guest)),
            Some((_, Parcel::Here | Parcel::NotHere)) | None => {}
        }
    }

    /// Passes the hello of somebody on who is here already; gives it back if they are not.
    fn say_again(&self, guest: u64, hello: String) -> Result<(), String> {
        let Some(texts) = self.texts.get(&guest) else { return Err(hello) };
        match texts.try_send(Said::Hello(hello)) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(Said::Hello(hello)) | TrySendError::Closed(Said::Hello(hello))) => {
                Err(hello)
            }
            Err(_) => Ok(()),
        }
    }
}

/// Somebody who is connected to another process.
struct Visitor {
    guest: u64,
    client: IpAddr,
    texts: mpsc::Receiver<Said>,
    parcels: mpsc::Sender<Vec<u8>>,
}

impl Visitor {
    async fn stay(mut self, shared: Arc<Shared>, hello: String) {
        let bytes = shared.tables.settings.limits.outgoing_bytes;
        let mut connection = Connection::new(&shared.tables, &shared.limits, self.client, bytes);
        if !self.enter(&mut connection, &hello).await {
            return;
        }
        let outbox = Arc::clone(&connection.outbox);
        loop {
            tokio::select! {
                text = self.texts.recv() => match text {
                    Some(Said::Text(text)) => connection.hear(&text).await,
                    Some(Said::Hello(hello)) => if !self.enter(&mut connection, &hello).await { return },
                    None => return self.send(&Parcel::Left(Some(too_fast()))).await,
                },
                () = outbox.changed() => {
                    let (texts, ending) = outbox.take();
                    for text in texts {
                        self.send(&Parcel::Text(text.as_str().to_owned())).await;
                    }
                    if let Some(ending) = ending {
                        let goodbye = Goodbye { code: ending.code, problem: ending.problem };
                        return self.send(&Parcel::Left(Some(goodbye))).await;
                    }
                }
            }
        }
    }

    /// Whether they have come to the table; the other process is told.
    async fn enter(&self, connection: &mut Connection, hello: &str) -> bool {
        let is_here = connection.come_here(hello).await;
        self.send(&if is_here { Parcel::Here } else { Parcel::NotHere }).await;
        is_here
    }

    async fn send(&self, parcel: &Parcel) {
        // If the other process is gone, its visitors leave.
        let _ = self.parcels.send(parcel.to_bytes(self.guest)).await;
    }
}

/// For whoever has sent more than waits; to those who have left it says nothing.
fn too_fast() -> Goodbye {
    Goodbye { code: 1008, problem: Problem::new("request.too_fast", "far too many messages") }
}
