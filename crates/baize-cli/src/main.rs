//! The `baize` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    baize_cli::run(std::env::args_os())
}
