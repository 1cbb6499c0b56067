//! `baize mcp` as a process: its tools, and clients that make mistakes.

mod mcp_client;

use baize_rules::{Dice, Seed};
use mcp_client::Client;
use serde_json::{Value, json};

/// A generous estimate of the tokens in a text: one for every two marks, and one for every five letters of a
/// word.
fn tokens(text: &str) -> usize {
    let pieces = text.split(|c: char| !c.is_alphanumeric()).map(|word| word.chars().count().div_ceil(5));
    pieces.sum::<usize>() + text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count() / 2
}

#[test]
fn the_tools_are_few_and_short() {
    let mut client = Client::start("tools");
    let listed = client.ask("tools/list", &json!({}));
    let tools = &listed["result"]["tools"];
    assert!(tools.as_array().unwrap().len() <= 7);
    let count = tokens(&tools.to_string());
    assert!(count < 1000, "{count} tokens");
}

/// What a careless client might send instead of a move.
fn careless(dice: &mut Dice, version: &Value, typed: &str, table: &str) -> (&'static str, Value) {
    let stale = version.as_u64().unwrap().wrapping_sub(1);
    match dice.roll(9) {
        0 => ("move", json!({"table": table, "version": stale, "move": typed})),
        1 => ("move", json!({"table": table, "version": version, "move": "nonsense"})),
        2 => ("move", json!({"table": table, "version": "soon", "move": typed})),
        3 => ("move", json!({"table": table, "move": typed})),
        4 => ("move", json!({"table": "elsewhere", "version": version, "move": typed})),
        5 => ("move", json!({"table": table, "version": version, "move": typed, "seat": 1})),
        6 => ("jump", json!({"table": table})),
        7 => ("move", json!({"table": table, "version": version, "move": typed, "force": true})),
        _ => ("look", json!([])),
    }
}

#[test]
fn a_client_with_three_bad_calls_in_ten_finishes_every_game() {
    let mut client = Client::start("careless");
    for game in baize_games::GAMES.iter().map(|game| game.id()) {
        // Some games would otherwise take long.
        let (players, options) = match game {
            "banqi" => ("human,random", json!({"noProgress": 20})),
            "may-i" => ("human,greedy,greedy", json!({})),
            "nine-ball" => ("human,beginner", json!({})),
            _ => ("human,random", json!({})),
        };
        let rules = client.ask("tools/call", &json!({"name": "rules", "arguments": {"game": game}}));
        let read = rules["result"]["content"][0]["text"].as_str().unwrap_or_default();
        assert!(read.contains("Chapters: ") && read.contains("; "), "{game}: {rules}");
        let mut dice = Dice::new(&Seed::from_text(game));
        let start = json!({"game": game, "players": players, "options": options, "seed": "s", "table": game});
        let (mut shown, refused) = client.call("start", &start);
        assert!(!refused, "{shown}");
        let (mut good, mut bad) = (0, 0);
        while shown["result"].is_null() {
            assert!(good < 1500, "{game} does not end");
            // Any listed move except giving up: every game is played to its end.
            let legal: Vec<&str> =
                shown["legal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let legal: Vec<&str> = legal.into_iter().filter(|typed| *typed != "concede").collect();
            let typed = legal[dice.roll(legal.len() as u32) as usize].to_owned();
            // At least once in every game, however short it is.
            if bad == 0 || dice.roll(10) < 3 {
                let (tool, arguments) = careless(&mut dice, &shown["version"], &typed, game);
                let reply = client.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
                let is_refused = reply["result"]["isError"] == true || reply["error"].is_object();
                assert!(is_refused, "{tool} {arguments}: {reply}");
                let (now, _) = client.call("look", &json!({"table": game}));
                assert_eq!(now["version"], shown["version"], "a refused call changes nothing");
                bad += 1;
                continue;
            }
            let wish = json!({"table": game, "version": shown["version"], "move": typed});
            let (next, refused) = client.call("move", &wish);
            assert!(!refused, "{game} {typed}: {next}");
            shown = next;
            good += 1;
        }
        assert!(good < 20 || bad * 5 > good, "{game}: {bad} bad calls and {good} good ones");
        let reason = shown["result"]["reason"].as_str().unwrap();
        assert!(!["conceded", "resign"].contains(&reason), "{game}: {reason}");
        if game == "may-i" {
            let (looked, _) = client.call("look", &json!({"table": game, "json": true}));
            assert_eq!(looked["view"]["rounds"].as_array().map(Vec::len), Some(6), "all six rounds");
        }
    }
}

#[test]
fn a_seat_sees_its_own_cards_only() {
    let mut client = Client::start("hidden");
    let start = json!({"game": "may-i", "players": "human,random,random", "seed": "s", "table": "t"});
    let (shown, _) = client.call("start", &start);
    assert!(shown["view"].is_null(), "the view is text unless JSON is asked for");
    let (looked, refused) = client.call("look", &json!({"table": "t", "json": true}));
    assert!(!refused && looked["view"]["hand"].is_array());
    let (_, refused) = client.call("look", &json!({"table": "t", "seat": 1}));
    assert!(refused, "the seat of a computer player is not the client's");
    let (why, refused) = client.call("why", &json!({"table": "t", "move": "discard 1"}));
    assert!(!refused && why["accepted"] == false && why["error"]["code"] == "may-i.not_your_turn", "{why}");
    let (_, refused) = client.call("rules", &json!({"game": "may-i", "about": "joker swap"}));
    assert!(!refused);
    let query = json!({"type": "CHECK_MELD", "meldType": "run", "cards": ["5S", "6S", "2C", "8S"]});
    let (answer, _) = client.call("rules", &json!({"game": "may-i", "query": query}));
    assert_eq!(answer["answer"]["valid"], true);
    let query = json!({"type": "SOLVE", "hands": [[8, 9], [7, 9]], "objective": "difference"});
    let (answer, refused) = client.call("rules", &json!({"game": "nine", "query": query}));
    assert!(!refused && answer["answer"]["value"] == 7.0, "as at the referee: {answer}");
    let (log, _) = client.call("look", &json!({"table": "t", "log": 5}));
    assert!(log["log"].is_array());
}

/// A client that passes only the structured part to its model.
#[test]
fn the_structured_part_is_enough_to_play() {
    let mut client = Client::start("structured");
    for (game, players, part) in [
        ("othello", "human,random", "a b c d e f g h"),
        ("banqi", "human,random", "? ? ? ?"),
        ("nine", "human,random", "(you): 1 2 3 4 5 6 7 8 9"),
        ("may-i", "human,greedy,greedy", "Your hand: 1:"),
        ("nine-ball", "human,beginner", "In mm from the centre"),
    ] {
        let start = json!({"game": game, "players": players, "seed": "s", "table": game});
        let (shown, _) = client.call("start", &start);
        assert!(shown["board"].as_str().unwrap().contains(part), "{game}: {shown}");
        let wish = json!({"table": game, "version": shown["version"], "move": shown["legal"][0]});
        let (moved, refused) = client.call("move", &wish);
        assert!(!refused && !moved["happened"].as_array().unwrap().is_empty(), "{game}: {moved}");
        assert_ne!(moved["board"], shown["board"], "{game}");
        let (rules, _) = client.call("rules", &json!({"game": game, "about": "end of the game"}));
        assert!(rules["text"].as_str().unwrap().len() > 100, "{game}: {rules}");
    }
}

/// A client that would show both parts to its model asks for one of them.
#[test]
fn nothing_is_told_twice_to_who_asks_for_one_part() {
    let start = json!({"name": "start", "arguments": {"game": "othello", "table": "t"}});
    let reply = |form: &str| {
        let mut client = Client::start_with(&format!("form-{form}"), &["--reply", form]);
        client.ask("tools/call", &start)["result"].clone()
    };
    let (both, text, data) = (reply("both"), reply("text"), reply("data"));
    let said = |reply: &Value| reply["content"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(said(&text), said(&both));
    assert!(text["structuredContent"].is_null(), "{text}");
    assert_eq!(data["structuredContent"], both["structuredContent"]);
    assert_eq!(said(&data), "version 0");
}

/// A break has dozens of contacts: a model reads a short account of it, and shots say what they are for.
#[test]
fn a_break_is_told_in_few_tokens_and_shots_name_ball_pocket_and_chance() {
    let mut client = Client::start_with("break", &["--reply", "data"]);
    let start = json!({"game": "nine-ball", "players": "human,beginner", "seed": "s", "table": "t"});
    let (mut shown, _) = client.call("start", &start);
    let mut seen = Vec::new();
    for _ in 0..40 {
        if !shown["result"].is_null() {
            break;
        }
        let wish = json!({"table": "t", "version": shown["version"], "move": shown["legal"][0]});
        let (next, refused) = client.call("move", &wish);
        assert!(!refused, "{wish}: {next}");
        let told = next["happened"].to_string();
        assert!(!told.contains("hits a cushion") && !told.contains("lie still"), "{told}");
        // Most of it is the board with its coordinates.
        let count = tokens(&next.to_string());
        assert!(count < 700, "{count} tokens: {next}");
        seen.extend(next["shots"].as_array().into_iter().flatten().cloned());
        if let Some(shots) = next["shots"].as_array() {
            assert!(next["legal"].as_array().unwrap().len() >= shots.len());
        }
        shown = next;
    }
    let is_pot = |shot: &Value| {
        let words: Vec<&str> = shot.as_str().unwrap().split(' ').collect();
        words.first() == Some(&"pot") && words.len() == 4 && ["easy", "fair", "hard"].contains(&words[3])
    };
    assert!(seen.iter().any(is_pot), "{seen:?}");
}
