//! What is announced.

use crate::setup::Tally;
use crate::table::MeldId;
use crate::{Card, Contract, Face, MeldKind, Round, RunEnd};
use baize_rules::{Leaving, Seat, SeatSet};
use serde::Serialize;
use std::fmt;

/// Something that happened. What not everybody may know is told in two halves: the one with the card to its seat, the
/// one without to all others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A seat drew.
    Drew {
        /// Who.
        seat: Seat,
        /// From where.
        source: Source,
        /// The card: told to all if it lay face up, else only to the drawer.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A seat laid down the contract.
    LaidDown {
        /// Who.
        seat: Seat,
        /// Its melds.
        melds: Vec<LaidMeld>,
    },
    /// A card was laid off.
    LaidOff {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// On which meld.
        meld: MeldId,
        /// At which end of a run.
        position: Option<RunEnd>,
        /// What a wild on a run stands for.
        acts_as: Option<Face>,
    },
    /// A Joker was taken out of a run.
    Swapped {
        /// Who.
        seat: Seat,
        /// From which run.
        meld: MeldId,
        /// The Joker.
        joker: Card,
        /// The card given for it.
        card: Card,
    },
    /// A turn ended with a discard.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat asks for the exposed discard.
    MayICalled {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Who is asked first; nobody if nobody has to be.
        asked: Option<Seat>,
    },
    /// A seat that was asked lets the card go.
    MayIAllowed {
        /// Who.
        seat: Seat,
    },
    /// A seat that was asked takes the card itself.
    MayIClaimed {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat gets the card.
    MayIGranted {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether it also got a card from the stock.
        penalty: bool,
        /// That card, told only to its seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        penalty_card: Option<Card>,
    },
    /// A request is void because its caller left.
    MayIWithdrawn {
        /// Who had asked.
        seat: Seat,
    },
    /// All but the top discard were shuffled into a new stock.
    StockRefilled {
        /// How many cards.
        count: u8,
    },
    /// A seat has no card left.
    WentOut {
        /// Who.
        seat: Seat,
    },
    /// A round is over.
    RoundEnded {
        /// Which.
        round: Round,
        /// Who went out; nobody if the stock or the turns ran out.
        winner: Option<Seat>,
        /// The points of each seat in this round.
        scores: Tally,
        /// The points of each seat so far.
        totals: Tally,
    },
    /// A round begins.
    RoundDealt {
        /// Which.
        round: Round,
        /// What must be laid down.
        contract: Contract,
        /// Who dealt.
        dealer: Seat,
        /// Who plays first.
        current: Seat,
        /// The card turned up.
        card: Card,
    },
    /// The game is over.
    GameEnded {
        /// Who won; several share a win.
        winners: SeatSet,
        /// The points of each seat.
        totals: Tally,
    },
    /// A seat has sorted its hand; told only to it.
    HandReordered {
        /// Who.
        seat: Seat,
    },
    /// A seat has left for good.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
}

/// Where a card is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The stock, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
}

/// A meld as it was laid down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LaidMeld {
    /// Its name.
    pub id: MeldId,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its cards in order.
    pub cards: Vec<Card>,
}

/// "Seat 0", at the beginning of a sentence.
struct Who(Seat);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.0.index())
    }
}

/// "5 0 12".
struct Points<'a>(&'a Tally);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<String> = self.0.points().iter().map(u32::to_string).collect();
        f.write_str(&points.join(" "))
    }
}

fn laid(melds: &[LaidMeld]) -> String {
    let groups = melds.iter().map(|meld| {
        let cards: Vec<String> = meld.cards.iter().map(Card::to_string).collect();
        format!("{} {}", meld.kind, cards.join(" "))
    });
    groups.collect::<Vec<_>>().join("; ")
}

fn named(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Drew { seat, source: Source::Discard, card: Some(card) } => {
                write!(f, "{} took the {card}.", Who(*seat))
            }
            Event::Drew { seat, card: Some(card), .. } => {
                write!(f, "{} drew {card} from the stock.", Who(*seat))
            }
            Event::Drew { seat, card: None, .. } => write!(f, "{} drew from the stock.", Who(*seat)),
            Event::LaidDown { seat, melds } => write!(f, "{} lays down: {}.", Who(*seat), laid(melds)),
            Event::LaidOff { seat, card, meld, position, acts_as } => {
                write!(f, "{} laid off {card} → meld {}", Who(*seat), meld.number())?;
                match (acts_as, position) {
                    (Some(face), Some(end)) => write!(f, " (as {face} at {end})"),
                    _ => Ok(()),
                }
            }
            Event::Swapped { seat, meld, card, .. } => {
                write!(f, "{} swaps {card} for the Joker in meld {}.", Who(*seat), meld.number())
            }
            Event::Discarded { seat, card } => write!(f, "{} discarded {card}.", Who(*seat)),
            Event::MayICalled { seat, card, .. } => write!(f, "{} asks: May I? ({card})", Who(*seat)),
            Event::MayIAllowed { seat } => write!(f, "{} allows.", Who(*seat)),
            Event::MayIClaimed { seat, card } => write!(f, "{} claims the {card}.", Who(*seat)),
            Event::MayIGranted { seat, card, penalty, penalty_card } => {
                write!(f, "{} gets {card}", Who(*seat))?;
                match (penalty, penalty_card) {
                    (_, Some(extra)) => write!(f, " and one extra card, {extra}."),
                    (true, None) => write!(f, " and one extra card."),
                    (false, None) => write!(f, "."),
                }
            }
            Event::MayIWithdrawn { seat } => write!(f, "The request of {seat} is void."),
            Event::StockRefilled { count } => {
                write!(f, "The stock was refilled with {count} card{}.", if *count == 1 { "" } else { "s" })
            }
            Event::WentOut { seat } => write!(f, "{} goes out!", Who(*seat)),
            Event::RoundEnded { round, winner: Some(_), scores, .. } => {
                write!(f, "Round {} is over: {}.", round.number(), Points(scores))
            }
            Event::RoundEnded { round, winner: None, scores, .. } => {
                write!(f, "Round {} is over, nobody wins it, all score: {}.", round.number(), Points(scores))
            }
            Event::RoundDealt { round, contract, current, card, .. } => {
                write!(f, "Round {}: {contract}. {} begins, {card} is up.", round.number(), Who(*current))
            }
            Event::GameEnded { winners, totals } => {
                let wins = if winners.len() == 1 { "wins" } else { "win together" };
                write!(f, "The game is over: {} {wins}, {}.", named(*winners), Points(totals))
            }
            Event::HandReordered { .. } => write!(f, "You sorted your hand."),
            Event::Left { seat, why: Leaving::Resign } => write!(f, "{} resigns.", Who(*seat)),
            Event::Left { seat, why: Leaving::Timeout } => write!(f, "{} is out of time.", Who(*seat)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_off(position: Option<RunEnd>, acts_as: Option<Face>) -> String {
        let (card, meld) = ("2C.0".parse().unwrap(), MeldId::at(2));
        Event::LaidOff { seat: Seat::FIRST, card, meld, position, acts_as }.to_string()
    }

    #[test]
    fn t26_the_log_names_the_end_and_the_card_stood_for() {
        let face = |value| Some(Face::new(crate::Suit::Spades, value));
        assert_eq!(laid_off(Some(RunEnd::Start), face(4)), "Seat 0 laid off 2♣ → meld 3 (as 4♠ at start)");
        assert_eq!(laid_off(Some(RunEnd::End), face(9)), "Seat 0 laid off 2♣ → meld 3 (as 9♠ at end)");
        assert_eq!(laid_off(Some(RunEnd::End), None), "Seat 0 laid off 2♣ → meld 3");
        assert_eq!(laid_off(None, None), "Seat 0 laid off 2♣ → meld 3");
    }
}
