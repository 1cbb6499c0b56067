//! Whole games through the door.

use crate::browser::{Browser, open};
use baize_worker::Worker;
use serde_json::{Value, json};

/// What somebody at a table knows.
#[derive(Default)]
struct Known {
    version: u64,
    state: Value,
}

impl Known {
    fn take(&mut self, message: &Value) {
        if !["welcome", "news"].contains(&message["op"].as_str().unwrap()) {
            return;
        }
        self.version = message["version"].as_u64().unwrap();
        let Some(state) = message["state"].as_object() else { return };
        if message["op"] == "welcome" {
            self.state = json!({});
        }
        for (name, value) in state {
            self.state[name] = value.clone();
        }
    }

    fn is_over(&self) -> bool {
        self.state.get("result").is_some_and(|result| !result.is_null())
    }

    /// Something to do; the same number gives the same choice.
    fn choice(&self, number: u64) -> Option<Value> {
        let is_asked = self.state["awaiting"]["must"].as_array().is_some_and(|must| must.contains(&json!(0)));
        let menu = self.state["actions"].as_array().filter(|_| is_asked)?;
        let usable: Vec<&Value> =
            menu.iter().filter(|listed| listed["action"]["type"] != "REORDER_HAND").collect();
        usable.get(number as usize % usable.len().max(1)).map(|listed| listed["action"].clone())
    }
}

/// A short variant of each game, and a player that answers quickly.
pub(crate) fn games() -> [(&'static str, &'static str, Value); 5] {
    [
        ("othello", "classic", json!({})),
        ("banqi", "greedy", json!({"noProgress": 20})),
        ("nine", "perfect", json!({})),
        ("may-i", "greedy", json!({"startRound": 6})),
        ("nine-ball", "beginner", json!({"raceTo": 1})),
    ]
}

/// Plays a game to its end; before every letter the tab is killed with a chance of one in `kills`. Returns
/// everything stored of the table.
pub(crate) fn play(game: &str, player: &str, options: &Value, kills: Option<u64>) -> Value {
    let mut browser = Browser::default();
    browser.start();
    browser.settle();
    let seats = baize_games::find(game).unwrap().table_sizes(options).unwrap();
    let players: Vec<Option<&str>> = (0..*seats.start()).map(|seat| (seat > 0).then_some(player)).collect();
    let wish =
        json!({"game": game, "options": options, "name": "Ann", "players": players, "pace": "instant"});
    let (table, token) = open(&mut browser, wish);
    let mut known = Known::default();
    known.take(&browser.come_to(&table, &token));
    let (mut number, mut acknowledged, mut kill) = (0u64, 0, 0u64);
    for turn in 0.. {
        assert!(turn < 60_000, "{game} does not end: {}", known.state);
        let is_on = browser.step();
        for message in std::mem::take(&mut browser.heard) {
            known.take(&message);
            if message["op"] == "done" {
                acknowledged = acknowledged.max(message["version"].as_u64().unwrap());
            }
        }
        if known.is_over() {
            break;
        }
        kill = kill.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if kills.is_some_and(|kills| (kill >> 33).is_multiple_of(kills)) {
            browser.kill();
            browser.settle();
            known = Known::default();
            known.take(&browser.come_to(&table, &token));
            assert!(known.version >= acknowledged, "what was acknowledged is there");
        } else if is_on {
            continue;
        }
        number += 1;
        if known.state["phase"] == "waiting" {
            browser.say(&json!({"op": "ready", "id": "ready", "entropy": "00"}));
            continue;
        }
        match known.choice(kill >> 40) {
            Some(action) => browser.say(&json!({"op": "play", "id": format!("p{number}"), "action": action, "version": known.version})),
            None => {
                browser.millis += 200;
                browser.send(json!({"op": "tick"}));
            }
        }
    }
    let (status, record) =
        browser.call("GET", &format!("/api/tables/{table}/record"), "", Some(&token), None);
    assert_eq!(status, 200, "{record}");
    let read = baize_games::Record::read(&record.to_string()).unwrap();
    assert!(read.verify().unwrap().result.is_some());
    browser.kept.remove(&table).unwrap()
}

#[test]
fn every_game_is_played_to_its_end() {
    for (game, player, options) in games() {
        play(game, player, &options, None);
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_tabs_are_killed() {
    play("othello", "random", &json!({}), Some(9));
    play("nine", "medium", &json!({}), Some(5));
    play("banqi", "random", &json!({"noProgress": 20}), Some(40));
}

#[test]
fn calls_are_answered_as_on_a_server() {
    let mut browser = Browser::default();
    browser.start();
    let (status, games) = browser.call("GET", "/api/games", "", None, None);
    assert_eq!((status, games["games"].as_array().unwrap().len()), (200, baize_games::GAMES.len()));
    let (table, token) = open(&mut browser, json!({"game": "nine", "name": "Ann", "isPublic": true}));
    let path = format!("/api/tables/{table}");
    assert_eq!(browser.call("GET", &path, "", Some(&token), None).1["phase"], "waiting");
    assert_eq!(
        browser.call("GET", "/api/tables", "phase=waiting", None, None).1["tables"][0]["table"],
        json!(table)
    );
    assert_eq!(browser.call("GET", "/api/leaderboard/nine", "", None, None).1["leaders"], json!([]));
    for (method, path, key, status, code) in [
        ("GET", "/api/nothing", None, 404, "request.not_found"),
        ("GET", "/api/tables/nothing", None, 404, "table.unknown"),
        ("GET", "/api/tables/aaaaaaaaaaaa", None, 404, "table.unknown"),
        ("GET", &path, Some("short"), 400, "request.bad_key"),
        ("GET", &format!("{path}/record"), Some(&token), 409, "table.not_begun"),
        ("POST", "/api/tables", None, 400, "request.bad_request"),
        ("GET", "/api/leaderboard/chess", None, 404, "request.unknown_game"),
    ] {
        let (found, body) = browser.call(method, path, "", key, None);
        assert_eq!((found, body["error"]["code"].as_str()), (status, Some(code)), "{method} {path}");
    }
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let mut worker = Worker::new(Default::default());
    for text in [
        "",
        "{}",
        "[1]",
        "{\"time\":{\"steady\":1,\"wall\":1},\"what\":{\"op\":\"fly\"}}",
        "{\"job\":\"think\"}",
    ] {
        let said: Value = serde_json::from_str(&worker.handle(text)).unwrap();
        assert!(said["error"].is_string(), "{text}: {said}");
    }
}

#[test]
fn a_table_that_another_tab_has_taken_is_left_to_it() {
    let mut browser = Browser::default();
    browser.start();
    let (table, token) =
        open(&mut browser, json!({"game": "nine", "name": "Ann", "players": [null, "medium"]}));
    browser.come_to(&table, &token);
    browser.send(json!({"op": "taken", "table": table}));
    browser.settle();
    assert_eq!(browser.heard.last().unwrap()["op"], "elsewhere");
    // Another tab has written since: what this one still says does not reach the log.
    let before = browser.kept.clone();
    browser.say(&json!({"op": "ready", "id": "late", "entropy": "00"}));
    browser.settle();
    assert_eq!(browser.heard.last().unwrap()["error"]["code"], "request.no_hello");
    assert_eq!(browser.kept, before);
    assert_eq!(browser.come_to(&table, &token)["op"], "welcome", "it comes back when it is asked to");
}

#[test]
fn a_full_device_is_told_and_nothing_is_done() {
    let mut browser = Browser::default();
    browser.start();
    let (table, token) =
        open(&mut browser, json!({"game": "nine", "name": "Ann", "players": [null, "medium"]}));
    browser.come_to(&table, &token);
    let before = browser.kept.clone();
    browser.say(&json!({"op": "chat", "id": "hi", "text": "hello"}));
    // The browser refuses to store what it is given.
    while let Some(letter) = browser.letters.pop_front() {
        browser.letters.push_front(letter);
        browser.step();
        for letter in browser.letters.iter_mut().filter(|letter| letter["op"] == "written") {
            letter["trouble"] = json!("full");
        }
        browser.kept = before.clone();
    }
    let refused = browser.heard.iter().find(|message| message["op"] == "refused").expect("a refusal");
    assert_eq!(refused["error"]["code"], "server.storage");
    assert!(browser.heard.iter().all(|message| message["op"] != "done"), "{:?}", browser.heard);
    assert_eq!(browser.come_to(&table, &token)["op"], "welcome", "the table is there as it was");
}

#[test]
fn a_table_from_elsewhere_is_checked() {
    let mut browser = Browser::default();
    browser.start();
    let (table, _) = open(&mut browser, json!({"game": "nine", "name": "Ann"}));
    let mut kept = browser.kept[&table].clone();
    let mut check = |kept: &Value| {
        browser.send(json!({"op": "check", "call": 1, "kept": kept}));
        browser.settle();
        browser.answers.pop().unwrap()
    };
    assert_eq!(check(&kept), (200, json!({"table": table})));
    let entry = kept["entries"][0]["entry"].as_str().unwrap().replace("Ann", "Eve");
    kept["entries"][0]["entry"] = json!(entry);
    assert_eq!(check(&kept).1["error"]["code"], "table.damaged");
}

#[test]
fn a_game_goes_on_on_another_device() {
    let mut here = Browser::default();
    here.start();
    let (table, token) = open(
        &mut here,
        json!({"game": "othello", "name": "Ann", "players": [null, "random"], "pace": "instant"}),
    );
    let mut known = Known::default();
    known.take(&here.come_to(&table, &token));
    here.say(&json!({"op": "ready", "id": "ready", "entropy": "00"}));
    here.settle();
    here.heard.drain(..).for_each(|message| known.take(&message));
    here.say(&json!({"op": "play", "id": "p", "action": known.choice(0).unwrap()}));
    here.settle();
    here.heard.drain(..).for_each(|message| known.take(&message));
    let path = format!("/api/tables/{table}/record");
    assert_eq!(here.call("GET", &path, "", Some(&token), None).0, 409, "a running game keeps its secrets");
    let (status, record) = here.call("GET", &path, "running=true", Some(&token), None);
    assert_eq!(status, 200, "{record}");
    assert_eq!(here.call("GET", &path, "running=true", None, None).0, 404);
    let mut there = Browser::default();
    there.start();
    let go_on = json!({"game": "othello", "name": "Ann", "players": [null, "random"], "record": record});
    let (status, opened) = there.call("POST", "/api/tables/from-record", "", None, Some(go_on));
    assert_eq!(status, 200, "{opened}");
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let mut again = Known::default();
    again.take(&there.come_to(&text("table"), &text("token")));
    assert_eq!(again.state["view"], known.state["view"]);
}
