//! The successors of a roll by the rules as they are written: every order of the dice, checker by checker.

use std::collections::BTreeSet;
use tiptree_games::backgammon::{Dice, State};

/// The checkers of the mover and of the waiter, each as its owner counts: off, points 1 to 24, bar.
pub(super) type Sides = [[u8; 26]; 2];

pub(super) fn sides(state: &State) -> Sides {
    [state.mover(), state.waiter()].map(|side| std::array::from_fn(|place| side.count(place as u8)))
}

/// The position after one checker has moved, or `None` if it may not.
fn step(&[mut mover, mut waiter]: &Sides, from: usize, die: usize) -> Option<Sides> {
    if mover[from] == 0 || (mover[25] > 0 && from != 25) {
        return None;
    }
    let to = from.saturating_sub(die);
    if to == 0 {
        let is_farthest = mover[from + 1..].iter().all(|&count| count == 0);
        let all_home = mover[7..].iter().all(|&count| count == 0);
        if !all_home || (from != die && !is_farthest) {
            return None;
        }
    } else {
        match waiter[25 - to] {
            0 => {}
            1 => {
                waiter[25 - to] = 0;
                waiter[25] += 1;
            }
            _ => return None,
        }
    }
    mover[from] -= 1;
    mover[to] += 1;
    Some([mover, waiter])
}

/// Notes the positions that the dice lead to in this order, with the dice used.
fn walk(sides: &Sides, dice: &[usize], used: Vec<usize>, ends: &mut Vec<(Vec<usize>, Sides)>) {
    if let Some((&die, rest)) = dice.split_first() {
        for next in (1..=25).filter_map(|from| step(sides, from, die)) {
            walk(&next, rest, [&used[..], &[die]].concat(), ends);
        }
    }
    ends.push((used, *sides));
}

/// The distinct positions after a roll, before the turn passes to the opponent.
pub(super) fn successors(sides: &Sides, dice: Dice) -> BTreeSet<Sides> {
    let [high, low] = [dice.high(), dice.low()].map(usize::from);
    let mut ends = Vec::new();
    if dice.is_double() {
        walk(sides, &[high; 4], Vec::new(), &mut ends);
    } else {
        walk(sides, &[high, low], Vec::new(), &mut ends);
        walk(sides, &[low, high], Vec::new(), &mut ends);
    }
    let most = ends.iter().map(|(used, _)| used.len()).max().unwrap_or(0);
    let greater = ends.iter().any(|(used, _)| used[..] == [high]);
    let is_legal = |used: &[usize]| used.len() == most && (most != 1 || !greater || used == [high]);
    ends.into_iter().filter(|(used, _)| is_legal(used)).map(|(_, sides)| sides).collect()
}
