//! Makes the list of games from the ids in `Cargo.toml`. The id `may-i` stands for the type `MayI` of the
//! crate `baize-may-i`, the rules page `docs/rules/may-i.md`, and `summaries/may-i.json`, which lists the
//! options and queries and is made from the types.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("a build script runs beside its manifest");
    // In a package the rules lie beside this file, through a symbolic link that some copies of the workspace
    // lose.
    let mut places = ["rules", "../../docs/rules"].map(Path::new).into_iter();
    let docs = places.find_map(|place| place.canonicalize().ok()).expect("the rules are in docs/rules");
    println!("cargo::rerun-if-changed=summaries");
    let [mut games, mut rules, mut summaries, mut shapes, mut crates] = [const { String::new() }; 5];
    for id in ids(&manifest) {
        let (module, page) = (id.replace('-', "_"), docs.join(format!("{id}.md")));
        games += &format!("    &Kind::<baize_{module}::{}>::NEW,\n", type_name(id));
        shapes += &format!("    ({id:?}, any::shapes::<baize_{module}::{}>),\n", type_name(id));
        rules += &format!("    ({id:?}, include_str!({page:?})),\n");
        // A newly created game has no summary yet.
        let summary = Path::new("summaries").join(format!("{id}.json")).canonicalize();
        let summary = summary.map_or("\"{}\"".to_owned(), |path| format!("include_str!({path:?})"));
        summaries += &format!("    ({id:?}, {summary}),\n");
        crates += &format!("#[doc(no_inline)]\npub use baize_{module} as {module};\n");
    }
    assert!(!games.is_empty(), "Cargo.toml lists no game");
    let code = format!(
        "{crates}\n/// Every game, in the order in which they are shown.\n\
         pub static GAMES: &[&dyn AnyGame] = &[\n{games}];\n\n\
         static RULES: &[(&str, &str)] = &[\n{rules}];\n\n\
         static SUMMARIES: &[(&str, &str)] = &[\n{summaries}];\n\n\
         static SHAPES: &[(&str, Shapes)] = &[\n{shapes}];\n"
    );
    let folder = env::var("OUT_DIR").expect("cargo names a folder");
    fs::write(Path::new(&folder).join("games.rs"), code).expect("cargo's folder can be written");
}

/// The ids of `games = ["othello", "may-i"]`, which cargo spreads over several lines when packaging.
fn ids(manifest: &str) -> impl Iterator<Item = &str> {
    let (_, rest) = manifest.split_once("\ngames = [").expect("Cargo.toml lists the games");
    rest.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2)
}

/// Turns `may-i` into `MayI`.
fn type_name(id: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(capital).collect()
}
