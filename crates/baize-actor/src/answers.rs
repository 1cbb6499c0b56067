//! The answers given over HTTP, for the server and the browser alike.

use crate::actor::from_bytes;
use baize_games::{
    AnyEvent, AnyGame, AnyTable, GAMES, GameLink, PositionLink, Record, RecordedMove, find, othello_forms,
};
use baize_protocol::http::{
    AskPosition, AskRecord, CastInfo, Frame, GameInfo, Games, LinkedGame, OpenedTable, PositionInfo,
    PositionValue, SeatLink,
};
use baize_protocol::{Json, Key, Phase, TableId};
use baize_room::{Keys, Room};
use baize_rules::{Problem, Seed, Viewer, clip};

/// The most positions in an answer.
const MOST_FRAMES: usize = 64;

/// All games, with their options and computer players.
pub fn games() -> Games {
    let info = |game: &&dyn AnyGame| GameInfo {
        id: game.id().to_owned(),
        name: game.name().to_owned(),
        seats: [*game.seats().start(), *game.seats().end()],
        options: game.options(),
        players: baize_players::ids(game.id()).into_iter().map(str::to_owned).collect(),
        cast: baize_players::cast(game.id()).into_iter().map(cast_info).collect(),
    };
    Games { games: GAMES.iter().map(info).collect() }
}

fn cast_info(role: baize_players::Role) -> CastInfo {
    let baize_players::Role { persona, player, strength, mode } = role;
    CastInfo { persona: persona.into(), player: player.into(), strength, mode: mode.map(str::to_owned) }
}

/// A table that was opened, with its links below `url`.
pub fn opened(table: TableId, keys: &Keys, url: &str) -> OpenedTable {
    let link = |kind: &str, secret: &Key| format!("{url}/t/{table}#{kind}={}", secret.to_hex());
    let links = keys.links.iter().map(|(seat, secret)| SeatLink { seat: *seat, link: link("join", secret) });
    OpenedTable {
        table,
        token: keys.token.to_hex(),
        seat: keys.seat,
        links: links.collect(),
        watch: link("watch", &keys.watch),
    }
}

/// The refusal for a table that does not exist, or that the asker may not see: nothing more is revealed.
pub fn unknown() -> Problem {
    Problem::new("table.unknown", "there is no such table")
}

/// Parses the id of a table.
pub fn table_id(text: &str) -> Result<TableId, Problem> {
    TableId::new(text).ok_or_else(unknown)
}

/// The room that a log leads to, if the holder of this key may look at it; an error says what is wrong with
/// the log.
pub fn logged(log: &[Vec<u8>], key: Option<&Key>) -> Result<Option<Room>, String> {
    let entries = from_bytes(log)?;
    // Nothing is replayed for those who may not look.
    if !Room::log_may_admit(&entries, key) {
        return Ok(None);
    }
    let room = Room::replay(entries, 0).map_err(|damage| damage.to_string())?;
    Ok(Some(room).filter(|room| room.admits(key)))
}

/// The record of a finished game.
pub fn finished(room: &Room) -> Result<Record, Problem> {
    let record = room.record().ok_or_else(|| Problem::new("table.not_begun", "the game has not begun"))?;
    // A table that was closed has no result, but it is over as well.
    if room.phase() != Phase::Over {
        let text = "a record is given out when the game is over: before, it would tell what is hidden";
        return Err(Problem::new("table.not_over", text));
    }
    Ok(record)
}

/// Parses whose eyes to look with: a seat by its number, or `spectator`.
pub fn viewer(text: &str) -> Result<Viewer, Problem> {
    if text == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let seat = text.parse().ok().and_then(|number: u8| serde_json::from_value(number.into()).ok());
    seat.map(Viewer::Seat).ok_or_else(|| Problem::new("table.bad_seat", "there is no such seat"))
}

/// The HTTP status for a refusal.
pub fn status(problem: &Problem) -> u16 {
    match problem.code.as_str() {
        "request.too_fast" | "server.quota" => 429,
        "request.bad_origin" | "request.bad_host" => 403,
        "request.not_found" | "table.unknown" | "request.unknown_game" => 404,
        "table.not_over" | "table.not_begun" => 409,
        "request.too_long" => 413,
        "server.busy" | "server.storage" | "server.closing" => 503,
        "table.damaged" | "table.forked" => 500,
        _ => 400,
    }
}

/// The record of a game that is stored nowhere.
pub fn unkept(asked: &AskRecord) -> Result<Record, Problem> {
    let record = match (&asked.link, &asked.text, &asked.wthor) {
        (Some(link), None, None) => GameLink::read(link),
        (None, Some(text), None) if text.trim_start().starts_with('{') => Record::read(text),
        (None, Some(text), None) => othello_forms::of_text(text),
        (None, None, Some(file)) => othello_forms::of_wthor(file),
        _ => Err(Problem::new("request.bad_request", "it takes a link, a text or a WTHOR file")),
    }?;
    match asked.only {
        Some(index) => single(&record, index as usize),
        None => Ok(record),
    }
}

/// A single action as a game of its own, starting from what spectators could see before it.
fn single(record: &Record, index: usize) -> Result<Record, Problem> {
    let Some(action @ RecordedMove::Action { .. }) = record.log.get(index) else {
        return Err(Problem::new("request.bad_request", "there is no such action in the record"));
    };
    let mut one = record.clone();
    (one.log, one.result) = (record.log[..index].to_vec(), None);
    let before = one.replay()?;
    let seed = Seed::from_text(&record.commitment);
    one.position = Some(before.position(Viewer::Spectator));
    (one.commitment, one.seed, one.entropy) = (seed.commitment(), Some(seed), None);
    one.log = vec![action.clone()];
    one.result = one.replay()?.outcome();
    Ok(one)
}

/// A game that is stored nowhere, as a spectator saw it.
pub fn recorded(asked: &AskRecord) -> Result<LinkedGame, Problem> {
    let record = unkept(asked)?;
    let (from, mut ply) = ((asked.from as usize).min(record.log.len()), 0);
    let mut frames = Vec::new();
    let mut told: Vec<Vec<Json>> = Vec::new();
    let hear = |events: Vec<AnyEvent>| {
        let is_told = |event: &&AnyEvent| event.to.includes(Viewer::Spectator);
        told.push(events.iter().filter(is_told).map(|event| event.event.clone()).collect());
    };
    record.retell(hear)?;
    let is_wanted = |ply: usize| ply >= from && ply < from + MOST_FRAMES;
    let mut frame = |table: &dyn AnyTable, ply: usize| {
        if is_wanted(ply) {
            let before = ply.checked_sub(1);
            frames.push(Frame {
                ply: ply as u32,
                seat: before.map(|index| record.log[index].seat()),
                events: before.map(|index| told[index].clone()).unwrap_or_default(),
                view: table.view_json(Viewer::Spectator),
            });
        }
    };
    let last = record.replay_watched(|table, _| {
        frame(table, ply);
        ply += 1;
    })?;
    frame(&*last, record.log.len());
    Ok(LinkedGame {
        link: GameLink::write(&record),
        ggf: othello_forms::ggf(&record).ok().map(|game| game.to_string()),
        transcript: othello_forms::transcript(&record).ok().map(|game| game.to_string()),
        wthor: othello_forms::wthor(&record).ok(),
        game: record.game,
        options: record.options,
        seats: record.seats,
        players: record.players.iter().map(|name| clip(name)).collect(),
        plies: record.log.len() as u32,
        result: last.outcome(),
        frames,
    })
}

/// The most actions in a line that someone tries.
const MOST_ACTIONS: usize = 64;

/// Describes a position, for those who set one up, play on from one or try a line. Hidden parts are dealt
/// from `seed`; `value` says what the choices are worth, if it can.
pub fn position(
    asked: &AskPosition,
    seed: &Seed,
    value: impl FnOnce(&dyn AnyTable) -> Option<PositionValue>,
) -> Result<PositionInfo, Problem> {
    let game = find(&asked.game)?;
    let mut table = match (&asked.text, &asked.view) {
        (Some(text), None) => game.set_up(text, &asked.options, seed)?,
        (None, Some(view)) => game.seen(view, seed)?,
        _ => return Err(Problem::new("request.bad_request", "it takes a text or a view")),
    };
    if asked.actions.len() + asked.moves.len() > MOST_ACTIONS {
        return Err(Problem::new("request.too_long", format!("a line has at most {MOST_ACTIONS} actions")));
    }
    let next = |table: &dyn AnyTable| {
        let seat = table.awaiting().must.iter().next();
        seat.ok_or_else(|| Problem::new("table.over", "the game is over"))
    };
    for action in &asked.actions {
        table.play(next(&*table)?, action)?;
    }
    for text in &asked.moves {
        let seat = next(&*table)?;
        table.play(seat, &table.read(seat, text)?)?;
    }
    let viewer = asked.seat.map_or(Viewer::Spectator, Viewer::Seat);
    let text = table.position(viewer);
    let link = PositionLink { text: text.clone(), options: asked.options.clone() }.write();
    let (view, awaiting) = (table.view_json(viewer), table.awaiting());
    let value = asked.is_valued.then(|| value(&*table)).flatten();
    Ok(PositionInfo { text, link, seats: table.seats(), view, awaiting, value })
}
