//! The value that describes one way of playing Banqi.

use crate::cell::Grid;
use crate::{CannonMove, Cell, Faction, GuardStep, Kind, Options, Piece, Pieces, Preset};

/// One way of playing Banqi. Each is defined in a file of its own in `sets`; all other code only asks the
/// value.
#[derive(Debug)]
pub struct RuleSet {
    /// The stable name on the wire and in records.
    pub id: &'static str,
    /// The letter with which a position line begins.
    pub letter: char,
    /// How many rows the board has.
    pub rows: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// The armies in their fixed order; each has a seat.
    pub armies: &'static [Army],
    /// How each kind moves, in the order of [`Kind::ALL`].
    pub ways: [Way; 7],
    /// Whether Cannons take by jumping over one piece, whatever the target's rank, rather than like other
    /// pieces.
    pub cannons_jump: bool,
    /// Who takes whom.
    pub captures: Captures,
    /// Where the pieces lie at the start.
    pub start: Start,
    /// How a match is won.
    pub end: End,
    /// The options of this rule set, besides those that every rule set has.
    pub choices: &'static [RuleOption],
    /// The default options.
    pub defaults: Options,
    /// Named sets of options, besides the defaults.
    pub presets: &'static [(Preset, Options)],
}

/// The pieces of a faction. No two armies share a letter.
#[derive(Debug)]
pub struct Army {
    /// The faction.
    pub faction: Faction,
    /// Whether its pieces are written in small letters.
    pub is_small: bool,
    /// How many of each kind, in the order of [`Kind::ALL`].
    pub counts: [u8; 7],
}

/// How a kind moves, and also takes, except for Cannons that jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// One step along a row or column.
    Step,
    /// Any number of free cells along a row or column.
    Slide,
    /// Two rows and two columns away, whatever is between.
    Elephant,
    /// Two along one axis and one along the other, whatever is between.
    Knight,
    /// As the option `guard` says.
    GuardOption,
    /// As the option `cannon` says.
    CannonOption,
}

/// Who takes whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// Everything takes everything.
    Everything,
    /// The kinds by rank, highest first: a piece takes its equals and those below it, except that the last
    /// (Pawn) takes the first (King) and the first does not take the last.
    ByRank([Kind; 7]),
}

/// Where the pieces lie at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// On every cell.
    Full,
    /// On these cells or anywhere, as the option `layout` says.
    LayoutOption(u64),
}

/// How a match is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Two sides: whoever takes everything or leaves the other nothing to do wins.
    Duel,
    /// Factions leave one by one; the last one left wins.
    LastLeft,
}

/// An option that only some rule sets have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleOption {
    /// `layout`
    Layout,
    /// `guard`
    Guard,
    /// `cannon`
    Cannon,
    /// `counter`
    Counter,
    /// `noProgress`
    NoProgress,
}

impl RuleOption {
    /// All such options, in the order in which they are checked for being foreign to a rule set.
    pub const ALL: [RuleOption; 5] = [
        RuleOption::Layout,
        RuleOption::Guard,
        RuleOption::Cannon,
        RuleOption::Counter,
        RuleOption::NoProgress,
    ];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            RuleOption::Layout => "layout",
            RuleOption::Guard => "guard",
            RuleOption::Cannon => "cannon",
            RuleOption::Counter => "counter",
            RuleOption::NoProgress => "noProgress",
        }
    }

    /// Whether two matches differ in this option.
    pub(crate) fn differs(self, one: &Options, other: &Options) -> bool {
        match self {
            RuleOption::Layout => one.layout != other.layout,
            RuleOption::Guard => one.guard != other.guard,
            RuleOption::Cannon => one.cannon != other.cannon,
            RuleOption::Counter => one.counter != other.counter,
            RuleOption::NoProgress => one.no_progress != other.no_progress,
        }
    }
}

/// Questions about a rule set.
impl RuleSet {
    /// How many cells the board has.
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// How many seats play, each with one faction.
    pub const fn seats(&self) -> u8 {
        self.armies.len() as u8
    }

    /// Whether the rule set has this option.
    pub const fn has(&self, choice: RuleOption) -> bool {
        let mut at = 0;
        while at < self.choices.len() {
            if self.choices[at] as u8 == choice as u8 {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether a kind takes by jumping over one piece.
    pub const fn jumps(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Cannon) && self.cannons_jump
    }

    /// Whether ranks decide who takes whom.
    pub const fn has_ranks(&self) -> bool {
        matches!(self.captures, Captures::ByRank(_))
    }

    /// Whether `hunter` may take `prey`, regardless of board and factions (rules, 7.3, checks 13 and 14).
    pub const fn takes(&self, hunter: Kind, prey: Kind) -> bool {
        match (hunter, prey) {
            _ if !self.has_ranks() || self.jumps(hunter) => true,
            (Kind::Pawn, Kind::King) => true,
            (Kind::King, Kind::Pawn) => false,
            _ => self.rank(hunter) >= self.rank(prey),
        }
    }

    /// The rank of a kind, from 1 to 7; without ranks, some distinct number.
    pub const fn rank(&self, kind: Kind) -> u8 {
        let Captures::ByRank(order) = self.captures else { return kind as u8 };
        let mut at = 0;
        while order[at] as u8 != kind as u8 {
            at += 1;
        }
        7 - at as u8
    }

    /// How a kind moves; some ways, such as [`Way::GuardOption`], still depend on the options.
    pub const fn way(&self, kind: Kind) -> Way {
        self.ways[7 - kind as usize]
    }

    /// All pieces of the game.
    pub const fn full_set(&self) -> Pieces {
        let mut pieces = Pieces::NONE;
        let mut army = 0;
        while army < self.armies.len() {
            let Army { is_small, counts, .. } = &self.armies[army];
            let mut kind = 0;
            while kind < 7 {
                let mut count = 0;
                while count < counts[kind] {
                    pieces.add(Piece::new(Kind::ALL[kind], *is_small));
                    count += 1;
                }
                kind += 1;
            }
            army += 1;
        }
        pieces
    }
}

/// Tables derived from a rule set at compile time.
pub(crate) struct Derived {
    pub(crate) grid: Grid,
    pub(crate) full_set: Pieces,
    /// The factions in their fixed order.
    pub(crate) factions: [Faction; 3],
    /// For each letter, the index of its faction. Letters that do not occur belong to the last army of their
    /// case.
    pub(crate) owner: [u8; 16],
    /// Whether each faction is written in small letters.
    pub(crate) is_small: [bool; 3],
    /// How many pieces each faction starts with.
    pub(crate) armies: [u8; 3],
    /// How many pieces the other factions have together at the start.
    pub(crate) others: [u32; 3],
    /// The kind with each rank.
    pub(crate) kinds: [Kind; 8],
    /// The rank of each kind.
    pub(crate) ranks: [u8; 8],
}

impl Derived {
    pub(crate) const fn of(set: &RuleSet) -> Derived {
        set.check();
        let mut tables = Derived {
            grid: Grid::of(set.rows, set.columns),
            full_set: set.full_set(),
            factions: [set.armies[0].faction; 3],
            owner: [0; 16],
            is_small: [false; 3],
            armies: [0; 3],
            others: [0; 3],
            kinds: [Kind::Pawn; 8],
            ranks: [0; 8],
        };
        let mut place = 0;
        while place < set.armies.len() {
            tables.enlist(place, &set.armies[place]);
            place += 1;
        }
        while place > 0 {
            place -= 1;
            tables.others[place] = tables.full_set.len() - tables.armies[place] as u32;
        }
        let mut kind = 0;
        while kind < 7 {
            let rank = set.rank(Kind::ALL[kind]);
            tables.kinds[rank as usize] = Kind::ALL[kind];
            tables.ranks[Kind::ALL[kind] as usize] = rank;
            kind += 1;
        }
        tables
    }

    /// Adds an army, which gets its own letters and those of its case that no army has.
    const fn enlist(&mut self, place: usize, army: &Army) {
        self.factions[place] = army.faction;
        self.is_small[place] = army.is_small;
        let mut kind = 0;
        while kind < 7 {
            let code = Piece::new(Kind::ALL[kind], army.is_small).code() as usize;
            if army.counts[kind] > 0 || self.full_set.count(Piece::new(Kind::ALL[kind], army.is_small)) == 0 {
                self.owner[code] = place as u8;
            }
            self.armies[place] += army.counts[kind];
            kind += 1;
        }
    }
}

impl RuleSet {
    /// Fails to compile for a rule set that the bitboards cannot play.
    const fn check(&self) {
        assert!(self.cells() <= Cell::MOST && self.columns <= 5 && self.rows <= 9);
        assert!(self.armies.len() == 2 || self.armies.len() == 3);
        assert!(self.full_set().len() == 32, "the deal, lists of actions and endings count on 32 pieces");
        let is_duel = matches!(self.end, End::Duel);
        assert!(is_duel == (self.armies.len() == 2), "a duel is of two, and whoever leaves it has lost");
        if let Captures::ByRank(order) = self.captures {
            assert!(matches!((order[0], order[6]), (Kind::King, Kind::Pawn)), "these two are the exception");
            assert!(
                !self.cannons_jump || self.rank(Kind::Cannon) == 2,
                "the search knows a jumping piece by the rank above the Pawn"
            );
            // Ranks are compared bit by bit on a board that fits twice into a word.
            assert!(self.cells() == 32 && self.columns == 4);
            let mut kind = 0;
            while kind < 7 {
                assert!(matches!(self.ways[kind], Way::Step), "where there are ranks, everybody steps");
                kind += 1;
            }
        }
    }
}

/// A rule set as a type, so that code that runs millions of times is compiled for each one.
pub(crate) trait Rules: 'static {
    const SET: &'static RuleSet;
    const TABLES: &'static Derived = &Derived::of(Self::SET);
    /// The rank of the kind that takes by jumping; 0 if none does.
    const JUMPER: u8 = if Self::SET.cannons_jump { Self::SET.rank(Kind::Cannon) } else { 0 };
    const HAS_COUNTER: bool = Self::SET.has(RuleOption::Counter);
    const HAS_NO_PROGRESS: bool = Self::SET.has(RuleOption::NoProgress);
    const IS_DUEL: bool = matches!(Self::SET.end, End::Duel);
    const HAS_RANKS: bool = Self::SET.has_ranks();
    /// All cells except those of the last file.
    const NOT_LAST_FILE: u64 = {
        let mut set = 0;
        let mut cell = 0;
        while cell < Self::SET.cells() {
            if cell % Self::SET.columns + 1 < Self::SET.columns {
                set |= 1 << cell;
            }
            cell += 1;
        }
        set
    };

    /// The rank of a kind.
    #[inline(always)]
    fn rank(kind: Kind) -> u8 {
        // If ranks are numbered like kinds, the compiler drops the table.
        if const { is_numbered_like_kinds(&Self::TABLES.ranks) } {
            kind as u8
        } else {
            Self::TABLES.ranks[kind as usize & 7]
        }
    }

    /// The kind with a rank.
    #[inline(always)]
    fn kind(rank: u8) -> Kind {
        Self::TABLES.kinds[rank as usize & 7]
    }

    /// The index of the faction that a letter belongs to.
    #[inline(always)]
    fn owner(piece: Piece) -> usize {
        Self::TABLES.owner[piece.code() as usize & 15] as usize
    }
}

const fn is_numbered_like_kinds(ranks: &[u8; 8]) -> bool {
    let mut at = 1;
    while at < 8 {
        if ranks[at] as usize != at {
            return false;
        }
        at += 1;
    }
    true
}

/// How a kind moves once the options are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Going {
    Step,
    Slide,
    Elephant,
    Knight,
    Diagonal,
}

impl Options {
    /// Resolves how a kind moves in this match.
    #[inline(always)]
    pub(crate) const fn going(&self, way: Way) -> Going {
        match way {
            Way::Step => Going::Step,
            Way::Slide => Going::Slide,
            Way::Elephant => Going::Elephant,
            Way::Knight => Going::Knight,
            Way::GuardOption => match self.guard {
                GuardStep::Orthogonal => Going::Step,
                GuardStep::Diagonal => Going::Diagonal,
            },
            Way::CannonOption => match self.cannon {
                CannonMove::Step => Going::Step,
                CannonMove::Slide => Going::Slide,
            },
        }
    }
}
