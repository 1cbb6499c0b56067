//! What is announced.

use crate::Card;
use baize_rules::{Leaving, Score, Seat};
use serde::Serialize;
use std::fmt;

/// Something that happened. Everybody hears everything: a card is only named once it lies face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A seat has chosen.
    Committed {
        /// Who.
        seat: Seat,
        /// The card, if it is an open lead.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// Both cards are shown.
    Revealed {
        /// Which turn it was.
        turn: u8,
        /// Who led it.
        leader: Seat,
        /// The card of each seat.
        cards: [Card; 2],
        /// Who had the higher one.
        winner: Option<Seat>,
        /// The points each seat gets.
        points: [Score; 2],
        /// Points that wait for the next decided turn; lost after the last.
        carried: Score,
        /// The scores after it.
        scores: [Score; 2],
    },
    /// A game of a match of several is over.
    GameEnded {
        /// Which game it was, from 1.
        game: u8,
        /// Who won it.
        winner: Option<Seat>,
        /// Its final scores.
        scores: [Score; 2],
        /// The games each seat has won so far.
        wins: [u8; 2],
    },
    /// A seat has left for good.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// It is over.
    GameOver {
        /// Who won; nobody if it is a draw.
        winner: Option<Seat>,
        /// The scores of the result: points, or games won in a match of several.
        scores: [Score; 2],
    },
}

/// "10 points", "1 point".
pub(crate) struct Points(pub(crate) Score);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} point{}", self.0, if self.0 == Score::points(1) { "" } else { "s" })
    }
}

/// "Seat 0 wins" at the beginning of a sentence, or that it is a draw.
struct Winner(Option<Seat>);

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(seat) => write!(f, "Seat {} wins", seat.index()),
            None => f.write_str("A draw"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Committed { seat, card: None } => write!(f, "Seat {} has chosen.", seat.index()),
            Event::Committed { seat, card: Some(card) } => write!(f, "Seat {} leads {card}.", seat.index()),
            Event::Revealed { turn, leader, cards, winner, points, carried, .. } => {
                let follower = leader.other_of_two();
                let (led, followed) = (cards[leader.index()], cards[follower.index()]);
                write!(f, "Turn {turn}: {leader} plays {led}, {follower} plays {followed}. ")?;
                match winner {
                    Some(seat) => write!(f, "{} {}.", Winner(*winner), Points(points[seat.index()])),
                    None if points[0] != Score::ZERO => write!(f, "Tie! {} each.", Points(points[0])),
                    None if *carried == Score::ZERO => write!(f, "Tie! No points."),
                    None if *turn == 9 => write!(f, "Tie! {} lost.", Points(*carried)),
                    None => write!(f, "Tie! {} carried over.", Points(*carried)),
                }
            }
            Event::GameEnded { game, winner, scores: [a, b], wins: [won, lost] } => {
                write!(f, "Game {game}: {}, {a}-{b}. Games won: {won}-{lost}.", Winner(*winner))
            }
            Event::Left { seat, why: Leaving::Resign } => write!(f, "Seat {} resigns.", seat.index()),
            Event::Left { seat, why: Leaving::Timeout } => {
                write!(f, "Seat {} is out of time.", seat.index())
            }
            Event::GameOver { winner, scores: [a, b] } => write!(f, "{}, {a}-{b}.", Winner(*winner)),
        }
    }
}
