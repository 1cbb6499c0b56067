//! The player `greedy`.

use crate::{Budget, Choice, Player};
use baize_may_i::{
    Action, Card, Faced, Holding, How, MayI, Named, Phase, Placed, RunEnd, Staging, Terms, View, points,
};
use baize_rules::{Menu, Seat};
use serde_json::json;

/// Takes every card that brings the contract nearer, lays down and lays off as soon as it can, and throws
/// away the costliest useless card. In the last round, where the whole hand must fit, it goes by pairs and
/// neighbours, and counts missing cards only when that has gone on for long without success.
pub(super) struct Greedy;

/// For how many turns it goes by pairs and neighbours in the last round.
const PATIENCE: u32 = 16;

/// If everybody waits for cards that others keep, a round would never end, so each seat shakes up its hand in
/// the last `SHAKEN` of every `CYCLE` turns.
const CYCLE: u32 = 40;
const SHAKEN: u32 = 8;

/// How many tables the search for lay-offs looks at.
const NODES: u32 = 2_000;

impl Player<MayI> for Greedy {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let action = Thinking::of(view).and_then(|thinking| thinking.action(menu));
        let info = view.hand.as_ref().map_or(json!({}), |hand| {
            let distance = Holding::of(hand).distance(&view.terms(), hand.len().max(12));
            json!({ "distance": distance, "points": points(hand) })
        });
        // A seat may also be asked out of turn; then the menu decides.
        let action = action.filter(|action| menu.actions().contains(action));
        Choice::new(action.unwrap_or_else(|| menu.actions()[0].clone()), info)
    }

    fn interject(&mut self, view: &View, menu: &Menu<Action>) -> Option<Action> {
        let call = Action::CallMayI {};
        let thinking = Thinking::of(view)?;
        (menu.actions().contains(&call) && thinking.wants_at_a_price(view.discard?)).then_some(call)
    }
}

/// A seat's own hand in a view, and what follows from it.
pub(super) struct Thinking<'a> {
    view: &'a View,
    seat: Seat,
    hand: &'a [Card],
    holding: Holding,
    terms: Terms,
}

impl<'a> Thinking<'a> {
    pub(super) fn of(view: &'a View) -> Option<Thinking<'a>> {
        let (seat, hand) = (view.you?, view.hand.as_deref()?);
        Some(Thinking { view, seat, hand, holding: Holding::of(hand), terms: view.terms() })
    }

    fn action(&self, menu: &Menu<Action>) -> Option<Action> {
        match self.view.phase {
            Phase::MayI => {
                let card = self.view.discard?;
                let is_free = self.view.current == self.seat;
                let wanted = if is_free { self.wants(card) } else { self.wants_at_a_price(card) };
                Some(if wanted { Action::ClaimMayI {} } else { Action::AllowMayI {} })
            }
            Phase::Draw => {
                let draw = Action::DrawFromDiscard {};
                let wanted = self.view.discard.is_some_and(|card| self.wants(card));
                let takes = wanted && menu.actions().contains(&draw);
                Some(if takes { draw } else { Action::DrawFromStock {} })
            }
            Phase::Act => self.play(menu).or_else(|| self.discard()),
            Phase::Discard | Phase::Over => self.discard(),
        }
    }

    /// Lays down or off or swaps, if that is possible and good.
    fn play(&self, menu: &Menu<Action>) -> Option<Action> {
        let is_best = |action: &&Action| matches!(action, Action::LayDown { .. } | Action::GoOut { .. });
        if let Some(action) = menu.actions().iter().find(is_best) {
            return Some(action.clone());
        }
        if self.view.down[self.seat.index()] {
            return self.lay_off().map(|placed| Action::LayOff(placed.lay_off()));
        }
        self.swap(menu)
    }

    /// Swaps for a Joker that brings the contract nearer.
    pub(super) fn swap(&self, menu: &Menu<Action>) -> Option<Action> {
        let good_swap = |action: &&Action| match action {
            Action::SwapJoker { joker_id: Named::Known(joker), card_id: Named::Known(card), .. } => {
                self.distance_with(&[*joker], Some(*card), 0) < self.distance(0)
            }
            _ => false,
        };
        menu.actions().iter().find(good_swap).cloned()
    }

    /// How many cards the hand lacks after `extra` more cards.
    fn distance(&self, extra: usize) -> u8 {
        self.distance_with(&[], None, extra)
    }

    /// The same with some cards added and perhaps one removed.
    fn distance_with(&self, more: &[Card], less: Option<Card>, extra: usize) -> u8 {
        let mut holding = self.holding;
        more.iter().for_each(|card| holding.add(card.face()));
        less.iter().for_each(|card| holding.remove(card.face()));
        let size = self.hand.len() + more.len() + extra - usize::from(less.is_some());
        holding.distance(&self.terms, size)
    }

    /// Whether it counts missing cards.
    fn counts(&self) -> bool {
        !self.terms.takes_whole_hand || self.view.turn > PATIENCE * self.view.held.len() as u32
    }

    /// Whether a card brings the contract nearer than any card from the stock is sure to; without counting,
    /// whether it goes with two others.
    fn wants(&self, card: Card) -> bool {
        if !self.counts() {
            return card.face().is_wild() || self.ties(card).count() >= 2;
        }
        self.comes_nearer_by(card)
    }

    pub(super) fn comes_nearer_by(&self, card: Card) -> bool {
        self.distance_with(&[card], None, 0) < self.distance(1)
    }

    /// Whether it wants a card even with a penalty card. Where the whole hand must be used, that makes two
    /// more cards to place.
    fn wants_at_a_price(&self, card: Card) -> bool {
        if self.terms.takes_whole_hand {
            return self.counts() && self.distance_with(&[card], None, 2) < self.distance(1);
        }
        self.wants(card)
    }

    /// The first of the lay-offs that leave the fewest points. If a wild can go to either end without a
    /// difference to the own hand, it goes where fewer unseen cards could follow.
    pub(super) fn lay_off(&self) -> Option<Placed> {
        let staging = self.view.staging()?;
        let first = *staging.best(NODES).first()?;
        let meld = &self.view.table[first.meld.index()];
        if !meld.needs_position_choice(first.card.face()) {
            return Some(first);
        }
        let fits = meld.fits(first.card.face()).map(|fit| Placed { fit, ..first });
        fits.min_by_key(|placed| (self.points_after(&staging, placed), self.followers(placed)))
    }

    fn points_after(&self, staging: &Staging, placed: &Placed) -> u32 {
        let mut staging = staging.clone();
        if staging.lay_off(&placed.lay_off()).is_err() {
            return u32::MAX;
        }
        let mut left = staging.hand.clone();
        let plan = staging.best(NODES / 2);
        left.retain(|card| plan.iter().all(|placed| placed.card != *card));
        points(&left)
    }

    /// How many unseen cards could be laid off next to a wild at the end of a run.
    fn followers(&self, placed: &Placed) -> usize {
        let (Some(end), Some(face)) = (placed.fit.end, placed.fit.acts_as) else { return 0 };
        let value = match end {
            RunEnd::Start => face.value().checked_sub(1),
            RunEnd::End => face.value().checked_add(1),
        };
        let follows = |card: &Card| {
            !card.face().is_wild() && card.face().suit() == face.suit() && Some(card.face().value()) == value
        };
        let table = self.view.table.iter().flat_map(|meld| meld.cards());
        let seen =
            self.hand.iter().chain(table).chain(&self.view.discard).filter(|card| follows(card)).count();
        let seats = self.view.held.len() as u8;
        Card::deck(seats).filter(follows).count().saturating_sub(seen)
    }

    /// In a stuck round, throws away one card after another, however useful; but no wild, and not the card
    /// just taken.
    pub(super) fn shake_up(&self) -> Option<Action> {
        let turn = self.view.turn / self.view.held.len() as u32;
        let is_stuck = turn % CYCLE >= CYCLE - SHAKEN;
        let taken = self.taken().filter(|_| is_stuck);
        let loose = self.hand.iter().filter(|card| !card.face().is_wild() && Some(**card) != taken);
        let loose: Vec<Card> = loose.filter(|_| is_stuck).copied().collect();
        loose.get(turn as usize % loose.len().max(1)).copied().map(Action::discard)
    }

    /// The face-up card that was taken in this turn.
    pub(super) fn taken(&self) -> Option<Card> {
        let last = self.view.memory.last()?;
        let is_taken = matches!(last.how, How::Taken | How::Asked);
        (is_taken && last.seat == self.seat).then_some(last.card)
    }

    fn discard(&self) -> Option<Action> {
        if let Some(action) = self.shake_up() {
            return Some(action);
        }
        self.least_missed(self.counts())
    }

    /// The least useful card, with or without counting missing cards.
    pub(super) fn least_missed(&self, counts: bool) -> Option<Action> {
        let is_down = self.view.down[self.seat.index()];
        let taken = self.taken();
        let worst = self.hand.iter().max_by_key(|card| {
            let points = card.face().points() as i32;
            if is_down {
                return (false, 0, points);
            }
            let is_loose = !card.face().is_wild() && Some(**card) != taken;
            let distance = if counts { self.distance_with(&[], Some(**card), 1) } else { 0 };
            let worth = if card.face().is_wild() { WILD } else { self.ties(**card).sum() };
            (is_loose, -i32::from(distance), points - worth)
        });
        worst.map(|&card| Action::discard(card))
    }

    fn ties(&self, card: Card) -> impl Iterator<Item = i32> {
        self.ties_within(card, NEAR)
    }

    /// The values of the other cards that go with a natural: pairs where sets are wanted, cards of its suit
    /// where runs are wanted, at most `near` apart.
    pub(super) fn ties_within(&self, card: Card, near: u8) -> impl Iterator<Item = i32> {
        let (contract, face) = (self.terms.contract, card.face());
        let others = self.hand.iter().filter(move |&&other| other != card && !other.face().is_wild());
        let ties = others.map(move |other| {
            let other = other.face();
            let gap = other.value().abs_diff(face.value());
            let in_set = i32::from(contract.sets > 0 && gap == 0) * PAIR;
            let in_run =
                i32::from(contract.runs > 0 && other.suit() == face.suit() && (1..=near).contains(&gap));
            in_set + in_run * (NEIGHBOUR - i32::from(gap))
        });
        ties.filter(|&worth| worth > 0)
    }
}

/// How far apart two cards of a run may be.
const NEAR: u8 = 3;
/// The value of a wild, in points of the card.
const WILD: i32 = 1_000;
/// The value of a pair.
const PAIR: i32 = 6;
/// The value of a card of the same suit, less its distance.
const NEIGHBOUR: i32 = 6;

#[cfg(test)]
#[allow(clippy::needless_pass_by_value)] // States are JSON literals written on the spot.
pub(super) mod tests {
    use super::*;
    use baize_may_i::{LayOff, Options, Setup};
    use baize_rules::{Game, Seed, Table, Viewer};
    use serde_json::Value;

    /// Three seats, with seat 1 to play this hand; all cards not mentioned are in the stock.
    pub(in super::super) fn table(hand: &str, changes: Value) -> Table<MayI> {
        let cards = |text: &str| text.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<Card>>();
        let mut state =
            json!({ "round": 1, "dealer": 0, "current": 1, "phase": "act", "discard": [], "table": [] });
        state.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let melds =
            state["table"].as_array().unwrap().iter().flat_map(|meld| meld["cards"].as_array().unwrap());
        let lying =
            melds.chain(state["discard"].as_array().unwrap()).map(|id| id.as_str().unwrap().parse().unwrap());
        let used: Vec<Card> = cards(hand).into_iter().chain(lying).collect();
        let mut rest: Vec<Card> = Card::deck(3).filter(|card| !used.contains(card)).collect();
        let others = [rest.split_off(rest.len() - 5), rest.split_off(rest.len() - 5)];
        state["hands"] = json!([others[0], cards(hand), others[1]]);
        state["stock"] = json!(rest);
        Table::load(serde_json::from_value::<Setup>(state).unwrap()).unwrap()
    }

    fn choice(table: &Table<MayI>, seat: Seat) -> Action {
        let game = table.game();
        Greedy.choose(&game.view(Viewer::Seat(seat)), &game.menu(seat), Budget::default()).action
    }

    fn check(hand: &str, changes: Value, expect: &str) {
        let table = table(hand, changes);
        let action = choice(&table, Seat::SECOND);
        assert_eq!(table.game().write(Seat::SECOND, &action), expect, "{hand}");
    }

    pub(in super::super) fn down(cards: Value) -> Value {
        json!({ "down": [true, true, false], "table": [{ "owner": 0, "type": "run", "cards": cards }] })
    }

    #[test]
    fn a_wild_goes_where_an_own_card_can_follow() {
        let run = json!(["5S.0", "6S.0", "7S.0", "8S.0"]);
        check("3S.0 2C.0 KD.0", down(run.clone()), "layoff 2 1 start");
        check("TS.0 2C.0 KD.0", down(run.clone()), "layoff 2 1 end");
        check("3S.0 2C.0", down(run), "goout \"2 1 start\" \"1 1\"");
    }

    #[test]
    fn otherwise_it_goes_where_fewer_cards_could_follow() {
        // A 3 could follow at the low end, nothing can follow the ace at the high end.
        check(
            "2C.0 4D.0",
            down(json!(["5S.0", "6S.0", "7S.0", "8S.0", "9S.0", "TS.0", "JS.0", "QS.0", "KS.0"])),
            "layoff 1 1 end",
        );
        check("2C.0 4D.0", down(json!(["4S.0", "5S.0", "6S.0", "7S.0"])), "layoff 1 1 start");
    }

    #[test]
    fn it_draws_what_it_can_use_and_throws_away_what_it_cannot() {
        let hand = "7S.0 7D.0 9H.0 9C.0 3S.0 4D.0 5H.0 QC.0 KD.0 AS.0 JH.0";
        check(hand, json!({ "phase": "draw", "discard": ["7H.0"] }), "draw discard");
        check(hand, json!({ "phase": "draw", "discard": ["8H.0"] }), "draw stock");
        check(&format!("{hand} 7H.0"), json!({}), "discard 10");
        check("7S.0 7D.0 7H.0 9H.0 9C.0 2C.0 KD.0", json!({}), "laydown \"1,3,2\" \"4,5,6\"");
    }

    #[test]
    fn it_asks_for_what_it_wants() {
        let hand = "7S.0 7D.0 9H.0 9C.0 3S.0 4D.0 5H.0 QC.0 KD.0 AS.0 JH.0";
        let asks = |card: &str| {
            let table = table(hand, json!({ "phase": "draw", "current": 2, "discard": [card] }));
            let game = table.game();
            Greedy.interject(&game.view(Viewer::Seat(Seat::SECOND)), &game.menu(Seat::SECOND)).is_some()
        };
        assert!(asks("7H.0") && asks("JK.0") && !asks("8H.0"));
        let pending = |card: &str| {
            json!({ "phase": "may_i", "discard": [card], "pending": {
                "caller": 2, "card": card, "asked": 1, "waiting": [], "resume": "draw" } })
        };
        check(hand, pending("7H.0"), "claim");
        check(hand, pending("8H.0"), "allow");
    }

    #[test]
    fn it_swaps_for_a_joker_that_helps() {
        let run =
            json!({ "table": [{ "owner": 0, "type": "run", "cards": ["JK.0", "6S.0", "7S.0", "8S.0"] }] });
        check("9S.0 9D.0 KC.0 QC.0 3H.0 4H.0 6D.0 8C.0 5S.0 JD.0 TH.0 AC.0", run, "swap 1 1 9");
    }

    #[test]
    fn whole_games_come_to_an_end() {
        let mut sum = 0;
        for number in 0..6 {
            let seed = Seed::from_text(&format!("greedy {number}"));
            let mut table = Table::<MayI>::start(Options::default(), 4, &seed).unwrap();
            let mut actions = 0;
            while let Some(seat) = table.game().awaiting().must.iter().next() {
                let action = choice(&table, seat);
                if let Action::LayOff(LayOff { card_id: Named::Known(card), meld_id, position }) = &action {
                    let meld = &table.setup().table[meld_id.known().unwrap().index()];
                    assert!(position.is_some() || !meld.needs_position_choice(card.face()));
                }
                table.play(seat, &action).unwrap();
                actions += 1;
                assert!(actions < 5_000, "stuck");
            }
            sum += table.setup().totals.points().iter().sum::<u32>();
        }
        let mean = sum / (6 * 4);
        assert!(mean < 280, "{mean}");
    }
}
