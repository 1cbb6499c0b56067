//! Simulates and checks random shots: `cargo run --release --example soak -- FIRST COUNT`.
//!
//! With the argument `hashes` instead, it writes the text of `tests/hashes.txt`.

use baize_physics::soak;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "hashes") {
        for first in (0..10_000).step_by(100) {
            println!("{first} {:016x}", soak::hash(first..first + 100));
        }
        return;
    }
    let mut numbers = args.iter().map(|arg| arg.parse::<u64>().expect("a number"));
    let (first, count) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(10_000));
    match soak::run(first..first + count) {
        Ok(tally) => println!("{tally:?}"),
        Err(reason) => {
            eprintln!("{reason}");
            std::process::exit(1);
        }
    }
}
