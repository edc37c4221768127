//! The state of an engine that serves a host: its options, the current position, and the search.

use super::cfour;
use super::info::{self, Finding};
use super::search_moves::Restricted;
use super::watch::News;
use tiptree::erased::{Engine, Position, Rules};
use tiptree::{Budget, Error, ParseError, Progress, Registry, Report, Spec, Turn};

/// The settings of an engine; all but the game can be changed later.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub game: Spec,
    /// The search.
    pub search: Spec,
    /// The budget of a move if the host gives none.
    pub budget: Budget,
    /// The evaluator if the search does not name one; `None` means the game's first.
    pub evaluator: Option<String>,
    /// The seed of the board, if it is set up at random, and of whatever the search does at random.
    pub seed: u64,
}

impl Setup {
    /// The game with the evaluator of the search.
    fn rules(&self, registry: &Registry) -> Result<Box<dyn Rules>, ParseError> {
        registry.rules(&self.game, self.search.get("eval").or(self.evaluator.as_deref()))
    }

    /// The evaluators that a host may choose from, the chosen one among them. One that needs a parameter, such as a file, has to
    /// be typed.
    fn evaluators<'a>(&'a self, registry: &'a Registry) -> Vec<&'a str> {
        let known = registry.game(&self.game.name).into_iter().flat_map(|entry| &entry.evaluators);
        let complete = known.filter(|valuation| !valuation.needs_parameters());
        let mut names: Vec<&str> = complete.map(|valuation| &*valuation.name).collect();
        names.extend(self.evaluator.as_deref().filter(|chosen| !names.contains(chosen)));
        names
    }
}

/// The start of a game and the moves played since, in our notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    start: String,
    moves: Vec<String>,
}

/// The most megabytes that the option `Hash` takes.
const MOST_MEGABYTES: u64 = 1 << 20;

/// A search to be run.
pub(super) struct Task {
    /// The search, at the current position. It must be returned with [`Seat::bring_back`].
    pub(super) engine: Box<dyn Engine>,
    /// What it may spend.
    pub(super) budget: Budget,
    /// Whether it is restricted to some of the root moves.
    pub(super) is_restricted: bool,
}

/// The state of an engine that serves a host.
pub struct Seat {
    registry: Registry,
    setup: Setup,
    rules: Box<dyn Rules>,
    /// Whether the host writes Connect-Four in the `cfour` notation.
    is_cfour: bool,
    /// The memory limit of tree or table in megabytes, unless a budget names its own.
    megabytes: u64,
    /// Whether the host ponders, so that the expected reply is sent with the move.
    ponders: bool,
    /// The last position command of the host, as it was written.
    asked: (Option<String>, Vec<String>),
    line: Line,
    /// The current position, or why there is none.
    position: Result<Box<dyn Position>, ParseError>,
    /// The search, and the line of play that it has been told.
    engine: Option<(Box<dyn Engine>, Line)>,
    /// Whether that line has been searched.
    has_searched: bool,
}

impl Seat {
    /// An engine at the start of a game of the registry.
    ///
    /// # Errors
    /// If the setup names something that does not exist.
    pub fn new(registry: &Registry, setup: Setup) -> Result<Self, Error> {
        let rules = setup.rules(registry)?;
        Seat::at(registry, rules, setup)
    }

    /// An engine at the start of the game with these rules.
    pub(super) fn at(registry: &Registry, rules: Box<dyn Rules>, setup: Setup) -> Result<Self, Error> {
        let engine = rules.engine(&setup.search, setup.seed)?;
        let position = rules.deal(setup.seed);
        let line = Line { start: position.text(), moves: Vec::new() };
        let engine = begin(engine, &line)?;
        Ok(Seat {
            registry: registry.clone(),
            setup,
            rules,
            is_cfour: false,
            megabytes: 1024,
            ponders: false,
            asked: (None, Vec::new()),
            line,
            position: Ok(position),
            engine: Some(engine),
            has_searched: false,
        })
    }

    /// The options as `option` lines; `is_uci` adds those that only UCI has.
    pub(super) fn options(&self, is_uci: bool) -> Vec<String> {
        let Setup { search, budget, seed, game, .. } = &self.setup;
        let evaluators = self.setup.evaluators(&self.registry);
        let evaluator = self.setup.evaluator.as_deref().unwrap_or(evaluators[0]);
        let budget = if budget.is_unlimited() { "<empty>".into() } else { budget.to_string() };
        let mut options = vec![
            format!("Search type string default {search}"),
            format!("Budget type string default {budget}"),
            format!("Eval type combo default {evaluator} var {}", evaluators.join(" var ")),
            // A seed has 64 bits, more than hosts can read from a spin option.
            format!("Seed type string default {seed}"),
            format!("Hash type spin default {} min 1 max {MOST_MEGABYTES}", self.megabytes),
            format!("Ponder type check default {}", self.ponders),
        ];
        if is_uci && cfour::is_cfour(game) {
            let (option, variant) = (cfour::OPTION, cfour::VARIANT);
            options.push(format!("{option} type combo default connect4 var connect4 var {variant}"));
        }
        options.into_iter().map(|option| format!("option name {option}")).collect()
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let names = ["Search", "Budget", "Eval", "Seed", "Hash", "Ponder", cfour::OPTION];
        let known = names.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        let mut setup = self.setup.clone();
        match known {
            Some("Search") => setup.search = value.parse()?,
            Some("Budget") if ["", "<empty>"].contains(&value) => setup.budget = Budget::unlimited(),
            Some("Budget") => setup.budget = value.parse()?,
            Some("Eval") => setup.evaluator = Some(value.to_owned()),
            Some("Seed") => {
                let parse_error = |_| ParseError::new("option Seed", value, "a whole number, 0 or more");
                setup.seed = value.parse().map_err(parse_error)?;
            }
            Some("Hash") => {
                let expected = format!("a number of megabytes, 1 to {MOST_MEGABYTES}");
                let read = value.parse().ok().filter(|megabytes| (1..=MOST_MEGABYTES).contains(megabytes));
                self.megabytes = read.ok_or_else(|| ParseError::new("option Hash", value, expected))?;
                // A new search, because a table that was made smaller does not grow again.
                self.engine = None;
                return Ok(());
            }
            Some("Ponder") => {
                let parse_error = |_| ParseError::new("option Ponder", value, "true or false");
                self.ponders = value.parse().map_err(parse_error)?;
                return Ok(());
            }
            Some(_) => {
                self.is_cfour = value == cfour::VARIANT && cfour::is_cfour(&setup.game);
                return Ok(());
            }
            None => return Err(ParseError::unknown("option", name, names).into()),
        }
        // The search is built here, so that its errors are reported now; a refused option changes nothing.
        let rules = setup.rules(&self.registry)?;
        let engine = rules.engine(&setup.search, setup.seed)?;
        (self.rules, self.setup) = (rules, setup);
        self.engine = Some(begin(engine, &self.line)?);
        self.has_searched = false;
        let (text, moves) = std::mem::take(&mut self.asked);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        Ok(self.place(text.as_deref(), &moves)?)
    }

    /// Resets the search, so that no game depends on an earlier one.
    pub(super) fn forget(&mut self) -> Result<(), Error> {
        let engine = self.rules.engine(&self.setup.search, self.setup.seed)?;
        self.engine = Some(begin(engine, &self.line)?);
        self.has_searched = false;
        Ok(())
    }

    /// Sets the position: the start or a text, then the moves from there.
    pub(super) fn place(&mut self, text: Option<&str>, moves: &[&str]) -> Result<(), ParseError> {
        self.asked = (text.map(str::to_owned), moves.iter().map(|&mv| mv.to_owned()).collect());
        self.position = self.read(text, moves).map(|(position, line)| {
            self.line = line;
            position
        });
        self.position.as_ref().map(|_| ()).map_err(ParseError::clone)
    }

    fn read(&self, text: Option<&str>, moves: &[&str]) -> Result<(Box<dyn Position>, Line), ParseError> {
        let mut position = match text {
            None => self.rules.deal(self.setup.seed),
            Some(text) => self.rules.position(text)?,
        };
        let mut line = Line { start: text.map_or_else(|| position.text(), str::to_owned), moves: Vec::new() };
        if self.is_cfour {
            line.start = position.text();
        }
        for &mv in moves {
            let own = if self.is_cfour { cfour::column(mv).unwrap_or(mv.into()) } else { mv.to_owned() };
            position.play(&own)?;
            line.moves.push(own);
            let drop = if self.is_cfour { self.drops(&line, &[]).pop() } else { None };
            if drop.is_some_and(|drop| !drop.eq_ignore_ascii_case(mv)) {
                return Err(ParseError::new("move", mv, "a drop onto the lowest empty cell of its column"));
            }
        }
        Ok((position, line))
    }

    /// The moves of a line, its start included, and the moves `next` after it, all as drops.
    fn drops(&self, line: &Line, next: &[String]) -> Vec<String> {
        debug_assert!(self.is_cfour);
        cfour::drops(&format!("{}{}{}", line.start, line.moves.concat(), next.concat()))
    }

    /// Moves from the current position on, in the host's notation.
    pub(super) fn for_host(&self, moves: &[String]) -> Vec<String> {
        if !self.is_cfour {
            return moves.to_vec();
        }
        let mut drops = self.drops(&self.line, moves);
        drops.split_off(drops.len() - moves.len())
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Result<Turn, ParseError> {
        self.position.as_ref().map(|position| position.turn()).map_err(ParseError::clone)
    }

    /// The player who moves first at the start: Max, unless it is Min's turn there.
    pub(super) fn first(&self) -> Turn {
        match self.rules.deal(self.setup.seed).turn() {
            Turn::Min => Turn::Min,
            _ => Turn::Max,
        }
    }

    /// The answer to a `query` about the position. Player 1 is the one who moves first at the start.
    pub(super) fn query(&self, question: &str) -> Result<String, ParseError> {
        let (turn, first) = (self.turn()?, self.first());
        let middle = self.rules.payoffs().middle();
        Ok(match (question, turn) {
            ("gameover", turn) => turn.is_over().to_string(),
            ("p1turn", turn) => (turn == first).to_string(),
            ("result", Turn::Over(payoff)) if payoff == middle => "draw".into(),
            ("result", Turn::Over(payoff)) => {
                let has_first_won = (payoff > middle) == (first == Turn::Max);
                (if has_first_won { "p1win" } else { "p2win" }).into()
            }
            ("result", _) => "none".into(),
            _ => return Err(ParseError::unknown("query", question, ["gameover", "p1turn", "result"])),
        })
    }

    /// The search for a move among `only`, or among all if it is empty, with its budget.
    pub(super) fn search(&mut self, asked: Option<Budget>, only: &[(String, usize)]) -> Result<Task, Error> {
        let is_restricted = !only.is_empty();
        let engine = if is_restricted { self.restricted(only)? } else { self.engine()? };
        let mut budget = engine.budget(&asked.unwrap_or_else(|| self.setup.budget.clone()));
        // A search without a memory limit must not take the whole machine.
        budget.memory.get_or_insert(self.megabytes << 20);
        Ok(Task { engine, budget, is_restricted })
    }

    /// The search, at the current position.
    fn engine(&mut self) -> Result<Box<dyn Engine>, Error> {
        // Asked for the same position again, it starts afresh, so that the same question has the same answer.
        let (mut engine, known) = match self.engine.take() {
            Some((engine, known)) if !self.has_searched || known != self.line => (engine, known),
            _ => begin(self.rules.engine(&self.setup.search, self.setup.seed)?, &self.line)?,
        };
        // Moves that continue the known line are played one by one, so that the search can keep its tree.
        let is_continuation = known.start == self.line.start && self.line.moves.starts_with(&known.moves);
        if !is_continuation {
            return Ok(begin(engine, &self.line)?.0);
        }
        for mv in &self.line.moves[known.moves.len()..] {
            engine.play(mv)?;
        }
        Ok(engine)
    }

    /// A search restricted to the moves `only`.
    fn restricted(&self, only: &[(String, usize)]) -> Result<Box<dyn Engine>, Error> {
        let behind = |(mv, index): &(String, usize)| {
            let (mut engine, _) = begin(self.rules.engine(&self.setup.search, self.setup.seed)?, &self.line)?;
            engine.play(mv)?;
            Ok((mv.clone(), *index, engine))
        };
        let moves = only.iter().map(behind).collect::<Result<Vec<_>, Error>>()?;
        Ok(Box::new(Restricted::new(moves, self.turn() == Ok(Turn::Max))))
    }

    /// The moves that the host allows, each with its index among the legal moves, or an error if it is not legal.
    pub(super) fn allow(&self, moves: &[String]) -> Vec<Result<(String, usize), ParseError>> {
        let legal = self.position.as_ref().map(|position| position.moves()).unwrap_or_default();
        let find = |mv: &String| {
            let own =
                if self.is_cfour { cfour::column(mv).unwrap_or_else(|| mv.clone()) } else { mv.clone() };
            match legal.iter().position(|known| known.eq_ignore_ascii_case(&own)) {
                Some(index) => Ok((legal[index].clone(), index)),
                None => Err(ParseError::unknown("move", mv, legal.iter().map(String::as_str))),
            }
        };
        moves.iter().map(find).collect()
    }

    /// Returns the search after a run; `None` if it cannot be used again.
    pub(super) fn bring_back(&mut self, engine: Option<Box<dyn Engine>>) {
        self.engine = engine.map(|engine| (engine, self.line.clone()));
        self.has_searched = true;
    }

    /// The first legal move, in the host's notation.
    pub(super) fn any_move(&self) -> String {
        let legal = self.position.as_ref().map(|position| position.moves()).unwrap_or_default();
        let first: Vec<String> = legal.into_iter().take(1).collect();
        self.for_host(&first).pop().unwrap_or_else(|| "(none)".into())
    }

    /// The `info` line for what the search has found so far.
    pub(super) fn progress(&self, news: &News, seconds: f64) -> String {
        let progress = match news {
            News::Work(counters) => return info::work_line(counters, seconds),
            News::Found(progress) => progress,
        };
        let &Progress { value, range, proven, counters, .. } = progress;
        let found = Finding { value, range, proven, counters, seconds };
        found.line(self.turn() == Ok(Turn::Max), &self.for_host(&self.texts(&progress.pv)))
    }

    /// The texts of a line that is given by indices among the legal moves.
    fn texts(&self, line: &[usize]) -> Vec<String> {
        let Ok(position) = &self.position else { return Vec::new() };
        let mut position = position.duplicate();
        let step = |&index: &usize| {
            let mv = position.moves().into_iter().nth(index)?;
            position.play(&mv).ok()?;
            Some(mv)
        };
        line.iter().map_while(step).collect()
    }

    /// The lines that report the result of a search, `bestmove` last; for a host that ponders, it includes the expected reply.
    pub(super) fn answer(&self, report: &Report<String>) -> Vec<String> {
        let is_max = self.turn() == Ok(Turn::Max);
        let mut lines = info::lines(report, is_max, &self.for_host(&report.pv)).to_vec();
        let expected = report
            .pv
            .iter()
            .skip(1)
            .take(usize::from(self.ponders && report.pv.first() == report.best.as_ref()));
        let moves: Vec<String> = report.best.iter().chain(expected).cloned().collect();
        lines.push(match self.for_host(&moves).as_slice() {
            [] => "bestmove (none)".into(),
            [best] => format!("bestmove {best}"),
            [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        });
        lines
    }
}

/// Starts a search at the end of a line.
fn begin(mut engine: Box<dyn Engine>, line: &Line) -> Result<(Box<dyn Engine>, Line), ParseError> {
    engine.start(&line.start)?;
    for mv in &line.moves {
        engine.play(mv)?;
    }
    Ok((engine, line.clone()))
}
