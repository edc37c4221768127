//! The depth-first searches by name: `minimax(depth=4)`, `average(depth=4,weight=0.5)`, `ab(reading=v0)`.

use super::alpha_beta::{AlphaBeta, Reading};
use super::any_method::AnyMethod;
use super::deepen::DEEPEST;
use super::propagate::Propagate;
use super::rules::{self, AnyRule, Rule};
use super::star;
use crate::budget;
use crate::game::{Game, Keyed};
use crate::parse_error::ParseError;
use crate::search::catalogue::{Algorithm, Entry, Propagation, Walk};
use crate::search::levels::Levels;
use crate::spec::{Parameter, Spec};

/// Alpha-beta, the opponent in Rivest's tournament.
pub(crate) const AB: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::AlphaBeta),
    name: "ab",
    summary: "alpha-beta with iterative deepening, children in order of static value",
    source: "Rivest 1987, section 5.4; Knuth and Moore 1975",
    parameters: &[Parameter::new(
        "reading",
        "v2",
        "move calls at the horizon: v2 sorts, then makes each move again; v0 keeps the values of the sorting; v1 does not sort",
    )],
};

pub(in crate::search) const DEPTH: Parameter =
    Parameter::new("depth", "", "decisions to look ahead; without it the search deepens from 1");

/// The plain oracle.
pub(crate) const MINIMAX: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Minimax),
    name: "minimax",
    summary: "plain minimax without pruning, expectation at chance nodes: the oracle of every exact search",
    source: "Shannon 1950; Michie 1966 for chance",
    parameters: &[DEPTH],
};

/// Product propagation.
pub(crate) const PRODUCT: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Propagation(Propagation::Product)),
    name: "product",
    summary: "product propagation to a depth: values are independent probabilities of a forced win",
    source: "Pearl 1981 and 1983; Nau 1983; Nau, Purdom and Tzeng 1986, equations 3 and 4",
    parameters: &[DEPTH],
};

/// Average propagation.
pub(crate) const AVERAGE: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Propagation(Propagation::Average)),
    name: "average",
    summary: "average propagation to a depth: between minimax and product",
    source: "Nau, Purdom and Tzeng 1986, equations 5 and 6; Baum 1992 for weights by level",
    parameters: &[
        DEPTH,
        Parameter::new("weight", "0.5", "weight of the minimax part, also by level as in 1/0.75/0.5/0.25"),
        Parameter::new(
            "reading",
            "corrected",
            "corrected: averages of averages (eqs. 5, 6); printed: plain product values in the product part (eq. 10)",
        ),
    ],
};

/// Weighted averages against a fallible opponent.
pub(crate) const FALLIBLE: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Propagation(Propagation::Fallible)),
    name: "fallible",
    summary: "to a depth: minimax at own decisions, a weighted average at those of an opponent who may err",
    source: "Reibman and Ballard 1983; geometric weights are our reading",
    parameters: &[
        DEPTH,
        Parameter::new(
            "strength",
            "0.9",
            "the probability that the opponent finds the best move, else the next best, and so on; 1 is minimax",
        ),
    ],
};

/// Generalised means.
pub(crate) const MEAN: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Propagation(Propagation::Mean)),
    name: "mean",
    summary: "generalised means to a depth: smooth max and min of all children",
    source: "Rivest 1987, equation 10",
    parameters: &[DEPTH, Parameter::new("p", "10", "power of the means on 1..1023, also by level")],
};

/// The method of a walk, with the parameters that `spec` names.
pub(in crate::search) fn method<G: Keyed>(walk: Walk, spec: &Spec) -> Result<AnyMethod<G>, ParseError> {
    Ok(match walk {
        Walk::AlphaBeta => {
            let reading = spec.get("reading").map_or(Ok(Reading::default()), str::parse)?;
            AnyMethod::AlphaBeta(AlphaBeta::reading(reading))
        }
        Walk::Minimax => AnyMethod::Minimax(propagate(rules::Minimax, spec)?),
        Walk::Propagation(Propagation::Average) if is_printed(spec)? => {
            AnyMethod::Printed(propagate(rules::Printed, spec)?)
        }
        Walk::Propagation(rule) => AnyMethod::Propagate(propagate(any_rule(rule, spec)?, spec)?),
        Walk::Star1 | Walk::Star2 | Walk::Star25 | Walk::Star3 => AnyMethod::Star(star::by_name::star(spec)?),
    })
}

/// The rule of propagation with the parameters that `spec` names.
fn any_rule(rule: Propagation, spec: &Spec) -> Result<AnyRule, ParseError> {
    Ok(match rule {
        Propagation::Average => AnyRule::Average(rules::Average { weight: weights(spec)? }),
        Propagation::Product => AnyRule::Product(rules::Product),
        Propagation::Fallible => AnyRule::Fallible(rules::Fallible { strength: strength(spec)? }),
        Propagation::Mean => AnyRule::Mean(rules::Mean { p: Levels::powers(spec, "p", 10.0)? }),
    })
}

/// Propagation by `rule` to the depth that `spec` names, or deepening.
fn propagate<G: Game, R: Rule>(rule: R, spec: &Spec) -> Result<Propagate<G, R>, ParseError> {
    Ok(match depth(spec)? {
        Some(depth) => Propagate::new(rule).to_depth(depth),
        None => Propagate::new(rule),
    })
}

/// The depth that `spec` names. It is not a budget here, so a common budget applies as well.
fn depth(spec: &Spec) -> Result<Option<u32>, ParseError> {
    let expected = format!("a whole number of decisions, 1 to {DEEPEST}");
    let depth = spec.read_if("depth", 0, &expected, |depth: &u32| (1..=DEEPEST).contains(depth))?;
    Ok((depth > 0).then_some(depth))
}

/// The size in bytes of the table that `spec` asks for, 0 for no table; `usual` is the default.
pub(in crate::search) fn table(spec: &Spec, usual: &str) -> Result<u64, ParseError> {
    match spec.get("table").unwrap_or(usual) {
        "0" => Ok(0),
        text => budget::bytes(&format!("table of {}", spec.name), text),
    }
}

/// Whether the average is that of equation 10 as printed.
fn is_printed(spec: &Spec) -> Result<bool, ParseError> {
    let printed = spec.choose("reading", &["corrected", "printed"])? == "printed";
    match spec.get("weight") {
        Some(weight) if printed => Err(ParseError::new(
            "weight of average",
            weight,
            "no weight with reading=printed, which has equal parts",
        )),
        _ => Ok(printed),
    }
}

fn weights(spec: &Spec) -> Result<Levels, ParseError> {
    let expected = "a number from 0 to 1, or several by level as in 1/0.5";
    let holds = |levels: &Levels| levels.numbers().all(|weight| (0.0..=1.0).contains(&weight));
    spec.read_if("weight", Levels::constant(0.5), expected, holds)
}

fn strength(spec: &Spec) -> Result<f64, ParseError> {
    let expected = "a number above 0, at most 1";
    spec.read_if("strength", 0.9, expected, |&strength| strength > 0.0 && strength <= 1.0)
}
