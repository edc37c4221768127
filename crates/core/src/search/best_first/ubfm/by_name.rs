//! `ubfm` by name: `ubfm(graph=false,pick=value)`.

use super::search::{Settings, Ubfm};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::found::Pick;
use crate::spec::{Parameter, Spec};

/// The greatest depth of the alpha-beta search.
const DEEPEST: u32 = 64;

/// The parameters that all searches on a graph of positions share.
pub(in crate::search) const GRAPH: Parameter = Parameter::new(
    "graph",
    "true",
    "whether transpositions share one node, in games where no position repeats",
);
pub(in crate::search) const INSIGHT: Parameter =
    Parameter::new("insight", "true", "use what the game declares: wins and losses at once, proven payoffs");
pub(in crate::search) const KEEP: Parameter =
    Parameter::new("keep", "true", "whether the tree below a played move is kept: true or false");

/// Unbounded best-first minimax.
pub(crate) const UBFM: Entry = Entry {
    algorithm: Algorithm::Ubfm,
    name: "ubfm",
    summary: "unbounded best-first minimax: expands the tip of the principal variation; proofs; safe decision",
    source: "Korf and Chickering 1996; Cohen-Solal 2020; Cohen-Solal and Cazenave 2021",
    parameters: &[
        GRAPH,
        INSIGHT,
        Pick::PARAMETER,
        Parameter::new(
            "shallow",
            "0",
            "depth of an alpha-beta search before the best-first search, at most 64; 0 for none",
        ),
        KEEP,
    ],
};

/// The `ubfm` that `spec` describes.
pub(in crate::search) fn build<G, E>(spec: &Spec, game: G, evaluator: E) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    Ok(Box::new(Ubfm::new(game, evaluator, settings(spec)?)))
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = Settings::default();
    let flag = |key: &str, usual: bool| spec.read(key, usual, "true or false");
    let depth = |depth: &u32| *depth <= DEEPEST;
    Ok(Settings {
        graph: flag("graph", usual.graph)?,
        insight: flag("insight", usual.insight)?,
        pick: Pick::named(spec)?,
        shallow: spec.read_if("shallow", usual.shallow, "a depth from 0 to 64", depth)?,
        keep: flag("keep", usual.keep)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, ParseError> {
        settings(&text.parse()?)
    }

    #[test]
    fn the_defaults_are_those_that_are_listed() {
        assert_eq!(read(&UBFM.spelled_out()).unwrap(), Settings::default());
        assert_eq!(read("ubfm").unwrap(), Settings::default());
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("ubfm(graph=maybe)").contains("graph of ubfm \"maybe\": expected true or false"));
        assert!(error("ubfm(pick=best)").contains("expected one of both, visits, value"));
        assert!(error("ubfm(shallow=65)").contains("a depth from 0 to 64"));
        assert!(error("ubfm(shallow=-1)").contains("a depth from 0 to 64"));
    }
}
