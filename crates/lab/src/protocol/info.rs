//! `info` lines: writes what a search found, and reads the counters of an engine.

use tiptree::{Counters, Outcome, Proven, Range, Report};

/// The score in centipawns at the upper end of the evaluator's range.
const WIN: f64 = 1000.0;

/// What a search has found, so far or at its end, and its work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// The value of the root, Max's view.
    pub(super) value: f64,
    /// The range of values.
    pub(super) range: Range,
    /// The proven game value, if there is one.
    pub(super) proven: Option<Proven>,
    /// The work done.
    pub(super) counters: Counters,
    /// Wall-clock seconds.
    pub(super) seconds: f64,
}

impl Finding {
    /// The finding of a finished search.
    pub(super) fn of(report: &Report<String>) -> Self {
        let &Report { value, range, proven, counters, seconds, .. } = report;
        Finding { value, range, proven, counters, seconds }
    }

    /// The `info` line; `pv` is the principal variation in the host's notation.
    ///
    /// The score is that of the player to move, as in UCI: `mate` in moves if the end is proven, else `cp`, for which the
    /// evaluator's range is mapped onto -1000 to 1000.
    pub(super) fn line(&self, is_max: bool, pv: &[String]) -> String {
        let Counters { nodes, max_depth, .. } = self.counters;
        let (score, work) = (self.score(is_max), work(&self.counters, self.seconds));
        let pv = if pv.is_empty() { String::new() } else { format!(" pv {}", pv.join(" ")) };
        format!("info depth {max_depth} score {score} nodes {nodes} {work}{pv}")
    }

    fn score(&self, is_max: bool) -> String {
        let sign = if is_max { 1.0 } else { -1.0 };
        if let Some((result @ (Outcome::Win | Outcome::Loss), plies)) =
            self.proven.and_then(|proven| Some((proven.result?, proven.plies?)))
        {
            let sign = if (result == Outcome::Win) == is_max { "" } else { "-" };
            return format!("mate {sign}{}", plies.div_ceil(2));
        }
        let value = self.range.map(self.value, Range::new(-WIN, WIN));
        format!("cp {}", (sign * value).round())
    }
}

/// Time and speed.
fn work(counters: &Counters, seconds: f64) -> String {
    let speed = (counters.nodes as f64 / seconds.max(1e-9)) as u64;
    format!("time {} nps {speed}", (seconds * 1e3) as u64)
}

/// The `info` line of a search that has not found anything yet: its work alone.
pub(super) fn work_line(counters: &Counters, seconds: f64) -> String {
    format!("info depth {} nodes {} {}", counters.max_depth, counters.nodes, work(counters, seconds))
}

/// The `info` lines of a finished search. Counters that the protocols do not have are on a line of their own.
pub(super) fn lines(report: &Report<String>, is_max: bool, pv: &[String]) -> [String; 2] {
    let Counters { moves, evals, expansions, tree_bytes, .. } = report.counters;
    let stop = report.stop.map_or_else(String::new, |stop| format!(" stop {stop}"));
    let work = format!("moves {moves} evals {evals} expansions {expansions} tree_bytes {tree_bytes}{stop}");
    [format!("info string {work}"), Finding::of(report).line(is_max, pv)]
}

/// Updates the counters from an `info` line of any engine.
pub(crate) fn read_counters(counters: &mut Counters, line: &str) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let words: Vec<&str> = words.take_while(|&word| word != "pv").collect();
    for pair in words.windows(2) {
        let &[key, amount] = pair else { continue };
        let Ok(amount) = amount.parse::<u64>() else { continue };
        let depth = u32::try_from(amount).unwrap_or(u32::MAX);
        match key {
            "moves" => counters.moves = amount,
            "evals" => counters.evals = amount,
            "nodes" => counters.nodes = amount,
            "expansions" => counters.expansions = amount,
            "tree_bytes" => counters.tree_bytes = amount,
            "depth" | "seldepth" => counters.max_depth = counters.max_depth.max(depth),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiptree::Stop;

    fn report() -> Report<String> {
        Report {
            best: Some("4".into()),
            best_moves: vec!["4".into()],
            value: 768.0,
            range: Range::new(0.0, 1024.0),
            proven: None,
            pv: vec!["4".into(), "3".into()],
            refutation: Vec::new(),
            learned: None,
            moves: vec![],
            counters: Counters {
                moves: 50,
                evals: 40,
                nodes: 60,
                expansions: 7,
                max_depth: 5,
                tree_bytes: 99,
            },
            stop: Some(Stop::Moves),
            seconds: 0.25,
            cpu_seconds: 0.25,
        }
    }

    #[test]
    fn a_report_becomes_lines_from_which_its_counters_come_back() {
        let report = report();
        let lines = lines(&report, true, &report.pv);
        assert_eq!(lines[0], "info string moves 50 evals 40 expansions 7 tree_bytes 99 stop moves");
        assert_eq!(lines[1], "info depth 5 score cp 500 nodes 60 time 250 nps 240 pv 4 3");
        let mut counters = Counters::default();
        for line in &lines {
            read_counters(&mut counters, line);
        }
        assert_eq!(counters, report.counters);
    }

    #[test]
    fn a_score_is_the_view_of_the_player_to_move() {
        let mut found = Finding::of(&report());
        assert_eq!(found.score(false), "cp -500");
        found.proven = Some(Proven { value: 1024.0, result: Some(Outcome::Win), plies: Some(3) });
        assert_eq!((found.score(true), found.score(false)), ("mate 2".into(), "mate -2".into()));
    }

    #[test]
    fn garbage_is_no_work() {
        let mut counters = Counters::default();
        for line in ["nodes 5", "info nodes many depth", "info", "info depth 3 pv nodes 7"] {
            read_counters(&mut counters, line);
        }
        assert_eq!(counters, Counters { max_depth: 3, ..Counters::default() });
    }
}
