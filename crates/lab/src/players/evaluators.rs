//! The evaluators of the players.

use super::Entrant;
use serde::{Deserialize, Serialize};

/// The evaluators of searches that name none. With several, the whole run is repeated for each of them. In a file they are a
/// text or a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Evaluators(pub Vec<String>);

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected an evaluator or a list of evaluators")]
enum Written {
    One(String),
    Several(Vec<String>),
}

impl From<Written> for Evaluators {
    fn from(written: Written) -> Evaluators {
        Evaluators(match written {
            Written::One(text) => vec![text],
            Written::Several(texts) => texts,
        })
    }
}

impl From<Evaluators> for Written {
    fn from(Evaluators(mut texts): Evaluators) -> Written {
        if texts.len() == 1 { Written::One(texts.remove(0)) } else { Written::Several(texts) }
    }
}

impl From<Option<String>> for Evaluators {
    fn from(text: Option<String>) -> Evaluators {
        Evaluators(text.into_iter().collect())
    }
}

impl Evaluators {
    /// Whether none is named, so that the game's first evaluator is used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first one named.
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    /// The same players, once for every evaluator; unchanged if no evaluator is named.
    pub fn see(&self, entrants: &[Entrant]) -> Vec<Vec<Entrant>> {
        let seen = |evaluator: Option<&str>| -> Vec<Entrant> {
            entrants.iter().map(|entrant| entrant.clone().with_default_evaluator(evaluator)).collect()
        };
        if self.is_empty() {
            return vec![seen(None)];
        }
        self.0.iter().map(|evaluator| seen(Some(evaluator))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_written_as_a_text_and_several_as_a_list() {
        for text in [r#""rivest""#, r#"["rivest","rivest(noise=50)"]"#] {
            let evaluators: Evaluators = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&evaluators).unwrap(), text);
            assert_eq!(evaluators.first(), Some("rivest"));
        }
        let error = serde_json::from_str::<Evaluators>("7").unwrap_err().to_string();
        assert!(error.contains("expected an evaluator or a list of evaluators"), "{error}");
    }

    #[test]
    fn players_get_each_evaluator_unless_they_name_their_own() {
        let entrants = ["mm".parse().unwrap(), "ab(eval=neutral)".parse().unwrap()];
        let texts = |evaluators: &[&str]| {
            let evaluators = Evaluators(evaluators.iter().map(|&text| text.to_owned()).collect());
            let text = |entrant: &Entrant| entrant.to_string();
            evaluators.see(&entrants).iter().flat_map(|group| group.iter().map(text)).collect::<Vec<_>>()
        };
        assert_eq!(texts(&[]), ["mm", "ab(eval=neutral)"]);
        assert_eq!(
            texts(&["a", "b(noise=1)"]),
            ["mm(eval=a)", "ab(eval=neutral)", "mm(eval=b(noise=1))", "ab(eval=neutral)"]
        );
    }
}
