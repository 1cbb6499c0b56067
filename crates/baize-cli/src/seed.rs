//! Seeds from the command line or from the system.

use baize_rules::{Problem, Seed};

/// The seed for `text`, or a fresh one.
pub(crate) fn given_or_fresh(text: Option<&str>) -> Result<Seed, Problem> {
    text.map_or_else(baize_referee::fresh_seed, |text| Ok(Seed::from_text(text)))
}
