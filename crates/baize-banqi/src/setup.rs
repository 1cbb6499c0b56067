//! The whole state of a match, written down.

use crate::line::Sheet;
use crate::view::dealt_line;
use crate::{
    Action, Cell, End, FullPosition, Mode, Options, Ply, Position, Reason, RuleError, RuleOption, Status,
};
use baize_rules::{Dice, Leaving, Seat, clip};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The whole state written down: the position as a line, the rules, and what the line does not contain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The position as a line of text, with the face-down pieces.
    pub position: String,
    /// The same line without the face-down pieces; ignored on input.
    #[serde(default)]
    pub public: String,
    /// Where the match stands; ignored on input.
    #[serde(default)]
    pub status: Option<Status>,
    /// The rules; the mode comes from the position.
    #[serde(default)]
    pub options: Options,
    /// Actions since the last flip or capture, if `noProgress` counts them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub quiet: u32,
    /// The moves since the last flip, capture or departure, if `repetition` needs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<String>,
    /// The seats that have left the match, in order, as far as known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Departure>,
    /// The last action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Played>,
    /// Whether the seats have agreed on a draw.
    #[serde(default, skip_serializing_if = "is_no")]
    pub agreed: bool,
}

/// A seat that has left the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Departure {
    /// The seat.
    pub seat: Seat,
    /// Why it left.
    pub why: Why,
}

/// Why a seat has left the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Why {
    /// Its last piece was taken.
    Captured,
    /// It could not act.
    Stalemate,
    /// It gave up.
    Resign,
    /// Its time ran out.
    Timeout,
}

impl Why {
    /// The reason for the end of a match that this departure decides.
    pub(crate) const fn reason(self) -> Reason {
        match self {
            Why::Captured => Reason::Elimination,
            Why::Stalemate => Reason::Stalemate,
            Why::Resign => Reason::Resign,
            Why::Timeout => Reason::Timeout,
        }
    }
}

impl From<Leaving> for Why {
    fn from(leaving: Leaving) -> Why {
        match leaving {
            Leaving::Resign => Why::Resign,
            Leaving::Timeout => Why::Timeout,
        }
    }
}

/// An action that was played, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The action.
    pub action: Action,
}

fn is_no(flag: &bool) -> bool {
    !flag
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a position alone does not say about a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Story {
    /// The moves since the last irreversible action, if repetition matters.
    pub(crate) history: Vec<(Cell, Cell)>,
    pub(crate) left: Vec<Departure>,
    pub(crate) last: Option<Played>,
    /// Whether the seats have agreed on a draw.
    pub(crate) agreed: bool,
}

impl Story {
    /// Writes a match down; `position` is the line to keep, with the face-down pieces.
    pub(crate) fn setup(&self, public: &Position, position: String) -> Setup {
        Setup {
            position,
            public: public.line(),
            status: Some(public.status()),
            options: *public.options(),
            quiet: if public.counts_quiet() { public.quiet } else { 0 },
            history: self.history_text(public.mode()),
            left: self.left.clone(),
            last: self.last,
            agreed: self.agreed,
        }
    }

    pub(crate) fn history_text(&self, mode: Mode) -> Vec<String> {
        self.history.iter().map(|(from, to)| format!("{}-{}", from.name(mode), to.name(mode))).collect()
    }

    /// How often the position has occurred since the last irreversible action, including now.
    pub(crate) fn occurrences(&self, now: &Position) -> u32 {
        let mut times = 1;
        let mut earlier = *now;
        for &(from, to) in self.history.iter().rev() {
            let Some(before) = earlier.before_move(from, to) else { break };
            earlier = before;
            times += u32::from(earlier.repeats(now));
        }
        times
    }

    /// Notes what `mover` did, as the last action and in the history.
    pub(crate) fn note_ply(&mut self, mover: Seat, ply: Ply, options: &Options) {
        self.last = Some(Played { seat: mover, action: ply.into() });
        match ply {
            Ply::Move(from, to) if options.repetition.get().is_some() => self.history.push((from, to)),
            _ => self.history.clear(),
        }
    }

    /// Notes which seats had to leave, other than those in `gone`, in turn order from `mover`: first those
    /// without a piece, then those that could not act. A departure is irreversible, so the history starts
    /// anew.
    pub(crate) fn note_departures(&mut self, gone: u8, after: &Position, mover: Seat) -> Vec<Departure> {
        let seats = usize::from(after.mode().seats());
        let in_turn = (0..seats).filter_map(|n| Seat::new(((mover.index() + n) % seats) as u8));
        let noted = |seat| self.left.iter().any(|departure| departure.seat == seat);
        let had_left = |seat: Seat| gone >> seat.index() & 1 == 1;
        let gone = in_turn.filter(|&seat| after.has_left(seat) && !had_left(seat) && !noted(seat));
        let departure = |seat| {
            let taken = after.faction(seat).is_some_and(|faction| after.alive(faction) == 0);
            Departure { seat, why: if taken { Why::Captured } else { Why::Stalemate } }
        };
        let mut gone: Vec<Departure> = gone.map(departure).collect();
        gone.sort_by_key(|departure| departure.why != Why::Captured);
        if !gone.is_empty() {
            self.history.clear();
        }
        self.left.extend(&gone);
        gone
    }

    /// Ends the match if the position has occurred too often. If it is already over, only clears the history.
    pub(crate) fn look_for_repetition(&mut self, position: &mut Position) {
        if position.ending.is_some() {
            self.history.clear();
        } else if position.options.repetition.get().is_some()
            && position.options.repetition.reached(self.occurrences(position))
        {
            position.end(None, Reason::Repetition);
        }
    }
}

impl Position {
    /// Whether actions without progress are counted towards a draw.
    pub(crate) fn counts_quiet(&self) -> bool {
        self.rules().has(RuleOption::NoProgress) && self.options.no_progress.get().is_some()
    }
}

impl Setup {
    /// A match at the position of a full line, with nothing known about how it got there.
    pub(crate) fn of_line(text: &str, options: Options) -> Result<Setup, RuleError> {
        let sheet = Sheet::read(text, options)?;
        let line = sheet.public.write_line(Some(&sheet.identities()?));
        Ok(Story::default().setup(&sheet.public, line))
    }

    /// A match at the position of a public or full line, with the face-down pieces laid out anew.
    pub(crate) fn dealt(text: &str, options: Options, dice: &mut Dice) -> Result<Setup, RuleError> {
        let public = Sheet::read(text, options)?.public;
        Ok(Story::default().setup(&public, dealt_line(&public, dice)))
    }

    /// Sets the match up and applies the end rules.
    pub(crate) fn open(&self) -> Result<(FullPosition, Story), RuleError> {
        let sheet = Sheet::read(&self.position, self.options)?;
        let hidden = sheet.identities()?;
        let mut public = sheet.public;
        if public.counts_quiet() {
            public.quiet = self.quiet;
        }
        let left = self.departures(&mut public)?;
        let last = self.last_action(public.mode())?;
        let mut story = Story { left, last, history: Vec::new(), agreed: false };
        let departure = story.left.last().map_or(Reason::Elimination, |departure| departure.why.reason());
        let mut opened = public.opened(departure)?;
        let nobody_left = story.note_departures(public.gone, &opened, public.seat()).is_empty();
        if nobody_left && opened.ending.is_none() && opened.options.repetition.get().is_some() {
            story.history = self.moves(&opened)?;
            story.look_for_repetition(&mut opened);
        }
        if self.agreed {
            // A match that is over for another reason cannot have ended by agreement.
            if opened.ending.is_some() {
                return Err(RuleError::position("agreed: the match was over before"));
            }
            story.agreed = true;
            story.history.clear();
            opened.end(None, Reason::Agreement);
        }
        Ok((FullPosition { public: opened, hidden }, story))
    }

    /// Takes out the seats that left of their own accord, and checks the others against the line.
    fn departures(&self, position: &mut Position) -> Result<Vec<Departure>, RuleError> {
        let refuse = |seat: Seat, what: &str| Err(RuleError::position(format!("left: {seat} {what}")));
        let mut seen = Vec::new();
        for departure in self.left.iter().take(4) {
            let Departure { seat, why } = *departure;
            if seat.index() >= usize::from(position.mode().seats()) {
                return refuse(seat, "is not at the table");
            }
            if seen.contains(&seat) {
                return refuse(seat, "left twice");
            }
            seen.push(seat);
            let voluntary = matches!(why, Why::Resign | Why::Timeout);
            match position.rules().end {
                End::Duel if seen.len() > 1 => return refuse(seat, "left a match that was over"),
                End::Duel if !voluntary => {
                    let what = format!("can only resign or run out of time in {}", position.mode());
                    return refuse(seat, &what);
                }
                End::LastLeft if position.faction(seat).is_some() && !position.has_left(seat) => {
                    return refuse(seat, "has left, but its faction is not out");
                }
                _ => position.gone |= 1 << seat.index(),
            }
        }
        Ok(self.left.iter().take(4).copied().collect())
    }

    /// The moves that led to `position`, each checked by taking it back.
    fn moves(&self, position: &Position) -> Result<Vec<(Cell, Cell)>, RuleError> {
        let mut earlier = *position;
        let mut moves = Vec::new();
        for text in self.history.iter().rev() {
            let undone = text.split_once('-').and_then(|(from, to)| {
                let (from, to) = (Cell::named(position.mode(), from)?, Cell::named(position.mode(), to)?);
                Some((from, to, earlier.before_move(from, to)?))
            });
            let Some((from, to, before)) = undone else {
                return Err(RuleError::position(format!("history: {:?} cannot have led here", clip(text))));
            };
            earlier = before;
            moves.push((from, to));
        }
        moves.reverse();
        Ok(moves)
    }

    fn last_action(&self, mode: Mode) -> Result<Option<Played>, RuleError> {
        let Some(Played { seat, action }) = self.last else { return Ok(None) };
        let (first, second) = match action {
            Action::Flip { at } => (at, at),
            Action::Move { from, to } | Action::Capture { from, to } => (from, to),
        };
        let (Some(first), Some(second), true) =
            (first.on(mode), second.on(mode), seat.index() < usize::from(mode.seats()))
        else {
            return Err(RuleError::position("last: not an action at this table"));
        };
        let ply = match action {
            Action::Flip { .. } => Ply::Flip(first),
            Action::Move { .. } => Ply::Move(first, second),
            Action::Capture { .. } => Ply::Capture(first, second),
        };
        Ok(Some(Played { seat, action: ply.into() }))
    }
}
