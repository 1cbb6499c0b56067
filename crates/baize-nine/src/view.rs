//! What one viewer may know.

use crate::event::Points;
use crate::{Card, Hand, Left, Options, Position, Tally};
use baize_rules::{Score, Seat};
use serde::Serialize;
use std::fmt;

/// What one viewer may know: everything but the cards that others have sealed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The seat that looks, if it is one.
    pub you: Option<Seat>,
    /// Whether cards are still chosen.
    pub phase: Phase,
    /// The unused cards of each seat.
    pub hands: [Hand; 2],
    /// The points of each seat in this game.
    pub scores: [Score; 2],
    /// 1 to 9; 9 after the end too.
    pub turn: u8,
    /// The seat named first this turn.
    pub leader: Seat,
    /// Whether each seat has chosen.
    pub committed: [bool; 2],
    /// The chosen cards that this viewer may see: its own, and an open lead.
    pub sealed: [Option<Card>; 2],
    /// Points of tied turns that wait for the next decided one.
    pub carried: Score,
    /// The cards each seat has played in this game, in order.
    pub played: [Vec<Card>; 2],
    /// Which game of the match this is, from 1.
    pub game: u8,
    /// The earlier games of the match.
    pub earlier: Tally,
    /// Who left before the end.
    pub left: Option<Left>,
    /// What was chosen for the match.
    pub options: Options,
}

/// Whether cards are still chosen. The reveal is a matter of screens: to the rules it takes no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// Cards are chosen.
    Selection,
    /// The game is over.
    Complete,
}

impl View {
    /// The compact position, for engines.
    pub const fn position(&self) -> Position {
        Position { hands: self.hands, scores: self.scores, carried: self.carried }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.phase {
            Phase::Selection => writeln!(f, "Turn {}/9, {} leads", self.turn, self.leader)?,
            Phase::Complete => writeln!(f, "The game is over")?,
        }
        for seat in Seat::first(2) {
            self.row(seat, f)?;
        }
        if !self.played[0].is_empty() {
            let turns = self.played[0].iter().zip(&self.played[1]);
            let pairs: Vec<String> = turns.map(|(a, b)| format!("{a}-{b}")).collect();
            writeln!(f, "Played: {}", pairs.join(" "))?;
        }
        if self.carried != Score::ZERO {
            let label = if self.position().is_finished() { "Lost in ties" } else { "Carried over" };
            writeln!(f, "{label}: {}", Points(self.carried))?;
        }
        if self.options.race_to > 1 {
            let [won, lost] = self.earlier.wins;
            writeln!(
                f,
                "Game {} of at most {}, won before: {won}-{lost}",
                self.game,
                self.options.most_games()
            )?;
        }
        Ok(())
    }
}

impl View {
    /// One seat: its cards with a dot for each used one, its points and its choice.
    fn row(&self, seat: Seat, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = seat.index();
        write!(f, "Seat {index}{}", if self.you == Some(seat) { " (you):" } else { ":      " })?;
        for card in Card::all() {
            if self.hands[index].contains(card) { write!(f, " {card}")? } else { write!(f, " .")? }
        }
        write!(f, "  {}", Points(self.scores[index]))?;
        match (self.sealed[index], self.committed[index]) {
            (Some(card), _) => write!(f, ", has chosen {card}")?,
            (None, true) => write!(f, ", has chosen")?,
            (None, false) => {}
        }
        if self.left.is_some_and(|left| left.seat == seat) {
            write!(f, ", has left")?;
        }
        writeln!(f)
    }
}
