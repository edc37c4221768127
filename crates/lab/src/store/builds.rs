//! The builds that wrote a section of a file: what is done there goes on only by one that behaves alike, or says that it does
//! not.

use serde_json::{Map, Value};

/// What kind of line says that another build goes on.
pub(crate) const BUILD: &str = "build";

/// The field of a build that says how it behaves.
const SIGNATURE: &str = "signature";

/// The fields of a header that say which build wrote it: runs of builds that behave alike are the same run.
pub(crate) const BUILD_FIELDS: [&str; 4] = [SIGNATURE, "version", "commit", "dirty"];

/// A build, as its fields of a header.
type Build = Map<String, Value>;

/// This build, and the one that wrote the last record.
#[derive(Debug, Default)]
pub(super) struct Builds {
    ours: Build,
    last: Build,
}

impl Builds {
    /// This build, by the header that it writes, and no other yet.
    pub(super) fn of(header: &[u8]) -> Self {
        let ours = build_of(header);
        Builds { last: ours.clone(), ours }
    }

    /// Takes note of the build that wrote the records behind a line. Returns its signature and ours.
    pub(super) fn note(&mut self, line: &[u8]) -> [String; 2] {
        self.last = build_of(line);
        let signature = |build: &Build| {
            build.get(SIGNATURE).filter(|value| !value.is_null()).map_or("none".into(), Value::to_string)
        };
        [signature(&self.last), signature(&self.ours)]
    }

    /// Goes on behind the last record: what is to be said of this build, where it behaves differently.
    pub(super) fn take_over(&mut self) -> Option<Build> {
        let differs = self.ours.get(SIGNATURE) != self.last.get(SIGNATURE);
        differs.then(|| {
            self.last.clone_from(&self.ours);
            self.ours.clone()
        })
    }
}

/// The build that wrote a line; no field where it is none.
fn build_of(line: &[u8]) -> Build {
    let mut fields: Build = serde_json::from_slice(line).unwrap_or_default();
    fields.retain(|key, _| BUILD_FIELDS.contains(&key.as_str()));
    fields
}
