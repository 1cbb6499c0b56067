//! Does what `docs/new-game.md` says in a copy of the workspace: while this passes, the page is correct.

use crate::{cargo, root, step, web};
use anyhow::{Context, ensure};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = "docs/new-game.md";
/// The game that the page adds.
const GAME: &str = "nim";
/// How many existing files a new game may change.
const MOST_CHANGED: usize = 3;

/// A copy of everything git would keep, as a separate repository; removed when dropped.
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Copy {
    fn make() -> anyhow::Result<Copy> {
        let copy = Copy(root().join("target/rehearsal"));
        // Left over from a rehearsal that was stopped.
        let _ = fs::remove_dir_all(&copy.0);
        let listed = git(&root(), &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
        for path in listed.split_terminator('\0').filter(|path| root().join(path).is_file()) {
            let target = copy.0.join(path);
            fs::create_dir_all(target.parent().context("a file lies in a folder")?)?;
            fs::copy(root().join(path), &target).with_context(|| path.to_owned())?;
            // As old as the original, so that what was built from it counts as up to date.
            let age = fs::metadata(root().join(path))?.modified()?;
            File::options().write(true).open(&target)?.set_modified(age)?;
        }
        git(&copy.0, &["init", "--quiet"])?;
        git(&copy.0, &["add", "--all"])?;
        git(
            &copy.0,
            &["-c", "user.name=Rehearsal", "-c", "user.email=none", "commit", "--quiet", "-m", "Before"],
        )?;
        Ok(copy)
    }
}

/// Runs the commands of the page one after another.
pub(crate) fn run() -> anyhow::Result<()> {
    let page = fs::read_to_string(root().join(PAGE))?;
    let copy = Copy::make()?;
    web::lend_tools(&copy.0.join("web"))?;
    let chromium = web::find_chromium()?;
    let built = copy.0.join("target");
    lend_what_is_built(&built)?;
    for command in commands(&page) {
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", command]).current_dir(&copy.0);
        bash.env("CARGO_TARGET_DIR", &built).env("BAIZE_PROGRAM", built.join("debug/baize"));
        step(command, bash.env("BAIZE_CHROMIUM", &chromium))?;
    }
    touches_little(&git(&copy.0, &["status", "--porcelain", "--untracked-files=all"])?)
}

/// Rehearses the part of the page that takes no minutes: a new game is written, it touches little, and its
/// own tests pass, the laws among them.
pub(crate) fn begin() -> anyhow::Result<()> {
    let copy = Copy::make()?;
    let mut new_game = Command::new(env::current_exe()?);
    new_game.args(["new-game", GAME]).current_dir(&copy.0);
    step("a new game in a copy", new_game.env("CARGO_MANIFEST_DIR", copy.0.join("xtask")))?;
    // Kept between runs: only the rules and their dependencies are built, and only once.
    let built = root().join("target/rehearsed");
    let name = format!("baize-{GAME}");
    for arguments in [
        &["fmt", "--all", "--check"][..],
        &["test", "--quiet", "--locked", "--offline", "--package", name.as_str()],
    ] {
        let mut of_copy = cargo();
        of_copy.args(arguments).current_dir(&copy.0).env("CARGO_TARGET_DIR", &built);
        step(&format!("the new game: cargo {}", arguments[0]), &mut of_copy)?;
    }
    touches_little(&git(&copy.0, &["status", "--porcelain", "--untracked-files=all"])?)
}

/// Gives the copy what is built here, so that it builds only what a new game changes. The build folder cannot
/// be shared: cargo takes a crate at the same place in another workspace for the same crate.
fn lend_what_is_built(built: &Path) -> anyhow::Result<()> {
    let own = root().join("target/debug");
    fs::create_dir_all(built.join("debug"))?;
    for part in
        [".fingerprint", "build", "deps"].map(|part| own.join(part)).iter().filter(|part| part.exists())
    {
        let mut copy = Command::new("cp");
        copy.args(["--archive", "--reflink=auto"]).arg(part).arg(built.join("debug"));
        step(&format!("lend {}", part.display()), &mut copy)?;
    }
    Ok(())
}

/// The lines of all shell blocks.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty())
}

/// Checks that everything new carries the name of the game, and that little else has changed.
fn touches_little(status: &str) -> anyhow::Result<()> {
    let (new, changed): (Vec<&str>, Vec<&str>) = status.lines().partition(|line| line.starts_with("?? "));
    ensure!(new.len() > 20, "the game has few files:\n{status}");
    let foreign: Vec<&&str> = new.iter().filter(|path| !path.contains(GAME)).collect();
    ensure!(foreign.is_empty(), "new files that do not name the game: {foreign:?}");
    ensure!(changed.len() <= MOST_CHANGED, "a new game changes too many files:\n{}", changed.join("\n"));
    println!("== {} new files, and changed: {}", new.len(), changed.join(", "));
    Ok(())
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output =
        Command::new("git").args(arguments).current_dir(folder).output().context("cannot run git")?;
    ensure!(
        output.status.success(),
        "git {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_begins_with_the_new_game_and_its_lines_are_commands() {
        let page = fs::read_to_string(root().join(PAGE)).unwrap();
        let lines: Vec<&str> = commands(&page).collect();
        assert_eq!(lines[0], format!("cargo xtask new-game {GAME}"));
        assert!(lines.len() > 5, "{lines:?}");
    }

    #[test]
    fn a_file_of_others_or_without_the_name_is_noticed() {
        let own: String = (0..30).map(|n| format!("?? web/src/games/nim/{n}.ts\n")).collect();
        touches_little(&format!("{own} M a\n M b\n M c\n")).unwrap();
        assert!(touches_little(&format!("{own} M a\n M b\n M c\n M d\n")).is_err());
        assert!(touches_little(&format!("{own}?? docs/other.md\n")).is_err());
        assert!(touches_little("?? nim\n").is_err());
    }
}
