//! Whole games in the address of a page: the link alone is enough, without a server that has kept the game.

use crate::{Agreement, AnyTable, Record, RecordedMove, find};
use baize_rules::{Leaving, Problem, Seat, Seed, clip};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game or a single shot as written after `#r=` or `#s=` in an address: the number of the form, a dot, and
/// a JSON object in base64url. The moves in it are written as people type them. See `docs/records.md`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLink {
    /// The game's id.
    g: String,
    /// The revision of its rules.
    v: u32,
    /// The options that differ from their defaults.
    #[serde(default, skip_serializing_if = "is_empty")]
    o: Value,
    /// How many seats.
    n: u8,
    /// The position it began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<String>,
    /// The seed.
    s: Seed,
    /// What each seat added to the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    e: Option<Vec<String>>,
    /// The names of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    w: Vec<String>,
    /// The moves in order, with a bar between them.
    m: String,
}

fn is_empty(options: &Value) -> bool {
    options.as_object().is_none_or(serde_json::Map::is_empty)
}

fn bad(what: &str) -> Problem {
    Problem::new("request.bad_link", format!("this link cannot be read: {what}"))
}

/// Separates two moves.
const BAR: char = '|';

impl GameLink {
    /// The most characters a link may have.
    pub const MOST: usize = 2_000;

    /// Writes a record as a link; `None` if the link would be too long or would not read back the same.
    pub fn write(record: &Record) -> Option<String> {
        let mut moves: Vec<String> = Vec::new();
        record.replay_watched(|table, entry| moves.push(written(table, entry).unwrap_or_default())).ok()?;
        let link = GameLink {
            g: record.game.clone(),
            v: record.revision,
            o: record.options.clone(),
            n: record.seats,
            p: record.position.clone(),
            s: record.seed.clone()?,
            e: record.entropy.clone(),
            w: record.players.clone(),
            m: moves.join(&BAR.to_string()),
        };
        let link = format!("1.{}", URL_SAFE_NO_PAD.encode(serde_json::to_string(&link).ok()?));
        // A link that does not read back the same is not given out.
        let same = || GameLink::read(&link).is_ok_and(|read| is_same(&read, record));
        (link.len() <= GameLink::MOST && same()).then_some(link)
    }

    /// Reads a link, playing every move by the rules.
    pub fn read(link: &str) -> Result<Record, Problem> {
        if link.len() > GameLink::MOST {
            return Err(bad("it is too long"));
        }
        let Some(("1", rest)) = link.split_once('.') else {
            return Err(bad("it is of a kind that this program does not know"));
        };
        let text = URL_SAFE_NO_PAD.decode(rest).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| bad("it is damaged"))?;
        let read: Result<GameLink, _> = serde_json::from_str(&text);
        let GameLink { g, v, o, n, p, s, e, w, m } = read.map_err(|_| bad("it is damaged"))?;
        let options = if o.is_null() { Value::Object(serde_json::Map::new()) } else { o };
        let mut record = beginning(&g, options, n, p, &s, e)?;
        if v != record.revision {
            let now = record.revision;
            return Err(bad(&format!("it is of revision {v} of the rules, this program has {now}")));
        }
        if !w.is_empty() && w.len() != usize::from(n) {
            return Err(bad("it has other names than seats"));
        }
        let mut table = record.replay()?;
        record.players = w.iter().map(|name| clip(name)).collect();
        for (number, text) in (1..).zip(m.split(BAR).filter(|text| !text.is_empty())) {
            let at = |problem: Problem| bad(&format!("move {number}: {problem}"));
            let entry = entry(&*table, text).map_err(at)?;
            match &entry {
                RecordedMove::Action { seat, action, .. } => table.play(*seat, action),
                RecordedMove::Leave { seat, leave } => table.leave(*seat, *leave),
                RecordedMove::Draw { .. } => table.draw(),
            }
            .map_err(at)?;
            record.log.push(entry);
        }
        record.result = table.outcome();
        Ok(record)
    }
}

/// Whether the two records are the same, apart from how options and names are written.
fn is_same(read: &Record, record: &Record) -> bool {
    (&read.game, &read.log, &read.result, &read.commitment)
        == (&record.game, &record.log, &record.result, &record.commitment)
        && read.replay().is_ok()
}

fn beginning(
    id: &str,
    options: Value,
    seats: u8,
    position: Option<String>,
    seed: &Seed,
    entropy: Option<Vec<String>>,
) -> Result<Record, Problem> {
    let game = find(id)?;
    let table = match &position {
        None => game.start(&options, Some(seats), seed)?,
        Some(position) => game.set_up(position, &options, seed)?,
    };
    let mut record = Record::of(&*table, options, seed);
    (record.position, record.entropy) = (position, entropy);
    Ok(record)
}

/// The seat to act, if there is exactly one.
fn only(table: &dyn AnyTable) -> Option<Seat> {
    let mut must = table.awaiting().must.iter();
    must.next().filter(|_| must.next().is_none())
}

/// An entry as text: an action as people type it, with its seat where others may act too. A seat that
/// resigned, ran out of time or agreed on a draw is written `!0r`, `!0t` or `!0d`.
fn written(table: &dyn AnyTable, entry: &RecordedMove) -> Option<String> {
    Some(match entry {
        RecordedMove::Action { seat, action, .. } => {
            let text = table.write(*seat, action).ok()?;
            if only(table) == Some(*seat) && !text.starts_with(['!', '@']) {
                text
            } else {
                format!("@{}{text}", seat.index())
            }
        }
        RecordedMove::Leave { seat, leave } => {
            let why = if *leave == Leaving::Resign { 'r' } else { 't' };
            format!("!{}{why}", seat.index())
        }
        RecordedMove::Draw { seat, .. } => format!("!{}d", seat.index()),
    })
}

fn entry(table: &dyn AnyTable, text: &str) -> Result<RecordedMove, Problem> {
    let seat_of = |digit: Option<char>| {
        let index = digit.and_then(|digit| digit.to_digit(10)).filter(|index| *index < table.seats().into());
        index.and_then(|index| Seat::new(index as u8)).ok_or_else(|| bad("there is no such seat"))
    };
    if let Some(rest) = text.strip_prefix('!') {
        let seat = seat_of(rest.chars().next())?;
        return match rest.get(1..) {
            Some("r") => Ok(RecordedMove::Leave { seat, leave: Leaving::Resign }),
            Some("t") => Ok(RecordedMove::Leave { seat, leave: Leaving::Timeout }),
            Some("d") => Ok(RecordedMove::Draw { seat, draw: Agreement::Agreed }),
            _ => Err(bad("nobody knows what was done")),
        };
    }
    let (seat, text) = match text.strip_prefix('@') {
        Some(rest) => (seat_of(rest.chars().next())?, rest.get(1..).unwrap_or_default()),
        None => (only(table).ok_or_else(|| bad("nobody knows who acted"))?, text),
    };
    Ok(RecordedMove::action(seat, table.read(seat, text)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use baize_rules::Dice;
    use serde_json::json;

    /// A game of random moves, stopped after `most` of them.
    fn random(id: &str, seed: &str, most: usize) -> Record {
        let (seed, options) = (Seed::from_text(seed), json!({}));
        let mut table = find(id).unwrap().start(&options, None, &seed).unwrap();
        let mut record = Record::of(&*table, options, &seed);
        let mut dice = Dice::new(&seed.branch("moves"));
        while table.outcome().is_none() && record.log.len() < most {
            let seat = table.awaiting().must.iter().next().unwrap();
            let menu = table.menu(seat);
            let action = dice.pick(&menu.actions).unwrap().action.value();
            table.play(seat, &action).unwrap();
            record.log.push(RecordedMove::action(seat, action));
        }
        if table.outcome().is_none() {
            let seat = table.awaiting().must.iter().next().unwrap();
            table.leave(seat, Leaving::Resign).unwrap();
            record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
        }
        record.result = table.outcome();
        record.players = Seat::first(table.seats()).map(|seat| format!("Player {}", seat.index())).collect();
        record
    }

    #[test]
    fn short_games_of_every_kind_come_back_the_same() {
        for game in GAMES {
            for number in 0..40 {
                let record = random(game.id(), &format!("link {number}"), 20);
                let link = GameLink::write(&record);
                // A single turn of May I? can be a long text.
                let Some(link) = link else {
                    assert_eq!(game.id(), "may-i", "{number}: {:?}", record.log);
                    continue;
                };
                assert!(link.len() <= GameLink::MOST);
                let read = GameLink::read(&link).unwrap();
                assert_eq!(read, record, "{}", game.id());
                assert!(read.verify().is_ok());
            }
        }
    }

    #[test]
    fn whole_games_of_othello_and_nine_have_links_and_long_ones_do_not() {
        for number in 0..40 {
            for id in ["othello", "nine"] {
                let record = random(id, &format!("whole {number}"), 1_000);
                assert_eq!(GameLink::read(&GameLink::write(&record).unwrap()), Ok(record), "{id} {number}");
            }
        }
        assert_eq!(GameLink::write(&random("banqi", "long", 1_000)), None);
    }

    #[test]
    fn what_is_no_link_is_refused_with_a_word_why() {
        let whole = GameLink::write(&random("othello", "any", 1_000)).unwrap();
        let check = |link: &str, expect: &str| {
            let problem = GameLink::read(link).unwrap_err();
            assert!(problem.to_string().contains(expect), "{link}: {problem}");
        };
        check("", "of a kind");
        check("2.e30", "of a kind");
        check("1.!", "damaged");
        check("1.e30", "damaged");
        check(&format!("1.{}", "A".repeat(2_000)), "too long");
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(&whole[2..]).unwrap()).unwrap();
        let link = |text: &str| format!("1.{}", URL_SAFE_NO_PAD.encode(text));
        check(&link(&text.replacen("\"v\":1", "\"v\":99", 1)), "revision 99");
        check(&link(&text.replacen("othello", "chess", 1)), "no game");
        let (head, moves) = text.split_once("\"m\":\"").unwrap();
        check(&link(&format!("{head}\"m\":\"a1|{moves}")), "move 1");
        check(&link(&format!("{head}\"m\":\"@9a1|{moves}")), "no such seat");
        check(&link(&format!("{head}\"m\":\"!0x|{moves}")), "nobody knows");
        // A link that was cut off or changed is refused or reads as another game, but never panics.
        for end in 0..whole.len() {
            let _ = GameLink::read(&whole[..end]);
        }
    }
}
