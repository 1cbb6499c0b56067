//! A few shots as everybody sees and hears them.

use baize_nine_ball::{NineBall, Options};
use baize_rules::{Game, Seed, Table, Viewer};
use std::fmt::Write;

/// Actions as people type them; at the end the rack is conceded.
const PLAYED: &[&str] = &[
    "place -635 150",
    "shoot 9.5 353.26 top=100",
    "shoot 0.2 180",
    "place 300 -250",
    "shoot 2 @1",
    "concede",
];

#[test]
fn a_few_shots() {
    let options = Options { fixed_rack: true, ..Options::wpa() };
    let mut table = Table::<NineBall>::start(options, 2, &Seed::from_text("golden")).unwrap();
    let mut page = String::new();
    for typed in PLAYED {
        let game = table.game();
        let seat = game.awaiting().must.iter().next().expect("the game goes on");
        let menu: Vec<String> =
            game.menu(seat).actions().iter().map(|action| game.write(seat, action)).collect();
        write!(page, "{}\n{seat} can: {}\n\n", game.view(Viewer::Seat(seat)), menu.join(", ")).unwrap();
        let action = game.read(seat, typed).unwrap();
        writeln!(page, "> {seat} {}", serde_json::to_string(&action).unwrap()).unwrap();
        for news in table.play(seat, &action).unwrap() {
            let json = serde_json::to_string(&news.event).unwrap();
            // Motion is long; the shortest one shows its form.
            let json = if json.len() > 1000 { format!("({} bytes)", json.len() / 1000 * 1000) } else { json };
            writeln!(page, "  {} {json}", news.event).unwrap();
        }
        writeln!(page).unwrap();
    }
    let view = table.game().view(Viewer::Spectator);
    write!(page, "{view}\n{}\n", serde_json::to_string(&view).unwrap()).unwrap();
    writeln!(page, "{}", serde_json::to_string(&table.game().outcome()).unwrap()).unwrap();
    insta::assert_snapshot!(page);
}
