//! Predicts the opponent's next card from what it has played so far.

use super::policy::Policy;
use super::rank;
use baize_nine::{Card, Hand, Position};
use baize_nine_solver::{Matrix, Mix};
use baize_rules::{Score, Seat};

/// The share of trust that returns to all experts equally on every turn, because opponents change.
const SHARED: f64 = 0.02;
/// The factor by which counts shrink after each game.
const AGEING: f64 = 0.995;
/// The initial value of a count.
const PRIOR: f64 = 0.5;
/// How many earlier games are remembered.
const MOST_GAMES: usize = 200;
/// The chance that an opponent follows its best reply rather than playing any card.
const REPLIES: f64 = 0.8;

/// A choice of the opponent, as both seats saw it beforehand.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// From our side: our hand and points first.
    pub(super) position: Position,
    /// What each pair of cards is worth to us.
    pub(super) matrix: Matrix,
    /// The opponent's perfect play.
    pub(super) perfect: Mix,
    /// What the previous turn brought the opponent.
    pub(super) last: Last,
    /// The opponent's cards so far in this game.
    pub(super) played: Vec<Card>,
}

/// What a turn brought the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    Nothing,
    Won,
    Lost,
    Tied,
}

impl Moment {
    fn hand(&self) -> Hand {
        self.position.hands[1]
    }

    fn cards(&self) -> usize {
        self.hand().len()
    }

    fn lead(&self) -> Score {
        let [us, them] = self.position.scores.map(Score::in_thousandths);
        Score::thousandths(them - us)
    }

    /// Far behind, not ahead, ahead, far ahead.
    fn lead_class(&self) -> usize {
        [-15, 1, 16].iter().filter(|&&bound| self.lead() >= Score::points(bound)).count()
    }

    const fn late(&self) -> bool {
        self.position.hands[1].len() <= 3
    }
}

/// How to identify a choice so that it means the same in another hand.
#[derive(Clone, Copy, Debug)]
enum Name {
    /// By the number of the card.
    Number,
    /// By how many lower cards are left.
    FromBelow,
    /// By how many higher cards are left.
    FromAbove,
}

/// What choices are counted by.
#[derive(Clone, Copy, Debug)]
enum Context {
    Always,
    Turn,
    Lead,
    TurnAndLead,
    TurnAndLast,
    CardBefore,
}

impl Context {
    const COUNT: usize = 40;

    fn number(self, moment: &Moment) -> usize {
        let turn = moment.cards() - 1;
        match self {
            Context::Always => 0,
            Context::Turn => turn,
            Context::Lead => 2 * moment.lead_class() + usize::from(moment.late()),
            Context::TurnAndLead => 4 * turn + moment.lead_class(),
            Context::TurnAndLast => 4 * turn + moment.last as usize,
            Context::CardBefore => moment.played.last().map_or(0, |card| usize::from(card.number())),
        }
    }
}

/// A theory about the opponent.
#[derive(Clone)]
enum Expert {
    /// The opponent follows a known policy.
    Known(Policy),
    /// The opponent repeats what it did before.
    Counts(Counts),
    /// The opponent continues as in the earlier game with the longest run of equal cards before this turn.
    Echo,
    /// The opponent replies to what we usually do.
    Replies,
}

#[derive(Clone)]
struct Counts {
    context: Context,
    name: Name,
    /// How often a choice was made, and how often it was possible, by context.
    taken: Vec<[[f64; 2]; Card::COUNT]>,
}

impl Counts {
    fn new(context: Context, name: Name) -> Counts {
        Counts { context, name, taken: vec![[[0.0; 2]; Card::COUNT]; Context::COUNT] }
    }

    /// The index of each card of the hand, lowest first.
    fn places(&self, hand: Hand) -> impl Iterator<Item = usize> {
        let (name, cards) = (self.name, hand.len());
        hand.iter().enumerate().map(move |(rank, card)| match name {
            Name::Number => usize::from(card.number()) - 1,
            Name::FromBelow => rank,
            Name::FromAbove => cards - 1 - rank,
        })
    }

    fn mix(&self, moment: &Moment) -> Mix {
        let taken = &self.taken[self.context.number(moment)];
        let blind = PRIOR * moment.cards() as f64;
        let rate = |place: usize| (taken[place][0] + PRIOR) / (taken[place][1] + blind);
        let weights: Vec<f64> = self.places(moment.hand()).map(rate).collect();
        Mix::from_weights(&weights)
    }

    fn learn(&mut self, moment: &Moment, rank: usize) {
        let context = self.context.number(moment);
        let places: Vec<usize> = self.places(moment.hand()).collect();
        for (index, place) in places.into_iter().enumerate() {
            let [taken, could] = &mut self.taken[context][place];
            *taken += f64::from(u8::from(index == rank));
            *could += 1.0;
        }
    }

    fn age(&mut self) {
        self.taken.iter_mut().flatten().flatten().for_each(|count| *count *= AGEING);
    }
}

/// All experts, and how far each is trusted.
#[derive(Clone)]
pub(super) struct Predictor {
    experts: Vec<Expert>,
    trust: Vec<f64>,
    /// What the opponent played in earlier games.
    games: Vec<Vec<Card>>,
    /// Our own cards, counted like the opponent's choices.
    habits: Counts,
    /// How many turns with a choice were seen, and the sums of the chances that predictions and blind guesses
    /// gave to the cards played.
    record: [f64; 3],
}

impl Predictor {
    /// A predictor whose experts know these policies.
    pub(super) fn new(library: &[Policy]) -> Predictor {
        let counts = [
            (Context::Always, Name::Number),
            (Context::Always, Name::FromBelow),
            (Context::Turn, Name::Number),
            (Context::Turn, Name::FromBelow),
            (Context::Lead, Name::Number),
            (Context::Lead, Name::FromBelow),
            (Context::Lead, Name::FromAbove),
            (Context::TurnAndLead, Name::FromBelow),
            (Context::TurnAndLead, Name::Number),
            (Context::TurnAndLast, Name::FromBelow),
            (Context::CardBefore, Name::Number),
        ];
        let mut experts: Vec<Expert> = library.iter().copied().map(Expert::Known).collect();
        experts.extend(counts.map(|(context, name)| Expert::Counts(Counts::new(context, name))));
        experts.extend([Expert::Echo, Expert::Replies]);
        let trust = vec![1.0 / experts.len() as f64; experts.len()];
        Predictor {
            experts,
            trust,
            games: Vec::new(),
            habits: Counts::new(Context::Turn, Name::Number),
            record: [0.0; 3],
        }
    }

    /// The chances of the opponent's cards.
    pub(super) fn mix(&self, moment: &Moment) -> Mix {
        self.weigh(&self.opinions(moment), moment.cards())
    }

    fn weigh(&self, opinions: &[Mix], cards: usize) -> Mix {
        let mut weights = vec![0.0; cards];
        for (opinion, trust) in opinions.iter().zip(&self.trust) {
            weights.iter_mut().zip(opinion.values()).for_each(|(weight, chance)| *weight += trust * chance);
        }
        Mix::from_weights(&weights)
    }

    fn opinions(&self, moment: &Moment) -> Vec<Mix> {
        let opinion = |expert: &Expert| match expert {
            Expert::Known(policy) => policy.mix(Seat::SECOND, moment.position, || moment.perfect),
            Expert::Counts(counts) => counts.mix(moment),
            Expert::Echo => echo(&self.games, moment),
            Expert::Replies => reply(&self.habits, moment),
        };
        self.experts.iter().map(opinion).collect()
    }

    /// Records what the opponent and we have played.
    pub(super) fn learn(&mut self, moment: &Moment, theirs: Card, ours: Card) {
        let taken = rank(moment.hand(), theirs);
        let opinions = self.opinions(moment);
        let guessed = self.weigh(&opinions, moment.cards()).values()[taken];
        if moment.cards() > 1 {
            let [turns, hits, blind] = self.record;
            self.record = [turns + 1.0, hits + guessed, blind + 1.0 / moment.cards() as f64];
        }
        let share = SHARED / self.experts.len() as f64;
        for (trust, opinion) in self.trust.iter_mut().zip(opinions) {
            *trust = (1.0 - SHARED) * *trust * opinion.values()[taken] / guessed + share;
        }
        for expert in &mut self.experts {
            if let Expert::Counts(counts) = expert {
                counts.learn(moment, taken);
            }
        }
        let mut mirrored = moment.clone();
        mirrored.position.hands.swap(0, 1);
        self.habits.learn(&mirrored, rank(moment.position.hands[0], ours));
    }

    /// Ends a game in which the opponent played these cards.
    pub(super) fn end_game(&mut self, played: &[Card]) {
        self.games.push(played.to_vec());
        if self.games.len() > MOST_GAMES {
            self.games.remove(0);
        }
        self.habits.age();
        for expert in &mut self.experts {
            if let Expert::Counts(counts) = expert {
                counts.age();
            }
        }
    }

    /// How many turns were guessed, the mean chance given to the card that was played, and that of a blind
    /// guess.
    pub(super) fn record(&self) -> (u32, f64, f64) {
        let [turns, hits, blind] = self.record;
        let mean = |sum: f64| if turns == 0.0 { 0.0 } else { sum / turns };
        (turns as u32, mean(hits), mean(blind))
    }
}

/// What came next in those earlier games that share the most preceding cards.
fn echo(games: &[Vec<Card>], moment: &Moment) -> Mix {
    let turn = moment.played.len();
    let alike = |game: &[Card]| {
        game[..turn].iter().rev().zip(moment.played.iter().rev()).take_while(|(a, b)| a == b).count()
    };
    let mut weights = vec![PRIOR; moment.cards()];
    let mut longest = 0;
    for game in games.iter().filter(|game| game.len() > turn) {
        let length = alike(game);
        if length < longest || !moment.hand().contains(game[turn]) {
            continue;
        }
        if length > longest {
            weights.fill(PRIOR);
            longest = length;
        }
        weights[rank(moment.hand(), game[turn])] += 1.0;
    }
    Mix::from_weights(&weights)
}

/// Most likely the best card against what we usually do on this turn.
fn reply(habits: &Counts, moment: &Moment) -> Mix {
    let mut mirrored = moment.clone();
    mirrored.position.hands.swap(0, 1);
    let ours = moment.matrix.against_columns(&habits.mix(&mirrored));
    let best = (0..ours.len()).min_by(|&a, &b| ours[a].total_cmp(&ours[b])).unwrap_or(0);
    Mix::uniform(ours.len()).blend(&Mix::pure(best, ours.len()), REPLIES)
}
