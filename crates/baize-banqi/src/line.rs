//! Positions as one line of text (rules, 14.3).

use crate::position::NOBODY;
use crate::{
    Cell, End, Faction, FullPosition, Identities, Mode, Options, Piece, Pieces, Position, Reason, RuleError,
    Square, Status,
};
use baize_rules::{Seat, clip};
use std::fmt::Write;

/// The most actions a line may claim, so that counting on cannot overflow.
const MOST_PLIES: u32 = 1_000_000_000;

/// A position as read, before the end rules are applied to it.
pub(crate) struct Sheet {
    pub(crate) public: Position,
    /// The identities of the face-down pieces, if the line gives them.
    pub(crate) hidden: Option<Identities>,
}

impl Sheet {
    /// Reads a public or a full line. The mode comes from the line, all other rules from `options`.
    pub(crate) fn read(text: &str, options: Options) -> Result<Sheet, RuleError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().take(9).collect();
        let [mode, board, seat, owners, out, counter, taken, ply] = fields[..] else {
            return refuse(format!(
                "it has eight fields, not {}",
                if fields.len() > 8 { "more".into() } else { fields.len().to_string() }
            ));
        };
        let options = options.moved_to(mode_with(mode)?).fit()?;
        let mode = options.mode;
        let mut sheet = Sheet { public: Position::bare(options), hidden: Some(Identities::NONE) };
        sheet.read_board(board)?;
        if board.contains('?') {
            if board.contains('~') {
                return refuse("face-down pieces are all written ?, or all ~ and a letter");
            }
            sheet.hidden = None;
        }
        sheet.read_taken(taken)?;
        sheet.count_pieces()?;
        let position = &mut sheet.public;
        position.seat = match seat.parse::<u8>() {
            Ok(number) if (1..=mode.seats()).contains(&number) => number - 1,
            _ => {
                return refuse(format!(
                    "the seat is a number from 1 to {}, not {:?}",
                    mode.seats(),
                    clip(seat)
                ));
            }
        };
        position.read_owners(owners)?;
        position.read_out(out)?;
        position.read_counter(counter)?;
        position.ply = match ply.parse() {
            Ok(number) if number <= MOST_PLIES => number,
            _ => return refuse(format!("the ply is a number up to a billion, not {:?}", clip(ply))),
        };
        Ok(sheet)
    }

    /// The identities of the face-down pieces; an error for a public line.
    pub(crate) fn identities(&self) -> Result<Identities, RuleError> {
        self.hidden.map_or_else(|| refuse("face-down pieces are needed as ~ and a letter, not as ?"), Ok)
    }

    fn read_board(&mut self, board: &str) -> Result<(), RuleError> {
        let mode = self.public.mode();
        let rows = board.split('/').count();
        if rows != mode.rows() {
            return refuse(format!("the board has {} rows, not {rows}", mode.rows()));
        }
        for (row, text) in board.split('/').enumerate() {
            self.read_row(row, text)
                .map_err(|what| RuleError::position(format!("rank {}: {what}", mode.rows() - row)))?;
        }
        Ok(())
    }

    fn read_row(&mut self, row: usize, text: &str) -> Result<(), String> {
        let mode = self.public.mode();
        let mut column = 0;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if let Some(run) = letter.to_digit(10) {
                column += run as usize;
                if run == 0 || column > mode.columns() {
                    return Err(format!("{letter} empty cells do not fit"));
                }
                continue;
            }
            let cell = Cell::new(mode, row * mode.columns() + column).filter(|_| column < mode.columns());
            let Some(cell) = cell else { return Err(format!("more than {} cells", mode.columns())) };
            match letter {
                '?' => self.public.face_down |= cell.bit(),
                '~' => {
                    self.public.face_down |= cell.bit();
                    let piece = letters
                        .next()
                        .map_or(Err("a letter must follow ~".into()), |letter| of_mode(letter, mode))?;
                    if let Some(hidden) = &mut self.hidden {
                        hidden.set(cell, piece);
                    }
                }
                letter => self.public.put(cell, of_mode(letter, mode)?),
            }
            column += 1;
        }
        if column == mode.columns() {
            Ok(())
        } else {
            Err(format!("{column} cells instead of {}", mode.columns()))
        }
    }

    fn read_taken(&mut self, text: &str) -> Result<(), RuleError> {
        let mode = self.public.mode();
        let groups: Vec<&str> = text.split(',').take(4).collect();
        if groups.len() != mode.factions().len() {
            return refuse(format!(
                "the taken pieces are {} groups with commas between",
                mode.factions().len()
            ));
        }
        for (&faction, group) in mode.factions().iter().zip(groups) {
            if group.chars().nth(32).is_some() {
                return refuse(format!("{faction} took more pieces than there are"));
            }
            for letter in group.chars().filter(|_| group != "-") {
                let piece = of_mode(letter, mode)
                    .map_err(|what| RuleError::position(format!("taken pieces: {what}")))?;
                if piece.faction(mode) == faction {
                    return refuse(format!("{faction} took {piece}, a piece of its own"));
                }
                let taken = &mut self.public.taken[faction.index()];
                if taken.count(piece) == mode.full_set().count(piece) {
                    return refuse(format!("{faction} took more {piece} than there are"));
                }
                taken.add(piece);
            }
            if group.is_empty() {
                return refuse(format!("nothing says what {faction} took; - is for nothing"));
            }
        }
        Ok(())
    }

    /// Checks that face-up, face-down and taken pieces make up the full set; those not named are unknown.
    fn count_pieces(&mut self) -> Result<(), RuleError> {
        let position = &mut self.public;
        let mode = position.mode();
        let cells = || Cell::all(mode);
        let mut unknown = Pieces::NONE;
        for piece in Piece::ALL {
            let up = cells().filter(|&cell| position.at(cell) == Square::FaceUp(piece)).count();
            let taken: usize = position.taken.iter().map(|taken| usize::from(taken.count(piece))).sum();
            let all = usize::from(mode.full_set().count(piece));
            let down =
                self.hidden.map(|hidden| cells().filter(|&cell| hidden.get(cell) == Some(piece)).count());
            let seen = up + taken + down.unwrap_or(0);
            if seen > all || (down.is_some() && seen < all) {
                return refuse(format!("{seen} {piece} on the board and taken, but the set has {all}"));
            }
            (up + taken..all).for_each(|_| unknown.add(piece));
            let faction = piece.faction(mode).index();
            position.alive[faction] -= taken as u8;
        }
        if unknown.len() != position.face_down.count_ones() {
            return refuse(format!(
                "{} cells are face-down, but {} pieces are neither face-up nor taken",
                position.face_down.count_ones(),
                unknown.len()
            ));
        }
        if position.empty() == position.grid().all {
            return refuse("the board is empty");
        }
        position.unknown = unknown;
        Ok(())
    }
}

impl Position {
    /// Reads a public or a full line and applies the end rules. The mode comes from the line, all other rules from
    /// `options`.
    pub fn read(text: &str, options: Options) -> Result<Position, RuleError> {
        Sheet::read(text, options)?.public.opened(Reason::Elimination)
    }

    /// Applies the end rules to a position as read; `departure` is why the last seat left, if only one
    /// remains.
    pub(crate) fn opened(mut self, departure: Reason) -> Result<Position, RuleError> {
        let (seat, had_left) = (self.seat(), self.has_left(self.seat()));
        self.judge(departure);
        if self.ending.is_some() {
            return Ok(self);
        }
        let mut before = Seat::first(seat.index() as u8);
        if self.seats().all(|seat| self.has_left(seat)) {
            return refuse("every seat has left");
        }
        if had_left {
            return refuse(format!("seat {} is on turn, but has left", seat.index() + 1));
        }
        if self.status() == Status::WaitingFirstFlip && before.any(|seat| !self.has_left(seat)) {
            return refuse("the first flip is seat 1's");
        }
        self.resume();
        Ok(self)
    }

    fn read_owners(&mut self, text: &str) -> Result<(), RuleError> {
        let seats = usize::from(self.mode().seats());
        if text.chars().count() != seats {
            return refuse(format!("the owners are {seats} letters, one per seat, not {:?}", clip(text)));
        }
        for (seat, letter) in text.chars().enumerate().filter(|&(_, letter)| letter != '-') {
            let faction = self.faction_with(letter)?.index() as u8;
            if self.owned.contains(&faction) {
                return refuse(format!("two seats own {letter}"));
            }
            self.owned[seat] = faction;
        }
        let owners = self.owned.iter().filter(|&&faction| faction != NOBODY).count();
        if owners == 0 && self.unknown != self.mode().full_set() {
            return refuse("pieces are face-up or taken, but nobody owns a faction");
        }
        if owners == seats - 1 {
            return refuse("all seats but one own a faction, so the last must own the rest");
        }
        let idle = self
            .mode()
            .factions()
            .iter()
            .find(|&&faction| self.owner(faction).is_none() && !self.taken(faction).is_empty());
        match idle {
            Some(faction) => refuse(format!("{faction} took pieces, but nobody owns it")),
            None => Ok(()),
        }
    }

    fn read_out(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        if self.rules().end == End::Duel {
            return refuse(format!("in {} no faction leaves, so the field is -", self.mode()));
        }
        for letter in text.chars() {
            let faction = self.faction_with(letter)?;
            let Some(seat) = self.owner(faction) else {
                return refuse(format!("{faction} is out, but nobody owns it"));
            };
            if self.has_left(seat) {
                return refuse(format!("{faction} is out twice"));
            }
            self.gone |= 1 << seat.index();
        }
        Ok(())
    }

    fn faction_with(&self, letter: char) -> Result<Faction, RuleError> {
        let mode = self.mode();
        match mode.factions().iter().find(|faction| faction.letter() == letter) {
            Some(&faction) => Ok(faction),
            None => refuse(format!("{letter:?} is no faction of {mode}")),
        }
    }

    fn read_counter(&mut self, text: &str) -> Result<(), RuleError> {
        let Some(limit) = self.counter_limit() else {
            return if text == "-" { Ok(()) } else { refuse("there is no counter, so the field is -") };
        };
        match text.parse() {
            Ok(counter) if counter <= limit => self.counter = counter,
            _ => return refuse(format!("the counter is a number from 0 to {limit}, not {:?}", clip(text))),
        }
        Ok(())
    }

    /// The public line.
    pub fn line(&self) -> String {
        self.write_line(None)
    }

    pub(crate) fn write_line(&self, hidden: Option<&Identities>) -> String {
        let mode = self.mode();
        let mut line = String::with_capacity(160);
        line.push(mode.rules().letter);
        let mut run = 0;
        for cell in Cell::all(mode) {
            let square = self.at(cell);
            let starts_row = cell.index() % mode.columns() == 0;
            if run > 0 && (starts_row || square != Square::Empty) {
                push(&mut line, run);
                run = 0;
            }
            if starts_row {
                line.push(if cell.index() == 0 { ' ' } else { '/' });
            }
            match (square, hidden.and_then(|hidden| hidden.get(cell))) {
                (Square::Empty, _) => run += 1,
                (Square::FaceDown, None) => line.push('?'),
                (Square::FaceDown, Some(piece)) => line.extend(['~', piece.letter()]),
                (Square::FaceUp(piece), _) => line.push(piece.letter()),
            }
        }
        if run > 0 {
            push(&mut line, run);
        }
        push(&mut line, format_args!(" {} ", self.seat + 1));
        line.extend(self.seats().map(|seat| self.faction(seat).map_or('-', Faction::letter)));
        line.push(' ');
        let out: String = self.out().map(Faction::letter).collect();
        line.push_str(if out.is_empty() { "-" } else { &out });
        match self.counter() {
            Some(counter) => push(&mut line, format_args!(" {counter} ")),
            None => line.push_str(" - "),
        }
        for (n, &faction) in mode.factions().iter().enumerate() {
            push(&mut line, format_args!("{}{}", if n > 0 { "," } else { "" }, self.taken(faction)));
        }
        push(&mut line, format_args!(" {}", self.ply));
        line
    }
}

impl FullPosition {
    /// Reads a full line and applies the end rules. The mode comes from the line, all other rules from `options`.
    pub fn read(text: &str, options: Options) -> Result<FullPosition, RuleError> {
        let sheet = Sheet::read(text, options)?;
        let hidden = sheet.identities()?;
        Ok(FullPosition { public: sheet.public.opened(Reason::Elimination)?, hidden })
    }

    /// The full line, which also gives the face-down pieces.
    pub fn line(&self) -> String {
        self.public.write_line(Some(&self.hidden))
    }
}

fn push(line: &mut String, what: impl std::fmt::Display) {
    write!(line, "{what}").expect("a string takes all that is written");
}

fn refuse<T>(what: impl Into<String>) -> Result<T, RuleError> {
    Err(RuleError::position(what))
}

/// The rule set named by the first field of a line.
fn mode_with(letter: &str) -> Result<Mode, RuleError> {
    let letter_of = |mode: &Mode| mode.rules().letter.to_string();
    let found = Mode::ALL.iter().find(|mode| letter_of(mode) == letter);
    found.copied().map_or_else(
        || {
            let known: Vec<String> = Mode::ALL.iter().map(letter_of).collect();
            refuse(format!("the mode is {}, not {:?}", known.join(" or "), clip(letter)))
        },
        Ok,
    )
}

/// The piece with this letter, if `mode` has it.
fn of_mode(letter: char, mode: Mode) -> Result<Piece, String> {
    Piece::from_letter(letter)
        .filter(|&piece| mode.full_set().count(piece) > 0)
        .ok_or_else(|| format!("{letter:?} is no piece of {mode}"))
}
