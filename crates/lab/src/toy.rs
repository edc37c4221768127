//! Two tiny games and three simple players, for the tests of this crate.

use crate::error::Error;
use crate::players::{Entrant, Player, Searching};
use tiptree::erased::{Engine, Named, Position, Rules};
use tiptree::untyped::Typed;
use tiptree::{
    Budget, Counters, Game, Insight, Keyed, Neutral, Notation, ParseError, Range, Report, Rng, Stop, Turn,
};
use tiptree_games::untyped;

/// Noughts and crosses; a position's text lists the cells played, as in `5193`. The game has draws and transpositions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noughts;

const LINES: [[u8; 3]; 8] =
    [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];

impl Game for Noughts {
    type State = Vec<u8>;
    type Move = u8;

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<u8>) -> Turn {
        let wins = |side: usize| {
            let has = |cell: &u8| state.iter().skip(side).step_by(2).any(|played| played == cell);
            LINES.iter().any(|line| line.iter().all(has))
        };
        match state.len() {
            _ if wins(0) => Turn::Over(1.0),
            _ if wins(1) => Turn::Over(-1.0),
            9 => Turn::Over(0.0),
            length if length % 2 == 0 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn moves(&self, state: &Vec<u8>, moves: &mut Vec<u8>) {
        if !self.turn(state).is_over() {
            moves.extend((1..=9).filter(|cell| !state.contains(cell)));
        }
    }

    fn play(&self, state: &mut Vec<u8>, mv: u8) {
        state.push(mv);
    }
}

impl Keyed for Noughts {
    fn key(&self, state: &Vec<u8>) -> u64 {
        state.iter().enumerate().map(|(ply, &cell)| (1 + ply as u64 % 2) * 3u64.pow(u32::from(cell))).sum()
    }
}

impl Insight for Noughts {}

impl Notation for Noughts {
    fn move_text(&self, _state: &Vec<u8>, mv: u8) -> String {
        mv.to_string()
    }

    fn position_text(&self, state: &Vec<u8>) -> String {
        state.iter().map(ToString::to_string).collect()
    }

    fn parse_position(&self, text: &str) -> Result<Vec<u8>, ParseError> {
        let mut state = self.start();
        for letter in text.chars() {
            let mv = self.parse_move(&state, &letter.to_string())?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }
}

/// A race to 12: roll 1 to 3, then move by the roll or by one more; a move past 12 leaves the place unchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race;

/// The places of both players, the player to move, and the roll, 0 before it.
pub(crate) type Runners = ([u8; 2], usize, u8);

impl Game for Race {
    type State = Runners;
    type Move = u8;

    fn start(&self) -> Runners {
        ([0, 0], 0, 0)
    }

    fn turn(&self, &(places, mover, roll): &Runners) -> Turn {
        match (places, mover, roll) {
            ([12, _], _, _) => Turn::Over(1.0),
            ([_, 12], _, _) => Turn::Over(0.0),
            (_, _, 0) => Turn::Chance,
            (_, 0, _) => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn payoffs(&self) -> Range {
        Range::new(0.0, 1.0).with_step(1.0)
    }

    fn moves(&self, state: &Runners, moves: &mut Vec<u8>) {
        match self.turn(state) {
            Turn::Over(_) => {}
            Turn::Chance => moves.extend(1..=3),
            _ => moves.extend([state.2, state.2 + 1]),
        }
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn chances(&self, _state: &Runners, _moves: &[u8], chances: &mut Vec<f64>) {
        chances.extend([0.5, 0.25, 0.25]);
    }

    fn play(&self, state: &mut Runners, mv: u8) {
        if state.2 == 0 {
            state.2 = mv;
            return;
        }
        if state.0[state.1] + mv <= 12 {
            state.0[state.1] += mv;
        }
        *state = (state.0, 1 - state.1, 0);
    }
}

impl Keyed for Race {
    fn key(&self, &(places, mover, roll): &Runners) -> u64 {
        [places[0], places[1], mover as u8, roll].iter().fold(0, |key, &part| key * 16 + u64::from(part))
    }
}

impl Insight for Race {}

impl Notation for Race {
    fn move_text(&self, _state: &Runners, mv: u8) -> String {
        mv.to_string()
    }

    fn position_text(&self, &(places, mover, roll): &Runners) -> String {
        format!("{}-{}-{mover}-{roll}", places[0], places[1])
    }

    fn parse_position(&self, text: &str) -> Result<Runners, ParseError> {
        if text.is_empty() {
            return Ok(self.start());
        }
        let numbers: Vec<u8> = text.split('-').filter_map(|part| part.parse().ok()).collect();
        match numbers[..] {
            [a, b, mover @ 0..=1, roll] => Ok(([a, b], usize::from(mover), roll)),
            _ => Err(ParseError::new("position", text, "four numbers such as 3-4-0-1")),
        }
    }
}

/// The rules of a toy game; the players come from [`players`]. No search is compiled for it.
pub(crate) fn rules(name: &str, game: impl Typed) -> Box<dyn Rules> {
    let evaluator = Neutral::new(&game);
    untyped::rules(Named::untyped(name.parse().expect("a name"), game, evaluator))
}

/// A toy player, by its name: `random` plays at random, `first` the first legal move, `greedy` an immediate win, else the first
/// move, `mute` none, `cheat` an illegal one; `panic` panics.
struct Toy {
    rules: Box<dyn Rules>,
    position: Box<dyn Position>,
    name: String,
    rng: Rng,
}

/// Builds the player that an entrant names.
pub(crate) fn players(game: impl Typed) -> impl Fn(&Entrant, u64) -> Result<Box<dyn Player>, Error> + Sync {
    move |entrant, seed| {
        let search = entrant.search().expect("a search");
        if !["random", "first", "greedy", "mute", "cheat", "panic"].contains(&search.name.as_str()) {
            return Err(ParseError::unknown("search", &search.name, ["random", "first", "greedy"]).into());
        }
        let rules = rules("toy", game.clone());
        let position = rules.position("")?;
        let toy = Toy { rules, position, name: search.name.clone(), rng: Rng::new(seed) };
        Ok(Box::new(Searching(Box::new(toy))))
    }
}

impl Toy {
    fn choose(&mut self, moves: &[String]) -> Option<String> {
        match self.name.as_str() {
            "random" => Some(moves[self.rng.below(moves.len())].clone()),
            "mute" => None,
            "panic" => panic!("out of cheese"),
            "cheat" => Some("castle".into()),
            "greedy" => moves.iter().find(|mv| self.wins(mv)).or(moves.first()).cloned(),
            _ => moves.first().cloned(),
        }
    }

    fn wins(&self, mv: &str) -> bool {
        let mut after = self.position.duplicate();
        after.play(mv).expect("a legal move");
        after.turn().is_over()
    }
}

impl Engine for Toy {
    fn start(&mut self, position: &str) -> Result<(), ParseError> {
        self.position = self.rules.position(position)?;
        Ok(())
    }

    fn play(&mut self, mv: &str) -> Result<(), ParseError> {
        self.position.play(mv)
    }

    fn budget(&self, common: &Budget) -> Budget {
        common.clone()
    }

    fn run(&mut self, budget: &Budget) -> Report<String> {
        let moves = self.position.moves();
        let best = self.choose(&moves);
        let work = moves.len() as u64;
        Report {
            best_moves: best.iter().cloned().collect(),
            pv: best.iter().cloned().collect(),
            refutation: Vec::new(),
            learned: None,
            best,
            value: f64::NAN,
            range: Range::new(-1.0, 1.0),
            proven: None,
            moves: Vec::new(),
            counters: Counters { moves: work, evals: budget.evals.unwrap_or(1), ..Counters::default() },
            stop: Some(Stop::Complete),
            seconds: 0.25,
            cpu_seconds: 0.125,
        }
    }
}
