//! `mm` by name: its parts chosen by parameters, as in `mm(backup=mean,p=10)`.

use super::backup::{Average, Backup, ExponentialMean, Minimax, PowerMean, Product};
use super::conspiracy::Conspiracy;
use super::decide::Pick;
use super::minmax::MinMax;
use super::penalty::{Constant, Derivative, Floyd, Penalty, Policy, Quadratic};
use super::redescend::Redescend;
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::game::{Game, Keyed};
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::batch::{BATCH, Batch};
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::levels::Levels;
use crate::spec::{Parameter, Spec};

const BACKUPS: [&str; 5] = ["minimax", "mean", "exponential", "product", "average"];
const PICKS: [&str; 4] = ["value", "minimax", "mean", "visits"];

/// Min/max approximation.
pub(crate) const MM: Entry = Entry {
    algorithm: Algorithm::Mm,
    name: "mm",
    summary: "min/max approximation: grows the tree at the tip on which the root value depends most",
    source: "Rivest 1987, section 5.5; the defaults are the tournament's",
    parameters: &[
        Parameter::new(
            "backup",
            "minimax",
            "how values are backed up: minimax, mean (eq. 10), exponential (eq. 7), product, average (of minimax and product)",
        ),
        Parameter::new(
            "penalty",
            "constant",
            "penalty of an edge: constant (5.5), derivative (eq. 12, or 15 with backup=minimax), quadratic (3.4), \
             floyd, forced-win (6), policy (c where the prior is 1 / branching, and more for less); the default is \
             derivative unless backup=minimax",
        ),
        Parameter::new("c", "0.05", "the constant of penalty=constant, also by level as in 0.1/0.05"),
        Parameter::new("p", "10", "power of the means, also by level"),
        Parameter::new("rate", "0.05", "rate of the exponential mean, per point of 1..1023, also by level"),
        Parameter::new("alpha", "1", "penalty of a level under penalty=quadratic"),
        Parameter::new("branching", "7", "the n of c = ln n/(p - 1): sets the penalty of chance outcomes"),
        Parameter::new(
            "pick",
            "value",
            "root move: by value, minimax, mean (with p) or visits; proven results come first",
        ),
        Parameter::new(
            "redescend",
            "never",
            "when to descend again before reaching the root (6): never, chance:0.5, depth:4, change:0.1, leaves",
        ),
        Parameter::new("keep", "false", "whether the tree below a played move is kept: true or false"),
        BATCH,
    ],
};

/// Conspiracy-number search.
pub(crate) const CONSPIRACY: Entry = Entry {
    algorithm: Algorithm::Conspiracy,
    name: "conspiracy",
    summary: "conspiracy numbers: grows the tree where the fewest tips could change the root value; no chance",
    source: "McAllester 1988",
    parameters: &[Parameter::new(
        "threshold",
        "2",
        "a root value is plausible if fewer tips than this could cause it: initial threshold, 2 to 255; it rises by itself",
    )],
};

/// The `conspiracy` that `spec` describes.
pub(in crate::search) fn conspiracy<G, E>(
    spec: &Spec,
    game: G,
    evaluator: E,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Game + 'static,
    E: Evaluator<G> + 'static,
{
    let usual = Conspiracy::<G, E>::THRESHOLD;
    let threshold = spec.read_if("threshold", usual, "a whole number from 2 to 255", |&tips| tips >= 2)?;
    Ok(Box::new(Conspiracy::new(game, evaluator)?.with_threshold(threshold)))
}

/// What values and penalties a tree of `mm` has. The paper's two pairs are each compiled as one type.
enum Rules {
    /// Those of the tournament.
    Tournament(Constant),
    /// Generalised means and their derivatives.
    Means(PowerMean),
    /// Any others, called through trait objects.
    Any(Box<dyn Backup>, Box<dyn Penalty>),
}

/// The parameters of `mm` besides the batch.
struct Settings {
    rules: Rules,
    pick: Pick,
    redescend: Redescend,
    keep: bool,
}

/// The `mm` that `spec` describes.
pub(in crate::search) fn build<G, E>(
    spec: &Spec,
    game: G,
    mut evaluator: E,
    seed: u64,
) -> Result<Box<dyn Search<G>>, Error>
where
    G: Keyed + 'static,
    E: Evaluator<G> + 'static,
{
    let Settings { rules, pick, redescend, keep } = settings(spec)?;
    let is_plain = redescend == Redescend::Never;
    let obstacle = (!is_plain).then_some("redescend=never: its tips are those of the whole tree");
    let batch = Batch::read(spec, &mut evaluator, obstacle)?;
    Ok(match rules {
        Rules::Tournament(constant) => {
            let search = MinMax::from_parts(game, evaluator, Minimax, constant, ());
            Box::new(search.picking(pick).redescending(redescend, seed).keeping(keep).batching(batch))
        }
        Rules::Means(mean) => {
            let search = MinMax::from_parts(game, evaluator, mean.clone(), Derivative(mean), ());
            Box::new(search.picking(pick).redescending(redescend, seed).keeping(keep).batching(batch))
        }
        Rules::Any(backup, penalty) => {
            let search = MinMax::from_parts(game, evaluator, backup, penalty, ());
            Box::new(search.picking(pick).redescending(redescend, seed).keeping(keep).batching(batch))
        }
    })
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let p = Levels::powers(spec, "p", 10.0)?;
    let pick = match spec.choose("pick", &PICKS)? {
        "minimax" => Pick::Minimax,
        "mean" => Pick::Mean(p.clone()),
        "visits" => Pick::Visits,
        _ => Pick::Value,
    };
    let redescend = spec.get("redescend").map_or(Ok(Redescend::Never), str::parse)?;
    let keep = spec.flag("keep", false)?;
    let backup = spec.choose("backup", &BACKUPS)?;
    let rules = match (backup, penalty_name(spec, backup)?) {
        ("minimax", "constant") => Rules::Tournament(constant(spec)?),
        ("mean", "derivative") => Rules::Means(PowerMean { p }),
        (backup, penalty) => Rules::Any(named_backup(spec, backup, p)?, named_penalty(spec, penalty)?),
    };
    Ok(Settings { rules, pick, redescend, keep })
}

fn named_backup(spec: &Spec, name: &str, p: Levels) -> Result<Box<dyn Backup>, ParseError> {
    Ok(match name {
        "mean" => Box::new(PowerMean { p }),
        "exponential" => Box::new(ExponentialMean { rate: Levels::powers(spec, "rate", 0.05)? }),
        "product" => Box::new(Product),
        "average" => Box::new(Average),
        _ => Box::new(Minimax),
    })
}

fn penalty_name(spec: &Spec, backup: &str) -> Result<&'static str, ParseError> {
    let constant_first = ["constant", "derivative", "quadratic", "floyd", "forced-win", "policy"];
    let derivative_first = ["derivative", "constant", "quadratic", "floyd", "forced-win", "policy"];
    spec.choose("penalty", if backup == "minimax" { &constant_first } else { &derivative_first })
}

fn named_penalty(spec: &Spec, name: &str) -> Result<Box<dyn Penalty>, ParseError> {
    Ok(match (name, spec.get("backup")) {
        ("derivative", Some("exponential")) => {
            Box::new(Derivative(ExponentialMean { rate: Levels::powers(spec, "rate", 0.05)? }))
        }
        ("derivative", Some("average")) => Box::new(Derivative(Average)),
        ("derivative", Some("product")) | ("forced-win", _) => Box::new(Derivative(Product)),
        ("derivative", _) => Box::new(Derivative(PowerMean { p: Levels::powers(spec, "p", 10.0)? })),
        ("quadratic", _) => {
            let alpha = spec.read_if("alpha", 1.0, "a number above 0, at most 1e100", |&alpha| {
                alpha > 0.0 && alpha <= Levels::GREATEST
            })?;
            Box::new(Quadratic::new(alpha, branching(spec)?))
        }
        ("floyd", _) => Box::new(Floyd),
        ("policy", _) => Box::new(Policy::new(constant(spec)?.c.at(0), branching(spec)?)),
        _ => Box::new(constant(spec)?),
    })
}

fn constant(spec: &Spec) -> Result<Constant, ParseError> {
    let expected = "a number from 0 to 1e100, or several by level as in 0.1/0.05";
    let default = Levels::constant(Constant::RIVEST);
    let holds = |levels: &Levels| levels.numbers().all(|c| (0.0..=Levels::GREATEST).contains(&c));
    Ok(Constant::new(spec.read_if("c", default, expected, holds)?, branching(spec)?))
}

fn branching(spec: &Spec) -> Result<f64, ParseError> {
    spec.read_if("branching", Constant::BRANCHING, "a number above 1", |&n| n > 1.0 && n.is_finite())
}
