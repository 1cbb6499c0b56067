//! The rules of docs/rules/__id__.md, one by one.

use baize___name__::{Action, Error, Options, Position, __Type__};
use baize_rules::{Coded, Game, Leaving, Seat, Seed, Table};

fn at(position: &str) -> Table<__Type__> {
    Table::load(__Type__::read_position(position, Options {}).unwrap()).unwrap()
}

fn take(count: u8) -> Action {
    Action::Take { count }
}

#[test]
fn a_game_begins_with_21_counters_and_the_first_seat() {
    let table = Table::<__Type__>::start(Options {}, 2, &Seed::from_text("any")).unwrap();
    assert_eq!(table.setup(), Position::START);
    assert_eq!(Table::<__Type__>::start(Options {}, 3, &Seed::from_text("any")).unwrap_err().code(), "__id__.bad_seats");
}

#[test]
fn one_to_three_are_taken_and_no_more_than_there_are() {
    for (position, counts) in [("21 0", 1..=3), ("3 0", 1..=3), ("2 0", 1..=2), ("1 0", 1..=1)] {
        let table = at(position);
        assert_eq!(table.game().menu(Seat::FIRST).into_actions(), counts.clone().map(take).collect::<Vec<_>>());
        for count in [0, 4, 255].into_iter().chain(counts.end() + 1..=3) {
            let refused = table.check(Seat::FIRST, &take(count));
            assert_eq!(refused, Err(Error::BadCount { count, most: *counts.end() }), "{position}");
        }
    }
}

#[test]
fn seats_take_turns_and_nobody_moves_after_the_end() {
    let mut table = at("2 1");
    assert_eq!(table.check(Seat::FIRST, &take(1)).unwrap_err().code(), "__id__.not_your_turn");
    table.play(Seat::SECOND, &take(1)).unwrap();
    table.play(Seat::FIRST, &take(1)).unwrap();
    assert_eq!(table.check(Seat::SECOND, &take(1)), Err(Error::GameOver));
}

#[test]
fn whoever_takes_the_last_counter_wins() {
    let mut table = at("3 1");
    table.play(Seat::SECOND, &take(3)).unwrap();
    let outcome = table.game().outcome().unwrap();
    assert!(outcome.won(Seat::SECOND) && !outcome.won(Seat::FIRST));
    assert_eq!(outcome.reason, "last");
}

#[test]
fn whoever_leaves_loses() {
    let mut table = at("9 0");
    table.leave(Seat::FIRST, Leaving::Resign).unwrap();
    let outcome = table.game().outcome().unwrap();
    assert!(outcome.won(Seat::SECOND));
    assert_eq!(outcome.reason, "resign");
}

#[test]
fn moves_and_positions_are_read_as_they_are_typed() {
    assert_eq!(at("21 0").game().read(Seat::FIRST, " 2 "), Ok(take(2)));
    assert_eq!(at("21 0").game().read(Seat::FIRST, "two").unwrap_err().code(), "__id__.bad_move");
    for text in ["", "21", "21 2", "100 0", "-1 0", "21  0"] {
        assert_eq!(__Type__::read_position(text, Options {}), Err(Error::BadPosition), "{text}");
    }
}
