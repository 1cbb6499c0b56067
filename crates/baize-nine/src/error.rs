//! Why something is refused.

use crate::{Card, Hand, Helper};
use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// The card has been used.
    #[error("the {card} is played already")]
    NotInHand {
        /// The card.
        card: Card,
        /// The cards left.
        hand: Hand,
    },
    /// A whole number outside 1 to 9.
    #[error("the cards are 1 to 9, there is no {0}")]
    NoSuchCard(String),
    /// Not a whole number.
    #[error("a card is a whole number from 1 to 9, not {0}")]
    BadCard(String),
    /// A helper that this match does not have.
    #[error("there is no helper {0} in this match")]
    NoHelper(String),
    /// The helper has been used.
    #[error("{} is used already", .0.name())]
    HelperUsed(Helper),
    /// Two helpers at once.
    #[error("only one helper can lie beside a card")]
    OneHelper,
    /// The seat has already chosen.
    #[error("you have already chosen a card for this turn")]
    AlreadyCommitted,
    /// With an open lead the leader plays first.
    #[error("{leader} leads this turn and plays first")]
    NotYourTurn {
        /// Who plays first.
        leader: Seat,
    },
    /// The game is over.
    #[error("the game is over")]
    WrongPhase,
    /// A seat other than the two.
    #[error("{0} does not play here: Nine has seats 0 and 1")]
    NotAPlayer(Seat),
    /// Options that cannot be played.
    #[error("{0}")]
    BadOptions(&'static str),
    /// An impossible state.
    #[error("{0}")]
    BadPosition(&'static str),
    /// Text that cannot be read as a position.
    #[error("{0:?} is no position; one looks like 123456789/123456789 0-0")]
    UnreadablePosition(String),
    /// Exact play with helpers or bonus turns, which it does not cover.
    #[error(
        "with special cards or bonus turns too much can follow a turn for exact play; the plain rules and weights are solved"
    )]
    NotSolved,
    /// A number of seats other than two.
    #[error("Nine is for 2 seats, not {0}")]
    BadSeats(u8),
}

/// Further details of a refusal.
#[derive(Serialize, JsonSchema)]
#[doc(hidden)]
pub struct RefusalDetails {
    /// The cards that can be played.
    hand: Hand,
}

impl Coded for RuleError {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("nine.already_committed", "the seat has already chosen a card for this turn"),
        ("nine.bad_card", "the card is not a whole number"),
        ("nine.bad_options", "a turn weight or the length of the match is out of bounds"),
        ("nine.bad_position", "a state or position text contradicts itself or cannot be read"),
        ("nine.bad_seats", "a game with other than two seats is asked for"),
        ("nine.helper_used", "the helper is used, or it is a second one in one turn"),
        ("nine.no_helper", "this match does not have the helper"),
        ("nine.not_a_player", "the seat is not one of the two"),
        ("nine.not_in_hand", "the card is used, or outside 1 to 9"),
        ("nine.not_solved", "exact play is asked for with special cards or bonus turns"),
        ("nine.not_your_turn", "with an open lead, the follower acts before the leader"),
        ("nine.wrong_phase", "the game is over"),
    ];

    fn code(&self) -> &'static str {
        match self {
            RuleError::NotInHand { .. } | RuleError::NoSuchCard(_) => "nine.not_in_hand",
            RuleError::BadCard(_) => "nine.bad_card",
            RuleError::NoHelper(_) => "nine.no_helper",
            RuleError::HelperUsed(_) | RuleError::OneHelper => "nine.helper_used",
            RuleError::AlreadyCommitted => "nine.already_committed",
            RuleError::NotYourTurn { .. } => "nine.not_your_turn",
            RuleError::WrongPhase => "nine.wrong_phase",
            RuleError::NotAPlayer(_) => "nine.not_a_player",
            RuleError::BadOptions(_) => "nine.bad_options",
            RuleError::BadPosition(_) | RuleError::UnreadablePosition(_) => "nine.bad_position",
            RuleError::NotSolved => "nine.not_solved",
            RuleError::BadSeats(_) => "nine.bad_seats",
        }
    }

    fn details(&self) -> Option<Value> {
        match *self {
            RuleError::NotInHand { hand, .. } => Some(json!(RefusalDetails { hand })),
            _ => None,
        }
    }
}
