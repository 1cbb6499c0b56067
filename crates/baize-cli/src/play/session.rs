//! A game on this machine: what happened, and what can be taken back.

use super::keeper::Keeper;
use super::venue::{Undone, Venue};
use crate::agent::reply::heard;
use crate::local::{Happened, Local};
use baize_games::{AnyTable, RecordedMove};
use baize_rules::{Dice, Language, Problem, Seat, Seed, Viewer};
use serde_json::Value;

/// A game, everything that happened in it, and the positions to go back to.
pub(super) struct Session {
    game: Local,
    happened: Vec<Happened>,
    earlier: Vec<Earlier>,
    dice: Dice,
    keeper: Option<Keeper>,
}

/// A game to go back to, and whether something hidden was shown since.
struct Earlier {
    game: Local,
    happened: usize,
    showed: bool,
}

impl Session {
    pub(super) fn start(mut game: Local, seed: &Seed) -> Result<Session, Problem> {
        let happened = game.settle()?;
        let dice = Dice::new(&seed.branch("undo"));
        Ok(Session { game, happened, earlier: Vec::new(), dice, keeper: None })
    }

    /// Goes on with a game, and with everything that happened in it.
    pub(super) fn resume(game: Local, seed: &Seed) -> Result<Session, Problem> {
        let mut seats = game.record().log.iter().map(RecordedMove::seat);
        let mut before = Vec::new();
        game.record().retell(|told| before.extend(seats.next().map(|seat| Happened { seat, told })))?;
        drop(seats);
        let mut session = Session::start(game, seed)?;
        session.happened.splice(0..0, before);
        Ok(session)
    }

    /// From now on the game is kept after every move.
    pub(super) fn kept_by(self, keeper: Option<Keeper>) -> Session {
        Session { keeper, ..self }
    }

    /// Keeps the game as it is now.
    fn keep(&self) -> Result<(), Problem> {
        let kept = self.keeper.as_ref().map_or(Ok(()), |keeper| keeper.keep(&self.game));
        kept.map_err(|error| Problem::new("agent.failed", format!("the game cannot be kept: {error:#}")))
    }

    fn settle(&mut self, mut shows: bool) -> Result<(), Problem> {
        let dice = &mut self.dice;
        let answers = self.game.settle_watched(|table, seat, action| {
            shows |= shows_something(table, seat, action, dice);
        })?;
        self.earlier.iter_mut().for_each(|earlier| earlier.showed |= shows);
        self.happened.extend(answers);
        self.keep()
    }

    /// The one person at this screen; with several nobody, so that what is told is what all may know.
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
        self.game.may_wait()
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

    /// That is not taken back.
    fn resign(&mut self, seat: Seat) -> Result<(), Problem> {
        let resigned = self.game.resign(seat)?;
        self.happened.push(resigned);
        self.earlier.clear();
        self.settle(false)
    }

    /// Goes back to before the last move of a person, unless something hidden was shown since.
    fn undo(&mut self) -> Undone {
        match self.earlier.pop_if(|earlier| !earlier.showed) {
            Some(earlier) => {
                self.game = earlier.game;
                self.happened.truncate(earlier.happened);
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

    fn count(&self) -> usize {
        self.happened.len()
    }

    fn told(&self, until: usize, count: usize, language: Language) -> Vec<String> {
        let until = until.min(self.happened.len());
        heard(&self.happened[until.saturating_sub(count)..until], self.alone(), language)
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

    fn poll(&mut self) {}

    fn is_open(&self, _: Seat) -> bool {
        true
    }

    fn note(&self, _: Language) -> String {
        String::new()
    }
}

/// Whether an action shows what nobody at the table knew: it would then have sounded otherwise after another deal.
fn shows_something(table: &dyn AnyTable, seat: Seat, action: &Value, dice: &mut Dice) -> bool {
    let sounds = |mut table: Box<dyn AnyTable>| table.play(seat, action).ok();
    let told = sounds(table.boxed_clone());
    (0..16).any(|_| sounds(table.redeal(Viewer::Seat(seat), dice)) != told)
}
