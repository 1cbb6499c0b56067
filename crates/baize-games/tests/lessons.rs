//! The live diagrams of the rules pages and the steps of the tutorials are played by the real engine beforehand: the
//! web app has no rules, and a rules page needs no connection. `web/src/games/<id>/lessons/script.json` says what stands
//! on the board and what can be tried; `played.json` beside it is what the engine answers. `BAIZE_UPDATE=1` writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use baize_games::{AnyGame, AnyTable, GAMES};
use baize_rules::{Problem, Seat, Viewer};
use serde_json::{Map, Value, json};

fn folder(game: &dyn AnyGame) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/games").join(game.id()).join("lessons")
}

fn seat(value: &Value) -> Seat {
    let number = value.as_u64().expect("a seat is a number");
    Seat::first(8).nth(number as usize).expect("seats are 0 to 7")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Every value that a range stands for: `"0..15"` numbers, `"a1..h8"` squares; anything else is itself.
fn each(value: &Value) -> Vec<Value> {
    let Some((first, last)) = value.as_str().and_then(|text| text.split_once("..")) else {
        return vec![value.clone()];
    };
    if let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) {
        return (first..=last).map(|number| json!(number)).collect();
    }
    let [(file, rank), (to_file, to_rank)] =
        [first, last].map(|name| (name.as_bytes()[0], name.as_bytes()[1]));
    let ranks = rank..=to_rank;
    ranks.flat_map(|r| (file..=to_file).map(move |f| json!(format!("{}{}", f as char, r as char)))).collect()
}

/// Every action that a template with ranges stands for.
fn expand(template: &Value) -> Vec<Value> {
    let fields = template.as_object().expect("an action is an object");
    fields.iter().fold(vec![json!({})], |actions, (name, value)| {
        // Ranges stand in flat fields only; what is deeper is meant as it is written.
        let values = each(value);
        let with = |action: &Value, value: &Value| {
            let mut action = action.clone();
            action[name] = value.clone();
            action
        };
        actions.iter().flat_map(|action| values.iter().map(move |value| with(action, value))).collect()
    })
}

/// What has changed from one value to the next, as places and what stands there now: a view is long, a move is short.
fn changes(before: &Value, after: &Value, place: &mut Vec<Value>, into: &mut Vec<Value>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) if old.keys().eq(new.keys()) => {
            for (name, value) in new {
                place.push(json!(name));
                changes(&old[name], value, place, into);
                place.pop();
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (at, value) in new.iter().enumerate() {
                place.push(json!(at));
                changes(&old[at], value, place, into);
                place.pop();
            }
        }
        _ if before == after => {}
        _ => into.push(json!([place, after])),
    }
}

/// What a seat is shown besides the view.
fn around(table: &dyn AnyTable, seat: Seat, is_last: bool) -> Map<String, Value> {
    let mut shown = Map::new();
    shown.insert("awaiting".into(), json!(table.awaiting()));
    if let Some(outcome) = table.outcome() {
        shown.insert("result".into(), json!(outcome));
    }
    if !is_last {
        let menu = table.menu(seat);
        shown.insert("actions".into(), json!(menu.actions));
        shown.insert("complete".into(), json!(menu.is_complete));
    }
    shown
}

/// Plays an action; what the viewer hears and sees of it.
fn play(table: &mut dyn AnyTable, actor: Seat, action: &Value, viewer: Viewer) -> Result<Value, Problem> {
    let before = table.view(viewer);
    let told = table.play(actor, action)?;
    let events: Vec<Value> =
        told.iter().filter(|told| told.to.includes(viewer)).map(|told| told.event.value()).collect();
    let mut changed = Vec::new();
    changes(&before, &table.view(viewer), &mut Vec::new(), &mut changed);
    Ok(json!({"actor": actor, "events": events, "changes": changed}))
}

/// A problem whose message names what was tried by the field it stood in, so that alike problems are alike.
fn unnamed(problem: &Problem, action: &Value) -> Value {
    let mut problem = json!(problem);
    let mut message = problem["message"].as_str().unwrap_or_default().to_owned();
    for (name, value) in action.as_object().into_iter().flatten() {
        if let Some(text) = value.as_str().filter(|_| name != "type") {
            message = message.replace(text, &format!("{{{name}}}"));
        }
    }
    problem["message"] = json!(message);
    problem
}

/// What can be tried at a step and is refused, by the reason.
fn refusals(table: &dyn AnyTable, you: Seat, tries: &[Value]) -> Vec<Value> {
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for action in tries.iter().flat_map(expand) {
        let Err(problem) = table.check(you, &action) else { continue };
        let problem = unnamed(&problem, &action);
        match groups.iter_mut().find(|(known, _)| *known == problem) {
            Some((_, actions)) => actions.push(action),
            None => groups.push((problem, vec![action])),
        }
    }
    groups.into_iter().map(|(problem, actions)| json!({"problem": problem, "actions": actions})).collect()
}

/// A step: what can be done right, and what comes of it; what is refused, and why; what can be asked.
fn step(table: &mut Box<dyn AnyTable>, you: Seat, script: &Value, is_last: bool) -> Value {
    let viewer = Viewer::Seat(you);
    let mut next = None;
    let mut right = Vec::new();
    for action in list(&script["right"]).iter().flat_map(expand) {
        let mut after = table.boxed_clone();
        let mut done = json!({"action": action});
        match play(&mut *after, you, &action, viewer) {
            Err(problem) => done["problem"] = json!(problem),
            Ok(own) => {
                let mut moves = vec![own];
                for reply in list(&script["then"]) {
                    let answer = play(&mut *after, seat(&reply["seat"]), &reply["action"], viewer);
                    moves.push(answer.unwrap_or_else(|problem| panic!("{reply}: {problem:?}")));
                }
                done["moves"] = json!(moves);
                done["after"] = Value::Object(around(&*after, you, is_last));
            }
        }
        next.get_or_insert(after);
        right.push(done);
    }
    let answers: Vec<Value> = list(&script["asks"])
        .iter()
        .flat_map(expand)
        .map(|query| match table.answer(viewer, &query) {
            Ok(answer) => json!({"query": query, "answer": answer}),
            Err(problem) => json!({"query": query, "problem": problem}),
        })
        .collect();
    let mut made = json!({"right": right});
    let refused = refusals(&**table, you, list(&script["tries"]));
    for (name, value) in
        [("refused", json!(refused)), ("answers", json!(answers)), ("mark", script["mark"].clone())]
    {
        if !value.is_null() && value != json!([]) {
            made[name] = value;
        }
    }
    if let Some(after) = next {
        *table = after;
    }
    made
}

fn lesson(game: &dyn AnyGame, script: &Value) -> Value {
    let load = |from: &Value| {
        let none = json!({});
        let options = script.get("options").unwrap_or(&none);
        game.load(&from["position"], options).unwrap_or_else(|problem| panic!("{from}: {problem:?}"))
    };
    let you = seat(&script["seat"]);
    let mut table = load(script);
    let options = table.setup().get("options").cloned().unwrap_or_else(|| json!({}));
    let scripts = list(&script["steps"]);
    let mut steps = Vec::new();
    for (at, script) in scripts.iter().enumerate() {
        let is_new = at == 0 || script.get("position").is_some();
        if at > 0 && is_new {
            table = load(script);
        }
        let mut start = around(&*table, you, false);
        start.insert("view".into(), table.view(Viewer::Seat(you)));
        // What follows decides whether a later step needs the menu.
        let is_last = scripts.get(at + 1).is_none_or(|next| next.get("position").is_some());
        let mut made = step(&mut table, you, script, is_last);
        if is_new {
            made["start"] = Value::Object(start);
        }
        steps.push(made);
    }
    json!({"seat": you, "seats": table.seats(), "options": options, "steps": steps})
}

#[test]
fn lessons_are_what_the_engine_says() {
    for game in GAMES {
        let folder = folder(*game);
        let Ok(script) = fs::read_to_string(folder.join("script.json")) else { continue };
        let script: Map<String, Value> = serde_json::from_str(&script).expect("a script is JSON");
        let mut page = String::from("{\n");
        for (at, (id, script)) in script.iter().enumerate() {
            let comma = if at > 0 { ",\n" } else { "" };
            write!(page, "{comma}{}: {}", json!(id), lesson(*game, script)).expect("text can be written");
        }
        page.push_str("\n}\n");
        let path = folder.join("played.json");
        if std::env::var_os("BAIZE_UPDATE").is_some() {
            fs::write(&path, &page).expect("the folder is there");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "{}: run with BAIZE_UPDATE=1", path.display());
    }
}
