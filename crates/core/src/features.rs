//! The features of an evaluator that can be fitted: which weights are summed for a position, and the file of the weights.
//!
//! A model is a sum of weights, read as the log-odds of a win for Max. The fitting code only needs to know which
//! weights belong to a position; the game alone knows how they are computed fast. A file holds a line of text and then every
//! weight in two bytes, the lower one first:
//!
//! ```text
//! tiptree-weights(version=1,features=connect4-7x6,weights=97238)
//! ```

use crate::parse_error::ParseError;
use crate::spec::Spec;

/// The name in the first line of a file.
const NAME: &str = "tiptree-weights";
/// The version of the format.
const VERSION: &str = "1";

/// The units of a weight in a file, as a part of a nat of log-odds.
pub const UNITS_PER_NAT: i16 = 2048;

/// A weight of a model that is added for a position, or subtracted: exchanging the players of a position negates its sum, so
/// that both players share their weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    /// The index of the weight.
    pub weight: u32,
    /// Whether the weight is subtracted.
    pub is_minus: bool,
}

/// A model whose weights can be fitted.
pub trait Features: Send + Sync {
    /// The name of this list of features. Weights serve only the list that they were fitted for.
    fn name(&self) -> String;

    /// The number of weights.
    fn count(&self) -> usize;

    /// Pushes the features of a position, which has the same ones as its mirror image.
    ///
    /// # Errors
    /// If the text describes no position.
    fn of(&self, position: &str, features: &mut Vec<Feature>) -> Result<(), ParseError>;

    /// The estimate of the game's usual evaluator, for comparison: 0 for even chances.
    ///
    /// # Errors
    /// If the text describes no position.
    fn usual(&self, position: &str) -> Result<f64, ParseError>;
}

/// The contents of a file with these weights, given in log-odds. A weight of 16 nats or more is written as just below.
pub fn write(features: &dyn Features, weights: &[f32]) -> Vec<u8> {
    let (name, count) = (features.name(), weights.len());
    let head = format!("{NAME}(version={VERSION},features={name},weights={count})\n");
    let most = f32::from(i16::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "clamped to what an i16 holds, on both sides alike")]
    let fixed = |weight: &f32| (weight * f32::from(UNITS_PER_NAT)).round().clamp(-most, most) as i16;
    head.into_bytes()
        .into_iter()
        .chain(weights.iter().flat_map(|weight| fixed(weight).to_le_bytes()))
        .collect()
}

/// The weights of a file, in parts of a nat; `file` is for messages.
///
/// # Errors
/// If it is no file of weights, or one for other features, or damaged.
pub fn read(features: &dyn Features, bytes: &[u8], file: &str) -> Result<Vec<i16>, ParseError> {
    let wrong =
        |read: String, expected: String| ParseError::new(format!("weights in {file}"), read, expected);
    let (head, weights) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (String::from_utf8_lossy(&bytes[..end]).into_owned(), &bytes[end + 1..]),
        None => (String::new(), bytes),
    };
    let spec =
        head.parse::<Spec>().ok().filter(|spec| spec.name == NAME && spec.get("version") == Some(VERSION));
    let Some(spec) = spec else {
        let read: String = head.chars().take(40).collect();
        return Err(wrong(
            read,
            format!("a file of `tiptree fit`, which begins with {NAME}(version={VERSION},"),
        ));
    };
    let fitted = spec.get("features").unwrap_or_default();
    if fitted != features.name() {
        return Err(wrong(fitted.to_owned(), format!("those of {}", features.name())));
    }
    if weights.len() != 2 * features.count() {
        let read = format!("{} bytes", weights.len());
        return Err(wrong(read, format!("{} bytes after the first line", 2 * features.count())));
    }
    Ok(weights.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Three(&'static str);

    impl Features for Three {
        fn name(&self) -> String {
            self.0.into()
        }

        fn count(&self) -> usize {
            3
        }

        fn of(&self, _: &str, _: &mut Vec<Feature>) -> Result<(), ParseError> {
            Ok(())
        }

        fn usual(&self, _: &str) -> Result<f64, ParseError> {
            Ok(0.0)
        }
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let file = write(&Three("game-3"), &[0.5, -1.0, 99.0]);
        assert!(file.starts_with(b"tiptree-weights(version=1,features=game-3,weights=3)\n"));
        assert_eq!(read(&Three("game-3"), &file, "a.bin").unwrap(), [1024, -2048, i16::MAX]);
    }

    #[test]
    fn other_files_are_refused_in_one_line() {
        let file = write(&Three("game-3"), &[0.5, -1.0, 99.0]);
        let error = |features, bytes: &[u8]| read(&Three(features), bytes, "a.bin").unwrap_err().to_string();
        assert_eq!(error("game-4", &file), r#"weights in a.bin "game-3": expected those of game-4"#);
        assert_eq!(
            error("game-3", &file[..file.len() - 1]),
            r#"weights in a.bin "5 bytes": expected 6 bytes after the first line"#
        );
        let expected = "a file of `tiptree fit`, which begins with tiptree-weights(version=1,";
        for (bytes, read) in [(&b""[..], ""), (b"\xff\xfe", ""), (b"mm(c=1)\n", "mm(c=1)")] {
            assert_eq!(error("game-3", bytes), format!("weights in a.bin {read:?}: expected {expected}"));
        }
    }
}
