//! The untyped form of a game is searched as the typed game is, to the last counter.

use crate::bare::BothForms;
use crate::random::{budget, number, random_position, search_named};
use tiptree::search::catalogue::SEARCHES;
use tiptree::{Report, Rng, Spec};

/// What must be equal in both forms. The size of a tree and the clock readings may differ.
fn comparable(mut report: Report<String>) -> String {
    (report.seconds, report.cpu_seconds, report.counters.tree_bytes) = (0.0, 0.0, 0);
    format!("{report:?}")
}

/// Compares the reports of a search at a position, and of one more search after the move found there. Returns how many reports
/// were compared: 0 if the search does not support the game.
fn compare(game: &BothForms, position: &str, search: &Spec, rng: &mut Rng) -> u64 {
    let seed = rng.next_u64();
    let [typed, untyped] = [(game.typed)(search, seed), game.untyped.engine(search, seed)];
    let (Ok(mut typed), Ok(mut untyped)) = (typed, untyped) else {
        let refused = [(game.typed)(search, seed).err(), game.untyped.engine(search, seed).err()];
        let [typed, untyped] = refused.map(|error| error.map(|error| error.to_string()));
        assert_eq!(typed, untyped, "{search} in {}", game.untyped.spec());
        return 0;
    };
    typed.start(position).unwrap();
    untyped.start(position).unwrap();
    let mut board = game.untyped.position(position).unwrap();
    let mut reports = 0;
    for _ in 0..2 {
        let budget = budget(rng);
        let [ours, theirs] = [typed.run(&budget), untyped.run(&budget)];
        let best = ours.best.clone();
        let case =
            || format!("{search} with {budget} at {position:?} of {}, report {reports}", game.untyped.spec());
        assert_eq!(comparable(ours), comparable(theirs), "{}", case());
        reports += 1;
        let Some(mv) = best else { break };
        typed.play(&mv).unwrap();
        untyped.play(&mv).unwrap();
        board.play(&mv).unwrap();
        if board.turn().is_over() {
            break;
        }
    }
    reports
}

/// `TIPTREE_CASES=1000` sets the number of positions of every game, `TIPTREE_SEED=7` draws others; `--nocapture` shows how many
/// reports were compared.
#[test]
fn every_search_reports_the_same_of_a_game_without_insight_in_both_forms() {
    let (positions, seed) = (number("TIPTREE_CASES", 4), number("TIPTREE_SEED", 1));
    for (place, game) in (0..).zip(BothForms::all()) {
        let (mut reports, mut searches) = (0, 0);
        for (number, entry) in (0..).zip(SEARCHES) {
            let mut compared = 0;
            for case in 0..positions {
                let mut rng = Rng::derive(seed, &[place, case]);
                let plies = rng.below(game.plies);
                let position = random_position(game.untyped.as_ref(), plies, &mut rng);
                // All searches meet the same positions, with parameters and budgets of their own.
                let mut rng = Rng::derive(seed, &[place, case, number]);
                let search = search_named(entry.name, &mut rng);
                compared += compare(&game, &position.text(), &search, &mut rng);
            }
            reports += compared;
            searches += u64::from(compared > 0);
        }
        eprintln!(
            "{}: {reports} reports of {searches} searches at {positions} positions",
            game.untyped.spec()
        );
        assert!(searches >= 9, "{}: only {searches} searches", game.untyped.spec());
    }
}
