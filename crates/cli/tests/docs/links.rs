//! Links between pages: the file exists, and so does the heading.

use super::{pages, read, root};

/// Refuses relative links of the pages, and of those at the root, that lead nowhere.
pub(crate) fn check() {
    let mut broken = Vec::new();
    let others = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "peers/README.md", "fuzz/README.md"];
    let others = others.into_iter().filter(|page| root().join(page).exists()).map(str::to_owned);
    for page in pages().into_iter().chain(others) {
        let text = read(&page);
        for link in targets(&text).filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => root().join(&page),
                _ => root().join(&page).parent().expect("a page lies in a folder").join(file),
            };
            let has_heading = || {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                text.lines().any(|line| line.starts_with('#') && anchor(line) == heading)
            };
            if !path.exists() || (!heading.is_empty() && !has_heading()) {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

/// What the links of a page point to, outside of blocks of code.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    let prose = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    prose.flat_map(|line| {
        line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
    })
}

/// The anchor that code hosts give a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
