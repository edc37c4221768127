//! Tables of parameters, as `tiptree searches` lists them. One begins behind `<!-- parameters: NAME -->` and ends at an empty line.

use super::page::Checked;
use tiptree::Parameter;
use tiptree::search::catalogue::{COMMON, SEARCHES};

/// Compares the tables of a page with the catalogue.
pub(crate) fn check(name: &str, text: &str) -> Checked {
    let mut checked = Checked::default();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        checked.renewed.push_str(line);
        checked.renewed.push('\n');
        let Some(search) = line.strip_prefix("<!-- parameters: ").and_then(|line| line.strip_suffix(" -->"))
        else {
            continue;
        };
        let mut shown = String::new();
        while let Some((_, row)) = lines.next_if(|(_, row)| !row.is_empty()) {
            shown.push_str(row);
            shown.push('\n');
        }
        let Some(expected) = table(search) else {
            checked.faults.push(format!("{name}:{}: no search {search}", number + 1));
            checked.renewed.push_str(&shown);
            continue;
        };
        if shown != expected {
            checked
                .faults
                .push(format!("{name}:{}: the table of {search} is stale, expected\n{expected}", number + 1));
        }
        checked.renewed.push_str(&expected);
    }
    checked
}

/// The table of a search, or of what all searches accept.
fn table(search: &str) -> Option<String> {
    let entry = SEARCHES.iter().find(|entry| entry.name == search);
    let parameters = if search == "common" { COMMON } else { entry?.parameters };
    let cell = |text: &str| text.replace('|', "\\|");
    let row = |Parameter { key, default, meaning }: &Parameter| {
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        format!("| `{key}` | {default} | {} |\n", cell(meaning))
    };
    let rows: String = parameters.iter().map(row).collect();
    Some(format!("| parameter | default | meaning |\n|---|---|---|\n{rows}"))
}
