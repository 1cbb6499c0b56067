//! Files generated from the types are up to date; `BAIZE_UPDATE=1` writes them.

use std::fs;
use std::path::Path;

fn check(path: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("BAIZE_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, made).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == made, "{}: run with BAIZE_UPDATE=1", path.display());
}

#[test]
fn open_api() {
    check("docs/openapi.json", &format!("{:#}\n", baize_protocol::openapi()));
}

#[test]
fn typescript() {
    check("web/src/gen/protocol.ts", &baize_protocol::typescript());
}
