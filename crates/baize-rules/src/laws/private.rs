//! Actions kept beside the log: only a seat's latest counts, and nobody else can notice the private ones.

use super::{Broken, Laws, Report, Told, Verdict, heard, json, menu_text, require, words};
use crate::{Addressed, Dice, Game, Keeping, Seat, Table, Viewer};

const LAW: &str = "private actions";

impl<G: Game> Laws<G> {
    pub(super) fn private_actions(
        &self,
        table: &Table<G>,
        seat: Seat,
        dice: &mut Dice,
        report: &mut Report,
    ) -> Verdict {
        let Some(first) = self.private_action(table, seat, dice) else { return Ok(()) };
        let (once, told) = self.done(table, seat, &first)?;
        self.unnoticed(table, seat, &once, &told, &first)?;
        report.private += 1;
        if let Some(second) = self.private_action(table, seat, dice) {
            let twice = self.done(&once, seat, &second)?.0;
            let alone = self.done(table, seat, &second)?.0;
            require(LAW, twice.setup() == alone.setup(), || {
                format!("{seat} {first:?} still counts after {second:?}")
            })?;
        }
        for other in Seat::first(self.seats).filter(|other| *other != seat) {
            let Some(theirs) = self.private_action(table, other, dice) else { continue };
            let here = self.done(&once, other, &theirs)?.0;
            let there = self.done(&self.done(table, other, &theirs)?.0, seat, &first)?.0;
            require(LAW, here.setup() == there.setup(), || {
                format!("{seat} {first:?} and {other} {theirs:?} depend on their order")
            })?;
        }
        Ok(())
    }

    /// A private or provisional action that `seat` can do now, from its menu or made by the test's function.
    fn private_action(&self, table: &Table<G>, seat: Seat, dice: &mut Dice) -> Option<G::Action> {
        let game = table.game();
        let listed = game.menu(seat).into_actions().into_iter();
        let is_beside =
            |action: &G::Action| is_beside(game, seat, action) && table.check(seat, action).is_ok();
        let mut found: Vec<G::Action> = listed.filter(is_beside).collect();
        found.extend((self.private)(&game.view(Viewer::Seat(seat)), dice).filter(is_beside));
        dice.pick(&found).cloned()
    }

    /// The table after an action that must be kept beside the log there too.
    fn done(&self, table: &Table<G>, seat: Seat, action: &G::Action) -> Result<Told<G>, Broken> {
        let mut after = table.clone();
        require(LAW, is_beside(table.game(), seat, action), || format!("{seat} {action:?} is not always"))?;
        let told = after
            .play(seat, action)
            .map_err(|error| Broken { law: LAW, what: format!("{seat} {action:?} is refused: {error}") })?;
        Ok((after, told))
    }

    /// Nobody but `seat` can tell the two tables apart; if the action is visible, others can do the same as
    /// before.
    fn unnoticed(
        &self,
        before: &Table<G>,
        seat: Seat,
        after: &Table<G>,
        told: &[Addressed<G::Event>],
        action: &G::Action,
    ) -> Verdict {
        let (here, there) = (before.game(), after.game());
        let same = |what: &str, here: String, there: String| {
            require(LAW, here == there, || format!("{what} after {seat} {action:?}: {here} or {there}"))
        };
        same("awaiting", format!("{:?}", here.awaiting()), format!("{:?}", there.awaiting()))?;
        same("outcome", format!("{:?}", here.outcome()), format!("{:?}", there.outcome()))?;
        let is_hidden =
            |viewer: &Viewer| *viewer != Viewer::Seat(seat) && here.keeping(seat, action) == Keeping::Private;
        for viewer in Viewer::all(self.seats).filter(is_hidden) {
            let (one, other) = (here.view(viewer), there.view(viewer));
            same("view", json(&one), json(&other))?;
            same("board", words(&one), words(&other))?;
            same("events", String::new(), heard(told, viewer).join(" "))?;
        }
        for any in Seat::first(self.seats) {
            same(
                "decision_kind",
                format!("{:?}", here.decision_kind(any)),
                format!("{:?}", there.decision_kind(any)),
            )?;
            if any != seat {
                same("menu", menu_text(here, any), menu_text(there, any))?;
                same("idle", format!("{:?}", here.idle(any)), format!("{:?}", there.idle(any)))?;
            }
        }
        Ok(())
    }
}

/// Whether an action is kept beside the log.
fn is_beside<G: Game>(game: &G, seat: Seat, action: &G::Action) -> bool {
    game.keeping(seat, action) != Keeping::Logged
}
