//! The calls of the HTTP API that need no network.

use crate::letter::Order;
use crate::tables::{Tables, Waiting};
use baize_actor::answers::{self, finished, logged, table_id, unknown, viewer};
use baize_games::find;
use baize_protocol::http::{Health, Leaderboard, OpenTable, Ranking, TableList};
use baize_protocol::{Key, PROTOCOL, Phase};
use baize_room::{Room, player_id};
use baize_rules::{Problem, clip};
use baize_store::{Leaders, ListedTable, Wanted, best, listed};
use serde::Serialize;

/// A call of the API.
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) key: Option<String>,
    pub(crate) body: Option<String>,
}

/// What the browser is asked to find for a call.
pub(crate) enum Asked {
    Rows(Wanted),
    Leaders(Leaders),
    Row(Option<Key>),
    /// The record of a running game only with its seed: whoever has the device has everything anyway.
    Record {
        key: Option<Key>,
        is_running: bool,
    },
    Replay {
        key: Option<Key>,
        seat: Option<String>,
        from: usize,
    },
}

impl Call {
    fn key(&self) -> Result<Option<Key>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let read = serde_json::from_value(key.as_str().into()).ok();
        read.map(Some).ok_or_else(|| Problem::new("request.bad_key", "a token has 32 hexadecimal digits"))
    }

    /// The value of a query parameter.
    fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next()
    }

    fn nowhere(&self) -> Problem {
        Problem::new("request.not_found", format!("{} leads nowhere", clip(&self.path)))
    }
}

impl Tables {
    /// Answers a call, at once or when the browser has found what it needs.
    pub(crate) fn call(&mut self, call: u64, asked: &Call) {
        if let Err(problem) = self.route(call, asked) {
            self.answer::<()>(call, Err(problem));
        }
    }

    fn route(&mut self, call: u64, asked: &Call) -> Result<(), Problem> {
        let parts: Vec<&str> = asked.path.trim_start_matches('/').split('/').collect();
        match (asked.method.as_str(), &parts[..]) {
            ("GET", ["api", "games"]) => self.answer(call, Ok(answers::games())),
            ("GET", ["api", "health"]) => self.answer(call, Ok(health())),
            ("POST", ["api", "tables"] | ["api", "tables", "from-record"]) => {
                let body = asked.body.as_deref().unwrap_or_default();
                let open: OpenTable = serde_json::from_str(body)
                    .map_err(|error| Problem::new("request.bad_request", clip(&error.to_string())))?;
                self.open(call, &open)?;
            }
            ("POST", ["api", "positions"]) => {
                let asked = serde_json::from_str(asked.body.as_deref().unwrap_or_default())
                    .map_err(|error| Problem::new("request.bad_request", clip(&error.to_string())))?;
                let seed = self.fresh_seed();
                self.answer(call, answers::position(&asked, &seed, |_| None));
            }
            ("POST", ["api", "records"]) => {
                let asked = serde_json::from_str(asked.body.as_deref().unwrap_or_default())
                    .map_err(|error| Problem::new("request.bad_request", clip(&error.to_string())))?;
                self.answer(call, answers::recorded(&asked));
            }
            ("GET", ["api", "tables"]) => {
                let phase = asked.parameter("phase").map(|word| serde_json::from_value::<Phase>(word.into()));
                let phase = phase.transpose().map_err(|_| asked.nowhere())?;
                let game = asked.parameter("game").map(str::to_owned);
                self.list(call, Asked::Rows(Wanted { game, phase }));
            }
            ("GET", ["api", "leaderboard", game]) => {
                let by = if find(game)?.has_high_scores() { Ranking::Score } else { Ranking::Share };
                let player = asked.key()?.as_ref().map(player_id);
                let wanted = Leaders { game: (*game).to_owned(), by, player, now: 0, fixed: Vec::new() };
                self.list(call, Asked::Leaders(wanted));
            }
            ("GET", ["api", "tables", table]) => self.look(call, table, Asked::Row(asked.key()?))?,
            ("GET", ["api", "tables", table, "record"]) => {
                let is_running = asked.parameter("running") == Some("true");
                self.look(call, table, Asked::Record { key: asked.key()?, is_running })?;
            }
            ("GET", ["api", "tables", table, "replay"]) => {
                let seat = asked.parameter("seat").map(str::to_owned);
                let from = asked.parameter("from").and_then(|from| from.parse().ok()).unwrap_or(0);
                self.look(call, table, Asked::Replay { key: asked.key()?, seat, from })?;
            }
            _ => return Err(asked.nowhere()),
        }
        Ok(())
    }

    fn list(&mut self, call: u64, asked: Asked) {
        self.ask(Waiting::Call { call, asked }, |id| Order::List { id });
    }

    fn look(&mut self, call: u64, table: &str, asked: Asked) -> Result<(), Problem> {
        let table = table_id(table)?;
        self.ask(Waiting::Call { call, asked }, |id| Order::Read { id, table });
        Ok(())
    }
}

impl Asked {
    /// The answer from the list rows of all tables.
    pub(crate) fn of_listings(&self, listings: &[ListedTable]) -> Result<serde_json::Value, Problem> {
        match self {
            Asked::Rows(wanted) => {
                let rows = listed(listings.iter(), wanted);
                let tables = rows.iter().filter_map(|row| serde_json::from_str(row).ok()).collect();
                Ok(value(&TableList { tables }))
            }
            Asked::Leaders(wanted) => {
                let (game, by) = (wanted.game.clone(), wanted.by);
                Ok(value(&Leaderboard { game, by, leaders: best(listings.iter(), wanted) }))
            }
            Asked::Row(_) | Asked::Record { .. } | Asked::Replay { .. } => Err(unknown()),
        }
    }

    /// The answer from the log of a table, as text.
    pub(crate) fn of_log(&self, log: &[Vec<u8>]) -> Result<String, Problem> {
        match self {
            Asked::Row(key) => Ok(text(&admitted(log, key.as_ref())?.summary().row)),
            Asked::Record { key, is_running: false } => Ok(text(&finished(&admitted(log, key.as_ref())?)?)),
            Asked::Record { key, is_running: true } => {
                let room = admitted(log, key.as_ref())?;
                let begun = room.whole_record();
                let not_begun = || Problem::new("table.not_begun", "the game has not begun");
                Ok(text(&begun.ok_or_else(not_begun)?))
            }
            Asked::Replay { key, seat, from } => {
                let room = admitted(log, key.as_ref())?;
                let wanted = seat.as_deref().map(viewer).transpose()?;
                let own = room.viewer_of(key.as_ref()).ok_or_else(unknown)?;
                Ok(text(&room.replay_for(own, wanted, *from)?))
            }
            Asked::Rows(_) | Asked::Leaders(_) => Err(unknown()),
        }
    }
}

fn admitted(log: &[Vec<u8>], key: Option<&Key>) -> Result<Room, Problem> {
    let room = logged(log, key).map_err(|what| Problem::new("table.damaged", what))?;
    room.ok_or_else(unknown)
}

fn health() -> Health {
    let (status, version) = ("ok".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    Health { status, version, protocol: PROTOCOL, tables: 0, sockets: 0, damaged: 0, forked: 0, faults: 0 }
}

fn value(answer: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(answer).expect("every answer can be written as JSON")
}

fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("every answer can be written as JSON")
}
