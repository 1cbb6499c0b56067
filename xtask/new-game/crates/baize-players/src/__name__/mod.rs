//! __Title__ players.

use crate::team::Team;
use crate::{Budget, Choice, Level, Player, Random};
use baize_games::__name__::{Action, __Type__, View};
use baize_rules::Menu;
use serde_json::json;

pub(crate) const TEAM: Team = Team {
    game: "__id__",
    levels: &[
        &Random::level::<__Type__>(),
        &Level::<__Type__> { id: "perfect", make: |_| Box::new(Perfect) },
    ],
    ..Team::PLAIN
};

/// Leaves a multiple of four whenever it can.
struct Perfect;

impl Player<__Type__> for Perfect {
    fn choose(&mut self, view: &View, _: &Menu<Action>, _: Budget) -> Choice<Action> {
        let count = view.counters % 4;
        let why = if count == 0 { "every number loses against perfect play" } else { "leaves a multiple of four" };
        Choice::new(Action::Take { count: count.max(1) }, json!({ "why": why }))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, sit};
    use baize_games::find;
    use baize_rules::Seed;
    use serde_json::{Value, json};

    #[test]
    fn a_multiple_of_four_is_left() {
        for (position, count) in [("21 0", 1), ("7 0", 3), ("8 0", 1), ("2 0", 2)] {
            let table = find("__id__").unwrap().load(&json!(position), &Value::Null).unwrap();
            let seat = table.awaiting().must.iter().next().unwrap();
            let mut player = sit("__id__", "perfect", &Seed::from_text("any")).unwrap();
            let thought = player.choose(&table.seat_view(seat), Budget::default()).unwrap();
            assert_eq!(thought.action, json!({"type": "TAKE", "count": count}), "{position}");
        }
    }
}
