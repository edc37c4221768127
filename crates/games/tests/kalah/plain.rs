//! A plain implementation of Kalah, seed by seed.

use tiptree_games::kalah::{Capture, Rest, Rules, Until};

/// A position: the rows of Max and Min, the store last, and whether Min is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) rows: [Vec<usize>; 2],
    pub(crate) mover: usize,
    rules: Rules,
}

impl Plain {
    pub(crate) fn start(pits: usize, seeds: usize, rules: Rules) -> Self {
        let mut row = vec![seeds; pits];
        row.push(0);
        Plain { rows: [row.clone(), row], mover: 0, rules }
    }

    fn pits(&self) -> usize {
        self.rows[0].len() - 1
    }

    fn total(&self) -> usize {
        self.rows.iter().flatten().sum()
    }

    /// Max's payoff, if the game is over.
    pub(crate) fn payoff(&self) -> Option<f64> {
        let pits = self.pits();
        let [max, min] = [0, 1].map(|player| self.rows[player][..pits].iter().sum::<usize>());
        let stores = [self.rows[0][pits], self.rows[1][pits]];
        let payoff = |max: usize, min: usize| Some(f64::from(max.cmp(&min) as i8));
        if self.rules.until == Until::Majority && stores.iter().any(|store| 2 * store > self.total()) {
            return payoff(stores[0], stores[1]);
        }
        match self.rules.rest {
            _ if max > 0 && min > 0 => None,
            Rest::Owner => payoff(stores[0] + max, stores[1] + min),
            Rest::Opponent => payoff(stores[0] + min, stores[1] + max),
            Rest::Nobody => payoff(stores[0], stores[1]),
        }
    }

    pub(crate) fn moves(&self) -> Vec<usize> {
        let row = &self.rows[self.mover];
        let has_seeds = |&pit: &usize| row[pit] > 0 && self.payoff().is_none();
        (0..self.pits()).filter(has_seeds).collect()
    }

    pub(crate) fn play(&mut self, pit: usize) {
        let (pits, mover) = (self.pits(), self.mover);
        let mut hand = std::mem::take(&mut self.rows[mover][pit]);
        let (mut player, mut place) = (mover, pit);
        let mut was_empty = false;
        while hand > 0 {
            place += 1;
            if place > pits || (place == pits && player != mover) {
                (player, place) = (1 - player, 0);
            }
            was_empty = self.rows[player][place] == 0;
            self.rows[player][place] += 1;
            hand -= 1;
        }
        if (player, place) == (mover, pits) {
            return;
        }
        if player == mover && was_empty {
            let opposite = self.rows[1 - mover][pits - 1 - place];
            let captures = match self.rules.capture {
                Capture::Opposite => opposite > 0,
                Capture::Always => true,
                Capture::Never => false,
            };
            if captures {
                self.rows[mover][place] = 0;
                self.rows[1 - mover][pits - 1 - place] = 0;
                self.rows[mover][pits] += opposite + 1;
            }
        }
        self.mover = 1 - mover;
    }

    pub(crate) fn text(&self) -> String {
        let [max, min] = self.rows.each_ref().map(|row| {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            numbers.join("-")
        });
        format!("{max}/{min}/{}", ["max", "min"][self.mover])
    }
}
