//! Positions as a line of text, such as `9b1 0:-520,-210 3:420,395 9:635,0 aim:0`.
//!
//! Places are in whole millimetres from the centre of the bed, or in micrometres if the word `u` is there.
//! Then comes what the table waits for and from whom (`aim`, `hand`, `break`, `choice`), and where they
//! differ from the usual: `shot:4` (shots taken in this rack), `fouls:1,0`, `potted:2,3`, `racks:0,1`,
//! `breaker:1`, `push`, and `place:anywhere` or `place:string` for a cue ball that may be placed again.

use crate::{Area, Ball, Layout, Options, Phase, RuleError, Setup, Spot, View};
use baize_rules::{PositionLine, Seat, UnreadableAt, read_list};
use std::fmt::Write;

const NAME: &str = "9b1";

impl From<UnreadableAt> for RuleError {
    fn from(error: UnreadableAt) -> RuleError {
        RuleError::Unreadable(error.to_string())
    }
}

pub(crate) fn write(view: &View) -> String {
    let state = &view.state;
    let is_whole = |(_, spot): (Ball, Spot)| spot.x % 1000 == 0 && spot.y % 1000 == 0;
    let unit = if state.balls.iter().all(is_whole) { 1000 } else { 1 };
    let mut line = NAME.to_owned();
    let mut add = |word: std::fmt::Arguments<'_>| {
        write!(line, " {word}").expect("a string takes all that is written");
    };
    if unit == 1 {
        add(format_args!("u"));
    }
    for (ball, spot) in state.balls.iter() {
        add(format_args!("{}:{},{}", ball.number(), spot.x / unit, spot.y / unit));
    }
    match state.phase {
        Phase::BreakPlacement { seat } => add(format_args!("break:{}", seat.index())),
        Phase::Aim { seat } => add(format_args!("aim:{}", seat.index())),
        Phase::BallInHand { seat } => add(format_args!("hand:{}", seat.index())),
        Phase::PushOutChoice { seat } => add(format_args!("choice:{}", seat.index())),
        Phase::GameOver { .. } => add(format_args!("over")),
    }
    if state.shot_no != usual_shot(state.phase) {
        add(format_args!("shot:{}", state.shot_no));
    }
    // A single number says that there is only one player.
    if state.fouls.len() == 1 || state.fouls.iter().any(|&fouls| fouls > 0) {
        add(format_args!("fouls:{}", numbers(&state.fouls)));
    }
    for (key, counts) in [("potted", &state.potted), ("racks", &state.racks)] {
        if counts.iter().any(|&count| count > 0) {
            add(format_args!("{key}:{}", numbers(counts)));
        }
    }
    if state.breaker != Seat::FIRST {
        add(format_args!("breaker:{}", state.breaker.index()));
    }
    if state.push_ok {
        add(format_args!("push"));
    }
    if let (Phase::Aim { .. }, Some(area)) = (state.phase, state.may_place) {
        add(format_args!("place:{}", word(area)));
    }
    line
}

pub(crate) fn read(text: &str, options: Options) -> Result<Setup, RuleError> {
    let mut line = PositionLine::read(text, NAME)?;
    let unit = if line.has("u") { 1 } else { 1000 };
    let mut balls = Layout::default();
    for ball in Ball::all() {
        if let Some(spot) = line.take(&ball.number().to_string(), |text| read_spot(text, unit))? {
            balls.put(ball, spot);
        }
    }
    let mut phase = None;
    for (key, of) in [
        ("break", (|seat| Phase::BreakPlacement { seat }) as fn(Seat) -> Phase),
        ("aim", |seat| Phase::Aim { seat }),
        ("hand", |seat| Phase::BallInHand { seat }),
        ("choice", |seat| Phase::PushOutChoice { seat }),
    ] {
        phase = phase.or(line.take(key, read_seat)?.map(of));
    }
    let phase = phase.ok_or_else(|| {
        RuleError::BadPosition("nothing says who is to play: aim:0, hand:0, break:0 or choice:0".to_owned())
    })?;
    let setup = Setup {
        balls,
        phase,
        shot_no: line.take("shot", |text| text.parse().ok())?.unwrap_or(usual_shot(phase)),
        fouls: line.take("fouls", read_numbers)?.unwrap_or_else(|| vec![0, 0]),
        potted: line.take("potted", read_numbers)?.unwrap_or_default(),
        racks: line.take("racks", read_numbers)?.unwrap_or_default(),
        breaker: line.take("breaker", read_seat)?.unwrap_or(Seat::FIRST),
        push_ok: line.has("push"),
        may_place: line.take("place", read_area)?,
        pocketed: Default::default(),
        cue_in_hand: false,
        options,
        dice: None,
    };
    line.end()?;
    Ok(setup)
}

/// How many shots were taken if the line does not say: none before a break, one after it.
const fn usual_shot(phase: Phase) -> u32 {
    match phase {
        Phase::BreakPlacement { .. } => 0,
        _ => 1,
    }
}

const fn word(area: Area) -> &'static str {
    match area {
        Area::BehindString => "string",
        Area::Anywhere => "anywhere",
    }
}

fn read_area(text: &str) -> Option<Area> {
    [Area::BehindString, Area::Anywhere].into_iter().find(|&area| word(area) == text)
}

fn numbers(list: &[u8]) -> String {
    list.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn read_numbers(text: &str) -> Option<Vec<u8>> {
    read_list(text, ',', |number| number.parse().ok())
}

fn read_seat(text: &str) -> Option<Seat> {
    Seat::new(text.parse().ok()?)
}

fn read_spot(text: &str, unit: i32) -> Option<Spot> {
    let (x, y) = text.split_once(',')?;
    let place = |text: &str| text.parse::<i32>().ok()?.checked_mul(unit).filter(|um| um.abs() <= MOST_UM);
    Some(Spot { x: place(x)?, y: place(y)? })
}

/// The largest coordinate that is read: no table reaches ten metres.
const MOST_UM: i32 = 10_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NineBall;
    use baize_rules::{Game, Table, Viewer};

    fn check(text: &str, expect: Result<&str, &str>) {
        let table = read(text, Options::default()).and_then(Table::<NineBall>::load);
        let answer = table.map(|table| write(&table.game().view(Viewer::Spectator)));
        match (answer, expect) {
            (Ok(answer), Ok(expect)) => assert_eq!(answer, expect, "{text}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
            (answer, expect) => panic!("{text}: {answer:?}, not {expect:?}"),
        }
    }

    #[test]
    fn positions_are_read_and_written() {
        let drill = "9b1 0:-520,-210 3:420,395 9:635,0 aim:0";
        check(drill, Ok(drill));
        check("9b1  hand:1 9:635,0", Ok("9b1 9:635,0 hand:1"));
        check("9b1 u 9:635001,0 0:0,0 aim:1 fouls:1,2", Ok("9b1 u 0:0,0 9:635001,0 aim:1 fouls:1,2"));
        check(
            "9b1 0:0,0 9:635,0 aim:0 shot:3 potted:2,0 breaker:1 place:anywhere",
            Ok("9b1 0:0,0 9:635,0 aim:0 shot:3 potted:2,0 breaker:1 place:anywhere"),
        );
        check("9b1 0:0,0 9:635,0 aim:0 fouls:0", Err("two seats"));
        check("9b1 0:0,0 9:635,0 aim:0 colour:red", Err("character 25"));
        check("9b1 0:0 9:635,0 aim:0", Err("character 5"));
        check("9b1 0:0,0 9:635,0", Err("who is to play"));
        check("9b1 0:0,0 1:635,0 aim:0", Err("the 9 is down"));
        check("9b1 0:0,0 9:10,0 aim:0", Err("overlap"));
        check("9b1 0:99999999,0 9:10,0 aim:0", Err("character 5"));
        check("", Err("character 1"));
    }
}
