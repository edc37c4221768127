//! Batches: calls of many states change when something is evaluated, never what is proven or spent.
//!
//! `TIPTREE_CASES` sets the number of trees a property is tried on.

use crate::oracle::lattice::{
    Guess, Lattice, any_lattice, completes, proves_the_truth, runs_as_it_steps, stays_within,
};
use crate::oracle::{cases, timeless};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};
use tiptree::erased::{Named, Rules};
use tiptree::search::catalogue;
use tiptree::testing::synthetic::{HashEvaluator, HashTree};
use tiptree::{Budget, Estimates, Evaluator, Game, Insight, Keyed, Meter, Range, Report, Search, Stop};

/// An evaluator that notes how many states it was asked for, call by call.
struct Asked<E> {
    evaluator: E,
    calls: Mutex<Vec<usize>>,
    /// Whether it gives priors with the values.
    has_priors: bool,
}

impl<E> Asked<E> {
    fn new(evaluator: E, has_priors: bool) -> Arc<Self> {
        Arc::new(Asked { evaluator, calls: Mutex::default(), has_priors })
    }

    fn calls(&self) -> Vec<usize> {
        self.calls.lock().unwrap().clone()
    }
}

impl<G: Keyed, E: Evaluator<G>> Evaluator<G> for Asked<E> {
    fn range(&self) -> Range {
        self.evaluator.range()
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.calls.lock().unwrap().push(1);
        self.evaluator.evaluate(game, state)
    }

    fn payoff(&self, game: &G, payoff: f64) -> f64 {
        self.evaluator.payoff(game, payoff)
    }

    fn states(&self, game: &G, states: &[G::State], estimates: &mut Estimates) {
        self.calls.lock().unwrap().push(states.len());
        for state in states {
            estimates.values.push(self.evaluator.evaluate(game, state));
            if self.has_priors && game.turn(state) != tiptree::Turn::Chance {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                self.priors(game, state, &moves, &mut estimates.priors);
            }
        }
    }

    fn prefers_batches(&self) -> bool {
        self.has_priors
    }
}

fn build<G: Insight + Clone + 'static, E: Evaluator<G> + 'static>(
    search: &str,
    batch: usize,
    game: G,
    evaluator: Arc<E>,
) -> Box<dyn Search<G>> {
    let text = match search.strip_suffix(')') {
        Some(open) => format!("{open},batch={batch})"),
        None => format!("{search}(batch={batch})"),
    };
    let evaluator: Arc<dyn Evaluator<G>> = evaluator;
    catalogue::build(&text.parse().unwrap(), game, evaluator, 1).unwrap()
}

/// A search whose type is hidden, for helpers that need a type.
struct Boxed<G: Game>(Box<dyn Search<G>>);

impl<G: Game> Search<G> for Boxed<G> {
    fn start(&mut self, state: G::State) {
        self.0.start(state);
    }

    fn advance(&mut self, mv: G::Move) {
        self.0.advance(mv);
    }

    fn step(&mut self, meter: &mut Meter) -> Option<Stop> {
        self.0.step(meter)
    }

    fn report(&self, meter: &Meter) -> Report<G::Move> {
        self.0.report(meter)
    }

    fn begin(&mut self, budget: &Budget) -> Meter {
        self.0.begin(budget)
    }

    fn work(&mut self, meter: &mut Meter) {
        self.0.work(meter);
    }
}

/// Searches that fill batches, those for games with chance first.
const SEARCHES: [&str; 15] = [
    "mm",
    "mm(backup=mean)",
    "mm(penalty=floyd)",
    "ubfm",
    "ubfm(graph=false,insight=false)",
    "mm-dice",
    "mm-dice(select=penalty,backup=best,expand=moves)",
    "puct",
    "puct(priors=evaluator,graph=true)",
    "puct(priors=equal,insight=false)",
    "uct(leaf=evaluator)",
    "mm-fast",
    "mm-fast(look=1,patience=0)",
    "mm-fast(insight=false,graph=false,prove=0)",
    "mm-fast(narrow=2,prove=0,tree=4kB)",
];

/// One of the searches that can play the game.
fn playable(game: &Lattice, number: usize) -> &'static str {
    let count = if game.has_chance() { 11 } else { SEARCHES.len() };
    SEARCHES[number % count]
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_search_in_batches_proves_the_truth(
        game in any_lattice(), seed: u64, number: usize, batch in 2usize..40, has_priors: bool,
    ) {
        let search = playable(&game, number);
        let make = || build(search, batch, game, Asked::new(Guess(seed), has_priors));
        let report = make().run(&Budget::unlimited());
        if search.starts_with("mm-fast") && game.payoffs > 1000 {
            // Its costs are too coarse for so many payoffs.
            proves_the_truth(&game, &Guess(seed), &game.start(), &report)?;
        } else {
            completes(&game, &Guess(seed), &game.start(), &report)?;
        }
    }

    #[test]
    fn a_search_in_batches_keeps_its_budget(
        game in any_lattice(), seed: u64, number: usize, batch in 2usize..40, limit in 1u64..300,
    ) {
        let search = playable(&game, number);
        let make = || Boxed(build(search, batch, game, Asked::new(Guess(seed), false)));
        stays_within(&game, &Guess(seed), limit, make)?;
    }

    #[test]
    fn a_step_is_a_batch(
        game in any_lattice(), seed: u64, number: usize, batch in 2usize..40, evals in 1u64..300,
    ) {
        let search = playable(&game, number);
        // A proof near the end is a part of a run, and no step.
        let search = if search.starts_with("mm-fast") { "mm-fast(prove=0)" } else { search };
        let make = || Boxed(build(search, batch, game, Asked::new(Guess(seed), true)));
        runs_as_it_steps(&Budget::evals(evals), make)?;
    }

    #[test]
    fn what_is_counted_is_what_was_asked(
        game in any_lattice(), seed: u64, number: usize, batch in 2usize..40, evals in 1u64..300,
    ) {
        let search = playable(&game, number);
        let asked = Asked::new(Guess(seed), true);
        let report = build(search, batch, game, asked.clone()).run(&Budget::evals(evals));
        let calls = asked.calls();
        prop_assert!(calls.iter().all(|&states| states <= batch), "{:?}", calls);
        // The root may be valued once more, and mm-fast values a family, with all replies, before it is charged for it.
        let states: usize = calls.iter().sum();
        prop_assert!(states as u64 <= report.counters.evals + 20, "{} asked, {:?}", states, report.counters);
    }
}

#[test]
fn priors_that_are_kept_count_as_memory() {
    let game = HashTree::new(3, 12, 4);
    let run = |search: &str, has_priors, budget: &Budget| {
        let asked = Asked::new(HashEvaluator::new(3, 1023), has_priors);
        build(search, 16, game, asked).run(budget)
    };
    for search in ["puct(priors=evaluator)", "mm(penalty=policy)"] {
        let bytes = |has_priors| run(search, has_priors, &Budget::evals(20_000)).counters.tree_bytes;
        // Four priors a state, eight bytes each.
        assert!(bytes(true) > bytes(false) + 20_000 * 32, "{search}");
        let limit = bytes(false) + 10_000 * 32;
        let report = run(search, true, &Budget { memory: Some(limit), ..Budget::evals(1_000_000) });
        assert_eq!(report.stop, Some(Stop::Memory), "{search}");
        assert!(report.counters.tree_bytes < limit + 50_000, "{search}: {limit}, {:?}", report.counters);
    }
}

#[test]
fn a_batch_of_one_is_the_search_without_batches() {
    for search in ["mm", "mm-fast", "ubfm", "mm-dice", "puct", "uct(leaf=evaluator)"] {
        let game = HashTree::new(3, 10, 4);
        let evaluator = Arc::new(HashEvaluator::new(3, 1023));
        let one = build(search, 1, game, evaluator.clone()).run(&Budget::evals(2000));
        let shared: Arc<dyn Evaluator<HashTree>> = evaluator;
        let mut plain = catalogue::build(&search.parse().unwrap(), game, shared, 1).unwrap();
        assert_eq!(timeless(one), timeless(plain.run(&Budget::evals(2000))), "{search}");
    }
}

#[test]
fn batches_are_full() {
    for search in ["mm", "mm(penalty=floyd)", "mm-fast(prove=0)", "ubfm", "puct", "puct(priors=evaluator)"] {
        let asked = Asked::new(HashEvaluator::new(5, 1023), true);
        build(search, 64, HashTree::new(5, 24, 5), asked.clone()).run(&Budget::evals(20_000));
        // Without the first calls, when the tree is smaller than a batch, and the last.
        let calls: Vec<usize> = asked.calls().into_iter().filter(|&states| states > 1).collect();
        let full = &calls[10..calls.len() - 1];
        let share = full.iter().sum::<usize>() as f64 / (64 * full.len()) as f64;
        // Descents of puct may meet at one position, and then only one of them asks.
        let least = if search.starts_with("puct") { 0.85 } else { 0.9 };
        assert!(share >= least, "{search} fills {share}");
    }
}

#[test]
fn slices_change_nothing() {
    for search in
        ["mm(batch=16)", "mm-fast(batch=16)", "ubfm(batch=16)", "mm-dice(batch=16)", "puct(batch=16)"]
    {
        let evaluator: Arc<dyn Evaluator<HashTree>> = Arc::new(HashEvaluator::new(7, 1023));
        let rules = Named::new("tree".parse().unwrap(), HashTree::new(7, 12, 4), evaluator);
        let budget = Budget::evals(3000);
        let engine = || rules.engine(&search.parse().unwrap(), 1).unwrap();
        let whole = engine().run(&budget);
        let mut sliced = engine();
        let slices = sliced.slices().unwrap();
        slices.begin(&budget);
        while slices.work(37).is_none() {}
        assert_eq!(timeless(slices.report()), timeless(whole), "{search}");
    }
}

#[test]
fn what_stands_in_the_way_of_a_batch_is_named() {
    let game = HashTree::new(1, 8, 3);
    let refused = |search: &str| {
        let evaluator: Arc<dyn Evaluator<HashTree>> = Arc::new(HashEvaluator::new(1, 1023));
        catalogue::build(&search.parse().unwrap(), game, evaluator, 1).err().unwrap().to_string()
    };
    assert!(refused("mm(batch=0)").contains("expected a number of states from 1 to 65536"));
    assert!(refused("mm(batch=8,redescend=leaves)").contains("redescend=never"));
    assert!(refused("uct(batch=8)").contains("leaf=evaluator"));
    assert!(refused("puct(batch=8,threads=2)").contains("threads=1"));
    assert!(refused("mm-fast(batch=8,threads=2)").contains("threads=1"));
    let typed = catalogue::build(&"mm(batch=8)".parse().unwrap(), game, HashEvaluator::new(1, 1023), 1);
    assert!(typed.err().unwrap().to_string().contains("an evaluator behind a pointer"));
}
