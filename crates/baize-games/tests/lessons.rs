//! The live diagrams of the rules pages and the steps of the tutorials are played by the real engine
//! beforehand, since the web app has no rules and a rules page must work offline.
//! `web/src/games/<id>/lessons/script.json` says what is on the board and what can be tried; `played.json`
//! beside it holds the engine's answers. `BAIZE_UPDATE=1` writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

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

/// Every value that a text stands for: `"0..15"` numbers, `"0..90/30"` every thirtieth, `"a1..h8"` squares,
/// `"1|5|7..9"` one after another, `"any 1..3 of 8S 8H 8D 4C"` every choice of 1 to 3 of them; an object
/// stands for all its combinations; anything else for itself.
fn each(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) if text.starts_with("any ") => choices(text),
        Value::String(text) if text.contains('|') => {
            text.split('|').flat_map(|part| each(&json!(part))).collect()
        }
        Value::String(text) => range(text).unwrap_or_else(|| vec![value.clone()]),
        Value::Object(_) => expand(value),
        _ => vec![value.clone()],
    }
}

/// Every choice of a given number from a list, in the order of the list.
fn choices(text: &str) -> Vec<Value> {
    let (sizes, list) =
        text.strip_prefix("any ").and_then(|rest| rest.split_once(" of ")).expect("`any 1..3 of`");
    let sizes = range(sizes).expect("sizes are a range");
    let list: Vec<&str> = list.split_whitespace().collect();
    let chosen = |bits: u32| (0..list.len()).filter(move |at| bits >> at & 1 == 1);
    (1..1_u32 << list.len())
        .filter(|bits| sizes.contains(&json!(bits.count_ones())))
        .map(|bits| chosen(bits).map(|at| list[at]).collect())
        .collect()
}

/// The values of a range; a single number is a range of one.
fn range(text: &str) -> Option<Vec<Value>> {
    if let Ok(number) = text.parse::<i64>() {
        return Some(vec![json!(number)]);
    }
    let (first, rest) = text.split_once("..")?;
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    if let (Ok(first), Ok(last), Ok(step)) = (first.parse::<i64>(), last.parse::<i64>(), step.parse()) {
        return Some((first..=last).step_by(step).map(|number| json!(number)).collect());
    }
    let [(file, rank), (to_file, to_rank)] =
        [first, last].map(|name| (name.as_bytes()[0], name.as_bytes()[1]));
    let ranks = rank..=to_rank;
    Some(
        ranks
            .flat_map(|r| (file..=to_file).map(move |f| json!(format!("{}{}", f as char, r as char))))
            .collect(),
    )
}

/// Every action that a template with ranges stands for.
fn expand(template: &Value) -> Vec<Value> {
    let fields = template.as_object().expect("an action is an object");
    fields.iter().fold(vec![json!({})], |actions, (name, value)| {
        let values = each(value);
        let with = |action: &Value, value: &Value| {
            let mut action = action.clone();
            action[name] = value.clone();
            action
        };
        actions.iter().flat_map(|action| values.iter().map(move |value| with(action, value))).collect()
    })
}

/// Whether a value has everything that the pattern has; anything else in it is ignored.
fn matches(value: &Value, pattern: &Value) -> bool {
    match pattern {
        Value::Object(fields) => fields.iter().all(|(name, wanted)| matches(&value[name], wanted)),
        _ => value == pattern,
    }
}

/// Whether an action led to what the lesson wants: an event for every pattern of `wants`, none for any of
/// `not`.
fn is_wanted(script: &Value, moves: &Value) -> bool {
    let told = |pattern: &Value| list(&moves[0]["events"]).iter().any(|event| matches(event, pattern));
    list(&script["wants"]).iter().all(told) && !list(&script["not"]).iter().any(told)
}

/// Shortens numbers to four digits after the point, or one from 10 up. They only draw motion and decide
/// nothing.
fn short(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().expect("it is one");
            let digits = if exact.abs() < 10.0 { 1e4 } else { 1e1 };
            let rounded = (exact * digits).round() / digits;
            *value = if rounded == 0.0 { json!(0) } else { json!(rounded) };
        }
        Value::Array(values) => values.iter_mut().for_each(short),
        Value::Object(fields) => fields.values_mut().for_each(short),
        _ => {}
    }
}

/// The changes from one value to the next, as paths and new values, because a view is long and a move changes
/// little.
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

/// Plays an action and returns what the viewer hears and sees of it.
fn play(table: &mut dyn AnyTable, actor: Seat, action: &Value, viewer: Viewer) -> Result<Value, Problem> {
    let before = table.view(viewer);
    let told = table.play(actor, action)?;
    let events: Vec<Value> =
        told.iter().filter(|told| told.to.includes(viewer)).map(|told| told.event.value()).collect();
    let mut changed = Vec::new();
    changes(&before, &table.view(viewer), &mut Vec::new(), &mut changed);
    Ok(json!({"actor": actor, "events": events, "changes": changed}))
}

/// A problem in whose message each value tried is replaced by its field's name, so that similar problems
/// become equal.
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

/// The actions refused at a step, grouped by reason.
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

/// What an action and the replies of the others lead to.
fn consequences(
    table: &mut dyn AnyTable,
    you: Seat,
    action: &Value,
    script: &Value,
) -> Result<Value, Problem> {
    let viewer = Viewer::Seat(you);
    let mut moves = vec![play(table, you, action, viewer)?];
    if is_wanted(script, &json!(moves)) {
        for reply in list(&script["then"]) {
            let answer = play(table, seat(&reply["seat"]), &reply["action"], viewer);
            moves.push(answer.unwrap_or_else(|problem| panic!("{reply}: {problem:?}")));
        }
    }
    Ok(json!(moves))
}

/// The queries a board may send at a step, grouped by answer, and whether each answer is what the lesson
/// wants.
fn answers(table: &dyn AnyTable, viewer: Viewer, script: &Value) -> Vec<Value> {
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for query in list(&script["asks"]).iter().flat_map(expand) {
        let said = match table.answer(viewer, &query) {
            Ok(answer) if script.get("answer").is_some_and(|wanted| matches(&answer, wanted)) => {
                json!({"answer": answer, "isRight": true})
            }
            Ok(answer) => json!({"answer": answer}),
            Err(problem) => json!({"problem": problem}),
        };
        match groups.iter_mut().find(|(known, _)| *known == said) {
            Some((_, queries)) => queries.push(query),
            None => groups.push((said, vec![query])),
        }
    }
    let whole = |(mut said, queries): (Value, Vec<Value>)| {
        said["queries"] = json!(queries);
        said
    };
    groups.into_iter().map(whole).collect()
}

/// The actions of a template, and whether each is the only one.
fn alone_or_among(template: &Value) -> Vec<(Value, bool)> {
    let actions = expand(template);
    let is_alone = actions.len() == 1;
    actions.into_iter().map(|action| (action, is_alone)).collect()
}

/// A step: the right actions and what they lead to, the other legal actions, the refused ones with reasons,
/// and the queries.
fn step(table: &mut Box<dyn AnyTable>, you: Seat, script: &Value, is_last: bool) -> Value {
    let mut next = None;
    let (mut right, mut other) = (Vec::new(), Vec::new());
    let tried = |name: &str| list(&script[name]).iter().flat_map(alone_or_among).collect::<Vec<_>>();
    let rights = tried("right").into_iter().map(|one| (one, true));
    let others = tried("other").into_iter().map(|one| (one, false));
    for ((action, is_alone), may_be_right) in rights.chain(others) {
        let mut after = table.boxed_clone();
        let mut done = json!({"action": action});
        match consequences(&mut *after, you, &action, script) {
            // A single action may be meant to be refused; of a range only the legal actions count.
            Err(_) if !is_alone => continue,
            Err(problem) => done["problem"] = json!(problem),
            Ok(moves) if may_be_right && is_wanted(script, &moves) => {
                done["moves"] = moves;
                done["after"] = Value::Object(around(&*after, you, is_last));
            }
            Ok(moves) => {
                done["moves"] = moves;
                other.push(done);
                continue;
            }
        }
        next.get_or_insert(after);
        right.push(done);
    }
    let mut made = json!({"right": right});
    let refused = refusals(&**table, you, list(&script["tries"]));
    let answers = answers(&**table, Viewer::Seat(you), script);
    for (name, value) in [
        ("other", json!(other)),
        ("refused", json!(refused)),
        ("answers", json!(answers)),
        ("mark", script["mark"].clone()),
        ("begin", script["begin"].clone()),
        ("waits", script["waits"].clone()),
    ] {
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
        // A later step needs the menu only if it goes on from this position.
        let is_last = scripts.get(at + 1).is_none_or(|next| next.get("position").is_some());
        let mut made = step(&mut table, you, script, is_last);
        if is_new {
            made["start"] = Value::Object(start);
        }
        short(&mut made);
        steps.push(made);
    }
    json!({"seat": you, "seats": table.seats(), "options": options, "steps": steps})
}

/// One entry of a figure: whether something is legal, and some fields of the view after each action.
fn entry(game: &dyn AnyGame, script: &Value) -> Value {
    let none = json!({});
    let options = script.get("options").unwrap_or(&none);
    let mut table =
        game.load(&script["position"], options).unwrap_or_else(|problem| panic!("{script}: {problem:?}"));
    let shown = |table: &dyn AnyTable| -> Map<String, Value> {
        let view = table.view(Viewer::Seat(Seat::FIRST));
        let fields = list(&script["show"]).iter().map(|name| name.as_str().expect("a field has a name"));
        fields.map(|name| (name.to_owned(), view[name].clone())).collect()
    };
    let mut made = json!({"name": script["name"]});
    if let Some(check) = script.get("check") {
        made["isLegal"] = json!(table.check(seat(&check["seat"]), &check["action"]).is_ok());
    }
    if script.get("show").is_some() {
        let mut views = vec![shown(&*table)];
        for play in list(&script["plays"]) {
            let played = table.play(seat(&play["seat"]), &play["action"]);
            played.unwrap_or_else(|problem| panic!("{play}: {problem:?}"));
            views.push(shown(&*table));
        }
        made["views"] = json!(views);
    }
    made
}

/// A figure: a table or ladder rather than a board, also filled by the engine.
fn figure(game: &dyn AnyGame, script: &Value) -> Value {
    list(script).iter().map(|script| entry(game, script)).collect()
}

/// Checks that the file beside a script holds what the engine makes of it.
fn compare(from: &Path, to: &str, game: &dyn AnyGame, make: impl Fn(&dyn AnyGame, &Value) -> Value) {
    let script = fs::read_to_string(from).expect("a script is text");
    let script: Map<String, Value> = serde_json::from_str(&script).expect("a script is JSON");
    let mut page = String::from("{\n");
    for (at, (id, script)) in script.iter().enumerate() {
        let comma = if at > 0 { ",\n" } else { "" };
        write!(page, "{comma}{}: {}", json!(id), make(game, script)).expect("text can be written");
    }
    page.push_str("\n}\n");
    let path = from.with_file_name(to);
    if std::env::var_os("BAIZE_UPDATE").is_some() {
        fs::write(&path, &page).expect("the folder is there");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{}: run with BAIZE_UPDATE=1", path.display());
}

#[test]
fn lessons_are_what_the_engine_says() {
    for game in GAMES {
        compare(&folder(*game).join("script.json"), "played.json", *game, lesson);
    }
}

/// Figures may be split into several files, for instance one per rule set: `figures.<anything>.script.json`.
#[test]
fn figures_are_what_the_engine_says() {
    let mut found = 0;
    for game in GAMES {
        for file in fs::read_dir(folder(*game)).expect("every game has lessons") {
            let file = file.expect("the folder can be read").path();
            let name = file.file_name().and_then(|name| name.to_str()).expect("names are text");
            let Some(part) = name.strip_prefix("figures").and_then(|rest| rest.strip_suffix(".script.json"))
            else {
                continue;
            };
            compare(&file, &format!("figures{part}.json"), *game, figure);
            found += 1;
        }
    }
    assert!(found > 2, "{found} figures");
}
