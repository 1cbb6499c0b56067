//! The pool table from above: aiming, placing, and the running shot.

use super::face::{Face, Pressed};
use super::screen::Theme;
use super::words::Words;
use baize_games::AnyTable;
use baize_nine_ball::{Ball, NineBall, Phase, View};
use baize_rules::{Seat, Viewer};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::canvas::{Canvas, Circle, Line, Rectangle};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::time::Duration;

/// How a player is about to use the cue or place the cue ball.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cue {
    aim_urad: i32,
    speed_mm_s: i32,
    side_milli: i32,
    top_milli: i32,
    push_out: bool,
    /// The position of the cue ball in hand, in micrometres.
    held: (i32, i32),
}

impl Cue {
    pub(super) fn new(view: &View) -> Cue {
        let spot = view.state.options.table.head_spot();
        let aim_urad = towards_target(view);
        let speed_mm_s = if view.state.shot_no == 0 { 8_000 } else { 2_500 };
        Cue { aim_urad, speed_mm_s, side_milli: 0, top_milli: 0, push_out: false, held: (spot.x, spot.y) }
    }

    /// Turns the cue, in thousandths of a degree.
    pub(super) fn turn(&mut self, millidegrees: i32) {
        let step = (f64::from(millidegrees) * std::f64::consts::PI / 180.0 * 1e3).round() as i32;
        let round = baize_nine_ball::Cue::MOST_AIM + 1;
        self.aim_urad = (self.aim_urad + step).rem_euclid(round);
    }

    pub(super) fn faster(&mut self, by: i32) {
        self.speed_mm_s = (self.speed_mm_s + by).clamp(100, baize_nine_ball::Cue::MOST_SPEED);
    }

    /// Moves the point that the tip strikes, but never off the ball.
    pub(super) fn spin(&mut self, side: i32, top: i32) {
        let (side, top) = (self.side_milli + side, self.top_milli + top);
        let most = baize_nine_ball::Cue::MOST_OFFSET;
        if side * side + top * top <= most * most {
            (self.side_milli, self.top_milli) = (side, top);
        }
    }

    pub(super) const fn toggle_push_out(&mut self) {
        self.push_out = !self.push_out;
    }

    pub(super) fn carry(&mut self, view: &View, (dx, dy): (i32, i32)) {
        let reach = view.state.options.table.reach();
        let (x, y) = self.held;
        self.held = ((x + dx).clamp(-reach.x, reach.x), (y + dy).clamp(-reach.y, reach.y));
    }

    /// The action that Enter plays.
    pub(super) fn action(&self, view: &View) -> Option<Value> {
        match view.state.phase {
            Phase::BreakPlacement { .. } | Phase::BallInHand { .. } => {
                Some(json!({"type": "PLACE_BALL", "xUm": self.held.0, "yUm": self.held.1}))
            }
            Phase::Aim { .. } => {
                let mut shot = self.shot();
                shot["type"] = json!("SHOOT");
                Some(shot)
            }
            Phase::PushOutChoice { .. } | Phase::GameOver { .. } => None,
        }
    }

    fn shot(&self) -> Value {
        json!({
            "speedMmS": self.speed_mm_s, "aimUrad": self.aim_urad, "elevationUrad": 0,
            "sideMilli": self.side_milli, "topMilli": self.top_milli, "pushOut": self.push_out,
        })
    }

    pub(super) fn line(&self, words: &Words) -> String {
        let degrees = f64::from(self.aim_urad) * 180e-6 / std::f64::consts::PI;
        let push = if self.push_out { words.push } else { "" };
        format!(
            "{} {degrees:.2}°  {} {:.2} m/s  {} {:+} {:+}  {push}",
            words.aim,
            words.speed,
            f64::from(self.speed_mm_s) / 1e3,
            words.spin,
            self.side_milli,
            self.top_milli
        )
    }
}

/// The direction from the cue ball to the ball to hit.
fn towards_target(view: &View) -> i32 {
    let balls = &view.state.balls;
    let spots = balls.get(Ball::CUE).zip(view.target.and_then(|target| balls.get(target)));
    let Some((cue, ball)) = spots else { return 0 };
    let angle = f64::from(ball.y - cue.y).atan2(f64::from(ball.x - cue.x));
    let full = std::f64::consts::TAU;
    (((angle + full) % full) * 1e6) as i32
}

/// A table seen from above, with the shots that run on it.
#[derive(Default)]
struct Pool {
    /// What the seat sees, and its cue.
    seen: Option<(View, Cue)>,
    motions: VecDeque<Motion>,
    /// For how many seconds the first motion has run.
    time: f64,
}

pub(super) fn face(_: &dyn AnyTable) -> Box<dyn Face> {
    Box::new(Pool::default())
}

impl Face for Pool {
    fn is_picture(&self) -> bool {
        true
    }

    fn draw(&self, table: &dyn AnyTable, seat: Seat, theme: Theme, frame: &mut Frame<'_>, area: Rect) {
        let Some((view, cue)) = &self.seen else { return };
        let motions = self.motions.iter().collect();
        Picture { view, cue: Some(cue), motions, time: self.time, theme }.draw(table, seat, frame, area);
    }

    fn see(&mut self, table: &dyn AnyTable, seat: Seat) {
        let view = table.seat_view(seat).of::<NineBall>().map(|(view, _)| view.clone());
        self.seen = view.map(|view| {
            // Keep the aim while nothing has moved.
            let kept = self.seen.take().filter(|(before, _)| *before == view);
            let cue = kept.map_or_else(|| Cue::new(&view), |(_, cue)| cue);
            (view, cue)
        });
    }

    fn key(&mut self, key: KeyEvent) -> Pressed {
        let Some((view, cue)) = &mut self.seen else { return Pressed::Not };
        let is_fine = key.modifiers.contains(KeyModifiers::SHIFT);
        let direction = match key.code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 1),
            KeyCode::Down => (0, -1),
            _ => (0, 0),
        };
        if is_placing(view) && direction != (0, 0) {
            let step = if is_fine { 2_000 } else { 20_000 };
            cue.carry(view, (direction.0 * step, direction.1 * step));
            return Pressed::Changed;
        }
        match key.code {
            // Counter-clockwise is to the left.
            KeyCode::Left => cue.turn(if is_fine { 50 } else { 1_000 }),
            KeyCode::Right => cue.turn(if is_fine { -50 } else { -1_000 }),
            KeyCode::Up => cue.faster(if is_fine { 50 } else { 250 }),
            KeyCode::Down => cue.faster(if is_fine { -50 } else { -250 }),
            KeyCode::Char('[') => cue.spin(50, 0),
            KeyCode::Char(']') => cue.spin(-50, 0),
            KeyCode::Char('=' | '+') => cue.spin(0, 50),
            KeyCode::Char('-') => cue.spin(0, -50),
            KeyCode::Char('!') => cue.toggle_push_out(),
            KeyCode::Enter => return cue.action(view).map_or(Pressed::Not, Pressed::Plays),
            _ => return Pressed::Not,
        }
        Pressed::Changed
    }

    fn prompt(&self, words: &Words, text: &[String]) -> Option<String> {
        let (view, cue) = self.seen.as_ref()?;
        Some(if is_placing(view) { text.last().cloned().unwrap_or_default() } else { cue.line(words) })
    }

    fn keys(&self, words: &Words) -> Option<&'static str> {
        let (view, _) = self.seen.as_ref()?;
        Some(if is_placing(view) { words.place_keys } else { words.pool_keys })
    }

    fn hear(&mut self, events: &[Value]) {
        if self.motions.is_empty() {
            self.time = 0.0;
        }
        self.motions.extend(events.iter().filter_map(Motion::of));
    }

    fn is_moving(&self) -> bool {
        !self.motions.is_empty()
    }

    fn tick(&mut self, passed: Duration) {
        let Some(motion) = self.motions.front() else { return };
        self.time += passed.as_secs_f64();
        if self.time > motion.seconds + 0.3 {
            self.motions.pop_front();
            self.time = 0.0;
        }
    }

    fn stop(&mut self) {
        self.motions.clear();
    }
}

/// Whether the cue ball is in this seat's hand.
const fn is_placing(view: &View) -> bool {
    matches!(view.state.phase, Phase::BreakPlacement { .. } | Phase::BallInHand { .. })
}

/// A running shot.
pub(super) struct Motion {
    pub(super) seconds: f64,
    tracks: Vec<(usize, Vec<Vec<f64>>)>,
}

impl Motion {
    /// Returns the motion that an event describes, if any.
    pub(super) fn of(event: &Value) -> Option<Motion> {
        if event["type"] != "MOTION" {
            return None;
        }
        let track = |track: &Value| {
            let rows = serde_json::from_value(track["rows"].clone()).ok()?;
            Some((usize::try_from(track["ball"].as_u64()?).ok()?, rows))
        };
        let tracks = event["balls"].as_array()?.iter().filter_map(track).collect();
        Some(Motion { seconds: event["seconds"].as_f64()?, tracks })
    }

    /// Where a ball is at a time: `None` if it did not move, `Some(None)` if it is gone.
    fn at(&self, ball: usize, time: f64) -> Option<Option<[f64; 2]>> {
        let (_, rows) = self.tracks.iter().find(|(number, _)| *number == ball)?;
        let row =
            rows.iter().rev().find(|row| row.first().is_some_and(|from| *from <= time)).or(rows.first())?;
        let [from, x, y, rest @ ..] = &row[..] else { return Some(None) };
        let s = (time - from).max(0.0);
        let term = |index: usize| rest.get(index).copied().unwrap_or(0.0);
        Some(Some([x + term(0) * s + term(2) * s * s, y + term(1) * s + term(3) * s * s]))
    }
}

/// The balls to draw: those in motion where they are now, those that move later where they start, and the
/// rest where they lie.
fn balls(view: &View, motions: &[&Motion], time: f64) -> Vec<(usize, [f64; 2])> {
    let place = |number: usize| {
        let moving = motions.iter().enumerate();
        let known = moving
            .into_iter()
            .find_map(|(index, motion)| motion.at(number, if index == 0 { time } else { 0.0 }));
        let lying = Ball::new(number as u8).and_then(|ball| view.state.balls.get(ball));
        known.unwrap_or_else(|| lying.map(baize_nine_ball::Spot::metres))
    };
    (0..=9).filter_map(|number| Some((number, place(number)?))).collect()
}

/// The table and everything on it, ready to be drawn into an area.
pub(super) struct Picture<'a> {
    pub(super) view: &'a View,
    pub(super) cue: Option<&'a Cue>,
    pub(super) motions: Vec<&'a Motion>,
    pub(super) time: f64,
    pub(super) theme: Theme,
}

const BALLS: [Color; 10] = [
    Color::White,
    Color::Yellow,
    Color::Blue,
    Color::Red,
    Color::Magenta,
    Color::LightRed,
    Color::Green,
    Color::LightMagenta,
    Color::Gray,
    Color::LightYellow,
];

impl Picture<'_> {
    pub(super) fn draw(&self, table: &dyn AnyTable, seat: Seat, frame: &mut Frame<'_>, area: Rect) {
        let half_width = f64::from(self.view.state.options.table.width()) / 2e6;
        let half_length = 2.0 * half_width;
        let paint = |colour| self.theme.shade(colour);
        let balls = balls(self.view, &self.motions, self.time);
        let paths = self.aim_paths(table, seat);
        let canvas = Canvas::default()
            .marker(if self.theme.has_unicode { Marker::Braille } else { Marker::Dot })
            .x_bounds([-half_length * 1.05, half_length * 1.05])
            .y_bounds([-half_width * 1.1, half_width * 1.1])
            .paint(|context| {
                context.draw(&Rectangle {
                    x: -half_length,
                    y: -half_width,
                    width: 2.0 * half_length,
                    height: 2.0 * half_width,
                    color: paint(Color::Green),
                });
                context.draw(&Line {
                    x1: -half_length / 2.0,
                    y1: -half_width,
                    x2: -half_length / 2.0,
                    y2: half_width,
                    color: paint(Color::DarkGray),
                });
                for x in [-half_length, 0.0, half_length] {
                    for y in [-half_width, half_width] {
                        let color = paint(Color::Yellow);
                        context.draw(&Circle { x, y, radius: 0.06, color });
                    }
                }
                for path in &paths {
                    for pair in path.windows(2) {
                        let ([x1, y1], [x2, y2]) = (pair[0], pair[1]);
                        context.draw(&Line { x1, y1, x2, y2, color: paint(Color::Cyan) });
                    }
                }
                context.layer();
                for (number, [x, y]) in &balls {
                    let name = if *number == 0 { "o".to_owned() } else { number.to_string() };
                    context.print(*x, *y, Span::styled(name, Style::new().fg(paint(BALLS[*number]))));
                }
                if let Some(cue) = self.cue.filter(|_| is_placing(self.view) && self.motions.is_empty()) {
                    let (x, y) = (f64::from(cue.held.0) / 1e6, f64::from(cue.held.1) / 1e6);
                    context.print(x, y, "@");
                }
            });
        frame.render_widget(canvas, area);
    }

    /// The first paths of the balls, as far as the table shows them to players.
    fn aim_paths(&self, table: &dyn AnyTable, seat: Seat) -> Vec<Vec<[f64; 2]>> {
        let Some(cue) = self.cue.filter(|_| self.motions.is_empty()) else { return Vec::new() };
        if !matches!(self.view.state.phase, Phase::Aim { .. }) {
            return Vec::new();
        }
        let query = json!({"type": "AIM", "shot": cue.shot()});
        let Ok(answer) = table.answer(Viewer::Seat(seat), &query) else { return Vec::new() };
        let path = |name: &str| {
            let rows = answer[name]["rows"].as_array()?.iter();
            let point = |x: &Value, y: &Value| Some([x.as_f64()?, y.as_f64()?]);
            let mut points: Vec<[f64; 2]> = rows.filter_map(|row| point(&row[1], &row[2])).collect();
            points.extend(point(&answer[name]["to"][0], &answer[name]["to"][1]));
            Some(points)
        };
        ["cue", "object"].into_iter().filter_map(path).collect()
    }
}
