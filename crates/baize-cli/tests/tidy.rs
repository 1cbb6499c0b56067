//! The documents agree with the program: games, error codes, strengths, weights. Checks that do not need the
//! program are in `xtask/tests/shape`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path.as_ref()))
        .unwrap_or_else(|error| panic!("{:?}: {error}", path.as_ref()))
}

#[test]
fn every_game_is_complete_and_what_the_readme_says_of_it_is_true() {
    let readme = read("README.md");
    for game in baize_games::GAMES {
        let (id, name) = (game.id(), game.name());
        assert!(root().join(format!("crates/baize-{id}")).exists(), "crates/baize-{id} is missing");
        assert!(!baize_players::ids(id).is_empty(), "{id} has no computer player");
        let title = baize_games::rules_page(id).lines().next().unwrap_or_default();
        assert_eq!(title, format!("# {name}"), "the title of docs/rules/{id}.md");
        let face = root().join(format!("web/src/games/{id}/index.ts"));
        assert!(face.exists(), "web/src/games/{id} is missing");
    }
    // The table of games in the README is a choice, but every game it names must exist.
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| [")?.split_once("](docs/rules/"));
    let rows: Vec<_> = rows.filter_map(|(name, rest)| Some((name, rest.split_once(".md)")?.0))).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    for (name, id) in rows {
        assert_eq!(baize_games::find(id).map(|game| game.name()), Ok(name), "README.md");
    }
}

/// `docs/errors.md` and a page for each game are made from the codes in the program; `BAIZE_UPDATE=1` writes them.
#[test]
fn the_pages_of_error_codes_are_current() {
    let table = |codes: Vec<&(&str, &str)>| {
        let rows = codes.iter().map(|(code, when)| format!("| `{code}` | {when} |\n"));
        format!("| code | given for |\n|---|---|\n{}", rows.collect::<String>())
    };
    let mut page = String::from(
        "# Error codes\n\nEvery refusal carries a stable code and a sentence. This page is made from the program; do not edit it.\n\
         The codes of a game are on a page of its own in [errors](errors).\n",
    );
    for (title, codes) in [
        ("Requests", baize_games::REQUEST_CODES.iter().chain(baize_referee::CODES).collect()),
        ("Tables", baize_protocol::CODES.iter().collect()),
        ("On the way to a table", baize_client::CODES.iter().collect()),
        ("Reviews", baize_review::CODES.iter().collect()),
        ("Scripts and language models", baize_mcp::CODES.iter().chain(baize_cli::CODES).collect()),
    ] {
        page += &format!("\n## {title}\n\n{}", table(codes));
    }
    is_current("docs/errors.md", &page);
    for game in baize_games::GAMES {
        let (id, name) = (game.id(), game.name());
        let codes: BTreeSet<&str> = game.codes().iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), game.codes().len(), "{id}: no code twice");
        assert!(codes.iter().all(|code| code.starts_with(&format!("{id}."))), "{codes:?}");
        let head =
            format!("# Error codes of {name}\n\nMade from the program; [the others](../errors.md).\n\n");
        is_current(&format!("docs/errors/{id}.md"), &(head + &table(game.codes().iter().collect())));
    }
}

/// Checks that a generated page is up to date; `BAIZE_UPDATE=1` writes it.
fn is_current(path: &str, page: &str) {
    let file = root().join(path);
    if std::env::var_os("BAIZE_UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, page).unwrap();
    }
    assert!(fs::read_to_string(&file).is_ok_and(|text| text == page), "{path}: run with BAIZE_UPDATE=1");
}

/// `docs/strength.md` and its charts are made from the results beside them.
#[test]
fn the_page_of_strengths_is_current() {
    let folder = std::env::temp_dir().join(format!("baize-strength-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::copy(root().join("docs/strength.jsonl"), folder.join("strength.jsonl")).unwrap();
    let made = std::process::Command::new(env!("CARGO_BIN_EXE_baize"))
        .arg("ladder")
        .arg("--out")
        .arg(&folder)
        .status();
    assert!(made.unwrap().success());
    for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
        let name = file.file_name().into_string().unwrap();
        let made = fs::read_to_string(file.path()).unwrap();
        assert!(read(Path::new("docs").join(&name)) == made, "run `baize ladder` for docs/{name}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_book_is_what_its_provenance_says() {
    use sha2::{Digest, Sha256};
    let hash = |bytes: &[u8]| hex::encode(Sha256::digest(bytes));
    let bytes = fs::read(root().join("data/othello-openings.book")).unwrap();
    let said = read("data/othello-openings.txt");
    assert!(said.contains(&format!("book: {} bytes, sha256 {}", bytes.len(), hash(&bytes))));
    assert!(said.contains(&format!("{} positions", baize_othello_engine::Book::own().count())));
    assert!(bytes.len() <= 64 << 10, "it is part of what browsers load first");
}

#[test]
fn weights_are_what_their_provenance_says() {
    use sha2::{Digest, Sha256};
    let bytes = fs::read(root().join("data/othello.weights")).unwrap();
    let hash = hex::encode(Sha256::digest(&bytes));
    assert!(read("data/othello.txt").contains(&format!("{} bytes, sha256 {hash}", bytes.len())));
    assert!(read("data/othello-calibration.txt").contains(&hash), "run `baize train othello-calibration`");
    assert!(bytes.len() <= 8 << 20);
}
