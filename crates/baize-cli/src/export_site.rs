//! `baize export-site`: the page with tables, rules and players inside, as a folder for any web host.

use crate::out::Out;
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Writes the offline edition: a folder of files that any web host can carry. Games against the computer and with several
/// people on one device need nothing else, not even a connection after the first visit.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize export-site site                    # then let any web host serve the folder")]
pub(crate) struct Args {
    /// The folder, made if there is none; files of an older edition are replaced
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Some(files) = baize_server::offline_site() else {
        bail!("this program has no offline edition inside; `cargo xtask offline DIR` builds one");
    };
    for (name, contents) in &files {
        let path = args.folder.join(name);
        let parent = path.parent().context("a file lies in a folder")?;
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let bytes: usize = files.iter().map(|(_, contents)| contents.len()).sum();
    let folder = args.folder.display();
    writeln!(Out, "{} files, {:.1} MB, are in {folder}", files.len(), bytes as f64 / 1e6)?;
    Ok(writeln!(Out, "on this machine: python3 -m http.server --directory {folder} 8000")?)
}
