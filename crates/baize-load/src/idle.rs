//! Connections that only listen.

use crate::link::Socket;
use crate::plan::{LoadPlan, LoadProgress};
use crate::{http, link};
use anyhow::Context;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::net::SocketAddr;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message as Frame;

/// How many connections watch one table.
const PER_TABLE: u32 = 100;
/// How many connect at once.
const AT_ONCE: usize = 64;

/// Makes the connections that only listen. They close when the returned value is dropped.
pub(crate) async fn sit(
    plan: &LoadPlan,
    server: SocketAddr,
    progress: &impl Fn(LoadProgress),
) -> anyhow::Result<JoinSet<()>> {
    let mut listeners = JoinSet::new();
    let mut arriving = JoinSet::new();
    let mut table = String::new();
    for number in 0..plan.idle {
        if number % PER_TABLE == 0 {
            let open = json!({"game": plan.games[0], "isPublic": true});
            let opened = http::post(server, "/api/tables", &open).await?;
            table = opened["table"].as_str().context("a table has an id")?.to_owned();
        }
        arriving.spawn(arrive(server, table.clone()));
        if arriving.len() >= AT_ONCE || number + 1 == plan.idle {
            let rest = if number + 1 == plan.idle { 0 } else { AT_ONCE - 1 };
            while arriving.len() > rest {
                let socket = arriving.join_next().await.context("somebody is arriving")???;
                listeners.spawn(listen(socket));
            }
            progress(LoadProgress::Idle { sockets: number + 1 });
        }
    }
    Ok(listeners)
}

/// Connects to a table to watch, and waits for the welcome.
async fn arrive(server: SocketAddr, table: String) -> anyhow::Result<Socket> {
    let mut socket = link::connect(server).await?;
    let hello = json!({"op": "hello", "id": "hello", "protocol": baize_protocol::PROTOCOL, "table": table});
    socket.send(Frame::Text(hello.to_string().into())).await?;
    while let Some(frame) = socket.next().await {
        if frame?.to_text().is_ok_and(|text| text.contains("\"welcome\"")) {
            break;
        }
    }
    Ok(socket)
}

async fn listen(mut socket: Socket) {
    // Reading also answers pings.
    while let Some(Ok(_)) = socket.next().await {}
}
