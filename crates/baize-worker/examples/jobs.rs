//! Does the jobs on standard input, one per line, just as the program for browsers does them; prints each
//! answer and how long it took. `cargo xtask offline --check` and `--bench` compare the two.

use baize_worker::Worker;
use std::io::{Write, stdin, stdout};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut worker = Worker::new(Default::default());
    for line in stdin().lines() {
        let line = line?;
        let start = Instant::now();
        let answer = worker.handle(&line);
        let millis = start.elapsed().as_secs_f64() * 1000.0;
        writeln!(stdout(), "{{\"millis\":{millis},\"answer\":{answer}}}")?;
    }
    Ok(())
}
