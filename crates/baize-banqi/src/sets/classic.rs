//! Classic: two seats on 8 rows of 4 cells. Ranks decide who takes whom, and the Cannon jumps.

use crate::rule_set::{Army, Captures, End, RuleOption, RuleSet, Rules, Start, Way};
use crate::{Faction, Kind, Limit, Mode, Options, Preset};

pub(crate) struct Classic;

impl Rules for Classic {
    const SET: &'static RuleSet = &RuleSet {
        id: "classic",
        letter: 'c',
        rows: 8,
        columns: 4,
        armies: &[
            Army { faction: Faction::Red, is_small: false, counts: [1, 2, 2, 2, 2, 2, 5] },
            Army { faction: Faction::Black, is_small: true, counts: [1, 2, 2, 2, 2, 2, 5] },
        ],
        ways: [Way::Step; 7],
        cannons_jump: true,
        captures: Captures::ByRank([
            Kind::King,
            Kind::Guard,
            Kind::Minister,
            Kind::Rook,
            Kind::Horse,
            Kind::Cannon,
            Kind::Pawn,
        ]),
        start: Start::Full,
        end: End::Duel,
        choices: &[RuleOption::NoProgress],
        defaults: DEFAULTS,
        presets: &[
            (Preset::Tournament, Options { no_progress: Limit::after(60), ..REPETITION }),
            (Preset::Olympiad, Options { no_progress: Limit::after(180), ..REPETITION }),
        ],
    };
}

const DEFAULTS: Options = Options::plain(Mode::Classic);
const REPETITION: Options = Options { repetition: Limit::after(3), ..DEFAULTS };
