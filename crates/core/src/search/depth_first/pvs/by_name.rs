//! Modern alpha-beta by name: `pvs(table=64MB,threads=2)`, `mtdf`.

use super::method::Pvs;
use super::settings::{Driver, Reduction, Settings};
use crate::error::Error;
use crate::evaluator::Evaluator;
use crate::insight::Insight;
use crate::parse_error::ParseError;
use crate::search::Search;
use crate::search::catalogue::{Algorithm, Entry};
use crate::search::depth_first::by_name;
use crate::search::depth_first::deepen::{DEEPEST, Deepening};
use crate::search::worker_pool::{THREADS, threads};
use crate::spec::{Parameter, Spec};

const TABLE: Parameter =
    Parameter::new("table", "64MB", "size limit of the transposition table, which begins small; 0 for none");
const WINDOW: Parameter = Parameter::new(
    "window",
    "0.012",
    "first aspiration window to either side of the last value, as a share of the evaluator's range; 0 for a full window",
);
const REDUCE: Parameter = Parameter::new(
    "reduce",
    "0.5/1.3",
    "late-move reductions A/B: the depth is reduced by A + B ln(depth) ln(move number); 0 for none",
);
const EXTEND: Parameter = Parameter::new(
    "extend",
    "3",
    "extend positions with at most this many moves that do not lose at once; 0 for none",
);
const INSIGHT: Parameter =
    Parameter::new("insight", "true", "use what the game declares: wins at once, moves that lose at once");
const ASSURE: Parameter =
    Parameter::new("assure", "true", "use the bounds that the game can prove without search");
const MIRROR: Parameter = Parameter::new("mirror", "false", "mirror images share a table entry");
const SORT: Parameter = Parameter::new("sort", "true", "order moves by the static values after them");
const KILLERS: Parameter =
    Parameter::new("killers", "true", "killer moves: moves that cut off at the same ply come early");
const HISTORY: Parameter =
    Parameter::new("history", "true", "history heuristic: moves that cut off anywhere come early");
const MALUS: Parameter =
    Parameter::new("malus", "true", "history malus: moves searched in vain before a cutoff come late");
const DEEPER: Parameter =
    Parameter::new("deeper", "true", "use table entries from a greater depth at a smaller one");
const PARTIAL: Parameter = Parameter::new("partial", "true", "an unfinished iteration may change the move");
const STEP: Parameter = Parameter::new(
    "step",
    "1",
    "iterations after the first have depths that are multiples of this; 2 leaves out odd depths",
);
const PEEK: Parameter = Parameter::new(
    "peek",
    "0",
    "enhanced transposition cutoffs: the least depth at which the table is asked for all children before one is searched; 0 for none",
);
const FUTILITY: Parameter = Parameter::new(
    "futility",
    "",
    "futility pruning: a move is not searched if its static value predicts that it stays below alpha by more than this many standard errors, which the search measures; nothing is pruned if it is not given, or 0",
);
const PASS: Parameter = Parameter::new("pass", "true", "null-move pruning, if the game declares passes safe");

/// Modern alpha-beta.
pub(crate) const PVS: Entry = Entry {
    algorithm: Algorithm::Pvs,
    name: "pvs",
    summary: "modern alpha-beta: principal variation search with transposition table, move ordering, reductions and extensions",
    source: "Marsland and Campbell 1982; Slate and Atkin 1977; Schaeffer 1989",
    parameters: &[
        TABLE, THREADS, WINDOW, REDUCE, EXTEND, INSIGHT, ASSURE, MIRROR, SORT, KILLERS, HISTORY, MALUS,
        DEEPER, PARTIAL, STEP, PEEK, FUTILITY, PASS,
    ],
};

/// MTD(f): the same search driven by null windows.
pub(crate) const MTDF: Entry = Entry {
    algorithm: Algorithm::Mtdf,
    name: "mtdf",
    summary: "modern alpha-beta: MTD(f), null-window searches that start from the last value",
    source: "Plaat, Schaeffer, Pijls and de Bruin 1996",
    parameters: &[
        TABLE, THREADS, REDUCE, EXTEND, INSIGHT, ASSURE, MIRROR, SORT, KILLERS, HISTORY, MALUS, DEEPER, STEP,
        PEEK, FUTILITY, PASS,
    ],
};

/// The search of this module that `spec` names.
pub(in crate::search) fn build<G, E>(spec: &Spec, game: G, evaluator: E) -> Result<Box<dyn Search<G>>, Error>
where
    G: Insight + 'static,
    E: Evaluator<G> + 'static,
{
    let mut method = Pvs::new(settings(spec)?);
    method.start_threads()?;
    Ok(Box::new(Deepening::new(game, evaluator, method)))
}

fn settings(spec: &Spec) -> Result<Settings, ParseError> {
    let usual = Settings::default();
    let driver = if spec.name == "mtdf" { Driver::Bounds } else { Driver::Window };
    let flag = |key: &str, usual: bool| spec.read(key, usual, "true or false");
    Ok(Settings {
        driver,
        table: by_name::table(spec, TABLE.default)?,
        threads: threads(spec)?,
        window: spec.read_if("window", usual.window, "a share from 0 to 1", |w| (0.0..=1.0).contains(w))?,
        reduce: reduction(spec, usual.reduce)?,
        extend: spec.read("extend", usual.extend, "a number of moves")?,
        insight: flag("insight", usual.insight)?,
        assure: flag("assure", usual.assure)?,
        mirror: flag("mirror", usual.mirror)?,
        sort: flag("sort", usual.sort)?,
        killers: flag("killers", usual.killers)?,
        history: flag("history", usual.history)?,
        malus: flag("malus", usual.malus)?,
        deeper: flag("deeper", usual.deeper)?,
        partial: flag("partial", usual.partial)?,
        step: spec
            .read_if("step", usual.step, "a number from 1 to 1000", |step| (1..=DEEPEST).contains(step))?,
        peek: spec.read("peek", usual.peek, "a depth")?,
        futility: errors(spec, "futility")?,
        pass: flag("pass", usual.pass)?,
    })
}

/// A number of standard errors; `None` for 0, and if it is not given.
fn errors(spec: &Spec, key: &str) -> Result<Option<f64>, ParseError> {
    let errors = spec.read_if(key, 0.0, "a number of standard errors, 0 to 100", |errors| {
        (0.0..=100.0).contains(errors)
    })?;
    Ok((errors > 0.0).then_some(errors))
}

fn reduction(spec: &Spec, usual: Option<Reduction>) -> Result<Option<Reduction>, ParseError> {
    let Some(text) = spec.get("reduce") else { return Ok(usual) };
    if text == "0" {
        return Ok(None);
    }
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.abs() <= 100.0);
    text.split_once('/')
        .and_then(|(base, slope)| Some(Reduction { base: number(base)?, slope: number(slope)? }))
        .map(Some)
        .ok_or_else(|| {
            ParseError::new(format!("reduce of {}", spec.name), text, "0, or two numbers as in 0.5/1.3")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, ParseError> {
        settings(&text.parse()?)
    }

    #[test]
    fn names_give_settings() {
        assert_eq!(read("pvs").unwrap(), Settings::default());
        assert_eq!(read("mtdf").unwrap().driver, Driver::Bounds);
        let exact = read("pvs(reduce=0,extend=0,assure=false,deeper=false,pass=false)").unwrap();
        assert_eq!((exact.clone(), exact.is_exact()), (Settings::exact(), true));
        assert_eq!(read("mtdf(futility=1.5)").unwrap().futility, Some(1.5));
        assert_eq!(read("pvs(futility=0)").unwrap(), Settings::default());
        let reduce = Some(Reduction { base: -0.4, slope: 0.9 });
        assert_eq!(
            read("pvs(reduce=-0.4/0.9,table=0)").unwrap(),
            Settings { reduce, table: 0, ..Settings::default() }
        );
    }

    #[test]
    fn the_defaults_are_those_that_are_listed() {
        for entry in [PVS, MTDF] {
            assert_eq!(read(&entry.spelled_out()).unwrap(), read(entry.name).unwrap());
        }
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("pvs(reduce=much)").contains("reduce of pvs \"much\": expected 0, or two numbers"));
        assert!(error("pvs(reduce=1/NaN)").contains("two numbers"));
        assert!(error("pvs(threads=0)").contains("a number from 1 to 1024"));
        assert!(error("pvs(window=2)").contains("a share from 0 to 1"));
        assert!(error("mtdf(insight=maybe)").contains("true or false"));
    }
}
