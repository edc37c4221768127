//! A page of Markdown as a list of steps that a reader would take.

use super::elision::{all_match, redact, renewed};
use super::shell::Shell;

/// A command of a page, with the output that the page shows for it.
struct Command {
    /// The text behind `$`, with its continuation lines.
    text: String,
    /// The line of the page, from 0, on which the output begins.
    from: usize,
    shown: Vec<String>,
}

enum Step {
    /// A block that the reader saves under this name.
    File(String, String),
    Command(Command),
}

/// What is wrong with a page, or how it reads with its outputs renewed.
#[derive(Default)]
pub(crate) struct Checked {
    pub(crate) faults: Vec<String>,
    pub(crate) renewed: String,
}

/// Takes every step of a page in order and compares what it shows.
pub(crate) fn check(name: &str, text: &str, shell: &Shell) -> Checked {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (steps, mut faults) = steps(name, &lines);
    let mut changes = Vec::new();
    for step in steps {
        match step {
            Step::File(path, text) => shell.write(&path, &text),
            Step::Command(Command { text, from, shown }) => {
                let output: Vec<String> = shell.run(&text).lines().map(redact).collect();
                if !all_match(&shown, &output) {
                    let (shown_text, output_text) = (shown.join("\n"), output.join("\n"));
                    faults.push(format!(
                        "{name}:{from}: {text}\n--- the page\n{shown_text}\n+++ the program\n{output_text}\n"
                    ));
                    changes.push((from..from + shown.len(), renewed(&shown, &output)));
                }
            }
        }
    }
    for (range, shown) in changes.into_iter().rev() {
        lines.splice(range, shown);
    }
    Checked { faults, renewed: lines.join("\n") + "\n" }
}

/// The steps of a page, and what is wrong with its form.
fn steps(name: &str, lines: &[String]) -> (Vec<Step>, Vec<String>) {
    let (mut steps, mut faults) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].trim_start().strip_prefix("```") else {
            if lines[at].starts_with("    tiptree ") || lines[at].starts_with("    cargo ") {
                faults.push(format!("{name}:{}: a command outside a console block", at + 1));
            }
            at += 1;
            continue;
        };
        let mark = if at > 0 { lines[at - 1].trim() } else { "" };
        let end = (at + 1..lines.len()).find(|&line| lines[line].trim() == "```").unwrap_or(lines.len());
        let block = &lines[at + 1..end];
        match language.trim() {
            "console" => commands(block, at + 1, &mut steps),
            "sh" if !is_excused(mark) => {
                faults.push(format!(
                    "{name}:{}: commands that nobody runs, and no <!-- not run: reason -->",
                    at + 1
                ));
            }
            _ => {
                if let Some(path) =
                    mark.strip_prefix("<!-- file: ").and_then(|mark| mark.strip_suffix(" -->"))
                {
                    steps.push(Step::File(path.to_owned(), block.join("\n") + "\n"));
                }
            }
        }
        at = end + 1;
    }
    (steps, faults)
}

/// Whether a comment says why the commands below it are not run.
fn is_excused(mark: &str) -> bool {
    mark.strip_prefix("<!-- not run: ")
        .and_then(|mark| mark.strip_suffix("-->"))
        .is_some_and(|why| why.len() > 5)
}

/// The commands of a console block: `$ ` begins one, `> ` continues it, everything else is output.
fn commands(block: &[String], first: usize, steps: &mut Vec<Step>) {
    for (place, line) in block.iter().enumerate() {
        if let Some(text) = line.strip_prefix("$ ") {
            steps.push(Step::Command(Command {
                text: text.into(),
                from: first + place + 1,
                shown: Vec::new(),
            }));
        } else if let Some(Step::Command(command)) = steps.last_mut() {
            match line.strip_prefix("> ") {
                Some(more) if command.shown.is_empty() => {
                    command.text = format!("{}\n{more}", command.text);
                    command.from += 1;
                }
                _ => command.shown.push(line.clone()),
            }
        }
    }
}
