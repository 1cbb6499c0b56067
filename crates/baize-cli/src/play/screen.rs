//! Draws the screen.

use super::app::{App, Focus, Overlay, Typed};
use super::targets::{Kind, Target};
use super::words::{Ended, in_ascii};
use baize_rules::{Say, harmless};
use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph};

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Theme {
    pub(super) has_colour: bool,
    pub(super) has_unicode: bool,
    /// Whether the ground is light.
    pub(super) is_light: bool,
}

/// Where things were drawn, for the mouse.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Areas {
    pub(super) board: Rect,
    pub(super) moves: Rect,
    pub(super) first_move: usize,
}

const ASCII: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Theme {
    fn paint(self, colour: Color) -> Style {
        if self.has_colour { Style::new().fg(self.shade(colour)) } else { Style::new() }
    }

    /// The colour adjusted for the ground, or the default if there are no colours.
    pub(super) const fn shade(self, colour: Color) -> Color {
        match colour {
            _ if !self.has_colour => Color::Reset,
            _ if !self.is_light => colour,
            Color::White => Color::Black,
            Color::Gray => Color::DarkGray,
            Color::Cyan => Color::Blue,
            // Darker colours out of the 256.
            Color::Yellow | Color::LightYellow => Color::Indexed(130),
            Color::Green => Color::Indexed(28),
            Color::LightMagenta => Color::Magenta,
            other => other,
        }
    }

    fn frame(self, title: &str, is_active: bool) -> Block<'_> {
        let style = if is_active { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let set = if self.has_unicode { border::ROUNDED } else { ASCII };
        Block::bordered().border_set(set).title(title).border_style(style)
    }
}

/// Draws everything.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let rows = [Constraint::Length(1), Constraint::Min(3), Constraint::Length(1), Constraint::Length(1)];
    let [title, main, prompt, keys] = Layout::vertical(rows).areas(frame.area());
    draw_title(app, frame, title);
    let (board, side) = split(app, main);
    draw_board(app, frame, board);
    let [moves, log] = if side.width > side.height * 4 {
        Layout::horizontal([Constraint::Percentage(45), Constraint::Fill(1)]).areas(side)
    } else {
        Layout::vertical([Constraint::Percentage(50), Constraint::Fill(1)]).areas(side)
    };
    draw_moves(app, frame, moves);
    draw_log(app, frame, log);
    draw_prompt(app, frame, prompt);
    draw_keys(app, frame, keys);
    draw_overlay(app, frame, main);
    if !app.theme.has_unicode {
        frame.buffer_mut().content.iter_mut().for_each(to_ascii);
    }
}

/// Converts what games and charts write; frames are ASCII already.
fn to_ascii(cell: &mut Cell) {
    let sign = cell.symbol().chars().next().and_then(in_ascii);
    if let Some(sign) = sign {
        cell.set_char(sign);
    }
}

/// Divides the area into the board and what is beside or below it.
fn split(app: &mut App, area: Rect) -> (Rect, Rect) {
    let width = usize::from(area.width);
    app.fit(width.saturating_sub(4), usize::from(area.height.saturating_sub(2)));
    if app.face.is_picture() {
        // Characters are twice as high as wide, and the table is twice as long as wide.
        let rows = (area.width / 4 + 2).min(area.height.saturating_sub(5)).max(3);
        let [board, side] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(area);
        return (board, side);
    }
    let text = app.lines.iter().map(|line| Span::raw(line.as_str()).width());
    // A cell is wider than its letter.
    let cells = app.targets.iter().map(Target::area).map(|(left, _, across, _)| left + across);
    let widest = text.chain(cells).max().unwrap_or(0);
    if widest + super::targets::BESIDE <= width {
        let board = u16::try_from(widest + 4).unwrap_or(area.width).max(area.width / 3);
        let [board, side] = Layout::horizontal([Constraint::Length(board), Constraint::Fill(1)]).areas(area);
        return (board, side);
    }
    let rows =
        u16::try_from(app.lines.len() + 2).unwrap_or(area.height).min(area.height.saturating_sub(7)).max(3);
    let [board, side] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(area);
    (board, side)
}

fn draw_title(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let name = app.venue.table().game().name();
    let note = harmless(&app.venue.note(app.language));
    let title = format!(" {name}  {}  {note}", app.name_of(app.seat));
    frame.render_widget(Line::styled(title, Style::new().add_modifier(Modifier::BOLD)), area);
}

fn draw_board(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let block = app.theme.frame("", app.focus == Focus::Board);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    app.areas.board = Rect { x: inner.x + 1, width: inner.width.saturating_sub(1), ..inner };
    if app.face.is_picture() {
        return app.face.draw(app.venue.table(), app.seat, app.theme, frame, inner);
    }
    app.scroll_to_fit(usize::from(app.areas.board.height));
    let lines: Vec<Line<'_>> = (app.scroll..app.lines.len()).map(|index| board_line(app, index)).collect();
    frame.render_widget(Paragraph::new(Text::from(lines)), app.areas.board);
    super::board::paint(app, frame.buffer_mut(), app.areas.board);
}

/// A line of the board's text, with its cells and cards in colour and the cursor on one of them.
fn board_line(app: &App, index: usize) -> Line<'static> {
    let text = &app.lines[index];
    let here: Vec<usize> = (0..app.targets.len()).filter(|at| app.targets[*at].line == index).collect();
    let mut spans = Vec::new();
    let mut column = 0;
    for letter in text.chars() {
        let target = here.iter().copied().find(|at| {
            let target = &app.targets[*at];
            (target.column..target.column + target.width).contains(&column)
        });
        let mut style = letter_style(app, letter, target.map(|at| app.targets[at].kind));
        if let Some(at) = target {
            let is_cursor = at == app.cursor && app.focus == Focus::Board;
            let is_from = app.from.as_ref() == Some(&app.targets[at].name);
            if is_cursor || is_from {
                style = style.add_modifier(Modifier::REVERSED);
            }
        }
        let span = Span::styled(letter.to_string(), style);
        column += span.width();
        spans.push(span);
    }
    if app.is_marked(text) {
        let style = app.theme.paint(Color::Green).add_modifier(Modifier::BOLD);
        let marked = spans.into_iter().map(|span: Span<'static>| span.patch_style(style));
        return marked.chain([Span::styled(" ←", style)]).collect();
    }
    Line::from(spans)
}

fn letter_style(app: &App, letter: char, kind: Option<Kind>) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if let Some(own) = app.face.colour(letter).filter(|_| kind == Some(Kind::Cell)) {
        return app.theme.paint(own).patch(bold);
    }
    match (letter, kind) {
        ('♥' | '♦', _) => app.theme.paint(Color::Red),
        ('X', Some(Kind::Cell)) => app.theme.paint(Color::Cyan).patch(bold),
        ('O', Some(Kind::Cell)) => app.theme.paint(Color::White).patch(bold),
        ('?', Some(Kind::Cell)) => app.theme.paint(Color::Yellow),
        ('A'..='Z', Some(Kind::Cell)) => app.theme.paint(Color::Red).patch(bold),
        ('a'..='z', Some(Kind::Cell)) => app.theme.paint(Color::Cyan).patch(bold),
        (_, Some(Kind::Cell)) => app.theme.paint(Color::Green),
        _ => Style::new(),
    }
}

fn draw_moves(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let title = app.words().moves;
    let block = app.theme.frame(title, app.focus == Focus::Moves);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = usize::from(inner.height);
    app.areas.moves = inner;
    app.areas.first_move = (app.chosen + 1).saturating_sub(rows.max(1));
    let shown = app.moves.iter().enumerate().skip(app.areas.first_move).take(rows);
    let line = |(index, typed): (usize, &String)| {
        let is_chosen = index == app.chosen && app.focus == Focus::Moves;
        let mark = if index == app.chosen { "> " } else { "  " };
        let style = if is_chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        Line::styled(format!("{mark}{}", harmless(typed)), style)
    };
    let lines: Vec<Line<'_>> = shown.map(line).collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_log(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let block = app.theme.frame(app.words().log, false);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    frame.render_widget(log_text(app, inner), inner);
}

/// The end of the log, as much of it as fits.
fn log_text(app: &App, area: Rect) -> Paragraph<'static> {
    // The effects of a running shot are not told yet. The screen never shows more than the last forty
    // entries.
    let told = app.venue.told(app.told, 40, app.language);
    let width = usize::from(area.width.max(1));
    let lines: Vec<String> =
        told.iter().flat_map(|line| super::targets::wrapped(&harmless(line), width)).collect();
    let rows = usize::from(area.height);
    let shown = lines[lines.len().saturating_sub(rows)..].iter().cloned().map(Line::from);
    Paragraph::new(shown.collect::<Vec<_>>())
}

fn draw_prompt(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let text = if !app.input.is_empty() {
        format!("> {}", harmless(&app.input))
    } else if !app.message.is_empty() {
        app.message.clone()
    } else if let Some(outcome) = app.venue.table().outcome().filter(|_| !app.is_moving()) {
        app.venue.named(&Ended(&outcome).told_in(app.language).to_string(), app.language)
    } else if let Some(seat) = app.venue.thinking().filter(|_| !app.is_moving()) {
        format!("{} {}", app.name_of(seat), app.words().thinks)
    } else if let Some(prompt) =
        app.face.prompt(app.words(), &app.lines).filter(|_| app.focus == Focus::Board)
    {
        prompt
    } else {
        match app.on_board() {
            Some(Typed::Line(line)) => format!("> {line}"),
            Some(Typed::From(name)) => format!("> {name}-"),
            None => {
                app.moves.get(app.chosen).map_or_else(String::new, |line| format!("> {}", harmless(line)))
            }
        }
    };
    frame.render_widget(Line::from(text), area);
}

fn draw_keys(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let words = app.words();
    // Show at once why the typed line was refused; it is still above.
    if !app.input.is_empty() && !app.message.is_empty() {
        let style = app.theme.paint(Color::Red).add_modifier(Modifier::BOLD);
        return frame.render_widget(Line::styled(app.message.clone(), style), area);
    }
    let text = if app.is_over() && !app.is_moving() {
        words.over
    } else if app.venue.thinking().is_some() {
        words.hurry
    } else {
        app.face.keys(words).filter(|_| app.focus == Focus::Board).unwrap_or(words.keys)
    };
    frame.render_widget(Line::styled(text, app.theme.paint(Color::DarkGray)), area);
}

fn draw_overlay(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let words = app.words();
    let (title, text) = match &app.overlay {
        None => return,
        Some(Overlay::Help) => (words.help, words.help_text.to_owned()),
        Some(Overlay::Leave(_)) if app.venue.is_kept() => ("", words.leave_kept.to_owned()),
        Some(Overlay::Leave(_)) => ("", words.leave.to_owned()),
        Some(Overlay::Question(question)) => ("", format!("{}\n> {}", question.text, harmless(&app.input))),
        Some(Overlay::HandOver(seat)) => ("", format!("{} {}", words.hand_over, app.name_of(*seat))),
        Some(Overlay::Log) => {
            let area = centred(area, area.height);
            let block = app.theme.frame(words.log, true);
            let inner = block.inner(area);
            frame.render_widget(Clear, area);
            frame.render_widget(block, area);
            frame.render_widget(log_text(app, inner), inner);
            return;
        }
    };
    // A person who must not look yet sees nothing of the board.
    let area = match app.overlay {
        Some(Overlay::HandOver(_) | Overlay::Leave(Some(_))) => area,
        _ => centred(area, u16::try_from(text.lines().count() + 2).unwrap_or(u16::MAX)),
    };
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(app.theme.frame(title, true)), area);
}

fn centred(area: Rect, height: u16) -> Rect {
    let height = height.min(area.height);
    let width = area.width.min(76);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}
