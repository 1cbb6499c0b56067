//! A table laid out from a view is the same for its viewer, and no view, however damaged, causes a panic.

use baize_games::{AnyTable, GAMES, find, typed_menu};
use baize_rules::{Dice, Language, Seat, Seed, Viewer};
use serde_json::{Value, json};

/// A game after some random moves.
fn played(game: &str, moves: u32, dice: &mut Dice) -> Box<dyn AnyTable> {
    let mut table = find(game).unwrap().start(&json!({}), None, &Seed::from_text("seen")).unwrap();
    for _ in 0..moves {
        let Some(seat) = table.awaiting().must.iter().next() else { break };
        let menu = table.menu(seat).actions;
        let action = menu[dice.roll(menu.len() as u32) as usize].action.value();
        table.play(seat, &action).unwrap();
    }
    table
}

/// Does everything that a client does with a table.
fn use_it(table: &dyn AnyTable) {
    for viewer in Viewer::all(table.seats()) {
        table.view(viewer);
        Language::ALL.iter().for_each(|language| drop(table.text(viewer, *language)));
    }
    for seat in Seat::first(table.seats()) {
        typed_menu(table, seat);
        table.seat_view(seat);
        let _ = table.read(seat, "pass").and_then(|action| table.check(seat, &action));
    }
    table.outcome();
    table.awaiting();
}

#[test]
fn a_viewer_finds_what_it_was_shown() {
    for game in GAMES {
        let mut dice = Dice::new(&Seed::from_text(game.id()));
        let table = played(game.id(), 10, &mut dice);
        for viewer in Viewer::all(table.seats()) {
            let view = table.view(viewer);
            let seen = game.seen(&view, &Seed::from_text("another")).unwrap();
            assert_eq!(seen.view(viewer), view);
            if let Viewer::Seat(seat) = viewer {
                assert_eq!(typed_menu(&*seen, seat), typed_menu(&*table, seat));
            }
        }
    }
}

/// Replaces a random value inside `value`.
fn spoil(value: &mut Value, dice: &mut Dice) {
    let inner = match value {
        Value::Array(list) if !list.is_empty() => {
            let at = dice.roll(list.len() as u32) as usize;
            match dice.roll(6) {
                0 => return drop(list.remove(at)),
                1 => return list.push(list[at].clone()),
                _ => list.get_mut(at),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = dice.roll(fields.len() as u32) as usize;
            fields.values_mut().nth(at)
        }
        _ => None,
    };
    match inner {
        Some(inner) if dice.roll(8) > 0 => spoil(inner, dice),
        Some(inner) => *inner = Value::Null,
        None => {
            let others = [
                json!(0),
                json!(1),
                json!(7),
                json!(255),
                json!(-1),
                json!(1e9),
                json!(""),
                json!("KS.0"),
                json!([]),
            ];
            *value = others[dice.roll(others.len() as u32) as usize].clone();
        }
    }
}

#[test]
fn no_view_that_a_server_makes_up_does_harm() {
    for game in GAMES {
        let mut dice = Dice::new(&Seed::from_text(game.id()));
        let mut accepted = 0;
        for round in 0..400 {
            let table = played(game.id(), round % 12, &mut dice);
            let mut view = table.view(Viewer::Seat(Seat::FIRST));
            (0..=dice.roll(3)).for_each(|_| spoil(&mut view, &mut dice));
            if let Ok(seen) = game.seen(&view, &Seed::from_text("made up")) {
                accepted += 1;
                use_it(&*seen);
            }
        }
        assert!(accepted > 0, "{}: some changes do not matter", game.id());
    }
}
