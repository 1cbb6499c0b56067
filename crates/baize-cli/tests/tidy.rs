//! The shape of the workspace: who may depend on whom, what is banned where, and that all lists of games agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// All crates, layer by layer from the bottom. A crate may use those of lower layers only: arrows point down. The empty layer
/// has the games, which are found from their list.
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

/// Crates that may read the clock, files and the environment; in all others time and seeds are arguments.
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

/// The modules that enter code for a particular CPU or another language, one for each crate that has such code.
const UNSAFE: &[(&str, &str)] = &[
    ("baize-othello", "src/cpu.rs"),
    ("baize-othello-engine", "src/cpu.rs"),
    ("baize-simulator", "src/vfs.rs"),
    ("baize-worker", "src/door.rs"),
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

/// The source files below a folder, by the end of their names.
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
        // To another worker of the same program, which makes the view there.
        "crates/baize-worker/src/jobs.rs",
        // Only its hash is told.
        "crates/baize-worker/src/sum.rs",
    ]
    .map(|p| root().join(p));
    for file in sources(&root().join("crates"), "rs") {
        let is_test = file.components().any(|part| part.as_os_str() == "tests");
        let is_trusted = is_test || trusted.iter().any(|path| file.starts_with(path));
        assert!(is_trusted || !code(&file).contains(".setup()"), "{}", file.display());
    }
}

/// A player gets a view and a menu. The words for anything that holds a game are not in its crate.
#[test]
fn players_cannot_name_a_full_state() {
    for file in sources(&root().join("crates/baize-players/src"), "rs") {
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

/// The types of a source file that `public` comes before: `pub` in Rust, `export` in TypeScript.
fn public_types<'a>(code: &'a str, public: &str) -> impl Iterator<Item = &'a str> {
    code.lines().filter_map(move |line| {
        let (kind, rest) = line.trim_start().strip_prefix(public)?.trim_start().split_once(' ')?;
        let is_type = matches!(kind, "struct" | "enum" | "trait" | "type" | "class" | "interface");
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        (is_type && name.starts_with(char::is_uppercase)).then_some(name)
    })
}

/// Each public type of the crates and of the page, with the crate or file that has it.
fn vocabulary() -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for name in crates() {
        for file in sources(&root().join("crates").join(&name).join("src"), "rs") {
            all.extend(public_types(&code(&file), "pub ").map(|word| (word.to_owned(), name.clone())));
        }
    }
    for file in sources(&root().join("web/src"), "ts") {
        let place = file.strip_prefix(root()).unwrap().display().to_string();
        all.extend(public_types(&code(&file), "export ").map(|word| (word.to_owned(), place.clone())));
    }
    all
}

/// The words of each game, and what the page has of them.
fn has_words_of_its_own(place: &str) -> bool {
    let own = |id: &str| {
        let (of_crate, of_page) = (format!("baize-{id}"), format!("web/src/games/{id}/"));
        place == of_crate || place.starts_with(&of_page) || place == format!("web/src/gen/{id}.ts")
    };
    baize_games::GAMES.iter().any(|game| own(game.id()))
}

#[test]
fn a_word_of_the_glossary_means_one_thing() {
    let page = read("ARCHITECTURE.md");
    let glossary = page.split("\n## Words\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let word = |cell: &str| cell.trim().strip_prefix('`')?.strip_suffix('`').map(str::to_owned);
    let rows: Vec<(String, String)> = glossary
        .lines()
        .filter_map(|row| row.strip_prefix('|')?.split_once('|'))
        .filter_map(|(name, rest)| Some((word(name)?, word(rest.split('|').next()?)?)))
        .collect();
    assert!(rows.len() >= 30, "{rows:?}");
    let types = vocabulary();
    for (name, home) in &rows {
        assert!(types.contains(&(name.clone(), home.clone())), "{name} is not in {home}");
        // What is made from the wire's types has their names.
        let others = types
            .iter()
            .filter(|(other, place)| other == name && place != home && place != "web/src/gen/protocol.ts");
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&(String, String)>::new(), "{name} belongs to {home}");
    }
    let of_games = glossary.split("Every game has its own ").nth(1).unwrap().split(':').next().unwrap();
    for name in of_games.split('`').skip(1).step_by(2) {
        let mut places = types.iter().filter(|(other, _)| other == name).map(|(_, place)| place);
        assert!(places.all(|place| has_words_of_its_own(place)), "{name} is a word of the games");
    }
}

#[test]
fn the_way_of_a_move_goes_where_the_picture_says() {
    let page = read("ARCHITECTURE.md");
    let picture = page.split("\n## The way of a move\n").nth(1).unwrap().split("```").nth(1).unwrap();
    let steps: Vec<(&str, &str)> = picture
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let place = words.next().filter(|place| place.contains('/'))?;
            Some((place, words.next()?))
        })
        .collect();
    assert!(steps.len() > 12, "{steps:?}");
    for (place, function) in steps {
        let code = code(&root().join(place));
        let starts = [
            format!("fn {function}("),
            format!("fn {function}<"),
            format!("  {function}("),
            format!("  async {function}("),
        ];
        assert!(starts.iter().any(|start| code.contains(start)), "{place} has no {function}");
    }
}

/// A rule set of Banqi is a file on each side, its tests, its figure and its words. By hand others name it in one place, the list
/// of the engine; what is made from that list does not count, nor what tells of it. The first two are older than the list: the
/// search among three and many tests are about them.
#[test]
fn a_rule_set_of_banqi_touches_little() {
    const LIST: &str = "crates/baize-banqi/src/sets/mod.rs";
    let list = code(&root().join(LIST));
    let sets = list.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" in "));
    let sets: Vec<(&str, &str)> = sets.filter(|(name, _)| name.chars().all(char::is_alphabetic)).collect();
    assert!(sets.len() >= 2 && sets[0] == ("Classic", "classic"), "{sets:?}");
    let begins = |place: &str, with: &[&str]| with.iter().any(|start| place.starts_with(start));
    let is_made = |place: &str| begins(place, &["web/src/gen/", "docs/schema/", "docs/protocol/"]);
    let is_told = |place: &str| {
        begins(place, &["docs/decisions/", "docs/rules/banqi.md", "crates/baize-games/rules/banqi.md"])
    };
    let are_words =
        |place: &str| place.contains("banqi/") && (place.contains("/words/") || place.contains("/about/"));
    for (name, module) in &sets[2..] {
        let id = module.replace('_', "-");
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let title = id.split('-').map(capital).collect::<Vec<_>>().join(" ");
        let [mut own, mut others] = [BTreeSet::new(), BTreeSet::new()];
        for folder in ["crates", "docs", "fuzz/src", "web/src", "web/tests", "web/build", "xtask"] {
            for ending in ["rs", "ts", "svelte", "json", "md", "toml"] {
                for file in sources(&root().join(folder), ending) {
                    let place = file.strip_prefix(root()).unwrap().display().to_string();
                    let text = fs::read_to_string(&file).unwrap();
                    if ![&id, &title, *name].iter().any(|name| text.contains(*name)) {
                        continue;
                    }
                    if place.contains(module) || place.contains(&id) {
                        own.insert(place);
                    } else if !(is_made(&place) || is_told(&place) || are_words(&place)) {
                        others.insert(place);
                    }
                }
            }
        }
        assert!(own.len() >= 5, "{own:?}");
        assert_eq!(others, BTreeSet::from([LIST.to_owned()]), "{id}");
    }
}

/// What the room knows lies in parts with fields of their own; only some files put them together.
#[test]
fn a_room_is_put_together_in_few_places() {
    let page = read("ARCHITECTURE.md");
    let told = page.split("`Room` has functions in ").nth(1).unwrap().split("nowhere else").next().unwrap();
    let told: BTreeSet<&str> = told.split('`').skip(1).step_by(2).collect();
    let folder = root().join("crates/baize-room/src");
    let files = sources(&folder, "rs");
    let has = |file: &&PathBuf| code(file).contains("impl Room {");
    let name = |file: &PathBuf| file.file_name().unwrap().to_str().unwrap().to_owned();
    let found: BTreeSet<String> = files.iter().filter(has).map(name).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), told);
    let room = code(&folder.join("room.rs"));
    let fields = room.split("pub struct Room {").nth(1).unwrap().split("\n}").next().unwrap();
    let parts = page.split("| part | what it knows |").nth(1).unwrap().split("\n\n").next().unwrap();
    for part in parts.lines().filter_map(|row| row.strip_prefix("| `")).flat_map(|row| row.split(" |").next())
    {
        for part in part.split("`, `").map(|part| part.trim_end_matches('`')).filter(|part| *part != "Tempo")
        {
            assert!(fields.contains(&format!(": {part},")), "a room has no {part}");
            let start = format!("struct {part} {{");
            let tuple = format!("struct {part}(Vec");
            let all: String = files.iter().map(|file| code(file)).collect();
            let own = all.split(&start).nth(1).map(|rest| rest.split("\n}").next().unwrap().to_owned());
            let is_closed = own.map_or(all.contains(&tuple), |own| !own.contains("pub"));
            assert!(is_closed, "{part} lets others touch its fields");
        }
    }
}

#[test]
fn two_crates_of_the_platform_share_no_public_name() {
    let types = vocabulary();
    let knows_a_game = |place: &str| {
        let mut games = baize_games::GAMES.iter().map(|game| format!("baize-{}", game.id()));
        place == "baize-physics" || games.any(|game| place.starts_with(&game))
    };
    let of_platform = types.iter().filter(|(_, place)| place.starts_with("baize-") && !knows_a_game(place));
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    of_platform.for_each(|(name, place)| homes.entry(name).or_default().push(place));
    homes.retain(|_, places| places.len() > 1);
    assert!(homes.is_empty(), "one word for two things: {homes:?}");
}

/// The screen of the terminal asks a face; only the faces, and the question about a wild, know a game.
#[test]
fn the_screen_of_the_terminal_knows_no_game() {
    let folder = root().join("crates/baize-cli/src/play");
    for file in ["app.rs", "app/input.rs", "screen.rs", "targets.rs", "venue.rs", "session.rs", "remote.rs"] {
        let code = code(&folder.join(file));
        for game in baize_games::GAMES {
            let module = format!("baize_{}::", game.id().replace('-', "_"));
            assert!(
                !code.contains(&module) && !code.contains(&format!("{:?}", game.id())),
                "{file} knows {}",
                game.id()
            );
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

/// Whoever meets a crate in a registry is told what it is.
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

/// One version in every package, and the changelog says when it came.
#[test]
fn there_is_one_version_and_the_changelog_dates_it() {
    let manifest = read("Cargo.toml");
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')).unwrap();
    for file in ["Cargo.toml", "crates/baize-games/Cargo.toml"] {
        for line in read(file).lines().filter(|line| line.contains("path = \"")) {
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

/// What a README shows in Rust is what the documentation of the crate shows, which is compiled and run.
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
