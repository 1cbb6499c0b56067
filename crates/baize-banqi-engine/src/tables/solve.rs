//! Retrograde analysis: from the final positions of a form back to all others.

use super::form::{Form, MOST, Ordered};
use crate::classic::{NEAR, jumps, members};

/// How an ending goes for the side to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Won, with this many plies until a capture or the end.
    Win(u8),
    Draw,
    /// Lost, with this many plies until then.
    Loss(u8),
}

impl Fate {
    /// The fate as a byte: 0 for a draw, then wins, then losses.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Fate::Draw => 0,
            Fate::Win(plies) if plies < 127 => plies,
            Fate::Win(_) => 127,
            Fate::Loss(plies) if plies < 127 => 128 + plies,
            Fate::Loss(_) => 255,
        }
    }

    pub(crate) const fn of(code: u8) -> Fate {
        match code {
            0 => Fate::Draw,
            1..128 => Fate::Win(code),
            128.. => Fate::Loss(code - 128),
        }
    }
}

/// The cells of the pieces of a form, in its order, and who acts.
pub(crate) type Places = [u8; MOST];

/// How many positions a form has, counting both sides to act. The board is symmetric in both directions, and
/// no cell is its own mirror image, so the first piece can be kept in one quarter.
pub(crate) const fn positions(total: usize) -> usize {
    (2 * 8) << (5 * (total - 1))
}

/// The number of a position.
#[inline]
pub(crate) fn number(total: usize, places: &Places, side: u8) -> usize {
    let first = places[0];
    let mirror = if first >= 16 { 28 } else { 0 } | if first & 2 != 0 { 3 } else { 0 };
    let first = first ^ mirror;
    let quarter = usize::from(first >> 2) * 2 + usize::from(first & 1);
    let start = usize::from(side) * 8 + quarter;
    places[1..total].iter().fold(start, |number, &place| number << 5 | usize::from(place ^ mirror))
}

/// The position with a number.
fn position(total: usize, mut number: usize) -> (Places, u8) {
    let mut places = [0; MOST];
    for place in (1..total).rev() {
        places[place] = (number & 31) as u8;
        number >>= 5;
    }
    let quarter = (number & 7) as u8;
    places[0] = (quarter >> 1) << 2 | quarter & 1;
    (places, (number >> 3) as u8)
}

/// Finds all fates of a form from those of smaller forms.
pub(crate) struct Solver<'a> {
    form: Form,
    /// For each piece, the form that is left without it, and its fates.
    rest: [Option<(Ordered, &'a [u8])>; MOST],
    fates: Vec<u8>,
    /// For positions without a fate, how many moves are not known to lose; [`NEVER`] if a capture draws.
    open: Vec<u8>,
    /// The positions whose fate is known, in the order in which it was found.
    queue: Vec<u32>,
}

const NEVER: u8 = 255;

impl<'a> Solver<'a> {
    /// `known` gives the fates of smaller forms in their canonical order.
    pub(crate) fn new(form: Form, known: impl Fn(&Form) -> &'a [u8]) -> Solver<'a> {
        let mut rest = [None; MOST];
        for (man, rest) in rest.iter_mut().enumerate().take(usize::from(form.total)) {
            *rest = form.without(man).map(|left| left.ordered()).map(|left| (left, known(&left.form)));
        }
        let size = positions(usize::from(form.total));
        Solver { form, rest, fates: vec![0; size], open: vec![NEVER; size], queue: Vec::new() }
    }

    /// Solves the form. The result has one byte for each position: see [`Fate::code`].
    pub(crate) fn solve(mut self) -> Vec<u8> {
        self.begin();
        let mut next = 0;
        while let Some(&number) = self.queue.get(next) {
            self.go_back(number as usize);
            next += 1;
        }
        self.fates
    }

    /// Finds the positions that are decided at once and queues them, the shortest first.
    fn begin(&mut self) {
        let mut later = Vec::new();
        for number in 0..self.fates.len() {
            let (places, side) = position(usize::from(self.form.total), number);
            match self.at_once(&places, side) {
                Start::Nowhere => {}
                Start::Decided(fate) => {
                    self.fates[number] = fate.code();
                    if fate == Fate::Loss(0) { &mut self.queue } else { &mut later }.push(number as u32);
                }
                Start::Open(moves) => self.open[number] = moves,
            }
        }
        self.queue.append(&mut later);
    }

    fn at_once(&self, places: &Places, side: u8) -> Start {
        let total = usize::from(self.form.total);
        let occupied = places[..total].iter().fold(0_u32, |set, place| set | 1 << place);
        if occupied.count_ones() as usize != total {
            return Start::Nowhere;
        }
        let (mut moves, mut can_draw, mut takes_something) = (0, false, false);
        for man in self.form.men(side) {
            let from = usize::from(places[man]);
            moves += (NEAR[from] & !occupied).count_ones() as u8;
            let is_cannon = self.form.cannons >> man & 1 == 1;
            let reach = if is_cannon { jumps(places[man], occupied) } else { NEAR[from] };
            for prey in self.form.men(side ^ 1) {
                let can = self.form.takes[man] >> prey & 1 == 1 && reach >> places[prey] & 1 == 1;
                match can.then(|| self.after_capture(places, side, man, prey)) {
                    None => {}
                    Some(Fate::Loss(_)) => return Start::Decided(Fate::Win(1)),
                    Some(Fate::Draw) => can_draw = true,
                    Some(Fate::Win(_)) => takes_something = true,
                }
            }
        }
        match moves {
            _ if can_draw => Start::Open(NEVER),
            0 => Start::Decided(Fate::Loss(u8::from(takes_something))),
            moves => Start::Open(moves),
        }
    }

    /// The fate of the other side after a capture.
    fn after_capture(&self, places: &Places, side: u8, man: usize, prey: usize) -> Fate {
        let Some((left, fates)) = self.rest[prey] else { return Fate::Loss(0) };
        let mut squeezed = [0; MOST];
        let others = (0..usize::from(self.form.total)).filter(|&other| other != prey);
        for (to, other) in others.enumerate() {
            squeezed[to] = if other == man { places[prey] } else { places[other] };
        }
        Fate::of(fates[left.number(&squeezed, side ^ 1)])
    }

    /// Passes the fate of a position on to the positions before it.
    fn go_back(&mut self, number: usize) {
        let total = usize::from(self.form.total);
        let (places, side) = position(total, number);
        let occupied = places[..total].iter().fold(0_u32, |set, place| set | 1 << place);
        let fate = Fate::of(self.fates[number]);
        for man in self.form.men(side ^ 1) {
            for from in members(NEAR[usize::from(places[man])] & !occupied) {
                let mut before = places;
                before[man] = from;
                let before = self::number(total, &before, side ^ 1);
                if self.fates[before] != 0 {
                    continue;
                }
                match fate {
                    Fate::Loss(plies) => self.fates[before] = Fate::Win(plies + 1).code(),
                    Fate::Win(plies) if self.open[before] == 1 => {
                        self.fates[before] = Fate::Loss(plies.saturating_add(1)).code();
                    }
                    Fate::Win(_) if self.open[before] != NEVER => {
                        self.open[before] -= 1;
                        continue;
                    }
                    Fate::Win(_) | Fate::Draw => continue,
                }
                self.queue.push(before as u32);
            }
        }
    }
}

enum Start {
    /// Two pieces on one cell.
    Nowhere,
    Decided(Fate),
    Open(u8),
}

/// Compares the fate of each position of a form with those of the positions after it; returns how many are
/// won, drawn and lost.
///
/// # Panics
/// If a fate is wrong.
pub(crate) fn check<'a>(form: &Form, fates: &'a [u8], known: impl Fn(&Form) -> &'a [u8]) -> [u32; 3] {
    let solver = Solver::new(*form, known);
    let mut counts = [0; 3];
    for (at, &code) in fates.iter().enumerate() {
        let (places, side) = position(usize::from(form.total), at);
        let expected = match solver.at_once(&places, side) {
            Start::Nowhere => continue,
            Start::Decided(fate) => fate,
            Start::Open(moves) => solver.follows(fates, &places, side, moves == NEVER),
        };
        assert_eq!(Fate::of(code), expected, "{form:?}, {places:?}, side {side}");
        counts[match expected {
            Fate::Win(_) => 0,
            Fate::Draw => 1,
            Fate::Loss(_) => 2,
        }] += 1;
    }
    counts
}

impl Solver<'_> {
    /// The fate of a position without a winning capture, from the fates after its quiet moves.
    fn follows(&self, fates: &[u8], places: &Places, side: u8, mut can_draw: bool) -> Fate {
        let total = usize::from(self.form.total);
        let occupied = places[..total].iter().fold(0_u32, |set, place| set | 1 << place);
        let (mut soonest, mut latest) = (None, 0);
        for man in self.form.men(side) {
            for to in members(NEAR[usize::from(places[man])] & !occupied) {
                let mut next = *places;
                next[man] = to;
                match Fate::of(fates[number(total, &next, side ^ 1)]) {
                    Fate::Loss(plies) => soonest = Some(soonest.map_or(plies, |other: u8| other.min(plies))),
                    Fate::Draw => can_draw = true,
                    Fate::Win(plies) => latest = latest.max(plies),
                }
            }
        }
        match soonest {
            Some(plies) => Fate::Win(plies + 1),
            None if can_draw => Fate::Draw,
            None => Fate::Loss(latest + 1),
        }
    }
}

impl Ordered {
    /// The number of a position whose pieces come in their original order.
    #[inline]
    pub(crate) fn number(&self, places: &Places, side: u8) -> usize {
        let total = usize::from(self.form.total);
        let mut ordered = [0; MOST];
        for (place, &man) in ordered.iter_mut().zip(&self.order).take(total) {
            *place = places[usize::from(man)];
        }
        number(total, &ordered, side ^ u8::from(self.is_swapped))
    }
}
