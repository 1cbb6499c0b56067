//! Positions and actions as people type them.

use crate::{Action, Card, Hand, Pick, Position, RuleError};
use baize_rules::{Score, clip};
use std::fmt;
use std::str::FromStr;

/// `123456789/123456789 0-0`: the hands and the scores, and `+9` after them while points are carried over.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], [own, other]) = (self.hands, self.scores);
        write!(f, "{first}/{second} {own}-{other}")?;
        if self.carried != Score::ZERO {
            write!(f, " +{}", self.carried)?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Position, RuleError> {
        let position = read(text).ok_or_else(|| RuleError::UnreadablePosition(clip(text)))?;
        position.check()?;
        Ok(position)
    }
}

fn read(text: &str) -> Option<Position> {
    let mut words = text.split_whitespace();
    let (first, second) = words.next()?.split_once('/')?;
    let (own, other) = words.next()?.split_once('-')?;
    let carried = match words.next() {
        Some(word) => read_points(word.strip_prefix('+')?)?,
        None => Score::ZERO,
    };
    let position = Position {
        hands: [read_hand(first)?, read_hand(second)?],
        scores: [read_points(own)?, read_points(other)?],
        carried,
    };
    words.next().is_none().then_some(position)
}

fn read_hand(digits: &str) -> Option<Hand> {
    digits.chars().try_fold(Hand::EMPTY, |hand, digit| {
        let card = Card::new(u8::try_from(digit.to_digit(10)?).ok()?)?;
        (!hand.contains(card)).then(|| hand.with(card))
    })
}

/// A number as on the wire, so the same bounds apply.
fn read_points(text: &str) -> Option<Score> {
    serde_json::from_str(text).ok()
}

/// `7` or `play 7`.
pub(crate) fn read_action(text: &str) -> Result<Action, RuleError> {
    let text = text.trim();
    let number: i64 = text
        .strip_prefix("play ")
        .unwrap_or(text)
        .trim()
        .parse()
        .map_err(|_| RuleError::BadCard(clip(text.trim())))?;
    Ok(Action::Play { card: Pick::from(number as f64) })
}

pub(crate) fn write_action(Action::Play { card }: &Action) -> String {
    card.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let position = text.parse::<Position>();
        assert_eq!(position.ok().map(|position| position.to_string()).as_deref(), expect, "{text}");
    }

    #[test]
    fn positions_round_trip() {
        assert_eq!(Position::START.to_string(), "123456789/123456789 0-0");
        check("123456789/123456789 0-0", Some("123456789/123456789 0-0"));
        check(" 952/538   7-10.5 ", Some("259/358 7-10.5"));
        check("/ 45-30", Some("/ 45-30"));
        check("1/9 0-0 +12", Some("1/9 0-0 +12"));
        check("1/9 0-0 +0", Some("1/9 0-0"));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        check("", None);
        check("123/456", None);
        check("123/456 0", None);
        check("123 456 0-0", None);
        check("12/456 0-0", None);
        check("11/45 0-0", None);
        check("10/45 0-0", None);
        check("1/x 0-0", None);
        check("1/٢ 0-0", None);
        check("1/2 -5-0", None);
        check("1/2 0--5", None);
        check("1/2 nan-0", None);
        check("1/2 1e9-0", None);
        check("1/2 999999-0", None);
        check("1/2 0.0001-0", None);
        check("1/2 0-0 12", None);
        check("1/2 0-0 +1 2", None);
        check(&"1".repeat(100_000), None);
    }

    fn check_action(text: &str, expect: Option<&str>) {
        assert_eq!(read_action(text).ok().map(|action| write_action(&action)).as_deref(), expect, "{text}");
    }

    #[test]
    fn actions_are_the_number_of_the_card() {
        check_action("7", Some("7"));
        check_action(" 7\n", Some("7"));
        check_action("12", Some("12"));
        check_action("-1", Some("-1"));
        check_action("1.5", None);
        check_action("nan", None);
        check_action("", None);
        check_action(&"9".repeat(100_000), None);
    }
}
