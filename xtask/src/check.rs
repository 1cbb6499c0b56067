//! `cargo xtask check`: checks what has changed and nothing else.

use crate::{cargo, root, side_by_side, step, web};
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Instant;

/// What a change touches.
#[derive(Default, PartialEq, Eq, Debug)]
struct Touched {
    crates: BTreeSet<String>,
    page: bool,
}

impl Touched {
    fn by<'a>(paths: impl IntoIterator<Item = &'a str>) -> Touched {
        let mut touched = Touched::default();
        for path in paths {
            let mut parts = path.split('/');
            match (parts.next(), parts.next()) {
                (Some("crates"), Some(name)) => drop(touched.crates.insert(name.to_owned())),
                (Some("xtask"), _) => drop(touched.crates.insert("xtask".to_owned())),
                (Some("web"), _) => touched.page = true,
                // The page shows the rules, and a language model reads them.
                (Some("docs"), Some("rules")) => {
                    touched.page = true;
                    touched.crates.insert("baize-games".to_owned());
                }
                _ => {}
            }
            // The engine plays the lessons.
            if path.starts_with("web/src/games/") && path.contains("/lessons/") {
                touched.crates.insert("baize-games".to_owned());
            }
        }
        touched
    }
}

/// Checks format, lints, the tests of the crates that changed since `since`, the shape of the workspace, and
/// the page if it changed.
pub(crate) fn run(since: &str) -> anyhow::Result<()> {
    let paths = changed(since)?;
    let touched = Touched::by(paths.iter().map(String::as_str));
    println!("== {} files have changed since {since}", paths.len());
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    // Cargo itself knows which crates use a changed one.
    let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    step("lints", cargo().args(lints))?;
    // The page is checked at the same time: many tests wait for others most of the time.
    std::thread::scope(|scope| {
        let page = scope.spawn(|| if touched.page { web::check_quickly() } else { Ok(()) });
        test(&touched)?;
        page.join().expect("it does not panic")
    })
}

/// Runs the tests of the crates touched, and those of what is written about the whole.
fn test(touched: &Touched) -> anyhow::Result<()> {
    let crates: Vec<&str> = touched.crates.iter().map(String::as_str).filter(|name| is_crate(name)).collect();
    if !crates.is_empty() {
        test_crates(&crates)?;
    }
    if !crates.contains(&"xtask") {
        step(
            "the shape of the workspace",
            cargo().args(["test", "--quiet", "--locked", "--package", "xtask"]),
        )?;
    }
    if !crates.is_empty() && !crates.contains(&"baize-cli") {
        let tidy = ["test", "--quiet", "--locked", "--package", "baize-cli", "--test", "tidy"];
        step("what is written down of the program", cargo().args(tidy))?;
    }
    Ok(())
}

/// Runs the tests of these crates and the examples in their documentation.
fn test_crates(crates: &[&str]) -> anyhow::Result<()> {
    let packages = |crates: &[&str]| -> Vec<String> {
        crates.iter().flat_map(|name| ["--package".to_owned(), (*name).to_owned()]).collect()
    };
    println!("== tests of {}", crates.join(", "));
    let start = Instant::now();
    let names = packages(crates);
    side_by_side::test(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    println!("== tests of {}: ok after {:.0} s", crates.join(", "), start.elapsed().as_secs_f64());
    let has_library = |name: &&&str| root().join("crates").join(name).join("src/lib.rs").exists();
    let libraries: Vec<&str> = crates.iter().filter(has_library).copied().collect();
    if libraries.is_empty() {
        return Ok(());
    }
    let doc = ["test", "--quiet", "--locked", "--doc"];
    step("their examples", cargo().args(doc).args(packages(&libraries)))
}

/// A crate that was removed has no tests.
fn is_crate(name: &str) -> bool {
    name == "xtask" || root().join("crates").join(name).join("Cargo.toml").exists()
}

/// The files that differ from where this branch left `since`, and those git does not know yet.
fn changed(since: &str) -> anyhow::Result<Vec<String>> {
    let base = git(&["merge-base", "HEAD", since]).with_context(|| format!("what is {since:?}?"))?;
    let known = git(&["diff", "--name-only", base.trim()])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(known.lines().chain(new.lines()).map(str::to_owned).collect())
}

fn git(arguments: &[&str]) -> anyhow::Result<String> {
    let output =
        Command::new("git").args(arguments).current_dir(root()).output().context("cannot run git")?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::Touched;

    #[test]
    fn a_change_touches_its_crate_and_whatever_shows_it() {
        let touched = |path| Touched::by([path]);
        let crates = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let of = |names: &[&str], page| Touched { crates: crates(names), page };
        assert_eq!(touched("crates/baize-nine/src/game.rs"), of(&["baize-nine"], false));
        assert_eq!(touched("xtask/src/check.rs"), of(&["xtask"], false));
        assert_eq!(touched("web/src/App.svelte"), of(&[], true));
        assert_eq!(touched("docs/rules/nine.md"), of(&["baize-games"], true));
        assert_eq!(touched("web/src/games/nine/lessons/script.json"), of(&["baize-games"], true));
        assert_eq!(touched("README.md"), of(&[], false));
    }
}
