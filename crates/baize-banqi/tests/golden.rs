//! Golden playthroughs: what everybody sees and hears, step by step.

#[path = "lines/mod.rs"]
mod lines;

use baize_banqi::{Banqi, Event, MatchRecord};
use baize_rules::{Addressed, Coded, Game, Leaving, Seat, Table, Viewer};
use lines::load;
use std::fmt::Write;

/// Plays typed actions and writes down every event, every board and every menu.
fn story(table: &mut Table<Banqi>, actions: &[&str]) -> String {
    let mut text = format!("{}\n", table.game().view(Viewer::Spectator));
    for &typed in actions {
        let seat = table.game().position().seat();
        let menu: Vec<String> =
            table.game().menu(seat).actions().iter().map(|action| table.game().write(seat, action)).collect();
        writeln!(text, "\n{seat} can: {}", menu.join(" ")).unwrap();
        let news = match typed.strip_prefix("resign ") {
            Some(number) => {
                table.leave(Seat::new(number.parse().unwrap()).unwrap(), Leaving::Resign).unwrap()
            }
            None => {
                let action = table.game().read(seat, typed).unwrap();
                table.play(seat, &action).unwrap()
            }
        };
        writeln!(text, "> {typed}").unwrap();
        for Addressed { event, .. } in &news {
            writeln!(text, "{event}\n{}", serde_json::to_string(event).unwrap()).unwrap();
        }
        writeln!(text, "{}", table.game().view(Viewer::Spectator)).unwrap();
    }
    text
}

const CLASSIC: &str = "c 1~C2/4/4/1h2/1~p2/4/1K2/g3 1 rb - - kgmmrrhccpppp,GGMMRRHHCPPPPP 70";

#[test]
fn a_classic_endgame() {
    let mut table = load(CLASSIC);
    insta::assert_snapshot!(story(
        &mut table,
        &["b8?", "b4?", "b8xb4", "b5-b4", "b2-a2", "b4-c4", "a2xa1", "resign 1"]
    ));
    let view = serde_json::to_string_pretty(&table.game().view(Viewer::Spectator)).unwrap();
    insta::assert_snapshot!("a_view_as_json", view);
}

#[test]
fn three_kingdoms_with_a_departure() {
    let board = lines::line("t", "K~P1~g1/5/5/1P3/1CR2/1g3/5/5/1c3", 1);
    let mut table = load(&board);
    let actions =
        ["a9-a8", "b5xb1", "d9?", "a8-a9", "resign 1", "b4-b5", "b9?", "b5xb6", "a9-a8", "resign 2"];
    insta::assert_snapshot!(story(&mut table, &actions));
}

#[test]
fn the_error_codes() {
    type Error = <Banqi as Game>::Error;
    let codes: Vec<String> = Error::CODES.iter().map(|(code, when)| format!("{code}: {when}")).collect();
    insta::assert_snapshot!(codes.join("\n"));
}

#[test]
fn a_record() {
    let mut table = load(CLASSIC);
    let mut record = MatchRecord::begin(table.game().position(), vec!["Mei".to_owned(), "Kenji".to_owned()]);
    for typed in ["b8?", "b4?", "b8xb4", "b5xb4", "b2-a2", "b4-c4", "a2xa1"] {
        let seat = table.game().position().seat();
        let action = table.game().read(seat, typed).unwrap();
        let news: Vec<Addressed<Event>> = table.play(seat, &action).unwrap();
        news.iter().for_each(|news| record.note(&news.event));
    }
    insta::assert_snapshot!(record.to_string());
    assert_eq!(
        record.to_string().parse::<MatchRecord>().unwrap().replay().unwrap().setup().public,
        table.setup().public
    );
}
