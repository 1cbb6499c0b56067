//! A game at this screen: what happened, and what can be taken back.

use crate::agent::reply::heard;
use crate::local::{Happened, Local};
use baize_games::AnyTable;
use baize_rules::{Dice, Language, Problem, Seat, Seed, Viewer};
use serde_json::Value;

/// A game, everything that happened in it, and the positions to go back to.
pub(super) struct Session {
    pub(super) game: Local,
    pub(super) happened: Vec<Happened>,
    earlier: Vec<Earlier>,
    dice: Dice,
}

/// A game to go back to, and whether something hidden was shown since.
struct Earlier {
    game: Local,
    happened: usize,
    showed: bool,
}

/// Why nothing can be taken back.
pub(super) enum NoUndo {
    Nothing,
    Shown,
}

impl Session {
    pub(super) fn start(mut game: Local, seed: &Seed) -> Result<Session, Problem> {
        let happened = game.settle()?;
        Ok(Session { game, happened, earlier: Vec::new(), dice: Dice::new(&seed.branch("undo")) })
    }

    pub(super) fn table(&self) -> &dyn AnyTable {
        self.game.table()
    }

    /// Makes a move of a person and lets the computer players answer; says how many things happened.
    pub(super) fn act(&mut self, seat: Seat, action: &Value) -> Result<usize, Problem> {
        self.table().check(seat, action)?;
        let shows = shows_something(self.game.table(), seat, action, &mut self.dice);
        let earlier = Earlier { game: self.game.copy(), happened: self.happened.len(), showed: false };
        self.earlier.push(earlier);
        let played = self.game.play(seat, action)?;
        self.happened.push(played);
        Ok(1 + self.settle(shows)?)
    }

    /// Lets the computer players go on.
    pub(super) fn wait(&mut self) -> Result<usize, Problem> {
        self.game.check_wait()?;
        self.settle(false)
    }

    /// A person gives up; that is not taken back.
    pub(super) fn resign(&mut self, seat: Seat) -> Result<usize, Problem> {
        let resigned = self.game.resign(seat)?;
        self.happened.push(resigned);
        self.earlier.clear();
        Ok(1 + self.settle(false)?)
    }

    fn settle(&mut self, mut shows: bool) -> Result<usize, Problem> {
        let dice = &mut self.dice;
        let answers = self.game.settle_watched(|table, seat, action| {
            shows |= shows_something(table, seat, action, dice);
        })?;
        self.earlier.iter_mut().for_each(|earlier| earlier.showed |= shows);
        let count = answers.len();
        self.happened.extend(answers);
        Ok(count)
    }

    /// Goes back to before the last move of a person, unless something hidden was shown since.
    pub(super) fn undo(&mut self) -> Result<(), NoUndo> {
        match self.earlier.pop_if(|earlier| !earlier.showed) {
            Some(earlier) => {
                self.game = earlier.game;
                self.happened.truncate(earlier.happened);
                Ok(())
            }
            None if self.earlier.is_empty() => Err(NoUndo::Nothing),
            None => Err(NoUndo::Shown),
        }
    }

    /// The last `count` things that happened, as a seat or a spectator heard them.
    pub(super) fn told(&self, count: usize, seat: Option<Seat>, language: Language) -> Vec<String> {
        self.told_until(self.happened.len(), count, seat, language)
    }

    /// The last `count` of the first `until` things.
    pub(super) fn told_until(
        &self,
        until: usize,
        count: usize,
        seat: Option<Seat>,
        language: Language,
    ) -> Vec<String> {
        let until = until.min(self.happened.len());
        heard(&self.happened[until.saturating_sub(count)..until], seat, language)
    }

    /// The one person at this screen; with several nobody, so that what is told is what all may know.
    pub(super) fn alone(&self) -> Option<Seat> {
        let people: Vec<Seat> = self.game.people().collect();
        if let [alone] = people[..] { Some(alone) } else { None }
    }
}

/// Whether an action shows what nobody at the table knew: it would then have sounded otherwise after another deal.
fn shows_something(table: &dyn AnyTable, seat: Seat, action: &Value, dice: &mut Dice) -> bool {
    let sounds = |mut table: Box<dyn AnyTable>| table.play(seat, action).ok();
    let told = sounds(table.boxed_clone());
    (0..16).any(|_| sounds(table.redeal(Viewer::Seat(seat), dice)) != told)
}
