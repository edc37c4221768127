//! The generic solver, which uses this search.

use std::collections::HashMap;
use tiptree::erased::Position;
use tiptree::{Budget, Outcome, Score, Turn};
use tiptree_games::registry;

/// The payoff of this position by plain minimax; `known` collects those of all positions below it.
fn payoff(position: &dyn Position, known: &mut HashMap<String, i32>) -> i32 {
    let is_max = match position.turn() {
        Turn::Over(payoff) => return payoff as i32,
        turn => turn == Turn::Max,
    };
    if let Some(&payoff) = known.get(&position.text()) {
        return payoff;
    }
    let behind = position.moves().into_iter().map(|mv| payoff(&*after(position, &mv), known));
    let best = if is_max { behind.max() } else { behind.min() }.unwrap();
    known.insert(position.text(), best);
    best
}

fn after(position: &dyn Position, mv: &str) -> Box<dyn Position> {
    let mut next = position.duplicate();
    next.play(mv).unwrap();
    next
}

#[test]
fn every_position_of_tic_tac_toe_is_solved() {
    let rules = registry().rules(&"tictactoe".parse().unwrap(), None).unwrap();
    let mut known = HashMap::new();
    assert_eq!(payoff(&*rules.position("").unwrap(), &mut known), 0);
    // All 5478 positions except those in which the game is over.
    assert_eq!(known.len(), 5478 - 958);
    let mut solver = rules.solver();
    let mut texts: Vec<String> = known.keys().cloned().collect();
    texts.sort();
    for text in texts {
        let position = rules.position(&text).unwrap();
        let own = |payoff: i32| if position.turn() == Turn::Max { payoff } else { -payoff };
        let solution = solver.solve(&text, true, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(solution.score, own(known[&text]), "{text}");
        let result = [Outcome::Loss, Outcome::Draw, Outcome::Win][(known[&text] + 1) as usize];
        assert_eq!(solution.result, Some(result), "{text}");
        let mut score = |mv: &String| Score::Whole(own(payoff(&*after(&*position, mv), &mut known)));
        let moves: Vec<_> = position.moves().into_iter().map(|mv| (mv.clone(), score(&mv))).collect();
        let is_best =
            |(mv, score): &(String, Score)| solution.best.as_ref() == Some(mv) && *score == solution.score;
        assert!(moves.iter().any(is_best), "{text}: {:?}", solution.best);
        assert_eq!(solution.moves, moves, "{text}");
    }
}

#[test]
fn a_game_of_chance_is_solved_where_its_exact_solution_is_known() {
    for (game, position) in [("pig(goal=10)", ""), ("blackjack(split=0,double=none)", "T8* v 9")] {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        let solution = rules.solver().solve(position, true, &Budget::unlimited()).unwrap().unwrap();
        assert!(matches!(solution.score, Score::Expected(_)), "{game}: {solution:?}");
    }
    let rules = registry().rules(&"startree".parse().unwrap(), None).unwrap();
    let error = rules.solver().solve("", true, &Budget::unlimited()).unwrap_err().to_string();
    assert!(
        error.contains("expected a game without chance, or one whose exact solution is known"),
        "{error}"
    );
}

#[test]
fn a_budget_ends_the_solver_without_an_answer() {
    for (game, position, enough) in [("tictactoe", "", 1 << 20), ("ggame(height=7)", "", 1 << 20)] {
        let rules = registry().rules(&game.parse().unwrap(), None).unwrap();
        let mut solver = rules.solver();
        for nodes in [0, 1, 2, 10] {
            for budget in [Budget::nodes(nodes), Budget::moves(nodes), Budget::depth(1)] {
                assert_eq!(solver.solve(position, false, &budget), Ok(None), "{game} {budget:?}");
            }
        }
        let solution = solver.solve(position, true, &Budget::nodes(enough)).unwrap().unwrap();
        assert!(solution.nodes <= enough, "{game}");
    }
}
