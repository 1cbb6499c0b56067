//! Games that begin with a position somebody set up.

use crate::script::{Script, key};
use baize_protocol::http::Counts;
use baize_protocol::{Message, Moment};
use baize_rules::{Seat, Viewer};
use serde_json::{Value, json};

/// Black to move wins at once: the only square left is a1.
const OTHELLO: &str = "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";
const BANQI: &str = "c ????/???G/???p/????/??1G/????/????/???? 2 rb - - c,- 5";

fn refused(open: Value) -> String {
    let open = serde_json::from_value(open).unwrap();
    let mut now = baize_room::Now {
        at: Moment(0),
        fresh: &mut || [0; 16],
        is_player: &|_, _| false,
        agrees: &|_, _, _, _| false,
    };
    baize_room::Opening::new(&open, &key(1), &mut now).unwrap_err().code
}

#[test]
fn a_game_from_a_position_is_marked_verified_and_counts_for_nobody() {
    let source = json!({"table": "0123456789ab", "ply": 59});
    let player = "aa".repeat(16);
    let mut script = Script::two_with(
        json!({"game": "othello", "name": "Ann", "player": player, "position": OTHELLO, "source": source}),
    );
    let welcome = script.client(0).messages.iter().find_map(|message| match message {
        Message::Welcome { info, .. } => Some(info.clone()),
        _ => None,
    });
    let info = welcome.expect("a welcome");
    assert!(info.is_set_up);
    assert_eq!(serde_json::to_value(info.source).unwrap(), source);
    script.done(0, json!({"op": "play", "action": {"type": "PLACE", "square": "a1"}}));
    let record = script.room.record().unwrap();
    assert_eq!(record.position.as_deref(), Some(OTHELLO));
    assert_eq!(record.verify().unwrap().actions, 1);
    let summary = script.room.summary();
    assert!(summary.row.is_set_up && summary.row.result.is_some());
    let is_nothing =
        |standing: &baize_room::Standing| standing.counts == Counts::Nothing && standing.score.is_none();
    assert!(
        !summary.standings.is_empty() && summary.standings.iter().all(is_nothing),
        "it counts for nobody"
    );
}

#[test]
fn what_lies_face_down_is_dealt_anew_for_every_table() {
    let dealt = |ann: &str| {
        let mut script = Script::open(json!({"game": "banqi", "name": "Ann", "position": BANQI}));
        script.host(0);
        script.join(1, "Bob", 0);
        script.done(0, json!({"op": "ready", "entropy": ann}));
        script.done(1, json!({"op": "ready"}));
        let game = script.room.game().unwrap();
        assert_eq!(game.position(Viewer::Seat(Seat::SECOND)), BANQI);
        game.setup()["position"].clone()
    };
    assert_ne!(dealt("one"), dealt("two"), "what seats add to the seed decides what lies there");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let over = OTHELLO.replace('-', "X");
    let wrong = |position: &str| refused(json!({"game": "othello", "position": position}));
    assert_eq!(wrong(&over), "table.bad_position");
    assert_eq!(wrong("nonsense"), "othello.bad_position");
    assert_eq!(wrong(&"X".repeat(3_000)), "table.bad_position");
    assert_eq!(refused(json!({"game": "banqi", "position": BANQI, "seats": 3})), "table.bad_size");
    let source = json!({"table": "0123456789ab", "ply": 3});
    assert_eq!(refused(json!({"game": "othello", "source": source})), "table.bad_position");
}

#[test]
fn whoever_opens_a_table_can_choose_a_seat() {
    let script = Script::open(json!({"game": "othello", "name": "Ann", "seat": 1}));
    assert_eq!(script.keys.seat, Some(Seat::SECOND));
    assert_eq!(script.keys.links.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [Seat::FIRST]);
    assert_eq!(refused(json!({"game": "othello", "name": "Ann", "seat": 2})), "table.bad_seat");
}
