//! Blocks that quote a file: `<!-- quotes: PATH -->` above a block says that its lines stand there, in this order.

/// What is quoted wrongly on a page; `read` gives the text of a file.
pub(crate) fn faults(name: &str, page: &str, read: impl Fn(&str) -> String) -> Vec<String> {
    let lines: Vec<&str> = page.lines().collect();
    let mut faults = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(path) = line.strip_prefix("<!-- quotes: ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let block = lines[at + 1..].iter().skip(1).take_while(|line| !line.starts_with("```"));
        let block: String = block.flat_map(|line| [*line, "\n"]).collect();
        if block.is_empty() || !read(path).contains(&block) {
            faults.push(format!("{name}:{}: the block below is not a part of {path}", at + 1));
        }
    }
    faults
}

#[test]
fn a_quotation_is_a_part_of_its_file() {
    let read = |_: &str| "one\ntwo\nthree\n".to_owned();
    let page = |block: &str| format!("<!-- quotes: file -->\n```rust\n{block}```\n");
    assert!(faults("page", &page("two\nthree\n"), read).is_empty());
    for wrong in ["two\nfour\n", "one\nthree\n", ""] {
        assert_eq!(faults("page", &page(wrong), read), ["page:1: the block below is not a part of file"]);
    }
}
