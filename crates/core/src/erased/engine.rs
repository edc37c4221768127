//! [`Position`] and [`Engine`] for a typed game.

use super::slices::Run;
use super::{Engine, Position, Slices};
use crate::budget::Budget;
use crate::error::Error;
use crate::game::{Game, Keyed, Notation, Turn};
use crate::insight::Insight;
use crate::meter::Meter;
use crate::parse_error::ParseError;
use crate::perft::perft;
use crate::report::{Report, Stop};
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
    /// The search, or its run in slices. None only while one of them is turned into the other.
    work: Option<Work<G>>,
    own: Budget,
    names_depth: bool,
}

/// What a player does.
enum Work<G: Game> {
    Nothing(Box<dyn Search<G>>),
    Slices(Run<G>),
}

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
    let work = Some(Work::Nothing(built));
    Ok(Box::new(SearchEngine { position, work, own, names_depth: catalogue::names_depth(search) }))
}

impl<G: Keyed + Notation + Clone + 'static> SearchEngine<G> {
    /// The search. A run in slices is over then.
    fn search(&mut self) -> &mut dyn Search<G> {
        self.work = self.work.take().map(|work| match work {
            Work::Slices(run) => Work::Nothing(run.into_search()),
            idle => idle,
        });
        match &mut self.work {
            Some(Work::Nothing(search)) => search.as_mut(),
            _ => unreachable!("a run is over"),
        }
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
}

impl<G: Keyed + Notation + Clone + 'static> Slices for SearchEngine<G> {
    fn begin(&mut self, budget: &Budget) {
        self.search();
        self.work = self.work.take().map(|work| match work {
            Work::Nothing(search) => Work::Slices(Run::begin(search, budget)),
            run => run,
        });
    }

    fn work(&mut self, evals: u64) -> Option<Stop> {
        match self.work.take() {
            Some(Work::Slices(run)) => {
                let run = run.work(evals);
                let stop = run.stopped();
                self.work = Some(Work::Slices(run));
                stop
            }
            idle => {
                self.work = idle;
                Some(Stop::Cancelled)
            }
        }
    }

    fn cancel(&mut self) {
        self.work = self.work.take().map(|work| match work {
            Work::Slices(run) => Work::Slices(run.cancel()),
            idle => idle,
        });
    }

    fn report(&self) -> Report<String> {
        self.texts(match &self.work {
            Some(Work::Slices(run)) => run.report(&self.position),
            Some(Work::Nothing(search)) => search.report(&Meter::new(&Budget::unlimited())),
            None => unreachable!("a player has a search"),
        })
    }
}
