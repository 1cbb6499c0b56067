//! Games to learn from.

use crate::cpu::{self, Cpu};
use crate::midgame::Node;
use crate::root::Root;
use crate::weights::{DISC, Weights};
use crate::worker::{Common, Worker};
use baize_othello::{Board, Colour, Position, Square};
use baize_rules::{Dice, Seed};
use baize_search::{Limits, Watch};

/// A game, and the point from which its moves were good enough to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// The moves, without passes.
    pub moves: Vec<Square>,
    /// How many moves to skip: the positions after them are worth the result.
    pub from: usize,
    /// The final margin for black.
    pub margin: i8,
}

/// How a batch of games is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// Plies to search before a move; with 0, the move that leaves the other side the fewest moves.
    pub depth: u32,
    /// Play is perfect once this many squares or fewer are empty.
    pub exact: u32,
    /// How many games.
    pub games: u32,
    /// The purpose of the games.
    pub purpose: Purpose,
}

/// What the games are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Learning from their results: after the opening hardly a move is random.
    Results,
    /// Learning from their positions, judged one by one: of all kinds, but mostly like those a search meets.
    Positions,
    /// Positions as good players meet them: four random moves and then none.
    Sparring,
}

impl Purpose {
    /// How many moves at the beginning of a game are random.
    fn random_moves(self, dice: &mut Dice) -> u32 {
        match (self, dice.roll(10)) {
            (Purpose::Results, ..6) => 8 + dice.roll(14),
            (Purpose::Results, _) => 22 + dice.roll(24),
            (Purpose::Positions, ..6) => dice.roll(12),
            (Purpose::Positions, ..9) => 8 + dice.roll(12),
            (Purpose::Positions, _) => 16 + dice.roll(24),
            (Purpose::Sparring, _) => 4,
        }
    }

    /// After that, one move in this many is random too.
    const fn stray(self) -> Option<u32> {
        match self {
            Purpose::Results => Some(40),
            Purpose::Positions => Some(16),
            Purpose::Sparring => None,
        }
    }
}

/// Plays a batch of games. The same seed gives the same games.
pub fn play(weights: &Weights, how: Play, seed: &Seed) -> Vec<TrainingGame> {
    struct Batch<'a>(&'a Weights, Play, &'a Seed);
    impl cpu::Task for Batch<'_> {
        type Output = Vec<TrainingGame>;
        fn run<C: Cpu>(self, cpu: C) -> Vec<TrainingGame> {
            let Batch(weights, how, seed) = self;
            let watch = Watch::start(Limits::default());
            let common = Common::new(weights, &watch, 16, 8, None, 1);
            let mut worker = Worker::new(cpu, &common, 60);
            (0..how.games)
                .map(|number| {
                    let dice = Dice::new(&seed.branch(&format!("game {number}")));
                    SelfPlay { worker: &mut worker, how, dice }.play()
                })
                .collect()
        }
    }
    cpu::run(Batch(weights, how, seed))
}

struct SelfPlay<'w, 'a, C> {
    worker: &'w mut Worker<'a, C>,
    how: Play,
    dice: Dice,
}

impl<C: Cpu> SelfPlay<'_, '_, C> {
    fn play(mut self) -> TrainingGame {
        // Random openings of all lengths, so that even late stages see positions that good play would never
        // reach.
        let purpose = self.how.purpose;
        let random = purpose.random_moves(&mut self.dice) as usize;
        let mut board = Board::START;
        let mut moves = Vec::new();
        let mut from = if purpose == Purpose::Results { 0 } else { random / 2 };
        while board.position.moves() != 0 {
            let empties = board.position.empty().count_ones();
            let is_random = moves.len() < random
                || empties > self.how.exact
                    && purpose.stray().is_some_and(|one_in| self.dice.roll(one_in) == 0);
            let square =
                if is_random { self.some_move(board.position) } else { self.good_move(board.position) };
            moves.push(square);
            if is_random && purpose == Purpose::Results {
                from = moves.len();
            }
            board = board.play(square).expect("both ways to choose give legal moves").0;
        }
        let margin = board.position.margin() as i8;
        TrainingGame { moves, from, margin: if board.to_move == Colour::Black { margin } else { -margin } }
    }

    /// Any move half of the time, otherwise roughly the one that leaves the fewest replies.
    fn some_move(&mut self, position: Position) -> Square {
        let squares: Vec<Square> = Square::all(position.moves()).collect();
        if self.dice.roll(2) == 0 {
            return *self.dice.pick(&squares).expect("there is a move");
        }
        let replies = |square: &Square| position.play_unchecked(*square).moves().count_ones();
        *squares.iter().min_by_key(|square| replies(square) + self.dice.roll(5)).expect("there is a move")
    }

    fn good_move(&mut self, position: Position) -> Square {
        let node = Node::new(position);
        let mut root = Root::new(self.worker, node);
        let done = if node.empties() <= self.how.exact {
            let guess = node.value(root.worker) / DISC;
            root.exact(guess).map(drop)
        } else if self.how.depth == 0 {
            let replies = |square: &Square| position.play_unchecked(*square).moves().count_ones();
            return Square::all(position.moves()).min_by_key(replies).expect("there is a move");
        } else {
            root.deepen(self.how.depth, 0)
        };
        done.expect("nothing stops this search");
        Square::new(root.candidates[0].square as u8).expect("a square of the board")
    }
}

impl TrainingGame {
    /// The positions to learn from, each with the final margin for the side to move.
    pub fn positions(&self) -> impl Iterator<Item = (Position, i8)> {
        let mut board = Board::START;
        let boards = self.moves.iter().map(move |&square| {
            let here = board;
            board = board.play(square).map_or(board, |(next, ..)| next);
            here
        });
        boards.skip(self.from).map(|board| {
            (board.position, if board.to_move == Colour::Black { self.margin } else { -self.margin })
        })
    }

    /// A few bytes: the number of moves, where learning starts, the margin, the moves.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = [self.moves.len() as u8, self.from as u8, self.margin as u8];
        head.into_iter().chain(self.moves.iter().map(|square| square.index() as u8)).collect()
    }

    /// Reads consecutive games; `None` if the bytes are not games.
    pub fn read_all(mut bytes: &[u8]) -> Option<Vec<TrainingGame>> {
        let mut games = Vec::new();
        while let Some((&[length, from, margin], rest)) = bytes.split_first_chunk() {
            let (moves, rest) = rest.split_at_checked(usize::from(length))?;
            let moves = moves.iter().map(|&index| Square::new(index)).collect::<Option<Vec<Square>>>()?;
            games.push(TrainingGame { moves, from: usize::from(from), margin: margin as i8 });
            bytes = rest;
        }
        bytes.is_empty().then_some(games)
    }
}
