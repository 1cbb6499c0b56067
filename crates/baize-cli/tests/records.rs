//! One game, four doors: a game played over WebSockets gives the same record over the referee, the shell and
//! MCP.

mod mcp_client;

use baize_games::{Record, RecordedMove};
use baize_load::{Faults, Length, LoadPlan, OwnServer, Target};
use baize_players::Budget;
use baize_referee::Clerk;
use baize_rules::{Seat, Seed};
use mcp_client::Client;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plays one game of each kind at a server's tables, by scripted clients.
fn over_websocket(data: &Path) -> Vec<Record> {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_baize"));
    let plan = LoadPlan {
        target: Target::Own(OwnServer {
            program,
            store: "memory".to_owned(),
            databases: Vec::new(),
            wall: None,
            nodes: 1,
            data: data.to_owned(),
        }),
        tables: baize_games::GAMES.len() as u32,
        length: Length::Moves(12),
        idle: 0,
        faults: Faults { percent: 0 },
        kill_every: None,
        troubles: Vec::new(),
        in_flight: 8,
        games: baize_games::GAMES.iter().map(|game| game.id().to_owned()).collect(),
        seed: 7,
        stop: std::sync::Arc::default(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let report = runtime.block_on(baize_load::run(plan, |_| {})).unwrap();
    assert_eq!(report.mismatches, 0);
    report.records
}

/// What every keeper of the record must agree on: the deal, and every action in order.
#[derive(PartialEq, Debug)]
struct Played {
    game: String,
    state: Value,
    log: Vec<(Seat, Value)>,
}

/// The part of a record that any door can repeat: until somebody leaves or a draw is agreed.
fn played(record: &Record) -> Played {
    let actions = record.log.iter().map_while(|entry| match entry {
        RecordedMove::Action { seat, action, .. } => Some((*seat, action.clone())),
        RecordedMove::Leave { .. } | RecordedMove::Draw { .. } => None,
    });
    let log: Vec<(Seat, Value)> = actions.collect();
    let mut short = record.clone();
    short.log.truncate(log.len());
    let table = short.replay().unwrap();
    Played { game: record.game.clone(), state: table.setup(), log }
}

fn deal(record: &Record) -> Seed {
    let seed = record.seed.clone().expect("the game is over");
    record.entropy.as_ref().map_or(seed.clone(), |entropy| seed.with_entropy(entropy))
}

fn over_referee(record: &Record, log: &[(Seat, Value)]) -> Played {
    let mut clerk = Clerk::new(Budget::default());
    let mut ask = |request: Value| {
        let reply = clerk.reply(request.to_string().as_bytes());
        assert_eq!(reply["ok"], true, "{request}: {reply}");
        reply
    };
    ask(json!({"op": "new", "game": record.game, "seats": record.seats, "options": record.options,
        "seed": deal(record).to_hex()}));
    let mut repeated = Vec::new();
    for (seat, action) in log {
        ask(json!({"op": "apply", "seat": seat, "action": action}));
        repeated.push((*seat, action.clone()));
    }
    Played { game: record.game.clone(), state: ask(json!({"op": "state"}))["state"].clone(), log: repeated }
}

/// Every action as a player types it.
fn typed(record: &Record) -> Vec<(Seat, String)> {
    let mut lines = Vec::new();
    record
        .replay_watched(|table, entry| {
            if let RecordedMove::Action { seat, action, .. } = entry {
                lines.push((*seat, table.write(*seat, action).unwrap()));
            }
        })
        .unwrap();
    lines
}

/// The record in a folder of `baize agent`; its seed is not shown while the game goes on, but it is in the
/// file.
fn kept(folder: &Path, id: &str) -> Record {
    Record::read(&std::fs::read_to_string(folder.join(format!("{id}.json"))).unwrap()).unwrap()
}

fn over_agent(record: &Record, folder: &Path, lines: &[(Seat, String)]) -> Played {
    let run = |words: &[&str]| {
        let mut arguments = vec!["--data", folder.to_str().unwrap()];
        arguments.extend(words);
        let done = baize_cli::agent(&arguments, &mut Vec::new());
        done.unwrap_or_else(|error| panic!("{words:?}: {error:?}"));
    };
    let (options, seats, seed) =
        (record.options.to_string(), record.seats.to_string(), deal(record).to_hex());
    run(&["new", &record.game, "--players", &seats, "--options", &options, "--seed", &seed, "--id", "shell"]);
    for (seat, line) in lines {
        let seat = seat.index().to_string();
        let mut words = vec!["shell", "--seat", &seat];
        for (index, part) in line.split('"').enumerate() {
            if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        run(&words);
    }
    played(&kept(folder, "shell"))
}

fn over_mcp(record: &Record, client: &mut Client, lines: &[(Seat, String)]) -> Played {
    let start = json!({"game": record.game, "players": record.seats.to_string(), "options": record.options,
        "seed": deal(record).to_hex(), "table": record.game});
    let (mut shown, refused) = client.call("start", &start);
    assert!(!refused, "{shown}");
    for (seat, line) in lines {
        let wish = json!({"table": record.game, "version": shown["version"], "move": line, "seat": seat});
        let (next, refused) = client.call("move", &wish);
        assert!(!refused, "{line}: {next}");
        shown = next;
    }
    played(&kept(&client.folder, &record.game))
}

#[test]
fn the_same_game_has_the_same_record_at_every_door() {
    let folder = Folder(std::env::temp_dir().join(format!("baize-doors-{}", std::process::id())));
    let records = over_websocket(&folder.0.join("server"));
    assert_eq!(records.len(), baize_games::GAMES.len());
    let mut client = Client::start("doors");
    for record in &records {
        let original = played(record);
        assert!(!original.log.is_empty());
        let lines = &typed(record)[..original.log.len()];
        assert_eq!(over_referee(record, &original.log), original);
        assert_eq!(over_agent(record, &folder.0.join(&record.game), lines), original);
        assert_eq!(over_mcp(record, &mut client, lines), original);
    }
}
