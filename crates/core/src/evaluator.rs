//! The evaluator contract: estimates of states in which the game is not over.

use crate::convert::equal_share;
use crate::game::{Game, Range, Turn};
use std::hint::select_unpredictable;
use std::sync::Arc;

/// A child as its parent's expansion sees it: its value on the evaluator's scale, and whose turn it is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// The static value, or the payoff on the evaluator's scale where the game is over.
    pub value: f64,
    /// Whose turn it is in the child.
    pub turn: Turn,
}

/// The best of some leaves for one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestLeaf {
    /// Its place among the leaves: the first of equals.
    pub place: usize,
    /// The leaf.
    pub leaf: Leaf,
    /// The number of leaves at which the game is over.
    pub over: usize,
}

impl BestLeaf {
    /// The best of `leaves` for Max or for Min.
    #[inline]
    pub fn among(leaves: &[Leaf], is_max: bool) -> Self {
        let worst = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        let (mut place, mut best, mut over) = (0, worst, 0);
        for (number, leaf) in leaves.iter().enumerate() {
            over += usize::from(leaf.turn.is_over());
            // Which leaf is better is unpredictable, so that a branch would cost more than it saves.
            let is_better = if is_max { leaf.value > best } else { leaf.value < best };
            place = select_unpredictable(is_better, number, place);
            best = select_unpredictable(is_better, leaf.value, best);
        }
        let leaf = leaves.get(place).copied().unwrap_or(Leaf { value: worst, turn: Turn::Chance });
        BestLeaf { place, leaf, over }
    }
}

/// What an evaluator says of many states in one call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimates {
    /// The estimate of each state.
    pub values: Vec<f64>,
    /// The priors of all moves of each state in which a player decides, in the order of [`Game::moves`], one state behind the
    /// other. Empty where the evaluator has no priors of its own.
    pub priors: Vec<f64>,
    /// Whether the caller reads priors. An evaluator may leave them out otherwise.
    pub needs_priors: bool,
}

/// A static evaluation function: Max's view of a state, within a declared range.
///
/// Two methods are required. Every value must lie within the range, and the range should be no wider than that: searches scale
/// values by it, and `star1` and its relatives prune by it. [`Evaluator::children`] is for speed: it values all children of a
/// state at once.
///
/// ```
/// use tiptree::search::depth_first::{Deepening, Minimax};
/// use tiptree::{Budget, Evaluator, Game, Range, Search, Turn};
///
/// /// Each player in turn takes a number from either end of a row and adds it to their own score.
/// struct Row(Vec<f64>);
///
/// /// What is left of the row, Max's score less Min's, whether Max is to move.
/// type State = (usize, usize, f64, bool);
///
/// impl Game for Row {
///     type State = State;
///     type Move = char;
///     fn start(&self) -> State {
///         (0, self.0.len(), 0.0, true)
///     }
///     fn turn(&self, &(from, to, lead, is_max): &State) -> Turn {
///         match is_max {
///             _ if from == to => Turn::Over(lead),
///             true => Turn::Max,
///             false => Turn::Min,
///         }
///     }
///     fn payoffs(&self) -> Range {
///         let sum: f64 = self.0.iter().sum();
///         Range::new(-sum, sum)
///     }
///     fn moves(&self, &(from, to, ..): &State, moves: &mut Vec<char>) {
///         let ends = ['l', 'r'];
///         moves.extend(&ends[..(to - from).min(2)]);
///     }
///     fn play(&self, (from, to, lead, is_max): &mut State, end: char) {
///         let taken = if end == 'l' { self.0[*from] } else { self.0[*to - 1] };
///         if end == 'l' { *from += 1 } else { *to -= 1 }
///         *lead += if *is_max { taken } else { -taken };
///         *is_max = !*is_max;
///     }
///     fn has_chance(&self) -> bool {
///         false
///     }
/// }
///
/// /// The lead, as if the rest of the row were shared equally.
/// struct Lead;
///
/// impl Evaluator<Row> for Lead {
///     fn range(&self) -> Range {
///         Range::new(-16.0, 16.0) // that of the payoffs below
///     }
///     fn evaluate(&self, _: &Row, &(_, _, lead, _): &State) -> f64 {
///         lead
///     }
/// }
///
/// // A greedy player takes the 4; two decisions deep the search sees that this gives up the 8.
/// let mut search = Deepening::new(Row(vec![3.0, 1.0, 8.0, 4.0]), Lead, Minimax::default());
/// assert_eq!(search.run(&Budget::depth(1)).best, Some('r'));
/// assert_eq!(search.run(&Budget::depth(2)).best, Some('l'));
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// The least and the greatest value, those of finished games included.
    fn range(&self) -> Range;

    /// The estimate for a state in which the game is not over, chance nodes included.
    fn evaluate(&self, game: &G, state: &G::State) -> f64;

    /// The value of a payoff on this scale. By default the game's payoffs are mapped linearly onto this range.
    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        game.payoffs().map(payoff, self.range())
    }

    /// The value of a state, whether the game is over there or not, and whose turn it is.
    fn leaf(&self, game: &G, state: &G::State) -> Leaf {
        let turn = game.turn(state);
        let value = match turn {
            Turn::Over(payoff) => self.payoff(game, payoff),
            _ => self.evaluate(game, state),
        };
        Leaf { value, turn }
    }

    /// The leaf after a move. Override it if a child can be valued without building its state.
    #[inline]
    fn leaf_after(&self, game: &G, state: &G::State, mv: G::Move) -> Leaf {
        self.leaf(game, &game.after(state, mv))
    }

    /// Pushes the leaf after each of `moves` onto `leaves`. Override it for speed, if all children can be evaluated from
    /// their parent.
    fn children(&self, game: &G, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) {
        if self.prefers_batches() {
            return children_in_calls(self, game, (state, moves), usize::MAX, leaves);
        }
        leaves.extend(moves.iter().map(|&mv| self.leaf_after(game, state, mv)));
    }

    /// The best leaf after `moves` for the player to move, Max or Min. Override it for speed, if children can be compared
    /// without a [`Leaf`] for each. `room` is scratch space.
    #[inline]
    fn best_child(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        is_max: bool,
        room: &mut Vec<Leaf>,
    ) -> BestLeaf {
        room.clear();
        self.children(game, state, moves, room);
        BestLeaf::among(room, is_max)
    }

    /// Adds what the evaluator says of each of `states` to `estimates`; none of them is over. Override it to evaluate batches,
    /// as neural nets do, and to give priors with the values.
    fn states(&self, game: &G, states: &[G::State], estimates: &mut Estimates) {
        estimates.values.extend(states.iter().map(|state| self.evaluate(game, state)));
    }

    /// Whether many states in one call of [`Evaluator::states`] take much less time than one after the other, as with a neural
    /// net. All children of a state are then valued in one call, and searches with a batch fill it.
    fn prefers_batches(&self) -> bool {
        false
    }

    /// The difference in value that makes a move e times as likely in the priors; `None` makes all moves equally likely.
    fn temperature(&self) -> Option<f64> {
        None
    }

    /// Pushes the prior of each of `moves`, the probability that it is played, onto `priors`. The default is a softmax of the
    /// children's values if there is a [temperature](Evaluator::temperature), else the uniform distribution.
    fn priors(&self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f64>) {
        let Some(temperature) = self.temperature() else {
            priors.extend(std::iter::repeat_n(equal_share(moves.len()), moves.len()));
            return;
        };
        let mut leaves = Vec::with_capacity(moves.len());
        self.children(game, state, moves, &mut leaves);
        softmax(&leaves, game.turn(state), temperature, priors);
    }

    /// Whether a value is Max's probability of winning, mapped linearly from 0 to 1 onto the range. Its log-odds are then
    /// meaningful.
    fn is_chance(&self) -> bool {
        false
    }

    /// Whether mirror images have equal values, so that a search may treat them as one position if the game declares a
    /// mirror.
    fn is_symmetric(&self) -> bool {
        false
    }
}

/// Pushes the leaf after each of the moves of a state, with a call for every `most` of them that are not over.
pub(crate) fn children_in_calls<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    (state, moves): (&G::State, &[G::Move]),
    most: usize,
    leaves: &mut Vec<Leaf>,
) {
    let (states, turns) = states_after(game, state, moves);
    let mut estimates = Estimates::default();
    states.chunks(most).for_each(|states| evaluator.states(game, states, &mut estimates));
    join(turns, estimates.values, &|payoff| evaluator.payoff(game, payoff), leaves);
}

/// The states after `moves` in which the game is not over, and whose turn it is after each of the moves.
fn states_after<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> (Vec<G::State>, Vec<Turn>) {
    let mut states: Vec<G::State> = moves.iter().map(|&mv| game.after(state, mv)).collect();
    let turns: Vec<Turn> = states.iter().map(|state| game.turn(state)).collect();
    let mut turn = turns.iter();
    states.retain(|_| !turn.next().is_some_and(|turn| turn.is_over()));
    (states, turns)
}

/// Pushes the leaf for each of the turns: the payoff where the game is over, else the next of the values.
fn join(turns: Vec<Turn>, values: Vec<f64>, payoff: &dyn Fn(f64) -> f64, leaves: &mut Vec<Leaf>) {
    let mut values = values.into_iter();
    leaves.extend(turns.into_iter().map(|turn| match turn {
        Turn::Over(paid) => Leaf { value: payoff(paid), turn },
        _ => Leaf { value: values.next().expect("a value for each state"), turn },
    }));
}

/// Pushes the softmax of the children's values, seen by the player to move.
fn softmax(leaves: &[Leaf], turn: Turn, temperature: f64, priors: &mut Vec<f64>) {
    let sign = if turn == Turn::Min { -1.0 } else { 1.0 };
    let best = leaves.iter().map(|leaf| sign * leaf.value).fold(f64::NEG_INFINITY, f64::max);
    let weight = |leaf: &Leaf| ((sign * leaf.value - best) / temperature).exp();
    let sum: f64 = leaves.iter().map(weight).sum();
    priors.extend(leaves.iter().map(|leaf| weight(leaf) / sum));
}

/// An evaluator behind a pointer, usually `Arc<dyn Evaluator<G>>`. All evaluators of a game are then one type, and the searches
/// are compiled once for all of them. The price is an indirect call for every position or set of siblings.
impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Arc<E> {
    fn range(&self) -> Range {
        (**self).range()
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        (**self).evaluate(game, state)
    }

    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        (**self).payoff(game, payoff)
    }

    fn leaf(&self, game: &G, state: &G::State) -> Leaf {
        (**self).leaf(game, state)
    }

    fn leaf_after(&self, game: &G, state: &G::State, mv: G::Move) -> Leaf {
        (**self).leaf_after(game, state, mv)
    }

    fn children(&self, game: &G, state: &G::State, moves: &[G::Move], leaves: &mut Vec<Leaf>) {
        (**self).children(game, state, moves, leaves);
    }

    fn best_child(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        is_max: bool,
        room: &mut Vec<Leaf>,
    ) -> BestLeaf {
        (**self).best_child(game, state, moves, is_max, room)
    }

    fn states(&self, game: &G, states: &[G::State], estimates: &mut Estimates) {
        (**self).states(game, states, estimates);
    }

    fn prefers_batches(&self) -> bool {
        (**self).prefers_batches()
    }

    fn temperature(&self) -> Option<f64> {
        (**self).temperature()
    }

    fn priors(&self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f64>) {
        (**self).priors(game, state, moves, priors);
    }

    fn is_chance(&self) -> bool {
        (**self).is_chance()
    }

    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }
}

/// A constant evaluator: every state that is not over is worth the midpoint of the payoff range.
///
/// With it a search learns from finished games only, which is what exact play on small games needs.
#[derive(Clone, Copy, Debug)]
pub struct Neutral {
    range: Range,
}

impl Neutral {
    /// The neutral evaluator of `game`.
    pub fn new<G: Game>(game: &G) -> Self {
        let payoffs = game.payoffs();
        // The midpoint of the payoffs may lie halfway between two of them.
        Neutral { range: Range { step: payoffs.step.map(|step| step / 2.0), ..payoffs } }
    }
}

impl<G: Game> Evaluator<G> for Neutral {
    fn range(&self) -> Range {
        self.range
    }

    fn evaluate(&self, _game: &G, _state: &G::State) -> f64 {
        self.range.middle()
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
