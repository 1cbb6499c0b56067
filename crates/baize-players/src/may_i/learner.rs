//! The players `novice`, `beginner`, `casual` and `steady`, who make the mistakes of inexperienced people.

use super::greedy::Thinking;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Card, Faced, MayI, Named, Phase, View, points};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

/// What a player overlooks, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Habits {
    /// The chance in percent to notice a complete contract in the first turn of a round, and how much it
    /// grows with each later turn.
    notices: u32,
    notices_more: u32,
    /// The same if the contract needs a wild: this percentage of that chance, more with every turn.
    sees_wilds: u32,
    /// The chance in percent per turn to see that a card fits a meld on the table.
    lays_off: u32,
    /// The chance in percent per turn to remember what goes with the exposed card.
    remembers: u32,
    /// The chance in percent to think of asking for it in another seat's turn.
    asks: u32,
    /// How far apart two cards of a suit may be to look like the beginning of a run.
    sees_near: u8,
    /// Whether it keeps pictures and aces because they look good, instead of discarding them because they
    /// cost much.
    keeps_high: bool,
}

impl Habits {
    pub(super) const NOVICE: Habits = Habits {
        notices: 0,
        notices_more: 10,
        sees_wilds: 25,
        lays_off: 8,
        remembers: 8,
        asks: 3,
        sees_near: 1,
        keeps_high: true,
    };
    pub(super) const BEGINNER: Habits = Habits {
        notices: 0,
        notices_more: 10,
        sees_wilds: 30,
        lays_off: 18,
        remembers: 30,
        asks: 7,
        sees_near: 1,
        keeps_high: true,
    };
    pub(super) const CASUAL: Habits = Habits {
        notices: 8,
        notices_more: 12,
        sees_wilds: 38,
        lays_off: 32,
        remembers: 50,
        asks: 12,
        sees_near: 2,
        keeps_high: true,
    };
    pub(super) const STEADY: Habits = Habits {
        notices: 20,
        notices_more: 18,
        sees_wilds: 60,
        lays_off: 55,
        remembers: 75,
        asks: 25,
        sees_near: 2,
        keeps_high: false,
    };
}

/// For how many turns they go by pairs and neighbours in the last round.
const PATIENCE: u32 = 8;

/// Goes by pairs and neighbours, and notices some things late.
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
        // A seat may also be asked out of turn; then the menu decides.
        let choice = choice.filter(|(action, _)| menu.actions().contains(action));
        let (action, why) = choice.unwrap_or_else(|| (menu.actions()[0].clone(), "nothing else to do"));
        Choice::new(action, json!({ "why": why, "points": view.hand.as_deref().map(points) }))
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
    /// Whether something with this chance in percent is noticed this turn. Randomness comes from the seed and
    /// the turn alone: what is overlooked stays overlooked until the next turn.
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

    /// Whether the last round has gone on for so long that even they count missing cards.
    fn counts(&self) -> bool {
        self.view.terms().takes_whole_hand && self.view.turn > PATIENCE * self.view.held.len() as u32
    }

    /// Wants a card that goes with two others, or a wild, because nobody forgets what a wild is good for.
    fn wants(&self, card: Card) -> bool {
        if self.counts() {
            return self.thinking.comes_nearer_by(card);
        }
        let goes_with_two = || self.sees("exposed", self.habits.remembers) && self.ties(card).count() >= 2;
        card.face().is_wild() || goes_with_two()
    }

    /// Asks out of turn, but not where the whole hand must be used, because another card would come with it.
    fn asks(&self, card: Card) -> bool {
        let may = !self.view.terms().takes_whole_hand && self.sees("ask", self.habits.asks);
        may && self.wants(card)
    }

    /// The values of the other cards that go with a card, as far as it notices them.
    fn ties(&self, card: Card) -> impl Iterator<Item = i32> {
        self.thinking.ties_within(card, self.habits.sees_near)
    }

    fn play(&self, menu: &Menu<Action>) -> Option<(Action, &'static str)> {
        if let Some(lay_down) = self.lay_down(menu) {
            return Some((lay_down, "the contract is complete"));
        }
        // The last cards are never overlooked, because they are the whole hand.
        let few = self.view.hand.as_ref().is_some_and(|hand| hand.len() <= 2);
        if !few && !self.sees("lay off", self.habits.lays_off) {
            return None;
        }
        let out = menu.actions().iter().find(|action| matches!(action, Action::GoOut { .. })).cloned();
        let lay_off = || self.thinking.lay_off().map(|placed| Action::LayOff(placed.lay_off()));
        let is_down = self.view.you.is_some_and(|seat| self.view.down[seat.index()]);
        out.or_else(lay_off).filter(|_| is_down).map(|action| (action, "it fits a meld"))
    }

    /// Lays down what it notices; a hand that fits as a whole cannot be overlooked.
    fn lay_down(&self, menu: &Menu<Action>) -> Option<Action> {
        let ways = || menu.actions().iter().filter(|action| matches!(action, Action::LayDown { .. }));
        if self.view.terms().takes_whole_hand {
            return ways().next().cloned();
        }
        let Habits { notices, notices_more, sees_wilds, .. } = self.habits;
        let turns = self.view.turn.saturating_sub(1) / self.view.held.len() as u32;
        let chance = (notices + notices_more * turns).min(95);
        let natural = ways().find(|way| wilds(way) == 0);
        if let Some(way) = natural.filter(|_| self.sees("melds", chance)) {
            return Some(way.clone());
        }
        let with_wilds = chance * (sees_wilds + 6 * turns).min(100) / 100;
        ways().next().filter(|_| self.sees("wild melds", with_wilds)).cloned()
    }

    /// The card that goes with the fewest others, but never a wild, nor a card taken this very turn.
    fn discard(&self) -> Option<(Action, &'static str)> {
        if let Some(action) = self.thinking.shake_up() {
            return Some((action, "the round is stuck"));
        }
        if self.counts() {
            return self.thinking.least_missed(true).map(|action| (action, "it is missed least"));
        }
        let hand = self.view.hand.as_deref()?;
        let taken = self.thinking.taken();
        let loosest = hand.iter().max_by_key(|&&card| {
            let points = card.face().points() as i32;
            let worth: i32 = self.ties(card).sum();
            let cost = if self.habits.keeps_high { -points } else { points };
            (!card.face().is_wild(), Some(card) != taken, -worth, cost)
        });
        loosest.map(|&card| (Action::discard(card), "it goes with the fewest others"))
    }
}

/// How many wilds a lay-down uses.
fn wilds(action: &Action) -> usize {
    let Action::LayDown { melds } = action else { return 0 };
    let cards = melds.iter().flat_map(|meld| &meld.card_ids);
    cards.filter(|card| matches!(card, Named::Known(card) if card.face().is_wild())).count()
}
