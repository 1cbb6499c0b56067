//! `BAIZE_BRIEF`: everything is cut short, so that every example can be tried as it is printed.

use std::sync::LazyLock;

/// A computer player that is to be brief looks at so many positions.
const NODES: u64 = 300;

pub(crate) fn is_asked() -> bool {
    static ASKED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("BAIZE_BRIEF").is_some());
    *ASKED
}

/// What was asked for, or less.
pub(crate) fn at_most<T: Ord>(value: T, most: T) -> T {
    if is_asked() { value.min(most) } else { value }
}

/// The positions of a thought.
pub(crate) fn nodes(named: Option<u64>) -> Option<u64> {
    if is_asked() { Some(named.unwrap_or(NODES).min(NODES)) } else { named }
}
