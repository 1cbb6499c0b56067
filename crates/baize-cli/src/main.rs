//! The `baize` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// Tables, views and messages are many small, short-lived allocations on all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    baize_cli::run(std::env::args_os())
}
