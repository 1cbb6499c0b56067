//! The shape of the workspace: which crates may depend on which, what is banned where, and one word for one
//! thing.
//!
//! These tests read sources and build none; those that need the program itself are in
//! `crates/baize-cli/tests/tidy.rs`.

mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All crates, layer by layer from the bottom. A crate may use only those of lower layers: arrows point down.
/// The empty layer is for the games, which are found in their list.
const LAYERS: &[&[&str]] = &[
    &["baize-rules", "baize-physics", "baize-search"],
    &["baize-protocol"],
    &[],
    &["baize-banqi-engine", "baize-encoding", "baize-nine-solver", "baize-othello-engine"],
    &["baize-games"],
    &["baize-players", "baize-room", "baize-store", "baize-client"],
    &["baize-actor", "baize-mcp", "baize-review"],
    &["baize-referee", "baize-server", "baize-load", "baize-python", "baize-worker"],
    &["baize-schema"],
    &["baize-simulator"],
    &["baize-cli"],
];

/// Crates that may use fewer crates than all those below them. A game knows only the contract, and pool also
/// the physics; an engine knows its game and how to search; a room knows tables but no players; the store
/// only messages; the referee and the server no particular game; the load driver only what any client knows.
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
        "baize-actor",
        &["baize-rules", "baize-games", "baize-players", "baize-protocol", "baize-room", "baize-store"],
    ),
    (
        "baize-worker",
        &[
            "baize-actor",
            "baize-rules",
            "baize-games",
            "baize-players",
            "baize-protocol",
            "baize-review",
            "baize-room",
            "baize-store",
        ],
    ),
    (
        "baize-server",
        &[
            "baize-actor",
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
    (
        "baize-schema",
        &["baize-review", "baize-rules", "baize-games", "baize-players", "baize-protocol", "baize-referee"],
    ),
    ("baize-load", &["baize-rules", "baize-games", "baize-protocol"]),
    ("baize-python", &["baize-rules", "baize-encoding", "baize-games", "baize-players"]),
    ("baize-client", &["baize-rules", "baize-games", "baize-protocol"]),
    ("baize-mcp", &["baize-rules", "baize-games", "baize-players", "baize-protocol", "baize-client"]),
];

/// Crates that may read the clock, files and the environment; in all others, time and seeds are arguments.
const IMPURE_CRATES: &[&str] = &[
    "baize-client",
    "baize-mcp",
    "baize-python",
    "baize-store",
    "baize-referee",
    "baize-server",
    "baize-load",
    "baize-cli",
];

/// Words that a pure crate must not contain.
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

/// Words that rules must not contain, as their results depend on iteration order or platform.
const UNORDERED: &[&str] = &["HashMap", "HashSet", ".sin()", ".cos()", ".tan()", ".exp()", ".ln()", ".powf("];

/// Engines that search with several threads when time is the limit.
const THREADED: &[&str] = &["baize-othello-engine"];

/// The modules that use code for a particular CPU or another language, one for each crate with such code.
const UNSAFE: &[(&str, &str)] = &[
    ("baize-othello", "src/cpu.rs"),
    ("baize-othello-engine", "src/cpu.rs"),
    ("baize-simulator", "src/vfs.rs"),
    ("baize-worker", "src/door.rs"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path.as_ref()))
        .unwrap_or_else(|error| panic!("{:?}: {error}", path.as_ref()))
}

fn crates() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The ids of all games, from their only list.
fn games() -> Vec<String> {
    let manifest = read("crates/baize-games/Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("games = ")).unwrap();
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The source files below a folder whose names end in `ending`.
fn sources(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(sources(&entry, ending));
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            files.push(entry);
        }
    }
    files
}

/// The code of a file, without comments and without the tests at its end.
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

/// All crates by layer, including the games.
fn layers() -> Vec<Vec<String>> {
    let games = || games().into_iter().map(|id| format!("baize-{id}")).collect();
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
        for file in sources(&root().join("crates").join(name).join("src"), "rs") {
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
    for file in sources(&root().join("crates"), "rs") {
        let mut places = UNSAFE.iter().map(|(name, path)| root().join("crates").join(name).join(path));
        let is_a_place = places.any(|place| place == file);
        // Split, so that this test's own text does not match.
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
        // It goes to another worker of the same program, which makes the view there.
        "crates/baize-worker/src/jobs.rs",
        // Only its hash is shown.
        "crates/baize-worker/src/sum.rs",
    ]
    .map(|p| root().join(p));
    for file in sources(&root().join("crates"), "rs") {
        let is_test = file.components().any(|part| part.as_os_str() == "tests");
        let is_trusted = is_test || trusted.iter().any(|path| file.starts_with(path));
        assert!(is_trusted || !code(&file).contains(".setup()"), "{}", file.display());
    }
}

/// A player gets a view and a menu; its crate must not name any type that holds a game.
#[test]
fn players_cannot_name_a_full_state() {
    for file in sources(&root().join("crates/baize-players/src"), "rs") {
        for word in ["AnyTable", "AnyGame", "Record", "Referee", "baize_games::find"] {
            assert!(!code(&file).contains(word), "{}: {word} does not belong to a player", file.display());
        }
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

/// A crate in a registry explains itself.
#[test]
fn every_crate_has_a_readme() {
    for name in crates().iter().filter(|name| *name != "baize-python") {
        let manifest = read(format!("crates/{name}/Cargo.toml"));
        let about =
            manifest.lines().find_map(|line| line.strip_prefix("description = \"")?.strip_suffix('"'));
        let start = format!("# {name}\n\n{}.\n", about.unwrap_or_else(|| panic!("{name}: no description")));
        assert!(
            read(format!("crates/{name}/README.md")).starts_with(&start),
            "crates/{name}/README.md: {start}"
        );
    }
}

/// Every package has the same version, and the changelog dates it.
#[test]
fn there_is_one_version_and_the_changelog_dates_it() {
    let manifest = read("Cargo.toml");
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')).unwrap();
    for file in ["Cargo.toml", "crates/baize-games/Cargo.toml"] {
        // Crates that go to no registry have no version there.
        let is_ours = |line: &&str| line.contains("path = \"") && !line.starts_with("xtask");
        for line in read(file).lines().filter(is_ours) {
            assert!(line.contains(&format!("version = {version:?}")), "{file}: {line}");
        }
    }
    for file in ["web/package.json", "web/package-lock.json", "web/client/package.json", "docs/openapi.json"]
    {
        assert!(read(file).contains(&format!("\"version\": {version:?}")), "{file}");
    }
    let changes = read("CHANGELOG.md");
    let mut headings = changes.lines().filter_map(|line| line.strip_prefix("## "));
    let first = headings.find(|heading| *heading != "Unreleased").unwrap();
    let date = first.strip_prefix(&format!("{version} (")).and_then(|rest| rest.strip_suffix(')'));
    let numbers: Vec<&str> = date.unwrap_or_else(|| panic!("{first}")).split('-').collect();
    assert_eq!(numbers.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{first}");
}

/// The Rust examples in a README are those in the crate's documentation, which are compiled and run.
#[test]
fn examples_of_readmes_are_those_that_are_run() {
    let mut shown = 0;
    for name in crates() {
        let page = read(format!("crates/{name}/README.md"));
        let documented = format!("crates/{name}/src/lib.rs");
        let has_lib = root().join(&documented).exists();
        let run: BTreeSet<String> = if has_lib {
            read(documented).lines().filter_map(|line| line.strip_prefix("//! ")).map(str::to_owned).collect()
        } else {
            BTreeSet::new()
        };
        for example in page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            for line in example.lines().filter(|line| !line.is_empty()) {
                assert!(run.contains(line), "crates/{name}/README.md: {line}");
            }
            shown += 1;
        }
    }
    assert!(shown > 15, "{shown} examples");
}
