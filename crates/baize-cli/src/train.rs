//! `baize train`: how the weights of a computer player are made.

use crate::stop::{Stop, Stopped};
use crate::{brief, files};
use anyhow::{Context, bail, ensure};
use baize_banqi_engine::summaries;
use baize_othello_engine::Weights;
use baize_othello_engine::train::{Fit, PLAN, Round, Trained, TrainingGame, play, samples};
use baize_rules::{Seed, clip};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes what computer players know. Othello learns to judge positions from games against itself, from nothing but the rules:
/// the same seed gives the same weights, and a run that was stopped goes on where it was when it is started again with the
/// same folder. The endgame tables of Banqi are solved and checked, and a page says what is in them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize train banqi-tables --out banqi-tables.txt
  baize train othello --work games --out my.weights
  nice baize train othello --work games --out small.weights --percent 10

Players and `baize solve` judge by them: hard@my.weights instead of hard, --weights my.weights.")]
pub(crate) struct Args {
    /// What to make: othello or banqi-tables
    game: String,
    /// Where games and intermediate weights are kept
    #[arg(long, required_if_eq("game", "othello"))]
    work: Option<PathBuf>,
    /// Where the weights or the page go; a text beside weights says how they were made
    #[arg(long)]
    out: PathBuf,
    /// Replace what is there
    #[arg(long)]
    force: bool,
    /// Makes the run repeatable
    #[arg(long, default_value = "baize")]
    seed: String,
    /// How much of the whole course, in percent of its games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    percent: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    files::check(&args.out, args.force)?;
    if args.game == "banqi-tables" {
        return banqi_tables(&args.out);
    }
    ensure!(args.game == "othello", "only othello and banqi-tables are made, not {:?}", clip(&args.game));
    let work = args.work.as_deref().context("--work is missing")?;
    fs::create_dir_all(work).with_context(|| work.display().to_string())?;
    let stop = Stop::listen()?;
    let course = Course { args, work, seed: Seed::from_text(&args.seed), style: style(), stop };
    let mut weights = Weights::zero();
    let mut report = format!(
        "Weights of the Othello evaluation, learnt from games against itself.\n\n\
         command: baize train othello --seed {} --percent {}\n",
        args.seed, args.percent
    );
    let mut kept = Vec::new();
    for (number, round) in PLAN.iter().enumerate() {
        weights = course.round(number, round, &weights, &mut kept, &mut report)?;
    }
    let bytes = weights.to_bytes();
    writeln!(report, "weights: {} bytes, sha256 {}", bytes.len(), hash(&bytes))?;
    write(&args.out, &bytes)?;
    write(&args.out.with_extension("txt"), report.as_bytes())
}

/// Solves all endings of Banqi and writes a page about them. Players do the same on demand, so that nothing else is kept.
fn banqi_tables(out: &Path) -> anyhow::Result<()> {
    let mut page = String::from(
        "Endings of Banqi Classic with up to four face-up pieces, solved by retrograde analysis. Players solve an ending again when\n\
         they meet it; this page tells what they find. Of endings in which the same pieces may take the same, one is listed.\n\n\
         command: baize train banqi-tables\n\n",
    );
    let bar = ProgressBar::new(0).with_style(style()).with_message("endings");
    summaries(brief::at_most(baize_banqi_engine::MOST_PIECES, 2), |of, summary| {
        bar.set_length(of as u64);
        bar.inc(1);
        page += &format!("{summary}\n");
    });
    bar.finish_and_clear();
    write(out, page.as_bytes())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg:24} {bar:30} {pos}/{len}, {eta} left").expect("the template is sound")
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Writes a whole file or none: a half-written one would be taken for finished.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| path.display().to_string())
}

struct Course<'a> {
    args: &'a Args,
    work: &'a Path,
    seed: Seed,
    style: ProgressStyle,
    stop: Stop,
}

/// Games of an earlier round, and how many empty squares to learn from them.
type Kept = Vec<(Vec<TrainingGame>, u32)>;

impl Course<'_> {
    /// Plays the games of a round and learns from them and from what was kept of earlier ones.
    fn round(
        &self,
        number: usize,
        round: &Round,
        weights: &Weights,
        kept: &mut Kept,
        report: &mut String,
    ) -> anyhow::Result<Weights> {
        let games = self.games(number, round, weights)?;
        let bytes: Vec<u8> = games.iter().flat_map(TrainingGame::to_bytes).collect();
        let (count, depth, exact) = (games.len(), round.play.depth, round.play.exact);
        writeln!(
            report,
            "\nround {number}: {count} games, depth {depth}, exact from {exact}, sha256 {}",
            hash(&bytes)
        )?;
        kept.push((games, round.most_empties));
        let learnt = self.learn(number, kept, report)?;
        if !round.is_kept {
            kept.pop();
        }
        Ok(learnt)
    }

    fn games(&self, number: usize, round: &Round, weights: &Weights) -> anyhow::Result<Vec<TrainingGame>> {
        let batches = (round.batches * self.args.percent).div_ceil(100);
        let bar = self.bar(u64::from(batches), format!("round {number}: batches"));
        let mut games = Vec::new();
        for batch in 0..batches {
            let name = format!("round-{number}-{batch:04}.games");
            let path = self.work.join(&name);
            match fs::read(&path).ok().and_then(|bytes| TrainingGame::read_all(&bytes)) {
                Some(stored) => games.extend(stored),
                None => {
                    let played = play(weights, round.play, &self.seed.branch(&name));
                    write(&path, &played.iter().flat_map(TrainingGame::to_bytes).collect::<Vec<u8>>())?;
                    games.extend(played);
                    if self.stop.is_asked() || brief::is_asked() {
                        bail!(Stopped(format!("in round {number}; the same command goes on from there")));
                    }
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(games)
    }

    fn learn(&self, number: usize, kept: &Kept, report: &mut String) -> anyhow::Result<Weights> {
        let path = self.work.join(format!("round-{number}.weights"));
        let mut all = vec![Vec::new(); 61];
        for (games, most_empties) in kept {
            for (list, more) in all.iter_mut().zip(samples(games.iter(), *most_empties)) {
                list.extend(more);
            }
        }
        // A stage needs some thousand positions; the first moves of the game are like those after them.
        let enough = |stage: &usize| all[(2 * stage + 1).min(60)].len() >= 1000;
        let stages = (0..Trained::STAGES).rfind(enough).context("there are too few games to learn from")? + 1;
        let bar = self.bar(stages as u64, format!("round {number}: stages"));
        let mut trained = Vec::new();
        for stage in 0..stages {
            let (learnt, fit) = Trained::stage(stage, &all, &self.seed.branch(&format!("stage {stage}")));
            let Fit { samples, seen_error, held_out_error, .. } = fit;
            let empties = 2 * stage + 1;
            writeln!(
                report,
                "  {empties:2}-{:2} empty: {samples:8} positions, error {seen_error:5.2} discs, {held_out_error:5.2} on others",
                empties + 1
            )?;
            trained.push(learnt);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let weights = Weights::trained(trained);
        write(&path, &weights.to_bytes())?;
        Ok(weights)
    }

    fn bar(&self, length: u64, message: String) -> ProgressBar {
        ProgressBar::new(length).with_style(self.style.clone()).with_message(message)
    }
}
