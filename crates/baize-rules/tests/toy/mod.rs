//! The smallest game with hidden things, and one way to break it for every law.
//!
//! Each of two or three seats holds a charm, which has no effect and only serves as something hidden. In each
//! of two rounds every seat seals a number from 0 to 3; when all are in, they are shown and added to the
//! totals. The highest total wins. A seat that has not yet sealed a number may take another charm, which is a
//! private action: the numbers from [`CHARMS`].

use baize_rules::{
    Awaiting, Coded, Dice, Game, Keeping, Language, Leaving, Menu, Nothing, Outcome, Referee, Say, Score,
    Seat, SeatSet, Secret, Seed, Transition, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const ROUNDS: u8 = 2;
const HIGHEST: u8 = 3;
/// An action with this number, or up to [`HIGHEST`] more, takes another charm.
pub(crate) const CHARMS: u8 = 10;

/// What is wrong with the toy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Flaw {
    ActsAfterTheEnd,
    CheckDiffers,
    DrawGoesOn,
    HurryPays,
    IdleIllegal,
    JsonForgets,
    LeavingStrands,
    MenuEmpty,
    MenuForBystanders,
    MenuListsIllegal,
    MenuOmitsLegal,
    NeverEnds,
    NobodyMust,
    PrivateAdds,
    PrivateHeard,
    PrivateSeen,
    RedealRefused,
    RefusalCounts,
    ScoreMissing,
    SeatMissing,
    SetupForgets,
    SetupOmits,
    SizesWrong,
    TellsInAwaiting,
    TellsInBoard,
    TellsInChoice,
    TellsInError,
    TellsInEvent,
    TellsInIdle,
    TellsInLeaving,
    TellsInMenu,
    TellsInOutcome,
    TellsInView,
    TellsInWords,
    TextForgets,
    Unlisted,
    Unrepeatable,
    ViewForgets,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) flaw: Option<Flaw>,
}

#[derive(Clone, Debug)]
pub(crate) struct Toy {
    flaw: Option<Flaw>,
    charms: Vec<Secret<u8>>,
    sealed: Vec<Option<Secret<u8>>>,
    totals: Vec<u8>,
    round: u8,
    left: Option<Seat>,
    /// Who sealed first this round, with [`Flaw::HurryPays`].
    first: Option<Seat>,
    /// How many numbers were sealed, with [`Flaw::SetupOmits`].
    plies: u8,
    /// Computed from all that is hidden, for the flaws that reveal it.
    stolen: u8,
    /// How often something was refused, for the flaws that remember this.
    refusals: Arc<AtomicU8>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    flaw: Option<Flaw>,
    charms: Vec<u8>,
    sealed: Vec<Option<u8>>,
    totals: Vec<u8>,
    round: u8,
    left: Option<Seat>,
    first: Option<Seat>,
    refusals: u8,
    #[serde(skip)]
    forgotten: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Action {
    pub(crate) number: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct View {
    flaw: Option<Flaw>,
    charms: Vec<Option<u8>>,
    committed: Vec<bool>,
    sealed: Vec<Option<u8>>,
    totals: Vec<u8>,
    round: u8,
    left: Option<Seat>,
    first: Option<Seat>,
    stolen: Option<u8>,
    #[serde(skip)]
    whispered: Option<u8>,
    #[serde(skip_deserializing)]
    forgotten: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) enum Event {
    Sealed {
        seat: Seat,
        stolen: Option<u8>,
        #[serde(skip)]
        whispered: Option<u8>,
    },
    Shown {
        numbers: Vec<u8>,
    },
    Left {
        seat: Seat,
        stolen: Option<u8>,
    },
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("refused {stolen:?} {nth}")]
pub(crate) struct Refused {
    code: &'static str,
    stolen: Option<u8>,
    nth: u8,
}

impl Coded for Refused {
    const CODES: &'static [(&'static str, &'static str)] = &[("toy.refused", "always")];

    fn code(&self) -> &'static str {
        self.code
    }

    fn details(&self) -> Option<Value> {
        None
    }
}

impl Say for View {
    fn say(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} {:?} {:?}", self.round, self.totals, self.whispered)
    }
}

impl Say for Event {
    fn say(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Sealed { seat, whispered, .. } => write!(f, "{seat} has sealed {whispered:?}"),
            Event::Shown { numbers } => write!(f, "shown: {numbers:?}"),
            Event::Left { seat, .. } => write!(f, "{seat} left"),
        }
    }
}

/// The charm that an action takes, if any.
fn charm(action: &Action) -> Option<u8> {
    action.number.checked_sub(CHARMS).filter(|charm| *charm <= HIGHEST)
}

impl Toy {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// The stolen value, if the toy has this flaw.
    fn told(&self, flaw: Flaw) -> Option<u8> {
        self.has(flaw).then_some(self.stolen)
    }

    fn is_finished(&self) -> bool {
        self.round == ROUNDS
    }

    fn refused(&self) -> Refused {
        let nth = self.refusals.fetch_add(1, Ordering::Relaxed);
        Refused {
            code: if self.has(Flaw::Unlisted) { "toy.unlisted" } else { "toy.refused" },
            stolen: self.told(Flaw::TellsInError),
            nth: if self.has(Flaw::CheckDiffers) { nth } else { 0 },
        }
    }

    fn steal(mut self, referee: &Referee) -> Toy {
        let charms = self.charms.iter().map(|charm| *charm.open(referee));
        let sealed =
            self.sealed.iter().map(|number| number.as_ref().map_or(4, |number| *number.open(referee)));
        self.stolen = charms.chain(sealed).fold(0u8, |all, one| all.wrapping_mul(5).wrapping_add(one));
        self
    }

    fn take_charm(&self, referee: &Referee, seat: Seat, charm: u8) -> Transition<Toy> {
        let mut step = Transition::to(self.clone());
        let held = step.next.charms[seat.index()].open_mut(referee);
        *held = if self.has(Flaw::PrivateAdds) { (*held + charm) % (HIGHEST + 1) } else { charm };
        step.next.totals[0] += u8::from(self.has(Flaw::PrivateSeen));
        if self.has(Flaw::PrivateHeard) {
            step.tell(Event::Sealed { seat, stolen: None, whispered: None });
        }
        step.next = step.next.steal(referee);
        step
    }

    /// Shows the numbers and counts them, once all are in.
    fn show(step: &mut Transition<Toy>, numbers: Vec<u8>) {
        let toy = &mut step.next;
        for (total, number) in toy.totals.iter_mut().zip(&numbers) {
            *total = total.wrapping_add(*number);
        }
        if let Some(first) = toy.first.take() {
            toy.totals[first.index()] += 1;
        }
        toy.totals[0] = toy.totals[0].wrapping_add(16 * toy.plies);
        toy.sealed.fill(None);
        toy.round += u8::from(!toy.has(Flaw::NeverEnds));
        step.tell(Event::Shown { numbers });
    }
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=3;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = Nothing;
    type View = View;
    type Event = Event;
    type Query = ();
    type Answer = ();
    type Error = Refused;

    fn table_sizes(options: &Options) -> RangeInclusive<u8> {
        2..=if options.flaw == Some(Flaw::SizesWrong) { 4 } else { 3 }
    }

    fn new(referee: &Referee, options: Options, seats: u8, seed: &Seed) -> Result<Toy, Refused> {
        /// The one thing no game may have: state outside of its value.
        static GAMES: AtomicU8 = AtomicU8::new(0);
        if !(2..=3).contains(&seats) {
            return Err(Refused { code: "toy.refused", stolen: None, nth: 0 });
        }
        let mut dice = Dice::new(seed);
        let mut charms: Vec<u8> = (0..seats).map(|_| dice.roll(4) as u8).collect();
        if options.flaw == Some(Flaw::Unrepeatable) {
            charms[0] = GAMES.fetch_add(1, Ordering::Relaxed) % (HIGHEST + 1);
        }
        let setup = Setup {
            flaw: options.flaw,
            sealed: vec![None; charms.len()],
            totals: vec![0; charms.len()],
            charms,
            round: 0,
            left: None,
            first: None,
            refusals: 0,
            forgotten: false,
        };
        Toy::load(referee, setup)
    }

    fn setup(&self, referee: &Referee) -> Setup {
        let refusals = self.refusals.load(Ordering::Relaxed);
        Setup {
            flaw: self.flaw,
            charms: self.charms.iter().map(|charm| *charm.open(referee)).collect(),
            sealed: self
                .sealed
                .iter()
                .map(|sealed| sealed.as_ref().map(|number| *number.open(referee)))
                .collect(),
            totals: self.totals.clone(),
            round: self.round,
            left: self.left,
            first: self.first,
            refusals: if self.has(Flaw::RefusalCounts) { refusals } else { 0 },
            forgotten: self.has(Flaw::JsonForgets),
        }
    }

    fn load(referee: &Referee, setup: Setup) -> Result<Toy, Refused> {
        let numbers = setup.charms.iter().chain(setup.sealed.iter().flatten());
        if numbers.copied().any(|number| number > HIGHEST) {
            return Err(Refused { code: "toy.refused", stolen: None, nth: 0 });
        }
        let forgets = setup.flaw == Some(Flaw::SetupForgets);
        let seats = Seat::first(Seat::MOST);
        let charms = seats.clone().zip(setup.charms).map(|(seat, charm)| Secret::of(seat, charm)).collect();
        let sealed = seats
            .zip(setup.sealed)
            .map(|(seat, number)| Some(Secret::of(seat, number.filter(|_| !forgets)?)));
        let toy = Toy {
            flaw: setup.flaw,
            charms,
            sealed: sealed.collect(),
            totals: setup.totals,
            round: setup.round,
            left: setup.left,
            first: setup.first,
            plies: 0,
            stolen: 0,
            refusals: Arc::new(AtomicU8::new(setup.refusals)),
        };
        Ok(toy.steal(referee))
    }

    fn read_position(_: &str, _: Options) -> Result<Setup, Refused> {
        Err(Refused { code: "toy.refused", stolen: None, nth: 0 })
    }

    fn seats(&self) -> u8 {
        self.charms.len() as u8 - u8::from(self.has(Flaw::SeatMissing))
    }

    fn awaiting(&self) -> Awaiting {
        if self.left.is_some() || (self.is_finished() && !self.has(Flaw::ActsAfterTheEnd)) {
            return Awaiting::NOBODY;
        }
        let all = SeatSet::first(self.charms.len() as u8);
        let waiting = all.iter().filter(|seat| self.sealed[seat.index()].is_none()).collect();
        if self.has(Flaw::NobodyMust) {
            return Awaiting { must: SeatSet::NONE, may: waiting };
        }
        let odd = self.told(Flaw::TellsInAwaiting).is_some_and(|stolen| stolen % 2 == 1);
        Awaiting { must: waiting, may: if odd { all } else { SeatSet::NONE } }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        let sealed = self.sealed.get(seat.index()).is_none_or(Option::is_some);
        let idle = sealed || !self.awaiting().allows(seat);
        if idle && !self.has(Flaw::MenuForBystanders) {
            return Menu::NOTHING;
        }
        let mut numbers: Vec<u8> = match self.flaw {
            Some(Flaw::MenuEmpty) => return Menu::Sample(Vec::new()),
            Some(Flaw::MenuListsIllegal) => (0..=HIGHEST + 1).collect(),
            Some(Flaw::MenuOmitsLegal) => (0..HIGHEST).collect(),
            _ => (0..=HIGHEST).collect(),
        };
        if self.told(Flaw::TellsInMenu).is_some_and(|stolen| stolen % 2 == 1) {
            numbers.reverse();
        }
        Menu::Complete(numbers.into_iter().map(|number| Action { number }).collect())
    }

    fn barred(&self, _: Seat, _: Option<&Action>) -> Refused {
        self.refused()
    }

    fn apply(&self, referee: &Referee, seat: Seat, action: &Action) -> Result<Transition<Toy>, Refused> {
        if let Some(charm) = charm(action).filter(|_| self.sealed[seat.index()].is_none()) {
            return Ok(self.take_charm(referee, seat, charm));
        }
        if action.number > HIGHEST || self.sealed[seat.index()].is_some() {
            return Err(self.refused());
        }
        let mut step = Transition::to(self.clone());
        step.next.sealed[seat.index()] = Some(Secret::of(seat, action.number));
        step.next.first = self.first.or(self.has(Flaw::HurryPays).then_some(seat));
        step.next.plies += u8::from(self.has(Flaw::SetupOmits));
        let stolen = match self.flaw {
            Some(Flaw::TellsInChoice) => Some(action.number),
            _ => self.told(Flaw::TellsInEvent),
        };
        step.tell(Event::Sealed { seat, stolen, whispered: self.told(Flaw::TellsInWords) });
        let numbers = step.next.sealed.iter().map(|number| Some(*number.as_ref()?.open(referee)));
        if let Some(numbers) = numbers.collect() {
            Toy::show(&mut step, numbers);
        }
        step.next = step.next.steal(referee);
        Ok(step)
    }

    fn leave(&self, _: &Referee, seat: Seat, _: Leaving) -> Transition<Toy> {
        let mut step = Transition::to(Toy { left: Some(seat), ..self.clone() });
        step.tell(Event::Left { seat, stolen: self.told(Flaw::TellsInLeaving) });
        step
    }

    fn draw(&self) -> Option<(SeatSet, Transition<Toy>)> {
        let goes_on = self.flaw == Some(Flaw::DrawGoesOn);
        goes_on.then(|| (SeatSet::first(self.totals.len() as u8), Transition::to(self.clone())))
    }

    fn keeping(&self, _: Seat, action: &Action) -> Keeping {
        if charm(action).is_some() { Keeping::Private } else { Keeping::Logged }
    }

    fn idle(&self, _: Seat) -> Option<Action> {
        let number = match self.flaw {
            Some(Flaw::IdleIllegal) => HIGHEST + 1,
            Some(Flaw::TellsInIdle) => self.stolen % (HIGHEST + 1),
            _ => 0,
        };
        Some(Action { number })
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            flaw: self.flaw,
            charms: self.charms.iter().map(|charm| charm.seen_by(viewer).copied()).collect(),
            committed: self.sealed.iter().map(Option::is_some).collect(),
            sealed: self.sealed.iter().map(|number| number.as_ref()?.seen_by(viewer).copied()).collect(),
            totals: self.totals.clone(),
            round: self.round,
            left: self.left,
            first: self.first,
            stolen: self.told(Flaw::TellsInView),
            whispered: self.told(Flaw::TellsInBoard),
            forgotten: self.has(Flaw::ViewForgets),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let stranded = self.left.is_some() && self.has(Flaw::LeavingStrands);
        if stranded || (self.left.is_none() && !self.is_finished()) {
            return None;
        }
        let mut scores: Vec<Score> = self.totals.iter().map(|&total| Score::points(total.into())).collect();
        let best = scores.iter().max().copied();
        let winners = Seat::first(Seat::MOST).zip(&scores).filter(|(_, score)| Some(**score) == best);
        let winners = winners.map(|(seat, _)| seat).collect();
        if self.has(Flaw::ScoreMissing) {
            scores.pop();
        }
        let details = self.told(Flaw::TellsInOutcome).map(|stolen| json!(stolen));
        Some(Outcome { winners, reason: Cow::Borrowed("numbers"), scores, details })
    }

    fn redeal(view: &View, dice: &mut Dice) -> Setup {
        let mut any = || dice.roll(u32::from(HIGHEST) + 1) as u8;
        let mut charms: Vec<u8> = view.charms.iter().map(|charm| charm.unwrap_or_else(&mut any)).collect();
        let committed = view.committed.iter().zip(&view.sealed);
        let sealed =
            committed.map(|(&there, number)| there.then(|| number.unwrap_or_else(&mut any))).collect();
        if view.flaw == Some(Flaw::RedealRefused) {
            charms.fill(HIGHEST + 1);
        }
        Setup {
            flaw: view.flaw,
            charms,
            sealed,
            totals: view.totals.clone(),
            round: view.round,
            left: view.left,
            first: view.first,
            refusals: 0,
            forgotten: false,
        }
    }

    fn answer(_: Option<&View>, (): &()) -> Result<(), Refused> {
        Ok(())
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, Refused> {
        text.parse().map(|number| Action { number }).map_err(|_| self.refused())
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        if self.has(Flaw::TextForgets) { "0".to_owned() } else { action.number.to_string() }
    }
}
