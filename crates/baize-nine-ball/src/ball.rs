//! Balls and sets of balls.

use baize_rules::{Language, Say, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// One of the ten balls; 0 is the cue ball.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Ball(#[schemars(range(max = 9))] u8);

impl Ball {
    /// The cue ball.
    pub const CUE: Ball = Ball(0);
    /// The ball that wins.
    pub const NINE: Ball = Ball(9);
    /// How many balls there are, the cue ball included.
    pub const COUNT: usize = 10;

    /// The ball with this number, or `None` from 10 on.
    pub const fn new(number: u8) -> Option<Ball> {
        if number <= 9 { Some(Ball(number)) } else { None }
    }

    /// All ten balls in order.
    pub fn all() -> impl Iterator<Item = Ball> + Clone {
        (0..10).map(Ball)
    }

    /// The number on the ball.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// "the cue ball", "the 3".
impl Say for Ball {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Ball::CUE {
            return say!(f, language, "the cue ball", "手球", "母球");
        }
        let n = self.0;
        say!(f, language, "the {n}", "{n}番", "{n} 號球")
    }
}

display_in_english!(Ball);

impl<'de> Deserialize<'de> for Ball {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ball, D::Error> {
        let number = u64::deserialize(deserializer)?;
        u8::try_from(number)
            .ok()
            .and_then(Ball::new)
            .ok_or_else(|| de::Error::custom(format_args!("a ball is a number from 0 to 9, not {number}")))
    }
}

/// A set of balls; on the wire an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, JsonSchema)]
#[schemars(with = "Vec<Ball>", inline)]
pub struct Balls(u16);

impl Balls {
    /// No ball.
    pub const NONE: Balls = Balls(0);
    /// The balls 1 to 9.
    pub const OBJECTS: Balls = Balls(0b11_1111_1110);

    /// Only this ball.
    pub const fn only(ball: Ball) -> Balls {
        Balls(1 << ball.0)
    }

    /// Whether `ball` is in the set.
    pub const fn contains(self, ball: Ball) -> bool {
        self.0 >> ball.0 & 1 == 1
    }

    /// This set with `ball` added.
    #[must_use]
    pub const fn with(self, ball: Ball) -> Balls {
        Balls(self.0 | 1 << ball.0)
    }

    /// This set without `ball`.
    #[must_use]
    pub const fn without(self, ball: Ball) -> Balls {
        Balls(self.0 & !(1 << ball.0))
    }

    /// The balls of this set that are not in `other`.
    #[must_use]
    pub const fn minus(self, other: Balls) -> Balls {
        Balls(self.0 & !other.0)
    }

    /// The balls that are in both sets.
    #[must_use]
    pub const fn and(self, other: Balls) -> Balls {
        Balls(self.0 & other.0)
    }

    /// How many balls are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ball, if there is exactly one.
    pub fn sole(self) -> Option<Ball> {
        self.lowest().filter(|_| self.len() == 1)
    }

    /// The ball with the lowest number.
    pub fn lowest(self) -> Option<Ball> {
        self.iter().next()
    }

    /// The balls in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Ball> {
        Ball::all().filter(move |&ball| self.contains(ball))
    }
}

impl FromIterator<Ball> for Balls {
    fn from_iter<I: IntoIterator<Item = Ball>>(balls: I) -> Balls {
        balls.into_iter().fold(Balls::NONE, Balls::with)
    }
}

impl fmt::Debug for Balls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Ball::number)).finish()
    }
}

impl Serialize for Balls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Balls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Balls, D::Error> {
        Ok(Vec::<Ball>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_ten_ball() {
        assert_eq!(Ball::new(10), None);
        assert_eq!(serde_json::from_str::<Ball>("9").unwrap(), Ball::NINE);
        for text in ["10", "-1", "1.5", "\"1\"", "300", "null"] {
            assert!(serde_json::from_str::<Ball>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sets_list_their_balls_in_order() {
        let set: Balls = serde_json::from_str("[9,1,4,1]").unwrap();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,4,9]");
        assert_eq!((set.len(), set.lowest().map(Ball::number)), (3, Some(1)));
        assert_eq!(set.minus(Balls::only(Ball::NINE)), set.without(Ball::NINE));
        assert_eq!(Balls::OBJECTS.iter().map(Ball::number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Balls::NONE.lowest(), None);
    }
}
