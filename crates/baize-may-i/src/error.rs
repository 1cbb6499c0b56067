//! Why something is refused.

use crate::contract::{Contract, Fault};
use crate::meld::{Flaw, MeldKind, Misfit, RunEnd};
use crate::{Card, Face, MeldId};
use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleError {
    /// Anything after the end.
    #[error("the game is over")]
    GameOver,
    /// A seat that the table does not have.
    #[error("there is no {0} at this table")]
    UnknownSeat(Seat),
    /// A seat that has left the game.
    #[error("{0} has left the game")]
    HasLeft(Seat),
    /// Any other action while a request is pending.
    #[error("a request is being answered by {asked}")]
    MayIPending {
        /// The seat that must answer.
        asked: Seat,
    },
    /// A turn action in another seat's turn.
    #[error("it is the turn of {current}")]
    NotYourTurn {
        /// Whose turn it is.
        current: Seat,
    },
    /// A second draw.
    #[error("you have already drawn")]
    AlreadyDrawn,
    /// Drawing from the discard pile while down.
    #[error("you are down: stock only")]
    DownDrawsStockOnly,
    /// Drawing a discard when there is none.
    #[error("the discard pile is empty")]
    DiscardEmpty,
    /// Drawing the exposed discard after somebody took it.
    #[error("that card has been taken")]
    DiscardClaimed,
    /// A play before the draw.
    #[error("draw a card first")]
    MustDrawFirst,
    /// A second lay-down.
    #[error("you are already down")]
    AlreadyDown,
    /// A play after skipping or laying down.
    #[error("only a discard is left this turn")]
    WrongPhase,
    /// A card named twice in a lay-down.
    #[error("{0} is used twice")]
    DuplicateCard(String),
    /// A card that the seat does not hold.
    #[error("{0} is not in your hand")]
    CardNotInHand(String),
    /// Melds other than those the round needs.
    #[error("this round needs {0}")]
    WrongContract(Contract),
    /// A group of cards that is no meld.
    #[error("meld {} is no {kind}: {flaw}", index + 1)]
    InvalidMeld {
        /// Which of the lay-down, from 0.
        index: usize,
        /// What it should be.
        kind: MeldKind,
        /// Why it is not.
        flaw: Flaw,
    },
    /// Two runs of a suit with fewer than two ranks between them.
    #[error("runs in one suit need two ranks between them")]
    RunsTooClose,
    /// A lay-down in round 6 that leaves cards in the hand.
    #[error("in round 6 every card must be used")]
    MustUseAllCards,
    /// A lay-off in round 6.
    #[error("there is no lay-off in round 6")]
    NoLayOffInRound6,
    /// A lay-off before the lay-down.
    #[error("lay down first")]
    NotDown,
    /// A lay-off in the turn of the lay-down.
    #[error("you can lay off from your next turn on")]
    LaidDownThisTurn,
    /// A meld that is not on the table.
    #[error("there is no meld {0}")]
    MeldNotFound(String),
    /// A card that the meld has no place for.
    #[error("{card} does not fit on meld {}", meld.number())]
    DoesNotFit {
        /// The card.
        card: Card,
        /// The meld.
        meld: MeldId,
    },
    /// A wild for an end that is not free.
    #[error("the {end} of meld {} is not free", meld.number())]
    PositionUnavailable {
        /// The run.
        meld: MeldId,
        /// The end.
        end: RunEnd,
    },
    /// One lay-off among several.
    #[error("lay-off {}: {error}", index + 1)]
    AtEntry {
        /// Which, from 0.
        index: usize,
        /// What is wrong with it.
        error: Box<RuleError>,
    },
    /// Lay-offs that do not empty the hand.
    #[error("{} left over: the lay-offs must empty your hand", counted(*count))]
    CardsLeftOver {
        /// How many cards are left.
        count: usize,
    },
    /// A swap in round 6.
    #[error("there is no swap in round 6")]
    NoSwapInRound6,
    /// A swap while down.
    #[error("you can swap only before laying down")]
    NoSwapWhenDown,
    /// A swap from a set.
    #[error("only from a run can a Joker be swapped")]
    NotARun,
    /// A swap for a card that is not a Joker in the run.
    #[error("{0} is no Joker of that run")]
    NotAJoker(String),
    /// A swap with a card other than the one the Joker stands for.
    #[error("the Joker stands for {stands_for}")]
    WrongSwapCard {
        /// The face the Joker stands for.
        stands_for: Face,
    },
    /// A call in the caller's own turn.
    #[error("it is your own turn")]
    OwnTurn,
    /// A call while down.
    #[error("you are down and cannot ask")]
    DownCannotCall,
    /// A call for the caller's own discard.
    #[error("you discarded that card")]
    OwnDiscard,
    /// An answer when there is no request.
    #[error("nothing is being asked")]
    NoMayIPending,
    /// An answer from a seat that is not asked.
    #[error("you are not being asked")]
    NotPrompted,
    /// Sorting with cards other than those in the hand.
    #[error("the order does not match your hand")]
    BadOrder,
    /// Too few or too many seats.
    #[error("May I? is for 3 to 8 seats, not {0}")]
    BadSeats(u8),
    /// Options that do not work at this table.
    #[error("{0}")]
    BadOptions(&'static str),
    /// A state that cannot be set up.
    #[error("{0}")]
    BadState(String),
    /// Text that cannot be read.
    #[error("{0}")]
    BadNotation(String),
    /// A question about the hand of a viewer that has none.
    #[error("this question is about a hand: only a seat at a table can ask it")]
    NoHand,
    /// A question about a meld that cannot lie on the table.
    #[error("the cards of the question cannot lie on the table as a {0}")]
    NotOnTable(MeldKind),
}

/// Writes "1 card is", "2 cards are".
fn counted(cards: usize) -> String {
    if cards == 1 { "1 card is".to_owned() } else { format!("{cards} cards are") }
}

impl RuleError {
    /// The error for a lay-off that does not fit the meld.
    pub(crate) fn misfit(misfit: Misfit, card: Card, meld: MeldId, wish: Option<RunEnd>) -> RuleError {
        match (misfit, wish) {
            (Misfit::PositionUnavailable, Some(end)) => RuleError::PositionUnavailable { meld, end },
            _ => RuleError::DoesNotFit { card, meld },
        }
    }

    /// The error for a lay-down that does not meet the contract.
    pub(crate) fn fault(fault: Fault, contract: Contract) -> RuleError {
        match fault {
            Fault::WrongContract => RuleError::WrongContract(contract),
            Fault::Invalid { index, kind, flaw } => RuleError::InvalidMeld { index, kind, flaw },
            Fault::RunsTooClose => RuleError::RunsTooClose,
        }
    }

    /// The code without the game's name, as used in answers to queries.
    pub(crate) fn word(&self) -> &'static str {
        self.code().trim_start_matches("may-i.")
    }
}

/// Further details of a refusal.
#[derive(Serialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[doc(hidden)]
pub enum RefusalDetails {
    /// For a group of cards that is no meld.
    Meld {
        /// The number of the meld in the lay-down, from 0.
        index: usize,
        /// Why it is no meld.
        reason: Flaw,
    },
    /// For one lay-off among several.
    Entry {
        /// The number of the lay-off, from 0.
        index: usize,
    },
    /// For melds that are not those of the contract.
    Contract {
        /// The contract of the round.
        contract: Contract,
    },
    /// For a swap with the wrong card.
    Swap {
        /// The card that the wild stands for.
        stands_for: Face,
    },
    /// For lay-offs that do not empty the hand.
    LeftOver {
        /// How many cards are left.
        count: usize,
    },
}

impl Coded for RuleError {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("may-i.already_down", "laying down a second time in a round"),
        ("may-i.already_drawn", "drawing a second time in a turn"),
        ("may-i.bad_notation", "a typed line or a position text that cannot be read"),
        ("may-i.bad_options", "options that this table cannot be played with"),
        ("may-i.bad_order", "sorting with other cards than those of the hand"),
        ("may-i.bad_seats", "a game with fewer than 3 or more than 8 seats"),
        ("may-i.bad_state", "a state in which a card is missing or twice, or that contradicts itself"),
        ("may-i.card_not_in_hand", "a card that the seat does not hold"),
        ("may-i.cards_left_over", "going out with lay-offs that do not empty the hand"),
        ("may-i.discard_claimed", "drawing or asking for a discard that somebody took in this turn"),
        ("may-i.discard_empty", "drawing or asking for a discard when there is none"),
        ("may-i.does_not_fit", "a card laid off on a meld that has no place for it"),
        ("may-i.down_cannot_call", "May I? by a seat that is down"),
        ("may-i.down_draws_stock_only", "drawing from the discard pile by a seat that is down"),
        ("may-i.duplicate_card", "a lay-down that uses a card twice"),
        ("may-i.game_over", "anything after the end"),
        ("may-i.has_left", "anything by a seat that has left the game"),
        ("may-i.invalid_run", "a meld laid down as a run that is none; the details say which and why"),
        ("may-i.invalid_set", "a meld laid down as a set that is none; the details say which and why"),
        ("may-i.laid_down_this_turn", "laying off in the turn of the lay-down"),
        ("may-i.may_i_pending", "anything but an answer or sorting while a request is pending"),
        ("may-i.meld_not_found", "a meld that is not on the table"),
        ("may-i.must_draw_first", "a play before the draw"),
        ("may-i.must_use_all_cards", "a lay-down in round 6 that leaves cards"),
        ("may-i.no_hand", "a question about a hand without one"),
        ("may-i.no_lay_off_in_round_6", "laying off in round 6"),
        ("may-i.no_may_i_pending", "an answer when nothing is asked"),
        ("may-i.no_swap_in_round_6", "swapping in round 6"),
        ("may-i.no_swap_when_down", "swapping by a seat that is down"),
        ("may-i.not_a_joker", "swapping something that is no Joker of the run"),
        ("may-i.not_a_run", "swapping from a set"),
        ("may-i.not_down", "laying off before laying down"),
        ("may-i.not_on_table", "a question about a meld that cannot lie on the table"),
        ("may-i.not_prompted", "an answer by a seat that is not asked"),
        ("may-i.not_your_turn", "a turn action by another than the current seat"),
        ("may-i.own_discard", "May I? for the card one discarded"),
        ("may-i.own_turn", "May I? in one's own turn"),
        ("may-i.position_unavailable", "a wild laid off at an end of a run that is not free"),
        ("may-i.runs_too_close", "two runs of a suit with fewer than two ranks between them"),
        ("may-i.unknown_seat", "a seat that the table does not have"),
        ("may-i.wrong_contract", "other melds than the round needs"),
        ("may-i.wrong_phase", "a play after skipping or laying down"),
        ("may-i.wrong_swap_card", "another card than the Joker stands for"),
    ];

    fn code(&self) -> &'static str {
        match self {
            RuleError::GameOver => "may-i.game_over",
            RuleError::UnknownSeat(_) => "may-i.unknown_seat",
            RuleError::HasLeft(_) => "may-i.has_left",
            RuleError::MayIPending { .. } => "may-i.may_i_pending",
            RuleError::NotYourTurn { .. } => "may-i.not_your_turn",
            RuleError::AlreadyDrawn => "may-i.already_drawn",
            RuleError::DownDrawsStockOnly => "may-i.down_draws_stock_only",
            RuleError::DiscardEmpty => "may-i.discard_empty",
            RuleError::DiscardClaimed => "may-i.discard_claimed",
            RuleError::MustDrawFirst => "may-i.must_draw_first",
            RuleError::AlreadyDown => "may-i.already_down",
            RuleError::WrongPhase => "may-i.wrong_phase",
            RuleError::DuplicateCard(_) => "may-i.duplicate_card",
            RuleError::CardNotInHand(_) => "may-i.card_not_in_hand",
            RuleError::WrongContract(_) => "may-i.wrong_contract",
            RuleError::InvalidMeld { kind: MeldKind::Set, .. } => "may-i.invalid_set",
            RuleError::InvalidMeld { kind: MeldKind::Run, .. } => "may-i.invalid_run",
            RuleError::RunsTooClose => "may-i.runs_too_close",
            RuleError::MustUseAllCards => "may-i.must_use_all_cards",
            RuleError::NoLayOffInRound6 => "may-i.no_lay_off_in_round_6",
            RuleError::NotDown => "may-i.not_down",
            RuleError::LaidDownThisTurn => "may-i.laid_down_this_turn",
            RuleError::MeldNotFound(_) => "may-i.meld_not_found",
            RuleError::DoesNotFit { .. } => "may-i.does_not_fit",
            RuleError::PositionUnavailable { .. } => "may-i.position_unavailable",
            RuleError::AtEntry { error, .. } => error.code(),
            RuleError::CardsLeftOver { .. } => "may-i.cards_left_over",
            RuleError::NoSwapInRound6 => "may-i.no_swap_in_round_6",
            RuleError::NoSwapWhenDown => "may-i.no_swap_when_down",
            RuleError::NotARun => "may-i.not_a_run",
            RuleError::NotAJoker(_) => "may-i.not_a_joker",
            RuleError::WrongSwapCard { .. } => "may-i.wrong_swap_card",
            RuleError::OwnTurn => "may-i.own_turn",
            RuleError::DownCannotCall => "may-i.down_cannot_call",
            RuleError::OwnDiscard => "may-i.own_discard",
            RuleError::NoMayIPending => "may-i.no_may_i_pending",
            RuleError::NotPrompted => "may-i.not_prompted",
            RuleError::BadOrder => "may-i.bad_order",
            RuleError::BadSeats(_) => "may-i.bad_seats",
            RuleError::BadOptions(_) => "may-i.bad_options",
            RuleError::BadState(_) => "may-i.bad_state",
            RuleError::BadNotation(_) => "may-i.bad_notation",
            RuleError::NoHand => "may-i.no_hand",
            RuleError::NotOnTable(_) => "may-i.not_on_table",
        }
    }

    fn details(&self) -> Option<Value> {
        Some(json!(match *self {
            RuleError::InvalidMeld { index, flaw, .. } => RefusalDetails::Meld { index, reason: flaw },
            RuleError::AtEntry { index, .. } => RefusalDetails::Entry { index },
            RuleError::WrongContract(contract) => RefusalDetails::Contract { contract },
            RuleError::WrongSwapCard { stands_for } => RefusalDetails::Swap { stands_for },
            RuleError::CardsLeftOver { count } => RefusalDetails::LeftOver { count },
            _ => return None,
        }))
    }
}
