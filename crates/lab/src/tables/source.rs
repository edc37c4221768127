//! The source line below a table: the files that its figures come from, and the builds that made them.

use crate::provenance::Provenance;
use crate::report::{Results, Source};
use std::fmt::Write;

/// How the line begins.
pub(super) const OPENING: &str = "Results: ";

/// The line: the files as the declaration names them, grouped by build.
pub(super) fn line(files: &[String], results: &Results) -> String {
    let mut groups: Vec<(String, Vec<&String>)> = Vec::new();
    for (file, source) in files.iter().zip(&results.sources) {
        let build = builds(source, results);
        match groups.iter_mut().find(|(known, _)| *known == build) {
            Some((_, files)) => files.push(file),
            None => groups.push((build, vec![file])),
        }
    }
    let link = |file: &&String| {
        let name = file.rsplit('/').next().unwrap_or(file);
        format!("[{}]({file})", name.trim_end_matches(".jsonl"))
    };
    let mut line = OPENING.to_owned();
    for (place, (build, files)) in groups.iter().enumerate() {
        let links: Vec<String> = files.iter().map(link).collect();
        _ = write!(line, "{}{}: {build}", if place > 0 { "; " } else { "" }, links.join(", "));
    }
    line + "."
}

/// The builds that made the results of a file. The signature is left out: it differs with the searches of a result.
fn builds(source: &Source, results: &Results) -> String {
    let of = |build: &Provenance| Provenance { signature: None, ..build.clone() }.to_string();
    let held = &source.holds;
    let matches = held.matches.iter().map(|&place| of(&results.matches[place].summary.build));
    let tables = held.tables.iter().map(|&place| of(&results.tables[place].build));
    let measurements = held.measurements.iter().map(|&place| of(&results.measurements[place].build));
    let mut builds: Vec<String> = matches.chain(tables).chain(measurements).collect();
    builds.sort();
    builds.dedup();
    builds.join(", ")
}
