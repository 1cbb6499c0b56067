//! How a game ended.

use crate::{Seat, SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points in thousandths, so that sums are exact; a plain number on the wire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, JsonSchema)]
#[schemars(with = "f64", inline)]
pub struct Score(i64);

impl Score {
    /// No points.
    pub const ZERO: Score = Score(0);

    /// Whole points.
    pub const fn points(points: i32) -> Score {
        Score(points as i64 * 1000)
    }

    /// Thousandths of a point.
    pub const fn thousandths(thousandths: i64) -> Score {
        Score(thousandths)
    }

    /// The score in thousandths.
    pub const fn in_thousandths(self) -> i64 {
        self.0
    }

    /// The score as a number for statistics.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::ZERO, Add::add)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 1000 == 0 { write!(f, "{}", self.0 / 1000) } else { write!(f, "{}", self.as_f64()) }
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i64(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    /// Accepts numbers with at most three decimals, up to a million points in either direction.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let thousandths = (number * 1000.0).round();
        if number.abs() > 1e6 || (thousandths / 1000.0 - number).abs() > 1e-9 {
            return Err(de::Error::custom("points have at most three decimals and are below a million"));
        }
        Ok(Score(thousandths as i64))
    }
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    /// Who won; empty for a draw, several for a shared win.
    pub winners: SeatSet,
    /// Why the game ended, as a stable word.
    #[schemars(with = "any::AnyReason")]
    pub reason: Cow<'static, str>,
    /// The final score of each seat.
    pub scores: Vec<Score>,
    /// Anything else the game says about its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<any::AnyDetails>")]
    pub details: Option<Value>,
}

impl Outcome {
    /// Whether `seat` won.
    pub fn won(&self, seat: Seat) -> bool {
        self.winners.contains(seat)
    }

    /// The share of one point that `seat` gets in a match: a win shared by n seats is worth 1/n to each, and
    /// a draw is shared equally by all.
    pub fn share(&self, seat: Seat) -> f64 {
        match self.winners.len() {
            0 => 1.0 / self.scores.len() as f64,
            winners if self.won(seat) => 1.0 / winners as f64,
            _ => 0.0,
        }
    }
}

/// A sentence: "Won by seat 0 (discs), score 33 to 31."
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winners: Vec<String> = self.winners.iter().map(|seat| seat.to_string()).collect();
        if winners.is_empty() {
            f.write_str("A draw")?;
        } else {
            write!(f, "Won by {}", winners.join(", "))?;
        }
        let scores: Vec<String> = self.scores.iter().map(ToString::to_string).collect();
        write!(f, " ({}), score {}.", self.reason, scores.join(" to "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_plain_numbers() {
        assert_eq!(serde_json::to_string(&Score::points(7)).unwrap(), "7");
        assert_eq!(serde_json::to_string(&Score::thousandths(2500)).unwrap(), "2.5");
        assert_eq!(serde_json::from_str::<Score>("2.5").unwrap(), Score::thousandths(2500));
        assert!(serde_json::from_str::<Score>("0.0001").is_err());
        assert!(serde_json::from_str::<Score>("1e300").is_err());
    }
}
