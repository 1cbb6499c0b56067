//! The game as the table plays it: a thin layer over [`Position`].

use crate::setup::Story;
use crate::{
    Action, Answer, Assignment, Departure, End, Ending, Event, Faction, FullPosition, Identities, Options,
    Plies, Ply, Position, Query, Reason, RuleError, Setup, Shown, Square, View,
};
use baize_rules::{
    Awaiting, Described, Dice, Game, Leaving, Menu, Nothing, Outcome, Referee, Score, Seat, SeatSet, Secret,
    Seed, Transition, Viewer,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// One match of Banqi in progress.
#[derive(Clone, Debug)]
pub struct Banqi {
    position: Position,
    hidden: Secret<Identities>,
    story: Story,
}

/// Further details of the result.
#[derive(Serialize, JsonSchema)]
#[doc(hidden)]
pub struct Details {
    /// The winner's faction, if it had one.
    faction: Option<Faction>,
}

impl Described for Banqi {
    const POSITION: Option<(&'static str, &'static str)> = Some((
        "c 1Mrk/M1~H1/1R1P/p~mG1/p~g~c1/GK1~P/hg2/3h 1 rb - - mrcppp,RHCCPPP 40",
        "Rule set, rows from the top (`~` before a face-down piece, digits for empty cells), seat to act counted from 1, \
         owners, factions out, counter, what was taken, actions so far; see [the rules](../rules/banqi.md).",
    ));
    type Reason = Reason;
    type Details = Details;
    type RefusalDetails = Nothing;
}

impl Game for Banqi {
    const ID: &'static str = "banqi";
    const NAME: &'static str = "Banqi";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=3;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = Nothing;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Answer;
    type Error = RuleError;

    fn table_sizes(options: &Options) -> RangeInclusive<u8> {
        options.mode.seats()..=options.mode.seats()
    }

    fn new(_: &Referee, options: Options, seats: u8, seed: &Seed) -> Result<Banqi, RuleError> {
        let full = FullPosition::deal(options, seed)?;
        if seats != options.mode.seats() {
            let needed = options.mode.seats();
            return Err(RuleError::WrongSeats { mode: options.mode, needed, seats });
        }
        Ok(Banqi::of(full, Story::default()))
    }

    fn setup(&self, referee: &Referee) -> Setup {
        let line = self.position.write_line(Some(self.hidden.open(referee)));
        self.story.setup(&self.position, line)
    }

    fn load(_: &Referee, setup: Setup) -> Result<Banqi, RuleError> {
        let (full, story) = setup.open()?;
        Ok(Banqi::of(full, story))
    }

    fn read_position(text: &str, options: Options) -> Result<Setup, RuleError> {
        Setup::of_line(text, options)
    }

    /// Writes the public line, which leaves the face-down pieces open.
    fn write_position(view: &View) -> String {
        view.public.clone()
    }

    /// Always lays the face-down pieces out anew, even if the line gives them, so that nobody knows more than
    /// others.
    fn deal_position(text: &str, options: Options, dice: &mut Dice) -> Result<Setup, RuleError> {
        Setup::dealt(text, options, dice)
    }

    fn seats(&self) -> u8 {
        self.position.mode().seats()
    }

    fn awaiting(&self) -> Awaiting {
        match self.position.ending() {
            Some(_) => Awaiting::NOBODY,
            None => Awaiting::turn_of(self.position.seat()),
        }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if !self.awaiting().allows(seat) {
            return Menu::NOTHING;
        }
        let mut plies = Plies::new();
        self.position.legal(&mut plies);
        Menu::Complete(plies.iter().map(|&ply| ply.into()).collect())
    }

    fn barred(&self, seat: Seat, action: Option<&Action>) -> RuleError {
        let seats = self.seats();
        if let Some(action) = action
            && let Err(error @ (RuleError::MatchAlreadyEnded | RuleError::MatchNotInProgress)) =
                self.position.check(action)
        {
            return error;
        }
        if seat.index() >= usize::from(seats) {
            return RuleError::NoSuchSeat { seat, seats };
        }
        match self.position.ending() {
            Some(_) => RuleError::MatchAlreadyEnded,
            None => RuleError::NotYourTurn { seat, turn: self.position.seat() },
        }
    }

    fn apply(&self, referee: &Referee, seat: Seat, action: &Action) -> Result<Transition<Banqi>, RuleError> {
        let ply = self.position.check(action)?;
        let mut step = Transition::to(self.clone());
        step.next.story.note_ply(seat, ply, &self.position.options);
        match ply {
            Ply::Flip(at) => {
                let piece = self.hidden.open(referee).get(at).expect("a face-down piece has an identity");
                step.next.position.flip(at, piece);
            }
            Ply::Move(from, to) | Ply::Capture(from, to) => step.next.position.carry(from, to),
        }
        let account = self.account_of(ply, &step.next.position);
        step.tell(account);
        Ok(concluded(step, &self.position, seat))
    }

    fn leave(&self, _: &Referee, seat: Seat, why: Leaving) -> Transition<Banqi> {
        let departure = Departure { seat, why: why.into() };
        let mut step = Transition::to(self.clone());
        // A seat already out of the match has nothing to give up.
        if self.position.has_left(seat) {
            return step;
        }
        step.next.story.left.push(departure);
        step.next.story.history.clear();
        step.next.position.leave(seat, departure.why.reason());
        step.tell(Event::SeatLeft(departure));
        if self.position.rules().end == End::LastLeft
            && let Some(faction) = self.position.faction(seat)
        {
            step.tell(Event::FactionOut { faction, departure });
        }
        concluded(step, &self.position, seat)
    }

    /// Everybody still in the match must agree.
    fn draw(&self) -> Option<(SeatSet, Transition<Banqi>)> {
        let seats = self.position.seats().filter(|&seat| !self.position.has_left(seat)).collect();
        let mut step = Transition::to(self.clone());
        step.next.story.agreed = true;
        step.next.story.history.clear();
        step.next.position.end(None, Reason::Agreement);
        step.tell(Event::GameOver { winner: None, faction: None, reason: Reason::Agreement });
        Some((seats, step))
    }

    /// Nothing is flipped or moved for a player who is away.
    fn idle(&self, _: Seat) -> Option<Action> {
        None
    }

    fn view(&self, _: Viewer) -> View {
        View::of(&self.position, &self.story)
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.position.ending()?;
        let seats = self.seats();
        let share = |seat| match ending.winner {
            Some(winner) => Score::points(i32::from(winner == seat)),
            None => Score::thousandths(1000 / i64::from(seats)),
        };
        let faction = ending.winner.and_then(|winner| self.position.faction(winner));
        Some(Outcome {
            winners: ending.winner.map_or(SeatSet::NONE, SeatSet::only),
            reason: Cow::Borrowed(ending.reason.word()),
            scores: Seat::first(seats).map(share).collect(),
            details: Some(json!(Details { faction })),
        })
    }

    fn redeal(view: &View, dice: &mut Dice) -> Setup {
        view.redeal(dice)
    }

    fn answer(_: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
        query.answer()
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, RuleError> {
        self.position.read_action(text)
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        action.text(self.position.mode())
    }
}

impl Banqi {
    fn of(full: FullPosition, story: Story) -> Banqi {
        Banqi { position: full.public, hidden: Secret::hidden(full.hidden), story }
    }

    /// The public position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The event that announces an action leading to `after`.
    fn account_of(&self, ply: Ply, after: &Position) -> Event {
        let (mode, seat) = (self.position.mode(), self.position.seat());
        let shown = |cell, position: &Position| {
            let Square::FaceUp(piece) = position.at(cell) else {
                unreachable!("actions leave a face-up piece")
            };
            Shown::of(piece, mode)
        };
        match ply {
            Ply::Flip(at) => {
                let assigned = after.seats().filter_map(|seat| {
                    let faction = after.faction(seat).filter(|_| self.position.faction(seat).is_none())?;
                    Some(Assignment { seat, faction })
                });
                Event::Flipped { seat, at, piece: shown(at, after), assigned: assigned.collect() }
            }
            Ply::Move(from, to) => Event::Moved { seat, from, to, piece: shown(to, after) },
            Ply::Capture(from, to) => Event::Captured {
                seat,
                from,
                to,
                piece: shown(to, after),
                taken: shown(to, &self.position),
                screen: self.position.screen(from, to),
            },
        }
    }

    /// The consequences of the action or departure that led here from `before`: who leaves, and whether the
    /// match is over.
    fn conclude(&mut self, before: &Position, mover: Seat) -> Vec<Event> {
        let position = &mut self.position;
        let mut news = Vec::new();
        // A seat that left early still gets a faction, which is out at once.
        for &departure in &self.story.left {
            if before.faction(departure.seat).is_none()
                && let Some(faction) = position.faction(departure.seat)
            {
                news.push(Event::FactionOut { faction, departure });
            }
        }
        for departure in self.story.note_departures(before.gone, position, mover) {
            if let Some(faction) = position.faction(departure.seat) {
                news.push(Event::FactionOut { faction, departure });
            }
        }
        self.story.look_for_repetition(position);
        if let Some(Ending { winner, reason }) = position.ending {
            let faction = winner.and_then(|winner| position.faction(winner));
            news.push(Event::GameOver { winner, faction, reason });
        }
        news
    }
}

/// Adds the consequences of a step to its events.
fn concluded(mut step: Transition<Banqi>, before: &Position, mover: Seat) -> Transition<Banqi> {
    for event in step.next.conclude(before, mover) {
        step.tell(event);
    }
    step
}
