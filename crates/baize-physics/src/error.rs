//! What can be wrong with a shot.

use thiserror::Error;

/// Why a shot cannot be simulated.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Error {
    /// Too many or too few of something.
    #[error("a shot has {least} to {most} {what}, not {found}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The fewest allowed.
        least: usize,
        /// The most allowed.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// A number outside its bounds, or not a number at all.
    #[error("{what} must be from {least} to {most}, not {found}")]
    Bounds {
        /// What the number is.
        what: &'static str,
        /// The smallest allowed value.
        least: f64,
        /// The largest allowed value.
        most: f64,
        /// The value.
        found: f64,
    },
    /// A cue that stands still.
    #[error("the cue must move")]
    NoSpeed,
    /// The tip would slip off the ball.
    #[error("the tip may be at most half a radius off the centre")]
    Miscue,
    /// The same ball is listed twice.
    #[error("ball {id} is there twice")]
    Twice {
        /// Which.
        id: u8,
    },
    /// Nothing to strike.
    #[error("there is no cue ball, number 0")]
    NoCueBall,
    /// Two balls in one place.
    #[error("balls {a} and {b} overlap")]
    Overlap {
        /// The lower number.
        a: u8,
        /// The higher number.
        b: u8,
    },
    /// A ball inside a cushion.
    #[error("ball {id} overlaps a cushion")]
    InCushion {
        /// Which.
        id: u8,
    },
    /// A ball that has already fallen.
    #[error("ball {id} lies in a pocket")]
    InPocket {
        /// Which.
        id: u8,
    },
    /// A ball that is not on the table.
    #[error("ball {id} is not on the table")]
    OffTable {
        /// Which.
        id: u8,
    },
    /// The shot has more events than any real shot.
    #[error("the shot does not come to an end within {events} events")]
    Endless {
        /// The limit.
        events: usize,
    },
}

impl Error {
    /// Every code that [`Error::code`] can return and when it does.
    pub const CODES: &'static [(&'static str, &'static str)] = &[
        ("physics.count", "too many or too few balls, segments, tips or pockets"),
        ("physics.bounds", "a number is outside its bounds or not finite"),
        ("physics.no_speed", "the speed of the cue is zero"),
        ("physics.miscue", "the tip offset is larger than half a radius"),
        ("physics.twice", "a ball is listed twice"),
        ("physics.no_cue_ball", "the ball with number 0 is missing"),
        ("physics.overlap", "two balls overlap"),
        ("physics.in_cushion", "a ball overlaps a cushion"),
        ("physics.in_pocket", "a ball lies in a pocket"),
        ("physics.off_table", "a ball is not on the table"),
        ("physics.endless", "the shot does not come to an end"),
    ];

    /// Stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Count { .. } => "physics.count",
            Error::Bounds { .. } => "physics.bounds",
            Error::NoSpeed => "physics.no_speed",
            Error::Miscue => "physics.miscue",
            Error::Twice { .. } => "physics.twice",
            Error::NoCueBall => "physics.no_cue_ball",
            Error::Overlap { .. } => "physics.overlap",
            Error::InCushion { .. } => "physics.in_cushion",
            Error::InPocket { .. } => "physics.in_pocket",
            Error::OffTable { .. } => "physics.off_table",
            Error::Endless { .. } => "physics.endless",
        }
    }
}
