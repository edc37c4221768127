//! The evaluators of Othello.

use super::plain::Plain;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Notation, Rng};
use tiptree_games::othello::{Board, Mobility, Othello, Patterns};

#[test]
fn every_evaluator_conforms_on_every_size() {
    for size in [4, 6, 8] {
        let game = Othello::new(size).unwrap();
        conformance::check(&game, &Mobility).unwrap();
        conformance::check(&game, &Patterns::default()).unwrap();
    }
}

/// The position after `turn` is applied to the row and column of every square.
fn image(game: &Othello, board: &Board, turn: impl Fn(usize, usize) -> (usize, usize)) -> Board {
    let text: Vec<char> = game.position_text(board).chars().collect();
    let mut turned = text.clone();
    for (square, &letter) in text[..64].iter().enumerate() {
        let (row, column) = turn(square / 8, square % 8);
        turned[8 * row + column] = letter;
    }
    game.parse_position(&turned.into_iter().collect::<String>()).unwrap()
}

#[test]
fn images_of_a_position_have_its_value_and_the_colours_may_be_exchanged() {
    let plain = Plain::new(8);
    let evaluator = Patterns::default();
    let value = |board: &Board| evaluator.evaluate(&plain.game, board);
    let mut values = std::collections::HashSet::new();
    for number in 0..300 {
        let mut rng = Rng::derive(7, &[number]);
        let left = 1 + rng.below(55) as u32;
        let board = plain.random(&mut rng, left.cast_signed());
        let found = value(&board);
        values.insert(found as i64);
        let transposed = image(&plain.game, &board, |row, column| (column, row));
        let flipped = image(&plain.game, &board, |row, column| (7 - row, column));
        let turned = image(&plain.game, &board, |row, column| (7 - column, row));
        assert_eq!([transposed, flipped, turned].map(|image| value(&image)), [found; 3]);
        let exchanged: String = plain.game.position_text(&board).chars().map(exchange).collect();
        assert_eq!(value(&plain.game.parse_position(&exchanged).unwrap()), -found);
    }
    assert!(values.len() > 100, "{}", values.len());
}

fn exchange(letter: char) -> char {
    match letter {
        'X' => 'O',
        'O' => 'X',
        other => other,
    }
}

/// Compares the indices of the weights with those found square by square.
#[test]
fn shapes_are_read_as_they_lie() {
    let plain = Plain::new(8);
    for number in 0..200 {
        let mut rng = Rng::derive(8, &[number]);
        let left = 1 + rng.below(55) as u32;
        let board = plain.random(&mut rng, left.cast_signed());
        let digit = |square: usize| match () {
            () if board.mover() >> square & 1 == 1 => 1,
            () if board.waiting() >> square & 1 == 1 => 2,
            () => 0,
        };
        let addends = Patterns::addends(&board);
        for (offset, squares) in shapes() {
            let number =
                squares.iter().rev().fold(0, |number, &(row, column)| 3 * number + digit(8 * row + column));
            let canonical = Patterns::canonical(offset + number);
            let is_there = addends.iter().any(|&addend| Patterns::canonical(addend) == canonical);
            assert!(is_there, "{squares:?}\n{}", plain.game.draw(&board));
        }
    }
}

/// Every shape with the index of its first weight: the shapes at the upper left, and their images.
fn shapes() -> Vec<(usize, Vec<(usize, usize)>)> {
    let row = |row: usize| -> Vec<(usize, usize)> { (0..8).map(|column| (row, column)).collect() };
    let mut first = vec![([row(0), vec![(1, 1), (1, 6)]].concat()), row(1), row(2), row(3)];
    first.push((0..9).map(|square| (square / 3, square % 3)).collect());
    for above in 0..5 {
        first.push((above..8).map(|column| (column - above, column)).collect());
    }
    let mut shapes = Vec::new();
    let mut offset = 0;
    for squares in first {
        for image in 0..8 {
            let turn = |&(row, column): &(usize, usize)| {
                let row = if image & 1 == 0 { row } else { 7 - row };
                let column = if image & 2 == 0 { column } else { 7 - column };
                if image & 4 == 0 { (row, column) } else { (column, row) }
            };
            shapes.push((offset, squares.iter().map(turn).collect()));
        }
        offset += 3usize.pow(squares.len() as u32);
    }
    shapes
}

#[test]
fn weights_that_are_not_whole_are_refused() {
    let error = Patterns::read(&[1, 2, 3]).unwrap_err().to_string();
    assert!(error.starts_with(r#"weights "3 bytes": expected 2"#), "{error}");
}
