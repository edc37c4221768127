//! Proof-number search by name: `dfpn(table=64MB,epsilon=1)`.

use super::numbers::Join;
use super::search::ProofNumber;
use super::settings::{Guess, Settings};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::depth_first::by_name::table;
use crate::spec::{Parameter, Spec};

/// The greatest share that may be asked for: leaving a move at a million times as much is as good as never leaving it.
const GREATEST_EPSILON: f64 = 1e6;

/// Depth-first proof-number search.
pub(crate) const DFPN: Entry = Entry {
    algorithm: Algorithm::Dfpn,
    name: "dfpn",
    summary: "depth-first proof-number search: proves values; for games without chance in which no position repeats",
    source: "Allis 1994; Nagai 2002; Pawlewicz and Lew 2007",
    parameters: &[
        Parameter::new(
            "table",
            "64MB",
            "size limit of the transposition table, which begins small; 0 for none",
        ),
        Parameter::new(
            "epsilon",
            "1",
            "the search leaves a move when its number exceeds that of the second best by this share",
        ),
        Parameter::new(
            "guess",
            "moves",
            "initial numbers of a position: one (1 and 1), moves (by the number of moves), value (by the evaluator)",
        ),
        Parameter::new(
            "join",
            "sum",
            "how numbers are combined where all moves must be answered: sum, weak (the greatest, plus 1 for each other)",
        ),
        Parameter::new(
            "insight",
            "true",
            "use what the game declares: wins at once, moves that lose at once, bounds proven without search",
        ),
        Parameter::new("mirror", "true", "mirror images share a table entry"),
    ],
};

/// The `dfpn` that `spec` describes.
pub(in crate::search) fn build<G, E>(spec: &Spec, game: G, evaluator: E) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    Ok(Box::new(ProofNumber::new(game, evaluator, settings(spec)?)?))
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = Settings::default();
    let is_share = |epsilon: &f64| (0.0..=GREATEST_EPSILON).contains(epsilon);
    Ok(Settings {
        table: table(spec, "64MB")?,
        epsilon: spec.read_if("epsilon", usual.epsilon, "a share from 0 to 1e6", is_share)?,
        guess: match spec.choose("guess", &["moves", "one", "value"])? {
            "one" => Guess::One,
            "value" => Guess::Value,
            _ => Guess::Moves,
        },
        join: if spec.choose("join", &["sum", "weak"])? == "weak" { Join::Weak } else { Join::Sum },
        insight: spec.flag("insight", usual.insight)?,
        mirror: spec.flag("mirror", usual.mirror)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, ParseError> {
        settings(&text.parse().unwrap())
    }

    #[test]
    fn every_parameter_has_the_default_that_it_names() {
        assert_eq!(read("dfpn").unwrap(), Settings::default());
        for Parameter { key, default, .. } in DFPN.parameters {
            assert_eq!(read(&format!("dfpn({key}={default})")).unwrap(), Settings::default(), "{key}");
        }
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        for text in ["dfpn(epsilon=-1)", "dfpn(epsilon=NaN)", "dfpn(epsilon=1e9)", "dfpn(epsilon=much)"] {
            assert!(error(text).contains("expected a share from 0 to 1e6"), "{}", error(text));
        }
        assert!(error("dfpn(guess=wild)").contains("one of moves, one, value"));
        assert!(error("dfpn(join=max)").contains("one of sum, weak"));
        assert!(error("dfpn(mirror=maybe)").contains("true or false"));
    }
}
