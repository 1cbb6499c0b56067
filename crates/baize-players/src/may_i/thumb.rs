//! The player `medium`, who plays by rules of thumb.

use super::explain::reason;
use super::recall::Recall;
use super::sampling::Known;
use super::seen::{Decision, Seen};
use super::style::Style;
use super::world::dead_weight;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Face, MayI, View, points};
use baize_rules::Menu;
use serde_json::json;

/// Asks when it pays, keeps the cards that most unseen ones would help, and knows when the last round is
/// lost.
pub(super) struct Thumb;

/// Whether to have the exposed card, free in its own turn and otherwise at a price.
pub(super) fn has(known: &Known, style: &Style, face: Face) -> bool {
    let eye = known.world.eye(known.me);
    let is_free = known.world.current == known.me && !known.has_drawn;
    if is_free { style.takes(&eye, face) } else { style.asks(&eye, face) }
}

/// The card to throw away.
pub(super) fn discard(known: &Known, style: &Style) -> Option<Face> {
    let Known { world, me, unseen, .. } = known;
    if world.down[*me] {
        return dead_weight(&world.hands[*me], &world.table);
    }
    style.discard_for_outs(&world.eye(*me), unseen)
}

impl Player<MayI> for Thumb {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let Some(seen) = Seen::of(view) else {
            return Choice::new(menu.actions()[0].clone(), json!({}));
        };
        let style = Style::of(&seen.terms);
        let (action, why) = match seen.decision(menu) {
            Decision::Plain(action) => (Some(action), "nothing else is better"),
            Decision::Exposed { face, have, leave } => {
                let wanted = has(&seen.known(Recall::default()), &style, face);
                (
                    Some(if wanted { have } else { leave }),
                    if wanted { "it helps" } else { "it does not help" },
                )
            }
            Decision::Discard => (
                discard(&seen.known(Recall::default()), &style).and_then(|face| seen.throw(face)),
                "least useful card",
            ),
        };
        let action = action.unwrap_or_else(|| menu.actions()[0].clone());
        let mut info = json!({ "why": why, "distance": seen.distance(), "points": points(seen.hand) });
        if budget.is_heard {
            info["reason"] = json!(reason(&seen, &action));
        }
        Choice::new(action, info)
    }

    fn interject(&mut self, view: &View, menu: &Menu<Action>) -> Option<Action> {
        let call = Action::CallMayI {};
        let seen = Seen::of(view).filter(|_| menu.actions().contains(&call))?;
        let style = Style::of(&seen.terms);
        let face = seen.exposed()?;
        has(&seen.known(Recall::default()), &style, face).then_some(call)
    }
}
