//! `BAIZE_BRIEF`: everything is cut short, so that every example can be run exactly as printed.

use std::sync::LazyLock;

/// How many positions a computer player looks at when brief.
const NODES: u64 = 300;

pub(crate) fn is_asked() -> bool {
    static ASKED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("BAIZE_BRIEF").is_some());
    *ASKED
}

/// The value as requested, or at most `most` when brief.
pub(crate) fn at_most<T: Ord>(value: T, most: T) -> T {
    if is_asked() { value.min(most) } else { value }
}

/// How many positions a computer player may look at.
pub(crate) fn nodes(named: Option<u64>) -> Option<u64> {
    if is_asked() { Some(named.unwrap_or(NODES).min(NODES)) } else { named }
}
