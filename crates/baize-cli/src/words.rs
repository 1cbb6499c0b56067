//! Phrases shared by several commands.

use crate::stats::Estimate;
use std::ops::RangeInclusive;

/// `1 game`, `2 games`.
pub(crate) fn counted(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// How many players a table takes: `2 players`, `2 or 3 players`, `3 to 8 players`.
pub(crate) fn players(sizes: &RangeInclusive<u8>) -> String {
    let (fewest, most) = (*sizes.start(), *sizes.end());
    match most.saturating_sub(fewest) {
        0 => counted(u64::from(most), "player"),
        1 => format!("{fewest} or {most} players"),
        _ => format!("{fewest} to {most} players"),
    }
}

/// How far the first of two is ahead of the other, in Elo.
pub(crate) fn lead(first: &str, second: &str, elo: Estimate) -> String {
    let Estimate { value, low, high } = elo;
    if value.is_infinite() {
        let (done, stands, least) =
            if value > 0.0 { ("won", "ahead", low) } else { ("lost", "behind", -high) };
        return match least.round() {
            least if least > 0.0 => {
                format!("{first} {done} every game against {second}: {stands} by {least} Elo or more (95 %)")
            }
            _ => format!("{first} {done} every game against {second}, too few to tell by how much"),
        };
    }
    let stands = match value.round() {
        0.0 => format!("{first} and {second} are even"),
        ahead if ahead > 0.0 => format!("{first} is ahead of {second} by {ahead} Elo"),
        behind => format!("{first} is behind {second} by {} Elo", -behind),
    };
    let (low, high) = (end(low, "less"), end(high, "more"));
    format!("{stands} (95 %: {low} to {high})")
}

/// An end of an interval; an unbounded one in words.
fn end(elo: f64, beyond: &str) -> String {
    // Adding zero turns a negative zero into a plain one.
    if elo.is_finite() { format!("{:+.0}", elo.round() + 0.0) } else { format!("any {beyond}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
        assert_eq!(
            [2..=2, 1..=2, 3..=8, 1..=1].map(|sizes| players(&sizes)),
            ["2 players", "1 or 2 players", "3 to 8 players", "1 player"]
        );
    }

    #[test]
    fn a_lead_is_said_as_people_say_it() {
        let check = |value, low, high, expect: &str| {
            assert_eq!(lead("a", "b", Estimate { value, low, high }), expect);
        };
        check(120.4, 80.0, 161.0, "a is ahead of b by 120 Elo (95 %: +80 to +161)");
        check(-5.0, -31.0, 20.0, "a is behind b by 5 Elo (95 %: -31 to +20)");
        check(-0.2, -20.0, 19.0, "a and b are even (95 %: -20 to +19)");
        check(300.0, -0.2, f64::INFINITY, "a is ahead of b by 300 Elo (95 %: +0 to any more)");
        check(
            f64::INFINITY,
            147.0,
            f64::INFINITY,
            "a won every game against b: ahead by 147 Elo or more (95 %)",
        );
        check(
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
            -147.0,
            "a lost every game against b: behind by 147 Elo or more (95 %)",
        );
        check(
            f64::INFINITY,
            -234.0,
            f64::INFINITY,
            "a won every game against b, too few to tell by how much",
        );
    }
}
