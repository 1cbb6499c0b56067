//! The players `novice`, `learner` and `casual`, who make the mistakes of people who have just learnt the game.

use super::greedy::Thinking;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Card, Faced, How, MayI, Named, Phase, View, points};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

/// What somebody overlooks, and how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Habits {
    /// In how many of a hundred turns a complete contract is noticed: in the first turn of a round, and how many more in each
    /// one after it.
    notices: u32,
    notices_more: u32,
    /// The same where a wild takes the place of a card: a part of a hundred of it.
    sees_wilds: u32,
    /// In how many of a hundred turns a card is seen to fit a meld on the table.
    lays_off: u32,
    /// How far apart two cards of a suit may be to be seen as the beginning of a run.
    sees_near: u8,
    /// Whether pictures and aces are kept because they look good, rather than thrown away because they cost much.
    keeps_high: bool,
    asks: Asks,
}

/// When somebody asks for a card out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asks {
    Never,
    /// Only once somebody is down.
    TooLate,
    /// For whatever goes with two cards of the hand.
    TooOften,
}

impl Habits {
    pub(super) const NOVICE: Habits = Habits {
        notices: 0,
        notices_more: 12,
        sees_wilds: 30,
        lays_off: 30,
        sees_near: 1,
        keeps_high: true,
        asks: Asks::Never,
    };
    pub(super) const LEARNER: Habits = Habits {
        notices: 10,
        notices_more: 20,
        sees_wilds: 40,
        lays_off: 50,
        sees_near: 2,
        keeps_high: true,
        asks: Asks::TooLate,
    };
    pub(super) const CASUAL: Habits = Habits {
        notices: 40,
        notices_more: 20,
        sees_wilds: 70,
        lays_off: 75,
        sees_near: 2,
        keeps_high: false,
        asks: Asks::TooOften,
    };
}

/// Goes by pairs and neighbours, and notices some things later than others would.
pub(super) struct Learner {
    habits: Habits,
    seed: Seed,
}

impl Learner {
    pub(super) fn boxed(habits: Habits, seed: &Seed) -> Box<dyn Player<MayI>> {
        Box::new(Learner { habits, seed: seed.clone() })
    }
}

impl Player<MayI> for Learner {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let choice = Thinking::of(view).and_then(|thinking| self.look(view, thinking).choice(menu));
        // Out of its turn a seat may be asked too; then the menu knows better.
        let choice = choice.filter(|(action, _)| menu.actions().contains(action));
        let (action, why) = choice.unwrap_or_else(|| (menu.actions()[0].clone(), "nothing else to do"));
        Choice { action, info: json!({ "why": why, "points": view.hand.as_deref().map(points) }) }
    }

    fn interject(&mut self, view: &View, menu: &Menu<Action>) -> Option<Action> {
        let call = Action::CallMayI {};
        let thinking = Thinking::of(view).filter(|_| menu.actions().contains(&call))?;
        self.look(view, thinking).asks(view.discard?).then_some(call)
    }
}

impl Learner {
    fn look<'a>(&'a self, view: &'a View, thinking: Thinking<'a>) -> Look<'a> {
        Look { habits: self.habits, seed: &self.seed, view, thinking }
    }
}

/// One look at the table.
struct Look<'a> {
    habits: Habits,
    seed: &'a Seed,
    view: &'a View,
    thinking: Thinking<'a>,
}

impl Look<'_> {
    /// Whether something that is seen in so many of a hundred turns is seen in this one. Chance comes from the seed and the
    /// turn alone: what was overlooked stays overlooked until the next turn.
    fn sees(&self, what: &str, chance: u32) -> bool {
        let turn = format!("{what} {} {}", self.view.round.number(), self.view.turn);
        Dice::new(&self.seed.branch(&turn)).roll(100) < chance
    }

    fn choice(&self, menu: &Menu<Action>) -> Option<(Action, &'static str)> {
        match self.view.phase {
            Phase::MayI => {
                let card = self.view.discard?;
                let is_own_turn = Some(self.view.current) == self.view.you;
                let wanted = if is_own_turn { self.wants(card) } else { self.asks(card) };
                Some(if wanted {
                    (Action::ClaimMayI {}, "it goes with the hand")
                } else {
                    (Action::AllowMayI {}, "it does not help")
                })
            }
            Phase::Draw => {
                let draw = Action::DrawFromDiscard {};
                let wanted = self.view.discard.is_some_and(|card| self.wants(card));
                Some(if wanted && menu.actions().contains(&draw) {
                    (draw, "it goes with the hand")
                } else {
                    (Action::DrawFromStock {}, "it does not help")
                })
            }
            Phase::Act => self.play(menu).or_else(|| self.discard()),
            Phase::Discard | Phase::Over => self.discard(),
        }
    }

    /// A card that goes with two others, or a wild.
    fn wants(&self, card: Card) -> bool {
        card.face().is_wild() || self.ties(card).count() >= 2
    }

    /// Where the whole hand must be used nobody wants another card with it.
    fn asks(&self, card: Card) -> bool {
        let is_in_time = match self.habits.asks {
            Asks::Never => false,
            Asks::TooLate => self.view.down.contains(&true),
            Asks::TooOften => true,
        };
        is_in_time && !self.view.terms().takes_whole_hand && self.wants(card)
    }

    /// What a card has to do with others, as far as it is seen.
    fn ties(&self, card: Card) -> impl Iterator<Item = i32> {
        self.thinking.ties_within(card, self.habits.sees_near)
    }

    fn play(&self, menu: &Menu<Action>) -> Option<(Action, &'static str)> {
        if let Some(lay_down) = self.lay_down(menu) {
            return Some((lay_down, "the contract is complete"));
        }
        // The last cards are never overlooked: they lie there alone.
        let few = self.view.hand.as_ref().is_some_and(|hand| hand.len() <= 2);
        if !few && !self.sees("lay off", self.habits.lays_off) {
            return None;
        }
        let out = menu.actions().iter().find(|action| matches!(action, Action::GoOut { .. })).cloned();
        let lay_off = || self.thinking.lay_off().map(|placed| Action::LayOff(placed.lay_off()));
        let is_down = self.view.you.is_some_and(|seat| self.view.down[seat.index()]);
        out.or_else(lay_off).filter(|_| is_down).map(|action| (action, "it fits a meld"))
    }

    /// Lays down what is noticed; a hand that fits as a whole cannot be overlooked.
    fn lay_down(&self, menu: &Menu<Action>) -> Option<Action> {
        let ways = || menu.actions().iter().filter(|action| matches!(action, Action::LayDown { .. }));
        if self.view.terms().takes_whole_hand {
            return ways().next().cloned();
        }
        let Habits { notices, notices_more, sees_wilds, .. } = self.habits;
        let turns = (self.view.turn - 1) / self.view.held.len() as u32;
        let chance = (notices + notices_more * turns).min(95);
        let natural = ways().find(|way| wilds(way) == 0);
        if let Some(way) = natural.filter(|_| self.sees("melds", chance)) {
            return Some(way.clone());
        }
        ways().next().filter(|_| self.sees("wild melds", chance * sees_wilds / 100)).cloned()
    }

    /// The card that goes with the fewest others. Nobody throws away a wild, or what was taken this very turn.
    fn discard(&self) -> Option<(Action, &'static str)> {
        if let Some(action) = self.thinking.shake_up() {
            return Some((action, "the round is stuck"));
        }
        let hand = self.view.hand.as_deref()?;
        let taken = self.taken();
        let loosest = hand.iter().max_by_key(|&&card| {
            let points = card.face().points() as i32;
            let worth: i32 = self.ties(card).sum();
            let cost = if self.habits.keeps_high { -points } else { points };
            (!card.face().is_wild(), Some(card) != taken, -worth, cost)
        });
        loosest.map(|&card| (Action::discard(card), "it goes with the fewest others"))
    }

    /// The card that was taken in the open in this turn.
    fn taken(&self) -> Option<Card> {
        let last = self.view.memory.last()?;
        let is_own = Some(last.seat) == self.view.you && matches!(last.how, How::Taken | How::Asked);
        is_own.then_some(last.card)
    }
}

/// How many wilds a lay-down takes.
fn wilds(action: &Action) -> usize {
    let Action::LayDown { melds } = action else { return 0 };
    let cards = melds.iter().flat_map(|meld| &meld.card_ids);
    cards.filter(|card| matches!(card, Named::Known(card) if card.face().is_wild())).count()
}
