//! Every bit of ten thousand random shots is the same in every build and on every machine.

use baize_physics::soak;

/// `examples/soak.rs` writes this file, with the argument `hashes`.
const PINNED: &str = include_str!("hashes.txt");

#[test]
fn ten_thousand_shots_have_the_pinned_bits() {
    let mut shots = 0;
    for line in PINNED.lines() {
        let (first, hash) = line.split_once(' ').unwrap();
        let first: u64 = first.parse().unwrap();
        assert_eq!(first, shots);
        assert_eq!(
            format!("{:016x}", soak::hash(first..first + 100)),
            hash,
            "shots {first} to {}",
            first + 99
        );
        shots += 100;
    }
    assert_eq!(shots, 10_000);
}

#[test]
fn a_checked_run_and_a_plain_one_have_the_same_bits() {
    assert_eq!(soak::run(0..500).unwrap().hash, soak::hash(0..500));
}
