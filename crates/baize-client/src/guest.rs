//! What a seat knows of its table, from the server's messages. There is no connection in this module.

use baize_games::{AnyTable, find};
use baize_protocol::{
    History, Join, Key, Message, PROTOCOL, Phase, Presence, Proposal, Request, RequestId, SeatState, Step,
    TableId, TableInfo, TableState, Want,
};
use baize_rules::{Language, Problem, Seat, Seed};
use std::collections::VecDeque;
use std::time::Instant;

/// How many steps are kept.
const MOST_STEPS: usize = 1_000;

/// How a client comes to a table.
#[derive(Clone, Debug)]
pub struct Way {
    /// Which table.
    pub table: TableId,
    /// The secret of a link; public tables need none.
    pub secret: Option<Key>,
    /// 128 bits of the client's own: joining again with the same bits gives the same seat.
    pub key: Key,
    /// The name the others see.
    pub name: String,
    /// The token of the seat, if the client has it; it is used instead of joining.
    pub token: Option<Key>,
    /// Asks for the steps after this version; `None` for those from now on.
    pub since: Option<u32>,
}

/// What a message means for the client.
#[derive(Debug)]
pub(crate) enum Meant {
    /// Nothing new.
    Nothing,
    /// The table has changed.
    News,
    /// The server has let the client in.
    Welcome,
    /// Steps are missing: say hello again.
    Gap,
    /// The reply to a request: the version it led to, or why it was refused.
    Reply(RequestId, Result<u32, Problem>),
    /// The connection is closing; come back later.
    Closing,
}

/// A seat's knowledge of its table.
pub(crate) struct Guest {
    way: Way,
    language: Language,
    /// The prefix of request names in this run: reused names would return the answers of an earlier run.
    run: String,
    requests: u32,
    hello: Option<RequestId>,
    pub(crate) seat: Option<Seat>,
    pub(crate) info: Option<TableInfo>,
    pub(crate) state: TableState,
    pub(crate) presence: Option<Presence>,
    pub(crate) version: u32,
    /// The history given for that version.
    history: Option<History>,
    /// When the clocks were last updated.
    pub(crate) told_at: Instant,
    /// The latest steps, and how many there were before them.
    pub(crate) steps: VecDeque<Step>,
    pub(crate) forgotten: usize,
    pub(crate) table: Option<Box<dyn AnyTable>>,
    pub(crate) is_elsewhere: bool,
}

impl Guest {
    pub(crate) fn new(way: Way, language: Language, run: &Key) -> Guest {
        Guest::named(way, language, run.to_hex())
    }

    /// The same person at another table of the server, where the token of the seat is valid too.
    pub(crate) fn moved(&self, table: TableId) -> Guest {
        let way = Way { table, secret: None, since: Some(0), ..self.way.clone() };
        // Request names must differ from those used here.
        Guest::named(way, self.language, format!("{}-next", self.run))
    }

    fn named(way: Way, language: Language, run: String) -> Guest {
        Guest {
            way,
            language,
            run,
            requests: 0,
            hello: None,
            seat: None,
            info: None,
            state: TableState::default(),
            presence: None,
            version: 0,
            history: None,
            told_at: Instant::now(),
            steps: VecDeque::new(),
            forgotten: 0,
            table: None,
            is_elsewhere: false,
        }
    }

    /// A name for a request.
    pub(crate) fn name_request(&mut self) -> RequestId {
        self.requests += 1;
        RequestId::new(format!("{}-{}", self.run, self.requests)).expect("a few ASCII letters are a name")
    }

    /// The first message on a connection.
    pub(crate) fn hello(&mut self) -> String {
        let id = self.name_request();
        self.hello = Some(id.clone());
        let Way { table, secret, key, name, token, since } = self.way.clone();
        let join = Join { secret, seat: None, name, key, player: None };
        let hello = Request::Hello {
            id,
            protocol: PROTOCOL,
            table,
            join: token.is_none().then_some(join),
            token,
            watch: None,
            version: Some(self.version).filter(|version| *version > 0).or(since),
            history: self.history,
            want: vec![Want::Text],
            language: self.language,
        };
        text(&hello)
    }

    pub(crate) fn hear(&mut self, text: &str) -> Result<Meant, Problem> {
        let message: Message = serde_json::from_str(text).map_err(|error| {
            Problem::new("client.away", format!("the server is not one of this game: {error}"))
        })?;
        Ok(match message {
            Message::Welcome { id, version, history, you, info, state, presence, steps, .. } => {
                // A table that was away sends everybody who stayed another welcome, with what is new to them.
                let is_old = self.hello.is_none() && (version < self.version || steps.is_none());
                if is_old || self.hello.as_ref().is_some_and(|hello| *hello != id) {
                    return Ok(Meant::Nothing);
                }
                let next = steps.iter().flatten().next().map_or(0, |step| step.version);
                if self.hello.is_none() && next > self.version + 1 {
                    return Ok(Meant::Gap);
                }
                self.hello = None;
                check_rules(&info)?;
                if let Some(token) = you.token {
                    self.way.token = serde_json::from_value(token.into()).ok();
                }
                (self.seat, self.info, self.presence) = (you.seat, Some(info), Some(presence));
                self.is_elsewhere = false;
                self.state = TableState::default();
                self.advance(version, history, steps.unwrap_or_default(), *state)?;
                Meant::Welcome
            }
            Message::News { version, history, steps, state } => {
                // Without steps, only something outside the log has changed, such as `state.waiting`.
                if steps.is_empty() && version == self.version {
                    self.advance(version, history, steps, *state)?;
                    return Ok(Meant::News);
                }
                if version <= self.version {
                    return Ok(Meant::Nothing);
                }
                if steps.first().is_none_or(|step| step.version > self.version + 1) {
                    return Ok(Meant::Gap);
                }
                self.advance(version, history, steps, *state)?;
                Meant::News
            }
            Message::Done { id, version } => Meant::Reply(id, Ok(version)),
            Message::Refused { id: Some(id), error, .. } => {
                if self.hello.as_ref() == Some(&id) {
                    return Err(error);
                }
                Meant::Reply(id, Err(error))
            }
            // The table is away: clients that stay get another welcome when it is back.
            Message::Refused { id: None, error, .. } if error.code == "server.storage" => Meant::Nothing,
            Message::Refused { id: None, error, .. } => return Err(error),
            Message::Presence(presence) => {
                self.presence = Some(presence);
                Meant::News
            }
            Message::Elsewhere {} => {
                self.is_elsewhere = true;
                Meant::News
            }
            Message::Closing { .. } => Meant::Closing,
            Message::Invitation { .. }
            | Message::Answer { .. }
            | Message::Hinted { .. }
            | Message::Shown { .. }
            | Message::Pong { .. } => Meant::Nothing,
        })
    }

    fn advance(
        &mut self,
        version: u32,
        history: Option<History>,
        steps: Vec<Step>,
        state: TableState,
    ) -> Result<(), Problem> {
        let new = steps.into_iter().filter(|step| step.version > self.version);
        self.steps.extend(new);
        while self.steps.len() > MOST_STEPS {
            self.steps.pop_front();
            self.forgotten += 1;
        }
        (self.version, self.history) = (version, history);
        if state.clocks.is_some() {
            self.told_at = Instant::now();
        }
        let view = state.view.clone();
        self.state = std::mem::take(&mut self.state).with(state);
        if let (Some(view), Some(info)) = (view, &self.info) {
            // What the view hides is dealt at random: nothing that is shown or sent depends on it.
            let seed = Seed::from_text("what a view does not show");
            self.table = Some(find(&info.game)?.seen(&view.value(), &seed)?);
        }
        Ok(())
    }

    pub(crate) const fn token(&self) -> Option<&Key> {
        self.way.token.as_ref()
    }

    pub(crate) fn phase(&self) -> Phase {
        self.state.phase.unwrap_or(Phase::Waiting)
    }

    pub(crate) fn seats(&self) -> &[SeatState] {
        self.state.seats.as_deref().unwrap_or_default()
    }

    pub(crate) fn proposal(&self) -> Option<&Proposal> {
        self.state.proposal.as_ref()?.as_ref()
    }
}

pub(crate) fn text(request: &Request) -> String {
    serde_json::to_string(request).expect("a request can be written as JSON")
}

fn check_rules(info: &TableInfo) -> Result<(), Problem> {
    let game = find(&info.game)?;
    if game.revision() == info.revision {
        return Ok(());
    }
    let (name, here, there) = (game.name(), game.revision(), info.revision);
    let text = format!("the server plays revision {there} of {name}, this program knows revision {here}");
    Err(Problem::new("client.other_rules", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told_that_the_table_is_away_stays() {
        let way = Way {
            table: serde_json::from_str("\"0123456789ab\"").unwrap(),
            secret: None,
            key: Key::from_bytes([7; 16]),
            name: "Ann".to_owned(),
            token: None,
            since: None,
        };
        let mut guest = Guest::new(way, Language::English, &Key::from_bytes([8; 16]));
        let refused = |code: &str| {
            let error = Problem::new(code, "not now");
            Message::Refused { id: None, version: None, error }.to_text()
        };
        assert!(matches!(guest.hear(&refused("server.storage")), Ok(Meant::Nothing)));
        assert!(matches!(guest.hear(&refused("server.slow")), Err(problem) if problem.code == "server.slow"));
    }
}
