//! The forms that tell which endings are alike.
//!
//! How an ending of a few face-up pieces plays depends only on who may take whom and who is a Cannon. Rook
//! against Horse is the same ending as Guard against Minister: a [`Form`] says what they have in common. So
//! the endings of Classic are those of every rule set with ranks, whichever kind has which rank.

use crate::classic::{CANNON, Counts, takes};

/// The most pieces in a table.
pub(crate) const MOST: usize = 4;

/// A few pieces of two sides, those of the first side first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Form {
    pub(crate) first: u8,
    pub(crate) total: u8,
    /// Which pieces are Cannons, one bit each.
    pub(crate) cannons: u8,
    /// For each piece, the pieces it may take, one bit each.
    pub(crate) takes: [u8; MOST],
}

/// A form in its canonical order, and how its pieces were rearranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ordered {
    pub(crate) form: Form,
    /// For each place of the form, which of the original pieces is there.
    pub(crate) order: [u8; MOST],
    /// Whether the sides have changed places.
    pub(crate) is_swapped: bool,
}

impl Form {
    /// The form of pieces with these ranks.
    pub(crate) fn of_ranks<const JUMPER: u8>(first: &[u8], second: &[u8]) -> Option<Form> {
        let total = first.len() + second.len();
        if first.is_empty() || second.is_empty() || total > MOST {
            return None;
        }
        let mut form = Form { first: first.len() as u8, total: total as u8, cannons: 0, takes: [0; MOST] };
        let ranks: Vec<u8> = first.iter().chain(second).copied().collect();
        for (i, &hunter) in ranks.iter().enumerate() {
            form.cannons |= u8::from(hunter == JUMPER) << i;
            for (j, &prey) in ranks.iter().enumerate() {
                let are_foes = (i < first.len()) != (j < first.len());
                form.takes[i] |= u8::from(are_foes && takes::<JUMPER>(hunter, prey)) << j;
            }
        }
        Some(form)
    }

    /// The pieces of a side, which is 0 or 1.
    pub(crate) const fn men(&self, side: u8) -> std::ops::Range<usize> {
        if side == 0 { 0..self.first as usize } else { self.first as usize..self.total as usize }
    }

    /// The form left when a piece is taken, with the rest in the same order; `None` if its side has no other
    /// piece.
    pub(crate) fn without(&self, gone: usize) -> Option<Form> {
        let is_first = gone < usize::from(self.first);
        let first = self.first - u8::from(is_first);
        let total = self.total - 1;
        if first == 0 || first == total {
            return None;
        }
        let squeeze = |bits: u8| bits & ((1 << gone) - 1) | (bits >> (gone + 1)) << gone;
        let mut form = Form { first, total, cannons: squeeze(self.cannons), takes: [0; MOST] };
        for (place, man) in (0..usize::from(self.total)).filter(|&man| man != gone).enumerate() {
            form.takes[place] = squeeze(self.takes[man]);
        }
        Some(form)
    }

    fn rearranged(&self, order: &[u8], first: u8) -> Form {
        let place = |man: u8| order.iter().position(|&other| other == man).unwrap_or(0);
        let moved = |bits: u8| {
            (0..self.total).filter(|man| bits >> man & 1 == 1).fold(0, |set, man| set | 1 << place(man))
        };
        let mut takes = [0; MOST];
        for (to, &man) in order.iter().enumerate() {
            takes[to] = moved(self.takes[usize::from(man)]);
        }
        Form { first, total: self.total, cannons: moved(self.cannons), takes }
    }

    /// The smallest of all forms that differ only in order; the larger side comes first.
    pub(crate) fn ordered(&self) -> Ordered {
        let men: Vec<u8> = (0..self.total).collect();
        let (one, other) = men.split_at(usize::from(self.first));
        let mut best: Option<Ordered> = None;
        for is_swapped in [false, true] {
            let (front, back) = if is_swapped { (other, one) } else { (one, other) };
            if front.len() < back.len() {
                continue;
            }
            for head in permutations(front) {
                for tail in permutations(back) {
                    let order = [&head[..], &tail[..]].concat();
                    let form = self.rearranged(&order, front.len() as u8);
                    if best.is_none_or(|best| form < best.form) {
                        let mut padded = [0; MOST];
                        padded[..order.len()].copy_from_slice(&order);
                        best = Some(Ordered { form, order: padded, is_swapped });
                    }
                }
            }
        }
        best.expect("one side is at least as large as the other")
    }

    /// The letters of the first set of pieces with this form, such as `KM-g`.
    pub(crate) fn example(&self) -> String {
        let letters =
            |ranks: &[u8], set: &[u8]| ranks.iter().map(|&rank| char::from(set[usize::from(rank)])).collect();
        for front in armies(usize::from(self.first)) {
            for back in armies(usize::from(self.total - self.first)) {
                if Form::of_ranks::<CANNON>(&front, &back).is_some_and(|form| form.ordered().form == *self) {
                    let (front, back): (String, String) =
                        (letters(&front, b" PCHRMGK"), letters(&back, b" pchrmgk"));
                    return format!("{front}-{back}");
                }
            }
        }
        String::new()
    }

    /// All forms with this many pieces, in order.
    pub(crate) fn all(total: usize) -> Vec<Form> {
        let mut forms = Vec::new();
        for first in total.div_ceil(2)..total {
            for front in armies(first) {
                for back in armies(total - first) {
                    forms.extend(Form::of_ranks::<CANNON>(&front, &back).map(|form| form.ordered().form));
                }
            }
        }
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

/// The ranks of a side's pieces, the highest first.
pub(crate) fn ranks(alive: Counts, side: u8) -> Vec<u8> {
    (1..8).rev().flat_map(|rank| (0..alive.of(side << 3 | rank)).map(move |_| rank)).collect()
}

/// All permutations of a few pieces.
fn permutations(men: &[u8]) -> Vec<Vec<u8>> {
    if men.len() <= 1 {
        return vec![men.to_vec()];
    }
    let mut all = Vec::new();
    for (at, &head) in men.iter().enumerate() {
        let rest = [&men[..at], &men[at + 1..]].concat();
        all.extend(permutations(&rest).into_iter().map(|tail| [vec![head], tail].concat()));
    }
    all
}

/// All armies with this many pieces, by rank.
fn armies(size: usize) -> Vec<Vec<u8>> {
    const MANY: [usize; 8] = [0, 5, 2, 2, 2, 2, 2, 1];
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for smaller in armies(size - 1) {
        let lowest = smaller.last().copied().unwrap_or(7);
        for rank in 1..=lowest {
            let count = smaller.iter().filter(|&&other| other == rank).count();
            if count < MANY[usize::from(rank)] {
                all.push([&smaller[..], &[rank]].concat());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_forms_as_counted() {
        assert_eq!(Form::all(2).len() + Form::all(3).len(), 25);
        assert_eq!(Form::all(4).len(), 75);
    }

    /// Without a jumping piece the second rank is like the others and gives no new endings.
    #[test]
    fn rules_without_a_jump_have_no_other_endings() {
        let known: Vec<Form> = (2..=MOST).flat_map(Form::all).collect();
        for (first, second) in [(1, 1), (2, 1), (3, 1), (2, 2)] {
            for front in armies(first) {
                for back in armies(second) {
                    let form = Form::of_ranks::<0>(&front, &back).unwrap().ordered().form;
                    assert!(known.contains(&form) && form.cannons == 0, "{front:?} against {back:?}");
                }
            }
        }
    }

    #[test]
    fn what_matters_is_who_takes_whom() {
        let form =
            |first: &[u8], second: &[u8]| Form::of_ranks::<CANNON>(first, second).unwrap().ordered().form;
        assert_eq!(form(&[4], &[3]), form(&[6], &[5]));
        assert_eq!(form(&[3], &[4]), form(&[6], &[5]), "whoever is the stronger");
        assert_eq!(form(&[7], &[1]), form(&[7], &[3]), "one hunter: the Pawn there, the King here");
        assert_ne!(form(&[7], &[7]), form(&[7], &[3]), "two hunters");
        assert_ne!(form(&[2], &[1]), form(&[3], &[1]), "a Cannon takes in another way");
        assert_eq!(form(&[7, 5], &[6]), form(&[6, 4], &[5]));
    }

    #[test]
    fn taking_a_piece_leaves_the_form_of_the_rest() {
        let whole = Form::of_ranks::<CANNON>(&[7, 4], &[5, 1]).unwrap();
        assert_eq!(whole.without(1), Form::of_ranks::<CANNON>(&[7], &[5, 1]));
        assert_eq!(whole.without(2), Form::of_ranks::<CANNON>(&[7, 4], &[1]));
        assert_eq!(Form::of_ranks::<CANNON>(&[7], &[5, 1]).unwrap().without(0), None);
    }
}
