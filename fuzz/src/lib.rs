//! What the fuzz targets do. Nothing may panic, hang or grow without bound; and a refusal must change nothing, a
//! state that was written down must load to the same state.

use arbitrary::{Result, Unstructured};
use baize_games::{AnyTable, GAMES, Record, find};
use baize_protocol::http::OpenTable;
use baize_protocol::{Key, Moment, Request};
use baize_players::{Budget, Stopwatch};
use baize_room::{Entry, GuestId, Hello, Input, Now, Opening, Room};
use baize_rules::{Language, Seat, Seed};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Which game is played, by the environment; the first one otherwise.
pub static GAME: LazyLock<String> =
    LazyLock::new(|| std::env::var("BAIZE_GAME").unwrap_or_else(|_| GAMES[0].id().to_owned()));

/// Plays arbitrary actions, from the menu and from nowhere, on one game.
pub fn apply(game: &str, data: &[u8]) {
    // Running out of bytes ends the game; that is no error.
    let _ = try_apply(game, &mut Unstructured::new(data));
}

fn try_apply(game: &str, u: &mut Unstructured<'_>) -> Result<()> {
    let game = find(game).expect("a game on the list");
    let options = arbitrary_options(u, &game.options())?;
    let seats = u.arbitrary::<Option<u8>>()?;
    let seed = Seed::from_bytes(u.arbitrary()?);
    let Ok(mut table) = game.start(&options, seats, &seed) else { return Ok(()) };
    while !u.is_empty() {
        let seat = Seat::new(u.int_in_range(0..=7)?).expect("a seat below 8");
        let action = match &table.menu(seat).actions[..] {
            [] => arbitrary_action(u)?,
            listed if u.ratio(9, 10)? => u.choose(listed)?.action.value(),
            _ => arbitrary_action(u)?,
        };
        let before = table.setup();
        if table.play(seat, &action).is_err() {
            assert_eq!(table.setup(), before, "a refusal changed something");
        }
        let loaded = table.game().load(&table.setup(), &Value::Null).expect("what is written down loads");
        assert_eq!(loaded.setup(), table.setup());
    }
    Ok(())
}

/// Some options changed to some value: a default of another option, or anything.
fn arbitrary_options(u: &mut Unstructured<'_>, defaults: &Value) -> Result<Value> {
    const WORDS: &[&str] = &[
        "corners", "scatter", "orthogonal", "diagonal", "step", "slide", "off", "folk",
        "tournament", "olympiad", "contract", "none", "split", "carry",
    ];
    let mut options = Map::new();
    for name in defaults.as_object().into_iter().flat_map(Map::keys) {
        if u.ratio(1, 3)? {
            let value = match u.int_in_range(0..=3)? {
                0 if u.ratio(1, 4)? => json!(u.choose(&baize_banqi::Mode::ALL)?),
                0 => json!(u.choose(WORDS)?),
                1 => json!(u.arbitrary::<bool>()?),
                2 => json!(u.int_in_range(-1..=200)?),
                _ => json!([1, 2, 3, 4, 5, 6, 7, 8, u.int_in_range(0..=101)?]),
            };
            options.insert(name.clone(), value);
        }
    }
    Ok(Value::Object(options))
}

/// An action of some game, with fields that may be anything.
fn arbitrary_action(u: &mut Unstructured<'_>) -> Result<Value> {
    const TYPES: &[&str] = &[
        "PLACE", "PASS", "FLIP", "MOVE", "CAPTURE", "PLAY", "DRAW_FROM_STOCK", "LAY_DOWN", "LAY_OFF", "GO_OUT",
        "SWAP_JOKER", "SKIP", "DISCARD", "CALL_MAY_I", "ALLOW_MAY_I", "CLAIM_MAY_I", "REORDER_HAND", "PLACE_BALL",
        "SHOOT", "CHOOSE", "CONCEDE", "NOTHING",
    ];
    const FIELDS: &[&str] = &[
        "square", "at", "from", "to", "card", "cardId", "meldId", "jokerId", "position", "cardIds", "melds", "layOffs",
        "xUm", "yUm", "speedMmS", "aimUrad", "elevationUrad", "sideMilli", "topMilli", "pushOut", "play", "other",
    ];
    let mut action = Map::from_iter([("type".to_owned(), json!(u.choose(TYPES)?))]);
    for field in FIELDS {
        if u.ratio(1, 4)? {
            action.insert((*field).to_owned(), arbitrary_value(u)?);
        }
    }
    Ok(Value::Object(action))
}

fn arbitrary_value(u: &mut Unstructured<'_>) -> Result<Value> {
    const WORDS: &[&str] = &["7H.0", "2C.1", "JK.0", "m1", "m2", "start", "end", "a1", "b3"];
    Ok(match u.int_in_range(0..=8)? {
        0..=2 => json!(u.int_in_range(-2..=70)?),
        3 => json!(u.arbitrary::<f64>()?),
        4 => json!(u.arbitrary::<&str>()?),
        5 => json!(u.choose(WORDS)?),
        6 => json!([u.choose(WORDS)?, u.choose(WORDS)?]),
        7 => json!([{ "type": "run", "cardIds": [u.choose(WORDS)?], "cardId": u.choose(WORDS)?, "meldId": "m1" }]),
        _ => Value::Null,
    })
}

/// Loads a text, or JSON, as a position of each game; what loads must be sound.
pub fn load(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let value = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
    for game in GAMES {
        if let Ok(table) = game.load(&value, &Value::Null) {
            sound(&*table);
        }
    }
}

fn sound(table: &dyn AnyTable) {
    let setup = table.setup();
    let again = table.game().load(&setup, &Value::Null).expect("what is written down loads");
    assert_eq!(again.setup(), setup);
    assert_eq!(table.awaiting().must.is_empty(), table.outcome().is_some());
    for seat in table.awaiting().must.iter() {
        for listed in table.menu(seat).actions {
            table.check(seat, &listed.action.value()).expect("menus are honest");
        }
    }
}

/// Reads moves, games and files of other programs.
pub fn notation(data: &[u8]) {
    use baize_othello::{Board, notation};
    if let Ok(games) = notation::read_thor(data) {
        assert_eq!(notation::read_thor(&notation::write_thor(&games)), Ok(games));
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in GAMES {
        let table = game.start(&Value::Null, None, &Seed::from_text("fuzz")).expect("defaults are sound");
        // A text may also name something off the board; what is legal must come back the same.
        if let Ok(action) = table.read(Seat::FIRST, text)
            && table.check(Seat::FIRST, &action).is_ok()
        {
            let written = table.write(Seat::FIRST, &action).expect("an action can be written");
            assert_eq!(table.read(Seat::FIRST, &written), Ok(action));
        }
    }
    for reading in [notation::Reading::Strict, notation::Reading::Lenient] {
        if let Ok(game) = notation::Transcript::read(Board::START, text, reading) {
            let again = notation::Transcript::read(Board::START, &game.to_string(), reading);
            assert_eq!(again, Ok(game));
        }
    }
    assert!(notation::Ggf::split(text).map(str::len).sum::<usize>() <= text.len());
    if let Ok(game) = text.parse::<notation::Ggf>() {
        let _ = game.last();
        assert_eq!(game.to_string().parse::<notation::Ggf>().as_ref(), Ok(&game));
    }
    if let Ok(board) = notation::read(text) {
        assert_eq!(notation::read(&notation::line(&board)), Ok(board));
    }
}

/// Reads and verifies a record.
pub fn record(data: &[u8]) {
    if let Ok(record) = std::str::from_utf8(data).map_err(drop).and_then(|text| Record::read(text).map_err(drop)) {
        let _ = record.verify();
    }
}

fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Talks to the referee, one line after the other.
pub fn referee(data: &[u8]) {
    let mut output = Vec::new();
    let budget = Budget { millis: Some(50), clock: Stopwatch(now), ..Budget::default() };
    baize_referee::serve(data, &mut output, budget).expect("writing to memory works");
    for line in output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let reply: Value = serde_json::from_slice(line).expect("replies are JSON");
        assert!(reply["ok"].is_boolean());
    }
}

/// Sends arbitrary lines to a table as the person in its first seat, and reads them as a log.
pub fn wire(data: &[u8]) {
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').take(64).collect();
    let entries: Vec<Entry> = lines.iter().filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let _ = Room::replay(entries, 1);
    let _ = serde_json::from_slice::<OpenTable>(data);
    let mut drawn = 0u128;
    let mut fresh = move || {
        drawn += 1;
        drawn.to_le_bytes()
    };
    let is_player = |_: &str, player: &str| player == "random";
    let key = Key::from_bytes([7; 16]);
    let open = serde_json::from_value(json!({"game": "nine", "name": "Ann", "players": [null, "random"]}));
    let open: OpenTable = open.expect("this opens a table");
    let mut now = Now { at: Moment(1), fresh: &mut fresh, is_player: &is_player, agrees: &|_, _, _, _| true };
    let opening = Opening::new(&open, &key, &mut now).expect("this opens a table");
    let mut room = Room::open(opening.charter, Moment(1)).expect("this opens a table");
    let id = serde_json::from_value(json!("hello")).expect("a request has a name");
    let (token, text) = (Some(opening.token), Some(Language::Japanese));
    let hello = Hello { id, token, join: None, watch: None, version: None, history: None, text, older: None };
    let guest = GuestId(1);
    let hello = Input::Hello { guest, hello: Box::new(hello) };
    room.handle(Now { at: Moment(2), fresh: &mut fresh, is_player: &is_player, agrees: &|_, _, _, _| true }, hello);
    for (at, line) in (3..).zip(lines) {
        if let Ok(request) = serde_json::from_slice::<Request>(line) {
            let now = Now { at: Moment(at), fresh: &mut fresh, is_player: &is_player, agrees: &|_, _, _, _| true };
            room.handle(now, Input::Request { guest, request });
        }
    }
    let entries = room.take_entries();
    assert_eq!(entries.len(), room.version() as usize);
    let read = |entry: &Vec<u8>| Entry::from_bytes(entry).expect("an entry can be read again");
    let replayed = Room::replay(entries.iter().map(read), 1).expect("a log leads to the same table");
    assert_eq!(replayed.version(), room.version());
}
