//! The words of ARCHITECTURE.md, and its statements about the parts.

use crate::{code, crates, games, read, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The types of a source file that are marked `public`: `pub` in Rust, `export` in TypeScript.
fn public_types<'a>(code: &'a str, public: &str) -> impl Iterator<Item = &'a str> {
    code.lines().filter_map(move |line| {
        let (kind, rest) = line.trim_start().strip_prefix(public)?.trim_start().split_once(' ')?;
        let is_type = matches!(kind, "struct" | "enum" | "trait" | "type" | "class" | "interface");
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        (is_type && name.starts_with(char::is_uppercase)).then_some(name)
    })
}

/// Each public type of the crates and of the page, with its crate or file.
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

/// Whether a place belongs to a game, which has its own words, here or on the page.
fn has_words_of_its_own(place: &str) -> bool {
    let own = |id: &str| {
        let (of_crate, of_page) = (format!("baize-{id}"), format!("web/src/games/{id}/"));
        place == of_crate || place.starts_with(&of_page) || place == format!("web/src/gen/{id}.ts")
    };
    games().iter().any(|id| own(id))
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
        // Types generated from those of the wire have the same names.
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
fn two_crates_of_the_platform_share_no_public_name() {
    let types = vocabulary();
    let knows_a_game = |place: &str| {
        let mut games = games().into_iter().map(|id| format!("baize-{id}"));
        place == "baize-physics" || games.any(|game| place.starts_with(&game))
    };
    let of_platform = types.iter().filter(|(_, place)| place.starts_with("baize-") && !knows_a_game(place));
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    of_platform.for_each(|(name, place)| homes.entry(name).or_default().push(place));
    homes.retain(|_, places| places.len() > 1);
    assert!(homes.is_empty(), "one word for two things: {homes:?}");
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

/// A rule set of Banqi is a file on each side, its tests, its figure and its words. Apart from these, only
/// one hand-written file names it: the engine's list. Files generated from that list and documents do not
/// count. The first two sets are older than the list: the search among three players and many tests are about
/// them.
#[test]
fn a_rule_set_of_banqi_touches_little() {
    const LIST: &str = "crates/baize-banqi/src/sets/mod.rs";
    let list = code(&root().join(LIST));
    let sets = list.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" in "));
    let sets: Vec<(&str, &str)> = sets.filter(|(name, _)| name.chars().all(char::is_alphabetic)).collect();
    assert!(sets.len() >= 2 && sets[0] == ("Classic", "classic"), "{sets:?}");
    let begins = |place: &str, with: &[&str]| with.iter().any(|start| place.starts_with(start));
    let is_made = |place: &str| {
        begins(place, &["web/src/gen/", "docs/schema/", "docs/protocol/", "crates/baize-games/summaries/"])
    };
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

/// The state of a room is in parts with private fields; only a few files combine them.
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

/// The screen of the terminal asks a face; only the faces, and the question about a wild, know a game.
#[test]
fn the_screen_of_the_terminal_knows_no_game() {
    let folder = root().join("crates/baize-cli/src/play");
    for file in ["app.rs", "app/input.rs", "screen.rs", "targets.rs", "venue.rs", "session.rs", "remote.rs"] {
        let code = code(&folder.join(file));
        for id in games() {
            let module = format!("baize_{}::", id.replace('-', "_"));
            assert!(!code.contains(&module) && !code.contains(&format!("{id:?}")), "{file} knows {id}");
        }
    }
}
