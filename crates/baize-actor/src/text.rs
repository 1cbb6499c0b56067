//! Parses the texts of the table protocol.

use baize_protocol::{PROTOCOL, Request, RequestId, TableId, Want};
use baize_room::Hello;
use baize_rules::{Problem, clip_to};
use serde::Deserialize;

/// A text received over a connection.
#[derive(Debug)]
pub enum ClientMessage {
    /// Somebody comes to a table.
    Hello(TableId, Box<Hello>),
    /// Somebody makes a request at the table they are at.
    Request(Request),
    /// The text is refused at once.
    Nonsense(Option<RequestId>, Problem),
}

/// Reads a text of the table protocol.
pub fn read(text: &str) -> ClientMessage {
    match serde_json::from_str::<Request>(text) {
        Ok(Request::Hello { id, protocol, table, token, join, watch, version, history, want, language }) => {
            if protocol != PROTOCOL {
                let what = format!("this server speaks protocol {PROTOCOL}");
                return ClientMessage::Nonsense(Some(id), Problem::new("server.protocol", what));
            }
            let text = want.contains(&Want::Text).then_some(language);
            let hello = Hello { id, token, join, watch, version, history, text, older: None };
            ClientMessage::Hello(table, Box::new(hello))
        }
        Ok(request) => ClientMessage::Request(request),
        Err(error) => {
            let what = clip_to(&format!("bad request: {error}"), 300);
            let code = if error.is_data() { "request.bad_request" } else { "request.bad_json" };
            ClientMessage::Nonsense(id_of(text), Problem::new(code, what))
        }
    }
}

/// The id of a request that cannot be parsed otherwise.
pub fn id_of(text: &str) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Named {
        id: RequestId,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}
