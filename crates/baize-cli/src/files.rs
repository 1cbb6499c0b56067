//! Files that commands write: created before the work begins, and replaced only on request.

use anyhow::{Context, ensure};
use std::fs::File;
use std::path::Path;

/// Creates a file. An existing one is replaced only with `force`.
pub(crate) fn create(path: &Path, force: bool) -> anyhow::Result<File> {
    let mut options = File::options();
    // A device or a pipe has nothing to lose.
    let options = if force || path.metadata().is_ok_and(|found| !found.is_file()) {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let file = options.write(true).open(path);
    let exists = file.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::AlreadyExists);
    ensure!(!exists, "{} exists already; --force replaces it", path.display());
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// Removes a file that was created but never written to.
pub(crate) fn remove_if_empty(path: &Path, file: &File) {
    if file.metadata().is_ok_and(|found| found.is_file() && found.len() == 0) {
        let _ = std::fs::remove_file(path);
    }
}

/// Checks that a file can be created here later, without creating it.
pub(crate) fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(force || !path.is_file(), "{} exists already; --force replaces it", path.display());
    ensure!(!path.is_dir(), "{} is a folder", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    Ok(())
}
