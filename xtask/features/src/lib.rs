//! An empty crate: its `Cargo.toml` explains what it is for.
