//! Every search on games of chance that have exact solutions.

use tiptree::{Budget, Report, Spec, Stop};
use tiptree_games::registry;

const SEARCHES: [&str; 10] = [
    "expectimax",
    "star1",
    "star2",
    "star2(sort=none,table=0)",
    "star25(probe=2,order=sequential)",
    "star3",
    "mm",
    "mm(c=1)",
    "mm(backup=mean,p=40,pick=minimax)",
    "pvs",
];

fn run(game: &str, evaluator: &str, search: &str, position: &str, budget: &Budget) -> Report<String> {
    let game: Spec = game.parse().unwrap();
    let mut engine = registry().engine(&game, Some(evaluator), &search.parse().unwrap(), 1).unwrap();
    engine.start(position).unwrap();
    engine.run(&engine.budget(budget))
}

/// The exact value of a position, by a search of depth 1 with the exact evaluator.
fn exact(game: &str, position: &str) -> f64 {
    run(game, "exact", "expectimax(depth=1)", position, &Budget::unlimited()).value
}

#[test]
fn a_hand_of_blackjack_searched_to_its_end_has_its_exact_value() {
    let game = "blackjack(split=0,double=none)";
    // A soft hand has many times the positions of a hard one: three searches are enough there.
    for (position, searches) in [("T8* v 9", &SEARCHES[..]), ("A7* v 9", &["star2", "mm", "pvs"])] {
        let exact = exact(game, position);
        for search in searches {
            let report = run(game, "hand", search, position, &Budget::unlimited());
            assert_eq!(report.stop, Some(Stop::Complete), "{search} at {position}");
            // Backups by means do not give the game's values, but they find the best move.
            if !search.contains("mean") {
                assert!(
                    (report.value - exact).abs() < 1e-9,
                    "{search} at {position}: {}, {exact}",
                    report.value
                );
            }
            let best = run(game, "exact", "expectimax(depth=1)", position, &Budget::unlimited()).best;
            assert_eq!(report.best, best, "{search} at {position}");
        }
    }
}

#[test]
fn pig_is_never_over_but_its_value_is_approached() {
    let (game, position) = ("pig(goal=12)", "4-6+3 max");
    let exact = exact(game, position);
    let error =
        |search: &str, budget: &Budget| (run(game, "lead", search, position, budget).value - exact).abs();
    for search in ["expectimax", "star1", "star2", "star25", "star3"] {
        let [near, far] = [2, 9].map(|depth| error(search, &Budget::depth(depth)));
        assert!(far < 0.01 && far < near, "{search}: {near}, then {far}");
    }
    for search in ["mm", "mm(c=1)"] {
        let [near, far] = [100, 200_000].map(|evals| error(search, &Budget::evals(evals)));
        assert!(far < 0.01 && far < near, "{search}: {near}, then {far}");
    }
}

#[test]
fn modern_alpha_beta_with_exact_settings_has_the_values_of_expectimax() {
    let exact = "reduce=0,extend=0,assure=false,deeper=false,pass=false";
    let positions: [(&str, &str, &[&str]); 3] = [
        ("pig(goal=10)", "lead", &["", "4-6+3 max", "0-0+2 max", "7-3+2 min", "9-9 min rolls"]),
        ("startree(depth=5,branching=4)", "neutral", &[""]),
        ("blackjack(split=0,double=none)", "hand", &["97* v T", "A7* v 9"]),
    ];
    for (game, evaluator, positions) in positions {
        for position in positions {
            for depth in 1..=4 {
                let budget = Budget::depth(depth);
                let truth = run(game, evaluator, "expectimax", position, &budget);
                for search in ["pvs", "mtdf"] {
                    for parts in ["", ",table=0", ",sort=false", ",table=1MB,history=false"] {
                        let search = format!("{search}({exact}{parts})");
                        let report = run(game, evaluator, &search, position, &budget);
                        let case = format!("{search} at {position:?} of {game} to depth {depth}");
                        assert_eq!(report.value, truth.value, "{case}");
                        assert!(report.best.is_none_or(|best| truth.best_moves.contains(&best)), "{case}");
                    }
                }
            }
        }
    }
}

/// Depths that take a moment at most: a roll and its play have some 20 times 21 successors in backgammon.
#[test]
fn dice_games_have_the_values_of_expectimax_in_every_search() {
    for (game, position, depth) in [
        ("ewn", "", 3),
        ("ewn", "1.3../24.../6..../....b/..fac min 5", 4),
        ("ewn", "...../.2.../...1./..a../....b max", 5),
        ("hypergammon", "AACgAgAAKgAAAA max 31", 2),
        ("hypergammon", "kAgAAAYAIAAAAA min 64", 2),
        ("backgammon", "4HPwATDgc/ABMA max 31", 1),
        ("backgammon", "sGfwATDgc/ABMA min", 1),
    ] {
        let budget = Budget::depth(depth);
        let truth = run(game, "linear", "expectimax", position, &budget);
        for search in
            ["minimax", "star1", "star2", "star25(probe=2)", "star25(probe=3)", "star3", "pvs(reduce=0)"]
        {
            let report = run(game, "linear", search, position, &budget);
            let case = format!("{search} at {position:?} of {game} to depth {depth}");
            assert!(
                (report.value - truth.value).abs() < 1e-9,
                "{case}: {} and {}",
                report.value,
                truth.value
            );
            assert_eq!(report.best, truth.best, "{case}");
        }
    }
}
