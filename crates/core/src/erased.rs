//! Games and searches behind texts, their types hidden: what a command line, a match, a server or Python works with.
//!
//! Moves and positions cross this border as the game's own notation, so that a player may also be a program outside.
//!
//! [`Named`] puts a game behind [`Rules`]. The game needs a [`Notation`] besides [`Insight`]:
//!
//! ```
//! use tiptree::erased::{Named, Rules};
//! use tiptree::{Budget, Game, Insight, Keyed, Misread, Neutral, Notation, Turn};
//!
//! /// Take one or two from ten; the player who takes the last one wins.
//! #[derive(Clone, Copy)]
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = (u8, bool); // what is left, whether Max is to move
//!     type Move = u8;
//!     fn start(&self) -> (u8, bool) {
//!         (10, true)
//!     }
//!     fn turn(&self, &(left, is_max): &(u8, bool)) -> Turn {
//!         match (left, is_max) {
//!             (0, _) => Turn::Over(if is_max { -1.0 } else { 1.0 }),
//!             (_, true) => Turn::Max,
//!             (_, false) => Turn::Min,
//!         }
//!     }
//!     fn moves(&self, &(left, _): &(u8, bool), moves: &mut Vec<u8>) {
//!         moves.extend(1..=left.min(2));
//!     }
//!     fn play(&self, state: &mut (u8, bool), taken: u8) {
//!         *state = (state.0 - taken, !state.1);
//!     }
//!     fn has_chance(&self) -> bool {
//!         false
//!     }
//! }
//!
//! impl Keyed for Heap {
//!     fn key(&self, &(left, is_max): &(u8, bool)) -> u64 {
//!         u64::from(left) << 1 | u64::from(is_max)
//!     }
//! }
//!
//! impl Insight for Heap {}
//!
//! impl Notation for Heap {
//!     fn move_text(&self, _: &(u8, bool), taken: u8) -> String {
//!         taken.to_string()
//!     }
//!     fn position_text(&self, &(left, is_max): &(u8, bool)) -> String {
//!         format!("{left}{}", if is_max { '+' } else { '-' }) // such as 7-
//!     }
//!     fn parse_position(&self, text: &str) -> Result<(u8, bool), Misread> {
//!         let states = (0..=10).flat_map(|left| [(left, true), (left, false)]);
//!         let found = states.into_iter().find(|state| self.position_text(state) == text);
//!         let misread = || Misread::new("position", text, "stones and who moves, such as 7+ or 7-");
//!         if text.is_empty() { Ok(self.start()) } else { found.ok_or_else(misread) }
//!     }
//! }
//!
//! let rules: Box<dyn Rules> = Box::new(Named::new("heap".parse()?, Heap, Neutral::new(&Heap)));
//! assert_eq!(rules.position("7-")?.moves(), ["1", "2"]);
//!
//! let mut player = rules.engine(&"mm-fast".parse()?, 1)?;
//! player.start("7-")?;
//! assert_eq!(player.run(&Budget::moves(1000)).best.as_deref(), Some("1")); // leaves a multiple of 3
//! player.play("1")?;
//! assert!(player.play("3").is_err(), "not a legal move");
//! # Ok::<(), Misread>(())
//! ```

use crate::budget::Budget;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed, Notation, Range, Turn};
use crate::insight::Insight;
use crate::misread::Misread;
use crate::noise::{Noise, Noisy};
use crate::perft::perft;
use crate::report::Report;
use crate::search::{Search, catalogue};
use crate::solver::{Searching, Solver};
use crate::spec::Spec;
use std::sync::Arc;

/// A game known by its name: it reads positions and builds players.
pub trait Rules: Send + Sync {
    /// The name with its parameters.
    fn spec(&self) -> &Spec;

    /// The least and the greatest payoff to Max.
    fn payoffs(&self) -> Range;

    /// The start that a seed deals; the one start there is, where the board is not set up at random.
    fn deal(&self, seed: u64) -> Box<dyn Position>;

    /// Whether the board is set up at random, so that every seed gives a game of its own.
    fn is_dealt(&self) -> bool;

    /// The position that `text` describes; the empty text is the start.
    ///
    /// # Errors
    /// If the text describes no position of this game.
    fn position(&self, text: &str) -> Result<Box<dyn Position>, Misread>;

    /// A player that searches with `search`, at the start position. The seed decides whatever is left to chance.
    ///
    /// # Errors
    /// If the search does not exist or does not take the parameters given.
    fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Misread>;

    /// The search to take where none is named.
    fn usual_search(&self) -> Spec;

    /// A solver of this game.
    fn solver(&self) -> Box<dyn Solver>;

    /// The same game seen with noise, where it can be; nowhere unless said otherwise.
    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        let _ = noise;
        None
    }
}

/// A position of some game.
pub trait Position: Send {
    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;

    /// The legal moves or the outcomes of a roll, in the game's order.
    fn moves(&self) -> Vec<String>;

    /// The probabilities of the outcomes, where it is chance's turn.
    fn chances(&self) -> Vec<f64>;

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal here.
    fn play(&mut self, mv: &str) -> Result<(), Misread>;

    /// The position's text.
    fn text(&self) -> String;

    /// A drawing for people.
    fn draw(&self) -> String;

    /// The position's key: equal for equal positions.
    fn key(&self) -> u64;

    /// A key that the position shares with its mirror images, where the game declares a mirror.
    fn folded_key(&self) -> u64 {
        self.key()
    }

    /// The number of lines of play of `depth` decisions; a roll with the play behind it counts as one.
    fn perft(&self, depth: u32) -> u64;

    /// Another position like this.
    fn duplicate(&self) -> Box<dyn Position>;
}

/// A player: it is told the position and the moves played, and searches when asked.
pub trait Engine: Send {
    /// Begins at a position, forgetting everything.
    ///
    /// # Errors
    /// If the text describes no position of this game.
    fn start(&mut self, position: &str) -> Result<(), Misread>;

    /// Takes note of a move played by either side.
    ///
    /// # Errors
    /// If the move is not legal here.
    fn play(&mut self, mv: &str) -> Result<(), Misread>;

    /// The budget that a common one becomes for this player: its own, where its parameters set one. Where they name a
    /// depth to search to, a common budget that nobody asked for gives way: see [`Budget::is_usual`].
    fn budget(&self, common: &Budget) -> Budget;

    /// Searches within `budget`, taken as it is.
    fn run(&mut self, budget: &Budget) -> Report<String>;
}

/// Makes the solver of a game that has one of its own.
pub type MakeSolver<G> = fn(&G) -> Box<dyn Solver>;

/// Makes the search that a text names, for a game and an evaluator, its chance decided by a seed.
pub type MakeSearch<G, E> = fn(&Spec, G, E, u64) -> Result<Box<dyn Search<G>>, Misread>;

/// Makes the same game seen with noise.
type MakeNoisy<G, E> = fn(&Named<G, E>, Noise) -> Box<dyn Rules>;

/// A game with one of its evaluators, under its name.
#[derive(Clone)]
pub struct Named<G, E> {
    spec: Spec,
    game: G,
    evaluator: E,
    search: MakeSearch<G, E>,
    solver: Option<MakeSolver<G>>,
    apart: Option<Apart>,
    noisy: Option<MakeNoisy<G, E>>,
}

/// Searches by name, and the rules that build their players.
#[derive(Clone)]
struct Apart {
    searches: &'static [&'static str],
    rules: Arc<dyn Rules>,
}

impl<G: Insight + Clone + 'static, E: Evaluator<G> + Clone + 'static> Named<G, E> {
    /// Gives `game`, seen by `evaluator`, the name `spec`.
    pub fn new(spec: Spec, game: G, evaluator: E) -> Self {
        Named::searched_by(catalogue::build, spec, game, evaluator)
    }

    /// The same with fewer searches than there are, such as [`catalogue::build_walk`] makes.
    pub fn searched_by(search: MakeSearch<G, E>, spec: Spec, game: G, evaluator: E) -> Self {
        Named { spec, game, evaluator, search, solver: None, apart: None, noisy: None }
    }

    /// The same with a solver of the game's own, in place of a search that knows nothing but the rules.
    #[must_use]
    pub fn solved_by(self, solver: MakeSolver<G>) -> Self {
        Named { solver: Some(solver), ..self }
    }

    /// The same with the players of some searches built by `rules`: the same game with the same values in other types, in
    /// which these searches are faster.
    #[must_use]
    pub fn with_apart(self, searches: &'static [&'static str], rules: Box<dyn Rules>) -> Self {
        Named { apart: Some(Apart { searches, rules: rules.into() }), ..self }
    }
}

impl<G, E> Named<G, E>
where
    G: Insight + Notation + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    /// The same, that may be seen with noise. Noisy evaluators are all behind a pointer, as in [`Named::shared`].
    #[must_use]
    pub fn with_noise(self) -> Self {
        let noisy: MakeNoisy<G, E> = |named, noise| {
            let noisy = Noisy::new(&named.game, named.evaluator.clone(), noise);
            let evaluator: Arc<dyn Evaluator<G>> = Arc::new(noisy);
            let shared = Named::new(named.spec.clone(), named.game.clone(), evaluator);
            Box::new(Named { solver: named.solver, ..shared })
        };
        Named { noisy: Some(noisy), ..self }
    }
}

impl<G> Named<G, Arc<dyn Evaluator<G>>>
where
    G: Insight + Notation + Clone + 'static,
{
    /// Gives `game`, seen by any of its evaluators, the name `spec`.
    ///
    /// Every search is compiled for every type of evaluator that a game is named with. Behind a pointer they are all one
    /// type: right for all but the pairs of game and evaluator whose speed is measured.
    pub fn shared(spec: Spec, game: G, evaluator: impl Evaluator<G> + 'static) -> Box<dyn Rules> {
        Box::new(Named::new(spec, game, Arc::new(evaluator) as Arc<dyn Evaluator<G>>).with_noise())
    }
}

impl<G, E> Rules for Named<G, E>
where
    G: Insight + Notation + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn payoffs(&self) -> Range {
        self.game.payoffs()
    }

    fn deal(&self, seed: u64) -> Box<dyn Position> {
        Box::new(Seat { game: self.game.clone(), state: self.game.deal(seed) })
    }

    fn is_dealt(&self) -> bool {
        self.game.is_dealt()
    }

    fn usual_search(&self) -> Spec {
        catalogue::usual(&self.game)
    }

    fn position(&self, text: &str) -> Result<Box<dyn Position>, Misread> {
        let state = self.game.parse_position(text)?;
        Ok(Box::new(Seat { game: self.game.clone(), state }))
    }

    fn engine(&self, search: &Spec, seed: u64) -> Result<Box<dyn Engine>, Misread> {
        if let Some(Apart { rules, .. }) =
            self.apart.as_ref().filter(|apart| apart.searches.contains(&search.name.as_str()))
        {
            return rules.engine(search, seed);
        }
        let search_spec = search;
        let search = (self.search)(search_spec, self.game.clone(), self.evaluator.clone(), seed)?;
        let seat = Seat { game: self.game.clone(), state: self.game.start() };
        let (own, names_depth) = (catalogue::own_budget(search_spec)?, catalogue::names_depth(search_spec));
        Ok(Box::new(Player { seat, search, own, names_depth }))
    }

    fn solver(&self) -> Box<dyn Solver> {
        match self.solver {
            Some(solver) => solver(&self.game),
            None => Box::new(Searching::new(self.game.clone())),
        }
    }

    fn noisy(&self, noise: Noise) -> Option<Box<dyn Rules>> {
        self.noisy.map(|noisy| noisy(self, noise))
    }
}

/// A state together with its rules.
#[derive(Clone)]
struct Seat<G: Game> {
    game: G,
    state: G::State,
}

impl<G: Game> Seat<G> {
    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        moves
    }
}

impl<G: Insight + Notation + Clone + 'static> Position for Seat<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        Seat::moves(self).into_iter().map(|mv| self.game.move_text(&self.state, mv)).collect()
    }

    fn chances(&self) -> Vec<f64> {
        let mut chances = Vec::new();
        if self.game.turn(&self.state) == Turn::Chance {
            self.game.chances(&self.state, &Seat::moves(self), &mut chances);
        }
        chances
    }

    fn play(&mut self, mv: &str) -> Result<(), Misread> {
        let mv = self.game.parse_move(&self.state, mv)?;
        self.game.play(&mut self.state, mv);
        Ok(())
    }

    fn text(&self) -> String {
        self.game.position_text(&self.state)
    }

    fn draw(&self) -> String {
        self.game.draw(&self.state)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }

    fn folded_key(&self) -> u64 {
        self.game.folded_key(&self.state).0
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, &self.state, depth)
    }

    fn duplicate(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

struct Player<G: Game> {
    seat: Seat<G>,
    search: Box<dyn Search<G>>,
    own: Budget,
    names_depth: bool,
}

impl<G: Keyed + Notation + Clone + 'static> Engine for Player<G> {
    fn start(&mut self, position: &str) -> Result<(), Misread> {
        self.seat.state = self.seat.game.parse_position(position)?;
        self.search.start(self.seat.state.clone());
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), Misread> {
        let mv = self.seat.game.parse_move(&self.seat.state, mv)?;
        self.seat.game.play(&mut self.seat.state, mv);
        self.search.advance(mv);
        Ok(())
    }

    fn budget(&self, common: &Budget) -> Budget {
        let gives_way = common.is_usual && self.names_depth;
        let common = if gives_way { &common.without_limits() } else { common };
        common.overridden_by(&self.own)
    }

    fn run(&mut self, budget: &Budget) -> Report<String> {
        let Seat { game, state } = &self.seat;
        self.search.run(budget).map(
            |mv| game.move_text(state, mv),
            |line| {
                let mut state = state.clone();
                let step = |mv| {
                    let text = game.move_text(&state, mv);
                    game.play(&mut state, mv);
                    text
                };
                line.into_iter().map(step).collect()
            },
        )
    }
}
