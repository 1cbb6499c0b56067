//! Endgame tables: the results of positions with few pieces, all of them face-up.
//!
//! There are a hundred endings of up to four pieces that differ in more than names. Solving one takes a tenth
//! of a second, which is as fast as reading it from anywhere, so no file is needed: each is solved when it is
//! first asked for, and kept.

mod form;
mod probe;
mod solve;

use form::Form;
pub(crate) use probe::Probe;
pub(crate) use solve::Fate;

use form::MOST;
use solve::{Solver, check};
use std::fmt;
use std::sync::OnceLock;

/// All forms in order, with the fates of those that were asked for.
static FATES: OnceLock<Vec<(Form, OnceLock<Vec<u8>>)>> = OnceLock::new();

fn all() -> &'static [(Form, OnceLock<Vec<u8>>)] {
    FATES.get_or_init(|| {
        let mut forms: Vec<Form> = (2..=MOST).flat_map(Form::all).collect();
        forms.sort_unstable();
        forms.into_iter().map(|form| (form, OnceLock::new())).collect()
    })
}

/// The fates of a form in canonical order, one byte for each position; `None` if the form is not listed.
fn find(form: &Form) -> Option<&'static [u8]> {
    let at = all().binary_search_by(|(other, _)| other.cmp(form)).ok()?;
    let (form, fates) = &all()[at];
    Some(fates.get_or_init(|| Solver::new(*form, fates_of_smaller).solve()))
}

/// The fates of a form that is listed.
fn fates(form: &Form) -> &'static [u8] {
    find(form).expect("every canonical form is listed")
}

fn fates_of_smaller(form: &Form) -> &'static [u8] {
    fates(form)
}

/// The most pieces in a table.
pub const MOST_PIECES: usize = MOST;

/// What a table says about its ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// An example of the ending: the pieces of both sides by their letters.
    pub example: String,
    /// How many positions are won, drawn and lost for the side to act, mirror images counted once.
    pub counts: [u32; 3],
    /// The number of plies of the longest way to a capture that wins.
    pub longest: u8,
    /// A hash (FNV-1a) of the whole table.
    pub hash: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { example, counts: [won, drawn, lost], longest, hash } = self;
        write!(
            f,
            "{example:6} won {won:6}, drawn {drawn:6}, lost {lost:6}, longest {longest:3}, hash {hash:016x}"
        )
    }
}

/// Solves every ending of up to `most` pieces and checks each position against those after it. Calls `each`
/// with the total number of endings and the summary of one after the other.
pub fn summaries(most: usize, mut each: impl FnMut(usize, Summary)) {
    let mut forms: Vec<Form> = all().iter().map(|(form, _)| *form).collect();
    forms.retain(|form| usize::from(form.total) <= most);
    forms.sort_by_key(|form| form.total);
    for form in &forms {
        let fates = fates(form);
        let counts = check(form, fates, fates_of_smaller);
        let longest = fates.iter().filter(|&&code| (1..128).contains(&code)).max().copied().unwrap_or(0);
        let hash = fates.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &code| {
            (hash ^ u64::from(code)).wrapping_mul(0x100_0000_01b3)
        });
        each(forms.len(), Summary { example: form.example(), counts, longest, hash });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::CANNON;

    /// Compares the part that is quick to solve with the page that `baize train banqi-tables` makes.
    #[test]
    fn the_page_of_endings_is_current_and_every_fate_follows_from_those_after_it() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/banqi-tables.txt"));
        let mut written = page.lines().filter(|line| line.contains(", hash "));
        summaries(3, |_, summary| assert_eq!(written.next(), Some(&*summary.to_string())));
        assert_eq!(written.count(), 75, "those of four pieces follow");
    }

    #[test]
    fn two_hunters_catch_a_lone_piece() {
        let form = Form::of_ranks::<CANNON>(&[5, 4], &[3]).expect("three pieces").ordered().form;
        let [won, drawn, lost] = check(&form, fates(&form), fates_of_smaller);
        assert_eq!((won, drawn, lost), (7440, 0, 7440), "wherever they stand, whoever acts");
    }

    #[test]
    fn one_hunter_needs_the_right_turn() {
        let form = Form::of_ranks::<CANNON>(&[5], &[3]).expect("two pieces").ordered().form;
        let [won, drawn, lost] = check(&form, fates(&form), fates_of_smaller);
        assert_eq!((won, drawn, lost), (128, 248, 120));
    }
}
