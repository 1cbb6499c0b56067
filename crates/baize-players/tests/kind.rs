//! Gentle levels make human mistakes, but not those that nobody would make at a table (`docs/players.md`).
//! `random`, which makes all of them, shows that these tests would notice.

use baize_banqi::{Banqi, Cell, End, Mode, Ply, Position, Way, cells};
use baize_games::{AnyTable, find};
use baize_may_i::{Action, Card, Faced, Holding, How, MayI, Named, Phase};
use baize_nine::Nine;
use baize_nine_ball::NineBall;
use baize_othello::{Board, Othello, Square};
use baize_players::{AnyPlayer, Budget, sit, sit_shaking};
use baize_rules::{Seat, Seed};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// An action that a seat is about to take.
struct Look<'a> {
    table: &'a dyn AnyTable,
    seat: Seat,
    action: &'a Value,
    /// What it says about it.
    info: &'a Value,
}

/// Absurd things that were done, by name.
type Absurd = BTreeMap<&'static str, u32>;

fn note(absurd: &mut Absurd, what: &'static str, is_so: bool) {
    if is_so {
        *absurd.entry(what).or_default() += 1;
    }
}

/// Whether all of these were done.
fn all_done(absurd: &Absurd, names: &[&str]) -> bool {
    names.iter().all(|name| absurd.contains_key(name))
}

/// Plays a game and looks at every action before it is played.
fn play(
    game: &str,
    options: &Value,
    mut players: Vec<Box<dyn AnyPlayer>>,
    seed: &Seed,
    mut look: impl FnMut(&Look<'_>),
) {
    const MOST: usize = 20_000;
    let count = u8::try_from(players.len()).unwrap();
    let mut table = find(game).unwrap().start(options, Some(count), seed).unwrap();
    for _ in 0..MOST {
        let Some(must) = table.awaiting().must.iter().next() else { return };
        let asides: Vec<Seat> = table.awaiting().asides().collect();
        let aside = asides.into_iter().find_map(|seat| {
            let action = players[seat.index()].interject(&table.seat_view(seat))?;
            Some((seat, action, Value::Null))
        });
        let (seat, action, info) = aside.unwrap_or_else(|| {
            // The player describes its move by its own findings; nobody sees more.
            let budget = Budget { is_heard: false, ..Budget::default() };
            let thought = players[must.index()].choose(&table.seat_view(must), budget).unwrap();
            (must, thought.action, thought.info)
        });
        look(&Look { table: &*table, seat, action: &action, info: &info });
        table.play(seat, &action).unwrap();
    }
    panic!("{game} does not come to an end");
}

/// Several players of one kind.
fn seated(game: &str, player: &str, count: usize, seed: &Seed) -> Vec<Box<dyn AnyPlayer>> {
    let own = |number: usize| seed.branch(&format!("player {number}"));
    (0..count).map(|number| sit(game, player, &own(number)).unwrap()).collect()
}

/// The best margin that the side to move can still reach; only for few empty squares.
fn margin(board: &Board) -> i32 {
    let plays = Square::all(board.position.moves()).filter_map(|square| board.play(square));
    let values = plays.map(|(next, ..)| {
        let value = margin(&next);
        if next.to_move == board.to_move { value } else { -value }
    });
    values.max().unwrap_or_else(|| board.position.margin())
}

/// Positions in which every disc of the other side can be taken, or every own disc can be lost.
const EDGES_OF_DEFEAT: [&str; 4] = [
    "-------------------X------XO-------O---------------------------- X",
    "-----------------XXXXX-----OXX-----XXX-------------------------- O",
    "---X----XOXX-----X-X-X----XXXXX----XX---XXXXXX----XXX-X----XX--- O",
    "------------------O-------XXXXX----XX-----XXX------------------- O",
];

/// Counts absurd moves; a move may be `most_behind` discs behind the best in the player's own eyes.
fn absurd_in_othello(player: &str, most_behind: f64, games: u32) -> Absurd {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    /// With fewer empty squares some players solve the end, and a corner can wait.
    const LATE: u32 = 9;
    let mut absurd = Absurd::new();
    let mut look = |look: &Look<'_>| {
        let seat_view = look.table.seat_view(look.seat);
        let board = &seat_view.of::<Othello>().unwrap().0.setup.board;
        let Some(square) = look.action["square"].as_str().map(|name| name.parse::<Square>().unwrap()) else {
            return;
        };
        let moves = board.position.moves();
        let wipes = |square: Square| board.position.play_unchecked(square).own == 0;
        let is_wiped = |square: Square| {
            let next = board.position.play_unchecked(square);
            Square::all(next.moves()).any(|reply| next.play_unchecked(reply).own == 0)
        };
        note(&mut absurd, "plays", true);
        let can_wipe = Square::all(moves).any(wipes);
        note(&mut absurd, "does not take the last discs", can_wipe && !wipes(square));
        let may_be_safe = !can_wipe && !Square::all(moves).all(is_wiped);
        note(&mut absurd, "lets all its discs be taken", may_be_safe && is_wiped(square));
        let empty = board.position.empty().count_ones();
        let corner = Square::all(moves & CORNERS).any(|corner| !is_wiped(corner));
        let is_left = corner && !can_wipe && square.bit() & CORNERS == 0;
        note(&mut absurd, "leaves a corner", empty > LATE && is_left);
        if empty <= 2 {
            let (next, ..) = board.play(square).unwrap();
            let value = if next.to_move == board.to_move { margin(&next) } else { -margin(&next) };
            note(&mut absurd, "misses the end", value != margin(board));
        }
        let scores = look.info["candidates"].as_array().into_iter().flatten();
        let scores: BTreeMap<&str, f64> =
            scores.filter_map(|one| Some((one["move"].as_str()?, one["score"].as_f64()?))).collect();
        let best = scores.values().copied().fold(f64::NEG_INFINITY, f64::max);
        let own = scores.get(look.action["square"].as_str().unwrap());
        let is_plain =
            look.info["exact"] != true && !corner && !Square::all(moves).any(is_wiped) && !can_wipe;
        let is_far = own.is_some_and(|own| best - own > most_behind) && is_plain;
        note(&mut absurd, "goes against its own judgement", is_far);
    };
    for game in 0..games {
        let seed = Seed::from_text(&format!("kind {game}"));
        play("othello", &json!({}), seated("othello", player, 2, &seed), &seed, &mut look);
        for line in EDGES_OF_DEFEAT {
            let table = find("othello").unwrap().load(&json!(line), &json!({})).unwrap();
            let seat = table.awaiting().must.iter().next().unwrap();
            let mut player = sit("othello", player, &seed).unwrap();
            let thought = player.choose(&table.seat_view(seat), Budget::default()).unwrap();
            look(&Look { table: &*table, seat, action: &thought.action, info: &thought.info });
        }
    }
    absurd
}

#[test]
fn in_othello_nobody_leaves_a_corner_or_misses_the_end() {
    let names =
        ["does not take the last discs", "lets all its discs be taken", "leaves a corner", "misses the end"];
    // Four times as much as they misjudge a move by (`docs/rules/othello.md`); the first two do not judge in
    // discs.
    for (player, most_behind) in [
        ("novice", 0.0),
        ("beginner", 0.0),
        ("easy", 20.0),
        ("casual", 19.2),
        ("steady", 16.0),
        ("medium", 5.0),
    ] {
        let mut absurd = absurd_in_othello(player, most_behind, 40);
        assert!(absurd.remove("plays") > Some(2_000), "{player}");
        // Players that look three plies ahead judge corners for themselves.
        if ["steady", "medium"].contains(&player) {
            absurd.remove("leaves a corner");
        }
        assert!(absurd.is_empty(), "{player} {absurd:?}");
    }
    let random = absurd_in_othello("random", 0.0, 40);
    assert!(all_done(&random, &names), "{random:?}");
}

/// The obvious value of a piece.
fn worth(position: &Position, cell: Cell) -> i32 {
    let rules = position.rules();
    let Some((kind, _)) = position.standing(cell) else { return 0 };
    match (rules.has_ranks(), rules.jumps(kind), rules.way(kind)) {
        (true, true, _) => 35,
        (true, false, _) => 10 * i32::from(rules.rank(kind)),
        (false, true, _) => 40,
        (false, false, Way::Slide) => 60,
        (false, false, Way::Knight) => 50,
        (false, false, Way::Elephant) => 35,
        (false, false, _) => 20,
    }
}

fn steps(position: &Position, from: Cell, to: Cell) -> usize {
    let (a, b, columns) = (from.index(), to.index(), position.mode().columns());
    (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
}

/// Whether the best piece of a seat can be taken by an adjacent one, and what it is worth.
fn best_attacked(position: &Position, seat: Seat) -> (bool, i32) {
    let own = position.faction(seat).map_or(0, |faction| position.army(faction));
    let armies = position.seats().filter(|other| *other != seat).filter_map(|other| position.faction(other));
    let hunters = armies.fold(0, |set, faction| set | position.army(faction));
    let best = cells(own).map(|cell| worth(position, cell)).max().unwrap_or(0);
    let is_prey = |hunter, cell| steps(position, hunter, cell) == 1 && worth(position, cell) == best;
    let has_prey = |hunter| cells(position.attacks(hunter) & own).any(|cell| is_prey(hunter, cell));
    (cells(hunters).any(has_prey), best)
}

fn after(position: &Position, ply: Ply) -> Position {
    let mut next = *position;
    match ply {
        Ply::Flip(_) => {}
        Ply::Move(from, to) | Ply::Capture(from, to) => next.carry(from, to),
    }
    next
}

fn absurd_in_banqi(player: &str, options: &Value, seats: usize, games: u32) -> Absurd {
    const STRONG: i32 = 50;
    let mut absurd = Absurd::new();
    for game in 0..games {
        let seed = Seed::from_text(&format!("kind {game}"));
        let mut before: Vec<Vec<(Cell, Cell)>> = vec![Vec::new(); seats];
        play("banqi", options, seated("banqi", player, seats, &seed), &seed, |look| {
            let seat_view = look.table.seat_view(look.seat);
            let (view, menu) = seat_view.of::<Banqi>().unwrap();
            let position = &view.position;
            let mut plies = baize_banqi::Plies::new();
            position.legal(&mut plies);
            let action: baize_banqi::Action = serde_json::from_value(look.action.clone()).unwrap();
            assert!(menu.actions().contains(&action));
            let ply = *plies.iter().find(|ply| baize_banqi::Action::from(**ply) == action).unwrap();
            note(&mut absurd, "plays", true);
            let is_lost = |ply: Ply| best_attacked(&after(position, ply), look.seat);
            let taken = |ply: Ply| if let Ply::Capture(_, to) = ply { worth(position, to) } else { 0 };
            let (is_attacked, best) = is_lost(ply);
            let could_save = plies.iter().any(|&ply| !is_lost(ply).0);
            let leaves = is_attacked && could_save && taken(ply) < best;
            note(&mut absurd, "leaves its best piece to a hunter", leaves);
            let beside = |ply: Ply| matches!(ply, Ply::Capture(from, to) if steps(position, from, to) == 1);
            let is_free = |ply: Ply| beside(ply) && taken(ply) >= STRONG && !is_lost(ply).0;
            let was_attacked = best_attacked(position, look.seat).0;
            let could_take = plies.iter().any(|&ply| is_free(ply)) && !was_attacked;
            note(&mut absurd, "does not take a strong piece beside it", could_take && taken(ply) < STRONG);
            let own = &mut before[look.seat.index()];
            match ply {
                Ply::Move(from, to) => own.push((from, to)),
                _ => own.clear(),
            }
            let back = |pair: &[(Cell, Cell)]| pair[0] == (pair[1].1, pair[1].0);
            let is_idle = own.len() > 9 && own[own.len() - 10..].windows(2).all(back);
            let could_flip = position.face_down() != 0;
            note(&mut absurd, "goes back and forth", is_idle && could_flip && !was_attacked);
        });
    }
    absurd
}

#[test]
fn in_banqi_nobody_leaves_the_best_piece_to_a_hunter_or_a_strong_one_untaken() {
    let names = ["leaves its best piece to a hunter", "does not take a strong piece beside it"];
    // The two modes that have a ladder.
    let among_three = Mode::ALL.iter().find(|mode| mode.rules().end == End::LastLeft).unwrap();
    for mode in [&Mode::default(), among_three] {
        let seats = usize::from(mode.seats());
        // Among three a counter ends games that lead nowhere.
        let is_duel = mode.rules().end == End::Duel;
        let options =
            if is_duel { json!({ "mode": mode, "noProgress": 60 }) } else { json!({ "mode": mode }) };
        for player in ["novice", "casual", "greedy"] {
            let mut absurd = absurd_in_banqi(player, &options, seats, 12);
            assert!(absurd.remove("plays") > Some(500), "{player}");
            assert!(absurd.is_empty(), "{mode:?} {player} {absurd:?}");
        }
        let random = absurd_in_banqi("random", &options, seats, 12);
        assert!(all_done(&random, &names), "{mode:?} {random:?}");
    }
}

/// In Nine no card laid in secret is absurd: whatever comes, another card might have been worse. That changes
/// once the other side's card lies open.
fn absurd_in_nine(player: &str, games: u32) -> (Absurd, BTreeSet<Vec<u64>>) {
    let (mut absurd, mut orders) = (Absurd::new(), BTreeSet::new());
    for game in 0..games {
        let seed = Seed::from_text(&format!("kind {game}"));
        let mut order = Vec::new();
        play("nine", &json!({ "openLead": true }), seated("nine", player, 2, &seed), &seed, |look| {
            let seat_view = look.table.seat_view(look.seat);
            let view = seat_view.of::<Nine>().unwrap().0;
            note(&mut absurd, "plays", true);
            let card = look.action["card"].as_u64().unwrap();
            if look.seat == Seat::FIRST {
                order.push(card);
            }
            let Some(lead) = view.sealed[look.seat.other_of_two().index()] else { return };
            let (lead, mut hand) = (u64::from(lead.number()), view.hands[look.seat.index()].iter());
            let cards: Vec<u64> = hand.by_ref().map(|card| u64::from(card.number())).collect();
            let cheapest = cards.iter().copied().find(|card| *card > lead);
            note(&mut absurd, "wins with more than it takes", card > lead && Some(card) != cheapest);
            note(&mut absurd, "loses more than it must", card <= lead && card != cards[0]);
        });
        orders.insert(order);
    }
    (absurd, orders)
}

#[test]
fn in_nine_nobody_wastes_a_card_on_one_that_lies_there() {
    for player in ["novice", "casual", "steady", "able", "keen"] {
        let (mut absurd, orders) = absurd_in_nine(player, 100);
        assert!(absurd.remove("plays") > Some(1_500), "{player}");
        assert!(absurd.is_empty(), "{player} {absurd:?}");
        assert!(orders.len() > 50, "{player} plays its cards in the same order: {orders:?}");
    }
    let (random, _) = absurd_in_nine("random", 100);
    assert!(all_done(&random, &["wins with more than it takes", "loses more than it must"]), "{random:?}");
}

/// What players of May I? did, as far as it shows how gentle they are.
#[derive(Default, Debug)]
struct Habits {
    asked: u32,
    laid_down: u32,
    laid_down_at_once: u32,
    /// How often a useless card lay there that could be had.
    could_ask_for_nothing: u32,
}

/// Whether a card is a wild, goes with two others of the hand, or brings the contract nearer.
fn is_useful(view: &baize_may_i::View, hand: &[Card], card: Card) -> bool {
    let (terms, face) = (view.terms(), card.face());
    let goes = |other: &&Card| {
        let other = other.face();
        let gap = other.value().abs_diff(face.value());
        let in_run = terms.contract.runs > 0 && other.suit() == face.suit() && (1..=3).contains(&gap);
        !other.is_wild() && (in_run || terms.contract.sets > 0 && gap == 0)
    };
    let mut more = Holding::of(hand);
    let before = more.distance(&terms, hand.len() + 1);
    more.add(face);
    let is_nearer = more.distance(&terms, hand.len() + 1) < before;
    face.is_wild() || is_nearer || hand.iter().filter(goes).count() >= 2
}

fn absurd_in_may_i(player: &str, games: u32) -> (Absurd, Habits) {
    /// After this many turns even the slowest player notices a complete contract.
    const NOTICED: u32 = 12;
    let (mut absurd, mut habits) = (Absurd::new(), Habits::default());
    for game in 0..games {
        let seed = Seed::from_text(&format!("kind {game}"));
        let mut waited = [0; 4];
        play(
            "may-i",
            &json!({ "startRound": 1 + game % 6 }),
            seated("may-i", player, 4, &seed),
            &seed,
            |look| {
                let seat_view = look.table.seat_view(look.seat);
                let (view, menu) = seat_view.of::<MayI>().unwrap();
                let hand = view.hand.as_ref().unwrap();
                note(&mut absurd, "plays", true);
                let lays_down = |action: &Action| matches!(action, Action::LayDown { .. });
                let could = menu.actions().iter().any(lays_down);
                let waits = &mut waited[look.seat.index()];
                match serde_json::from_value(look.action.clone()).unwrap() {
                    Action::Discard { card_id: Named::Known(card) } => {
                        let naturals = hand.iter().filter(|card| !card.face().is_wild()).count();
                        note(&mut absurd, "throws a wild away", card.face().is_wild() && naturals > 0);
                        let last = view.memory.last().filter(|last| last.seat == look.seat);
                        let taken = last.filter(|last| matches!(last.how, How::Taken | How::Asked));
                        let is_taken = taken.is_some_and(|last| last.card == card) && naturals > 1;
                        note(&mut absurd, "throws away what it took", is_taken);
                        *waits = if could { *waits + 1 } else { 0 };
                        note(&mut absurd, "never lays down", *waits > NOTICED);
                    }
                    Action::LayDown { .. } => {
                        *waits = 0;
                        habits.laid_down += 1;
                        habits.laid_down_at_once += u32::from(view.turn <= 4);
                    }
                    Action::CallMayI {} => {
                        habits.asked += 1;
                        let is_useful = view.discard.is_some_and(|card| is_useful(view, hand, card));
                        note(&mut absurd, "asks for what is of no use", !is_useful);
                    }
                    _ if view.phase == Phase::Draw => {
                        let is_useless = view.discard.is_some_and(|card| !is_useful(view, hand, card));
                        habits.could_ask_for_nothing += u32::from(is_useless);
                    }
                    _ => {}
                }
            },
        );
    }
    (absurd, habits)
}

#[test]
fn in_may_i_nobody_throws_away_what_everybody_would_keep() {
    for player in ["novice", "beginner", "casual", "steady"] {
        let (mut absurd, habits) = absurd_in_may_i(player, 12);
        assert!(absurd.remove("plays") > Some(1_000), "{player}");
        assert!(absurd.is_empty(), "{player} {absurd:?}");
        assert!(habits.asked > 0 && habits.laid_down > 60, "{player} {habits:?}");
        let is_gentle = habits.laid_down_at_once * 20 < habits.laid_down;
        assert!(is_gentle || !["novice", "beginner"].contains(&player), "{player} {habits:?}");
    }
    let (random, habits) = absurd_in_may_i("random", 1);
    assert!(all_done(&random, &["throws a wild away", "throws away what it took"]), "{random:?}");
    assert!(habits.could_ask_for_nothing > 100, "{habits:?}");
}

/// The results of strokes by players of nine-ball.
#[derive(Default, Debug)]
struct Strokes {
    count: u32,
    soft: u32,
    fouls: u32,
    pots: u32,
}

/// With the player's own hand, or with this much noise in it.
fn strokes(player: &str, noise: Option<f64>, games: u32) -> Strokes {
    const SOFT: i64 = 250;
    let mut strokes = Strokes::default();
    for game in 0..games {
        let seed = Seed::from_text(&format!("kind {game}"));
        let players = match noise {
            Some(noise) => (0..2)
                .map(|seat| {
                    sit_shaking("nine-ball", player, &seed.branch(&format!("{seat}")), noise).unwrap()
                })
                .collect(),
            None => seated("nine-ball", player, 2, &seed),
        };
        // The seat of the last stroke, and how many balls were on the table.
        let mut struck = None::<(Seat, usize)>;
        play("nine-ball", &json!({}), players, &seed, |look| {
            let seat_view = look.table.seat_view(look.seat);
            let view = seat_view.of::<NineBall>().unwrap().0;
            let balls = view.state.balls.objects().iter().count();
            let is_stroke = look.action["type"] == "SHOOT";
            if let Some((seat, count)) = struck.take() {
                strokes.pots += count.saturating_sub(balls) as u32;
                strokes.fouls += u32::from(seat != look.seat && look.action["type"] == "PLACE_BALL");
            }
            if is_stroke {
                strokes.count += 1;
                strokes.soft += u32::from(look.action["speedMmS"].as_i64().unwrap() < SOFT);
                struck = Some((look.seat, balls));
            }
        });
    }
    strokes
}

#[test]
fn in_nine_ball_a_shaky_hand_means_the_right_ball() {
    for player in ["novice", "beginner", "casual"] {
        let real = strokes(player, None, 6);
        assert!(real.count > 60 && real.soft == 0, "{player} {real:?}");
        assert!(real.pots * 8 > real.count && real.fouls * 2 < real.count, "{player} {real:?}");
        // The intended strokes, with a hand that brings them out, hardly ever foul.
        let meant = strokes(player, Some(0.0), 6);
        assert!(meant.fouls * 8 < meant.count && meant.pots * 2 > meant.count, "{player} {meant:?}");
    }
    let random = strokes("random", None, 6);
    assert!(random.fouls * 8 > random.count && random.pots * 2 < random.count, "{random:?}");
}
