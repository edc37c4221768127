//! Rivest 1987: Table 1, the figures, and Table 2, the tournament.

pub(super) mod by_name;
mod distinct;
mod figures;
mod means;
pub mod tournament;

pub use figures::reproduce as figures;
pub use means::reproduce as means;

#[cfg(test)]
mod tests {
    use super::tournament::{Bound, Tournament};
    use std::sync::atomic::AtomicBool;
    use tiptree::search::depth_first::Reading;
    use tiptree_lab::reproduce::Verdict;

    #[test]
    fn the_first_table_comes_out_but_for_one_misprint() {
        let table = super::means().unwrap();
        assert_eq!((table.exact, table.within, table.differs), (16, 0, 0));
        let misprints: Vec<_> =
            table.rows.iter().filter(|row| row.verdict == Verdict::KnownMisprint).collect();
        assert_eq!(misprints.len(), 1);
        assert!((misprints[0].ours.as_f64().unwrap() - 0.919).abs() < 5e-4);
    }

    #[test]
    fn the_figures_come_out_but_for_one_misprint() {
        let figures = super::figures().unwrap();
        assert_eq!((figures.exact, figures.within, figures.differs), (7, 0, 0));
    }

    #[test]
    fn the_tournaments_totals_at_move_bounds_are_the_published_ones() {
        let tournament = Tournament {
            bounds: (1..=5).map(|k| Bound::Moves(1000 * k)).collect(),
            orders: None,
            second: None,
            reading: Reading::V2,
            jobs: 2,
            seed: 1,
        };
        let table = tournament.play(&AtomicBool::new(false), &mut |_, _| {}).unwrap();
        let total = |column: &str| {
            let row =
                table.rows.iter().find(|row| row.key["bound"] == "moves" && row.column == column).unwrap();
            assert!(matches!(row.verdict, Verdict::Exact | Verdict::Within), "{row:?}");
            row.ours.as_f64().unwrap()
        };
        // Our exact results; published are 249-190-51, each within 1.96 standard errors.
        assert_eq!([total("mm_wins"), total("ab_wins"), total("ties")], [242.0, 198.0, 50.0]);
        assert_eq!(table.differs, 0);
    }

    #[test]
    fn bounds_are_read_as_the_paper_writes_them() {
        assert_eq!("moves=2k".parse(), Ok(Bound::Moves(2000)));
        assert_eq!("time=3s".parse(), Ok(Bound::Seconds(3)));
        for text in ["", "moves", "moves=0", "time=3", "time=0s", "time=1.5s", "evals=3"] {
            assert!(text.parse::<Bound>().is_err(), "{text:?}");
        }
    }
}
