//! The Python package: its wheel, and tests with other people's packages.

use crate::{root, step};
use anyhow::{Context, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages that the wheel is built and tested with.
const NEEDED: &str = "crates/baize-python/requirements.txt";

/// The virtual environment with these packages.
fn room() -> PathBuf {
    root().join("target/python")
}

fn python() -> Command {
    let mut command = Command::new(room().join("bin/python"));
    command.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(root());
    command
}

/// Makes an environment with the packages needed, unless it is there.
fn furnish() -> anyhow::Result<()> {
    let needed = fs::read_to_string(root().join(NEEDED))?;
    let stamp = room().join("furnished");
    if fs::read_to_string(&stamp).is_ok_and(|before| before == needed) {
        return Ok(());
    }
    let mut make = Command::new("python3");
    let made = make.args(["-m", "venv", "--clear"]).arg(room());
    step("a room for Python", made)
        .context("the Python package needs Python 3.10 or later with venv: `apt install python3-venv`")?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", NEEDED];
    step("install what Python needs", python().args(install))?;
    Ok(fs::write(stamp, needed)?)
}

/// Builds the wheel into `target/wheels`; returns its path.
pub(crate) fn wheel() -> anyhow::Result<PathBuf> {
    furnish()?;
    let folder = root().join("target/wheels");
    let _ = fs::remove_dir_all(&folder);
    let mut build = python();
    build.args(["-m", "maturin", "build", "--release", "--locked", "--quiet", "--out"]).arg(&folder);
    step("the wheel", build.args(["--manifest-path", "crates/baize-python/Cargo.toml"]))?;
    let made = fs::read_dir(&folder)?.next().context("no wheel was made")??.path();
    println!("== {} has {} bytes", made.display(), fs::metadata(&made)?.len());
    Ok(made)
}

/// Builds the wheel and installs it in the environment.
fn install() -> anyhow::Result<()> {
    let wheel = wheel()?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ensure!(name.contains("-abi3-"), "{name} is for one version of Python only");
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"];
    step("install the wheel", python().args(install).arg(&wheel))
}

/// Runs the tests of the package, PettingZoo's own among them, and lets the official MCP SDK play with this
/// program.
pub(crate) fn test(program: &Path) -> anyhow::Result<()> {
    install()?;
    let mut package = python();
    package.args(["-m", "unittest", "discover", "--start-directory", "crates/baize-python/tests"]);
    step("the Python package and PettingZoo's tests", &mut package)?;
    let mut model = python();
    model.args(["-m", "unittest", "discover", "--start-directory", "examples/language-model"]);
    step("a scripted model and the official Python SDK", model.env("BAIZE_PROGRAM", program))
}

/// Measures the speed of the package beside OpenSpiel's, in one run.
pub(crate) fn race() -> anyhow::Result<()> {
    install()?;
    let spiel = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "open_spiel==2.0.2"];
    step("install OpenSpiel", python().args(spiel))?;
    step("random games, beside OpenSpiel", python().arg("crates/baize-python/benches/race.py"))
}
