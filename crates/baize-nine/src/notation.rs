//! Positions and actions as people type them.

use crate::{Action, Aid, Card, Hand, Helper, Helpers, Options, Pick, Position, RuleError};
use baize_rules::{Score, clip};
use std::fmt;
use std::str::FromStr;

/// Writes `123456789/123456789 0-0`, the hands and the scores, followed where needed by `+9` for carried
/// points, `~r/ds` for the helpers each seat has used, by their first letters, and `=35` for tied cards that
/// come back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], [own, other]) = (self.hands, self.scores);
        write!(f, "{first}/{second} {own}-{other}")?;
        if self.carried != Score::ZERO {
            write!(f, " +{}", self.carried)?;
        }
        if self.used.iter().any(|used| !used.is_empty()) {
            let letters = |used: Helpers| used.iter().map(|helper| &helper.name()[..1]).collect::<String>();
            write!(f, " ~{}/{}", letters(self.used[0]), letters(self.used[1]))?;
        }
        if !self.tied.is_empty() {
            write!(f, " ={}", self.tied)?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Position, RuleError> {
        let position = read_position(text)?;
        // Checked under options with everything the text needs; a match has its own options and checks again.
        let bonus = !position.tied.is_empty();
        let special =
            Helper::ALL.into_iter().filter(|&helper| position.used.iter().any(|used| used.contains(helper)));
        position.check(&Options { special: special.collect(), bonus, ..Options::default() })?;
        Ok(position)
    }
}

/// Reads a position, which may contradict itself or the options of its match.
pub(crate) fn read_position(text: &str) -> Result<Position, RuleError> {
    read(text).ok_or_else(|| RuleError::UnreadablePosition(clip(text)))
}

fn read(text: &str) -> Option<Position> {
    let mut words = text.split_whitespace();
    let (first, second) = words.next()?.split_once('/')?;
    let (own, other) = words.next()?.split_once('-')?;
    let mut position = Position {
        hands: [read_hand(first)?, read_hand(second)?],
        scores: [read_points(own)?, read_points(other)?],
        ..Position::START
    };
    // Each word occurs at most once, in this order.
    let mut words = words.peekable();
    if let Some(points) = words.next_if(|word| word.starts_with('+')) {
        position.carried = read_points(&points[1..])?;
    }
    if let Some(used) = words.next_if(|word| word.starts_with('~')) {
        let (first, second) = used[1..].split_once('/')?;
        position.used = [read_helpers(first)?, read_helpers(second)?];
    }
    if let Some(tied) = words.next_if(|word| word.starts_with('=')) {
        position.tied = read_hand(&tied[1..])?;
    }
    words.next().is_none().then_some(position)
}

fn read_helpers(letters: &str) -> Option<Helpers> {
    letters.chars().try_fold(Helpers::NONE, |helpers, letter| {
        let helper = Helper::named(letter.encode_utf8(&mut [0; 4]))?;
        (!helpers.contains(helper)).then(|| helpers.with(Some(helper)))
    })
}

fn read_hand(digits: &str) -> Option<Hand> {
    digits.chars().try_fold(Hand::EMPTY, |hand, digit| {
        let card = Card::new(u8::try_from(digit.to_digit(10)?).ok()?)?;
        (!hand.contains(card)).then(|| hand.with(card))
    })
}

/// Reads a number as on the wire, so that the same bounds apply.
fn read_points(text: &str) -> Option<Score> {
    serde_json::from_str(text).ok()
}

/// Reads `7` or `play 7`, and in matches with helpers also `7+double`, `7 double` or `7d`.
pub(crate) fn read_action(text: &str, helpers: Helpers) -> Result<Action, RuleError> {
    let text = text.trim();
    let bid = text.strip_prefix("play ").unwrap_or(text).trim();
    let (number, helper) = if helpers.is_empty() { (bid, None) } else { split_helper(bid) };
    let number: i64 = number.parse().map_err(|_| RuleError::BadCard(clip(text)))?;
    Ok(Action::Play { card: Pick::from(number as f64), helper })
}

/// Splits off the helper named after the card; text without a helper stays whole.
fn split_helper(bid: &str) -> (&str, Option<Aid>) {
    let Some(end) = bid.find(|letter: char| letter.is_alphabetic()) else { return (bid, None) };
    let (number, name) = bid.split_at(end);
    let number = number.trim_end().trim_end_matches('+').trim_end();
    (number, Some(Helper::named(name).map_or_else(|| Aid::from(name), Aid::Helper)))
}

pub(crate) fn write_action(Action::Play { card, helper }: &Action) -> String {
    match helper {
        None => card.to_string(),
        Some(Aid::Helper(helper)) => format!("{card}+{}", helper.name()),
        Some(Aid::Text(text)) => format!("{card}+{text}"),
        Some(Aid::Several(names)) => format!("{card}+{}", names.join("+")),
    }
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
        check("1/9 0-0 ~/", Some("1/9 0-0"));
        check("1/9 0-0 ~sr/", Some("1/9 0-0 ~rs/"));
        check("1/9 0-0 +3 ~/rds", Some("1/9 0-0 +3 ~/rds"));
        check("1/9 0-0 ~d/d =53", Some("1/9 0-0 ~d/d =35"));
        check("3/5 0-0 =35", Some("3/5 0-0 =35"));
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
        check("1/2 0-0 ~x/", None);
        check("1/2 0-0 ~rr/", None);
        check("1/2 0-0 ~r", None);
        check("1/2 0-0 =33", None);
        check("1/2 0-0 =2", None);
        check("1/2 0-0 =3 ~r/", None);
        check(&"1".repeat(100_000), None);
    }

    fn check_action(text: &str, expect: Option<&str>) {
        check_with(Helpers::NONE, text, expect);
    }

    fn check_with(helpers: Helpers, text: &str, expect: Option<&str>) {
        let action = read_action(text, helpers).ok();
        assert_eq!(action.map(|action| write_action(&action)).as_deref(), expect, "{text}");
    }

    #[test]
    fn actions_are_the_number_of_the_card() {
        check_action("7", Some("7"));
        check_action(" 7\n", Some("7"));
        check_action("12", Some("12"));
        check_action("-1", Some("-1"));
        check_action("7d", None);
        check_action("1.5", None);
        check_action("nan", None);
        check_action("", None);
        check_action(&"9".repeat(100_000), None);
    }

    #[test]
    fn a_helper_stands_behind_the_card() {
        check_with(Helpers::ALL, "7", Some("7"));
        check_with(Helpers::ALL, "7+double", Some("7+double"));
        check_with(Helpers::ALL, "play 7 shield", Some("7+shield"));
        check_with(Helpers::ALL, "7 + reverse", Some("7+reverse"));
        check_with(Helpers::ALL, "7r", Some("7+reverse"));
        check_with(Helpers::ALL, "7 what", Some("7+what"));
        check_with(Helpers::ALL, "12d", Some("12+double"));
        check_with(Helpers::ALL, "7+", None);
        check_with(Helpers::ALL, "d", None);
        check_with(Helpers::ALL, "1.5d", None);
    }
}
