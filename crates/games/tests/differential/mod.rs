//! Every search of the catalogue on every game of the registry, against plain minimax, with random parameters,
//! positions and counted budgets. The claims of a report must be true, and its parts must agree with each other.
//!
//! `TIPTREE_CASES=100000` sets the number of cases, `TIPTREE_SEED=7` draws other cases; `--nocapture` shows faults as
//! they are found.

mod cases;
mod checks;
mod truth;

use crate::random::number;
use cases::Case;
use std::collections::BTreeMap;
use tiptree::rng::Rng;

#[test]
fn every_report_is_true_and_agrees_with_itself() {
    let (count, seed) = (number("TIPTREE_CASES", 250), number("TIPTREE_SEED", 1));
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut reports = 0;
    for number in 0..count {
        let mut case = Case::draw(&mut Rng::derive(seed, &[number]));
        reports += case.run(&mut |search, fault| {
            // One fault of each kind is enough.
            let kind = format!("{search}: {}", fault.split(':').next().unwrap_or_default());
            let all = faults.entry(kind).or_default();
            if all.is_empty() {
                // Shown at once with `--nocapture`, because many cases take long.
                eprintln!("case {number}: {fault}");
            }
            all.push(fault);
        });
    }
    let shown: Vec<String> = faults
        .iter()
        .map(|(kind, all)| format!("{} of {kind}, such as\n    {}", all.len(), all[0]))
        .collect();
    assert!(faults.is_empty(), "{reports} reports\n{}", shown.join("\n"));
    assert!(reports > count / 2, "only {reports} reports of {count} cases");
}

/// Regressions: positions in which a search once played a move although another was proven to be better, or drew although a
/// win was proven, or proved the root and not its move, or searched deeper than it was told to.
#[test]
fn what_was_false_once_is_true() {
    let planted = "planted(branching=3,depth=5,ends=0.2)";
    for (game, position, eval, search, budget) in [
        ("kalah(pits=3,seeds=2)", "3-1-0-2/0-4-0-2/max", None, "pvs", "moves=105"),
        ("kalah(pits=3,seeds=2)", "3-1-0-2/0-4-0-2/max", None, "pvs", "moves=107"),
        ("kalah(pits=3,seeds=2)", "3-1-0-2/0-4-0-2/max", None, "pvs", "moves=110"),
        (planted, "11:2.2", Some("neutral"), "mm(backup=mean)", "moves=1000"),
        (planted, "11:2.2", Some("neutral"), "mm(pick=mean)", "moves=1000"),
        (planted, "11:2.2", Some("neutral"), "mm(pick=visits)", "moves=1000"),
        ("blackjack", "999,T9* v 4", None, "puct(leaf=playout,pick=value)", "moves=20000,depth=2"),
        ("tictactoe", ".....X...", Some("neutral"), "mm-fast(look=1,insight=false)", "moves=20000,depth=6"),
    ] {
        let mut case = Case::named(game, position, eval, search, budget);
        let mut faults = Vec::new();
        assert_eq!(case.run(&mut |_, fault| faults.push(fault)), 1);
        assert!(faults.is_empty(), "{faults:?}");
    }
}
