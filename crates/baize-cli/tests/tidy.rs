//! The shape of the workspace: who may depend on whom, what is banned where, and that all lists of games agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All crates, layer by layer from the bottom. A crate may use those of lower layers only: arrows point down. The empty layer
/// has the games, which are found from their list.
const LAYERS: &[&[&str]] = &[
    &["baize-rules", "baize-physics", "baize-search"],
    &["baize-protocol"],
    &[],
    &["baize-banqi-engine", "baize-nine-solver", "baize-othello-engine"],
    &["baize-games"],
    &["baize-players", "baize-room", "baize-store", "baize-client"],
    &["baize-mcp", "baize-review"],
    &["baize-referee", "baize-server", "baize-load"],
    &["baize-schema"],
    &["baize-simulator"],
    &["baize-cli"],
];

/// Crates that may use less than all below them. A game knows only the contract, pool also the physics; an engine knows its
/// game and how to search; a room knows tables but no players, the store only messages, the referee and the server no single
/// game, the load driver only what any client knows.
const RULES: &[(&str, &[&str])] = &[
    ("baize-physics", &[]),
    ("baize-search", &[]),
    ("baize-othello-engine", &["baize-rules", "baize-othello", "baize-search"]),
    ("baize-banqi-engine", &["baize-rules", "baize-banqi", "baize-search"]),
    ("baize-nine-solver", &["baize-rules", "baize-nine"]),
    ("baize-nine-ball", &["baize-rules", "baize-physics"]),
    ("baize-protocol", &["baize-rules"]),
    ("baize-room", &["baize-rules", "baize-games", "baize-protocol"]),
    ("baize-store", &["baize-protocol"]),
    (
        "baize-server",
        &[
            "baize-rules",
            "baize-games",
            "baize-players",
            "baize-protocol",
            "baize-client",
            "baize-mcp",
            "baize-review",
            "baize-room",
            "baize-store",
        ],
    ),
    ("baize-referee", &["baize-rules", "baize-games", "baize-players"]),
    ("baize-schema", &["baize-rules", "baize-games", "baize-players", "baize-protocol", "baize-referee"]),
    ("baize-load", &["baize-rules", "baize-games", "baize-protocol"]),
    ("baize-client", &["baize-rules", "baize-games", "baize-protocol"]),
    ("baize-mcp", &["baize-rules", "baize-games", "baize-players", "baize-protocol", "baize-client"]),
];

/// Crates that may read the clock, files and the environment; in all others time and seeds are arguments.
const IMPURE_CRATES: &[&str] =
    &["baize-client", "baize-mcp", "baize-store", "baize-referee", "baize-server", "baize-load", "baize-cli"];

/// Words that a pure crate does not contain.
const IMPURE: &[&str] = &[
    "std::time",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::io",
    "getrandom",
    "println!",
    "eprintln!",
    "Instant",
    "SystemTime",
];

/// Words that rules do not contain, because iteration order or platform would show.
const UNORDERED: &[&str] = &["HashMap", "HashSet", ".sin()", ".cos()", ".tan()", ".exp()", ".ln()", ".powf("];

/// Engines that search with several threads when time is the limit.
const THREADED: &[&str] = &["baize-othello-engine"];

/// The modules that enter code for a particular CPU, one for each crate that has such code.
const UNSAFE: &[(&str, &str)] = &[
    ("baize-othello", "src/cpu.rs"),
    ("baize-othello-engine", "src/cpu.rs"),
    ("baize-simulator", "src/vfs.rs"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path.as_ref()))
        .unwrap_or_else(|error| panic!("{:?}: {error}", path.as_ref()))
}

fn crates() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// The code of a file: without comments, and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("\n#[cfg(test)]").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap();
    let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| name.starts_with("baize-")).map(str::to_owned).collect()
}

/// Every crate by its layer, the games included.
fn layers() -> Vec<Vec<String>> {
    let games = || baize_games::GAMES.iter().map(|game| format!("baize-{}", game.id())).collect();
    let layer = |layer: &&[&str]| match layer {
        [] => games(),
        names => names.iter().map(|name| (*name).to_owned()).collect(),
    };
    LAYERS.iter().map(layer).collect()
}

#[test]
fn dependencies_point_down() {
    let layers = layers();
    assert_eq!(layers.concat().into_iter().collect::<BTreeSet<_>>(), crates(), "every crate has its layer");
    let games = &layers[LAYERS.iter().position(|layer| layer.is_empty()).unwrap()];
    for (height, layer) in layers.iter().enumerate() {
        for name in layer {
            let below = layers[..height].concat();
            let below: Vec<&str> = below.iter().map(String::as_str).collect();
            let allowed = match RULES.iter().find(|(rules, _)| rules == name) {
                Some((_, allowed)) => allowed,
                None if games.contains(name) => &["baize-rules"][..],
                None => &below[..],
            };
            for used in dependencies(&read(format!("crates/{name}/Cargo.toml"))) {
                assert!(allowed.contains(&used.as_str()), "{name} must not depend on {used}");
            }
        }
    }
}

#[test]
fn pure_crates_stay_pure() {
    for name in crates().iter().filter(|name| !IMPURE_CRATES.contains(&name.as_str())) {
        for file in sources(&root().join("crates").join(name).join("src")) {
            let code = code(&file);
            let may_thread = THREADED.contains(&name.as_str());
            for word in IMPURE.iter().chain(UNORDERED).filter(|word| !may_thread || **word != "std::thread") {
                assert!(!code.contains(word), "{}: {word} does not belong here", file.display());
            }
        }
    }
}

#[test]
fn unsafe_code_has_its_places() {
    for file in sources(&root().join("crates")) {
        let mut places = UNSAFE.iter().map(|(name, path)| root().join("crates").join(name).join(path));
        let is_a_place = places.any(|place| place == file);
        // The words themselves, not this test's own text.
        let has_it =
            code(&file).contains(concat!("uns", "afe {")) || code(&file).contains(concat!("uns", "afe fn"));
        assert!(!has_it || is_a_place, "{}", file.display());
    }
    for name in crates().iter().filter(|name| UNSAFE.iter().all(|(place, _)| place != name)) {
        let lib = read(format!("crates/{name}/src/lib.rs"));
        assert!(lib.contains("#![forbid(unsafe_code)]"), "{name} should forbid unsafe code");
    }
}

#[test]
fn whole_states_are_written_down_only_where_trusted() {
    let trusted = [
        "crates/baize-rules",
        "crates/baize-games",
        "crates/baize-referee",
        "crates/baize-cli/src/analyse.rs",
        "crates/baize-room/src/snapshot.rs",
        "crates/baize-room/src/takeback.rs",
    ]
    .map(|p| root().join(p));
    for file in sources(&root().join("crates")) {
        let is_test = file.components().any(|part| part.as_os_str() == "tests");
        let is_trusted = is_test || trusted.iter().any(|path| file.starts_with(path));
        assert!(is_trusted || !code(&file).contains(".setup()"), "{}", file.display());
    }
}

/// A player gets a view and a menu. The words for anything that holds a game are not in its crate.
#[test]
fn players_cannot_name_a_full_state() {
    for file in sources(&root().join("crates/baize-players/src")) {
        for word in ["AnyTable", "AnyGame", "Record", "Referee", "baize_games::find"] {
            assert!(!code(&file).contains(word), "{}: {word} does not belong to a player", file.display());
        }
    }
}

#[test]
fn every_game_is_complete_and_what_the_readme_says_of_it_is_true() {
    let readme = read("README.md");
    for game in baize_games::GAMES {
        let (id, name) = (game.id(), game.name());
        assert!(crates().contains(&format!("baize-{id}")), "crates/baize-{id} is missing");
        assert!(!baize_players::ids(id).is_empty(), "{id} has no computer player");
        let title = baize_games::rules_page(id).lines().next().unwrap_or_default();
        assert_eq!(title, format!("# {name}"), "the title of docs/rules/{id}.md");
        let face = root().join(format!("web/src/games/{id}/index.ts"));
        assert!(face.exists(), "web/src/games/{id} is missing");
    }
    // The table of games in the README is a choice, but what it names exists.
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| [")?.split_once("](docs/rules/"));
    let rows: Vec<_> = rows.filter_map(|(name, rest)| Some((name, rest.split_once(".md)")?.0))).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    for (name, id) in rows {
        assert_eq!(baize_games::find(id).map(|game| game.name()), Ok(name), "README.md");
    }
}

#[test]
fn every_crate_follows_the_workspace() {
    for name in crates() {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        for line in [
            "version.workspace = true",
            "edition.workspace = true",
            "license.workspace = true",
            "[lints]\nworkspace = true",
        ] {
            assert!(manifest.contains(line), "{name}: {line} is missing");
        }
        assert!(manifest.contains(&format!("name = \"{name}\"")), "folder name = crate name");
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

/// That a page which is made from the program is as it would be made; `BAIZE_UPDATE=1` makes it.
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
fn weights_are_what_their_provenance_says() {
    use sha2::{Digest, Sha256};
    let bytes = fs::read(root().join("data/othello.weights")).unwrap();
    let hash = hex::encode(Sha256::digest(&bytes));
    assert!(read("data/othello.txt").contains(&format!("{} bytes, sha256 {hash}", bytes.len())));
    assert!(bytes.len() <= 8 << 20);
}
