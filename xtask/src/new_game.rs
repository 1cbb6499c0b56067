//! `cargo xtask new-game`: adds a complete playable game, to be turned into the wanted one.

use crate::{cargo, games, root, step};
use anyhow::{Context, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// The placeholders for the game's names in the templates, and their replacements.
struct Names([(&'static str, String); 5]);

impl Names {
    fn of(id: &str, place: usize) -> Names {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let words: Vec<String> = id.split('-').map(capital).collect();
        Names([
            ("__id__", id.to_owned()),
            ("__name__", id.replace('-', "_")),
            ("__Type__", words.concat()),
            ("__Title__", words.join(" ")),
            ("__place__", place.to_string()),
        ])
    }

    fn put_into(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (word, name)| text.replace(word, name))
    }
}

/// Rust's reserved words that somebody might choose as a game's name.
const KEPT: &[&str] =
    &["box", "break", "crate", "final", "for", "if", "in", "loop", "match", "move", "super", "try"];

/// Writes the folders of a new game and adds it to the two lists.
pub(crate) fn run(id: &str) -> anyhow::Result<()> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    ensure!(
        id.len() <= 24 && id.split('-').all(is_word) && !KEPT.contains(&id),
        "{id:?} is no name for a game: lower-case words with hyphens, such as `nim` or `four-in-a-row`"
    );
    let names = Names::of(id, games()?.len() + 1);
    let templates = root().join("xtask/new-game");
    let mut files = Vec::new();
    find(&templates, &mut files)?;
    let target = |file: &Path| -> anyhow::Result<PathBuf> {
        let path = file.strip_prefix(&templates)?.to_str().context("templates have plain names")?;
        Ok(root().join(names.put_into(path)))
    };
    for file in &files {
        let path = target(file)?;
        ensure!(!path.exists(), "{} is there already: is {id} taken?", path.display());
    }
    // Read both lists before anything is written.
    let lists = [register_rules(id, &names)?, register_players(&names)?];
    for file in &files {
        let path = target(file)?;
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        fs::write(&path, names.put_into(&fs::read_to_string(file)?))?;
    }
    for (path, text) in lists {
        fs::write(path, text)?;
    }
    let [crate_name, players] = [format!("baize-{id}"), "baize-players".to_owned()];
    step("format", cargo().args(["fmt", "--package", &crate_name, "--package", &players]))?;
    // Puts the crate into the lock file.
    step("lock", cargo().args(["tree", "--quiet", "--offline", "--depth", "0", "--package", &crate_name]))?;
    println!("{id} is a game now: docs/new-game.md says how to go on");
    Ok(())
}

fn find(folder: &Path, into: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() { find(&path, into)? } else { into.push(path) }
    }
    Ok(())
}

/// The manifest of `baize-games`, with the game at the end of its list and among its dependencies.
fn register_rules(id: &str, names: &Names) -> anyhow::Result<(PathBuf, String)> {
    let version = crate::dist::version()?;
    let dependency = format!("baize-__id__ = {{ path = \"../baize-__id__\", version = {version:?} }}\n");
    let dependency = names.put_into(&dependency);
    let path = root().join("crates/baize-games/Cargo.toml");
    let text = fs::read_to_string(&path)?;
    let text = insert(&text, "games = [", "]", &format!(", {id:?}"))?;
    let (before, after) = text.split_once("[dependencies]\n").context("baize-games has dependencies")?;
    let place = after.lines().take_while(|line| *line < &dependency[..]).map(|line| line.len() + 1).sum();
    let (smaller, larger) = after.split_at(place);
    Ok((path, format!("{before}[dependencies]\n{smaller}{dependency}{larger}")))
}

/// The source of `baize-players`, with the game's module and its team.
fn register_players(names: &Names) -> anyhow::Result<(PathBuf, String)> {
    let path = root().join("crates/baize-players/src/lib.rs");
    let text = fs::read_to_string(&path)?;
    let text = insert(&text, "const TEAMS: &[Team] = &[", "]", &names.put_into(", __name__::TEAM"))?;
    Ok((path, insert(&text, "mod banqi;", "\n", &names.put_into("\nmod __name__;"))?))
}

/// Inserts `more` into the text before the first `end` after `start`.
fn insert(text: &str, start: &str, end: &str, more: &str) -> anyhow::Result<String> {
    let from = text.find(start).with_context(|| format!("there is no {start:?}"))? + start.len();
    let at = from + text[from..].find(end).with_context(|| format!("there is no {end:?} after {start:?}"))?;
    let before = text[..at].trim_end().trim_end_matches(',');
    Ok(format!("{before}{more}{}", &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_from_the_id() {
        let names = Names::of("four-in-a-row", 6);
        let text = names.put_into("__id__ __name__ __Type__ __Title__ __place__");
        assert_eq!(text, "four-in-a-row four_in_a_row FourInARow Four In A Row 6");
    }

    #[test]
    fn what_is_no_name_is_refused_and_nothing_is_written() {
        for id in ["", "-", "Nim", "nim!", "a--b", "../nim", "match", "x".repeat(25).as_str()] {
            assert!(run(id).unwrap_err().to_string().contains("no name for a game"), "{id}");
        }
        assert!(run("nine").unwrap_err().to_string().contains("is there already"));
    }

    #[test]
    fn lists_grow_at_their_end() {
        assert_eq!(insert("a = [1,\n  2,\n];", "a = [", "]", ", 3").unwrap(), "a = [1,\n  2, 3];");
        let names = Names::of("nim", 6);
        let (_, manifest) = register_rules("nim", &names).unwrap();
        assert!(manifest.contains("\", \"nim\"]\n"), "{manifest}");
        assert!(manifest.contains("\nbaize-nim = { path = \"../baize-nim\", version = \""), "{manifest}");
        let (_, players) = register_players(&names).unwrap();
        assert!(players.contains("mod banqi;\nmod nim;\n") && players.contains(", nim::TEAM]"), "{players}");
    }
}
