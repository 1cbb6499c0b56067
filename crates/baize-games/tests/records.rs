//! What is written down of a game stays as it was.

use baize_games::{GAMES, Record};
use baize_rules::Seed;
use serde_json::json;

/// A game of some moves by the first legal action each time, with names and what seats added to the seed.
fn played(game: &str) -> Record {
    let game = GAMES.iter().find(|known| known.id() == game).unwrap();
    let seed = Seed::from_bytes([7; 32]);
    let entropy = vec!["salt".to_owned(), "pepper".to_owned()];
    let mut table = game.start(&json!({}), Some(2), &seed.with_entropy(&entropy)).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    record.players = vec!["Mei".to_owned(), "Kenji".to_owned()];
    record.entropy = Some(entropy);
    for _ in 0..6 {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = table.menu(seat).actions[0].action.value();
        table.play(seat, &action).unwrap();
        record.log.push(baize_games::RecordedMove::Action { seat, action });
    }
    record.result = table.outcome();
    record
}

#[test]
fn a_changed_byte_of_a_record_is_found_whatever_it_stands_for() {
    for game in ["othello", "nine"] {
        let record = played(game);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(Record::read(&text).unwrap(), record);
        assert!(record.verify().is_ok());
        for place in 0..text.len() {
            for flip in [0x01, 0x02, 0x10] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= flip;
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                if let Ok(read) = Record::read(&changed) {
                    assert_eq!(read, record, "{game}: byte {place}: {changed}");
                }
            }
        }
    }
}

#[test]
fn a_record_may_be_laid_out_otherwise_and_need_not_have_a_hash() {
    let record = played("othello");
    let pretty = serde_json::to_string_pretty(&record).unwrap();
    assert_eq!(Record::read(&pretty).unwrap(), record, "spaces do not count");
    let mut value = serde_json::to_value(&record).unwrap();
    assert_eq!(value["hash"].as_str().unwrap().len(), 64);
    value.as_object_mut().unwrap().remove("hash");
    assert_eq!(Record::read(&value.to_string()).unwrap(), record, "records of earlier programs had none");
    value["players"][0] = json!("Mai");
    assert_eq!(Record::read(&value.to_string()).unwrap().players[0], "Mai");
}
