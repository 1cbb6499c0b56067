//! `baize analyse`: the shots of a nine-ball record, or one shot by itself, as a picture.

use anyhow::{Context, bail, ensure};
use baize_games::{AnyTable, Entry, Record};
use baize_nine_ball::{Action, Layout, Options};
use baize_physics::{Ball, EventKind, Record as Keep, Shot, SimulateQuery, Simulator, diagram};
use baize_rules::{Seat, Viewer};
use serde_json::Value;
use std::io::{Read, Write};
use std::path::PathBuf;

/// Draws a shot of a nine-ball record, or the shot of a SIMULATE query: paths, ghost balls, cushions hit and where the
/// balls come to rest, as SVG.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match nine-ball --players potter,potter --games 1 --record game.json
  baize analyse game.json --list
  baize analyse game.json --shot 3 --out shot.svg
  echo '{\"balls\":{\"0\":[0,0],\"1\":[0.5,0.01]},\"cue\":{\"v0\":2,\"phi\":0,\"theta\":0,\"a\":0,\"b\":0}}' | baize analyse - --out shot.svg")]
pub(crate) struct Args {
    /// A record, or a SIMULATE query, as JSON; `-` for standard input
    file: PathBuf,
    /// Which game, if the file has several records, one per line
    #[arg(long, default_value_t = 1)]
    game: usize,
    /// Which shot of the record, from 1
    #[arg(long, default_value_t = 1)]
    shot: usize,
    /// List the shots of the record instead of drawing one
    #[arg(long, conflicts_with_all = ["shot", "out"])]
    list: bool,
    /// Where to write the picture [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A larger file is no record of a game that people play.
const MOST_BYTES: u64 = 64 << 20;

/// A shot that can be simulated again.
struct Study {
    seat: Option<Seat>,
    simulator: Simulator,
    balls: Vec<Ball>,
    cue: baize_physics::Cue,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let text = read(args).with_context(|| format!("cannot read {}", args.file.display()))?;
    let studies = studies(args, &text)?;
    let count = studies.len();
    ensure!(count > 0, "no shot was played in this game");
    if args.list {
        for (index, study) in studies.into_iter().enumerate() {
            let seat = study.seat;
            println!("{:>4} {}", index + 1, summary(seat, &study.simulate()?.1));
        }
        return Ok(());
    }
    let Some(study) = studies.into_iter().nth(args.shot.wrapping_sub(1)) else {
        bail!("there is no shot {}; this game has {count}", args.shot);
    };
    let seat = study.seat;
    let (simulator, shot) = study.simulate()?;
    let svg = diagram::svg(simulator.table(), simulator.params().radius, &shot);
    match &args.out {
        None => std::io::stdout().write_all(svg.as_bytes())?,
        Some(path) => {
            std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
            println!("shot {} of {count}, {}", args.shot, summary(seat, &shot));
        }
    }
    Ok(())
}

fn read(args: &Args) -> anyhow::Result<String> {
    let mut text = String::new();
    if args.file.as_os_str() == "-" {
        std::io::stdin().take(MOST_BYTES).read_to_string(&mut text)?;
    } else {
        std::fs::File::open(&args.file)?.take(MOST_BYTES).read_to_string(&mut text)?;
    }
    Ok(text)
}

fn studies(args: &Args, text: &str) -> anyhow::Result<Vec<Study>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.nth(args.game.wrapping_sub(1)).transpose().context("the file is not JSON")?;
    let Some(mut value) = value else { bail!("there is no game {} in this file", args.game) };
    if value.get("format").is_some() {
        return of_record(&Record::read(&value.to_string())?);
    }
    if let Some(query) = value.as_object_mut()
        && query.remove("type").is_none_or(|kind| kind == "SIMULATE")
        && query.contains_key("cue")
    {
        let query: SimulateQuery = serde_json::from_value(value).context("not a SIMULATE query")?;
        let balls = query.balls.iter().map(|(&id, &at)| Ball::at(id, at)).collect();
        let simulator = Simulator::new(query.table, query.params, query.models)?;
        return Ok(vec![Study { seat: None, simulator, balls, cue: query.cue }]);
    }
    bail!("the file holds neither a record nor a SIMULATE query")
}

fn of_record(record: &Record) -> anyhow::Result<Vec<Study>> {
    ensure!(
        record.game == "nine-ball",
        "only nine-ball is analysed, not {:?}",
        baize_rules::clip(&record.game)
    );
    let mut studies = Vec::new();
    record.replay_watched(|table, entry| studies.extend(study(table, entry)))?;
    Ok(studies)
}

/// The shot that an entry of the log is, if it is one.
fn study(table: &dyn AnyTable, entry: &Entry) -> Option<Study> {
    let Entry::Action { seat, action } = entry else { return None };
    let Ok(Action::Shoot(stroke)) = serde_json::from_value(action.clone()) else { return None };
    // Everybody sees the balls.
    let mut view = table.view(Viewer::Spectator);
    let balls: Layout = serde_json::from_value(view["balls"].take()).ok()?;
    let options: Options = serde_json::from_value(view["options"].take()).ok()?;
    Some(Study {
        seat: Some(*seat),
        simulator: options.table.simulator(),
        balls: balls.bodies(),
        cue: stroke.cue().ok()?.into(),
    })
}

impl Study {
    fn simulate(self) -> anyhow::Result<(Simulator, Shot)> {
        let mut simulator = self.simulator.recording(Keep::Motion);
        simulator.shoot(&self.balls, &self.cue)?;
        let shot = simulator.shot();
        Ok((simulator, shot))
    }
}

/// `seat 0: 12 contacts, potted 3 9, 6.2 s`.
fn summary(seat: Option<Seat>, shot: &Shot) -> String {
    let is_contact = |kind: EventKind| matches!(kind, EventKind::Collision(..) | EventKind::Cushion(..));
    let contacts = shot.events.iter().filter(|event| is_contact(event.kind)).count();
    let potted: Vec<String> =
        shot.end.iter().filter(|rest| rest.pocket.is_some()).map(|rest| rest.id.to_string()).collect();
    let who = seat.map_or_else(String::new, |seat| format!("{seat}: "));
    let potted = if potted.is_empty() { String::new() } else { format!(", potted {}", potted.join(" ")) };
    format!("{who}{contacts} contacts{potted}, {:.1} s", shot.seconds)
}
