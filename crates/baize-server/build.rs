//! Builds anew when the page has changed: it becomes part of the program.

use std::fs::{self, File};
use std::time::SystemTime;

const PAGE: &str = "../../web/dist";

fn main() {
    // Cargo runs this again each time while what it watches is missing, so there is a folder, and it is older than this run.
    if fs::create_dir(PAGE).is_ok() {
        let _ = File::open(PAGE).and_then(|folder| folder.set_modified(SystemTime::UNIX_EPOCH));
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=BAIZE_PAGE_FROM_DISK");
    // Where it is read from the folder, as in debug builds and by `cargo xtask play`, there is nothing to build anew.
    if std::env::var_os("BAIZE_PAGE_FROM_DISK").is_none() {
        println!("cargo:rerun-if-changed={PAGE}");
    }
}
