//! What a seat is shown of a game under way, live or in a replay, depends only on what the seat knew.

use baize_games::{AnyTable, GAMES, Record, RecordedMove};
use baize_rules::{Dice, Seat, Seed, Viewer};
use serde_json::json;

/// A game of at most `most` random actions.
fn random(id: &str, number: u32, most: usize) -> Record {
    let seed = Seed::from_text(&format!("knowledge {number}"));
    let game = baize_games::find(id).unwrap();
    let mut table = game.start(&json!({}), None, &seed).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    let mut dice = Dice::new(&seed.branch("moves"));
    while table.outcome().is_none() && record.log.len() < most {
        let seats: Vec<Seat> = table.awaiting().must.iter().collect();
        let seat = *dice.pick(&seats).unwrap();
        let action = dice.pick(&table.menu(seat).actions).unwrap().action.value();
        table.play(seat, &action).unwrap();
        record.log.push(RecordedMove::action(seat, action));
    }
    record.result = table.outcome();
    record
}

/// Checks that `viewer` cannot tell this table from one where everything hidden from it was dealt anew.
fn check(table: &dyn AnyTable, viewer: Viewer, dice: &mut Dice, what: &str) {
    let other = table.redeal(viewer, dice);
    assert_eq!(table.view(viewer), other.view(viewer), "{what}");
    assert_eq!(table.position(viewer), other.position(viewer), "{what}");
    if let Viewer::Seat(seat) = viewer {
        assert_eq!(table.menu(seat), other.menu(seat), "{what}");
    }
}

#[test]
fn a_seat_learns_nothing_from_its_replay_before_the_end() {
    for game in GAMES {
        for number in 0..6 {
            let record = random(game.id(), number, 160);
            let mut dice = Dice::new(&Seed::from_text("otherwise"));
            let mut ply = 0;
            let look = |table: &dyn AnyTable, _: &RecordedMove| {
                let seats = Seat::first(table.seats()).map(Viewer::Seat);
                for viewer in seats.chain([Viewer::Spectator]) {
                    check(
                        table,
                        viewer,
                        &mut dice,
                        &format!("{} {number}, ply {ply}, {viewer:?}", game.id()),
                    );
                }
                ply += 1;
            };
            record.replay_watched(look).unwrap();
            assert!(ply > 8, "{} {number} is too short to show anything", game.id());
        }
    }
}
