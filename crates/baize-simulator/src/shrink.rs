//! Shrinks a failing run: fewer steps, fewer tables, fewer games, fewer faults.

use crate::plan::{Fault, Plan, RunResult};
use crate::run;
use std::collections::BTreeSet;

/// Finds the smallest failing run it can, starting from this one, and its result. At most `tries` runs are
/// tried.
pub fn shrink(plan: &Plan, failed: &RunResult, tries: u32) -> (Plan, RunResult) {
    let mut search = Search { best: plan.clone(), outcome: failed.clone(), tries };
    search.fewer_steps();
    search.fewer_tables();
    search.fewer_kinds();
    search.fewer_faults();
    search.fewer_steps();
    (search.best, search.outcome)
}

struct Search {
    best: Plan,
    outcome: RunResult,
    tries: u32,
}

impl Search {
    /// Whether this run fails, too. If so, it is kept as the best so far.
    fn fails(&mut self, plan: Plan) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let outcome = run(&plan);
        let is_failure = outcome.violation.is_some();
        if is_failure {
            (self.best, self.outcome) = (plan, outcome);
        }
        is_failure
    }

    fn fewer_steps(&mut self) {
        let failed = self.outcome.violation.as_ref().map_or(self.best.steps, |violation| violation.step);
        let mut steps = self.best.steps.min(failed);
        if steps < self.best.steps {
            self.fails(Plan { steps, ..self.best.clone() });
        }
        let mut cut = self.best.steps / 2;
        while cut > 0 && self.tries > 0 {
            steps = self.best.steps.saturating_sub(cut);
            if steps == 0 || !self.fails(Plan { steps, ..self.best.clone() }) {
                cut /= 2;
            }
            cut = cut.min(self.best.steps / 2);
        }
    }

    fn fewer_tables(&mut self) {
        while self.best.tables > 1 && self.fails(Plan { tables: self.best.tables - 1, ..self.best.clone() }) {
        }
        for game in self.best.games.clone() {
            if self.best.games.len() > 1 && self.fails(Plan { games: vec![game], ..self.best.clone() }) {
                break;
            }
        }
    }

    fn fewer_kinds(&mut self) {
        for fault in Fault::ALL {
            let mut faults = self.best.faults.clone();
            if faults.remove(fault) {
                self.fails(Plan { faults, ..self.best.clone() });
            }
        }
    }

    /// Leaves out groups of the faults that happened, then ever smaller groups.
    fn fewer_faults(&mut self) {
        let mut taken = self.outcome.taken.clone();
        let mut part = taken.len().div_ceil(2);
        while part > 0 && self.tries > 0 {
            let mut has_shrunk = false;
            let mut from = 0;
            while from < taken.len() {
                let rest: Vec<u64> = taken
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| !(from..from + part).contains(index))
                    .map(|(_, number)| *number)
                    .collect();
                let only: BTreeSet<u64> = rest.iter().copied().collect();
                if self.fails(Plan { only: Some(only), ..self.best.clone() }) {
                    taken = self.outcome.taken.clone();
                    has_shrunk = true;
                } else {
                    from += part;
                }
            }
            if !has_shrunk || part > taken.len() {
                part = if part == 1 { 0 } else { part.min(taken.len()).div_ceil(2).min(part - 1) };
            }
        }
    }
}
