//! A server for a test, and clients that talk to it.

use baize_protocol::{History, Message, Moment};
use baize_server::{Server, Settings, World};
use baize_store::{Memory, Store};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The time limit for anything in a test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Settings under which tests do not meet limits by accident.
pub(crate) fn roomy() -> Settings {
    Settings { unlimited: vec!["127.0.0.1".parse().unwrap()], ..Settings::default() }
}

/// A server in memory.
pub(crate) async fn start(settings: Settings) -> Server {
    start_on(settings, Arc::new(Memory::new())).await
}

pub(crate) async fn start_on(settings: Settings, store: Arc<dyn Store>) -> Server {
    Server::start(settings, store, World::real()).await.unwrap()
}

/// A server in memory where no two things happen in the same millisecond: its clock advances by one at every
/// reading.
pub(crate) async fn start_counting(settings: Settings) -> Server {
    let (now, luck) = (AtomicU64::new(1_700_000_000_000), World::real());
    let world = World::new(move || Moment(now.fetch_add(1, Ordering::Relaxed)), move || luck.fresh());
    Server::start(settings, Arc::new(Memory::new()), world).await.unwrap()
}

/// A world in which the same things happen at the same time with the same randomness.
pub(crate) fn fixed_world() -> World {
    let drawn = AtomicU64::new(1);
    let fresh = move || {
        let number = u128::from(drawn.fetch_add(1, Ordering::Relaxed));
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes()
    };
    World::new(|| Moment(1_000_000), fresh)
}

/// A WebSocket connection.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that was received, unchanged.
    pub(crate) heard: Vec<String>,
    /// The last version this client has seen.
    pub(crate) version: u32,
    /// The history it was told at that version.
    pub(crate) history: Option<History>,
    /// The prefix of the ids of this client's requests.
    pub(crate) prefix: &'static str,
    /// The code with which the connection was closed.
    pub(crate) close_code: Option<u16>,
    requests: u32,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.unwrap();
        Client {
            socket,
            heard: Vec::new(),
            version: 0,
            history: None,
            prefix: "q",
            close_code: None,
            requests: 0,
        }
    }

    /// Connects and says hello; `hello` holds what differs between people.
    pub(crate) async fn hello(address: SocketAddr, table: &str, hello: Value) -> (Client, Message) {
        let mut client = Client::connect(address).await;
        let welcome = client.say_hello(table, hello).await;
        (client, welcome)
    }

    pub(crate) async fn say_hello(&mut self, table: &str, hello: Value) -> Message {
        let id = self.send_hello(table, hello).await;
        self.until(|message| reply_id(message) == Some(&id)).await
    }

    /// Says hello without waiting; returns the id of the request.
    pub(crate) async fn send_hello(&mut self, table: &str, mut hello: Value) -> String {
        hello["op"] = "hello".into();
        hello["protocol"] = 1.into();
        hello["table"] = table.into();
        self.send(hello).await
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Frame::Text(text.into())).await.unwrap();
    }

    pub(crate) async fn send_frame(&mut self, frame: Frame) {
        let _ = self.socket.send(frame).await;
    }

    /// Sends a request without waiting; returns its id.
    pub(crate) async fn send(&mut self, mut request: Value) -> String {
        if request.get("id").is_none() {
            self.requests += 1;
            request["id"] = format!("{}{}", self.prefix, self.requests).into();
        }
        self.send_text(&request.to_string()).await;
        request["id"].as_str().unwrap().to_owned()
    }

    /// Sends a request and waits for its reply.
    pub(crate) async fn ask(&mut self, request: Value) -> Message {
        let id = self.send(request).await;
        self.until(|message| reply_id(message) == Some(&id)).await
    }

    /// Sends a request that must succeed.
    pub(crate) async fn done(&mut self, request: Value) -> u32 {
        match self.ask(request.clone()).await {
            Message::Done { version, .. } => version,
            other => panic!("{request}: {other:?}"),
        }
    }

    /// Sends a request that must be refused; returns the code.
    pub(crate) async fn refused(&mut self, request: Value) -> String {
        match self.ask(request.clone()).await {
            Message::Refused { error, .. } => error.code,
            other => panic!("{request}: {other:?}"),
        }
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("something comes");
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    self.heard.push(text.to_string());
                    let message: Message = serde_json::from_str(&text).expect("a message of the protocol");
                    match &message {
                        Message::Welcome { version, history, .. }
                        | Message::News { version, history, .. } => {
                            (self.version, self.history) = (*version, *history);
                        }
                        _ => {}
                    }
                    return Some(message);
                }
                Some(Ok(Frame::Close(close))) => {
                    self.close_code = close.map(|close| close.code.into());
                    return None;
                }
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until a message that is wanted.
    pub(crate) async fn until(&mut self, is_wanted: impl Fn(&Message) -> bool) -> Message {
        loop {
            let message = self.next().await.expect("the connection is open");
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Reads until the server says why the connection ends; returns the reason and the close code.
    pub(crate) async fn until_closed(&mut self) -> (String, Option<u16>) {
        let closing = self.until(|message| matches!(message, Message::Closing { .. })).await;
        let Message::Closing { error, .. } = closing else { unreachable!() };
        while self.next().await.is_some() {}
        (error.code, self.close_code)
    }

    /// Reads until the table has this version.
    pub(crate) async fn until_version(&mut self, version: u32) {
        while self.version < version {
            self.next().await.expect("the connection is open");
        }
    }
}

fn reply_id(message: &Message) -> Option<&str> {
    match message {
        Message::Welcome { id, .. }
        | Message::Done { id, .. }
        | Message::Invitation { id, .. }
        | Message::Answer { id, .. } => Some(id.as_str()),
        Message::Refused { id, .. } => id.as_ref().map(|id| id.as_str()),
        _ => None,
    }
}

/// An HTTP response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

/// Sends a plain HTTP request, written by hand so that nothing is tidied up on the way.
pub(crate) async fn http(address: SocketAddr, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    read.expect("an answer comes").ok();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    get_with(address, path, "").await
}

pub(crate) async fn get_with(address: SocketAddr, path: &str, headers: &str) -> Answer {
    http(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"))
        .await
}

pub(crate) async fn post(address: SocketAddr, path: &str, headers: &str, body: &str) -> Answer {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    );
    http(address, &format!("{head}{headers}\r\n{body}")).await
}

/// A table that was opened.
pub(crate) struct Opened {
    pub(crate) table: String,
    pub(crate) token: String,
    /// The secrets of the links to the seats.
    pub(crate) links: Vec<String>,
    pub(crate) watch: String,
}

pub(crate) async fn open(address: SocketAddr, table: Value) -> Opened {
    let answer = post(address, "/api/tables", "", &table.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let opened = answer.json();
    let secret = |link: &Value| link.as_str().unwrap().split_once('=').unwrap().1.to_owned();
    Opened {
        table: opened["table"].as_str().unwrap().to_owned(),
        token: opened["token"].as_str().unwrap().to_owned(),
        links: opened["links"].as_array().unwrap().iter().map(|link| secret(&link["link"])).collect(),
        watch: secret(&opened["watch"]),
    }
}

pub(crate) fn join(opened: &Opened, link: usize, name: &str) -> Value {
    let key = format!("{:032x}", 1000 + link);
    json!({"join": {"secret": opened.links[link], "name": name, "key": key}})
}

/// A table of two people who have joined and are ready; both clients have seen the start.
pub(crate) async fn two(address: SocketAddr, game: &str) -> (Opened, Client, Client) {
    let opened = open(address, json!({"game": game, "name": "Ann"})).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    let (mut bob, _) = Client::hello(address, &opened.table, join(&opened, 0, "Bob")).await;
    ann.done(json!({"op": "ready"})).await;
    let ready = bob.done(json!({"op": "ready"})).await;
    ann.until_version(ready + 1).await;
    bob.until_version(ready + 1).await;
    (opened, ann, bob)
}
