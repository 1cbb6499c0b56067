//! The loop between the terminal and the screen.

use super::app::{App, Flow};
use super::screen;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::execute;
use std::io::stdout;
use std::time::{Duration, Instant};

/// While balls roll the screen is drawn so often.
const FRAME: Duration = Duration::from_millis(33);
/// At a server's table one looks so often whether something has happened.
const GLANCE: Duration = Duration::from_millis(200);

/// Plays until somebody leaves. The terminal is given back as it was, also after a panic.
pub(super) fn run(mut app: App) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mouse = execute!(stdout(), EnableMouseCapture);
    let done = mouse.map_err(anyhow::Error::from).and_then(|()| play(&mut app, &mut terminal));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    done
}

fn play(app: &mut App, terminal: &mut ratatui::DefaultTerminal) -> anyhow::Result<()> {
    let mut last = Instant::now();
    loop {
        app.look();
        terminal.draw(|frame| screen::draw(app, frame))?;
        let patience = if app.is_moving() { FRAME } else { GLANCE };
        if (app.is_moving() || app.venue.is_live()) && !event::poll(patience)? {
            app.tick(last.elapsed());
            last = Instant::now();
            continue;
        }
        let flow = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse),
            // A new size is drawn at once.
            _ => Flow::On,
        };
        if flow == Flow::Leave {
            return Ok(());
        }
        last = Instant::now();
    }
}
