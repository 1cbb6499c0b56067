//! Seeds from the command line or from the system.

use anyhow::Context;
use baize_rules::Seed;

/// The seed for `text`, or a fresh one.
pub(crate) fn given_or_fresh(text: Option<&str>) -> anyhow::Result<Seed> {
    match text {
        Some(text) => Ok(Seed::from_text(text)),
        None => fresh(),
    }
}

/// 256 bits from the system.
pub(crate) fn fresh() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system gives no randomness")?;
    Ok(Seed::from_bytes(bytes))
}
