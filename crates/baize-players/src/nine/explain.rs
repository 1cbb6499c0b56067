//! Reasons for playing a card, from the open hands and the chances with which it was drawn.

use super::rank;
use baize_nine::{Card, Hand};
use baize_nine_solver::{Matrix, Mix};
use schemars::JsonSchema;
use serde::Serialize;

/// What a card is good for, as people would put it; clients find the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Reason {
    /// With good play afterwards it wins the game, whatever the other side plays.
    Decides,
    /// It is the lowest card that beats the open one.
    BeatsLead,
    /// It loses to the open card and is the lowest of the hand.
    GivesUp,
    /// The other side has no higher card.
    Unbeaten,
    /// It wins the turn `percent` % of the time, and at least half of the time, if the other side plays as
    /// expected.
    Expected { percent: u32 },
    /// Play that nobody can exploit chooses it `percent` % of the time, more often than pure chance would.
    Chosen { percent: u32 },
    /// It beats `cards` of the other side's `of` cards.
    Beats { cards: usize, of: usize },
    /// It is the lowest of the hand, so all the others are kept.
    Keeps,
}

/// Values this close to a sure win count as one.
const SURE: f64 = 1.0 - 1e-9;

/// Whether a card wins whatever the other side plays; the entries are the player's own chances to win.
pub(super) fn decides(matrix: &Matrix, rank: usize) -> bool {
    matrix.secured(&Mix::pure(rank, matrix.size())) >= SURE
}

/// The reason that follows from the hands, the player's own first, and from an open card. A reason from a
/// search ranks before those that only count cards.
pub(super) fn reason(
    [own, other]: [Hand; 2],
    lead: Option<Card>,
    card: Card,
    searched: Option<Reason>,
) -> Option<Reason> {
    if let Some(lead) = lead {
        return against(own, lead, card);
    }
    let beaten = other.iter().filter(|&theirs| theirs < card).count();
    let is_unbeaten = other.iter().all(|theirs| theirs <= card);
    if is_unbeaten && beaten > 0 {
        return Some(Reason::Unbeaten);
    }
    let counted = || match beaten {
        _ if own.len() > 1 && rank(own, card) == 0 => Some(Reason::Keeps),
        0 => None,
        cards => Some(Reason::Beats { cards, of: other.len() }),
    };
    searched.or_else(counted)
}

/// The reason when the other side's card lies open.
fn against(own: Hand, lead: Card, card: Card) -> Option<Reason> {
    let is_lowest = own.iter().all(|other| other >= card);
    let is_lowest_winner = card > lead && own.iter().all(|other| other >= card || other <= lead);
    match () {
        () if is_lowest_winner => Some(Reason::BeatsLead),
        () if card < lead && is_lowest && own.len() > 1 => Some(Reason::GivesUp),
        () => None,
    }
}

/// The reason for a card that perfect play chooses with this chance, if that is more often than pure chance
/// would.
pub(super) fn chosen(chance: f64, choices: usize) -> Option<Reason> {
    let [percent, even] = [chance, 1.0 / choices as f64].map(percent);
    (percent > even).then_some(Reason::Chosen { percent })
}

/// How often a card wins if the other side plays as expected, if that is at least half of the time.
pub(super) fn expected(mix: &Mix, other: Hand, card: Card) -> Option<Reason> {
    let chances = other.iter().zip(mix.values()).filter(|(theirs, _)| *theirs < card);
    let percent = percent(chances.map(|(_, chance)| chance).sum());
    (percent >= 50).then_some(Reason::Expected { percent })
}

fn percent(chance: f64) -> u32 {
    (100.0 * chance).round() as u32
}

#[cfg(test)]
mod tests {
    use super::super::exact::Exact;
    use super::*;
    use crate::{Budget, sit};
    use baize_nine::{Options, Position, Ties};
    use baize_rules::{Dice, Seat, Seed};
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    fn hands(text: &str) -> [Hand; 2] {
        format!("{text} 0-0").parse::<Position>().unwrap().hands
    }

    fn card(number: u8) -> Card {
        Card::new(number).unwrap()
    }

    fn check(text: &str, lead: Option<u8>, played: u8, expect: Option<Reason>) {
        let found = reason(hands(text), lead.map(card), card(played), None);
        assert_eq!(found, expect, "{text} {lead:?} {played}");
    }

    #[test]
    fn cards_are_counted_in_the_open_hands() {
        check("259/358", None, 9, Some(Reason::Unbeaten));
        check("258/358", None, 8, Some(Reason::Unbeaten));
        check("259/358", None, 5, Some(Reason::Beats { cards: 1, of: 3 }));
        check("259/358", None, 2, Some(Reason::Keeps));
        check("125/678", None, 2, None);
        check("2/3", None, 2, None);
    }

    #[test]
    fn a_card_that_lies_open_is_beaten_cheaply_or_let_go() {
        check("259/358", Some(3), 5, Some(Reason::BeatsLead));
        check("259/358", Some(3), 9, None);
        check("259/358", Some(3), 2, Some(Reason::GivesUp));
        check("259/358", Some(5), 5, None);
    }

    #[test]
    fn chances_are_told_where_they_say_something() {
        assert_eq!(chosen(0.4, 3), Some(Reason::Chosen { percent: 40 }));
        assert_eq!([chosen(1.0 / 3.0, 3), chosen(1.0, 1)], [None, None]);
        let guess = Mix::from_weights(&[1.0, 2.0, 1.0]);
        let likely = Mix::from_weights(&[2.0, 1.0, 1.0]);
        assert_eq!(expected(&likely, hands("259/358")[1], card(5)), Some(Reason::Expected { percent: 50 }));
        assert_eq!(expected(&guess, hands("259/358")[1], card(9)), Some(Reason::Expected { percent: 100 }));
        assert_eq!(expected(&guess, hands("259/358")[1], card(5)), None);
        let searched = Some(Reason::Chosen { percent: 40 });
        assert_eq!(reason(hands("259/358"), None, card(5), searched), searched);
        assert_eq!(reason(hands("259/358"), None, card(9), searched), Some(Reason::Unbeaten));
    }

    #[test]
    fn a_game_that_is_won_is_said_to_be() {
        let decides = |text: &str, seat: Seat, played: u8| {
            Exact::default().decides(seat, card(played), text.parse().unwrap(), &Options::default())
        };
        assert!(decides("259/358 40-0", Seat::FIRST, 2) && !decides("259/358 40-0", Seat::SECOND, 8));
        assert!(decides("259/358 0-40", Seat::SECOND, 3) && !decides("259/358 0-0", Seat::FIRST, 9));
        // The 9 wins 13 of the remaining points against any card; without it the 8 would win.
        assert!(decides("29/48 0-0", Seat::FIRST, 9) == decides("48/29 0-0", Seat::SECOND, 9));
    }

    /// Whether a claim holds for every card that the other side may play.
    fn holds(position: Position, options: &Options, played: Card, claimed: Reason) -> bool {
        let [own, other] = position.hands;
        let gain = |theirs: Card| position.gain(played, theirs, options).points;
        match claimed {
            Reason::Decides => other.iter().all(|theirs| {
                let next = position.play(played, theirs, options);
                match next.is_finished() {
                    true => next.ahead() == Some(Seat::FIRST),
                    false => Exact::default().play(next, options).value >= SURE,
                }
            }),
            Reason::Unbeaten => other.iter().all(|theirs| gain(theirs)[0] >= gain(theirs)[1]),
            Reason::Beats { cards, of } => {
                let won = other.iter().filter(|&theirs| gain(theirs)[0] > gain(theirs)[1]);
                of == other.len() && cards == won.count() && cards > 0
            }
            Reason::Keeps => own.iter().all(|kept| kept >= played),
            Reason::Chosen { percent } | Reason::Expected { percent } => (1..=100).contains(&percent),
            Reason::BeatsLead | Reason::GivesUp => false,
        }
    }

    #[test]
    fn reasons_hold_in_random_positions() {
        let mut dice = Dice::new(&Seed::from_text("reasons"));
        let mut seen = BTreeSet::new();
        for number in 0..60 {
            let options = Options {
                ties: if number % 3 == 0 { Ties::Carry } else { Ties::None },
                ..Options::default()
            };
            let mut position = Position::START;
            while position.hands[0].len() > 1 + number % 4 {
                let [own, other] =
                    position.hands.map(|hand| hand.nth(dice.roll(hand.len() as u32) as usize).unwrap());
                position = position.play(own, other, &options);
            }
            for (player, claims) in [("perfect", true), ("hard", true), ("medium", false)] {
                let table = baize_games::find("nine").unwrap();
                let state = json!({ "hands": position.hands, "scores": position.scores, "carried": position.carried });
                let table = table.load(&state, &json!({ "ties": options.ties })).unwrap();
                let mut player = sit("nine", player, &Seed::from_text("a")).unwrap();
                let thought = player.choose(&table.seat_view(Seat::FIRST), Budget::default()).unwrap();
                let played = card(thought.action["card"].as_u64().unwrap() as u8);
                let exact = Exact::default().play(position, &options);
                let claimed = if claims && decides(&exact.matrix, rank(position.hands[0], played)) {
                    Some(Reason::Decides)
                } else {
                    reason(position.hands, None, played, None)
                };
                let told: &Value = &thought.info["reason"];
                seen.extend(told["kind"].as_str().map(str::to_owned));
                if told["kind"] != "chosen" && told["kind"] != "expected" {
                    assert_eq!(*told, json!(claimed), "{position:?}");
                }
                if let Some(claimed) = claimed {
                    assert!(holds(position, &options, played, claimed), "{position:?} {played} {claimed:?}");
                }
            }
        }
        for kind in ["decides", "unbeaten", "beats", "keeps"] {
            assert!(seen.contains(kind), "{kind} never came up: {seen:?}");
        }
    }

    #[test]
    fn chances_that_are_told_are_those_that_it_was_drawn_by() {
        let mut told = 0;
        for text in ["1369/2578", "2459/1679", "13579/24689"] {
            let state = json!({ "hands": hands(text), "scores": [9, 5] });
            let table = baize_games::find("nine").unwrap().load(&state, &json!({ "ties": "carry" })).unwrap();
            for seed in 0..6 {
                let mut player = sit("nine", "perfect", &Seed::from_text(&seed.to_string())).unwrap();
                let thought = player.choose(&table.seat_view(Seat::FIRST), Budget::default()).unwrap();
                if thought.info["reason"]["kind"] != "chosen" {
                    continue;
                }
                let chance =
                    thought.info["probabilities"][thought.action["card"].to_string()].as_f64().unwrap();
                assert_eq!(thought.info["reason"]["percent"], percent(chance), "{}", thought.info);
                told += 1;
            }
        }
        assert!(told > 0);
    }
}
