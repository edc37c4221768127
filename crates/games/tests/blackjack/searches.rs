//! Searches against the exact solution.

use super::played;
use std::collections::HashSet;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::{Budget, Evaluator, Notation, Report, Search};
use tiptree_games::blackjack::{Blackjack, Card, Exact, Hand, Move, Next, Table};

/// Positions in which the player decides, the same ones every time.
fn decisions(game: &Blackjack, count: usize) -> Vec<Table> {
    let mut seen = HashSet::new();
    let decides = |state: &Table| state.next() == Next::Decision && seen.insert(*state);
    played(game, 5000).into_iter().filter(decides).take(count).collect()
}

fn searched(
    game: &Blackjack,
    evaluator: impl Evaluator<Blackjack>,
    state: &Table,
    depth: u32,
) -> Report<Move> {
    let mut search = Deepening::new(*game, evaluator, Minimax::default().to_depth(depth));
    search.start(*state);
    search.run(&Budget::unlimited())
}

#[test]
fn expectimax_of_exact_values_gives_exact_values_at_every_depth() {
    for game in [Blackjack::default(), Blackjack::default().hitting_soft_17().with_splits(1).unwrap()] {
        let exact = Exact::new(&game);
        for (number, state) in decisions(&game, 40).into_iter().enumerate() {
            let value = exact.solution().value(&state);
            // The third decision comes after a thousand deals, so not every position is searched that deep.
            for depth in 1..=if number < 12 { 3 } else { 2 } {
                let report = searched(&game, exact.clone(), &state, depth);
                let text = game.position_text(&state);
                assert!((report.value - value).abs() < 1e-12, "{text}: {} at depth {depth}", report.value);
                assert_eq!(report.best, exact.solution().best(&state), "{text} at depth {depth}");
            }
        }
        let dealt = game.parse_position("8 v +").unwrap();
        let report = searched(&game, exact.clone(), &dealt, 1);
        assert!((report.value - exact.solution().value(&dealt)).abs() < 1e-12);
    }
}

#[test]
fn deeper_searches_find_the_best_move_more_often() {
    let game = Blackjack::default();
    let (hand, exact) = (Hand::new(&game), Exact::new(&game));
    // A third of the chart of every first hand against every card of the dealer, without blackjacks.
    let firsts = Card::all().flat_map(|one| Card::all().skip(one.rank()).map(move |two| (one, two)));
    let chart = firsts.flat_map(|(one, two)| Card::all().map(move |up| (one, two, up)));
    let texts = chart.map(|cards| {
        let (one, two, up) = (cards.0.letter(), cards.1.letter(), cards.2.letter());
        format!("{one}{two}* v {up}")
    });
    let states: Vec<Table> = texts.step_by(3).filter_map(|text| game.parse_position(&text).ok()).collect();
    assert_eq!(states.len(), 180);
    let right = |depth| {
        let is_right =
            |state: &&Table| searched(&game, hand.clone(), state, depth).best == exact.solution().best(state);
        states.iter().filter(is_right).count()
    };
    let counts = [right(1), right(2), right(3)];
    assert!(counts.is_sorted_by(|few, more| few < more), "{counts:?}");
    assert!(counts[0] > 160 && counts[2] > 174, "{counts:?}");
}
