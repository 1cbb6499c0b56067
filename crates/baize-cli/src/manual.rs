//! `baize completions` and `baize man`: shell completions and manual pages.

use crate::out::Out;
use anyhow::{Context, ensure};
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

/// Prints what a shell needs to complete the words of this program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize completions bash > baize.bash       # to be sourced by ~/.bashrc
  baize completions zsh > _baize
  baize completions fish > baize.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

pub(crate) fn complete(args: &Completions, mut program: clap::Command) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "baize", &mut text);
    Ok(Out.write_all(&text)?)
}

/// Writes the manual: one page for the program, and one for every command.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize man .")]
pub(crate) struct Man {
    /// The folder for the pages
    folder: PathBuf,
}

pub(crate) fn write_pages(args: &Man, program: clap::Command) -> anyhow::Result<()> {
    let folder = &args.folder;
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    clap_mangen::generate_to(program, folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(writeln!(Out, "the pages are in {}", folder.display())?)
}
