//! The player that aims at the ghost ball.

use super::ground::Ground;
use super::hand::Hand;
use super::lie::{DIAMETER, Lie, aim, direction, spot};
use super::lines::{Line, straight};
use super::swing;
use crate::{Budget, Choice, Level, Player};
use baize_nine_ball::{Action, Ball, Cue, NineBall, Phase, Pocket, Spot, View};
use baize_physics::Vec2;
use baize_rules::{Dice, Menu, Seed};
use serde_json::{Value, json};

pub(super) const LEVEL: Level<NineBall> =
    Level { id: "potter", make: |seed| Box::new(Potter::new(0.0, seed)) };

/// Aims at the ghost ball of the easiest pocket and thinks no further; without a pot it just hits the target.
pub(super) struct Potter {
    dice: Dice,
    /// Perfectly steady, unless made otherwise.
    hand: Hand,
}

/// Thinner cut shots than this (as a cosine) are not tried.
const THINNEST: f64 = 0.3;
/// After a push-out it plays on if a pot is no more difficult than this.
const WORTH_PLAYING: f64 = 3.0;
/// Half the width of a pocket that is entered straight, in metres.
const OPEN: f64 = 0.03;

/// A way to pot a ball.
struct Pot {
    pocket: Pocket,
    /// Where the cue ball must be at contact.
    ghost: Vec2,
    /// Cosine of the angle between the line of aim and the target's path.
    fullness: f64,
    /// How far the cue ball and the target travel.
    ways: [f64; 2],
    /// The difficulty, from about 1 upwards.
    difficulty: f64,
}

impl Player<NineBall> for Potter {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let bed = Bed::of(view);
        let (action, info) = match view.state.phase {
            Phase::BreakPlacement { .. } | Phase::GameOver { .. } => (None, json!({ "plan": "break" })),
            Phase::BallInHand { .. } => bed.place(),
            Phase::PushOutChoice { .. } => {
                let play = bed.best_pot().is_some_and(|pot| pot.difficulty < WORTH_PLAYING);
                (Some(Action::Choose { play }), json!({ "plan": "choose" }))
            }
            Phase::Aim { .. } => match self.shoot(&bed) {
                Some(choice) => return choice,
                None => (None, Value::Null),
            },
        };
        // The first entry of the menu is always legal: on the break, the head spot.
        Choice::new(action.unwrap_or_else(|| menu.actions()[0].clone()), info)
    }
}

impl Potter {
    pub(super) fn new(noise: f64, seed: &Seed) -> Potter {
        Potter { dice: Dice::new(seed), hand: Hand { noise } }
    }

    fn shoot(&mut self, bed: &Bed) -> Option<Choice<Action>> {
        let (cue, info) = self.stroke(bed)?;
        let push_out = info["plan"] == "push-out";
        Some(swing(self.hand, cue, push_out, &self.dice.seed(), info))
    }

    fn stroke(&mut self, bed: &Bed) -> Option<(Cue, Value)> {
        let (cue, target) = (bed.lie.cue()?, bed.target()?);
        if bed.view.state.shot_no == 0 {
            let shot = Cue { top_milli: 100, ..Cue::level(9500, aim(target - cue)) };
            return Some((shot, json!({ "plan": "break" })));
        }
        if let Some(pot) = bed.best_pot() {
            let info = json!({ "plan": "pot", "pocket": pot.pocket, "difficulty": pot.difficulty });
            return Some((pot.stroke(cue), info));
        }
        // Randomness keeps two players from going round in circles.
        let speed = 2000 + self.dice.roll(2500) as i32;
        let spin = self.dice.roll(401) as i32 - 200;
        let level = |to: Vec2| Cue { top_milli: spin, ..Cue::level(speed, aim(to - cue)) };
        if bed.is_clear(cue, target, bed.target_ball()) {
            return Some((level(target), json!({ "plan": "hit" })));
        }
        if bed.view.state.push_ok {
            return Some((Cue::level(700, aim(Vec2::ZERO - cue)), json!({ "plan": "push-out" })));
        }
        let mut kick = level(bed.kicks(cue, target).unwrap_or(target));
        kick.aim_urad = (kick.aim_urad + self.dice.roll(40_001) as i32 - 20_000).rem_euclid(Cue::MOST_AIM);
        Some((kick, json!({ "plan": "kick" })))
    }
}

impl Pot {
    /// A level stroke, hard enough for the target to arrive at walking pace; with a little draw where a
    /// straight cue ball would follow it.
    fn stroke(&self, cue: Vec2) -> Cue {
        let [cue_way, ball_way] = self.ways;
        // Metres per second; a rolling ball loses 0.2 m^2/s^2 per metre, a sliding one 2/7 of its speed.
        let at_pocket = 1.0f64;
        let target = 1.4 * (at_pocket + 0.2 * ball_way).sqrt();
        let at_contact = target / self.fullness;
        let ball = (at_contact * at_contact + 2.0 * cue_way).sqrt();
        let speed = (ball / 1.5 * 1000.0).clamp(600.0, 8000.0) as i32;
        let top_milli = if self.fullness > 0.97 { -200 } else { 0 };
        Cue { top_milli, ..Cue::level(speed, aim(self.ghost - cue)) }
    }
}

/// The table as the player sees it.
struct Bed<'a> {
    view: &'a View,
    ground: Ground,
    lie: Lie,
}

impl<'a> Bed<'a> {
    fn of(view: &'a View) -> Bed<'a> {
        Bed { view, ground: Ground::new(view.state.options.table), lie: Lie::of(view) }
    }

    fn target_ball(&self) -> Option<Ball> {
        self.view.targets().lowest()
    }

    fn target(&self) -> Option<Vec2> {
        self.lie.get(self.target_ball()?)
    }

    /// Whether a ball can go from one point to another without meeting any ball except the cue ball and
    /// `but`.
    fn is_clear(&self, from: Vec2, to: Vec2, but: Option<Ball>) -> bool {
        let others = self.lie.objects();
        self.lie.is_clear(from, to, but.map_or(others, |but| others.without(but)))
    }

    /// The clear lines from the target to a pocket.
    fn lines(&self) -> Vec<Line> {
        let Some(ball) = self.target_ball() else { return Vec::new() };
        straight(&self.ground, &self.lie, ball, self.lie.objects())
    }

    /// Every pot of the target with the cue ball at `cue`.
    fn pots(&self, cue: Vec2) -> Vec<Pot> {
        let pots = self.lines().into_iter().filter_map(|line| {
            let (ghost, cue_way, fullness) = line.approach(&self.lie, cue)?;
            let is_open = self.ground.holds(ghost)
                && fullness > THINNEST
                && self.is_clear(cue, ghost, self.target_ball());
            let ease = fullness * fullness * line.half / OPEN;
            let difficulty = (0.5 + cue_way) * (0.5 + line.way) / ease;
            let pot = Pot { pocket: line.pocket, ghost, fullness, ways: [cue_way, line.way], difficulty };
            is_open.then_some(pot)
        });
        pots.collect()
    }

    fn best_pot_from(&self, cue: Vec2) -> Option<Pot> {
        self.pots(cue).into_iter().min_by(|a, b| a.difficulty.total_cmp(&b.difficulty))
    }

    fn best_pot(&self) -> Option<Pot> {
        self.best_pot_from(self.lie.cue()?)
    }

    /// Places the cue ball behind the target on the line to a pocket, not too close and a little to the side;
    /// the easiest shot wins. If there is none, it places it anywhere around the target with a clear way to
    /// it.
    fn place(&self) -> (Option<Action>, Value) {
        let Some(target) = self.target() else { return (None, Value::Null) };
        let backs = [0.2, 0.35, 0.6];
        let behind = self.lines().into_iter().flat_map(|line| {
            let along = line.leaves(target);
            let asides = move |back| [0.08, -0.08, 0.0].map(|aside| along.left() * (aside * back));
            backs
                .into_iter()
                .flat_map(move |back| asides(back).map(|aside| target - along * (DIAMETER + back) + aside))
        });
        let rated =
            behind.filter_map(|point| Some((self.best_pot_from(point)?.difficulty, self.free(point)?)));
        let best = rated.min_by(|(a, _), (b, _)| a.total_cmp(b));
        let around = backs.into_iter().flat_map(|back| (0..24).map(move |step| (back, step)));
        let mut around = around.map(|(back, step)| {
            target + direction(std::f64::consts::TAU * f64::from(step) / 24.0) * (DIAMETER + back)
        });
        let spot = best.map(|(_, spot)| spot).or_else(|| {
            around.find_map(|point| {
                self.free(point).filter(|_| self.is_clear(point, target, self.target_ball()))
            })
        });
        let action = spot.map(|spot| Action::PlaceBall { x_um: spot.x.into(), y_um: spot.y.into() });
        (action, json!({ "plan": "place", "difficulty": best.map(|(difficulty, _)| difficulty) }))
    }

    /// The spot at a point, if the cue ball may be placed there.
    fn free(&self, point: Vec2) -> Option<Spot> {
        Some(spot(point)).filter(|spot| self.view.can_place(*spot))
    }

    /// The point of a cushion to aim at so that the cue ball comes off it to the target.
    fn kicks(&self, cue: Vec2, target: Vec2) -> Option<Vec2> {
        let Vec2 { x, y } = self.ground.reach;
        let mirrored = [
            Vec2::new(2.0 * x - target.x, target.y),
            Vec2::new(-2.0 * x - target.x, target.y),
            Vec2::new(target.x, 2.0 * y - target.y),
            Vec2::new(target.x, -2.0 * y - target.y),
        ];
        let bounce = |image: Vec2| {
            let way = image - cue;
            let share = [(x, way.x, cue.x), (y, way.y, cue.y)]
                .into_iter()
                .filter(|(_, speed, _)| speed.abs() > 1e-9)
                .map(|(reach, speed, from)| (reach.copysign(speed) - from) / speed)
                .fold(1.0, f64::min);
            cue + way * share
        };
        let is_open = |point: &Vec2| {
            self.is_clear(cue, *point, None) && self.is_clear(*point, target, self.target_ball())
        };
        let length = |point: &Vec2| (*point - cue).norm() + (target - *point).norm();
        mirrored.into_iter().map(bounce).filter(is_open).min_by(|a, b| length(a).total_cmp(&length(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::LEVEL as POTTER;
    use super::*;
    use crate::Random;
    use baize_nine_ball::Options;
    use baize_rules::{Game, Seat, Table as Seats, Viewer};

    /// Plays a game and returns its winner and how many actions it took.
    fn play(options: Options, seats: u8, names: [&Level<NineBall>; 2], seed: u32) -> (Option<Seat>, usize) {
        let seed = Seed::from_text(&format!("game {seed}"));
        let mut table = Seats::<NineBall>::start(options, seats, &seed).unwrap();
        let mut players = names.map(|level| (level.make)(&seed.branch(level.id)));
        let mut actions = 0;
        while let Some(seat) = table.game().awaiting().must.iter().next() {
            let (view, menu) = (table.game().view(Viewer::Seat(seat)), table.game().menu(seat));
            let choice = players[seat.index()].choose(&view, &menu, Budget::default());
            table.play(seat, &choice.action).expect("players play by the rules");
            actions += 1;
            assert!(actions < 500, "the game does not end");
        }
        (table.game().outcome().unwrap().winners.iter().next(), actions)
    }

    #[test]
    fn potter_plays_whole_games_under_all_rules() {
        let race = Options { race_to: 2, table: baize_nine_ball::TableSize::SevenFoot, ..Options::wpa() };
        for seed in 0..5 {
            assert!(play(Options::default(), 2, [&POTTER, &POTTER], seed).0.is_some());
            assert!(play(race, 2, [&POTTER, &POTTER], seed).0.is_some());
            play(Options { practice: true, ..Options::default() }, 1, [&POTTER, &POTTER], seed);
        }
    }

    #[test]
    fn potter_beats_random() {
        let random = Random::level::<NineBall>();
        let wins = (0..20)
            .filter(|&seed| play(Options::default(), 2, [&POTTER, &random], seed).0 == Some(Seat::FIRST));
        assert!(wins.count() >= 15);
    }

    fn choice(state: Value) -> (Value, Value) {
        let table = Seats::<NineBall>::load(serde_json::from_value(state).unwrap()).unwrap();
        let seat = table.game().awaiting().must.iter().next().unwrap();
        let (view, menu) = (table.game().view(Viewer::Seat(seat)), table.game().menu(seat));
        let choice = Potter::new(0.0, &Seed::from_text("x")).choose(&view, &menu, Budget::default());
        assert!(table.check(seat, &choice.action).is_ok());
        (serde_json::to_value(&choice.action).unwrap(), choice.info["plan"].clone())
    }

    #[test]
    fn potter_knows_what_to_do_in_every_phase() {
        let easy = json!({"0": [0.87, 0.235], "1": [1.07, 0.435], "9": [0, 0]});
        let wall = json!({"0": [-0.9, 0], "1": [0.9, 0], "9": [-0.8, 0.03], "8": [-0.8, -0.03], "7": [-0.95, 0.08],
            "6": [-0.95, -0.08]});
        let wpa = json!({"preset": "wpa"});
        let phase = |name: &str| json!({"name": name, "seat": 0});
        let ask = |balls: &Value, name: &str, shot_no: u32, push_ok: bool| {
            choice(
                json!({"balls": balls, "phase": phase(name), "shotNo": shot_no, "pushOk": push_ok, "options": wpa}),
            )
        };
        assert_eq!(ask(&easy, "aim", 3, false).1, "pot");
        assert_eq!(ask(&easy, "ball_in_hand", 3, false).1, "place");
        assert_eq!(ask(&easy, "break_placement", 0, false).0["xUm"], -635_000);
        assert_eq!(ask(&easy, "aim", 0, false).1, "break");
        assert_eq!(ask(&easy, "push_out_choice", 2, false).0["play"], true);
        assert_eq!(ask(&wall, "push_out_choice", 2, false).0["play"], false);
        let (push, plan) = ask(&wall, "aim", 1, true);
        assert_eq!((&push["pushOut"], plan), (&json!(true), json!("push-out")));
        assert_eq!(ask(&wall, "aim", 1, false).1, "kick");
    }
}
