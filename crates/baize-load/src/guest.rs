//! A client that makes one request after another and waits for each answer, for measurements from outside.

use crate::link::{self, Socket};
use anyhow::{Context, bail, ensure};
use baize_protocol::PROTOCOL;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;

/// The longest wait for any message.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection at a table, and what it knows of it.
pub(crate) struct Guest {
    socket: Socket,
    requests: u32,
    pub(crate) seat: Option<u64>,
    pub(crate) version: u64,
    /// How many bytes the last message had.
    bytes: usize,
    /// The state, each part as last received.
    pub(crate) state: Value,
}

impl Guest {
    /// Connects and says hello; `way` has the fields that say how it comes in.
    pub(crate) async fn hello(server: SocketAddr, table: &str, way: Value) -> anyhow::Result<Guest> {
        Ok(Guest::welcomed(server, table, way).await?.0)
    }

    /// Like [`Guest::hello`], but also returns the welcome and its size in bytes. The state in it moves to
    /// the guest.
    pub(crate) async fn welcomed(
        server: SocketAddr,
        table: &str,
        mut way: Value,
    ) -> anyhow::Result<(Guest, Value, usize)> {
        let socket = link::connect(server).await?;
        let mut guest = Guest { socket, requests: 0, seat: None, version: 0, bytes: 0, state: json!({}) };
        way["op"] = "hello".into();
        way["protocol"] = PROTOCOL.into();
        way["table"] = table.into();
        let welcome = guest.ask(way).await?;
        ensure!(welcome["op"] == "welcome", "no welcome: {welcome}");
        guest.seat = welcome["you"]["seat"].as_u64();
        let bytes = guest.bytes;
        Ok((guest, welcome, bytes))
    }

    /// Sends a request and returns its id.
    pub(crate) async fn send(&mut self, mut request: Value) -> anyhow::Result<String> {
        self.requests += 1;
        let id = format!("q{}", self.requests);
        request["id"] = id.as_str().into();
        self.socket.send(Frame::Text(request.to_string().into())).await?;
        Ok(id)
    }

    /// Sends a request and waits for its reply.
    pub(crate) async fn ask(&mut self, request: Value) -> anyhow::Result<Value> {
        let id = self.send(request).await?;
        loop {
            let message = self.next().await?;
            if message["id"] == id.as_str() {
                return Ok(message);
            }
        }
    }

    /// Takes the next message.
    pub(crate) async fn next(&mut self) -> anyhow::Result<Value> {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.context("nothing comes")?;
            let text = match frame.context("the connection ended")?? {
                Frame::Text(text) => text,
                Frame::Close(why) => bail!("the server has closed the connection: {why:?}"),
                _ => continue,
            };
            self.bytes = text.len();
            let mut message: Value = serde_json::from_str(&text)?;
            if let Some(version) = message["version"].as_u64().filter(|_| message["state"].is_object()) {
                self.version = version;
            }
            if let (Some(new), Some(known)) = (message["state"].as_object_mut(), self.state.as_object_mut()) {
                known.append(new);
            }
            return Ok(message);
        }
    }

    /// Whether this seat must act.
    pub(crate) fn is_due(&self) -> bool {
        let must = self.state["awaiting"]["must"].as_array();
        self.seat.is_some_and(|seat| must.is_some_and(|must| must.iter().any(|one| *one == seat)))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state["phase"] == "over"
    }

    /// An action of the menu, chosen by a number.
    pub(crate) fn choose(&self, number: usize) -> Option<Value> {
        let menu = self.state["actions"].as_array().filter(|menu| !menu.is_empty())?;
        Some(menu[number % menu.len()]["action"].clone())
    }
}
