//! `mm-fast` by name: `mm-fast(c=0.02,narrow=2)`.

use super::costs::Shape;
use super::proving::Proving;
use super::search::{Fast, Full, Settings};
use crate::budget;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::batch::{BATCH, Batch, ONE_THREAD};
use crate::search::best_first::ubfm::by_name::{GRAPH, INSIGHT, KEEP};
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::found::Pick;
use crate::search::worker_pool::{THREADS, threads};
use crate::spec::{Parameter, Spec};

const PROVE: Parameter = Parameter::new(
    "prove",
    "0.5",
    "the share of the budget, timed or counted, that a proof may take near the end of the game; 0 for none",
);
const TREE: Parameter = Parameter::new("tree", "1GB", "size limit of the tree");

/// Min/max approximation, engineered.
pub(crate) const MM_FAST: Entry = Entry {
    algorithm: Algorithm::MmFast,
    name: "mm-fast",
    summary: "min/max approximation engineered for CPU time, its strongest form here; no chance nodes",
    source: "Rivest 1987",
    parameters: &[
        Parameter::new(
            "c",
            "auto",
            "the constant part of every edge's penalty; auto: a quarter of the average by which expansions change estimates, \
             measured while the tree grows",
        ),
        Parameter::new(
            "tempo",
            "true",
            "a bonus for the side to move at every tip, measured while the tree grows, so that expansions change no value \
             on average",
        ),
        Parameter::new(
            "shape",
            "auto",
            "scale on which values are compared: log (the paper), linear, logit (log-odds); auto: logit if values are \
             winning chances, else log",
        ),
        Parameter::new(
            "look",
            "0",
            "value of a tip: 0, its static value; 1, the best static value of its replies",
        ),
        Parameter::new(
            "narrow",
            "1",
            "replies are followed before a tip is valued if there are at most this many",
        ),
        Parameter::new("effort", "4", "limit of replies followed at a tip, beyond the first one"),
        Parameter::new(
            "trust",
            "0.6",
            "share of the change of value that is accepted when a tip is expanded: 0 to 1",
        ),
        Parameter::new(
            "patience",
            "2",
            "how far a value may move, in units of c, before its parents are updated: 0 to 100; 0 always \
             expands the tip of least penalty",
        ),
        GRAPH,
        INSIGHT,
        Parameter::new("assure", "true", "use the bounds that the game can prove without search"),
        Parameter::new(
            "pick",
            "auto",
            "root move: by visits (safe decision), by value, or both: by value, among the moves with at least a quarter of the \
             most visits; auto: as both, but another move is played if its value is better by more than estimates err; proven \
             results come first",
        ),
        KEEP,
        TREE,
        Parameter::new(
            "full",
            "recycle",
            "when the tree is full: recycle the nodes with the greatest penalties, or stop",
        ),
        PROVE,
        THREADS,
        BATCH,
    ],
};

/// The `mm-fast` that `spec` describes.
pub(in crate::search) fn build<G, E>(
    spec: &Spec,
    game: G,
    mut evaluator: E,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + Clone + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let settings = settings(spec)?;
    let obstacle = (settings.threads > 1).then_some(ONE_THREAD);
    let batch = Batch::read(spec, &mut evaluator, obstacle)?;
    let mut fast = Fast::new(game, evaluator, settings)?.batching(batch);
    fast.start_threads()?;
    let usual = PROVE.default.parse().expect("a number");
    let share =
        spec.read_if(PROVE.key, usual, "a share from 0 to 0.8", |share| (0.0..=0.8).contains(share))?;
    Ok(match Proving::new(fast, share) {
        Ok(proving) => Box::new(proving),
        Err(fast) => fast,
    })
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = Settings::default();
    let flag = |key: &str, usual: bool| spec.read(key, usual, "true or false");
    let constant = match spec.get("c") {
        None | Some("auto") => None,
        Some(_) => Some(spec.read_if("c", 0.0, "auto or a number from 0 to 7", |c| (0.0..=7.0).contains(c))?),
    };
    Ok(Settings {
        constant,
        tempo: flag("tempo", usual.tempo)?,
        shape: match spec.choose("shape", &["auto", "logit", "log", "linear"])? {
            "logit" => Some(Shape::Logit),
            "log" => Some(Shape::Log),
            "linear" => Some(Shape::Linear),
            _ => None,
        },
        look: spec.read_if("look", usual.look, "0 or 1", |plies| *plies <= 1)?,
        narrow: spec.read_if("narrow", usual.narrow, "a number of replies from 0 to 64", |n| *n <= 64)?,
        effort: spec.read_if("effort", usual.effort, "a number of replies from 0 to 64", |n| *n <= 64)?,
        trust: spec.read_if("trust", usual.trust, "a share from 0 to 1", |t| (0.0..=1.0).contains(t))?,
        patience: spec
            .read_if("patience", usual.patience, "a number from 0 to 100", |p| (0.0..=100.0).contains(p))?,
        graph: flag("graph", usual.graph)?,
        insight: flag("insight", usual.insight)?,
        assure: flag("assure", usual.assure)?,
        pick: match spec.choose("pick", &["auto", "both", "visits", "value"])? {
            "auto" => None,
            _ => Some(Pick::named(spec)?),
        },
        keep: flag("keep", usual.keep)?,
        tree: budget::bytes("tree of mm-fast", spec.get("tree").unwrap_or(TREE.default))?,
        full: match spec.choose("full", &["recycle", "stop"])? {
            "stop" => Full::Stop,
            _ => Full::Recycle,
        },
        threads: threads(spec)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, ParseError> {
        settings(&text.parse()?)
    }

    #[test]
    fn the_defaults_are_the_listed_ones() {
        assert_eq!(read(&MM_FAST.spelled_out()).unwrap(), Settings::default());
        assert_eq!(read("mm-fast").unwrap(), Settings::default());
    }

    #[test]
    fn an_invalid_value_gives_an_error_that_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("mm-fast(c=much)").contains("auto or a number from 0 to 7"));
        assert!(error("mm-fast(shape=round)").contains("expected one of auto, logit, log, linear"));
        assert!(error("mm-fast(look=2)").contains("0 or 1"));
        assert!(error("mm-fast(full=panic)").contains("expected one of recycle, stop"));
        assert!(error("mm-fast(patience=-1)").contains("a number from 0 to 100"));
        assert!(error("mm-fast(threads=0)").contains("a number from 1 to 1024"));
    }
}
