//! The whole state of a match as a value.

use crate::{Bid, Card, Hand, Helper, Helpers, Options, Position, RuleError};
use baize_rules::{Leaving, Score, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The whole state, sealed cards included. Only the hands are needed to set up a game; all else has a default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The unused cards of each seat.
    pub hands: [Hand; 2],
    /// The points of each seat in this game.
    #[serde(default)]
    pub scores: [Score; 2],
    /// The number of the turn; it follows from the hands (10 minus their size in the nine turns) and is
    /// ignored on input.
    #[serde(default)]
    pub turn: u8,
    /// The card each seat has chosen for this turn.
    #[serde(default)]
    pub sealed: [Option<Card>; 2],
    /// The helpers beside the sealed cards.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub sealed_helpers: [Option<Helper>; 2],
    /// The options of the match.
    #[serde(default)]
    pub options: Options,
    /// Points of tied turns, for the winner of the next decided turn.
    #[serde(default)]
    pub carried: Score,
    /// The cards each seat has played in this game, in order; turns before the first listed one are unknown.
    #[serde(default)]
    pub played: [Vec<Card>; 2],
    /// The helpers each seat has used.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub used: [Helpers; 2],
    /// The helpers beside the cards shown last, in this game or at the end of the previous one.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub shown_helpers: [Option<Helper>; 2],
    /// The cards lost in ties, if they come back after the ninth turn; see [`Position::tied`].
    #[serde(default, skip_serializing_if = "is_plain")]
    pub tied: Hand,
    /// The results of the earlier games of the match.
    #[serde(default)]
    pub earlier: Tally,
    /// The seat that left before the end, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// Whether a field has its default and is left out.
pub(crate) fn is_plain<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Setup {
    /// The state between two turns of the first game.
    pub const fn new(position: Position, options: Options) -> Setup {
        Setup {
            hands: position.hands,
            scores: position.scores,
            turn: position.turn(),
            sealed: [None, None],
            sealed_helpers: [None, None],
            options,
            carried: position.carried,
            played: [Vec::new(), Vec::new()],
            used: position.used,
            shown_helpers: [None, None],
            tied: position.tied,
            earlier: Tally { wins: [0, 0], drawn: 0 },
            left: None,
        }
    }

    /// The compact position.
    pub const fn position(&self) -> Position {
        let Setup { hands, scores, carried, used, tied, .. } = self;
        Position { hands: *hands, scores: *scores, carried: *carried, used: *used, tied: *tied }
    }

    /// What each seat has chosen for this turn.
    pub(crate) fn bids(&self) -> [Option<Bid>; 2] {
        [0, 1].map(|seat| self.sealed[seat].map(|card| Bid { card, helper: self.sealed_helpers[seat] }))
    }

    /// Checks everything needed to set up a game; the state need not be one that can arise in play.
    pub(crate) fn check(&self) -> Result<(), RuleError> {
        self.options.check()?;
        self.position().check(&self.options)?;
        self.check_sealed()?;
        self.check_played()?;
        if !self.shown_helpers.into_iter().flatten().all(|helper| self.options.special.contains(helper)) {
            return Err(RuleError::BadPosition("a helper is shown that the match does not have"));
        }
        if self.earlier.is_decided(&self.options) {
            return Err(RuleError::BadPosition("the earlier games have already decided the match"));
        }
        if self.left.is_some_and(|left| left.seat > Seat::SECOND) {
            return Err(RuleError::BadPosition("only seats 0 and 1 can leave"));
        }
        Ok(())
    }

    fn check_sealed(&self) -> Result<(), RuleError> {
        for (seat, sealed) in Seat::first(2).zip(self.sealed) {
            let helpers = self.position().helpers(seat, &self.options);
            let beside = self.sealed_helpers[seat.index()];
            if beside.is_some_and(|helper| sealed.is_none() || !helpers.contains(helper)) {
                return Err(RuleError::BadPosition("a sealed helper is not there, or lies alone"));
            }
            let Some(card) = sealed else { continue };
            if !self.hands[seat.index()].contains(card) {
                return Err(RuleError::BadPosition("a sealed card is not in the hand"));
            }
            if self.options.open_lead && seat != self.position().leader() {
                return Err(RuleError::BadPosition("with an open lead only the leader's card can lie there"));
            }
        }
        if self.sealed.iter().all(Option::is_some) {
            return Err(RuleError::BadPosition("both seats have chosen, so the turn is over"));
        }
        Ok(())
    }

    fn check_played(&self) -> Result<(), RuleError> {
        if self.played[0].len() != self.played[1].len() {
            return Err(RuleError::BadPosition("the seats have played different numbers of cards"));
        }
        for (played, hand) in self.played.iter().zip(self.hands) {
            let (nine, bonus) = if self.position().is_bonus() {
                let again = self.tied.len() - hand.len();
                let (nine, bonus) = played.split_at(played.len().saturating_sub(again));
                (is_once(nine, Hand::EMPTY), is_once(bonus, hand))
            } else {
                (is_once(played, hand), true)
            };
            if !nine || !bonus {
                return Err(RuleError::BadPosition(
                    "a card is played twice, or played and still in the hand",
                ));
            }
        }
        Ok(())
    }
}

/// Whether no card occurs twice among the hand and the cards played from it.
fn is_once(played: &[Card], hand: Hand) -> bool {
    played.iter().fold(hand, |cards, &card| cards.with(card)).len() == hand.len() + played.len()
}

/// Finished games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tally {
    /// Games won by each seat.
    pub wins: [u8; 2],
    /// Games that nobody won.
    #[serde(default)]
    pub drawn: u8,
}

impl Tally {
    /// The number of games.
    pub const fn games(self) -> u32 {
        self.wins[0] as u32 + self.wins[1] as u32 + self.drawn as u32
    }

    /// This tally plus one more game, won by `winner` or drawn.
    #[must_use]
    pub(crate) fn and(mut self, winner: Option<Seat>) -> Tally {
        match winner {
            Some(seat) => self.wins[seat.index()] += 1,
            None => self.drawn += 1,
        }
        self
    }

    /// Whether the match is over.
    pub(crate) fn is_decided(self, options: &Options) -> bool {
        self.wins.iter().any(|&wins| wins >= options.race_to)
            || self.games() >= u32::from(options.most_games())
    }
}

/// A seat that left before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Left {
    /// The seat.
    pub seat: Seat,
    /// Why it left.
    pub why: Leaving,
}
