//! The referee as a process: wrong requests from people and programs, and what they must not cause.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// `baize referee`, with pipes.
struct Referee {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Referee {
    fn start() -> Referee {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .arg("referee")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Referee { child, input, output: BufReader::new(output) }
    }

    fn send(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
        let mut reply = String::new();
        self.output.read_line(&mut reply).unwrap();
        assert!(reply.ends_with('\n') && reply.len() < 4_000_000, "one line, not {} bytes", reply.len());
        serde_json::from_str(&reply).unwrap()
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes())
    }

    fn ok(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert_eq!(reply["ok"], true, "{request}: {reply}");
        reply
    }

    fn code(&mut self, request: &Value) -> String {
        let reply = self.ask(request);
        assert_eq!(reply["ok"], false, "{request}: {reply}");
        reply["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The peak memory of the process, if the system reports it.
    fn peak_kilobytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    fn finish(mut self) {
        drop(self.input);
        assert!(self.child.wait().unwrap().success());
    }
}

/// Lines that are not requests, each wrong in a different way.
fn malformed() -> Vec<Vec<u8>> {
    let good = json!({"op": "apply", "seat": 0, "action": {"type": "PLACE", "square": "f5"}}).to_string();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let line = "---------------------------OX------XO--------------------------- X";
    let load = json!({"op": "load", "game": "othello", "position": line}).to_string();
    let query =
        json!({"op": "query", "game": "othello", "query": {"type": "PERFT", "position": line, "depth": 3}});
    let suggest = json!({"op": "suggest", "player": "random", "seat": 0, "millis": 10, "nodes": 10, "seed": "any words"});
    let new =
        json!({"op": "new", "game": "nine", "seats": 2, "options": {"ties": "carry"}, "seed": "any words"});
    for whole in [&good, &load, &query.to_string(), &suggest.to_string(), &new.to_string()] {
        lines.extend((0..whole.len()).map(|end| whole.as_bytes()[..end].to_vec()));
    }
    for value in
        ["null", "true", "\"x\"", "[]", "{}", "-1", "1e999", "99999999999999999999", "[[0]]", "{\"a\":1}"]
    {
        for field in ["op", "seat", "action", "id2"] {
            let mut request: Value = serde_json::from_str(&good).unwrap();
            match serde_json::from_str::<Value>(value) {
                Ok(value) => request[field] = value,
                Err(_) => request[field] = json!("NaN"),
            }
            lines.push(request.to_string().into_bytes());
        }
        lines.push(value.as_bytes().to_vec());
        lines.push(format!("{{\"op\":{value}}}").into_bytes());
        lines.push(format!("{{\"op\":\"view\",\"seat\":{value}}}").into_bytes());
        lines.push(format!("{{\"op\":\"new\",\"game\":{value}}}").into_bytes());
        lines.push(format!("{{\"op\":\"load\",\"game\":\"othello\",\"position\":{value}}}").into_bytes());
        lines.push(format!("{{\"op\":\"query\",\"game\":\"othello\",\"query\":{value}}}").into_bytes());
        lines.push(
            format!("{{\"op\":\"new\",\"game\":\"nine\",\"options\":{{\"raceTo\":{value}}}}}").into_bytes(),
        );
    }
    for depth in [100, 127, 128, 129, 1_000, 100_000] {
        lines.push("[".repeat(depth).into_bytes());
        lines.push(
            format!("{{\"op\":\"apply\",\"seat\":0,\"action\":{}1{}}}", "[".repeat(depth), "]".repeat(depth))
                .into_bytes(),
        );
        lines.push("{\"a\":".repeat(depth).into_bytes());
    }
    for byte in 0..=255u8 {
        if byte != b'\n' {
            lines.push(vec![byte]);
            lines.push([b"{\"op\":\"", &[byte][..], b"\"}"].concat());
        }
    }
    lines.push(vec![b' '; 2 << 20]);
    lines.push(vec![b'['; 2 << 20]);
    lines.push([b"{\"op\":\"", &vec![b'x'; 2 << 20][..], b"\"}"].concat());
    lines.push([b"{\"op\":\"", &vec![b'x'; 1 << 19][..], b"\"}"].concat());
    lines.push([b"{\"", &vec![b'x'; 1 << 19][..], b"\":1}"].concat());
    lines
}

#[test]
fn a_thousand_malformed_lines_get_one_error_each() {
    let mut referee = Referee::start();
    referee.ok(&json!({"op": "new", "game": "othello", "seed": "x"}));
    let before = referee.ok(&json!({"op": "state"}));
    let lines = malformed();
    assert!(lines.len() >= 1_000, "{}", lines.len());
    for line in &lines {
        let reply = referee.send(line);
        let start = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        assert_eq!(reply["ok"], false, "{start}: {reply}");
        let error = reply["error"].as_object().unwrap();
        assert!(
            error["code"].is_string() && error["message"].as_str().unwrap().chars().count() < 400,
            "{reply}"
        );
    }
    assert_eq!(referee.ok(&json!({"op": "state"})), before);
    if let Some(peak) = referee.peak_kilobytes() {
        assert!(peak < 100_000, "{peak} kB");
    }
    referee.finish();
}

#[test]
fn a_game_by_hand() {
    let mut referee = Referee::start();
    assert_eq!(referee.code(&json!({"op": "state"})), "request.no_game");
    let new = referee.ok(&json!({"op": "new", "game": "othello", "id": [1, "any"]}));
    assert_eq!(new["id"], json!([1, "any"]));
    assert_eq!(new["seed"].as_str().unwrap().len(), 64);
    let legal = referee.ok(&json!({"op": "legal"}));
    assert_eq!(
        legal["actions"][2],
        json!({"seat": 0, "action": {"type": "PLACE", "square": "f5"}, "flips": ["e5"]})
    );
    assert_eq!(legal["complete"], true);
    let f5 = json!({"type": "PLACE", "square": 37});
    referee.ok(&json!({"op": "check", "seat": 0, "action": f5}));
    assert_eq!(referee.code(&json!({"op": "check", "seat": 1, "action": f5})), "othello.not_your_turn");
    let applied = referee.ok(&json!({"op": "apply", "seat": 0, "action": f5}));
    assert_eq!(applied["events"], json!([{"type": "PLACED", "square": "f5", "flipped": ["e5"]}]));
    assert_eq!(applied["result"], Value::Null);
    let after = applied["state"].clone();
    assert_eq!(referee.ok(&json!({"op": "load", "game": "othello", "position": after}))["state"], after);
    assert_eq!(referee.code(&json!({"op": "undo"})), "request.nothing_to_undo");
    let suggestion = json!({"op": "suggest", "player": "random", "seed": "dice"});
    let first = referee.ok(&suggestion);
    assert_eq!(referee.ok(&suggestion), first, "the same seed gives the same move");
    referee.ok(&json!({"op": "apply", "seat": 1, "action": first["action"]}));
    assert_eq!(referee.ok(&json!({"op": "undo"}))["state"], after);
    assert_eq!(referee.code(&json!({"op": "suggest", "player": "nobody"})), "request.unknown_player");
    assert_eq!(
        referee.code(&json!({"op": "suggest", "player": "random", "seat": 0})),
        "request.nothing_to_do"
    );
    assert_eq!(referee.code(&json!({"op": "new", "game": "chess"})), "request.unknown_game");
    assert_eq!(
        referee.code(&json!({"op": "new", "game": "othello", "options": {"size": 10}})),
        "request.bad_options"
    );
    assert_eq!(referee.code(&json!({"op": "new", "game": "othello", "seats": 3})), "othello.bad_seats");
    assert_eq!(referee.code(&json!({"op": "view", "seat": 2})), "request.bad_request");
    assert_eq!(referee.ok(&json!({"op": "state"}))["state"], after, "errors change nothing");
    referee.ok(&json!({"op": "quit"}));
    referee.finish();
}

#[test]
fn a_sealed_card_is_in_the_state_but_in_no_view_of_another() {
    let mut referee = Referee::start();
    referee.ok(&json!({"op": "new", "game": "nine", "seed": "x"}));
    referee.ok(&json!({"op": "apply", "seat": 0, "action": {"type": "PLAY", "card": 7}}));
    assert_eq!(referee.ok(&json!({"op": "state"}))["state"]["sealed"], json!([7, null]));
    assert_eq!(referee.ok(&json!({"op": "view", "seat": 0}))["view"]["sealed"], json!([7, null]));
    for viewer in [json!(1), json!("spectator")] {
        let view = referee.ok(&json!({"op": "view", "seat": viewer}));
        assert_eq!(view["view"]["sealed"], json!([null, null]));
    }
    referee.finish();
}

/// Out of turn, a seat of May I? can only ask for the discard: any suggestion is that or nothing.
#[test]
fn nothing_illegal_is_suggested_out_of_turn() {
    let mut referee = Referee::start();
    let mut asides = 0;
    for seed in ["a", "b", "c", "d"] {
        referee.ok(&json!({"op": "new", "game": "may-i", "seats": 4, "seed": seed}));
        for step in 0..40 {
            for (seat, player) in (0..4).flat_map(|seat| ["greedy", "medium"].map(|player| (seat, player))) {
                let suggest =
                    json!({"op": "suggest", "player": player, "seat": seat, "nodes": 50, "seed": "dice"});
                let reply = referee.ask(&suggest);
                if reply["ok"] == true {
                    referee.ok(&json!({"op": "check", "seat": seat, "action": reply["action"]}));
                    asides += usize::from(reply["action"]["type"] == "CALL_MAY_I");
                } else {
                    assert_eq!(reply["error"]["code"], "request.nothing_to_do", "step {step}: {reply}");
                }
            }
            let next = referee.ok(&json!({"op": "suggest", "player": "greedy", "seed": "dice"}));
            let legal = referee.ok(&json!({"op": "legal"}));
            let seat = &legal["actions"][0]["seat"];
            referee.ok(&json!({"op": "apply", "seat": seat, "action": next["action"]}));
        }
    }
    assert!(asides > 0, "somebody wanted a card");
    referee.finish();
}

#[test]
fn every_game_is_listed_with_its_players() {
    let mut referee = Referee::start();
    let games = referee.ok(&json!({"op": "games"}))["games"].clone();
    for game in games.as_array().unwrap() {
        assert!(game["players"].as_array().unwrap().contains(&json!("random")), "{game}");
        assert!(game["options"].is_object() && game["seats"][0].as_u64() <= game["seats"][1].as_u64());
        referee.ok(&json!({"op": "new", "game": game["id"], "options": game["options"]}));
    }
    referee.finish();
}
