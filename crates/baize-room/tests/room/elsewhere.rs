//! Games that move elsewhere: closed at one table, and opened at another from their record.

use crate::script::{Script, is_player, key};
use baize_games::Record;
use baize_protocol::http::{Counts, OpenTable};
use baize_protocol::{Message, Moment, Phase};
use baize_room::{Now, Opening, Room};
use baize_rules::{Outcome, Problem, Seat, SeatSet};
use serde_json::{Value, json};

/// A game of two people after this many actions, as exported by a device without a server.
fn begun(game: &str, actions: usize) -> (Script, Record) {
    let mut script = Script::two(game);
    (0..actions).for_each(|_| assert!(script.play_on()));
    let mut record = script.room.record().unwrap();
    record.seed = Some(script.room.charter().seed.clone());
    (script, record)
}

fn open(record: &Record, more: Value) -> Result<Room, Problem> {
    let mut open = json!({"game": record.game, "name": "Ann", "record": record});
    open.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let open: OpenTable = serde_json::from_value(open).unwrap();
    let mut last = 0;
    let mut fresh = || {
        last += 1;
        [last; 16]
    };
    let agrees = &crate::script::agrees;
    let mut now = Now { at: Moment(1), fresh: &mut fresh, is_player: &is_player, agrees };
    Room::open(Opening::new(&open, &key(1), &mut now)?.charter, Moment(1))
}

#[test]
fn a_game_against_computers_can_be_closed_and_its_record_goes_on_elsewhere() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann", "players": [null, "random"]}));
    script.host(0);
    assert_eq!(script.refused(0, json!({"op": "close"})), "table.not_begun");
    script.done(0, json!({"op": "ready", "entropy": "ann"}));
    script.play_on();
    let before = script.room.game().unwrap().setup();
    script.done(0, json!({"op": "close", "id": "c"}));
    script.done(0, json!({"op": "close", "id": "c"}));
    assert_eq!(
        (script.room.phase(), script.client(0).events().last().unwrap().as_str()),
        (Phase::Over, "CLOSED")
    );
    assert!(script.room.summary().standings.is_empty(), "it counts for nobody");
    assert_eq!(script.refused(0, json!({"op": "resign"})), "table.log_full");
    let record = script.room.record().unwrap();
    assert!(!record.is_offline && record.seed.is_some());
    let room = open(&record, json!({"players": [null, "random"]})).unwrap();
    assert_eq!((room.phase(), room.game().unwrap().setup()), (Phase::Playing, before));
    assert!(room.record().unwrap().is_offline);
}

#[test]
fn nobody_closes_a_table_that_others_play_at() {
    let mut script = Script::two("othello");
    assert_eq!(script.refused(0, json!({"op": "close"})), "table.not_alone");
}

#[test]
fn every_game_goes_on_where_it_stopped_and_counts_for_nothing() {
    for game in ["othello", "banqi", "nine", "nine-ball"] {
        let (mut here, record) = begun(game, 5);
        let (game, player) = (record.game.clone(), "aa".repeat(16));
        let mut there =
            Script::open(json!({"game": game, "name": "Ann", "player": player, "record": record}));
        there.host(0);
        assert_eq!(there.room.phase(), Phase::Waiting, "{game}: the other person is waited for");
        there.join(1, "Bob", 0);
        there.done(1, json!({"op": "ready", "entropy": "other"}));
        assert_eq!(there.room.game().unwrap().setup(), here.room.game().unwrap().setup(), "{game}");
        assert_eq!(there.client(0).events().iter().filter(|event| *event == "ACTED").count(), 5, "{game}");
        let info = there.client(0).messages.iter().find_map(|message| match message {
            Message::Welcome { info, .. } => Some(info.is_offline),
            _ => None,
        });
        assert_eq!(info, Some(true), "{game}");
        here.play_on();
        there.play_on();
        assert_eq!(there.room.game().unwrap().setup(), here.room.game().unwrap().setup(), "{game}");
        there.done(0, json!({"op": "resign"}));
        let record = there.room.record().unwrap();
        assert!(record.is_offline && record.verify().unwrap().result.is_some(), "{game}");
        let standings = there.room.summary().standings;
        assert!(!standings.is_empty() && standings.iter().all(|one| one.counts == Counts::Nothing), "{game}");
        there.restart();
        assert_eq!(there.room.record().unwrap(), record, "{game}");
    }
}

#[test]
fn a_game_that_is_over_is_kept_with_the_names_of_all() {
    let (mut script, _) = begun("nine", 4);
    script.done(1, json!({"op": "resign"}));
    let record = script.room.record().unwrap();
    let room = open(&record, json!({"seat": 1})).unwrap();
    assert_eq!(room.phase(), Phase::Over);
    let kept = room.record().unwrap();
    assert_eq!((kept.players, kept.result), (vec!["Ann".to_owned(), "Ann".to_owned()], record.result));
}

#[test]
fn what_is_no_game_that_could_go_on_is_refused() {
    let (_, record) = begun("othello", 3);
    let code =
        |record: &Record, more: Value| open(record, more).err().map(|problem| problem.code.to_string());
    let bad = Some("request.bad_record".to_owned());
    for more in
        [json!({"game": "nine"}), json!({"seats": 2}), json!({"options": {}}), json!({"position": "x"})]
    {
        assert_eq!(code(&record, more.clone()), bad, "{more}");
    }
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        code(&record, json!({}))
    };
    assert_eq!(changed(&|record| record.seed = None), bad, "without its seed nothing can go on");
    assert_eq!(changed(&|record| record.revision += 1), bad);
    assert_eq!(changed(&|record| record.log = vec![record.log[0].clone(); 2_001]), bad);
    assert!(changed(&|record| record.log.swap(0, 1)).is_some(), "moves that nobody can make");
    let won = Outcome {
        winners: SeatSet::only(Seat::FIRST),
        reason: "discs".into(),
        scores: Vec::new(),
        details: None,
    };
    let claimed = changed(&|record| record.result = Some(won.clone()));
    assert_eq!(claimed, bad, "a result that the moves do not lead to");
}
