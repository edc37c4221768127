//! [`Position`] and [`Engine`] for a typed game.

use super::slices::Run;
use super::{Engine, Position, Slices};
use crate::budget::Budget;
use crate::error::Error;
use crate::game::{Game, Keyed, Notation, Turn};
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::perft::perft;
use crate::report::{Report, Stop};
use crate::search::tree_view::{self, Detail, NextTip, TreeNode, TreeView};
use crate::search::{Search, catalogue};
use crate::spec::Spec;

/// A state together with its rules.
#[derive(Clone)]
pub(super) struct TypedPosition<G: Game> {
    pub(super) game: G,
    pub(super) state: G::State,
}

impl<G: Game> TypedPosition<G> {
    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        moves
    }
}

impl<G: Insight + Notation + Clone + 'static> Position for TypedPosition<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        TypedPosition::moves(self).into_iter().map(|mv| self.game.move_text(&self.state, mv)).collect()
    }

    fn chances(&self) -> Vec<f64> {
        let mut chances = Vec::new();
        if self.game.turn(&self.state) == Turn::Chance {
            self.game.chances(&self.state, &TypedPosition::moves(self), &mut chances);
        }
        chances
    }

    fn play(&mut self, mv: &str) -> Result<(), ParseError> {
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

struct SearchEngine<G: Game> {
    position: TypedPosition<G>,
    /// The search. `None` only while it is moved from one kind of run to another.
    run: Option<Run<G>>,
    own: Budget,
    names_depth: bool,
}

const HAS_SEARCH: &str = "a player has a search";

/// A player of `game` at the start position, with the search that `build` builds for `search`.
///
/// # Errors
/// If `build` refuses the search, or its own budget cannot be read.
pub fn engine<G: Keyed + Notation + Clone + 'static>(
    search: &Spec,
    game: G,
    build: impl FnOnce(G) -> Result<Box<dyn Search<G>>, Error>,
) -> Result<Box<dyn Engine>, Error> {
    let (built, own) = (build(game.clone())?, catalogue::own_budget(search)?);
    let position = TypedPosition { state: game.start(), game };
    let run = Some(Run::Idle(built));
    Ok(Box::new(SearchEngine { position, run, own, names_depth: catalogue::names_depth(search) }))
}

impl<G: Keyed + Notation + Clone + 'static> SearchEngine<G> {
    /// The search. A run in slices is over then.
    fn search(&mut self) -> &mut dyn Search<G> {
        let search = self.run.take().expect(HAS_SEARCH).into_search();
        match self.run.insert(Run::Idle(search)) {
            Run::Idle(search) => search.as_mut(),
            _ => unreachable!("just made idle"),
        }
    }

    /// The tree of the search, if it keeps one.
    fn view(&self, detail: Detail) -> Option<Box<dyn TreeView<G> + '_>> {
        self.run.as_ref().and_then(Run::search).and_then(|search| search.tree_view(detail))
    }

    /// The report with moves as texts.
    fn texts(&self, report: Report<G::Move>) -> Report<String> {
        let TypedPosition { game, state } = &self.position;
        let line = |line: Vec<G::Move>| {
            let mut state = state.clone();
            let step = |mv| {
                let text = game.move_text(&state, mv);
                game.play(&mut state, mv);
                text
            };
            line.into_iter().map(step).collect()
        };
        report.map(|mv| game.move_text(state, mv), line)
    }
}

impl<G: Keyed + Notation + Clone + 'static> Engine for SearchEngine<G> {
    fn start(&mut self, position: &str) -> Result<(), ParseError> {
        self.position.state = self.position.game.parse_position(position)?;
        let state = self.position.state.clone();
        self.search().start(state);
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), ParseError> {
        let mv = self.position.game.parse_move(&self.position.state, mv)?;
        self.position.game.play(&mut self.position.state, mv);
        self.search().advance(mv);
        Ok(())
    }

    fn budget(&self, common: &Budget) -> Budget {
        let gives_way = common.is_usual && self.names_depth;
        let common = if gives_way { &common.without_limits() } else { common };
        common.overridden_by(&self.own)
    }

    fn run(&mut self, budget: &Budget) -> Report<String> {
        let report = self.search().run(budget);
        self.texts(report)
    }

    fn slices(&mut self) -> Option<&mut dyn Slices> {
        Some(self)
    }

    fn tree(
        &self,
        path: &[String],
        most: usize,
        detail: Detail,
    ) -> Result<Option<TreeNode<String>>, ParseError> {
        let TypedPosition { game, state } = &self.position;
        let mut state = state.clone();
        let mut moves = Vec::new();
        for text in path {
            let mv = game.parse_move(&state, text)?;
            game.play(&mut state, mv);
            moves.push(mv);
        }
        let name = |state: &G::State, mv| game.move_text(state, mv);
        Ok(self.view(detail).and_then(|view| tree_view::read(view.as_ref(), &moves, most, name)))
    }

    fn next_tip(&self) -> Option<NextTip<String>> {
        let name = |state: &G::State, mv| self.position.game.move_text(state, mv);
        tree_view::next_tip(self.view(Detail::Stored)?.as_ref(), name)
    }
}

impl<G: Keyed + Notation + Clone + 'static> Slices for SearchEngine<G> {
    fn begin(&mut self, budget: &Budget) {
        let run = self.run.take().expect(HAS_SEARCH);
        self.run = Some(Run::begin(run.into_search(), budget));
    }

    fn work(&mut self, evals: u64) -> Option<Stop> {
        let run = self.run.take().expect(HAS_SEARCH);
        self.run.insert(run.work(evals)).stopped()
    }

    fn cancel(&mut self) {
        self.run = self.run.take().map(Run::cancel);
    }

    fn report(&self) -> Report<String> {
        let run = self.run.as_ref().expect(HAS_SEARCH);
        self.texts(run.report(&self.position))
    }
}
