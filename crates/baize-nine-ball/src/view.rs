//! What one viewer may know: everything but the dice of later racks.

use crate::judge::targets;
use crate::{Ball, Balls, Phase, Setup, Spot};
use baize_rules::Seat;
use serde::Serialize;
use std::fmt;

/// What one viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The seat that looks, if it is one.
    pub you: Option<Seat>,
    /// The ball to hit first.
    pub target: Option<Ball>,
    /// The state without the dice.
    #[serde(flatten)]
    pub state: Setup,
}

impl View {
    /// The balls that may be hit first.
    pub fn targets(&self) -> Balls {
        targets(self.state.balls.objects(), &self.state.options)
    }

    /// Whether the cue ball may be placed on `spot` now.
    pub fn can_place(&self, spot: Spot) -> bool {
        let table = self.state.options.table;
        self.state.may_place.is_some_and(|area| crate::table::can_place(table, &self.state.balls, area, spot))
    }
}

/// How large the table is drawn, in characters. Characters are twice as high as wide, and so is the table long.
const COLUMNS: usize = 65;
const ROWS: usize = 17;

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f)?;
        let seats = self.state.fouls.len();
        if self.state.options.race_to > 1 {
            let racks: Vec<String> = self.state.racks.iter().map(u8::to_string).collect();
            writeln!(f, "Racks: {}, race to {}", racks.join(" to "), self.state.options.race_to)?;
        }
        for seat in Seat::first(seats as u8) {
            let index = seat.index();
            let you = if self.you == Some(seat) { " (you)" } else { "" };
            write!(f, "Seat {index}{you}: {} potted", self.state.potted[index])?;
            if self.state.fouls[index] > 0 {
                write!(f, ", fouls in a row: {}", self.state.fouls[index])?;
            }
            writeln!(f)?;
        }
        match self.state.phase {
            Phase::BreakPlacement { seat } => {
                write!(f, "Seat {} places the cue ball behind the head string, to break.", seat.index())?;
            }
            Phase::BallInHand { seat } => write!(f, "Seat {} has ball in hand.", seat.index())?,
            Phase::Aim { seat } => write!(f, "Seat {} to shoot.", seat.index())?,
            Phase::PushOutChoice { seat } => {
                write!(f, "Seat {} may play, or give the shot back.", seat.index())?;
            }
            Phase::GameOver { winner: Some(seat), .. } => write!(f, "Seat {} has won.", seat.index())?,
            Phase::GameOver { winner: None, .. } => write!(f, "The game is over.")?,
        }
        if let Some(target) = self.target {
            write!(f, " Target: {target}.")?;
        }
        writeln!(f, "{}", if self.state.push_ok { " A push-out is possible." } else { "" })
    }
}

impl View {
    /// The table from above, head to the left, `o` for the cue ball, and the places in millimetres.
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = [[' '; COLUMNS]; ROWS];
        let string = COLUMNS / 4;
        cells.iter_mut().for_each(|row| row[string] = ':');
        for (ball, spot) in self.state.balls.iter() {
            let (column, row) = self.free_cell(&cells, spot);
            cells[row][column] = if ball == Ball::CUE { 'o' } else { char::from(b'0' + ball.number()) };
        }
        let rail = format!("O{0}O{0}O", "-".repeat(COLUMNS / 2));
        writeln!(f, "{rail}")?;
        for row in cells {
            writeln!(f, "|{}|", row.iter().collect::<String>())?;
        }
        writeln!(f, "{rail}")?;
        let places: Vec<String> = self
            .state
            .balls
            .iter()
            .map(|(ball, spot)| {
                let name = if ball == Ball::CUE { "cue".to_owned() } else { ball.number().to_string() };
                format!("{name} {} {}", spot.x / 1000, spot.y / 1000)
            })
            .collect();
        writeln!(f, "In mm from the centre: {}", places.join(", "))
    }

    /// The cell of a spot, or a free one beside it.
    fn free_cell(&self, cells: &[[char; COLUMNS]; ROWS], spot: Spot) -> (usize, usize) {
        let width = f64::from(self.state.options.table.width());
        let cell = |share: f64, count: usize| ((share * count as f64).max(0.0) as usize).min(count - 1);
        let column = cell(0.5 + f64::from(spot.x) / (2.0 * width), COLUMNS);
        let row = cell(0.5 - f64::from(spot.y) / width, ROWS);
        let beside =
            [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1), (2, 0), (-2, 0)];
        beside
            .into_iter()
            .filter_map(|(dx, dy)| Some((column.checked_add_signed(dx)?, row.checked_add_signed(dy)?)))
            .find(|&(x, y)| cells.get(y).and_then(|row| row.get(x)).is_some_and(|cell| " :".contains(*cell)))
            .unwrap_or((column, row))
    }
}
