//! A whole game as text, for snapshots.

use super::json;
use crate::{Dice, Game, Language, Say, Seat, Seed, Table, Viewer};
use std::fmt::Write;

/// One random game as everybody at the table sees it: boards, menus, actions, and who is told what. Any
/// change to a rule or a text shows up in a snapshot of it.
///
/// # Panics
/// If the game cannot start, or its menu is not honest.
pub fn playthrough<G: Game>(options: G::Options, seats: u8, seed: &str) -> String {
    let mut table = Table::<G>::start(options, seats, &Seed::from_text(seed)).expect("the options are sound");
    let mut dice = Dice::new(&Seed::from_text(seed).branch("playthrough"));
    let mut text = String::new();
    while let Some(seat) = table.game().awaiting().must.iter().next() {
        let (played, told) = turn(&mut table, seat, &mut dice);
        text += &played;
        for viewer in Viewer::all(seats) {
            let heard = told.iter().filter(|news| news.to.includes(viewer));
            for news in heard {
                let event = (&news.event).told_in(Language::English);
                writeln!(text, "  {}: {event} {}", name(viewer), json(&news.event)).expect("strings grow");
            }
        }
    }
    for viewer in Viewer::all(seats) {
        let view = table.game().view(viewer);
        let board = (&view).told_in(Language::English);
        writeln!(text, "\n{} sees\n{board}\n{}", name(viewer), json(&view)).expect("strings grow");
    }
    text + "\n" + &json(&table.game().outcome())
}

/// What the seat sees and does, and what is announced.
fn turn<G: Game>(
    table: &mut Table<G>,
    seat: Seat,
    dice: &mut Dice,
) -> (String, Vec<crate::Addressed<G::Event>>) {
    let game = table.game();
    let menu = game.menu(seat);
    let action = dice.pick(menu.actions()).expect("a seat that must act has something to do").clone();
    let listed: Vec<String> = menu.actions().iter().map(|action| game.write(seat, action)).collect();
    let view = game.view(Viewer::Seat(seat));
    let board = (&view).told_in(Language::English);
    let text = format!("\n{board}\n{seat} can: {}\n> {seat} {}\n", listed.join(" "), json(&action));
    let told = table.play(seat, &action).expect("menus are honest");
    (text, told)
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "a spectator".to_owned(),
    }
}
