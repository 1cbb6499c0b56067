//! Tables, rules and computer players in a browser.
//!
//! The same rooms as on a server, compiled to WebAssembly. A [`Worker`] exchanges JSON texts, one in and one
//! out per call ([`Worker::handle`]). Incoming texts carry messages of connections, calls of the HTTP API,
//! the time, and results from the browser's storage; outgoing texts say what to send, what to write and what
//! to think about. The browser provides the rest: `web/src/offline` has IndexedDB, the timers and further
//! workers for computer players, which run the same module and are given [`Job`]s. See `docs/offline.md`.
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
