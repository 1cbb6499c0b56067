//! Rebuilds the program when the web page has changed, as the page becomes part of it.

use std::fs::{self, File};
use std::time::SystemTime;

const PAGE: &str = "../../web/dist";

fn main() {
    // If a watched path is missing, Cargo runs this script every time; so make the folder, dated before this
    // run.
    if fs::create_dir(PAGE).is_ok() {
        let _ = File::open(PAGE).and_then(|folder| folder.set_modified(SystemTime::UNIX_EPOCH));
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BAIZE_PAGE_FROM_DISK");
    // If the page is read from the folder, as in debug builds and by `cargo xtask play`, nothing needs
    // rebuilding.
    if std::env::var_os("BAIZE_PAGE_FROM_DISK").is_none() {
        println!("cargo:rerun-if-changed={PAGE}");
    }
}
