//! The bear-off table against a recursion over the rules.

use super::plain;
use std::collections::HashMap;
use tiptree::Game;
use tiptree_games::backgammon::{Backgammon, BearOff, Checkers, Dice};

/// The expected number of rolls and the probability of each number, by definition.
fn recursion(mover: [u8; 26], known: &mut HashMap<[u8; 26], (f64, Vec<f64>)>) -> (f64, Vec<f64>) {
    if mover[1..].iter().all(|&count| count == 0) {
        return (0.0, vec![1.0]);
    }
    if let Some(found) = known.get(&mover) {
        return found.clone();
    }
    let (mut mean, mut chances) = (1.0, vec![0.0; 40]);
    for dice in Dice::all() {
        let nobody = [0; 26];
        let (rest, rolls) = plain::successors(&[mover, nobody], dice)
            .into_iter()
            .map(|[next, _]| recursion(next, known))
            .min_by(|one, two| one.0.total_cmp(&two.0))
            .unwrap();
        mean += dice.chance() * rest;
        for (sum, chance) in chances[1..].iter_mut().zip(&rolls) {
            *sum += dice.chance() * chance;
        }
    }
    known.insert(mover, (mean, chances.clone()));
    (mean, chances)
}

/// All arrangements of at most `left` checkers on the points up to `highest`, with `counts` on the others.
fn arrangements(counts: [u8; 26], highest: usize, left: u8) -> Vec<[u8; 26]> {
    if highest == 0 {
        return vec![counts];
    }
    (0..=left)
        .flat_map(|count| {
            let mut counts = counts;
            counts[highest] = count;
            arrangements(counts, highest - 1, left - count)
        })
        .collect()
}

#[test]
fn the_table_has_the_values_of_a_recursion() {
    let table = BearOff::new(&Backgammon::standard());
    let mut known = HashMap::new();
    for counts in arrangements([0; 26], 6, 4) {
        let (mean, chances) = recursion(counts, &mut known);
        let checkers = Checkers::new(&counts);
        assert!((table.mean(&checkers).unwrap() - mean).abs() < 1e-9, "{counts:?}");
        let found = table.chances(&checkers).unwrap();
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (rolls, chance) in chances.iter().enumerate() {
            let difference = found.get(rolls).unwrap_or(&0.0) - chance;
            assert!(difference.abs() < 1e-6, "{rolls} rolls of {counts:?}: {difference}");
        }
    }
}

#[test]
fn checkers_outside_the_home_board_are_not_in_the_table() {
    let game = Backgammon::standard();
    let table = BearOff::new(&Backgammon::hypergammon());
    assert_eq!(table.wins(&game.start()), None);
    let mut counts = [0; 26];
    counts[6] = 4;
    assert_eq!(table.mean(&Checkers::new(&counts)), None);
}
