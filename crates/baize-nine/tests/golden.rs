//! A whole game as everybody sees and hears it.

use baize_nine::{Action, Card, Nine, Options, Ties};
use baize_rules::{Game, Score, Seat, Seed, Table, Viewer};
use std::fmt::Write;

/// What each viewer sees, and what each seat can do.
fn show(table: &Table<Nine>, page: &mut String) {
    for viewer in Viewer::all(2) {
        writeln!(page, "{viewer:?}\n{}", table.game().view(viewer)).unwrap();
    }
    for seat in Seat::first(2) {
        let menu = table.game().menu(seat);
        let actions: Vec<String> =
            menu.actions().iter().map(|action| table.game().write(seat, action)).collect();
        writeln!(page, "{seat} can play: {}", actions.join(" ")).unwrap();
    }
    writeln!(page).unwrap();
}

#[test]
fn a_game_with_carried_ties_and_a_double_last_turn() {
    let mut options = Options { ties: Ties::Carry, ..Options::default() };
    options.turn_weights[8] = Score::points(2);
    let mut table = Table::<Nine>::start(options, 2, &Seed::from_text("golden")).unwrap();
    let mut page = String::new();
    show(&table, &mut page);
    let cards = [(5, 5), (9, 8), (2, 1), (6, 9), (3, 3), (4, 4), (8, 7), (1, 2), (7, 6)];
    for (turn, (first, second)) in cards.into_iter().enumerate() {
        // Cards are committed in either order.
        let mut commits = [(Seat::FIRST, first), (Seat::SECOND, second)];
        commits.rotate_left(turn % 2);
        for (seat, number) in commits {
            let action = Action::play(Card::new(number).unwrap());
            writeln!(page, "> {seat} {}", serde_json::to_string(&action).unwrap()).unwrap();
            for news in table.play(seat, &action).unwrap() {
                writeln!(page, "{:?} hears: {}", news.to, news.event).unwrap();
                writeln!(page, "    {}", serde_json::to_string(&news.event).unwrap()).unwrap();
            }
            writeln!(page).unwrap();
            // Shows the first and last turns in full, and between them the board as a spectator sees it.
            if turn == 0 || turn == 8 {
                show(&table, &mut page);
            } else {
                writeln!(page, "{}", table.game().view(Viewer::Spectator)).unwrap();
            }
        }
    }
    let view = table.game().view(Viewer::Spectator);
    writeln!(page, "{}", serde_json::to_string(&view).unwrap()).unwrap();
    writeln!(page, "{}", serde_json::to_string(&table.game().outcome()).unwrap()).unwrap();
    insta::assert_snapshot!(page);
}
