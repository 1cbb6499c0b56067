//! The licences of everything in the program: crates, and what is bundled with the page.

use crate::dist::cargo_home;
use crate::{cargo, root};
use anyhow::{Context, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// The names of licence files.
const NAMES: &[&str] = &["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// A text with every part, its licence, and the wording of that licence.
pub(crate) fn of_all_parts() -> anyhow::Result<String> {
    let mut text = String::from("Parts of this program that others made, and their licences.\n");
    for (name, version, licence) in crates()? {
        let folder = source_of(&name, &version)?;
        text += &format!("\n{:=<100}\n{name} {version}: {licence}\n", "");
        for file in licence_files(&folder)? {
            text += &format!("\n{}\n", fs::read_to_string(file)?.trim());
        }
    }
    let page = root().join("web/dist/licenses.txt");
    text +=
        &fs::read_to_string(&page).with_context(|| format!("no {}: `cargo xtask web`", page.display()))?;
    Ok(text)
}

/// Name, version and licence of every third-party crate in the program.
fn crates() -> anyhow::Result<Vec<(String, String, String)>> {
    let format = ["tree", "--locked", "--package", "baize-cli", "--prefix", "none", "--format", "{p}|{l}"];
    let output = cargo().args(format).args(["--edges", "normal"]).output()?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    let mut found = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (package, licence) =
            line.trim_end_matches(" (*)").split_once('|').context("a line of cargo tree")?;
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { bail!("no package: {line}") };
        if !name.starts_with("baize-") {
            ensure!(!licence.is_empty(), "{name} does not name its licence");
            found.push((name.to_owned(), version.trim_start_matches('v').to_owned(), licence.to_owned()));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Where cargo has unpacked a crate.
fn source_of(name: &str, version: &str) -> anyhow::Result<PathBuf> {
    let sources = cargo_home()?.join("registry/src");
    for registry in fs::read_dir(&sources).with_context(|| format!("no {}", sources.display()))? {
        let folder = registry?.path().join(format!("{name}-{version}"));
        if folder.is_dir() {
            return Ok(folder);
        }
    }
    bail!("the source of {name} {version} is not below {}", sources.display())
}

/// The files of a crate that hold its licence; some only name it in their manifest.
fn licence_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
