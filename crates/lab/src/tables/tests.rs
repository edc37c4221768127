use super::*;

const MATCHES: &str = r#"{"final":true,"game":"connect4","a":"ab","b":"pvs","budget":"cpu=1ms","games":200,"wins":40,"losses":120,"draws":40,"score":0.3,"elo":-147.19,"elo_error":1.0,"nelo":-200.0,"los":0.0,"pairs":[30,20,40,10,0],"distinct_games":200,"llr":null,"sprt":null,"a_stats":{"moves":1,"evals":1,"nodes":1,"cpu_seconds":1.0,"moves_per_cpu_second":1.0,"evals_per_cpu_second":1.0},"b_stats":{"moves":1,"evals":1,"nodes":1,"cpu_seconds":1.0,"moves_per_cpu_second":1.0,"evals_per_cpu_second":1.0},"openings":"plies=4","seed":1,"observations":100,"score_error":0.02,"split":0.4,"a_forfeits":0,"b_forfeits":0}
"#;

/// Recomputes the tables of a text from results of our games.
fn renew(text: &str, path: &Path) -> Result<Renewed, Error> {
    super::renew(&tiptree_games::registry(), text, path)
}

fn renewed(declaration: &str) -> Result<Renewed, Error> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("matches.jsonl"), MATCHES).unwrap();
    let text = format!(
        "Before.\n\n<!-- table\nresults = \"matches.jsonl\"\n{declaration}\n-->\n| old |\n|---|\n\nBehind.\n"
    );
    renew(&text, &folder.path().join("page.md"))
}

#[test]
fn a_match_can_be_seen_from_both_sides() {
    let found = renewed("where = { opponent = \"ab\" }\nrows = \"player\"\ncolumns = \"budget\"").unwrap();
    assert!(found.text.contains("-->\n| | `cpu=1ms` |\n|---|---|\n| `pvs` | 0.700 ± 0.03"), "{}", found.text);
    let source = "|\n\nResults: [matches](matches.jsonl): build unknown.\n\nBehind.\n";
    assert!(found.text.ends_with(source), "{}", found.text);
    assert_eq!((found.tables, found.changed), (1, vec![3]));
    let found = renewed("where = { opponent = \"pvs\" }\nrows = \"player\"\ncolumns = \"budget\"").unwrap();
    assert!(found.text.contains("| `ab` | 0.300 ± 0.03"), "{}", found.text);
}

#[test]
fn a_table_that_is_as_the_results_say_stays() {
    let declaration = "rows = [{ label = \"modern\", player = \"pvs\" }]\ncolumns = [{ label = \"games\", cell = \"games\" }]";
    let once = renewed(declaration).unwrap();
    assert!(once.text.contains("| | games |\n|---|---|\n| modern | 200 |\n"), "{}", once.text);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("matches.jsonl"), MATCHES).unwrap();
    let again = renew(&once.text, &folder.path().join("page.md")).unwrap();
    assert_eq!((again.text, again.changed), (once.text, vec![]));
}

#[test]
fn a_row_selects_by_a_pattern_and_several_results_are_pooled() {
    let found = renewed(
        "pool = \"sum\"\nrows = [{ label = \"both\", player = \"*\" }]\ncolumns = [{ label = \"wins\", cell = \"wins\" }]",
    );
    assert!(found.unwrap().text.contains("| both | 160 |\n"));
    let found = renewed(
        "rows = [{ label = \"p\", player = \"p*s\" }]\ncolumns = [{ label = \"%\", scale = 100, digits = 1 }]\nintervals = false",
    );
    assert!(found.unwrap().text.contains("| p | 70.0 |\n"));
}

#[test]
fn a_number_of_a_reproduced_table_has_its_interval() {
    let folder = tempfile::tempdir().unwrap();
    let row = |column: &str, ours: f64| {
        let key = r#"{"search":"mm","evals":2}"#;
        format!(
            r#"{{"key":{key},"column":"{column}","ours":{ours},"published":null,"tolerance":null,"verdict":"not-published"}}"#
        )
    };
    let rows = format!("{},{}", row("regret", 0.25), row("error", 0.125));
    let line = format!(
        r#"{{"paper":"p","table":"t","parameters":{{"boards":7}},"rows":[{rows}],"exact":0,"within":0,"differs":0,"citation":"","notes":[]}}"#
    );
    std::fs::write(folder.path().join("tables.jsonl"), line + "\n").unwrap();
    let text = "<!-- table\nresults = \"tables.jsonl\"\nwhere = { boards = \"7\" }\nrows = \"search\"\ncolumns = \"evals\"\ncell = \"ours\"\n-->\n";
    let found = renew(text, &folder.path().join("page.md")).unwrap();
    assert!(found.text.contains("| | 2 |\n|---|---|\n| `mm` | 0.250 ± 0.125 |\n"), "{}", found.text);
}

#[test]
fn an_example_in_a_block_of_code_is_no_table() {
    let text = "```md\n<!-- table\nresults = \"none.jsonl\"\n-->\n```\n";
    let found = renew(text, Path::new("page.md")).unwrap();
    assert_eq!((found.text.as_str(), found.tables), (text, 0));
}

#[test]
fn what_is_wrong_with_a_declaration_is_said_with_its_line() {
    for (declaration, said) in [
        ("rows = 1", "expected a table's declaration"),
        ("rows = \"weather\"\ncolumns = \"budget\"", "\"weather\""),
        ("rows = [{ player = \"ab\" }]\ncolumns = \"budget\"", "a list of entries with a label"),
        ("rows = [{ label = \"x\", player = \"uct\" }]\ncolumns = \"budget\"", "without a single cell"),
        ("rows = \"game\"\ncolumns = \"budget\"", "several results"),
    ] {
        let problem = renewed(declaration).unwrap_err().to_string();
        assert!(problem.contains("page.md, line 3:") && problem.contains(said), "{problem}");
        assert!(!problem.contains('\n'), "{problem}");
    }
}

#[test]
fn a_table_names_files() {
    let folder = tempfile::tempdir().unwrap();
    let text = "<!-- table\nresults = \".\"\nrows = \"player\"\ncolumns = \"budget\"\n-->\n";
    let problem = renew(text, &folder.path().join("page.md")).unwrap_err().to_string();
    assert!(problem.contains("expected files of results"), "{problem}");
}
