//! The boards of the three games in one form: layers of positions by the number of moves left, and the values of
//! positions.
//!
//! In P- and N-games the two successors of a position are its halves; in G-games they are overlapping rows, so that
//! neighbours share a successor. One rule covers both: the successors of position i are `stride * i` and the one after
//! it, with a stride of 2 or 1.

/// How positions and their successors are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    height: usize,
    stride: usize,
}

impl Shape {
    /// Boards that are halved `height` times: 2^height squares.
    pub fn halves(height: usize) -> Self {
        Shape { height, stride: 2 }
    }

    /// Rows that lose a square at either end `height` times: height + 1 squares.
    ///
    /// Positions are numbered by the squares taken from the right, so that the first move, which takes the left square,
    /// leads to the first successor. The squares are therefore given from right to left.
    pub fn rows(height: usize) -> Self {
        Shape { height, stride: 1 }
    }

    /// The number of moves of a game.
    #[inline]
    pub fn height(self) -> usize {
        self.height
    }

    /// The number of positions with `left` moves left.
    #[inline]
    pub fn width(self, left: usize) -> usize {
        if self.stride == 2 { 1 << (self.height - left) } else { self.height - left + 1 }
    }

    /// The index of the position after the first or the second move.
    #[inline]
    pub fn child(self, position: usize, side: usize) -> usize {
        self.stride * position + side
    }
}

/// A number for every position, by moves left.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers(pub Vec<Vec<f64>>);

impl Layers {
    /// All zeros.
    pub fn new(shape: Shape) -> Self {
        Layers((0..=shape.height()).map(|left| vec![0.0; shape.width(left)]).collect())
    }

    /// Computes the game value of every position from the squares.
    pub fn solve(&mut self, shape: Shape, squares: &[f64]) {
        self.fill(
            shape,
            squares,
            |left, one, other| if left % 2 == 1 { one.max(other) } else { one.min(other) },
        );
    }

    /// Evaluates every position of a board.
    pub fn evaluate(&mut self, shape: Shape, squares: &[f64], measure: &Measure) {
        match measure {
            Measure::Ones if shape.stride == 2 => {
                self.fill(shape, squares, |_, one, other| one + other);
                self.finish(|left, ones| ones / (1u64 << left) as f64);
            }
            Measure::Ones => {
                // Each row is the row of its first successor plus one square.
                self.0[0].copy_from_slice(squares);
                for left in 1..=shape.height() {
                    let (below, above) = self.0.split_at_mut(left);
                    for (position, value) in above[0].iter_mut().enumerate() {
                        *value = below[left - 1][position] + squares[position + left];
                    }
                }
                self.finish(|left, ones| ones / (left + 1) as f64);
            }
            Measure::Table(table) => {
                self.fill(shape, squares, |_, one, other| one + other);
                self.finish(|left, ones| table[left][ones as usize]);
            }
            // Binomial weights follow Pascal's triangle: a row is the mean of its two successors.
            Measure::Centred => self.fill(shape, squares, |_, one, other| 0.5 * (one + other)),
        }
    }

    /// Fills the layers from the squares upwards.
    #[inline]
    fn fill(&mut self, shape: Shape, squares: &[f64], join: impl Fn(usize, f64, f64) -> f64) {
        self.0[0].copy_from_slice(squares);
        for left in 1..=shape.height() {
            let (below, above) = self.0.split_at_mut(left);
            let children = &below[left - 1];
            for (position, value) in above[0].iter_mut().enumerate() {
                let first = shape.child(position, 0);
                *value = join(left, children[first], children[first + 1]);
            }
        }
    }

    #[inline]
    fn finish(&mut self, value: impl Fn(usize, f64) -> f64) {
        for (left, layer) in self.0.iter_mut().enumerate().skip(1) {
            for number in layer {
                *number = value(left, *number);
            }
        }
    }
}

/// A static evaluation of the paper.
#[derive(Clone, Debug)]
pub enum Measure {
    /// e1: the share of ones.
    Ones,
    /// e2: a table of the probability of a forced win by moves left and number of ones, for halves.
    Table(Vec<Vec<f64>>),
    /// e3: the ones weighted binomially towards the centre, for rows.
    Centred,
}
