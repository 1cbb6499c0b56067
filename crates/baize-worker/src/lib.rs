//! Tables, rules and computer players in a browser.
//!
//! The same rooms as on a server, compiled to WebAssembly. A [`Worker`] is driven by texts: one JSON text in, one out
//! ([`Worker::handle`]). What comes in is what connections say, calls of the HTTP API, the time, and what the browser's
//! storage has done; what goes out is what to send, what to write and what to think about. The browser brings the rest:
//! `web/src/offline` has IndexedDB, the timers and further workers for computer players, which have the same module
//! inside and are given [`Job`]s. `docs/offline.md` describes the whole.
//!
//! ```
//! use baize_worker::Worker;
//!
//! let mut worker = Worker::new(Default::default());
//! let time = r#""time":{"steady":0,"wall":1700000000000}"#;
//! let seed = "00".repeat(32);
//! worker.handle(&format!(r#"{{{time},"what":{{"op":"begin","seed":"{seed}","url":""}}}}"#));
//! let call = r#"{"op":"call","call":1,"method":"GET","path":"/api/games","query":"","key":null,"body":null}"#;
//! assert!(worker.handle(&format!(r#"{{{time},"what":{call}}}"#)).contains("Othello"));
//! ```

mod calls;
mod door;
mod jobs;
mod letter;
mod sum;
mod tables;
mod worker;

pub use jobs::{Job, JobDone};
pub use letter::{Letter, Order, Time, WriteTrouble};
pub use worker::Worker;
