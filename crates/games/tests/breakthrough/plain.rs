//! Breakthrough square by square, as the rules are told: no bits, and no board that turns.

use std::collections::HashMap;

/// A position: the rows from White's home row on, `w`, `b` or `.` on every square, and whether White is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    rows: Vec<Vec<char>>,
    is_white: bool,
}

/// A move: the row and column left, and those entered.
pub(crate) type Move = [(usize, usize); 2];

impl Plain {
    pub(crate) fn start(width: usize, height: usize) -> Self {
        let row = |row: usize| match row {
            0 | 1 => 'w',
            _ if row + 2 >= height => 'b',
            _ => '.',
        };
        Plain { rows: (0..height).map(|number| vec![row(number); width]).collect(), is_white: true }
    }

    /// The winner, if the game is over.
    pub(crate) fn winner(&self) -> Option<char> {
        let has = |letter: char| self.rows.iter().flatten().any(|&square| square == letter);
        if self.rows[self.rows.len() - 1].contains(&'w') || !has('b') {
            return Some('w');
        }
        (self.rows[0].contains(&'b') || !has('w')).then_some('b')
    }

    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let (own, step) = if self.is_white { ('w', 1) } else { ('b', -1) };
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                if self.rows[row][column] != own {
                    continue;
                }
                for shift in [-1, 0, 1] {
                    let Some(to) = row.checked_add_signed(step).zip(column.checked_add_signed(shift)) else {
                        continue;
                    };
                    let entered = self.rows.get(to.0).and_then(|row| row.get(to.1));
                    let is_legal =
                        entered.is_some_and(|&entered| entered == '.' || shift != 0 && entered != own);
                    if is_legal {
                        moves.push([(row, column), to]);
                    }
                }
            }
        }
        moves
    }

    pub(crate) fn after(&self, [from, to]: Move) -> Self {
        let mut next = self.clone();
        next.rows[to.0][to.1] = self.rows[from.0][from.1];
        next.rows[from.0][from.1] = '.';
        next.is_white = !self.is_white;
        next
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().rev().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), if self.is_white { 'w' } else { 'b' })
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// Whether White wins with best play, by plain minimax with a cache.
    pub(crate) fn white_wins(&self, known: &mut HashMap<Plain, bool>) -> bool {
        if let Some(winner) = self.winner() {
            return winner == 'w';
        }
        if let Some(&wins) = known.get(self) {
            return wins;
        }
        let is_white = self.is_white;
        let wins =
            self.moves().into_iter().any(|mv| self.after(mv).white_wins(known) == is_white) == is_white;
        known.insert(self.clone(), wins);
        wins
    }
}

/// The text of a move.
pub(crate) fn text([from, to]: Move) -> String {
    let square = |(row, column): (usize, usize)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    square(from) + &square(to)
}
