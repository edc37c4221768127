//! The winner under best play, by the rules alone.

use tiptree::search::best_first::MinMax;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Evaluator, Game, Search, Turn};

/// Whether Max can force the greater payoff. The game must have no chance nodes.
pub(crate) fn for_max<G: Game>(game: &G, state: &G::State) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut after = moves.iter().map(|&mv| for_max(game, &game.after(state, mv)));
    match game.turn(state) {
        Turn::Over(payoff) => payoff == game.payoffs().high,
        Turn::Max => after.any(|won| won),
        Turn::Min => after.all(|won| won),
        Turn::Chance => unreachable!("a die is rolled"),
    }
}

/// Checks that plain minimax and best-first search, both run to the end, find the forced result.
pub(crate) fn is_found_by_searches<G, E>(game: &G, evaluator: &E, state: &G::State, height: u32)
where
    G: Game + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let value = f64::from(u8::from(for_max(game, state)));
    let mut oracle = Deepening::new(game.clone(), evaluator.clone(), Minimax::default().to_depth(height));
    oracle.start(state.clone());
    let report = oracle.run(&Budget::unlimited());
    assert_eq!(report.value, value);
    assert_eq!(report.proven.map(|proven| proven.value), Some(value));
    let mut search = MinMax::new(game.clone(), evaluator.clone());
    search.start(state.clone());
    assert_eq!(search.run(&Budget::unlimited()).proven.map(|proven| proven.value), Some(value));
}
