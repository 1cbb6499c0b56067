//! What is announced.

use crate::motion::Track;
use crate::{Ball, Foul, Happening, Layout, Phase, Reason, Spot};
use baize_rules::{Leaving, Seat};
use serde::Serialize;
use std::fmt;

/// Something that happened. Everybody hears everything.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Event {
    /// On the bed during a shot; the judge reads exactly these.
    Shot(Happening),
    /// At the table otherwise.
    Table(Announcement),
}

/// What the referee at the table says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Announcement {
    /// The cue ball was put down.
    Placed {
        /// By whom.
        seat: Seat,
        /// Where.
        at: Spot,
    },
    /// How the balls moved in the shot just played; those not listed did not.
    Motion {
        /// When all of them lay still.
        seconds: f64,
        /// Ball by ball.
        balls: Vec<Track>,
    },
    /// The shot was a foul.
    Foul {
        /// Whose.
        seat: Seat,
        /// The first one.
        kind: Foul,
        /// All of them.
        all: Vec<Foul>,
        /// The ball hit first.
        hit: Option<Ball>,
        /// The ball that should have been.
        target: Option<Ball>,
        /// How many in a row this seat has made.
        in_a_row: u8,
    },
    /// A ball came back on the bed.
    Respot {
        /// Which: always the 9.
        ball: Ball,
        /// Where.
        at: Spot,
    },
    /// Who acts next.
    Turn {
        /// Who.
        seat: Seat,
        /// What is waited for.
        phase: Phase,
        /// The ball to hit first.
        target: Option<Ball>,
        /// Whether the shot may be declared a push-out.
        push_ok: bool,
    },
    /// Somebody decided who plays on after a push-out.
    Chosen {
        /// Who decided.
        seat: Seat,
        /// Whether to play.
        play: bool,
    },
    /// The rack was given up.
    Conceded {
        /// By whom.
        seat: Seat,
    },
    /// A rack of a match of several is over.
    RackOver {
        /// Who won it.
        winner: Option<Seat>,
        /// How.
        reason: Reason,
        /// Racks won by each seat.
        racks: Vec<u8>,
    },
    /// The next rack is set up.
    Rack {
        /// Who breaks.
        breaker: Seat,
        /// Where the balls lie.
        balls: Layout,
    },
    /// A seat has left for good.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// It is over.
    GameOver {
        /// Who won; nobody if a player alone lost or stopped.
        winner: Option<Seat>,
        /// How.
        reason: Reason,
        /// Racks won by each seat.
        racks: Vec<u8>,
    },
}

impl From<Announcement> for Event {
    fn from(announcement: Announcement) -> Event {
        Event::Table(announcement)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Shot(happening) => happening.fmt(f),
            Event::Table(announcement) => announcement.fmt(f),
        }
    }
}

/// "Seat 0" at the beginning of a sentence.
struct Who(Seat);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.0.index())
    }
}

/// "2 to 1".
struct Tally<'a>(&'a [u8]);

impl fmt::Display for Tally<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let racks: Vec<String> = self.0.iter().map(u8::to_string).collect();
        f.write_str(&racks.join(" to "))
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Announcement::Placed { seat, .. } => write!(f, "{} places the cue ball.", Who(*seat)),
            Announcement::Motion { seconds, .. } => {
                write!(f, "The balls lie still after {seconds:.1} seconds.")
            }
            Announcement::Foul {
                kind: Foul::WrongBallFirst,
                hit: Some(hit),
                target: Some(target),
                in_a_row,
                ..
            } => {
                write!(f, "Foul: {hit} was hit first, not {target}.{}", InARow(*in_a_row))
            }
            Announcement::Foul { kind, in_a_row, .. } => write!(f, "Foul: {kind}.{}", InARow(*in_a_row)),
            Announcement::Respot { ball, .. } => {
                write!(f, "{} is respotted.", crate::happening::Subject(*ball))
            }
            Announcement::Turn { seat, phase, target, push_ok } => {
                let who = Who(*seat);
                match phase {
                    Phase::BreakPlacement { .. } => write!(f, "{who} to break.")?,
                    Phase::BallInHand { .. } => write!(f, "Ball in hand for seat {}.", seat.index())?,
                    Phase::PushOutChoice { .. } => write!(f, "{who} may play, or give it back.")?,
                    Phase::Aim { .. } | Phase::GameOver { .. } => write!(f, "{who} to shoot.")?,
                }
                if let Some(target) = target {
                    write!(f, " Target: {target}.")?;
                }
                f.write_str(if *push_ok { " A push-out is possible." } else { "" })
            }
            Announcement::Chosen { seat, play: true } => write!(f, "{} plays.", Who(*seat)),
            Announcement::Chosen { seat, play: false } => write!(f, "{} gives it back.", Who(*seat)),
            Announcement::Conceded { seat } => write!(f, "{} concedes the rack.", Who(*seat)),
            Announcement::RackOver { winner: Some(seat), reason, racks } => {
                write!(f, "{} wins the rack ({}): {}.", Who(*seat), reason.words(), Tally(racks))
            }
            Announcement::RackOver { winner: None, reason, .. } => {
                write!(f, "The rack is lost ({}).", reason.words())
            }
            Announcement::Rack { breaker, .. } => {
                write!(f, "The balls are racked. {} breaks.", Who(*breaker))
            }
            Announcement::Left { seat, why: Leaving::Resign } => write!(f, "{} resigns.", Who(*seat)),
            Announcement::Left { seat, why: Leaving::Timeout } => write!(f, "{} is out of time.", Who(*seat)),
            Announcement::GameOver { winner: Some(seat), reason, .. } => {
                write!(f, "{} wins ({}).", Who(*seat), reason.words())
            }
            Announcement::GameOver { winner: None, reason, .. } => {
                write!(f, "The game is over ({}).", reason.words())
            }
        }
    }
}

/// A warning from the second foul in a row on.
struct InARow(u8);

impl fmt::Display for InARow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 2 { Ok(()) } else { write!(f, " That is {} in a row.", self.0) }
    }
}
