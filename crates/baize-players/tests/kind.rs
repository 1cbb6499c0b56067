//! Weak levels make the mistakes of people. What nobody would do at a table (`docs/players.md`), they do not do either.

use baize_banqi::Banqi;
use baize_games::{AnyTable, find};
use baize_may_i::{Action, Faced, How, MayI, Named};
use baize_nine_ball::NineBall;
use baize_othello::{Board, Othello, Square};
use baize_players::{AnyPlayer, Budget, sit};
use baize_rules::{Seat, Seed};
use serde_json::{Value, json};

/// What a seat is about to do, before it is done.
struct Look<'a> {
    table: &'a dyn AnyTable,
    seat: Seat,
    player: &'a str,
    action: &'a Value,
}

/// Plays a game among these players and looks at every action before it is played; how many there were.
fn play(game: &str, options: &Value, players: &[&str], seed: &str, mut look: impl FnMut(&Look<'_>)) -> usize {
    const MOST: usize = 8_000;
    let seed = Seed::from_text(seed);
    let count = u8::try_from(players.len()).unwrap();
    let mut table = find(game).unwrap().start(options, Some(count), &seed).unwrap();
    let name = |number: usize| format!("player {number}");
    let mut seated: Vec<Box<dyn AnyPlayer>> = players
        .iter()
        .enumerate()
        .map(|(number, player)| sit(game, player, &seed.branch(&name(number))).unwrap())
        .collect();
    let mut actions = 0;
    while let Some(must) = table.awaiting().must.iter().next() {
        let asides: Vec<Seat> = table.awaiting().asides().collect();
        let aside = asides
            .into_iter()
            .find_map(|seat| Some((seat, seated[seat.index()].interject(&table.seat_view(seat))?)));
        let (seat, action) = aside.unwrap_or_else(|| {
            let thought = seated[must.index()].choose(&table.seat_view(must), Budget::default()).unwrap();
            (must, thought.action)
        });
        look(&Look { table: &*table, seat, player: players[seat.index()], action: &action });
        table.play(seat, &action).unwrap();
        actions += 1;
        assert!(actions < MOST, "{players:?} do not come to an end");
    }
    actions
}

/// In these turns of a seat a round that is stuck is shaken up by everybody, whatever a card is good for.
fn is_shaken(view: &baize_may_i::View) -> bool {
    view.turn / view.held.len() as u32 % 40 >= 32
}

#[test]
fn in_may_i_nobody_throws_away_what_everybody_would_keep() {
    let learners = ["novice", "learner", "casual", "beginner"];
    let (mut discards, mut asked, mut overlooked) = (0, [0; 4], [0; 4]);
    for game in 0..12 {
        play("may-i", &json!({}), &learners, &format!("kind {game}"), |look| {
            let seen = look.table.seat_view(look.seat);
            let (view, menu) = seen.of::<MayI>().unwrap();
            let action: Action = serde_json::from_value(look.action.clone()).unwrap();
            let hand = view.hand.as_ref().unwrap();
            let lays_down = |action: &Action| matches!(action, Action::LayDown { .. });
            match action {
                Action::Discard { card_id: Named::Known(card) } if !is_shaken(view) => {
                    discards += 1;
                    let naturals = hand.iter().filter(|card| !card.face().is_wild()).count();
                    assert!(!card.face().is_wild() || naturals == 0, "{} throws a wild away", look.player);
                    let taken = view.memory.last().filter(|last| last.seat == look.seat);
                    let is_taken = taken.is_some_and(|last| last.how != How::Thrown && last.card == card);
                    assert!(!is_taken || naturals == 1, "{} throws away what it took", look.player);
                    overlooked[look.seat.index()] += usize::from(menu.actions().iter().any(lays_down));
                }
                Action::LayDown { .. } => {
                    let turn = (view.turn - 1) / 4;
                    let is_last = view.terms().takes_whole_hand;
                    assert!(look.player != "novice" || turn > 0 || is_last, "on its first turn");
                }
                Action::CallMayI {} => asked[look.seat.index()] += 1,
                _ => {}
            }
        });
    }
    assert!(discards > 1_000, "{discards}");
    // Everybody overlooks less than those below; who learns asks late, then too often.
    assert!(overlooked.is_sorted_by(|more, less| more > less), "{overlooked:?}");
    assert!(asked[0] == 0 && asked[1] > 0 && asked[2] > asked[1] && asked[3] == 0, "{asked:?}");
}

/// The best margin that a side can still reach; few squares are empty.
fn margin(board: &Board) -> i32 {
    let plays = Square::all(board.position.moves()).filter_map(|square| board.play(square));
    let values = plays.map(|(next, ..)| {
        let value = margin(&next);
        if next.to_move == board.to_move { value } else { -value }
    });
    values.max().unwrap_or_else(|| board.position.margin())
}

#[test]
fn in_othello_nobody_misses_the_end_of_the_game() {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let (mut corners, mut taken, mut ends) = (0, 0, 0);
    for game in 0..60 {
        play("othello", &json!({}), &["novice", "novice"], &format!("kind {game}"), |look| {
            let seen = look.table.seat_view(look.seat);
            let (view, _) = seen.of::<Othello>().unwrap();
            let board = &view.setup.board;
            let Some(square) = look.action["square"].as_str().map(|name| name.parse::<Square>().unwrap())
            else {
                return;
            };
            let (next, ..) = board.play(square).unwrap();
            if board.position.empty().count_ones() <= 2 {
                ends += 1;
                let value = margin(&next);
                let value = if next.to_move == board.to_move { value } else { -value };
                assert_eq!(value, margin(board), "it counts the last squares out");
            }
            let discs = |board: &Board| board.discs(look_colour(look.seat).other());
            let wipes = |square: Square| board.play(square).is_some_and(|(next, ..)| discs(&next) == 0);
            let can_wipe = Square::all(board.position.moves()).any(wipes);
            assert!(!can_wipe || wipes(square), "it sees that nothing would be left");
            if board.position.moves() & CORNERS != 0 {
                corners += 1;
                taken += u32::from(square.bit() & CORNERS != 0);
            }
        });
    }
    assert!(ends >= 60, "{ends}");
    assert!(taken * 10 > corners * 6 && taken < corners, "{taken} of {corners} corners");
}

fn look_colour(seat: Seat) -> baize_othello::Colour {
    let colours = [baize_othello::Colour::Black, baize_othello::Colour::White];
    colours[seat.index()]
}

#[test]
fn in_banqi_nobody_overlooks_what_stands_alone() {
    for (mode, seats) in [("classic", 2), ("three-kingdoms", 3)] {
        let options = json!({ "mode": mode, "noProgress": 60 });
        let mut shares = Vec::new();
        for player in ["novice", "casual", "greedy"] {
            let (mut could, mut took) = (0, 0);
            for game in 0..8 {
                let players = vec![player; seats];
                play("banqi", &options, &players, &format!("kind {game}"), |look| {
                    let seen = look.table.seat_view(look.seat);
                    let (view, menu) = seen.of::<Banqi>().unwrap();
                    let takes =
                        |action: &baize_banqi::Action| matches!(action, baize_banqi::Action::Capture { .. });
                    let takes_now = look.action["type"] == "CAPTURE";
                    if menu.actions().iter().any(takes) {
                        could += 1;
                        took += u32::from(takes_now);
                        let open = prey(view);
                        assert!(takes_now || open > 2, "{player} overlooks one of the last {open}");
                    }
                });
            }
            shares.push((player, f64::from(took) / f64::from(could)));
        }
        assert!(shares[0].1 > 0.2 && shares[2].1 == 1.0, "{mode} {shares:?}");
        assert!(shares.is_sorted_by(|(_, less), (_, more)| less < more), "{mode} {shares:?}");
    }
}

/// How many pieces of others lie open.
fn prey(view: &baize_banqi::View) -> usize {
    let (mode, own) = (view.mode, view.position.faction(view.position.seat()));
    let others = baize_banqi::Cell::all(mode).filter(|&cell| match view.position.at(cell) {
        baize_banqi::Square::FaceUp(piece) => Some(piece.faction(mode)) != own,
        _ => false,
    });
    others.count()
}

#[test]
fn in_nine_ball_a_shaky_hand_still_plays_the_right_ball() {
    let (mut strokes, mut fouls, mut pots) = (0, 0, 0);
    for game in 0..4 {
        // Who struck last, and how many balls lay there.
        let mut struck = None::<(Seat, usize)>;
        play("nine-ball", &json!({}), &["novice", "novice"], &format!("kind {game}"), |look| {
            let seen = look.table.seat_view(look.seat);
            let (view, _) = seen.of::<NineBall>().unwrap();
            let balls = view.state.balls.objects().iter().count();
            let is_stroke = look.action["type"] == "SHOOT";
            if let Some((seat, count)) = struck.take() {
                strokes += 1;
                pots += count.saturating_sub(balls);
                fouls += usize::from(seat != look.seat && !is_stroke);
            }
            if is_stroke {
                struck = Some((look.seat, balls));
                let speed = look.action["speedMmS"].as_i64().unwrap();
                assert!(speed > 300, "a stroke that goes nowhere: {speed}");
            }
        });
    }
    assert!(strokes > 40 && pots > 10, "{pots} in {strokes} strokes");
    assert!(fouls * 3 < strokes, "{fouls} fouls in {strokes} strokes");
}
