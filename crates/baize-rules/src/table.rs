//! The only way to move a game.

use crate::{Addressed, Game, Leaving, Referee, Seat, SeatSet, Seed};

/// One game and its referee.
///
/// A game value alone can be read, but not moved or written down, nor its secrets opened. A table cannot be
/// made from a game value, so a view function cannot even try a move on a copy to see what it reveals.
#[derive(Clone, Debug)]
pub struct Table<G: Game>(G);

/// A table after something has happened there, and what is announced.
type After<G> = (Table<G>, Vec<Addressed<<G as Game>::Event>>);

impl<G: Game> Table<G> {
    /// Deals a new game.
    pub fn start(options: G::Options, seats: u8, seed: &Seed) -> Result<Table<G>, G::Error> {
        G::new(&Referee::ON_DUTY, options, seats, seed).map(Table)
    }

    /// Sets up a game from its whole state.
    pub fn load(setup: G::Setup) -> Result<Table<G>, G::Error> {
        G::load(&Referee::ON_DUTY, setup).map(Table)
    }

    /// The whole state, hidden things included. For trusted local tools, records and snapshots only.
    pub fn setup(&self) -> G::Setup {
        self.0.setup(&Referee::ON_DUTY)
    }

    /// The game, for reading only.
    pub const fn game(&self) -> &G {
        &self.0
    }

    /// Plays `action` for `seat` and returns what is announced. An error leaves the table unchanged.
    ///
    /// Whether the game is over and whose turn it is are checked here, once for all games.
    pub fn play(&mut self, seat: Seat, action: &G::Action) -> Result<Vec<Addressed<G::Event>>, G::Error> {
        self.admit(seat, Some(action))?;
        // Not through `after`: a state is some kilobytes, and each move of it is a copy.
        let step = self.0.apply(&Referee::ON_DUTY, seat, action)?;
        self.0 = step.next;
        Ok(step.events)
    }

    /// The table that [`Table::play`] would lead to, and what it would announce; this table does not change.
    pub fn after(&self, seat: Seat, action: &G::Action) -> Result<After<G>, G::Error> {
        self.admit(seat, Some(action))?;
        let step = self.0.apply(&Referee::ON_DUTY, seat, action)?;
        Ok((Table(step.next), step.events))
    }

    /// The error that [`Table::play`] would return, without playing.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), G::Error> {
        self.after(seat, action).map(drop)
    }

    /// Takes `seat` out of the game, no matter whose turn it is.
    pub fn leave(&mut self, seat: Seat, why: Leaving) -> Result<Vec<Addressed<G::Event>>, G::Error> {
        if self.0.outcome().is_some() || seat.index() >= usize::from(self.0.seats()) {
            return Err(self.0.barred(seat, None));
        }
        let step = self.0.leave(&Referee::ON_DUTY, seat, why);
        self.0 = step.next;
        Ok(step.events)
    }

    /// Who must agree to a draw; nobody if the game has no agreed draw or is over.
    pub fn drawers(&self) -> SeatSet {
        if self.0.outcome().is_some() {
            SeatSet::NONE
        } else {
            self.0.draw().map_or(SeatSet::NONE, |(seats, _)| seats)
        }
    }

    /// Ends the game as a draw by agreement; `None` if the game has no agreed draw or is over.
    pub fn draw(&mut self) -> Option<Vec<Addressed<G::Event>>> {
        let (_, step) = self.0.draw().filter(|_| self.0.outcome().is_none())?;
        self.0 = step.next;
        Some(step.events)
    }

    fn admit(&self, seat: Seat, action: Option<&G::Action>) -> Result<(), G::Error> {
        // A finished game awaits nobody, so one check is enough.
        if self.0.awaiting().allows(seat) { Ok(()) } else { Err(self.0.barred(seat, action)) }
    }
}
