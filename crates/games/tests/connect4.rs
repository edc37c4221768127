//! Connect-Four against a plain array of cells, against known counts, and against the conformance suite.

use tiptree::perft::perft;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Keyed, Leaf, Neutral, Notation, Rng, Turn};
use tiptree_games::connect4::{Column, Connect4, Rivest, Running};

/// Boards of all kinds: the usual one, one of 64 bits, flat, narrow, too small for four, with the longest lines of
/// running sums.
const SIZES: [(usize, usize); 13] = [
    (7, 6),
    (8, 7),
    (9, 6),
    (7, 8),
    (6, 9),
    (10, 5),
    (5, 10),
    (5, 4),
    (4, 4),
    (4, 1),
    (1, 8),
    (3, 3),
    (1, 1),
];
/// Boards with lines of more than ten cells.
const LONG_SIZES: [(usize, usize); 5] = [(32, 1), (1, 63), (16, 3), (12, 4), (21, 2)];

/// The same game written as simply as possible: rows of columns of cells, 0 empty, 1 Black, -1 Red.
#[derive(Clone)]
struct Naive {
    cells: Vec<Vec<i32>>,
    mover: i32,
}

impl Naive {
    fn new(width: usize, height: usize) -> Self {
        Naive { cells: vec![vec![0; height]; width], mover: 1 }
    }

    fn open(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&column| self.cells[column].contains(&0)).collect()
    }

    fn play(&mut self, column: usize) {
        let row = self.cells[column].iter().position(|&cell| cell == 0).unwrap();
        self.cells[column][row] = self.mover;
        self.mover = -self.mover;
    }

    /// The four cells of every segment.
    fn segments(&self) -> Vec<[i32; 4]> {
        let (width, height) = (self.cells.len().cast_signed(), self.cells[0].len().cast_signed());
        let mut segments = Vec::new();
        for column in 0..width {
            for row in 0..height {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (last_column, last_row) = (column + 3 * right, row + 3 * up);
                    if last_column < width && (0..height).contains(&last_row) {
                        segments.push([0, 1, 2, 3].map(|step| {
                            self.cells[(column + step * right).cast_unsigned()]
                                [(row + step * up).cast_unsigned()]
                        }));
                    }
                }
            }
        }
        segments
    }

    fn turn(&self) -> Turn {
        let sums: Vec<i32> = self.segments().iter().map(|segment| segment.iter().sum()).collect();
        match self.mover {
            _ if sums.contains(&4) => Turn::Over(1.0),
            _ if sums.contains(&-4) => Turn::Over(-1.0),
            _ if self.open().is_empty() => Turn::Over(0.0),
            1 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn value(&self) -> f64 {
        let score = |segment: &[i32; 4]| match (segment.contains(&1), segment.contains(&-1)) {
            (true, false) => [0, 1, 10, 50][segment.iter().sum::<i32>() as usize],
            (false, true) => -[0, 1, 10, 50][-segment.iter().sum::<i32>() as usize],
            _ => 0,
        };
        let sum: i32 = self.segments().iter().map(score).sum();
        f64::from((512 + 16 * self.mover + sum).clamp(2, 1022))
    }

    fn leaf(&self) -> Leaf {
        let turn = self.turn();
        let value = match turn {
            Turn::Over(payoff) => 512.0 + 511.0 * payoff,
            _ => self.value(),
        };
        Leaf { value, turn }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.turn().is_over() {
            return 0;
        }
        let after = |column| {
            let mut next = self.clone();
            next.play(column);
            next.perft(depth - 1)
        };
        self.open().into_iter().map(after).sum()
    }
}

/// The well-known perft numbers for 0 to 8 moves from the empty board. From 7 on some games are over.
const KNOWN: [u64; 9] = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];

#[test]
fn lines_of_play_are_as_many_as_known() {
    let (game, running) = (Connect4::default(), Running::new(Connect4::default()).unwrap());
    for (depth, &lines) in KNOWN.iter().enumerate() {
        assert_eq!(perft(&game, &game.start(), depth as u32), lines, "depth {depth}");
        assert_eq!(perft(&running, &running.start(), depth as u32), lines, "depth {depth}, running sums");
    }
}

#[test]
fn lines_of_play_are_as_many_as_on_a_plain_array() {
    // The last depth takes the plain array as long as all tests of the fast board together.
    for (depth, &lines) in KNOWN.iter().enumerate().take(8) {
        assert_eq!(Naive::new(7, 6).perft(depth as u32), lines, "depth {depth}");
    }
    for (width, height) in [(4, 4), (3, 5), (8, 1), (2, 6)] {
        let game = Connect4::new(width, height).unwrap();
        for depth in 0..9 {
            let naive = Naive::new(width, height).perft(depth);
            assert_eq!(perft(&game, &game.start(), depth), naive, "{width}x{height} at depth {depth}");
        }
    }
}

/// Plays random games on all implementations and compares everything at every position; returns the number of
/// positions.
fn compare(width: usize, height: usize, games: u64) -> usize {
    let plain = Connect4::new(width, height).unwrap();
    let running = Running::new(plain.clone()).ok();
    let on_boards = running.as_ref().map(Running::on_boards);
    let mut positions = 0;
    for number in 0..games {
        let mut rng = Rng::derive(1, &[width as u64, height as u64, number]);
        let (mut naive, mut board) = (Naive::new(width, height), plain.start());
        let mut summed = running.as_ref().map(Running::start);
        loop {
            positions += 1;
            let place = || format!("{width}x{height} at {}", plain.position_text(&board));
            let leaf = naive.leaf();
            assert_eq!(Rivest.leaf(&plain, &board), leaf, "{}", place());
            let mut moves = Vec::new();
            plain.moves(&board, &mut moves);
            if let (Some(running), Some(summed)) = (&running, &summed) {
                assert_eq!(Rivest.leaf(running, summed), leaf, "{}", place());
                assert_eq!(running.summed(&board), *summed, "{}", place());
                let mut leaves = Vec::new();
                Rivest.children(running, summed, &moves, &mut leaves);
                let one_by_one = |&mv: &Column| Rivest.leaf(running, &running.after(summed, mv));
                assert_eq!(leaves, moves.iter().map(one_by_one).collect::<Vec<_>>(), "{}", place());
                let on_boards = on_boards.as_ref().expect("wherever there are running sums");
                assert_eq!(on_boards.leaf(&plain, &board), leaf, "{}", place());
                let mut of_board = Vec::new();
                on_boards.children(&plain, &board, &moves, &mut of_board);
                assert_eq!(of_board, leaves, "{}", place());
            }
            if leaf.turn.is_over() {
                assert!(moves.is_empty(), "{}", place());
                break;
            }
            let columns: Vec<usize> = moves.iter().map(|mv| usize::from(mv.0)).collect();
            assert_eq!(columns, naive.open(), "{}", place());
            let mv = moves[rng.below(moves.len())];
            naive.play(usize::from(mv.0));
            plain.play(&mut board, mv);
            if let (Some(running), Some(summed)) = (&running, &mut summed) {
                running.play(summed, mv);
            }
        }
    }
    positions
}

#[test]
fn rules_and_values_are_those_of_a_plain_array() {
    let positions: usize = SIZES.into_iter().map(|(width, height)| compare(width, height, 100)).sum();
    assert!(positions > 20_000, "{positions}");
    for (width, height) in LONG_SIZES {
        compare(width, height, 10);
    }
}

#[test]
fn running_sums_need_lines_of_at_most_ten_cells() {
    for (width, height) in SIZES {
        assert!(Running::new(Connect4::new(width, height).unwrap()).is_ok(), "{width}x{height}");
    }
    let error = Running::new(Connect4::new(12, 4).unwrap()).unwrap_err().to_string();
    assert_eq!(error, r#"board "12x4": expected at most 10 columns and 10 rows for running sums"#);
}

#[test]
fn every_board_and_order_conforms() {
    for (width, height) in SIZES {
        let game = Connect4::new(width, height).unwrap();
        let running = Running::new(game.clone()).unwrap();
        conformance::all(&running, &Rivest).unwrap();
        conformance::all(&game, &running.on_boards()).unwrap();
    }
    for (width, height) in [(7, 6), (4, 1), (1, 1)].into_iter().chain(LONG_SIZES) {
        let game = Connect4::new(width, height).unwrap();
        conformance::all(&game, &Rivest).unwrap();
        conformance::check(&game, &Neutral::new(&game)).unwrap();
    }
    for order in ["4352617", "7654321"] {
        conformance::all(&Connect4::default().with_order(order).unwrap(), &Rivest).unwrap();
    }
}

#[test]
fn moves_come_in_the_order_asked_for() {
    let game = Connect4::default().with_order("4352617").unwrap();
    let texts = |line: &str| -> String {
        let board = game.parse_position(line).unwrap();
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        moves.into_iter().map(Column::letter).collect()
    };
    assert_eq!(texts(""), "4352617");
    assert_eq!(texts("333333"), "452617");
    assert_eq!(game.key(&game.start()), Connect4::default().key(&game.start()));
    for order in ["", "123456", "12345677", "1234566", "1234568"] {
        let error = Connect4::default().with_order(order).unwrap_err().to_string();
        assert_eq!(error, format!("order of columns {order:?}: expected each of 1234567 once"));
    }
}

fn value(line: &str) -> f64 {
    let game = Connect4::default();
    Rivest.leaf(&game, &game.parse_position(line).unwrap()).value
}

#[test]
fn values_worked_out_by_hand() {
    // No stone: the neutral value and the bonus.
    assert_eq!(value(""), 528.0);
    // A stone in a corner lies in 3 segments, one in the middle of the lowest row in 4 + 1 + 1 + 1 = 7.
    assert_eq!(value("1"), 512.0 - 16.0 + 3.0);
    assert_eq!(value("4"), 512.0 - 16.0 + 7.0);
    // No segment contains opposite corners.
    assert_eq!(value("17"), 528.0);
    // Black on 1 and 2: the row's first segment holds both, its second Black's 2 alone; four more segments of one
    // stone stand on 1 (up, rising) and 2 (up, rising). Red on 1 above Black: across 1 segment, rising 1, and up
    // the one that begins with it; that column's lowest segment is shared and scores nothing.
    assert_eq!(value("112"), 512.0 - 16.0 + 10.0 + 1.0 + 1.0 + 2.0 - 3.0);
}

#[test]
fn finished_games_have_the_reserved_values() {
    assert_eq!(value("1212121"), 1023.0);
    assert_eq!(value("13142576"), 1.0);
    let tiny = Connect4::new(1, 1).unwrap();
    assert_eq!(Rivest.leaf(&tiny, &tiny.parse_position("1").unwrap()).value, 512.0);
}

#[test]
fn priors_prefer_the_move_with_the_better_value_for_its_player() {
    let game = Running::new(Connect4::default()).unwrap();
    for (line, best) in [("121212", 0), ("1213142", 4), ("", 3)] {
        let state = game.parse_position(line).unwrap();
        let (mut moves, mut priors) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        Rivest.priors(&game, &state, &moves, &mut priors);
        let mut of_board = Vec::new();
        game.on_boards().priors(game.plain(), state.board(), &moves, &mut of_board);
        assert_eq!(of_board, priors);
        let greatest = (0..priors.len()).max_by(|&i, &j| priors[i].total_cmp(&priors[j])).unwrap();
        assert_eq!(usize::from(moves[greatest].0), best, "after {line:?}: {priors:?}");
    }
}

#[test]
fn planes_are_the_stones_and_the_turn() {
    use tiptree::Insight;
    let game = Connect4::new(3, 2).unwrap();
    let mut values = Vec::new();
    game.planes(&game.parse_position("112").unwrap(), &mut values);
    assert_eq!(game.plane_shape(), Some([3, 2, 3]));
    let max = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
    let min = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(values, [max, min, [0.0; 6]].concat());
}
