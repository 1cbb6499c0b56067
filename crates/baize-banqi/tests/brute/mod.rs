//! The rules once more, slowly: an array of letters, loops over rows and columns, no bitboards and nothing
//! shared with the crate but its options. The tests compare the crate with this.
#![allow(dead_code, reason = "each test file uses its own part")]

use baize_banqi::{CannonMove, GuardStep, Mode, Options};

/// One action on cell indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Act {
    Flip(usize),
    Move(usize, usize),
    Capture(usize, usize),
}

/// What is on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    Empty,
    Down(char),
    Up(char),
}

/// A match with everything known.
#[derive(Clone, Debug)]
pub(crate) struct Brute {
    pub(crate) options: Options,
    pub(crate) rows: i32,
    pub(crate) columns: i32,
    pub(crate) cells: Vec<At>,
    pub(crate) seat: usize,
    /// The faction of each seat, `-` for none.
    pub(crate) owners: Vec<char>,
    /// The seats that have left.
    pub(crate) gone: Vec<usize>,
    pub(crate) counter: Option<u32>,
    /// By faction, in the order of `factions`.
    pub(crate) taken: Vec<Vec<char>>,
    pub(crate) ply: u32,
    pub(crate) quiet: u32,
    /// Positions since the last flip, capture or departure.
    pub(crate) seen: Vec<String>,
    /// The winning seat, if any, and the reason.
    pub(crate) end: Option<(Option<usize>, &'static str)>,
}

impl Brute {
    /// Reads a full line; no checks, the tests know what they write.
    pub(crate) fn read(line: &str, options: Options) -> Brute {
        let fields: Vec<&str> = line.split(' ').collect();
        let classic = fields[0] == "c";
        let mode = if classic { Mode::Classic } else { Mode::ThreeKingdoms };
        let mut cells = Vec::new();
        let mut letters = fields[1].chars();
        while let Some(letter) = letters.next() {
            match letter {
                '/' => {}
                '~' => cells.push(At::Down(letters.next().unwrap())),
                digit if digit.is_ascii_digit() => {
                    cells.extend(vec![At::Empty; digit.to_digit(10).unwrap() as usize]);
                }
                letter => cells.push(At::Up(letter)),
            }
        }
        let owners: Vec<char> = fields[3].chars().collect();
        let gone = |seat: &usize| owners[*seat] != '-' && fields[4].contains(owners[*seat]);
        let mut brute = Brute {
            options: Options { mode, ..options },
            rows: if classic { 8 } else { 9 },
            columns: if classic { 4 } else { 5 },
            cells,
            seat: fields[2].parse::<usize>().unwrap() - 1,
            gone: (0..owners.len()).filter(gone).collect(),
            counter: fields[5].parse().ok(),
            taken: fields[6].split(',').map(|group| group.chars().filter(|&c| c != '-').collect()).collect(),
            ply: fields[7].parse().unwrap(),
            quiet: 0,
            seen: Vec::new(),
            end: None,
            owners,
        };
        brute.seen.push(brute.face());
        brute.judge();
        brute
    }

    pub(crate) fn classic(&self) -> bool {
        self.options.mode == Mode::Classic
    }

    fn factions(&self) -> &'static str {
        if self.classic() { "rb" } else { "grb" }
    }

    pub(crate) fn faction_of(&self, letter: char) -> char {
        match letter {
            'K' | 'P' if !self.classic() => 'g',
            letter if letter.is_ascii_uppercase() => 'r',
            _ => 'b',
        }
    }

    fn coordinates(&self, index: usize) -> (i32, i32) {
        (index as i32 / self.columns, index as i32 % self.columns)
    }

    fn at(&self, row: i32, column: i32) -> At {
        self.cells[(row * self.columns + column) as usize]
    }

    /// How many pieces stand strictly between two cells of one row or column.
    fn between(&self, from: usize, to: usize) -> usize {
        let ((r1, c1), (r2, c2)) = (self.coordinates(from), self.coordinates(to));
        let (dr, dc) = ((r2 - r1).signum(), (c2 - c1).signum());
        let (mut row, mut column, mut count) = (r1 + dr, c1 + dc, 0);
        while (row, column) != (r2, c2) {
            count += usize::from(self.at(row, column) != At::Empty);
            (row, column) = (row + dr, column + dc);
        }
        count
    }

    /// Section 6.2: whether a piece can get there, whatever is on the cell.
    fn reaches(&self, letter: char, from: usize, to: usize) -> bool {
        let ((r1, c1), (r2, c2)) = (self.coordinates(from), self.coordinates(to));
        let (rows, columns) = ((r1 - r2).abs(), (c1 - c2).abs());
        let step = rows + columns == 1;
        let slide = from != to && (rows == 0 || columns == 0) && self.between(from, to) == 0;
        if self.classic() {
            return step;
        }
        match letter.to_ascii_uppercase() {
            'K' | 'R' => slide,
            'M' => rows == 2 && columns == 2,
            'H' => (rows == 2 && columns == 1) || (rows == 1 && columns == 2),
            'G' if self.options.guard == GuardStep::Diagonal => rows == 1 && columns == 1,
            'C' if self.options.cannon == CannonMove::Slide => slide,
            _ => step,
        }
    }

    /// The piece on a cell, if it is face-up and of the faction to act.
    fn own(&self, index: usize) -> Option<char> {
        match self.cells[index] {
            At::Up(letter) if self.faction_of(letter) == self.owners[self.seat] => Some(letter),
            _ => None,
        }
    }

    fn may_move(&self, from: usize, to: usize) -> bool {
        let Some(letter) = self.own(from) else { return false };
        self.reaches(letter, from, to) && self.cells[to] == At::Empty
    }

    fn may_capture(&self, from: usize, to: usize) -> bool {
        let Some(attacker) = self.own(from) else { return false };
        let At::Up(target) = self.cells[to] else { return false };
        if self.faction_of(target) == self.faction_of(attacker) {
            return false;
        }
        if attacker.eq_ignore_ascii_case(&'C') {
            let ((r1, c1), (r2, c2)) = (self.coordinates(from), self.coordinates(to));
            return (r1 == r2 || c1 == c2) && self.between(from, to) == 1;
        }
        if !self.reaches(attacker, from, to) {
            return false;
        }
        if !self.classic() {
            return true;
        }
        let rank = |letter: char| "?PCHRMGK".find(letter.to_ascii_uppercase()).unwrap();
        match (rank(attacker), rank(target)) {
            (7, 1) => false,
            (1, 7) => true,
            (attacker, target) => attacker >= target,
        }
    }

    /// Section 8, in canonical order, by trying everything.
    pub(crate) fn legal(&self) -> Vec<Act> {
        if self.end.is_some() {
            return Vec::new();
        }
        let all = || 0..self.cells.len();
        let pairs = || all().flat_map(move |from| all().map(move |to| (from, to)));
        let flips = all().filter(|&at| matches!(self.cells[at], At::Down(_))).map(Act::Flip);
        let moves =
            pairs().filter(|&(from, to)| self.may_move(from, to)).map(|(from, to)| Act::Move(from, to));
        let captures =
            pairs().filter(|&(from, to)| self.may_capture(from, to)).map(|(from, to)| Act::Capture(from, to));
        flips.chain(moves).chain(captures).collect()
    }

    fn pieces_of(&self, faction: char) -> usize {
        let of = |at: &&At| match **at {
            At::Up(letter) | At::Down(letter) => self.faction_of(letter) == faction,
            At::Empty => false,
        };
        self.cells.iter().filter(of).count()
    }

    fn seats_left(&self) -> Vec<usize> {
        (0..self.owners.len()).filter(|seat| !self.gone.contains(seat)).collect()
    }

    fn pass(&mut self) {
        loop {
            self.seat = (self.seat + 1) % self.owners.len();
            if !self.gone.contains(&self.seat) {
                return;
            }
        }
    }

    pub(crate) fn play(&mut self, act: Act) {
        self.ply += 1;
        self.quiet += 1;
        self.counter = self.counter.map(|counter| counter - 1);
        match act {
            Act::Flip(at) => {
                let At::Down(letter) = self.cells[at] else { panic!("nothing face-down there") };
                self.cells[at] = At::Up(letter);
                self.quiet = 0;
                self.seen.clear();
                self.assign(self.faction_of(letter));
            }
            Act::Move(from, to) => self.cells.swap(from, to),
            Act::Capture(from, to) => {
                let At::Up(prize) = self.cells[to] else { panic!("nothing face-up there") };
                self.cells[to] = self.cells[from];
                self.cells[from] = At::Empty;
                let own = self.factions().find(self.owners[self.seat]).unwrap();
                self.taken[own].push(prize);
                self.quiet = 0;
                self.seen.clear();
                self.counter = self.counter.and(self.options.counter.get());
            }
        }
        if self.end_of_match() {
            return;
        }
        self.pass();
        self.stuck();
        self.limits();
        self.seen.push(self.face());
        let now = self.seen.last().unwrap();
        let times = self.seen.iter().filter(|seen| *seen == now).count() as u32;
        if self.end.is_none() && self.options.repetition.reached(times) {
            self.end = Some((None, "repetition"));
        }
    }

    fn assign(&mut self, faction: char) {
        if self.owners[self.seat] != '-' || self.owners.contains(&faction) {
            return;
        }
        self.owners[self.seat] = faction;
        let without: Vec<usize> = (0..self.owners.len()).filter(|&seat| self.owners[seat] == '-').collect();
        if let [last] = without[..] {
            self.owners[last] =
                self.factions().chars().find(|faction| !self.owners.contains(faction)).unwrap();
        }
    }

    /// Section 9, up to the draw.
    fn end_of_match(&mut self) -> bool {
        if self.classic() {
            for (faction, other) in [('r', 'b'), ('b', 'r')] {
                if self.pieces_of(faction) == 0 {
                    self.end = Some((self.owners.iter().position(|&owner| owner == other), "capture-all"));
                }
            }
            return self.end.is_some();
        }
        for seat in 0..3 {
            if self.owners[seat] != '-'
                && self.pieces_of(self.owners[seat]) == 0
                && !self.gone.contains(&seat)
            {
                self.gone.push(seat);
            }
        }
        for seat in self.seats_left() {
            let army = |faction| if faction == 'g' { 12 } else { 10 };
            if let Some(own) = self.factions().find(self.owners[seat])
                && self.taken[own].len() == 32 - army(self.owners[seat])
            {
                self.end = Some((Some(seat), "capture-all"));
                return true;
            }
        }
        if let [winner] = self.seats_left()[..] {
            self.end = Some((Some(winner), "elimination"));
        } else if self.counter == Some(0) {
            self.end = Some((None, "draw"));
        }
        self.end.is_some()
    }

    fn stuck(&mut self) {
        while self.end.is_none() && self.legal().is_empty() {
            if self.classic() {
                self.end = Some((Some(1 - self.seat), "stalemate"));
                return;
            }
            self.gone.push(self.seat);
            self.seen.clear();
            if let [winner] = self.seats_left()[..] {
                self.end = Some((Some(winner), "stalemate"));
                return;
            }
            self.pass();
        }
    }

    fn limits(&mut self) {
        if self.end.is_some() {
            return;
        }
        if self.classic() && self.options.no_progress.reached(self.quiet) {
            self.end = Some((None, "no-progress"));
        } else if self.options.ply_cap.reached(self.ply) {
            self.end = Some((None, "ply-cap"));
        }
    }

    fn judge(&mut self) {
        if !self.end_of_match() {
            if self.gone.contains(&self.seat) {
                self.pass();
            }
            self.stuck();
            self.limits();
        }
    }

    /// What has to repeat in a repetition: the board and whose turn it is.
    fn face(&self) -> String {
        format!("{:?} {}", self.cells, self.seat)
    }

    /// The full line; `?` for face-down pieces in a public one.
    pub(crate) fn line(&self, public: bool) -> String {
        let mut board = String::new();
        for row in 0..self.rows {
            let mut empty = 0;
            board.push_str(if row > 0 { "/" } else { "" });
            for column in 0..self.columns {
                let at = self.at(row, column);
                if at != At::Empty && empty > 0 {
                    board.push_str(&std::mem::take(&mut empty).to_string());
                }
                match at {
                    At::Empty => empty += 1,
                    At::Down(_) if public => board.push('?'),
                    At::Down(letter) => board.extend(['~', letter]),
                    At::Up(letter) => board.push(letter),
                }
            }
            if empty > 0 {
                board.push_str(&empty.to_string());
            }
        }
        let owners: String = self.owners.iter().collect();
        let is_out = |faction: &char| self.gone.iter().any(|&seat| self.owners[seat] == *faction);
        let out: String = self.factions().chars().filter(is_out).collect();
        let taken: Vec<String> = self.taken.iter().map(|taken| sorted(taken)).collect();
        format!(
            "{} {board} {} {owners} {} {} {} {}",
            if self.classic() { 'c' } else { 't' },
            self.seat + 1,
            if out.is_empty() || self.classic() { "-" } else { &out },
            self.counter.map_or("-".to_owned(), |counter| counter.to_string()),
            taken.join(","),
            self.ply
        )
    }

    /// The number of sequences of `depth` actions; a match that ends earlier counts as one.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.end.is_some() {
            return 1;
        }
        let after = |act| {
            let mut next = self.clone();
            next.play(act);
            next.perft(depth - 1)
        };
        self.legal().into_iter().map(after).sum()
    }
}

fn sorted(letters: &[char]) -> String {
    if letters.is_empty() {
        return "-".to_owned();
    }
    "KkGgMmRrHhCcPp"
        .chars()
        .flat_map(|letter| letters.iter().filter(move |&&other| other == letter))
        .collect()
}
