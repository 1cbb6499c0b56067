//! Questions to the game, and requests for advice.

use crate::GuestId;
use baize_games::AnyTable;
use baize_protocol::{Json, Message, RequestId};
use baize_rules::{Problem, Seed, Viewer};
use serde_json::Value;
use std::fmt;

/// A question to the game, answered from what the asker sees.
pub struct Question {
    /// Who asks.
    pub from: GuestId,
    /// The client's name for the request.
    pub id: RequestId,
    /// The table when the question was asked.
    pub table: Box<dyn AnyTable>,
    /// Through whose eyes it is answered.
    pub viewer: Viewer,
    /// The question.
    pub query: Value,
    /// Set if advice is wanted instead of an answer: the source of the adviser's chance.
    pub advice: Option<Seed>,
}

impl Question {
    /// The reply as sent over the wire: `known` if the answer needs no rules, otherwise the rules' answer.
    pub fn answer(&self, known: Option<Result<Value, Problem>>) -> String {
        let id = self.id.clone();
        match known.unwrap_or_else(|| self.table.answer(self.viewer, &self.query)) {
            Ok(answer) => Message::Answer { id, answer: Json::of(&answer) }.to_text(),
            Err(error) => Message::Refused { id: Some(id), version: None, error }.to_text(),
        }
    }

    /// The reply with advice, as sent over the wire: an action and what the adviser says about it. Adds what
    /// a menu would show beside the action.
    pub fn advise(&self, advice: Result<(Value, Value), Problem>) -> String {
        let id = self.id.clone();
        match advice {
            Ok((action, info)) => {
                let mut info = if info.is_object() { info } else { serde_json::json!({}) };
                let menu = self.viewer.seat().map(|seat| self.table.menu(seat).actions).unwrap_or_default();
                let listed = menu.into_iter().find(|listed| listed.action.value() == action);
                if let (Some(listed), Some(fields)) = (listed, info.as_object_mut()) {
                    fields.extend(listed.remarks);
                }
                Message::Hinted { id, action: Json::of(&action), info: Json::of(&info) }.to_text()
            }
            Err(error) => Message::Refused { id: Some(id), version: None, error }.to_text(),
        }
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a question from {:?}", self.from)
    }
}
