//! The web app: builds it, checks it, and plays it in a real browser.

use crate::offline::{self, Kind};
use crate::{root, step};
use anyhow::{Context, bail};
use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the page in the workspace.
const SOURCES: &[&str] = &[
    "web/build",
    "web/index.html",
    "web/package-lock.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
    "data/puzzles",
    "docs/errors",
    "docs/errors.md",
    "docs/rules",
    "docs/strength.md",
];

/// Where Chromium may be. The windowless one comes first: it opens a page with half the work.
const CHROMIUM: &[&str] = &[
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

fn folder() -> PathBuf {
    root().join("web")
}

/// Checks that Node.js is new enough, or says in one line what to do.
fn find_node() -> anyhow::Result<()> {
    let found = Command::new("node").arg("--version").output().ok().filter(|output| output.status.success());
    let version = found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let major = version.as_deref().and_then(|text| text.strip_prefix('v')?.split('.').next()?.parse().ok());
    match (version, major) {
        (_, Some(20u32..)) => Ok(()),
        (Some(old), _) => {
            bail!("the page needs Node.js 20.19 or later, and this is {old}: https://nodejs.org")
        }
        (None, _) => bail!(
            "the page needs Node.js 20.19 or later: https://nodejs.org (or `apt install nodejs npm`); `cargo xtask terminal` does without"
        ),
    }
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(folder());
    command
}

/// A hash that changes when any of these files does.
fn fingerprint(paths: &[PathBuf]) -> anyhow::Result<String> {
    let mut hasher = DefaultHasher::new();
    for path in paths {
        add(path, &mut hasher).with_context(|| format!("cannot read {}", path.display()))?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut inside: Vec<PathBuf> =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    inside.sort();
    inside.iter().try_for_each(|path| add(path, hasher))
}

/// Does the work unless it was done for the same files before, as noted in `stamp`.
fn unless_done(
    stamp: &Path,
    files: &[PathBuf],
    work: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let now = fingerprint(files)?;
    if fs::read_to_string(stamp).is_ok_and(|before| before == now) {
        return Ok(());
    }
    work()?;
    fs::write(stamp, now).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Installs exactly what the lock file names, unless that is done already.
fn install() -> anyhow::Result<()> {
    let stamp = folder().join("node_modules/.installed");
    unless_done(&stamp, &[folder().join("package-lock.json")], || {
        step("install the page's tools", &mut npm(&["ci", "--no-audit", "--no-fund"]))
    })
}

/// Builds the page with the tables' program inside, as far as anything has changed.
pub(crate) fn build() -> anyhow::Result<()> {
    offline::build(&[Kind::Wide])?;
    build_page()
}

/// Builds the page, unless it is there and none of its sources have changed.
pub(crate) fn build_page() -> anyhow::Result<()> {
    build_beside(|| Ok(()))
}

/// The same, during other work that may read the old page: the new one replaces it afterwards.
pub(crate) fn build_beside(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    find_node()?;
    let (page, next, stamp) = (folder().join("dist"), folder().join("dist.next"), folder().join(".built"));
    if !page.join("index.html").exists() {
        let _ = fs::remove_file(&stamp);
    }
    let build = || -> anyhow::Result<bool> {
        install()?;
        let sources: Vec<PathBuf> = SOURCES.iter().map(|source| root().join(source)).collect();
        let mut is_new = false;
        unless_done(&stamp, &sources, || {
            is_new = true;
            let place = ["run", "--silent", "build", "--", "--outDir", "dist.next", "--emptyOutDir"];
            step("build the page", &mut npm(&place))
        })?;
        Ok(is_new)
    };
    let is_new = std::thread::scope(|scope| {
        let building = scope.spawn(build);
        let worked = work();
        let built = building.join().expect("building the page does not panic");
        worked.and(built)
    });
    if is_new.as_ref().is_ok_and(|is_new| *is_new) {
        let _ = fs::remove_dir_all(&page);
        fs::rename(&next, &page).context("the new page cannot take its place")?;
    } else if is_new.is_err() {
        // The new page may not be in place.
        let _ = fs::remove_file(&stamp);
    }
    is_new.map(drop)
}

/// Lets a copy of the page's folder use the tools installed here.
pub(crate) fn lend_tools(copy: &Path) -> anyhow::Result<()> {
    find_node()?;
    install()?;
    let (tools, place) = (folder().join("node_modules"), copy.join("node_modules"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(tools, place)?;
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(tools, place)?;
    Ok(())
}

/// Checks the page's types and runs its unit tests, without building it.
pub(crate) fn check_quickly() -> anyhow::Result<()> {
    find_node()?;
    install()?;
    step("the page's types", &mut npm(&["run", "--silent", "check"]))?;
    step("the page's unit tests", &mut npm(&["run", "--silent", "test"]))
}

/// Checks the page, tests it, builds it.
pub(crate) fn check() -> anyhow::Result<()> {
    find_node()?;
    install()?;
    println!("== the page's canary");
    // A type checker that reports nothing would be worse than none: it must refuse this one file.
    let canary = npm(&["run", "--silent", "canary"]).output().context("cannot run npm")?;
    let said = String::from_utf8_lossy(&canary.stdout).into_owned();
    if canary.status.success() || !said.contains("found 1 error") {
        bail!("the type checker does not report the error in web/canary:\n{said}");
    }
    check_quickly()?;
    build()
}

/// The programs that run Firefox and WebKit, and their packages.
const ENGINES: &[(&str, &str)] = &[
    ("/usr/bin/firefox-esr", "firefox-esr"),
    ("/usr/bin/WebKitWebDriver", "webkit2gtk-driver"),
    ("/usr/bin/Xvfb", "xvfb"),
];

/// Plays in real browsers against the real server, which must already be built.
pub(crate) fn play_in_browsers(program: &Path) -> anyhow::Result<()> {
    let mut browsers = npm(&["run", "--silent", "test:browser"]);
    browsers.env("BAIZE_PROGRAM", program).env("BAIZE_CHROMIUM", find_chromium()?);
    let missing = find_engines()?;
    if missing.is_empty() {
        browsers.args(["--", "--project", "engines"]);
        return step("tests in Chromium, games in Firefox and WebKit", &mut browsers);
    }
    let how = format!("apt install {}", missing.join(" "));
    if env::var_os("CI").is_some() {
        bail!("Firefox and WebKit are missing: `{how}`");
    }
    println!("== games in Firefox and WebKit: SKIPPED, not installed ({how})");
    step("tests in Chromium", &mut browsers)
}

/// Makes the pictures in docs/pictures from games against the real server.
pub(crate) fn draw(program: &Path) -> anyhow::Result<()> {
    let mut command = npm(&["run", "--silent", "pictures"]);
    command.env("BAIZE_PROGRAM", program).env("BAIZE_CHROMIUM", find_chromium()?);
    step("pictures", &mut command)
}

/// Prints how long the page takes, beside the goals.
pub(crate) fn measure(program: &Path) -> anyhow::Result<()> {
    let mut command = npm(&["run", "--silent", "measure"]);
    command.env("BAIZE_PROGRAM", program).env("BAIZE_CHROMIUM", find_chromium()?);
    step("seconds against the goals", &mut command)
}

pub(crate) fn find_chromium() -> anyhow::Result<PathBuf> {
    let named = env::var_os("BAIZE_CHROMIUM").map(PathBuf::from);
    let find = || CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = named.or_else(find) {
        return Ok(found);
    }
    install_packages(&["chromium-headless-shell", "fonts-noto-cjk"])?;
    find().context("the browser tests need Chromium: `apt install chromium-headless-shell fonts-noto-cjk`, or name it in BAIZE_CHROMIUM")
}

/// The packages of other browsers that are missing and cannot be installed.
fn find_engines() -> anyhow::Result<Vec<&'static str>> {
    let missing = || -> Vec<&str> {
        let absent = ENGINES.iter().filter(|(path, _)| !Path::new(path).exists());
        absent.map(|(_, package)| *package).collect()
    };
    if !missing().is_empty() {
        install_packages(&missing())?;
    }
    Ok(missing())
}

/// Finds PostgreSQL for the tests that need it, or installs it; without it they report that they were
/// skipped, and CI must have it.
pub(crate) fn find_database() -> anyhow::Result<()> {
    let is_there = || fs::read_dir("/usr/lib/postgresql").is_ok_and(|mut versions| versions.next().is_some());
    if !is_there() {
        install_packages(&["postgresql"])?;
    }
    if !is_there() && env::var_os("CI").is_some() {
        bail!("the tests of the database need PostgreSQL: `apt install postgresql`");
    }
    Ok(())
}

/// Finds or installs what a cluster of databases and a jumping clock need.
pub(crate) fn find_cluster() -> anyhow::Result<()> {
    let is_there = |path: &str| Path::new(path).exists();
    if !is_there("/usr/bin/patroni") || !is_there("/usr/bin/etcd") {
        install_packages(&["patroni", "etcd-server"])?;
    }
    let inside = |folder: fs::DirEntry| folder.path().join("faketime").exists();
    if !fs::read_dir("/usr/lib").is_ok_and(|mut folders| folders.any(|folder| folder.is_ok_and(inside))) {
        install_packages(&["libfaketime"])?;
    }
    Ok(())
}

/// Installs packages of the system, if we may.
fn install_packages(packages: &[&str]) -> anyhow::Result<()> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !is_root || !Path::new("/usr/bin/apt-get").exists() {
        return Ok(());
    }
    // A fresh machine has no list of packages yet.
    step("look for packages", Command::new("apt-get").args(["update", "--quiet"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    step("install packages", &mut install)
}
