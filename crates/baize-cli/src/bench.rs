//! `baize bench`: the program's own speed on this machine.

use baize_banqi::{Cell, FullPosition, Limit, Mode, Options, Plies, Ply};
use baize_othello::{Othello, Passes, Position};
use baize_physics::{Ball, Cue};
use baize_rules::{Game, Seed, Table, Viewer};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// Measures how fast the rules run here, one row per figure, on one thread. Counts that are known are checked.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  baize bench\n  baize bench othello --json")]
pub(crate) struct Args {
    /// Only rows whose name contains this
    filter: Option<String>,
    /// One JSON object per line: {"name":"...","value":x,"unit":"..."}
    #[arg(long)]
    json: bool,
    /// How long to measure each row
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.01..=600.0).contains(&seconds) { Ok(seconds) } else { Err("from 0.01 to 600".to_owned()) }
}

/// One figure.
struct Row {
    name: &'static str,
    unit: &'static str,
    measure: fn(Duration) -> f64,
}

const ROWS: &[Row] = &[
    Row { name: "othello.perft", unit: "nodes/s", measure: |_| othello_perft(11, 212_258_800) },
    Row { name: "othello.perft.12", unit: "nodes/s", measure: |_| othello_perft(12, 1_939_886_636) },
    Row { name: "othello.playouts", unit: "games/s", measure: othello_playouts },
    Row { name: "othello.contract.playouts", unit: "games/s", measure: contract_games::<Othello> },
    Row { name: "banqi.classic.playouts", unit: "games/s", measure: banqi_classic_playouts },
    Row { name: "banqi.three-kingdoms.playouts", unit: "games/s", measure: banqi_three_kingdoms_playouts },
    Row { name: "banqi.classic.legal", unit: "ns", measure: banqi_legal },
    Row { name: "nine.playouts", unit: "games/s", measure: nine_playouts },
    Row { name: "nine.contract.plays", unit: "plays/s", measure: contract_plays::<baize_nine::Nine> },
    Row { name: "physics.break", unit: "us", measure: |time| physics(&breaks(), time).micros_per_shot },
    Row { name: "physics.cut", unit: "us", measure: |time| physics(&cuts(), time).micros_per_shot },
    Row { name: "physics.event", unit: "ns", measure: |time| physics(&breaks(), time).nanos_per_event },
    Row {
        name: "nine-ball.contract.plays",
        unit: "plays/s",
        measure: contract_plays::<baize_nine_ball::NineBall>,
    },
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let wanted = |row: &&Row| args.filter.as_ref().is_none_or(|filter| row.name.contains(filter.as_str()));
    let mut rows = ROWS.iter().filter(wanted).peekable();
    anyhow::ensure!(
        rows.peek().is_some(),
        "no row has a name like that; `baize bench --help` shows how to list all"
    );
    for Row { name, unit, measure } in rows {
        let value = measure(Duration::from_secs_f64(args.seconds));
        if args.json {
            println!("{}", serde_json::json!({ "name": name, "value": value, "unit": unit }));
        } else {
            println!("{name:32} {:>16} {unit}", grouped(value));
        }
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// With a mark between thousands, and decimals only where they matter.
fn grouped(value: f64) -> String {
    if value < 1000.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap_or("")).collect();
    groups.join(",")
}

/// Numbers below `n`, fast and always the same.
fn random() -> impl FnMut(u32) -> u32 {
    let mut stream = Pcg32::seed_from_u64(9);
    move |n| ((u64::from(stream.next_u32()) * u64::from(n)) >> 32) as u32
}

/// What `once` returns, summed up, per second. The clock is read only after batches that are long against it.
fn rate(time: Duration, mut once: impl FnMut() -> u32) -> f64 {
    let start = Instant::now();
    let mut sum = 0;
    while start.elapsed() < time {
        sum += (0..64).map(|_| u64::from(once())).sum::<u64>();
    }
    sum as f64 / start.elapsed().as_secs_f64()
}

/// How often `once` runs per second.
fn per_second<T>(time: Duration, mut once: impl FnMut() -> T) -> f64 {
    rate(time, || {
        black_box(once());
        1
    })
}

/// The best of three, each checked against the published count.
fn othello_perft(depth: u32, expect: u64) -> f64 {
    let once = || {
        let start = Instant::now();
        let leaves = baize_othello::perft(black_box(Position::START), depth, Passes::Counted, u64::MAX);
        assert_eq!(leaves, Some(expect), "perft must give the published count");
        expect as f64 / start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| once()).fold(0.0, f64::max)
}

fn othello_playouts(time: Duration) -> f64 {
    let mut random = random();
    per_second(time, || Position::START.playout(&mut random))
}

/// Random games with a draw after fifty actions without a flip or a capture, each from a deal of its own.
fn banqi_classic_playouts(time: Duration) -> f64 {
    banqi_playouts(Options { no_progress: Limit::after(50), ..Options::contract(Mode::Classic) }, time)
}

fn banqi_three_kingdoms_playouts(time: Duration) -> f64 {
    banqi_playouts(Options::contract(Mode::ThreeKingdoms), time)
}

fn banqi_playouts(options: Options, time: Duration) -> f64 {
    let mut random = random();
    let start = FullPosition::deal(options, &Seed::from_text("bench")).expect("the options are sound");
    per_second(time, || {
        let mut game = start;
        game.shuffle(&mut random);
        game.playout(u32::MAX, &mut random).expect("every such game ends")
    })
}

/// All legal actions of full boards whose pieces are all face-up, over many deals.
fn banqi_legal(time: Duration) -> f64 {
    let options = Options::contract(Mode::Classic);
    let boards: Vec<baize_banqi::Position> = (0..64)
        .map(|deal| {
            let mut game = FullPosition::deal(options, &Seed::from_text(&format!("legal {deal}")))
                .expect("sound options");
            Cell::all(Mode::Classic).for_each(|cell| game.play(Ply::Flip(cell)));
            *game.public()
        })
        .collect();
    let mut plies = Plies::new();
    let mut next = boards.iter().cycle();
    let per_second = per_second(time, || {
        next.next().expect("a cycle does not end").legal(black_box(&mut plies));
        plies.iter().len()
    });
    1e9 / per_second
}

fn nine_playouts(time: Duration) -> f64 {
    let mut random = random();
    let options = baize_nine::Options::default();
    per_second(time, || baize_nine::Position::START.playout(&options, &mut random))
}

/// Random games through the checked contract: menu, play, events and all.
fn contract_games<G: Game>(time: Duration) -> f64 {
    let mut random = random();
    let start = start::<G>();
    per_second(time, || play_out(start.clone(), &mut random))
}

/// The same, but counting single plays.
fn contract_plays<G: Game>(time: Duration) -> f64 {
    let mut random = random();
    let start = start::<G>();
    rate(time, || play_out(start.clone(), &mut random))
}

fn start<G: Game>() -> Table<G> {
    let options = G::Options::default();
    let seats = *G::table_sizes(&options).start();
    Table::start(options, seats, &Seed::from_text("bench")).expect("default options are sound")
}

/// Plays a random game and counts its plays.
fn play_out<G: Game>(mut table: Table<G>, random: &mut impl FnMut(u32) -> u32) -> u32 {
    let mut plays = 0;
    while let Some(seat) = table.game().awaiting().must.iter().next() {
        let menu = table.game().menu(seat);
        let action = &menu.actions()[random(menu.actions().len() as u32) as usize];
        table.play(seat, action).expect("menus are honest");
        plays += 1;
    }
    plays
}

/// What shots cost on average.
struct ShotCost {
    micros_per_shot: f64,
    nanos_per_event: f64,
}

/// A thousand racks, each broken at 9 m/s from the head spot.
fn breaks() -> Vec<(Vec<Ball>, Cue)> {
    let cue = Cue { v0: 9.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.0 };
    let rack = |number: u32| {
        let seed = Seed::from_text(&format!("bench rack {number}"));
        let table = Table::<baize_nine_ball::NineBall>::start(Default::default(), 2, &seed);
        let game = table.expect("default options are sound");
        (game.game().view(Viewer::Spectator).state.balls.bodies(), cue)
    };
    (0..1000).map(rack).collect()
}

/// A thousand cut shots: two balls, from full on one side to thin on the other.
fn cuts() -> Vec<(Vec<Ball>, Cue)> {
    let cut = |number: u32| {
        let aside = 0.05 * (f64::from(number) - 499.5) / 500.0;
        let balls = vec![Ball::at(0, [-0.77, 0.0]), Ball::at(1, [-0.17, aside])];
        (balls, Cue { v0: 1.5, phi: 0.0, theta: 0.0, a: 0.0, b: 0.2 })
    };
    (0..1000).map(cut).collect()
}

/// Simulates every shot equally often for about so long.
fn physics(shots: &[(Vec<Ball>, Cue)], time: Duration) -> ShotCost {
    let mut simulator = baize_nine_ball::TableSize::NineFoot.simulator();
    let (mut played, mut events) = (0usize, 0usize);
    let start = Instant::now();
    while played == 0 || start.elapsed() < time {
        for (balls, cue) in shots {
            simulator.shoot(black_box(balls), cue).expect("the shots are sound");
            events += black_box(simulator.events()).len();
        }
        played += shots.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    ShotCost {
        micros_per_shot: seconds * 1e6 / played as f64,
        nanos_per_event: seconds * 1e9 / events as f64,
    }
}
