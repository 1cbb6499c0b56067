//! Nothing but a list: `Cargo.toml` beside it says what it is for.
