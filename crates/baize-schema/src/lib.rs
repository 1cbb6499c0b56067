//! One vocabulary, from the Rust types to everything that uses their JSON.
//!
//! Every type that a game reads or writes describes its own JSON (`Described` in `baize-rules`). A
//! [`Vocabulary`] gathers all types of one game. From it come JSON Schema ([`schema`]), TypeScript
//! ([`typescript`], [`games_typescript`]), the summary of options and questions ([`summary`]) and the page
//! about the game's payloads ([`page`]). `docs/decisions/0009-vocabulary.md` says why.
//!
//! ```
//! let othello = baize_schema::Vocabulary::of(baize_games::find("othello").unwrap());
//! let schema = baize_schema::schema(&othello);
//! assert_eq!(schema["$defs"]["OthelloSquare"]["pattern"], "^[a-h][1-8]$");
//! ```
#![forbid(unsafe_code)]

mod choices;
mod page;
mod protocol;
mod review;
mod typescript;
mod vocabulary;

pub use choices::summary;
pub use page::page;
pub use protocol::{game_schema, protocol_schema, schema};
pub use review::{review_schema, review_typescript};
pub use typescript::{games_typescript, typescript};
pub use vocabulary::Vocabulary;
