//! Why something is refused.

use crate::Mode;
use baize_rules::{Coded, Seat};
use serde_json::Value;

/// Defines the errors, one per line: the variant with its fields, the code, when it is given, and the
/// message.
macro_rules! rule_errors {
    ($($variant:ident $({ $($field:ident: $type:ty),+ })?, $code:literal, $when:literal, $message:literal;)+) => {
        /// Why something is refused. The messages are those of the contract this game is based on, word for
        /// word.
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        pub enum RuleError {
            $(
                #[doc = concat!("For ", $when, ".")]
                #[error($message)]
                $variant $({ $(#[doc = "Part of the message."] $field: $type),+ })?,
            )+
        }

        impl Coded for RuleError {
            const CODES: &'static [(&'static str, &'static str)] = &[$(($code, $when)),+];

            fn code(&self) -> &'static str {
                match self {
                    $(RuleError::$variant { .. } => $code,)+
                }
            }

            fn details(&self) -> Option<Value> {
                None
            }
        }
    };
}

rule_errors! {
    MatchAlreadyEnded, "banqi.match_already_ended", "a flip after the end", "Match already ended";
    InvalidPieceIndex, "banqi.invalid_piece_index", "a flip outside the board", "Invalid piece index";
    NoPieceAtIndex, "banqi.no_piece_at_index", "a flip of an empty cell", "No piece at index";
    PieceAlreadyRevealed, "banqi.piece_already_revealed", "a flip of a face-up piece", "Piece already revealed";
    MatchNotInProgress, "banqi.match_not_in_progress", "a move or capture before the first flip or after the end",
        "Match not in progress";
    InvalidIndices, "banqi.invalid_indices", "a move or capture with a place outside the board", "Invalid indices";
    NoPieceAtSource, "banqi.no_piece_at_source", "a move from an empty cell", "No piece at source index";
    PieceNotRevealed, "banqi.piece_not_revealed", "a move of a face-down piece", "Piece not revealed";
    NotCurrentFaction, "banqi.not_current_faction", "a move or capture with a piece that is not one's own",
        "Not current faction's turn";
    DestinationNotAdjacent, "banqi.destination_not_adjacent", "a move the piece cannot make",
        "Destination not adjacent";
    DestinationNotEmpty, "banqi.destination_not_empty", "a move onto another piece", "Destination not empty";
    NoPieceAtAttacker, "banqi.no_piece_at_attacker", "a capture from an empty cell", "No piece at attacker index";
    AttackerNotRevealed, "banqi.attacker_not_revealed", "a capture with a face-down piece",
        "Attacker not revealed";
    NoPieceAtTarget, "banqi.no_piece_at_target", "a capture of nothing", "No piece at target index";
    TargetNotRevealed, "banqi.target_not_revealed", "a capture of a face-down piece", "Target not revealed";
    TargetIsOwn, "banqi.target_is_own", "a capture of one's own piece", "Target is own piece";
    CannonNotInLine, "banqi.cannon_not_in_line", "a Cannon's target in another row and column",
        "Cannon target not in straight line";
    CannonAdjacent, "banqi.cannon_adjacent", "a Cannon's target next to it", "Cannon cannot capture adjacent piece";
    CannonScreen, "banqi.cannon_screen", "no piece or several between a Cannon and its target",
        "Cannon requires exactly one screen to capture";
    TargetNotAdjacent, "banqi.target_not_adjacent", "a target the piece cannot reach", "Target not adjacent";
    KingOnPawn, "banqi.king_on_pawn", "a King that attacks a Pawn where ranks decide", "King cannot capture Pawn";
    RankTooLow, "banqi.rank_too_low", "a target of higher rank where ranks decide", "Invalid capture: rank too low";
    NotYourTurn { seat: Seat, turn: Seat }, "banqi.not_your_turn", "an action of a seat that is not on turn",
        "it is the turn of {turn}, not of {seat}";
    NoSuchSeat { seat: Seat, seats: u8 }, "banqi.no_such_seat", "an action of a seat that is not at the table",
        "{seat} is not at this table of {seats}";
    WrongSeats { mode: Mode, needed: u8, seats: u8 }, "banqi.wrong_seats",
        "a table of the wrong size for the mode", "{mode} is for {needed} seats, not {seats}";
    ForeignOption { option: &'static str, mode: Mode }, "banqi.foreign_option", "an option of another mode",
        "the option {option} does not exist in {mode}";
    BadRepetition { times: u32 }, "banqi.bad_repetition", "a number of repetitions other than 3",
        "repetition is 3 or off, not {times}";
    BadPosition { what: String }, "banqi.bad_position", "a position that is malformed or contradicts itself",
        "not a position: {what}";
    BadNotation { text: String }, "banqi.bad_notation", "a typed action that cannot be read",
        "{text:?} is not an action; b3? flips, b3-b4 moves, b3xb4 captures";
    BadRecord { what: String }, "banqi.bad_record", "a record that is malformed or does not follow the rules",
        "not a record: {what}";
    TooManyPositions { most: u64 }, "banqi.too_many_positions", "a count of sequences that would take too long",
        "more than {most} positions to count; ask for a smaller depth";
    TooDeep { most: u32 }, "banqi.too_deep", "a count of sequences that are too long",
        "sequences are counted up to depth {most}";
}

impl RuleError {
    /// The error for a position that is refused, with the reason.
    pub(crate) fn position(what: impl Into<String>) -> RuleError {
        RuleError::BadPosition { what: what.into() }
    }
}
