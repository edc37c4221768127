use super::*;
use crate::json;
use crate::solving::Solving;
use std::io::Write;
use tempfile::NamedTempFile;
use tiptree_games::registry;

const SMALL: &str = "connect4(width=4,height=4)";

/// Labels, as a solver writes them, of all positions after three plies on a small board that are not over.
fn labels() -> NamedTempFile {
    let rules = registry().rules(&SMALL.parse().unwrap(), None).unwrap();
    let mut solving = Solving::new(rules.as_ref(), true, Budget::unlimited(), 1);
    let mut file = NamedTempFile::new().unwrap();
    for first in 1..=4 {
        for second in 1..=4 {
            for third in 1..=2 {
                let answer = solving.solve(&format!("{first}{second}{third}"));
                writeln!(file, "{}", json::line(&answer)).unwrap();
            }
        }
    }
    file
}

fn request(file: &NamedTempFile, searches: &[&str], budgets: &[&str]) -> Request {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    Request {
        game: SMALL.into(),
        searches: owned(searches),
        budgets: owned(budgets),
        files: vec![file.path().to_str().unwrap().to_owned()],
        seed: 1,
        ..Request::default()
    }
}

fn measure(request: &Request, jobs: usize) -> Vec<Measurement> {
    let quality = request.prepare(&registry(), jobs).unwrap();
    let timeless = |index| {
        let measured = quality.measure(index, &mut (), &AtomicBool::new(false)).unwrap();
        Measurement { cpu_seconds: 0.0, cpu_p99: None, cpu_worst: None, ..measured }
    };
    (0..quality.count()).map(timeless).collect()
}

#[test]
fn a_search_to_the_end_keeps_everything_and_a_blind_one_does_not() {
    let file = labels();
    let measured = measure(&request(&file, &["ab", "minimax(depth=1)"], &["depth=16"]), 1);
    let [whole, blind] = measured.as_slice() else { panic!("two") };
    assert_eq!((whole.labelled, whole.kept), (32, whole.positions));
    assert!(whole.positions > 0 && whole.kept_percent == Some(100.0) && whole.kept_se == Some(0.0));
    assert!(blind.kept < blind.positions && blind.positions == whole.positions);
    assert!(blind.mean_nodes.unwrap() < whole.mean_nodes.unwrap());
    assert_eq!((whole.within_percent, whole.faults, &whole.fault), (None, 0, &None));
    assert_eq!(
        (whole.game.as_str(), whole.search.as_str(), whole.budget.as_str()),
        (SMALL, "ab", "depth=16")
    );
}

#[test]
fn jobs_change_nothing_and_seeds_do() {
    let file = labels();
    let request = request(&file, &["mm(redescend=chance:0.5)"], &["moves=30", "moves=60"]);
    let measured = measure(&request, 1);
    assert_eq!(measured.len(), 2);
    assert_eq!(measured, measure(&request, 3));
    let other = measure(&Request { seed: 2, ..request }, 3);
    let work = |measured: &[Measurement]| (measured[0].mean_evals, measured[1].mean_nodes);
    assert_ne!(work(&measured), work(&other));
}

#[test]
fn a_budget_of_its_own_is_measured_once() {
    let file = labels();
    let budgets = ["moves=10", "moves=20"];
    let measured = measure(&request(&file, &["mm(moves=50)", "minimax(depth=2)"], &budgets), 1);
    let budgets: Vec<&str> = measured.iter().map(|measured| measured.budget.as_str()).collect();
    assert_eq!(budgets, ["moves=50", "moves=10", "moves=20"]);
    // A depth overrides the default budget.
    assert_eq!(measure(&request(&file, &["minimax(depth=2)"], &[]), 1)[0].budget, "");
    assert_eq!(measure(&request(&file, &["mm"], &[]), 1)[0].budget, "moves=1000");
}

#[test]
fn every_evaluator_has_a_row_unless_a_search_names_its_own() {
    let file = labels();
    let several = Evaluators(["rivest(noise=0)", "rivest(noise=200)"].map(String::from).to_vec());
    let request = Request { eval: several, ..request(&file, &["minimax", "ab(eval=rivest)"], &["depth=2"]) };
    let measured = measure(&request, 1);
    let searches: Vec<&str> = measured.iter().map(|measured| measured.search.as_str()).collect();
    assert_eq!(
        searches,
        ["minimax(eval=rivest(noise=0))", "ab(eval=rivest)", "minimax(eval=rivest(noise=200))"]
    );
    assert_eq!(measured[0].kept, measured[1].kept);
    assert_ne!((measured[0].kept, measured[0].best), (measured[2].kept, measured[2].best));
}

#[test]
fn a_measurement_can_be_restricted_to_sacrifices() {
    let mut file = NamedTempFile::new().unwrap();
    // The worst static value is that of 1, of 2, and for Min, who wants low values, of 3.
    for (line, is_selected) in [
        ("11 0 0 -1 -1 -1", true),
        ("22 3 -1 3 0 -2", true),
        ("2 1 -1 -1 1 -1", true),
        // The right move is not the worst, ties with others, or is not the only one; or no move loses the outcome.
        ("11 0 -1 0 -1 -1", false),
        ("2 1 1 -1 -1 -1", false),
        ("33 2 -1 1 2 -1", false),
        ("22 -1 -2 -1 -3 -2", false),
    ] {
        writeln!(file, "{line}").unwrap();
        let rules = registry().rules(&SMALL.parse().unwrap(), None).unwrap();
        let label = labels::parse(line, file.path(), rules.as_ref()).unwrap().remove(0);
        let mut filter = Filter::new(rules.as_ref(), Some(Only::Sacrifices)).unwrap();
        assert_eq!(filter.passes(&label), Ok(is_selected), "{line}");
    }
    let asked = Request { only: Some(Only::Sacrifices), ..request(&file, &["ab"], &["depth=2"]) };
    let measured = measure(&asked, 1).remove(0);
    assert_eq!((measured.positions, measured.labelled), (3, 7));
    assert!(json::line(&measured).contains(r#""only":"sacrifices""#));
}

#[test]
fn sure_moves_are_counted_on_request() {
    let file = labels();
    let budgets = ["evals=2000", "evals=2000,sure=0.9", "evals=2000,sure=0.5"];
    let measured = measure(&request(&file, &["mm"], &budgets), 1);
    let [whole, sure, rash] = measured.as_slice() else { panic!("three") };
    assert_eq!((whole.sure, whole.sure_kept), (None, None));
    assert!(!json::line(whole).contains("sure"));
    assert!(0 < sure.sure.unwrap() && sure.sure <= rash.sure && rash.sure <= Some(rash.positions));
    assert!([sure, rash].iter().all(|of| of.sure_kept <= of.sure && of.sure_kept <= Some(of.kept)));
    assert!(rash.mean_evals < sure.mean_evals && sure.mean_evals < whole.mean_evals);
}

#[test]
fn a_cancelled_measurement_reports_the_replies_so_far() {
    let file = labels();
    let quality = request(&file, &["mm"], &[]).prepare(&registry(), 1).unwrap();
    let measured = quality.measure(0, &mut (), &AtomicBool::new(true)).unwrap();
    assert_eq!((measured.positions, measured.kept_percent, measured.labelled), (0, None, 32));
}

#[test]
fn errors_are_reported_before_anything_is_measured() {
    let file = labels();
    let error = |request: Request| request.prepare(&registry(), 1).err().unwrap().to_string();
    assert!(error(request(&file, &[], &[])).contains("searches \"\": expected at least one"));
    assert!(error(request(&file, &["mn"], &[])).starts_with("search \"mn\": expected one of mm-fast, mm, "));
    assert!(error(request(&file, &["mm"], &["soon"])).starts_with("budget \"soon\""));
    let nowhere = Request { files: vec!["nowhere.txt".into()], ..request(&file, &["mm"], &[]) };
    assert!(error(nowhere).starts_with("cannot read nowhere.txt: "));
    let none = Request { files: Vec::new(), ..request(&file, &["mm"], &[]) };
    assert!(error(none).contains("files \"\": expected at least one"));
    let other = Request { game: "tictactoe".into(), ..request(&file, &["mm"], &[]) };
    assert!(error(other).contains("line 1: game \"connect4(width=4,height=4)\": expected tictactoe"));
}
