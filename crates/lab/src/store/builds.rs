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

/// This build, the one that made the next record, and the one that made the last record of the file.
#[derive(Debug, Default)]
pub(super) struct Builds {
    ours: Build,
    next: Build,
    last: Build,
}

impl Builds {
    /// This build, from the header that it writes, and no other yet.
    pub(super) fn of(header: &[u8]) -> Self {
        let ours = build_of(header);
        Builds { last: ours.clone(), next: ours.clone(), ours }
    }

    /// Notes the build that made the records after a line of the file. Returns its signature and ours.
    pub(super) fn note(&mut self, line: &[u8]) -> [String; 2] {
        self.last = build_of(line);
        [&self.last, &self.ours].map(signature)
    }

    /// Notes the build that made the records that come next, from its header. Returns its signature and ours.
    pub(super) fn write_as(&mut self, header: &[u8]) -> [String; 2] {
        self.next = build_of(header);
        [&self.next, &self.ours].map(signature)
    }

    /// Continues after the last record. Returns the fields of the build that made the next one if it behaves differently.
    pub(super) fn take_over(&mut self) -> Option<Build> {
        let differs = self.next.get(SIGNATURE) != self.last.get(SIGNATURE);
        differs.then(|| {
            self.last.clone_from(&self.next);
            self.next.clone()
        })
    }
}

/// The signature of a build, for messages.
fn signature(build: &Build) -> String {
    build.get(SIGNATURE).filter(|value| !value.is_null()).map_or("none".into(), Value::to_string)
}

/// The build that wrote a line; empty if the line names none.
fn build_of(line: &[u8]) -> Build {
    let mut fields: Build = serde_json::from_slice(line).unwrap_or_default();
    fields.retain(|key, _| BUILD_FIELDS.contains(&key.as_str()));
    fields
}
