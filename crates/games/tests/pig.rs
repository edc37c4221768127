//! Pig against the conformance suite, its exact solution against the rules, and searches against the solution.

use std::collections::HashSet;
use std::sync::OnceLock;
use tiptree::perft::perft;
use tiptree::search::depth_first::{Deepening, Minimax};
use tiptree::testing::conformance;
use tiptree::{Budget, Evaluator, Game, Notation, ParseError, Report, Rng, Search, Turn};
use tiptree_games::pig::{Blind, Exact, Lead, Move, Phase, Pig, Scores, Solution};
use tiptree_games::registry;

fn pig(goal: u32) -> Pig {
    Pig::new(goal).unwrap()
}

/// The solution of the usual game, solved once for all tests.
fn exact() -> &'static Exact {
    static EXACT: OnceLock<Exact> = OnceLock::new();
    EXACT.get_or_init(|| Exact::new(&Pig::default()).unwrap())
}

fn position(text: &str) -> Scores {
    Pig::default().parse_position(text).unwrap()
}

fn moves(game: &Pig, state: Scores) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    moves
}

/// Every position that play can reach.
fn reachable(game: &Pig) -> HashSet<Scores> {
    let (mut seen, mut waiting) = (HashSet::new(), vec![game.start()]);
    while let Some(state) = waiting.pop() {
        if seen.insert(state) {
            waiting.extend(moves(game, state).into_iter().map(|mv| game.after(&state, mv)));
        }
    }
    seen
}

#[test]
fn every_goal_conforms() {
    for goal in [1, 2, 3, 8, 20, 100, 10_000] {
        conformance::all(&pig(goal), &Lead).unwrap();
        conformance::check(&pig(goal), &Blind).unwrap();
    }
    for goal in [1, 2, 3, 8, 20] {
        conformance::check(&pig(goal), &Exact::new(&pig(goal)).unwrap()).unwrap();
    }
    conformance::check(&Pig::default(), exact()).unwrap();
}

#[test]
fn every_roll_is_followed_by_eleven_plays() {
    // A pass after the 1, and two decisions after each other face.
    let game = Pig::default();
    for depth in 0..6 {
        assert_eq!(perft(&game, &game.start(), depth), 11u64.pow(depth), "depth {depth}");
    }
}

#[test]
fn a_turn_goes_as_the_rules_say() {
    let game = Pig::default();
    let mut state = game.start();
    for (mv, text) in [
        ("6", "0-0+6 max"),
        ("roll", "0-0+6 max rolls"),
        ("3", "0-0+9 max"),
        ("hold", "9-0 min rolls"),
        ("5", "9-0+5 min"),
        ("roll", "9-0+5 min rolls"),
        ("1", "9-0 min passes"),
        ("pass", "9-0 max rolls"),
    ] {
        state = game.after(&state, game.parse_move(&state, mv).unwrap());
        assert_eq!(game.position_text(&state), text, "after {mv}");
    }
    let last = position("40-97 min rolls");
    for (face, turn) in [(1, Turn::Min), (2, Turn::Min), (3, Turn::Over(-1.0)), (6, Turn::Over(-1.0))] {
        assert_eq!(game.turn(&game.after(&last, Move::Face(face))), turn, "a {face}");
    }
}

#[test]
fn exactly_the_positions_that_play_reaches_are_read() {
    for goal in [1, 2, 3, 5, 12] {
        let game = pig(goal);
        let reached: HashSet<String> =
            reachable(&game).iter().map(|state| game.position_text(state)).collect();
        let mut read = HashSet::new();
        for max in 0..=goal + 1 {
            for min in 0..=goal + 1 {
                for total in 0..goal + 9 {
                    for (player, phase) in ["max", "min"]
                        .iter()
                        .flat_map(|player| ["", " rolls", " passes", " won"].map(|phase| (player, phase)))
                    {
                        let turn = if total > 0 { format!("+{total}") } else { String::new() };
                        let text = format!("{max}-{min}{turn} {player}{phase}");
                        if game.parse_position(&text).is_ok() {
                            read.insert(text);
                        }
                    }
                }
            }
        }
        assert_eq!(read, reached, "goal {goal}");
    }
}

#[test]
fn what_is_no_position_is_told_why() {
    let form = "scores, turn total and player, such as `12-34+5 max` or `12-34 min rolls`";
    let one = "no score and no turn total of 1, because a 1 scores nothing";
    for (text, expected) in [
        ("12-34", form),
        ("12-34+0 max", form),
        ("12-034+5 max", form),
        ("12-34+5 max holds", form),
        ("12-34+5 max rolls twice", form),
        ("12--34+5 max", form),
        ("12-99999999+5 max", form),
        ("12-100+5 max", "banked scores below the goal of 100"),
        ("12-65000+65000 max", "banked scores below the goal of 100"),
        ("1-34+5 max", one),
        ("12-34+1 max", one),
        ("95-34+5 max", "`won` exactly where score and turn total reach the goal of 100"),
        ("94-34+5 max won", "`won` exactly where score and turn total reach the goal of 100"),
        ("12-34 max", "`rolls` or `passes` where there is no turn total"),
        ("12-34+5 max passes", "no turn total after a 1"),
        ("95-34+12 max won", "no roll after the goal of 100 is reached"),
        ("99-34+65535 max won", "no roll after the goal of 100 is reached"),
    ] {
        let error = Pig::default().parse_position(text).unwrap_err();
        assert_eq!(error, ParseError::new("position", text, expected));
    }
}

#[test]
fn the_drawing_shows_scores_turn_total_and_what_comes_next() {
    let draw = |text| Pig::default().draw(&position(text));
    let expected = "\
Max    12 │█████···································│
Min    34 │██████████████▒▒························│
Min to move with 5 in this turn: roll or hold (goal 100)";
    assert_eq!(draw("12-34+5 min"), expected);
    assert!(draw("12-34 max passes").ends_with("Max has rolled a 1 and passes (goal 100)"));
    assert!(draw("12-34 max rolls").ends_with("Max rolls (goal 100)"));
    assert!(draw("98-34+6 max won").ends_with("Max has won with 6 in this turn (goal 100)"));
}

#[test]
fn goals_that_do_not_fit_are_refused_in_one_line() {
    let message = |goal| Pig::new(goal).unwrap_err().to_string();
    for goal in [0, 10_001, 100_000] {
        let expected = format!(r#"goal of pig "{goal}": expected 1 to 10000: scores are kept in 16 bits"#);
        assert_eq!(message(goal), expected);
    }
    assert_eq!(
        Exact::new(&pig(1000)).unwrap_err().to_string(),
        r#"goal of pig "1000": expected at most 250 for the exact solution: 500500000 states would take 4.0 GB"#
    );
}

/// The greatest difference between a value and the backup of its children's values, over `states`, and the number of
/// states.
fn residual<'a>(
    game: &Pig,
    solution: &Solution,
    states: impl IntoIterator<Item = &'a Scores>,
) -> (f64, usize) {
    let mut greatest = 0.0f64;
    let mut count = 0;
    let mut moves = Vec::new();
    for state in states {
        moves.clear();
        game.moves(state, &mut moves);
        let values = moves.iter().map(|&mv| solution.value(&game.after(state, mv)));
        let backed_up = match game.turn(state) {
            Turn::Over(payoff) => payoff,
            Turn::Chance => values.sum::<f64>() / 6.0,
            Turn::Max => values.reduce(f64::max).unwrap(),
            Turn::Min => values.reduce(f64::min).unwrap(),
        };
        greatest = greatest.max((solution.value(state) - backed_up).abs());
        count += 1;
    }
    (greatest, count)
}

#[test]
fn the_solution_satisfies_the_rules_everywhere() {
    for goal in [1, 2, 3, 10, 37] {
        let (game, exact) = (pig(goal), Exact::new(&pig(goal)).unwrap());
        let (greatest, _) = residual(&game, exact.solution(), &reachable(&game));
        assert!(greatest < 1e-12, "{greatest} at goal {goal}");
    }
    let states = reachable(&Pig::default());
    let (greatest, count) = residual(&Pig::default(), exact().solution(), &states);
    assert!(greatest < 1e-12, "{greatest}");
    assert!(count > 1_900_000, "{count} positions");
}

#[test]
fn the_first_player_wins_as_often_as_published() {
    let solution = exact().solution();
    let first = solution.wins(&Pig::default().start());
    // Neller and Presser 2004 print .5306.
    assert!((first - 0.5306).abs() < 0.5e-4, "{first}");
    assert!((first - 0.530_592_725_273_7).abs() < 1e-12, "{first}");
}

#[test]
fn goals_that_one_roll_reaches_are_solved_by_hand() {
    // The first player wins with probability 5/6 and otherwise becomes the second: x = 5/6 + (1 - x)/6.
    for goal in [1, 2] {
        let wins = Solution::solve(&pig(goal)).unwrap().wins(&pig(goal).start());
        assert!((wins - 6.0 / 7.0).abs() < 1e-15, "{wins}");
    }
}

/// The least turn total at which it is best to hold.
fn hold_at(own: u32, other: u32) -> Option<u32> {
    let holds = |total: &u32| {
        let state = position(&format!("{own}-{other}+{total} max"));
        exact().solution().best(&state) == Some(Move::Hold)
    };
    (2..100 - own).find(holds)
}

#[test]
fn what_to_hold_at_depends_on_both_scores() {
    // All of this comes from our own solution.
    assert_eq!(hold_at(0, 0), Some(21));
    assert_eq!(hold_at(60, 60), Some(18));
    // A player far ahead takes less risk, a player far behind more.
    assert_eq!([0, 20, 40, 60, 80].map(|other| hold_at(0, other)), [21, 23, 26, 32, 49].map(Some));
    assert_eq!([0, 10, 20, 30].map(|own| hold_at(own, 0)), [21, 20, 19, 17].map(Some));
    // Near the end nobody holds.
    assert_eq!(hold_at(70, 70), None);
    assert_eq!(hold_at(0, 90), None);
    assert_eq!(hold_at(80, 0), None);
}

/// Positions in which a player decides, the same ones every time.
fn sample(count: usize) -> Vec<Scores> {
    let mut rng = Rng::new(1999);
    let mut states = Vec::new();
    while states.len() < count {
        let (max, min, total) = (rng.below(100), rng.below(100), 2 + rng.below(40));
        let player = ["max", "min"][rng.below(2)];
        states.extend(Pig::default().parse_position(&format!("{max}-{min}+{total} {player}")));
    }
    states
}

fn searched(evaluator: impl Evaluator<Pig>, state: Scores, depth: u32) -> Report<Move> {
    let mut search = Deepening::new(Pig::default(), evaluator, Minimax::default().to_depth(depth));
    search.start(state);
    search.run(&Budget::unlimited())
}

#[test]
fn expectimax_of_exact_values_gives_exact_values_at_every_depth() {
    let game = Pig::default();
    for state in sample(200) {
        let roll = game.after(&state, Move::Roll);
        for state in [state, roll] {
            let value = exact().solution().value(&state);
            for depth in 1..=3 {
                let report = searched(exact().clone(), state, depth);
                let text = game.position_text(&state);
                assert!((report.value - value).abs() < 1e-12, "{text}: {} at depth {depth}", report.value);
                // Rounding may separate equally good moves.
                let apart = report.moves.len() == 2
                    && (report.moves[0].value.unwrap() - report.moves[1].value.unwrap()).abs() > 1e-12;
                assert!(!apart || report.best == exact().solution().best(&state), "{text} at depth {depth}");
            }
        }
    }
}

#[test]
fn deeper_searches_find_the_best_move_more_often() {
    let states = sample(500);
    assert!(states.iter().all(|state| state.phase() == Phase::Decides));
    let right = |depth, evaluator: &dyn Fn(Scores, u32) -> Option<Move>| {
        let is_right = |state: &&Scores| evaluator(**state, depth) == exact().solution().best(state);
        states.iter().filter(is_right).count()
    };
    let lead = |state, depth| searched(Lead, state, depth).best;
    let blind = |state, depth| searched(Blind, state, depth).best;
    let counts = [1, 2, 3, 4].map(|depth| right(depth, &lead));
    assert!(counts.is_sorted_by(|few, more| few < more), "lead: {counts:?}");
    assert!(counts[0] > 300 && counts[3] > 420, "lead: {counts:?}");
    // Without the turn total a player always rolls or always holds at depth 1.
    let counts = [1, 2, 3, 4].map(|depth| right(depth, &blind));
    assert!(counts.is_sorted_by(|few, more| few < more), "blind: {counts:?}");
    assert!(counts[0] < 200 && counts[3] > 400, "blind: {counts:?}");
}

#[test]
fn parameters_reach_the_game_by_name() {
    let built = |text: &str, evaluator| registry().rules(&text.parse().unwrap(), Some(evaluator));
    let position = built("pig(goal=20)", "exact").unwrap().position("15-0+5 max won").unwrap();
    assert_eq!(position.turn(), Turn::Over(1.0));
    let message = |text: &str, evaluator| built(text, evaluator).err().unwrap().to_string();
    for goal in ["0", "100000"] {
        let expected = format!(r#"goal of pig "{goal}": expected 1 to 10000: scores are kept in 16 bits"#);
        assert_eq!(message(&format!("pig(goal={goal})"), "lead"), expected);
    }
    assert_eq!(
        message("pig(goal=ten)", "lead"),
        r#"goal of pig "ten": expected a number of points, 1 to 10000"#
    );
    assert!(message("pig(goal=300)", "exact").contains("at most 250 for the exact solution"));
    assert!(built("pig(goal=300)", "lead").is_ok());
}

#[test]
fn a_move_is_valued_as_the_position_behind_it() {
    let game = pig(20);
    for state in reachable(&game) {
        for mv in moves(&game, state) {
            let formed = Lead.leaf(&game, &game.after(&state, mv));
            assert_eq!(Lead.leaf_after(&game, &state, mv), formed, "{state:?} {mv:?}");
        }
    }
}
