//! The searches of games with chance by name: `expectimax`, `star1`, `star2`, `star25(probe=3,order=cyclic)`, `star3`.

use super::method::Star;
use super::variant::{Probing, Variant};
use crate::game::Keyed;
use crate::parse_error::ParseError;
use crate::search::catalogue::{Algorithm, Entry, Walk};
use crate::search::depth_first::by_name;
use crate::spec::{Parameter, Spec};

/// The default size of a table.
const TABLE: &str = "16MB";

/// The most probes that may be asked for. There is a limit because a round takes time even if no move is left to be
/// probed.
const MOST_PROBES: usize = 1000;

const NO_TABLE: Parameter =
    Parameter::new("table", "0", "size limit of the transposition table, as in 64MB; 0 for none");
const SOME_TABLE: Parameter =
    Parameter::new("table", TABLE, "size limit of the transposition table, as in 64MB; 0 for none");
const SORT: Parameter = Parameter::new(
    "sort",
    "static",
    "static: moves from the table first, then by static value; likeliest outcomes first; none: the paper's order",
);
const RIGHTMOST: Parameter = Parameter::new(
    "rightmost",
    "false",
    "true: stop searching the root's last move once it is known to be best; the value is then a bound",
);
const BEST: Parameter = Parameter::new(
    "best",
    "0",
    "search only this many moves at each decision, the best by static value; 0 for all",
);
const ORDER: Parameter = Parameter::new(
    "order",
    "cyclic",
    "order of the probes: cyclic, one of each outcome in turn; sequential, all of one outcome first",
);

/// Plain expectimax: the same search as `minimax`, by its name for games with chance.
pub(crate) const EXPECTIMAX: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Minimax),
    name: "expectimax",
    summary: "plain expectimax without pruning: minimax with the expectation at chance nodes",
    source: "Michie 1966",
    parameters: &[by_name::DEPTH],
};

/// Star1.
pub(crate) const STAR1: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Star1),
    name: "star1",
    summary: "*-minimax: alpha-beta that also cuts off below chance nodes",
    source: "Ballard 1983, section 4",
    parameters: &[NO_TABLE, SORT, RIGHTMOST, BEST],
};

/// Star2.
pub(crate) const STAR2: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Star2),
    name: "star2",
    summary: "*-minimax that probes one move below each outcome first",
    source: "Ballard 1983, section 5",
    parameters: &[SOME_TABLE, SORT, RIGHTMOST, BEST],
};

/// Star2.5.
pub(crate) const STAR25: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Star25),
    name: "star25",
    summary: "*-minimax that probes several moves below each outcome first",
    source: "Ballard 1983, section 7",
    parameters: &[
        Parameter::new("probe", "3", "moves probed below each outcome; 1 gives star2, 0 gives star1"),
        ORDER,
        SOME_TABLE,
        SORT,
        RIGHTMOST,
        BEST,
    ],
};

/// Star3.
pub(crate) const STAR3: Entry = Entry {
    algorithm: Algorithm::Walk(Walk::Star3),
    name: "star3",
    summary: "*-minimax that probes below all moves of a decision and searches them in the order of the results",
    source: "Ballard 1983, section 7.2, which does not print it",
    parameters: &[
        Parameter::new("probe", "1", "moves probed below each outcome of a chance node"),
        ORDER,
        SOME_TABLE,
        SORT,
        RIGHTMOST,
        BEST,
    ],
};

/// The method of this module that `spec` names.
pub(in crate::search) fn star<G: Keyed>(spec: &Spec) -> Result<Star<G>, ParseError> {
    Ok(Star::new(variant(spec)?).with_table(table(spec)?))
}

fn variant(spec: &Spec) -> Result<Variant, ParseError> {
    let default = if spec.name == "star25" { 3 } else { 1 };
    let expected = format!("a whole number of moves, at most {MOST_PROBES}");
    let factor = spec.read_if("probe", default, &expected, |&factor| factor <= MOST_PROBES)?;
    let probing = match spec.choose("order", &["cyclic", "sequential"])? {
        "cyclic" => Probing::cyclic(factor),
        _ => Probing::sequential(factor),
    };
    let base = match spec.name.as_str() {
        "star1" => Variant::star1(),
        "star3" => Variant { probing, ..Variant::star3() },
        _ => Variant::star25(probing),
    };
    let best = spec.read("best", 0, "a whole number of moves, or 0 for all")?;
    Ok(Variant {
        sort: spec.get("sort").map_or(Ok(base.sort), str::parse)?,
        rightmost: spec.flag("rightmost", false)?,
        best: (best > 0).then_some(best),
        ..base
    })
}

fn table(spec: &Spec) -> Result<u64, ParseError> {
    by_name::table(spec, if spec.name == "star1" { "0" } else { TABLE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Variant, u64), ParseError> {
        let spec = text.parse()?;
        Ok((variant(&spec)?, table(&spec)?))
    }

    #[test]
    fn names_give_the_papers_procedures() {
        assert_eq!(read("star1").unwrap(), (Variant::star1(), 0));
        assert_eq!(read("star2").unwrap(), (Variant::star2(), 16 << 20));
        assert_eq!(read("star25(table=0)").unwrap(), (Variant::star25(Probing::cyclic(3)), 0));
        let sequential = Variant::star25(Probing::sequential(2));
        assert_eq!(read("star25(probe=2,order=sequential,table=1kB)").unwrap(), (sequential, 1024));
        assert_eq!(read("star3").unwrap().0, Variant::star3());
        let pruned = read("star3(best=4,rightmost=true)").unwrap().0;
        assert_eq!((pruned.best, pruned.rightmost), (Some(4), true));
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(
            error("star2(table=lots)").contains("table of star2 \"lots\": expected a size with its unit")
        );
        assert!(error("star25(order=random)").contains("expected one of cyclic, sequential"));
        assert!(error("star25(probe=-1)").contains("a whole number of moves"));
        assert!(error("star2(sort=fast)").contains("expected one of static, none"));
    }
}
