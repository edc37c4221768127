//! The builds that wrote a section of a file. A build may continue a section only if it behaves like the last one, or if its
//! takeover is recorded.

use serde_json::{Map, Value};

/// The kind of line that says that another build takes over.
pub(crate) const BUILD: &str = "build";

/// The field that identifies the behaviour of a build.
const SIGNATURE: &str = "signature";

/// The fields of a header that identify the build: runs of builds that behave alike are the same run.
pub(crate) const BUILD_FIELDS: [&str; 4] = [SIGNATURE, "version", "commit", "dirty"];

/// A build, as the fields of a header.
type Build = Map<String, Value>;

/// This build, and the one that wrote the last record.
#[derive(Debug, Default)]
pub(super) struct Builds {
    ours: Build,
    last: Build,
}

impl Builds {
    /// This build, from the header that it writes, and no other yet.
    pub(super) fn of(header: &[u8]) -> Self {
        let ours = build_of(header);
        Builds { last: ours.clone(), ours }
    }

    /// Notes the build that wrote the records after a line. Returns its signature and ours.
    pub(super) fn note(&mut self, line: &[u8]) -> [String; 2] {
        self.last = build_of(line);
        let signature = |build: &Build| {
            build.get(SIGNATURE).filter(|value| !value.is_null()).map_or("none".into(), Value::to_string)
        };
        [signature(&self.last), signature(&self.ours)]
    }

    /// Continues after the last record. Returns the fields of this build to be written if it behaves differently.
    pub(super) fn take_over(&mut self) -> Option<Build> {
        let differs = self.ours.get(SIGNATURE) != self.last.get(SIGNATURE);
        differs.then(|| {
            self.last.clone_from(&self.ours);
            self.ours.clone()
        })
    }
}

/// The build that wrote a line; empty if the line names none.
fn build_of(line: &[u8]) -> Build {
    let mut fields: Build = serde_json::from_slice(line).unwrap_or_default();
    fields.retain(|key, _| BUILD_FIELDS.contains(&key.as_str()));
    fields
}
