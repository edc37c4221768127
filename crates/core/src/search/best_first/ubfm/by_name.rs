//! `ubfm` and `mm-dice` by name: `ubfm(graph=false,pick=value)`, `mm-dice(select=puct,exploration=0.3)`.

use super::search::{CONSTANT, EXPLORATION, Settings, TEMPERATURE, Ubfm};
use super::select::{Loss, Select};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::batch::{BATCH, Batch};
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

const SELECT: &str = "the edge to follow: value, the best; derivative, the one whose visits lag furthest behind it; penalty, the \
                      one to the tip of least penalty; log-penalty, the same with logarithms of values; puct";
const BACKUP: &str = "the value of a decision: that of the best move, or the average of its moves by visits";
const EXPAND: &str = "what the expansion of a roll adds: moves, its outcomes; plays, its outcomes and the moves behind each of them";
const TEMPERED: Parameter = Parameter::new(
    "temperature",
    "0.03",
    "for derivative and penalties: the loss that makes a move e times less important: a share of the range; for log-penalty, a \
     difference of logarithms",
);
const DECISION: Parameter =
    Parameter::new("constant", "0.67", "for penalties: what a decision weighs besides its loss, in nats");
const EXPLORED: Parameter =
    Parameter::new("exploration", "0.3", "for puct: the weight of the exploration term");

/// Best-first search for games with chance.
pub(crate) const MM_DICE: Entry = Entry {
    algorithm: Algorithm::Ubfm,
    name: "mm-dice",
    summary: "best-first search for dice: visits matched to the derivative; a roll is expanded with the moves behind it",
    source: "Rivest 1987 for the derivative; Ballard 1983 for chance; Coulom 2006 for averages; Rosin 2011 for puct",
    parameters: &[
        Parameter::new("select", "derivative", SELECT),
        TEMPERED,
        DECISION,
        EXPLORED,
        Parameter::new("backup", "average", BACKUP),
        Parameter::new("expand", "plays", EXPAND),
        INSIGHT,
        Pick::PARAMETER,
        KEEP,
        BATCH,
    ],
};

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
        BATCH,
    ],
};

/// The `ubfm` or `mm-dice` that `spec` describes.
pub(in crate::search) fn build<G, E>(
    spec: &Spec,
    game: G,
    mut evaluator: E,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    let batch = Batch::read(spec, &mut evaluator, None)?;
    Ok(Box::new(Ubfm::new(game, evaluator, settings(spec)?).batching(batch)))
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = if spec.name == MM_DICE.name { Settings::dice() } else { Settings::default() };
    let depth = |depth: &u32| *depth <= DEEPEST;
    let one_of = |key: &str, names: &[&'static str]| match spec.get(key) {
        None => Ok(None),
        Some(_) => spec.choose(key, names).map(Some),
    };
    Ok(Settings {
        select: select(spec, usual.select)?,
        averages: one_of("backup", &["best", "average"])?.map_or(usual.averages, |name| name == "average"),
        plays: one_of("expand", &["moves", "plays"])?.map_or(usual.plays, |name| name == "plays"),
        graph: spec.flag("graph", usual.graph)?,
        insight: spec.flag("insight", usual.insight)?,
        pick: Pick::named(spec)?,
        shallow: spec.read_if("shallow", usual.shallow, "a depth from 0 to 64", depth)?,
        keep: spec.flag("keep", usual.keep)?,
    })
}

/// The rule of selection that `spec` names, with its parameters; `usual` is the default.
fn select(spec: &Spec, usual: Select) -> Result<Select, ParseError> {
    let above_0 = |number: &f64| *number > 0.0 && number.is_finite();
    let not_below_0 = |number: &f64| *number >= 0.0 && number.is_finite();
    let temperature = spec.read_if("temperature", TEMPERATURE, "a number above 0", above_0)?;
    let constant = spec.read_if("constant", CONSTANT, "a number, 0 or more", not_below_0)?;
    let exploration = spec.read_if("exploration", EXPLORATION, "a number, 0 or more", not_below_0)?;
    let name = match (spec.get("select"), usual) {
        (None, Select::Value) => "value",
        (None, _) => "derivative",
        (Some(_), _) => spec.choose("select", &["value", "derivative", "penalty", "log-penalty", "puct"])?,
    };
    Ok(match name {
        "value" => Select::Value,
        "derivative" => Select::Derivative { temperature },
        "penalty" => Select::Penalty { loss: Loss::Linear, temperature, constant },
        "log-penalty" => Select::Penalty { loss: Loss::Logarithmic, temperature, constant },
        _ => Select::Puct { exploration },
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
        assert_eq!(read(&MM_DICE.spelled_out()).unwrap(), Settings::dice());
        assert_eq!(read("mm-dice").unwrap(), Settings::dice());
    }

    #[test]
    fn a_loss_is_measured_as_the_name_says() {
        let loss = |text| match read(text).unwrap().select {
            Select::Penalty { loss, .. } => loss,
            other => panic!("{other:?}"),
        };
        assert_eq!(loss("mm-dice(select=penalty)"), Loss::Linear);
        assert_eq!(loss("mm-dice(select=log-penalty)"), Loss::Logarithmic);
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("ubfm(graph=maybe)").contains("graph of ubfm \"maybe\": expected true or false"));
        assert!(error("ubfm(pick=best)").contains("expected one of both, visits, value"));
        assert!(error("ubfm(shallow=65)").contains("a depth from 0 to 64"));
        assert!(
            error("mm-dice(select=best)")
                .contains("expected one of value, derivative, penalty, log-penalty, puct")
        );
        assert!(error("mm-dice(temperature=0)").contains("a number above 0"));
        assert!(error("mm-dice(backup=mean)").contains("expected one of best, average"));
        assert!(error("mm-dice(expand=all)").contains("expected one of moves, plays"));
        assert!(error("ubfm(shallow=-1)").contains("a depth from 0 to 64"));
    }
}
