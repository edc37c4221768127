//! Sampling searches by name: `uct(c=1.4)`, `puct`.

use super::search::Sampling;
use super::settings::{Leaf, Pick, Priors, Rule, Settings};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::batch::{BATCH, Batch, ONE_THREAD};
use crate::search::best_first::ubfm::by_name::KEEP;
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::worker_pool::{THREADS, threads};
use crate::spec::{Parameter, Spec};

const LEAVES: [&str; 3] = ["playout", "evaluator", "mixed"];
const PRIORS: [&str; 3] = ["values", "evaluator", "equal"];
const PICKS: [&str; 3] = ["visits", "lcb", "value"];

const EXPAND: Parameter = Parameter::new(
    "expand",
    "1",
    "samples of a new position before it is expanded: more samples make smaller trees and shorter descents",
);
const SQUASH: Parameter = Parameter::new(
    "squash",
    "200",
    "a static value v on 1..1023 becomes the mean (1 + tanh((v - 512)/squash))/2; 0 uses v as it is",
);
const GRAPH: Parameter = Parameter::new(
    "graph",
    "false",
    "whether transpositions share one node, in games where no position repeats",
);
const PLAYOUTS: Parameter =
    Parameter::new("playouts", "1", "playouts per sample; each counts as an evaluation");
const INSIGHT: Parameter = Parameter::new(
    "insight",
    "true",
    "use what the game declares: wins at once, moves that lose at once, proven bounds of the payoff",
);
const PICK: Parameter = Parameter::new(
    "pick",
    "visits",
    "root move: by visits, by lcb (lower confidence bound) or by value; proven results come first",
);

/// Upper confidence bounds applied to trees.
pub(crate) const UCT: Entry = Entry {
    algorithm: Algorithm::Uct,
    name: "uct",
    summary: "Monte-Carlo tree search by upper confidence bounds, with proofs; random playouts value a position",
    source: "Kocsis and Szepesvári 2006; Auer 2002; Cazenave and Saffidine 2010 for bounds; Liu and others 2020 for threads",
    parameters: &[
        Parameter::new("c", "1", "exploration constant: Q + c sqrt(ln N / n), Q from 0 to 1"),
        Parameter::new(
            "leaf",
            "playout",
            "value of a new position: playout, evaluator, or mixed (the mean of both)",
        ),
        PLAYOUTS,
        EXPAND,
        SQUASH,
        GRAPH,
        INSIGHT,
        PICK,
        KEEP,
        THREADS,
        BATCH,
    ],
};

/// Upper confidence bounds with priors.
pub(crate) const PUCT: Entry = Entry {
    algorithm: Algorithm::Puct,
    name: "puct",
    summary: "tree search by upper confidence bounds with priors, with proofs; an evaluator values a position",
    source: "Rosin 2011; Silver and others 2017; Cazenave and Saffidine 2010 for bounds; Liu and others 2020 for threads",
    parameters: &[
        Parameter::new("c", "0.5", "exploration constant: Q + c P sqrt(N)/(1 + n), Q from 0 to 1"),
        Parameter::new(
            "leaf",
            "evaluator",
            "value of a new position: evaluator, playout, or mixed (the mean of both)",
        ),
        PLAYOUTS,
        EXPAND,
        SQUASH,
        Parameter::new(
            "priors",
            "values",
            "P: values (softmax of the static values after all moves, each an evaluation), evaluator (its own priors), equal",
        ),
        Parameter::new(
            "temperature",
            "50",
            "softmax temperature: the difference of values on 1..1023 that makes a move e times as likely",
        ),
        Parameter::new(
            "urgency",
            "0",
            "first-play urgency: an unvisited move starts with the value of its position, on 0 to 1, less this",
        ),
        GRAPH,
        INSIGHT,
        PICK,
        KEEP,
        THREADS,
        BATCH,
    ],
};

/// The search of this module that `spec` names.
pub(in crate::search) fn build<G, E>(
    spec: &Spec,
    game: G,
    mut evaluator: E,
    seed: u64,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    let settings = settings(spec)?;
    let obstacle = match settings.leaf {
        Leaf::Playout | Leaf::Mixed => Some("leaf=evaluator: playouts are made one at a time"),
        Leaf::Evaluator => (settings.threads > 1).then_some(ONE_THREAD),
    };
    let batch = Batch::read(spec, &mut evaluator, obstacle)?;
    let mut search = Sampling::new(game, evaluator, settings, seed).batching(batch);
    search.start_threads()?;
    Ok(Box::new(search))
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = if spec.name == "puct" { Settings::puct() } else { Settings::uct() };
    let size = |key: &str, usual: f64| {
        spec.read_if(key, usual, "a number from 0 to 1e6", |number| (0.0..=1e6).contains(number))
    };
    let leaf = match spec.get("leaf").map(|_| spec.choose("leaf", &LEAVES)).transpose()? {
        Some("evaluator") => Leaf::Evaluator,
        Some("mixed") => Leaf::Mixed,
        Some(_) => Leaf::Playout,
        None => usual.leaf,
    };
    let priors = match spec.choose("priors", &PRIORS)? {
        _ if usual.rule == Rule::Uct => usual.priors,
        "evaluator" => Priors::Evaluator,
        "equal" => Priors::Equal,
        _ => Priors::Values,
    };
    let pick = match spec.choose("pick", &PICKS)? {
        "lcb" => Pick::Bound,
        "value" => Pick::Value,
        _ => Pick::Visits,
    };
    Ok(Settings {
        rule: usual.rule,
        c: size("c", usual.c)?,
        urgency: size("urgency", usual.urgency)?,
        leaf,
        playouts: spec.read_if("playouts", usual.playouts, "a number from 1 to 1000", |&number| {
            (1..=1000).contains(&number)
        })?,
        expand: spec.read_if("expand", usual.expand, "a number from 1 to 1000000", |&number| {
            (1..=1_000_000).contains(&number)
        })?,
        squash: size("squash", usual.squash)?,
        priors,
        temperature: spec.read_if(
            "temperature",
            usual.temperature,
            "a number above 0, at most 1e6",
            |&t| t > 0.0 && t <= 1e6,
        )?,
        graph: spec.flag("graph", usual.graph)?,
        insight: spec.flag("insight", usual.insight)?,
        pick,
        keep: spec.flag("keep", usual.keep)?,
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
        for entry in [UCT, PUCT] {
            assert_eq!(read(&entry.spelled_out()).unwrap(), read(entry.name).unwrap());
        }
        assert_eq!(read("uct").unwrap(), Settings::uct());
        assert_eq!(read("puct").unwrap(), Settings::puct());
    }

    #[test]
    fn names_give_settings() {
        let settings = read("puct(leaf=mixed,priors=equal,pick=lcb,graph=true,threads=3)").unwrap();
        assert_eq!((settings.leaf, settings.priors), (Leaf::Mixed, Priors::Equal));
        assert_eq!((settings.pick, settings.graph, settings.threads), (Pick::Bound, true, 3));
    }

    #[test]
    fn an_invalid_value_gives_an_error_that_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("uct(c=-1)"), "c of uct \"-1\": expected a number from 0 to 1e6");
        assert!(error("uct(c=NaN)").contains("a number from 0 to 1e6"));
        assert!(error("puct(temperature=0)").contains("a number above 0"));
        assert!(error("uct(leaf=tree)").contains("expected one of playout, evaluator, mixed"));
        assert!(error("puct(priors=none)").contains("expected one of values, evaluator, equal"));
        assert!(error("uct(pick=luck)").contains("expected one of visits, lcb, value"));
        assert!(error("uct(playouts=0)").contains("a number from 1 to 1000"));
        assert!(error("uct(threads=0)").contains("a number from 1 to 1024"));
        assert!(error("puct(graph=maybe)").contains("true or false"));
    }
}
