//! Tests the package from Python, with the module that was just built; needs only the standard library.

use std::path::Path;
use std::process::Command;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn python_plays() {
    let found =
        Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status();
    if !found.is_ok_and(|status| status.success()) {
        assert!(
            std::env::var_os("CI").is_none(),
            "these tests need Python 3.10 or later: `apt install python3`"
        );
        println!("SKIPPED: there is no Python 3.10 or later");
        return;
    }
    let built = std::env::current_exe().unwrap();
    let module = built.parent().unwrap().join("libbaize_python.so");
    let folder = std::env::temp_dir().join(format!("baize-python-{}", std::process::id()));
    let package = folder.join("baize");
    std::fs::create_dir_all(&package).unwrap();
    for file in
        std::fs::read_dir(Path::new(PACKAGE).join("python/baize")).unwrap().map(|file| file.unwrap().path())
    {
        if file.is_file() {
            std::fs::copy(&file, package.join(file.file_name().unwrap())).unwrap();
        }
    }
    std::fs::copy(&module, package.join("_native.abi3.so")).unwrap();
    let mut python = Command::new("python3");
    python.args(["-m", "unittest", "-v", "test_games"]).current_dir(Path::new(PACKAGE).join("tests"));
    let output = python.env("PYTHONPATH", &folder).env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
