//! Three Kingdoms: three seats on 9 rows of 5 points; every piece takes every other, but each walks its own way.

use crate::rule_set::{Army, Captures, End, RuleOption, RuleSet, Rules, Start, Way};
use crate::{CannonMove, Faction, GuardStep, Mode, Options, Preset};

pub(crate) struct ThreeKingdoms;

impl Rules for ThreeKingdoms {
    const SET: &'static RuleSet = &RuleSet {
        id: "three-kingdoms",
        letter: 't',
        rows: 9,
        columns: 5,
        armies: &[
            Army { faction: Faction::TeamA, is_small: false, counts: [2, 0, 0, 0, 0, 0, 10] },
            Army { faction: Faction::TeamB, is_small: false, counts: [0, 2, 2, 2, 2, 2, 0] },
            Army { faction: Faction::TeamC, is_small: true, counts: [0, 2, 2, 2, 2, 2, 0] },
        ],
        // King, Guard, Minister, Rook, Horse, Cannon, Pawn.
        ways: [
            Way::Slide,
            Way::GuardOption,
            Way::Elephant,
            Way::Slide,
            Way::Knight,
            Way::CannonOption,
            Way::Step,
        ],
        cannons_jump: true,
        captures: Captures::Everything,
        start: Start::LayoutOption(CORNERS),
        end: End::LastLeft,
        choices: &[RuleOption::Layout, RuleOption::Guard, RuleOption::Cannon, RuleOption::Counter],
        defaults: DEFAULTS,
        presets: &[(
            Preset::Folk,
            Options { guard: GuardStep::Diagonal, cannon: CannonMove::Slide, ..DEFAULTS },
        )],
    };
}

const DEFAULTS: Options = Options::plain(Mode::ThreeKingdoms);

/// The points filled at the start: all except row 4 and column 2 (rules, D1).
const CORNERS: u64 = {
    let mut set = 0;
    let mut index = 0;
    while index < 45 {
        if index / 5 != 4 && index % 5 != 2 {
            set |= 1 << index;
        }
        index += 1;
    }
    set
};
