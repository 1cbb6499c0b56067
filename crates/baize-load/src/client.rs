//! A scripted client: sits at a table, plays whatever its menu lists, and never gives up a request before it
//! is answered.

use crate::check::{Evidence, told_hash};
use crate::link::FaultyConnection;
use crate::message::{Listed, ServerMessage, You};
use crate::plan::Length;
use crate::table::Field;
use anyhow::Context;
use baize_protocol::{PROTOCOL, Phase};
use baize_rules::Viewer;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

/// How long a client waits for an answer before it asks again, on a network without faults.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it waits on a network with faults, which may have lost the answer.
const IMPATIENCE: Duration = Duration::from_millis(60);
/// How long a client waits before it connects again.
const PAUSE: Duration = Duration::from_millis(50);
/// After how many refusals in a row a client must have misunderstood something.
const MOST_REFUSALS: u32 = 100;

/// How a client comes to its seat.
#[derive(Clone)]
pub(crate) enum WayIn {
    /// With the token of the seat.
    Token(String),
    /// By a link, with a key of its own.
    Link { secret: String, key: String },
}

/// A client between games.
pub(crate) struct Client {
    field: Arc<Field>,
    link: Option<FaultyConnection>,
    /// How many requests it has made. Their ids are never reused: otherwise a late answer from the last table
    /// would be taken for an answer from the next.
    requests: u32,
    /// The source of its moves.
    dice: Pcg64Mcg,
    /// The source of its faults.
    luck: Pcg64Mcg,
}

/// A request that has not been answered yet.
struct Asked {
    id: String,
    text: String,
    first: Instant,
    sent: Instant,
    /// How many connections it was sent over.
    times: u32,
}

/// The kind of a request.
enum What {
    Ready,
    Play { action: String, _permit: OwnedSemaphorePermit },
    Resign,
}

/// A client at a table.
struct Game<'a> {
    /// How many requests the client had made before this game.
    before: u32,
    client: &'a mut Client,
    table: &'a str,
    way_in: WayIn,
    evidence: Evidence,
    hello: Option<Asked>,
    request: Option<(Asked, What)>,
    is_welcome: bool,
    is_ready: bool,
    has_resigned: bool,
    version: u32,
    /// The hash of the log that it was told at that version.
    history: String,
    /// The latest version named in an answer. Nothing more is asked until it has been seen.
    settled: u32,
    phase: Phase,
    is_due: bool,
    actions: String,
    refusals: u32,
    /// What the server last refused, and why.
    refusal: String,
    /// How often in a row the server did not say what was missed.
    untold: u32,
    heard: Instant,
}

/// How often in a row a server may be too busy to say what was missed.
const MOST_UNTOLD: u32 = 20;

/// The server said something that it must not say; trying again is pointless.
#[derive(Debug)]
struct Wrong(String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// The server has lost something that it had acknowledged or shown; the game cannot go on.
#[derive(Debug)]
pub(crate) struct Lost;

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the server has lost something")
    }
}

impl std::error::Error for Lost {}

/// Whether a refusal with this code is temporary.
pub(crate) fn is_passing(code: &str) -> bool {
    ["server.storage", "server.closing", "server.busy"].contains(&code)
}

fn wrong(what: impl Into<String>) -> anyhow::Error {
    Wrong(what.into()).into()
}

impl Client {
    pub(crate) fn new(field: Arc<Field>, seed: u64) -> Client {
        let luck = Pcg64Mcg::seed_from_u64(!seed);
        Client { field, link: None, requests: 0, dice: Pcg64Mcg::seed_from_u64(seed), luck }
    }

    /// Plays at a table until its game is over.
    pub(crate) async fn play(&mut self, table: &str, way_in: WayIn) -> anyhow::Result<Evidence> {
        if let Some(link) = &mut self.link {
            link.lose_what_waits();
        }
        let game = Game {
            before: self.requests,
            client: self,
            table,
            way_in,
            evidence: Evidence::default(),
            hello: None,
            request: None,
            is_welcome: false,
            is_ready: false,
            has_resigned: false,
            version: 0,
            history: String::new(),
            settled: 0,
            phase: Phase::Waiting,
            is_due: false,
            actions: String::new(),
            refusals: 0,
            refusal: String::new(),
            untold: 0,
            heard: Instant::now(),
        };
        game.play().await
    }

    async fn connect(&mut self) -> anyhow::Result<()> {
        let field = &self.field;
        let dice = Pcg64Mcg::seed_from_u64(self.luck.next_u64());
        let link =
            FaultyConnection::new(field.server(), field.plan.faults, dice, Arc::clone(&field.faults)).await?;
        field.sockets.fetch_add(1, Ordering::Relaxed);
        self.link = Some(link);
        Ok(())
    }
}

impl Game<'_> {
    async fn play(mut self) -> anyhow::Result<Evidence> {
        while self.phase != Phase::Over || self.request.is_some() || self.version < self.settled {
            if self.client.field.is_late.load(Ordering::Relaxed) {
                return Err(self.tell_standing().await);
            }
            if self.client.link.is_none() {
                self.reconnect().await;
                continue;
            }
            if let Err(error) = self.step().await {
                if error.is::<Wrong>() || error.is::<Lost>() {
                    return Err(error);
                }
                // The connection broke: connect again and repeat the request.
                self.client.link = None;
                self.client.field.sockets.fetch_sub(1, Ordering::Relaxed);
            }
        }
        Ok(self.evidence)
    }

    /// Describes the game's state for each client still playing, to help find out why it does not end.
    async fn tell_standing(&self) -> anyhow::Error {
        let told = &self.client.field.standings;
        let lock = || told.lock().expect("nothing panics with the standings");
        lock().push((self.table.to_owned(), self.standing()));
        // The other clients notice as soon as they are out of patience.
        tokio::time::sleep(PATIENCE).await;
        let all: Vec<String> = lock()
            .iter()
            .filter(|(table, _)| table == self.table)
            .map(|(_, standing)| standing.clone())
            .collect();
        wrong(format!("table {} does not come to an end\n{}", self.table, all.join("\n")))
    }

    /// Describes the game's state for this client.
    fn standing(&self) -> String {
        let name = |asked: &Asked| {
            let (first, sent) = (asked.first.elapsed().as_millis(), asked.sent.elapsed().as_millis());
            format!("{} for {first} ms, last sent {sent} ms ago over connection {}", asked.text, asked.times)
        };
        let or_none = |asked: Option<&Asked>| asked.map_or_else(|| "nothing".to_owned(), name);
        format!(
            "{:?}: {:?}, version {} of {}, {}connected, {}welcome, {}ready, {}due, {}resigned, refused {} times, last {:?}, heard {} ms ago, \
             says hello: {}, asks: {}",
            self.evidence.viewer,
            self.phase,
            self.version,
            self.settled,
            if self.client.link.is_some() { "" } else { "not " },
            if self.is_welcome { "" } else { "not " },
            if self.is_ready { "" } else { "not " },
            if self.is_due { "" } else { "not " },
            if self.has_resigned { "" } else { "not " },
            self.refusals,
            self.refusal,
            self.heard.elapsed().as_millis(),
            or_none(self.hello.as_ref()),
            or_none(self.request.as_ref().map(|(asked, _)| asked)),
        )
    }

    async fn reconnect(&mut self) {
        (self.is_welcome, self.hello) = (false, None);
        if self.client.connect().await.is_err() {
            tokio::time::sleep(PAUSE).await;
        } else if self.version > 0 {
            self.client.field.reconnects.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Sends the next request, if there is one, and takes the next message.
    async fn step(&mut self) -> anyhow::Result<()> {
        if !self.is_welcome {
            if self.hello.is_none() {
                self.say_hello().await?;
            }
        } else if self.request.is_none() && self.version >= self.settled {
            self.ask_next().await?;
        }
        let patience = if self.client.field.plan.faults.percent > 0 { IMPATIENCE } else { PATIENCE };
        let asked = self.hello.as_ref().or(self.request.as_ref().map(|(asked, _)| asked));
        let until = asked.map_or(self.heard, |asked| asked.sent) + patience;
        match self.link()?.next(until).await? {
            Some(text) => {
                self.heard = Instant::now();
                let message =
                    serde_json::from_str(&text).map_err(|error| wrong(format!("{error}: {text}")))?;
                self.hear(message).await
            }
            None => self.ask_again().await,
        }
    }

    fn link(&mut self) -> anyhow::Result<&mut FaultyConnection> {
        self.client.link.as_mut().context("there is no connection")
    }

    /// Asks again after a long silence: a request, an answer or news may have been lost.
    async fn ask_again(&mut self) -> anyhow::Result<()> {
        let request = self.request.as_mut().map(|(asked, _)| asked);
        let Some(asked) = self.hello.as_mut().or(request) else {
            self.heard = Instant::now();
            self.is_welcome = false;
            return Ok(());
        };
        asked.sent = Instant::now();
        let text = asked.text.clone();
        self.link()?.send(text.into()).await
    }

    /// Whether a request with this id was made at this table.
    fn has_asked(&self, id: &str) -> bool {
        id.strip_prefix('q')
            .and_then(|number| number.parse().ok())
            .is_some_and(|number: u32| number > self.before)
    }

    /// Gives a request an id and sends it; `rest` has its other fields.
    async fn ask(&mut self, rest: &str) -> anyhow::Result<Asked> {
        self.client.requests += 1;
        let id = format!("q{}", self.client.requests);
        let (now, text) = (Instant::now(), format!("{{\"id\":\"{id}\",{rest}}}"));
        let asked = Asked { id, text: text.clone(), first: now, sent: now, times: 1 };
        // If the connection breaks now, the request is sent over the next one.
        let _ = self.link()?.send(text.into()).await;
        Ok(asked)
    }

    async fn say_hello(&mut self) -> anyhow::Result<()> {
        let way_in = match &self.way_in {
            WayIn::Token(token) => format!("\"token\":\"{token}\""),
            WayIn::Link { secret, key } => {
                format!("\"join\":{}", json!({"secret": secret, "key": key, "name": "Script"}))
            }
        };
        let seen = match self.version {
            0 => String::new(),
            version => format!(",\"version\":{version},\"history\":\"{}\"", self.history),
        };
        let table = self.table;
        let hello = format!("\"op\":\"hello\",\"protocol\":{PROTOCOL},\"table\":\"{table}\",{way_in}{seen}");
        self.hello = Some(self.ask(&hello).await?);
        Ok(())
    }

    async fn ask_next(&mut self) -> anyhow::Result<()> {
        let is_stopping = match self.client.field.plan.length {
            Length::Time(_) => self.client.field.is_stopping.load(Ordering::Relaxed),
            Length::Moves(most) => self.is_due && self.evidence.acknowledged.len() as u32 >= most,
        };
        let (request, what) = match self.phase {
            Phase::Waiting if !self.is_ready => ("\"op\":\"ready\"".to_owned(), What::Ready),
            Phase::Playing if is_stopping && !self.has_resigned => {
                ("\"op\":\"resign\"".to_owned(), What::Resign)
            }
            Phase::Playing if self.is_due => {
                let permit = Arc::clone(&self.client.field.in_flight).acquire_owned().await?;
                let action = self.choose()?;
                (format!("\"op\":\"play\",\"action\":{action}"), What::Play { action, _permit: permit })
            }
            _ => return Ok(()),
        };
        self.request = Some((self.ask(&request).await?, what));
        Ok(())
    }

    /// Chooses something from the menu.
    fn choose(&mut self) -> anyhow::Result<String> {
        let menu: Vec<Listed<'_>> = serde_json::from_str(&self.actions)?;
        if menu.is_empty() {
            return Err(wrong("it is this seat's turn, but its menu is empty"));
        }
        let listed = &menu[(self.client.dice.next_u64() % menu.len() as u64) as usize];
        Ok(listed.action.get().to_owned())
    }

    async fn hear(&mut self, message: ServerMessage<'_>) -> anyhow::Result<()> {
        let is_hello = self.hello.as_ref().is_some_and(|asked| message.id == Some(&asked.id));
        let is_request = self.request.as_ref().is_some_and(|(asked, _)| message.id == Some(&asked.id));
        match message.op {
            // A table that was away welcomes everybody who has stayed again, with what is new to them. A
            // hello that arrived twice is answered twice. A table that this client has left may come back
            // meanwhile: that welcome has the id of a hello sent to the old table.
            "welcome"
                if is_hello
                    || self.hello.is_none()
                        && message.id.is_some_and(|id| self.has_asked(id))
                        && message.steps.is_some()
                        && message.version >= Some(self.version) =>
            {
                self.be_welcome(message).await
            }
            "done" if is_request => {
                self.acknowledge(message.version.unwrap_or(0));
                Ok(())
            }
            // A client not yet welcomed may still hear news from the previous table, which is ignored.
            "news" if self.version > 0 => {
                let first = message.steps.as_ref().and_then(|steps| steps.first()).map(|step| step.version);
                if first.is_some_and(|first| first > self.version + 1) {
                    // Something is missing: a hello will fetch it.
                    self.is_welcome = false;
                    return Ok(());
                }
                self.advance(message)
            }
            "refused" if is_hello => {
                self.hello_refused(&message.error.map_or(String::new(), |error| error.code)).await
            }
            // A delayed frame arrived after the table had gone, so it is not known what became of the
            // request.
            "refused"
                if is_request
                    && message.error.as_ref().is_some_and(|error| error.code == "request.no_hello") =>
            {
                self.is_welcome = false;
                Ok(())
            }
            "refused" if is_request => {
                let is_passing = message.error.as_ref().is_some_and(|error| is_passing(&error.code));
                self.refused(&message.error.map_or(String::new(), |error| error.to_string()), is_passing)
            }
            "closing" => Err(anyhow::anyhow!("the server sends its clients away")),
            _ => Ok(()),
        }
    }

    async fn be_welcome(&mut self, message: ServerMessage<'_>) -> anyhow::Result<()> {
        (self.is_welcome, self.hello) = (true, None);
        if let Some(You { seat, token }) = message.you {
            self.evidence.viewer = seat.map(Viewer::Seat);
            if let Some(token) = token {
                self.way_in = WayIn::Token(token.to_owned());
            }
        }
        if self.version > 0 && message.steps.is_none() {
            // A server too busy to read the missed steps in time only shows the current table. This client
            // asks again.
            self.untold += 1;
            return Err(match self.untold {
                ..=MOST_UNTOLD => anyhow::anyhow!("the server has no time to say what was missed"),
                _ => wrong("the server does not say what was missed"),
            });
        }
        self.untold = 0;
        self.advance(message)?;
        if let Some((asked, _)) = &mut self.request {
            asked.sent = Instant::now();
            asked.times += 1;
            let text = asked.text.clone();
            self.link()?.send(text.into()).await?;
        }
        Ok(())
    }

    /// Takes what is new in a message and ignores what is known already.
    fn advance(&mut self, message: ServerMessage<'_>) -> anyhow::Result<()> {
        let ServerMessage { version, history, steps, state, .. } = message;
        let Some(version) = version.filter(|version| *version > self.version) else { return Ok(()) };
        let history = history.ok_or_else(|| wrong("a version without its history"))?;
        for step in steps.iter().flatten().filter(|step| step.version > self.version) {
            if let Some(events) = step.event.events {
                self.evidence.shown.push(told_hash(events.get()));
            }
        }
        self.version = version;
        history.clone_into(&mut self.history);
        let Some(state) = state else { return Ok(()) };
        if let Some(phase) = state.phase {
            self.phase = phase;
        }
        if let Some(view) = state.view {
            view.get().clone_into(&mut self.evidence.view);
        }
        if let Some(actions) = state.actions {
            actions.get().clone_into(&mut self.actions);
        }
        let seat = self.evidence.viewer.and_then(Viewer::seat);
        if let (Some(awaiting), Some(seat)) = (state.awaiting, seat) {
            self.is_due = awaiting.must.contains(&seat);
        }
        Ok(())
    }

    fn acknowledge(&mut self, version: u32) {
        self.settled = self.settled.max(version);
        let refusals = std::mem::take(&mut self.refusals);
        let field = &self.client.field;
        match self.request.take() {
            Some((_, What::Ready)) => self.is_ready = true,
            Some((_, What::Resign)) => self.has_resigned = true,
            Some((asked, What::Play { action, .. })) => {
                field.acknowledged.fetch_add(1, Ordering::Relaxed);
                field.most_sent.fetch_max(asked.times + refusals, Ordering::Relaxed);
                if field.is_measuring.load(Ordering::Relaxed) {
                    self.evidence
                        .latencies
                        .push(asked.first.elapsed().as_micros().min(u128::from(u32::MAX)) as u32);
                }
                self.evidence.acknowledged.push(action);
            }
            None => {}
        }
    }

    async fn hello_refused(&mut self, code: &str) -> anyhow::Result<()> {
        self.hello = None;
        self.refusal = format!("hello: {code}");
        match code {
            // The seat, or something this client has seen, is gone.
            "table.ahead" | "table.forked" | "table.bad_token" | "table.unknown" => Err(Lost.into()),
            code if is_passing(code) || code == "table.crowded" => {
                tokio::time::sleep(PAUSE).await;
                Ok(())
            }
            _ => Err(wrong(format!("the server does not let a client in: {code}"))),
        }
    }

    fn refused(&mut self, why: &str, is_passing: bool) -> anyhow::Result<()> {
        why.clone_into(&mut self.refusal);
        // After a temporary refusal the same id is used again, because a late frame may still carry the
        // request out. A game that cannot be resigned is played to its end.
        if !is_passing {
            self.refusals += 1;
            if self.refusals > MOST_REFUSALS {
                return Err(wrong(format!("refused again and again: {why}")));
            }
            if let Some((_, What::Resign)) = self.request.take() {
                self.has_resigned = true;
            }
        }
        // The reason may be in news that were lost, and no more may follow: a hello will fetch them.
        self.is_welcome = false;
        Ok(())
    }
}
