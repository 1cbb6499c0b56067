//! `baize train`: makes the weights of computer players.

use crate::stop::{Stop, Stopped};
use crate::{brief, calibrate, files};
use anyhow::{Context, bail, ensure};
use baize_banqi_engine::summaries;
use baize_othello::Position;
use baize_othello_engine::Weights;
use baize_othello_engine::train::{
    BOOK, BookPlan, Fit, PLAN, Play, RELEARNING, Round, Sample, Trained, TrainingGame, grow, judge, lag,
    play, samples,
};
use baize_rules::{Seed, clip};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes what computer players know. Othello learns to judge positions from games against itself, from
/// nothing but the rules: the same seed gives the same weights, and a stopped run continues when it is
/// started again with the same folder. Its book of openings is searched with the program's own weights; its
/// calibration compares the scores that players show with deeper searches and with how games end. The endgame
/// tables of Banqi are solved and checked, and a page describes what they hold.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize train banqi-tables --out banqi-tables.txt
  baize train othello --work games --out my.weights
  baize train othello-calibration --out othello-calibration.txt
  baize train othello-book --out openings.book
  nice baize train othello --work games --out small.weights --percent 10

Players and `baize solve` judge by them: hard@my.weights instead of hard, --weights my.weights.")]
pub(crate) struct Args {
    /// What to make: othello, othello-book, othello-calibration or banqi-tables
    game: String,
    /// Where games and intermediate weights are kept
    #[arg(long, required_if_eq("game", "othello"))]
    work: Option<PathBuf>,
    /// Where it goes; a text beside weights or a book says how they were made
    #[arg(long)]
    out: PathBuf,
    /// Replace what is there
    #[arg(long)]
    force: bool,
    /// Makes the run repeatable
    #[arg(long, default_value = "baize")]
    seed: String,
    /// Weights of Othello to continue from, instead of from nothing
    #[arg(long)]
    from: Option<PathBuf>,
    /// How many stages of two squares each are relearnt, counted from the end of the game; earlier moves are
    /// judged as before
    #[arg(long, requires = "from", value_parser = clap::value_parser!(u8).range(1..=Trained::STAGES as i64))]
    stages: Option<u8>,
    /// How much of the whole course or book, in percent of its games or positions
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    percent: u32,
    /// For the calibration: how many positions a deeper search may look at
    #[arg(long, default_value_t = 40_000_000)]
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    files::check(&args.out, args.force)?;
    if args.game == "banqi-tables" {
        return banqi_tables(&args.out);
    }
    if args.game == "othello-calibration" {
        let page = calibrate::page(&args.seed, args.percent, args.nodes)?;
        let weights = hash(Weights::file().unwrap_or_default());
        return write(&args.out, format!("{page}\nweights: sha256 {weights}\n").as_bytes());
    }
    if args.game == "othello-book" {
        return book(args);
    }
    let made = "only othello, othello-book, othello-calibration and banqi-tables are made";
    ensure!(args.game == "othello", "{made}, not {:?}", clip(&args.game));
    let work = args.work.as_deref().context("--work is missing")?;
    fs::create_dir_all(work).with_context(|| work.display().to_string())?;
    let stop = Stop::listen()?;
    let course = Course { args, work, seed: Seed::from_text(&args.seed), style: style(), stop };
    let mut report = String::new();
    let command = format!("command: baize train othello --seed {} --percent {}", args.seed, args.percent);
    let begun = match &args.from {
        Some(from) => {
            // The history of these weights includes that of the weights they start from.
            report += &fs::read_to_string(from.with_extension("txt")).unwrap_or_default();
            let bytes = fs::read(from).with_context(|| from.display().to_string())?;
            let stages = args.stages.map(|stages| format!(" --stages {stages}")).unwrap_or_default();
            writeln!(
                report,
                "\nLearnt on from the weights {}.\n\n{command} --from FILE{stages}",
                hash(&bytes)
            )?;
            Weights::read(bytes.leak())?
        }
        None => {
            report += &format!(
                "Weights of the Othello evaluation, learnt from games against itself.\n\n{command}\n"
            );
            let (mut weights, mut kept) = (Weights::zero(), Vec::new());
            for (number, round) in PLAN.iter().enumerate() {
                weights = course.round(number, round, &weights, &mut kept, &mut report)?;
            }
            weights
        }
    };
    let bytes = course.relearn(begun, &mut report)?.rounded().to_bytes();
    writeln!(report, "weights: {} bytes, sha256 {}", bytes.len(), hash(&bytes))?;
    write(&args.out, &bytes)?;
    write(&args.out.with_extension("txt"), report.as_bytes())
}

/// Solves all Banqi endings and writes a page about them. Nothing else is kept, as players solve them on
/// demand.
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

/// Searches the opening positions of Othello and writes them, with a text about how they were made.
fn book(args: &Args) -> anyhow::Result<()> {
    let places = (BOOK.places * args.percent as usize).div_ceil(100);
    let plan = BookPlan { places: brief::at_most(places, 5), ..BOOK };
    let bar = ProgressBar::new(plan.places as u64).with_style(style()).with_message("positions");
    let book = grow(Weights::learnt(), plan, &mut |count| bar.set_position(count as u64));
    bar.finish_and_clear();
    let bytes = book.to_bytes();
    let weights = Weights::file().unwrap_or_default();
    let page = format!(
        "Openings of Othello, searched by the program itself. Nothing in them is left to chance.\n\n\
         command: baize train othello-book --percent {}\n\n\
         {} positions, each searched {} plies deep; moves within {} hundredths of a disc of the best.\n\
         weights: sha256 {}\nbook: {} bytes, sha256 {}\n",
        args.percent,
        book.count(),
        plan.depth,
        plan.margin,
        hash(weights),
        bytes.len(),
        hash(&bytes)
    );
    write(&args.out, &bytes)?;
    write(&args.out.with_extension("txt"), page.as_bytes())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg:24} {bar:30} {pos}/{len}, {eta} left").expect("the template is sound")
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Writes a whole file or nothing: a half-written one would pass for finished.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| path.display().to_string())
}

fn tell(report: &mut String, fit: Fit) -> std::fmt::Result {
    let Fit { stage, samples, seen_error, held_out_error } = fit;
    let empties = 2 * stage + 1;
    writeln!(
        report,
        "  {empties:2}-{:2} empty: {samples:8} positions, error {seen_error:5.2} discs, {held_out_error:5.2} on others",
        empties + 1
    )
}

struct Course<'a> {
    args: &'a Args,
    work: &'a Path,
    seed: Seed,
    style: ProgressStyle,
    stop: Stop,
}

/// Games of earlier rounds, and the most empty squares to learn from in them.
type Kept = Vec<(Vec<TrainingGame>, u32)>;

impl Course<'_> {
    /// Plays the games of a round and learns from them and from the games kept of earlier rounds.
    fn round(
        &self,
        number: usize,
        round: &Round,
        weights: &Weights,
        kept: &mut Kept,
        report: &mut String,
    ) -> anyhow::Result<Weights> {
        let games = self.games(&format!("round {number}"), round.play, round.batches, weights)?;
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

    /// Plays the games of a part of the course, or reads them if they were already played.
    fn games(
        &self,
        part: &str,
        how: Play,
        batches: u32,
        weights: &Weights,
    ) -> anyhow::Result<Vec<TrainingGame>> {
        let batches = (batches * self.args.percent).div_ceil(100);
        let bar = self.bar(u64::from(batches), format!("{part}: batches"));
        let mut games = Vec::new();
        for batch in 0..batches {
            let name = format!("{}-{batch:04}.games", part.replace(' ', "-"));
            let bytes = self.kept(&name, |seed| {
                play(weights, how, seed).iter().flat_map(TrainingGame::to_bytes).collect()
            })?;
            let path = self.work.join(&name);
            games.extend(TrainingGame::read_all(&bytes).with_context(|| path.display().to_string())?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(games)
    }

    /// The content of a file in the work folder; a missing file is made first, and then the work may stop.
    fn kept(&self, name: &str, make: impl FnOnce(&Seed) -> Vec<u8>) -> anyhow::Result<Vec<u8>> {
        let path = self.work.join(name);
        if let Ok(bytes) = fs::read(&path) {
            return Ok(bytes);
        }
        let bytes = make(&self.seed.branch(name));
        write(&path, &bytes)?;
        if self.stop.is_asked() || brief::is_asked() {
            bail!(Stopped(format!("after {name}; the same command goes on from there")));
        }
        Ok(bytes)
    }

    /// Learns all stages anew, from the end of the game back to its beginning.
    fn relearn(&self, mut weights: Weights, report: &mut String) -> anyhow::Result<Weights> {
        let games = self.games("positions", RELEARNING.play, RELEARNING.batches, &weights)?;
        let bytes: Vec<u8> = games.iter().flat_map(TrainingGame::to_bytes).collect();
        let (depth, exact) = (RELEARNING.judge.depth, RELEARNING.judge.exact);
        writeln!(
            report,
            "\nrelearning: positions of {} games, judged {depth} plies deep, exact from {exact}, sha256 {}",
            games.len(),
            hash(&bytes)
        )?;
        let mut positions = vec![Vec::new(); 61];
        for (position, _) in games.iter().flat_map(TrainingGame::positions) {
            positions[position.empty().count_ones() as usize].push(position);
        }
        let stages = self.args.stages.map_or(Trained::STAGES, usize::from);
        let bar = self.bar(stages as u64, "relearning: stages".to_owned());
        let (mut before, mut judged) = (None, Vec::new());
        for stage in 0..stages {
            if stage >= RELEARNING.first {
                while let Some(list) = positions.get(judged.len()).filter(|_| judged.len() <= 2 * stage + 4) {
                    judged.push(self.judged(judged.len(), list, &weights)?);
                }
                let seed = self.seed.branch(&format!("relearnt stage {stage}"));
                let (trained, fit) = Trained::stage(stage, &judged, before.as_ref(), &seed);
                tell(report, fit)?;
                weights = weights.relearnt(stage, &trained);
                before = Some(trained);
            }
            weights = weights.raised(stage, lag(&weights, stage, &positions));
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(weights)
    }

    /// The positions with their values. Early ones occur in many games and are judged once.
    fn judged(
        &self,
        empties: usize,
        positions: &[Position],
        weights: &Weights,
    ) -> anyhow::Result<Vec<Sample>> {
        // Relearnt stages need no positions with fewer empty squares.
        if empties + 1 < 2 * RELEARNING.first {
            return Ok(Vec::new());
        }
        let name = &format!("empty-{empties:02}.values");
        let mut values: BTreeMap<[u64; 2], i16> = positions.iter().map(|at| ([at.own, at.opp], 0)).collect();
        let bytes = self.kept(name, |_| {
            let each: Vec<Position> = values.keys().map(|&[own, opp]| Position { own, opp }).collect();
            judge(weights, RELEARNING.judge, &each).into_iter().flat_map(i16::to_le_bytes).collect()
        })?;
        ensure!(bytes.len() == 2 * values.len(), "{name} belongs to another run");
        let read = bytes.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
        values.values_mut().zip(read).for_each(|(value, known)| *value = known);
        let sample = |&position: &Position| Sample { position, value: values[&[position.own, position.opp]] };
        Ok(positions.iter().map(sample).collect())
    }

    fn learn(&self, number: usize, kept: &Kept, report: &mut String) -> anyhow::Result<Weights> {
        let path = self.work.join(format!("round-{number}.weights"));
        let mut all = vec![Vec::new(); 61];
        for (games, most_empties) in kept {
            for (list, more) in all.iter_mut().zip(samples(games.iter(), *most_empties)) {
                list.extend(more);
            }
        }
        // A stage needs some thousand positions; the first moves of the game resemble those after them.
        let enough = |stage: &usize| all[(2 * stage + 1).min(60)].len() >= 1000;
        let stages = (0..Trained::STAGES).rfind(enough).context("there are too few games to learn from")? + 1;
        let bar = self.bar(stages as u64, format!("round {number}: stages"));
        let mut trained = Vec::new();
        for stage in 0..stages {
            let (learnt, fit) =
                Trained::stage(stage, &all, None, &self.seed.branch(&format!("stage {stage}")));
            tell(report, fit)?;
            trained.push(learnt);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let weights = Weights::trained(&trained);
        write(&path, &weights.to_bytes())?;
        Ok(weights)
    }

    fn bar(&self, length: u64, message: String) -> ProgressBar {
        ProgressBar::new(length).with_style(self.style.clone()).with_message(message)
    }
}
