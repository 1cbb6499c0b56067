//! Compares melds, lay-offs, contracts and the search with a slow judge that only knows the definitions.

use baize_may_i::{
    Bounds, Card, Face, Faced, Fault, Flaw, Holding, MeldKind, Misfit, Options, Round, RunEnd, Search, Suit,
    Terms, arrange, fit, needs_position_choice,
};
use baize_rules::{Dice, Seed};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The run that cards form in this order, as suit and lowest value, found by trying every suit and value.
fn run_in_order(faces: &[Face]) -> Option<(Suit, u8)> {
    let stands = |suit: Suit, low: u8| {
        faces
            .iter()
            .zip(low..)
            .all(|(face, value)| face.is_wild() || (face.suit() == suit && face.value() == value))
    };
    let all_wild = faces.iter().all(|face| face.is_wild());
    let places = Suit::ALL.into_iter().flat_map(|suit| (3..=14).map(move |low| (suit, low)));
    let fits = |&(_, low): &(Suit, u8)| usize::from(low) + faces.len() <= 15;
    places.filter(fits).find(|&(suit, low)| !all_wild && stands(suit, low))
}

fn naturals(faces: &[Face]) -> usize {
    faces.iter().filter(|face| !face.is_wild()).count()
}

/// Whether wilds do not outnumber naturals.
fn few_wilds(faces: &[Face]) -> bool {
    2 * naturals(faces) >= faces.len()
}

fn is_set(faces: &[Face]) -> bool {
    let ranks: BTreeSet<u8> = faces.iter().filter(|face| !face.is_wild()).map(|face| face.value()).collect();
    faces.len() >= 3 && ranks.len() == 1 && few_wilds(faces)
}

/// Every order of some cards.
fn orders(faces: &[Face]) -> Vec<Vec<Face>> {
    if faces.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |index: usize| {
        let mut rest = faces.to_vec();
        let first = rest.remove(index);
        orders(&rest).into_iter().map(move |mut order| {
            order.insert(0, first);
            order
        })
    };
    (0..faces.len()).flat_map(with_first).collect()
}

/// The order of a run on the table, found among all orders.
fn slow_run(faces: &[Face]) -> Option<Vec<Face>> {
    if faces.len() < 4 || !few_wilds(faces) {
        return None;
    }
    if run_in_order(faces).is_some() {
        return Some(faces.to_vec());
    }
    let wilds = |order: &[Face]| order.iter().copied().filter(|face| face.is_wild()).collect::<Vec<_>>();
    let named = wilds(faces);
    let below = |order: &[Face]| order.iter().position(|face| !face.is_wild());
    let runs =
        orders(faces).into_iter().filter(|order| run_in_order(order).is_some() && wilds(order) == named);
    runs.min_by_key(|order| below(order))
}

/// A face out of a few, so that melds occur.
fn any_face() -> impl Strategy<Value = Face> {
    prop_oneof![
        8 => (0..2usize, 3..=9u8).prop_map(|(suit, value)| Face::new(Suit::ALL[suit], value)),
        4 => (0..2usize, 11..=14u8).prop_map(|(suit, value)| Face::new(Suit::ALL[suit], value)),
        2 => (0..4usize).prop_map(|suit| Face::new(Suit::ALL[suit], 2)),
        2 => Just(Face::JOKER),
    ]
}

/// Cards that are likely to be a run: a stretch of one suit with some wilds, shuffled or not, perhaps spoilt.
fn run_like() -> impl Strategy<Value = Vec<Face>> {
    let stretch = (0..4usize, 3..=14u8, 3..=7usize, any::<u8>(), any_face(), 0..4u8);
    stretch.prop_flat_map(|(suit, low, len, wild, odd, spoil)| {
        let mut faces: Vec<Face> =
            (low..=14).take(len).map(|value| Face::new(Suit::ALL[suit], value)).collect();
        for (index, face) in faces.iter_mut().enumerate() {
            if wild >> index & 1 == 1 && index % 2 == 0 {
                *face = if wild & 128 == 0 { Face::JOKER } else { Face::new(Suit::ALL[index % 4], 2) };
            }
        }
        if spoil == 0 {
            faces.push(odd);
        }
        prop_oneof![Just(faces.clone()), Just(faces).prop_shuffle()]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sets_are_sets(faces in prop::collection::vec(any_face(), 0..6)) {
        let arranged = arrange(MeldKind::Set, &faces);
        prop_assert_eq!(arranged.is_ok(), is_set(&faces));
        prop_assert_eq!(arranged.unwrap_or_else(|_| faces.clone()), faces);
    }

    #[test]
    fn runs_lie_as_the_definition_says(faces in prop_oneof![run_like(), prop::collection::vec(any_face(), 0..7)]) {
        let arranged = arrange(MeldKind::Run, &faces);
        prop_assert_eq!(arranged.clone().ok(), slow_run(&faces), "{:?} {:?}", faces, arranged);
        if let Ok(run) = arranged {
            let (suit, low) = run_in_order(&run).unwrap();
            let bounds = Bounds { suit, low, high: low + run.len() as u8 - 1 };
            prop_assert_eq!(Bounds::of(&run), Some(bounds));
            prop_assert!(!is_set(&faces), "no group is both");
        }
    }

    #[test]
    fn reasons_are_true(faces in prop::collection::vec(any_face(), 0..7)) {
        for kind in [MeldKind::Set, MeldKind::Run] {
            let Err(flaw) = arrange(kind, &faces) else { continue };
            let some: Vec<Face> = faces.iter().copied().filter(|face| !face.is_wild()).collect();
            let holds = match flaw {
                Flaw::TooFewCards => faces.len() < kind.fewest(),
                Flaw::NoNatural => some.is_empty(),
                Flaw::TooManyWilds => !few_wilds(&faces),
                Flaw::MixedRanks => some.iter().any(|face| face.value() != some[0].value()),
                Flaw::MixedSuits => some.iter().any(|face| face.suit() != some[0].suit()),
                Flaw::RepeatedRank => some.iter().collect::<BTreeSet<_>>().len() < some.len(),
                Flaw::GapTooWide => {
                    let values: BTreeSet<u8> = some.iter().map(|face| face.value()).collect();
                    usize::from(values.last().unwrap() - values.first().unwrap()) >= faces.len()
                }
                Flaw::OutOfRange => faces.len() > 12,
                Flaw::NotExact => false,
            };
            prop_assert!(holds, "{kind} {faces:?}: {flaw}");
        }
    }

    /// A lay-off is accepted exactly if the longer sequence is again a run.
    #[test]
    fn lay_offs_extend_runs(run in run_like(), face in any_face(), near in any::<bool>()) {
        let Ok(run) = arrange(MeldKind::Run, &run) else { return Ok(()) };
        let bounds = Bounds::of(&run).unwrap();
        let value = if near { bounds.low - 1 } else { bounds.high + 1 };
        for face in [Some(face), (3..=14).contains(&value).then(|| Face::new(bounds.suit, value))].into_iter().flatten() {
            let extended = |end| match end {
                RunEnd::Start => [&[face], &run[..]].concat(),
                RunEnd::End => [&run[..], &[face]].concat(),
            };
            let [start, end] = RunEnd::BOTH.map(|end| run_in_order(&extended(end)).is_some());
            prop_assert_eq!(needs_position_choice(MeldKind::Run, &run, face), face.is_wild() && start && end);
            for wish in [None, Some(RunEnd::Start), Some(RunEnd::End)] {
                let expect = match (start, end, wish) {
                    (false, false, _) => Err(Misfit::DoesNotFit),
                    (true, false, Some(RunEnd::End)) | (false, true, Some(RunEnd::Start)) if face.is_wild() => {
                        Err(Misfit::PositionUnavailable)
                    }
                    (true, true, Some(wish)) => Ok(wish),
                    (_, true, _) => Ok(RunEnd::End),
                    (true, false, _) => Ok(RunEnd::Start),
                };
                let got = fit(MeldKind::Run, &run, face, wish);
                prop_assert_eq!(got.map(|fit| fit.end.unwrap()), expect, "{:?} on {:?}, {:?}", face, run, wish);
                if let Ok(fit) = got {
                    let longer = extended(fit.end.unwrap());
                    let (suit, low) = run_in_order(&longer).unwrap();
                    let place = longer.iter().position(|other| std::ptr::eq(other, &longer[0])).unwrap();
                    let value = if fit.end == Some(RunEnd::Start) { low + place as u8 } else { low + run.len() as u8 };
                    prop_assert_eq!(fit.acts_as, face.is_wild().then(|| Face::new(suit, value)));
                }
            }
        }
    }

    #[test]
    fn lay_offs_extend_sets(set in prop::collection::vec(any_face(), 3..6), face in any_face()) {
        if !is_set(&set) {
            return Ok(());
        }
        let rank = set.iter().find(|face| !face.is_wild()).unwrap().value();
        let fits = fit(MeldKind::Set, &set, face, None).is_ok();
        prop_assert_eq!(fits, face.is_wild() || face.value() == rank);
    }

    #[test]
    fn contracts_are_judged(
        melds in prop::collection::vec(prop_oneof![run_like(), prop::collection::vec(any_face(), 3..5)], 0..4),
        round in 1..=6u8,
    ) {
        let terms = Terms::of(Round::new(round).unwrap(), &Options::default());
        let melds: Vec<_> = melds.into_iter().map(|faces| (MeldKind::infer(&faces), faces)).collect();
        let of_kind = |kind| melds.iter().filter(|meld| meld.0 == kind).count() as u8;
        let counts = (of_kind(MeldKind::Set), of_kind(MeldKind::Run));
        let is_meld = |(kind, faces): &(MeldKind, Vec<Face>)| match kind {
            MeldKind::Set => is_set(faces),
            MeldKind::Run => slow_run(faces).is_some(),
        };
        let expect = if counts != (terms.contract.sets, terms.contract.runs) {
            Some("contract")
        } else if !melds.iter().all(is_meld) {
            Some("meld")
        } else {
            // At least two values of the suit must lie between the runs: the values of one, widened by two,
            // miss the other.
            let runs = melds.iter().filter(|meld| meld.0 == MeldKind::Run).map(|(_, faces)| slow_run(faces).unwrap());
            let spans: Vec<(Suit, BTreeSet<u8>)> = runs.map(|run| {
                let (suit, low) = run_in_order(&run).unwrap();
                (suit, (low..low + run.len() as u8).collect())
            }).collect();
            let close = |a: &(Suit, BTreeSet<u8>), b: &(Suit, BTreeSet<u8>)| {
                a.0 == b.0 && a.1.iter().any(|value| (value - 2..=value + 2).any(|near| b.1.contains(&near)))
            };
            (spans.len() == 2 && close(&spans[0], &spans[1])).then_some("gap")
        };
        let got = terms.judge(&melds).err().map(|fault| match fault {
            Fault::WrongContract => "contract",
            Fault::Invalid { .. } => "meld",
            Fault::RunsTooClose => "gap",
        });
        prop_assert_eq!(got, expect, "{:?}", melds);
    }
}

/// A way to lay down without the names of cards: a set as its rank, its suits and wilds; a run as its suit, its lowest
/// value and whether each place has a natural.
type Shape = (MeldKind, u8, Vec<u8>);

fn shape(kind: MeldKind, faces: &[Face]) -> Shape {
    match kind {
        MeldKind::Set => {
            let natural = faces.iter().find(|face| !face.is_wild()).unwrap();
            let mut suits: Vec<u8> =
                faces.iter().map(|face| if face.is_wild() { 9 } else { face.suit() as u8 }).collect();
            suits.sort_unstable();
            (kind, natural.value(), suits)
        }
        MeldKind::Run => {
            let (suit, low) = run_in_order(faces).unwrap();
            let places = faces.iter().map(|face| u8::from(!face.is_wild()));
            (kind, low, std::iter::once(suit as u8).chain(places).collect())
        }
    }
}

/// Every shape that a group of cards can have as a meld of a kind.
fn shapes(kind: MeldKind, faces: &[Face], terms: &Terms) -> BTreeSet<Shape> {
    if faces.len() < kind.fewest() || !few_wilds(faces) || (terms.is_exact && faces.len() > kind.fewest()) {
        return BTreeSet::new();
    }
    match kind {
        MeldKind::Set if is_set(faces) => BTreeSet::from([shape(kind, faces)]),
        MeldKind::Set => BTreeSet::new(),
        MeldKind::Run => {
            let natural: Vec<Face> = faces.iter().copied().filter(|face| !face.is_wild()).collect();
            // Tries every lowest value, with each natural in its place and wilds in the others.
            let run = |low: u8| {
                let mut run = vec![Face::JOKER; faces.len()];
                for face in &natural {
                    let place = run.get_mut(usize::from(face.value().checked_sub(low)?))?;
                    if !place.is_wild() {
                        return None;
                    }
                    *place = *face;
                }
                run_in_order(&run).map(|_| shape(kind, &run))
            };
            (3..=14).filter_map(run).collect()
        }
    }
}

/// Every way to lay down, found by trying every assignment of the cards to the melds.
fn slow_ways(hand: &[Face], terms: &Terms) -> BTreeSet<Vec<Shape>> {
    let contract = terms.contract;
    let kinds: Vec<MeldKind> = std::iter::repeat_n(MeldKind::Set, contract.sets.into())
        .chain(std::iter::repeat_n(MeldKind::Run, contract.runs.into()))
        .collect();
    let mut ways = BTreeSet::new();
    assign(hand, &kinds, &mut vec![Vec::new(); kinds.len()], terms, &mut ways);
    ways
}

/// Tries giving the next card to each meld whose naturals allow it, and to none.
fn assign(
    rest: &[Face],
    kinds: &[MeldKind],
    groups: &mut [Vec<Face>],
    terms: &Terms,
    ways: &mut BTreeSet<Vec<Shape>>,
) {
    let Some((&face, rest)) = rest.split_first() else {
        let options: Vec<BTreeSet<Shape>> =
            groups.iter().zip(kinds).map(|(group, kind)| shapes(*kind, group, terms)).collect();
        combine(&options, &mut Vec::new(), ways);
        return;
    };
    let agree = |kind: MeldKind, other: &Face| match kind {
        _ if face.is_wild() || other.is_wild() => true,
        MeldKind::Set => other.value() == face.value(),
        MeldKind::Run => other.suit() == face.suit() && other.value() != face.value(),
    };
    for (index, kind) in kinds.iter().enumerate() {
        if groups[index].iter().all(|other| agree(*kind, other)) {
            groups[index].push(face);
            assign(rest, kinds, groups, terms, ways);
            groups[index].pop();
        }
    }
    if !terms.takes_whole_hand {
        assign(rest, kinds, groups, terms, ways);
    }
}

fn combine(options: &[BTreeSet<Shape>], chosen: &mut Vec<Shape>, ways: &mut BTreeSet<Vec<Shape>>) {
    let Some((first, rest)) = options.split_first() else {
        let runs: Vec<&Shape> = chosen.iter().filter(|shape| shape.0 == MeldKind::Run).collect();
        let values = |run: &Shape| run.1..run.1 + run.2.len() as u8 - 1;
        let close = |a: &Shape, b: &Shape| {
            a.2[0] == b.2[0]
                && values(a).any(|value| (value - 2..=value + 2).any(|near| values(b).contains(&near)))
        };
        if runs.len() < 2 || !close(runs[0], runs[1]) {
            let mut way = chosen.clone();
            way.sort();
            ways.insert(way);
        }
        return;
    };
    for shape in first {
        chosen.push(shape.clone());
        combine(rest, chosen, ways);
        chosen.pop();
    }
}

fn found_ways(search: &Search) -> (usize, BTreeSet<Vec<Shape>>, u32) {
    let (mut count, mut ways, mut fewest) = (0, BTreeSet::new(), u32::MAX);
    search.each(&mut |way| {
        count += 1;
        fewest = fewest.min(way.points_left());
        let melds = search.melds(&way);
        let mut shapes: Vec<Shape> = melds
            .iter()
            .map(|meld| shape(meld.kind, &meld.cards.iter().map(|card| card.face()).collect::<Vec<_>>()))
            .collect();
        shapes.sort();
        ways.insert(shapes);
        ControlFlow::Continue(())
    });
    (count, ways, fewest)
}

/// The melds of a contract with some wilds, plus a few more cards; often with some cards wrong.
fn planted(dice: &mut Dice, round: Round, size: usize) -> Vec<Face> {
    let contract = round.contract();
    let mut hand: Vec<Face> = Vec::new();
    for _ in 0..contract.sets {
        let value = 3 + dice.roll(12) as u8;
        hand.extend((0..3).map(|_| Face::new(Suit::ALL[dice.roll(4) as usize], value)));
    }
    for _ in 0..contract.runs {
        let (suit, low) = (Suit::ALL[dice.roll(4) as usize], 3 + dice.roll(9) as u8);
        hand.extend((low..low + 4).map(|value| Face::new(suit, value)));
    }
    while hand.len() < size {
        // Near another card, so that melds can be longer or different.
        let near = hand[dice.roll(hand.len() as u32) as usize];
        let value = (near.value() + dice.roll(3) as u8).clamp(4, 15) - 1;
        hand.push(Face::new(Suit::ALL[(near.suit() as usize + dice.roll(2) as usize) % 4], value));
    }
    for face in &mut hand {
        if dice.roll(6) == 0 {
            *face = if dice.roll(2) == 0 { Face::JOKER } else { Face::new(Suit::Clubs, 2) };
        }
    }
    hand.truncate(size);
    dice.shuffle(&mut hand);
    if dice.roll(3) == 0 {
        for face in &mut hand[..5] {
            *face = Face::new(Suit::ALL[dice.roll(4) as usize], 3 + dice.roll(12) as u8);
        }
    }
    hand
}

/// Cards with these faces, or `None` if there are not enough of one.
fn dealt(faces: &[Face]) -> Option<Vec<Card>> {
    let mut hand: Vec<Card> = Vec::new();
    for face in faces {
        let card = Card::deck(8).find(|card| card.face() == *face && !hand.contains(card))?;
        hand.push(card);
    }
    Some(hand)
}

#[test]
fn the_search_finds_every_way_once() {
    let mut dice = Dice::new(&Seed::from_text("ways"));
    let (mut met, mut missed) = ([0; 6], [0; 6]);
    for number in 0..240_u32 {
        let round = Round::new(1 + (number % 6) as u8).unwrap();
        let size = 11 + (number / 6 % 2) as usize;
        let Some(hand) = dealt(&planted(&mut dice, round, size)) else { continue };
        let options = Options { exact_contract: dice.roll(4) == 0, ..Options::default() };
        let terms = Terms::of(round, &options);
        let faces: Vec<Face> = hand.iter().map(|card| card.face()).collect();
        let search = Search::new(&hand, terms);
        let (count, ways, fewest) = found_ways(&search);
        assert_eq!(ways, slow_ways(&faces, &terms), "{round:?} {hand:?}");
        assert_eq!(count, ways.len(), "no way comes twice: {round:?} {hand:?}");
        assert_eq!(Holding::of(&hand).distance(&terms, hand.len()) == 0, count > 0, "{round:?} {hand:?}");
        assert_eq!(search.best(1).first().map_or(u32::MAX, |way| way.points_left()), fewest);
        for way in search.best(3) {
            let melds: Vec<_> = search.melds(&way).into_iter().map(|meld| (meld.kind, meld.cards)).collect();
            assert!(terms.judge(&melds).is_ok(), "{melds:?}");
        }
        let seen = if count > 0 { &mut met } else { &mut missed };
        seen[usize::from(round.number()) - 1] += 1;
    }
    assert!(met.iter().chain(&missed).all(|&hands| hands > 2), "{met:?} {missed:?}");
}

#[test]
fn the_right_card_always_lowers_the_distance_by_one() {
    let mut dice = Dice::new(&Seed::from_text("distance"));
    let deck: Vec<Card> = Card::deck(4).collect();
    let faces: Vec<Face> =
        Suit::ALL.into_iter().flat_map(|suit| (2..=14).map(move |value| Face::new(suit, value))).collect();
    for number in 0..600_u32 {
        let round = Round::new(1 + (number % 5) as u8).unwrap();
        let terms = Terms::of(round, &Options::default());
        let mut hand = deck.clone();
        dice.shuffle(&mut hand);
        hand.truncate(7 + dice.roll(8) as usize);
        if number % 2 == 0 {
            hand = dealt(&planted(&mut dice, round, 8)).unwrap_or(hand);
        }
        let holding = Holding::of(&hand);
        let distance = holding.distance(&terms, hand.len());
        let with = |face: &Face| {
            let mut holding = holding;
            (holding.count(face.suit(), face.value().max(3)) < 3 || face.is_wild()).then(|| {
                holding.add(*face);
                holding.distance(&terms, hand.len() + 1)
            })
        };
        let after = faces.iter().filter_map(with).min().unwrap();
        assert_eq!(after, distance.saturating_sub(1), "{round:?} {hand:?}");
        assert_eq!(distance == 0, !Search::new(&hand, terms).best(1).is_empty());
    }
}

#[test]
fn a_bounded_distance_is_the_distance_within_the_bounds() {
    let mut dice = Dice::new(&Seed::from_text("bounds"));
    let deck: Vec<Card> = Card::deck(4).collect();
    for number in 0..900_u32 {
        let round = Round::new(1 + (number % 6) as u8).unwrap();
        let terms = Terms::of(round, &Options::default());
        let mut hand = deck.clone();
        dice.shuffle(&mut hand);
        hand.truncate(9 + dice.roll(8) as usize);
        let (holding, size) = (Holding::of(&hand), hand.len() + dice.roll(2) as usize);
        let distance = holding.distance(&terms, size);
        for low in 0..=distance + 2 {
            for high in low..=distance + 2 {
                let within = holding.distance_within(&terms, size, low..=high);
                assert_eq!(within, distance.clamp(low, high), "{round:?} {hand:?} {low} {high}");
            }
        }
        for face in holding.faces() {
            let mut less = holding;
            less.remove(face);
            assert!((distance..=distance + 1).contains(&less.distance(&terms, size)), "{round:?} {hand:?}");
        }
    }
}

/// The melds proposed for a hand that cannot be laid down yet lack exactly as many cards as the hand.
#[test]
fn the_nearest_melds_lack_as_many_cards_as_the_hand() {
    let mut dice = Dice::new(&Seed::from_text("nearest"));
    let deck: Vec<Card> = Card::deck(4).collect();
    let mut proposed = [0; 6];
    for number in 0..600_u32 {
        let round = Round::new(1 + (number % 6) as u8).unwrap();
        let terms = Terms::of(round, &Options::default());
        let mut hand = deck.clone();
        dice.shuffle(&mut hand);
        hand.truncate(11 + dice.roll(2) as usize);
        let size = 12;
        let distance = Holding::of(&hand).distance(&terms, size);
        if distance == 0 {
            continue;
        }
        let melds = Search::nearest(&hand, terms, size);
        let kinds = melds.iter().filter(|meld| meld.kind == MeldKind::Set).count();
        let contract = round.contract();
        assert_eq!((kinds, melds.len() - kinds), (contract.sets.into(), contract.runs.into()), "{hand:?}");
        let used: Vec<Card> = melds.iter().flat_map(|meld| meld.cards.clone()).collect();
        let mut held = hand.clone();
        for card in &used {
            let place = held.iter().position(|other| other == card);
            held.swap_remove(place.unwrap_or_else(|| panic!("{card:?} is not in {hand:?}")));
        }
        // A hand of only these cards would be no farther away.
        assert_eq!(Holding::of(&used).distance(&terms, size), distance, "{round:?} {hand:?} {melds:?}");
        proposed[usize::from(round.number()) - 1] += 1;
    }
    assert!(proposed.iter().all(|&hands| hands > 20), "{proposed:?}");
}

#[test]
fn in_round_6_the_right_exchange_always_lowers_the_distance_by_one() {
    let mut dice = Dice::new(&Seed::from_text("exchange"));
    let terms = Terms::of(Round::LAST, &Options::default());
    let deck: Vec<Card> = Card::deck(4).collect();
    let faces: Vec<Face> =
        Suit::ALL.into_iter().flat_map(|suit| (2..=14).map(move |value| Face::new(suit, value))).collect();
    for _ in 0..40 {
        let mut hand = deck.clone();
        dice.shuffle(&mut hand);
        hand.truncate(12);
        let holding = Holding::of(&hand);
        let distance = holding.distance(&terms, 12);
        let exchanges = hand.iter().flat_map(|card| {
            let mut without = holding;
            without.remove(card.face());
            faces.iter().filter_map(move |face| {
                let mut with = without;
                (face.is_wild() || with.count(face.suit(), face.value()) < 3).then(|| {
                    with.add(*face);
                    with.distance(&terms, 12)
                })
            })
        });
        assert_eq!(exchanges.min().unwrap(), distance.saturating_sub(1), "{hand:?}");
    }
}
