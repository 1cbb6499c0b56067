//! Simulated shots, with the same physics and the same judge as at the table.

use super::ground::Ground;
use super::lie::Lie;
use baize_nine_ball::{Ball, Cue, Happening, Next, Options, Shot, judge, respot};
use baize_physics::{EventKind, Simulator};
use baize_search::Watch;

/// Simulates shots and counts them.
pub(super) struct Trials<'a> {
    options: Options,
    simulator: Simulator,
    watch: &'a Watch,
    tried: u64,
    bodies: Vec<baize_physics::Ball>,
    happened: Vec<Happening>,
}

/// The result of a shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) next: Next,
    /// Where the balls end up. Only approximate after a foul, because such a shot is not simulated to its
    /// end.
    pub(super) lie: Lie,
}

/// What is at stake besides the balls.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stake {
    pub(super) is_break: bool,
    pub(super) is_push_out: bool,
    /// The shooter's consecutive fouls.
    pub(super) fouls: u8,
}

/// How many trials pass between looks at the clock.
const BETWEEN_LOOKS: u64 = 16;

impl<'a> Trials<'a> {
    pub(super) fn new(ground: &Ground, options: Options, watch: &'a Watch) -> Trials<'a> {
        let simulator = ground.size.simulator();
        Trials { options, simulator, watch, tried: 0, bodies: Vec::new(), happened: Vec::new() }
    }

    /// How many shots were tried.
    pub(super) fn tried(&self) -> u64 {
        self.tried
    }

    /// Whether the budget is used up.
    pub(super) fn is_over(&self) -> bool {
        self.watch.is_stopped()
    }

    /// The simulator, for simulating part of a shot.
    pub(super) fn simulator(&mut self) -> &mut Simulator {
        &mut self.simulator
    }

    /// Simulates a shot.
    pub(super) fn play(&mut self, lie: &Lie, stake: Stake, cue: Cue) -> Trial {
        self.tried += 1;
        if self.tried.is_multiple_of(BETWEEN_LOOKS) {
            self.watch.must_stop(self.tried);
        }
        let target = lie.target().map_or(0, Ball::number);
        let is_free = stake.is_push_out || self.options.practice;
        self.bodies.clear();
        self.bodies.extend(lie.iter().map(|(ball, at)| baize_physics::Ball::at(ball.number(), at)));
        let mut has_hit = is_free;
        // Fouls are known early, and what follows them hardly matters.
        let is_foul = |kind: EventKind| match kind {
            EventKind::Pot(0, _) => true,
            EventKind::Collision(0, hit) => !std::mem::replace(&mut has_hit, true) && hit != target,
            _ => false,
        };
        if self.simulator.shoot_until(&self.bodies, &cue.into(), is_foul).is_err() {
            return Trial { next: Next::OpponentBallInHand, lie: *lie };
        }
        self.happened.clear();
        self.happened
            .extend(self.simulator.events().iter().filter_map(|event| Happening::heard(event.kind, event.t)));
        let shot = Shot {
            before: lie.objects(),
            is_break: stake.is_break,
            is_push_out: stake.is_push_out,
            fouls: stake.fouls,
        };
        let verdict = judge(shot, &self.options, &self.happened);
        let mut after = Lie::EMPTY;
        for rest in self.simulator.end().filter(|rest| rest.pocket.is_none()) {
            if let Some(ball) = Ball::new(rest.id) {
                after.put(ball, rest.r);
            }
        }
        if verdict.respots_nine {
            let others: Vec<[f64; 2]> = after.iter().map(|(_, at)| at.into()).collect();
            after.put(Ball::NINE, respot(self.options.table, &others).into());
        }
        Trial { next: verdict.next, lie: after }
    }
}
