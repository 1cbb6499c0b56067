//! The shortcuts `view_json`, `menu_json` and `after` give the same as the longer ways.

use baize_games::{AnyTable, GAMES};
use baize_rules::{Dice, Seat, Seed, Viewer};
use serde_json::{Value, json};

const MOVES: u32 = 60;

#[test]
fn what_is_passed_on_is_what_can_be_looked_at() {
    for game in GAMES {
        let seed = Seed::from_text(game.id());
        let mut dice = Dice::new(&seed);
        let mut table = game.start(&json!({}), None, &seed).unwrap();
        for _ in 0..MOVES {
            for viewer in Viewer::all(table.seats()) {
                assert_eq!(table.view_json(viewer).value(), table.view(viewer), "{}", game.id());
            }
            for seat in Seat::first(table.seats()) {
                let (menu, (written, is_complete)) = (table.menu(seat), table.menu_json(seat));
                let listed = serde_json::to_string(&menu.actions).unwrap();
                assert_eq!((written.as_str(), is_complete), (&*listed, menu.is_complete), "{}", game.id());
            }
            let Some(seat) = table.awaiting().must.iter().next() else { break };
            let action = dice.pick(&table.menu(seat).actions).unwrap().action.value();
            table = after(&*table, seat, &action);
        }
    }
}

/// The table after an action; checks that the one before has not changed.
fn after(table: &dyn AnyTable, seat: Seat, action: &Value) -> Box<dyn AnyTable> {
    let before = table.setup();
    let mut made = table.boxed_clone();
    let action = made.decode(action).unwrap();
    let told = made.make(seat, &action).unwrap();
    let (next, events) = table.after(seat, &action).unwrap();
    assert_eq!((next.setup(), events), (made.setup(), told));
    assert_eq!(table.setup(), before);
    next
}
