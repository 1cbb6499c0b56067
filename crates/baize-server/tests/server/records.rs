//! Games that are stored nowhere: in a link, or as a record that somebody brings; and whose eyes may be
//! borrowed.

use crate::client::{Client, get_with, join, open, post, roomy, start};
use crate::own::people;
use baize_games::{GameLink, Record};
use serde_json::{Value, json};
use std::net::SocketAddr;

async fn ask(address: SocketAddr, body: Value) -> Value {
    post(address, "/api/records", "", &body.to_string()).await.json()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_a_link_is_replayed_and_reviewed_and_leaves_nothing_behind() {
    let server = start(roomy()).await;
    let address = server.address();
    let table = people(address, json!({}), ['a', 'b']).await;
    let text = get_with(address, &format!("/api/tables/{table}/record"), "").await.body;
    let brought = ask(address, json!({"text": text})).await;
    assert_eq!((&brought["game"], &brought["plies"]), (&json!("othello"), &json!(3)), "{brought}");
    let link = brought["link"].as_str().unwrap().to_owned();
    let linked = ask(address, json!({"link": link})).await;
    assert_eq!((&linked["frames"], &linked["result"]), (&brought["frames"], &brought["result"]));
    assert_eq!(linked["frames"].as_array().unwrap().len(), 4);
    assert_eq!(linked["frames"][1]["events"][0]["type"], "PLACED");
    assert_eq!(linked["players"][0], "Ann");
    assert_eq!(ask(address, json!({"link": link, "from": 2})).await["frames"][0]["ply"], 2);
    let review = post(address, "/api/records/review", "", &json!({"link": link}).to_string()).await.body;
    assert!(review.lines().any(|line| line.contains("\"type\":\"REVIEW\"")), "{review}");
    // A single action starts from the position before it.
    let one = ask(address, json!({"text": text, "only": 1})).await;
    assert_eq!(
        (&one["plies"], &one["frames"][0]["view"]),
        (&json!(1), &brought["frames"][1]["view"]),
        "{one}"
    );
    // A game written by another program works too, and is returned in the same form.
    let other = ask(address, json!({"text": brought["ggf"]})).await;
    assert_eq!(
        (&other["frames"], &other["transcript"]),
        (&brought["frames"], &brought["transcript"]),
        "{other}"
    );
    let line = ask(address, json!({"text": brought["transcript"]})).await;
    assert_eq!((&line["game"], &line["plies"]), (&json!("othello"), &json!(2)), "{line}");
    // A database keeps only games that were played to the end.
    assert_eq!(line["wthor"], json!(null));
    let ended = ask(address, json!({"text": "e6f4e3f6g5d6e7f5c5"})).await;
    let again = ask(address, json!({"wthor": ended["wthor"]})).await;
    assert_eq!((&again["plies"], &again["frames"]), (&json!(9), &ended["frames"]), "{again}");
    for (body, code) in [
        (json!({"wthor": "AAAA"}), "othello.bad_record"),
        (json!({"wthor": "no"}), "request.bad_record"),
        (json!({"link": "2.x"}), "request.bad_link"),
        (json!({"link": format!("1.{}", "A".repeat(3_000))}), "request.bad_link"),
        (json!({"text": " "}), "request.bad_record"),
        (json!({"text": "f5d6a1"}), "othello.bad_record"),
        (json!({"text": text.replacen("f5", "e6", 1)}), "request.bad_record"),
        (json!({"text": text, "only": 9}), "request.bad_request"),
        (json!({}), "request.bad_request"),
        (json!({"link": link, "text": text}), "request.bad_request"),
    ] {
        assert_eq!(ask(address, body.clone()).await["error"]["code"], code, "{body}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shot_of_nine_ball_is_a_link_of_its_own() {
    let server = start(roomy()).await;
    let address = server.address();
    let game = baize_games::find("nine-ball").unwrap();
    let seed = baize_rules::Seed::from_text("any");
    let mut table = game.start(&json!({}), None, &seed).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    while record.log.len() < 12 && table.outcome().is_none() {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = table.menu(seat).actions[0].action.value();
        table.play(seat, &action).unwrap();
        record.log.push(baize_games::RecordedMove::action(seat, action));
    }
    let text = serde_json::to_string(&record).unwrap();
    let last = record.log.len() - 1;
    let shot = ask(address, json!({"text": text, "only": last})).await;
    let link = shot["link"].as_str().unwrap_or_else(|| panic!("{shot}"));
    let read = GameLink::read(link).unwrap();
    assert_eq!(read.log, [record.log[last].clone()]);
    let frames = shot["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 2);
    assert!(!frames[1]["events"].as_array().unwrap().is_empty(), "the shot is shown");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hands_of_others_are_shown_after_the_end_where_the_table_says_so() {
    let server = start(roomy()).await;
    let address = server.address();
    for (more, is_open) in [
        (json!({"isPublic": true}), false),
        (json!({"isPublic": false}), true),
        (json!({"isPublic": true, "openAfter": true}), true),
        (json!({"isPublic": false, "openAfter": false}), false),
    ] {
        let mut table =
            json!({"game": "may-i", "name": "Ann", "seats": 3, "players": [null, null, "novice"]});
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let opened = open(address, table).await;
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        let (mut bob, _) = Client::hello(address, &opened.table, join(&opened, 0, "Bob")).await;
        ann.done(json!({"op": "ready"})).await;
        bob.done(json!({"op": "ready"})).await;
        let bearer = format!("Authorization: Bearer {}\r\n", opened.token);
        let look = async |seat: &str| {
            let path = format!("/api/tables/{}/replay?seat={seat}", opened.table);
            get_with(address, &path, &bearer).await.json()
        };
        assert_eq!(look("1").await["error"]["code"], "table.not_over", "nobody knows it before the end");
        bob.done(json!({"op": "resign"})).await;
        ann.done(json!({"op": "resign"})).await;
        let found = look("1").await;
        assert_eq!(found.get("frames").is_some(), is_open, "{more}: {}", found["error"]);
        if !is_open {
            assert_eq!(found["error"]["code"], "table.closed_after");
        }
        assert!(look("0").await.get("frames").is_some(), "one's own eyes are one's own");
    }
    // In a game without secrets, everyone may look with any eyes.
    let table = people(address, json!({}), ['a', 'b']).await;
    let look = get_with(address, &format!("/api/tables/{table}/replay?seat=1"), "").await.json();
    assert!(look.get("frames").is_some(), "{look}");
    server.stop().await;
}
