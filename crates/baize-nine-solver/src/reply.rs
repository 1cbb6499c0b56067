//! The best reply to a policy.

use crate::matrix::Mix;
use crate::reach::{Distinction, Leads, Mirrors, Reach};
use crate::solver::{MOST_POSITIONS, Unsolved};
use crate::sweep::Worth;
use crate::terms::{Objective, Standing, Terms};
use baize_nine::{Hand, Options, Position};
use baize_rules::Score;

/// What a policy sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// The cards and the points waiting for the next decided turn. For [`Objective::Difference`] all scores
    /// are shown as zero.
    Cards,
    /// The lead too. The lower score is shown as zero, because only the difference is told apart.
    Lead,
}

/// What seat 0 still gets from `root` if it follows `policy`, and seat 1 knows that and replies as well as
/// possible.
///
/// The policy is asked for its mix in every undecided position that can arise. Cards are always chosen at
/// once, never with an open lead.
pub fn worst_case(
    root: Position,
    options: &Options,
    objective: Objective,
    sight: Sight,
    mut policy: impl FnMut(Position) -> Mix,
) -> Result<f64, Unsolved> {
    if options.is_extended() {
        return Err(Unsolved::Extended);
    }
    let terms = Terms::of(options);
    let leads = match (objective, sight) {
        (Objective::Difference, Sight::Cards) => Leads::Ignored,
        (Objective::Difference, Sight::Lead) => Leads::All,
        (Objective::Win, _) => Leads::Undecided,
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
        ..Position::START
    }
}
