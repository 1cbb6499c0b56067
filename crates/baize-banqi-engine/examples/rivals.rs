//! Plays `expert` against programs of other kinds, each with the same time for a move: what holds among
//! players of one kind need not hold against others.
//!
//! ```sh
//! cargo run --release -p baize-banqi-engine --example rivals -- 20 30
//! ```
//!
//! plays 20 deals from both seats against each of them, with 30 milliseconds for a move.

use baize_banqi::{Cell, Ending, FullPosition, Kind, Options, Piece, Plies, Ply, Position, Preset, Square};
use baize_banqi_engine::classic::{Desk, Knowledge, Manner, Thinker};
use baize_rules::{Dice, Seat, Seed};
use baize_search::{Limits, Stopwatch};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

fn now() -> Duration {
    START.elapsed()
}

/// A player.
trait Rival {
    fn choose(&mut self, position: &Position, moves: &[(Cell, Cell)], time: Duration, dice: &mut Dice)
    -> Ply;
}

fn legal(position: &Position) -> Vec<Ply> {
    let mut plies = Plies::new();
    position.legal(&mut plies);
    plies.to_vec()
}

/// The engine with some [`Thinker`].
struct Engine(Thinker, Desk);

impl Engine {
    fn boxed(thinker: Thinker) -> Box<dyn Rival> {
        Box::new(Engine(thinker, Desk::default()))
    }
}

impl Rival for Engine {
    fn choose(
        &mut self,
        position: &Position,
        moves: &[(Cell, Cell)],
        time: Duration,
        dice: &mut Dice,
    ) -> Ply {
        let limits = Limits { nodes: None, millis: Some(time.as_millis() as u64), clock: Stopwatch(now) };
        let verdict = self.0.think_at(&mut self.1, position, moves, limits, dice);
        verdict
            .map_or_else(|| *dice.pick(&legal(position)).expect("a match under way"), |verdict| verdict.ply)
    }
}

/// What each kind is worth to all players but the engine.
fn worth(kind: Kind) -> f64 {
    match kind {
        Kind::King => 10.0,
        Kind::Guard => 6.0,
        Kind::Cannon | Kind::Minister => 3.5,
        Kind::Rook => 2.5,
        Kind::Horse => 2.0,
        Kind::Pawn => 1.2,
    }
}

/// The lead of a seat, face-down pieces included.
fn material(position: &Position, seat: Seat) -> f64 {
    let Some(own) = position.faction(seat) else { return 0.0 };
    let sign = |piece: Piece| if piece.faction(position.mode()) == own { 1.0 } else { -1.0 };
    let open = Cell::all(position.mode()).filter_map(|cell| match position.at(cell) {
        Square::FaceUp(piece) => Some(piece),
        Square::Empty | Square::FaceDown => None,
    });
    open.chain(position.unknown().iter()).map(|piece| sign(piece) * worth(piece.kind())).sum()
}

const WON: f64 = 1000.0;

fn settled(ending: Ending, seat: Seat) -> f64 {
    match ending.winner {
        Some(winner) if winner == seat => WON,
        Some(_) => -WON,
        None => 0.0,
    }
}

/// Plain expectimax: all actions and all outcomes of all flips, as deep as time allows.
struct Expectimax;

impl Rival for Expectimax {
    fn choose(&mut self, position: &Position, _: &[(Cell, Cell)], time: Duration, dice: &mut Dice) -> Ply {
        let end = now() + time;
        let mut plies = legal(position);
        dice.shuffle(&mut plies);
        for depth in 0.. {
            let mut found = Vec::new();
            for &ply in &plies {
                match after(position, ply, depth, end) {
                    Some(value) => found.push((value, ply)),
                    None => return plies[0],
                }
            }
            found.sort_by(|a, b| b.0.total_cmp(&a.0));
            plies = found.into_iter().map(|(_, ply)| ply).collect();
            if depth >= 12 {
                break;
            }
        }
        plies[0]
    }
}

/// The value of an action for the seat that takes it; `None` when time is up.
fn after(position: &Position, ply: Ply, depth: u32, end: Duration) -> Option<f64> {
    match ply {
        Ply::Flip(at) => {
            let (unknown, mut sum) = (position.unknown(), 0.0);
            for piece in Piece::ALL.into_iter().filter(|&piece| unknown.count(piece) > 0) {
                let mut next = *position;
                next.flip(at, piece);
                sum -= f64::from(unknown.count(piece)) * best(&next, depth, end)?;
            }
            Some(sum / f64::from(unknown.len()))
        }
        Ply::Move(from, to) | Ply::Capture(from, to) => {
            let mut next = *position;
            next.carry(from, to);
            Some(-best(&next, depth, end)?)
        }
    }
}

/// The value of a position for the seat on turn.
fn best(position: &Position, depth: u32, end: Duration) -> Option<f64> {
    if let Some(ending) = position.ending() {
        // The seat on turn is the one that acted last: the turn does not pass when a match ends by a capture.
        let next = if position.seat() == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
        let is_taken = matches!(ending.reason, baize_banqi::Reason::CaptureAll);
        return Some(settled(ending, if is_taken { next } else { position.seat() }));
    }
    if depth == 0 {
        return (now() < end).then(|| material(position, position.seat()));
    }
    let mut most = f64::NEG_INFINITY;
    for ply in legal(position) {
        most = most.max(after(position, ply, depth - 1, end)?);
    }
    Some(most)
}

/// Monte Carlo tree search over redeals: what flips turn up is drawn anew each time, and the tree branches
/// only by actions.
struct Sampler;

#[derive(Default)]
struct Node {
    visits: f64,
    /// The sum of the shares of the seat that acted to get here.
    sum: f64,
    after: Vec<(Ply, Node)>,
}

/// How many random actions, preferably captures, end a line before material decides.
const PLAYOUT: u32 = 12;
const CURIOSITY: f64 = 0.7;

impl Rival for Sampler {
    fn choose(&mut self, position: &Position, _: &[(Cell, Cell)], time: Duration, dice: &mut Dice) -> Ply {
        let end = now() + time;
        let mut root = Node::default();
        while now() < end || root.visits < 2.0 {
            let mut now = *position;
            root.sample(&mut now, dice);
        }
        let most = root.after.iter().max_by(|a, b| a.1.visits.total_cmp(&b.1.visits));
        most.map_or_else(|| legal(position)[0], |(ply, _)| *ply)
    }
}

impl Node {
    /// Follows one line down and returns the shares of the first and of the second seat at its end.
    fn sample(&mut self, now: &mut Position, dice: &mut Dice) -> [f64; 2] {
        self.visits += 1.0;
        if now.ending().is_some() {
            return shares(now);
        }
        if self.visits < 2.0 {
            for _ in 0..PLAYOUT {
                if now.ending().is_some() {
                    break;
                }
                let plies = legal(now);
                let takes: Vec<Ply> =
                    plies.iter().copied().filter(|ply| matches!(ply, Ply::Capture(..))).collect();
                let ply =
                    *dice.pick(if takes.is_empty() { &plies } else { &takes }).expect("a match under way");
                act(now, ply, dice);
            }
            return shares(now);
        }
        let (seat, plies) = (now.seat().index(), legal(now));
        let rank = |ply: Ply| match self.after.iter().find(|(known, _)| *known == ply) {
            Some((_, node)) if node.visits > 0.0 => {
                node.sum / node.visits + CURIOSITY * (self.visits.ln() / node.visits).sqrt()
            }
            _ => f64::INFINITY,
        };
        let ply =
            plies.iter().copied().max_by(|a, b| rank(*a).total_cmp(&rank(*b))).expect("a match under way");
        if !self.after.iter().any(|(known, _)| *known == ply) {
            self.after.push((ply, Node::default()));
        }
        act(now, ply, dice);
        let node = &mut self.after.iter_mut().find(|(known, _)| *known == ply).expect("it was put there").1;
        let found = node.sample(now, dice);
        node.sum += found[seat];
        found
    }
}

fn act(position: &mut Position, ply: Ply, dice: &mut Dice) {
    match ply {
        Ply::Flip(at) => {
            let pieces: Vec<Piece> = position.unknown().iter().collect();
            position.flip(at, *dice.pick(&pieces).expect("it lies face-down"));
        }
        Ply::Move(from, to) | Ply::Capture(from, to) => position.carry(from, to),
    }
}

fn shares(position: &Position) -> [f64; 2] {
    let first = match position.ending() {
        Some(ending) => (settled(ending, Seat::FIRST) / WON + 1.0) / 2.0,
        None => 1.0 / (1.0 + (-material(position, Seat::FIRST) / 8.0).exp()),
    };
    [first, 1.0 - first]
}

/// The share of the first of two players, which sits at `place`. The third occurrence of a position is a
/// draw.
fn play(seed: &Seed, place: usize, players: &mut [Box<dyn Rival>; 2], time: Duration) -> f64 {
    let mut game = FullPosition::deal(Options::preset(Preset::Tournament), seed).expect("the options fit");
    let mut dice = Dice::new(&seed.branch("dice"));
    let (mut moves, mut lines) = (Vec::new(), Vec::new());
    while game.public().ending().is_none() {
        let position = *game.public();
        let who = usize::from(position.seat().index() != place);
        let ply = players[who].choose(&position, &moves, time, &mut dice);
        game.play(ply);
        if let Ply::Move(from, to) = ply {
            moves.push((from, to));
            let line = game.public().line();
            lines.push(line.split(' ').skip(1).take(2).collect::<Vec<_>>().join(" "));
            if lines.iter().filter(|other| *other == lines.last().expect("just put there")).count() >= 3 {
                return 0.5;
            }
        } else {
            moves.clear();
            lines.clear();
        }
    }
    match game.public().ending().and_then(|ending| ending.winner) {
        Some(winner) if winner.index() == place => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Makes a player; the thinker is for the engine.
type Make = fn(Thinker) -> Box<dyn Rival>;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u32>().ok());
    let (deals, millis) = (numbers.next().unwrap_or(10), numbers.next().unwrap_or(30));
    let only_material = Manner {
        knowledge: Knowledge::BARE,
        flips_from: i32::MAX,
        contempt: 0,
        tables: 0,
        ..Thinker::EXPERT.manner
    };
    let rivals: [(&str, Make); 3] = [
        ("plain expectimax", |_| Box::new(Expectimax)),
        ("tree search over redeals", |_| Box::new(Sampler)),
        ("deep search for material", Engine::boxed),
    ];
    for (name, make) in rivals {
        let mut players = [Engine::boxed(Thinker::EXPERT), make(Thinker { manner: only_material })];
        let mut scores = Vec::new();
        for deal in 0..deals {
            let seed = Seed::from_text(&format!("rivals {deal}"));
            let time = Duration::from_millis(u64::from(millis));
            scores.push([0, 1].map(|place| play(&seed, place, &mut players, time)).iter().sum::<f64>() / 2.0);
        }
        let count = scores.len().max(1) as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        println!(
            "expert against {name}: {:.1} % of {} games, give or take {:.1}",
            100.0 * mean,
            2 * deals,
            196.0 * (spread / count).sqrt()
        );
    }
}
