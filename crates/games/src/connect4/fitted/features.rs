//! The patterns as features of a model to be fitted.

use super::patterns::{Pattern, canonical, entries, patterns};
use crate::connect4::{Connect4, Rivest};
use tiptree::features::{Feature, Features};
use tiptree::{Evaluator, Notation, ParseError};

/// The patterns of the usual board: a weight for every code and side to move.
#[derive(Debug)]
pub struct PatternFeatures {
    game: Connect4,
    patterns: Vec<Pattern>,
    /// For each pattern: cell indices, and what a stone of Black or of Red there adds to the code.
    steps: Vec<Vec<(usize, [u16; 2])>>,
    canonical: Vec<u32>,
}

impl PatternFeatures {
    /// The features of a game.
    ///
    /// # Errors
    /// If the board is not the usual one.
    pub fn new(game: Connect4) -> Result<Self, ParseError> {
        super::usual(&game)?;
        let patterns = patterns();
        let steps = patterns.iter().map(|pattern| pattern.steps(&game.shape)).collect();
        let canonical = canonical(&patterns);
        Ok(PatternFeatures { game, patterns, steps, canonical })
    }
}

impl Features for PatternFeatures {
    fn name(&self) -> String {
        "connect4-7x6".into()
    }

    fn count(&self) -> usize {
        2 * entries(&self.patterns)
    }

    fn of(&self, position: &str, features: &mut Vec<Feature>) -> Result<(), ParseError> {
        let board = self.game.parse_position(position)?;
        let stones = [board.black(), board.red()];
        let side = board.side() as u32;
        let code = |(pattern, steps): (&Pattern, &Vec<(usize, [u16; 2])>)| {
            let added = |&(cell, of_players): &(usize, [u16; 2])| -> usize {
                let has = |player: usize| stones[player] >> cell & 1 == 1;
                (0..2).filter(|&player| has(player)).map(|player| usize::from(of_players[player])).sum()
            };
            pattern.start + steps.iter().map(added).sum::<usize>()
        };
        let codes = self.patterns.iter().zip(&self.steps).map(code).chain([0]);
        let weight = |code: usize| 2 * self.canonical[code] + side;
        features.extend(codes.map(|code| Feature { weight: weight(code), is_minus: false }));
        Ok(())
    }

    fn usual(&self, position: &str) -> Result<f64, ParseError> {
        let value = Rivest.evaluate(&self.game, &self.game.parse_position(position)?);
        Ok(value - Rivest::scale().middle())
    }
}
