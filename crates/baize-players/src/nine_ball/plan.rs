//! The search for the stroke with the best chance to win the rack.

use super::aim::solve;
use super::ground::Ground;
use super::hand::{Hand, SPREAD, slips};
use super::lie::{DIAMETER, Lie, turned};
use super::lines::{Line, banks, combinations, straight};
use super::outlook::Outlook;
use super::strokes::{COARSE, FINE, Grid, MIDDLE};
use super::trial::{Stake, Trial, Trials};
use baize_nine_ball::{Cue, Next};

/// A stroke and its evaluation.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) cue: Cue,
    /// The line along which a ball should drop, with its estimated chance.
    line: Option<(f64, Line)>,
    /// The chance to win the rack with it.
    pub(super) value: f64,
    /// How often it was tried, and after how many tries the shooter plays on or has won.
    pub(super) tried: usize,
    good: usize,
    /// The sum of the values of all tries.
    sum: f64,
    /// The positions after its tries, except where they ended the rack or were fouls.
    leads: Vec<Lead>,
}

/// The position after a try.
#[derive(Clone, Copy, Debug)]
struct Lead {
    lie: Lie,
    /// Whether the shooter is still at the table.
    is_mine: bool,
    /// The depth of a search from here in balls, and the difference of its value to the estimate, for the
    /// shooter of the stroke that led here.
    found: Option<(u32, f64)>,
}

/// What a player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To pot something now, or at least not to foul.
    Pot,
    /// To win the rack.
    Win,
}

/// Which lines a player sees; each kind includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reach {
    Straight,
    Combinations,
    Banks,
}

/// The breadth of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) grid: Grid,
    /// How many lines to try, the likeliest first.
    pub(super) lines: usize,
    pub(super) reach: Reach,
    /// For each round, how many candidates remain, and how often each has been tried by its end.
    pub(super) rounds: &'static [(usize, usize)],
    /// Closer looks after the rounds, at fewer candidates each time.
    pub(super) looks: &'static [Look],
}

/// A closer look: how many candidates to search, from how many positions each, and how many balls further at
/// most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    beam: usize,
    leads: usize,
    depth: u32,
}

/// The search for the stroke to play now.
pub(super) const NOW: Effort = Effort {
    grid: FINE,
    lines: 6,
    reach: Reach::Banks,
    rounds: &[(160, 6), (40, 16), (24, 40), (24, 80)],
    looks: &[
        Look { beam: 24, leads: 4, depth: 1 },
        Look { beam: 10, leads: 8, depth: 2 },
        Look { beam: 5, leads: 16, depth: 2 },
        Look { beam: 3, leads: 32, depth: 2 },
    ],
};

/// The search one ball later.
const LATER: Effort = Effort {
    grid: MIDDLE,
    lines: 3,
    reach: Reach::Combinations,
    rounds: &[(16, 6), (5, 16)],
    looks: &[Look { beam: 2, leads: 2, depth: 1 }],
};

/// The same for a player who never misses: one try is certain, so there can be more candidates.
const LATER_SURE: Effort =
    Effort { rounds: &[(6, 1)], looks: &[Look { beam: 4, leads: 1, depth: u32::MAX }], ..LATER };

/// Closer looks at the stroke to play now, for a player who never misses.
const LOOKS_SURE: &[Look] = &[Look { beam: 6, leads: 1, depth: u32::MAX }];

/// Roughly how many trials a search from one position takes, and by what factor each further ball multiplies
/// them.
const COST: u64 = 130;
const COST_FURTHER: u64 = 5;

/// How many lines over a cushion are tried.
const GUESSES: usize = 24;

/// This chance counts as won.
const WON: f64 = 0.999;

/// A search in progress.
pub(super) struct Planner<'a> {
    pub(super) ground: &'a Ground,
    pub(super) hand: Hand,
    pub(super) goal: Goal,
    pub(super) outlook: Outlook<'a>,
    pub(super) trials: Trials<'a>,
}

impl Planner<'_> {
    /// The value of a shot that ended like this: the shooter's chance to win.
    pub(super) fn worth(&self, trial: &Trial) -> f64 {
        if self.goal == Goal::Pot {
            return match trial.next {
                Next::ShooterWins | Next::ShooterContinues => 1.0,
                Next::OpponentPlays | Next::PushOutChoice => 0.2,
                Next::OpponentBallInHand | Next::OpponentWins => 0.0,
            };
        }
        match trial.next {
            Next::ShooterWins => 1.0,
            Next::OpponentWins => 0.0,
            Next::ShooterContinues => self.outlook.at_table(&trial.lie),
            Next::OpponentPlays => 1.0 - self.outlook.at_table(&trial.lie),
            Next::OpponentBallInHand => 1.0 - self.outlook.in_hand(&trial.lie),
            Next::PushOutChoice => {
                let theirs = self.outlook.at_table(&trial.lie);
                theirs.min(1.0 - theirs)
            }
        }
    }

    /// The lines of the target, the likeliest first.
    fn lines(&self, lie: &Lie, reach: Reach) -> Vec<(f64, Line)> {
        let (Some(target), Some(cue)) = (lie.target(), lie.cue()) else { return Vec::new() };
        let mut lines = straight(self.ground, lie, target, lie.objects());
        if reach >= Reach::Combinations {
            lines.extend(combinations(self.ground, lie, target));
        }
        if reach >= Reach::Banks {
            lines.extend(banks(self.ground, lie, target));
        }
        let spread = SPREAD * self.hand.noise.max(0.1);
        let mut rated: Vec<(f64, Line)> = lines
            .into_iter()
            .map(|line| (line.chance(self.ground, lie, cue, spread), line))
            .filter(|(chance, _)| *chance > 0.02)
            .collect();
        rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        rated
    }

    /// Strokes that drop a ball along a line if they come out as meant, each with a first estimate of its
    /// value.
    pub(super) fn pots(&mut self, lie: &Lie, stake: Stake, effort: &Effort) -> Vec<Candidate> {
        let Some(cue) = lie.cue() else { return Vec::new() };
        let mut candidates = Vec::new();
        let lines = self.lines(lie, effort.reach);
        let (guesses, sure): (Vec<_>, Vec<_>) = lines.into_iter().partition(|(_, line)| line.is_bank);
        for (chance, line) in sure.into_iter().take(effort.lines).chain(guesses.into_iter().take(GUESSES)) {
            let grid = if line.is_bank { COARSE } else { effort.grid };
            for stroke in grid.strokes(lie, cue, &line) {
                candidates.extend(self.along(lie, stake, (chance, line), stroke));
            }
        }
        candidates
    }

    /// The stroke that drops a ball along a line at this speed and spin, if there is one.
    fn along(&mut self, lie: &Lie, stake: Stake, line: (f64, Line), stroke: Cue) -> Option<Candidate> {
        if self.trials.is_over() {
            return None;
        }
        let stroke = solve(self.trials.simulator(), lie, &line.1, stroke)?;
        let trial = self.trials.play(lie, stake, stroke);
        let drops = matches!(trial.next, Next::ShooterContinues | Next::ShooterWins);
        let chance = if self.hand.noise == 0.0 { 1.0 } else { line.0 };
        drops.then(|| Candidate { line: Some(line), ..self.candidate(stroke, &trial, chance) })
    }

    /// Strokes a little harder and softer than the best few, with slightly different spin, and aimed slightly
    /// to either side of the middle of the pocket.
    pub(super) fn vary(&mut self, lie: &Lie, stake: Stake, best: &[Candidate]) -> Vec<Candidate> {
        const VARIED: usize = 5;
        const STEPS: [(f64, i32, i32); 6] =
            [(0.93, 0, 0), (1.07, 0, 0), (1.0, 90, 0), (1.0, -90, 0), (1.0, 0, 90), (1.0, 0, -90)];
        let mut variants = Vec::new();
        for candidate in best.iter().take(VARIED) {
            let Some(line) = candidate.line else { continue };
            for (faster, side, top) in STEPS {
                let stroke = Cue {
                    speed_mm_s: (f64::from(candidate.cue.speed_mm_s) * faster) as i32,
                    side_milli: candidate.cue.side_milli + side,
                    top_milli: candidate.cue.top_milli + top,
                    ..candidate.cue
                };
                let far = stroke.side_milli * stroke.side_milli + stroke.top_milli * stroke.top_milli;
                if far <= Cue::MOST_OFFSET * Cue::MOST_OFFSET {
                    variants.extend(self.along(lie, stake, line, stroke));
                }
            }
            variants.extend(self.askew(lie, stake, line, candidate.cue));
        }
        variants
    }

    /// The same stroke towards either side of the pocket: its middle is not always the middle of the aims
    /// that drop, and from one side the cue ball may run on better.
    fn askew(&mut self, lie: &Lie, stake: Stake, line: (f64, Line), cue: Cue) -> Vec<Candidate> {
        const SHARE: f64 = 0.4;
        let at = lie.cue().filter(|_| !line.1.is_bank);
        let Some((_, length, fullness)) = at.and_then(|at| line.1.approach(lie, at)) else {
            return Vec::new();
        };
        let turn = SHARE * line.1.half / line.1.way * DIAMETER * fullness / length * 1e6;
        let strokes =
            [turn, -turn].map(|turn| Cue { aim_urad: turned(f64::from(cue.aim_urad) + turn), ..cue });
        let mut candidates = self.sweep(lie, stake, &strokes);
        candidates.iter_mut().for_each(|candidate| candidate.line = Some(line));
        candidates
    }

    /// Tries strokes that follow no line.
    pub(super) fn sweep(&mut self, lie: &Lie, stake: Stake, strokes: &[Cue]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for &stroke in strokes {
            if self.trials.is_over() {
                break;
            }
            let trial = self.trials.play(lie, stake, stroke);
            if !matches!(trial.next, Next::OpponentBallInHand | Next::OpponentWins) {
                candidates.push(self.candidate(stroke, &trial, 1.0));
            }
        }
        candidates
    }

    /// A candidate after one try that came out as meant, which has this chance; a miss is worth less than an
    /// even game.
    fn candidate(&self, cue: Cue, trial: &Trial, chance: f64) -> Candidate {
        const MISSED: f64 = 0.35;
        let worth = self.worth(trial);
        let value = chance * worth + (1.0 - chance) * MISSED;
        let mut candidate = Candidate { value, ..Candidate::new(cue) };
        if self.hand.noise == 0.0 {
            candidate.count(trial, worth);
        }
        candidate
    }

    /// Tries the best candidates repeatedly, with the errors of the hand, fewer in each round. Those that
    /// remain are sorted, the best first.
    pub(super) fn sift(
        &mut self,
        lie: &Lie,
        stake: Stake,
        candidates: &mut Vec<Candidate>,
        rounds: &[(usize, usize)],
    ) {
        sort(candidates);
        for &(left, tries) in rounds {
            candidates.truncate(left);
            for candidate in candidates.iter_mut() {
                self.try_out(lie, stake, candidate, tries);
            }
            sort(candidates);
        }
    }

    /// Tries a stroke until it has been tried `tries` times.
    pub(super) fn try_out(&mut self, lie: &Lie, stake: Stake, candidate: &mut Candidate, tries: usize) {
        // A stroke that always comes out the same need not be tried twice.
        let tries = if self.hand.noise == 0.0 { 1 } else { tries };
        for slip in slips().iter().take(tries).skip(candidate.tried) {
            if self.trials.is_over() {
                return;
            }
            let trial = self.trials.play(lie, stake, self.hand.slipped(candidate.cue, *slip));
            let worth = self.worth(&trial);
            candidate.count(&trial, worth);
        }
    }

    /// Looks at the best candidates more closely, `depth` balls further, with about `most` trials. Only those
    /// remain. An unfinished round changes nothing, because it would compare candidates that were not
    /// searched alike.
    pub(super) fn deepen(&mut self, candidates: &mut Vec<Candidate>, effort: &Effort, depth: u32, most: u64) {
        let end = self.trials.tried() + most;
        let is_sure = self.hand.noise == 0.0;
        let looks = if is_sure && effort.looks.len() > 1 { LOOKS_SURE } else { effort.looks };
        for look in looks {
            let depth = depth.min(look.depth);
            let left = end.saturating_sub(self.trials.tried());
            let beam = if is_sure { look.beam } else { look.beam.min(affordable(left, look.leads, depth)) };
            if depth == 0 || beam == 0 {
                return;
            }
            candidates.truncate(beam);
            for index in 0..candidates.len() {
                let share = end.saturating_sub(self.trials.tried()) / (candidates.len() - index) as u64;
                let Some(candidate) = candidates.get_mut(index) else { break };
                self.look_further(candidate, look.leads, depth, share);
                if is_sure && candidate.settled() >= WON {
                    break;
                }
            }
            if self.trials.is_over() && !is_sure {
                return;
            }
            candidates.iter_mut().for_each(|candidate| candidate.value = candidate.settled());
            sort(candidates);
        }
    }

    /// Searches from the positions a candidate leads to.
    fn look_further(&mut self, candidate: &mut Candidate, leads: usize, depth: u32, most: u64) {
        let is_new = |lead: &&mut Lead| lead.found.is_none_or(|(known, _)| known < depth);
        let mut new: Vec<&mut Lead> = candidate.leads.iter_mut().take(leads).filter(is_new).collect();
        let share = most / new.len().max(1) as u64;
        for lead in &mut new {
            if self.trials.is_over() {
                return;
            }
            let found = self.value(&lead.lie, depth - 1, share) - self.outlook.at_table(&lead.lie);
            lead.found = Some((depth, if lead.is_mine { found } else { -found }));
        }
    }

    /// The chance to win for the shooter from here, by a search of `depth` balls and about `most` trials.
    pub(super) fn value(&mut self, lie: &Lie, depth: u32, most: u64) -> f64 {
        let glance = self.outlook.at_table(lie);
        if self.trials.is_over() || most < 20 {
            return glance;
        }
        let end = self.trials.tried() + most;
        let effort = if self.hand.noise == 0.0 { LATER_SURE } else { LATER };
        let mut candidates = self.pots(lie, Stake::default(), &effort);
        self.sift(lie, Stake::default(), &mut candidates, effort.rounds);
        self.deepen(&mut candidates, &effort, depth, end.saturating_sub(self.trials.tried()));
        let best = candidates.first().map_or(0.0, |candidate| candidate.value);
        best.max(self.outlook.without_pot(lie))
    }
}

impl Candidate {
    /// An untried stroke.
    pub(super) fn new(cue: Cue) -> Candidate {
        Candidate { cue, line: None, value: 0.0, tried: 0, good: 0, sum: 0.0, leads: Vec::new() }
    }

    fn count(&mut self, trial: &Trial, worth: f64) {
        self.tried += 1;
        self.sum += worth;
        self.value = self.sum / self.tried as f64;
        let is_mine = trial.next == Next::ShooterContinues;
        self.good += usize::from(is_mine || trial.next == Next::ShooterWins);
        if is_mine || trial.next == Next::OpponentPlays {
            self.leads.push(Lead { lie: trial.lie, is_mine, found: None });
        }
    }

    /// The mean value of all tries, corrected by the difference between searches and estimates.
    fn settled(&self) -> f64 {
        let (sum, count) = self
            .leads
            .iter()
            .filter_map(|lead| lead.found)
            .fold((0.0, 0.0), |(sum, count), (_, found)| (sum + found, count + 1.0));
        if count == 0.0 {
            return self.value;
        }
        let weight = self.leads.len() as f64 / self.tried.max(1) as f64;
        (self.sum / self.tried.max(1) as f64 + weight * sum / count).clamp(0.0, 1.0)
    }

    /// The share of tries after which the shooter plays on or has won, if there were any.
    pub(super) fn chance(&self) -> Option<f64> {
        (self.tried > 0).then(|| self.good as f64 / self.tried as f64)
    }
}

/// How many candidates can be searched from `leads` positions each.
fn affordable(trials: u64, leads: usize, depth: u32) -> usize {
    let cost = COST * COST_FURTHER.saturating_pow(depth.saturating_sub(1));
    (trials / cost.saturating_mul(leads as u64).max(1)) as usize
}

/// Sorts by value, the best first; equals keep their order.
pub(super) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
}
