//! Nine players, and the queries about exact play and players' policies.

mod exact;
mod explain;
mod hard;
mod policy;
mod predict;
mod query;
mod sealed;

pub(crate) use explain::Reason;
pub(crate) use query::Query;

use crate::cast::Roles;
use crate::player::AnyLevel;
use crate::team::Team;
use crate::{Budget, Choice, Level, Player, Random};
use baize_nine::{Action, Bid, Card, Hand, Helper, Nine, Position, View};
use baize_nine_solver::Mix;
use baize_rules::{Dice, Menu, Seat, Seed};
use exact::Exact;
use hard::Hard;
use policy::Policy;
use serde_json::{Map, Value, json};

pub(crate) const TEAM: Team = Team {
    game: "nine",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["beginner", "medium", "defensive", "aggressive", "balanced", "perfect", "hard"],
    }],
    answer: |query, _| query::answer(query),
    ..Team::PLAIN
};

/// Ordered by how exploitable they are: `hard` takes nearly everything from the first, and nothing from those
/// that play perfectly. It comes last, because no other player exploits anybody. It takes more from `medium`
/// than from `beginner`, but `medium` beats `beginner`.
const LEVELS: &[&dyn AnyLevel] = &[
    &Level::<Nine> { id: "beginner", make: |seed| Follower::boxed(Policy::Beginner, seed) },
    &Level::<Nine> { id: "medium", make: |seed| Follower::boxed(Policy::Medium, seed) },
    &Level::<Nine> { id: "novice", make: |seed| Follower::boxed(Policy::Novice, seed) },
    &Level::<Nine> { id: "medium-loose", make: |seed| Follower::boxed(Policy::MediumLoose, seed) },
    &Level::<Nine> { id: "casual", make: |seed| Follower::boxed(Policy::Casual, seed) },
    &Level::<Nine> { id: "steady", make: |seed| Follower::boxed(Policy::Steady, seed) },
    &Level::<Nine> { id: "able", make: |seed| Follower::boxed(Policy::Able, seed) },
    &Level::<Nine> { id: "keen", make: |seed| Follower::boxed(Policy::Keen, seed) },
    &Level::<Nine> { id: "defensive", make: |seed| Follower::boxed(Policy::Defensive, seed) },
    &Level::<Nine> { id: "aggressive", make: |seed| Follower::boxed(Policy::Aggressive, seed) },
    &Random::level::<Nine>(),
    &Level::<Nine> { id: "easy", make: |seed| Follower::boxed(Policy::Easy, seed) },
    &Level::<Nine> { id: "balanced", make: |seed| Follower::boxed(Policy::Balanced, seed) },
    &Level::<Nine> { id: "perfect", make: |seed| Follower::boxed(Policy::Perfect, seed) },
    &Level::<Nine> { id: "hard", make: |seed| Box::new(Hard::new(seed)) },
];

/// Smaller chances are residues of a search that has not fully converged.
const UNLIKELY: f64 = 1e-3;

/// Draws cards from a policy.
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
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        // A spectator's view has no seat; players are never asked with one, but a menu entry is always right.
        let Some(seat) = view.you else {
            return Choice::new(menu.actions()[0].clone(), Value::Null);
        };
        if view.options.is_extended() {
            return self.choose_with_helpers(view, seat);
        }
        let (position, options, exact) = (view.position(), &view.options, &mut self.exact);
        let perfect = || match view.sealed[seat.other_of_two().index()] {
            Some(lead) => exact.reply(seat, lead, position, options),
            None => exact.play(position, options).mixes[seat.index()],
        };
        let mut mix = self.policy.mix(seat, position, perfect);
        let hand = view.hands[seat.index()];
        if let Some(lead) = view.sealed[seat.other_of_two().index()] {
            mix = self.policy.reply(mix, hand, lead);
        }
        let card = draw(&mix, hand, &mut self.dice);
        let mut info = json!({ "why": self.policy.reason(), "probabilities": probabilities(&mix, hand) });
        if budget.is_heard {
            info["reason"] = json!(self.reason(view, seat, card, &mix));
        }
        Choice::new(Action::play(card), info)
    }
}

impl Follower {
    /// The reason for a card that was drawn from a mix.
    fn reason(&mut self, view: &View, seat: Seat, card: Card, mix: &Mix) -> Option<Reason> {
        let other = seat.other_of_two();
        let (own, theirs) = (view.hands[seat.index()], view.hands[other.index()]);
        let is_perfect = self.policy.is_perfect();
        if is_perfect && self.exact.decides(seat, card, view.position(), &view.options) {
            return Some(Reason::Decides);
        }
        let chosen = explain::chosen(mix.values()[rank(own, card)], own.len()).filter(|_| is_perfect);
        explain::reason([own, theirs], view.sealed[other.index()], card, chosen)
    }

    /// Chooses with helpers or bonus turns: by search, or by the same policy with an occasional helper.
    fn choose_with_helpers(&mut self, view: &View, seat: Seat) -> Choice<Action> {
        let (position, other) = (view.position(), seat.other_of_two().index());
        let lead = view.sealed[other].map(|card| Bid { card, helper: view.sealed_helpers[other] });
        let Some(tilt) = self.policy.tilt() else { return self.choose_by_policy(view, seat, lead) };
        let mut mix = sealed::mix(seat, position, &view.options, lead);
        let hand = view.hands[seat.index()];
        if !view.options.open_lead {
            for (bid, chance) in &mut mix {
                *chance *= policy::tilted_weight(tilt, rank(hand, bid.card), hand.len());
            }
        }
        // Bids that the search all but rules out must not be played by accident.
        mix.retain(|(_, chance)| *chance > UNLIKELY);
        let sum: f64 = mix.iter().map(|(_, chance)| chance).sum();
        mix.iter_mut().for_each(|(_, chance)| *chance /= sum);
        let chances: Vec<f64> = mix.iter().map(|(_, chance)| *chance).collect();
        let (bid, chance) = mix[drawn(&chances, &mut self.dice)];
        let choices = position.bids(seat, &view.options).count();
        let reason = explain::chosen(chance, choices).filter(|_| self.policy.is_perfect());
        let named = mix.iter().map(|(bid, chance)| (written(*bid), json!(chance)));
        let info = json!({
            "why": "an equilibrium of this turn over an estimate of what follows",
            "reason": reason,
            "probabilities": named.collect::<Map<_, _>>(),
        });
        Choice::new(Action::bid(bid), info)
    }

    /// The card by the policy. Helpers are spread over the remaining turns; `beginner` plays any of them, the
    /// others the one that gains most with the card.
    fn choose_by_policy(&mut self, view: &View, seat: Seat, lead: Option<Bid>) -> Choice<Action> {
        let position = view.position();
        let hand = view.hands[seat.index()];
        let mut mix = self.policy.mix(seat, position, || Mix::uniform(hand.len()));
        if let Some(lead) = lead {
            mix = self.policy.reply(mix, hand, lead.card);
        }
        let card = draw(&mix, hand, &mut self.dice);
        let helpers = position.helpers(seat, &view.options);
        let is_time = (self.dice.roll(hand.len() as u32) as usize) < helpers.len();
        let all: Vec<Helper> = helpers.iter().collect();
        let any = self.dice.pick(&all).copied();
        let others: Vec<Card> = match lead {
            Some(lead) => vec![lead.card],
            None => view.hands[seat.other_of_two().index()].iter().collect(),
        };
        let helper = match self.policy {
            _ if !is_time => None,
            Policy::Beginner => any,
            _ => sealed::best_helper(card, &others, helpers),
        };
        let info = json!({ "why": self.policy.reason(), "probabilities": probabilities(&mix, hand) });
        Choice::new(Action::bid(Bid { card, helper }), info)
    }
}

/// A bid as text.
fn written(Bid { card, helper }: Bid) -> String {
    helper.map_or_else(|| card.to_string(), |helper| format!("{card}+{}", helper.name()))
}

/// Draws an index by chances that add up to one; what rounding leaves over goes to the last.
fn drawn(chances: &[f64], dice: &mut Dice) -> usize {
    const SIDES: u32 = 1 << 30;
    let mut left = f64::from(dice.roll(SIDES)) / f64::from(SIDES);
    for (number, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return number;
        }
    }
    chances.len() - 1
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
    let Position { mut hands, mut scores, mut used, .. } = position;
    hands.reverse();
    scores.reverse();
    used.reverse();
    Position { hands, scores, used, ..position }
}

/// Chances by card; cards without one are left out.
fn probabilities(mix: &Mix, hand: Hand) -> Map<String, Value> {
    let chances = hand.iter().zip(mix.values()).filter(|(_, chance)| **chance > 0.0);
    chances.map(|(card, chance)| (card.to_string(), json!(chance))).collect()
}
