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

/// The table of some searches, separated by spaces, or of what all searches accept: a row for every parameter, a column for the
/// defaults of every search.
fn table(searches: &str) -> Option<String> {
    let parameters = |name: &str| match name {
        "common" => Some(COMMON),
        _ => SEARCHES.iter().find(|entry| entry.name == name).map(|entry| entry.parameters),
    };
    let names: Vec<&str> = searches.split_whitespace().collect();
    let lists: Vec<&[Parameter]> = names.iter().map(|name| parameters(name)).collect::<Option<_>>()?;
    let mut keys: Vec<(&str, &str)> = Vec::new();
    for Parameter { key, meaning, .. } in lists.iter().copied().flatten() {
        if !keys.contains(&(key, meaning)) {
            keys.push((key, meaning));
        }
    }
    let default = |list: &&[Parameter], key: &str, meaning: &str| {
        let found = list.iter().find(|parameter| (parameter.key, parameter.meaning) == (key, meaning));
        match found.map(|parameter| parameter.default) {
            Some("") => "none".to_owned(),
            Some(default) => format!("`{default}`"),
            None => String::new(),
        }
    };
    let row = |&(key, meaning): &(&str, &str)| {
        let defaults: Vec<String> = lists.iter().map(|list| default(list, key, meaning)).collect();
        format!("| `{key}` | {} | {} |\n", defaults.join(" | "), meaning.replace('|', "\\|"))
    };
    let heads = if names.len() == 1 { "default".to_owned() } else { names.join(" | ") };
    let rule = "---|".repeat(names.len() + 2);
    Some(format!("| parameter | {heads} | meaning |\n|{rule}\n{}", keys.iter().map(row).collect::<String>()))
}
