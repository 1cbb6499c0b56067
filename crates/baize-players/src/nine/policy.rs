//! Policies: what a player does in a position, as chances of its cards.

use baize_nine::{Card, Hand, Position};
use baize_nine_solver::Mix;
use baize_rules::{Score, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

/// A rule that gives each unused card a chance, based only on the position and on perfect play in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Policy {
    /// Mostly the lowest card.
    Beginner,
    /// Every card equally likely; in the plain game that is perfect play.
    #[serde(alias = "random")]
    Easy,
    /// The first of five rules that applies (`docs/rules/nine.md`, "Computer players").
    Medium,
    /// `medium` with looser conditions, as in the program that this game comes from.
    MediumLoose,
    /// Perfect play tilted to high cards early on.
    Aggressive,
    /// Perfect play, not tilted.
    Balanced,
    /// Perfect play tilted to low cards early on.
    Defensive,
    /// Exact play to win.
    Perfect,
    /// Saves its high cards: plays the lowest more often than not.
    Novice,
    /// Likes the middle cards.
    Casual,
    /// Saves its high cards: often one of the three lowest.
    Steady,
    /// Wants to win now: often one of the three highest.
    Able,
    /// Chooses blindly, with a slight preference for high cards.
    Keen,
}

/// How often `beginner` takes its lowest card without a thought.
const BEGINNER_LOWEST: f64 = 0.7;
/// How often `medium-loose` prefers a middle card.
const LOOSE_MIDDLE: f64 = 0.6;
/// How often players with a habit follow it; otherwise they take any card.
const NOVICE_LOWEST: f64 = 0.62;
const CASUAL_MIDDLE: f64 = 0.65;
const STEADY_LOW: f64 = 0.5;
const ABLE_HIGH: f64 = 0.43;
const KEEN_HIGH: f64 = 0.24;
/// The least chance of a sensible card, so that no habit rules one out.
const LEAST: f64 = 0.01;
/// How strongly the first choice of a personality is tilted: its favourite card is 1.6 times as likely as in
/// perfect play, the opposite one 0.4 times. The tilt fades evenly to nothing by the last turn.
const TILT: f64 = 0.6;

impl Policy {
    /// The chances of the cards of `seat`. Some policies call `perfect` for perfect play, which may take
    /// long.
    pub(super) fn mix(self, seat: Seat, position: Position, perfect: impl FnOnce() -> Mix) -> Mix {
        let hand: Vec<Card> = position.hands[seat.index()].iter().collect();
        let [own, other] = [seat, seat.other_of_two()].map(|seat| position.scores[seat.index()]);
        match self {
            Policy::Beginner => beginner(hand.len()),
            Policy::Easy => Mix::uniform(hand.len()),
            Policy::Medium => medium(&hand, own, other).unwrap_or_else(|| middle(&hand, 1.0)),
            Policy::MediumLoose => {
                medium_loose(&hand, own, other).unwrap_or_else(|| middle(&hand, LOOSE_MIDDLE))
            }
            Policy::Aggressive => tilted(&perfect(), TILT),
            Policy::Balanced | Policy::Perfect => perfect(),
            Policy::Defensive => tilted(&perfect(), -TILT),
            Policy::Novice => Mix::uniform(hand.len()).blend(&Mix::pure(0, hand.len()), NOVICE_LOWEST),
            Policy::Casual => middle(&hand, CASUAL_MIDDLE),
            Policy::Steady => habit(&hand, |rank| rank < 3, STEADY_LOW),
            Policy::Able => habit(&hand, |rank| rank + 3 >= hand.len(), ABLE_HIGH),
            Policy::Keen => habit(&hand, |rank| rank + 3 >= hand.len(), KEEN_HIGH),
        }
    }

    /// The mix when the other side's card lies open. Players with a habit then win as cheaply as they can or
    /// give up their lowest card, whichever suits them better.
    pub(super) fn reply(self, mix: Mix, hand: Hand, lead: Card) -> Mix {
        if !matches!(self, Policy::Novice | Policy::Casual | Policy::Steady | Policy::Able | Policy::Keen) {
            return mix;
        }
        let winner = hand.iter().position(|card| card > lead);
        let chances = mix.values().iter().enumerate();
        let weights: Vec<f64> = chances
            .map(|(rank, chance)| if rank == 0 || Some(rank) == winner { chance.max(LEAST) } else { 0.0 })
            .collect();
        Mix::from_weights(&weights)
    }

    /// How far it leans to high cards if it is based on perfect play; `None` for rules of thumb.
    pub(super) const fn tilt(self) -> Option<f64> {
        match self {
            Policy::Beginner | Policy::Easy | Policy::Medium | Policy::MediumLoose => None,
            Policy::Novice | Policy::Casual | Policy::Steady | Policy::Able | Policy::Keen => None,
            Policy::Aggressive => Some(TILT),
            Policy::Balanced | Policy::Perfect => Some(0.0),
            Policy::Defensive => Some(-TILT),
        }
    }

    /// Whether no opponent can exploit it.
    pub(super) const fn is_perfect(self) -> bool {
        matches!(self, Policy::Balanced | Policy::Perfect)
    }

    /// The reason that players give for following it.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Policy::Beginner => "the lowest card seven times in ten, otherwise any",
            Policy::Easy => "any card, all equally likely",
            Policy::Medium => {
                "high cards when far behind, low ones when far ahead, the highest late when not ahead, otherwise the middle"
            }
            Policy::MediumLoose => "as medium, but only six times in ten",
            Policy::Aggressive => "perfect play tilted to high cards early on",
            Policy::Balanced => "perfect play without a tilt",
            Policy::Defensive => "perfect play tilted to low cards early on",
            Policy::Perfect => "chances that no opponent can take advantage of",
            Policy::Novice => "the lowest card more often than not, otherwise any",
            Policy::Casual => "a middle card more often than not, otherwise any",
            Policy::Steady => "often one of the three lowest cards, otherwise any",
            Policy::Able => "often one of the three highest cards, otherwise any",
            Policy::Keen => "any card, one of the three highest a little more often",
        }
    }
}

/// The weight of a card at this tilt, by its rank among the cards of the hand.
pub(super) fn tilted_weight(tilt: f64, rank: usize, cards: usize) -> f64 {
    let last = (cards - 1) as f64;
    if last == 0.0 {
        return 1.0;
    }
    let early = last / (Card::COUNT - 1) as f64;
    1.0 + tilt * early * (2.0 * rank as f64 / last - 1.0)
}

fn beginner(cards: usize) -> Mix {
    Mix::uniform(cards).blend(&Mix::pure(0, cards), BEGINNER_LOWEST)
}

/// Perfect play with more of the high cards, or of the low ones if the tilt is negative.
fn tilted(perfect: &Mix, tilt: f64) -> Mix {
    let cards = perfect.values().len();
    if cards == 1 {
        return *perfect;
    }
    let weight = |(rank, chance): (usize, &f64)| chance * tilted_weight(tilt, rank, cards);
    let weights: Vec<f64> = perfect.values().iter().enumerate().map(weight).collect();
    Mix::from_weights(&weights)
}

/// Whether a score is far from another: more than 15 points.
fn is_far(behind: Score, ahead: Score) -> bool {
    behind + Score::points(15) < ahead
}

fn chase(hand: &[Card], own: Score, other: Score) -> Option<Mix> {
    let few = hand.len().min(3);
    if is_far(own, other) {
        return Some(among(hand, |rank| rank + few >= hand.len()));
    }
    is_far(other, own).then(|| among(hand, |rank| rank < few))
}

fn highest_late(hand: &[Card], own: Score, other: Score) -> Option<Mix> {
    (hand.len() <= 3 && own <= other).then(|| Mix::pure(hand.len() - 1, hand.len()))
}

fn medium(hand: &[Card], own: Score, other: Score) -> Option<Mix> {
    chase(hand, own, other).or_else(|| highest_late(hand, own, other))
}

fn medium_loose(hand: &[Card], own: Score, other: Score) -> Option<Mix> {
    let chased = if hand.len() > 3 { chase(hand, own, other) } else { None };
    chased.or_else(|| highest_late(hand, own, other))
}

/// One of the chosen cards with the chance `share`, otherwise any card.
fn habit(hand: &[Card], is_in: impl Fn(usize) -> bool, share: f64) -> Mix {
    Mix::uniform(hand.len()).blend(&among(hand, is_in), share)
}

/// 4, 5 or 6 with the chance `share`, otherwise any card; any card if there is none of them.
fn middle(hand: &[Card], share: f64) -> Mix {
    let is_middle = |rank: usize| (4..=6).contains(&hand[rank].number());
    if !(0..hand.len()).any(is_middle) {
        return Mix::uniform(hand.len());
    }
    Mix::uniform(hand.len()).blend(&among(hand, is_middle), share)
}

fn among(hand: &[Card], is_in: impl Fn(usize) -> bool) -> Mix {
    let weights: Vec<f64> = (0..hand.len()).map(|rank| f64::from(u8::from(is_in(rank)))).collect();
    Mix::from_weights(&weights)
}
