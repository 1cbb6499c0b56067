//! Joining a server's table: the link, the seat, and the wait until everybody is ready.

use super::words::Words;
use crate::serve;
use anyhow::Context;
use baize_client::{Link, Seated, Socket, Trust, Way, line, waiting_room};
use baize_protocol::{Key, Phase, Request};
use baize_rules::Language;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Takes a seat at the table a link leads to.
pub(crate) fn sit(link: &str, name: &str, language: Language, trust: &Trust) -> anyhow::Result<Seated> {
    let link: Link = link.parse()?;
    let socket = Socket::to(&link, trust);
    let key = own_key(&link)?;
    let Link { table, secret, .. } = link;
    let way = Way { table, secret, key, name: name.to_owned(), token: None, since: Some(0) };
    Ok(Seated::sit(Box::new(socket), way, language, &fresh_key()?)?)
}

pub(crate) fn fresh_key() -> anyhow::Result<Key> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("the system gives no randomness")?;
    Ok(Key::from_bytes(bytes))
}

/// The key with which this person takes the seat of a link: the same link leads to the same seat even after
/// the program has ended. It is derived from a stored key and the whole link, so that other seats and other
/// servers get other keys.
fn own_key(link: &Link) -> anyhow::Result<Key> {
    let kept = serve::folder(None).ok().and_then(|folder| kept_key(&folder));
    let key = kept.map_or_else(fresh_key, Ok)?;
    Ok(key_for(&key, link))
}

fn key_for(key: &Key, Link { origin, table, secret }: &Link) -> Key {
    let secret = secret.as_ref().map(Key::to_hex).unwrap_or_default();
    key.derive(&format!("seat at {origin}/t/{table}#{secret}"), &[0; 16])
}

/// Reads the key stored in this folder, or makes one; `None` if nothing can be stored. Anybody who can read
/// it can take the seats, so only its owner can read it.
fn kept_key(folder: &Path) -> Option<Key> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = folder.join("seat-key");
    std::fs::create_dir_all(folder).ok()?;
    if let Ok(mut file) = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
        file.write_all(fresh_key().ok()?.to_hex().as_bytes()).ok()?;
    }
    serde_json::from_value(std::fs::read_to_string(path).ok()?.trim().into()).ok()
}

/// Waits until the game begins; false if the person stops waiting.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_has_its_own_key_and_keeps_it() {
        let kept = Key::from_bytes([7; 16]);
        let table = "0123456789ab";
        let key = |link: &str| key_for(&kept, &link.parse().unwrap()).to_hex();
        let links = [
            format!("http://127.0.0.1:1/t/{table}#join={}", "01".repeat(16)),
            format!("http://127.0.0.1:1/t/{table}#join={}", "02".repeat(16)),
            format!("http://127.0.0.1:2/t/{table}#join={}", "01".repeat(16)),
            format!("http://127.0.0.1:1/t/{table}"),
        ];
        for (index, link) in links.iter().enumerate() {
            assert_eq!(key(link), key(link));
            assert!(links[..index].iter().all(|other| key(other) != key(link)), "{link}");
        }
    }

    #[test]
    fn the_kept_key_is_made_once() {
        let folder = std::env::temp_dir().join(format!("baize-seat-key-{}", std::process::id()));
        let first = kept_key(&folder).unwrap().to_hex();
        assert_eq!(kept_key(&folder).unwrap().to_hex(), first);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
