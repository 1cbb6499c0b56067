//! The way to a server's table: the link, the seat, and the wait until everybody is ready.

use super::words::Words;
use crate::serve;
use anyhow::Context;
use baize_client::{Link, Seated, Socket, Way, line, waiting_room};
use baize_protocol::{Key, Phase, Request, TableId};
use baize_rules::Language;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Sits down where a link leads.
pub(crate) fn sit(link: &str, name: &str, language: Language) -> anyhow::Result<Seated> {
    let link: Link = link.parse()?;
    let host = link.host()?;
    let Link { table, secret, .. } = link;
    let way = Way { table, secret, key: own_key(table)?, name: name.to_owned(), token: None, since: Some(0) };
    Ok(Seated::sit(Box::new(Socket::new(host)), way, language, &fresh_key()?)?)
}

pub(crate) fn fresh_key() -> anyhow::Result<Key> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system gives no randomness")?;
    Ok(Key::from_bytes(bytes))
}

/// The key with which this person sits at a table. It is kept, so that the same link leads to the same seat again after
/// the program was left; where nothing can be kept, it is good for this time only.
fn own_key(table: TableId) -> anyhow::Result<Key> {
    let fresh = fresh_key()?;
    let Ok(folder) = serve::folder(None).map(|folder| folder.join("seats")) else { return Ok(fresh) };
    let path = folder.join(table.as_str());
    if let Some(kept) = std::fs::read_to_string(&path).ok().and_then(|text| read_key(&text)) {
        return Ok(kept);
    }
    let _ = keep(&folder, &path, &fresh);
    Ok(fresh)
}

fn read_key(text: &str) -> Option<Key> {
    serde_json::from_value(text.trim().into()).ok()
}

/// Whoever can read the key can take the seat, so nobody else can.
fn keep(folder: &PathBuf, path: &PathBuf, key: &Key) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::create_dir_all(folder)?;
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(key.to_hex().as_bytes())
}

/// Waits until the game begins; false if somebody does not want to wait any longer.
pub(super) fn lobby(
    seated: &mut Seated,
    language: Language,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let words = Words::of(language);
    let game =
        seated.info().and_then(|info| baize_games::find(&info.game).ok()).map_or("", |game| game.name());
    writeln!(out, "{game}")?;
    show(seated, language, out)?;
    let is_ready =
        seated.seat().and_then(|seat| seated.seats().get(seat.index())).is_some_and(|seat| seat.is_ready);
    if seated.phase() == Phase::Waiting && !is_ready {
        writeln!(out, "{}", words.lobby)?;
        out.flush()?;
        let mut typed = String::new();
        if input.read_line(&mut typed)? == 0 || typed.trim() == "quit" {
            return Ok(false);
        }
        seated.ask(|id| Request::Ready { id, entropy: None })?;
    }
    if seated.phase() == Phase::Waiting {
        writeln!(out, "{}", words.begin)?;
    }
    let mut told = seated.count();
    while seated.phase() == Phase::Waiting {
        out.flush()?;
        seated.wait(Instant::now() + Duration::from_secs(1));
        if let baize_client::Connection::Ended(problem) = seated.connection() {
            return Err(problem.into());
        }
        for line in seated.steps(told).flat_map(|step| line(step, language)) {
            writeln!(out, "{}", line.text)?;
        }
        told = seated.count();
    }
    Ok(true)
}

fn show(seated: &Seated, language: Language, out: &mut impl Write) -> std::io::Result<()> {
    waiting_room(seated, language).iter().try_for_each(|row| writeln!(out, "  {row}"))
}
