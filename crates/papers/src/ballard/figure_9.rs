//! Figure 9: the percentages of Tables 1 to 4 against the branching factor.

use super::sample::{Run, Series};
use super::{Plan, table_1, table_2, table_3, table_4};
use crate::build;
use tiptree_lab::Error;
use tiptree_lab::reproduce::{Reproduction, Row, Verdict};

pub(super) fn series(plan: &Plan) -> Result<Vec<Series>, Error> {
    let tables = [table_1::series, table_2::series, table_3::series, table_4::series];
    Ok(tables.into_iter().map(|series| series(plan)).collect::<Result<Vec<_>, _>>()?.concat())
}

pub(super) fn reproduce(plan: &Plan, run: &mut Run) -> Result<Reproduction, Error> {
    let tables = [
        ("star1_best_percent", table_1::reproduce(plan, run)?),
        ("star2_best_percent", table_2::reproduce(plan, run)?),
        ("star1_average_percent", table_3::reproduce(plan, run)?),
        ("star2_average_percent", table_4::reproduce(plan, run)?),
    ];
    let mut rows: Vec<Row> = Vec::new();
    for (column, table) in tables {
        let percents = table.rows.into_iter().filter(|row| row.column == "percent");
        rows.extend(percents.map(|row| Row { column: column.into(), ..row }));
    }
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    Ok(Reproduction {
        paper: "ballard".into(),
        table: "fig9".into(),
        parameters: plan.parameters(&series(plan)?),
        exact: count(Verdict::Exact),
        within: count(Verdict::Within),
        differs: count(Verdict::Differs),
        citation: "Ballard 1983, Figure 9, which shows the percentages of Tables 1 to 4".into(),
        notes: run.interrupted().into_iter().collect(),
        rows,
        build: build("ballard"),
    })
}
