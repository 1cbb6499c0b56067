//! `baize analyse`: the shots of a nine-ball record, or one shot by itself, as a picture.

use crate::out::Out;
use crate::words::counted;
use crate::{files, records};
use anyhow::{Context, bail, ensure};
use baize_games::{AnyTable, Record, RecordedMove};
use baize_nine_ball::{Action, Layout, Options};
use baize_physics::{Ball, EventKind, Recording, Shot, SimulateQuery, Simulator, diagram};
use baize_rules::{Seat, Viewer};
use std::io::Write;
use std::path::PathBuf;

/// Draws a shot of a nine-ball record, or the shot of a SIMULATE query, as SVG: paths, ghost balls, cushions
/// hit and where the balls come to rest.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match nine-ball --players potter,potter --games 1 --record game.json
  baize analyse game.json --list
  baize analyse game.json --shot 1 --out shot.svg
  echo '{\"balls\":{\"0\":[0,0],\"1\":[0.5,0.01]},\"cue\":{\"v0\":2,\"phi\":0,\"theta\":0,\"a\":0,\"b\":0}}' \\
    | baize analyse - --out single.svg")]
pub(crate) struct Args {
    /// A file with records or a SIMULATE query, as JSON, a folder of such files, or `-` for standard input
    file: PathBuf,
    /// Which game, if there are several, from 1
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
    /// Replace the picture that is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// A shot that can be simulated again.
struct Study {
    seat: Option<Seat>,
    simulator: Simulator,
    balls: Vec<Ball>,
    cue: baize_physics::Cue,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let studies = studies(args)?;
    let count = studies.len();
    ensure!(count > 0, "no shot was played in this game");
    if args.list {
        for (index, study) in studies.into_iter().enumerate() {
            let seat = study.seat;
            writeln!(Out, "{:>4} {}", index + 1, summary(seat, &study.simulate()?.1))?;
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
        None => Out.write_all(svg.as_bytes())?,
        Some(path) => {
            let written = files::create(path, args.force)?.write_all(svg.as_bytes());
            written.with_context(|| format!("cannot write {}", path.display()))?;
            writeln!(Out, "shot {} of {count}, {}", args.shot, summary(seat, &shot))?;
        }
    }
    Ok(())
}

fn studies(args: &Args) -> anyhow::Result<Vec<Study>> {
    let found = records::open(&args.file)?.nth(args.game.wrapping_sub(1));
    let Some(found) = found else { bail!("there is no game {} in {}", args.game, args.file.display()) };
    let mut value = found.value?;
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

/// The shot in an entry of the log, if there is one.
fn study(table: &dyn AnyTable, entry: &RecordedMove) -> Option<Study> {
    let RecordedMove::Action { seat, action, .. } = entry else { return None };
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
        let mut simulator = self.simulator.recording(Recording::Motion);
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
    let contacts = counted(contacts as u64, "contact");
    format!("{who}{contacts}{potted}, {:.1} s", shot.seconds)
}
