//! The file of a table: one line of text that says what it is and how far it has come, then the values, four bytes each, the
//! lowest byte first.
//!
//! The line is written as all names with parameters are, so that `head -1` shows it:
//! `tiptree-table(version=1,rules=money,checkers=3,...,checksum=0123456789abcdef)`. The checksum is that of the line without it
//! and of the values.

use super::super::Backgammon;
use super::iteration::{Course, Iteration};
use std::str::FromStr;
use tiptree::Spec;
use tiptree::rng::scatter;

const NAME: &str = "tiptree-table";
/// The version of the form of the file.
const VERSION: &str = "1";
const CHECKSUM: &str = "checksum";
/// No line is longer.
const LONGEST_LINE: usize = 1000;
const BYTES_OF_VALUE: usize = size_of::<f32>();

/// What the line says, without the checksum.
fn line(iteration: &Iteration) -> Spec {
    let Course { stages, sweeps, computed, change, last } = iteration.course;
    let fields = [
        ("version", VERSION.to_owned()),
        ("rules", Backgammon::RULES.to_owned()),
        ("checkers", iteration.table.checkers().to_string()),
        ("values", iteration.table.values.len().to_string()),
        ("complete", iteration.is_complete().to_string()),
        ("change", change.to_string()),
        ("stages", stages.to_string()),
        ("sweeps", sweeps.to_string()),
        ("computed", computed.to_string()),
        ("last", last.to_string()),
    ];
    let parameters = fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Spec { name: NAME.into(), parameters }
}

/// The checksum of a line and of the values.
fn checksum(line: &str, values: &[u8]) -> String {
    let add = |sum: u64, eight: &[u8]| {
        let mut word = [0; 8];
        word[..eight.len()].copy_from_slice(eight);
        scatter(sum ^ u64::from_le_bytes(word))
    };
    let sum = line.as_bytes().chunks(8).chain(values.chunks(8)).fold(0, add);
    format!("{sum:016x}")
}

/// The contents of a file.
pub(super) fn write(iteration: &Iteration) -> Vec<u8> {
    let values: Vec<u8> = iteration.table.values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let mut line = line(iteration);
    let checksum = checksum(&line.to_string(), &values);
    line.parameters.push((CHECKSUM.into(), checksum));
    let mut file = format!("{line}\n").into_bytes();
    file.extend(values);
    file
}

/// The number that a line has for a key.
fn field<T: FromStr>(line: &Spec, key: &str) -> Result<T, String> {
    line.get(key).and_then(|text| text.parse().ok()).ok_or_else(|| format!("a number of {key}"))
}

/// Fills an iteration with the contents of a file, or says what was expected.
pub(super) fn read_into(iteration: &mut Iteration, file: &[u8]) -> Result<(), String> {
    let foreign = || "a table that `tabulate` wrote".to_owned();
    let end = file.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n').ok_or_else(foreign)?;
    let text = std::str::from_utf8(&file[..end]).map_err(|_| foreign())?;
    let mut spec: Spec = text.parse().ok().filter(|spec: &Spec| spec.name == NAME).ok_or_else(foreign)?;
    let own = line(iteration);
    for key in ["version", "rules", "checkers", "values"] {
        let (read, expected) = (spec.get(key).unwrap_or("none"), own.get(key).unwrap_or_default());
        if read != expected {
            return Err(format!("a table with {key} {expected}, not {read}"));
        }
    }
    let values = &file[end + 1..];
    let length = iteration.table.values.len() * BYTES_OF_VALUE;
    if values.len() != length {
        let state = if values.len() < length { "cut short" } else { "too long" };
        return Err(format!("{length} bytes of values, not {}: it is {state}", values.len()));
    }
    let written =
        spec.parameters.pop_if(|(key, _)| key == CHECKSUM).map(|(_, value)| value).ok_or_else(foreign)?;
    if checksum(&spec.to_string(), values) != written {
        return Err(format!("the checksum {written}: it is damaged"));
    }
    iteration.course = Course {
        stages: field(&spec, "stages")?,
        sweeps: field(&spec, "sweeps")?,
        computed: field(&spec, "computed")?,
        change: field(&spec, "change")?,
        last: field(&spec, "last")?,
    };
    let all = values.chunks_exact(BYTES_OF_VALUE);
    iteration.table.values =
        all.map(|bytes| f32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect();
    Ok(())
}
