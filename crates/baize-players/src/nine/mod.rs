//! Nine players, and the queries about exact play and about what a player does.

mod exact;
mod hard;
mod policy;
mod predict;
mod query;

pub(crate) use query::answer;

use crate::player::AnyLevel;
use crate::{Budget, Choice, Level, Player, Random};
use baize_nine::{Action, Card, Hand, Nine, Position, View};
use baize_nine_solver::Mix;
use baize_rules::{Dice, Menu, Seed};
use exact::Exact;
use hard::Hard;
use policy::Policy;
use serde_json::{Map, Value, json};

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<Nine>(),
    &Level::<Nine> { id: "beginner", make: |seed| Follower::boxed(Policy::Beginner, seed) },
    &Level::<Nine> { id: "easy", make: |seed| Follower::boxed(Policy::Easy, seed) },
    &Level::<Nine> { id: "medium-loose", make: |seed| Follower::boxed(Policy::MediumLoose, seed) },
    &Level::<Nine> { id: "medium", make: |seed| Follower::boxed(Policy::Medium, seed) },
    &Level::<Nine> { id: "aggressive", make: |seed| Follower::boxed(Policy::Aggressive, seed) },
    &Level::<Nine> { id: "balanced", make: |seed| Follower::boxed(Policy::Balanced, seed) },
    &Level::<Nine> { id: "defensive", make: |seed| Follower::boxed(Policy::Defensive, seed) },
    &Level::<Nine> { id: "hard", make: |seed| Box::new(Hard::new(seed)) },
    &Level::<Nine> { id: "perfect", make: |seed| Follower::boxed(Policy::Perfect, seed) },
];

/// Draws from a policy.
struct Follower {
    policy: Policy,
    exact: Exact,
    dice: Dice,
}

impl Follower {
    fn boxed(policy: Policy, seed: &Seed) -> Box<dyn Player<Nine>> {
        Box::new(Follower { policy, exact: Exact::default(), dice: Dice::new(seed) })
    }
}

impl Player<Nine> for Follower {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        // A spectator's view has no seat; players are never asked with one, but a menu entry is always right.
        let Some(seat) = view.you else {
            return Choice { action: menu.actions()[0].clone(), info: Value::Null };
        };
        let (position, options, exact) = (view.position(), &view.options, &mut self.exact);
        let perfect = || match view.sealed[seat.other_of_two().index()] {
            Some(lead) => exact.reply(seat, lead, position, options),
            None => exact.play(position, options).mixes[seat.index()],
        };
        let mix = self.policy.mix(seat, position, perfect);
        let hand = view.hands[seat.index()];
        let card = draw(&mix, hand, &mut self.dice);
        let info = json!({ "why": self.policy.reason(), "probabilities": probabilities(&mix, hand) });
        Choice { action: Action::play(card), info }
    }
}

/// Draws a card of the hand.
fn draw(mix: &Mix, hand: Hand, dice: &mut Dice) -> Card {
    const SIDES: u32 = 1 << 30;
    let mut left = f64::from(dice.roll(SIDES)) / f64::from(SIDES);
    let mut likely = hand.iter().zip(mix.values()).filter(|(_, chance)| **chance > 0.0);
    let mut drawn = likely.next().expect("chances add up to one").0;
    // What rounding leaves over goes to the last card that has a chance.
    left -= mix.values()[rank(hand, drawn)];
    for (card, chance) in likely {
        if left < 0.0 {
            break;
        }
        drawn = card;
        left -= chance;
    }
    drawn
}

/// How many lower cards there are in the hand.
fn rank(hand: Hand, card: Card) -> usize {
    hand.iter().take_while(|&other| other < card).count()
}

/// A position seen from the other seat.
fn mirrored(position: Position) -> Position {
    let Position { hands: [first, second], scores: [own, other], carried } = position;
    Position { hands: [second, first], scores: [other, own], carried }
}

/// Chances by card; cards without one are left out.
fn probabilities(mix: &Mix, hand: Hand) -> Map<String, Value> {
    let chances = hand.iter().zip(mix.values()).filter(|(_, chance)| **chance > 0.0);
    chances.map(|(card, chance)| (card.to_string(), json!(chance))).collect()
}
