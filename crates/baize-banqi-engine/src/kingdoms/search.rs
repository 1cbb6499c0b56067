//! Search among three: every seat maximises its own share, and the others also work a little against the
//! thinking seat.

use super::hunt::{Found, hunt};
use super::share::{Shares, estimate, settled, worth};
use crate::Weighed;
use baize_banqi::{Cell, Piece, Plies, Ply, Position, cells};
use baize_rules::Dice;
use baize_search::{Limits, Watch};

/// How a search among three proceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// How much the others want to harm the thinking seat rather than win themselves, in percent. Zero is
    /// max-n, where nobody minds who else gains; too much sees conspiracies everywhere.
    pub spite: i32,
    /// How many quiet moves are searched at each position inside the tree.
    pub width: usize,
    /// The most plies it looks ahead.
    pub depth: u32,
    /// Whether, once everybody has an army, all others are assumed to act as one against the thinking seat,
    /// which allows a deeper search.
    pub hunts: bool,
}

/// The result of thinking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The best action.
    pub ply: Ply,
    /// The share of the game that it is expected to bring, from 0 to 1.
    pub share: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// How many actions there were to choose from.
    pub choices: usize,
}

/// Thinks about positions of three seats.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    /// How it thinks.
    pub manner: Manner,
}

impl Thinker {
    /// Looks at its own actions and the replies.
    pub const MEDIUM: Thinker = Thinker { manner: Manner { spite: 100, width: 4, depth: 2, hunts: false } };
    /// Looks further ahead, with less distrust.
    pub const HARD: Thinker = Thinker { manner: Manner { spite: 30, width: 8, depth: 24, hunts: true } };

    /// The best action it finds for the seat on turn, or `None` after the end. `dice` decide between equally
    /// good ones.
    pub fn think(&self, position: &Position, limits: Limits, dice: &mut Dice) -> Option<Verdict> {
        if self.manner.hunts
            && position.ending().is_none()
            && let Some(found) = hunt(position, self.manner.depth, limits, dice)
        {
            let Found { ply, share, depth, nodes, choices } = found;
            let share = f64::from(share) / f64::from(super::share::WHOLE);
            return Some(Verdict { ply, share, depth, nodes, choices });
        }
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let mut list: Vec<(i32, Ply)> = plies.iter().map(|&ply| (0, ply)).collect();
        dice.shuffle(&mut list);
        let watch = Watch::start(limits);
        let mut search =
            Search { manner: self.manner, own: position.seat().index() % 3, watch: &watch, nodes: 0 };
        let mut reached = 0;
        let most = if list.len() > 1 { self.manner.depth } else { 0 };
        for depth in 1..=most {
            search.look(position, depth, &mut list);
            if watch.is_stopped() {
                break;
            }
            reached = depth;
        }
        let &(share, ply) = list.first()?;
        let share = f64::from(share) / f64::from(super::share::WHOLE);
        Some(Verdict { ply, share, depth: reached, nodes: search.nodes, choices: list.len() })
    }
}

impl Thinker {
    /// The value of every action for the seat on turn, the best first: by the deepest search within the
    /// limits, and by the one before it. `None` after the end, or if there is no time.
    pub fn weigh(&self, position: &Position, limits: Limits) -> Option<[Vec<Weighed>; 2]> {
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let watch = Watch::start(limits);
        let own = position.seat().index() % 3;
        let mut search = Search { manner: self.manner, own, watch: &watch, nodes: 0 };
        let mut found: Option<[Vec<Weighed>; 2]> = None;
        for depth in 0..self.manner.depth {
            let mut now: Vec<Weighed> = plies.iter().map(|&ply| search.weigh(position, ply, depth)).collect();
            if watch.is_stopped() || now.is_empty() {
                break;
            }
            now.sort_by(|a, b| b.chance.total_cmp(&a.chance));
            found = Some([now.clone(), found.map_or(now, |[before, _]| before)]);
            if !watch.has_left(search.nodes, 25) {
                break;
            }
        }
        found
    }
}

struct Search<'a> {
    manner: Manner,
    own: usize,
    watch: &'a Watch,
    nodes: u64,
}

impl Search<'_> {
    /// Evaluates all actions to a depth and sorts them, the best first. If time runs out before the end, what
    /// was found so far counts.
    fn look(&mut self, position: &Position, depth: u32, list: &mut Vec<(i32, Ply)>) {
        let mut found = Vec::with_capacity(list.len());
        for &(_, ply) in list.iter() {
            let shares = self.after(position, ply, depth - 1);
            if self.watch.is_stopped() {
                break;
            }
            found.push((self.wish(self.own, shares), ply));
        }
        let searched = found.len();
        found.sort_by_key(|(value, _)| -value);
        found.extend_from_slice(&list[searched..]);
        *list = found;
    }

    /// How much a seat likes these shares.
    fn wish(&self, seat: usize, shares: Shares) -> i32 {
        if seat == self.own {
            return shares[seat];
        }
        shares[seat] - shares[self.own] * self.manner.spite / 100
    }

    fn after(&mut self, position: &Position, ply: Ply, depth: u32) -> Shares {
        match ply {
            Ply::Flip(at) => self.flip(position, at, depth),
            Ply::Move(from, to) | Ply::Capture(from, to) => {
                let mut next = *position;
                next.carry(from, to);
                self.search(&next, depth)
            }
        }
    }

    /// The value of an action for the thinking seat, and for a flip also that of each outcome.
    fn weigh(&mut self, position: &Position, ply: Ply, depth: u32) -> Weighed {
        let own = self.own;
        let share = |shares: Shares| f64::from(shares[own]) / f64::from(super::share::WHOLE);
        let mut outcomes = Vec::new();
        let Ply::Flip(at) = ply else {
            return Weighed { ply, chance: share(self.after(position, ply, depth)), outcomes };
        };
        let (unknown, mut sum) = (position.unknown(), 0.0);
        for piece in Piece::ALL.into_iter().filter(|&piece| unknown.count(piece) > 0) {
            let mut next = *position;
            next.flip(at, piece);
            let with = share(self.search(&next, depth.saturating_sub(1)));
            sum += f64::from(unknown.count(piece)) * with;
            outcomes.push((piece, with));
        }
        Weighed { ply, chance: sum / f64::from(unknown.len().max(1)), outcomes }
    }

    /// The value of a flip: the mean over everything that may come up. As chance makes the tree wide,
    /// outcomes are searched one ply less deeply.
    fn flip(&mut self, position: &Position, at: Cell, depth: u32) -> Shares {
        let (unknown, mut sum, mut total) = (position.unknown(), [0; 3], 0);
        for piece in Piece::ALL.into_iter().filter(|&piece| unknown.count(piece) > 0) {
            let count = i32::from(unknown.count(piece));
            let mut next = *position;
            next.flip(at, piece);
            let shares = self.search(&next, depth.saturating_sub(1));
            (0..3).for_each(|seat| sum[seat] += count * shares[seat]);
            total += count;
        }
        sum.map(|sum| sum / total.max(1))
    }

    fn search(&mut self, position: &Position, depth: u32) -> Shares {
        self.nodes += 1;
        if self.nodes & 63 == 0 && self.watch.must_stop(self.nodes) || self.watch.is_stopped() {
            return [0; 3];
        }
        if let Some(shares) = settled(position) {
            return shares;
        }
        if depth == 0 {
            return estimate(position);
        }
        let seat = position.seat().index() % 3;
        // While there are face-down pieces nobody has to move: the estimate stands for a flip elsewhere.
        let mut best = (position.face_down() != 0).then(|| estimate(position));
        for ply in self.promising(position) {
            let shares = self.after(position, ply, depth - 1);
            if best.is_none_or(|best| self.wish(seat, shares) > self.wish(seat, best)) {
                best = Some(shares);
            }
        }
        best.unwrap_or_else(|| estimate(position))
    }

    /// All captures and the most useful quiet moves: away from danger, towards prey.
    fn promising(&self, position: &Position) -> Vec<Ply> {
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let (mut taking, mut quiet) = (Vec::new(), Vec::new());
        let danger = self.danger(position);
        for &ply in plies.iter() {
            match ply {
                Ply::Flip(_) => {}
                Ply::Capture(_, to) => taking.push((-worth_at(position, to), ply)),
                Ply::Move(from, to) => {
                    let gain = |cell: Cell| danger >> cell.index() & 1 == 1;
                    let leaves = i32::from(gain(from)) * worth_at(position, from);
                    let enters = i32::from(gain(to)) * worth_at(position, from);
                    let mut next = *position;
                    next.carry(from, to);
                    let threat = cells(next.attacks(to)).map(|cell| worth_at(position, cell)).max();
                    quiet.push((enters - leaves - threat.unwrap_or(0), ply));
                }
            }
        }
        taking.sort_by_key(|(rank, _)| *rank);
        quiet.sort_by_key(|(rank, _)| *rank);
        quiet.truncate(self.manner.width);
        taking.into_iter().chain(quiet).map(|(_, ply)| ply).collect()
    }

    /// The cells attacked by anyone but the seat on turn.
    fn danger(&self, position: &Position) -> u64 {
        let own = position.faction(position.seat());
        let others = position.mode().factions().iter().filter(|faction| Some(**faction) != own);
        let hunters = others.fold(0, |set, &faction| set | position.army(faction));
        cells(hunters).fold(0, |set, from| set | position.attacks(from))
    }
}

fn worth_at(position: &Position, cell: Cell) -> i32 {
    position.standing(cell).map_or(0, |(kind, _)| worth(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_banqi::{FullPosition, Mode, Options};
    use baize_rules::Seed;

    fn dice() -> Dice {
        Dice::new(&Seed::from_text("kingdoms"))
    }

    const SHORT: Limits =
        Limits { nodes: Some(2_000), millis: None, clock: baize_search::Stopwatch::STOPPED };

    #[test]
    fn whatever_it_chooses_is_legal_and_the_same_again() {
        let mut dice = dice();
        for thinker in [Thinker::MEDIUM, Thinker::HARD] {
            let mut game = FullPosition::deal(Options::contract(Mode::ThreeKingdoms), &dice.seed()).unwrap();
            while game.public().ending().is_none() {
                let verdict = thinker.think(game.public(), SHORT, &mut self::dice()).unwrap();
                assert_eq!(thinker.think(game.public(), SHORT, &mut self::dice()), Some(verdict));
                let mut plies = Plies::new();
                game.public().legal(&mut plies);
                assert!(plies.contains(&verdict.ply) && (0.0..=1.0).contains(&verdict.share));
                game.play(verdict.ply);
            }
            assert_eq!(thinker.think(game.public(), SHORT, &mut dice), None);
        }
    }

    #[test]
    fn shares_are_of_one_whole() {
        let mut dice = dice();
        for _ in 0..20 {
            let mut game = FullPosition::deal(Options::contract(Mode::ThreeKingdoms), &dice.seed()).unwrap();
            game.playout(60, &mut |sides| dice.roll(sides));
            let shares = estimate(game.public());
            assert!(
                shares.iter().all(|share| *share >= 0)
                    && shares.iter().sum::<i32>() <= super::super::share::WHOLE
            );
        }
    }
}
