//! The documentation runs: every command of README and docs is run in order, and what it prints is compared.
//!
//! `TIPTREE_DOCS=overwrite cargo test -p tiptree-cli --test all docs::` writes the pages anew instead. What was elided stays
//! elided. `TIPTREE_PAGE=matches` takes only the pages with that in their name.

mod elision;
mod links;
mod page;
mod parameters;
mod quotes;
mod shell;

use page::Checked;
use shell::Shell;
use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the project")
}

/// README and every page below docs, by their paths from the root.
fn pages() -> Vec<String> {
    fn add(root: &Path, folder: &str, pages: &mut Vec<String>) {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder").flatten() {
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            match entry.file_type().expect("a type") {
                kind if kind.is_dir() => add(root, &name, pages),
                _ if Path::new(&name).extension().is_some_and(|end| end == "md") => pages.push(name),
                _ => {}
            }
        }
    }
    let mut pages = vec!["README.md".to_owned()];
    add(&root(), "docs", &mut pages);
    pages.sort();
    pages
}

fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Compares every page with what `check` makes of it, or writes it anew where the environment asks for that.
fn compare(check: impl Fn(&str, &str) -> Checked) {
    let overwrites = std::env::var("TIPTREE_DOCS").is_ok_and(|mode| mode == "overwrite");
    let only = std::env::var("TIPTREE_PAGE").unwrap_or_default();
    let mut faults = Vec::new();
    for page in pages().into_iter().filter(|page| page.contains(&only)) {
        let text = read(&page);
        let checked = check(&page, &text);
        if overwrites && checked.renewed != text {
            // At one stroke, because other tests read the pages at the same time.
            let (path, new) = (root().join(&page), root().join(format!("{page}.new")));
            std::fs::write(&new, checked.renewed).expect("the page is written");
            std::fs::rename(new, path).expect("the page is put in its place");
        } else {
            faults.extend(checked.faults);
        }
    }
    let advice = "To renew the pages: TIPTREE_DOCS=overwrite cargo test -p tiptree-cli --test all docs::";
    assert!(faults.is_empty(), "{}\n{advice}", faults.join("\n"));
}

/// Both tests of this file write pages: one after the other.
#[test]
fn pages_show_what_the_program_says() {
    let root = root();
    compare(parameters::check);
    compare(|name, text| page::check(name, text, &Shell::new(&root)));
}

#[test]
fn examples_in_rust_are_compiled_by_the_library() {
    let library = read("crates/core/src/lib.rs");
    for page in pages().iter().filter(|page| read(page).contains("```rust")) {
        assert!(library.contains(&format!("include_str!(\"../../../{page}\")")), "{page} is not compiled");
    }
}

#[test]
fn the_front_page_and_the_reference_list_every_search_and_every_game() {
    let (front, searches, games) =
        (read("crates/core/src/lib.rs"), read("docs/searches/README.md"), read("docs/games.md"));
    for search in tiptree::search::catalogue::SEARCHES {
        assert!(front.contains(&format!("//! | `{}` |", search.name)), "{} on the front page", search.name);
        assert!(searches.contains(&format!("`{}`", search.name)), "{} in docs/searches", search.name);
        let has_table = |page: &String| {
            let text = read(page);
            let mut marks = text.lines().filter_map(|line| line.strip_prefix("<!-- parameters: "));
            marks.any(|mark| mark.split_whitespace().any(|name| name == search.name))
        };
        assert!(pages().iter().any(has_table), "a table of the parameters of {}", search.name);
    }
    for game in tiptree_games::registry().games() {
        assert!(games.contains(&format!("| `{}` |", game.name)), "{} in docs/games.md", game.name);
    }
}

#[test]
fn quotations_are_parts_of_their_files() {
    let faults: Vec<String> =
        pages().iter().flat_map(|page| quotes::faults(page, &read(page), read)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_readme_is_short() {
    assert!(read("README.md").lines().count() <= 120);
}

#[test]
fn links_lead_somewhere() {
    links::check();
}
