//! The game itself.

use crate::error::RefusalDetails;
use crate::event::Announcement;
use crate::judge::{Next, Shot, Verdict, judge, targets};
use crate::shot::{self, Played};
use crate::{
    Action, Answer, Area, Ball, Balls, BreakOrder, Cue, Event, Given, Layout, Options, Phase, Query, Reason,
    RuleError, Setup, Stroke, View, menu, motion, notation, position, query, rack, respot, settle, table,
};
use baize_rules::{
    Awaiting, Described, Dice, Game, Keeping, Leaving, Menu, Nothing, Outcome, Referee, Score, Seat, SeatSet,
    Secret, Seed, Transition, Viewer,
};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A match of nine-ball in progress.
#[derive(Clone, Debug)]
pub struct NineBall {
    pub(crate) options: Options,
    pub(crate) balls: Layout,
    pub(crate) phase: Phase,
    /// Where the cue ball may be placed now. After it was placed, it may be placed again until the shot.
    pub(crate) may_place: Option<Area>,
    pub(crate) shot_no: u32,
    pub(crate) push_ok: bool,
    breaker: Seat,
    /// One entry per seat.
    seats: Vec<Tally>,
    dice: Secret<Dice>,
}

/// The counts kept for a seat.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Fouls in a row.
    fouls: u8,
    /// Balls legally potted in this rack.
    potted: u8,
    /// Racks won.
    racks: u8,
}

impl NineBall {
    /// The other seat, or the same one at a table for one.
    fn opponent(&self, seat: Seat) -> Seat {
        if self.seats.len() == 1 { seat } else { seat.other_of_two() }
    }

    /// Who wins if `seat` loses: nobody at a table for one.
    fn winner_over(&self, seat: Seat) -> Option<Seat> {
        (self.seats.len() > 1).then(|| self.opponent(seat))
    }

    /// The game, if `seat` is at the table.
    fn turn_of(&self, seat: Seat) -> Result<&NineBall, RuleError> {
        match self.phase.seat() {
            Some(at_table) if at_table != seat => Err(RuleError::NotYourTurn { seat: at_table }),
            _ => Ok(self),
        }
    }

    fn tally_mut(&mut self, seat: Seat) -> &mut Tally {
        &mut self.seats[seat.index()]
    }

    fn each<T>(&self, part: impl Fn(&Tally) -> T) -> Vec<T> {
        self.seats.iter().map(part).collect()
    }

    /// The ball that must be hit first; `None` if there is a choice.
    fn target(&self) -> Option<Ball> {
        if matches!(self.phase, Phase::GameOver { .. }) {
            return None;
        }
        targets(self.balls.objects(), &self.options).sole()
    }

    /// The whole state without the dice.
    fn in_sight(&self) -> Setup {
        Setup {
            balls: self.balls,
            pocketed: Balls::OBJECTS.minus(self.balls.objects()),
            cue_in_hand: self.balls.get(Ball::CUE).is_none(),
            phase: self.phase,
            may_place: self.may_place,
            shot_no: self.shot_no,
            fouls: self.each(|tally| tally.fouls),
            push_ok: self.push_ok,
            potted: self.each(|tally| tally.potted),
            racks: self.each(|tally| tally.racks),
            breaker: self.breaker,
            options: self.options,
            dice: None,
        }
    }

    /// Sets the balls up for `breaker`.
    fn set_up(&mut self, referee: &Referee, breaker: Seat) {
        self.balls = rack::rack(&self.options, self.dice.open_mut(referee));
        self.breaker = breaker;
        self.shot_no = 0;
        self.push_ok = false;
        for tally in &mut self.seats {
            *tally = Tally { racks: tally.racks, ..Tally::default() };
        }
        self.enter(Phase::BreakPlacement { seat: breaker });
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.may_place = match phase {
            Phase::BreakPlacement { .. } => Some(Area::BehindString),
            Phase::BallInHand { .. } => Some(Area::Anywhere),
            Phase::Aim { .. } | Phase::PushOutChoice { .. } | Phase::GameOver { .. } => None,
        };
    }

    fn place(&self, seat: Seat, x: &Given, y: &Given) -> Result<Transition<NineBall>, RuleError> {
        let Some(area) = self.may_place else {
            return Err(RuleError::WrongPhase("the cue ball is not in hand"));
        };
        let at = table::check_place(self.options.table, &self.balls, area, x, y)?;
        let mut step = Transition::to(self.clone());
        step.next.balls.put(Ball::CUE, at);
        step.next.phase = Phase::Aim { seat };
        step.tell(Announcement::Placed { seat, at }.into());
        Ok(step)
    }

    fn shoot(
        &self,
        referee: &Referee,
        seat: Seat,
        stroke: &Stroke,
    ) -> Result<Transition<NineBall>, RuleError> {
        match self.phase {
            Phase::Aim { .. } => {}
            Phase::PushOutChoice { .. } => {
                return Err(RuleError::WrongPhase("decide first whether to play or to give the shot back"));
            }
            _ => return Err(RuleError::WrongPhase("place the cue ball first")),
        }
        let cue = stroke.cue()?;
        if stroke.push_out && !self.push_ok {
            return Err(RuleError::PushNotAllowed);
        }
        let played = shot::play(self.options.table, &self.balls, cue)?;
        let shot = Shot {
            before: self.balls.objects(),
            is_break: self.shot_no == 0,
            is_push_out: stroke.push_out,
            fouls: self.seats[seat.index()].fouls,
        };
        let verdict = judge(shot, &self.options, &played.happened);
        let mut step = Transition::to(self.clone());
        tell_shot(&mut step, played);
        self.tell_verdict(&mut step, seat, &verdict);
        step.next.count(seat, shot.before, &verdict);
        go_on(&mut step, referee, seat, verdict.next);
        Ok(step)
    }

    /// Announces a foul and puts the 9 back where needed.
    fn tell_verdict(&self, step: &mut Transition<NineBall>, seat: Seat, verdict: &Verdict) {
        if let Some(&kind) = verdict.fouls.first() {
            let foul = Announcement::Foul {
                seat,
                kind,
                all: verdict.fouls.clone(),
                hit: verdict.first_hit,
                target: self.target(),
                in_a_row: verdict.fouls_in_a_row,
            };
            step.tell(foul.into());
        }
        if verdict.respots_nine {
            let at = respot::respot_among(self.options.table, &step.next.balls);
            step.next.balls.put(Ball::NINE, at);
            step.tell(Announcement::Respot { ball: Ball::NINE, at }.into());
        }
    }

    /// Updates the counts after a shot.
    fn count(&mut self, seat: Seat, before: Balls, verdict: &Verdict) {
        self.shot_no = self.shot_no.saturating_add(1);
        self.push_ok = verdict.push_ok;
        let tally = self.tally_mut(seat);
        tally.fouls = verdict.fouls_in_a_row;
        if verdict.fouls.is_empty() {
            tally.potted = tally.potted.saturating_add(before.minus(verdict.after).len() as u8);
        }
    }

    fn choose(&self, seat: Seat, play: bool) -> Result<Transition<NineBall>, RuleError> {
        if !matches!(self.phase, Phase::PushOutChoice { .. }) {
            return Err(RuleError::WrongPhase("there is no push-out to decide on"));
        }
        let mut step = Transition::to(self.clone());
        let shooter = if play { seat } else { self.opponent(seat) };
        step.tell(Announcement::Chosen { seat, play }.into());
        step.next.enter(Phase::Aim { seat: shooter });
        tell_turn(&mut step);
        Ok(step)
    }

    fn concede(&self, referee: &Referee, seat: Seat) -> Transition<NineBall> {
        let mut step = Transition::to(self.clone());
        step.tell(Announcement::Conceded { seat }.into());
        end_rack(&mut step, referee, self.winner_over(seat), Reason::Conceded);
        step
    }
}

/// Announces what happened on the bed, as the judge read it, and how the balls moved.
fn tell_shot(step: &mut Transition<NineBall>, played: Played) {
    for happening in played.happened {
        step.tell(Event::Shot(happening));
    }
    let seconds = motion::seconds(played.seconds);
    step.tell(Announcement::Motion { seconds, balls: played.tracks }.into());
    step.next.balls = played.rest;
}

fn tell_turn(step: &mut Transition<NineBall>) {
    let game = &step.next;
    if let Some(seat) = game.phase.seat() {
        let (phase, target, push_ok) = (game.phase, game.target(), game.push_ok);
        step.tell(Announcement::Turn { seat, phase, target, push_ok }.into());
    }
}

/// Enters the phase after a shot.
fn go_on(step: &mut Transition<NineBall>, referee: &Referee, shooter: Seat, next: Next) {
    let opponent = step.next.opponent(shooter);
    let phase = match next {
        Next::ShooterContinues => Phase::Aim { seat: shooter },
        Next::OpponentPlays => Phase::Aim { seat: opponent },
        Next::OpponentBallInHand => Phase::BallInHand { seat: opponent },
        Next::PushOutChoice => Phase::PushOutChoice { seat: opponent },
        Next::ShooterWins => return end_rack(step, referee, Some(shooter), Reason::NinePotted),
        Next::OpponentWins => {
            let winner = step.next.winner_over(shooter);
            return end_rack(step, referee, winner, Reason::ThreeFouls);
        }
    };
    step.next.enter(phase);
    tell_turn(step);
}

/// Ends the match or sets up the next rack. At a table for one, losing a rack ends the match too.
fn end_rack(step: &mut Transition<NineBall>, referee: &Referee, winner: Option<Seat>, reason: Reason) {
    let game = &mut step.next;
    let race_to = game.options.race_to;
    let is_over = winner.is_none_or(|seat| {
        let tally = game.tally_mut(seat);
        tally.racks = tally.racks.saturating_add(1);
        tally.racks >= race_to
    });
    let racks = game.each(|tally| tally.racks);
    if race_to > 1 {
        step.tell(Announcement::RackOver { winner, reason, racks: racks.clone() }.into());
    }
    if let (false, Some(winner)) = (is_over, winner) {
        let game = &mut step.next;
        let breaker = match game.options.break_order {
            BreakOrder::Winner => winner,
            BreakOrder::Alternate => game.opponent(game.breaker),
        };
        game.set_up(referee, breaker);
        let balls = game.balls;
        step.tell(Announcement::Rack { breaker, balls }.into());
        return tell_turn(step);
    }
    end_game(step, winner, reason);
}

fn end_game(step: &mut Transition<NineBall>, winner: Option<Seat>, reason: Reason) {
    let game = &mut step.next;
    game.push_ok = false;
    game.enter(Phase::GameOver { winner, reason });
    let racks = game.each(|tally| tally.racks);
    step.tell(Announcement::GameOver { winner, reason, racks }.into());
}

impl Described for NineBall {
    const POSITION: Option<(&'static str, &'static str)> = Some((
        "9b1 0:-520,-210 3:420,395 9:635,0 aim:0",
        "Where the balls lie, in millimetres from the centre (micrometres behind the word `u`), and who is to do what: `aim`, \
         `hand`, `break` or `choice` with a seat. Then, where there is something to tell, `shot:4`, `fouls:1,0`, `potted:2,3`, \
         `racks:0,1`, `breaker:1`, `push`, `place:anywhere` or `place:string`.",
    ));
    type Reason = Reason;
    type Details = Nothing;
    type RefusalDetails = RefusalDetails;
}

impl Game for NineBall {
    const ID: &'static str = "nine-ball";
    const NAME: &'static str = "Nine-ball";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 1..=2;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = Nothing;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Answer;
    type Error = RuleError;

    /// Two seats, or also one in practice.
    fn table_sizes(options: &Options) -> RangeInclusive<u8> {
        if options.practice { 1..=2 } else { 2..=2 }
    }

    fn new(referee: &Referee, options: Options, seats: u8, seed: &Seed) -> Result<NineBall, RuleError> {
        options.check()?;
        if !NineBall::table_sizes(&options).contains(&seats) {
            return Err(RuleError::BadSeats(seats));
        }
        let mut game = NineBall {
            options,
            balls: Layout::default(),
            phase: Phase::BreakPlacement { seat: Seat::FIRST },
            may_place: None,
            shot_no: 0,
            push_ok: false,
            breaker: Seat::FIRST,
            seats: vec![Tally::default(); usize::from(seats)],
            dice: Secret::hidden(Dice::new(seed)),
        };
        game.set_up(referee, Seat::FIRST);
        Ok(game)
    }

    fn setup(&self, referee: &Referee) -> Setup {
        Setup { dice: Some(self.dice.open(referee).clone()), ..self.in_sight() }
    }

    fn load(_: &Referee, setup: Setup) -> Result<NineBall, RuleError> {
        setup.check()?;
        let count = |list: &[u8], index: usize| list.get(index).copied().unwrap_or(0);
        let tally = |index: usize| Tally {
            fouls: count(&setup.fouls, index),
            potted: count(&setup.potted, index),
            racks: count(&setup.racks, index),
        };
        let mut game = NineBall {
            options: setup.options,
            balls: settle::resettle(setup.options.table, &setup.balls),
            phase: setup.phase,
            may_place: None,
            shot_no: setup.shot_no,
            push_ok: setup.push_ok,
            breaker: setup.breaker,
            seats: (0..setup.fouls.len()).map(tally).collect(),
            dice: Secret::hidden(setup.dice.unwrap_or_else(|| Dice::new(&Seed::from_text("nine-ball")))),
        };
        game.enter(setup.phase);
        if let Phase::Aim { .. } = setup.phase {
            let before_the_break = (setup.shot_no == 0).then_some(Area::BehindString);
            game.may_place = setup.may_place.or(before_the_break);
        }
        let decided = Seat::first(2)
            .zip(&game.seats)
            .find_map(|(seat, tally)| (tally.racks >= setup.options.race_to).then_some(seat));
        if let (Some(winner), Some(_)) = (decided, setup.phase.seat()) {
            game.push_ok = false;
            game.enter(Phase::GameOver { winner: Some(winner), reason: Reason::default() });
        }
        Ok(game)
    }

    fn read_position(text: &str, options: Options) -> Result<Setup, RuleError> {
        position::read(text, options)
    }

    fn write_position(view: &View) -> String {
        position::write(view)
    }

    fn deal_position(text: &str, options: Options, dice: &mut Dice) -> Result<Setup, RuleError> {
        Ok(Setup { dice: Some(Dice::new(&dice.seed())), ..position::read(text, options)? })
    }

    fn seats(&self) -> u8 {
        self.seats.len() as u8
    }

    /// The player at the table must act; the other may concede.
    fn awaiting(&self) -> Awaiting {
        match self.phase.seat() {
            Some(seat) => {
                Awaiting { must: SeatSet::only(seat), may: SeatSet::first(self.seats()).without(seat) }
            }
            None => Awaiting::NOBODY,
        }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if !self.awaiting().allows(seat) {
            return Menu::NOTHING;
        }
        Menu::Sample(menu::samples(self, seat))
    }

    fn barred(&self, seat: Seat, _: Option<&Action>) -> RuleError {
        if seat.index() >= self.seats.len() { RuleError::NotAPlayer(seat) } else { RuleError::GameOver }
    }

    fn apply(
        &self,
        referee: &Referee,
        seat: Seat,
        action: &Action,
    ) -> Result<Transition<NineBall>, RuleError> {
        match action {
            Action::Concede {} => Ok(self.concede(referee, seat)),
            Action::PlaceBall { x_um, y_um } => self.turn_of(seat)?.place(seat, x_um, y_um),
            Action::Shoot(stroke) => self.turn_of(seat)?.shoot(referee, seat, stroke),
            Action::Choose { play } => self.turn_of(seat)?.choose(seat, *play),
        }
    }

    fn leave(&self, _: &Referee, seat: Seat, why: Leaving) -> Transition<NineBall> {
        let mut step = Transition::to(self.clone());
        step.tell(Announcement::Left { seat, why }.into());
        let winner = self.winner_over(seat);
        end_game(&mut step, winner, why.into());
        step
    }

    /// The cue ball may be placed again until the shot, in view of everybody.
    fn keeping(&self, seat: Seat, action: &Action) -> Keeping {
        let has_placed = self.phase == Phase::Aim { seat } && self.may_place.is_some();
        match action {
            Action::PlaceBall { .. } if has_placed => Keeping::Provisional,
            _ => Keeping::Logged,
        }
    }

    /// The cue ball goes where it would be proposed, a push-out is accepted, and a shot is a tap that hardly
    /// moves the ball: mostly a foul, as elsewhere when a shot clock runs out.
    fn idle(&self, seat: Seat) -> Option<Action> {
        if self.phase.seat() != Some(seat) {
            return None;
        }
        match self.phase {
            Phase::BreakPlacement { .. } | Phase::BallInHand { .. } => {
                menu::samples(self, seat).into_iter().next()
            }
            Phase::Aim { .. } => Some(Cue::level(1, 0).shoot()),
            Phase::PushOutChoice { .. } => Some(Action::Choose { play: true }),
            Phase::GameOver { .. } => None,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View { you: viewer.seat(), target: self.target(), state: self.in_sight() }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::GameOver { winner, reason } = self.phase else { return None };
        Some(Outcome {
            winners: winner.into_iter().collect(),
            reason: Cow::Borrowed(reason.word()),
            scores: self.each(|tally| Score::points(i32::from(tally.racks))),
            details: None,
        })
    }

    /// Everything but the dice is public.
    fn redeal(view: &View, dice: &mut Dice) -> Setup {
        Setup { dice: Some(Dice::new(&dice.seed())), ..view.state.clone() }
    }

    fn answer(view: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
        query::answer(view, query)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, RuleError> {
        notation::read_action(&self.balls, self.options.table, text)
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        notation::write_action(action)
    }
}
