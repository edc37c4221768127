//! Examples at the end of a command's help. A test runs them. A line has at most 78 characters, because help is wrapped.

pub(crate) const BEST: &str = "\
Examples:
  tiptree best connect4 --position 44535
  tiptree best 'kalah(pits=4)' --search 'pvs(eval=stores)' --budget nodes=1M
  tiptree best pig --search star2 --budget evals=10k --json";

pub(crate) const TREE: &str = "\
Examples:
  tiptree tree connect4 --position 44535
  tiptree tree othello --search puct --budget evals=2000 --at 'f5 d6' --nodes 8
  tiptree tree pig --budget evals=10k --json";

pub(crate) const EVENTS: &str = "\
Examples:
  tiptree events tictactoe --position XOX.O.... --search 'ab(reading=v0)'
  tiptree events pig --search 'star1(depth=1)' --most 50
  tiptree events connect4 --position 44 --search 'ab(depth=3)' --json";

pub(crate) const PLAY: &str = "\
Examples:
  tiptree play connect4
  tiptree play othello --side min --against 'pvs(eval=patterns)' --budget cpu=1s
  tiptree play pig --dice typed --out game.jsonl
  tiptree play tictactoe --side none --against mm --against ab";

pub(crate) const STUDIO: &str = "\
Examples:
  tiptree studio --export site";

pub(crate) const SOLVE: &str = "\
Examples:
  tiptree solve 'connect4(width=5,height=4)' --all-moves
  echo X.O.X.... | tiptree solve tictactoe --json";

pub(crate) const MATCH: &str = "\
Examples:
  tiptree match connect4 mm-fast ab --budget moves=200 --pairs 10
  tiptree match connect4 'mm(c=0.01)' mm --sprt 0,50 --budget moves=100
  tiptree match tictactoe ab 'ugi:tiptree engine tictactoe' --budget nodes=200";

pub(crate) const TOURNAMENT: &str = "\
Examples:
  tiptree tournament tictactoe mm ab uct --budget moves=100 --pairs 4";

pub(crate) const RUN: &str = "\
Examples:
  tiptree run experiments/rivest.toml --out rivest.jsonl
  tiptree run experiments/rivest.toml --shard 0/2 --out shard-0.jsonl";

#[cfg(feature = "papers")]
pub(crate) const REPRODUCE: &str = "\
Examples:
  tiptree reproduce rivest 1
  tiptree reproduce nau 1a --height 7 --boards 300";

pub(crate) const QUALITY: &str = "\
Examples:
  echo X.O.X.... | tiptree solve tictactoe --all-moves --json > labels.jsonl
  tiptree quality tictactoe --search ab --budget moves=500 --file labels.jsonl";

pub(crate) const ENGINE: &str = "\
Examples:
  tiptree engine connect4 --search 'pvs(threads=2)'";

pub(crate) const TUNE: &str = "\
Examples:
  tiptree tune tictactoe mm 'c~0.01..0.5' --iterations 4 --budget moves=50";

pub(crate) const TABULATE: &str = "\
Examples:
  tiptree tabulate 'hypergammon(checkers=1)' --out one.table
  tiptree solve 'hypergammon(checkers=1)' --eval 'exact(file=one.table)'";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  tiptree completions bash > tiptree.bash";

pub(crate) const MAN: &str = "\
Examples:
  tiptree man > tiptree.1";
