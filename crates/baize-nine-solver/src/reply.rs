//! The best reply to a policy.

use crate::matrix::Mix;
use crate::reach::{Distinction, Leads, Mirrors, Reach};
use crate::solver::{MOST_POSITIONS, TooLarge};
use crate::sweep::Worth;
use crate::terms::{Objective, Standing, Terms};
use baize_nine::{Hand, Options, Position};
use baize_rules::Score;

/// What seat 0 still gets from `root` if it follows `policy` and seat 1 knows that and replies as well as possible.
///
/// The policy is asked for its mix in every position that can arise and is not decided; of the scores it sees only the difference, because
/// nothing else is told apart: the lower score is shown as zero. Cards are chosen at once, so an open lead is not
/// played here.
pub fn worst_case(
    root: Position,
    options: &Options,
    objective: Objective,
    mut policy: impl FnMut(Position) -> Mix,
) -> Result<f64, TooLarge> {
    let terms = Terms::of(options);
    let leads = match objective {
        // A policy may look at the lead although points count alike with any.
        Objective::Difference => Leads::All,
        Objective::Win => Leads::Undecided,
    };
    let distinction = Distinction { leads, mirrors: Mirrors::Apart };
    let reach = Reach::new(root, terms, distinction, MOST_POSITIONS)?;
    let worth = Worth::sweep(reach, objective, |node, matrix| {
        matrix.secured(&policy(position(node.hands, node.standing)))
    });
    let value = worth.value(root.hands.map(Hand::bits), worth.reach.standing_of(root));
    Ok(value.expect("the root is the first that was reached"))
}

fn position(hands: [u16; 2], Standing { lead, pot }: Standing) -> Position {
    Position {
        hands: hands.map(|bits| Hand::from_bits(bits).expect("only hands are reached")),
        scores: [lead.max(0), (-lead).max(0)].map(Score::thousandths),
        carried: Score::thousandths(pot),
    }
}
