//! The loop between the terminal and the screen.

use super::app::{App, Flow};
use super::screen;
use crate::stop::{Stop, Stopped};
use anyhow::bail;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use crossterm::execute;
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;
use std::io::stdout;
use std::time::{Duration, Instant};

/// How often the screen is redrawn while balls roll.
const FRAME: Duration = Duration::from_millis(33);
/// How often to check for news at a server's table, and for a signal.
const GLANCE: Duration = Duration::from_millis(200);

/// Plays until the person leaves. The terminal is restored, even after a signal or a panic.
pub(super) fn run(mut app: App) -> anyhow::Result<()> {
    let stop = Stop::listen()?;
    let done = open().and_then(|mut terminal| play(&mut app, &mut terminal, &stop));
    close();
    done
}

fn open() -> anyhow::Result<ratatui::DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

fn close() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

fn play(app: &mut App, terminal: &mut ratatui::DefaultTerminal, stop: &Stop) -> anyhow::Result<()> {
    let mut last = Instant::now();
    loop {
        if stop.is_asked() {
            bail!(Stopped("in the middle of a game; `baize play --resume` goes on with it".to_owned()));
        }
        app.tick(last.elapsed());
        last = Instant::now();
        terminal.draw(|frame| screen::draw(app, frame))?;
        if !event::poll(if app.is_moving() { FRAME } else { GLANCE })? {
            continue;
        }
        let flow = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse),
            // A new size is drawn at once.
            _ => Flow::On,
        };
        match flow {
            Flow::On => {}
            Flow::Leave => return Ok(()),
            Flow::Suspend => {
                close();
                emulate_default_handler(SIGTSTP)?;
                *terminal = open()?;
                // Time stood still while the program was suspended.
                last = Instant::now();
            }
        }
    }
}
