//! A game on this machine: what happened, and what can be taken back.

use super::keeper::Keeper;
use super::venue::{Undone, Venue};
use super::words::Words;
use crate::agent::reply::heard;
use crate::house;
use crate::local::{Happened, Intent, Local};
use baize_games::{AnyTable, RecordedMove};
use baize_protocol::Pace;
use baize_rules::{Dice, Hesitation, Language, Problem, Seat, Seed, Viewer};
use serde_json::Value;
use std::time::Duration;

/// The pause between what a person did and the hesitation of a computer player.
const BREATH: u64 = 350;
/// The longest wait for something that the page draws, such as a shot; the screen draws that by itself before
/// anybody goes on.
const MOST_DRAWN: u64 = 900;

/// A game, everything that happened in it, and the positions to go back to.
pub(super) struct Session {
    game: Local,
    happened: Vec<Happened>,
    earlier: Vec<Earlier>,
    dice: Dice,
    seed: Seed,
    keeper: Option<Keeper>,
    /// The names of the people here, seat by seat; `None` for those who gave none.
    people: Vec<Option<String>>,
    pace: Pace,
    /// The next action of a computer player, and when it is due.
    next: Option<Next>,
    /// Whether the game has stopped for a person who might want to speak.
    is_open: bool,
    /// How many games were played before this one.
    before: usize,
}

struct Next {
    answer: Intent,
    wait: Duration,
}

/// A game to go back to, and whether something hidden has been shown since.
struct Earlier {
    game: Local,
    happened: usize,
    showed: bool,
}

impl Session {
    /// Starts a game whose computer players answer at once.
    #[cfg(test)]
    pub(super) fn start(game: Local, seed: &Seed) -> Result<Session, Problem> {
        Session::paced(game, seed, Pace::AtOnce)
    }

    /// Starts a game whose computer players take their time.
    pub(super) fn paced(game: Local, seed: &Seed, pace: Pace) -> Result<Session, Problem> {
        let people = vec![None; usize::from(game.table().seats())];
        let mut session = Session {
            game,
            happened: Vec::new(),
            earlier: Vec::new(),
            dice: Dice::new(&seed.branch("undo")),
            seed: seed.clone(),
            keeper: None,
            people,
            pace,
            next: None,
            is_open: false,
            before: 0,
        };
        session.settle(false)?;
        Ok(session)
    }

    /// Resumes a game with everything that happened in it.
    pub(super) fn resume(game: Local, seed: &Seed, pace: Pace) -> Result<Session, Problem> {
        let mut seats = game.record().log.iter().map(RecordedMove::seat);
        let mut before = Vec::new();
        game.record().retell(|told| before.extend(seats.next().map(|seat| Happened { seat, told })))?;
        drop(seats);
        let mut session = Session::paced(game, seed, pace)?;
        session.happened.splice(0..0, before);
        Ok(session)
    }

    /// Stores the game after every move from now on.
    pub(super) fn kept_by(self, keeper: Option<Keeper>) -> Session {
        Session { keeper, ..self }
    }

    /// Names the one person at this screen.
    pub(super) fn called(mut self, name: &str) -> Session {
        if let Some(alone) = self.alone() {
            self.people[alone.index()] = Some(name.to_owned());
        }
        self
    }

    /// Stores the game as it is now.
    fn keep(&self) -> Result<(), Problem> {
        let kept = self.keeper.as_ref().map_or(Ok(()), |keeper| keeper.keep(&self.game));
        kept.map_err(|error| Problem::new("agent.failed", format!("the game cannot be kept: {error:#}")))
    }

    /// Lets the computer players answer: at once, or after hesitating.
    fn settle(&mut self, shows: bool) -> Result<(), Problem> {
        (self.next, self.is_open) = (None, false);
        if self.pace != Pace::AtOnce {
            self.shown(shows);
            return self.keep();
        }
        let (dice, mut shows) = (&mut self.dice, shows);
        let answers = self.game.settle_watched(|table, seat, action| {
            shows |= shows_something(table, seat, action, dice);
        })?;
        self.shown(shows);
        self.happened.extend(answers);
        self.is_open = self.game.may_wait();
        self.keep()
    }

    /// Notes whether something hidden was shown just now.
    fn shown(&mut self, shows: bool) {
        self.earlier.iter_mut().for_each(|earlier| earlier.showed |= shows);
    }

    /// The next action of a computer player, and when it is due.
    fn plan(&mut self) -> Result<Option<Next>, Problem> {
        let Some(answer) = self.game.next_answer()? else { return Ok(None) };
        let table = self.game.table();
        let seats = table.seats();
        let last = self.happened.last().map(|happened| &happened.told[..]).unwrap_or_default();
        let (drawn, held) = last.iter().fold((0, 0), |(drawn, held), told| {
            (drawn + u64::from(told.showing.drawn), held + u64::from(told.showing.held))
        });
        let action = table.decode(&answer.action)?;
        let Hesitation { least, most } = table.hesitation(answer.seat, &action);
        let hesitation = least + self.dice.roll(most.saturating_sub(least) + 1);
        let millis = drawn.min(MOST_DRAWN) + scaled(self.pace, BREATH + held + u64::from(hesitation), seats);
        Ok(Some(Next { answer, wait: Duration::from_millis(millis) }))
    }

    /// Lets time pass for the computer players.
    fn go_on(&mut self, passed: Duration) -> Result<(), Problem> {
        if self.pace == Pace::AtOnce || self.is_open {
            return Ok(());
        }
        let Some(mut next) = self.next.take() else {
            self.next = self.plan()?;
            return Ok(());
        };
        next.wait = next.wait.saturating_sub(passed);
        if !next.wait.is_zero() {
            self.next = Some(next);
            return Ok(());
        }
        let shows = shows_something(self.game.table(), next.answer.seat, &next.answer.action, &mut self.dice);
        let (happened, is_open) = self.game.answer(&next.answer)?;
        self.happened.push(happened);
        self.is_open = is_open;
        self.shown(shows);
        self.keep()
    }

    /// The one person at this screen; `None` if there are several, so that only what all may know is told.
    fn alone(&self) -> Option<Seat> {
        let people: Vec<Seat> = self.game.people().collect();
        if let [alone] = people[..] { Some(alone) } else { None }
    }
}

impl Venue for Session {
    fn table(&self) -> &dyn AnyTable {
        self.game.table()
    }

    fn reader(&self) -> Option<Seat> {
        self.game.reader()
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        self.game.menu(seat).0
    }

    fn may_wait(&self) -> bool {
        self.is_open && self.game.may_wait()
    }

    fn wait(&mut self) -> Result<(), Problem> {
        self.game.check_wait()?;
        self.settle(false)
    }

    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Problem> {
        self.table().check(seat, action)?;
        let shows = shows_something(self.game.table(), seat, action, &mut self.dice);
        let earlier = Earlier { game: self.game.copy(), happened: self.happened.len(), showed: false };
        self.earlier.push(earlier);
        let played = self.game.play(seat, action)?;
        self.happened.push(played);
        self.settle(shows)
    }

    /// A resignation is never taken back.
    fn resign(&mut self, seat: Seat) -> Result<(), Problem> {
        let resigned = self.game.resign(seat)?;
        self.happened.push(resigned);
        self.earlier.clear();
        self.settle(false)
    }

    /// Goes back to before a person's last move, unless something hidden has been shown since.
    fn undo(&mut self) -> Undone {
        match self.earlier.pop_if(|earlier| !earlier.showed) {
            Some(earlier) => {
                self.game = earlier.game;
                self.happened.truncate(earlier.happened);
                (self.next, self.is_open) = (None, self.game.may_wait());
                self.keep().map_or_else(Undone::Refused, |()| Undone::TakenBack)
            }
            None if self.earlier.is_empty() => Undone::Nothing,
            None => Undone::Shown,
        }
    }

    fn hint(&self, seat: Seat) -> Result<String, Problem> {
        self.game.hint(seat, None)
    }

    fn command(&mut self, _: &str) -> Option<Result<(), Problem>> {
        None
    }

    /// Deals a new game to the same people, everybody one seat further.
    fn again(&mut self) -> Result<(), Problem> {
        let mut players = self.game.record().players.clone();
        players.rotate_left(1);
        self.people.rotate_left(1);
        self.seed = self.seed.branch("again");
        let record = self.game.record();
        self.game = Local::start(&record.game, &record.options, players, &self.seed)?;
        self.happened.clear();
        self.earlier.clear();
        self.before += 1;
        self.settle(false)
    }

    fn games_before(&self) -> usize {
        self.before
    }

    fn count(&self) -> usize {
        self.happened.len()
    }

    fn told(&self, until: usize, count: usize, language: Language) -> Vec<String> {
        let until = until.min(self.happened.len());
        let heard = heard(&self.happened[until.saturating_sub(count)..until], self.alone(), language);
        heard.iter().map(|text| self.named(text, language)).collect()
    }

    fn events(&self, from: usize) -> Vec<Value> {
        let new = self.happened.iter().skip(from).flat_map(|happened| &happened.told);
        new.map(|told| told.event.value()).collect()
    }

    fn is_live(&self) -> bool {
        false
    }

    fn is_kept(&self) -> bool {
        self.keeper.is_some() && self.game.version() > 0
    }

    fn poll(&mut self, passed: Duration) -> Result<(), Problem> {
        self.go_on(passed)
    }

    /// Tells only whose turn it is: that somebody is about to speak out of turn stays private.
    fn thinking(&self) -> Option<Seat> {
        let seat = self.next.as_ref()?.answer.seat;
        self.table().awaiting().must.contains(seat).then_some(seat)
    }

    fn hurry(&mut self) {
        if let Some(next) = &mut self.next {
            next.wait = Duration::ZERO;
        }
    }

    fn is_open(&self, _: Seat) -> bool {
        true
    }

    fn note(&self, language: Language) -> String {
        let own = self.game.reader();
        let names = self.names(language).into_iter().enumerate();
        let others = names.filter(|(index, _)| own.is_none_or(|own| own.index() != *index));
        let others: Vec<String> = others.filter_map(|(_, name)| name).collect();
        format!("{} {}", Words::of(language).with, others.join(", "))
    }

    fn names(&self, language: Language) -> Vec<Option<String>> {
        let record = self.game.record();
        let mode = record.options["mode"].as_str();
        let name = |(index, player): (usize, &String)| {
            let Some(seat) = Seat::new(index as u8).filter(|seat| self.game.is_person(*seat)) else {
                let name = house::name_of(&record.game, mode, player, language).unwrap_or(player.as_str());
                // Players of the same kind are told apart by number.
                let same = |players: &[String]| players.iter().filter(|other| *other == player).count();
                let place = same(&record.players[..=index]);
                return if same(&record.players) == 1 { name.to_owned() } else { format!("{name} {place}") };
            };
            let person = || format!("{} {}", Words::of(language).player, seat.index() + 1);
            self.people[index].clone().unwrap_or_else(person)
        };
        record.players.iter().enumerate().map(|pair| Some(name(pair))).collect()
    }
}

/// The length of a wait at this pace, as at a server's tables; shorter from six seats on.
const fn scaled(pace: Pace, millis: u64, seats: u8) -> u64 {
    let percent = match pace {
        Pace::Slow => 160,
        Pace::Normal => 100,
        Pace::Fast => 50,
        Pace::AtOnce => 0,
    };
    let millis = millis * percent / 100;
    if seats >= 6 { millis * 6 / 10 } else { millis }
}

/// Whether an action shows something that nobody at the table knew: in that case, another deal would have
/// told something else.
fn shows_something(table: &dyn AnyTable, seat: Seat, action: &Value, dice: &mut Dice) -> bool {
    let sounds = |mut table: Box<dyn AnyTable>| table.play(seat, action).ok();
    let told = sounds(table.boxed_clone());
    (0..16).any(|_| sounds(table.redeal(Viewer::Seat(seat), dice)) != told)
}
