//! The options of a match.

use crate::setup::is_plain;
use crate::{Card, Helper, Helpers, RuleError};
use baize_rules::Score;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens to the points of two equal cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Ties {
    /// Nobody gets them.
    #[default]
    None,
    /// Each seat gets half: the number on its card.
    Split,
    /// The winner of the next decided turn gets them too; they are lost if there is none.
    Carry,
}

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// What happens to the points of two equal cards.
    pub ties: Ties,
    /// The factor for the points of each turn, 0 to 100.
    #[schemars(inner(range(min = 0, max = 100)))]
    pub turn_weights: [Score; Card::COUNT],
    /// Screens show the backs of the opponent's unused cards. This hides nothing: both hands are public.
    pub cover_opponent: bool,
    /// How many games win the match, 1 to 5.
    #[schemars(range(min = 1, max = 5))]
    pub race_to: u8,
    /// The leader's card lies face up before the follower chooses.
    pub open_lead: bool,
    /// The helpers that each seat may lay beside a card, each of them once.
    #[serde(skip_serializing_if = "is_plain")]
    pub special: Helpers,
    /// After the ninth turn, cards lost in ties are played once more. Has no effect where ties carry.
    #[serde(skip_serializing_if = "is_plain")]
    pub bonus: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ties: Ties::None,
            turn_weights: [Score::points(1); Card::COUNT],
            cover_opponent: false,
            race_to: 1,
            open_lead: false,
            special: Helpers::NONE,
            bonus: false,
        }
    }
}

impl Options {
    /// The most games a match can have, including drawn ones.
    pub const fn most_games(&self) -> u8 {
        self.race_to.saturating_mul(2).saturating_sub(1)
    }

    /// Whether tied cards come back after the ninth turn. A tie that carries is not lost, so nothing comes back.
    pub fn has_bonus_turns(&self) -> bool {
        self.bonus && self.ties != Ties::Carry
    }

    /// Whether the match has more than the plain nine cards: helpers or bonus turns.
    pub fn is_extended(&self) -> bool {
        !self.special.is_empty() || self.has_bonus_turns()
    }

    /// The most by which the points of a turn can be multiplied: its weight times both seats' doubles.
    pub(crate) fn most_times(&self) -> i32 {
        if self.special.contains(Helper::Double) { 400 } else { 100 }
    }

    pub(crate) fn check(&self) -> Result<(), RuleError> {
        let weights = Score::ZERO..=Score::points(100);
        if !self.turn_weights.iter().all(|weight| weights.contains(weight)) {
            return Err(RuleError::BadOptions("turn weights are numbers from 0 to 100"));
        }
        if !(1..=5).contains(&self.race_to) {
            return Err(RuleError::BadOptions("a match is a race to 1, 2, 3, 4 or 5 games"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: Option<&str>) {
        let options: Result<Options, _> = serde_json::from_str(json);
        let answer = match options {
            Ok(options) => options.check().err().map(|error| error.to_string()),
            Err(_) => Some("unreadable".to_owned()),
        };
        assert_eq!(answer.as_deref(), expect, "{json}");
    }

    #[test]
    fn options_are_read_and_bounded() {
        let weights = Some("turn weights are numbers from 0 to 100");
        let race = Some("a match is a race to 1, 2, 3, 4 or 5 games");
        check("{}", None);
        check(r#"{"ties":"carry","turnWeights":[1,2,0,0.125,100,1,1,1,1.5],"openLead":true}"#, None);
        check(r#"{"turnWeights":[1,2,3,4,5,6,7,8,100.001]}"#, weights);
        check(r#"{"turnWeights":[-1,2,3,4,5,6,7,8,9]}"#, weights);
        check(r#"{"turnWeights":[1,1,1,1,1,1,1,1]}"#, Some("unreadable"));
        check(r#"{"turnWeights":[0.0001,1,1,1,1,1,1,1,1]}"#, Some("unreadable"));
        check(r#"{"raceTo":5}"#, None);
        check(r#"{"raceTo":0}"#, race);
        check(r#"{"raceTo":6}"#, race);
        check(r#"{"raceTo":255}"#, race);
        check(r#"{"raceTo":256}"#, Some("unreadable"));
        check(r#"{"ties":"both"}"#, Some("unreadable"));
        check(r#"{"tie":"none"}"#, Some("unreadable"));
        check(r#"{"special":["reverse","double","shield"],"bonus":true}"#, None);
        check(r#"{"special":[],"bonus":false}"#, None);
        check(r#"{"special":["double","double"]}"#, Some("unreadable"));
        check(r#"{"special":["triple"]}"#, Some("unreadable"));
        check(r#"{"special":true}"#, Some("unreadable"));
        check(r#"{"ties":"carry","bonus":true}"#, None);
    }

    #[test]
    fn bonus_turns_need_ties_that_are_lost() {
        let bonus = |ties| Options { ties, bonus: true, ..Options::default() };
        assert!(bonus(Ties::None).has_bonus_turns() && bonus(Ties::Split).has_bonus_turns());
        assert!(!bonus(Ties::Carry).has_bonus_turns() && !bonus(Ties::Carry).is_extended());
    }

    #[test]
    fn missing_options_are_defaults() {
        assert_eq!(serde_json::from_str::<Options>("{}").unwrap(), Options::default());
        assert_eq!(
            serde_json::to_string(&Options::default()).unwrap(),
            r#"{"ties":"none","turnWeights":[1,1,1,1,1,1,1,1,1],"coverOpponent":false,"raceTo":1,"openLead":false}"#
        );
    }
}
