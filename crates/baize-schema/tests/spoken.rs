//! Real messages fit their schemas: random games over the referee's protocol, every player's advice, every
//! question, and games that end because somebody leaves.

use baize_games::{AnyTable, GAMES, Payload, Record, RecordedMove, find};
use baize_players::Budget;
use baize_referee::Clerk;
use baize_review::{Care, Effort, Puzzle, ReviewLine, review};
use baize_rules::{Dice, Leaving, Seat, Seed, Viewer};
use baize_schema::Vocabulary;
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Checks values against the definitions of the schema.
struct Shapes {
    definitions: Value,
    validators: BTreeMap<String, Validator>,
}

impl Shapes {
    fn of(game: &Vocabulary) -> Shapes {
        Shapes::new(&baize_schema::schema(game))
    }

    fn new(schema: &Value) -> Shapes {
        jsonschema::meta::validate(schema).expect("the schema is one");
        Shapes { definitions: schema["$defs"].clone(), validators: BTreeMap::new() }
    }

    #[track_caller]
    fn check(&mut self, name: &str, value: &Value) {
        let definitions = &self.definitions;
        let validator = self.validators.entry(name.to_owned()).or_insert_with(|| {
            assert!(definitions.get(name).is_some(), "{name} is not described");
            let schema = json!({ "$ref": format!("#/$defs/{name}"), "$defs": definitions });
            jsonschema::validator_for(&schema).unwrap()
        });
        if let Some(error) = validator.iter_errors(value).next() {
            panic!("{name}: {error}\n{value:#}");
        }
    }
}

/// A conversation with the referee in which every line is checked.
struct Conversation {
    shapes: Shapes,
    clerk: Clerk,
    vocabulary: Vocabulary,
    prefix: String,
}

impl Conversation {
    fn about(game: &str) -> Conversation {
        let part = |part: &str| part[..1].to_uppercase() + &part[1..];
        let vocabulary = Vocabulary::of(find(game).unwrap());
        Conversation {
            shapes: Shapes::of(&vocabulary),
            clerk: Clerk::new(Budget::default()),
            vocabulary,
            prefix: game.split('-').map(part).collect(),
        }
    }

    /// Checks a value against the game's type for this payload.
    #[track_caller]
    fn check(&mut self, payload: Payload, value: &Value) {
        let name = self.vocabulary.output.get(&payload).unwrap_or_else(|| panic!("{payload:?}: {value}"));
        self.shapes.check(&format!("{}{name}", self.prefix), value);
    }

    /// Sends a valid request and returns the reply.
    #[track_caller]
    fn try_say(&mut self, request: &Value) -> Value {
        self.shapes.check("RefereeRequest", request);
        self.hear(request)
    }

    /// Sends a request, valid or not, and returns the reply.
    #[track_caller]
    fn hear(&mut self, request: &Value) -> Value {
        let reply = self.clerk.reply(request.to_string().as_bytes());
        self.shapes.check("RefereeReply", &reply);
        let roles = [
            (Payload::State, "state"),
            (Payload::View, "view"),
            (Payload::Action, "action"),
            (Payload::Info, "info"),
            (Payload::Answer, "answer"),
        ];
        for (payload, field) in roles {
            if let Some(value) = reply.get(field) {
                self.check(payload, value);
            }
        }
        for event in reply.get("events").and_then(Value::as_array).into_iter().flatten() {
            self.check(Payload::Event, event);
        }
        // The referee refuses requests too, with details of its own.
        if let Some(error) = reply.get("error")
            && error["code"].as_str().is_some_and(|code| code.starts_with(self.vocabulary.game.id()))
            && let Some(details) = error.get("details").filter(|details| !details.is_null())
        {
            self.check(Payload::RefusalDetails, details);
        }
        if let Some(result) = reply.get("result").filter(|result| !result.is_null()) {
            self.check(Payload::Reason, &result["reason"]);
            if let Some(details) = result.get("details") {
                self.check(Payload::Details, details);
            }
        }
        reply
    }

    #[track_caller]
    fn say(&mut self, request: &Value) -> Value {
        let reply = self.try_say(request);
        assert_eq!(reply["ok"], true, "{request}: {reply}");
        reply
    }

    /// Plays at random: entries of `legal` are sent to `apply` unchanged.
    fn play(&mut self, options: &Value, seats: Option<u8>, seed: u32, most: usize) {
        let game = self.vocabulary.game.id();
        let mut dice = Dice::new(&Seed::from_text(&format!("{game} {seed}")));
        let mut request = json!({"op": "new", "game": game, "options": options, "seed": format!("{seed}")});
        if let Some(seats) = seats {
            request["seats"] = json!(seats);
        }
        self.say(&request);
        for ply in 0..most {
            let legal = self.say(&json!({"op": "legal"}));
            let entries = legal["actions"].as_array().unwrap();
            let Some(entry) = dice.pick(entries).cloned() else { break };
            if ply % 8 == 0 {
                self.say(&json!({"op": "view", "seat": "spectator"}));
                self.say(&json!({"op": "view", "seat": entry["seat"]}));
            }
            self.say(&merged(&json!({"op": "check"}), &entry));
            self.say(&merged(&json!({"op": "apply"}), &entry));
        }
        let state = self.say(&json!({"op": "state"}))["state"].clone();
        self.say(&json!({"op": "load", "game": game, "position": state}));
    }

    /// Asks every player for a suggestion once.
    fn suggest(&mut self) {
        for player in baize_players::ids(self.vocabulary.game.id()) {
            self.try_say(&json!({"op": "suggest", "player": player, "seed": "any", "nodes": 2_000}));
        }
    }

    #[track_caller]
    fn ask(&mut self, query: &Value) {
        let game = self.vocabulary.game.id();
        let answer = self.say(&json!({"op": "query", "game": game, "query": query}))["answer"].clone();
        let word = query["type"].as_str().unwrap();
        let name = format!("{}{}", self.prefix, self.vocabulary.answers[word]);
        self.shapes.check(&name, &answer);
    }
}

fn merged(request: &Value, entry: &Value) -> Value {
    let both = [request, entry].map(|object| object.as_object().unwrap().clone());
    Value::Object(both.into_iter().flatten().collect::<Map<_, _>>())
}

#[test]
fn othello() {
    let mut referee = Conversation::about("othello");
    let start = "---------------------------OX------XO--------------------------- X";
    referee.say(&json!({"op": "new", "game": "othello"}));
    referee.suggest();
    for seed in 0..4 {
        referee.play(&json!({}), None, seed, 70);
    }
    referee.ask(&json!({"type": "PERFT", "position": start, "depth": 3}));
    referee.ask(&json!({"type": "SOLVE", "position": start, "millis": 0}));
    let end = "-XXXOO-OX-XXXXO-XOOXOOXXXOOXOOXXXOOOOOX-XXOOOOOOXOXXOOO-XXXXOOOO X";
    referee.ask(&json!({"type": "SOLVE", "position": end}));
    referee.say(&json!({"op": "load", "game": "othello", "position": end}));
    referee.suggest();
}

/// Only the list of games covers all of them: a game's parts are open in it, and each game closes its own.
#[test]
fn the_list_of_games() {
    let mut referee = Conversation::about("othello");
    referee.shapes = Shapes::new(&baize_schema::protocol_schema());
    let reply = referee.say(&json!({"op": "games"}));
    for listed in reply["games"].as_array().unwrap() {
        let id = listed["id"].as_str().unwrap();
        Shapes::of(&Vocabulary::of(find(id).unwrap())).check("AnyOptions", &listed["options"]);
    }
}

#[test]
fn banqi() {
    let mut referee = Conversation::about("banqi");
    let summary = baize_schema::summary(&referee.vocabulary);
    let modes = summary["options"]["mode"]["values"].as_str().unwrap();
    let every_mode = modes.split(", ").map(|mode| json!({"mode": mode.trim_matches('"')}));
    let others = [
        json!({}),
        json!({"mode": "three-kingdoms", "guard": "diagonal", "layout": "scatter", "plyCap": 40}),
        json!({"mode": "three-kingdoms", "preset": "folk"}),
        json!({"preset": "tournament", "noProgress": null}),
    ];
    for options in every_mode.chain(others) {
        for seed in 0..2 {
            referee.play(&options, None, seed, 120);
        }
        referee.play(&options, None, 9, 30);
        referee.suggest();
    }
    referee.ask(&json!({"type": "ADJACENT", "mode": "classic", "index": "b3"}));
    referee.ask(&json!({"type": "CAN_CAPTURE", "mode": "classic", "attacker": "King", "target": "Pawn"}));
    let line = find("banqi").unwrap().position().unwrap().0;
    referee.ask(&json!({"type": "PERFT", "position": line, "depth": 2, "options": {"repetition": 3}}));
}

#[test]
fn nine() {
    let mut referee = Conversation::about("nine");
    for options in [
        json!({}),
        json!({"special": ["reverse", "double", "shield"], "bonus": true, "raceTo": 2}),
        json!({"ties": "carry", "openLead": true, "turnWeights": [1, 1, 1, 2, 2, 2, 3, 3, 0.5]}),
    ] {
        referee.say(&json!({"op": "new", "game": "nine", "options": options}));
        referee.suggest();
        for seed in 0..3 {
            referee.play(&options, None, seed, 120);
        }
    }
    for objective in ["win", "difference"] {
        let hands = json!([[1, 2, 5], [3, 4, 9]]);
        referee.ask(&json!({"type": "SOLVE", "hands": hands, "objective": objective, "carried": 2}));
    }
    for player in ["medium", "hard"] {
        let query = json!({"type": "POLICY", "player": player, "hands": [[1, 2], [3, 4]], "scores": [3, 0]});
        referee.ask(&query);
    }
}

#[test]
fn may_i() {
    let mut referee = Conversation::about("may-i");
    for (options, seats) in [
        (json!({}), 3),
        (json!({"startRound": 5, "exactContract": true, "firstDealer": "random", "maxTurns": 12}), 5),
        (json!({"startRound": 6, "maxTurns": 3}), 4),
    ] {
        referee.play(&options, Some(seats), 1, 300);
        referee.play(&options, Some(seats), 2, 40);
        referee.suggest();
    }
    for query in [
        json!({"type": "CHECK_MELD", "meldType": "run", "cards": ["5S", "6S", "2C", "8S"]}),
        json!({"type": "CHECK_MELD", "meldType": "set", "cards": ["5S", "6S.1", "2C"]}),
        json!({"type": "CHECK_CONTRACT", "round": 1, "melds": [{"meldType": "set", "cards": ["5S", "5H", "5D"]}]}),
        json!({"type": "CHECK_LAY_OFF", "meldType": "run", "meld": ["5S", "6S", "7S", "8S"], "card": "2C", "position": "start"}),
        json!({"type": "CHECK_LAY_OFF", "meldType": "run", "meld": ["5S", "6S", "7S", "8S"], "card": "KD"}),
        json!({"type": "CHECK_SWAP", "meldType": "run", "meld": ["5S", "JK", "7S", "8S"], "index": 1, "card": "6S"}),
    ] {
        referee.ask(&query);
    }
}

#[test]
fn nine_ball() {
    let mut referee = Conversation::about("nine-ball");
    for (options, seats) in
        [(json!({}), 2), (json!({"preset": "wpa", "raceTo": 2}), 2), (json!({"practice": true}), 1)]
    {
        referee.say(&json!({"op": "new", "game": "nine-ball", "options": options, "seats": seats}));
        referee.suggest();
        referee.play(&options, Some(seats), 1, 24);
        referee.suggest();
    }
    referee.ask(&json!({"type": "JUDGE", "state": {"shooter": 0, "breakShot": false}, "onTableBefore": [1, 9],
        "events": [{"type": "COLLISION", "a": 0, "b": 1, "t": 0.3}, {"type": "CUSHION", "a": 0}, {"type": "POT", "a": 9}],
        "positionsAfter": {"0": [0.1, 0.2]}}));
    referee.ask(&json!({"type": "SIMULATE", "balls": {"0": [0, 0], "1": [0.5, 0]},
        "cue": {"v0": 2.0, "phi": 0, "theta": 0, "a": 0, "b": 0.2}, "models": {"cushion": "ideal"}}));
}

/// Questions asked at a table, from what a seat sees.
#[test]
fn questions_at_a_table() {
    let shot = json!({"speedMmS": 3000, "aimUrad": 0});
    for (game, prefix, seats, queries) in [
        (
            "may-i",
            "MayI",
            3,
            vec![json!({"type": "STAGED", "layOffs": []}), json!({"type": "SUGGEST_MELDS"})],
        ),
        (
            "nine-ball",
            "NineBall",
            2,
            vec![
                json!({"type": "CHECK_PLACE", "xUm": -635_000, "yUm": 0}),
                json!({"type": "CHECK_PLACE", "xUm": 0, "yUm": 0}),
                json!({"type": "AIM", "shot": shot}),
                json!({"type": "SHOTS"}),
            ],
        ),
    ] {
        let game = find(game).unwrap();
        let vocabulary = Vocabulary::of(game);
        let mut shapes = Shapes::of(&vocabulary);
        let mut table = game.start(&json!({}), Some(seats), &Seed::from_text("a")).unwrap();
        for query in queries {
            if query["type"] == "AIM" {
                let place = table.menu(Seat::FIRST).actions[0].action.value();
                table.play(Seat::FIRST, &place).unwrap();
            }
            shapes.check(&format!("{prefix}{}", vocabulary.input[&Payload::Query]), &query);
            let answer = table.answer(Viewer::Seat(Seat::FIRST), &query).unwrap();
            let name = &vocabulary.answers[query["type"].as_str().unwrap()];
            shapes.check(&format!("{prefix}{name}"), &answer);
        }
    }
}

#[test]
fn whoever_leaves_is_told() {
    for game in GAMES {
        let mut referee = Conversation::about(game.id());
        for why in [Leaving::Resign, Leaving::Timeout] {
            let mut table = game.start(&json!({}), None, &Seed::from_text("a")).unwrap();
            while let Some(seat) = table.awaiting().must.iter().next() {
                for told in table.leave(seat, why).unwrap() {
                    referee.check(Payload::Event, &told.event.value());
                }
            }
            Viewer::all(table.seats()).for_each(|viewer| referee.check(Payload::View, &table.view(viewer)));
            let outcome = table.outcome().unwrap();
            referee.check(Payload::Reason, &json!(outcome.reason));
            if let Some(details) = outcome.details {
                referee.check(Payload::Details, &details);
            }
        }
    }
}

/// The remarks beside an action must be those of the menu.
#[test]
fn only_entries_of_the_menu_can_be_sent_as_they_are() {
    let mut clerk = Clerk::new(Budget::default());
    let mut say = |request: Value| clerk.reply(request.to_string().as_bytes());
    say(json!({"op": "new", "game": "othello"}));
    let place = json!({"type": "PLACE", "square": "f5"});
    let wrong = say(json!({"op": "apply", "seat": 0, "action": place, "flips": ["a1"]}));
    assert_eq!(wrong["error"]["code"], "request.bad_request", "{wrong}");
    let wrong = say(json!({"op": "check", "seat": 0, "action": place, "why": 1}));
    assert_eq!(wrong["error"]["code"], "request.bad_request", "{wrong}");
    let right = say(json!({"op": "apply", "seat": 0, "action": place, "flips": ["e5"]}));
    assert_eq!(right["ok"], true, "{right}");
}

/// The recorded games and cases of all crates: requests and replies fit their schemas; of refusals, the
/// replies.
#[test]
fn recorded_games() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let fixtures =
        ["baize-cli", "baize-banqi", "baize-may-i"].map(|name| crates.join(name).join("tests/fixtures"));
    let files = fixtures
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path());
    let mut referees: BTreeMap<String, Conversation> = BTreeMap::new();
    let mut heard = 0;
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")) {
        let text = std::fs::read_to_string(&file).unwrap();
        for case in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let steps = case["steps"].as_array().unwrap();
            let game = steps[0]["send"]["game"].as_str().unwrap().to_owned();
            let referee = referees.entry(game.clone()).or_insert_with(|| Conversation::about(&game));
            for step in steps {
                let request = match step["patch"].as_object() {
                    Some(patch) => {
                        let mut state = referee.say(&json!({"op": "state"}))["state"].take();
                        state.as_object_mut().unwrap().extend(patch.clone());
                        json!({"op": "load", "game": game, "position": state})
                    }
                    None => step["send"].clone(),
                };
                // Counting deeper tests no further shapes.
                if request["query"]["depth"].as_u64().is_some_and(|depth| depth > 6) {
                    continue;
                }
                let reply = referee.hear(&request);
                if reply["ok"] == true {
                    referee.shapes.check("RefereeRequest", &request);
                }
                heard += 1;
            }
        }
    }
    assert!(heard > 1_000 && referees.len() >= 4, "{heard} of {:?}", referees.keys());
}

/// The stored records of every game: options, actions, menus, events, views, results.
#[test]
fn the_corpus() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../baize-games/tests/corpus");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut games = std::collections::BTreeSet::new();
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
        let record = Record::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let mut referee = Conversation::about(&record.game);
        referee.shapes.check("AnyOptionsInput", &record.options);
        let look = |referee: &mut Conversation, table: &dyn AnyTable| {
            Viewer::all(table.seats()).for_each(|viewer| referee.check(Payload::View, &table.view(viewer)));
        };
        let end = record.replay_watched(|table, entry| {
            look(&mut referee, table);
            if let RecordedMove::Action { seat, action, .. } = entry {
                referee.shapes.check("AnyActionInput", action);
                for listed in table.menu(*seat).actions {
                    referee.shapes.check("AnyListed", &json!(listed));
                }
            }
        });
        let end = end.unwrap();
        look(&mut referee, &*end);
        record
            .retell(|told| told.iter().for_each(|told| referee.check(Payload::Event, &told.event.value())))
            .unwrap();
        if let Some(outcome) = end.outcome() {
            referee.check(Payload::Reason, &json!(outcome.reason));
            outcome.details.iter().for_each(|details| referee.check(Payload::Details, details));
        }
        games.insert(record.game);
    }
    assert_eq!(games.len(), GAMES.len(), "{games:?}");
}

/// Reviews and puzzles, with the actions of this game in them.
fn review_shapes(game: &str) -> Shapes {
    let mut schema = baize_schema::review_schema();
    let own = baize_schema::game_schema(&Vocabulary::of(find(game).unwrap()));
    let definitions = schema["$defs"].as_object_mut().unwrap();
    definitions.extend(own["$defs"].as_object().unwrap().clone());
    Shapes::new(&schema)
}

/// A random game that somebody leaves after this many actions.
fn left_after(game: &str, actions: usize) -> Record {
    let seed = Seed::from_text("a short game");
    let (mut table, mut dice) =
        (find(game).unwrap().start(&json!({}), None, &seed).unwrap(), Dice::new(&seed));
    let mut record = Record::of(&*table, json!({}), &seed);
    for _ in 0..actions {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = dice.pick(&table.menu(seat).actions).unwrap().action.value();
        table.play(seat, &action).unwrap();
        record.log.push(RecordedMove::action(seat, action));
    }
    for seat in Seat::first(table.seats()).skip(1) {
        if table.outcome().is_none() {
            table.leave(seat, Leaving::Resign).unwrap();
            record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
        }
    }
    record.result = table.outcome();
    record
}

#[test]
fn reviews_are_as_described() {
    let mut reviewed = 0;
    for game in baize_games::GAMES {
        let mut shapes = review_shapes(game.id());
        let effort = Effort { care: Care::Rough, ..Effort::default() };
        let mut most = 0;
        let review = review(&left_after(game.id(), 6), effort, |progress| {
            most = progress.of;
            shapes
                .check("ReviewLine", &json!(ReviewLine::<Value>::Progress { done: progress.done, of: most }));
            std::ops::ControlFlow::Continue(())
        });
        let review = match review {
            // A new game may not have reviews yet.
            Err(problem) if problem.code == "review.unknown_game" => continue,
            review => review.unwrap_or_else(|problem| panic!("{}: {problem}", game.id())),
        };
        reviewed += 1;
        assert!(review.moves.len() >= 6 && most >= 6, "{}: {most}", game.id());
        shapes.check("ReviewLine", &json!(ReviewLine::Sketch { review: json!(review) }));
        let mut wrong = json!(ReviewLine::Review { review });
        shapes.check("ReviewLine", &wrong);
        wrong["review"]["moves"][0]["action"] = json!("nothing that this game knows");
        let validator = &shapes.validators["ReviewLine"];
        assert!(!validator.is_valid(&wrong), "{}: actions are those of the game", game.id());
    }
    assert!(reviewed >= 5, "{reviewed}");
}

#[test]
fn puzzles_are_as_described() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let mut count = 0;
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
        let game = file.file_stem().unwrap().to_str().unwrap();
        let mut shapes = review_shapes(game);
        let sheet: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for puzzle in sheet["puzzles"].as_array().unwrap() {
            shapes.check("Puzzle", puzzle);
            let read: Puzzle = serde_json::from_value(puzzle.clone()).unwrap();
            assert_eq!(json!(read), *puzzle);
            count += 1;
        }
    }
    assert!(count > 100, "{count} puzzles");
}
