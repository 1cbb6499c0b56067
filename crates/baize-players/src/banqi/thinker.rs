//! Players that search: all use the same search, with more knowledge and more positions at each level.

use super::explain::reason;
use crate::{Budget, Choice, Player};
use baize_banqi::{Action, Banqi, Cell, End, Ply, View};
use baize_banqi_engine::{classic, kingdoms};
use baize_rules::{Dice, Menu, Seed};
use baize_search::Limits;
use serde_json::{Value, json};

/// What a level can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// For duels in which ranks decide.
    classic: classic::Thinker,
    /// For three players.
    kingdoms: kingdoms::Thinker,
    /// How many positions it looks at if the budget does not say, in duels and among three.
    nodes: [u64; 2],
    /// Whether it uses all the time it is given; others stay as strong as they are without a clock.
    uses_time: bool,
}

impl Skill {
    /// Sees its own actions and some of the answers; among three not even those.
    pub(super) const STEADY: Skill = Skill {
        classic: classic::Thinker { manner: classic::Manner { depth: 2, ..classic::Thinker::MEDIUM.manner } },
        kingdoms: kingdoms::Thinker {
            manner: kingdoms::Manner { width: 1, depth: 1, ..kingdoms::Thinker::MEDIUM.manner },
        },
        nodes: [120, 300],
        uses_time: false,
    };
    pub(super) const MEDIUM: Skill = Skill {
        classic: classic::Thinker { manner: classic::Manner { depth: 5, ..classic::Thinker::MEDIUM.manner } },
        kingdoms: kingdoms::Thinker::HARD,
        nodes: [2_000, 300],
        uses_time: false,
    };
    pub(super) const KEEN: Skill = Skill {
        classic: classic::Thinker::HARD,
        kingdoms: kingdoms::Thinker::HARD,
        nodes: [700, 3_000],
        uses_time: false,
    };
    pub(super) const HARD: Skill = Skill {
        classic: classic::Thinker::HARD,
        kingdoms: kingdoms::Thinker::HARD,
        nodes: [10_000, 20_000],
        uses_time: false,
    };
    pub(super) const EXPERT: Skill = Skill {
        classic: classic::Thinker::EXPERT,
        kingdoms: kingdoms::Thinker::HARD,
        nodes: [150_000, 100_000],
        uses_time: true,
    };
}

/// Searches as well as its skill allows.
pub(super) struct Thinker {
    skill: Skill,
    seed: Seed,
    /// Its own search state, which is not shared with other players.
    desk: classic::Desk,
}

impl Thinker {
    pub(super) fn new(skill: Skill, seed: &Seed) -> Thinker {
        Thinker { skill, seed: seed.clone(), desk: classic::Desk::default() }
    }

    fn limits(&self, end: End, budget: Budget) -> Limits {
        let mut limits = budget.limits();
        if limits.nodes.is_none() && (limits.millis.is_none() || !self.skill.uses_time) {
            limits.nodes = Some(self.skill.nodes[usize::from(end == End::LastLeft)]);
        }
        limits
    }
}

impl Player<Banqi> for Thinker {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        // Randomness comes from the seed and the board alone, so the same view always gets the same choice.
        let mut dice = Dice::new(&self.seed.branch(&view.public));
        let position = &view.position;
        let end = position.rules().end;
        let limits = self.limits(end, budget);
        let thought = match end {
            End::Duel => {
                let verdict =
                    self.skill.classic.think_at(&mut self.desk, position, &moves(view), limits, &mut dice);
                verdict.map(|verdict| (verdict.ply, win(verdict.mate), explain_classic(&verdict)))
            }
            End::LastLeft => {
                let verdict = self.skill.kingdoms.think(position, limits, &mut dice);
                verdict.map(|verdict| (verdict.ply, None, explain_kingdoms(&verdict)))
            }
        };
        match thought {
            Some((ply, win, mut info)) => {
                if budget.is_heard {
                    info["reason"] = json!(reason(position, ply, win));
                }
                Choice::new(ply.into(), info)
            }
            // Before the first flip all cells are alike.
            None => Choice::new(
                *dice.pick(menu.actions()).expect("a player is only asked when it can act"),
                json!({ "why": "nothing is known yet", "choices": menu.actions().len() }),
            ),
        }
    }
}

/// The moves since the last flip or capture, as far as the rules of this match consider them.
fn moves(view: &View) -> Vec<(Cell, Cell)> {
    let cell = |name: &str| Cell::named(view.mode, name);
    let pair = |text: &String| text.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
    view.history.iter().filter_map(pair).collect()
}

/// After how many actions a certain win comes, if it is one.
fn win(mate: Option<i32>) -> Option<u32> {
    mate.and_then(|plies| u32::try_from(plies).ok()).filter(|plies| *plies > 0)
}

fn explain_classic(verdict: &classic::Verdict) -> Value {
    let classic::Verdict { ply, score, depth, nodes, mate, choices } = verdict;
    let what = match ply {
        Ply::Flip(_) => "a flip promises more than any move",
        Ply::Move(..) => "the best move",
        Ply::Capture(..) => "the best capture",
    };
    let why = match mate {
        Some(plies) if *plies > 0 => format!("wins in {plies} plies, whatever happens"),
        Some(plies) => format!("lost in {} plies against best play", -plies),
        None => format!("{what}, {depth} plies ahead"),
    };
    // Points are log odds; see the material of the engine.
    let chance = 1.0 / (1.0 + libm::exp(-f64::from(*score) / 400.0));
    json!({
        "why": why,
        "score": f64::from(*score) / 100.0,
        "winChance": hundredths(chance),
        "depth": depth,
        "nodes": nodes,
        "choices": choices,
    })
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn explain_kingdoms(verdict: &kingdoms::Verdict) -> Value {
    let kingdoms::Verdict { share, depth, nodes, choices, .. } = verdict;
    let why = format!("expects {:.0} % of the game, {depth} plies ahead", 100.0 * share);
    json!({ "why": why, "winChance": hundredths(*share), "depth": depth, "nodes": nodes, "choices": choices })
}
