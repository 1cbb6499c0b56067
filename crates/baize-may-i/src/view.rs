//! What one viewer may know.

use crate::card::{Card, points};
use crate::contract::{Contract, Terms};
use crate::rules::Verb;
use crate::setup::{Left, Pending, Phase, Record, Tally};
use crate::staging::Staging;
use crate::state::MayI;
use crate::table::{Meld, shown};
use crate::{Options, Round, RuleError};
use baize_rules::{Coded, Seat, Viewer};
use serde::Serialize;
use std::fmt;

/// What one viewer may know: its own hand and what lies open.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The seat that looks, if it is one.
    pub you: Option<Seat>,
    /// The round.
    pub round: Round,
    /// What must be laid down in it.
    pub contract: Contract,
    /// Who dealt it.
    pub dealer: Seat,
    /// Whose turn it is.
    pub current: Seat,
    /// What the table waits for.
    pub phase: Phase,
    /// Counts the turns of a round from 1.
    pub turn: u32,
    /// The viewer's own cards in the order in which it keeps them.
    pub hand: Option<Vec<Card>>,
    /// What they would cost now.
    pub points: Option<u32>,
    /// How many cards each seat holds.
    pub held: Vec<u8>,
    /// How many cards are in the stock.
    pub stock: u8,
    /// The top of the discard pile.
    pub discard: Option<Card>,
    /// How many discards are under it.
    pub covered: u8,
    /// Whether somebody took the exposed discard in this turn; then the top cannot be drawn or asked for.
    pub discard_taken: bool,
    /// Who discarded the card that is or was exposed in this turn.
    pub discarded_by: Option<Seat>,
    /// Who is down.
    pub down: Vec<bool>,
    /// Whether the current seat has laid down in this turn.
    pub laid_down_this_turn: bool,
    /// The melds.
    #[serde(serialize_with = "shown::serialize")]
    pub table: Vec<Meld>,
    /// The points of each seat in the rounds before.
    pub totals: Tally,
    /// What came out of the rounds before.
    pub rounds: Vec<Record>,
    /// A request that waits for an answer.
    pub pending: Option<Pending>,
    /// Who left before the end.
    pub left: Vec<Left>,
    /// What was chosen for the match.
    pub options: Options,
    /// What the viewer cannot do just now, and why: in its turn the actions of a turn, in another's to ask.
    pub blocked: Vec<Blocked>,
}

/// Something that a seat cannot do just now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Blocked {
    /// What.
    #[serde(rename = "type")]
    pub verb: Verb,
    /// The code of the refusal.
    pub code: &'static str,
    /// Why, in a few words that a person can act on.
    pub reason: &'static str,
}

impl Blocked {
    /// What `seat` cannot do just now, by the same checks that its actions go through.
    fn list(game: &MayI, seat: Seat) -> Vec<Blocked> {
        let blocked = |verb| {
            let error = game.permit(seat, verb).err()?;
            Some(Blocked { verb, code: error.code(), reason: hint(&error)? })
        };
        let verbs = if seat == game.current { &Verb::TURN[..] } else { &[Verb::CallMayI] };
        verbs.iter().copied().filter_map(blocked).collect()
    }
}

/// What to do about a refusal; nothing for those that nobody would expect otherwise.
fn hint(error: &RuleError) -> Option<&'static str> {
    Some(match error {
        RuleError::MayIPending { .. } => "wait for the answer",
        RuleError::AlreadyDrawn => "already drawn",
        RuleError::DownDrawsStockOnly => "stock only",
        RuleError::DiscardEmpty => "the pile is empty",
        RuleError::DiscardClaimed => "already taken",
        RuleError::MustDrawFirst => "draw first",
        RuleError::AlreadyDown => "already down",
        RuleError::WrongPhase => "discard now",
        RuleError::NoLayOffInRound6 | RuleError::NoSwapInRound6 => "not in round 6",
        RuleError::NotDown => "lay down first",
        RuleError::LaidDownThisTurn => "next turn",
        RuleError::NoSwapWhenDown => "only before laying down",
        RuleError::DownCannotCall => "not while down",
        RuleError::OwnDiscard => "you discarded it",
        _ => return None,
    })
}

impl View {
    pub(crate) fn of(game: &MayI, viewer: Viewer) -> View {
        let seats = || Seat::first(game.seats);
        let you = viewer.seat().filter(|seat| seat.index() < usize::from(game.seats));
        let hand = seats().find_map(|seat| game.hands[seat.index()].seen_by(viewer));
        let may_act = you.filter(|&seat| game.phase != Phase::Over && game.present().contains(seat));
        View {
            you,
            round: game.round,
            contract: game.round.contract(),
            dealer: game.dealer,
            current: game.current,
            phase: game.shown_phase(),
            turn: game.turn,
            hand: hand.map(<[Card]>::to_vec),
            points: hand.map(points),
            held: seats().map(|seat| game.hands[seat.index()].count()).collect(),
            stock: game.stock.count(),
            discard: game.top,
            covered: game.covered.count(),
            discard_taken: game.discard_taken,
            discarded_by: game.discarded_by,
            down: game.shown_down(),
            laid_down_this_turn: game.laid_down_this_turn,
            table: game.table.clone(),
            totals: game.totals,
            rounds: game.rounds.clone(),
            pending: game.shown_request(),
            left: game.left.clone(),
            options: game.options,
            blocked: may_act.map_or_else(Vec::new, |seat| Blocked::list(game, seat)),
        }
    }

    /// What a lay-down must be in this round.
    pub fn terms(&self) -> Terms {
        Terms::of(self.round, &self.options)
    }

    /// The viewer's own hand and the table, to try lay-offs on; nothing for a spectator.
    pub fn staging(&self) -> Option<Staging> {
        Some(Staging::new(&self.table, self.hand.as_ref()?))
    }
}

/// Cards with their places, as typed lines name them.
fn numbered(cards: &[Card]) -> String {
    let shown = cards.iter().enumerate().map(|(index, card)| format!("{}:{card}", index + 1));
    shown.collect::<Vec<_>>().join(" ")
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Round {} of 6: {}. {}", self.round.number(), self.contract, Status(self))?;
        for seat in Seat::first(self.held.len() as u8) {
            self.row(seat, f)?;
        }
        match self.discard {
            Some(card) => {
                let taken = if self.discard_taken { ", not to be had" } else { "" };
                writeln!(f, "Discard: {card}{taken}, {} under it. Stock: {}", self.covered, self.stock)?;
            }
            None => writeln!(f, "Discard: none. Stock: {}", self.stock)?,
        }
        for (index, meld) in self.table.iter().enumerate() {
            writeln!(f, "Meld {} of {}: {meld}", index + 1, meld.owner())?;
        }
        if let Some(hand) = &self.hand {
            writeln!(f, "Your hand: {} ({} points)", numbered(hand), points(hand))?;
        }
        Ok(())
    }
}

/// What the table waits for, as a sentence.
struct Status<'a>(&'a View);

impl fmt::Display for Status<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let View { turn, current, phase, pending, .. } = self.0;
        if let Some(Pending { caller, card, asked, .. }) = pending {
            return write!(f, "Turn {turn} of {current}: {caller} asks for {card}, {asked} answers");
        }
        let what = match phase {
            Phase::Draw => "to draw",
            Phase::Act => "to play",
            Phase::Discard => "to discard",
            Phase::MayI => "waiting",
            Phase::Over => return f.write_str("The game is over"),
        };
        write!(f, "Turn {turn}: {current} {what}")
    }
}

impl View {
    /// One seat: its cards, its points and what it is.
    fn row(&self, seat: Seat, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = seat.index();
        let you = if self.you == Some(seat) { " (you)" } else { "" };
        write!(f, "Seat {index}{you}: {} cards, {} points", self.held[index], self.totals.of(seat))?;
        if self.dealer == seat {
            write!(f, ", dealer")?;
        }
        if self.down[index] {
            write!(f, ", down")?;
        }
        if self.left.iter().any(|left| left.seat == seat) {
            write!(f, ", has left")?;
        }
        writeln!(f)
    }
}
