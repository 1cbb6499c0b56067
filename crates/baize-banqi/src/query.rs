//! Questions about the rules.

use crate::{Cell, FullPosition, Kind, Mode, Options, Place, RuleError, adjacent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Query {
    /// Which cells are next to this one?
    Adjacent {
        /// The rule set whose board it is.
        mode: Mode,
        /// The cell; one outside the board has no neighbours.
        index: Place,
    },
    /// May this kind take that kind, leaving board and factions aside?
    CanCapture {
        /// The rule set.
        mode: Mode,
        /// The kind that takes.
        attacker: Kind,
        /// The kind that is taken.
        target: Kind,
    },
    /// How many sequences of `depth` actions are there?
    Perft {
        /// The position as a line of text, with the face-down pieces.
        position: String,
        /// The length of the sequences, at most 64 actions.
        depth: u32,
        /// The rules; the mode comes from the position.
        #[serde(default)]
        options: Options,
    },
}

/// The reply to a query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The reply to `ADJACENT`.
    #[schemars(extend("x-query" = "ADJACENT"))]
    Adjacent {
        /// The neighbours in the order up, down, left, right.
        indices: Vec<Cell>,
    },
    /// The reply to `CAN_CAPTURE`.
    #[schemars(extend("x-query" = "CAN_CAPTURE"))]
    CanCapture {
        /// Whether it may.
        allowed: bool,
    },
    /// The reply to `PERFT`.
    #[schemars(extend("x-query" = "PERFT"))]
    Perft {
        /// How many sequences there are; a match that ends earlier counts as one.
        leaves: u64,
    },
}

impl Query {
    /// The most positions a `PERFT` may count, a few seconds of work.
    const MOST_POSITIONS: u64 = 200_000_000;
    /// The greatest depth of a `PERFT`, whatever is on the board.
    const MOST_DEPTH: u32 = 64;

    pub(crate) fn answer(&self) -> Result<Answer, RuleError> {
        self.answer_within(Query::MOST_POSITIONS)
    }

    /// Answers the query, unless that takes more than `most` positions.
    pub fn answer_within(&self, most: u64) -> Result<Answer, RuleError> {
        Ok(match self {
            Query::Adjacent { mode, index } => {
                let index = index.on(*mode).map_or(usize::MAX, Cell::index);
                Answer::Adjacent { indices: adjacent(*mode, index) }
            }
            Query::CanCapture { mode, attacker, target } => {
                Answer::CanCapture { allowed: attacker.takes(*target, *mode) }
            }
            Query::Perft { position, depth, options } => {
                let start = FullPosition::read(position, *options)?;
                if *depth > Query::MOST_DEPTH {
                    return Err(RuleError::TooDeep { most: Query::MOST_DEPTH });
                }
                let mut budget = most;
                let leaves = start.perft(*depth, &mut budget);
                Answer::Perft { leaves: leaves.ok_or(RuleError::TooManyPositions { most })? }
            }
        })
    }
}
