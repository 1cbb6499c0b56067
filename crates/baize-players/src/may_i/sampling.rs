//! Evaluates moves by playing deals that the seat cannot tell from the real one to the end of the round.

use super::recall::Offer;
use super::style::{Eye, Style};
use super::world::{Chance, SEATS, Stage, World, dead_weight};
use baize_may_i::{Face, Holding};
use baize_search::Watch;

/// A first move to compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Move {
    /// Take the exposed card, in the own turn or by a request.
    Take,
    /// Leave the exposed card.
    Leave,
    /// Throw a card away.
    Discard(Face),
}

/// A move, and how the seat plays on after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: Move,
    pub(super) then: Style,
}

/// What a seat knows of a round.
pub(super) struct Known {
    /// The round as the seat knows it: hands of others and the stock are empty, and the covered discards are
    /// those it remembers.
    pub(super) world: World,
    pub(super) me: usize,
    /// Every card in an unknown place.
    pub(super) unseen: Vec<Face>,
    /// How many of those are covered discards.
    pub(super) covered: usize,
    /// The cards that others are known to hold.
    pub(super) taken: [Vec<Face>; SEATS],
    /// The cards that others could have had, the latest last.
    pub(super) offers: [Vec<Offer>; SEATS],
    /// How many turns every seat has had.
    pub(super) turns: usize,
    /// Whether the current seat has drawn.
    pub(super) has_drawn: bool,
}

/// The results of the deals for one move.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outlook {
    points: f64,
    out: f64,
    /// How much better it was than the first move, in own points less a share of the others', and the square
    /// of that.
    better: f64,
    squares: f64,
    deals: f64,
}

impl Outlook {
    /// The mean of the seat's own points at the end of the round.
    pub(super) fn points(&self) -> f64 {
        self.points / self.deals.max(1.0)
    }

    /// How often the seat goes out.
    pub(super) fn out(&self) -> f64 {
        self.out / self.deals.max(1.0)
    }

    pub(super) fn deals(&self) -> f64 {
        self.deals
    }

    /// How much better it is than the first move, and the standard error of that.
    fn better(&self) -> (f64, f64) {
        let deals = self.deals.max(1.0);
        let mean = self.better / deals;
        let variance = (self.squares / deals - mean * mean).max(0.0);
        (mean, (variance / deals).sqrt())
    }
}

/// How much the points of the others count, relative to the seat's own.
const OTHERS: f64 = 0.6;
/// How many deals are played before moves are compared.
const BATCH: u32 = 16;
/// A move is dropped when it is worse than another by this many standard errors.
const HOPELESS: f64 = 2.0;
/// A move replaces the first one only if it is better by this many standard errors.
const CONVINCING: f64 = 1.0;

impl Known {
    /// The best of some lines, the first of which is the default; the results of each, and how many rounds
    /// were played. All lines get the same deals.
    pub(super) fn best(
        &self,
        lines: &[Line],
        watch: &Watch,
        chance: &mut Chance,
    ) -> (usize, Vec<Outlook>, u64) {
        let mut outlooks = vec![Outlook::default(); lines.len()];
        let mut open: Vec<usize> = (0..lines.len()).collect();
        let mut played = 0;
        while open.len() > 1 && !watch.must_stop(played) {
            for _ in 0..BATCH {
                let deal = self.deal(chance);
                let mut first = None;
                for &index in &open {
                    let (points, others) = self.play_out(deal.clone(), lines[index]);
                    let value = points - OTHERS * others;
                    let outlook = &mut outlooks[index];
                    let better = *first.get_or_insert(value) - value;
                    outlook.points += points;
                    outlook.out += f64::from(u8::from(points == 0.0));
                    outlook.better += better;
                    outlook.squares += better * better;
                    outlook.deals += 1.0;
                    played += 1;
                }
            }
            let sure = open.iter().map(|&index| outlooks[index].better());
            let lead = sure.map(|(mean, error)| mean - HOPELESS * error).fold(0.0, f64::max);
            // The first one stays, because the others are compared with it.
            open.retain(|&index| {
                index == 0 || {
                    let (mean, error) = outlooks[index].better();
                    mean + HOPELESS * error >= lead
                }
            });
        }
        let sure = |&index: &usize| {
            let (mean, error) = outlooks[index].better();
            mean - CONVINCING * error
        };
        let best = open.iter().copied().filter(|&index| index > 0).max_by(|a, b| sure(a).total_cmp(&sure(b)));
        (best.filter(|index| sure(index) > 0.0).unwrap_or(0), outlooks, played)
    }

    /// The seat's own points and the mean of the others' at the end of the round.
    pub(super) fn play_out(&self, mut world: World, line: Line) -> (f64, f64) {
        let me = self.me;
        world.styles[me] = line.then;
        match line.first {
            Move::Take => {
                if world.current == me {
                    world.take_top(me);
                    world.finish(Stage::Act);
                } else {
                    world.take_at_a_price(me);
                    world.finish(if self.has_drawn { Stage::Act } else { Stage::Draw });
                }
            }
            Move::Leave => {
                if self.has_drawn || world.draw_for_turn(Some(me)) {
                    world.finish(Stage::Act);
                }
            }
            Move::Discard(face) => {
                world.discard(face);
                if world.cards[me] > 0 {
                    world.finish(Stage::Draw);
                }
            }
        }
        let points = |seat: usize| f64::from(world.hands[seat].points());
        let others = (0..world.seats).filter(|&seat| seat != me).map(points).sum::<f64>();
        (points(me), others / (world.seats - 1) as f64)
    }

    /// A deal that looks just like the real one from here: a seat that is not down has drawn and thrown away
    /// for the actual number of turns, has no complete hand, and would have done what it did; a seat that is
    /// down has few cards left that fit.
    pub(super) fn deal(&self, chance: &mut Chance) -> World {
        let mut world = self.world.clone();
        world.chance = Chance::new(chance.next());
        let mut pool = self.unseen.clone();
        chance.shuffle(&mut pool);
        let mut covered = Vec::with_capacity(pool.len());
        for seat in (0..world.seats).filter(|&seat| seat != self.me) {
            world.hands[seat] = if world.down[seat] {
                self.leftover(seat, &mut pool, &mut covered, chance)
            } else {
                let after = (seat + 1..world.seats).filter(|&other| other != self.me);
                let reserve = after.map(|other| world.cards[other] as usize).sum();
                self.likely(seat, reserve, &mut pool, &mut covered, chance)
            };
        }
        while covered.len() > self.covered {
            pool.extend(covered.pop());
        }
        let more = (self.covered - covered.len()).min(pool.len());
        covered.extend(pool.drain(pool.len() - more..));
        chance.shuffle(&mut pool);
        world.covered.append(&mut covered);
        world.stack(pool);
        world
    }

    /// The hand of a seat that is down: it has laid off what fitted, except cards it has only just drawn, and
    /// has thrown away the worst.
    fn leftover(
        &self,
        seat: usize,
        pool: &mut Vec<Face>,
        thrown: &mut Vec<Face>,
        chance: &mut Chance,
    ) -> Holding {
        let cards = self.world.cards[seat].saturating_sub(self.taken[seat].len() as u32);
        let mut hand = Holding::default();
        let mut laid_off = Vec::new();
        for _ in 0..=cards {
            while let Some(face) = pool.pop() {
                let is_kept = !self.world.table.fits(face) || (chance.next() >> 32).is_multiple_of(KEPT_OF);
                if is_kept || pool.len() <= cards as usize {
                    hand.add(face);
                    break;
                }
                laid_off.push(face);
            }
        }
        if hand.cards() > cards
            && let Some(worst) = dead_weight(&hand, &self.world.table)
        {
            hand.remove(worst);
            thrown.push(worst);
        }
        self.taken[seat].iter().for_each(|&face| hand.add(face));
        pool.append(&mut laid_off);
        chance.shuffle(pool);
        hand
    }

    /// The hand of a seat that collects for the contract: out of several, the one that agrees best with what
    /// it took and left lying.
    fn likely(
        &self,
        seat: usize,
        reserve: usize,
        pool: &mut Vec<Face>,
        thrown: &mut Vec<Face>,
        chance: &mut Chance,
    ) -> Holding {
        let mut best: Option<(usize, Holding, Vec<Face>, Vec<Face>)> = None;
        for _ in 0..TRIES {
            let (mut rest, mut away) = (pool.clone(), Vec::new());
            chance.shuffle(&mut rest);
            let hand = self.collected(seat, reserve, &mut rest, &mut away);
            let odd = self.oddities(seat, &hand);
            if best.as_ref().is_none_or(|(least, ..)| odd < *least) {
                best = Some((odd, hand, rest, away));
            }
            if odd == 0 {
                break;
            }
        }
        let Some((_, hand, rest, mut away)) = best else { return Holding::default() };
        *pool = rest;
        thrown.append(&mut away);
        hand
    }

    /// How often a seat with this hand would now decide differently than it did.
    fn oddities(&self, seat: usize, hand: &Holding) -> usize {
        let World { terms, table, .. } = &self.world;
        let style = &self.world.styles[seat];
        let is_odd = |offer: &&Offer| {
            let mut before = *hand;
            if offer.is_taken {
                // Discarded since, or asked for as any card would have been, so it says nothing.
                if before.held(offer.face) == 0 || (!offer.is_free && style.asks_for_any()) {
                    return false;
                }
                before.remove(offer.face);
            }
            let eye = Eye { hand: &before, cards: before.cards(), terms, table, down: 0, left: None };
            let wants =
                if offer.is_free { style.takes(&eye, offer.face) } else { style.asks(&eye, offer.face) };
            wants != offer.is_taken
        };
        self.offers[seat].iter().rev().take(OFFERS).filter(is_odd).count()
    }

    /// A hand of a seat that collects for the contract: it has drawn and thrown away, leaving a reserve for
    /// the others.
    fn collected(
        &self,
        seat: usize,
        reserve: usize,
        pool: &mut Vec<Face>,
        thrown: &mut Vec<Face>,
    ) -> Holding {
        let World { terms, table, .. } = &self.world;
        let (style, cards) = (&self.world.styles[seat], self.world.cards[seat]);
        let mut known = Holding::default();
        self.taken[seat].iter().for_each(|&face| known.add(face));
        let mut hand = known;
        let more = cards.saturating_sub(hand.cards()) as usize;
        pool.drain(pool.len().saturating_sub(more)..).for_each(|face| hand.add(face));
        let draws = self.turns.min(MOST_TURNS).saturating_sub(self.taken[seat].len());
        for _ in 0..draws.min(pool.len().saturating_sub(reserve)) {
            let Some(face) = pool.pop() else { break };
            let mut more = hand;
            more.add(face);
            if more.distance_within(terms, cards as usize + 1, 0..=1) == 0 {
                pool.insert(0, face);
                continue;
            }
            let eye = Eye { hand: &more, cards: cards + 1, terms, table, down: 0, left: None };
            let Some(away) = style.discard(&eye) else { break };
            // A card it is known to hold was not thrown away.
            let away = if more.held(away) > known.held(away) { away } else { face };
            more.remove(away);
            thrown.push(away);
            hand = more;
        }
        hand
    }
}

/// How many hands are tried to find one that agrees with what was seen.
const TRIES: usize = 6;
/// How many offers are considered, the latest ones, because hands change.
const OFFERS: usize = 8;
/// More turns than this do not improve a hand that is not down yet.
const MOST_TURNS: usize = 10;
/// One in this many fitting cards is still held by a seat that is down.
const KEPT_OF: u64 = 5;
