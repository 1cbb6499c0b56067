//! Whether a computer player agrees to a draw.

use baize_banqi::{Banqi, Faction, Kind, View};
use baize_games::SeatView;
use baize_rules::Seat;

/// Losses that differ by no more than this count as even: two pawns.
const EVEN: u32 = 4;
/// Even games are only given up after this many actions without a flip or a capture.
const QUIET: u32 = 10;

/// A player that is behind agrees. One that is even agrees once all pieces lie open and nothing has happened
/// for a while. One that is ahead plays on. All of this is public.
pub(crate) fn agrees_to_draw(seat: Seat, seat_view: &SeatView) -> bool {
    seat_view.of::<Banqi>().is_some_and(|(view, _)| agrees(seat, view))
}

fn agrees(seat: Seat, view: &View) -> bool {
    let Some(own) = view.position.faction(seat) else { return false };
    let others = view.seats.iter().filter(|other| other.seat != seat && !other.out);
    // The strongest opponent decides: among three, one may be far behind.
    let Some(theirs) = others.filter_map(|other| other.faction).map(|faction| lost(faction, view)).min()
    else {
        return false;
    };
    let mine = lost(own, view);
    if mine > theirs + EVEN {
        return true;
    }
    mine + EVEN >= theirs && view.unknown.is_empty() && view.position.quiet() >= QUIET
}

/// What a faction has lost.
fn lost(faction: Faction, view: &View) -> u32 {
    let heaps = view.factions.iter().flat_map(|taker| &taker.taken);
    let own = heaps.filter(|heap| heap.piece.faction == faction);
    own.map(|heap| u32::from(heap.count) * worth(heap.piece.kind)).sum()
}

const fn worth(kind: Kind) -> u32 {
    match kind {
        Kind::Pawn => 2,
        Kind::Cannon => 7,
        Kind::Horse => 4,
        Kind::Rook => 5,
        Kind::Minister => 6,
        Kind::Guard => 8,
        Kind::King => 12,
    }
}

#[cfg(test)]
mod tests {
    use crate::agrees_to_draw;
    use baize_games::find;
    use baize_rules::Seat;
    use serde_json::{Value, json};

    fn check(state: &Value, expect: [bool; 2]) {
        let table = find("banqi").unwrap().load(state, &json!({ "noProgress": 60 })).unwrap();
        let answer = |seat: Seat| agrees_to_draw("banqi", "hard", seat, &table.seat_view(seat));
        assert_eq!([Seat::FIRST, Seat::SECOND].map(answer), expect, "{state}");
    }

    #[test]
    fn who_is_behind_agrees_and_who_is_ahead_plays_on() {
        // Red has lost a Rook and more, Black little.
        check(
            &json!("c 1Mrk/M1~H1/1R1P/p~mG1/p~g~c1/GK1~P/hg2/3h 1 rb - - mrcppp,RHCCPPP 40"),
            [true, false],
        );
    }

    #[test]
    fn nobody_agrees_before_there_are_sides() {
        let start =
            find("banqi").unwrap().start(&json!({}), None, &baize_rules::Seed::from_text("a")).unwrap();
        assert!(!agrees_to_draw("banqi", "hard", Seat::FIRST, &start.seat_view(Seat::FIRST)));
        assert!(!agrees_to_draw("othello", "hard", Seat::FIRST, &start.seat_view(Seat::FIRST)));
    }
}
