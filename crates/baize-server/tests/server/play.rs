//! Two people play over real sockets.

use crate::client::{Client, Opened, get, get_with, open, roomy, start, two};
use baize_games::Record;
use baize_protocol::{Message, Phase};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Lets both play the first choice on their menus to the end; returns the last view of each.
async fn play_out(address: SocketAddr, opened: &Opened, clients: &mut [Client; 2]) -> [Value; 2] {
    let mut views = [Value::Null, Value::Null];
    let mut menus = [Value::Null, Value::Null];
    // A fresh hello shows where each of them is.
    for (seat, client) in clients.iter_mut().enumerate() {
        let token = if seat == 0 { opened.token.clone() } else { token_of(client) };
        let welcome = client.say_hello(&opened.table, json!({"token": token})).await;
        let Message::Welcome { state, .. } = welcome else { panic!("{welcome:?}") };
        views[seat] = state.view.unwrap().value();
        menus[seat] = state.actions.unwrap().value();
    }
    let mut moves = 0;
    let can_act = |menus: &[Value], seat: usize| menus[seat].as_array().is_some_and(|menu| !menu.is_empty());
    while let Some(seat) = (0..2).find(|seat| can_act(&menus, *seat)) {
        let action = menus[seat][0]["action"].clone();
        let version = clients[seat].done(json!({"op": "play", "action": action})).await;
        moves += 1;
        assert!(moves < 200);
        for (seat, client) in clients.iter_mut().enumerate() {
            let news = client
                .until(|message| matches!(message, Message::News { version: seen, .. } if *seen >= version));
            let Message::News { state, .. } = news.await else { unreachable!() };
            views[seat] = state.view.unwrap().value();
            menus[seat] = state.actions.unwrap().value();
        }
    }
    let info = get_with(address, &format!("/api/tables/{}", opened.table), &bearer(&opened.token)).await;
    assert_eq!(info.json()["phase"], json!(Phase::Over), "{}", info.body);
    views
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// The token that a client was given when it joined.
pub(crate) fn token_of(client: &Client) -> String {
    let welcome = client.heard.iter().find_map(|text| {
        let message: Value = serde_json::from_str(text).unwrap();
        message["you"]["token"].as_str().map(str::to_owned)
    });
    welcome.expect("it has joined")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_and_anybody_can_verify_it() {
    let server = start(roomy()).await;
    let address = server.address();
    for game in ["othello", "nine"] {
        let (opened, ann, bob) = two(address, game).await;
        let early =
            get_with(address, &format!("/api/tables/{}/record", opened.table), &bearer(&opened.token)).await;
        assert_eq!((early.status, early.json()["error"]["code"].as_str()), (409, Some("table.not_over")));
        for (seat, status) in [("0", 200), ("1", 409), ("spectator", 409), ("9", 400), ("x", 400)] {
            let path = format!("/api/tables/{}/replay?seat={seat}", opened.table);
            let answer = get_with(address, &path, &bearer(&opened.token)).await;
            assert_eq!(answer.status, status, "seat {seat} while the game runs: {}", answer.body);
        }
        let mut clients = [ann, bob];
        let views = play_out(address, &opened, &mut clients).await;
        let path = format!("/api/tables/{}/record", opened.table);
        assert_eq!(get(address, &path).await.status, 404, "a private table is shown to nobody else");
        let path = format!("/api/tables/{}/replay", opened.table);
        assert_eq!(get(address, &path).await.status, 404, "nor are its positions");
        for (seat, view) in views.iter().enumerate() {
            let path = format!("{path}?seat={seat}&from=1");
            let replay = get_with(address, &path, &bearer(&opened.watch)).await.json();
            let frames = replay["frames"].as_array().unwrap();
            assert_eq!(frames.len() as u64, replay["plies"].as_u64().unwrap().min(63));
            assert_eq!((&frames[0]["ply"], &frames[0]["seat"]), (&json!(1), &json!(0)));
            assert_eq!(frames.last().unwrap()["view"], *view, "the last position is what the seat saw last");
        }
        let path = format!("/api/tables/{}/record", opened.table);
        let answer = get_with(address, &path, &bearer(&opened.watch)).await;
        let record = Record::read(&answer.body).unwrap();
        record.verify().unwrap();
        let table = record.replay().unwrap();
        for (seat, view) in baize_rules::Seat::first(2).zip(&views) {
            assert_eq!(
                table.view(baize_rules::Viewer::Seat(seat)),
                *view,
                "what each saw last is what the log says"
            );
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_players_take_any_seat() {
    let server = start(roomy()).await;
    let address = server.address();
    let opened =
        open(address, json!({"game": "nine", "name": "Ann", "players": [null, "medium"], "pace": "instant"}))
            .await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    ann.done(json!({"op": "ready"})).await;
    for card in 1..=9 {
        ann.done(json!({"op": "play", "action": {"type": "PLAY", "card": card}})).await;
        // The answer may come before or after the reply.
        loop {
            let revealed = ann.heard.iter().filter(|text| text.contains("REVEALED")).count();
            if revealed == card {
                break;
            }
            ann.next().await.unwrap();
        }
    }
    let over = ann.heard.iter().any(|text| text.contains("\"phase\":\"over\""));
    assert!(over);
    server.stop().await;
    let all = start(roomy()).await;
    let opened =
        open(all.address(), json!({"game": "nine", "players": ["medium", "easy"], "isPublic": true})).await;
    let (mut watcher, _) = Client::hello(all.address(), &opened.table, json!({})).await;
    watcher
        .until(|message| matches!(message, Message::News { state, .. } if state.phase == Some(Phase::Over)))
        .await;
    all.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_loses_the_connection_comes_back_to_the_same_table() {
    let server = start(roomy()).await;
    let address = server.address();
    let (opened, mut ann, bob) = two(address, "othello").await;
    let seen = bob.version;
    let token = token_of(&bob);
    drop(bob);
    let play = json!({"op": "play", "id": "mine", "action": {"type": "PLACE", "square": "f5"}});
    let version = ann.done(play.clone()).await;
    let (mut bob, welcome) =
        Client::hello(address, &opened.table, json!({"token": token, "version": seen})).await;
    let Message::Welcome { steps: Some(steps), .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!(steps.iter().map(|step| step.version).collect::<Vec<_>>(), [version]);
    bob.done(json!({"op": "play", "id": "after", "action": {"type": "PLACE", "square": "f6"}})).await;
    assert_eq!(ann.done(play).await, version, "sent again, the same answer");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_runs_out_by_itself() {
    let server = start(roomy()).await;
    let address = server.address();
    let opened = open(address, json!({"game": "othello", "name": "Ann", "clock": {"bank": 1}})).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    let (mut bob, _) = Client::hello(address, &opened.table, crate::client::join(&opened, 0, "Bob")).await;
    ann.done(json!({"op": "ready"})).await;
    bob.done(json!({"op": "ready"})).await;
    let over =
        bob.until(|message| matches!(message, Message::News { state, .. } if state.result.is_some())).await;
    let Message::News { state, .. } = over else { unreachable!() };
    assert_eq!(state.result.unwrap().reason, "timeout");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_takes_every_socket_along() {
    let server = start(roomy()).await;
    let address = server.address();
    let (opened, mut ann, mut bob) = two(address, "nine").await;
    let (mut watcher, _) = Client::hello(address, &opened.table, json!({"watch": opened.watch})).await;
    ann.done(json!({"op": "resign"})).await;
    ann.done(json!({"op": "rematch"})).await;
    bob.done(json!({"op": "rematch"})).await;
    let next = |message: &Message| match message {
        Message::News { state, .. } => state.rematch.as_ref().and_then(|rematch| rematch.table),
        _ => None,
    };
    let mut tables = Vec::new();
    for client in [&mut ann, &mut bob, &mut watcher] {
        let news = client.until(|message| next(message).is_some()).await;
        tables.push(next(&news).unwrap());
    }
    assert!(tables.iter().all(|table| *table == tables[0]));
    let table = tables[0].to_string();
    let token = token_of(&bob);
    let Message::Welcome { you, .. } = ann.say_hello(&table, json!({"token": opened.token})).await else {
        panic!()
    };
    assert_eq!(json!(you.seat), 1, "everybody is one seat further");
    let Message::Welcome { you, .. } = bob.say_hello(&table, json!({"token": token})).await else { panic!() };
    assert_eq!(json!(you.seat), 0);
    let welcome = watcher.say_hello(&table, json!({"watch": opened.watch})).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    ann.done(json!({"op": "ready"})).await;
    bob.done(json!({"op": "ready"})).await;
    watcher.until(|message| matches!(message, Message::News { state, .. } if state.view.is_some())).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_answered_over_the_table_connection() {
    let server = start(roomy()).await;
    let (_, mut ann, _bob) = two(server.address(), "othello").await;
    let position = "---------------------------OX------XO--------------------------- X";
    let query = json!({"op": "query", "query": {"type": "PERFT", "position": position, "depth": 4}});
    let Message::Answer { answer, .. } = ann.ask(query).await else { panic!("an answer") };
    assert_eq!(answer.value(), json!({"leaves": 244}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exact_play_is_answered_over_the_table_connection() {
    let server = start(roomy()).await;
    let (_, mut ann, _bob) = two(server.address(), "nine").await;
    let solve = json!({"type": "SOLVE", "hands": [[8, 9], [7, 9]], "objective": "difference"});
    let Message::Answer { answer, .. } = ann.ask(json!({"op": "query", "query": solve})).await else {
        panic!("an answer")
    };
    let half = json!({"8": 0.5, "9": 0.5});
    assert_eq!(answer.value(), json!({"value": 7.0, "strategies": [half, {"7": 0.5, "9": 0.5}]}));
    let policy = json!({"type": "POLICY", "player": "nobody", "hands": [[8], [7]], "scores": [0, 0]});
    assert!(matches!(ann.ask(json!({"op": "query", "query": policy})).await, Message::Refused { .. }));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_names_the_end_of_a_run_where_a_wild_goes() {
    let server = start(roomy()).await;
    let address = server.address();
    let position = "mi1 round:2 dealer:2 turn:7 current:0 phase:act hands:2C.JK.9S.KH.3D/+7/+9 discard:QH+6 \
                    melds:0r=5S.6S.7S.8S;0s=7H.7D.7C;1r=JD.QD.KD.AD;1s=4H.4C.4S down:0.1";
    let at_the_start = ["2C.0", "5S.0", "6S.0", "7S.0", "8S.0"];
    let at_the_end = ["5S.0", "6S.0", "7S.0", "8S.0", "2C.0"];
    for (end, run) in [("start", at_the_start), ("end", at_the_end)] {
        let table = json!({"game": "may-i", "name": "Ann", "players": [null, "random", "random"], "position": position, "pace": "instant"});
        let opened = open(address, table).await;
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        ann.done(json!({"op": "ready"})).await;
        let lay_off = |position: Value| json!({"op": "play", "action": {"type": "LAY_OFF", "cardId": "2C.0", "meldId": "m1", "position": position}});
        assert_eq!(ann.refused(lay_off("middle".into())).await, "request.bad_action");
        let version = ann.done(lay_off(end.into())).await;
        let news = ann
            .until(|message| matches!(message, Message::News { version: seen, .. } if *seen >= version))
            .await;
        let Message::News { state, .. } = news else { unreachable!() };
        let view = state.view.unwrap().value();
        assert_eq!(view["table"][0]["cards"], json!(run), "{end}");
        assert!(!view["hand"].as_array().unwrap().contains(&json!("2C.0")));
    }
    server.stop().await;
}
