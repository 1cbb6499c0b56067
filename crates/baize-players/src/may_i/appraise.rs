//! Appraises the decisions of a round in deals that the seat could not tell from the real one.

use super::recall::Recall;
use super::sampling::{Known, Line, Move};
use super::seen::{Decision, Seen, kind};
use super::style::Style;
use super::thumb::discard;
use super::world::{Chance, World};
use baize_may_i::{Action, Card, Face, Faced, Named, Phase, View};
use baize_rules::{Dice, Menu, Seed};
use baize_search::{Limits, Watch};

/// A possible action, and the seat's own points at the end of the round.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The action.
    pub action: Action,
    /// The mean over all deals.
    pub points: f64,
}

/// What a decision was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal {
    /// The possible actions, the fewest points first.
    pub choices: Vec<Weighed>,
    /// How many points the actual choice cost, beyond doubt: the mean difference in the same deals, less 1.3
    /// standard errors.
    pub loss: f64,
}

/// How many cards are compared with the one that was thrown away.
const CANDIDATES: usize = 4;
/// How many standard errors are subtracted from a loss, so that nobody is blamed for what may be chance.
const DOUBT: f64 = 1.3;

/// How many cards the hand of this view still lacks for the contract; `None` for a spectator.
pub fn distance(view: &View) -> Option<u8> {
    Some(Seen::of(view)?.distance())
}

/// Plays `deals` imagined deals for every choice of a decision: whether to have the exposed card, or what to
/// throw away. `None` for everything else, and where there is no choice.
pub fn decision(
    view: &View,
    menu: &Menu<Action>,
    played: &Action,
    deals: u32,
    limits: Limits,
) -> Option<Appraisal> {
    let seen = Seen::of(view)?;
    let known = seen.known(Recall::of(view));
    let choices = choices(&seen, &known, menu, played)?;
    let own = choices.iter().position(|(action, _)| action == played)?;
    let style = Style::of(&seen.terms);
    let lines: Vec<Line> = choices.iter().map(|&(_, first)| Line { first, then: style }).collect();
    let points = known.points(&lines, deals, &Watch::start(limits), &mut chance(view));
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let best = (0..points.len()).min_by(|&a, &b| mean(&points[a]).total_cmp(&mean(&points[b])))?;
    let behind: Vec<f64> = points[own].iter().zip(&points[best]).map(|(own, best)| own - best).collect();
    let (cost, count) = (mean(&behind), behind.len().max(2) as f64);
    let squares: f64 = behind.iter().map(|each| (each - cost) * (each - cost)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    let mut weighed: Vec<Weighed> = choices
        .into_iter()
        .zip(&points)
        .map(|((action, _), points)| Weighed { action, points: mean(points) })
        .collect();
    weighed.sort_by(|a, b| a.points.total_cmp(&b.points));
    Some(Appraisal { choices: weighed, loss: (cost - DOUBT * error).max(0.0) })
}

/// The worth of the card that came from the stock compared with any card that might have come: by how many
/// points fewer the round ends, in the same deals with and without that card on top. The card came with a
/// draw, or beside a card that was asked for. `None` for every other action.
pub fn luck(view: &View, played: &Action, came: Card, deals: u32, limits: Limits) -> Option<f64> {
    let seen = Seen::of(view)?;
    let known = seen.known(Recall::of(view));
    let (me, watch, mut chance) = (known.me, Watch::start(limits), chance(view));
    let asks = match played {
        Action::DrawFromStock {} => false,
        Action::CallMayI {} | Action::ClaimMayI {} => true,
        _ => return None,
    };
    let points = |mut world: World| {
        if asks {
            let take = Line { first: Move::Take, then: Style::of(&seen.terms) };
            return known.play_out(world, take).0;
        }
        world.draw_and_finish();
        f64::from(world.hands[me].points())
    };
    let (mut saved, mut count) = (0.0, 0);
    for number in 0..deals {
        if number > 0 && watch.must_stop(u64::from(number)) {
            break;
        }
        let deal = known.deal(&mut chance);
        let mut with = deal.clone();
        with.put_on_top(kind(came.face()), me);
        saved += points(deal) - points(with);
        count += 1;
    }
    Some(saved / f64::from(count.max(1)))
}

/// The benefit of asking for the exposed card out of turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// The share of deals in which nobody with an earlier claim wants the card.
    pub comes: f64,
    /// By how many points fewer for the seat itself the round ends.
    pub saves: f64,
}

/// Plays `deals` imagined deals with and without the exposed card; where another seat claims it first, asking
/// changes nothing.
pub fn request(view: &View, deals: u32, limits: Limits) -> Option<Prospect> {
    let seen = Seen::of(view)?;
    let known = seen.known(Recall::of(view));
    let (watch, mut chance, then) = (Watch::start(limits), chance(view), Style::of(&seen.terms));
    let points = |world: &World, first: Move| known.play_out(world.clone(), Line { first, then }).0;
    let (mut came, mut saved, mut count) = (0.0, 0.0, 0.0);
    for number in 0..deals {
        if number > 0 && watch.must_stop(u64::from(number)) {
            break;
        }
        let deal = known.deal(&mut chance);
        count += 1.0;
        if !deal.is_forestalled(known.me) {
            came += 1.0;
            saved += points(&deal, Move::Leave) - points(&deal, Move::Take);
        }
    }
    (count > 0.0).then(|| Prospect { comes: came / count, saves: saved / count })
}

/// The choices to compare, including the one that was made.
fn choices(
    seen: &Seen<'_>,
    known: &Known,
    menu: &Menu<Action>,
    played: &Action,
) -> Option<Vec<(Action, Move)>> {
    if let Action::Discard { card_id: Named::Known(card) } = played {
        let own = kind(card.face());
        let mut faces = vec![own];
        faces.extend(ranking(seen, known).into_iter().filter(|face| *face != own).take(CANDIDATES));
        let throw = |face: Face| {
            let action = if face == own { Some(played.clone()) } else { seen.throw(face) };
            Some((action?, Move::Discard(face)))
        };
        return Some(faces.into_iter().filter_map(throw).collect::<Vec<_>>()).filter(|all| all.len() > 1);
    }
    if !matches!(seen.view.phase, Phase::MayI | Phase::Draw) {
        return None;
    }
    match seen.decision(menu) {
        Decision::Exposed { have, leave, .. } => Some(vec![(have, Move::Take), (leave, Move::Leave)]),
        Decision::Plain(_) | Decision::Discard => None,
    }
}

/// The cards to throw away, the likeliest first.
fn ranking(seen: &Seen<'_>, known: &Known) -> Vec<Face> {
    let style = Style::of(&seen.terms);
    let mut faces = if seen.is_down() {
        let mut faces: Vec<Face> = known.world.hands[known.me].faces().collect();
        faces.sort_by_key(|face| std::cmp::Reverse(face.points()));
        faces
    } else {
        style.ranking(&known.world.eye(known.me))
    };
    if let Some(first) = discard(known, &style) {
        faces.retain(|face| *face != first);
        faces.insert(0, first);
    }
    faces.dedup();
    faces
}

/// Randomness that depends on the view only, so the same decision is always appraised alike.
fn chance(view: &View) -> Chance {
    let View { round, turn, phase, hand, held, .. } = view;
    let text = format!("{} {turn} {phase:?} {hand:?} {held:?}", round.number());
    let mut dice = Dice::new(&Seed::from_text("review").branch(&text));
    Chance::new(u64::from(dice.roll(u32::MAX)) << 32 | u64::from(dice.roll(u32::MAX)))
}

impl Known {
    /// The seat's own points at the end of the round for every line, deal by deal; all lines get the same
    /// deals.
    fn points(&self, lines: &[Line], deals: u32, watch: &Watch, chance: &mut Chance) -> Vec<Vec<f64>> {
        let mut points = vec![Vec::new(); lines.len()];
        for number in 0..deals {
            if number > 0 && watch.must_stop(u64::from(number)) {
                break;
            }
            let deal = self.deal(chance);
            for (points, line) in points.iter_mut().zip(lines) {
                points.push(self.play_out(deal.clone(), *line).0);
            }
        }
        points
    }
}
