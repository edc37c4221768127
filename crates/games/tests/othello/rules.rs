//! The rules of Othello.

use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Game, Keyed, Neutral, Notation, Rng, Turn};
use tiptree_games::othello::{DiscCount, Othello, PASS, Square};

/// The published perft numbers for 1 to 9 moves from the start, where a pass is a move.
const KNOWN: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

/// With `TIPTREE_CASES` of at least this, all published depths are counted.
const DEEP: u64 = 1_000_000;

#[test]
fn lines_of_play_are_as_many_as_published() {
    let game = Othello::default();
    let cases = std::env::var("TIPTREE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let depths = if cases >= DEEP { KNOWN.len() } else { 8 };
    for (&lines, depth) in KNOWN[..depths].iter().zip(1..) {
        assert_eq!(perft(&game, &game.start(), depth), lines, "depth {depth}");
    }
}

/// The same game written as simply as possible: rows of squares, 0 empty, 1 Black, -1 White.
#[derive(Clone)]
struct Naive {
    squares: Vec<Vec<i32>>,
    mover: i32,
}

impl Naive {
    fn new(size: usize) -> Self {
        let mut squares = vec![vec![0; size]; size];
        let middle = size / 2;
        for (row, column, disc) in [
            (middle - 1, middle - 1, -1),
            (middle, middle, -1),
            (middle - 1, middle, 1),
            (middle, middle - 1, 1),
        ] {
            squares[row][column] = disc;
        }
        Naive { squares, mover: 1 }
    }

    /// The squares that a disc on this square would flip.
    fn flips(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut flips = Vec::new();
        if self.squares[row][column] != 0 {
            return flips;
        }
        for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)] {
            let mut line = Vec::new();
            let (mut row, mut column) = (row, column);
            loop {
                (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                let disc =
                    self.squares.get(row).and_then(|squares| squares.get(column)).copied().unwrap_or(0);
                if disc == self.mover {
                    flips.append(&mut line);
                }
                if disc != -self.mover {
                    break;
                }
                line.push((row, column));
            }
        }
        flips
    }

    fn placements(&self) -> Vec<Square> {
        let size = self.squares.len();
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let can = squares.filter(|&(row, column)| !self.flips(row, column).is_empty());
        can.map(|(row, column)| Square((8 * row + column) as u8)).collect()
    }

    fn moves(&self) -> Vec<Square> {
        let moves = self.placements();
        let mut passed = self.clone();
        passed.mover = -self.mover;
        if moves.is_empty() && !passed.placements().is_empty() { vec![PASS] } else { moves }
    }

    fn turn(&self) -> Turn {
        let sum: i32 = self.squares.iter().flatten().sum();
        match self.mover {
            _ if self.moves().is_empty() => Turn::Over(f64::from(sum.signum())),
            1 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn play(&mut self, square: Square) {
        if square != PASS {
            let (row, column) = (usize::from(square.0) / 8, usize::from(square.0) % 8);
            for (row, column) in self.flips(row, column).into_iter().chain([(row, column)]) {
                self.squares[row][column] = self.mover;
            }
        }
        self.mover = -self.mover;
    }
}

#[test]
fn the_rules_are_those_of_a_plain_array() {
    let mut passes = 0;
    for size in [4, 6, 8] {
        let game = Othello::new(size).unwrap();
        for number in 0..150 {
            let mut rng = Rng::derive(1, &[size as u64, number]);
            let (mut naive, mut board) = (Naive::new(size), game.start());
            loop {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                assert_eq!(moves, naive.moves(), "{}", game.draw(&board));
                assert_eq!(game.turn(&board), naive.turn(), "{}", game.draw(&board));
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len())];
                passes += usize::from(mv == PASS);
                game.play(&mut board, mv);
                naive.play(mv);
            }
        }
    }
    assert!(passes > 100, "{passes}");
}

#[test]
fn every_size_conforms() {
    for size in [4, 6, 8] {
        let game = Othello::new(size).unwrap();
        conformance::all(&game, &DiscCount).unwrap();
        conformance::check(&game, &Neutral::new(&game)).unwrap();
    }
    assert_eq!(Othello::new(5).unwrap_err().to_string(), r#"size of othello "5": expected 4, 6 or 8"#);
}

#[test]
fn a_pass_may_be_written_or_not() {
    let game = Othello::new(4).unwrap();
    let mut passes = 0;
    for number in 0..100 {
        let mut rng = Rng::derive(2, &[number]);
        let (mut board, mut written, mut implied) = (game.start(), String::new(), String::new());
        let mut moves = Vec::new();
        loop {
            moves.clear();
            game.moves(&board, &mut moves);
            let Some(&last) = moves.last() else { break };
            let mv = if moves.len() > 1 { moves[rng.below(moves.len())] } else { last };
            let text = game.move_text(&board, mv);
            game.play(&mut board, mv);
            written += &text;
            if mv == PASS {
                passes += 1;
            } else {
                implied += &text;
                assert_eq!(game.parse_position(&implied), Ok(board), "{implied}");
            }
            assert_eq!(game.parse_position(&written), Ok(board), "{written}");
        }
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn the_side_to_move_is_in_the_key() {
    let game = Othello::default();
    let board = game.parse_position("f5d6c3").unwrap();
    let text = game.position_text(&board);
    let other = game.parse_position(&format!("{}X", &text[..64])).unwrap();
    assert_ne!(game.key(&board), game.key(&other));
}

#[test]
fn the_drawing_shows_discs_placements_and_the_count() {
    let game = Othello::new(4).unwrap();
    let expected = "  a b c d\n1 · + · ·\n2 + O X ·\n3 · X O +\n4 · · + ·\nX to move, 2 to 2";
    assert_eq!(game.draw(&game.start()), expected);
}
