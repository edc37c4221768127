//! The table of exact values, against an iteration that knows nothing but the rules.

use std::collections::HashMap;
use tiptree::tabulation::Tabulation;
use tiptree::testing::conformance;
use tiptree::{Evaluator, Game, Notation, Rng, Turn};
use tiptree_games::backgammon::{Backgammon, Exact, Iteration, State};

fn solved(game: &Backgammon, threads: usize) -> Iteration {
    let mut iteration = Iteration::new(game).unwrap();
    while !iteration.standing().is_complete {
        iteration.step(threads);
    }
    assert!(iteration.standing().change <= 1e-6);
    iteration
}

/// What a move leads to.
enum Next {
    Payoff(f64),
    Position(usize),
}

/// All positions before a roll that can be reached from the start, and for each the plays of every roll with its chance.
#[derive(Default)]
struct Plain {
    places: HashMap<String, usize>,
    states: Vec<State>,
    rolls: Vec<Vec<(f64, Vec<Next>)>>,
}

impl Plain {
    fn new(game: &Backgammon) -> Plain {
        let mut plain = Plain::default();
        plain.place(game, game.start());
        while let Some(&state) = plain.states.get(plain.rolls.len()) {
            let (mut rolls, mut chances) = (Vec::new(), Vec::new());
            game.moves(&state, &mut rolls);
            game.chances(&state, &rolls, &mut chances);
            let mut all = Vec::new();
            for (&roll, chance) in rolls.iter().zip(chances) {
                let rolled = game.after(&state, roll);
                let mut plays = Vec::new();
                game.moves(&rolled, &mut plays);
                let nexts = plays.into_iter().map(|play| plain.next(game, game.after(&rolled, play)));
                all.push((chance, nexts.collect()));
            }
            plain.rolls.push(all);
        }
        plain
    }

    fn next(&mut self, game: &Backgammon, state: State) -> Next {
        match game.turn(&state) {
            Turn::Over(payoff) => Next::Payoff(payoff),
            _ => Next::Position(self.place(game, state)),
        }
    }

    fn place(&mut self, game: &Backgammon, state: State) -> usize {
        let next = self.states.len();
        let place = *self.places.entry(game.position_text(&state)).or_insert(next);
        if place == next {
            self.states.push(state);
        }
        place
    }

    /// Max's expected points in every position: all values anew from the old ones until nothing changes.
    fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.states.len()];
        loop {
            let value = |(state, rolls): (&State, &Vec<(f64, Vec<Next>)>)| -> f64 {
                let sign = state.player().sign();
                let points = |next: &Next| match *next {
                    Next::Payoff(payoff) => sign * payoff,
                    Next::Position(place) => sign * values[place],
                };
                let best = |nexts: &Vec<Next>| nexts.iter().map(points).fold(f64::NEG_INFINITY, f64::max);
                sign * rolls.iter().map(|(chance, nexts)| chance * best(nexts)).sum::<f64>()
            };
            let new: Vec<f64> = self.states.iter().zip(&self.rolls).map(value).collect();
            let change = values.iter().zip(&new).map(|(one, two)| f64::abs(one - two)).fold(0.0, f64::max);
            values = new;
            if change < 1e-10 {
                return values;
            }
        }
    }
}

#[test]
fn one_checker_each_has_the_values_of_plain_iteration() {
    let game = Backgammon::hypergammon_with(1).unwrap();
    let exact = Exact::new(solved(&game, 2).into_table().unwrap());
    let plain = Plain::new(&game);
    assert!(plain.states.len() > 900, "{} positions", plain.states.len());
    for (state, value) in plain.states.iter().zip(plain.values()) {
        let read = exact.evaluate(&game, state);
        assert!((read - value).abs() < 2e-6, "{}: {read}, expected {value}", game.position_text(state));
    }
}

#[test]
fn a_roll_is_worth_its_best_play() {
    let game = Backgammon::hypergammon_with(1).unwrap();
    let exact = Exact::new(solved(&game, 1).into_table().unwrap());
    conformance::check(&game, &exact).unwrap();
    let mut rng = Rng::new(5);
    let mut state = game.start();
    for _ in 0..500 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            state = game.start();
            continue;
        }
        if state.dice().is_some() {
            let value = |&mv: &_| {
                let next = game.after(&state, mv);
                match game.turn(&next) {
                    Turn::Over(payoff) => payoff,
                    _ => exact.evaluate(&game, &next),
                }
            };
            let sign = state.player().sign();
            let best = moves.iter().map(|mv| sign * value(mv)).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(exact.evaluate(&game, &state), sign * best);
        }
        let mv = moves[rng.below(moves.len())];
        game.play(&mut state, mv);
    }
}

#[test]
fn neither_threads_nor_a_pause_change_the_table() {
    let game = Backgammon::hypergammon_with(1).unwrap();
    let whole = solved(&game, 1).file();
    assert!(solved(&game, 3).file() == whole);
    let mut iteration = Iteration::new(&game).unwrap();
    while !iteration.standing().is_complete {
        iteration.step(1);
        let mut next = Iteration::new(&game).unwrap();
        next.resume("paused", &iteration.file()).unwrap();
        assert_eq!(next.standing(), iteration.standing());
        iteration = next;
    }
    assert!(iteration.file() == whole);
}
