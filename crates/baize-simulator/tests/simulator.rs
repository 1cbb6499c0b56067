//! The simulator itself: its runs are repeatable, it finds no bugs in the server, and it finds the planted
//! ones.

use baize_simulator::{Bug, Fault, Plan, RunResult, run, shrink};

fn plan(seed: u64, steps: u64) -> Plan {
    Plan { steps, ..Plan::new(seed) }
}

#[test]
fn a_seed_gives_the_same_run_every_time() {
    for seed in [1, 2, 3] {
        let (first, second) = (run(&plan(seed, 600)), run(&plan(seed, 600)));
        assert_eq!(first, second, "seed {seed}");
    }
    assert_ne!(run(&plan(1, 600)).digest, run(&plan(2, 600)).digest);
}

#[test]
fn no_promise_is_broken_whatever_goes_wrong() {
    let mut faults = vec![0; Fault::ALL.len()];
    let mut steps = 0;
    for seed in 100..130 {
        let plan = plan(seed, 800);
        let outcome = run(&plan);
        assert_eq!(outcome.violation, None, "{}", plan.command());
        steps += outcome.steps;
        faults.iter_mut().zip(&outcome.faults).for_each(|(sum, count)| *sum += count);
    }
    assert!(steps > 24_000);
    for (fault, count) in Fault::ALL.iter().zip(&faults) {
        assert!(*count > 0, "{fault} never happened: {faults:?}");
    }
}

/// The first run in which a bug is found.
fn hunt(bug: Bug) -> Option<(Plan, RunResult)> {
    (1..=100).find_map(|seed| {
        let plan = Plan { bug: Some(bug), ..plan(seed, 1_500) };
        let outcome = run(&plan);
        outcome.violation.is_some().then_some((plan, outcome))
    })
}

#[test]
fn every_planted_bug_is_found_within_a_hundred_seeds() {
    for bug in Bug::ALL {
        assert!(hunt(*bug).is_some(), "{bug} was not found");
    }
}

#[test]
fn a_run_that_fails_is_made_smaller_and_fails_again() {
    let (plan, outcome) = hunt(Bug::EarlyAnswer).expect("it is found");
    let (smaller, shown) = shrink(&plan, &outcome, 120);
    assert!(smaller.steps <= plan.steps && smaller.tables <= plan.tables);
    assert!(
        shown.taken.len() < outcome.taken.len().max(4),
        "{} of {}",
        shown.taken.len(),
        outcome.taken.len()
    );
    assert_eq!(run(&smaller), shown, "{}", smaller.command());
    assert!(smaller.command().contains("--bug early-answer"));
}
