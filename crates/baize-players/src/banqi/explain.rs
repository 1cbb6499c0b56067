//! Reasons for an action, from what the board shows.

use super::greedy::steps;
use baize_banqi::{Cell, End, Faction, Kind, Piece, Place, Plies, Ply, Position, Square, cells};
use schemars::JsonSchema;
use serde::Serialize;

/// What an action is good for, as people would put it; clients find the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Reason {
    /// It wins in `turns` of the player's turns, this one included, whatever the others do.
    Wins { turns: u32 },
    /// No face-up piece can take the capturing piece.
    TakesFree,
    /// Any piece that takes back can be taken in turn.
    TakesAgain,
    /// The captured piece outranks the capturing one, which may be taken back.
    TradesUp,
    /// The piece was under attack, and now no face-up piece attacks it.
    Escapes,
    /// It saves another piece of the player's, which was under attack.
    Saves {
        /// The cell of that piece.
        cell: Place,
    },
    /// Whatever the other side does, this piece of theirs can be taken next.
    Traps {
        /// The cell of that piece.
        cell: Place,
    },
    /// It attacks two pieces, and no face-up piece attacks it.
    AttacksTwo {
        /// The cells of the two pieces.
        cells: [Place; 2],
    },
    /// It attacks a piece, and no face-up piece attacks it.
    Attacks {
        /// The cell of the attacked piece.
        cell: Place,
    },
    /// It gets nearer to a piece that it may take, and no face-up piece attacks it.
    Nears {
        /// The cell of that piece.
        cell: Place,
    },
    /// Of the `of` face-down pieces, `good` would put a piece of others under attack without endangering the
    /// player's own, and `bad` would endanger the player's own.
    Turns { good: u32, bad: u32, of: u32 },
}

/// Prey up to this many steps away is worth mentioning.
const NEAR: i32 = 3;

/// The reason for an action of the seat on turn. If a search found a win, `win` is after how many actions it
/// comes.
pub(super) fn reason(position: &Position, ply: Ply, win: Option<u32>) -> Option<Reason> {
    if let Some(plies) = win {
        return Some(Reason::Wins { turns: plies.div_ceil(2) });
    }
    // Before everybody has an army, nobody can tell whom to fear.
    let own = position.faction(position.seat())?;
    if position.seats().any(|seat| position.faction(seat).is_none()) {
        return None;
    }
    let (from, to) = match ply {
        Ply::Flip(at) => return turns(position, own, at),
        Ply::Move(from, to) | Ply::Capture(from, to) => (from, to),
    };
    let mut after = *position;
    after.carry(from, to);
    if after.ending().is_some() {
        let is_won = after.ending().and_then(|ending| ending.winner) == Some(position.seat());
        return is_won.then_some(Reason::Wins { turns: 1 });
    }
    let step = Step { before: position, after, own, from, to };
    match ply {
        Ply::Capture(..) => step.capture(),
        Ply::Move(..) | Ply::Flip(_) => step.walk(),
    }
}

/// A move or a capture, with the board before and after it.
struct Step<'a> {
    before: &'a Position,
    after: Position,
    own: Faction,
    from: Cell,
    to: Cell,
}

impl Step<'_> {
    fn capture(&self) -> Option<Reason> {
        if self.is_safe() {
            return Some(Reason::TakesFree);
        }
        if let Some(cell) = self.saved() {
            return Some(Reason::Saves { cell: cell.into() });
        }
        if self.is_covered() {
            return Some(Reason::TakesAgain);
        }
        let rules = self.before.rules();
        let [hunter, prey] = [self.from, self.to].map(|cell| rank(self.before, cell));
        (rules.has_ranks() && prey > hunter).then_some(Reason::TradesUp)
    }

    fn walk(&self) -> Option<Reason> {
        let (is_safe, prey) = (self.is_safe(), self.after.attacks(self.to));
        if let Some(cell) = strongest(&self.after, self.trapped(prey)) {
            return Some(Reason::Traps { cell: cell.into() });
        }
        if is_safe && attacked(self.before, self.own) & bit(self.from) != 0 {
            return Some(Reason::Escapes);
        }
        if let Some(cell) = self.saved() {
            return Some(Reason::Saves { cell: cell.into() });
        }
        if !is_safe {
            return None;
        }
        let new = prey & !self.before.attacks(self.from);
        let first = strongest(&self.after, new);
        let second = first.and_then(|first| strongest(&self.after, prey & !bit(first)));
        match (first, second) {
            (Some(first), Some(second)) => Some(Reason::AttacksTwo { cells: [first.into(), second.into()] }),
            (Some(cell), None) => Some(Reason::Attacks { cell: cell.into() }),
            (None, _) => self.nearer().map(|cell| Reason::Nears { cell: cell.into() }),
        }
    }

    /// Whether no open piece of others can take the piece that has acted.
    fn is_safe(&self) -> bool {
        attacked(&self.after, self.own) & bit(self.to) == 0
    }

    /// The strongest other own piece that was under attack and is not any more.
    fn saved(&self) -> Option<Cell> {
        let others = attacked(self.before, self.own) & !bit(self.from);
        strongest(self.before, others & !attacked(&self.after, self.own))
    }

    /// In a duel: whether any piece that takes the piece that has acted can be taken in turn.
    fn is_covered(&self) -> bool {
        let after = &self.after;
        let hunters =
            cells(others(after, self.own)).filter(|&hunter| after.attacks(hunter) & bit(self.to) != 0);
        let mut takes_again = hunters.map(|hunter| {
            let mut next = *after;
            next.carry(hunter, self.to);
            next.ending().is_none() && reached(&next, self.own) & bit(self.to) != 0
        });
        after.rules().end == End::Duel && takes_again.all(|takes| takes)
    }

    /// In a duel: the opponent's pieces that can be taken next, whatever it does. A piece it turns up does
    /// not help, because it can act only in the turn after.
    fn trapped(&self, prey: u64) -> u64 {
        if self.after.rules().end != End::Duel {
            return 0;
        }
        let mut replies = Plies::new();
        self.after.legal(&mut replies);
        let mut trapped = prey;
        for &reply in replies.iter() {
            let (Ply::Move(from, to) | Ply::Capture(from, to)) = reply else { continue };
            let mut next = self.after;
            next.carry(from, to);
            let reached = if next.ending().is_none() { reached(&next, self.own) } else { 0 };
            let stays = trapped & !bit(from) & reached;
            trapped = if reached & bit(to) != 0 { stays | trapped & bit(from) } else { stays };
        }
        trapped
    }

    /// With ranks, for a piece that does not jump: the nearest piece that it may take and has come nearer to.
    fn nearer(&self) -> Option<Cell> {
        let (rules, after) = (self.after.rules(), &self.after);
        let kind = kind_at(after, self.to)?;
        if !rules.has_ranks() || rules.jumps(kind) {
            return None;
        }
        let takes = |prey: Cell| kind_at(after, prey).is_some_and(|prey| rules.takes(kind, prey));
        let is_nearer = |prey: Cell| steps(after, self.to, prey) < steps(after, self.from, prey);
        let nearer = cells(others(after, self.own)).filter(|&prey| takes(prey) && is_nearer(prey));
        let nearest = nearer.min_by_key(|&prey| steps(after, self.to, prey))?;
        (steps(after, self.to, nearest) <= NEAR).then_some(nearest)
    }
}

/// Of the pieces that may come up at a cell, how many would attack or be attacked.
fn turns(position: &Position, own: Faction, at: Cell) -> Option<Reason> {
    let (mut good, mut bad) = (0, 0);
    for piece in Piece::ALL {
        let count = u32::from(position.unknown().count(piece));
        if count == 0 {
            continue;
        }
        let mut next = *position;
        next.flip(at, piece);
        let is_own = next.army(own) & bit(at) != 0;
        let can_act = is_own || others(&next, own) & bit(at) != 0;
        let endangers = if is_own {
            attacked(&next, own) & bit(at) != 0
        } else {
            can_act && next.attacks(at) & next.army(own) != 0
        };
        let attacks = if is_own { next.attacks(at) != 0 } else { reached(&next, own) & bit(at) != 0 };
        bad += if endangers { count } else { 0 };
        good += if attacks && !endangers { count } else { 0 };
    }
    (bad <= good).then(|| Reason::Turns { good, bad, of: position.unknown().len() })
}

/// The open pieces of others who are still in the match.
fn others(position: &Position, own: Faction) -> u64 {
    let out: Vec<Faction> = position.out().collect();
    let others =
        position.mode().factions().iter().filter(|&&faction| faction != own && !out.contains(&faction));
    others.fold(0, |set, &faction| set | position.army(faction))
}

/// What the player's own open pieces can take.
fn reached(position: &Position, own: Faction) -> u64 {
    cells(position.army(own)).fold(0, |set, cell| set | position.attacks(cell))
}

/// The player's own open pieces that open pieces of others can take.
fn attacked(position: &Position, own: Faction) -> u64 {
    let attacks = cells(others(position, own)).fold(0, |set, cell| set | position.attacks(cell));
    attacks & position.army(own)
}

/// The piece of a set that ranks highest; the first if there are no ranks.
fn strongest(position: &Position, set: u64) -> Option<Cell> {
    cells(set).max_by_key(|&cell| rank(position, cell))
}

fn rank(position: &Position, cell: Cell) -> u8 {
    let rules = position.rules();
    kind_at(position, cell).filter(|_| rules.has_ranks()).map_or(0, |kind| rules.rank(kind))
}

fn kind_at(position: &Position, cell: Cell) -> Option<Kind> {
    match position.at(cell) {
        Square::FaceUp(piece) => Some(piece.kind()),
        Square::Empty | Square::FaceDown => None,
    }
}

const fn bit(cell: Cell) -> u64 {
    1 << cell.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_banqi::{FullPosition, Mode, Options};
    use baize_rules::{Dice, Seed};

    fn read(line: &str) -> Position {
        Position::read(line, Options::default()).unwrap()
    }

    fn options(mode: Mode) -> Options {
        Options { mode, ..Options::default() }
    }

    /// The same board with the other seat on turn.
    fn passed(position: &Position) -> Position {
        let line = position.line();
        let mut fields: Vec<&str> = line.split(' ').collect();
        fields[2] = if fields[2] == "1" { "2" } else { "1" };
        Position::read(&fields.join(" "), *position.options()).unwrap()
    }

    fn legal(position: &Position) -> Vec<Ply> {
        let mut plies = Plies::new();
        position.legal(&mut plies);
        plies.to_vec()
    }

    fn takes(position: &Position, prey: Cell) -> bool {
        legal(position).iter().any(|ply| matches!(ply, Ply::Capture(_, to) if *to == prey))
    }

    fn after(position: &Position, ply: Ply) -> Position {
        let (Ply::Move(from, to) | Ply::Capture(from, to)) = ply else { return *position };
        let mut next = *position;
        next.carry(from, to);
        next
    }

    /// Whether the seat on turn wins within this many of its own turns on a board without face-down pieces.
    fn wins(position: &Position, turns: u32) -> bool {
        let own = position.seat();
        let is_won = |next: &Position| next.ending().is_some_and(|ending| ending.winner == Some(own));
        turns > 0
            && legal(position).into_iter().map(|ply| after(position, ply)).any(|next| {
                let is_lost = |reply: Ply| {
                    let then = after(&next, reply);
                    is_won(&then) || then.ending().is_none() && wins(&then, turns - 1)
                };
                is_won(&next) || next.ending().is_none() && legal(&next).into_iter().all(is_lost)
            })
    }

    /// Checks the reason for a ply on these rows, listed from the top as in lines; `r` is on turn.
    fn check(rows: &str, ply: &str, expect: Option<Reason>) {
        let line = full(rows, Mode::Classic);
        assert_eq!(reason(&read(&line), named(ply, Mode::Classic), None), expect, "{line}: {ply}");
    }

    /// The line of a board; pieces not on it have been taken.
    fn full(rows: &str, mode: Mode) -> String {
        let mut rest = mode.rules().full_set();
        rows.chars().filter_map(Piece::from_letter).for_each(|piece| rest.remove(piece));
        let of = |small: bool| {
            let pieces = rest.iter().map(Piece::letter).filter(|letter| letter.is_lowercase() == small);
            Some(pieces.collect::<String>()).filter(|text| !text.is_empty()).unwrap_or("-".into())
        };
        format!("{} {rows} 1 rb - - {},{} 40", mode.rules().letter, of(true), of(false))
    }

    fn named(ply: &str, mode: Mode) -> Ply {
        let cell = |name: &str| Cell::named(mode, name).unwrap();
        match ply.split_once(['-', 'x']) {
            None => Ply::Flip(cell(ply)),
            Some((from, to)) if ply.contains('x') => Ply::Capture(cell(from), cell(to)),
            Some((from, to)) => Ply::Move(cell(from), cell(to)),
        }
    }

    fn cell(name: &str) -> Place {
        Cell::named(Mode::Classic, name).unwrap().into()
    }

    #[test]
    fn a_capture_is_free_or_answered_or_a_good_trade() {
        check("Rh2/4/4/4/4/4/4/p2P", "a8xb8", Some(Reason::TakesFree));
        // The Guard takes back, and the King takes the Guard.
        check("Rhg1/1K2/4/4/4/4/4/p2P", "a8xb8", Some(Reason::TakesAgain));
        check("Rrg1/4/4/4/4/4/4/p2P", "a8xb8", None);
        check("Pkp1/4/4/4/4/4/4/p2P", "a8xb8", Some(Reason::TradesUp));
    }

    #[test]
    fn a_piece_is_saved_by_going_or_by_help() {
        check("Rg2/4/4/4/4/4/4/p2P", "a8-a7", Some(Reason::Escapes));
        check("Rg2/4/4/4/4/4/4/p2P", "d1-d2", None);
        // The Cannon on a5 jumps over a7; without the Pawn it cannot jump.
        check("R3/P3/4/c3/4/4/4/p2P", "a7-b7", Some(Reason::Saves { cell: cell("a8") }));
        // The Minister that attacked the Rook is gone, although a Guard takes back.
        check("RmG1/1g2/4/4/4/4/4/p2P", "c8xb8", Some(Reason::Saves { cell: cell("a8") }));
    }

    #[test]
    fn a_move_attacks_one_or_two_or_what_cannot_get_away() {
        check("h3/4/R3/4/4/4/4/p2P", "a6-a7", Some(Reason::Attacks { cell: cell("a8") }));
        check("h3/2K1/R3/4/4/4/4/p2P", "a6-a7", Some(Reason::Attacks { cell: cell("a8") }));
        // The King guards the only way out, or blocks it.
        check("h3/1K2/R3/4/4/4/4/p2P", "a6-a7", Some(Reason::Traps { cell: cell("a8") }));
        check("hK2/4/R3/4/4/4/4/p2P", "a6-a7", Some(Reason::Traps { cell: cell("a8") }));
        check("h3/4/4/3R/4/4/4/p2P", "d5-c5", None);
        check("1h2/4/4/R3/4/4/4/p2P", "a5-a6", Some(Reason::Nears { cell: cell("b8") }));
        check(
            "4/2h1/3R/2h1/4/4/4/p2P",
            "d6-c6",
            Some(Reason::AttacksTwo { cells: [cell("c5"), cell("c7")] }),
        );
    }

    #[test]
    fn a_win_is_counted_in_own_turns() {
        check("Rh2/4/4/4/4/4/4/3P", "a8xb8", Some(Reason::Wins { turns: 1 }));
        let line = full("Rh2/4/4/4/4/4/4/3P", Mode::Classic);
        let won = |plies| reason(&read(&line), named("d1-d2", Mode::Classic), Some(plies));
        assert_eq!([1, 3, 5].map(won), [1, 2, 3].map(|turns| Some(Reason::Wins { turns })));
    }

    #[test]
    fn a_flip_counts_what_may_come_up() {
        // Beside the black Horse: red's Guard takes it, black's Pawn hurts nobody.
        let near = "h~G2/4/4/4/4/4/4/~pP2";
        check(near, "b8", Some(Reason::Turns { good: 1, bad: 0, of: 2 }));
        // Far from everything; beside the red Pawn, black's Pawn would be attacked and attack.
        check("h~G2/4/4/4/4/4/4/~p2P", "a1", Some(Reason::Turns { good: 0, bad: 0, of: 2 }));
        check(near, "a1", None);
    }

    #[test]
    fn nothing_is_said_before_everybody_has_an_army() {
        let mut game = FullPosition::deal(options(Mode::ThreeKingdoms), &Seed::from_text("a")).unwrap();
        while game.public().seats().any(|seat| game.public().faction(seat).is_none()) {
            for ply in legal(game.public()) {
                assert_eq!(reason(game.public(), ply, None), None);
            }
            game.play(legal(game.public())[0]);
        }
        assert!(legal(game.public()).iter().any(|ply| reason(game.public(), *ply, None).is_some()));
    }

    /// Checks a claim about a position against its list of legal actions, which is computed differently.
    fn holds(position: &Position, ply: Ply, reason: Reason) -> bool {
        let (next, own) = (after(position, ply), position.seat());
        let is_duel = position.rules().end == End::Duel;
        let (from, to) = match ply {
            Ply::Flip(at) => (at, at),
            Ply::Move(from, to) | Ply::Capture(from, to) => (from, to),
        };
        let on = |place: Place| place.on(position.mode()).unwrap();
        let is_own = |cell: Cell| position.army(position.faction(own).unwrap()) & bit(cell) != 0;
        // Among three only the next seat is checked; the one after it may find another board.
        let is_safe = || !takes(&next, to);
        let attacks = |cell: Cell| !is_duel || takes(&passed(&next), cell);
        match reason {
            Reason::Wins { turns } => wins(position, turns),
            Reason::TakesFree => matches!(ply, Ply::Capture(..)) && is_safe(),
            Reason::TakesAgain => {
                let back =
                    legal(&next).into_iter().filter(|ply| matches!(ply, Ply::Capture(_, at) if *at == to));
                let mut then = back.map(|ply| after(&next, ply));
                !is_safe() && then.all(|then| then.ending().is_none() && takes(&then, to))
            }
            Reason::TradesUp => is_duel && !is_safe(),
            Reason::Escapes => (!is_duel || takes(&passed(position), from)) && is_safe(),
            Reason::Saves { cell } => {
                let cell = on(cell);
                is_own(cell) && (!is_duel || takes(&passed(position), cell)) && !takes(&next, cell)
            }
            Reason::Traps { cell } => legal(&next).into_iter().all(|reply| match reply {
                Ply::Flip(_) => takes(&passed(&next), on(cell)),
                Ply::Move(from, to) | Ply::Capture(from, to) => {
                    takes(&after(&next, reply), if from == on(cell) { to } else { on(cell) })
                }
            }),
            Reason::AttacksTwo { cells } => {
                cells[0] != cells[1] && cells.map(on).into_iter().all(attacks) && is_safe()
            }
            Reason::Attacks { cell } => attacks(on(cell)) && is_safe(),
            Reason::Nears { cell } => {
                steps(position, to, on(cell)) < steps(position, from, on(cell)) && is_safe()
            }
            Reason::Turns { good, bad, of } => {
                let outcomes: Vec<Position> =
                    position.unknown().iter().map(|piece| turned(position, to, piece)).collect();
                let endangers = |next: &&Position| captures(next, to);
                let attacks = |next: &&Position| !captures(next, to) && captures(&passed(next), to);
                let counted = |is: &dyn Fn(&&Position) -> bool| outcomes.iter().filter(is).count() as u32;
                let is_counted = || good == counted(&attacks) && bad == counted(&endangers);
                of == outcomes.len() as u32 && bad <= good && (!is_duel || is_counted())
            }
        }
    }

    fn turned(position: &Position, at: Cell, piece: Piece) -> Position {
        let mut next = *position;
        next.flip(at, piece);
        next
    }

    /// Whether the seat on turn can take something on this cell or from it.
    fn captures(position: &Position, at: Cell) -> bool {
        legal(position).iter().any(|ply| matches!(ply, Ply::Capture(from, to) if *from == at || *to == at))
    }

    #[test]
    fn reasons_hold_on_boards_from_random_play() {
        let mut seen = std::collections::BTreeMap::<String, u32>::new();
        for mode in Mode::ALL {
            let mut dice = Dice::new(&Seed::from_text("reasons"));
            for _ in 0..6 {
                let mut game = FullPosition::deal(options(mode), &dice.seed()).unwrap();
                while game.public().ending().is_none() && game.public().ply() < 160 {
                    let position = *game.public();
                    let plies = legal(&position);
                    for &ply in &plies {
                        let Some(found) = reason(&position, ply, None) else { continue };
                        assert!(holds(&position, ply, found), "{}: {ply:?} {found:?}", position.line());
                        let name = serde_json::to_value(found).unwrap()["kind"].as_str().unwrap().to_owned();
                        *seen.entry(name).or_default() += 1;
                    }
                    game.play(*dice.pick(&plies).unwrap());
                }
            }
        }
        let common = [
            "takesFree",
            "takesAgain",
            "tradesUp",
            "escapes",
            "saves",
            "traps",
            "attacksTwo",
            "attacks",
            "nears",
            "turns",
        ];
        for kind in common {
            assert!(seen.contains_key(kind), "{kind} never came up: {seen:?}");
        }
    }

    #[test]
    fn a_certain_win_of_the_search_is_one() {
        use crate::{Budget, sit};
        let boards = ["4/1K2/4/4/4/4/4/h2P", "hK2/4/R3/4/4/4/4/3P", "2h1/4/K1G1/4/4/4/4/3P"];
        let mut counted = 0;
        for rows in boards {
            let line = full(rows, Mode::Classic);
            let table = baize_games::find("banqi")
                .unwrap()
                .load(&line.clone().into(), &serde_json::Value::Null)
                .unwrap();
            let mut player = sit("banqi", "keen", &Seed::from_text("a")).unwrap();
            let info =
                player.choose(&table.seat_view(baize_rules::Seat::FIRST), Budget::default()).unwrap().info;
            if info["reason"]["kind"] == "wins" {
                let turns = info["reason"]["turns"].as_u64().unwrap() as u32;
                assert!(turns > 3 || wins(&read(&line), turns), "{line}: {info}");
                counted += 1;
            }
        }
        assert!(counted > 0);
    }
}
