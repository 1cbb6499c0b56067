//! No change to a written record goes unnoticed.

use baize_games::{GAMES, Record};
use baize_rules::{Leaving, Seat, Seed};
use serde_json::{Value, json};

/// A short game of first legal actions, with names and with what the seats added to the seed.
fn played(game: &str) -> Record {
    let game = GAMES.iter().find(|known| known.id() == game).unwrap();
    let seed = Seed::from_bytes([7; 32]);
    let seats = game.start(&json!({}), None, &seed).unwrap().seats();
    let entropy: Vec<String> = (0..seats).map(|seat| format!("salt {seat}")).collect();
    let mut table = game.start(&json!({}), Some(seats), &seed.with_entropy(&entropy)).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    record.players = (0..seats).map(|seat| format!("Mei {seat}")).collect();
    record.entropy = Some(entropy);
    for _ in 0..6 {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = table.menu(seat).actions[0].action.value();
        table.play(seat, &action).unwrap();
        // It need not be a sensible intention.
        let meant = (record.log.len() == 3).then(|| action.clone());
        record.log.push(baize_games::RecordedMove::Action { seat, action, meant });
    }
    let last = Seat::first(seats).last().unwrap();
    table.leave(last, Leaving::Resign).unwrap();
    record.log.push(baize_games::RecordedMove::Leave { seat: last, leave: Leaving::Resign });
    record.result = table.outcome();
    record
}

/// Where two texts differ as JSON: an entry of the log, another part, or `column` if the changed text is not
/// JSON.
fn difference(whole: &Value, changed: &str) -> Vec<String> {
    let Ok(changed) = serde_json::from_str::<Value>(changed) else { return vec!["column".to_owned()] };
    let parts = |of: &Value| of.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    if parts(&changed) != parts(whole) {
        // A renamed part is missing under its own name and unknown under the other.
        let names = parts(whole).into_iter().filter(|part| changed.get(part).is_none());
        return names.map(|part| format!("`{part}`")).chain(["unknown field".to_owned()]).collect();
    }
    let part = parts(whole).into_iter().find(|part| whole[part] != changed[part]);
    match part.as_deref() {
        Some("log") => {
            let entries = whole["log"].as_array().unwrap();
            let place = (0..entries.len()).find(|&at| Some(&entries[at]) != changed["log"].get(at)).unwrap();
            vec![format!("entry {} ", place + 1)]
        }
        Some("sums") => {
            let name = parts(&whole["sums"])
                .into_iter()
                .find(|part| whole["sums"][part] != changed["sums"].get(part).cloned().unwrap_or_default());
            let name = name.unwrap();
            if name == "log" {
                vec!["entry ".to_owned(), "`log`".to_owned()]
            } else {
                vec![format!("`{name}`")]
            }
        }
        Some(part) => vec![format!("`{part}`")],
        None => vec![],
    }
}

#[test]
fn a_changed_byte_of_a_record_is_found_and_its_place_named_whatever_it_stands_for() {
    for game in GAMES.iter().map(|game| game.id()) {
        let record = played(game);
        let text = serde_json::to_string(&record).unwrap();
        let whole: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(Record::read(&text).unwrap(), record);
        record.verify().unwrap();
        for place in 0..text.len() {
            for flip in [0x01, 0x02, 0x10] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= flip;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                let places = difference(&whole, &changed);
                match Record::read(&changed) {
                    Ok(read) => assert_eq!((read, places), (record.clone(), vec![]), "{game}: byte {place}"),
                    Err(problem) => assert!(
                        places.iter().any(|named| problem.message.contains(named.as_str())),
                        "{game}: byte {place} is in {places:?}, not: {problem}"
                    ),
                }
            }
        }
    }
}

#[test]
fn a_record_may_be_laid_out_otherwise_and_need_not_have_sums_and_a_hash() {
    let record = played("othello");
    let pretty = serde_json::to_string_pretty(&record).unwrap();
    assert_eq!(Record::read(&pretty).unwrap(), record, "spaces do not count");
    let mut value = serde_json::to_value(&record).unwrap();
    assert_eq!(value["hash"].as_str().unwrap().len(), 64);
    for part in ["sums", "hash"] {
        value.as_object_mut().unwrap().remove(part);
    }
    assert_eq!(Record::read(&value.to_string()).unwrap(), record, "records of earlier programs had neither");
    value["players"][0] = json!("Mai");
    assert_eq!(Record::read(&value.to_string()).unwrap().players[0], "Mai");
}

#[test]
fn what_was_meant_is_an_action() {
    let mut record = played("nine-ball");
    let baize_games::RecordedMove::Action { meant, .. } = &mut record.log[3] else { panic!("it acted") };
    *meant = Some(json!({"type": "SHOOT", "aim": "somewhere"}));
    let problem = record.verify().unwrap_err();
    assert!(problem.message.contains("entry 4 meant"), "{problem}");
}

#[test]
fn the_example_of_the_page_is_a_record_as_it_is_written() {
    let page = include_str!("../../../docs/records.md");
    let text = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let record = Record::read(text).unwrap();
    record.verify().unwrap();
    let (written, shown) =
        (serde_json::to_value(&record).unwrap(), serde_json::from_str::<Value>(text).unwrap());
    assert_eq!(written, shown);
    for part in shown.as_object().unwrap().keys() {
        assert!(page.contains(&format!("`{part}`")), "the page does not say what `{part}` is");
    }
}
