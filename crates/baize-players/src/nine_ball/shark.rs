//! The player that simulates shots: what it does in each phase of the game.

use super::explain;
use super::ground::Ground;
use super::hand::Hand;
use super::lie::{DIAMETER, Lie, aim, direction, spot, turned};
use super::lines::{combinations, straight};
use super::outlook::Outlook;
use super::plan::{Candidate, Effort, Goal, NOW, Planner, Reach, sort};
use super::strokes::{COARSE, PLAIN, all_around, at_ball, soft};
use super::swing;
use super::trial::{Stake, Trials};
use crate::{Budget, Choice, Player};
use baize_nine_ball::{Action, Ball, Cue, NineBall, Phase, Spot, View};
use baize_physics::Vec2;
use baize_rules::{Dice, Menu, Seed};
use baize_search::Watch;
use serde_json::{Value, json};

/// What a level can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// The noise of its hand, as a multiple of the standard noise.
    noise: f64,
    goal: Goal,
    effort: Effort,
    /// How many balls it searches beyond the next position.
    depth: u32,
    /// How many shots it simulates if the budget does not say.
    nodes: u64,
}

impl Skill {
    /// The shaky hand of somebody playing for the first time.
    pub(super) const NOVICE: Skill = Skill { noise: 11.0, ..Skill::BEGINNER };
    pub(super) const BEGINNER: Skill = Skill {
        noise: 5.0,
        goal: Goal::Pot,
        effort: Effort { grid: PLAIN, lines: 3, reach: Reach::Straight, rounds: &[(3, 4)], looks: &[] },
        depth: 0,
        nodes: 2000,
    };
    pub(super) const CASUAL: Skill = Skill { noise: 2.4, ..Skill::BEGINNER };
    pub(super) const MEDIUM: Skill = Skill {
        noise: 1.6,
        goal: Goal::Pot,
        effort: Effort {
            grid: COARSE,
            lines: 4,
            reach: Reach::Combinations,
            rounds: &[(24, 8), (8, 24)],
            looks: &[],
        },
        depth: 0,
        nodes: 4000,
    };
    /// The hand of somebody who plays every week, and an eye for what comes next.
    pub(super) const STEADY: Skill = Skill { noise: 1.5, goal: Goal::Win, ..Skill::MEDIUM };
    pub(super) const HARD: Skill = Skill {
        noise: 1.0,
        goal: Goal::Win,
        effort: Effort { rounds: &[(160, 6), (40, 16), (14, 40), (8, 80)], ..NOW },
        depth: 0,
        nodes: 8000,
    };
    pub(super) const EXPERT: Skill =
        Skill { noise: 0.5, goal: Goal::Win, effort: NOW, depth: 2, nodes: 100_000 };

    /// A player who never misses can search to the end of the rack.
    const SURE_DEPTH: u32 = 9;

    /// The same skill with another hand.
    pub(super) const fn with_noise(self, noise: f64) -> Skill {
        Skill { noise, ..self }
    }

    fn depth(self) -> u32 {
        if self.noise == 0.0 && self.depth > 0 { Skill::SURE_DEPTH } else { self.depth }
    }
}

/// Roughly how many trials fit into a millisecond.
const TRIALS_PER_MILLI: u64 = 100;

/// Simulates shots and plays the best one, as well as its hand can.
pub(super) struct Shark {
    skill: Skill,
    seed: Seed,
}

impl Shark {
    pub(super) fn new(skill: Skill, seed: &Seed) -> Shark {
        Shark { skill, seed: seed.clone() }
    }
}

impl Player<NineBall> for Shark {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let mut limits = budget.limits();
        if limits.nodes.is_none() && limits.millis.is_none() {
            limits.nodes = Some(self.skill.nodes);
        }
        // A time budget is divided as if it were a budget of trials; the clock has the last word.
        let nodes =
            limits.nodes.unwrap_or_else(|| limits.millis.unwrap_or(0).saturating_mul(TRIALS_PER_MILLI));
        let ground = Ground::new(view.state.options.table);
        let watch = Watch::start(limits);
        // Randomness comes from the seed and the view alone, so the same view always gets the same choice.
        let chance = self.seed.branch(&format!("{:?}", view.state));
        let hand = Hand { noise: self.skill.noise };
        let mut turn = Turn {
            skill: self.skill,
            view,
            nodes,
            dice: Dice::new(&chance.branch("ideas")),
            planner: Planner {
                ground: &ground,
                hand,
                goal: self.skill.goal,
                outlook: Outlook::new(&ground, hand.noise),
                trials: Trials::new(&ground, view.state.options, &watch),
            },
        };
        let (action, info) = match view.state.phase {
            Phase::BreakPlacement { .. } => turn.place_for_break(),
            Phase::BallInHand { .. } => turn.place(),
            Phase::PushOutChoice { .. } => turn.answer_push_out(),
            Phase::Aim { .. } => match turn.shoot(&chance.branch("hand")) {
                Some(choice) => return choice,
                None => (None, json!({ "plan": "hit" })),
            },
            Phase::GameOver { .. } => (None, Value::Null),
        };
        // The first entry of the menu is always legal: the proposed cue ball place, or straight at the
        // target.
        Choice::new(action.unwrap_or_else(|| menu.actions()[0].clone()), info)
    }
}

/// The strokes that a player of this skill would choose from, the best first, each with whether it is a
/// push-out.
pub(super) fn candidates(
    view: &View,
    skill: Skill,
    planner: Planner<'_>,
    nodes: Option<u64>,
    seed: &Seed,
) -> Vec<(Candidate, bool)> {
    let mut turn = Turn { skill, view, nodes: nodes.unwrap_or(skill.nodes), dice: Dice::new(seed), planner };
    let [strokes, pushes] = turn.all(&Lie::of(view));
    let mut all: Vec<(Candidate, bool)> = strokes.into_iter().map(|stroke| (stroke, false)).collect();
    all.extend(pushes.into_iter().map(|push| (push, true)));
    all.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
    all
}

/// One decision.
struct Turn<'a> {
    skill: Skill,
    view: &'a View,
    nodes: u64,
    dice: Dice,
    planner: Planner<'a>,
}

/// Speeds of a break in millimetres per second, and aims beside the middle of the first ball in microradians.
const BREAK_SPEEDS: [i32; 3] = [8500, 10_000, 11_500];
const BREAK_TURNS: [i32; 3] = [0, 3000, -3000];
/// Places on the head string to break from, as a share of the way to the cushion: more balls drop from the
/// side.
const BREAK_PLACES: [f64; 5] = [0.75, -0.75, 0.92, -0.92, 0.3];
/// The least noise for which breaks are planned: with a steadier hand the result of nine balls is still luck.
const BREAK_NOISE: f64 = 0.5;
/// For each round, how many breaks remain and how often each is tried. The best of many is usually the
/// luckiest, so it has to prove itself.
const BREAK_ROUNDS: &[(usize, usize)] = &[(usize::MAX, 12), (4, 48), (2, 160)];

impl Turn<'_> {
    fn stake(&self) -> Stake {
        let state = &self.view.state;
        let fouls = state.phase.seat().and_then(|seat| state.fouls.get(seat.index()).copied());
        Stake { is_break: state.shot_no == 0, is_push_out: false, fouls: fouls.unwrap_or(0) }
    }

    fn left(&self) -> u64 {
        self.nodes.saturating_sub(self.planner.trials.tried())
    }

    /// Strokes to choose from and push-outs, both with the best first.
    fn all(&mut self, lie: &Lie) -> [Vec<Candidate>; 2] {
        let stake = self.stake();
        // Push-outs come first, because the search for a stroke uses up the remaining trials.
        let pushes = self.push_outs(lie, Stake { is_push_out: true, ..stake });
        [if stake.is_break { self.breaks(lie) } else { self.strokes(lie, stake) }, pushes]
    }

    fn shoot(&mut self, chance: &Seed) -> Option<Choice<Action>> {
        let lie = Lie::of(self.view);
        let [mut candidates, pushes] = self.all(&lie);
        let is_better = |push: &Candidate| candidates.first().is_none_or(|best| best.value < push.value);
        let is_push_out = pushes.first().is_some_and(is_better);
        if is_push_out {
            candidates = pushes;
        }
        let stake = Stake { is_push_out, ..self.stake() };
        let best = candidates.first_mut()?;
        let info = explain::shot(&mut self.planner, &lie, stake, best);
        Some(swing(self.planner.hand, best.cue, is_push_out, chance, info))
    }

    /// Push-outs to choose from, the best first; none if they are not allowed now.
    fn push_outs(&mut self, lie: &Lie, stake: Stake) -> Vec<Candidate> {
        if !self.view.state.push_ok || self.skill.goal == Goal::Pot {
            return Vec::new();
        }
        let mut pushes = self.planner.sweep(lie, stake, &soft(&mut self.dice));
        self.planner.sift(lie, stake, &mut pushes, &[(24, 4), (6, 16)]);
        pushes
    }

    /// Strokes to choose from, the best first.
    fn strokes(&mut self, lie: &Lie, stake: Stake) -> Vec<Candidate> {
        let effort = self.skill.effort;
        let mut candidates = self.planner.pots(lie, stake, &effort);
        sort(&mut candidates);
        candidates.truncate(MOST_POTS);
        if candidates.is_empty() || self.skill.goal == Goal::Win {
            let mut others = self.others(lie, stake);
            sort(&mut others);
            others.truncate(MOST_OTHERS);
            candidates.append(&mut others);
        }
        let (first, last) = effort.rounds.split_at(effort.rounds.len() / 2);
        self.planner.sift(lie, stake, &mut candidates, first);
        if self.skill.goal == Goal::Win {
            let variants = self.planner.vary(lie, stake, &candidates);
            candidates.extend(variants);
        }
        self.planner.sift(lie, stake, &mut candidates, last);
        let left = self.left();
        self.planner.deepen(&mut candidates, &effort, self.skill.depth(), left);
        candidates
    }

    /// Strokes that are not meant to pot: at the target if it is in sight, else all around.
    fn others(&mut self, lie: &Lie, stake: Stake) -> Vec<Candidate> {
        let Some((cue, at)) = lie.cue().zip(lie.target().and_then(|ball| lie.get(ball))) else {
            return Vec::new();
        };
        let mut strokes = at_ball(cue, at, &mut self.dice);
        let mut found = self.planner.sweep(lie, stake, &strokes);
        if found.is_empty() {
            strokes = all_around(&mut self.dice);
            found = self.planner.sweep(lie, stake, &strokes);
        }
        found
    }

    /// Breaks to choose from, the best first.
    fn breaks(&mut self, lie: &Lie) -> Vec<Candidate> {
        let Some((cue, at)) = lie.cue().zip(lie.target().and_then(|ball| lie.get(ball))) else {
            return Vec::new();
        };
        let full = aim(at - cue);
        if self.skill.goal == Goal::Pot {
            return vec![Candidate::new(Cue::level(BREAK_SPEEDS[1], full))];
        }
        let strokes = BREAK_SPEEDS.iter().flat_map(|&speed| {
            BREAK_TURNS.iter().map(move |turn| Cue::level(speed, turned(f64::from(full + turn))))
        });
        let mut candidates: Vec<Candidate> = strokes.map(Candidate::new).collect();
        let hand = self.planner.hand;
        self.planner.hand = Hand { noise: hand.noise.max(BREAK_NOISE) };
        self.planner.sift(lie, self.stake(), &mut candidates, BREAK_ROUNDS);
        self.planner.hand = hand;
        candidates
    }

    /// Chooses the place on the head string with the best break.
    fn place_for_break(&mut self) -> (Option<Action>, Value) {
        let lie = Lie::of(self.view);
        let head: Vec2 = self.view.state.options.table.head_spot().metres().into();
        let shares = if self.skill.goal == Goal::Win { &BREAK_PLACES[..] } else { &[0.0] };
        let mut best = None::<(f64, Spot)>;
        for share in shares {
            let aside = Vec2::new(0.0, share * self.planner.ground.reach.y);
            let Some(place) = self.free(head + aside) else { continue };
            let candidates = self.breaks(&lie.with_cue(place.metres().into()));
            let value = candidates.first().map_or(0.0, |candidate| candidate.value);
            if best.is_none_or(|(other, _)| other < value) {
                best = Some((value, place));
            }
        }
        let info = json!({ "plan": "break", "score": best.map(|(value, _)| value), "nodes": self.planner.trials.tried() });
        (best.map(|(_, place)| put(place)), info)
    }

    /// Places a cue ball in hand where a stroke has the best prospects.
    fn place(&mut self) -> (Option<Action>, Value) {
        let lie = Lie::of(self.view);
        let mut rated = self.rated(&lie);
        if self.skill.goal == Goal::Win {
            rated.truncate(PLACES);
            // The best of many after a few trials is usually the luckiest, so the first few have to prove
            // themselves.
            let must_prove = self.planner.hand.noise > 0.0 && self.skill.depth > 0;
            let part = if must_prove { 4 } else { 1 };
            self.rate(&mut rated, |turn, place, share| {
                turn.planner.value(&lie.with_cue(place), turn.skill.depth(), share / part)
            });
            if must_prove {
                rated.truncate(PROVEN_PLACES);
                self.rate(&mut rated, |turn, place, share| {
                    let nodes = std::mem::replace(&mut turn.nodes, turn.planner.trials.tried() + share);
                    let best = turn.strokes(&lie.with_cue(place), turn.stake());
                    turn.nodes = nodes;
                    best.first().map_or(0.0, |candidate| candidate.value)
                });
            }
        }
        let (value, place) = rated.first().copied().unzip();
        let info = json!({ "plan": "place", "score": value, "nodes": self.planner.trials.tried() });
        (place.map(put), info)
    }

    /// Rates places, each with its share of the remaining trials, and puts the best first.
    fn rate(&mut self, rated: &mut [(f64, Spot)], value: impl Fn(&mut Self, Vec2, u64) -> f64) {
        let count = rated.len();
        for (index, (known, place)) in rated.iter_mut().enumerate() {
            let share = self.left() / (count - index) as u64;
            *known = value(self, place.metres().into(), share);
        }
        best_first(rated);
    }

    /// Places for the cue ball, rated by a few strokes from each, the best first.
    fn rated(&mut self, lie: &Lie) -> Vec<(f64, Spot)> {
        let effort = self.skill.effort;
        let quick = Effort { grid: COARSE, lines: 1, reach: effort.reach.min(Reach::Combinations), ..effort };
        let mut rated = Vec::new();
        for place in self.places(lie) {
            // Half of the trials are kept for a closer look.
            if self.planner.trials.tried() > self.nodes / 2 {
                break;
            }
            let pots = self.planner.pots(&lie.with_cue(place.metres().into()), self.stake(), &quick);
            rated.push((pots.iter().map(|candidate| candidate.value).fold(0.0, f64::max), place));
        }
        best_first(&mut rated);
        rated
    }

    /// Places behind the target on every line, near and far, straight and at an angle; if there is no line,
    /// all around it.
    fn places(&self, lie: &Lie) -> Vec<Spot> {
        let Some((target, at)) = lie.target().and_then(|ball| Some((ball, lie.get(ball)?))) else {
            return Vec::new();
        };
        let mut lines = straight(self.planner.ground, lie, target, lie.objects());
        let early_wins = combinations(self.planner.ground, lie, target);
        lines.extend(early_wins.into_iter().filter(|line| line.drops == Ball::NINE));
        let mut places = Vec::new();
        let mut offer = |back: Vec2, far: f64, ghost: Vec2| {
            let place = ghost - back * far;
            if lie.has_room(place) && lie.is_clear(place, ghost, lie.objects().without(target)) {
                places.extend(self.free(place));
            }
        };
        for line in &lines {
            let leaves = line.leaves(at);
            for far in [0.12, 0.25, 0.45, 0.8] {
                for turn in [0.0, 0.2, -0.2, 0.45, -0.45, 0.75, -0.75] {
                    let back = leaves * libm::cos(turn) + leaves.left() * libm::sin(turn);
                    offer(back, far, at - leaves * DIAMETER);
                }
            }
        }
        if lines.is_empty() {
            for step in 0..24 {
                let back = direction(std::f64::consts::TAU * f64::from(step) / 24.0);
                offer(back, 0.3, at - back * DIAMETER);
            }
        }
        places
    }

    /// The spot at a point, if the cue ball may be placed there.
    fn free(&self, at: Vec2) -> Option<Spot> {
        let spot = spot(at);
        self.view.can_place(spot).then_some(spot)
    }

    /// Plays on after a push-out if that is better than handing the shot back to the opponent.
    fn answer_push_out(&mut self) -> (Option<Action>, Value) {
        let lie = Lie::of(self.view);
        let candidates = self.strokes(&lie, self.stake());
        let value = candidates.first().map_or(0.0, |candidate| candidate.value);
        let info = json!({ "plan": "choose", "score": value, "nodes": self.planner.trials.tried() });
        (Some(Action::Choose { play: value >= 0.5 }), info)
    }
}

/// How many strokes of each kind are tried with the errors of the hand.
const MOST_POTS: usize = 60;
const MOST_OTHERS: usize = 100;
/// How many places for the cue ball get a closer look.
const PLACES: usize = 8;
/// How many of those are searched as if the stroke were to be played from there.
const PROVEN_PLACES: usize = 3;

fn best_first(rated: &mut [(f64, Spot)]) {
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
}

fn put(place: Spot) -> Action {
    Action::PlaceBall { x_um: place.x.into(), y_um: place.y.into() }
}
