//! `cargo test --package` reuses what the whole workspace has built.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Every crate in the test builds of these packages, with its features.
fn asked(packages: &[&str]) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.args([
        "tree",
        "--locked",
        "--offline",
        "--edges=normal,build,dev",
        "--prefix=none",
        "--format={p} [{f}]",
    ]);
    let tree = tree.args(packages).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).unwrap();
    lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// The contract is left out: it would build much more for its tests that must not compile. So is a new game,
/// until it is worked on for long.
#[test]
fn a_crate_alone_asks_of_others_what_all_do() {
    let all = asked(&["--workspace"]);
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("crates");
    let names = crates.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let takes_part = |name: &String| {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        manifest.contains("xtask-features.workspace = true")
    };
    let names: Vec<String> = names.filter(takes_part).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let others: Vec<String> = asked(&["--package", &name]).difference(&all).cloned().collect();
        assert!(
            others.is_empty(),
            "{name} builds anew: {others:#?}; xtask/features/Cargo.toml lacks features of these"
        );
    }
}
