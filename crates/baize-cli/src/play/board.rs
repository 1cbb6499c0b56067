//! Drawn boards: each cell is a square of ground with a disc and a sign.

use super::app::{App, Focus};
use super::face::Look;
use super::targets::{Kind, Target};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

/// The colours of the cell with the cursor, and of the cell that a move starts from.
const CURSOR: Color = Color::Indexed(178);
const FROM: Color = Color::Indexed(75);

/// Draws the cells over their letters, if the terminal can show them.
pub(super) fn paint(app: &App, buffer: &mut Buffer, area: Rect) {
    if !app.theme.has_colour || !app.theme.has_unicode {
        return;
    }
    for (index, target) in app.targets.iter().enumerate().filter(|(_, target)| target.kind == Kind::Cell) {
        let letter = app.lines[target.line].chars().nth(target.column);
        let Some(look) = letter.and_then(|letter| app.face.look(letter, app.language)) else { continue };
        let is_cursor = index == app.cursor && app.focus == Focus::Board;
        let is_from = app.from.as_ref() == Some(&target.name);
        let parity = target.name.bytes().map(usize::from).sum::<usize>() % 2;
        let ground = match (is_cursor, is_from) {
            (true, _) => CURSOR,
            (_, true) => FROM,
            _ => look.ground[parity],
        };
        cell(target, look, ground, app.scroll, buffer, area);
    }
}

fn cell(target: &Target, look: Look, ground: Color, scroll: usize, buffer: &mut Buffer, area: Rect) {
    let (left, top, across, down) = target.area();
    let place = |column: usize, line: usize| {
        let x = area.x.checked_add(u16::try_from(column).ok()?)?;
        let y = area.y.checked_add(u16::try_from(line.checked_sub(scroll)?).ok()?)?;
        (x < area.right() && y < area.bottom()).then_some((x, y))
    };
    for (column, line) in (0..across).flat_map(|column| (0..down).map(move |line| (column, line))) {
        let Some(at) = place(left + column, top + line) else { continue };
        // A character is twice as high as it is wide: each is two points of a square.
        let disc = |half| look.disc.filter(|_| is_in_disc(target.times, column, 2 * line + half));
        let (sign, ink, paper) = match (disc(0), disc(1)) {
            (None, None) => (' ', ground, ground),
            (Some(disc), Some(_)) => (' ', disc, disc),
            (Some(disc), None) => ('▀', disc, ground),
            (None, Some(disc)) => ('▄', disc, ground),
        };
        buffer[at].set_char(sign).set_fg(ink).set_bg(paper).modifier = Modifier::empty();
    }
    let small = look.disc.filter(|_| target.times == 1).map(|disc| ('●', disc));
    let (Some(at), Some((sign, ink))) = (place(target.column, target.line), look.sign.or(small)) else {
        return;
    };
    if let Some(disc) = look.disc.filter(|_| target.times == 1 && look.sign.is_some()) {
        // There is no room for a disc around a sign: the whole cell is the piece.
        (0..across).filter_map(|column| place(left + column, top)).for_each(|at| {
            buffer[at].set_bg(disc);
        });
    }
    buffer[at].set_char(sign).set_fg(ink);
}

/// Whether a point of a cell, `2 * times` points wide and high, lies inside its disc.
fn is_in_disc(times: usize, column: usize, row: usize) -> bool {
    let from_middle = |at: usize| at as f64 + 0.5 - times as f64;
    let (x, y) = (from_middle(column), from_middle(row));
    x * x + y * y <= (times as f64 - 0.4).powi(2)
}
