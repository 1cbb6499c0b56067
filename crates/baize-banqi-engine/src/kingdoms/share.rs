//! The value of a position of three seats to each of them.

use baize_banqi::{Cell, Kind, Piece, Position, cells};

/// The whole game that is shared; a win is all of it.
pub(crate) const WHOLE: i32 = 10_000;
/// What each seat gets for a draw: less than a third, so that players want to win.
const DRAW: i32 = WHOLE / 6;

/// The share of each seat.
pub(crate) type Shares = [i32; 3];

/// The worth of a piece: those that move far are hunters.
pub(crate) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King | Kind::Rook => 60,
        Kind::Horse => 50,
        Kind::Cannon => 40,
        Kind::Minister => 35,
        Kind::Guard => 22,
        Kind::Pawn => 20,
    }
}

/// The shares at the end of a match, if it has ended.
pub(crate) fn settled(position: &Position) -> Option<Shares> {
    position.ending().map(|ending| match ending.winner {
        Some(winner) => {
            let mut shares = [0; 3];
            shares[winner.index() % 3] = WHOLE;
            shares
        }
        None => [DRAW; 3],
    })
}

/// The seat that owns each faction, by the faction's place; `None` until it is known.
fn owners(position: &Position) -> [Option<usize>; 3] {
    let factions = position.mode().factions();
    [0, 1, 2].map(|place| {
        let &faction = factions.get(place)?;
        position.owner(faction).filter(|&seat| !position.has_left(seat)).map(|seat| seat.index() % 3)
    })
}

/// Estimates the shares. Strength is what a seat's army is worth, less part of what hangs; shares are in
/// proportion to its square, since the strong get stronger.
pub(crate) fn estimate(position: &Position) -> Shares {
    if let Some(shares) = settled(position) {
        return shares;
    }
    let owners = owners(position);
    let mut strength = [0; 3];
    for (place, owner) in owners.iter().enumerate() {
        if let Some(seat) = owner {
            strength[*seat] = army(position, place);
        }
    }
    for (seat, loss) in hanging(position, &owners).into_iter().enumerate() {
        strength[seat] = (strength[seat] - loss).max(1);
    }
    share_out(strength)
}

/// The worth of what is left of a faction, face-down pieces included.
fn army(position: &Position, place: usize) -> i32 {
    let mode = position.mode();
    let (factions, whole) = (mode.factions(), mode.full_set());
    let own = |piece: &Piece| piece.faction(mode).index() == place;
    let left = |piece: Piece| {
        let taken: u8 = factions.iter().map(|&faction| position.taken(faction).count(piece)).sum();
        i32::from(whole.count(piece).saturating_sub(taken)) * worth(piece.kind())
    };
    // No letter of one faction belongs to another.
    Piece::ALL.into_iter().filter(|piece| whole.count(*piece) > 0).filter(own).map(left).sum()
}

/// What each seat stands to lose: a part of the most that another can take from it, larger if that one is on
/// turn, and smaller if the owner may act before. Taking a defended piece costs its hunter something, too.
fn hanging(position: &Position, owners: &[Option<usize>; 3]) -> Shares {
    let mut loss = [0; 3];
    let turn = position.seat().index() % 3;
    let mut defended = 0;
    for (at, kind, _) in face_up(position) {
        // Only pieces that step count: those that move far defend by chance.
        if matches!(kind, Kind::Pawn | Kind::Guard) {
            defended |= at.beside(position.mode());
        }
    }
    for (from, kind, hunter) in face_up(position) {
        let Some(hunter) = owners[hunter] else { continue };
        for (to, prey, victim) in cells(position.attacks(from)).filter_map(|cell| piece_at(position, cell)) {
            let Some(victim) = owners[victim] else { continue };
            let risk = if defended >> to.index() & 1 == 1 { worth(kind) / 2 } else { 0 };
            let gain = (worth(prey) - risk).max(0);
            let share = match hunter == turn {
                true => 80,
                false if victim == turn => 20,
                false => 40,
            };
            loss[victim] = loss[victim].max(gain * share / 100);
        }
    }
    loss
}

/// A face-up piece: its cell, its kind and the place of its faction.
fn piece_at(position: &Position, cell: Cell) -> Option<(Cell, Kind, usize)> {
    position.standing(cell).map(|(kind, place)| (cell, kind, place))
}

fn face_up(position: &Position) -> impl Iterator<Item = (Cell, Kind, usize)> {
    let all = position.mode().factions().iter().fold(0, |set, &faction| set | position.army(faction));
    cells(all).filter_map(|cell| piece_at(position, cell))
}

fn share_out(strength: [i32; 3]) -> Shares {
    let squares = strength.map(|strength| i64::from(strength) * i64::from(strength));
    let sum = squares.iter().sum::<i64>().max(1);
    // An estimate is never as high as a win.
    squares.map(|square| (square * i64::from(WHOLE) * 9 / 10 / sum) as i32)
}
