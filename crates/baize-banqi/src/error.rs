//! Why something is refused.

use crate::Mode;
use baize_rules::{Coded, Seat};
use serde_json::Value;

/// Why something is refused. The messages of section 7 of the rules are word for word.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the message says it")]
pub enum RuleError {
    #[error("Match already ended")]
    MatchAlreadyEnded,
    #[error("Invalid piece index")]
    InvalidPieceIndex,
    #[error("No piece at index")]
    NoPieceAtIndex,
    #[error("Piece already revealed")]
    PieceAlreadyRevealed,
    #[error("Match not in progress")]
    MatchNotInProgress,
    #[error("Invalid indices")]
    InvalidIndices,
    #[error("No piece at source index")]
    NoPieceAtSource,
    #[error("Piece not revealed")]
    PieceNotRevealed,
    #[error("Not current faction's turn")]
    NotCurrentFaction,
    #[error("Destination not adjacent")]
    DestinationNotAdjacent,
    #[error("Destination not empty")]
    DestinationNotEmpty,
    #[error("No piece at attacker index")]
    NoPieceAtAttacker,
    #[error("Attacker not revealed")]
    AttackerNotRevealed,
    #[error("No piece at target index")]
    NoPieceAtTarget,
    #[error("Target not revealed")]
    TargetNotRevealed,
    #[error("Target is own piece")]
    TargetIsOwn,
    #[error("Cannon target not in straight line")]
    CannonNotInLine,
    #[error("Cannon cannot capture adjacent piece")]
    CannonAdjacent,
    #[error("Cannon requires exactly one screen to capture")]
    CannonScreen,
    #[error("Target not adjacent")]
    TargetNotAdjacent,
    #[error("King cannot capture Pawn")]
    KingOnPawn,
    #[error("Invalid capture: rank too low")]
    RankTooLow,
    #[error("it is the turn of {turn}, not of {seat}")]
    NotYourTurn { seat: Seat, turn: Seat },
    #[error("{seat} is not at this table of {seats}")]
    NoSuchSeat { seat: Seat, seats: u8 },
    #[error("{mode} is for {} seats, not {seats}", mode.seats())]
    WrongSeats { mode: Mode, seats: u8 },
    #[error("the option {option} does not exist in {mode}")]
    ForeignOption { option: &'static str, mode: Mode },
    #[error("repetition is 3 or off, not {times}")]
    BadRepetition { times: u32 },
    #[error("not a position: {what}")]
    BadPosition { what: String },
    #[error("{text:?} is not an action; b3? flips, b3-b4 moves, b3xb4 captures")]
    BadNotation { text: String },
    #[error("not a record: {what}")]
    BadRecord { what: String },
    #[error("more than {most} positions to count; ask for a smaller depth")]
    TooManyPositions { most: u64 },
    #[error("sequences are counted up to depth {most}")]
    TooDeep { most: u32 },
}

impl Coded for RuleError {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("banqi.match_already_ended", "a flip after the end"),
        ("banqi.invalid_piece_index", "a flip outside the board"),
        ("banqi.no_piece_at_index", "a flip of an empty cell"),
        ("banqi.piece_already_revealed", "a flip of a face-up piece"),
        ("banqi.match_not_in_progress", "a move or capture before the first flip or after the end"),
        ("banqi.invalid_indices", "a move or capture that leaves or starts outside the board"),
        ("banqi.no_piece_at_source", "a move from an empty cell"),
        ("banqi.piece_not_revealed", "a move of a face-down piece"),
        ("banqi.not_current_faction", "a move or capture with a piece that is not one's own"),
        ("banqi.destination_not_adjacent", "a move the piece cannot make"),
        ("banqi.destination_not_empty", "a move onto another piece"),
        ("banqi.no_piece_at_attacker", "a capture from an empty cell"),
        ("banqi.attacker_not_revealed", "a capture with a face-down piece"),
        ("banqi.no_piece_at_target", "a capture of nothing"),
        ("banqi.target_not_revealed", "a capture of a face-down piece"),
        ("banqi.target_is_own", "a capture of one's own piece"),
        ("banqi.cannon_not_in_line", "a Cannon's target in another row and column"),
        ("banqi.cannon_adjacent", "a Cannon's target next to it"),
        ("banqi.cannon_screen", "no piece or several between a Cannon and its target"),
        ("banqi.target_not_adjacent", "a target the piece cannot reach"),
        ("banqi.king_on_pawn", "a King that attacks a Pawn in Classic"),
        ("banqi.rank_too_low", "a target of higher rank in Classic"),
        ("banqi.not_your_turn", "an action of a seat that is not on turn"),
        ("banqi.no_such_seat", "an action of a seat that is not at the table"),
        ("banqi.wrong_seats", "a table of the wrong size for the mode"),
        ("banqi.foreign_option", "an option of the other mode"),
        ("banqi.bad_repetition", "a number of repetitions other than 3"),
        ("banqi.bad_position", "a position that is malformed or contradicts itself"),
        ("banqi.bad_notation", "a typed action that cannot be read"),
        ("banqi.bad_record", "a record that is malformed or does not follow the rules"),
        ("banqi.too_many_positions", "a count of sequences that would take too long"),
        ("banqi.too_deep", "a count of sequences deeper than any that ends"),
    ];

    fn code(&self) -> &'static str {
        match self {
            RuleError::MatchAlreadyEnded => "banqi.match_already_ended",
            RuleError::InvalidPieceIndex => "banqi.invalid_piece_index",
            RuleError::NoPieceAtIndex => "banqi.no_piece_at_index",
            RuleError::PieceAlreadyRevealed => "banqi.piece_already_revealed",
            RuleError::MatchNotInProgress => "banqi.match_not_in_progress",
            RuleError::InvalidIndices => "banqi.invalid_indices",
            RuleError::NoPieceAtSource => "banqi.no_piece_at_source",
            RuleError::PieceNotRevealed => "banqi.piece_not_revealed",
            RuleError::NotCurrentFaction => "banqi.not_current_faction",
            RuleError::DestinationNotAdjacent => "banqi.destination_not_adjacent",
            RuleError::DestinationNotEmpty => "banqi.destination_not_empty",
            RuleError::NoPieceAtAttacker => "banqi.no_piece_at_attacker",
            RuleError::AttackerNotRevealed => "banqi.attacker_not_revealed",
            RuleError::NoPieceAtTarget => "banqi.no_piece_at_target",
            RuleError::TargetNotRevealed => "banqi.target_not_revealed",
            RuleError::TargetIsOwn => "banqi.target_is_own",
            RuleError::CannonNotInLine => "banqi.cannon_not_in_line",
            RuleError::CannonAdjacent => "banqi.cannon_adjacent",
            RuleError::CannonScreen => "banqi.cannon_screen",
            RuleError::TargetNotAdjacent => "banqi.target_not_adjacent",
            RuleError::KingOnPawn => "banqi.king_on_pawn",
            RuleError::RankTooLow => "banqi.rank_too_low",
            RuleError::NotYourTurn { .. } => "banqi.not_your_turn",
            RuleError::NoSuchSeat { .. } => "banqi.no_such_seat",
            RuleError::WrongSeats { .. } => "banqi.wrong_seats",
            RuleError::ForeignOption { .. } => "banqi.foreign_option",
            RuleError::BadRepetition { .. } => "banqi.bad_repetition",
            RuleError::BadPosition { .. } => "banqi.bad_position",
            RuleError::BadNotation { .. } => "banqi.bad_notation",
            RuleError::BadRecord { .. } => "banqi.bad_record",
            RuleError::TooManyPositions { .. } => "banqi.too_many_positions",
            RuleError::TooDeep { .. } => "banqi.too_deep",
        }
    }

    fn details(&self) -> Option<Value> {
        None
    }
}

impl RuleError {
    /// A position that is refused, and why.
    pub(crate) fn position(what: impl Into<String>) -> RuleError {
        RuleError::BadPosition { what: what.into() }
    }
}
