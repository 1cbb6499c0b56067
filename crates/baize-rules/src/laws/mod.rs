//! The law kit: laws that every game must obey, checked on random games.
//!
//! A game's tests build a [`Laws`] for each set of options worth trying and call [`hold`](Laws::hold) with
//! many seeds. The laws: replaying the log gives an equal state; a state written down and set up again goes
//! on like the original; menus are honest; a refusal changes nothing; text, JSON and views round-trip;
//! somebody must act until the end, and the end comes; nothing happens after the end; seats that choose at
//! the same time may do so in any order; what a viewer receives does not depend on what it may not know;
//! nobody else can notice a private action, and only the latest one counts. `tests/laws.rs` of this crate
//! breaks each of them once.

mod leak;
mod playthrough;
mod private;

use crate::{
    Addressed, Coded, Dice, Game, Keeping, Language, Leaving, Menu, Problem, Say, Seat, Seed, Table, Viewer,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt;

pub use leak::{Channel, Leaky, LeakyOptions};
pub use playthrough::playthrough;

/// The laws for one game under one set of options.
pub struct Laws<G: Game> {
    options: G::Options,
    seats: u8,
    most_plies: usize,
    probe: fn(&mut Dice) -> G::Action,
    private: fn(&G::View, &mut Dice) -> Option<G::Action>,
}

/// A law that does not hold, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which law.
    pub law: &'static str,
    /// What was observed.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

/// How much was checked, so that a test can insist that something was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Accepted actions.
    pub plies: usize,
    /// Refused probes, after each of which the state was compared.
    pub refusals: usize,
    /// Pairs of states compared that a viewer cannot tell apart.
    pub redeals: usize,
    /// How many of the redealt states really differ from the original.
    pub different: usize,
    /// Pairs of simultaneous choices tried in both orders.
    pub swaps: usize,
    /// Private actions that nobody else noticed.
    pub private: usize,
}

impl std::ops::AddAssign for Report {
    fn add_assign(&mut self, other: Report) {
        self.plies += other.plies;
        self.refusals += other.refusals;
        self.redeals += other.redeals;
        self.different += other.different;
        self.swaps += other.swaps;
        self.private += other.private;
    }
}

const NO_LEAK: &str = "non-interference";

type Verdict = Result<(), Broken>;

/// An accepted action: the seat, the action and what was announced.
type LoggedAction<G> = (Seat, <G as Game>::Action, Vec<Addressed<<G as Game>::Event>>);

fn require(law: &'static str, holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Broken { law, what: what() }) }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("everything at a table can be written as JSON")
}

fn round_trips<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(value: &T) -> Verdict {
    let text = json(value);
    let read = serde_json::from_str::<T>(&text);
    require("JSON round trip", read.as_ref().is_ok_and(|read| read == value), || {
        format!("{text} was read as {read:?}")
    })
}

/// A view as a client reads it from the wire.
fn received<V: Serialize + DeserializeOwned>(view: &V) -> Result<V, Broken> {
    let text = json(view);
    let read: V = serde_json::from_str(&text).map_err(|error| Broken {
        law: "view round trip",
        what: format!("{text} cannot be read: {error}"),
    })?;
    require("view round trip", json(&read) == text, || format!("{text} was read as {}", json(&read)))?;
    Ok(read)
}

/// The text of something in every language.
fn words(what: &impl Say) -> String {
    Language::ALL.map(|language| what.told_in(language).to_string()).join("\n")
}

/// What `viewer` hears of the news, as JSON and in words.
fn heard<E: Serialize + Say>(news: &[Addressed<E>], viewer: Viewer) -> Vec<String> {
    let events = news.iter().filter(|news| news.to.includes(viewer)).map(|news| &news.event);
    events.map(|event| format!("{} {}", json(event), words(event))).collect()
}

impl<G: Game> Laws<G> {
    /// The laws for `seats` seats under `options`. `probe` makes arbitrary actions, legal or not; a complete
    /// menu must list every legal one among them.
    pub fn new(options: G::Options, seats: u8, probe: fn(&mut Dice) -> G::Action) -> Laws<G> {
        Laws { options, seats, most_plies: 2_000, probe, private: |_, _| None }
    }

    /// Adds a function that makes private or provisional actions from what a seat sees, for games whose menus
    /// do not list theirs.
    #[must_use]
    pub fn with_private(mut self, private: fn(&G::View, &mut Dice) -> Option<G::Action>) -> Laws<G> {
        self.private = private;
        self
    }

    /// Sets within how many actions a random game must end (default 2,000).
    #[must_use]
    pub fn ending_within(mut self, plies: usize) -> Laws<G> {
        self.most_plies = plies;
        self
    }

    /// Plays one random game and checks every law along the way.
    pub fn hold(&self, seed: u64) -> Result<Report, Broken> {
        let seed = Seed::from_text(&format!("law {seed}"));
        let mut dice = Dice::new(&seed.branch("law kit"));
        let mut report = Report::default();
        round_trips(&self.options)?;
        self.sizes(&seed)?;
        let mut table = self.start(&seed)?;
        let mut twin = table.clone();
        let mut log: Vec<LoggedAction<G>> = Vec::new();
        while table.game().outcome().is_none() {
            self.position(&table, &mut dice, &mut report)?;
            let (seat, action) = self.choose(&table, &mut dice)?;
            let Ok(news) = table.play(seat, &action) else {
                return Err(Broken { law: "honest menu", what: format!("{action:?} was refused") });
            };
            self.same_future(&table, &mut twin, (seat, &action, &news), &mut dice)?;
            log.push((seat, action, news));
            report.plies += 1;
            require("random play ends", log.len() <= self.most_plies, || {
                format!("not after {} actions", log.len())
            })?;
        }
        self.over(&table, &mut dice, &mut report)?;
        self.replay(&table, &log, &seed)?;
        Ok(report)
    }

    fn start(&self, seed: &Seed) -> Result<Table<G>, Broken> {
        Table::<G>::start(self.options.clone(), self.seats, seed)
            .map_err(|error| Broken { law: "start", what: error.to_string() })
    }

    fn sizes(&self, seed: &Seed) -> Verdict {
        let sizes = G::table_sizes(&self.options);
        let within = sizes.start() >= G::SEATS.start() && sizes.end() <= G::SEATS.end();
        require("table sizes", within, || format!("{sizes:?} is not within {:?}", G::SEATS))?;
        for seats in 0..=Seat::MOST + 1 {
            let starts = Table::<G>::start(self.options.clone(), seats, seed).is_ok();
            require("table sizes", starts == sizes.contains(&seats), || format!("{seats} seats: {starts}"))?;
        }
        Ok(())
    }

    /// A game set up from its written state goes on like the original. `twin` was set up that way some
    /// actions ago.
    fn same_future(
        &self,
        table: &Table<G>,
        twin: &mut Table<G>,
        (seat, action, news): (Seat, &G::Action, &Vec<Addressed<G::Event>>),
        dice: &mut Dice,
    ) -> Verdict {
        const LAW: &str = "setup round trip";
        let told = twin.play(seat, action);
        let same = told.as_ref() == Ok(news) && twin.setup() == table.setup();
        require(LAW, same, || format!("set up again, {seat} {action:?} tells {told:?} instead of {news:?}"))?;
        if dice.roll(3) == 0 {
            *twin = Table::<G>::load(table.setup())
                .map_err(|error| Broken { law: LAW, what: error.to_string() })?;
        }
        Ok(())
    }

    /// A random seat that may act, more likely one that must, and a random action from its menu.
    fn choose(&self, table: &Table<G>, dice: &mut Dice) -> Result<(Seat, G::Action), Broken> {
        let awaiting = table.game().awaiting();
        require("somebody must act until the end", !awaiting.must.is_empty(), || format!("{awaiting:?}"))?;
        let outsiders: Vec<Seat> =
            awaiting.may.iter().filter(|&seat| !menu(table, seat).is_empty()).collect();
        let must: Vec<Seat> = awaiting.must.iter().collect();
        let seat = match dice.pick(&outsiders) {
            Some(&outsider) if dice.roll(4) == 0 => outsider,
            _ => *dice.pick(&must).expect("somebody must act"),
        };
        let actions = menu(table, seat);
        let Some(action) = dice.pick(&actions) else {
            return Err(Broken {
                law: "honest menu",
                what: format!("{seat} must act and has nothing to do"),
            });
        };
        Ok((seat, action.clone()))
    }

    fn position(&self, table: &Table<G>, dice: &mut Dice, report: &mut Report) -> Verdict {
        let game = table.game();
        require("seats", game.seats() == self.seats, || format!("{} of {}", game.seats(), self.seats))?;
        self.written(table)?;
        for seat in Seat::first(Seat::MOST) {
            self.menus(table, seat, dice, report)?;
            self.secret_choices(table, seat, dice)?;
            self.private_actions(table, seat, dice, report)?;
        }
        self.departures(table, dice)?;
        self.sealed_order(table, dice, report)?;
        for viewer in Viewer::all(self.seats) {
            self.non_interference(table, viewer, dice, report)?;
        }
        Ok(())
    }

    /// A state written down and set up again is the same state.
    fn written(&self, table: &Table<G>) -> Verdict {
        let setup = table.setup();
        round_trips(&setup)?;
        let loaded = Table::<G>::load(setup.clone());
        let same = loaded.as_ref().is_ok_and(|loaded| loaded.setup() == setup);
        require("setup round trip", same, || format!("{} was set up as {loaded:?}", json(&setup)))
    }

    fn menus(&self, table: &Table<G>, seat: Seat, dice: &mut Dice, report: &mut Report) -> Verdict {
        let game = table.game();
        let before = table.setup();
        let menu = game.menu(seat);
        let may_act = game.awaiting().allows(seat);
        require("honest menu", may_act || menu.actions().is_empty(), || {
            format!("{seat} cannot act, but has {menu:?}")
        })?;
        for action in menu.actions() {
            round_trips(action)?;
            let text = game.write(seat, action);
            let read = game.read(seat, &text);
            require("text round trip", read.as_ref() == Ok(action), || {
                format!("{text:?} was read as {read:?}")
            })?;
            let checked = table.check(seat, action);
            require("honest menu", checked.is_ok(), || format!("{seat} {action:?}: {checked:?}"))?;
        }
        for _ in 0..4 {
            let probe = (self.probe)(dice);
            let mut after = table.clone();
            let Err(error) = after.play(seat, &probe) else {
                let listed = !menu.is_complete()
                    || menu.actions().contains(&probe)
                    || game.keeping(seat, &probe) == Keeping::Private;
                require("honest menu", listed, || format!("{seat} {probe:?} is legal but not listed"))?;
                continue;
            };
            report.refusals += 1;
            coded(&error)?;
            require("a refusal changes nothing", after.setup() == before, || format!("{seat} {probe:?}"))?;
            require("honest menu", !menu.actions().contains(&probe), || {
                format!("{seat} {probe:?} is refused")
            })?;
            require("check and play agree", table.check(seat, &probe) == Err(error), || {
                format!("{seat} {probe:?}")
            })?;
        }
        if let Some(idle) = game.idle(seat).filter(|_| game.awaiting().must.contains(seat)) {
            require("idle moves are legal", table.check(seat, &idle).is_ok(), || format!("{seat} {idle:?}"))?;
        }
        Ok(())
    }

    /// An agreed draw, where possible, ends the game without a winner; elsewhere nothing happens.
    fn agreement(&self, table: &Table<G>) -> Verdict {
        let mut drawn = table.clone();
        let is_drawn = drawn.draw().is_some();
        require("draws", is_drawn != table.drawers().is_empty(), || {
            "who agrees on what is no draw".to_owned()
        })?;
        if is_drawn {
            let outcome = drawn.game().outcome();
            let is_even = outcome.as_ref().is_some_and(|outcome| outcome.winners.is_empty());
            require("draws", is_even && drawn.draw().is_none(), || format!("{outcome:?}"))?;
            self.written(&drawn)?;
        }
        Ok(())
    }

    /// Anybody can leave at any time, and the game that remains is sound.
    fn departures(&self, table: &Table<G>, dice: &mut Dice) -> Verdict {
        self.agreement(table)?;
        let why = if dice.roll(2) == 0 { Leaving::Resign } else { Leaving::Timeout };
        for seat in Seat::first(self.seats) {
            let mut left = table.clone();
            let gone = left.leave(seat, why);
            require("leaving", gone.is_ok(), || format!("{seat}: {gone:?}"))?;
            self.written(&left)?;
            let waiting = !left.game().awaiting().must.is_empty();
            require("leaving", waiting != left.game().outcome().is_some(), || {
                format!("nobody acts after {seat} left")
            })?;
        }
        let nobody = Seat::new(self.seats).map(|seat| table.clone().leave(seat, why));
        require("leaving", nobody.is_none_or(|left| left.is_err()), || {
            "a seat left that was not there".to_owned()
        })
    }

    /// Seats that choose at the same time may do so in any order.
    fn sealed_order(&self, table: &Table<G>, dice: &mut Dice, report: &mut Report) -> Verdict {
        let must: Vec<Seat> = table.game().awaiting().must.iter().collect();
        let [first, .., second] = must[..] else { return Ok(()) };
        let (one, other) = (menu(table, first), menu(table, second));
        let (Some(one), Some(other)) = (dice.pick(&one), dice.pick(&other)) else { return Ok(()) };
        let play = |order: [(Seat, &G::Action); 2]| -> Option<Table<G>> {
            let mut table = table.clone();
            order.into_iter().try_for_each(|(seat, action)| table.play(seat, action).map(drop)).ok()?;
            Some(table)
        };
        report.swaps += 1;
        let (here, there) = (play([(first, one), (second, other)]), play([(second, other), (first, one)]));
        let same = matches!((&here, &there), (Some(here), Some(there)) if here.setup() == there.setup());
        require("sealed order", same, || format!("{first} {one:?} and {second} {other:?}"))
    }

    /// Two states that differ only in what `viewer` cannot know send it the same bytes.
    fn non_interference(
        &self,
        table: &Table<G>,
        viewer: Viewer,
        dice: &mut Dice,
        report: &mut Report,
    ) -> Verdict {
        let view = table.game().view(viewer);
        let setup = G::redeal(&received(&view)?, dice);
        let twin = Table::<G>::load(setup.clone()).map_err(|error| Broken {
            law: NO_LEAK,
            what: format!("redealt {} is refused: {error}", json(&setup)),
        })?;
        report.redeals += 1;
        report.different += usize::from(setup != table.setup());
        let same = |what: &str, here: String, there: String| {
            require(NO_LEAK, here == there, || format!("{what} of {viewer:?}: {here} or {there}"))
        };
        let (here, there) = (table.game(), twin.game());
        same("view", json(&view), json(&there.view(viewer)))?;
        same("board", words(&view), words(&there.view(viewer)))?;
        same("awaiting", format!("{:?}", here.awaiting()), format!("{:?}", there.awaiting()))?;
        same("outcome", format!("{:?}", here.outcome()), format!("{:?}", there.outcome()))?;
        for seat in Seat::first(self.seats) {
            // Only the viewer's own menu and idle action are compared; it never sees those of others.
            if viewer == Viewer::Seat(seat) {
                same("menu", menu_text(here, seat), menu_text(there, seat))?;
                same("idle", format!("{:?}", here.idle(seat)), format!("{:?}", there.idle(seat)))?;
            }
            for trial in 0..4 {
                let action = match dice.pick(&menu(table, seat)) {
                    Some(action) if trial > 0 => action.clone(),
                    _ => (self.probe)(dice),
                };
                self.same_news(table, &twin, viewer, seat, &action)?;
            }
            let leave = |table: &Table<G>| {
                let mut left = table.clone();
                let told = left.leave(seat, Leaving::Resign).ok()?;
                Some((left, told))
            };
            if let (Some(here), Some(there)) = (leave(table), leave(&twin)) {
                same_to(viewer, &here, &there, || format!("{seat} leaves"))?;
            }
        }
        Ok(())
    }

    /// What a seat does in secret sounds the same to the others, whatever it is: two of its choices that lead
    /// to different states with equal views are announced alike.
    fn secret_choices(&self, table: &Table<G>, seat: Seat, dice: &mut Dice) -> Verdict {
        let actions = menu(table, seat);
        let (Some(one), Some(other)) = (dice.pick(&actions), dice.pick(&actions)) else { return Ok(()) };
        let play = |action: &G::Action| {
            let mut table = table.clone();
            let told = table.play(seat, action).ok()?;
            Some((table, told))
        };
        let (Some(here), Some(there)) = (play(one), play(other)) else { return Ok(()) };
        if here.0.setup() == there.0.setup() {
            return Ok(());
        }
        let mut others = Viewer::all(self.seats).filter(|&viewer| viewer != Viewer::Seat(seat));
        others
            .try_for_each(|viewer| same_to(viewer, &here, &there, || format!("{seat} {one:?} or {other:?}")))
    }

    /// `seat` does the same in two states that `viewer` cannot tell apart, and `viewer` must hear the same. A
    /// viewer learns whether its own action is refused and why, so that must be equal too.
    fn same_news(
        &self,
        table: &Table<G>,
        twin: &Table<G>,
        viewer: Viewer,
        seat: Seat,
        action: &G::Action,
    ) -> Verdict {
        let (mut here, mut there) = (table.clone(), twin.clone());
        let news = (here.play(seat, action), there.play(seat, action));
        match news {
            (Ok(told_here), Ok(told_there)) => {
                same_to(viewer, &(here, told_here), &(there, told_there), || format!("{seat} {action:?}"))
            }
            _ if viewer != Viewer::Seat(seat) => Ok(()),
            (here, there) => {
                let answer =
                    |news: Result<_, G::Error>| news.map(drop).map_err(|error| json(&Problem::of(&error)));
                let (one, other) = (answer(here), answer(there));
                require(NO_LEAK, one == other, || {
                    format!("errors of {viewer:?}, {action:?}: {one:?} or {other:?}")
                })
            }
        }
    }

    fn over(&self, table: &Table<G>, dice: &mut Dice, report: &mut Report) -> Verdict {
        let game = table.game();
        require("over means over", game.awaiting() == crate::Awaiting::NOBODY, || {
            format!("{:?}", game.awaiting())
        })?;
        self.written(table)?;
        for seat in Seat::first(Seat::MOST) {
            self.menus(table, seat, dice, report)?;
            require("over means over", table.clone().leave(seat, Leaving::Resign).is_err(), || {
                format!("{seat} left")
            })?;
        }
        for viewer in Viewer::all(self.seats) {
            self.non_interference(table, viewer, dice, report)?;
        }
        let outcome = game.outcome().expect("the game is over");
        round_trips(&outcome)?;
        let right_size = outcome.scores.len() == usize::from(self.seats);
        require("a score for each seat", right_size, || format!("{outcome:?}"))
    }

    fn replay(&self, end: &Table<G>, log: &[LoggedAction<G>], seed: &Seed) -> Verdict {
        let mut again = self.start(seed)?;
        for (seat, action, news) in log {
            let told = again.play(*seat, action);
            require("replay", told.as_ref() == Ok(news), || format!("{seat} {action:?} now tells {told:?}"))?;
        }
        require("replay", again.setup() == end.setup(), || "the end differs".to_owned())
    }
}

/// A state and what was announced on the way there.
type Told<G> = (Table<G>, Vec<Addressed<<G as Game>::Event>>);

/// An action may reveal something hidden, and then the views differ from there on. If they do not differ, the
/// events must be the same.
fn same_to<G: Game>(viewer: Viewer, here: &Told<G>, there: &Told<G>, what: impl Fn() -> String) -> Verdict {
    let parted = json(&here.0.game().view(viewer)) != json(&there.0.game().view(viewer));
    let (heard_here, heard_there) = (heard(&here.1, viewer), heard(&there.1, viewer));
    require(NO_LEAK, parted || heard_here == heard_there, || {
        format!("events of {viewer:?}, {}: {heard_here:?} or {heard_there:?}", what())
    })
}

/// Every refusal has a code from the list.
fn coded<E: Coded>(error: &E) -> Verdict {
    require("known codes", E::CODES.iter().any(|(code, _)| *code == error.code()), || error.code().to_owned())
}

fn menu<G: Game>(table: &Table<G>, seat: Seat) -> Vec<G::Action> {
    table.game().menu(seat).into_actions()
}

fn menu_text<G: Game>(game: &G, seat: Seat) -> String {
    match game.menu(seat) {
        Menu::Complete(actions) => listed(game, seat, &actions),
        Menu::Sample(actions) => format!("some of {}", listed(game, seat, &actions)),
    }
}

fn listed<G: Game>(game: &G, seat: Seat, actions: &[G::Action]) -> String {
    actions.iter().map(|action| json(action) + &json(&game.remarks(seat, action))).collect()
}
