//! A client at a table: plays whatever the menu lists, and never gives up a request before it is answered.

use crate::luck::Luck;
use crate::message::{
    Awaiting, Event, HeardStep, Listed, PARTS, Picture, Proposal, SeatReady, ServerMessage, You, step_hash,
};
use baize_load::{Evidence, told_hash};
use baize_protocol::{PROTOCOL, Phase, TableId};
use baize_rules::{Problem, Seat, Viewer};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// How a client comes to its table.
#[derive(Clone, Debug)]
pub(crate) enum WayIn {
    Token(String),
    Link { secret: String, key: String },
    Watch(String),
}

/// The kind of a request.
#[derive(Clone, Debug)]
enum What {
    Ready,
    Play { action: String },
    Resign,
    Rematch,
    Other,
}

struct Asked {
    id: String,
    text: String,
    what: What,
}

/// What a client saw, to be compared with the log.
#[derive(Default)]
pub(crate) struct Seen {
    /// The version and hash of each step it was told.
    pub(crate) steps: Vec<(u32, u64)>,
    /// The table as it was shown at a version.
    pub(crate) pictures: Vec<(u32, Picture)>,
    /// Requests that were done: their id and version.
    pub(crate) done: Vec<(String, u32)>,
    /// Those acknowledged, but not yet seen, when an older backup was restored: nobody can prove them.
    pub(crate) unproved: BTreeSet<String>,
    /// Requests that were refused.
    pub(crate) refused: Vec<String>,
    /// All requests that were made.
    pub(crate) asked: BTreeSet<String>,
}

/// A client at a table, or on its way there.
pub(crate) struct Client {
    pub(crate) table: TableId,
    number: usize,
    way_in: WayIn,
    luck: Luck,
    hello: Option<(String, String)>,
    request: Option<Asked>,
    is_welcome: bool,
    is_ready: bool,
    has_resigned: bool,
    /// Whether it wants another game, and has not said so yet.
    likes_rematch: bool,
    pub(crate) viewer: Option<Viewer>,
    version: u32,
    /// The hash of the log that it was told at that version.
    history: String,
    settled: u32,
    phase: Phase,
    is_due: bool,
    proposal: Option<Proposal>,
    answered: u32,
    actions: String,
    view: String,
    requests: u32,
    /// After how many moves of its own it resigns.
    patience: u32,
    picture: Picture,
    pub(crate) seen: Seen,
    /// Everybody's moves that were not taken back: version, hash, seat, and whether it was made for the seat.
    moves: Vec<(u32, u64, Option<Seat>, bool)>,
    acknowledged: BTreeMap<u32, String>,
    undone: BTreeSet<u32>,
    /// Whether an older backup was restored: the client may be told that the table's history has changed.
    may_be_forked: bool,
    /// Whether it was told so, or that what it knows is gone.
    pub(crate) knows_of_fork: bool,
    /// Whether it had gone home before the restore, and so cannot notice it.
    is_past: bool,
    /// Whether the connection it had at the restore is gone,
    is_cut: bool,
    /// and whether it was welcomed over another one since.
    is_back: bool,
}

/// What to do after a message.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) texts: Vec<String>,
    /// Whether the connection is of no more use.
    pub(crate) hangs_up: bool,
}

impl Client {
    pub(crate) fn new(table: TableId, number: usize, way_in: WayIn, seed: u64) -> Client {
        let mut luck = Luck::new(seed, 1_000 + number as u64);
        let (patience, likes_rematch) = (2 + luck.below(24) as u32, luck.one_in(4));
        Client {
            table,
            number,
            way_in,
            luck,
            hello: None,
            request: None,
            is_welcome: false,
            is_ready: false,
            has_resigned: false,
            likes_rematch,
            viewer: None,
            version: 0,
            history: String::new(),
            settled: 0,
            phase: Phase::Waiting,
            is_due: false,
            proposal: None,
            answered: 0,
            actions: String::new(),
            view: String::new(),
            requests: 0,
            patience,
            picture: [0; PARTS.len()],
            seen: Seen::default(),
            moves: Vec::new(),
            acknowledged: BTreeMap::new(),
            undone: BTreeSet::new(),
            may_be_forked: false,
            knows_of_fork: false,
            is_past: false,
            is_cut: true,
            is_back: true,
        }
    }

    /// Notes that an older backup was restored. What was acknowledged but not seen yet cannot be proved.
    pub(crate) fn may_be_forked(&mut self, is_past: bool, is_cut: bool) {
        self.may_be_forked = true;
        self.is_past |= is_past;
        (self.is_cut, self.is_back) = (is_cut, false);
        let unproved = self.seen.done.iter().filter(|(_, version)| *version > self.version);
        self.seen.unproved.extend(unproved.map(|(id, _)| id.clone()));
    }

    /// Whether it cannot have noticed the restore: it had gone home before, or the last messages still on
    /// their way ended its game, and it did not come back.
    pub(crate) const fn cannot_notice(&self) -> bool {
        self.is_past || !self.is_back
    }

    fn seat(&self) -> Option<Seat> {
        self.viewer.and_then(Viewer::seat)
    }

    /// Whether the game is over for this client and no answer is outstanding. After people have left,
    /// computer players may go on for ever.
    pub(crate) fn is_finished(&self) -> bool {
        let is_over = self.phase == Phase::Over || self.has_resigned;
        self.knows_of_fork || is_over && self.request.is_none() && self.version >= self.settled
    }

    /// Whether it is about to ask for another game.
    pub(crate) fn wants_rematch(&self) -> bool {
        self.likes_rematch && self.phase == Phase::Over && self.seat().is_some()
    }

    /// Whether it should be woken soon.
    pub(crate) fn has_something_to_do(&self) -> bool {
        let is_waited_for = match self.phase {
            Phase::Waiting => !self.is_ready && self.seat().is_some(),
            Phase::Playing => self.is_due || self.must_answer().is_some(),
            Phase::Over => true,
        };
        self.is_welcome && self.request.is_none() && (is_waited_for || self.version < self.settled)
    }

    /// Makes the client resign soon.
    pub(crate) fn hurry(&mut self) {
        self.patience = self.patience.min(self.acknowledged.len() as u32 + 2);
    }

    /// Notes that the connection is gone.
    pub(crate) fn lose(&mut self) {
        (self.is_welcome, self.hello) = (false, None);
        self.is_cut = true;
    }

    fn name(&mut self) -> String {
        self.requests += 1;
        format!("c{}-{}", self.number, self.requests)
    }

    fn say_hello(&mut self) -> String {
        let id = self.name();
        let mut hello = json!({"op": "hello", "id": id, "protocol": PROTOCOL, "table": self.table});
        match &self.way_in {
            WayIn::Token(token) => hello["token"] = json!(token),
            WayIn::Link { secret, key } => {
                hello["join"] = json!({"secret": secret, "key": key, "name": "Script"});
            }
            WayIn::Watch(secret) => hello["watch"] = json!(secret),
        }
        // A watcher may come late, and wants to know everything.
        if self.version > 0 || matches!(self.way_in, WayIn::Watch(_)) {
            hello["version"] = json!(self.version);
        }
        if self.version > 0 {
            hello["history"] = json!(self.history);
        }
        let text = hello.to_string();
        self.hello = Some((id, text.clone()));
        text
    }

    /// Returns the next text to send, if any.
    pub(crate) fn wake(&mut self) -> Option<String> {
        if !self.is_welcome {
            // An unanswered hello is repeated.
            return Some(match &self.hello {
                Some((_, text)) => text.clone(),
                None => self.say_hello(),
            });
        }
        if let Some(asked) = &self.request {
            return Some(asked.text.clone());
        }
        if self.version < self.settled {
            // An acknowledged request must be seen, too.
            return Some(self.look_again());
        }
        let (rest, what) = self.next_wish()?;
        let id = self.name();
        let text = format!("{{\"id\":\"{id}\",{rest}}}");
        self.seen.asked.insert(id.clone());
        self.request = Some(Asked { id, text: text.clone(), what });
        Some(text)
    }

    /// Says hello again after a long silence, to find out whether everything is still there.
    pub(crate) fn look_again(&mut self) -> String {
        self.is_welcome = false;
        self.say_hello()
    }

    /// Whether it is only waiting for others.
    pub(crate) fn is_idle(&self) -> bool {
        self.is_welcome && self.request.is_none() && self.version >= self.settled && !self.is_due
    }

    /// The proposal that waits for this client.
    fn must_answer(&self) -> Option<u32> {
        let seat = self.seat()?;
        let open = self.proposal.as_ref().filter(|proposal| proposal.number > self.answered);
        open.filter(|proposal| proposal.waiting.contains(&seat)).map(|proposal| proposal.number)
    }

    fn next_wish(&mut self) -> Option<(String, What)> {
        self.seat()?;
        let op = |op: &str| format!("\"op\":\"{op}\"");
        match self.phase {
            Phase::Waiting if !self.is_ready => Some((op("ready"), What::Ready)),
            Phase::Waiting => None,
            Phase::Over => self.wants_rematch().then(|| (op("rematch"), What::Rematch)),
            Phase::Playing => {
                if let Some(number) = self.must_answer() {
                    let word = ["agree", "decline"][self.luck.index(2)];
                    self.answered = number;
                    return Some((format!("\"op\":\"{word}\",\"proposal\":{number}"), What::Other));
                }
                if self.acknowledged.len() as u32 >= self.patience && !self.has_resigned {
                    return Some((op("resign"), What::Resign));
                }
                match self.luck.below(40) {
                    0 => return Some((format!("{},\"text\":\"well\"", op("chat")), What::Other)),
                    1 => {
                        let what = "\"op\":\"propose\",\"what\":{\"type\":\"TAKEBACK\"}";
                        return Some((what.to_owned(), What::Other));
                    }
                    _ => {}
                }
                if !self.is_due {
                    return None;
                }
                let menu: Vec<Listed<'_>> = serde_json::from_str(&self.actions).ok()?;
                if menu.is_empty() {
                    return None;
                }
                let action = menu[self.luck.index(menu.len())].action.get().to_owned();
                let version = if self.luck.one_in(2) {
                    format!(",\"version\":{}", self.version)
                } else {
                    String::new()
                };
                Some((format!("\"op\":\"play\",\"action\":{action}{version}"), What::Play { action }))
            }
        }
    }

    /// Takes a message. An error means that the server said something it must not say.
    pub(crate) fn hear(&mut self, text: &str) -> Result<Answer, String> {
        let message: ServerMessage<'_> =
            serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
        let is_hello = self.hello.as_ref().is_some_and(|(id, _)| message.id == Some(id));
        let is_request = self.request.as_ref().is_some_and(|asked| message.id == Some(&asked.id));
        let mut answer = Answer::default();
        match message.op {
            "welcome" if is_hello => {
                self.be_welcome(&message)?;
                answer.texts.extend(self.request.as_ref().map(|asked| asked.text.clone()));
            }
            "done" | "invitation" if is_request => self.acknowledge(message.version.unwrap_or(0)),
            "news" if self.is_welcome => {
                let (steps, version) =
                    (message.steps.as_deref().unwrap_or_default(), message.version.unwrap_or(0));
                let is_gap = match steps.first() {
                    Some(first) => first.version > self.version + 1,
                    None => version > self.version,
                };
                if is_gap {
                    self.is_welcome = false;
                    answer.texts.push(self.say_hello());
                } else if version > self.version || steps.is_empty() && version == self.version {
                    self.take(version, &message)?;
                } else {
                    self.note_steps(steps);
                }
            }
            "refused" if is_hello => {
                let problem = message.error.ok_or("a refusal without a reason")?;
                self.hello = None;
                self.knows_of_fork |= self.may_be_forked && is_about_a_fork(&problem.code);
                if !is_passing(&problem.code) && !self.knows_of_fork {
                    return Err(format!("nobody lets c{} in any more: {problem}", self.number));
                }
                answer.hangs_up = true;
            }
            // The server is still answering a hello that arrived twice, so the request reached no table.
            "refused" if is_request && message.error.as_ref().is_some_and(is_about_hello) => {
                self.is_welcome = false;
                answer.texts.push(self.say_hello());
            }
            "refused" if is_request => {
                let is_passing = message.error.is_some_and(|problem| is_passing(&problem.code));
                if let Some(asked) = self.request.take() {
                    // What cannot be done just now is asked for again under another id.
                    self.has_resigned |= matches!(asked.what, What::Resign) && !is_passing;
                    self.likes_rematch &= !matches!(asked.what, What::Rematch);
                    self.seen.refused.push(asked.id);
                }
            }
            "closing" => answer.hangs_up = true,
            _ => {}
        }
        Ok(answer)
    }

    fn be_welcome(&mut self, message: &ServerMessage<'_>) -> Result<(), String> {
        (self.is_welcome, self.hello) = (true, None);
        self.is_back |= self.is_cut;
        if let Some(You { seat, token }) = &message.you {
            self.viewer = Some(seat.map_or(Viewer::Spectator, Viewer::Seat));
            if let Some(token) = token {
                self.way_in = WayIn::Token((*token).to_owned());
            }
        }
        let version = message.version.ok_or("a welcome without a version")?;
        // Something that was acknowledged is gone.
        self.knows_of_fork |= self.may_be_forked && version < self.settled;
        if version < self.version {
            return Err(format!(
                "c{} has seen version {} and is welcomed at {version}",
                self.number, self.version
            ));
        }
        if self.version > 0 && message.steps.is_none() && version > self.version {
            return Err("the server does not say what was missed".to_owned());
        }
        self.picture = [0; PARTS.len()];
        message.state.as_ref().ok_or("a welcome without a state")?;
        self.take(version, message)
    }

    fn note_steps(&mut self, steps: &[HeardStep<'_>]) {
        for step in steps {
            let hash = step_hash(step.at, step.event.get());
            self.seen.steps.push((step.version, hash));
        }
    }

    fn take(&mut self, version: u32, message: &ServerMessage<'_>) -> Result<(), String> {
        let steps = message.steps.as_deref().unwrap_or_default();
        self.note_steps(steps);
        let known = self.version;
        for step in steps.iter().filter(|step| step.version > known) {
            if step.version != self.version + 1 {
                return Err(format!("step {} comes after {}", step.version, self.version));
            }
            self.version = step.version;
            let event: Event<'_> =
                serde_json::from_str(step.event.get()).map_err(|error| error.to_string())?;
            if let Some(events) = event.events {
                let hash = told_hash(events.get());
                let is_made_for = event.by.is_some() && event.r#type == "ACTED";
                self.moves.push((step.version, hash, event.seat, is_made_for));
            }
            // Running out of time counts as leaving, too.
            self.has_resigned |= event.r#type == "LEFT" && event.seat.is_some() && event.seat == self.seat();
            if event.r#type == "TAKEN_BACK" {
                for _ in 0..event.actions.unwrap_or(0) {
                    self.undone.extend(self.moves.pop().map(|(version, ..)| version));
                }
            }
        }
        if version < self.version {
            return Err(format!("version {version} with step {}", self.version));
        }
        self.version = version;
        message.history.ok_or("a version without its history")?.clone_into(&mut self.history);
        let Some(state) = &message.state else { return Ok(()) };
        self.picture = state.over(self.picture);
        self.seen.pictures.push((version, self.picture));
        if let Some(phase) = state.phase {
            self.phase = serde_json::from_str(phase.get()).map_err(|error| error.to_string())?;
        }
        if let (Some(seats), Some(seat), true) = (state.seats, self.seat(), self.may_be_forked) {
            // The backup may not know that this seat was ready.
            let seats: Vec<SeatReady> =
                serde_json::from_str(seats.get()).map_err(|error| error.to_string())?;
            self.is_ready &= seats.get(seat.index()).is_some_and(|seat| seat.is_ready);
        }
        if let Some(view) = state.view {
            view.get().clone_into(&mut self.view);
        }
        if let Some(actions) = state.actions {
            actions.get().clone_into(&mut self.actions);
        }
        if let Some(proposal) = state.proposal {
            self.proposal = serde_json::from_str(proposal.get()).map_err(|error| error.to_string())?;
        }
        if let (Some(awaiting), Some(seat)) = (state.awaiting, self.seat()) {
            let awaiting: Awaiting =
                serde_json::from_str(awaiting.get()).map_err(|error| error.to_string())?;
            self.is_due = awaiting.must.contains(&seat) && self.phase == Phase::Playing;
        }
        Ok(())
    }

    fn acknowledge(&mut self, version: u32) {
        self.settled = self.settled.max(version);
        let Some(Asked { id, what, .. }) = self.request.take() else { return };
        match what {
            What::Ready => self.is_ready = true,
            What::Resign => self.has_resigned = true,
            What::Rematch => self.likes_rematch = false,
            What::Play { action } => drop(self.acknowledged.insert(version, action)),
            What::Other => {}
        }
        self.seen.done.push((id, version));
    }

    /// What the client can testify to, given the ids of the requests that are in the log.
    pub(crate) fn evidence(&self, logged: &BTreeSet<&str>) -> Evidence {
        let is_lost = |id: &str| self.seen.unproved.contains(id) && !logged.contains(id);
        let lost: BTreeSet<u32> =
            self.seen.done.iter().filter(|(id, _)| is_lost(id)).map(|(_, version)| *version).collect();
        let kept = self.acknowledged.iter();
        let kept = kept.filter(|(version, _)| !self.undone.contains(version) && !lost.contains(version));
        let own = |(_, _, seat, is_made_for): &&(u32, u64, Option<Seat>, bool)| {
            *is_made_for && *seat == self.seat()
        };
        Evidence {
            // A client that left before the end cannot testify to all of the game.
            viewer: self.viewer.filter(|_| self.phase == Phase::Over),
            acknowledged: kept.map(|(_, action)| action.clone()).collect(),
            made_for: self.moves.iter().filter(own).count(),
            shown: self.moves.iter().map(|(_, hash, ..)| *hash).collect(),
            view: self.view.clone(),
            latencies: Vec::new(),
        }
    }

    /// Describes the client's state, to help find out why a table is stuck.
    pub(crate) fn describe(&self) -> String {
        let asked = self.request.as_ref().map(|asked| asked.text.as_str());
        format!(
            "c{} as {:?} at version {} ({:?}), welcome {}, due {}, asks {asked:?}",
            self.number, self.viewer, self.version, self.phase, self.is_welcome, self.is_due
        )
    }

    pub(crate) fn acknowledgements(&self) -> u64 {
        self.seen.done.len() as u64
    }
}

/// Whether this code tells a client that its table, seat or history is not in the log.
fn is_about_a_fork(code: &str) -> bool {
    matches!(code, "table.forked" | "table.ahead" | "table.unknown" | "table.bad_token" | "table.bad_secret")
}

/// Whether a request was refused because its sender was not at the table: nothing was done or refused for
/// good.
fn is_about_hello(problem: &Problem) -> bool {
    problem.code == "request.no_hello"
}

/// Whether a refusal with this code is temporary, so that trying again makes sense.
fn is_passing(code: &str) -> bool {
    matches!(code, "server.busy" | "server.closing" | "server.storage" | "server.fault")
}
