//! A game whose lines meet, and what searches that prove are held to on it.

use super::{definition, timeless};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tiptree::{
    Budget, Evaluator, Game, Insight, Keyed, Meter, Prospect, Range, Report, ScoreBounds, Search, Stop, Turn,
};

/// A random tree whose positions are reached by many ways, and which knows some of its values without search.
///
/// A position is its ply and a number below `width`; its turn and payoff follow from both. Everything is exact, so that a
/// search may believe it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    pub(crate) seed: u64,
    pub(crate) width: u64,
    pub(crate) height: u32,
    pub(crate) chance: bool,
    pub(crate) payoffs: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) ply: u32,
    pub(crate) number: u64,
}

impl Lattice {
    fn draw(&self, spot: &Spot, salt: u64, below: u64) -> u64 {
        let mixed = tiptree::rng::scatter(self.seed ^ spot.number << 20 ^ u64::from(spot.ply) << 8 ^ salt);
        tiptree::rng::scatter(mixed) % below
    }

    pub(crate) fn truth(&self, spot: &Spot) -> f64 {
        definition(self, &Guess(0), spot, u32::MAX)
    }
}

impl Game for Lattice {
    type State = Spot;
    type Move = u8;

    fn start(&self) -> Spot {
        Spot { ply: 0, number: 0 }
    }

    fn turn(&self, spot: &Spot) -> Turn {
        let ends = spot.ply == self.height || (spot.ply > 0 && self.draw(spot, 1, 8) == 0);
        match self.draw(spot, 2, 4) {
            _ if ends => {
                Turn::Over(self.draw(spot, 3, self.payoffs) as f64 * 2.0 / (self.payoffs - 1) as f64 - 1.0)
            }
            0 if self.chance => Turn::Chance,
            0 | 1 => Turn::Max,
            _ => Turn::Min,
        }
    }

    fn moves(&self, spot: &Spot, moves: &mut Vec<u8>) {
        if !self.turn(spot).is_over() {
            moves.extend(0..=self.draw(spot, 4, 4) as u8);
        }
    }

    fn payoffs(&self) -> Range {
        Range::new(-1.0, 1.0).with_step(2.0 / (self.payoffs - 1) as f64)
    }

    fn has_chance(&self) -> bool {
        self.chance
    }

    fn play(&self, spot: &mut Spot, mv: u8) {
        // Siblings differ, cousins meet.
        *spot = Spot { ply: spot.ply + 1, number: (spot.number + u64::from(mv)) % self.width };
    }
}

impl Keyed for Lattice {
    fn key(&self, spot: &Spot) -> u64 {
        u64::from(spot.ply) << 32 | spot.number
    }
}

impl Insight for Lattice {
    fn prospect(&self, spot: &Spot, moves: &mut Vec<u8>) -> Prospect<u8> {
        let sign = if self.turn(spot) == Turn::Max { 1.0 } else { -1.0 };
        let mut all = Vec::new();
        self.moves(spot, &mut all);
        let over = |spot: &Spot| match self.turn(spot) {
            Turn::Over(payoff) => Some(payoff),
            _ => None,
        };
        let wins = |spot: &Spot, sign: f64| {
            let mut all = Vec::new();
            self.moves(spot, &mut all);
            all.into_iter().find(|&mv| over(&self.after(spot, mv)) == Some(sign))
        };
        if let Some(mv) = wins(spot, sign) {
            return Prospect::Won(mv);
        }
        let opponent = if sign > 0.0 { Turn::Min } else { Turn::Max };
        let loses = |mv: &u8| {
            let next = self.after(spot, *mv);
            self.turn(&next) == opponent && wins(&next, -sign).is_some()
        };
        let safe: Vec<u8> = all.into_iter().filter(|mv| !loses(mv)).collect();
        if safe.is_empty() {
            return Prospect::Lost;
        }
        moves.extend(safe);
        Prospect::Open
    }

    fn bounds(&self, spot: &Spot) -> Option<ScoreBounds> {
        let truth = self.truth(spot);
        match self.draw(spot, 5, 6) {
            0 => Some(ScoreBounds { lower: -1.0, upper: truth }),
            1 => Some(ScoreBounds { lower: truth, upper: 1.0 }),
            2 if self.draw(spot, 6, 4) == 0 => Some(ScoreBounds::exactly(truth)),
            _ => None,
        }
    }
}

pub(crate) fn any_lattice() -> impl Strategy<Value = Lattice> {
    let payoffs = prop_oneof![Just(2), Just(3), Just(5), Just(1_000_001)];
    (any::<u64>(), 2u64..9, 3u32..7, any::<bool>(), payoffs).prop_map(
        |(seed, width, height, chance, payoffs)| Lattice {
            seed,
            // Four moves must lead to four positions.
            width: width.max(4),
            height,
            chance,
            payoffs,
        },
    )
}

/// Whether two values are the same, but for the rounding of expectations, and of payoffs that lie on a grid: the last digit
/// depends on the way of computing.
pub(crate) fn agree<G: Game>(game: &G, a: f64, b: f64) -> bool {
    a == b || ((game.has_chance() || game.payoffs().step.is_some()) && (a - b).abs() < 1e-12)
}

/// Whatever is proven, of the root or of a move, is what play to the end gives.
pub(crate) fn proves_the_truth<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    root: &G::State,
    report: &Report<G::Move>,
) -> Result<(), TestCaseError> {
    let truth = |state| definition(game, evaluator, &state, u32::MAX);
    prop_assert!(
        report.proven.is_none_or(|proven| agree(game, proven.value, truth(root.clone()))),
        "{:?} is not {}",
        report,
        truth(root.clone())
    );
    let mut legal = Vec::new();
    game.moves(root, &mut legal);
    prop_assert_eq!(&legal, &report.moves.iter().map(|entry| entry.mv).collect::<Vec<_>>());
    for entry in &report.moves {
        let behind = truth(game.after(root, entry.mv));
        prop_assert!(
            entry.proven.is_none_or(|proven| agree(game, proven.value, behind)),
            "{:?}, not {}",
            entry,
            behind
        );
    }
    Ok(())
}

/// Run without a budget, a search ends with a best move, and unless one was certain before, with the value.
pub(crate) fn completes<G: Game>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    root: &G::State,
    report: &Report<G::Move>,
) -> Result<(), TestCaseError> {
    let truth = definition(game, evaluator, root, u32::MAX);
    proves_the_truth(game, evaluator, root, report)?;
    match report.stop {
        Some(Stop::Complete) => {
            prop_assert!(report.proven.is_some_and(|proven| agree(game, proven.value, truth)));
        }
        stop => prop_assert!(matches!(stop, Some(Stop::Decided | Stop::Forced)), "{:?}", stop),
    }
    let decides = matches!(game.turn(root), Turn::Max | Turn::Min);
    prop_assert_eq!(report.best.is_some(), decides);
    for &mv in &report.best_moves {
        let behind = definition(game, evaluator, &game.after(root, mv), u32::MAX);
        prop_assert!(agree(game, behind, truth), "{} behind {:?} of {:?}", behind, mv, report);
    }
    Ok(())
}

/// An evaluator whose payoffs are the game's, to the last digit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess(pub(crate) u64);

impl<G: Keyed> Evaluator<G> for Guess {
    fn range(&self) -> Range {
        Range::new(-1.0, 1.0)
    }

    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        // Few values, so that there are ties.
        (tiptree::rng::scatter(self.0 ^ game.key(state)) % 65) as f64 / 32.0 - 1.0
    }

    fn payoff(&self, _game: &G, payoff: f64) -> f64 {
        payoff
    }
}

/// The report of the plain loop, back to the root after every excursion.
pub(crate) fn stepped<G: Game>(mut search: impl Search<G>, budget: &Budget) -> Report<G::Move> {
    let mut meter = Meter::new(budget);
    while meter.stopped().is_none() {
        if let Some(stop) = search.step(&mut meter) {
            meter.stop(stop);
        }
    }
    search.report(&meter)
}

/// A search run in one go reports what it reports when it is stepped.
pub(crate) fn runs_as_it_steps<G: Game, S: Search<G>>(
    budget: &Budget,
    make: impl Fn() -> S,
) -> Result<(), TestCaseError>
where
    G::Move: std::fmt::Debug,
{
    prop_assert_eq!(timeless(stepped(make(), budget)), timeless(make().run(budget)));
    Ok(())
}

/// A search exceeds no budget of this many moves, evals or nodes or of two decisions, and proves nothing but the truth.
pub(crate) fn stays_within<G: Game, S: Search<G>>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    limit: u64,
    make: impl Fn() -> S,
) -> Result<(), TestCaseError> {
    for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit), Budget::depth(2)] {
        let report = make().run(&budget);
        let spent = report.counters;
        prop_assert!(budget.moves.is_none_or(|limit| spent.moves <= limit));
        prop_assert!(budget.evals.is_none_or(|limit| spent.evals <= limit));
        prop_assert!(budget.nodes.is_none_or(|limit| spent.nodes <= limit));
        prop_assert!(budget.depth.is_none_or(|limit| spent.max_depth <= limit));
        proves_the_truth(game, evaluator, &game.start(), &report)?;
    }
    Ok(())
}

/// The same, and a counted budget gives the same report again.
pub(crate) fn keeps_counted_budgets<G: Game, S: Search<G>>(
    game: &G,
    evaluator: &impl Evaluator<G>,
    limit: u64,
    make: impl Fn() -> S,
) -> Result<(), TestCaseError> {
    stays_within(game, evaluator, limit, &make)?;
    for budget in [Budget::moves(limit), Budget::evals(limit), Budget::nodes(limit)] {
        prop_assert_eq!(timeless(make().run(&budget)), timeless(make().run(&budget)));
    }
    Ok(())
}

/// What a search keeps while moves are played is true, by what it reports and by `check`; then it completes.
pub(crate) fn stays_true_along<S: Search<Lattice>>(
    lattice: &Lattice,
    evaluator: Guess,
    moves: &[u8],
    mut search: S,
    check: impl Fn(&S) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut root = lattice.start();
    for &number in moves {
        search.run(&Budget::moves(40));
        let mut legal = Vec::new();
        lattice.moves(&root, &mut legal);
        let Some(&mv) = legal.get(usize::from(number) % legal.len().max(1)) else { break };
        root = lattice.after(&root, mv);
        search.advance(mv);
        check(&search)?;
        proves_the_truth(lattice, &evaluator, &root, &search.report(&Meter::new(&Budget::unlimited())))?;
    }
    let report = search.run(&Budget::unlimited());
    completes(lattice, &evaluator, &root, &report)
}
