//! Simulates and checks random shots: `cargo run --release --example soak -- FIRST COUNT`.

use baize_physics::soak;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (first, count) = (args.next().unwrap_or(0), args.next().unwrap_or(10_000));
    match soak::run(first..first + count) {
        Ok(tally) => println!("{tally:?}"),
        Err(reason) => {
            eprintln!("{reason}");
            std::process::exit(1);
        }
    }
}
